"""Game-tree search for any game, limited by a clock."""
