"""The dice of a game: statistics of the rolls, and the proof that nobody chose them."""
