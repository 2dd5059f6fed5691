"""Training of the opponents. Not part of the page."""
