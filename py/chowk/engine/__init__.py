"""The shared parts of all opponents: requests, search budgets, searches and data files."""
