"""Positions of Parcheesi as a line of text: write them and read them. `notation` describes the grammar."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.position import CHANCE, Seat
from chowk.games.parcheesi.rules import board
from chowk.games.parcheesi.rules.board import HOME, LETTERS, NEST, TRACK, Place
from chowk.games.parcheesi.rules.house import DOUBLES, OPTIONS, House, house, options
from chowk.games.parcheesi.rules.position import Position
from chowk.games.parcheesi.rules.state import NO_BLOCKADE, Pawns, paired_since

LONGEST: Final = 500
"""Maximum length of the text of a position, in characters."""
MOST_BONUSES: Final = 16
"""Maximum number of unused bonuses: for twelve pawns sent to their nests and four pawns brought home."""

_SEAT: Final = re.compile(r"([SWNE]):([^:\s]+)")
_DICE: Final = re.compile(r"\[([1-6](?:,[1-6]){1,3})\]")
_OUT: Final = -1


def write(position: Position, edition: int = EDITION) -> str:
    """Return the position as a line of text.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    seats = zip(position.sides, position.pawns, strict=True)
    words = [f"{LETTERS[side]}:{','.join(map(board.written, own))}" for side, own in seats]
    return " ".join([*words, LETTERS[position.side], _phase(position), *_extras(position, edition)])


def read(text: str, edition: int = EDITION) -> Position:
    """Read a position; raise `TextError` if the text is invalid or no game could reach the position.

    The text leaves out house rules that have their defaults. `edition` is the version of these defaults.
    """
    if len(text) > LONGEST:
        raise TextError(say("This text is too long to be a position."))
    words = text.split()
    players = [match for word in words if (match := _SEAT.fullmatch(word))]
    later_words = words[len(players) :]
    sides = tuple(LETTERS.index(match[1]) for match in players)
    if not 2 <= len(sides) <= 4 or len(set(sides)) < len(sides) or any(":" in word for word in later_words[:2]):
        raise TextError(say("A position begins with two to four players, such as S:n,n,5,h3 for the one at the south."))
    pawns = tuple(_pawns(match[2]) for match in players)
    _check_spaces(pawns)
    if len(later_words) < 2 or later_words[0] not in [LETTERS[side] for side in sides]:
        raise TextError(say("After the pawns, say whose turn it is by a letter, and what is due, such as “S roll”."))
    mover = [LETTERS[side] for side in sides].index(later_words[0])
    return _Reader(sides, pawns, mover, later_words[1], later_words[2:], edition).position()


class _Reader:
    """A reader of the second part of a position's text: the words for dice, bonuses, house rules and other data.

    Each method reads one kind of word, and raises `TextError` for faults.
    """

    def __init__(
        self,
        sides: tuple[int, ...],
        pawns: tuple[Pawns, ...],
        mover: Seat,
        phase: str,
        words: Sequence[str],
        edition: int,
    ) -> None:
        self.sides, self.pawns, self.mover, self.phase = sides, pawns, mover, phase
        self.bonuses = [int(word[1:]) for word in words if word in ("+10", "+20")]
        self.flags = {word for word in words if word in ("bound", "earned")}
        self.values = dict(word.split("=", 1) for word in words if "=" in word)
        known_count = len(self.bonuses) + len(self.flags) + len(self.values)
        unknown = [word for word in self.values if word not in _KNOWN]
        if known_count != len(words) or unknown or len(self.bonuses) > MOST_BONUSES:
            _wrong(" ".join(words))
        self.house = self._house(edition)

    def position(self) -> Position:
        """Return the position; raise `TextError` if the dice and bonuses do not fit the pawns."""
        opening = self._opening()
        dice = self._dice()
        dice_left = self._parts(dice)
        placed = self._placed()
        position = Position(
            turn=self.mover if dice or self.phase == "over" else CHANCE,
            mover=self.mover,
            pawns=self.pawns,
            dice=dice,
            parts=dice_left,
            bonuses=tuple(sorted(self.bonuses, reverse=True)),
            since=self._since(dice, dice_left),
            bound="bound" in self.flags and bool(dice_left),
            earned="earned" in self.flags,
            doubles=self._doubles(dice, dice_left),
            stood=self._stood(),
            placed=placed,
            opening=opening,
            sides=self.sides,
            house=self.house,
        )
        self._fits(position)
        return position

    def _fits(self, position: Position) -> None:
        if position.over != (self.phase == "over") or (position.mover in position.placed) != position.over:
            _wrong(self.phase)
        if position.over and position.placed[-1] != position.mover:
            _wrong(self.phase)
        if bool(position.dice) != bool(position.parts or position.bonuses) or (
            position.earned and not self.house.single
        ):
            _wrong(self.phase)

    def _house(self, edition: int) -> House:
        choices = dict(entry.partition(":")[::2] for entry in self.values.get("house", "").split(",") if entry)
        for option in OPTIONS:
            if option.name in choices and option.chosen(choices) != choices[option.name]:
                _wrong(choices[option.name])
        if not set(choices) <= set(House._fields):
            _wrong(self.values["house"])
        return house(choices, edition)

    def _opening(self) -> tuple[int, ...]:
        text = self.phase.removeprefix("throw=")
        if text == self.phase:
            return ()
        throws = tuple(_THROWS.get(word, 1) for word in text.split(","))
        due = [seat for seat, throw in enumerate(throws) if throw == 0]
        if len(throws) != len(self.sides) or 1 in throws or due[:1] != [self.mover]:
            _wrong(self.phase)
        if any(place != NEST for own in self.pawns for place in own):
            raise TextError(say("During the rolls to see who starts, all pawns are in their nests."))
        return throws

    def _dice(self) -> tuple[int, ...]:
        match = _DICE.fullmatch(self.phase)
        if match is None:
            if self.phase not in ("roll", "over") and not self.phase.startswith("throw="):
                _wrong(self.phase)
            return ()
        dice = tuple(map(int, match[1].split(",")))
        out = NEST not in self.pawns[self.mover]
        if len(dice) == 2 and dice[0] == dice[1] and out and not {"left", "since"} & self.values.keys():
            dice = (*dice, 7 - dice[0], 7 - dice[0])
        is_fourteen = len(dice) == 4 and out and dice[0] == dice[1] == 7 - dice[2] == 7 - dice[3]
        if len(dice) != 2 and not is_fourteen:
            _wrong(self.phase)
        return dice if len(dice) == 4 else (max(dice), min(dice))

    def _parts(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        text = self.values.get("left")
        if text is None:
            return dice
        counts = Counter(text.split(",")) if text != "-" else Counter()
        dice_left: list[int] = []
        for index, number in enumerate(dice):
            # Of equal dice the first dice are used first.
            if dice[index:].count(number) <= counts[str(number)]:
                dice_left.append(number)
        if Counter(map(str, dice_left)) != counts:
            _wrong(text)
        return tuple(dice_left)

    def _since(self, dice: tuple[int, ...], dice_left: tuple[int, ...]) -> tuple[Place, ...]:
        text = self.values.get("since")
        if text is None:
            fresh = bool(dice) and dice_left == dice
            return paired_since(self.pawns[self.mover], self.house, dice) if fresh else NO_BLOCKADE
        since = tuple(-1 if word == "-" else _place(word) for word in text.split(","))
        pairs = Counter(place for place in since if place != -1)
        if len(since) != 4 or not dice or any(count != 2 or not 0 <= place < HOME for place, count in pairs.items()):
            _wrong(text)
        # If only doubles keep a pair apart, other rolls do not remember the pair.
        return NO_BLOCKADE if self.house.together == DOUBLES and dice[0] != dice[1] else since

    def _doubles(self, dice: tuple[int, ...], dice_left: tuple[int, ...]) -> int:
        text = self.values.get("doubles", "0")
        same = bool(dice) and dice[0] == dice[1]
        if text not in ("0", "1", "2", "3") or (text != "0" and not self.house.thirds):
            _wrong(text)
        if self.house.thirds and dice and same != (text != "0"):
            _wrong(text)
        if text == "3" and not (dice and dice_left == dice and not self.bonuses):
            _wrong(text)
        return int(text)

    def _stood(self) -> tuple[tuple[tuple[Place, int], ...], ...]:
        if not self.house.stand:
            if "stood" in self.values:
                _wrong(self.values["stood"])
            return ()
        words = self.values.get("stood", "/".join("-" * len(self.sides))).split("/")
        if len(words) != len(self.sides):
            _wrong(self.values["stood"])
        return tuple(tuple(sorted(map(_age, word.split(",")))) if word != "-" else () for word in words)

    def _placed(self) -> tuple[Seat, ...]:
        home = [seat for seat, own in enumerate(self.pawns) if own == (HOME,) * 4]
        letters = [LETTERS[side] for side in self.sides]
        text = self.values.get("placed", "".join(letters[seat] for seat in home))
        if sorted(text) != sorted(letters[seat] for seat in home) or len(home) == len(self.sides):
            _wrong(text)
        if len(home) > 1 and not self.house.places:
            raise TextError(say("Only one player can have all pawns home."))
        return tuple(letters.index(letter) for letter in text)


_KNOWN: Final = ("left", "since", "doubles", "stood", "placed", "house")
_THROWS: Final[Mapping[str, int]] = {"-": 0, "x": _OUT, **{str(sum_): sum_ for sum_ in range(2, 13)}}
_SIGNS: Final[Mapping[int, str]] = {throw: sign for sign, throw in _THROWS.items()}


def _phase(position: Position) -> str:
    if position.over:
        return "over"
    if position.opening:
        return "throw=" + ",".join(_SIGNS[throw] for throw in position.opening)
    return f"[{','.join(map(str, position.dice))}]" if position.dice else "roll"


def _extras(position: Position, edition: int) -> list[str]:
    words = [text for write in _EXTRAS if (text := write(position))]
    return [*words, text] if (text := _house(position, edition)) else words


def _dice_left(position: Position) -> str:
    # With four pawns out and only two dice, the text must show that the dice are not a double of 14 points.
    dice, own = position.dice, position.pawns[position.mover]
    short = len(dice) == 2 and dice[0] == dice[1] and NEST not in own
    if position.parts == dice and not short:
        return ""
    return "left=" + (",".join(map(str, position.parts)) or "-")


def _bonuses(position: Position) -> str:
    return " ".join(f"+{bonus}" for bonus in position.bonuses)


def _since(position: Position) -> str:
    fresh = position.dice and position.parts == position.dice
    own = position.pawns[position.mover]
    plain = paired_since(own, position.house, position.dice) if fresh else NO_BLOCKADE
    if position.since == plain:
        return ""
    return "since=" + ",".join("-" if place == -1 else board.written(place) for place in position.since)


def _flags(position: Position) -> str:
    return " ".join(name for name, flag in (("bound", position.bound), ("earned", position.earned)) if flag)


def _doubles(position: Position) -> str:
    return f"doubles={position.doubles}" if position.doubles else ""


def _stood(position: Position) -> str:
    if not any(position.stood):
        return ""
    words = (",".join(f"{board.written(place)}:{age}" for place, age in ages) or "-" for ages in position.stood)
    return "stood=" + "/".join(words)


def _placed(position: Position) -> str:
    if len(position.placed) < 2:
        return ""
    return "placed=" + "".join(LETTERS[position.sides[seat]] for seat in position.placed)


def _house(position: Position, edition: int) -> str:
    house_options = options(position.house, edition)
    return "house=" + ",".join(f"{name}:{value}" for name, value in house_options.items()) if house_options else ""


_EXTRAS: Final[tuple[Callable[[Position], str], ...]] = (
    _dice_left,
    _bonuses,
    _since,
    _flags,
    _doubles,
    _stood,
    _placed,
)


def _pawns(text: str) -> Pawns:
    places = [_place(word) for word in text.split(",")]
    if len(places) != 4:
        raise TextError(say("“{pawns}” are not the places of four pawns.", pawns=excerpt(text)))
    first, second, third, fourth = places
    return first, second, third, fourth


def _place(text: str) -> Place:
    place = board.read(text)
    if place is None:
        raise TextError(
            say(
                "“{place}” is not a place for a pawn. Write n for the nest, 0 to 67 for the track, h1 to h7 for the "
                "home row, and H for home.",
                place=excerpt(text),
            )
        )
    return place


def _age(text: str) -> tuple[Place, int]:
    match = re.fullmatch(r"([^:]+):([0-9]{1,2})", text)
    place = _place(match[1]) if match else NEST
    if match is None or not 0 <= place < HOME:
        _wrong(text)
    return place, int(match[2])


def _check_spaces(pawns: Sequence[Pawns]) -> None:
    # No space holds more than two pawns, or pawns of two players.
    for seat, own in enumerate(pawns):
        for place in own:
            crowded = 0 <= place < HOME and own.count(place) > 2
            shared = 0 <= place < TRACK and any(place in rival for rival in pawns[seat + 1 :])
            if crowded or shared:
                raise TextError(
                    say("Space {space} holds more pawns than it can.", space=board.written(place)),
                )


def _wrong(text: Any) -> NoReturn:
    raise TextError(say("“{text}” does not fit this position of Parcheesi.", text=excerpt(str(text))))
