"""Practice: puzzles of the day and by difficulty, with a rating of the player's own."""
