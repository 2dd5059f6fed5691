"""Reviews of finished games, and exercises made from their mistakes."""
