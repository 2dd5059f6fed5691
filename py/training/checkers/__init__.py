"""Training of the opponents of American Checkers."""
