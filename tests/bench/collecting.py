"""Measure collections of many games: opening a file, and the index of positions.

The games are random. In Reversi some openings are more frequent than others, and the page's own exporter writes the
games as a WTHOR file. Games of American Checkers are written as PDN. Times are processor times, and memory is the
largest resident memory during the step, minus that at its beginning, so the file itself does not count. Only Linux is
supported.

With `--page`, the files that an earlier run stored with `--keep` are opened in a browser, and no games are made. Then
the measures are the seconds until the list is shown, the processor time of the page's processes, which other work on
the machine affects less, and the growth of the page's private memory.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Final, TypeVar

import numpy as np
from playwright.sync_api import BrowserContext

from chowk.envs.vector import VectorGames
from chowk.features.collections.archive import Archive
from chowk.features.collections.position_index import PositionIndex, building
from chowk.features.collections.position_index import read as read_index
from chowk.features.collections.reading import CollectionReading
from chowk.games.api.archived import FiledGame
from chowk.games.reversi import archived
from tests import synthetic
from tests.bench._browser import ask_for_site, browsing
from tests.bench.exploring import ARCHIVE, INDEX
from tests.bench.reviewing import opened as opened_page
from tests.bench.reviewing import slowed
from tests.bench.start import SETTLED, memory
from tests.e2e.looking import press
from tools.build import kernel_assets

AT_ONCE: Final = 10_000
"""Number of games that are played at the same time."""
BIASED: Final = 12
"""Number of plies in which some squares are liked better than others, so that openings repeat."""
LIKING: Final = 0.6
"""Maximum bias that is added to the random weight of a square, which is from 0 to 1."""
CHOOSER: Final = '[role="dialog"] input[type="file"]'
LISTED: Final = '[role="dialog"] .archive-rows li'
SETTLE_MS: Final = 3_000
"""Time for the worker that stored the image of Python's memory to end, in milliseconds."""
SAMPLE_MS: Final = 200
"""Time between two samples of the memory, in milliseconds."""
T = TypeVar("T")


def random_games(count: int, seed: int) -> list[bytes]:
    """Return `count` random games of Reversi, played by the compiled kernel.

    A game has one byte for each move, the number of its square. Passes are left out.
    """
    code = kernel_assets.code(kernel_assets.batch_module("reversi"), print)
    draw, found = np.random.default_rng(seed), list[bytes]()
    liking = draw.random(65) * LIKING
    while len(found) < count:
        many = VectorGames("reversi", min(AT_ONCE, count - len(found)), code)
        views, rows, over = many.reset(), [bytearray() for _ in range(many.count)], np.zeros(many.count, np.bool_)
        ply = 0
        while not over.all():
            wish = draw.random(views.action_mask.shape, np.float32) + (liking if ply < BIASED else 0.0)
            actions = (views.action_mask * (wish + 1)).argmax(1)
            for number in np.flatnonzero(~over & (actions < 64)):
                rows[number].append(actions[number])
            views = many.step(actions)
            over |= views.over
            ply += 1
        found += map(bytes, rows)
    return found


def reversi_file(count: int, seed: int) -> bytes:
    """Return `count` random games of Reversi as a zip archive.

    It contains a WTHOR file, and the two files with the names of its players and tournaments.
    """
    random, file = Random(seed), archived.WthorFile()
    for codes in random_games(count, seed):
        names = [f"Player {random.randrange(synthetic.PLAYERS)}" for _ in range(2)]
        event = f"Event {random.randrange(synthetic.EVENTS)}"
        assert file.add(FiledGame(tuple(names), event, "2024", "", codes, "", "")), "it is over"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for ending, content in file.files(date(2024, 11, 28)).items():
            files.writestr(f"games{ending}", content)
    return packed.getvalue()


def read_archive(name: str, data: bytes) -> Archive:
    """Return the collection of games in a file with this name and content, read as the page reads it."""
    reading = CollectionReading(name)
    for _ in reading.run(name, data):
        pass
    return reading.archive


def timed(what: str, work: Callable[[], T]) -> T:
    """Do some work, print its name `what`, processor time and largest additional memory, and return its result."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # makes the largest memory that of now
    memory, start = largest(), process_time()
    done = work()
    print(f"{what:44}{process_time() - start:10.3f} s{largest() - memory:10.1f} MB", flush=True)
    return done


def largest() -> float:
    """Return the largest resident memory of this process since `timed` reset it, in MB. Linux only."""
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmHWM"].split()[0]) / 1024


def indexed(archive: Archive) -> PositionIndex:
    """Return the index of a collection's positions."""
    index = PositionIndex(archive)
    for _ in building(index, archive):
        pass
    return index


def worked(context: BrowserContext) -> float:
    """Return the processor time that the browser's page processes have used so far, in seconds."""
    assert context.browser is not None, "it was launched"
    processes = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes if process["type"] == "renderer"))


def in_page(site: Path | None, folder: Path, slower: Sequence[float]) -> None:
    """Open each file `games.*` of the folder in a browser, slowed down by each factor, and print times and memory.

    Memory is sampled until the list of games is shown. The largest and the last value are printed, each minus the
    memory before the file was opened. That memory is measured once the page's worker runs and the page has stored its
    snapshot of Python, because both need memory of their own.
    """
    print(f"{'file':12}{'slower':>8}{'s':>8}{'of its process':>16}{'MB at most':>12}{'MB after':>10}")
    with browsing(site) as (browser, base):
        for path in sorted(folder.glob("games.*")):
            for slow in slower:
                context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
                page = opened_page(context, base + "?test=1&speed=off")
                page.evaluate(SETTLED)
                press(page, "collections")
                page.wait_for_selector(CHOOSER, state="attached")
                page.wait_for_timeout(SETTLE_MS)
                before, start, busy, largest_memory = memory(context), monotonic(), worked(context), 0.0
                with slowed(context, slow):
                    page.locator(CHOOSER).set_input_files(path)
                    while not page.locator(LISTED).count():
                        largest_memory = max(largest_memory, memory(context))
                        page.wait_for_timeout(SAMPLE_MS)
                    seconds = monotonic() - start
                    last = memory(context)
                figures = f"{seconds:8.1f}{worked(context) - busy:16.1f}"
                figures += f"{largest_memory - before:12.0f}{last - before:10.0f}"
                print(f"{path.name:12}{slow:8g}{figures}", flush=True)
                context.close()


def main(argv: Sequence[str]) -> int:
    """Print the figures, and return the exit status."""
    parser = argparse.ArgumentParser(prog="bench collecting", description=__doc__)
    parser.add_argument("--reversi", type=int, default=50_000, help="number of games of Reversi (default 50,000)")
    parser.add_argument("--checkers", type=int, default=20_000, help="number of games of checkers (default 20,000)")
    parser.add_argument("--keep", type=Path, help="a folder in which the two files are kept")
    parser.add_argument("--page", type=Path, help="a folder with kept files, which are opened in a browser instead")
    parser.add_argument("--slow", nargs="+", type=float, default=[1, 4], help="how much slower a device is simulated")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    if options.page:
        in_page(options.site, options.page, options.slow)
        return 0
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    if options.reversi:
        data = reversi_file(options.reversi, 1)
        if options.keep:
            (options.keep / "games.zip").write_bytes(data)
        print(f"Python {sys.version.split()[0]}, Reversi, {options.reversi} games in {len(data) / 1e6:.1f} MB")
        archive = timed("opening the file", lambda: read_archive("games.zip", data))
        content = timed("packing the collection", archive.write)
        index = timed("making the index", lambda: indexed(archive))
        packed = timed("packing the index", index.write)
        if options.keep:
            (options.keep / ARCHIVE).write_bytes(content)
            (options.keep / INDEX).write_bytes(packed)
        sizes = [len(part) / len(archive) for part in (content, packed)]
        print(f"{len(archive)} games; bytes a game: {sizes[0]:.1f}, of the index {sizes[1]:.1f}")
        again = timed("reading the index", lambda: read_index(packed, archive))
        assert again is not None, "it was just written"
    if options.checkers:
        text = synthetic.checkers_file(options.checkers, 1).encode()
        if options.keep:
            (options.keep / "games.pdn").write_bytes(text)
        print(f"Checkers, {options.checkers} games in {len(text) / 1e6:.1f} MB")
        archive = timed("opening the file", lambda: read_archive("games.pdn", text))
        print(f"{len(archive)} games, {archive.bad} not readable")
    return 0
