"""Live games, between devices that are connected directly."""
