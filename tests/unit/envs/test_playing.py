"""Test that actions and legal moves correspond, in every game, for every number of players."""

from __future__ import annotations

import pickle
import random
from math import prod
from typing import Any

import pytest

from chowk.core.match import IllegalMove
from chowk.core.position import CHANCE, Outcome
from chowk.envs import playing as numbering
from chowk.envs.playing import Playing, coding_of
from chowk.games.checkers.rules import BIT, BLACK, WHITE
from chowk.games.checkers.rules import Position as Checkers
from chowk.games.parcheesi.rules.board import ENTRIES
from chowk.library import Board, games
from chowk.library.parts import game_of

TABLES = [(game, seats) for game in games() for seats in sorted(game_of(game).sign.seats)]
STRANGE = {
    "parcheesi": {"at_once": "on", "thirds": "on", "places": "on", "enter": "on", "first": "seat"},
    "kilkenny": {"hunted": "on", "rounds": "50", "fourth": "stray", "places": "on"},
}


def walked(board: Board, seed: int, most: int) -> list[Playing]:
    """Play up to `most` random actions, and return the state of the game before each.

    `board` is at the start of the game. Every move is also made on it, and must lead to the same position.
    """
    playing, draw, before = Playing(board), random.Random(seed), list[Playing]()
    while playing.outcome is None and len(before) < most:
        if playing.is_chance:
            board.push(playing.roll())
            continue
        before.append(playing.copy())
        move = playing.act(draw.choice(playing.actions()))
        if move is not None:
            board.push(move)
        assert playing.position == board.position
        assert playing.ply == board.ply
        assert playing.outcome == board.outcome()
    return before


def moves_by_word(playing: Playing) -> dict[tuple[int, ...], Any]:
    """Map each sequence of actions that makes a move to that move, by trying all sequences."""
    spelled = {}
    waiting: list[tuple[Playing, tuple[int, ...]]] = [(playing, ())]
    while waiting:
        state, word = waiting.pop()
        for action in state.actions():
            after = state.copy()
            move = after.act(action)
            if move is None:
                assert after.turn == playing.turn
                waiting.append((after, (*word, action)))
            else:
                spelled[*word, action] = move
    return spelled


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_words_of_actions_and_legal_moves_correspond(game: str, seats: int) -> None:
    coding = coding_of(game)
    for rules in ({}, STRANGE.get(game, {})):
        offered = {name: value for name, value in rules.items() if not (name in ("places", "fourth") and seats == 2)}
        for seed in range(2):
            for playing in walked(Board(game, seats=seats, seed=seed, **offered), seed, 160)[::10]:
                if playing.begun:
                    continue
                position = playing.position
                spelled = moves_by_word(playing)
                assert sorted(map(repr, spelled.values())) == sorted(map(repr, position.moves()))
                for word, move in spelled.items():
                    assert coding.word(position, move) == word
                    assert all(0 <= action < coding.actions for action in word)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_observations_have_their_shape_and_their_bounds(game: str, seats: int) -> None:
    coding = coding_of(game)
    seen: dict[tuple[int, ...], tuple[object, ...]] = {}
    for playing in walked(Board(game, seats=seats, seed=3), 3, 250)[::7]:
        for seat in range(seats):
            numbers = playing.observe(seat)
            assert len(numbers) == prod(coding.shape)
            assert 0 <= min(numbers) <= max(numbers) <= coding.most
        # What the seat to act sees decides what it may do.
        state = tuple(playing.observe(playing.turn))
        actions = tuple(playing.actions())
        assert seen.setdefault(state, actions) == actions


@pytest.mark.parametrize("game", games())
def test_every_seat_sees_the_start_in_the_same_way(game: str) -> None:
    seats = max(game_of(game).sign.seats)
    position = Playing(Board(game, seats=seats, seed=1)).position
    views = [coding_of(game).observe(position, seat, ()) for seat in range(seats)]
    if game == "reversi":
        assert views[0][:64] == views[1][64:128]
        return
    width = {"checkers": 5 * 64, "kilkenny": 9 * 256, "parcheesi": 316, "patchwork": 170}[game]
    assert all(view[:width] == views[0][:width] for view in views)
    assert any(views[0][:width])


def test_a_turned_board_with_changed_colours_looks_the_same_to_the_other_side() -> None:
    def turned(mask: int) -> int:
        return sum(BIT[33 - square] for square in range(1, 33) if mask & BIT[square])

    coding = coding_of("checkers")
    for playing in walked(Board("checkers", seed=1), 5, 120)[::5]:
        position = playing.position
        assert isinstance(position, Checkers)
        twin = position._replace(
            black=turned(position.white),
            white=turned(position.black),
            kings=turned(position.kings),
            turn=WHITE if position.turn == BLACK else BLACK,
        )
        for seat in (BLACK, WHITE):
            assert coding.observe(position, seat, ()) == coding.observe(twin, 1 - seat, ())
        words = [{coding.word(place, move) for move in place.moves()} for place in (position, twin)]
        assert words[0] == words[1]


def test_every_player_of_parcheesi_counts_the_track_from_the_own_gate() -> None:
    position: Any = Playing(Board("parcheesi", seats=4, seed=1)).position
    for seat, side in enumerate(position.sides):
        pawns = tuple((ENTRIES[side], -1, -1, -1) if other == seat else (-1,) * 4 for other in range(4))
        seen = coding_of("parcheesi").observe(position._replace(pawns=pawns), seat, ())
        assert (seen[6], seen[308]) == (1, 6)


def test_a_jump_of_several_legs_is_made_leg_by_leg() -> None:
    board = Board("checkers", "W:W30:B18,19,25,26")
    playing = Playing(board)
    men = playing.observe(WHITE)
    assert sum(men[2 * 64 : 3 * 64]) == 4
    texts = {playing.text(action) for action in playing.actions()}
    assert len(texts) == len(playing.actions()) > 1
    first = next(action for action in playing.actions() if playing.text(action).endswith("..."))
    assert playing.act(first) is None
    assert playing.turn == WHITE
    assert playing.outcome is None
    seen = playing.observe(WHITE)
    assert sum(seen[2 * 64 : 3 * 64]) == 3  # a piece was jumped
    assert sum(seen[4 * 64 : 5 * 64]) == 1  # and another piece must go on
    with pytest.raises(IllegalMove):
        playing.act(first)
    legs = 1
    while playing.begun:
        playing.act(playing.actions()[0])
        legs += 1
    assert legs > 1
    assert playing.position in [board.position.play(move) for move in board.legal_moves]


def test_a_pawn_that_goes_round_again_has_another_action() -> None:
    board = Board("parcheesi", "S:66,n,n,n N:n,n,n,n S [4,3] left=4,3")
    playing = Playing(board)
    by_text = {playing.text(action): action for action in playing.actions()}
    assert len(by_text) == len(board.legal_moves)
    rounds = {action % 2 for action in by_text.values()}
    assert rounds == {0, 1}


def test_rewards_add_up_to_nothing_and_follow_the_places() -> None:
    playing = walked(Board("kilkenny", seats=4, seed=2), 2, 3)[-1]
    assert playing.rewards() == (0, 0, 0, 0)
    for places, rewards in (
        ((1, 2, 2, 2), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((1, 1, 3, 4), (2 / 3, 2 / 3, -1 / 3, -1)),
        ((2, 1, 4, 3), (1 / 3, 1, -1, -1 / 3)),
        ((1, 1, 1, 1), (0, 0, 0, 0)),
    ):
        playing.outcome = Outcome(places, (), "mice")
        assert playing.rewards() == pytest.approx(rewards)
        assert sum(playing.rewards()) == pytest.approx(0)


def test_repetition_ends_a_game_that_is_played_by_actions() -> None:
    playing = Playing(Board("checkers", "B:WK32:BK1"))
    for square in range(8):
        assert playing.outcome is None, square
        names = ("1-6", "32-28", "6-1", "28-32")
        playing.act(next(action for action in playing.actions() if playing.text(action) == names[square % 4]))
    assert playing.outcome is not None
    assert playing.outcome.why == "repetition"
    assert playing.rewards() == (0, 0)
    assert playing.actions() == []


def test_a_copy_and_a_pickled_game_go_on_by_themselves() -> None:
    playing = walked(Board("checkers", seed=1), 4, 40)[-1]
    for twin in (playing.copy(), pickle.loads(pickle.dumps(playing))):
        assert (twin.position, twin.actions(), twin.ply) == (playing.position, playing.actions(), playing.ply)
        twin.act(twin.actions()[0])
        assert (twin.position, twin.begun) != (playing.position, playing.begun)


def test_wrong_actions_rolls_and_games_are_refused() -> None:
    playing = Playing(Board("kilkenny", seed=1))
    assert playing.turn == CHANCE
    with pytest.raises(IllegalMove):
        playing.act(0)
    with pytest.raises(IllegalMove):
        playing.roll("7")
    with pytest.raises(IllegalMove):
        playing.text(0)
    playing.roll()
    with pytest.raises(IllegalMove):
        playing.due()
    with pytest.raises(ValueError, match="no game"):
        coding_of("chess")


def test_a_game_without_numbered_moves_is_known_before_it_is_asked_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(numbering.has_coding(game) for game in games())
    monkeypatch.setattr(numbering, "find_spec", lambda name: None if ".reversi." in name else object())
    assert [game for game in games() if not numbering.has_coding(game)] == ["reversi"]
    numbering.coding_of.cache_clear()
    with pytest.raises(ValueError, match="the moves of reversi have no numbers"):
        numbering.coding_of("reversi")
