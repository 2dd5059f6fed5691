"""Translations, glossaries, fonts of names and titles."""
