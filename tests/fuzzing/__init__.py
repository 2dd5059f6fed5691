"""Fuzzing: damaged versions of valid texts, and the guarantees that every reader keeps for all of them."""
