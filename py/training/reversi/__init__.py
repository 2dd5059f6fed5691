"""Training of Reversi."""
