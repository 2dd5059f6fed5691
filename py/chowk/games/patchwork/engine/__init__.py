"""Patchwork's fast path: the same game on plain numbers, and the search for purchases and places."""
