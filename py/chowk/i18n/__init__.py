"""Languages and messages."""
