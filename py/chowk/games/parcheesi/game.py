"""The card of Parcheesi."""

from typing import Final

from chowk.games.card import Game, Later
from chowk.games.parcheesi import (
    SIGN,
    bots,
    help,  # noqa: A004 - the room is called so
    notation,
    rules,
    speech,
    tray,
    view,
)

GAME: Final = Game(
    SIGN,
    rules,
    notation,
    view,
    speech,
    bots,
    help,
    ending=Later("chowk.games.parcheesi.ending", "ending"),
    reasons=Later("chowk.games.parcheesi.reasons", "reasons"),
    faults=Later("chowk.games.parcheesi.reasons", "faults"),
    scale=bots.SCALE,
    draft="chowk.games.parcheesi.draft",
    tray=tray,
    presets=rules.PRESETS,
)
