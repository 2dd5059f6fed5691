"""The command `chowk match`: its arguments, its output and its exit status."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from chowk import games as registry
from chowk.library import games
from chowk.terminal import contest, contest_openings, game_files
from chowk.terminal.contest_players import players
from chowk.terminal.screen import CommandError, Screen
from chowk.terminal.strength import Sprt

WEAKER: Final = 3
"""The exit status if the test accepted ELO0, the first of the two differences in strength given by `--sprt`."""
UNDECIDED: Final = 4
"""The exit status if all games were played and the test accepted neither difference."""
MAX_CONCURRENCY: Final = 64
TIMEOUT_S: Final = 60.0
"""Default of `--timeout`, in seconds.

If the longest time for a move is more than half of it, the default is twice that time.
"""


def add_arguments(match: argparse.ArgumentParser) -> None:
    """Add the arguments of `chowk match` to its parser, `match`."""
    match.add_argument("first", help="a level such as Orca, reversi:5 or Orca@depth=4, or an engine: nboard:COMMAND")
    match.add_argument("second", help="another player of the same game")
    match.add_argument("--game", default="", choices=games(), help="the game of levels that are named by numbers")
    match.add_argument("--games", type=int, default=20, help="the number of games (default 20)")
    match.add_argument("--time", type=float, default=0.0, help="seconds for each move; by default those of the levels")
    match.add_argument(
        "--timeout",
        type=float,
        help="seconds after which a silent engine loses (default 60, or twice its time)",
    )
    match.add_argument(
        "--openings",
        default=contest_openings.RANDOM,
        metavar="FILE",
        help="random (default), balanced, or a file of games with the openings",
    )
    match.add_argument("--plies", type=int, help="moves of an opening (default 8 if random, all if from a file)")
    match.add_argument("--seats", type=int, default=2, help="the number of seats, which the players share (default 2)")
    match.add_argument("--seed", type=int, default=1, help="the seed of openings and dice (default 1)")
    match.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when one is shown")
    match.add_argument("--alpha", type=float, default=0.05, help="probability to accept ELO1 wrongly (default 0.05)")
    match.add_argument("--beta", type=float, default=0.05, help="probability to accept ELO0 wrongly (default 0.05)")
    match.add_argument("--concurrency", type=int, default=1, metavar="N", help="play N games at a time (default 1)")
    match.add_argument("--resume", type=Path, metavar="FILE", help="keep results in a file, and go on from those in it")
    match.add_argument("--save", type=Path, metavar="FILE", help="write the games to a file; its ending is the format")


def play_match(options: argparse.Namespace, screen: Screen) -> int:
    """Play a match of two players, show the result for the first, and return the exit status.

    The status is 0 without the sequential test of `--sprt ELO0 ELO1`, or if the test accepted ELO1. It is `WEAKER` if
    the test accepted ELO0, and `UNDECIDED` if it accepted neither.
    """
    series, sprt = _contest(options), _sprt(options)
    file = contest.ResultFile(options.resume, series.key)
    standings = contest.run(series, options.games, file, screen, sprt, options.concurrency)
    if options.save is not None:
        _save(standings, options.save)
    values = contest.summary(series, standings)
    strength = "" if values["elo"] is None else f", {values['elo']:+.0f} Elo"
    between = values["elo_95"]
    if strength and between and None not in between:
        strength += f" ({between[0]:+.0f} to {between[1]:+.0f} with 95 %)"
    counts = f"+{values['won']} ={values['drawn']} -{values['lost']}, {values['share']:.1%}"
    screen.show(f"{values['first']} v {values['second']}: {counts}{strength}")
    for fault in values["faults"]:
        screen.show(f"game {fault['game']} was lost by a fault: {fault['fault']}")
    if sprt is not None:
        low, high = sprt.bounds
        accepted = {"elo0": f"{sprt.elo0:g} Elo accepted", "elo1": f"{sprt.elo1:g} Elo accepted", "": "not decided"}
        screen.show(f"SPRT: {accepted[standings.accepted]}, LLR {standings.ratio:+.2f} ({low:.2f} to {high:.2f})")
    screen.give(values)
    return 0 if sprt is None else {"elo1": 0, "elo0": WEAKER, "": UNDECIDED}[standings.accepted]


def _contest(options: argparse.Namespace) -> contest.Contest:
    first, second = players(options.first, options.second, options.game)
    if options.games < 1:
        raise CommandError("a match has at least one game")
    if not 1 <= options.concurrency <= MAX_CONCURRENCY:
        raise CommandError(f"1 to {MAX_CONCURRENCY} games can be played at a time")
    if options.plies is not None and options.plies < 0:
        raise CommandError("the plies of an opening are a number of moves")
    seats = registry.sign(first.game).seats
    if options.seats not in seats:
        raise CommandError(f"{first.game} is played by {', '.join(map(str, seats))}")
    longest = max(options.time, *(player.budget.time or 0.0 for player in (first, second)))
    timeout = max(TIMEOUT_S, 2 * longest) if options.timeout is None else options.timeout
    if not timeout > longest or options.time < 0:
        raise CommandError("--timeout is longer than the time for a move, which is not negative")
    drawn = options.openings in (contest_openings.RANDOM, contest_openings.BALANCED)
    read = () if drawn else contest_openings.read(Path(options.openings), first.game, options.plies)
    return contest.Contest(
        (first, second), options.time, timeout, options.openings, options.plies, options.seed, options.seats, read
    )


def _sprt(options: argparse.Namespace) -> Sprt | None:
    if options.sprt is None:
        return None
    sprt = Sprt(options.sprt[0], options.sprt[1], options.alpha, options.beta)
    if not (sprt.elo0 < sprt.elo1 and 0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise CommandError("--sprt needs ELO0 below ELO1, and --alpha and --beta between 0 and 0.5")
    return sprt


def _save(standings: contest.Standings, path: Path) -> None:
    form, texts = game_files.form_of(path), list[str]()
    for result in standings.results:
        for game in game_files.read_games(result.record):
            assert game.board is not None, "the match wrote it"
            texts.append(game_files.written(game.board, form, game.headers))
    path.write_text("".join(texts), "utf-8")
