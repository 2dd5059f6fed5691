"""The opponents' fast path: all results of a roll, what a position is worth, and looking ahead."""
