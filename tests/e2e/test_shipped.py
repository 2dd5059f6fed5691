"""Test the published build by whole games.

This build has no functions for tests, and ignores the switches for tests in the address.
"""

from __future__ import annotations

import gzip
import io
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

import serve
from chowk import games
from tests.e2e.conftest import BASE, READY_MS, Keeper, Keeping, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import set_up
from tools.build.build_site import build

pytestmark = pytest.mark.first_visit

GAME_MS = 600_000


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site that is built as it is published."""
    folder = tmp_path_factory.mktemp("shipped")
    build(folder, say=lambda _: None)
    return folder


@pytest.fixture(scope="session")
def base_url(shipped: Path, serving: Callable[[Path], str]) -> str:
    """Serve the published site and return its address."""
    return serving(shipped)


@pytest.fixture(scope="module")
def keeping(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Keeping]:
    """Yield a function that returns the page that the tests of this file share, in a new browser context."""
    with browser.new_context(**browser_context_args) as context:
        page = context.new_page()
        yield lambda _="": page


QUICK = ("reversi",)
"""The game that ordinary runs play, because it ends soonest. The deep run plays all games."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in QUICK else pytest.mark.deep) for game in games.ready()]
)
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_opponents_play_a_whole_game_among_themselves(kept_page: Keeper, game: str) -> None:
    page = kept_page("")
    press(page, "set", "speed off")
    set_up(page, game, "0 bot 0", "1 bot 0")
    expect(page.locator('[role="dialog"] [data-do="rematch"]').first).to_be_visible(timeout=GAME_MS)


class Host(serve.Handler):
    """A web host that records the names of requested files, and compresses files with the suffixes in `packing`."""

    def __init__(self, *args: Any, packing: Sequence[str], requested: list[str], **kwargs: Any) -> None:
        self.packing = packing
        self.requested = requested
        super().__init__(*args, **kwargs)

    def send_head(self) -> Any:
        """Send the headers of a reply and return the open file with its body."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        self.requested.append(path.name)
        if path.suffix not in self.packing:
            return super().send_head()
        data = gzip.compress(path.read_bytes(), 1)
        self.send_response(200)
        for name, value in {"Type": self.guess_type(path), "Encoding": "gzip", "Length": len(data)}.items():
            self.send_header(f"Content-{name}", str(value))
        self.end_headers()
        return io.BytesIO(data)


TEXTS: Final = (".html", ".js", ".css")


@pytest.mark.parametrize(
    ("packing", "comes"),
    [
        pytest.param((), ("pyodide.asm.packed",), id="nothing"),
        pytest.param((*TEXTS, ".wasm"), ("pyodide.asm.wasm",), id="all"),
        pytest.param(TEXTS, ("pyodide.asm.wasm", "pyodide.asm.packed"), id="texts", marks=pytest.mark.deep),
    ],
)
def test_the_runtimes_code_travels_packed_and_once(
    shipped: Path, browser: Browser, packing: Sequence[str], comes: Sequence[str]
) -> None:
    """A browser without stored data downloads the compiled code of the runtime once, and compressed.

    An opponent's worker and the files for offline play cause no second download.
    """
    names: list[str] = []
    host = partial(Host, base=BASE, directory=str(shipped), packing=packing, requested=names)
    with serve.Server(("127.0.0.1", 0), host) as server, browser.new_context() as context:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}{BASE}")
        wait_ready(page)
        set_up(page, "reversi", "0 person", "1 bot 0")
        page.wait_for_function("performance.getEntriesByName('chowk:opponents').length", timeout=READY_MS)
        page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=READY_MS)
        page.close()
        server.shutdown()
    programs = [name for name in names if name.startswith("pyodide.asm.") and not name.endswith(".js")]
    assert set(programs) == set(comes)
    assert programs.count(comes[-1]) == 1, "what else was begun was given up"
    assert "kernel" in " ".join(names), "the opponent's own files were asked for"


def test_no_switch_in_the_address_reaches_a_published_page(kept_page: Keeper) -> None:
    page = kept_page("?test=1&seed=7&speed=off&rest=0")
    assert page.evaluate("typeof window.chowk") == "undefined"
    assert page.evaluate("document.documentElement.dataset.tested ?? null") is None


def test_a_person_plays_by_mouse_where_the_board_says_that_one_can(kept_page: Keeper) -> None:
    page = kept_page("")
    press(page, "set", "speed off")
    set_up(page, "reversi", "0 person", "1 person")
    for number, move in enumerate(("d3", "c3", "c4")):
        place = page.locator(f'[role="grid"] [data-spot="{move}"]')
        disc = re.compile(", white disc" if number % 2 else ", black disc")
        for _ in range(20):  # taps on the board are ignored for a moment after a move
            place.click()
            with suppress(AssertionError):
                expect(place).to_have_accessible_name(disc, timeout=1000)
                break
        expect(place).to_have_accessible_name(disc)
