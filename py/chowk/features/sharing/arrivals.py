"""Opening a game that came as text, and the result of one that is analysed."""

from __future__ import annotations

from contextlib import suppress

from chowk.core import variations
from chowk.core.errors import TextError
from chowk.features.sharing import parse
from chowk.features.sharing.parse import Found
from chowk.features.sharing.ports import Sharer
from chowk.i18n.toast import noted
from chowk.session.table import Table


def open_game(sharer: Sharer, found: Found, *, listed: bool = False) -> None:
    """Open a game that came as text.

    One whose dice everybody settled is laid on a table where they can be checked. Whatever is over, or has variations,
    comments or marks, and everything that comes while somebody analyses, is analysed. For a plain game that is not
    over, ask who plays on. `listed` says that it was chosen from a list of games. Raises `TextError`.
    """
    if found.elements:
        sharer.remote.verify(found)
    elif found.is_open and sharer.place.where != "analysis":
        sharer.set_up_from(found.match, found.plan, found.tree)
    else:
        sharer.analyse(found.plan.game, found.tree, outcome=found.match.outcome(), listed=listed)
    if found.notes:
        sharer.voice.toast = noted(found.notes)


def show_result(sharer: Sharer, table: Table, _: str) -> None:
    """Lay the game that is analysed on a table to be looked at, with its result, from where it can be reviewed."""
    from chowk.features.sharing import game_link  # read when a link is needed, not at every start

    lines = table.lines()
    assert lines is not None, "it is analysed"
    match = variations.main_line(lines[0], table.game.ruleset)
    plan = parse.plan_of(match, lines[0].headers)
    look = Table(table.game, plan, match, "", sharer.world.now())
    look.kind = "guest"
    with suppress(TextError):  # a game that is too long for a link is not there after a reload
        look.about.link = game_link.sought(game_link.write(match, plan))
    sharer.sit_down(look)
    sharer.place.lay("result")
