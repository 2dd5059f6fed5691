"""Actions that wait for parcels, which are groups of modules fetched at first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from chowk.core import parcels
from chowk.core.message import Message, say, say_in
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import Toast, missing

PATIENCE: Final = 1.0
"""Seconds to wait before a toast says that the readers (modules for foreign texts) are being fetched."""
SHEET: Final = "paste"
_ON_ITS_WAY: Final = Toast(say("A file that this needs is on its way."))
_LOST: Final = say("A file that this needs did not arrive.")


def prepare(host: SharingHost) -> None:
    """Start to fetch the modules for reading foreign texts, because the player may soon enter a text."""
    host.spawn(_prepare(host))


async def _prepare(host: SharingHost) -> None:
    with suppress(OSError):  # the fetch is repeated when there is a text
        await host.fetch_parcel(parcels.READERS)


def wait(
    host: SharingHost,
    do: Callable[[], None],
    needed: Sequence[str] = (parcels.READERS,),
    otherwise: Callable[[], None] | None = None,
) -> None:
    """Run `do` once the parcels (groups of modules) `needed` have arrived. Until then, keep `do` in `host.waiting`.

    If fetching fails, run `otherwise`. If `otherwise` is None, show a toast with a button that runs `do` without
    fetching anything. So `do` must itself call `wait` if it cannot run without the parcels.
    """
    host.waiting = do
    host.spawn(_wait(host, do, needed, otherwise))


async def decoded(host: SharingHost, files: Sequence[bytes]) -> tuple[str, Message | None] | None:
    """Decode several files, or a file that is not in UTF-8, as one text. The decoder is fetched first.

    Return the text, and a note for the player if an encoding was guessed. Return None if the decoder cannot be fetched.
    """
    try:
        await host.fetch_parcel(parcels.READERS)
    except OSError as error:
        host.voice.toast = missing(_LOST, error)
        host.page.render()
        return None
    decoding: Any = import_module("chowk.features.sharing.decoding")
    text_and_note: tuple[str, Message | None] = decoding.joined(files)
    return text_and_note


async def _wait(
    host: SharingHost, do: Callable[[], None], needed: Sequence[str], otherwise: Callable[[], None] | None
) -> None:
    """Run `do` once the parcels have arrived, or `otherwise` if they do not arrive.

    Run neither if `host.waiting` is another action by then. Run neither if the player has closed the sheet for entering
    a text, which was open when the wait began.
    """
    on_sheet = _is_open(host)
    late = host.spawn(_tell_late(host))
    lost: Toast | None = None
    try:
        for parcel in needed:
            await host.fetch_parcel(parcel)
    except OSError as error:
        lost = missing(_LOST, error)
        if not lost.do:
            lost = Toast(_LOST, "wait-again", say_in("the page does it", "Try again"), alert=True)
    late.cancel()
    if host.voice.toast is _ON_ITS_WAY:
        host.voice.toast = None
    if host.waiting is do:
        is_wanted = on_sheet <= _is_open(host)
        if lost is not None and otherwise is not None:
            do, lost = otherwise, None
        if not is_wanted or lost is None or lost.do != "wait-again":
            host.waiting = None
        if is_wanted and lost is None:
            do()
        elif is_wanted:
            host.voice.toast = lost
    host.page.render()


async def _tell_late(host: SharingHost) -> None:
    await host.clock.sleep(PATIENCE)
    host.voice.toast = _ON_ITS_WAY
    host.page.render()


def _is_open(host: SharingHost) -> bool:
    return any(sheet.name == SHEET for sheet in host.place.sheets)
