"""The catalogue of the language in use, fetched where the page's Python has not got it."""

from __future__ import annotations

import errno

import js

from chowk.i18n import i18n


async def bring(code: str) -> None:
    """Come back when a language can be spoken, its catalogue fetched if it was not there.

    Raise `OSError` where that cannot be had, with `ENOENT` if the host has no such file any more.
    """
    if i18n.waits(code):
        file = await js.chowkWords(code)
        if not file:
            raise OSError(errno.ENOENT if file is False else errno.EIO, code)
        try:
            i18n.lay(code, file.to_bytes())
        except ValueError as error:
            raise OSError(errno.EIO, code) from error
