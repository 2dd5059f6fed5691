"""Features: each a folder with its model, its commands and its views."""
