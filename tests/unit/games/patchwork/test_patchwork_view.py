"""Test the view of Patchwork: placed patches, the tape round the quilt, and the patch held over it."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

from chowk.core.match import Match
from chowk.core.message import english
from chowk.draw import svg
from chowk.draw.timeline import Timeline, drawable_events, explained
from chowk.games.patchwork import notation, rules
from chowk.games.patchwork.rules import Place, Position, Single, Take
from chowk.games.patchwork.rules.facts import forecast
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import CELL, NAMES, cells, placement_mask, shapes
from chowk.games.patchwork.ui import speech, trial, view
from tests.unit.games.patchwork.helpers import RULESET, all_but, cover, state

START = rules.start(2, {"first": "first"}, 7)
PLACES = [cell.spot for row in view.cells() for cell in row]


def walk(seed: int) -> list[tuple[Position, rules.Move]]:
    """Return the positions of a random game, each with the move that was played in it."""
    rng = Random(seed)
    match: Match[Position, rules.Move] = Match(RULESET, rules.start(2, {}, seed), seed)
    steps = []
    while match.outcome() is None:
        move = rng.choice(match.position.moves())
        steps.append((match.position, move))
        match.play(move)
    return steps


# Boards -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_players_board_shows_the_own_patches_alone(seat: int) -> None:
    for position, _ in walk(3)[::7]:
        player = position.players[seat]
        keys = {sprite.key for sprite in view.player_view(seat).pieces(position)}
        own = {f"patch {piece.patch}" for piece in player.sewn} | {f"single {lone.space}" for lone in player.lone}
        other = position.players[1 - seat]
        assert own <= keys
        assert not keys & {f"patch {piece.patch}" for piece in other.sewn}
        assert {"token 0", "token 1"} <= keys


def test_the_whole_table_shows_both_quilts() -> None:
    position = walk(3)[-1][0]
    keys = {sprite.key for sprite in view.pieces(position)}
    assert {f"patch {piece.patch}" for player in position.players for piece in player.sewn} <= keys
    assert view.SIZE[0] == pytest.approx(2 * view.SIZE[1])


def test_a_patch_lies_over_the_cells_that_it_covers() -> None:
    board = view.player_view(0)
    cells_by_name = {cell.spot: cell for row in board.cells() for cell in row}
    for position, _ in walk(5)[::9]:
        for piece in position.players[0].sewn:
            sprite = next(sprite for sprite in board.pieces(position) if sprite.key == f"patch {piece.patch}")
            covered = [
                cells_by_name[NAMES[cell]] for cell in cells(placement_mask(piece.patch, piece.turned, piece.cell))
            ]
            middle_x = (min(cell.x for cell in covered) + max(cell.x + 1 for cell in covered)) / 2
            middle_y = (min(cell.y for cell in covered) + max(cell.y + 1 for cell in covered)) / 2
            assert (sprite.x, sprite.y) == pytest.approx((middle_x, middle_y))


def test_the_tape_runs_round_the_quilt_once() -> None:
    for board in (view.player_view(0), view.player_view(1)):
        spaces = [board.space(space) for space in range(54)]
        assert len(set(spaces)) == 54
        for space, next_space in pairwise(spaces):
            step = abs(space[0] - next_space[0]) + abs(space[1] - next_space[1])
            assert step == pytest.approx(board.SIZE[0] / 15), "each space is beside the next"


def test_tokens_on_one_space_are_both_to_be_seen_and_the_later_one_is_on_top() -> None:
    board = view.player_view(0)
    for turn in (0, 1):
        scene = {sprite.key: sprite for sprite in board.pieces(state((9, 9), turn=turn, market=(1,)))}
        first, second = scene["token 0"], scene["token 1"]
        assert (first.x, first.y) != (second.x, second.y)
        assert (first.z > second.z) == (turn == 0)


@pytest.mark.parametrize(("track", "spaces"), [("current", (32, 38, 44, 50)), ("classic", (32, 44, 50))])
def test_single_patches_lie_on_the_tape_until_somebody_passes(track: str, spaces: tuple[int, ...]) -> None:
    scene = view.player_view(0).pieces(state((26, 30), track=track, market=(1,)))
    assert {sprite.key for sprite in scene if sprite.art == "single"} == {f"single {space}" for space in spaces}


def test_events_explain_what_each_player_sees() -> None:
    for position, move in walk(11):
        after = position.play(move)
        for seat in (0, 1):
            pieces = view.player_view(seat).pieces
            events = drawable_events(pieces(position), position.events(move), pieces(after))
            motion = Timeline(pieces(position), events, pieces(after), dict.fromkeys(PLACES, (1.0, 1.0)).__getitem__)
            assert motion.scene_at(motion.duration) == pieces(after)
            if position.turn == seat:
                assert explained(pieces(position), events, pieces(after))


# Drawings -----------------------------------------------------------------------------------------------------


def test_every_shape_of_every_patch_has_its_drawings() -> None:
    names = list(view.ART)
    assert len([name for name in names if name.startswith("patch ")]) == 144
    assert all(name in view.ART for name in names)
    assert "patch 99 r0" not in view.ART
    with pytest.raises(KeyError):
        view.ART["patch 99 r0"]


def test_no_two_patches_are_cut_from_one_cloth() -> None:
    fabrics = {patch: view.fabric(patch) for patch in PATCHES}
    assert len(set(fabrics.values())) == len(PATCHES)
    for first, second in combinations(PATCHES, 2):
        if {shape.squares for shape in shapes(first)} == {shape.squares for shape in shapes(second)}:
            assert fabrics[first][1] != fabrics[second][1], "patches of one shape differ by their pattern"


def test_a_patch_carries_as_many_buttons_as_it_brings_however_it_is_turned() -> None:
    for patch, about in PATCHES.items():
        for shape in shapes(patch):
            on = view._buttons(patch, shape.turn)
            assert len(on) == about.income
            assert set(on) <= set(shape.squares)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_pictures_of_quilts_can_be_drawn(theme: str) -> None:
    position = walk(3)[-1][0]
    for seat in (0, 1):
        ground, scene, frame = view.board_picture(position, seat)
        text = svg.scene(view.player_view(seat), ground, scene, frame, theme, "q-")
        assert text.startswith("<svg ")
        assert text.count("<use ") >= len(position.players[seat].sewn)


# The held patch -----------------------------------------------------------------------------------------------


def held(position: Position, *picks: str) -> dict[str, str]:
    scene = view.player_view(position.turn).tried(position, picks, trial.moves(position, picks))
    return {sprite.key: sprite.art for sprite in scene}


def test_what_is_held_is_framed_where_it_fits_and_hatched_where_not() -> None:
    position = START.play(Take(33)).play(Place(0, CELL["b2"]))._replace(turn=0)
    fits = held(position, "patch 6", "turned r0", "a7")
    assert (fits["held"], fits["held frame"]) == ("patch 6 r0", "held 6 r0")
    barred = held(position, "patch 6", "turned r0", "b2")
    assert barred["held frame"] == "barred 6 r0"
    clashes = {key.removeprefix("clash ") for key in barred if key.startswith("clash ")}
    refused = trial.refusal(position, ("patch 6", "turned r0", "b2"))
    assert refused is not None
    assert clashes == set(refused.cause)


def test_the_way_of_the_token_is_lit_as_far_as_it_goes() -> None:
    board = view.player_view(0)
    for picks in (("patch 33", "turned r0", "b2"), ("patch 6", "turned r1", "c4"), ("advance",)):
        scene = board.tried(START, picks, trial.moves(START, picks))
        move = trial.moves(START, picks)[0]
        end = forecast(START, move).space
        lit = {sprite.key for sprite in scene if sprite.art == "way"}
        assert lit == {f"way {space}" for space in range(1, end + 1)}
        (going,) = (sprite for sprite in scene if sprite.key == "going")
        x, y = board.space(end)
        assert abs(going.x - x) + abs(going.y - y) < board.SIZE[0] / 15


def test_a_preview_is_where_the_patch_then_is() -> None:
    for position, _ in walk(8)[::5]:
        seat, board = position.turn, view.player_view(position.turn)
        for spot, near in trial.offers(position):
            picks = trial.point(position, (), spot) if near else ()
            moves = trial.moves(position, picks)
            if len(moves) != 2:
                continue
            ghost = next(sprite for sprite in board.tried(position, picks, moves) if sprite.key == "held")
            after = position.play(moves[0]).play(moves[1])
            real = next(sprite for sprite in board.pieces(after) if sprite.key == spot)
            assert (ghost.x, ghost.y, ghost.art) == (real.x, real.y, real.art)
            going = next(sprite for sprite in board.tried(position, picks, moves) if sprite.key == "going")
            token = next(sprite for sprite in board.pieces(after) if sprite.key == f"token {seat}")
            assert (going.x, going.y) == (token.x, token.y)


def test_single_patches_are_held_over_empty_cells() -> None:
    position = state((26, 20), quilts=(cover("(0,0)-(4,4)"), 0), single=26, market=(1, 2))
    assert held(position, "f6")["held frame"] == "held 0"
    assert held(position, "a1")["held frame"] == "barred 0"


# Previews -----------------------------------------------------------------------------------------------------


def test_offers_are_the_queue_in_order_with_going_ahead_after_the_next_three() -> None:
    spots = [spot for spot, _ in trial.offers(START)]
    assert spots[3] == "advance"
    assert [spot for spot in spots if spot != "advance"] == [f"patch {patch}" for patch in START.queue]
    assert [near for _, near in trial.offers(START)] == [True] * 4 + [False] * 30


def test_what_is_taken_up_lies_where_it_fits() -> None:
    for position, _ in walk(8):
        for spot in trial.ways(position, ()):
            picks = trial.point(position, (), spot)
            assert trial.moves(position, picks), (spot, picks)
            assert trial.point(position, picks, spot) == (), "pointing at it again lays it back"


def test_what_must_be_sewn_on_is_held_from_the_start_and_cannot_be_laid_back() -> None:
    bought = START.play(Take(33))
    picks = trial.begin(bought)
    assert trial.moves(bought, picks)
    assert trial.goes_on(bought)
    won = state((26, 20), quilts=(all_but("(8,8)"), 0), single=26, market=(1,))
    assert trial.begin(won) == ("i9",)
    assert trial.moves(won, ("i9",)) == (Single(80),)
    assert not trial.goes_on(won)


def test_offers_wait_and_are_refused_while_something_must_be_sewn_on() -> None:
    bought = START.play(Take(33))
    won = state((26, 20), quilts=(0, 0), single=26, market=(1, 6, 9))
    for position, reason in ((bought, "PLACE_FIRST"), (won, "PLACE_1X1_FIRST")):
        held = trial.point(position, trial.begin(position), "c3")
        for spot, near in trial.offers(position):
            assert trial.point(position, held, spot) == held, "it stays where the player has put it"
            refused = position.refusal((*held, spot))
            assert refused is not None
            assert refused.reason == reason
            offer = speech.offer(position, spot)
            assert offer.waits == near
            assert "can be bought" not in english(offer.description)


def test_a_patch_never_leaves_the_quilt() -> None:
    picks = trial.point(START, (), "patch 33")
    for spot in NAMES:
        moved = trial.point(START, picks, spot)
        assert trial.refusal(START, moved) is None
        assert trial.moves(START, moved)


def test_a_hand_keeps_the_patch_under_it() -> None:
    for patch in START.queue[:3]:
        picks = trial.point(START, (), f"patch {patch}")
        for spot in ("d4", "e5", "f6"):
            for tool in ("rotate", "rotate", "mirror", "back"):
                picks = trial.point(START, picks, spot)
                assert spot in trial.covers(START, picks)
                picks = trial.turn(START, picks, tool)
                assert spot in trial.covers(START, picks), "it turns round the hand"


def test_four_quarters_are_a_whole_turn_and_two_mirrors_are_none() -> None:
    picks = trial.point(START, (), "patch 6")
    assert set(trial.tools(START, picks)) == {"rotate", "mirror"}
    for tools in (("rotate",) * 4, ("mirror",) * 2, ("rotate", "back")):
        turned = picks
        for tool in tools:
            turned = trial.turn(START, turned, tool)
        assert turned[1] == picks[1]


def test_mirroring_is_left_for_right_and_turning_clockwise() -> None:
    position = START._replace(queue=(8, *START.queue))

    def lying_as(picks: tuple[str, ...]) -> set[str]:
        covered = trial.covers(position, picks)
        left, top = min(spot[0] for spot in covered), min(spot[1] for spot in covered)
        return {chr(ord(spot[0]) - ord(left) + ord("a")) + str(int(spot[1]) - int(top) + 1) for spot in covered}

    picks = trial.point(position, (), "patch 8")
    assert lying_as(picks) == {"a1", "b1", "c1", "a2"}
    assert lying_as(trial.turn(position, picks, "mirror")) == {"a1", "b1", "c1", "c2"}
    assert lying_as(trial.turn(position, picks, "rotate")) == {"a1", "b1", "b2", "b3"}
    assert lying_as(trial.turn(position, picks, "back")) == {"a1", "a2", "a3", "b3"}


def test_tools_that_change_nothing_are_not_offered() -> None:
    assert trial.tools(START, ()) == ()
    assert trial.tools(START, trial.point(START, (), "patch 33")) == ("rotate",)
    plus = START._replace(queue=(17, 10, *START.queue))
    assert trial.tools(plus, trial.point(plus, (), "patch 17")) == ()


def test_dragging_by_a_square_moves_the_patch_by_as_much() -> None:
    picks = trial.point(START, trial.point(START, (), "patch 33"), "d4")
    start = trial.covers(START, picks)
    moved = trial.drag(START, picks, start[-1], NAMES[CELL[start[-1]] + 10])
    assert trial.covers(START, moved) == tuple(NAMES[CELL[spot] + 10] for spot in start)
    assert trial.drag(START, picks, start[0], start[0]) == picks
    assert "h8" in trial.covers(START, trial.drag(START, picks, "a1", "h8")), "from beside it, it is fetched"


def test_the_cells_that_are_offered_are_those_where_it_fits() -> None:
    for position, _ in walk(8)[::6]:
        for spot in trial.ways(position, ()):
            if not spot.startswith("patch "):
                continue
            picks = trial.point(position, (), spot)
            good = {spot for spot in trial.ways(position, picks) if spot in CELL}
            for name in NAMES:
                moved = trial.point(position, picks, name)
                if name in good:
                    assert trial.moves(position, moved)


def test_what_the_spelling_says_is_what_is_tried() -> None:
    for position, _ in walk(4)[::4]:
        for move, path in view.spell(position).items():
            if not isinstance(move, Take):
                assert trial.moves(position, path) == (move,)
                assert trial.refusal(position, path) is None


def test_positions_from_text_are_drawn_alike() -> None:
    for position, _ in walk(2)[::11]:
        again = notation.read_position(notation.write_position(position))
        assert view.pieces(again) == view.pieces(position)
