"""Playing apart: games whose players send one another links.

Their dice nobody can choose, foresee or throw twice; nobody needs to trust anybody, nor any server.
"""
