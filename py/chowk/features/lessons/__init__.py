"""First lessons: small tasks on the real board."""
