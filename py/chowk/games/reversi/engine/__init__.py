"""The fast engine of Reversi: bit boards, evaluation by patterns, searches and an opening book.

Here measured speed and strength come before clarity. Tests check everything in this folder against `rules`.
"""
