"""Training of the opponents; never shipped."""
