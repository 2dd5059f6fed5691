"""Tools for translations, glossaries, and the fonts of titles and language names."""
