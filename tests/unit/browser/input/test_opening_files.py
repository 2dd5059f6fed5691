"""Test opened files: UTF-8 is read directly, and the reader of other encodings is loaded only when needed."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import pytest

from chowk.core import parcels
from chowk.core.message import english
from tests.fakes import FakeWorld, app_in


class File:
    """A fake of a file as a browser provides it, and at the same time of a `FileList` that contains only this file."""

    length = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def slice(self, _: int, end: int) -> File:
        return File(self.data[:end])

    def item(self, _: int) -> File:
        return self

    async def arrayBuffer(self) -> File:  # noqa: N802 - as browsers call it
        return self

    def to_bytes(self) -> bytes:
        return self.data


async def test_a_file_in_utf_8_needs_none_of_them_and_one_in_another_encoding_does(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.READERS: ("py/parcels/readers.packed", "")})
    monkeypatch.setattr(parcels, "_archives", {})
    world = FakeWorld()
    app, listen = app_in(world), web("input.events")
    await app.start()
    assert await listen.text_of(app, File("\ufeffGröße".encode())) == ("Größe", None)
    assert world.parcels.brought == []
    world.parcels.missing = errno.EIO
    assert await listen.text_of(app, File("Größe".encode("latin-1"))) is None
    assert app.voice.toast is not None
    assert english(app.voice.toast.text) == "A file that this needs did not arrive."
    world.parcels.missing = 0
    assert await listen.text_of(app, File("f5".encode("utf-16-le"))) == ("f5", None)
    text, note = await listen.text_of(app, File("Größe".encode("latin-1")))
    assert text == "Größe"
    assert note is not None
    assert world.parcels.brought == ["readers"] * 3
