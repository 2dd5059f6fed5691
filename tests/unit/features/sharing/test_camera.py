"""Test codes read by a camera: they are treated like pasted text, and every failure is reported with its reason."""

from __future__ import annotations

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.features.sharing import send
from tests.fakes import sitting_at
from tests.unit.features.correspondence.test_apart import begun, device, mine, plays, world
from tests.unit.features.live.test_live import calm, code, end, page_text, playing


def sheet(app: App) -> str:
    return app.place.sheet.name if app.place.sheet is not None else ""


def sees(app: App, event: str, text: str = "") -> None:
    """Report an event to the camera view that the app opened last."""
    world(app).qr_codes.looks[-1](event, text)


async def test_an_answer_that_the_camera_sees_connects() -> None:
    due, waits, _ = await playing()
    for app in (due, waits):
        commands.do(app, "live-end")
    await calm()
    commands.do(due, "live")
    await calm()
    send.follow(waits, code(due))
    await calm()
    commands.do(due, "camera", "answer")
    assert sheet(due) == "camera"
    assert "Point the camera at the code" in page_text(due)
    sees(due, "code", code(waits))
    await calm()
    assert due.live is not None
    assert due.live.open
    assert sheet(due) == ""
    end(due, waits)


async def test_a_link_that_the_camera_sees_is_opened_as_if_it_were_pasted() -> None:
    asha, bela, draw, _ = await begun()
    due, waits = (asha, bela) if mine(asha) else (bela, asha)
    sent = await plays(due, draw)
    waits.place.clear()
    commands.do(waits, "paste")
    commands.do(waits, "camera", "text")
    sees(waits, "code", f"https://chowk.invalid/#{sent}")
    await calm()
    assert sitting_at(waits).match.moves == sitting_at(due).match.moves
    assert sheet(waits) != "camera"


async def test_what_the_camera_sees_and_is_no_game_is_told_where_it_would_have_been_pasted() -> None:
    app = await device(1)
    commands.do(app, "paste")
    commands.do(app, "camera", "text")
    sees(app, "code", "WIFI:S:home;;")
    assert sheet(app) == "paste"
    assert app.voice.complaint is not None
    assert "no game" in page_text(app) or "form" in page_text(app)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ("refused", "Allow it in the browser's settings"),
        ("none", "no camera on this device"),
        ("failed", "something else"),
    ],
)
async def test_why_there_is_nothing_to_be_seen_is_told(event: str, sentence: str) -> None:
    app = await device(1)
    commands.do(app, "paste")
    commands.do(app, "camera", "text")
    assert "video" in {node.tag for node in pages.page(app, app.words).walk()}
    sees(app, event)
    assert sheet(app) == "camera"
    assert sentence in page_text(app)
    assert "video" not in {node.tag for node in pages.page(app, app.words).walk()}
    commands.do(app, "close")
    commands.do(app, "camera", "text")
    assert sentence not in page_text(app)


async def test_nobody_hears_of_a_camera_whose_sheet_is_closed() -> None:
    asha, _, _, sent = await begun()
    moves = sitting_at(asha).match.moves
    commands.do(asha, "camera", "text")
    commands.do(asha, "close")
    sees(asha, "code", sent[0])
    assert sitting_at(asha).match.moves == moves
    commands.do(asha, "camera", "text")
    sees(asha, "ended")
    assert sheet(asha) == ""


async def test_without_a_camera_nothing_offers_one() -> None:
    app = await device(1)
    commands.do(app, "paste")
    assert "Use the camera" in page_text(app)
    world(app).qr_codes.has_camera = False
    assert "Use the camera" not in page_text(app)
    commands.do(app, "camera", "text")
    assert sheet(app) == "paste"


async def test_only_what_takes_a_code_asks_for_one() -> None:
    app = await device(1)
    commands.do(app, "camera", "anything")
    assert sheet(app) == ""
    assert world(app).qr_codes.looks == []
