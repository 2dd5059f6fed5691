"""Patchwork as text: positions, moves, and games turn by turn.

Cells are named by the column's letter, a to i from the left, and the row's number, 1 to 9 from the top. The first seat
is A, the second B. A placement is written as the patch's turn, `r0` to `r3` for quarters clockwise and then `f` if it
was mirrored before it was turned, and the cell of the top left corner of its bounding box: `r1f@c4`. A position is the
players, the player to choose, and the ring from the neutral token on, clockwise:

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
from chowk.core.notation import shown
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
from chowk.games.patchwork.rules.quilt import CELL, FULL, NAMES, Mask, fits, lying, shapes, squared, turnings
from chowk.games.patchwork.rules.track import CENTRE, TRACKS

FORMATS: Final = (Format("turns", say("Turn by turn (buy 27 r1f @c4…)"), "txt"),)
LONGEST: Final = 1000
"""Maximum number of characters in the text of a position."""

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
    """Write the position in one line."""
    players = (f"{letter}:{_player(player)}" for letter, player in zip(LETTERS, position.players, strict=True))
    said = {
        "queue": ",".join(map(str, position.queue)) or "-",
        "hand": str(position.hand or ""),
        "single": str(position.single or ""),
        "tile": "" if position.tile == NOBODY else LETTERS[position.tile],
        "house": ",".join(f"{name}:{value}" for name, value in rules.house_told(position.house, edition).items()),
    }
    extras = (f"{name}={value}" for name, value in said.items() if value)
    return " ".join((*players, LETTERS[position.turn], *extras))


def read_position(text: str, edition: int = EDITION) -> Position:
    """Read a position; raise `TextError` if the text is invalid or the position could not arise."""
    if len(text) > LONGEST:
        raise TextError(say("This text is too long to be a position."))
    words = text.split()
    players = [_PLAYER.fullmatch(word) for word in words[:2]]
    if [parts and parts[1] for parts in players] != list(LETTERS) or words[2:3] not in (["A"], ["B"]):
        raise TextError(
            say(
                "A position begins with both players and whose turn it is, such as {example}.",
                example="A:0/5/- B:0/5/- A",
            )
        )
    values = dict(word.partition("=")[::2] for word in words[3:])
    if len(values) != len(words) - 3 or not values.keys() <= set(_KEYS) or "" in values.values():
        _wrong(" ".join(words[3:]))
    found = Position(
        turn=LETTERS.index(words[2]),
        players=(_read_player(players[0]), _read_player(players[1])),
        queue=_queue(values.get("queue", "")),
        hand=_number("hand", values, PATCHES),
        single=_number("single", values, range(1, CENTRE)),
        tile=_owner(values.get("tile", "")),
        house=_house(values.get("house", ""), edition),
    )
    _checked(found)
    return found


def write_move(position: Position, move: Move) -> str:
    """Write the move in the module's grammar."""
    if isinstance(move, Place):
        return f"{shapes(position.hand)[move.turned].turn}@{NAMES[move.at]}"
    if isinstance(move, Take):
        return f"buy:{move.patch}"
    return f"single@{NAMES[move.at]}" if isinstance(move, Single) else "advance"


def read_move(position: Position, text: str) -> Move:
    """Return the legal move for a text, with any turn that gives the same shape; `pass` means an advance."""
    wanted = text.strip().lower()
    move = ADVANCE if wanted in ("advance", "pass") else _meant(position, wanted)
    # Moves of two kinds with the same numbers are equal tuples, so a single patch must not pass for a purchase.
    if move is None or not any(move == legal and type(move) is type(legal) for legal in position.moves()):
        raise TextError(say("“{move}” is not a legal move here.", move=shown(text)))
    return move


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """Write the match turn by turn."""
    return turns.write(_TURNS, match, headers)


def read_games(text: str) -> tuple[Record, ...]:
    """Read the games in a text; raise `TextError` with its place if that fails."""
    return turns.read(_TURNS, text)


def read_variations(text: str) -> Variations:
    """Read the first game in a text with its comments; raise `TextError` if there is none."""
    return turns.read_commented(_TURNS, text)


def _meant(position: Position, wanted: str) -> Move | None:
    if found := _TAKE.fullmatch(wanted):
        return Take(int(found[1]))
    if found := _SINGLE.fullmatch(wanted):
        return Single(CELL[found[1]])
    if (found := _PLACE.fullmatch(wanted)) and position.hand:
        return Place(turnings(position.hand)[found[1]], CELL[found[2]])
    return None


def _player(player: PlayerState) -> str:
    # A quilt is written in the order in which it was sewn, if that is known: patches, then single ones.
    patches = (f"{patch}{shapes(patch)[turned].turn}@{NAMES[at]}" for patch, turned, at in player.sewn)
    singles = (f"single{space}@{NAMES[at]}" for space, at in player.lone)
    return f"{player.space}/{player.buttons}/{','.join((*patches, *singles)) or '-'}"


def _read_player(parts: re.Match[str] | None) -> PlayerState:
    assert parts is not None
    space, sewn, lone = int(parts[2]), list[Sewn](), list[Lone]()
    quilt = 0
    if space > CENTRE:
        _wrong(parts[0])
    for word in [] if parts[4] == "-" else parts[4].split(","):
        found = _SEWN.fullmatch(word)
        if found is None or (found[1] and int(found[1]) not in PATCHES):
            _wrong(word)
        mask = _lie(found, sewn, lone)
        if not mask:
            raise TextError(say("“{patch}” lies outside the quilt.", patch=shown(word)))
        if mask & quilt:
            raise TextError(say("“{patch}” lies on another patch.", patch=shown(word)))
        quilt |= mask
    income = sum(PATCHES[one.patch].income for one in sewn)
    return PlayerState(space, int(parts[3]), income, quilt, tuple(sewn), tuple(lone))


def _lie(found: re.Match[str], sewn: list[Sewn], lone: list[Lone]) -> Mask:
    """Return the cells of the patch that a word names, and add the patch to one of the lists."""
    if found[1] is None:
        lone.append(Lone(int(found[4]), CELL[found[5]]))
        return 1 << lone[-1].at
    patch = int(found[1])
    sewn.append(Sewn(patch, turnings(patch)[found[2]], CELL[found[3]]))
    return lying(*sewn[-1])


def _queue(text: str) -> tuple[PatchId, ...]:
    words = [] if text == "-" else text.split(",")
    for word in words:
        if not re.fullmatch(_NUMBER, word) or int(word) not in PATCHES:
            raise TextError(say("“{patch}” is not the number of a patch.", patch=shown(word)))
    return tuple(map(int, words))


def _number(name: str, values: Mapping[str, str], known: Container[int]) -> int:
    text = values.get(name, "")
    if text and (not re.fullmatch(_NUMBER, text) or int(text) not in known):
        _wrong(f"{name}={text}")
    return int(text or NONE)


def _owner(text: str) -> Seat:
    if text not in ("", *LETTERS):
        _wrong(f"tile={text}")
    return LETTERS.index(text) if text else NOBODY


def _house(text: str, edition: int) -> House:
    said = dict(pair.partition(":")[::2] for pair in text.split(",") if pair)
    wrong = any(option.chosen(said) != said[option.name] for option in rules.OPTIONS if option.name in said)
    if wrong or not said.keys() <= set(House._fields):
        _wrong(f"house={text}")
    return house(said, edition)


def _checked(found: Position) -> None:
    """Raise `TextError` for a position that could not arise."""
    known = [one.patch for player in found.players for one in player.sewn] + [*found.queue, found.hand or NONE]
    for patch in known:
        if known.count(patch) > 1:
            raise TextError(say("Patch {number} is there twice.", number=patch))
    _checked_turn(found)
    _checked_singles(found)
    _checked_tile(found)
    if found.hand and not fits(found.hand, found.own.quilt):
        raise TextError(say("The patch that is to be sewn on fits nowhere."))


def _checked_turn(found: Position) -> None:
    own, other = found.own.space, found.other.space
    if found.hand and (own == CENTRE or found.single):
        raise TextError(
            say("Only one thing is to be sewn on at a time, and nobody buys a patch at the end of the track.")
        )
    if found.single and (found.own.quilt == FULL or not other < found.single <= own):
        raise TextError(say("The single patch that is to be sewn on was not reached by the last move."))
    if not found.single and own > other:
        raise TextError(say("It is the turn of the player who is further behind."))


def _checked_singles(found: Position) -> None:
    known = [one.space for player in found.players for one in player.lone] + [found.single][: bool(found.single)]
    ahead = max(player.space for player in found.players)
    for space in known:
        if space not in TRACKS[found.house.track] or known.count(space) > 1 or space > ahead:
            raise TextError(say("Nobody can have the single patch from space {number}.", number=space))


def _checked_tile(found: Position) -> None:
    able = [seat for seat, player in enumerate(found.players) if squared(player.quilt)]
    if found.house.seven and found.tile not in (able or [NOBODY]):
        raise TextError(say("The bonus tile is with whoever first covered a square of 7 by 7 cells."))
    if not found.house.seven and found.tile != NOBODY:
        raise TextError(say("By these house rules there is no bonus tile."))


def _wrong(text: str) -> NoReturn:
    raise TextError(say("“{text}” does not fit this position of Patchwork.", text=shown(text)))


def _spread(word: str) -> str:
    """Write a move in several words: `r1f @c4`."""
    return word.replace(":", " ").replace("@", " @")


def _joined(tokens: Iterator[Word]) -> Iterator[Word]:
    """Join the words of a game turn by turn into moves."""
    for token in tokens:
        word = token.text.lower()
        joiner = ":" if word in ("buy", "take") else "" if word == "single" or _HAND.fullmatch(word) else None
        if joiner is None:
            yield token
            continue
        rest = next(tokens, None)
        if rest is None:
            raise TextError(say("“{move}” is not a whole move.", move=shown(token.text))).at(token.line, token.column)
        yield token._replace(text=token.text + joiner + rest.text)


def _letter(position: Position, seat: Seat) -> str:  # noqa: ARG001 - seats are called alike in every position
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
