"""Sentences for the results of endings of Reversi: positions that a search has solved to the end of the game."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say_in, say_many
from chowk.engine.protocol import Line
from chowk.games.api.endings import EndingResult, EndingTables
from chowk.games.reversi.engine.bots import ALL_DISCS, SCALE


def _result(line: Line[str]) -> EndingResult | None:
    """Return the result of a line of play, with a sentence, or None if it was not searched to the end of the game."""
    if not line.exact or line.score is None:
        return None
    lead = max(-ALL_DISCS, min(ALL_DISCS, round(line.score)))
    sign = SCALE.written(lead)
    if lead > 0:
        return EndingResult(1, sign, say_many("Win by {count} disc", "Win by {count} discs", lead))
    if lead < 0:
        return EndingResult(-1, sign, say_many("Loss by {count} disc", "Loss by {count} discs", -lead))
    return EndingResult(0, "=", say_in("a result", "Draw"))


ENDINGS: Final = EndingTables(_result)
"""The part of Reversi that gives the results of endings. It needs no tables, because the search solves endings."""
