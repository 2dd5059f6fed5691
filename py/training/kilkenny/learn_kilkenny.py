"""Learn the value of Kilkenny Cats positions from self-play: see `training.shared.self_play` for the commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.games.kilkenny.engine import shifts
from training.shared import self_play
from training.shared.self_play import Game

GAME: Final = Game(
    name="kilkenny",
    shifts=shifts,
    rate=0.02,
    longest={2: 45, 3: 60, 4: 75},
    output_factors={2: 0.93, 3: 0.9, 4: 0.9},
    first={1: -5.0, 5: -2.0, 6: 1.0, 12: -0.5, 21: 2.0},  # a seat that is nearer and has more cats is ahead
    seed=lambda seats: f"begin/{seats}",
    width="1 searches the next roll of every step",
)

if __name__ == "__main__":
    sys.exit(self_play.main(GAME))
