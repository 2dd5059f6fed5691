"""The catalogue of the language in use, fetched where the page's Python has not got it."""

from __future__ import annotations

import js

from chowk.words import i18n


async def bring(code: str) -> bool:
    """Whether a language can be spoken: its catalogue is there, or has been fetched now."""
    if i18n.waits(code):
        file = await js.chowkWords(code)
        if not file:
            return False
        try:
            i18n.lay(code, file.to_bytes())
        except ValueError:
            return False
    return True
