"""The games as a library for Python programs. `docs/library.md` describes it. No module of the web page imports it.

The public names are those in `__all__`. All others may change.
"""

from chowk.core.errors import TextError
from chowk.core.match import IllegalMove
from chowk.core.perft import divide, perft
from chowk.core.position import CHANCE, Outcome
from chowk.games.api.library import Ending
from chowk.library.board import Board, Move, house_rules
from chowk.library.engine import Engine, EngineError, Evaluation, Limit, Opponent, PlayResult
from chowk.library.files import FileGame, WrittenGames, format_of, formats, read_games, write_games
from chowk.library.parts import games
from chowk.library.tables import Book, Endings

__all__ = [
    "CHANCE",
    "Board",
    "Book",
    "Ending",
    "Endings",
    "Engine",
    "EngineError",
    "Evaluation",
    "FileGame",
    "IllegalMove",
    "Limit",
    "Move",
    "Opponent",
    "Outcome",
    "PlayResult",
    "TextError",
    "WrittenGames",
    "divide",
    "format_of",
    "formats",
    "games",
    "house_rules",
    "perft",
    "read_games",
    "write_games",
]
