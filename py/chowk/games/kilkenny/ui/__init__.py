"""The user interface of Kilkenny Cats: drawing, speech, rule book, lessons."""
