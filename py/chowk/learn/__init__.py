"""Lessons, hints and reviews."""
