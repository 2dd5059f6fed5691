"""Test the view of Kilkenny Cats: the places of sprites, highlights, and dice."""

from __future__ import annotations

from itertools import product

import pytest

from chowk.draw.scene import keyed
from chowk.draw.shapes import Text, extent
from chowk.draw.timeline import Timeline, explained
from chowk.games.kilkenny import rules
from chowk.games.kilkenny.rules.board import NAMES, SQUARES
from chowk.games.kilkenny.ui import view
from tests.unit.games.kilkenny.helpers import due, played, rolled, step

CELLS = {cell.spot: cell for row in view.cells() for cell in row}


def test_every_square_is_a_cell_of_its_own_on_the_grid() -> None:
    assert list(CELLS) == [NAMES[place] for place in SQUARES]
    for place in SQUARES:
        cell = CELLS[NAMES[place]]
        assert (round(cell.x - view.EDGE, 9), round(cell.y - view.EDGE, 9)) == (place % 16, place // 16)


def test_mice_are_in_their_owners_colours_and_only_those_in_play() -> None:
    def mice(seats: int, **options: str) -> dict[str, str]:
        scene = view.pieces(rules.start(seats, options, 0))
        return {sprite.key: sprite.art for sprite in scene if sprite.key.startswith("mouse ")}

    assert mice(2) == {"mouse h1": "red mouse", "mouse i1": "red mouse",
                       "mouse h16": "yellow mouse", "mouse i16": "yellow mouse"}  # fmt: skip
    assert mice(2, pair="west") == {"mouse p8": "blue mouse", "mouse p9": "blue mouse",
                                    "mouse a8": "green mouse", "mouse a9": "green mouse"}  # fmt: skip
    assert set(mice(2, pair="mixed").values()) == {"red mouse", "blue mouse"}
    assert len(mice(3)) == 6
    assert mice(4)["mouse p8"] == "blue mouse"
    assert mice(4)["mouse a9"] == "green mouse"


def test_a_cat_on_its_mouse_sleeps_and_one_on_another_does_not() -> None:
    scene = keyed(view.pieces(due(S="(7,0) (3,3) (7,15)", N="(1,1)", extra="house=hunted:on")))
    assert scene["h1"].art == "red home"
    assert scene["d4"].art == scene["h16"].art == "red"
    assert scene["b2"].art == "yellow"


def test_the_die_lies_at_the_players_right_hand_in_the_players_colour() -> None:
    position = rules.start(4, {}, 0)._replace(mover=0)
    south = keyed(view.pieces(position))["die 1"]
    assert south.art == "red die"
    assert keyed(view.pieces(rolled(position, 5)))["die 1"].art == "red die 5"
    west = keyed(view.pieces(position._replace(mover=1)))["die 1"]
    assert west.art == "blue die"
    assert (south.x > 15, south.y > 15, west.x < 1, west.y > 15) == (True, True, True, True)


def test_the_die_covers_no_square() -> None:
    for mover in range(4):
        die = keyed(view.pieces(rules.start(4, {}, 0)._replace(mover=mover)))["die 1"]
        for cell in CELLS.values():
            apart = max(abs(cell.x + 0.5 - die.x), abs(cell.y + 0.5 - die.y))
            assert apart >= 1


def test_throws_for_who_starts_lie_open_until_it_is_settled() -> None:
    position = rules.start(3, {"first": "throw"}, 0)
    arts = {
        sprite.key: sprite.art for sprite in view.pieces(played(position, "[2] [5]")) if sprite.key.startswith("die ")
    }
    assert arts == {"die red": "red die 2", "die 1": "blue die 5", "die next": "yellow die"}
    start = {sprite.key: sprite.art for sprite in view.pieces(position) if sprite.key.startswith("die ")}
    assert start == {"die 1": "red die"}


def test_the_ways_of_a_picked_cat_are_lit_and_only_exact_ends_are_solid() -> None:
    lit = {sprite.key: sprite.art for sprite in view.lit(due(3, S="(7,6) (7,8)", N="(7,3) (4,6)"), ("h7",))}
    assert {key for key, name in lit.items() if name == "way end"} == {
        "way k4", "way k7", "way k10", "way e4", "way e10"
    }  # fmt: skip
    assert {key for key, name in lit.items() if name == "way take"} == {"way h4", "way e7"}
    assert {key for key, name in lit.items() if name == "way stop"} == {"way h9"}
    assert lit["way h6"] == "way"


def test_nothing_is_lit_before_a_cat_is_picked_or_the_die_is_rolled() -> None:
    assert view.lit(due(3, S="(7,6)", N="(1,1)"), ()) == ()
    assert view.lit(due(S="(7,6)", N="(1,1)"), ("h7",)) == ()


def test_a_capture_leaves_a_cloud_of_dust_and_then_nothing() -> None:
    position = due(3, S="(7,6)", N="(7,3) (1,1)")
    move = step((7, 6), (7, 3))
    before, after = view.pieces(position), view.pieces(position.play(move))
    assert explained(before, position.events(move), after)
    middle = {cell.spot: (cell.x + 0.5, cell.y + 0.5) for cell in CELLS.values()}
    timeline = Timeline(before, position.events(move), after, middle.__getitem__)
    arts = [sprite.art for share in range(1, 20) for sprite in timeline.scene_at(timeline.duration * share / 20)]
    assert "mark dust" in arts
    assert timeline.scene_at(timeline.duration) == after


def test_every_drawing_that_stands_on_a_square_stays_about_it() -> None:
    for name, drawing in view.ART.items():
        if " start" not in name:
            box = extent(drawing)
            assert max(-box.left, -box.top, box.right, box.bottom) < 0.85, name


def test_the_names_of_columns_and_rows_are_written_once_each() -> None:
    words = [shape.text for shape in view.labels() if getattr(shape, "fill", "") in ("letter", "chalk")]  # type: ignore[union-attr]
    assert sorted(words) == sorted([*"bcdefghijklmno", *map(str, range(2, 16))])
    assert view.label(CELLS["h1"]) == ()


@pytest.mark.parametrize("turns", range(4))
def test_no_die_covers_a_name_of_a_column_or_row(turns: int) -> None:
    names = [shape for shape in view.labels(turns) if isinstance(shape, Text)]
    assert len(names) > 50
    starts = [rules.start(players, {"first": "throw"}, 0) for players in (2, 3, 4)]
    thrown = played(starts[-1], "[1] [2] [3]")
    before_a_roll = [start._replace(opening=(), mover=seat) for start in starts for seat in range(len(start.sides))]
    for position in (thrown, *before_a_roll):
        dice = [sprite for sprite in view.pieces(position, turns) if sprite.key.startswith("die ")]
        assert dice
        for die, name in product(dice, names):
            beside = abs(name.x - die.x) >= 0.5 + 0.35 * name.size * len(name.text)
            assert beside or abs(name.y - die.y) >= 0.5 + 0.5 * name.size, (die.key, name.text)
