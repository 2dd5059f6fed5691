"""Reviews of finished games, and their mistakes as tasks."""
