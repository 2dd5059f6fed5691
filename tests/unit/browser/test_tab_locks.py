"""Test the channel on which the tabs of a browser tell each other of games, with a fake `BroadcastChannel`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any


class Channels:
    """A fake of the browser's channels. Each message reaches all tabs but its sender."""

    def __init__(self) -> None:
        self.ends: list[SimpleNamespace] = []
        self.texts: list[str] = []

    def new(self, name: str) -> SimpleNamespace:
        end = SimpleNamespace(name=name, onmessage=None)
        end.postMessage = lambda text: self._post(end, text)
        self.ends.append(end)
        return end

    def _post(self, sender: SimpleNamespace, text: str) -> None:
        self.texts.append(text)
        for end in self.ends:
            if end is not sender and end.name == sender.name:
                end.onmessage(SimpleNamespace(data=text))


async def test_a_tab_hears_of_games_and_gives_only_those_up_that_another_tab_asks_for(
    web: Callable[[str], Any],
) -> None:
    channels, heard, asked = Channels(), list[str](), list[str]()
    js = web("js")
    js.BroadcastChannel, js.navigator.locks = channels, None
    module = web("tab_locks")
    first, second = module.BrowserGameLocks(), module.BrowserGameLocks()
    first.hear(heard.append)

    async def asked_for() -> None:
        asked.append("game")

    assert await first.take("00ab", asked_for)
    second.tell("00ab")
    second.tell("00cd")
    assert heard == ["00ab", "00cd"]
    await asyncio.sleep(0)
    assert not asked
    channels.ends[1].postMessage("00ab")  # as a tab does that takes a game over
    await asyncio.sleep(0)
    assert asked == ["game"]
    assert heard == ["00ab", "00cd"]
    assert len(channels.ends) == 2
    first.tell("00ef")
    assert len(channels.ends) == 2, "a tab keeps its channel"


async def test_a_browser_without_channels_tells_nothing(web: Callable[[str], Any]) -> None:
    js = web("js")
    js.BroadcastChannel = SimpleNamespace()
    locks = web("tab_locks").BrowserGameLocks()
    locks.hear(lambda _: None)
    locks.tell("00ab")
