"""Output to the player: board, log, announcements, sounds and vibrations."""
