"""Training of the opponents of Kilkenny Cats."""
