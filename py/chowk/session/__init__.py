"""Game sessions: the table, the game loop, commands, input and output."""
