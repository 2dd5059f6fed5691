"""The luck of the dice in a game, and its display."""
