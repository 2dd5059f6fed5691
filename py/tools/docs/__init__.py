"""The documentation site: which documents it has, and how it is built from them and from docstrings."""
