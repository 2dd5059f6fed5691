"""The fast engine of the opponents: distances of cats to their mice, chances to win, and the search."""
