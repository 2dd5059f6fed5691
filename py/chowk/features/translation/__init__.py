"""The translation desk, which is built apart from the page."""
