"""Test the page of style tokens (named colours, sizes, times): each is shown in every theme, by a fitting sample."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.dev import tokens

SHEETS = {path.stem: path.read_text() for path in sorted((tokens.ROOT / "css").glob("*.css"))}
PAGE = tokens.page(SHEETS["tokens"], SHEETS)


def test_every_token_is_shown_in_every_theme() -> None:
    names = set(re.findall(r"--([\w-]+):", re.sub(r"/\*.*?\*/", "", SHEETS["tokens"], flags=re.S)))
    sections = PAGE.split("<section data-theme=")[1:]
    assert [re.findall(r'^"(\w+)"', section)[0] for section in sections] == list(tokens.THEMES)
    for section in sections:
        assert sorted(re.findall(r"<code>--([\w-]+):", section)) == sorted(names)
        assert "nobody asks for it" not in section


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("paper", "light-dark(#efe9dc, #1c1916)", "colour"),
        ("act", "#ffd054", "colour"),
        ("veil", "rgb(0 0 0 / 0.8)", "colour"),
        ("small", "0.8125rem", "type"),
        ("latin", "system-ui, sans-serif", "type"),
        ("gap", "0.5rem", "size"),
        ("lift", "0 1px 2px light-dark(#000, #fff), 0 6px 18px -8px #000", "shadow"),
        ("pace", "1", "other"),
        ("quick", "calc(180ms * var(--pace))", "other"),
    ],
)
def test_a_token_is_shown_as_what_it_is(name: str, value: str, kind: str) -> None:
    assert tokens.kind(name, value) == kind
    assert f"var(--{name})" in tokens.shown(name, value, []) or kind == "other"


def test_the_first_value_is_told_and_comments_are_not() -> None:
    sheet = ':root { /* --no: 1; */\n  --a: 1rem;\n  --b: 2px\n 3px;\n}\n:root[data-theme="dark"] {\n  --a: 2rem;\n}'
    assert tokens.tokens(sheet) == {"a": "1rem", "b": "2px 3px"}
    assert tokens.asking({"one": "var(--a) var(--a)", "two": "var(--a, 1) var(--b)"}) == {
        "a": ["one 2", "two 1"],
        "b": ["two 1"],
    }
    assert tokens.scoped(sheet).startswith("section {")
    assert 'section[data-theme="dark"] {' in tokens.scoped(sheet)


def test_it_is_written_where_one_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "deep/tokens.html"
    monkeypatch.setattr("sys.argv", ["tokens", "--out", str(out)])
    tokens.main()
    assert out.read_text() == PAGE
