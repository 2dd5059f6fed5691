"""Hints, which are given in three steps."""
