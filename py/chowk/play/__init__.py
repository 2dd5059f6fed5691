"""A running game at a table: who is awaited, what is pointed at, what is shown and said."""
