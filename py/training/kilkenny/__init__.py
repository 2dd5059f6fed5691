"""Training of Kilkenny Cats."""
