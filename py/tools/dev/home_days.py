"""Take pictures of the home page on the first, third and thirtieth day that a device is used.

Run from py/, with the address of a built site that is served:

    python -m tools.dev.home_days DIR http://localhost:8000/

The stored data are made by the page's own code, and depend on the date alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from chowk import games
from chowk.features.people import people
from chowk.features.people.people import People, Person
from chowk.features.practice import mistake_store, progress
from chowk.features.practice.daily import game_of
from chowk.features.practice.mistake_store import Card, Mistake, Source, Verdict
from chowk.features.practice.progress import DayResult, PuzzleProgress
from chowk.storage import saves, statistics
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.saves import Save
from chowk.storage.settings import Settings
from chowk.storage.statistics import Result

DAYS: Final = (1, 3, 30)
WINDOWS: Final = ((360, 740), (844, 390), (1280, 800), (320, 568))
PLAYED: Final = {1: (), 3: ("reversi",), 30: ("reversi", "checkers", "kilkenny")}
"""The games that the device has not finished, by the number of the day."""
STORE: Final = """texts => new Promise((done, fail) => {
  const opening = indexedDB.open("chowk");
  opening.onerror = fail;
  opening.onsuccess = () => {
    const stored = opening.result.transaction("texts", "readwrite").objectStore("texts");
    Object.entries(texts).forEach(([key, text]) => stored.put(text, key));
    stored.transaction.oncomplete = () => { opening.result.close(); done(); };
  };
})"""
"""JavaScript that adds stored texts by key. The page must have been open before, because it creates the database."""


def texts(number: int, today: date) -> dict[str, str]:
    """Return the stored texts of a device by key, on the day with this number. Day 1 is the day of the first visit."""
    if number == 1:
        return {}
    first = today - timedelta(number - 1)
    asha = Person("a5a5a5a5", "Asha", "owl")
    results = {
        f"{day:016x}": Result("reversi", 2, 1, 1 + day % 2, False, 4, False, 300, _time(first + timedelta(day)))
        for day in range(number - 1)
    }
    stored = {
        saves.STATISTICS_KEY: statistics.write(results),
        saves.PEOPLE_KEY: people.write(People((asha,), asha.key, "-")),
        **{f"{saves.GAME_KEY}{save.id}": saves.write_save(save) for save in _unfinished(number, today)},
    }
    solved = {today - timedelta(ago): DayResult(1, on_time=True) for ago in range(1, min(number, 8))}
    stored[f"{saves.PRACTICE_KEY}{game_of(today)}"] = progress.write(PuzzleProgress(days=solved))
    if number >= 30:
        stored[f"{saves.MISTAKES_KEY}reversi"] = mistake_store.write((_mistake(today),))
        stored[saves.SETTINGS_KEY] = saves.write_settings(Settings(language="en"))
    return stored


def _time(day: date) -> str:
    return datetime(day.year, day.month, day.day, 9, tzinfo=UTC).isoformat()


def _unfinished(number: int, today: date) -> Iterator[Save]:
    for place, name in enumerate(PLAYED[number]):
        game = games.load(name)
        match = game.match(7, 2)
        for _ in range(6):
            match.play(next(iter(match.position.moves())))
        plan = Plan(name, (SeatPlan("person", name="Asha"), SeatPlan("bot", 1)))
        yield Save(f"{place + 1:016x}", plan, match, _time(today), _time(today - timedelta(place)))


def _mistake(today: date) -> Mistake:
    game = games.load("reversi")
    setup = game.notation.write_position(game.match(7, 2).position)
    source = Source("0000000000000001", 0, today - timedelta(5), 1)
    return Mistake(setup, "f5", "other", Verdict(("d3",), 1.0, 6, 2.0), source, Card(today))


def lay(page: Page, stored: Mapping[str, str]) -> None:
    """Store texts by key in the browser that shows this page. The page must be ready."""
    page.evaluate(STORE, dict(stored))


def pictures(folder: Path, address: str, program: str | None) -> None:
    """Take pictures of the home page on each day of `DAYS`, in each window size of `WINDOWS`, light and dark.

    Each picture is taken unzoomed and zoomed to 200 %. `folder` is where the pictures are written, `address` the site's
    address, and `program` the path of the browser, or None for the one that Playwright installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for number in DAYS:
            context = browser.new_context(service_workers="block")
            page = context.new_page()
            page.goto(f"{address}?test=1")
            page.wait_for_selector("html[data-ready]", state="attached")
            lay(page, texts(number, date.today()))
            page.reload()
            page.wait_for_selector("html[data-ready]", state="attached")
            if number > 1:
                page.wait_for_selector(".today")
            for wide, high in WINDOWS:
                for scale in (1, 2):
                    for scheme in ("light", "dark"):
                        page.set_viewport_size({"width": wide // scale, "height": high // scale})
                        page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
                        page.wait_for_timeout(150)
                        page.screenshot(path=folder / f"day{number}-{wide}x{high}-{scale}-{scheme}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("address")
    parser.add_argument("--browser", help="path of the browser, if it is not Playwright's own")
    chosen = parser.parse_args()
    pictures(chosen.folder, chosen.address, chosen.browser)
