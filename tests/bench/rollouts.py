"""Check the choices of the top levels of Parcheesi and Kilkenny Cats by roll-outs with independently written rules.

Example: `python3 -m tests.bench rollouts parcheesi kilkenny --positions 500 --rollouts 10000 --keep FILE`. The modules
`_parcheesi.py` and `_kilkenny.py` follow the numbered statements of the rules and share nothing with the games' code.

Opponents of mixed levels below the top play games for two. One roll with a choice is drawn from each game. The
independent rules list all results of the roll. After each result many games are played to the end, by a simple policy
and with the same dice for all results. Then the result that the top level reaches is compared with the best one.

* In Parcheesi the policy takes, one step after another, the step after which it likes the board most. It counts the
  steps that all pawns have to go, the risk of capture by the next roll, and blockades.
* In Kilkenny Cats it takes the step after which it likes the board most. It counts the expected turns of both players'
  race to the mice, and the danger to the cat that moves, before and after its step.

From game to game, the first two rolls (three in Kilkenny Cats) run through all sequences of rolls, one after another.
This reduces the noise. After 100, 400 and 1,600 games, results that are worse than the best one by two standard errors
get no more games. A position gets no more games once all other results are left out, or once no result can be more than
a percentage point better than the top level's (with 2.5 standard errors added). A loss of more than a point is never
taken from the first games alone: the best of many results looks better in them than it is.

With `--again` the positions in which the top level's result is clearly worse are played to the end once more, by the
second-strongest level instead of the policy. This shows whether the policy's weakness explains the difference.

With `--keep` each position is written to a file at once, and a later run continues it. A position in the file is not
measured again, even with more games: start a new file for those.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from chowk import games
from chowk.core.position import CHANCE
from chowk.engine.search_budget import Clock
from chowk.games.kilkenny.engine.bots import LEVELS as KILKENNY
from chowk.games.parcheesi.engine.bots import LEVELS as PARCHEESI
from tests.bench import _kilkenny, _parcheesi
from tests.bench.verdicts import played
from tools.build import kernel_provider

PLAIN: Final[dict[str, Any]] = {"parcheesi": _parcheesi, "kilkenny": _kilkenny}
"""The independent rules, by game."""
LEVELS: Final = {
    "parcheesi": [level.number for level in PARCHEESI],
    "kilkenny": [level.number for level in KILKENNY],
}
"""The numbers of a game's levels, in order of strength."""
LOOKS: Final = (100, 400, 1_600)
"""Numbers of games after which clearly worse results are left out."""
WORSE: Final = 2.0
CLEAR: Final = 2.5
"""Numbers of standard errors from which a result is clearly worse, and a position is clear."""
POINT: Final = 0.01
WIDE: Final = 8_000
"""Number of games that are played at the same time."""

Floats = npt.NDArray[np.float64]


class Measured(NamedTuple):
    """A measured position, which the number of its game determines.

    `chances`, `errors` and `counts`: for each result of the roll the share of wins, its standard error, and the number
    of games. `chosen` and `best`: the results that the top level and the roll-outs choose. `loss` and `error`: how much
    lower the chance after the top level's result is, and the standard error of this difference.
    """

    game: str
    number: int
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    counts: tuple[int, ...]
    chosen: int
    best: int
    loss: float
    error: float


# The two implementations ----------------------------------------------------------------------------------------------


def plain(name: str, position: Any, seat: int) -> Any:
    """Return a position in the form of the independent rules, with the pawns or cats of `seat` first."""
    both = []
    for each in (seat, 1 - seat):
        side = position.sides[each]
        if name == "parcheesi":
            entry = (5 - 17 * side) % 68
            own = [(place - entry) % 68 if 0 <= place < 68 else place for place in position.pawns[each]]
        else:
            assert side in (0, 2), "the usual colours of two players sit at the southern and northern sides"
            squares = [square for square in range(256) if position.cats[each] >> square & 1]
            own = [255 - square if side else square for square in squares] + [0] * (8 - len(squares))
        both.append(tuple(sorted(own)))
    return PLAIN[name].State(*both)


def dice(name: str, position: Any) -> tuple[int, ...]:
    """Return the values of the dice of a position after a roll."""
    return tuple(position.dice[:2]) if name == "parcheesi" else (position.die,)


def following(name: str, position: Any, roller: int) -> tuple[Any, bool]:
    """Return a position after a roll, as the independent rules represent it, and whether `roller` rolls again.

    The position is seen from the player to roll next; in a finished game of Parcheesi this is the winner.
    """
    again = name == "parcheesi" and (position.over or position.mover == roller)
    return plain(name, position, roller if again else 1 - roller), again


def used(position: Any) -> bool:
    """Return whether a roll has been used up, or the game is over."""
    return position.turn == CHANCE or position.outcome() is not None


def results(name: str, rolled: Any) -> dict[tuple[Any, bool], Any]:
    """Map every result of a roll, in the form of the independent rules, to its position by the game's own rules."""
    found, seen, waiting = dict[tuple[Any, bool], Any](), {rolled}, [rolled]
    while waiting:
        position = waiting.pop()
        if used(position):
            found[following(name, position, rolled.mover)] = position
            continue
        after = {position.play(move) for move in position.moves()} - seen
        seen |= after
        waiting += after
    return found


def independent(name: str, rolls: Sequence[Any]) -> list[list[tuple[Any, bool]]]:
    """Return every result of each roll by the independent rules."""
    states = [plain(name, rolled, rolled.mover) for rolled in rolls]
    listed: list[list[tuple[Any, bool]]] = PLAIN[name].results(states, [dice(name, rolled) for rolled in rolls])
    return listed


# Positions and choices ------------------------------------------------------------------------------------------------


def sample(name: str, number: int) -> Any:
    """Return a position after a roll with at least two results, from the game with this number."""
    lot = random.Random(f"rollouts/{name}/{number}")
    table = played(name, number, [lot.choice(LEVELS[name][:-1]) for _ in range(2)])
    decisions, before = [], CHANCE
    for position in table.match.positions:
        if before == CHANCE and not used(position):
            decisions.append(position)
        before = position.turn
    lot.shuffle(decisions)
    listed = independent(name, decisions)
    return next(position for position, ends in zip(decisions, listed, strict=True) if len(ends) > 1)


def chosen(name: str, rolled: Any, level: int, seed: int) -> tuple[Any, bool]:
    """Return the result of a roll that an opponent reaches, in the form of the independent rules."""
    think, position = games.load(name).thinker.think, rolled
    while not used(position):
        *_, thought = think(position, (), level, seed, Clock(60.0))
        position = position.play(thought.move)
    return following(name, position, rolled.mover)


def measured(name: str, number: int, rollouts: int) -> Measured:
    """Measure one position: play up to `rollouts` games after each result of its roll, and return the figures."""
    rolled = sample(name, number)
    (ends,) = independent(name, [rolled])
    top = ends.index(chosen(name, rolled, LEVELS[name][-1], number))
    won: list[Floats] = [np.zeros(0) for _ in ends]
    alive = list(range(len(ends)))
    for look in [look for look in LOOKS if look < rollouts] + [rollouts]:
        while (count := len(won[top])) < look:
            more = min(look - count, max(1, WIDE // len(alive)))
            states, first = zip(*(ends[index] for index in alive), strict=True)
            seed = [number, count, len(name)]
            for index, wins in zip(alive, PLAIN[name].rollouts(list(states), list(first), more, seed), strict=True):
                won[index] = np.append(won[index], wins)
        best = max(alive, key=lambda index: (float(won[index].mean()), index == top))
        behind = {index: difference(won[best], won[index]) for index in alive}
        alive = [
            index for index in alive if index in (best, top) or behind[index][0] < WORSE * max(behind[index][1], 1e-9)
        ]
        most = max(difference(won[index], won[top])[0] + CLEAR * difference(won[index], won[top])[1] for index in alive)
        loss, error = behind[top]
        if len(alive) == 1 or most < POINT:
            break
    chances = [float(wins.mean()) for wins in won]
    errors = [float(wins.std()) / len(wins) ** 0.5 for wins in won]
    return Measured(
        name,
        number,
        tuple(round(chance, 5) for chance in chances),
        tuple(round(value, 5) for value in errors),
        tuple(map(len, won)),
        top,
        best,
        round(loss, 5),
        round(error, 5),
    )


def difference(better: Floats, worse: Floats) -> tuple[float, float]:
    """Return by how much the mean of `better` exceeds that of `worse`, and the standard error of this difference.

    Both hold the scores of games, and games at the same index have the same dice.
    """
    gaps = better - worse
    return float(gaps.mean()), float(gaps.std()) / len(gaps) ** 0.5


def again(row: Measured, count: int) -> tuple[float, float]:
    """Play `count` games after the best result and as many after the top level's, by the second-strongest level.

    Return by how much the share of wins is greater after the best result, and the standard error of this difference.
    The dice are the same for both.
    """
    rolled = sample(row.game, row.number)
    (ends,), positions = independent(row.game, [rolled]), results(row.game, rolled)
    wins = [
        np.array([played_out(row.game, positions[ends[index]], rolled.mover, number) for number in range(count)])
        for index in (row.best, row.chosen)
    ]
    return difference(wins[0], wins[1])


def played_out(name: str, position: Any, seat: int, number: int) -> float:
    """Return the score of `seat` in a game that the second-strongest level plays to the end for both players.

    `number` determines the dice and the level's random choices.
    """
    lot, think = random.Random(f"again/{number}"), games.load(name).thinker.think
    while (outcome := position.outcome()) is None:
        if position.turn == CHANCE:
            position = position.play(lot.choices(position.moves(), position.odds())[0])
            continue
        *_, thought = think(position, (), LEVELS[name][-2], number, Clock(60.0))
        position = position.play(thought.move)
    return 0.5 if outcome.winner is None else float(outcome.winner == seat)


# The table ------------------------------------------------------------------------------------------------------------

HEAD: Final = """| game | positions | results of a roll, mean | games played | same result | within a point | \
within a point or not clearly worse | clearly worse by more than a point | mean loss, points |
|---|---|---|---|---|---|---|---|---|"""


def clearly_worse(row: Measured) -> bool:
    """Return whether the loss of the top level, less two standard errors, is still more than a percentage point."""
    return row.loss - 2 * row.error > POINT


def line(name: str, rows: Sequence[Measured]) -> str:
    """Return a line of the table for one game."""
    count = len(rows)
    worse = sum(map(clearly_worse, rows))
    cells = [
        name,
        str(count),
        f"{np.mean([len(row.chances) for row in rows]):.1f}",
        f"{sum(sum(row.counts) for row in rows):,}",
        f"{sum(row.chosen == row.best for row in rows)}",
        f"{sum(row.loss <= POINT for row in rows)}",
        f"{count - worse} ({100 * (count - worse) / count:.0f} %)",
        str(worse),
        f"{100 * np.mean([row.loss for row in rows]):.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def main(argv: Sequence[str]) -> int:
    """Measure the positions, print the table and the positions with a clear loss, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench rollouts", description=__doc__)
    parser.add_argument("games", nargs="*", help="games (default both)")
    parser.add_argument("--positions", type=int, default=500, help="number of positions of each game (default 500)")
    parser.add_argument("--rollouts", type=int, default=10_000, help="most games after a result (default 10,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first position (default 0)")
    parser.add_argument("--keep", type=Path, help="a file for the results; a later run continues it")
    parser.add_argument("--table", action="store_true", help="only print the table of the stored results")
    parser.add_argument(
        "--again", type=int, default=0, help="play so many games by the second level where the loss is clear"
    )
    options = parser.parse_args(argv)
    kernel_provider.provide()
    text = options.keep.read_text() if options.keep and options.keep.exists() else ""
    kept = {(row.game, row.number): row for row in (Measured(*json.loads(line)) for line in text.splitlines())}
    names = options.games or list(PLAIN)
    for number in range(options.first, 0 if options.table else options.positions):
        for name in names:
            if (name, number) not in kept:
                kept[name, number] = measured(name, number, options.rollouts)
                if options.keep:
                    with options.keep.open("a") as file:
                        file.write(json.dumps(kept[name, number]) + "\n")
    print(HEAD)
    for name in names:
        rows = [row for row in kept.values() if row.game == name]
        if rows:
            print(line(name, rows))
    for row in kept.values():
        if row.game in names and clearly_worse(row):
            text = f"{row.game} {row.number}: {100 * row.loss:.1f} points ({100 * row.error:.1f})"
            if options.again:
                loss, error = again(row, options.again)
                text += f"; by the second level {100 * loss:.1f} ({100 * error:.1f})"
            print(text, flush=True)
    return 0
