"""Courses: short lessons of a game beyond the first one, each about one idea."""
