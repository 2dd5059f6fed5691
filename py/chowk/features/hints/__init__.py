"""Hints in three steps: where to look on the board, the move, and the reasons for it."""
