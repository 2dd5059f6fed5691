"""The fast engine of Patchwork: the game on plain numbers, and the search for purchases and placements."""
