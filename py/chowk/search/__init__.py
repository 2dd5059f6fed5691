"""Searching the tree of any game, under a clock."""
