"""Output to the player: board, log, announcements, sounds, haptics."""
