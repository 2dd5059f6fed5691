"""Training of the computer opponents. Not part of the page."""
