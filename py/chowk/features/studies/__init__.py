"""Studies: kept analyses with chapters, which are shared, printed, and played through by guessing the moves."""
