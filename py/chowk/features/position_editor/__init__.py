"""Positions set up by hand."""
