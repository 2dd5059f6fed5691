"""Practice: puzzles of the day and by difficulty, and the player's puzzle rating."""
