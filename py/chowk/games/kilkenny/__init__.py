"""Kilkenny Cats: its title, numbers of players and other facts, which the home page shows."""

from typing import Final

from chowk.core.message import say
from chowk.games.api import Later, Sign

SIGN: Final = Sign(
    name="kilkenny",
    number=3,
    title=say("Kilkenny Cats"),
    summary=say("Cats run straight lines by the roll of a die, after mice and each other."),
    seats=(2, 3, 4),
    minutes=20,
    emblem=Later("chowk.games.kilkenny.ui.emblem", "EMBLEM"),
    lessons=Later("chowk.games.kilkenny.ui.lessons", "LESSON"),
    themes=Later("chowk.games.kilkenny.ui.puzzle_themes", "THEMES"),
    course=Later("chowk.games.kilkenny.ui.course", "COURSE"),
    mistakes=Later("chowk.games.kilkenny.ui.mistake_themes", "MISTAKES"),
)
