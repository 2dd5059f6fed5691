"""Games between devices that are connected directly."""
