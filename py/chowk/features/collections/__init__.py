"""Collections: the player reads a file with thousands of games, and browses, sorts and searches them.

The games are stored in a compact form.
"""
