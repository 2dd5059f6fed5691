"""What a skin is drawn by, fetched when it is chosen: modules of the app in an archive of their own, checked."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, Final
from zipimport import zipimporter

from pyodide.ffi import JsException

from chowk.draw.skins import apart
from chowk.web.supplies import address, fetched

HOME: Final = "/{}.zip"
MODES: Final = ("force-cache", "reload")
"""Where it is looked for: in what the browser keeps, and past that if it is not what was built."""


class _Beside:
    """Finds modules of the app in an archive beside it."""

    def __init__(self, home: str) -> None:
        self._home = home

    def find_spec(self, name: str, _: Any = None, __: Any = None) -> Any:
        """Where a module lies; None where it is not in here."""
        folder = name.rpartition(".")[0].replace(".", "/")
        return zipimporter(f"{self._home}/{folder}").find_spec(name)


async def bring(skin: str) -> bool:
    """Whether a skin can be worn: it is there, or has been fetched now."""
    if not apart.waits(skin):
        return True
    file, digest = apart.shipped()[skin]
    for mode in MODES:
        with suppress(OSError, JsException):
            data = await fetched(address(file), digest, mode)
            if apart.waits(skin):  # it may have been asked for twice
                home = HOME.format(skin)
                with open(home, "wb") as archive:
                    archive.write(data)
                sys.meta_path.append(_Beside(home))
                apart.lay(skin)
            return True
    return False
