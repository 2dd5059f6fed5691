"""Fuzzing: read damaged versions of valid texts, and check that every reader keeps its guarantees."""
