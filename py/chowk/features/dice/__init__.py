"""The dice of a game: their statistics, and the proof that no roll was chosen."""
