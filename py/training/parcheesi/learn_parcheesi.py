"""Learn the value of Parcheesi positions from self-play: see `training.shared.self_play` for the commands.

Learning starts with the weights of the interpreted engine (`worth`). Learnt weights were tested against these weights,
with players that evaluate every result of a roll. With two seats, after learning from 9,800 games, they won 55.2 % of
1,600 games (standard error 1.2 %). With four seats, after learning from 9,000 games, one player with the learnt weights
won 28.3 % of 600 games against three others (standard error 1.9 %; 25 % would be even).

The written weights were learnt from 20,700 games with two seats, 6,800 with three and 12,400 with four. The factors
`Game.output_factors` (by which the strengths of seats are multiplied) were computed from 8,500, 3,000 and 4,000 other
games. In a check with 10,000 more games with two seats, the chances were compared with the outcomes for each tenth
(chances from 0 to 10 %, from 10 to 20 % and so on). In every tenth they agreed within 2.1 points, and within twice the
standard error. With three seats (6,000 games) and four (8,000), chances above 80 % were 6 to 10 points too low; 2 to 4
% of all chances are that high. `correct` therefore uses 10,000 games to fit a correction of the reported chances.
`calibrate --written` checks it with 10,000 other games: in every tenth the corrected chances agree within 2 points or
twice the standard error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.games.parcheesi.engine import shifts
from training.shared import self_play
from training.shared.self_play import Game

FIRST: Final = {
    1: -12.0,
    **dict.fromkeys((2, 3, 4), -1.44),
    5: -1.63,
    **dict.fromkeys((6, 7, 8), 0.28),
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
"""The weights of the interpreted engine by input, in the units of the network. Learning starts with them."""

GAME: Final = Game(
    name="parcheesi",
    shifts=shifts,
    rate=0.01,
    longest={2: 80, 3: 140, 4: 220},
    output_factors={2: 0.83, 3: 0.88, 4: 0.92},
    first=FIRST,
    seed=int,
    width="the number of results that are examined with every next roll",
)

if __name__ == "__main__":
    sys.exit(self_play.main(GAME))
