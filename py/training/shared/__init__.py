"""What the training of several games shares."""
