"""The position editor, in which positions are set up by hand."""
