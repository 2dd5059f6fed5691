"""Drawings of this game for skins with their own boards; each is shipped with its skin."""
