"""Chowk: board games on one page."""

from typing import Final

VERSION: Final = "0.1.0"
