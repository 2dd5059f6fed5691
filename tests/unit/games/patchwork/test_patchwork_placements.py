"""Test Patchwork's patches and placements, by counts of the data and by a brute-force search."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from chowk.games.patchwork.rules import quilt
from chowk.games.patchwork.rules.patches import LAST, PATCHES
from chowk.games.patchwork.rules.quilt import (
    BLOCKS,
    CELL,
    FULL,
    NAMES,
    TURNS,
    cells,
    fits,
    placement_mask,
    placements,
    shape_by_turn,
    shapes,
)

Square = tuple[int, int]
LISTED: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "patchwork.json").read_text())
# patch -> orientations and placements on an empty board, from section 2.2 of the rules
COUNTS = {
    1: (2, 144), 2: (4, 256), 3: (2, 126), 4: (4, 256), 5: (4, 224), 6: (4, 224), 7: (2, 108), 8: (8, 448), 9: (8, 448),
    10: (1, 64), 11: (4, 224), 12: (4, 224), 13: (8, 448), 14: (8, 384), 15: (8, 384), 16: (2, 90), 17: (1, 49),
    18: (4, 196), 19: (8, 384), 20: (4, 196), 21: (4, 168), 22: (4, 168), 23: (4, 168), 24: (4, 192), 25: (4, 192),
    26: (4, 196), 27: (4, 168), 28: (4, 192), 29: (8, 392), 30: (8, 384), 31: (2, 70), 32: (2, 98), 33: (2, 84),
}  # fmt: skip


def brute_force(squares: list[list[int]]) -> set[frozenset[Square]]:
    """Return every set of cells of the board that is congruent to the shape `squares`.

    Two sets are congruent if their cells can be paired so that all distances are equal. The search builds such a
    pairing cell by cell, without rotations or reflections.
    """
    placements: set[frozenset[Square]] = set()
    targets = [(row, column) for row, column in squares]
    board = [(row, column) for row in range(9) for column in range(9)]

    def far(first: Square, second: Square) -> int:
        down, right = first[0] - second[0], first[1] - second[1]
        return down * down + right * right

    def extend(chosen: list[Square]) -> None:
        if len(chosen) == len(targets):
            placements.add(frozenset(chosen))
            return
        new = targets[len(chosen)]
        reach = max(abs(new[0] - targets[0][0]), abs(new[1] - targets[0][1])) if chosen else 0
        for cell in board if not chosen else around(chosen[0], reach):
            if all(far(cell, old) == far(new, targets[index]) for index, old in enumerate(chosen)):
                extend([*chosen, cell])

    extend([])
    return placements


def around(cell: Square, reach: int) -> list[Square]:
    rows = range(max(0, cell[0] - reach), min(9, cell[0] + reach + 1))
    return [(row, column) for row in rows for column in range(max(0, cell[1] - reach), min(9, cell[1] + reach + 1))]


def squares_of(mask: int) -> frozenset[Square]:
    return frozenset(divmod(cell, 9) for cell in cells(mask))


# The data -----------------------------------------------------------------------------------------------------------


def test_the_patches_are_those_of_the_list() -> None:
    assert [listed["id"] for listed in LISTED] == list(PATCHES) == list(range(1, 34))
    for listed in LISTED:
        patch = PATCHES[listed["id"]]
        assert (patch.price, patch.time, patch.income) == (listed["buttons"], listed["time"], listed["income"])
        assert squares_of(shapes(listed["id"])[0].mask) == {tuple(cell) for cell in listed["cells"]}
        assert patch.area == len(listed["cells"])


def test_the_sums_are_those_of_the_box() -> None:
    patches = PATCHES.values()
    assert len(patches) == 33
    assert sum(patch.area for patch in patches) == 166
    assert sum(patch.price for patch in patches) == 133
    assert sum(patch.time for patch in patches) == 107
    assert sum(patch.income for patch in patches) == 38


def test_the_counts_of_areas_prices_times_and_incomes() -> None:
    patches = PATCHES.values()
    assert Counter(patch.area for patch in patches) == {2: 1, 3: 3, 4: 7, 5: 9, 6: 10, 7: 2, 8: 1}
    assert Counter(patch.price for patch in patches) == {0: 1, 1: 5, 2: 7, 3: 5, 4: 3, 5: 3, 6: 1, 7: 4, 8: 1, 10: 3}
    assert Counter(patch.time for patch in patches) == {1: 4, 2: 9, 3: 7, 4: 5, 5: 4, 6: 4}
    assert Counter(patch.income for patch in patches) == {0: 11, 1: 10, 2: 8, 3: 4}


def test_what_five_buttons_buy() -> None:
    cheap = [patch for patch in PATCHES.values() if patch.price <= 5]
    assert len(cheap) == 24
    assert Counter(patch.income for patch in cheap)[2] == 4
    assert Counter(patch.income for patch in cheap)[3] == 0


def test_thirty_shapes_of_which_three_occur_twice() -> None:
    kinds: dict[frozenset[frozenset[Square]], list[int]] = {}
    for patch in PATCHES:
        kinds.setdefault(frozenset(squares_of(shape.mask) for shape in shapes(patch)), []).append(patch)
    assert len(kinds) == 30
    assert sorted(ids for ids in kinds.values() if len(ids) > 1) == [[2, 4], [6, 11], [8, 9]]


def test_the_one_of_two_cells() -> None:
    assert [patch for patch in PATCHES if PATCHES[patch].area == 2] == [LAST]


# Placements ---------------------------------------------------------------------------------------------------------


def test_there_are_144_shapes_when_turned() -> None:
    assert sum(len(shapes(patch)) for patch in PATCHES) == 144
    assert Counter(len(shapes(patch)) for patch in PATCHES) == {1: 2, 2: 7, 4: 16, 8: 8}


def test_there_are_7349_placements_on_an_empty_board() -> None:
    counts = {patch: len(placements(patch)) for patch in PATCHES}
    assert sum(counts.values()) == 7349
    assert min(counts.values()) == counts[17] == 49
    assert [patch for patch in PATCHES if counts[patch] == max(counts.values())] == [8, 9, 13]


@pytest.mark.parametrize("patch", PATCHES)
def test_each_lies_as_brute_force_finds(patch: int) -> None:
    expected = brute_force(LISTED[patch - 1]["cells"])
    masks = [lie.mask for lie in placements(patch)]
    assert {squares_of(mask) for mask in masks} == expected
    assert len(masks) == len(expected)
    assert (len(shapes(patch)), len(masks)) == COUNTS[patch]


@pytest.mark.parametrize("patch", PATCHES)
def test_each_has_its_own_cells_and_a_corner_to_name_it_by(patch: int) -> None:
    for lie in placements(patch):
        covered = squares_of(lie.mask)
        assert len(covered) == PATCHES[patch].area
        assert divmod(lie.corner, 9) == (min(row for row, _ in covered), min(column for _, column in covered))
        assert placement_mask(patch, lie.turned, lie.corner) == lie.mask
    placed = {(lie.turned, lie.corner) for lie in placements(patch)}
    for number, corner in product(range(len(shapes(patch))), range(81)):
        assert bool(placement_mask(patch, number, corner)) == ((number, corner) in placed)


def test_turns_go_clockwise_and_mirror_first() -> None:
    # Patch 14 is ### with ## below its right end, shifted. All its eight orientations differ.
    looks = [
        "###. ..##",
        ".# .# ## #.",
        "##.. .###",
        ".# ## #. #.",
        ".### ##..",
        "#. ## .# .#",
        "..## ###.",
        "#. #. ## .#",
    ]
    for turn, look in zip(TURNS, looks, strict=True):
        shape = shapes(14)[shape_by_turn(14)[turn]]
        rows = [
            [".", "#"][(row, column) in shape.squares] for row in range(shape.height) for column in range(shape.width)
        ]
        assert "".join(rows) == look.replace(" ", ""), turn
        assert shape.turn == turn


def test_turns_that_give_the_same_shape_are_one() -> None:
    assert [shape.turn for shape in shapes(17)] == ["r0"]
    assert set(shape_by_turn(17).values()) == {0}
    assert [shape.turn for shape in shapes(1)] == ["r0", "r1"]
    assert [shape_by_turn(1)[turn] for turn in TURNS] == [0, 1, 0, 1, 0, 1, 0, 1]
    for patch in PATCHES:
        for turn, number in shape_by_turn(patch).items():
            assert quilt.turned(shapes(patch)[0].squares, turn) == shapes(patch)[number].squares


def test_a_patch_fits_as_long_as_one_place_is_left() -> None:
    for patch in PATCHES:
        assert fits(patch, 0)
        assert not fits(patch, FULL)
        for lie in placements(patch)[::17]:
            assert fits(patch, FULL & ~lie.mask)
            assert not fits(patch, FULL & ~(lie.mask & lie.mask - 1))


# The board ----------------------------------------------------------------------------------------------------------


def test_cells_have_names() -> None:
    assert len(NAMES) == len(CELL) == 81
    assert (NAMES[0], NAMES[8], NAMES[72], NAMES[80], NAMES[40]) == ("a1", "i1", "a9", "i9", "e5")


def test_nine_squares_of_seven_by_seven() -> None:
    assert len(set(BLOCKS)) == 9
    for number, block in enumerate(BLOCKS):
        top, left = divmod(number, 3)
        assert squares_of(block) == set(product(range(top, top + 7), range(left, left + 7)))
