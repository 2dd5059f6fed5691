"""The fast engine of Parcheesi's opponents: all results of a roll, the value of a position, and the search."""
