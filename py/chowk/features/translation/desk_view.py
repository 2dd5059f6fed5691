"""The page of the translation desk. The page is in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from chowk.features.translation.desk import ALL, CHANGED, EACH, REMARKED, UNREAD, TranslatorsDesk, joined
from chowk.features.translation.po import Translation, placeholders
from chowk.i18n.i18n import LANGUAGES
from chowk.ui.nodes import Node, el

_FILTERS: Final = {ALL: "All", UNREAD: "Not yet read", CHANGED: "Changed here", REMARKED: "With remarks"}
_MANY: Final = ("for what the language counts as one", "for all other numbers")
CSS: Final = """
#app > .translating {
  max-inline-size: 60rem;
  margin-inline: auto;
  padding: 1rem;
  display: grid;
  gap: 1rem;
}
.translating header, .translating .beside {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 0.75rem;
  align-items: center;
}
.translating h1 { flex: 1 1 100%; font-size: var(--large); }
.translating h2 { font-size: var(--small); font-weight: 400; color: var(--soft); }
.translating .wide { flex: 1 1 12rem; min-inline-size: 0; }
.translating .search {
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  display: grid;
  gap: 0.5rem;
  padding-block: 0.5rem;
  background: var(--paper);
}
.translating article {
  display: grid;
  gap: 0.5rem;
  padding: 0.75rem;
  border-radius: 1rem;
  box-shadow: inset 0 0 0 1px var(--line);
  background: var(--card);
}
.translating article[data-changed] { box-shadow: inset 0 0 0 2px var(--act-case); }
.translating .english { font-weight: 600; overflow-wrap: anywhere; }
.translating textarea { inline-size: 100%; field-sizing: content; min-block-size: 2.75rem; }
.translating .remark { color: var(--danger); }
.translating .sentences { display: grid; gap: 0.75rem; }
.translating dl { display: grid; gap: 0.125rem; margin: 0; font-size: var(--small); }
.translating dl > div { display: flex; flex-wrap: wrap; gap: 0 0.5rem; }
.translating dt { color: var(--soft); }
.translating dd { margin: 0; overflow-wrap: anywhere; }
.translating .tick {
  display: flex;
  gap: 0.5rem;
  align-items: center;
  min-block-size: var(--target);
}
.translating .tick input { inline-size: 1.25rem; block-size: 1.25rem; }
.translating label.button { display: inline-grid; align-items: center; position: relative; }
.translating label.button input { position: absolute; inset: 0; opacity: 0; inline-size: 100%; }
.translating label.button:focus-within { outline: 2px solid var(--ring-out); outline-offset: 2px; }
"""


class Notice(NamedTuple):
    """The message at the top of the page: the result of the last action, or an error (`wrong` is True)."""

    text: str = ""
    wrong: bool = False


def page(desk: TranslatorsDesk | None, codes: Sequence[str], message: Notice, keeps: bool) -> Node:
    """Draw the whole page of the translation desk.

    `codes` are the languages to choose from. `message` is the message at the top, and `keeps` is True if the browser
    stores the drafts. While no language is loaded, `desk` is None, and only the top of the page is drawn.
    """
    return el(
        "main",
        _header(desk, codes, message, keeps),
        _bar(desk) if desk is not None else None,
        _list(desk) if desk is not None else None,
        class_="translating",
        key="translating",
        translate="no",
        lang="en",
        dir="ltr",
    )


def _header(desk: TranslatorsDesk | None, codes: Sequence[str], message: Notice, keeps: bool) -> Node:
    code = desk.code if desk is not None else ""
    options = [
        el("option", LANGUAGES[offered].name, value=offered, lang=offered, selected=offered == code)
        for offered in codes
    ]
    lost = "This browser keeps nothing for this page: download the file before you leave." if not keeps else ""
    return el(
        "header",
        el("h1", "Translate Chowk"),
        el(
            "p",
            "Every sentence in its place. What you change is kept on this device; at the end, download the .po file "
            "and send it to whoever looks after Chowk, or put it into py/chowk/locale. Say it as a good player would, "
            "and leave what stands in {braces} as it is.",
            class_="note",
        ),
        el("select", options, do="language", value=code, class_="field", aria_label="Language") if codes else None,
        el("button", f"Download {code}.po", type="button", do="download", class_="button primary") if code else None,
        el(
            "label",
            f"Open a {code}.po",
            el("input", type="file", accept=".po,text/plain", do="file", aria_label=f"Open a {code}.po"),
            class_="button",
        )
        if code
        else None,
        el(
            "p", message.text, role="alert" if message.wrong else "status", class_="remark" if message.wrong else "note"
        ),
        el("p", lost, class_="remark") if lost else None,
    )


def _bar(desk: TranslatorsDesk) -> Node:
    whole, unread, changed = desk.counts()
    count, pages = len(desk.matching()), max(1, -(-len(desk.matching()) // EACH))
    options = [el("option", name, value=key, selected=key == desk.filter) for key, name in _FILTERS.items()]
    return el(
        "div",
        el(
            "div",
            el("select", options, do="filter", value=desk.filter, class_="field", aria_label="Which sentences"),
            el(
                "input",
                type="search",
                value=desk.query,
                do="search",
                class_="field wide",
                placeholder="Search English, translation or place",
                aria_label="Search",
            ),
            class_="beside",
        ),
        el(
            "div",
            el("p", f"{whole} sentences, {unread} not yet read, {changed} changed here. {count} shown.", class_="note"),
            _step("Back", desk.page - 1, pages),
            el("p", f"Page {min(desk.page, pages - 1) + 1} of {pages}", class_="note"),
            _step("On", desk.page + 1, pages),
            class_="beside",
        ),
        class_="search",
    )


def _step(name: str, to: int, pages: int) -> Node:
    off = "true" if not 0 <= to < pages else None
    return el("button", name, type="button", do="page", arg=str(to), class_="button", aria_disabled=off)


def _list(desk: TranslatorsDesk) -> Node:
    entries = desk.matching()
    first = min(desk.page, max(0, (len(entries) - 1) // EACH)) * EACH
    shown = [sentence(desk, entry) for entry in entries[first : first + EACH]]
    return el("div", shown or el("p", "No sentence is like that.", class_="note"), class_="sentences")


def sentence(desk: TranslatorsDesk, entry: Translation) -> Node:
    """Draw one sentence: its places in the app, its meaning, its translation and possible faults."""
    key = joined(entry.key)
    language = LANGUAGES[desk.code]
    fields = [
        el(
            "textarea",
            value=text,
            rows=str(1 + len(text) // 70),
            do="change",
            arg=f"{number} {key}",
            lang=language.tag,
            dir=language.direction,
            spellcheck="true",
            class_="field",
            key=str(number),
            aria_label=f"{language.name}: {_MANY[min(number, 1)]}" if entry.many else language.name,
        )
        for number, text in enumerate(desk.strings(entry))
    ]
    many = el("p", entry.many, class_="english") if entry.many else None
    facts = [
        _fact("Who, or what is meant", entry.key.context),
        _fact("Stays as it is", " ".join(sorted(placeholders((entry.key.text,))))),
        _fact("Room", f"up to {desk.max_letters(entry)} letters are known to fit" if desk.max_letters(entry) else ""),
        *(_fact(f"“{name}”", f"{term} ({meaning})", term, language.tag) for name, term, meaning in desk.terms(entry)),
    ]
    drafted = entry.key in desk.drafts
    return el(
        "article",
        el("h2", " · ".join(desk.places(entry))),
        el("p", entry.key.text, class_="english"),
        many,
        fields,
        el("dl", [fact for fact in facts if fact is not None]),
        [el("p", remark, class_="remark") for remark in dict.fromkeys(desk.remarks(entry))],
        el(
            "div",
            el(
                "label",
                el("input", type="checkbox", checked=desk.is_read(entry), do="read", arg=key),
                "Read",
                class_="tick",
            ),
            el("button", "Take back", type="button", do="revert", arg=key, class_="button") if drafted else None,
            class_="beside",
        ),
        key=key,
        data_changed=drafted,
    )


def _fact(name: str, text: str, term: str = "", tag: str = "") -> Node | None:
    if not text:
        return None
    word = el("span", term, lang=tag) if term else None
    return el("div", el("dt", name), el("dd", word, text.removeprefix(term)))
