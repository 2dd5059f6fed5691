"""The sheets that lie over a screen."""
