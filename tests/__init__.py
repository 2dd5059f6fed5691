"""Chowk's tests. `python3 -m tests` runs all of them from a fresh clone; `python3 -m tests.bench` measures."""
