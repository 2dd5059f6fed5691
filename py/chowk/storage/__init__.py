"""Storage on the device: games, settings, results and seats, and their formats in files and links."""
