"""A game at a table: the table, the game loop, the commands, input and output."""
