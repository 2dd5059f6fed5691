"""Patchwork as text: positions, moves, and games turn by turn.

Cells are named by the column's letter, a to i from the left, and the row's number, 1 to 9 from the top. The first seat
is A, the second B. A placement is the patch's turn and the cell of the top left corner of its bounding box: `r1f@c4`.
The turn is `r0` to `r3` for quarters clockwise, and then `f` if the patch was mirrored before it was turned. A position
is the players, the player to choose, and the ring of patches for sale, clockwise from the neutral token:

    A:2/3/27r0@a1,6r1f@e4 B:5/8/- A queue=22,5,9,1,13 house=track:classic

* `A:2/3/27r0@a1`: the time token's space, the buttons, and the patches in the order in which they were sewn on, `-`
  for none; `single26@e5` is the single patch from space 26;
* `A`: the player to choose;
* `queue=22,5,9`: the ring, or `-` if it is empty;
* `hand=14`: the patch to be sewn on; or `single=26`: the space of the single patch to be sewn on;
* `tile=B`: the owner of the bonus tile;
* `house=track:classic,seven:off`: the house rules that differ from the defaults.

A move is one word: `buy:27`, then `r1f@c4`; `advance`; `single@e5`. A game turn by turn has the form of
`chowk.core.turns`, with a space instead of the colon and before the @:

    [Variant "Patchwork"]
    [Setup "A:0/5/- B:0/5/- A queue=24,27,5,9,13,22,1"]
    [Seed "7"]

    1. A buy 27 r1f @c4
    2. B advance advance
    *

    move = "buy" number [ turn "@" cell ] | "advance" | "single" "@" cell
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator, Mapping
from typing import Any, Final, NoReturn

from chowk.core import turns
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.position import Seat
from chowk.core.record import Record, Word
from chowk.core.variations import Variations
from chowk.games.api import Format
from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import (
    ADVANCE,
    NOBODY,
    NONE,
    House,
    Lone,
    Move,
    Place,
    PlayerState,
    Position,
    Sewn,
    Single,
    Take,
    house,
)
from chowk.games.patchwork.rules.diagram import LETTERS
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import (
    CELL,
    FULL,
    NAMES,
    Mask,
    covers_square,
    fits,
    placement_mask,
    shape_by_turn,
    shapes,
)
from chowk.games.patchwork.rules.track import CENTRE, TRACKS

FORMATS: Final = (Format("turns", say("Turn by turn (buy 27 r1f @c4…)"), "txt"),)
"""The formats in which a game can be exported."""
LONGEST: Final = 1000
"""Maximum length of the text of a position, in characters."""

_CELL: Final = "[a-i][1-9]"
_TURN: Final = "r[0-3]f?"
_NUMBER: Final = "0|[1-9][0-9]{0,2}"
_PLAYER: Final = re.compile(rf"([AB]):({_NUMBER})/({_NUMBER})/(-|[^/]+)")
_SEWN: Final = re.compile(rf"([1-9][0-9]?)({_TURN})@({_CELL})|single([1-9][0-9]?)@({_CELL})")
_TAKE: Final = re.compile(r"(?:buy|take):?([1-9][0-9]?)")
_PLACE: Final = re.compile(rf"({_TURN})@({_CELL})")
_SINGLE: Final = re.compile(rf"(?:single)?@({_CELL})")
_HAND: Final = re.compile(_TURN)
_KEYS: Final = ("queue", "hand", "single", "tile", "house")


def write_position(position: Position, edition: int = EDITION) -> str:
    """Return the position as a line of text.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    players = (f"{letter}:{_player(player)}" for letter, player in zip(LETTERS, position.players, strict=True))
    extra_values = {
        "queue": ",".join(map(str, position.queue)) or "-",
        "hand": str(position.hand or ""),
        "single": str(position.single or ""),
        "tile": "" if position.tile == NOBODY else LETTERS[position.tile],
        "house": ",".join(
            f"{name}:{value}" for name, value in rules.changed_house_options(position.house, edition).items()
        ),
    }
    extras = (f"{name}={value}" for name, value in extra_values.items() if value)
    return " ".join((*players, LETTERS[position.turn], *extras))


def read_position(text: str, edition: int = EDITION) -> Position:
    """Read a position; raise `TextError` if the text is invalid or no game could reach the position.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    if len(text) > LONGEST:
        raise TextError(say("This text is too long to be a position."))
    words = text.split()
    players = [_PLAYER.fullmatch(word) for word in words[:2]]
    if [match and match[1] for match in players] != list(LETTERS) or words[2:3] not in (["A"], ["B"]):
        raise TextError(
            say(
                "A position begins with both players and whose turn it is, such as {example}.",
                example="A:0/5/- B:0/5/- A",
            )
        )
    values = dict(word.partition("=")[::2] for word in words[3:])
    if len(values) != len(words) - 3 or not values.keys() <= set(_KEYS) or "" in values.values():
        _wrong(" ".join(words[3:]))
    position = Position(
        turn=LETTERS.index(words[2]),
        players=(_read_player(players[0]), _read_player(players[1])),
        queue=_queue(values.get("queue", "")),
        hand=_number("hand", values, PATCHES),
        single=_number("single", values, range(1, CENTRE)),
        tile=_owner(values.get("tile", "")),
        house=_house(values.get("house", ""), edition),
    )
    _checked(position)
    return position


def write_move(position: Position, move: Move) -> str:
    """Return the move as one word."""
    if isinstance(move, Place):
        return f"{shapes(position.hand)[move.turned].turn}@{NAMES[move.corner]}"
    if isinstance(move, Take):
        return f"buy:{move.patch}"
    return f"single@{NAMES[move.cell]}" if isinstance(move, Single) else "advance"


def read_move(position: Position, text: str) -> Move:
    """Return the legal move that a text names; raise `TextError` if there is none.

    Any turn that gives the same shape is accepted. `pass` means an advance.
    """
    normalised = text.strip().lower()
    move = ADVANCE if normalised in ("advance", "pass") else _meant(position, normalised)
    # Moves of two kinds with the same numbers are equal tuples, so a single patch must not count as a purchase.
    if move is None or not any(move == legal and type(move) is type(legal) for legal in position.moves()):
        raise TextError(say("“{move}” is not a legal move here.", move=excerpt(text)))
    return move


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """Return the match as text, turn by turn.

    `form`, the name of a format, is ignored, because there is only this one.
    """
    return turns.write(_TURNS, match, headers)


def read_games(text: str) -> tuple[Record, ...]:
    """Read the games in a text; raise `TextError` with line and column if a game is invalid."""
    return turns.read(_TURNS, text)


def read_variations(text: str) -> Variations:
    """Read the first game in a text, with its variations and comments; raise `TextError` if there is no game."""
    return turns.read_commented(_TURNS, text)


def _meant(position: Position, text: str) -> Move | None:
    if match := _TAKE.fullmatch(text):
        return Take(int(match[1]))
    if match := _SINGLE.fullmatch(text):
        return Single(CELL[match[1]])
    if (match := _PLACE.fullmatch(text)) and position.hand:
        return Place(shape_by_turn(position.hand)[match[1]], CELL[match[2]])
    return None


def _player(player: PlayerState) -> str:
    # A quilt is written in the order in which it was sewn, if that is known: patches first, then single patches.
    patches = (f"{patch}{shapes(patch)[turned].turn}@{NAMES[cell]}" for patch, turned, cell in player.sewn)
    singles = (f"single{space}@{NAMES[cell]}" for space, cell in player.lone)
    return f"{player.space}/{player.buttons}/{','.join((*patches, *singles)) or '-'}"


def _read_player(match: re.Match[str] | None) -> PlayerState:
    assert match is not None
    space, sewn, lone = int(match[2]), list[Sewn](), list[Lone]()
    quilt = 0
    if space > CENTRE:
        _wrong(match[0])
    for word in [] if match[4] == "-" else match[4].split(","):
        sewn_match = _SEWN.fullmatch(word)
        if sewn_match is None or (sewn_match[1] and int(sewn_match[1]) not in PATCHES):
            _wrong(word)
        mask = _lie(sewn_match, sewn, lone)
        if not mask:
            raise TextError(say("“{patch}” lies outside the quilt.", patch=excerpt(word)))
        if mask & quilt:
            raise TextError(say("“{patch}” lies on another patch.", patch=excerpt(word)))
        quilt |= mask
    income = sum(PATCHES[piece.patch].income for piece in sewn)
    return PlayerState(space, int(match[3]), income, quilt, tuple(sewn), tuple(lone))


def _lie(match: re.Match[str], sewn: list[Sewn], lone: list[Lone]) -> Mask:
    """Read a patch on a quilt: append it to `sewn`, or to `lone` if it is a single patch. Return the mask of its cells.

    `match` is the match of the pattern `_SEWN` with the text of the patch. The mask is 0 if the patch would leave the
    board.
    """
    if match[1] is None:
        lone.append(Lone(int(match[4]), CELL[match[5]]))
        return 1 << lone[-1].cell
    patch = int(match[1])
    sewn.append(Sewn(patch, shape_by_turn(patch)[match[2]], CELL[match[3]]))
    return placement_mask(*sewn[-1])


def _queue(text: str) -> tuple[PatchId, ...]:
    words = [] if text == "-" else text.split(",")
    for word in words:
        if not re.fullmatch(_NUMBER, word) or int(word) not in PATCHES:
            raise TextError(say("“{patch}” is not the number of a patch.", patch=excerpt(word)))
    return tuple(map(int, words))


def _number(name: str, values: Mapping[str, str], allowed: Container[int]) -> int:
    text = values.get(name, "")
    if text and (not re.fullmatch(_NUMBER, text) or int(text) not in allowed):
        _wrong(f"{name}={text}")
    return int(text or NONE)


def _owner(text: str) -> Seat:
    if text not in ("", *LETTERS):
        _wrong(f"tile={text}")
    return LETTERS.index(text) if text else NOBODY


def _house(text: str, edition: int) -> House:
    choices = dict(entry.partition(":")[::2] for entry in text.split(",") if entry)
    wrong = any(option.chosen(choices) != choices[option.name] for option in rules.OPTIONS if option.name in choices)
    if wrong or not choices.keys() <= set(House._fields):
        _wrong(f"house={text}")
    return house(choices, edition)


def _checked(position: Position) -> None:
    """Raise `TextError` for a position that no game could reach."""
    patches = [piece.patch for player in position.players for piece in player.sewn] + [
        *position.queue,
        position.hand or NONE,
    ]
    for patch in patches:
        if patches.count(patch) > 1:
            raise TextError(say("Patch {number} is there twice.", number=patch))
    _checked_turn(position)
    _checked_singles(position)
    _checked_tile(position)
    if position.hand and not fits(position.hand, position.own.quilt):
        raise TextError(say("The patch that is to be sewn on fits nowhere."))


def _checked_turn(position: Position) -> None:
    own, other = position.own.space, position.other.space
    if position.hand and (own == CENTRE or position.single):
        raise TextError(
            say("Only one thing is to be sewn on at a time, and nobody buys a patch at the end of the track.")
        )
    if position.single and (position.own.quilt == FULL or not other < position.single <= own):
        raise TextError(say("The single patch that is to be sewn on was not reached by the last move."))
    if not position.single and own > other:
        raise TextError(say("It is the turn of the player who is further behind."))


def _checked_singles(position: Position) -> None:
    spaces = [piece.space for player in position.players for piece in player.lone] + [position.single][
        : bool(position.single)
    ]
    furthest = max(player.space for player in position.players)
    for space in spaces:
        if space not in TRACKS[position.house.track] or spaces.count(space) > 1 or space > furthest:
            raise TextError(say("Nobody can have the single patch from space {number}.", number=space))


def _checked_tile(position: Position) -> None:
    able = [seat for seat, player in enumerate(position.players) if covers_square(player.quilt)]
    if position.house.seven and position.tile not in (able or [NOBODY]):
        raise TextError(say("The bonus tile is with whoever first covered a square of 7 by 7 cells."))
    if not position.house.seven and position.tile != NOBODY:
        raise TextError(say("By these house rules there is no bonus tile."))


def _wrong(text: str) -> NoReturn:
    raise TextError(say("“{text}” does not fit this position of Patchwork.", text=excerpt(text)))


def _spread(word: str) -> str:
    """Return a move with spaces between its parts, such as `r1f @c4`. This is its form in games turn by turn."""
    return word.replace(":", " ").replace("@", " @")


def _joined(tokens: Iterator[Word]) -> Iterator[Word]:
    """Join words that belong to one move, such as `r1f` and `@c4`, and yield one word for each move."""
    for token in tokens:
        word = token.text.lower()
        joiner = ":" if word in ("buy", "take") else "" if word == "single" or _HAND.fullmatch(word) else None
        if joiner is None:
            yield token
            continue
        following = next(tokens, None)
        if following is None:
            raise TextError(say("“{move}” is not a whole move.", move=excerpt(token.text))).locate(
                token.line, token.column
            )
        yield token._replace(text=token.text + joiner + following.text)


def _letter(position: Position, seat: Seat) -> str:  # noqa: ARG001 - the same in every position
    return LETTERS[seat]


_TURNS: Final = turns.TurnByTurn(
    "Patchwork",
    Ruleset("patchwork", rules, sys.modules[__name__]),
    lambda position: position.turn,
    letter=_letter,
    letters=LETTERS,
    spread=_spread,
    joined=_joined,
    pair=True,
)
