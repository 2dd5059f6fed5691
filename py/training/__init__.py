"""Training of opponents; never shipped."""
