"""Fetch the message catalogue of a language if the page does not have it."""

from __future__ import annotations

import errno

import js

from chowk.i18n import i18n


async def load_catalogue(code: str) -> None:
    """Load the texts of a language (its message catalogue), fetching them if they are missing.

    Raise `OSError` if they cannot be fetched, with `ENOENT` if the host no longer has the file.
    """
    if i18n.is_unloaded(code):
        file = await js.chowkWords(code)
        if not file:
            raise OSError(errno.ENOENT if file is False else errno.EIO, code)
        try:
            i18n.add_catalogue(code, file.to_bytes())
        except ValueError as error:
            raise OSError(errno.EIO, code) from error
