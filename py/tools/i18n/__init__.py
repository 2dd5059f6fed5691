"""Tools for translators: catalogues, glossaries, checks of translations, and fonts for titles and language names."""
