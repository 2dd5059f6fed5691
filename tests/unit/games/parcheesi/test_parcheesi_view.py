"""Test the view of Parcheesi: the places of sprites, highlights, and dice."""

from __future__ import annotations

import pytest

from chowk.core.message import english
from chowk.draw import motion
from chowk.draw.scene import BED, LINK, Sprite, keyed
from chowk.draw.shapes import Text, extent
from chowk.draw.timeline import Timeline, explained
from chowk.games.parcheesi import notation, rules
from chowk.games.parcheesi.rules import Position, Step, board
from chowk.games.parcheesi.rules.board import CELLS, GATES, HOME, NEST, ROW, SAFE, SPOTS, TRACK
from chowk.games.parcheesi.rules.pointing import reaches
from chowk.games.parcheesi.ui import art, view
from tests.unit.games.parcheesi.helpers import due, played

CELL_OF = {cell.spot: cell for row in view.cells() for cell in row}


def middle(spot: str) -> tuple[float, float]:
    cell = CELL_OF[spot]
    return cell.x + cell.width / 2, cell.y + cell.height / 2


def lit(position: Position, *picked: str) -> dict[str, Sprite]:
    return keyed(view.lit(position, picked))


def goals(position: Position, *picked: str) -> dict[str, str]:
    return {
        key.removeprefix("goal "): sprite.art
        for key, sprite in lit(position, *picked).items()
        if key.startswith("goal ")
    }


# The board ------------------------------------------------------------------------------------------------------------


def test_every_place_is_a_cell_of_its_own() -> None:
    assert set(CELL_OF) == set(SPOTS)
    assert len(CELL_OF) == TRACK + 4 * 7 + 4 + 4


def test_spaces_lie_in_the_grid_of_nineteen_by_nineteen_one_beside_the_other() -> None:
    for space in range(TRACK):
        cell = CELL_OF[f"space {space}"]
        assert (round(cell.x - view.EDGE, 6), round(cell.y - view.EDGE, 6)) == CELLS[space]
        (x, y), (nx, ny) = CELLS[space], CELLS[(space + 1) % TRACK]
        assert max(abs(nx - x), abs(ny - y)) == 1


def test_the_twelve_safe_spaces_carry_a_star() -> None:
    safe = [CELLS[space] for space in range(TRACK) if SAFE >> space & 1]
    assert len(safe) == 12
    with_stars, without = art.board(view.EDGE, CELLS, safe), art.board(view.EDGE, CELLS, [])
    field, bare = with_stars[-1], without[-1]
    assert len(field.shapes) - len(bare.shapes) == 12  # type: ignore[union-attr]
    assert view.ground() == with_stars


def test_a_star_has_eight_points() -> None:
    outline = art.star("bronze", "brass")[0].d  # type: ignore[union-attr]
    corners = [tuple(map(float, point.split())) for point in outline.strip("MZ").split("L")]
    far = [round((x * x + y * y) ** 0.5, 3) for x, y in corners]
    assert len(corners) == 16
    assert far.count(max(far)) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nests_rows_and_homes_are_in_the_colours_of_those_who_play(seats: int) -> None:
    position = rules.start(seats, {}, 5)
    scene = keyed(view.pieces(position))
    beds = {key for key, sprite in scene.items() if sprite.z <= BED}
    assert beds == {f"{kind} {name}" for kind in ("nest", "row", "entry", "gate", "home") for name in
                    ("red", "blue", "yellow", "green")[:seats]}  # fmt: skip
    for seat, side in enumerate(position.sides):
        name = ("red", "blue", "yellow", "green")[seat]
        nest, gate = scene[f"nest {name}"], scene[f"gate {name}"]
        assert (nest.x, nest.y) == pytest.approx(middle(board.spot(side, NEST)))
        assert (gate.x, gate.y) == pytest.approx(middle(f"space {GATES[side]}"))


def test_numbers_are_written_on_the_spaces_of_the_track_only() -> None:
    words = [shape.text for shape in view.labels() if isinstance(shape, Text)]
    assert words == [str(SPOTS[cell.spot][1]) for row in view.cells() for cell in row if SPOTS[cell.spot][0] is None]
    assert sorted(map(int, words)) == list(range(TRACK))


def test_drawings_stay_about_their_places() -> None:
    for side in ("red", "blue", "yellow", "green"):
        box = extent(view.ART[side])
        assert max(-box.left, -box.top, box.right, box.bottom) < 0.75


# Pawns ----------------------------------------------------------------------------------------------------------------


def test_pawns_stand_where_they_are_and_carry_their_owners_colour() -> None:
    position = due("5,h3,n,H", north="39,n,n,n")
    scene = keyed(view.pieces(position))
    assert [scene[f"red {pawn}"].spot for pawn in (1, 2, 3, 4)] == [
        "space 5", "row south 3", "nest south", "home south"
    ]  # fmt: skip
    north = next(sprite for key, sprite in scene.items() if sprite.spot == "space 39")
    assert north.art == "yellow"


def test_no_two_pawns_in_a_nest_or_home_stand_on_each_other() -> None:
    for own in ("n,n,n,n", "H,H,H,n", "12,12,h2,h2"):
        scene = view.pieces(due(own))
        stands = [
            (sprite.x, sprite.y)
            for sprite in scene
            if sprite.key.startswith("red ") and not sprite.key.startswith(LINK)
        ]
        assert len(set(stands)) == len(stands)


def test_a_blockade_is_two_pawns_joined_by_a_bar_and_a_single_pawn_is_not() -> None:
    links = [sprite for sprite in view.pieces(due("20,20,h4,h4")) if sprite.key.startswith(LINK)]
    assert {sprite.spot for sprite in links} == {"space 20", "row south 4"}
    assert {sprite.art for sprite in links} == {"red link"}
    assert not [sprite for sprite in view.pieces(due("20,21,n,n")) if sprite.key.startswith(LINK)]
    assert not [sprite for sprite in view.pieces(due("n,n,H,H")) if sprite.key.startswith(LINK)]


def test_a_pawn_lower_on_the_board_is_drawn_over_one_above_it() -> None:
    scene = keyed(view.pieces(due("2,3,n,n")))
    assert scene["red 1"].y > scene["red 2"].y
    assert scene["red 1"].z > scene["red 2"].z


# The player to move ---------------------------------------------------------------------------------------------------


def test_dice_and_a_ring_lie_in_the_nest_of_whoever_rolls_and_the_edge_shows_the_colour() -> None:
    for mover in range(4):
        position = rules.start(4, {"first": "seat"}, 0)._replace(mover=mover)
        scene = keyed(view.pieces(position))
        name = ("red", "blue", "yellow", "green")[mover]
        nest = CELL_OF[board.spot(position.sides[mover], NEST)]
        for key in ("die 1", "die 2", "die mat"):
            assert nest.x < scene[key].x < nest.x + nest.width
            assert nest.y < scene[key].y < nest.y + nest.height
        assert scene["die 1"].art == scene["die 2"].art == f"{name} die"
        edges = [sprite for key, sprite in scene.items() if key.startswith("die edge")]
        assert [sprite.art for sprite in edges] == [f"{name} edge {mover % 2}"]


def faces(position: Position) -> list[str]:
    scene = keyed(view.pieces(position))
    return [scene[key].art + ("" if scene[key].alpha == 1 else " used") for key in ("die 1", "die 2")]


def test_the_dice_show_the_roll_and_what_is_used_of_it() -> None:
    position = due("5,12,n,n", "6-3")
    assert faces(position) == ["die 6", "die 3"]
    assert faces(played(position, "5>11")) == ["die 6 used", "die 3"]


def test_a_double_of_fourteen_shows_the_upper_faces_and_then_the_lower_ones() -> None:
    position = due("8,30,H,H", "6-6")
    assert faces(position) == ["die 6", "die 6"]
    position = played(position, "8>14")
    assert faces(position) == ["die 6", "die 1"]
    position = played(position, "14>20")
    assert faces(position) == ["die 1", "die 1"]
    assert faces(played(position, "20>21"))[1] == "die 1 used"


def test_a_short_double_uses_up_one_die_after_the_other() -> None:
    position = due("8,n,H,H", "6-6")
    assert faces(played(position, "8>14")) == ["die 6", "die 6 used"]


def test_throws_for_who_starts_lie_in_the_nests_until_it_is_settled() -> None:
    position = played(rules.start(3, {}, 0), "[4,5] [6,6]")
    plates = {sprite.key: sprite.art for sprite in view.pieces(position) if sprite.key.startswith("die thrown")}
    assert plates == {"die thrown red": "thrown 9", "die thrown blue": "thrown 12"}
    settled = view.pieces(played(position, "[1,2]"))
    assert not [sprite for sprite in settled if sprite.key.startswith("die thrown")]


@pytest.mark.parametrize("before", ["", "[4,5] ", "[4,5] [6,6] "])
def test_throws_for_who_starts_tumble_and_can_be_read(before: str) -> None:
    position = played(rules.start(3, {}, 0), before)
    after = played(position, "[1,2]")
    scenes = view.pieces(position), view.pieces(after)
    timeline = Timeline(scenes[0], position.events(rules.Roll(2, 1)), scenes[1], middle)
    waiting = keyed(scenes[0])["die next 1"]
    spun = keyed(timeline.scene_at(0.3 * motion.DICE))["die next 1"]
    assert spun.angle > 90
    read = keyed(timeline.scene_at(motion.DICE + 0.5 * motion.READ))
    assert [read[f"die next {number}"].art for number in (1, 2)] == ["die 2", "die 1"]
    assert (read["die next 1"].x, read["die next 1"].y) == (waiting.x, waiting.y)
    # The total of the roll and the player to move appear only after there was time to read the dice.
    dice = {
        key: sprite for key, sprite in read.items() if key.startswith("die ") and sprite.alpha and "next" not in key
    }
    assert dice == {
        key: sprite for key, sprite in keyed(scenes[0]).items() if key.startswith("die ") and "next" not in key
    }
    assert timeline.scene_at(timeline.duration) == scenes[1]
    assert [cue.sound for cue in timeline.cues] == ["dice"]
    assert explained(scenes[0], position.events(rules.Roll(2, 1)), scenes[1])


def test_no_dice_lie_on_a_board_where_the_game_is_over() -> None:
    scene = keyed(view.pieces(played(due("h5,H,H,H", "4-3"), "h5>H")))
    assert "die 1" not in scene


# Possible moves -------------------------------------------------------------------------------------------------------


def test_goals_carry_what_they_consume() -> None:
    assert goals(due("5,30,n,n", "6-3"), "space 5") == {
        "space 8": "goal 3", "space 11": "goal 6", "space 14": "goal 9 6+3"
    }  # fmt: skip
    assert goals(due("12,30,n,n", bonus=20), "space 12") == {"space 32": "goal +20"}
    assert goals(due("n,n,n,n", "4-1"), "nest south") == {"space 5": "goal 5 4+1"}


def test_both_ways_at_the_gate_are_marked() -> None:
    assert goals(due("66,H,H,H", "4-3"), "space 66") == {
        "row south 1": "goal 3 in", "space 1": "goal 3 on",
        "row south 2": "goal 4 in", "space 2": "goal 4 on",
        "row south 5": "goal 7 4+3 in", "space 5": "goal 7 4+3 on",
    }  # fmt: skip
    laps_off = goals(due("66,H,H,H", "4-3", house="laps:off"), "space 66")
    assert laps_off["row south 5"] == "goal 7 4+3"


def test_four_moves_of_a_double_are_summed_up() -> None:
    lit_goals = goals(due("8,H,H,H", "6-6"), "space 8")
    assert lit_goals["space 22"] == "goal 14"
    assert lit_goals["space 14"] == "goal 6"


def test_beads_lie_along_the_way_and_on_no_goal() -> None:
    sprites = lit(due("5,30,n,n", "6-3"), "space 5")
    beads = {key.removeprefix("bead ") for key, sprite in sprites.items() if sprite.art == "bead"}
    assert beads == {f"space {space}" for space in (6, 7, 9, 10, 12, 13)}
    assert {sprite.x for key, sprite in sprites.items() if key == "bead space 6"} == {middle("space 6")[0]}


def test_a_goal_on_which_a_pawn_stands_hangs_beside_its_head() -> None:
    position = due("5,8,n,n", "6-3", west="11,n,n,n")
    sprites = lit(position, "space 5")
    for spot in ("space 8", "space 11"):
        goal = sprites[f"goal {spot}"]
        assert (goal.x, goal.y) != middle(spot)
        assert goal.spot == spot, "it stands for the spot, so that no other mark is laid there"


def test_nothing_is_lit_before_a_pawn_is_picked_or_the_dice_are_rolled() -> None:
    assert view.lit(due("5,30,n,n", "6-3"), ()) == ()
    assert view.lit(due("5,30,n,n"), ("space 5",)) == ()


def test_every_drawing_that_can_be_lit_exists() -> None:
    for high, low in rules.ROLLS:
        for own in ("8,30,h1,66", "60,64,67,n", "1,2,3,4", "n,n,n,n"):
            position = due(own, f"{high}-{low}")
            for place in set(position.pawns[0]):
                for sprite in view.lit(position, (board.spot(0, place),)):
                    assert sprite.art in view.ART


# Motion ---------------------------------------------------------------------------------------------------------------


def film(position: Position, move: str) -> tuple[Timeline, Position]:
    step = notation.read_move(position, move)
    after = position.play(step)
    scenes, events = (view.pieces(position), view.pieces(after)), position.events(step)
    assert explained(scenes[0], events, scenes[1])
    return Timeline(scenes[0], events, scenes[1], middle), after


def test_a_pawn_goes_along_the_track_and_not_across_the_board() -> None:
    timeline, after = film(due("5,n,n,n", "6-3"), "5>11")
    shown = [keyed(timeline.scene_at(timeline.duration * tick / 120))["red 1"] for tick in range(1, 120)]
    for space in range(6, 11):
        x, y = middle(f"space {space}")
        assert min(abs(sprite.x - x) + abs(sprite.y - y) for sprite in shown) < 0.3
    assert timeline.scene_at(timeline.duration) == view.pieces(after)


def test_a_bonus_of_twenty_takes_hardly_longer_than_a_six() -> None:
    short, _ = film(due("5,n,n,n", "6-3"), "5>11")
    long, _ = film(due("12,30,n,n", bonus=20), "12>32")
    assert long.duration < 1.5 * short.duration


def test_a_captured_pawn_flies_home_on_an_arc() -> None:
    timeline, after = film(due("8,n,n,n", "2-1", east="10,n,n,n"), "8>10")
    start, end = middle("space 10"), middle("nest east")
    away = []
    for tick in range(1, 60):
        sprite = keyed(timeline.scene_at(timeline.duration * tick / 60))["green 1"]
        cross = (end[0] - start[0]) * (sprite.y - start[1]) - (end[1] - start[1]) * (sprite.x - start[0])
        away.append(abs(cross) / ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5)
    assert max(away) > 1.5, "it leaves the straight line"
    assert keyed(view.pieces(after))["green 1"].spot == "nest east"


def test_forming_and_breaking_a_blockade_is_explained() -> None:
    _, after = film(due("5,8,n,n", "6-3"), "5>8")
    assert [sprite for sprite in view.pieces(after) if sprite.key.startswith(LINK)]
    _, apart = film(due("8,8,n,H", "6-3"), "8>14")
    assert not [sprite for sprite in view.pieces(apart) if sprite.key.startswith(LINK)]


def test_every_reach_that_is_lit_is_one_that_the_rules_know() -> None:
    position = due("66,12,n,H", "5-3")
    for place in (66, 12, NEST):
        assert set(goals(position, board.spot(0, place))) == {reach.spot for reach in reaches(position, place)}


def test_home_and_row_places_follow_their_side() -> None:
    for side, name in enumerate(board.NAMES):
        x, y = middle(f"home {name}")
        rx, ry = middle(f"row {name} 7")
        assert abs(x - rx) + abs(y - ry) < 1.6, "the row leads to its own home"
        assert SPOTS[f"row {name} 1"] == (side, ROW)
        assert SPOTS[f"home {name}"] == (side, HOME)


def test_a_step_is_named_by_its_spots() -> None:
    position = due("5,n,n,n", "6-3")
    assert view.spell(position)[Step(0, 11, (6,))] == ("space 5", "space 11")
    assert english(notation.FORMATS[0].label)
