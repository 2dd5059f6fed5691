"""The command line `chowk`: play, analyse, count, convert, compare levels, solve puzzles.

The web page does not use this package.
"""
