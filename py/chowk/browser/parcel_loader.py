"""Parcels of the app's modules, fetched when they are needed: archives beside the app's own, checked."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final
from zipimport import zipimporter

from pyodide.ffi import JsException

from chowk.browser.asset_loader import address, fetched
from chowk.core import parcels

HOME: Final = "/{}.zip"

_coming: Final[dict[str, asyncio.Task[None]]] = {}
"""What is on its way, so that two who ask wait for the same."""


class _Beside:
    """Finds modules of the app in an archive beside it."""

    def __init__(self, home: str) -> None:
        self._home = home

    def find_spec(self, name: str, _: Any = None, __: Any = None) -> Any:
        """Where a module lies; None where it is not in here."""
        folder = name.rpartition(".")[0].replace(".", "/")
        return zipimporter(f"{self._home}/{folder}").find_spec(name)


async def bring(parcel: str) -> None:
    """Come back when the modules of a parcel can be imported.

    Raises `OSError` where they cannot be had, `Gone` if the host has them no more; the next call tries again.
    """
    if not parcels.waits(parcel):
        return
    if parcel not in _coming:
        _coming[parcel] = asyncio.ensure_future(_bring(parcel))
        _coming[parcel].add_done_callback(lambda _: _coming.pop(parcel, None))
    await asyncio.shield(_coming[parcel])


async def _bring(parcel: str) -> None:
    file, digest = parcels.shipped()[parcel]
    try:
        data = await fetched(address(file), digest, "force-cache")
    except (OSError, JsException):
        try:
            data = await fetched(address(file), digest, "reload")  # past what the browser keeps
        except JsException as error:
            raise OSError(str(error)) from error
    home = HOME.format(parcel)
    with open(home, "wb") as archive:
        archive.write(data)
    sys.meta_path.append(_Beside(home))
    parcels.lay(parcel)
