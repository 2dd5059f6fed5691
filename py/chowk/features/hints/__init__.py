"""Hints in three steps."""
