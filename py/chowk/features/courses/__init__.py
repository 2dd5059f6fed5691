"""Courses: for each game, a list of short lessons that follow its first lesson. Each lesson teaches one idea."""
