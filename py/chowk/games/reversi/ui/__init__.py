"""Reversi as the player sees it: drawing, speech, rules text, lessons."""
