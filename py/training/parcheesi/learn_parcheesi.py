"""Learn the value of Parcheesi positions from self-play, in commands that can be interrupted.

    python3 py/training/parcheesi/learn_parcheesi.py play --folder learnt --seats 2 --minutes 15
    python3 py/training/parcheesi/learn_parcheesi.py contest --folder learnt --seats 2 --games 4000
    python3 py/training/parcheesi/learn_parcheesi.py calibrate --folder learnt --seats 2 --games 20000 --plot worth2.svg
    python3 py/training/parcheesi/learn_parcheesi.py write --folder learnt
    python3 py/training/parcheesi/learn_parcheesi.py correct --folder learnt --games 10000

`play` learns by temporal differences, TD(lambda), as Tesauro's TD-Gammon did: the network (`kernel_worth`) plays all
sides by evaluating every result of its roll, and its chances before each roll are moved towards the later ones. It
starts with the weights of the interpreted engine (`worth`), saves its state every few minutes, and continues from there
when it is started again. `contest` plays it against its starting weights, each game repeated with the same dice and the
seats exchanged. `calibrate` takes one position, after a random number of rolls, of each of many games not used for
learning, plays it to the end, and compares the predicted chances of all seats with the outcomes, by tenths of the
chance; games are saved. `write` puts the weights into the game's folder, with all strengths scaled as `calibrate` found
necessary (`DRAWN`); `calibrate --written` checks the written file by other games.

Results: after 9,800 games with two seats, evaluating every result, it scored 55.2 % in 1,600 games against its start
(standard error 1.2 %); after 9,000 games with four seats, alone against three of these, 28.3 % in 600 (standard error
1.9 %, 25 % is even). The written weights were learnt from 20,700 games with two seats, 6,800 with three and 12,400 with
four, and `DRAWN` was found by 8,500, 3,000 and 4,000 others. Checked by 10,000 more games with two seats, every tenth
agrees within 2.1 points and within twice the standard error; with three seats (6,000 games) and four (8,000), chances
above 80 % were 6 to 10 points too near even (2 to 4 %). So `correct` fits a correction of the reported chances to
10,000 games (`training.shared.correcting`), and `calibrate --written` checks it by 10,000 others: every tenth agrees
within 2 points or twice the standard error.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from array import array
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine.kernel.runtime import Kernel
from chowk.games.parcheesi.engine import shifts, weights
from tools.build.kernel_hosts import Native
from tools.kernels.compiler import compile_kernel
from training.shared import correcting
from training.shared.correcting import Reals

KERNEL: Final = "training.parcheesi.kernel_parcheesi"
TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
SIDES: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
PART: Final = 100
"""Number of games played in one call."""
RATE: Final = 0.01
HALF: Final = 8_000
"""Number of games after which the learning rate is halved."""
LAMBDA: Final = 0.7
LONGEST: Final = {2: 80, 3: 140, 4: 220}
"""Upper bound of the random number of rolls before a position of `calibrate`; games that end earlier do not count."""
DRAWN: Final = {2: 0.83, 3: 0.88, 4: 0.92}
"""Factor of the written strengths, by number of seats: the learnt chances are too far from even."""
CORRECTED: Final = (2, 3, 4)
"""Numbers of seats for which no single factor fits all chances: they are corrected by `correct` when reported."""
FIRST: Final = {
    1: -12.0,
    2: -1.44,
    3: -1.44,
    4: -1.44,
    5: -1.63,
    6: 0.28,
    7: 0.28,
    8: 0.28,
    9: 0.24,
    10: -0.08,
    11: 0.76,
    13: -0.29,
    15: 0.1,
    16: 0.26,
    17: -1.55,
    18: 0.65,
    20: -0.34,
}
"""Weights of the interpreted engine in the network's units, by input."""


class Kept(NamedTuple):
    """The learnt weights, and the number of games they come from."""

    weights: array[float]
    games: int


def begun(kernel: Kernel, seed: int) -> array[float]:
    """Return the initial weights: those of the interpreted engine, and random hidden units without any effect yet."""
    lot = random.Random(seed)
    inputs, hidden = int(kernel.numbers["INPUTS"]), int(kernel.numbers["HIDDEN"])
    units = [[*(lot.uniform(-0.4, 0.4) for _ in range(inputs)), 0.0] for _ in range(hidden)]
    return array("d", [*(FIRST.get(at, 0.0) for at in range(inputs)), *(one for unit in units for one in unit)])


def path(folder: Path, seats: int) -> Path:
    """Return the path of the saved state."""
    return folder / f"parcheesi-{seats}.kept"


def kept(kernel: Kernel, folder: Path, seats: int) -> Kept:
    """Return the saved state, or the initial one."""
    file = path(folder, seats)
    if not file.exists():
        return Kept(begun(kernel, seats), 0)
    found = array("d")
    found.frombytes(file.read_bytes())
    return Kept(found[:-1], int(found[-1]))


def keep(folder: Path, seats: int, found: Kept) -> None:
    """Save the state, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    file = path(folder, seats)
    new = file.with_suffix(".new")
    new.write_bytes(array("d", [*found.weights, found.games]).tobytes())
    new.replace(file)


def made(seats: int) -> Native:
    """Return the kernel, set for a number of seats."""
    kernel = Native(compile_kernel(KERNEL))
    kernel.write("SIDES", array("b", SIDES[seats]))
    return kernel


def play(kernel: Kernel, folder: Path, seats: int, minutes: float = 1e9, games: int = 1 << 60) -> None:
    """Learn for some minutes, or from a number of further games."""
    found, begun_at = kept(kernel, folder, seats)
    kernel.write("WEIGHTS", found)
    kernel.write("LEVEL", array("i", bytes(4 * 8)))
    until, last = time.monotonic() + 60 * minutes, begun_at + games
    size = int(kernel.numbers["SIZE"])
    games = begun_at
    while time.monotonic() < until and games < last:
        kernel.write("LOT", array("Q", [1 + random.Random(f"{seats}/{games}").getrandbits(62)]))
        kernel.write("RATE", array("d", [RATE / (1 + games / HALF), LAMBDA]))
        kernel.call("learn", PART, seats)
        games += PART
        if games % (10 * PART) == 0:
            keep(folder, seats, Kept(kernel.read("WEIGHTS", 0, size), games))
            print(f"{games} games", file=sys.stderr, flush=True)
    keep(folder, seats, Kept(kernel.read("WEIGHTS", 0, size), games))


def drawn(kernel: Kernel, learnt: Sequence[float], factor: float) -> list[float]:
    """Return weights that multiply all strengths by a factor: the output weights are scaled."""
    inputs, unit = int(kernel.numbers["INPUTS"]), int(kernel.numbers["INPUTS"]) + 1
    out = [at < inputs or (at - inputs) % unit == inputs for at in range(len(learnt))]
    return [weight * factor if last else weight for weight, last in zip(learnt, out, strict=True)]


def contest(folder: Path, seats: int, games: int, widths: tuple[int, int]) -> tuple[float, float]:
    """Return the share of games that the learnt weights win against the initial ones, and its standard error.

    They play one seat against the initial weights in all others; `widths` are the numbers of results that each searches
    further.
    """
    kernel = made(seats)
    size = int(kernel.numbers["SIZE"])
    kernel.write("WEIGHTS", kept(kernel, folder, seats).weights)
    kernel.write("WEIGHTS", begun(kernel, seats), size)
    shares = []
    for number in range(games // seats):
        won = 0
        for own in range(seats):
            ways = [(0, widths[0]) if seat == own else (size, widths[1]) for seat in range(seats)]
            kernel.write("LEVEL", array("i", [number for way in ways for number in way]))
            kernel.write("LOT", array("Q", [1 + random.Random(f"contest/{number}").getrandbits(62)]))
            kernel.call("deal", seats, number % seats)
            won += kernel.call("play_game") == own
        shares.append(won / seats)
    mean = sum(shares) / len(shares)
    spread = sum((one - mean) ** 2 for one in shares) / (len(shares) - 1)
    return mean, sqrt(spread / len(shares))


def sampled(kernel: Kernel, seats: int, width: int, name: str, games: int) -> Reals:
    """Return one position of each of a number of games: the chances of all seats, then the outcome.

    `width` is the number of results that players search further; all dice depend on the name.
    """
    kernel.write("LEVEL", array("i", [0, width] * 4))
    lot, found = random.Random(f"{name}/{seats}"), list[list[float]]()
    while len(found) < games:
        kernel.write("LOT", array("Q", [1 + lot.getrandbits(62)]))
        kernel.call("deal", seats, lot.randrange(seats))
        winner = kernel.call("sample", lot.randrange(LONGEST[seats]))
        if winner >= 0:
            found.append([*kernel.read("SAMPLE", 0, seats), *(float(seat == winner) for seat in range(seats))])
    return np.array(found)


def played(folder: Path, seats: int, given: Any, what: str) -> Reals:
    """Return the same for the weights in the game's folder, saved in this folder so that an interrupted run can
    continue.
    """
    data = TARGET.read_bytes()
    kernel = made(seats)
    weights.lay_out(kernel, data, seats)
    name = folder / f"parcheesi-{seats}-{what}-{given.width}-{zlib.crc32(data):08x}"
    return correcting.kept(
        name, seats, given.games, given.minutes, lambda dice, games: sampled(kernel, seats, given.width, dice, games)
    )


def speed(kernel: Kernel, seats: int, games: int, hasty: bool) -> float:
    """Return the games played per second of processor time, evaluating every result or hastily."""
    kernel.write("LEVEL", array("i", [0, -int(hasty)] * 4))
    kernel.write("LOT", array("Q", [1]))
    began = time.process_time()
    for number in range(games):
        kernel.call("deal", seats, number % seats)
        kernel.call("play_game")
    return games / (time.process_time() - began)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and run the command."""
    parser = argparse.ArgumentParser(prog="learn_parcheesi", description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("what", choices=("play", "contest", "correct", "calibrate", "write", "speed"))
    parser.add_argument("--folder", type=Path, default=Path("learnt"), help="where what is learnt is kept")
    parser.add_argument("--seats", type=int, choices=sorted(SIDES), default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--width", type=int, default=0, help="how many results are looked into with every next roll")
    parser.add_argument("--other", type=int, default=0, help="the same for the beginning, in a contest; -1 is hasty")
    parser.add_argument("--written", action="store_true", help="hold what is in the game's folder against other games")
    parser.add_argument("--plot", type=Path, help="where the picture goes")
    given: Any = parser.parse_args(argv)
    if given.what == "play":
        play(made(given.seats), given.folder, given.seats, given.minutes)
    elif given.what == "contest":
        share, error = contest(given.folder, given.seats, given.games, (given.width, given.other))
        print(f"{given.seats} players: {share:.1%} of {given.games} games, standard error {error:.1%}")
    elif given.what == "speed":
        kernel = made(given.seats)
        weights.lay_out(kernel, TARGET.read_bytes(), given.seats)
        for hasty in (False, True):
            rate = speed(kernel, given.seats, given.games, hasty)
            how = "hastily" if hasty else "by a look at each move"
            print(f"{given.seats} players: {rate:,.0f} games a second {how}")
    elif given.what == "correct":
        found = {seats: correcting.fitted(played(given.folder, seats, given, "correct")) for seats in CORRECTED}
        correcting.write(Path(shifts.__file__), "learn_parcheesi", found)
    elif given.what == "calibrate":
        if given.written:
            rows = correcting.told(played(given.folder, given.seats, given, "check"), shifts.SHIFTS)
        else:
            kernel = made(given.seats)
            kernel.write("WEIGHTS", kept(kernel, given.folder, given.seats).weights)
            rows = sampled(kernel, given.seats, given.width, "calibrate", given.games)
        tenths = correcting.tenths(rows)
        if given.plot:
            given.plot.write_text(correcting.plot(tenths, given.seats))
        return correcting.report(tenths)
    else:
        kernel = made(2)
        bodies = [drawn(kernel, kept(kernel, given.folder, seats).weights, DRAWN[seats]) for seats in weights.COUNTS]
        TARGET.write_bytes(weights.file(bodies))
    return 0


if __name__ == "__main__":
    sys.exit(main())
