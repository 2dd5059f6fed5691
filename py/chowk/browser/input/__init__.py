"""Pointer, keyboard, file and device events."""
