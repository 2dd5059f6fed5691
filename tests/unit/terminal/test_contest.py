"""Test matches: pairs of games, faults of engines, results in a file, and several games at a time."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from chowk.library import Board, Limit, Move
from chowk.protocols.engine_process import Fault, RivalError
from chowk.terminal import contest
from chowk.terminal.contest import Contest, GameResult, ResultFile, Standings
from chowk.terminal.contest_players import Contestant, MoveChooser, players
from chowk.terminal.screen import CommandError, Screen
from chowk.terminal.strength import Sprt

FAULTY = Path(__file__).parents[1] / "protocols/faulty_engine.py"
SILENCE = Screen(as_json=True)


class First:
    """A player that always plays the legal move with the index `index`, and records the positions that it got."""

    def __init__(self, index: int = 0, fault: Fault | None = None) -> None:
        self.index, self.fault = index, fault
        self.seen: list[tuple[str, int]] = []
        self.seeds: set[int] = set()

    def choose(self, board: Board, limit: Limit, seconds: float, seed: int) -> Move:  # noqa: ARG002
        self.seen.append((board.to_text(), board.turn))
        self.seeds.add(seed)
        if self.fault is not None:
            raise RivalError(self.fault, "x plays a1, which is not legal")
        return board.legal_moves[self.index]

    def close(self) -> None:
        pass


def series(first: str = "Panda", second: str = "Magpie", game: str = "", **named: object) -> Contest:
    return Contest(players(first, second, game), **named)  # type: ignore[arg-type]


def test_the_players_swap_seats_at_the_same_opening() -> None:
    match, both = series(plies=6), (First(), First(-1))
    starts = []
    for number in (0, 1, 2):
        for player in both:
            player.seen.clear()
        result = contest.played(match, number, both)
        own = {turn for _, turn in both[0].seen}
        assert own == {number % 2}
        starts.append(both[number % 2].seen[0][0])
        board = Board.from_record(result.record)
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner is not None
        assert result.share == float(outcome.winner == number % 2)
    assert starts[0] == starts[1] != starts[2]
    assert both[0].seeds == {1, 2}


@pytest.mark.parametrize("number", [0, 1])
def test_with_more_seats_the_players_sit_in_turn_and_the_mean_place_counts(number: int) -> None:
    match, both = series("Hare", "Butterfly", seats=4), (First(), First(-1))
    result = contest.played(match, number, both)
    assert {turn for _, turn in both[0].seen} == {number, number + 2}
    outcome = Board.from_record(result.record).outcome()
    assert outcome is not None
    mine = outcome.places[number] + outcome.places[number + 2]
    assert result.share == (0.5 if mine * 2 == sum(outcome.places) else float(mine * 2 < sum(outcome.places)))


def test_a_fault_loses_the_game_and_an_engine_that_cannot_play_ends_the_match() -> None:
    match = series()
    for side, number in ((0, 0), (1, 0), (1, 1)):
        both: list[MoveChooser] = [First(), First()]
        both[side] = First(0, Fault.ILLEGAL)
        result = contest.played(match, number, both)
        assert (result.share, result.fault) == (float(side), "x plays a1, which is not legal")
        assert '[Note "x plays a1, which is not legal"]' in result.record
    with pytest.raises(CommandError, match="Panda: x plays a1"):
        contest.played(match, 0, [First(0, Fault.UNABLE), First()])


def test_a_game_without_an_end_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "MAX_PLIES", 20)
    result = contest.played(series(), 0, (First(), First()))
    assert (result.share, Board.from_record(result.record).ply) == (0.5, 20)


def test_results_are_kept_and_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path, result = tmp_path / "results.jsonl", GameResult(0.5, "record\n", "")
    file = ResultFile(path, "a")
    file.add(3, result)
    ResultFile(path, "b").add(0, result._replace(share=1.0))
    with path.open("a") as stream:
        stream.write('{"match": "a", "game": 4, "sha')
    assert ResultFile(path, "a").results == {3: result}
    ResultFile(path, "a").add(4, result)
    assert ResultFile(path, "a").results == {3: result, 4: result}
    for line in ("x", "{}", "[]", '{"match": "a", "game": 1, "share": 7, "record": "", "fault": ""}'):
        path.write_text(line + "\n")
        with pytest.raises(CommandError, match="line 1, is no result"):
            ResultFile(path, "a")
    path.write_text("")
    assert ResultFile(path, "a").results == {}


def test_the_test_is_decided_by_whole_pairs_in_order() -> None:
    results = {number: GameResult(1.0, "") for number in range(100)}
    standings = Standings(100, Sprt(0, 100))
    standings.extend({number: result for number, result in results.items() if number != 3})
    assert (len(standings.results), standings.accepted) == (3, "")
    standings.extend(results)
    assert standings.accepted == "elo1"
    assert len(standings.results) % 2 == 0
    shorter = Standings(100, Sprt(0, 100))
    shorter.extend(dict(list(results.items())[: len(standings.results) - 1]))
    assert shorter.accepted == ""
    plain = Standings(3)
    plain.extend(results)
    assert (len(plain.results), plain.is_done) == (3, True)


def _shares(standings: Standings) -> list[float]:
    return [result.share for result in standings.results]


def test_a_match_that_was_interrupted_goes_on_with_equal_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path = series("Kitten", "Barn Cat", seed=3), tmp_path / "kept.jsonl"
    whole = contest.run(match, 6, ResultFile(None, match.key), SILENCE)
    play, numbers = contest.played, list[int]()

    def interrupted(series: Contest, number: int, choosers: Sequence[MoveChooser]) -> GameResult:
        numbers.append(number)
        if len(numbers) == 4:
            raise KeyboardInterrupt
        return play(series, number, choosers)

    monkeypatch.setattr(contest, "played", interrupted)
    with pytest.raises(KeyboardInterrupt):
        contest.run(match, 6, ResultFile(path, match.key), SILENCE)
    rest = contest.run(match, 6, ResultFile(path, match.key), SILENCE)
    assert numbers == [0, 1, 2, 3, 3, 4, 5]
    assert rest.results == whole.results
    assert {json.loads(line)["game"] for line in path.read_text().splitlines()} == set(range(6))
    other = series("Kitten", "Barn Cat", seed=4)
    assert ResultFile(path, other.key).results == {}


def test_several_games_at_a_time_have_the_same_results() -> None:
    match = series("Panda", "Magpie", seed=5, plies=40)
    alone = contest.run(match, 4, ResultFile(None, match.key), SILENCE)
    beside = contest.run(match, 4, ResultFile(None, match.key), SILENCE, concurrency=2)
    assert beside.results == alone.results


def test_a_test_that_is_decided_ends_the_games_that_still_run() -> None:
    """The second engine makes an illegal move in each game, so the statistical test is soon decided."""
    bad = Contestant("bad", "reversi", protocol="nboard", command=f"{sys.executable} {FAULTY} illegal")
    match = Contest((players("Panda", "Panda")[0], bad), plies=40)
    standings = contest.run(match, 400, ResultFile(None, match.key), SILENCE, Sprt(0, 400), concurrency=2)
    assert standings.accepted == "elo1"
    assert set(_shares(standings)) == {1.0}
    assert contest.summary(
        match,
        standings,
    )["faults"][0] == {"game": 1, "fault": standings.results[0].fault}
    assert standings.results[0].fault.endswith("plays A1, which is not legal")


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = series("Panda", "Magpie", plies=50)
    contest.run(match, 2, ResultFile(None, match.key), Screen())
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    contest.run(match, 2, ResultFile(None, match.key), Screen(), Sprt(0, 5))
    shown = capsys.readouterr().err.split("\r")
    assert shown[1].startswith("[############            ] 1/2  ")
    assert "[########################] 2/2  " in shown[2]
    assert "LLR " in shown[2]
    assert shown[-1] == "\x1b[K"
