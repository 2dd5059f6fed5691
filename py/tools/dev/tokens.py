"""Write a page of all style tokens: `python -m tools.dev.tokens` in `py/` writes `.cache/tokens.html`.

The page shows every property of `css/tokens.css` in each theme: colours, sizes (drawn as bars), type, shadows, times.
For each token it lists the style sheets that use it, and so would be affected by a change. The page is not part of the
site.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
OUT: Final = ROOT / ".cache/tokens.html"
"""The default path of the page of tokens."""
THEMES: Final = ("light", "dark", "contrast")
KINDS: Final = {
    "colour": "Colours",
    "type": "Type",
    "size": "Sizes",
    "shadow": "Shadows",
    "other": "Times and the rest",
}
"""The sections of the page of tokens, in order: key -> heading. Each token belongs to one section."""
WORDS: Final = "Hamburgefonts 0123456789 हिन्दी ਪੰਜਾਬੀ ಕನ್ನಡ বাংলা ગુજરાતી తెలుగు"
"""Sample text for fonts, in every script that the page uses."""
LOOK: Final = """
body { margin: 0; }
section { background: var(--paper); color: var(--ink); padding: 1.5rem; font: 100%/1.4 var(--latin); }
h1, h2, h3 { margin: 1rem 0 0.5rem; line-height: 1.2; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
ul { list-style: none; padding: 0; margin: 0; }
li { background: var(--card); border: 1px solid var(--line); border-radius: var(--round); }
li { padding: 0.75rem; min-width: 0; }
.wide { grid-column: 1 / -1; }
.swatch { block-size: 3rem; border: 1px solid var(--edge); border-radius: 0.5rem; }
.bar { block-size: 0.75rem; background: var(--act); border: 1px solid var(--act-case); }
.box { block-size: 3rem; background: var(--card); margin: 0.75rem; }
.said { overflow-wrap: anywhere; }
code, small { font-size: 0.8125rem; overflow-wrap: anywhere; }
small { display: block; color: var(--soft); }
"""
"""Style sheet for the layout of the page of tokens."""


def tokens(sheet: str) -> dict[str, str]:
    """Return the style tokens (custom properties) of a style sheet: name -> value.

    If a token is set several times, its value is the first. Comments are ignored.
    """
    values: dict[str, str] = {}
    for name, value in re.findall(r"^\s*--([\w-]+):\s*([^;]+);", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S), re.M):
        values.setdefault(name, " ".join(value.split()))
    return values


def kind(name: str, value: str) -> str:
    """Return the section in `KINDS` to which a token belongs. Font tokens are known by name, all others by value."""
    if name in ("small", "text", "large", "latin"):
        return "type"
    if re.fullmatch(r"#[0-9a-f]{3,8}|(rgb|light-dark)\(.*\)", value):
        return "colour"
    if re.fullmatch(r"[\d.]+(rem|px|em)", value):
        return "size"
    return "shadow" if re.match(r"\d+ \d", value) else "other"


def asking(sheets: Mapping[str, str]) -> dict[str, list[str]]:
    """Return for each token a list of texts such as "base.css 3": a style sheet, and how often it uses the token.

    The style sheet with the most uses comes first. `sheets` maps the name of each style sheet to its text.
    """
    often: dict[str, dict[str, int]] = {}
    for sheet, text in sheets.items():
        for name in re.findall(r"var\(--([\w-]+)", text):
            counts = often.setdefault(name, {})
            counts[sheet] = counts.get(sheet, 0) + 1
    return {
        name: [f"{sheet} {count}" for sheet, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
        for name, counts in often.items()
    }


def scoped(sheet: str) -> str:
    """Return the style sheet with `section` instead of `:root`, so that each section of the page can have a theme."""
    sheet = re.sub(r':root\[data-theme="(\w+)"\]', r'section[data-theme="\1"]', sheet)
    return re.sub(r":root(?=\s*\{)", "section", sheet)


def shown(name: str, value: str, where: Sequence[str]) -> str:
    """Return the HTML of one token: a sample, its name, its value, and the style sheets that use it (`where`)."""
    about = f"<code>--{name}: {escape(value)}</code><small>{escape(', '.join(where)) or 'nobody asks for it'}</small>"
    looks = {
        "colour": f'<div class="swatch" style="background: var(--{name})"></div>'
        f'<p style="color: var(--{name}); margin: 0.25rem 0">written on the card</p>',
        "size": f'<div class="bar" style="inline-size: var(--{name})"></div>',
        "shadow": f'<div class="box" style="box-shadow: var(--{name})"></div>',
        "type": f'<p class="said" style="font-{"family" if name == "latin" else "size"}: var(--{name})">{WORDS}</p>',
        "other": "",
    }
    section = kind(name, value)
    return f"<li{' class=wide' if section == 'type' else ''}>{looks[section]}{about}</li>"


def page(sheet: str, sheets: Mapping[str, str]) -> str:
    """Return the HTML page that shows all style tokens, the custom properties of `css/tokens.css`.

    `sheet` is the text of that style sheet. `sheets` maps the name of each style sheet of the site to its text.
    """
    return "\n".join(_lines(tokens(sheet), asking(sheets), scoped(sheet)))


def _lines(values: Mapping[str, str], where: Mapping[str, list[str]], look: str) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Tokens</title>'
    yield f"<style>\n{look}\n{LOOK}</style>\n</head>\n<body>"
    for theme in THEMES:
        yield f'<section data-theme="{theme}">\n<h1>{theme.title()}</h1>'
        for section, title in KINDS.items():
            yield f"<h2>{title}</h2>\n<ul>"
            yield from (
                shown(name, value, where.get(name, []))
                for name, value in values.items()
                if kind(name, value) == section
            )
            yield "</ul>"
        yield "</section>"
    yield "</body>\n</html>"


def main() -> None:
    """Write the page of tokens and print its path."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=OUT)
    out: Path = parser.parse_args().out
    sheets = {path.stem: path.read_text() for path in sorted((ROOT / "css").glob("*.css"))}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page(sheets["tokens"], sheets))
    print(out)


if __name__ == "__main__":
    main()
