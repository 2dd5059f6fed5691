"""Reversi: its title, numbers of players and other facts, which the home page shows."""

from typing import Final

from chowk.core.message import say
from chowk.games.api import Later, Sign

SIGN: Final = Sign(
    name="reversi",
    number=1,
    title=say("Reversi"),
    summary=say("Outflank rows of discs and turn them to your colour."),
    seats=(2,),
    minutes=15,
    emblem=Later("chowk.games.reversi.ui.emblem", "EMBLEM"),
    lessons=Later("chowk.games.reversi.ui.lessons", "LESSON"),
    themes=Later("chowk.games.reversi.ui.puzzle_themes", "THEMES"),
    course=Later("chowk.games.reversi.ui.course", "COURSE"),
    mistakes=Later("chowk.games.reversi.ui.mistake_themes", "MISTAKES"),
)
