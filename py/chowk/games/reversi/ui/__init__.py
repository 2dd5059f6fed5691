"""The user interface of Reversi: drawing, speech, rule book, lessons."""
