"""Training of American Checkers."""
