"""Training of Patchwork."""
