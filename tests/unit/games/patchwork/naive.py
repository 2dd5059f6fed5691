"""A second, simple implementation of Patchwork, by single cells and spaces. The tests compare the rules with it.

A quilt is a dictionary from (row, column) to the patch there. The ring of patches is a circle with gaps, and the
neutral token is on a gap. The game's own code is not used, and the patches come from a separate list.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Square = tuple[int, int]
Cells = frozenset[Square]

DATA = Path(__file__).parents[3] / "data" / "patchwork.json"
PATCHES: dict[int, dict[str, Any]] = {listed["id"]: listed for listed in json.loads(DATA.read_text())}
INCOME = (5, 11, 17, 23, 29, 35, 41, 47, 53)
SPECIAL = {"current": (26, 32, 38, 44, 50), "classic": (20, 26, 32, 44, 50)}
END = 53


@cache
def lies(patch: int) -> tuple[Cells, ...]:
    """Return every placement of a patch on an empty board, as sets of cells.

    They are found by trying all rotations, both sides and every offset.
    """
    placements = set()
    for side in (1, -1):
        cells = {(row, side * column) for row, column in PATCHES[patch]["cells"]}
        for _ in range(4):
            cells = {(column, -row) for row, column in cells}
            for down in range(-9, 18):
                for right in range(-9, 18):
                    moved = frozenset((row + down, column + right) for row, column in cells)
                    if all(0 <= row < 9 and 0 <= column < 9 for row, column in moved):
                        placements.add(moved)
    return tuple(placements)


@dataclass
class Side:
    """A player's state.

    `space` is the token's space on the track. `quilt` holds the patch on each covered cell. `bought` are the patches
    bought, and `paid` is the number of incomes that were paid.
    """

    space: int = 0
    buttons: int = 5
    quilt: dict[Square, int] = field(default_factory=dict)
    bought: list[int] = field(default_factory=list)
    paid: int = 0
    singles: int = 0

    def income(self) -> int:
        return int(sum(PATCHES[patch]["income"] for patch in self.bought))

    def full(self) -> bool:
        return len(self.quilt) == 81


class Table:
    """A game in progress. Each move changes the object."""

    def __init__(self, ring: tuple[int, ...], first: int, track: str, seven: bool) -> None:
        self.circle: list[int | None] = list(ring)
        self.gap = len(ring) - 1  # place of the neutral token in the circle
        self.sides = (Side(), Side())
        self.on_top = first
        self.specials = list(SPECIAL[track])
        self.tile: int | None = None
        self.seven = seven
        self.hand: int | None = None
        self.pending: int | None = None
        self.mover = first
        self.lost = 0

    def next_patches(self) -> list[int]:
        """Return all patches clockwise from the neutral token."""
        count = len(self.circle)
        clockwise = (self.circle[(self.gap + step) % count] for step in range(1, count + 1))
        return [patch for patch in clockwise if patch is not None]

    def over(self) -> bool:
        return all(side.space == END for side in self.sides) and self.hand is None and self.pending is None

    def choices(self) -> set[tuple[str, Any]]:
        """Return the legal moves, each as its kind and a value that depends on the kind.

        The value is a patch for `take`, the covered squares for `place`, a square for `single`, and None for `advance`.
        """
        me = self.sides[self.mover]
        if self.over():
            return set()
        if self.pending is not None:
            return {("single", (r, c)) for r in range(9) for c in range(9) if (r, c) not in me.quilt}
        if self.hand is not None:
            return {("place", lie) for lie in self.room(self.hand)}
        can_pay = [patch for patch in self.next_patches()[:3] if PATCHES[patch]["buttons"] <= me.buttons]
        return {("advance", None), *(("take", patch) for patch in can_pay if any(self.room(patch)))}

    def room(self, patch: int) -> Iterator[Cells]:
        quilt = self.sides[self.mover].quilt
        return (lie for lie in lies(patch) if lie.isdisjoint(quilt))

    def do(self, kind: str, choice: Any) -> None:
        """Make one of the legal moves, with the kind and the value that `choices` returns."""
        me, other = self.sides[self.mover], self.sides[1 - self.mover]
        if kind == "take":
            self.gap = self.circle.index(choice)
            self.circle[self.gap] = None
            me.buttons -= PATCHES[choice]["buttons"]
            self.hand = choice
        elif kind == "place":
            assert self.hand is not None
            me.quilt.update(dict.fromkeys(choice, self.hand))
            me.bought.append(self.hand)
            time, self.hand = PATCHES[self.hand]["time"], None
            self.look_for_square()
            self.walk(time, button_per_space=False)
        elif kind == "single":
            me.quilt[choice] = 0
            me.singles += 1
            self.pending = None
            self.look_for_square()
            self.whose_turn()
        else:
            self.walk(other.space - me.space + 1, button_per_space=True)

    def walk(self, steps: int, button_per_space: bool) -> None:
        """Move the player's time token, space by space, and carry out the effects of each space.

        If `button_per_space`, the player gets a button for each space.
        """
        me = self.sides[self.mover]
        for _ in range(steps):
            if me.space == END:
                break
            me.space += 1
            me.buttons += 1 if button_per_space else 0
            if me.space in INCOME:
                me.buttons += me.income()
                me.paid += 1
            if me.space in self.specials:
                self.specials.remove(me.space)
                if me.full():
                    self.lost += 1
                else:
                    self.pending = me.space
        self.on_top = self.mover
        if self.pending is None:
            self.whose_turn()

    def whose_turn(self) -> None:
        first, second = (side.space for side in self.sides)
        self.mover = self.on_top if first == second else 0 if first < second else 1

    def look_for_square(self) -> None:
        quilt = self.sides[self.mover].quilt
        for down in range(3):
            for right in range(3):
                is_covered = all((r + down, c + right) in quilt for r in range(7) for c in range(7))
                if is_covered and self.seven and self.tile is None:
                    self.tile = self.mover

    def scores(self) -> tuple[int, int]:
        first, second = (side.buttons - 2 * (81 - len(side.quilt)) for side in self.sides)
        return first + 7 * (self.tile == 0), second + 7 * (self.tile == 1)

    def winner(self) -> int:
        first, second = self.scores()
        return 1 - self.on_top if first == second else 0 if first > second else 1
