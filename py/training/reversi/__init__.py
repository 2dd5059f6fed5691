"""Training of the opponents of Reversi."""
