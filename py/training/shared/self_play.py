"""Learn the chances to win in a game from self-play: the commands for all games with dice.

A game describes itself by a `Game` and calls `main`. The commands, with Kilkenny Cats as the example:

    python3 py/training/kilkenny/learn_kilkenny.py play --folder learnt --seats 2 --minutes 15
    python3 py/training/kilkenny/learn_kilkenny.py contest --folder learnt --seats 2 --games 4000 --width 1
    python3 py/training/kilkenny/learn_kilkenny.py calibrate --folder learnt --seats 2 --games 20000 --plot worth2.svg
    python3 py/training/kilkenny/learn_kilkenny.py write --folder learnt
    python3 py/training/kilkenny/learn_kilkenny.py correct --folder learnt --games 10000

`play` learns by temporal differences, TD(lambda), as Tesauro's TD-Gammon did: the network plays all seats by
evaluating every result of a roll, and its chances before each roll are moved towards its later chances. It saves its
state after every thousand games, and continues from there when it is started again. Every hundred games have a seed of
their own: the number of games played before them.

`contest` plays the learnt weights against the initial weights. With `--same`, both sides have the learnt weights and
differ only in their search. Each game is played with the same dice from every seat.

`calibrate` plays many games that were not used for learning. It takes a position of each game after a random number of
rolls, and plays the game to its end. It compares the chances of all seats, averaged over the next roll, with the
outcomes, separately for each tenth (chances from 0 to 0.1, from 0.1 to 0.2 and so on). Games are saved.

`write` puts the weights into the game's folder. The network computes a strength for each seat, and the chances follow
from the strengths. The written weights give all strengths multiplied by the factor that `calibrate` found necessary
(`Game.output_factors`).

`correct` fits the correction of the reported chances (`training.shared.correcting`), and `calibrate --written` checks
it with other games. With `--processes` or `--cluster` several workers play the games of both (docs/training.md).
`play` learns from one game after the other, so it uses one process for each number of seats.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from chowk.engine import network_weights as weights
from chowk.engine.assets import WORTH
from chowk.engine.kernel.runtime import Kernel
from tools.build.kernel_hosts import Native
from tools.kernels.compiler import compile_kernel
from training.shared import correcting, workers
from training.shared.correcting import Reals

SIDES: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The sides of the board on which the players sit, by number of players."""
PART: Final = 100
"""Number of games that one call of the kernel plays."""
HALF: Final = 8_000
"""Number of games after which the learning rate is half of the initial one."""
LAMBDA: Final = 0.7


class Game(NamedTuple):
    """The description of a game that learns from self-play. Its kernel is the module `training.NAME.kernel_NAME`."""

    name: str
    shifts: Any
    """The game's module with the corrections of the predicted chances. The weights are in the same folder."""
    rate: float
    """The learning rate at the beginning. It decreases with the number of games."""
    longest: Mapping[int, int]
    """Maximum number of random rolls before a sampled position, by number of seats.

    Games that end earlier give no sample.
    """
    output_factors: Mapping[int, float]
    """Factor, by number of seats, by which the written weights multiply the network's output (a seat's strength).

    Without it, the learnt chances are too far from even.
    """
    first: Mapping[int, float]
    """Initial weights of the network by input. Inputs that are not listed have the weight 0."""
    seed: Callable[[int], int | str]
    """A function that maps a number of seats to the seed for the initial weights of the network's hidden units."""
    width: str
    """The unit of the option `--width` (how widely a player searches), for the help text."""

    @property
    def target(self) -> Path:
        """The path of the file of weights in the game's folder."""
        return Path(self.shifts.__file__).with_name(WORTH)


class Learnt(NamedTuple):
    """The learnt weights, and the number of games from which they were learnt."""

    weights: array[float]
    games: int


def initial(game: Game, kernel: Kernel, seats: int) -> array[float]:
    """Return the weights with which learning begins. The hidden units are random and have no effect yet."""
    lot = random.Random(game.seed(seats))
    inputs, hidden = int(kernel.numbers["INPUTS"]), int(kernel.numbers["HIDDEN"])
    units = [[*(lot.uniform(-0.4, 0.4) for _ in range(inputs)), 0.0] for _ in range(hidden)]
    return array(
        "d", [*(game.first.get(index, 0.0) for index in range(inputs)), *(weight for unit in units for weight in unit)]
    )


def saved(game: Game, kernel: Kernel, folder: Path, seats: int) -> Learnt:
    """Return the learnt weights saved in the folder, or the initial weights if none are saved."""
    file = _file(game, folder, seats)
    if not file.exists():
        return Learnt(initial(game, kernel, seats), 0)
    state = array("d")
    state.frombytes(file.read_bytes())
    return Learnt(state[:-1], int(state[-1]))


def save(game: Game, folder: Path, seats: int, learnt: Learnt) -> None:
    """Save the learnt weights in the folder. The file is written whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    file = _file(game, folder, seats)
    new = file.with_suffix(".new")
    new.write_bytes(array("d", [*learnt.weights, learnt.games]).tobytes())
    new.replace(file)


def _file(game: Game, folder: Path, seats: int) -> Path:
    return folder / f"{game.name}-{seats}.kept"


def compiled(game: Game, seats: int) -> Native:
    """Return the game's training kernel, compiled and set for a number of seats."""
    kernel = Native(compile_kernel(f"training.{game.name}.kernel_{game.name}"))
    kernel.write("SIDES", array("b", SIDES[seats]))
    return kernel


def seed_dice(kernel: Kernel, name: str) -> None:
    """Seed the kernel's dice by a name, so that equal names give equal dice."""
    kernel.write("LOT", array("Q", [1 + random.Random(name).getrandbits(62)]))


def learn(
    game: Game,
    kernel: Kernel,
    folder: Path,
    seats: int,
    minutes: float = 1e9,
    games: int = 1 << 60,
    per_call: int = PART,
) -> None:
    """Play games and learn from them until `minutes` minutes have passed or `games` games have been played.

    One call of the kernel plays `per_call` games. The weights are saved in the folder.
    """
    (learnt, played_games), size = saved(game, kernel, folder, seats), int(kernel.numbers["SIZE"])
    last, until = played_games + games, time.monotonic() + 60 * minutes
    kernel.write("WEIGHTS", learnt)
    kernel.write("LEVELS", array("i", [0] * 8))
    while time.monotonic() < until and played_games < last:
        seed_dice(kernel, f"{seats}/{played_games}")
        kernel.write("RATE", array("d", [game.rate / (1 + played_games / HALF), LAMBDA]))
        kernel.call("learn", per_call, seats)
        played_games += per_call
        if played_games % (10 * per_call) == 0:
            save(game, folder, seats, Learnt(kernel.read("WEIGHTS", 0, size), played_games))
            print(f"{played_games} games", file=sys.stderr, flush=True)
    save(game, folder, seats, Learnt(kernel.read("WEIGHTS", 0, size), played_games))


def scaled(kernel: Kernel, learnt: Sequence[float], factor: float) -> list[float]:
    """Return weights with which the network's output is multiplied by a factor. Only the output weights are scaled."""
    inputs, unit = int(kernel.numbers["INPUTS"]), int(kernel.numbers["INPUTS"]) + 1
    out = [index < inputs or (index - inputs) % unit == inputs for index in range(len(learnt))]
    return [weight * factor if last else weight for weight, last in zip(learnt, out, strict=True)]


def contest(kernel: Kernel, seats: int, games: int, players: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the share of games that the first of two players wins, and the standard error of this share.

    The first player sits in each seat in turn, the second in all other seats. A player is a pair: the index in the
    kernel's array `WEIGHTS` at which its weights start, and the width of its search.
    """
    shares = []
    for number in range(games // seats):
        won = 0.0
        for own in range(seats):
            levels = [cell for seat in range(seats) for cell in players[seat != own]]
            kernel.write("LEVELS", array("i", levels))
            seed_dice(kernel, f"contest/{number}")
            kernel.call("deal", seats, number % seats)
            if kernel.call("play_game"):
                won += kernel.read("SHARE", own, 1)[0]
        shares.append(won / seats)
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return mean, sqrt(spread / len(shares))


def sampled(game: Game, kernel: Kernel, seats: int, width: int, name: str, games: int) -> Reals:
    """Return a row for one position of each game: the chances of all seats, then the outcome.

    All players search with the width `width`. `name` determines all dice.
    """
    kernel.write("LEVELS", array("i", [0, width] * 4))
    lot, rows = random.Random(f"{name}/{seats}"), list[list[float]]()
    while len(rows) < games:
        kernel.write("LOT", array("Q", [1 + lot.getrandbits(62)]))
        kernel.call("deal", seats, lot.randrange(seats))
        if kernel.call("sample", lot.randrange(game.longest[seats])):
            rows.append([*kernel.read("SAMPLE", 0, seats), *kernel.read("SHARE", 0, seats)])
    return np.array(rows)


@dataclass(frozen=True)
class Samples:
    """A callable that plays games and returns a sampled position of each.

    `name` is the game's name, `width` is how widely the players search, and `weights` the content of a file of weights.
    """

    name: str
    seats: int
    width: int
    weights: bytes

    def __call__(self, dice: str, games: int) -> Reals:
        """Return a row for one position of each game. `dice` is a name that determines the dice."""
        game, kernel = _prepared(self.name, self.seats, self.weights)
        return sampled(game, kernel, self.seats, self.width, dice, games)


@lru_cache(1)
def _prepared(name: str, seats: int, data: bytes) -> tuple[Game, Native]:
    """Return a game and its running kernel with these weights. Both are cached, so that later parts reuse them."""
    game: Game = import_module(f"training.{name}.learn_{name}").GAME
    kernel = compiled(game, seats)
    weights.lay_out(kernel, data, seats)
    return game, kernel


def speed(kernel: Kernel, seats: int, games: int, hasty: bool) -> float:
    """Return the number of games played per second of processor time.

    The players evaluate every result of a roll or, if `hasty`, play by a simple rule without the network.
    """
    kernel.write("LEVELS", array("i", [0, -int(hasty)] * 4))
    kernel.write("LOT", array("Q", [1]))
    began = time.process_time()
    for number in range(games):
        kernel.call("deal", seats, number % seats)
        kernel.call("play_game")
    return games / (time.process_time() - began)


class Commands:
    """The commands for one game, with the options of the command line. Each returns its exit status."""

    def __init__(self, game: Game, options: Any) -> None:
        self.game, self.options = game, options
        self.folder: Path = options.folder
        self.seats: int = options.seats

    @cached_property
    def kernel(self) -> Native:
        """The running kernel, with the weights that the command line asks for."""
        kernel = compiled(self.game, self.seats)
        if self.options.written:
            weights.lay_out(kernel, self.game.target.read_bytes(), self.seats)
        else:
            kernel.write("WEIGHTS", saved(self.game, kernel, self.folder, self.seats).weights)
        return kernel

    def play(self) -> int:
        """Run `play`: learn for some minutes."""
        learn(self.game, self.kernel, self.folder, self.seats, self.options.minutes)
        return 0

    def contest(self) -> int:
        """Run `contest`: print the score of the learnt weights against the initial weights, or against themselves."""
        size, options = int(self.kernel.numbers["SIZE"]), self.options
        self.kernel.write("WEIGHTS", initial(self.game, self.kernel, self.seats), size)
        players = (0, options.width), (0 if options.same else size, options.other)
        share, error = contest(self.kernel, self.seats, options.games, players)
        print(f"{self.seats} players: {share:.1%} of {options.games} games, standard error {error:.1%}")
        return 0

    def speed(self) -> int:
        """Run `speed`: print how many games are played in a second with the shipped weights."""
        weights.lay_out(self.kernel, self.game.target.read_bytes(), self.seats)
        for hasty in (False, True):
            rate = speed(self.kernel, self.seats, self.options.games, hasty)
            how = "hastily" if hasty else "by a look at each move"
            print(f"{self.seats} players: {rate:,.0f} games a second {how}")
        return 0

    def write(self) -> int:
        """Run `write`: write the weights for every number of seats into the game's folder."""
        learnt = {seats: saved(self.game, self.kernel, self.folder, seats).weights for seats in weights.COUNTS}
        bodies = [scaled(self.kernel, learnt[seats], self.game.output_factors[seats]) for seats in weights.COUNTS]
        self.game.target.write_bytes(weights.file(bodies))
        return 0

    def correct(self) -> int:
        """Run `correct`: fit the corrections of the chances and write them into the game's folder."""
        shifts = {seats: correcting.fitted(self.rows(seats, "correct")) for seats in weights.COUNTS}
        correcting.write(Path(self.game.shifts.__file__), self.game.name, shifts)
        return 0

    def calibrate(self) -> int:
        """Run `calibrate`: compare predicted chances with outcomes.

        Return 1 if they do not agree in one of the ten intervals of the chance.
        """
        if self.options.written:
            rows = correcting.with_corrections(self.rows(self.seats, "check"), self.game.shifts.SHIFTS)
        else:
            rows = sampled(self.game, self.kernel, self.seats, self.options.width, "calibrate", self.options.games)
        tenths = correcting.tenths(rows)
        if self.options.plot:
            self.options.plot.write_text(correcting.plot(tenths, self.seats))
        return correcting.report(tenths)

    def rows(self, seats: int, purpose: str) -> Reals:
        """Return sampled positions for the shipped weights: chances of all seats, then the outcome.

        They are saved, so that an interrupted run can continue. `purpose` is a part of the name of their folder.
        """
        width, data = self.options.width, self.game.target.read_bytes()
        name = self.folder / f"{self.game.name}-{seats}-{purpose}-{width}-{zlib.crc32(data):08x}"
        part, hands = Samples(self.game.name, seats, width, data), workers.chosen(self.options)
        return correcting.game_rows(name, seats, self.options.games, self.options.minutes, part, hands)


COMMANDS: Final = {
    "play": Commands.play,
    "contest": Commands.contest,
    "correct": Commands.correct,
    "calibrate": Commands.calibrate,
    "write": Commands.write,
    "speed": Commands.speed,
}


def main(game: Game, argv: Sequence[str] | None = None) -> int:
    """Read the command line and run one of the commands for a game."""
    parser = argparse.ArgumentParser(
        prog=f"learn_{game.name}", description=__doc__.split("\n", 1)[0] if __doc__ else ""
    )
    parser.add_argument("what", choices=COMMANDS)
    parser.add_argument("--folder", type=Path, default=Path("learnt"), help="the folder for the learnt weights")
    parser.add_argument("--seats", type=int, choices=sorted(SIDES), default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--width", type=int, default=0, help=f"how wide to search: {game.width}")
    parser.add_argument(
        "--other", type=int, default=0, help="the same for the other players in a contest; -1 means a hasty player"
    )
    parser.add_argument("--same", action="store_true", help="give the other players in a contest the same weights")
    parser.add_argument("--written", action="store_true", help="use the weights in the game's folder, and other games")
    parser.add_argument("--plot", type=Path, help="the file for the picture")
    workers.arguments(parser)
    options: Any = parser.parse_args(argv)
    return COMMANDS[options.what](Commands(game, options))
