"""The application without its browser: commands, the match in progress, pages as values, saves, words."""
