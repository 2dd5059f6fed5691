"""What a device keeps: games, plans, settings, results; as texts and values."""
