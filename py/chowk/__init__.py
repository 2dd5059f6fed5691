"""Chowk: board games on one page."""

from typing import Final

VERSION: Final = "1.1.0"
