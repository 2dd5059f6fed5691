"""American Checkers: its title, numbers of players and other facts, which the home page shows."""

from typing import Final

from chowk.core.message import say
from chowk.games.api import Later, Sign

SIGN: Final = Sign(
    name="checkers",
    number=2,
    title=say("American Checkers"),
    summary=say("Jump every piece you can, and crown your men."),
    seats=(2,),
    minutes=20,
    emblem=Later("chowk.games.checkers.ui.emblem", "EMBLEM"),
    lot=True,
    lessons=Later("chowk.games.checkers.ui.lessons", "LESSON"),
    themes=Later("chowk.games.checkers.ui.puzzle_themes", "THEMES"),
    course=Later("chowk.games.checkers.ui.course", "COURSE"),
    mistakes=Later("chowk.games.checkers.ui.mistake_themes", "MISTAKES"),
)
