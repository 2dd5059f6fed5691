"""The user interface as values: nodes, screens, sheets."""
