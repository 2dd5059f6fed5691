"""What builds, draws and trains: never part of the page."""
