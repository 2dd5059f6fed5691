"""Test games of Othello in the Smart Game Format, with variations, comments, marks and drawings."""

from __future__ import annotations

from typing import Any

import pytest

from chowk.core import variations
from chowk.core.match import Match
from chowk.core.message import english
from chowk.core.variations import Variations
from chowk.features.sharing import foreign_texts
from chowk.games import load
from chowk.games.reversi import notation, trees
from tests.unit.games.reversi.random_games import lengths, random_game

REVERSI = load("reversi").ruleset


def written(tree: Variations) -> str:
    match = variations.main_line(tree, REVERSI)
    return notation.write_variations(tree, match, tree.headers)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.deep)])
def test_random_games_are_read_back_as_they_were_written(count: int) -> None:
    for seed, plies in lengths(count):
        match = random_game(seed, plies)
        parsed = foreign_texts.read_text(notation.write_game(match, "sgf", {"Black": "A]\\:", "White": "Kishan"}))
        assert parsed.match.moves == match.moves
        assert parsed.match.outcome() == match.outcome()
        assert [seat.name for seat in parsed.plan.seats] == ["A]\\:", "Kishan"]
        assert not parsed.notes


@pytest.mark.parametrize(
    ("result", "places", "why"),
    [
        ("B+R", (1, 2), "resigned"),
        ("W+Resign", (2, 1), "resigned"),
        ("W+T", (2, 1), "time"),
        ("B+Time", (1, 2), "time"),
        ("0", (1, 1), "agreed"),
        ("B+12", None, ""),
        ("?", None, ""),
    ],
)
def test_a_result_that_players_declared_ends_the_game(result: str, places: tuple[int, ...] | None, why: str) -> None:
    outcome = foreign_texts.read_text(f"(;GM[2]RE[{result}];B[f5];W[d6])").match.outcome()
    assert (outcome and outcome[0::2]) == ((places, why) if places else None)


def test_a_tree_is_read_back_with_everything_in_it() -> None:
    match = random_game(2, 6)
    tree, number = variations.of_match(match), 0
    for number in (0, 2, 4):
        for move in match.position_after(number).moves()[-2:]:
            text = notation.write_move(match.position_after(number), move)
            if text != match.written()[number]:
                tree, beside = tree.played(number, text)
                tree = tree.marked(beside, "??").commented(beside, "not [so], \\ I think: no")
    for mark, at in zip(("!", "?", "!!", "!?", "?!"), range(1, 6), strict=True):
        tree = tree.marked(at, mark)
    tree = tree.commented(0, "from the start").sketched(1, "c3").sketched(1, "c3>f5").sketched(1, "d3")
    again = notation.read_variations(written(tree))
    assert " ".join(variations.body(again)) == " ".join(variations.body(tree))
    assert written(again) == written(tree)
    assert len(again.nodes) > 9


def test_variations_within_variations_need_no_deep_stack() -> None:
    tree = notation.read_variations(f"(;GM[2];B[f5]{'(' * 20_000};W[d6]{')' * 20_000}(;W[f6]))")
    assert [node.move for node in tree.nodes.values()] == ["", "f5", "d6", "f6"]


def test_equal_variations_become_one() -> None:
    (game,) = notation.read_games("(;GM[2](;B[f5])(;B[f5];W[d6])(;B[f5];W[f6]))")
    assert game.moves == ("f5", "d6")
    tree = notation.read_variations("(;GM[2](;B[f5])(;B[f5];W[d6])(;B[f5];W[f6]))")
    assert tree.moves(tree.end(0)) == game.moves
    assert len(tree.nodes) == 4


def test_a_variation_ends_before_a_move_that_is_not_legal() -> None:
    parsed = foreign_texts.read_text("(;GM[2];B[f5]\n(;W[d6])\n(;W[f6];B[a1];W[a2](;B[a3]))(;W[f4]))")
    assert [english(note) for note in parsed.notes] == [
        "In a variation, “a1” (line 3) cannot be played: the rest of it was left out."
    ]
    assert [parsed.tree.nodes[number].move for number in parsed.tree.below(1)] == ["f5", "d6", "f6", "f4"]


def test_a_pass_may_be_written_or_left_out() -> None:
    match = next(match for match in map(random_game, range(50)) if "pass" in match.written())
    text = notation.write_game(match, "sgf", {})
    assert text.count("[PA]") == match.written().count("pass")
    for other in ("[]", "[tt]", "[pass]"):
        assert notation.read_games(text.replace("[PA]", other))[0].moves == tuple(match.written())
    without = text.replace(";B[PA]", "").replace(";W[PA]", "")
    assert notation.read_games(without)[0].moves == tuple(match.written())


def test_a_game_may_begin_at_any_position() -> None:
    start = random_game(8, 20).position
    match: Match[Any, Any] = Match(REVERSI, start)
    match.push(match.options()[0])
    (game,) = notation.read_games(notation.write_game(match, "sgf", {}))
    assert notation.read_position(game.setup) == start
    assert game.moves == tuple(match.written())


def test_a_tree_has_no_more_moves_than_the_page_can_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST", 3)
    tree = notation.read_variations("(;GM[2];B[f5](;W[d6])(;W[f6];B[e6];W[f4]))")
    assert [node.move for node in tree.nodes.values()] == ["", "f5", "d6", "f6"]
