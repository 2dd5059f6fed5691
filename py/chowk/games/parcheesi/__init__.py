"""Parcheesi: its title, numbers of players and other facts, which the home page shows."""

from typing import Final

from chowk.core.message import say
from chowk.games.api import Later, Sign

SIGN: Final = Sign(
    name="parcheesi",
    number=0,
    title=say("Parcheesi"),
    summary=say("Race four pawns home by the dice, and block the way."),
    seats=(2, 3, 4),
    minutes=40,
    emblem=Later("chowk.games.parcheesi.ui.emblem", "EMBLEM"),
    lessons=Later("chowk.games.parcheesi.ui.lessons", "LESSON"),
    themes=Later("chowk.games.parcheesi.ui.puzzle_themes", "THEMES"),
    course=Later("chowk.games.parcheesi.ui.course", "COURSE"),
    mistakes=Later("chowk.games.parcheesi.ui.mistake_themes", "MISTAKES"),
)
