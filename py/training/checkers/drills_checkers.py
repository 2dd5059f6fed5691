"""Choose the checkers endings that players practise: random positions, each proved by the endgame tables.

    python3 py/training/checkers/drills_checkers.py

It needs wasmtime. It prints the positions of each class of endings (the same pieces and the same result), for
`chowk.games.checkers.ui.endings`. Every run prints the same positions.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from chowk.engine import assets
from chowk.engine.kernel.runtime import Kernel
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import reader
from chowk.games.checkers.rules import BIT, Position
from chowk.games.checkers.ui.endings import result
from tools.build import kernel_provider

COUNT: Final = 24
"""Number of positions of each class."""
SHORTEST: Final = 9
"""Minimum number of plies of a win, where the tables know the number."""
TIME: Final = 60.0
"""Maximum time for one position, in seconds. The first takes some seconds, because the tables must be unpacked."""


class Material(NamedTuple):
    """A class of endings: the men and kings of the side to move, then of the other side, and the result.

    `value` is the result for the side to move with best play: 1 for a win, 0 for a draw.
    """

    men: int
    kings: int
    other_men: int
    other_kings: int
    value: int


CLASSES: Final = {
    "two-kings": Material(0, 2, 0, 1, 1),
    "king-man": Material(1, 1, 0, 1, 1),
    "two-men": Material(2, 0, 0, 1, 1),
    "man-guard": Material(0, 2, 1, 1, 1),
    "three-two": Material(0, 3, 0, 2, 1),
    "one-king": Material(0, 1, 0, 2, 0),
    "two-three": Material(0, 2, 0, 3, 0),
}
"""The classes of endings, by the name under which each is stored: its pieces and its result."""


def random_position(material: Material, chance: random.Random) -> Position:
    """Return a random position with these pieces."""
    turn = chance.randrange(2)
    own_men, own_kings, men, kings = material[:4]
    while True:
        squares = [BIT[square] for square in chance.sample(range(1, 33), own_men + own_kings + men + kings)]
        own, other = squares[: own_men + own_kings], squares[own_men + own_kings :]
        crowned = sum(own[own_men:]) | sum(other[men:])
        black, white = (sum(other), sum(own)) if turn else (sum(own), sum(other))
        position = Position(black, white, crowned, turn)
        if not (sum(own[:own_men]) & rules.CROWN[turn] or sum(other[:men]) & rules.CROWN[1 - turn]):
            return position


def is_task(kernel: Kernel, position: Position, value: int) -> bool:
    """Return True if a position is worth practising.

    The best result of the side to move must be `value`, another move must give a worse result, and a win must take at
    least `SHORTEST` plies. Neither side may have a capture.
    """
    if rules.jumpers(position) or rules.jumpers(position._replace(turn=1 - position.turn)) or not position.moves():
        return False
    (*_, survey) = reader.survey(kernel, position, (), Scope(1), Clock(TIME))
    results = [result(line) for line in survey.lines]
    known = [answer for answer in results if answer is not None]
    assert len(known) == len(results), "the tables are complete"
    best = max(answer.value for answer in known)
    plies = [answer.plies for answer in known if answer.value == best and answer.plies is not None]
    return best == value and len({answer.value for answer in known}) > 1 and min(plies, default=SHORTEST) >= SHORTEST


def main() -> None:
    """Print the positions of each class of endings."""
    kernel_provider.provide()
    kernel = assets.kernel("checkers")
    for name, material in CLASSES.items():
        chance, texts = random.Random(name), list[str]()
        while len(texts) < COUNT:
            position = random_position(material, chance)
            text = notation.write_position(position)
            if text not in texts and is_task(kernel, position, material.value):
                texts.append(text)
        print(name, " ".join(texts), flush=True)


if __name__ == "__main__":
    main()
