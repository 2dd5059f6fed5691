"""The user interface of Parcheesi: drawing, speech, rule book, lessons."""
