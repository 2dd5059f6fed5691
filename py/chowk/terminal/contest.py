"""Let two players of a game play against each other, in pairs of games with the same opening and the same dice.

A game depends only on the match and on the game's number. So an interrupted match can be continued with the same
results, and its games can be played in any order.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from statistics import mean
from typing import Any, Final, NamedTuple

from chowk.library import Board, Limit
from chowk.library.engine import NO_LIMIT
from chowk.library.parts import game_of
from chowk.protocols.engine_process import Fault, RivalError
from chowk.terminal import contest_openings
from chowk.terminal.contest_players import Contestant, MoveChooser, chooser
from chowk.terminal.screen import CommandError, Screen
from chowk.terminal.strength import Score, Sprt

MAX_PLIES: Final = 10_000
"""Number of moves and rolls after which a game counts as a draw."""
BAR: Final = 24
"""Width of the bar that shows progress, in characters."""


class Contest(NamedTuple):
    """A series of games: the players, the limits, the openings and the seed.

    `seconds` limits each move of a player without a budget; 0 means the limits of the levels. `timeout` is the time
    that an engine of another program has for a move, in seconds. `opening` is `random`, `balanced` or the path of a
    file; `read` holds the openings in that file. `plies` is the number of moves of an opening, or None for the usual
    number.
    """

    players: tuple[Contestant, Contestant]
    seconds: float = 0.0
    timeout: float = 60.0
    opening: str = contest_openings.RANDOM
    plies: int | None = None
    seed: int = 1
    seats: int = 2
    read: tuple[Board, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.players[0].game

    @property
    def key(self) -> str:
        """The text that identifies this series among the results in a file."""
        names, openings = [player.text for player in self.players], [opening.to_record() for opening in self.read]
        return json.dumps([self.game, *names, *self[1:-1], *openings])

    def start(self, pair: int) -> Board:
        """Return the opening position for both games of a pair. `pair` is the number of the pair, from 0."""
        if self.read:
            return contest_openings.seeded(self.read[pair % len(self.read)], self.seed + pair)
        plies = contest_openings.PLIES if self.plies is None else self.plies
        is_balanced = self.opening == contest_openings.BALANCED
        return contest_openings.opening_board(self.game, self.seed, pair, plies, self.seats, is_balanced)


class GameResult(NamedTuple):
    """The result of a game: the first player's points (1, 0.5 or 0), and the record of the game as text.

    `fault` says how an engine broke a rule and so ended the game. It is empty for other games.
    """

    share: float
    record: str
    fault: str = ""


def played(contest: Contest, number: int, choosers: Sequence[MoveChooser]) -> GameResult:
    """Play game `number` of a contest, and return its result. The players swap seats for the second game of a pair.

    `choosers` choose the moves of the first and the second player. With more than two seats, each player has every
    second seat, and the player with the better mean place wins. A game that is not over after `MAX_PLIES` moves and
    rolls is a draw. An engine that breaks a rule loses the game. Raise `CommandError` if an engine cannot play at all.
    """
    board = contest.start(number // 2)
    draws = game_of(contest.game).draws
    while not board.is_game_over() and board.ply < MAX_PLIES:
        is_due = draws is not None and draws.due(board.position)
        if draws is not None and is_due and all(draws.accepts(board.position, seat) for seat in range(board.seats)):
            board.agree_draw()
        elif board.is_chance:
            board.roll()
        else:
            side = (board.turn + number) % 2
            player = contest.players[side]
            limit = player.budget if player.budget != NO_LIMIT else Limit(time=contest.seconds or None)
            try:
                move = choosers[side].choose(board, limit, contest.timeout, contest.seed + number // 2)
            except RivalError as error:
                if error.fault == Fault.UNABLE:
                    raise CommandError(f"{player.text}: {error}") from None
                return GameResult(float(side), _record(contest, number, board, str(error)), str(error))
            board.push(move)
    outcome = board.outcome()
    places = (1,) * board.seats if outcome is None else outcome.places
    mine, other = (mean(places[seat] for seat in range(board.seats) if (seat + number) % 2 == side) for side in (0, 1))
    return GameResult(0.5 if mine == other else float(mine < other), _record(contest, number, board))


def _record(contest: Contest, number: int, board: Board, fault: str = "") -> str:
    names = {board.side(seat): contest.players[(seat + number) % 2].text for seat in range(board.seats)}
    note = {"Note": fault} if fault else {}
    return board.to_record({"Event": "chowk match", "Round": str(number + 1), **names, **note})


class ResultFile:
    """The results of a match, stored in a file of JSON lines, so that an interrupted match can be continued.

    `key` identifies the match, because a file may hold several matches. Without a path, results stay in memory.
    """

    def __init__(self, path: Path | None, key: str) -> None:
        self._path, self._key = path, key
        self.results = dict(self._read()) if path is not None and path.exists() else {}

    def _read(self) -> Iterator[tuple[int, GameResult]]:
        """Yield the results in the file. First cut off an incomplete last line, which an interruption may leave."""
        assert self._path is not None, "there is a file"
        whole = self._path.read_bytes()
        text, _, rest = whole.rpartition(b"\n")
        if rest:
            with self._path.open("r+b") as file:
                file.truncate(len(whole) - len(rest))
        for number, line in enumerate(text.split(b"\n") if text else [], 1):
            try:
                values = json.loads(line)
                if values["match"] == self._key:
                    share = {0: 0.0, 0.5: 0.5, 1: 1.0}[values["share"]]
                    yield int(values["game"]), GameResult(share, str(values["record"]), str(values["fault"]))
            except (ValueError, TypeError, KeyError):
                raise CommandError(f"{self._path}, line {number}, is no result") from None

    def add(self, number: int, result: GameResult) -> None:
        """Store the result of the game with this number, and append it to the file, if there is one."""
        self.results[number] = result
        if self._path is not None:
            values = {"match": self._key, "game": number, **result._asdict()}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(values, ensure_ascii=False) + "\n")


class Standings:
    """The results of a match, in the order of the games' numbers.

    Results after the first unfinished game are left out, and so are results after the pair of games with which the
    sequential test (`sprt`) is decided.
    """

    def __init__(self, count: int, sprt: Sprt | None = None) -> None:
        self.count, self.sprt = count, sprt
        self.results: list[GameResult] = []
        self.accepted = ""
        self.ratio = 0.0

    @property
    def score(self) -> Score:
        """The results for the first player."""
        return Score(tuple(result.share for result in self.results))

    @property
    def is_done(self) -> bool:
        """True if all games are played, or the test is decided."""
        return bool(self.accepted) or len(self.results) == self.count

    def extend(self, results: Mapping[int, GameResult]) -> None:
        """Append the results of the next games. Stop at the first game without a result, or when the test is decided.

        `results` holds results by the number of the game.
        """
        while not self.is_done and len(self.results) in results:
            self.results.append(results[len(self.results)])
            if self.sprt is not None and len(self.results) % 2 == 0:
                self.ratio = self.sprt.ratio(self.score.pentanomial)
                self.accepted = self.sprt.decision(self.ratio)


def run(
    contest: Contest, count: int, file: ResultFile, screen: Screen, sprt: Sprt | None = None, concurrency: int = 1
) -> Standings:
    """Play the games that the file does not have, until all `count` games are played or the test `sprt` is decided.

    `concurrency` is the number of games that are played at the same time.
    """
    standings = Standings(count, sprt)
    standings.extend(file.results)
    teams = [[chooser(player, own_process=concurrency > 1) for player in contest.players] for _ in range(concurrency)]
    free: SimpleQueue[Sequence[MoveChooser]] = SimpleQueue()
    for team in teams:
        free.put(team)

    def play(number: int) -> GameResult:
        team = free.get()
        try:
            return played(contest, number, team)
        finally:
            free.put(team)

    def take(number: int, result: GameResult) -> None:
        file.add(number, result)
        standings.extend(file.results)
        show_progress(progress(standings), screen)

    waiting = [number for number in range(count) if number not in file.results]
    try:
        if concurrency == 1:
            for number in waiting:
                if not standings.is_done:
                    take(number, play(number))
        elif not standings.is_done:
            _beside(play, take, standings, waiting, teams)
    finally:
        for move_chooser in chain.from_iterable(teams):
            move_chooser.close()
        show_progress("", screen)
    return standings


def _beside(
    play: Callable[[int], GameResult],
    take: Callable[[int, GameResult], None],
    standings: Standings,
    waiting: Sequence[int],
    teams: Sequence[Sequence[MoveChooser]],
) -> None:
    """Play the games with the numbers `waiting`, several at the same time: one for each of `teams`.

    A team has a chooser of moves for each of the two players. `play` plays the game with a number, and `take` adds its
    result to `standings`. If the test is decided before all games are played, the running games are stopped.
    """
    unplayed, running = deque(waiting), dict[Future[GameResult], int]()
    with ThreadPoolExecutor(len(teams)) as pool:
        try:
            while not standings.is_done and (unplayed or running):
                while unplayed and len(running) < len(teams):
                    number = unplayed.popleft()
                    running[pool.submit(play, number)] = number
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(finished, key=running.__getitem__):
                    take(running.pop(future), future.result())
        finally:
            for move_chooser in chain.from_iterable(teams):
                move_chooser.close()  # this ends running games whose results are not needed


def progress(standings: Standings) -> str:
    """Return a line with a bar, the number of games, the share of the points and the state of the test."""
    score = standings.score
    done = len(score.shares)
    bar = "#" * (BAR * done // standings.count)
    test = "" if standings.sprt is None else f"  LLR {standings.ratio:+.2f}"
    return f"[{bar:{BAR}}] {done}/{standings.count}  {score.rate:.1%}{test}"


def show_progress(text: str, screen: Screen) -> None:
    """Replace the line on standard error that shows the progress.

    Do nothing if standard error is not a terminal, or if the results are JSON.
    """
    if sys.stderr.isatty() and not screen.as_json:
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def summary(contest: Contest, standings: Standings) -> dict[str, Any]:
    """Return the results as the values of a JSON object."""
    faults = [
        {"game": number, "fault": result.fault} for number, result in enumerate(standings.results, 1) if result.fault
    ]
    first, second = (player.text for player in contest.players)
    values = {"game": contest.game, "first": first, "second": second, **standings.score.summary(), "faults": faults}
    if standings.sprt is not None:
        values["sprt"] = {**standings.sprt._asdict(), "ratio": standings.ratio, "bounds": list(standings.sprt.bounds),
                          "accepted": standings.accepted}  # fmt: skip
    return values
