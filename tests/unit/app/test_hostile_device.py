"""Test damaged data in the device's storage: the page can still be drawn, whatever the player presses."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any, Final

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.storage import saves
from chowk.storage.kept import SEAT_KEY
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, reported
from tests.fuzzing import damage, trying
from tests.fuzzing.readers import readers

READERS: Final = readers()
TYPED: Final = ("\u202ex", "", "a" * 50, "\u200d", "{name}", "<b>")
TIMES: Final = ("", "x", "9999-99-99", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-23:59", "2026-11-21")
OPTIONS: Final = ("seed", "seats", "self", "first", "scoring")
TURNING: Final = "\u202a\u202b\u202d\u202e"
FOREIGN: Final = ("textarea", "input")
"""HTML elements that show typed text unchanged."""


def kept(random: Random) -> dict[str, str]:
    """Return texts as a device stores them, by key. Some of the texts are damaged at random."""
    texts = {}
    for number in range(random.choice((1, 2, 4))):
        text = _save(random.choice(READERS["save"].samples()), random)
        name = _fields(text).get("id")
        texts[saves.GAME_KEY + (name if isinstance(name, str) else str(number))] = text
    for key, reader in (
        (saves.STATISTICS_KEY, "statistics"),
        (saves.SETTINGS_KEY, "settings"),
        (f"{SEAT_KEY}1", "own-seat"),
        (f"{saves.ANALYSIS_KEY}1", "kept-analysis"),
        (f"{saves.PLAN_KEY}{random.choice(games.ready())}", "set-up"),
    ):
        samples = READERS[reader].samples()
        sample = random.choice(samples)
        if random.random() < 0.6:
            texts[key] = sample if random.random() < 0.3 else READERS[reader].damage(sample, samples, random)
    return texts


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


def _save(text: str, random: Random) -> str:
    """Return the saved game `text` with a change at random: a value that the page never writes, or damaged text."""
    fields = _fields(text)
    plan = fields["plan"]
    match random.randrange(8):
        case 0:
            plan["options"] = {random.choice(OPTIONS): random.choice(("1", "on", "loser", "", "x" * 3000))}
        case 1:
            plan["options"] = {name: random.choice(("nonsense", "", "on", "-1")) for name in plan["options"]}
        case 2:
            plan["seats"] = [{**seat, "name": random.choice(TYPED)[:24]} for seat in plan["seats"]]
        case 3:
            kinds = [(random.choice(("person", "bot")), random.randrange(20)) for _ in plan["seats"]]
            plan["seats"] = [{"kind": kind, "level": level, "name": ""} for kind, level in kinds]
        case 4:
            fields["created"], fields["updated"] = random.choice(TIMES), random.choice(TIMES)
        case 5:
            fields["said"], fields["loser"] = random.choice(("agreed", "resigned", "time")), random.choice((0, 1, -1))
        case 6 if len(plan["seats"]) == 2:
            plan["pace"] = random.choice(([1, 0, False], [86_400_000, 0, True], [15_000, 0, True]))
            fields["thinking"] = random.choice(([None, 0], [0, 86_400_000], [1, 5]))
        case _:
            return damage.tree(text, READERS["save"].samples(), random)
    return json.dumps(fields)


def presses(page: Node, random: Random) -> list[tuple[str, str]]:
    """Return the commands of the page's enabled controls, each with a random argument that the control may send."""
    pressed = []
    for node in page.walk():
        name, kind = str(node.attrs.get("data-do", "")), str(node.attrs.get("type", node.tag))
        if not name or node.attrs.get("aria-disabled") == "true" or kind == "form":
            continue
        argument = str(node.attrs.get("data-arg", ""))
        if kind == "text":
            argument += f" {random.choice(TYPED)}"
        elif kind == "range":
            argument += f" {node.attrs.get(random.choice(('min', 'max')), 0)}"
        elif kind == "checkbox":
            argument += random.choice((" on", " off"))
        elif kind == "select":
            argument += (
                f" {random.choice([child.attrs.get('value', '') for child in node.walk() if child.tag == 'option'])}"
            )
        elif kind == "file":
            argument = random.choice(READERS["file"].samples())
        pressed.append((name, argument if kind in ("text", "file") else argument.strip()))
    return pressed


def turns_about(page: Node) -> bool:
    """Return True if the page shows a character that changes the direction of text, outside fields for typed text."""
    shown = [page]
    for node in shown:
        shown += [child for child in node.children if isinstance(child, Node) and child.tag not in FOREIGN]
    texts = [child for node in shown for child in node.children if isinstance(child, str)]
    return any(sign in text for sign in TURNING for text in texts)


@pytest.mark.parametrize("rounds", [30, pytest.param(20_000, marks=pytest.mark.deep)])
async def test_the_page_is_drawn_whatever_is_kept_and_pressed(rounds: int) -> None:
    for number in range(rounds):
        random = Random(trying.SEED + number)
        world = FakeWorld(kept(random))
        world.engine.gate = asyncio.Event()  # opponents never answer
        app, done = app_in(world), list[tuple[str, str]]()
        await app.start()
        for _ in range(10):
            page = pages.page(app, app.words)
            pages.title(app, app.words)
            assert not turns_about(page), (number, done)
            ways = presses(page, random)
            known = [("resume", name) for name in app.kept.saves]
            done.append(random.choice(known if known and random.random() < 0.2 else ways))
            commands.do(app, *done[-1])
            for _ in range(8):
                await asyncio.sleep(0)
            failed = reported()
            assert not failed, (number, done, failed)
        app.pause()
        for task in app._tasks:
            task.cancel()
        await asyncio.sleep(0)
