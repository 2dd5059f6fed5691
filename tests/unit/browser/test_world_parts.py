"""Test the small browser parts that the application receives: languages, skins, clipboard and device."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from chowk.app.app import App
from chowk.app.world import World, unseen
from chowk.core import parcels
from chowk.core.message import say
from chowk.i18n import i18n
from chowk.i18n.toast import Toast
from tests.fakes import FakeWorld, app_in, world_of

ROOT = {"data-theme": "light", "data-hand": "end"}


class Tasks:
    """A fake of an application's background tasks, which run when a test awaits them."""

    def __init__(self, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
        self.works: list[Awaitable[Any]] = []
        monkeypatch.setattr(app, "spawn", self.works.append)

    async def run(self) -> int:
        works, self.works = self.works, []
        for work in works:
            await work
        return len(works)


async def test_a_missing_language_is_fetched_once_and_not_again_after_a_failure(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = web("effects")
    app = app_in(FakeWorld())
    monkeypatch.setattr(i18n, "is_unloaded", lambda code: code == "hi")
    monkeypatch.setattr(module.catalog_loader, "load_catalogue", AsyncMock(side_effect=OSError(5, "no network")))
    app.kept.settings = app.settings._replace(language="hi")
    tasks, effects = Tasks(app, monkeypatch), module.FrameEffects(MagicMock(), MagicMock())
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    assert await tasks.run() == 1
    assert (app.window.lost, app.window.spoken) == ("hi", "en")
    assert app.voice.toast is not None
    assert world_of(app).page.renders == 1
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    assert await tasks.run() == 0


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_confirmation_goes_after_a_while_unless_another_toast_is_there(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    module = web("effects")
    app = app_in(FakeWorld())
    tasks, effects = Tasks(app, monkeypatch), module.FrameEffects(MagicMock(), MagicMock())
    monkeypatch.setattr(app.clock, "sleep", AsyncMock())
    app.voice.toast = Toast(say("Copied."), brief=True)
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    if replaced:
        app.voice.toast = Toast(say("This file cannot be read."), alert=True)
    assert await tasks.run() == 1
    assert (app.voice.toast is not None) is replaced


async def test_a_missing_skin_is_fetched_once_and_not_again_after_a_failure(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = web("effects")
    app = app_in(FakeWorld())
    monkeypatch.setattr(parcels, "is_unfetched", lambda skin: skin == "handloom")
    monkeypatch.setattr(module.parcel_loader, "load_parcel", AsyncMock(side_effect=OSError(5, "no network")))
    app.kept.settings = app.settings._replace(skin="handloom")
    tasks, effects = Tasks(app, monkeypatch), module.FrameEffects(MagicMock(), MagicMock())
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    assert await tasks.run() == 1
    assert app.window.bare == "handloom"
    effects.carry_out(app, ROOT, begun=False, keyed=False)
    assert await tasks.run() == 0


@pytest.mark.parametrize(("allowed", "shown"), [(True, True), (False, True), (False, False)])
async def test_copying_is_confirmed_or_the_text_is_selected_or_the_player_is_asked_to_mark_it(
    web: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, allowed: bool, shown: bool
) -> None:
    module, js = web("clipboard"), web("js")
    app = app_in(FakeWorld())
    field = MagicMock(value="d3 c3")
    js.navigator.clipboard.writeText = AsyncMock(side_effect=None if allowed else OSError("refused"))
    js.document.querySelectorAll.return_value = [field] if shown else []
    done, failed, tasks = MagicMock(), MagicMock(), Tasks(app, monkeypatch)
    module.BrowserClipboard(app).copy("d3 c3", done, failed)
    await tasks.run()
    js.navigator.clipboard.writeText.assert_awaited_once_with("d3 c3")
    assert (done.called, failed.called) == (allowed, not allowed)
    assert field.select.called == (shown and not allowed)
    text = app.words(app.voice.toast.text) if app.voice.toast else ""
    start = "Copied." if allowed else "The browser does not allow copying. "
    assert text.startswith(start)
    assert ("The text is selected" in text) == (shown and not allowed)


def test_the_device_loads_its_wake_lock_only_once_a_setting_asks_for_it(web: Callable[[str], Any]) -> None:
    device = web("device_abilities").BrowserDevice()
    device.app = app = app_in(FakeWorld())
    app.kept.settings = app.settings._replace(awake=False, shake=False)
    device.attend(app)
    assert "_held" not in vars(device)
    app.kept.settings = app.settings._replace(awake=True)
    device.attend(app)
    assert "_held" in vars(device)


def test_preferred_languages_are_read_again_only_when_the_browser_reports_a_change(web: Callable[[str], Any]) -> None:
    js, changed = web("js"), MagicMock()
    js.navigator.languages = ["hi", "en"]
    languages = web("system").PreferredLanguages(changed)
    js.navigator.languages = ["te"]
    assert list(languages()) == ["hi", "en"]
    name, change = js.window.addEventListener.call_args.args
    assert name == "languagechange"
    change(None)
    assert list(languages()) == ["te"]
    changed.assert_called_once_with()


def test_a_world_that_nobody_sees_knows_languages_and_nothing_else() -> None:
    world = unseen("hi", "en")
    assert list(world.languages()) == ["hi", "en"]
    assert {getattr(world, name) for name in World._fields if name != "languages"} == {None}


def test_parts_that_need_no_board_are_made_on_first_use_and_once() -> None:
    parts = ("clipboard", "files", "sharing", "qr_codes", "connections", "archives")
    names: list[str] = []

    def make(name: str) -> SimpleNamespace:
        names.append(name)
        return SimpleNamespace(name=name)

    makers: dict[str, Any] = {name: partial(make, name) for name in parts}
    app = App(unseen("en")._replace(**makers))
    assert not names
    for _ in range(2):
        assert [getattr(app, name).name for name in parts] == list(parts)
    assert names == list(parts)
