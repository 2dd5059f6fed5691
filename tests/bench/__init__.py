"""Measurements, none of which is a condition for a release: `python3 -m tests.bench NAME …`.

Each measurement is a module of this folder with a function `main(argv)`.
"""
