"""The dice of a game: what they showed, and the proof that nobody chose it."""
