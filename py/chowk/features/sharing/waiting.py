"""Actions that wait for the readers of texts and files, a separate parcel that is fetched at first use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from chowk.core import parcels
from chowk.core.message import Message, say, say_in
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import Toast, missing

PATIENCE: Final = 1.0
"""Delay before a toast says that the readers are being fetched, in seconds."""
SHEET: Final = "paste"
_ON_ITS_WAY: Final = Toast(say("A file that this needs is on its way."))
_LOST: Final = say("A file that this needs did not arrive.")


def prepare(sharer: SharingHost) -> None:
    """Fetch the readers early, because the player is about to supply a text."""
    sharer.spawn(_prepare(sharer))


async def _prepare(sharer: SharingHost) -> None:
    with suppress(OSError):  # the fetch is repeated when there is a text
        await sharer.fetch_parcel(parcels.READERS)


def wait(sharer: SharingHost, do: Callable[[], None]) -> None:
    """Run `do` as soon as the readers have arrived. Until then, keep `do` in `waiting`."""
    sharer.waiting = do
    sharer.spawn(_wait(sharer, do))


async def decoded(sharer: SharingHost, data: bytes) -> tuple[str, Message | None] | None:
    """Decode a file that is not in UTF-8.

    Return its text and a note for the player, or None if the decoder is missing.
    """
    try:
        await sharer.fetch_parcel(parcels.READERS)
    except OSError as error:
        sharer.voice.toast = missing(_LOST, error)
        sharer.page.render()
        return None
    decoding: Any = import_module("chowk.features.sharing.decoding")
    text_and_note: tuple[str, Message | None] = decoding.decoded(data)
    return text_and_note


async def _wait(sharer: SharingHost, do: Callable[[], None]) -> None:
    """Run `do` once the readers have arrived, unless another action replaced it or the user closed the sheet."""
    on_sheet = _is_open(sharer)
    late = sharer.spawn(_tell_late(sharer))
    lost: Toast | None = None
    try:
        await sharer.fetch_parcel(parcels.READERS)
    except OSError as error:
        lost = missing(_LOST, error)
        if not lost.do:
            lost = Toast(_LOST, "wait-again", say_in("the page does it", "Try again"), alert=True)
    late.cancel()
    if sharer.voice.toast is _ON_ITS_WAY:
        sharer.voice.toast = None
    if sharer.waiting is do:
        is_wanted = on_sheet <= _is_open(sharer)
        if not is_wanted or lost is None or lost.do != "wait-again":
            sharer.waiting = None
        if is_wanted and lost is None:
            do()
        elif is_wanted:
            sharer.voice.toast = lost
    sharer.page.render()


async def _tell_late(sharer: SharingHost) -> None:
    await sharer.clock.sleep(PATIENCE)
    sharer.voice.toast = _ON_ITS_WAY
    sharer.page.render()


def _is_open(sharer: SharingHost) -> bool:
    return any(sheet.name == SHEET for sheet in sharer.place.sheets)
