"""The people of a household, each with a name, a face and results, and the ladder of a game's opponents."""
