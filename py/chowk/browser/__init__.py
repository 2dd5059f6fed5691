"""The browser: the only package, besides the entry files, that knows it."""
