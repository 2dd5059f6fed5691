"""The fast engine of Kilkenny Cats' opponents: distances of cats to their mice, chances to win, and the search."""
