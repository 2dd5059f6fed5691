"""Chowk: five board games on one page."""
