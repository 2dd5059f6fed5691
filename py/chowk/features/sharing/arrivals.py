"""Open an imported game, and show the result of an analysed game."""

from __future__ import annotations

from contextlib import suppress

from chowk.core import variations
from chowk.core.errors import TextError
from chowk.features.sharing import parse
from chowk.features.sharing.parse import ParsedGame
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import noted
from chowk.session.table import Table


def open_game(host: SharingHost, parsed: ParsedGame, *, listed: bool = False) -> None:
    """Open a game that was read from a text; raise `TextError` if it cannot be opened.

    It opens in analysis if it is finished, if it has variations, comments or marks, or if an analysis is on the screen.
    For any other game, the set-up sheet asks who plays on. A correspondence game with proofs of its dice opens at a
    table where the dice can be checked. `listed` is True if the game was chosen from the list of a file's games.
    """
    if parsed.elements:
        host.remote.verify(parsed)
    elif parsed.is_open and host.place.where != "analysis":
        host.set_up_from(parsed.match, parsed.plan, parsed.tree)
    else:
        host.analyse(parsed.plan.game, parsed.tree, outcome=parsed.match.outcome(), listed=listed)
    if parsed.notes:
        host.voice.toast = noted(parsed.notes)


def show_result(host: SharingHost, table: Table) -> None:
    """Show the result of an analysed game, at a new table where nobody plays and the game can be reviewed."""
    from chowk.features.sharing import game_link  # imported on first use, to keep start-up fast

    lines = table.analysed_tree()
    assert lines is not None, "it is analysed"
    match = variations.main_line(lines[0], table.game.ruleset)
    plan = parse.plan_of(match, lines[0].headers)
    look = Table(table.game, plan, match, "", host.clock.now())
    look.look_on()
    with suppress(TextError):  # without a link, the game is lost on reload
        look.look_on(game_link.find_code(game_link.write(match, plan)))
    host.sit_down(look)
    host.place.open_sheet("result")
