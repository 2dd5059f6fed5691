"""Test opponents' data files. Their hashes are checked, whether the files arrive packed or unpacked.

A file with a wrong hash is requested again past the caches.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import pytest

from chowk.engine import assets
from chowk.engine.assets import Missing

DATA: Final = b"what was learnt"
DIGEST: Final = hashlib.sha256(DATA).hexdigest()
PACKED: Final = gzip.compress(DATA)


def test_a_packed_file_is_known_as_it_was_built_and_as_a_host_unpacks_it(web: Callable[[str], Any]) -> None:
    content = web("asset_loader").content
    assert content(PACKED, DIGEST, "a") == content(DATA, DIGEST, "a") == DATA


@pytest.mark.parametrize("data", [b"", b"another", PACKED[:-9], gzip.compress(b"another"), b"<!doctype html>"])
def test_any_other_is_none_of_ours(data: bytes, web: Callable[[str], Any]) -> None:
    room = web("asset_loader")
    with pytest.raises(room.Gone):
        room.content(data, DIGEST, "a")


class Host:
    """A fake web host that gives the replies `turns` in order: bytes, an error status, or None for no network."""

    def __init__(self, *turns: bytes | int | None) -> None:
        self.turns = list(turns)

    async def fetch(self, _: str, __: Any) -> Any:
        """Return the next reply. Raise the browser's error if there is no network."""
        turn = self.turns.pop(0)
        if turn is None:
            raise OSError("Failed to fetch")

        async def body() -> Any:
            return SimpleNamespace(to_bytes=lambda: turn)

        status = turn if isinstance(turn, int) else 200
        return SimpleNamespace(ok=status == 200, status=status, arrayBuffer=body)


@pytest.mark.parametrize(
    ("turns", "gone"),
    [
        ((PACKED,), None),
        ((DATA,), None),
        ((b"of another version", PACKED), None),
        ((404, DATA), None),
        ((404, 404), True),
        ((410, b"a page"), True),
        ((b"a page", b"a page"), True),
        ((None,), False),
        ((503,), False),
        ((404, None), False),
    ],
)
async def test_what_the_host_has_no_more_is_told_from_what_did_not_arrive(
    turns: tuple[bytes | int | None, ...],
    gone: bool | None,
    web: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(assets, "_available", assets._Available())
    room, host = web("asset_loader"), Host(*turns)
    monkeypatch.setattr(room.build_manifest, "table", lambda _: {"race": {"a.bin": ["race/a.bin", DIGEST]}})
    web("js").fetch = host.fetch
    await room.fetch_assets("race")
    assert host.turns == []
    if gone is None:
        assert assets.data("race", "a.bin") == DATA
        return
    with pytest.raises(Missing) as missing:
        assets.data("race", "a.bin")
    assert missing.value.gone is gone
    host.turns = [PACKED]
    await room.fetch_assets("race")
    assert assets.data("race", "a.bin") == DATA, "it is asked for again the next time"


@pytest.mark.parametrize(("saving", "asked"), [(False, ["race/a.bin", "race/b.bin"]), (True, [])])
async def test_files_are_fetched_ahead_except_in_data_saver_mode(
    saving: bool, asked: list[str], web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    room, js = web("asset_loader"), web("js")
    table = {"race": {name: [f"race/{name}", DIGEST] for name in ("a.bin", "b.bin")}}
    monkeypatch.setattr(room.build_manifest, "table", lambda _: table)
    del js.chowkFiles
    js.chowkSupplies, js.navigator.connection.saveData = "supplies/", saving
    requested: list[str] = []

    async def fetch(file: str, options: Any) -> Any:
        requested.append(file.removeprefix("supplies/"))
        return await Host(None if file.endswith("a.bin") else DATA).fetch(file, options)

    js.fetch = fetch
    await room.fetch_ahead("race")
    assert requested == asked, "a file that does not come is left out"
