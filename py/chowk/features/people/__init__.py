"""People of a household: a name, a face, and results of their own for each; and the ladder of a game's opponents."""
