"""The fast path of Reversi's opponents: the board as big integers, evaluation by patterns, searches, a book.

Clarity rules elsewhere; here measured strength does. Everything in this folder is checked against `rules` by tests.
"""
