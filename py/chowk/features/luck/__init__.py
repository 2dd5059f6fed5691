"""Luck of the dice, and the proof of the rolls."""
