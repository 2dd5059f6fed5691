"""The analysis board: variations, values of moves, openings and drawings."""
