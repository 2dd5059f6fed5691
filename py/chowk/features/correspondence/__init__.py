"""Correspondence games: players send each other their moves as links.

No player can choose, foresee or repeat a roll of the dice, and nobody has to trust another player or a server.
"""
