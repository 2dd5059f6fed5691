"""Test saved games: each is read once, when it is needed. Damaged games are reported and left out."""

from __future__ import annotations

import json
from collections.abc import Generator

import pytest

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.storage.kept_games import KeptGames
from chowk.storage.saves import Save
from tests.unit.ui.test_pages import with_saves

DAMAGED = TextError(say("This saved game is damaged."))


@pytest.fixture(name="save")
async def a_save() -> Save:
    return next(iter((await with_saves()).kept.saves.values()))


@pytest.fixture(name="read")
def what_was_read() -> list[str]:
    return []


@pytest.fixture(name="complaints")
def what_was_told() -> list[str]:
    return []


@pytest.fixture(name="kept")
def three_games(save: Save, read: list[str], complaints: list[str]) -> KeptGames:
    def reader(name: str, text: str) -> Generator[None, None, Save]:
        yield
        read.append(name)
        if "damaged" in text:
            raise DAMAGED
        return save._replace(id=name)

    kept = KeptGames(reader, lambda name, error: complaints.append(f"{name} {error.why.text}"))
    kept.leave("early", json.dumps({"updated": "2026-11-20T10:00:00"}))
    kept.leave("late", json.dumps({"updated": "2026-11-22T10:00:00"}))
    kept.leave("torn", "[[[[ damaged")
    return kept


def test_nothing_is_read_before_it_is_asked_for(kept: KeptGames, read: list[str]) -> None:
    assert list(kept.unread) == ["late", "early", "torn"]
    assert not read
    assert kept["early"].id == kept["early"].id == "early"
    assert read == ["early"]
    assert list(kept.unread) == ["late", "torn"]


def test_a_damaged_one_is_told_of_once_and_is_none(kept: KeptGames, complaints: list[str]) -> None:
    assert "torn" not in kept
    assert kept.get("torn") is None
    assert complaints == ["torn This saved game is damaged."]


def test_who_counts_or_goes_through_them_has_them_read(kept: KeptGames, read: list[str]) -> None:
    assert len(kept) == 2
    assert sorted(read) == ["early", "late", "torn"]
    assert sorted(save.id for save in kept.values()) == ["early", "late"]
    assert not kept.unread


def test_what_is_kept_anew_or_forgotten_is_not_read(kept: KeptGames, save: Save, read: list[str]) -> None:
    kept["early"] = save
    del kept["late"]
    assert kept["early"] is save
    assert kept.get("late") is None
    assert not read
    with pytest.raises(KeyError):
        del kept["late"]


def test_one_is_read_a_piece_at_a_time_and_what_happens_to_it_meanwhile_counts(
    kept: KeptGames, save: Save, read: list[str], complaints: list[str]
) -> None:
    early, late, torn = (kept.reading(name) for name in ("early", "late", "torn"))
    for work in (early, late, torn):
        next(work)
    assert (read, list(kept.unread)) == ([], ["late", "early", "torn"])
    assert all(map(kept.holds, ("early", "late", "torn")))
    kept["late"] = save
    assert kept["early"].id == "early"
    first = kept["early"]
    for work in (early, late, torn):
        assert next(work, "done") == "done"
    assert (kept["early"], kept["late"]) == (first, save)
    assert complaints == ["torn This saved game is damaged."]
    assert not kept.holds("torn")
    assert next(kept.reading("late"), "done") == "done"
