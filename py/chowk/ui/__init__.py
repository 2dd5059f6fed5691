"""The user interface as values: nodes, screens and sheets."""
