"""Test the texts that name the players of `chowk match`: levels, analyses and engines, each with its limits."""

from __future__ import annotations

import pytest

from chowk.library import Board, Limit
from chowk.terminal.contest_players import Contestant, chooser, players
from chowk.terminal.screen import CommandError


def test_levels_have_names_numbers_and_budgets() -> None:
    assert players("orca", "5", "reversi")[1] == Contestant("Orca", "reversi", "Orca")
    assert players("0", "Magpie") == (
        Contestant("Panda", "reversi", "Panda"),
        Contestant("Magpie", "reversi", "Magpie"),
    )
    first, second = players("Orca@depth=4", "reversi:Blue Whale@time=0.5,depth=9")
    assert (first.text, first.level, first.budget) == ("Orca@depth=4", "Orca", Limit(None, 4, None))
    assert (second.level, second.budget) == ("Blue Whale", Limit(0.5, 9, None))
    analysis, _ = players("reversi:analysis@nodes=500", "Panda")
    assert (analysis.level, analysis.budget.nodes) == ("analysis", 500)


def test_engines_have_a_protocol_a_budget_and_a_command() -> None:
    first, second = players("nboard@depth=6:./edax -nboard", "3")
    assert (first.game, first.protocol, first.command) == ("reversi", "nboard", "./edax -nboard")
    assert (first.budget.depth, second.level) == (6, "Badger")
    first, second = players("chowk:python -m my:engine", "Kitten")
    assert (first.game, first.command) == ("kilkenny", "python -m my:engine")
    first, second = players("hub:a", "hub:b")
    assert first.game == second.game == "checkers"
    assert players("chowk:a", "chowk:b", "patchwork")[0].game == "patchwork"


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("Orca", "Fox", "Orca plays reversi, and Fox plays checkers"),
        ("gtp:a", "hub:b", "gtp:a plays reversi, and hub:b plays checkers"),
        ("Dragon", "Fox", "'Dragon' is no level"),
        ("0", "1", "'0': which game?"),
        ("chowk:a", "chowk:b", "which game? Add --game"),
        ("Orca@nodes=5", "Panda", "only the player analysis can be limited by nodes"),
        ("Orca@depth=0", "Panda", "a budget is time="),
        ("Orca@depth=1.5", "Panda", "a budget is time="),
        ("Orca@fast", "Panda", "a budget is time="),
        ("nboard@level=3:x", "Panda", "a budget is time="),
    ],
)
def test_what_names_no_player_is_refused(first: str, second: str, why: str) -> None:
    with pytest.raises(CommandError) as error:
        players(first, second)
    assert why in str(error.value)


def test_the_analysis_and_a_level_apart_choose_as_they_do_here() -> None:
    board = Board("reversi", seed=1)
    analysis = chooser(players("reversi:analysis@nodes=300", "Panda")[0])
    assert analysis.choose(board, Limit(nodes=300), 1, 1) in board.legal_moves
    player = players("Magpie", "Panda")[0]
    here, apart = chooser(player), chooser(player, own_process=True)
    try:
        for seed in (1, 2):
            assert apart.choose(board, Limit(), 60, seed) == here.choose(board, Limit(), 60, seed)
            board.push(board.legal_moves[0])
    finally:
        apart.close()
