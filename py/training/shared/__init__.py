"""Training code shared by several games."""
