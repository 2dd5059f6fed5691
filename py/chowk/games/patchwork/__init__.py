"""Patchwork: its title, numbers of players and other facts, which the home page shows."""

from typing import Final

from chowk.core.message import say
from chowk.games.api import Later, Sign

SIGN: Final = Sign(
    name="patchwork",
    number=4,
    title=say("Patchwork"),
    summary=say("Buy patches, sew them close together, and mind your time."),
    seats=(2,),
    minutes=30,
    emblem=Later("chowk.games.patchwork.ui.emblem", "EMBLEM"),
    credit=say(
        "Patchwork here plays by the rules of the two-player game Patchwork (Uwe Rosenberg, 2014). It is not "
        "affiliated with that game's publisher."
    ),
    lessons=Later("chowk.games.patchwork.ui.lessons", "LESSON"),
    themes=Later("chowk.games.patchwork.ui.puzzle_themes", "THEMES"),
    course=Later("chowk.games.patchwork.ui.course", "COURSE"),
    mistakes=Later("chowk.games.patchwork.ui.mistake_themes", "MISTAKES"),
)
