"""What this game is drawn by in skins that have boards of their own; each travels with its skin."""
