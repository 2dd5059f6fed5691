"""Training of the opponents of Patchwork."""
