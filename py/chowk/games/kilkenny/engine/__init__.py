"""The fast engine of Kilkenny Cats' opponents: chances to win, the search, and the race of cats to their mice.

A player's two mice are the goal squares of the player's cats.
"""
