"""Requests that all players of a correspondence game must agree to: draws, and taking moves back."""

from __future__ import annotations

from typing import Literal, cast

from chowk.core.fair_dice import SharedDice
from chowk.features.correspondence import session
from chowk.features.sharing.ports import SharingHost
from chowk.session import correspondence_state as state
from chowk.session.table import Table
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Wish


def offer(host: SharingHost, table: Table) -> None:
    """Offer a draw. The next link to the other players contains the offer."""
    assert table.distance is not None, "it is played apart"
    _ask(host, table, Wish("draw", table.match.ply, frozenset({table.distance.chair or 0})))


def ask_back(host: SharingHost, table: Table) -> None:
    """Ask the other players to take back the last move of the player at this device."""
    to = state.back_to(table.distance, table.match) if table.distance is not None else None
    assert table.distance is not None and to is not None, "it may be asked"  # noqa: PT018
    _ask(host, table, Wish("back", table.match.ply, frozenset({table.distance.chair or 0}), to))


def _ask(host: SharingHost, table: Table, wish: Wish) -> None:
    assert table.distance is not None, "it is played apart"
    table.play_apart(table.distance._replace(wish=wish, shared=False))
    host.place.clear()
    _send(host, table)


def _send(host: SharingHost, table: Table) -> None:
    session.send_move(cast(session.CorrespondenceHost, host), table, session.WAYS)


def answer(host: SharingHost, table: Table, word: Literal["yes", "no"]) -> None:
    """Answer another player's open request: agree (`yes`), or play on (`no`)."""
    distance = table.distance
    wish = distance.wish_to_answer(table.match) if distance is not None else None
    host.place.drop("wish")
    if distance is None or distance.chair is None or wish is None:
        return
    if word == "no":
        waits = not state.must_act(
            distance, table.match
        )  # a refusal that does not wait is sent together with the next move
        table.play_apart(distance._replace(wish=wish._replace(no=True), shared=distance.shared and not waits))
        host.save_game(table)
        if waits:
            _send(host, table)
    elif wish.kind == "back":
        _go_back(host, table, wish, distance.chair)
    elif wish.kind == "seat":
        session.hand_over(cast(session.CorrespondenceHost, host), table, wish, distance.chair)
    else:
        _agree(host, table, wish, distance.chair)


def _agree(host: SharingHost, table: Table, wish: Wish, chair: int) -> None:
    assert table.distance is not None, "it is played apart"
    yes = wish.yes | {chair}
    table.play_apart(table.distance._replace(wish=wish._replace(yes=yes), shared=False))
    if yes >= letters.agreeing(table.match):
        table.match.agree()
        host.loop.end(table)
    else:
        host.save_game(table)
        _send(host, table)


def _go_back(host: SharingHost, table: Table, wish: Wish, chair: int) -> None:
    """Take moves back, as the players have agreed. `chair` is the number of this player.

    Reveal an element of this player's hash chain as proof of consent. Only this player can reveal the element.
    """
    before, match = state.dice_of(table.match), table.match.until(wish.to)
    ring = before.ring._replace(extra=letters.back_at(table.match, wish.to, chair))
    match.dice = SharedDice(ring)
    fresh = session.replace_table(cast(session.CorrespondenceHost, host), table, match, known=False)
    host.save_game(fresh)
    _send(host, fresh)
