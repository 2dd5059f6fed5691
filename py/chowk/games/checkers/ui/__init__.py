"""The user interface of American Checkers: drawing, speech, rule book, lessons."""
