"""The shared core of all games; it depends on no particular game and on no browser."""
