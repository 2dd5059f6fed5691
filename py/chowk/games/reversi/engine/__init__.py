"""The fast engine of Reversi: bit boards, evaluation by patterns, searches and an opening book.

Speed and strength come before clarity here. Tests check everything in this folder against `rules`.
"""
