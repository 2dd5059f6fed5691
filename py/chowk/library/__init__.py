"""The games as a library for Python programs. No module of the page imports this package."""
