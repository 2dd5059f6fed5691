"""Learn the value of Kilkenny Cats positions from self-play, in commands that can be interrupted.

    python3 py/training/kilkenny/learn_kilkenny.py play --folder learnt --seats 2 --minutes 15
    python3 py/training/kilkenny/learn_kilkenny.py contest --folder learnt --seats 2 --games 4000 --deep
    python3 py/training/kilkenny/learn_kilkenny.py calibrate --folder learnt --seats 2 --games 20000 --plot worth2.svg
    python3 py/training/kilkenny/learn_kilkenny.py write --folder learnt
    python3 py/training/kilkenny/learn_kilkenny.py correct --folder learnt --games 10000

`play` learns by temporal differences, TD(lambda), as Tesauro's TD-Gammon did: the network (`kernel_worth`) plays all
seats by evaluating every step, and its chances before each roll are moved towards the later ones. It saves its state
every few minutes, and continues from there when it is started again; the seed of each hundred games is their number.
`contest` plays it with a search of the next roll (`--deep`) or without against itself without one, each game with the
same dice from every seat. `calibrate` takes one position, after a random number of rolls, of each of many games not
used for learning, plays it to the end, and compares the chances of all seats, averaged over the next roll, with the
outcomes, by tenths of the chance. `write` puts the weights into the game's folder; `correct` fits the correction of the
reported chances (`training.shared.correcting`).
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
from typing import Any, Final

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine.kernel.runtime import Kernel
from chowk.games.kilkenny.engine import shifts, weights
from tools.build.kernel_hosts import Native
from tools.kernels.compiler import compile_kernel
from training.parcheesi.learn_parcheesi import Kept, drawn
from training.shared import correcting
from training.shared.correcting import Reals

KERNEL: Final = "training.kilkenny.kernel_kilkenny"
TARGET: Final = Path(weights.__file__).with_name(weights.DATA)
SIDES: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
PART: Final = 100
"""Number of games played in one call."""
RATE: Final = 0.02
HALF: Final = 8_000
"""Number of games after which the learning rate is halved."""
LAMBDA: Final = 0.7
LONGEST: Final = {2: 45, 3: 60, 4: 75}
"""Upper bound of the random number of rolls before a position of `calibrate`; games that end earlier do not count."""
DRAWN: Final = {2: 0.93, 3: 0.9, 4: 0.9}
"""Factor of the written strengths, by number of seats: the learnt chances are too far from even."""
CORRECTED: Final = (2, 3, 4)
"""Numbers of seats for which no single factor fits all chances: they are corrected by `correct` when reported."""
FIRST: Final = {1: -5.0, 5: -2.0, 6: 1.0, 12: -0.5, 21: 2.0}
"""Initial weights by input: a seat that is nearer and has more cats is ahead."""


def begun(kernel: Kernel, seats: int) -> array[float]:
    """Return the initial weights; hidden units have no effect yet."""
    lot = random.Random(f"begin/{seats}")
    inputs, hidden = int(kernel.numbers["INPUTS"]), int(kernel.numbers["HIDDEN"])
    units = [[*(lot.uniform(-0.4, 0.4) for _ in range(inputs)), 0.0] for _ in range(hidden)]
    return array("d", [*(FIRST.get(at, 0.0) for at in range(inputs)), *(one for unit in units for one in unit)])


def path(folder: Path, seats: int) -> Path:
    """Return the path of the saved state."""
    return folder / f"kilkenny-{seats}.kept"


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


def seeded(kernel: Kernel, name: str) -> None:
    """Seed the dice by a name."""
    kernel.write("LOT", array("Q", [1 + random.Random(name).getrandbits(62)]))


def play(kernel: Kernel, folder: Path, seats: int, minutes: float = 1e9, games: int = 1 << 60) -> None:
    """Learn for some minutes, or from a number of further games."""
    found, size = kept(kernel, folder, seats), int(kernel.numbers["SIZE"])
    done, last, until = found.games, found.games + games, time.monotonic() + 60 * minutes
    kernel.write("WEIGHTS", found.weights)
    kernel.write("LEVELS", array("i", [0] * 8))
    while time.monotonic() < until and done < last:
        seeded(kernel, f"{seats}/{done}")
        kernel.write("RATE", array("d", [RATE / (1 + done / HALF), LAMBDA]))
        kernel.call("learn", PART, seats)
        done += PART
        if done % (10 * PART) == 0:
            keep(folder, seats, Kept(kernel.read("WEIGHTS", 0, size), done))
            print(f"{done} games", file=sys.stderr, flush=True)
    keep(folder, seats, Kept(kernel.read("WEIGHTS", 0, size), done))


def contest(
    kernel: Kernel, seats: int, games: int, ways: tuple[tuple[int, int], tuple[int, int]]
) -> tuple[float, float]:
    """Return the share of games that the first of two players wins in one seat against the second in all others.

    Also return its standard error. A player is the start of its weights, and whether it searches the next roll.
    """
    shares = []
    for number in range(games // seats):
        won = 0.0
        for own in range(seats):
            levels = [cell for seat in range(seats) for cell in ways[seat != own]]
            kernel.write("LEVELS", array("i", levels))
            seeded(kernel, f"contest/{number}")
            kernel.call("deal", seats, number % seats)
            kernel.call("play_game")
            won += kernel.read("SHARE", own, 1)[0]
        shares.append(won / seats)
    mean = sum(shares) / len(shares)
    spread = sum((one - mean) ** 2 for one in shares) / (len(shares) - 1)
    return mean, sqrt(spread / len(shares))


def sampled(kernel: Kernel, seats: int, deep: bool, name: str, games: int) -> Reals:
    """Return one position of each of a number of games: the chances of all seats, then the outcome.

    `deep` players search the next roll; all dice depend on the name.
    """
    kernel.write("LEVELS", array("i", [0, deep] * 4))
    lot, found = random.Random(f"{name}/{seats}"), list[list[float]]()
    while len(found) < games:
        kernel.write("LOT", array("Q", [1 + lot.getrandbits(62)]))
        kernel.call("deal", seats, lot.randrange(seats))
        if kernel.call("sample", lot.randrange(LONGEST[seats])):
            found.append([*kernel.read("SAMPLE", 0, seats), *kernel.read("SHARE", 0, seats)])
    return np.array(found)


def played(folder: Path, seats: int, given: Any, what: str) -> Reals:
    """Return the same for the weights in the game's folder, saved in this folder so that an interrupted run can
    continue.
    """
    data = TARGET.read_bytes()
    kernel = made(seats)
    weights.lay_out(kernel, data, seats)
    name = folder / f"kilkenny-{seats}-{what}-{given.deep:d}-{zlib.crc32(data):08x}"
    return correcting.kept(
        name, seats, given.games, given.minutes, lambda dice, games: sampled(kernel, seats, given.deep, dice, games)
    )


def speed(kernel: Kernel, seats: int, games: int, hasty: bool) -> float:
    """Return the games played per second of processor time, evaluating every step or hastily."""
    kernel.write("LEVELS", array("i", [0, -int(hasty)] * 4))
    kernel.write("LOT", array("Q", [1]))
    began = time.process_time()
    for number in range(games):
        kernel.call("deal", seats, number % seats)
        kernel.call("play_game")
    return games / (time.process_time() - began)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and run the command."""
    parser = argparse.ArgumentParser(prog="learn_kilkenny", description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("what", choices=("play", "contest", "correct", "calibrate", "write", "speed"))
    parser.add_argument("--folder", type=Path, default=Path("learnt"), help="where what is learnt is kept")
    parser.add_argument("--seats", type=int, choices=sorted(SIDES), default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--deep", action="store_true", help="look at the next roll")
    parser.add_argument("--written", action="store_true", help="ask what is in the game's folder, about other games")
    parser.add_argument("--hasty", action="store_true", help="the others in a contest are hasty, and weigh nothing")
    parser.add_argument("--plot", type=Path, help="where the picture goes")
    given: Any = parser.parse_args(argv)
    kernel = made(given.seats)
    if given.what == "write":
        bodies = [drawn(kernel, kept(kernel, given.folder, seats).weights, DRAWN[seats]) for seats in weights.COUNTS]
        TARGET.write_bytes(weights.file(bodies))
        return 0
    if given.what == "play":
        play(kernel, given.folder, given.seats, given.minutes)
        return 0
    if given.what == "speed":
        weights.lay_out(kernel, TARGET.read_bytes(), given.seats)
        for hasty in (False, True):
            rate = speed(kernel, given.seats, given.games, hasty)
            how = "hastily" if hasty else "by a look at each move"
            print(f"{given.seats} players: {rate:,.0f} games a second {how}")
        return 0
    if given.what == "correct":
        found = {seats: correcting.fitted(played(given.folder, seats, given, "correct")) for seats in CORRECTED}
        correcting.write(Path(shifts.__file__), "learn_kilkenny", found)
        return 0
    if given.written:
        weights.lay_out(kernel, TARGET.read_bytes(), given.seats)
    else:
        kernel.write("WEIGHTS", kept(kernel, given.folder, given.seats).weights)
    if given.what == "contest":
        share, error = contest(kernel, given.seats, given.games, ((0, int(given.deep)), (0, -int(given.hasty))))
        print(f"{given.seats} players: {share:.1%} of {given.games} games, standard error {error:.1%}")
        return 0
    if given.written:
        rows = correcting.told(played(given.folder, given.seats, given, "check"), shifts.SHIFTS)
    else:
        rows = sampled(kernel, given.seats, given.deep, "calibrate", given.games)
    tenths = correcting.tenths(rows)
    if given.plot:
        given.plot.write_text(correcting.plot(tenths, given.seats))
    return correcting.report(tenths)


if __name__ == "__main__":
    sys.exit(main())
