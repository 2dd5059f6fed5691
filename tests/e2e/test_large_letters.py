"""Browser text of 150 and 200 percent, and pages at 200 and 400 percent: nothing is cut, covered or out of reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import CDPSession, Page, expect

from chowk.words.i18n import ENGLISH
from tests.e2e.conftest import Opener
from tests.e2e.looking import QUICK, USUAL, press, settle
from tests.e2e.play import wait_for_turn

USUAL_PX: Final = 16
WINDOWS: Final = (
    # width, height, and the size of the browser's text in pixels
    *((width, height, px) for px in (24, 32) for width, height in ((320, 568), (360, 740), (390, 844), (844, 390))),
    # 1280 by 1024 at 400 percent, a small phone, and 1280 by 720 at 200 percent
    *((320, 256, USUAL_PX), (320, 568, USUAL_PX), (640, 360, USUAL_PX)),
)
DEEP: Final = ((412, 915, 24), (412, 915, 32), (667, 375, 24), (740, 360, 32), (768, 1024, 32), (1280, 800, 32))
LANGUAGES: Final = (ENGLISH.code, "kn", "te")
"""English, and the two languages with the tallest and longest words."""
NARROWEST: Final = (320, 568, 32)
"""Ten letters wide: here the rows of a result break a long word."""
FINISHED: Final = (
    '[Event "A match"]\n[Black "Asha"]\n[White "Bela"]\n[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 22-17 1-0\n\n'
)
"""A game of checkers with players and a result, which opens as an analysis."""
TABLES: Final = (("kilkenny", 4), ("parcheesi", 2), ("reversi", 2), ("checkers", 2), ("patchwork", 2))

FAULTS: Final = r"""() => {
  const faults = [], wide = document.documentElement.clientWidth, high = innerHeight;
  const across = document.documentElement.scrollWidth;
  if (across > wide) faults.push(`the page is ${across} px wide`);
  const board = document.querySelector('.board')?.getBoundingClientRect();
  if (board) {
    const least = Math.min(0.8 * wide, 0.87 * Math.max(high, 260));
    if (board.width < least) faults.push(`the board is ${board.width.toFixed()} px wide`);
  }
  const sheet = [...document.querySelectorAll('.stack')].pop();
  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest('.unseen, [inert], svg, .grid, .saying, .banner, .toasts, [aria-hidden=true]')
    && (!sheet || sheet.contains(e)) && getComputedStyle(e).clipPath !== 'inset(50%)';
  const name = e => `${e.tagName}.${e.className} “${e.textContent.trim().slice(0, 30)}”`;
  const texts = [];
  const all = 'button, a, select, summary, p, h1, h2, h3, dt, dd, li, span, legend';
  for (const e of document.querySelectorAll(`#app :is(${all})`)) {
    const box = e.getBoundingClientRect();
    if (box.width < 2 || !seen(e)) continue;
    // The queue of patches, the dice and other moves may be longer than the window: each row scrolls by itself.
    const scrolls = e.closest('.far-offers, .ways, .others');
    if (!scrolls && (box.left < -1 || box.right > wide + 1)) faults.push(`beside the window: ${name(e)}`);
    const style = getComputedStyle(e);
    const own = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!own.length) continue;
    if (style.textOverflow !== 'ellipsis' && style.overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 2)
      faults.push(`cut at the side: ${name(e)}`);
    if (style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 4) faults.push(`cut below: ${name(e)}`);
    const range = document.createRange();
    for (const node of own) {
      for (const word of node.data.matchAll(/[^\s\-–—/]{2,}/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = [...range.getClientRects()].filter(r => r.width > 0.5).map(r => r.top);
        // Half a letter's height is a new line; marks above and below letters are less.
        if (Math.max(...tops) - Math.min(...tops) > parseFloat(style.fontSize) * 0.8)
          faults.push(`broken: “${word[0]}” in ${name(e)}`);
      }
      range.selectNodeContents(node);
      // Text that a sheet has scrolled out of sight covers nothing.
      const body = e.closest('.sheet-body')?.getBoundingClientRect();
      for (const r of range.getClientRects())
        if (r.width > 2 && !(body && (r.bottom > body.bottom || r.top < body.top))) texts.push([e, r]);
    }
  }
  texts.forEach(([one, a], at) => texts.slice(at + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one)) return;
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // Lines of tall scripts are higher than their letters.
    if (x > 3 && y > 0.5 * Math.min(a.height, b.height)) faults.push(`${name(one)} over ${name(other)}`);
  }));
  return [...new Set(faults)];
}"""


def set_text_size(session: CDPSession, px: int) -> None:
    """Set the browser's own size of text, as its settings do."""
    session.send("Page.setFontSizes", {"fontSizes": {"standard": px, "fixed": round(px * 13 / 16)}})


def faults(page: Page, session: CDPSession, screen: str, windows: Sequence[tuple[int, int, int]]) -> list[str]:
    """Return the faults of a screen in each of these windows, and leave the page in the usual one."""
    found: list[str] = []
    for width, height, px in windows:
        set_text_size(session, px)
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        found += [f"{screen}, {width}x{height} at {px} px: {fault}" for fault in page.evaluate(FAULTS)]
    set_text_size(session, USUAL_PX)
    page.set_viewport_size(USUAL)
    settle(page)
    return found


def speak(page: Page, code: str) -> None:
    """Change the language of the page and wait for its words."""
    page.evaluate("code => { location.hash = `lang=${code}`; }", code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize(
    ("languages", "windows", "tables"),
    [
        pytest.param(LANGUAGES, WINDOWS[::2], TABLES[::4], id="usual"),
        pytest.param((*LANGUAGES, "hi", "pa", "bn", "gu"), WINDOWS + DEEP, TABLES, id="all", marks=pytest.mark.deep),
    ],
)
def test_no_word_is_cut_or_covered_however_large_letters_are(
    open_page: Opener,
    languages: tuple[str, ...],
    windows: tuple[tuple[int, int, int], ...],
    tables: tuple[tuple[str, int], ...],
) -> None:
    page = open_page(QUICK)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    for code in languages:
        speak(page, code)

        def look(screen: str, code: str = code) -> None:
            found.extend(f"{code}, {fault}" for fault in faults(page, session, screen, windows))

        look("home")
        for sheet in ("settings", "paste"):
            press(page, sheet)
            look(sheet)
            press(page, "close")
        for number, (game, seats) in enumerate(tables):
            press(page, "open", game)
            look(f"set-up of {game}")
            press(page, "players", str(seats))
            for seat in range(seats):
                press(page, "seat", f"{seat} bot 2" if seat == 1 else f"{seat} person")
            look(f"all choices of {game}")
            press(page, "play")
            wait_for_turn(page)
            look(f"table of {game}")
            for sheet in ("menu", "rules", "ask-resign") if not number else ():
                press(page, sheet)
                look(f"{sheet} of {game}")
                press(page, "close")
            press(page, "home")
    speak(page, ENGLISH.code)
    press(page, "import", FINISHED)
    expect(page.locator(".about-game")).to_be_visible()
    press(page, "dismiss")
    found += faults(page, session, "analysis", windows)
    press(page, "study-result")
    found += faults(page, session, "result", [window for window in windows if window != NARROWEST])
    press(page, "home")
    press(page, "import", FINISHED * 3)
    expect(page.locator(".listed li")).to_have_count(3)
    found += faults(page, session, "games of a file", windows)
    assert not found, "\n".join(found)
