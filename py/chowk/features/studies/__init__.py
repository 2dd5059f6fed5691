"""Studies: stored analyses with chapters. They can be shared, printed, and played through by guessing the moves."""
