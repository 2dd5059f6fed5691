"""Refusal messages: shown for as long as they take to read, or until a tap dismisses them."""

from __future__ import annotations

from typing import Final

from chowk.core.message import Message
from chowk.session.ports import Around
from chowk.session.table import Table

GLANCE: Final = 2.5
"""Minimum time for which a refusal is shown, in seconds."""
LETTERS: Final = 12
"""Reading speed, in letters per second: longer messages are shown for longer."""


def tell_refusal(around: Around, table: Table) -> None:
    """Show the reason for the last refusal, or clear the message if the last input was accepted."""
    voice = around.voice
    voice.alert = table.tell_refusal()
    voice.refusals += 1
    if voice.alert is not None:
        around.spawn(_read(around, voice.alert, voice.refusals))


async def _read(around: Around, alert: Message, number: int) -> None:
    await around.clock.sleep(GLANCE + len(around.words(alert)) / LETTERS)
    if number == around.voice.refusals:
        forgive(around)


def forgive(around: Around) -> None:
    """Clear the refusal message and its reason."""
    if around.voice.alert is not None:
        around.voice.alert = None
        if around.place.table is not None:
            around.place.table.choice.refuse(None)
        around.page.render()
