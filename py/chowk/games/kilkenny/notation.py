"""Kilkenny Cats as text: positions, moves, and games turn by turn.

Squares are named on a grid of 16 by 16: the column's letter, a to p from the left, and the row's number, 1 to 16 from
the top. South's cats begin on g12 to j13; its mice are h1 and i1. Players are the letters of their sides: S, W, N and
E. A position is the players in order of play with their cats, then the player who rolls or moves, then the number to be
used:

    S:g12,h12,i1 N:g4,h4 S [5] quiet=7 house=rounds:100

* `S:g12,h12,i1`: a player's cats, in the order of rows; `S:-` for none; `?:c7` cats without an owner;
* `S`: the player to roll or to move;
* `roll`, or the number to be used, `[5]`; or, during the rolls for who starts, each player's roll, `throw=6,-,x`
  (`-` still to roll, `x` out);
* `quiet=7`: turns since a cat was captured or a mouse reached;
* `placed=S:1,E:4`: the seats' places, if play goes on for places and the cats alone do not show them;
* `house=rounds:100`: the house rules that differ from the defaults.

A move is `g12>b7` or, with a capture, `g12>l7x`. A roll is `[5]`, a lost turn `--`. A game turn by turn has the
form of `chowk.core.turns`:

    [Variant "Kilkenny Cats"]
    [Setup "S:g12,h12,i12,j12,g13,h13,i13,j13 N:g4,h4,i4,j4,g5,h5,i5,j5 S roll"]
    [Seed "7"]

    1. S [5] g12>b12
    2. N [1] g5>g6
    *
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NoReturn

from chowk.core import turns
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt, find_move
from chowk.core.position import CHANCE, Seat
from chowk.core.record import Record
from chowk.core.rule_options import FIRST
from chowk.core.seat_draw import LETTERS, OUT, Side, Throws
from chowk.core.variations import Variations
from chowk.games.api import Format
from chowk.games.kilkenny import rules
from chowk.games.kilkenny.rules import Move, Position, Roll, Step, board
from chowk.games.kilkenny.rules.board import CATS, FACES, NAMES, SQUARE, TABS, Mask
from chowk.games.kilkenny.rules.house import OPTIONS, House, changed_options, house, seated
from chowk.games.kilkenny.rules.state import done, standing

FORMATS: Final = (Format("turns", say("Turn by turn ([5] g12>b12…)"), "txt"),)
"""The formats in which a game can be exported."""
LONGEST: Final = 500
"""Maximum length of the text of a position, in characters."""
MOST_CATS: Final = 8
"""The number of cats that each player has at the start."""

_SEAT: Final = re.compile(r"([SWNE?]):(-|[a-p0-9,]+)")
_FACE: Final = re.compile(r"\[([1-6])\]")
_QUIET: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_PLACE: Final = re.compile(r"([SWNE]):([1-4])")
_NOBODY: Final = "?"
_THROWS: Final[Mapping[str, int]] = {"-": 0, "x": OUT, **{str(face): face for face in FACES}}
_SIGNS: Final[Mapping[int, str]] = {throw: sign for sign, throw in _THROWS.items()}
_RULESET: Final = Ruleset("kilkenny", rules, sys.modules[__name__])
_TURNS: Final = turns.TurnByTurn("Kilkenny Cats", _RULESET, lambda position: position.mover)


def write_position(position: Position, edition: int = EDITION) -> str:
    """Return the position as a line of text.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    letters = [*(LETTERS[side] for side in position.sides), _NOBODY]
    cats = zip(letters, (*position.cats, position.strays), strict=True)
    players = [f"{letter}:{_written(own)}" for letter, own in cats if own or letter != _NOBODY]
    due = f"[{position.die}]" if position.die else "roll"
    if position.opening:
        due = "throw=" + ",".join(_SIGNS[throw] for throw in position.opening)
    quiet = [f"quiet={position.quiet}"] if position.quiet else []
    house_rules = [f"{name}:{value}" for name, value in _house_options(position, edition).items()]
    if position.placed != standing(position) or sum(done(position, seat) for seat in range(position.seats)) > 1:
        quiet.append("placed=" + ",".join(_placed_words(position)))
    extras = [*quiet, *(["house=" + ",".join(house_rules)] if house_rules else [])]
    return " ".join([*players, LETTERS[position.side], due, *extras])


def read_position(text: str, edition: int = EDITION) -> Position:
    """Read a position; raise `TextError` if the text is invalid or no game could reach the position.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    if len(text) > LONGEST:
        raise TextError(say("This text is too long to be a position."))
    words = text.split()
    players = [match for word in words if (match := _SEAT.fullmatch(word))]
    later_words = words[len(players) :]
    letters = [match[1] for match in players]
    sides = tuple(LETTERS.index(letter) for letter in letters if letter != _NOBODY)
    if letters != [*(LETTERS[side] for side in sides), *letters[len(sides) :][:1]] or not _seated(sides):
        raise TextError(say("A position begins with two to four players, such as S:g12,h1 for the one at the south."))
    cats = tuple(_cats(match[2]) for match in players)
    values = dict(word.split("=", 1) for word in later_words[2:] if "=" in word)
    if len(later_words) < 2 or later_words[0] not in letters[: len(sides)]:
        raise TextError(say("After the cats, say whose turn it is by a letter, and what is due, such as “S roll”."))
    if len(values) != len(later_words) - 2 or not values.keys() <= {"quiet", "placed", "house"}:
        _wrong(" ".join(later_words[2:]))
    strays = cats[len(sides)] if len(cats) > len(sides) else 0
    mover = letters.index(later_words[0])
    house_rules = seated(_house(values.get("house", ""), edition), sides)
    position = _position(
        sides, cats[: len(sides)], strays, mover, later_words[1], values.get("quiet", "0"), house_rules
    )
    position = position._replace(
        placed=_placed(position, values["placed"]) if "placed" in values else standing(position)
    )
    _checked(position)
    return position


def write_move(position: Position, move: Move) -> str:
    """Return the move as one word, such as `g12>b7`."""
    return _writings(position, move)[0]


def read_move(position: Position, text: str) -> Move:
    """Return the legal move that a text names. A roll may also be `5`, and the x of a capture may be missing."""
    return find_move(position, text, _writings)


def write_game(match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:  # noqa: ARG001 - one format
    """Return the match as text, turn by turn.

    `form`, the name of a format, is ignored, because there is only this one.
    """
    return turns.write(_TURNS, match, headers)


def read_games(text: str) -> tuple[Record, ...]:
    """Read the games in a text; raise `TextError` with line and column if a game is invalid."""
    return turns.read(_TURNS, text)


def read_variations(text: str) -> Variations:
    """Read the first game in a text with its comments; raise `TextError` if there is no game."""
    return turns.read_commented(_TURNS, text)


def _writings(position: Position, move: Move) -> tuple[str, ...]:
    if isinstance(move, Roll):
        return f"[{move.face}]", str(move.face)
    if not isinstance(move, Step):
        return "--", "forfeit"
    marks = ("x", "") if position.occupied >> move.end & 1 else ("",)
    return tuple(f"{NAMES[move.start]}{sign}{NAMES[move.end]}{mark}" for sign in (">", "-") for mark in marks)


def _house_options(position: Position, edition: int) -> dict[str, str]:
    # Two players' letters imply their colours, unless the colours are mixed.
    options = changed_options(position.house, edition)
    if position.seats != 2 or not (position.house.mixed or edition == FIRST):
        options.pop("pair", None)
    return options


def _written(cats: Mask) -> str:
    return ",".join(NAMES[square] for square in board.squares(cats)) or "-"


def _seated(sides: Sequence[Side]) -> bool:
    # Players are in order of play, which is clockwise. Two players sit opposite (KR-06).
    steps = [(next_side - side) % 4 for side, next_side in pairwise(sides)]
    return 2 <= len(sides) <= 4 and (steps == [2] if len(sides) == 2 else sum(steps) < 4 and min(steps) > 0)


def _cats(text: str) -> Mask:
    names = [] if text == "-" else text.split(",")
    for name in names:
        if name not in SQUARE:
            raise TextError(say("“{square}” is not a square of this board.", square=excerpt(name)))
        if names.count(name) > 1:
            _crowded(name)
    if len(names) > MOST_CATS:
        raise TextError(say("No player has more than {count} cats.", count=MOST_CATS))
    return board.mask([SQUARE[name] for name in names])


def _position(
    sides: tuple[Side, ...],
    cats: tuple[Mask, ...],
    strays: Mask,
    mover: Seat,
    turn: str,
    quiet: str,
    house_rules: House,
) -> Position:
    die = _FACE.fullmatch(turn)
    opening = _opening(turn, len(sides), mover)
    if die is None and not opening and turn != "roll":
        _wrong(turn)
    if not _QUIET.fullmatch(quiet) or (quiet != "0" and house_rules.rounds == "0"):
        _wrong(f"quiet={quiet}")
    return Position(
        turn=mover if die else CHANCE,
        mover=mover,
        cats=cats,
        strays=strays,
        die=int(die[1]) if die else 0,
        quiet=int(quiet),
        opening=opening,
        sides=sides,
        house=house_rules,
    )


def _placed_words(position: Position) -> list[str]:
    places = zip(position.sides, position.placed, strict=True)
    return [f"{LETTERS[side]}:{place}" for side, place in places if place]


def _placed(position: Position, text: str) -> tuple[int, ...]:
    """Read each seat's place; raise `TextError` for places that do not fit the position's cats.

    A place is 0 for a seat that still plays.
    """
    letters = [LETTERS[side] for side in position.sides]
    words = [_PLACE.fullmatch(word) for word in text.split(",")]
    places = {word[1]: int(word[2]) for word in words if word}
    placed = tuple(places.get(letter, 0) for letter in letters)
    seats, finished = range(len(letters)), [seat for seat in range(len(letters)) if done(position, seat)]
    out = [seat for seat in seats if seat not in finished and not rules.playing(position, seat)]
    fits = (
        position.house.places
        and len(places) == len(words) == len(finished) + len(out)
        and places.keys() <= {*letters}
        and sorted(placed[seat] for seat in finished) == list(range(1, len(finished) + 1))
        and all(placed[seat] == len(seats) + 1 - sum(placed[other] >= placed[seat] for other in out) for seat in out)
    )
    if not fits:
        _wrong(f"placed={text}")
    return placed


def _opening(turn: str, seats: int, mover: Seat) -> Throws:
    if not turn.startswith("throw="):
        return ()
    throws = tuple(_THROWS.get(word, 7) for word in turn.removeprefix("throw=").split(","))
    if len(throws) != seats or max(throws) > 6 or 0 not in throws or throws.index(0) != mover:
        _wrong(turn)
    return throws


def _house(text: str, edition: int) -> House:
    choices = dict(entry.partition(":")[::2] for entry in text.split(",") if entry)
    wrong = any(option.chosen(choices) != choices[option.name] for option in OPTIONS if option.name in choices)
    if wrong or not choices.keys() <= set(House._fields):
        _wrong(f"house={text}")
    return house(choices, edition)


def _checked(position: Position) -> None:
    """Raise `TextError` if no game can reach the position with these cats and this player to move."""
    occupied = 0
    for own in (*position.cats, position.strays):
        for square in board.squares(own & occupied):
            _crowded(NAMES[square])
        occupied |= own
    homes = zip(position.sides, position.cats, strict=True)
    foreign = any(own & TABS & ~board.HOLES[side] for side, own in homes)
    if (foreign and not position.house.hunted) or position.strays & TABS:
        raise TextError(say("A cat stands on a mouse that is not its own."))
    both = sum(
        own & board.HOLES[side] == board.HOLES[side] for side, own in zip(position.sides, position.cats, strict=True)
    )
    if both > (len(position.sides) - 1 if position.house.places else 1):
        raise TextError(say("Only one player can have cats on both mice."))
    if position.strays and len(position.sides) != 3:
        raise TextError(say("Cats that belong to nobody are only in games for three."))
    if position.opening and (position.cats != tuple(CATS[side] for side in position.sides) or position.quiet):
        raise TextError(say("During the rolls to see who starts, all cats are where they begin."))
    if not rules.ending(position) and not position.opening and not rules.playing(position, position.mover):
        raise TextError(say("It is the turn of a player who is out."))


def _crowded(name: str) -> NoReturn:
    raise TextError(say("On {square} stands more than one cat.", square=name))


def _wrong(text: str) -> NoReturn:
    raise TextError(say("“{text}” does not fit this position of Kilkenny Cats.", text=excerpt(text)))
