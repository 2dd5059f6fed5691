"""Messages about refused input. They are shown for the time that it takes to read them, or until a tap."""

from __future__ import annotations

from typing import Final

from chowk.core.message import Message
from chowk.session.ports import GameServices
from chowk.session.table import Table

GLANCE: Final = 2.5
"""Minimum time for which a refusal is shown, in seconds."""
LETTERS: Final = 12
"""Assumed reading speed in letters per second. A message is shown for the time that it takes to read it."""


def tell_refusal(services: GameServices, table: Table) -> None:
    """Show the reason why the last input was refused, or clear the message if it was accepted."""
    voice = services.voice
    voice.alert = table.tell_refusal()
    voice.refusals += 1
    if voice.alert is not None:
        services.spawn(_read(services, voice.alert, voice.refusals))


async def _read(services: GameServices, alert: Message, number: int) -> None:
    await services.clock.sleep(GLANCE + len(services.words(alert)) / LETTERS)
    if number == services.voice.refusals:
        forgive(services)


def forgive(services: GameServices) -> None:
    """Clear the message about refused input on the page, and the stored reason at the open table."""
    if services.voice.alert is not None:
        services.voice.alert = None
        if services.place.table is not None:
            services.place.table.choice.refuse(None)
        services.page.render()
