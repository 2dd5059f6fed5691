"""The application without its browser: commands, the current match, pages as values, saves and messages."""
