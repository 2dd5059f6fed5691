"""Fuzzing: read damaged versions of valid texts, and check that every reader of texts keeps its guarantees."""
