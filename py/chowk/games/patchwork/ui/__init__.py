"""The user interface of Patchwork: drawing, speech, rule book, lessons."""
