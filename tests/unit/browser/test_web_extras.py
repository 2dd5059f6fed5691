"""Test optional opponent files: they are downloaded only if there is enough space and memory.

They are also not downloaded if the browser's data saver is on.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

SIZE = 1_000


async def come(value: Any) -> Any:
    """Return a value asynchronously, as a browser's promise does."""
    return value


class Device:
    """A fake browser that has a network and enough space."""

    def __init__(self) -> None:
        self.parts = [SIZE // 4] * 4
        self.ok = True
        self.kept = False
        self.request_count = 0
        room = {"quota": 1e9, "usage": 0}
        self.navigator = SimpleNamespace(
            onLine=True, storage=SimpleNamespace(estimate=lambda: come(SimpleNamespace(**room)))
        )

    def fetch(self, _: str) -> Any:
        """Return a fake reply whose body arrives in parts."""
        self.request_count += 1
        left = [SimpleNamespace(done=False, value=SimpleNamespace(byteLength=size)) for size in self.parts]
        left.append(SimpleNamespace(done=True, value=None))
        reader = SimpleNamespace(read=lambda: come(left.pop(0)))
        return come(SimpleNamespace(ok=self.ok, body=SimpleNamespace(getReader=lambda: reader)))


@pytest.fixture
def download(web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Return a function that downloads an optional opponent file on a device.

    The argument `memory` is the memory in megabytes that the file needs. The function returns whether the file
    arrived, and the reported progress.
    """

    async def ask(device: Device, memory: int = 0) -> tuple[bool, list[tuple[int, int]]]:
        js, room = web("js"), web("optional_assets")
        del js.chowkFiles
        js.navigator, js.fetch = device.navigator, device.fetch
        js.caches.match = lambda _: come(device.kept)
        extra = web("asset_loader").OptionalFile("py/extras/a.packed", "", SIZE, memory)
        monkeypatch.setattr(room, "optional_file", lambda *_: extra)
        progress = list[tuple[int, int]]()
        return await room.fetched("game", "a", lambda *numbers: progress.append(numbers)), progress

    return ask


async def test_it_comes_in_parts_and_they_are_told(download: Callable[..., Any]) -> None:
    assert await download(Device()) == (True, [(size, SIZE) for size in (250, 500, 750, 1_000)])


async def test_one_that_the_host_has_unpacked_comes_too(download: Callable[..., Any]) -> None:
    device = Device()
    device.parts = [SIZE // 2] * 4
    assert await download(device) == (True, [(size, SIZE) for size in (500, 1_000, 1_000, 1_000)])


async def test_what_is_kept_comes_without_a_word(download: Callable[..., Any]) -> None:
    device = Device()
    device.kept, device.navigator.onLine = True, False
    assert await download(device) == (True, [])


@pytest.mark.parametrize(
    ("whole", "memory", "memory_available"), [(4, 300, True), (8, 300, True), (2, 300, False), (0.25, 0, True)]
)
async def test_what_takes_more_memory_than_there_is_does_not_come(
    whole: float, memory: int, memory_available: bool, download: Callable[..., Any]
) -> None:
    device = Device()
    device.navigator.deviceMemory = whole
    assert (await download(device, memory))[0] is memory_available
    assert device.request_count == memory_available


async def test_a_browser_that_does_not_tell_of_its_memory_is_trusted(download: Callable[..., Any]) -> None:
    assert (await download(Device(), 300))[0]


@pytest.mark.parametrize("why", ["offline", "saving", "no room"])
async def test_where_it_is_not_welcome_it_is_not_asked_for(why: str, download: Callable[..., Any]) -> None:
    device = Device()
    if why == "offline":
        device.navigator.onLine = False
    elif why == "saving":
        device.navigator.connection = SimpleNamespace(saveData=True)
    else:
        device.navigator.storage.estimate = lambda: come(SimpleNamespace(quota=3 * SIZE, usage=0))
    assert await download(device) == (False, [])
    assert device.request_count == 0


@pytest.mark.parametrize("why", ["refused", "broken off"])
async def test_half_a_file_is_none(why: str, download: Callable[..., Any]) -> None:
    device = Device()
    if why == "refused":
        device.ok = False
    else:
        device.parts.pop()
    assert not (await download(device))[0]
