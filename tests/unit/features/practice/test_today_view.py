"""Tests of the cards of today on the home page: the puzzle of the day, days in a row, and mistakes that are due."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from datetime import date, timedelta
from types import ModuleType

import pytest

from chowk import games
from chowk.app import effects, pages
from chowk.app.app import App
from chowk.core import parcels
from chowk.features.practice import today_view
from chowk.features.practice.daily import game_of
from chowk.storage import saves
from chowk.storage.settings import Settings
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in
from tools.build.build_site import parcel_of
from tools.dev.home_days import texts

TODAY = date(2026, 11, 21)
"""The date of the fake clock."""


async def started(stored: Mapping[str, str]) -> App:
    world = FakeWorld()
    world.store.texts.update(stored)
    app = app_in(world)
    await app.start()
    return app


def cards(stored: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each card of today that the home page shows, by the card's command and argument.

    `stored` holds the texts that are stored on the device.
    """

    async def home() -> Node:
        app = await started(stored)
        return pages.page(app, app.words)

    drawn = asyncio.run(home())
    return {
        f"{node.attrs['data-do']} {node.attrs['data-arg']}": text_of(node)
        for node in nodes(drawn)
        if "today" in str(node.attrs.get("class", "")).split()
    }


def nodes(node: Node) -> list[Node]:
    return [node, *(found for child in node.children if isinstance(child, Node) for found in nodes(child))]


def text_of(node: Node) -> str:
    return "".join(text_of(child) if isinstance(child, Node) else child for child in node.children).strip()


def test_a_first_visit_has_no_cards_of_today() -> None:
    assert cards(texts(1, TODAY)) == {}


def test_the_cards_follow_from_what_is_stored() -> None:
    puzzle = f"puzzle {game_of(TODAY)} day"
    third, thirtieth = cards(texts(3, TODAY)), cards(texts(30, TODAY))
    assert list(third) == [puzzle]
    assert "2 days in a row." in third[puzzle]
    assert list(thirtieth) == [puzzle, "mistake-find reversi"]
    assert "7 days in a row." in thirtieth[puzzle]
    assert "1 due today" in thirtieth["mistake-find reversi"]


@pytest.mark.parametrize("changed", [Settings(quiet=True), Settings(children=True)])
def test_quiet_and_children_see_no_days_in_a_row(changed: Settings) -> None:
    stored = {**texts(30, TODAY), saves.SETTINGS_KEY: saves.write_settings(changed)}
    assert "in a row" not in "".join(cards(stored).values())


def test_damaged_texts_are_as_at_the_start() -> None:
    stored = {**texts(30, TODAY), f"{saves.MISTAKES_KEY}reversi": "[", f"{saves.PRACTICE_KEY}{game_of(TODAY)}": "{"}
    assert list(cards(stored)) == [f"puzzle {game_of(TODAY)} day"]


def test_the_cards_are_drawn_before_the_modules_for_puzzles_have_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = cards(texts(30, TODAY))
    monkeypatch.setattr(parcels, "is_unfetched", lambda parcel: parcel == parcels.PRACTICE)
    assert cards(texts(30, TODAY)) == drawn
    needs = (today_view, *(value for value in vars(today_view).values() if isinstance(value, ModuleType)))
    assert not [module.__name__ for module in needs if parcel_of(f"{module.__name__.replace('.', '/')}.py")]


def test_the_game_of_the_day_changes_daily_through_all_games() -> None:
    week = [game_of(TODAY + timedelta(day)) for day in range(len(games.practised()))]
    assert sorted(week) == sorted(games.practised())


def test_the_note_for_the_next_start_has_the_texts_of_the_cards() -> None:
    def noted(stored: Mapping[str, str]) -> str:
        return effects.games_note(asyncio.run(started(stored))).note

    kept = json.loads(noted(texts(30, TODAY)))["today"]
    drawn = cards(texts(30, TODAY)).values()
    assert ["".join(card).replace(". ", ".") for card in kept] == list(drawn)
    assert noted({}) == ""
