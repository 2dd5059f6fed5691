"""Load and check parcels, which are archives of modules that are fetched when they are needed."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any, Final
from zipimport import zipimporter

from pyodide.ffi import JsException

from chowk.browser.asset_loader import address, fetched
from chowk.core import parcels
from chowk.i18n import i18n

HOME: Final = "/{}.zip"

_coming: Final[dict[str, asyncio.Task[None]]] = {}
"""Fetches in progress, by the name of the parcel (archive). A second caller waits for the fetch of the first."""


class _Beside:
    """An import finder for the modules of one parcel (an archive of modules, separate from the app's own archive)."""

    def __init__(self, home: str) -> None:
        self._home = home

    def find_spec(self, name: str, _: Any = None, __: Any = None) -> Any:
        """Return the spec of a module, or None if this archive lacks the module."""
        folder = name.rpartition(".")[0].replace(".", "/")
        return zipimporter(f"{self._home}/{folder}").find_spec(name)


async def load_parcel(parcel: str) -> None:
    """Make the modules of a parcel (an archive) importable. Fetch the parcel if it has not been fetched yet.

    Raise `OSError` if it cannot be fetched, or `Gone` if the host no longer has it. After a failure, the next call
    tries again.
    """
    if not parcels.is_unfetched(parcel):
        return
    if parcel not in _coming:
        _coming[parcel] = asyncio.ensure_future(_load_parcel(parcel))
        _coming[parcel].add_done_callback(lambda _: _coming.pop(parcel, None))
    await asyncio.shield(_coming[parcel])


async def _load_parcel(parcel: str) -> None:
    file, digest = parcels.shipped()[parcel]
    try:
        data = await fetched(address(file), digest, "force-cache")
    except (OSError, JsException):
        try:
            data = await fetched(address(file), digest, "reload")  # bypass the HTTP cache
        except JsException as error:
            raise OSError(str(error)) from error
    home = HOME.format(parcel)
    with open(home, "wb") as archive:
        archive.write(data)
    sys.meta_path.append(_Beside(home))
    with suppress(OSError):  # not every parcel has sentences
        i18n.add_sentences(zipimporter(home).get_data(f"{home}/chowk/{i18n.MORE}"))
    parcels.mark_fetched(parcel, home)
