"""Test correspondence games in every language: no English text from the invitation to the proof of the dice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.match import Match
from chowk.features.correspondence import session
from chowk.i18n import i18n, reader
from chowk.ui.nodes import Node
from tests.fakes import sitting_at
from tests.unit.features.correspondence.test_apart import device, link, link_after_laying, mine, opens, plays, settled
from tools.build import build_site
from tools.i18n import wording

NAMES = {
    "hi": ("आशा", "बेला"),
    "bn": ("আশা", "বেলা"),
    "pa": ("ਆਸ਼ਾ", "ਬੇਲਾ"),
    "gu": ("આશા", "બેલા"),
    "te": ("ఆశ", "బేల"),
    "kn": ("ಆಶಾ", "ಬೇಲ"),
}


@pytest.fixture(autouse=True)
def _catalogues(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Load the translations of all languages, as the build makes them."""
    monkeypatch.setattr(i18n, "_laid", {})
    monkeypatch.setattr(i18n, "_more", [])
    for code, file in build_site.translations().items():
        i18n.add_catalogue(code, file)
    for name in ("people", "live"):  # the button for a name and a face, and the sheet of live play
        i18n.add_sentences(build_site.words_of_parcels()[name])
    reader.words.cache_clear()
    yield
    reader.words.cache_clear()


_SEEN = ("aria-label", "title", "placeholder")


def said(node: Node) -> list[str]:
    """Return the texts and names on a page, except in elements that are marked as English or as not translatable."""
    if node.attrs.get("translate") == "no" or str(node.attrs.get("lang", "")).startswith("en"):
        return []
    texts = [str(node.attrs[name]) for name in _SEEN if name in node.attrs]
    for child in node.children:
        texts += said(child) if isinstance(child, Node) else [child]
    return texts


@pytest.mark.parametrize("language", NAMES)
async def test_nothing_is_said_in_english_from_the_invitation_to_the_proof_of_the_dice(language: str) -> None:
    asha, bela, draw = await device(1), await device(2), random.Random(3)
    names, screens = NAMES[language], 0

    def look(app: App, sheet: str = "") -> None:
        nonlocal screens
        screens += 1
        assert (app.place.sheet.name if app.place.sheet is not None else "") == sheet
        texts = said(pages.page(app, app.words))
        assert len(texts) > 5
        assert [text for text in texts if wording.foreign_words(text) or "{" in text] == []

    for app in (asha, bela):
        app.change_settings(language=language)
    commands.do(asha, "apart", "parcheesi")
    commands.do(asha, "apart-set", f"name {names[0]}")
    look(asha, "apart")
    commands.do(asha, "invite")
    look(asha, "letter")
    await opens(bela, link(asha))
    commands.do(bela, "apart-set", f"name {names[1]}")
    look(bela, "invited")
    commands.do(bela, "join")
    look(bela, "letter")
    await opens(asha, link(bela))
    look(asha)
    await opens(bela, link_after_laying(asha))
    for _ in range(4):
        due, waits = (asha, bela) if mine(asha) else (bela, asha)
        due.place.clear()
        look(due)
        sent = await plays(due, draw)
        look(due, "letter")
        assert wording.foreign_words(due.words(session.text(due, sitting_at(due).about.save))) == []
        due.place.clear()
        look(due)
        await opens(waits, sent)
        look(waits)
    table = sitting_at(asha).about.save
    for name, arg in (("dice", ""), ("rules", ""), ("menu", ""), ("live", ""), ("seat-link", table)):
        commands.do(asha, name, arg)
        await settled()
        look(asha, name)
        commands.do(asha, "close")
    match: Match[object, object] = sitting_at(asha).match  # type: ignore[type-var]
    assert match.ply
    due = asha if mine(asha) else bela
    commands.do(due, "resign")
    await settled()
    look(due, "result")
    commands.do(due, "verify", "checked")
    look(due, "verify")
    assert screens > 25
    for app in (asha, bela):
        app.pause()
