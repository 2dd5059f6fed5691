"""Why what was pointed at is refused: said for as long as it takes to read, or until a tap takes it away."""

from __future__ import annotations

from typing import Final

from chowk.core.message import Message
from chowk.session.ports import Around
from chowk.session.table import Table

GLANCE: Final = 2.5
"""Seconds for which a refusal is shown at least."""
LETTERS: Final = 12
"""Letters for each of which it is shown a second longer."""


def tell_refusal(around: Around, table: Table) -> None:
    """Says why what was pointed at is refused; nothing where it is not."""
    voice = around.voice
    voice.alert = table.tell_refusal()
    voice.refusals += 1
    if voice.alert is not None:
        around.spawn(_read(around, voice.alert, voice.refusals))


async def _read(around: Around, alert: Message, number: int) -> None:
    await around.world.sleep(GLANCE + len(around.words(alert)) / LETTERS)
    if number == around.voice.refusals:
        forgive(around)


def forgive(around: Around) -> None:
    """Says no more why something was refused."""
    if around.voice.alert is not None:
        around.voice.alert = None
        if around.place.table is not None:
            around.place.table.choice.refusal = None
        around.world.render()
