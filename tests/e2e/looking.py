"""Take the page through all of its screens, and measure the layout of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import CDPSession, Page, ViewportSize, expect

from tests.e2e.conftest import PRESSED, wait_for_frames
from tests.e2e.play import begin, by_mouse, play, state, wait_for_turn, wait_until
from tools.i18n import wording

QUICK: Final = "?test=1&seed=7&speed=off"
USUAL: Final[ViewportSize] = {"width": 1280, "height": 800}
PEOPLE: Final = ("0 person", "1 person")

SEVERAL: Final = "".join(
    f'[Event "Tour"]\n[Date "19{number}.05.03"]\n[Black "Asha"]\n[White "Kishan"]\n\n1. 11-15 {best} 22-18 1-0\n\n'
    for number, best in enumerate(("11-99", *("{best}",) * 59), 20)
)
"""The text of a file with sixty checkers games, of which the first cannot be read."""
AT_HOME: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "home": (),
    "set-up": (("open", "reversi"),),
    "set-up, roles changed": (("open", "checkers"), ("seat", "0 bot 3"), ("seat", "1 person")),
    "settings": (("settings", ""),),
    "about": (("about", ""),),
    "your games": (("kept", ""),),
    "statistics": (("statistics", ""),),
    "set-up to go on with a game": (("import", "f5d6c3d3c4"),),
    "paste": (("paste", ""), ("import", "f5d6 zz9")),
    "games of a file": (("import", SEVERAL),),
}
AT_TABLE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "table": (),
    "refused": (("tap", "a1"),),
    "in the past": (("show", "2"),),
    "answer": (("announce-score", ""),),
    "menu": (("menu", ""),),
    "keyboard": (("shortcuts", ""),),
    "moves": (("log", ""),),
    "rules": (("rules", ""),),
    "rules at a number": (("rules", "R12"),),
    "record": (("record", ""),),
    "sharing": (("show", "2"), ("share", "at")),
    "resigning": (("ask-resign", ""),),
    "agreeing": (("ask-agree", ""),),
}

FETCHING = (
    "import",
    "kept",
    "export",
    "take-in",
    "practice",
    "puzzle",
    "puzzle-mixed",
    "find-better",
    "mistakes",
    "mistake-find",
    "draft",
    "course",
    "course-lesson",
    "household",
    "someone",
    "ladder",
    "climb",
    "statistics",
    "collections",
    "studies",
    "study",
    "study-add",
    "study-file",
)
"""Names of the commands after which the page may have to fetch a part of the app before it shows the result."""


def press(page: Page, name: str, arg: str = "") -> None:
    """Run a command of the app as its button would, without needing the button."""
    page.evaluate(PRESSED, [name, arg])
    if name in FETCHING:
        page.wait_for_function("!window.chowk || !JSON.parse(window.chowk.state()).waiting")
    wait_for_frames(page)


def screens(page: Page) -> Iterator[str]:
    """Take the page through every screen, and yield the name of each while it is shown."""
    for name, orders in AT_HOME.items():
        for order in orders:
            press(page, *order)
        yield name
        if orders:
            press(page, "close")
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",), ("c5",), ("f6",))
    for name, orders in AT_TABLE.items():
        for order in orders:
            press(page, *order)
        yield name
        press(page, "close")
        press(page, "present")
        press(page, "cancel")
    press(page, "home")
    yield "home, a game kept"
    press(page, "resume", page.locator('[data-do="resume"]').first.get_attribute("data-arg") or "")
    play(page, by_mouse, ("e7",), ("f4",), ("g5",), ("e6",), ("e3",))
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "result"
    press(page, "close")
    yield "table, over"
    press(page, "review")
    expect(page.locator(".progress")).to_be_empty(timeout=60_000)
    yield "review"
    press(page, "review-close")
    press(page, "home")
    page.locator("details").evaluate("box => box.open = true")
    yield "home, a game over"
    yield from _with_dice(page)


def _with_dice(page: Page) -> Iterator[str]:
    """Take the page through the screens of a game with dice for four players, and yield the name of each.

    They include the dice sheets during and after the game.
    """
    for order in (("open", "kilkenny"), ("players", "4"), *(("seat", f"{seat} person") for seat in range(4))):
        press(page, *order)
    yield "set-up for four"
    press(page, "play")
    wait_for_turn(page)
    yield "table of four, to roll"
    press(page, "roll")
    wait_until(page, "s.awaited !== null && !s.moving")
    by_mouse(page, state(page)["open"][0])
    yield "table of four, to move"
    for name in ("dice", "verify"):
        press(page, name)
        yield f"{name} while it runs"
    press(page, "resign")
    press(page, "verify", "checked")
    yield "verify, checked"
    press(page, "close")


ROOMY: Final = (
    *("home", "home, a game kept", "home, a game over", "set-up", "set-up for four", "table", "refused", "in the past"),
    *("answer", "result", "table, over", "review", "table of four, to roll", "table of four, to move"),
)
"""Names of the screens that have a layout of their own. All other screens are sheets, which share one layout."""


def settle(page: Page) -> None:
    """Wait for two frames, so that the layout is final."""
    wait_for_frames(page)


def made_dense(page: Page, dense: float) -> CDPSession:
    """Give the page's screen `dense` device pixels for each CSS pixel, until the returned session is detached."""
    assert page.viewport_size is not None
    session = page.context.new_cdp_session(page)
    metrics = {**page.viewport_size, "deviceScaleFactor": dense, "mobile": False}
    session.send("Emulation.setDeviceMetricsOverride", metrics)
    return session


Look: TypeAlias = Callable[[Page, str, bool], Iterator[str]]
"""A function that checks a screen and yields the faults that it finds.

Its arguments are the page, the screen's name, and whether to check all windows or only a few. It restores the page at
its end.
"""
Faults: TypeAlias = Mapping[str, Sequence[str]]
"""The faults found by each check, by the check's name. The key `seen` holds the names of the checked screens."""


def looked_at(page: Page, ways: Mapping[str, Look], *, deep: bool) -> Faults:
    """Take the page through every screen once, and run all the checks `ways` on each. Return the faults by check.

    `deep` is passed to the checks, which do more in the deep run (`-m deep`).
    """
    wrong: dict[str, list[str]] = {"seen": [], **{way: [] for way in ways}}
    for name in screens(page):
        wrong["seen"].append(name)
        for way, look in ways.items():
            wrong[way] += look(page, name, deep)
    return wrong


RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""Names of the rule sets that axe-core checks."""
AXE: Final = """async (rules) => {
  const ending = a => a.playState === "running" && a.effect.getTiming().iterations !== Infinity;
  // Wait for elements that are fading in: their colours are not final.
  await Promise.all(document.getAnimations().filter(ending).map(a => a.finished.catch(() => {})));
  const { violations, passes } = await axe.run({ runOnly: rules, resultTypes: ["violations"], preload: false });
  if (!passes.length) return ["axe looked at nothing"];
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id} ${html.slice(0, 140)}`));
}"""


def violations(page: Page, rules: Sequence[str] = RULES) -> list[str]:
    """Return the faults that axe-core finds, with up to three elements for each kind of fault."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(AXE, list(rules))
    return faults


MEASURE: Final = """() => {
  const wrong = [], wide = document.documentElement.clientWidth, high = innerHeight;
  const lost = e => {
    const style = getComputedStyle(e);
    return e.closest('[inert], .unseen') || style.visibility === 'hidden' || style.clipPath === 'inset(50%)';
  };
  const name = e => `${e.tagName}.${e.className} ${e.dataset.do || ''} “${e.textContent.trim().slice(0, 30)}”`;
  const all = document.documentElement.scrollWidth;
  if (all > wide) wrong.push(`scrolls sideways: ${all} > ${wide}`);
  for (const e of document.querySelectorAll('a, button, input, select, textarea, summary')) {
    const box = e.getBoundingClientRect();
    if (lost(e) || !box.width) continue;
    const size = `${box.width.toFixed()}x${box.height.toFixed()}`;
    if (box.width < 43.9 || box.height < 43.9) wrong.push(`small: ${name(e)} ${size}`);
    // A row of large buttons or of unfinished games may be wider than the window: it scrolls by itself.
    if (e.closest('.ways, .continue')) continue;
    if (box.left < -0.5 || box.right > wide + 0.5) wrong.push(`beside the window: ${name(e)}`);
  }
  for (const e of document.querySelectorAll('button, p, span, legend, h1, h2, h3, dt, dd, li, summary')) {
    const style = getComputedStyle(e);
    if (lost(e) || !e.clientWidth || style.display === 'inline') continue;
    // Frames may clip pictures. Names that players typed, and lines that are also in the log,
    // may end in dots.
    if (e.closest('svg, dt, .emblem, .portrait, .event, .who, .archive-rows .lines')) continue;
    if (e.scrollWidth > e.clientWidth + 1) wrong.push(`cut off at the side: ${name(e)}`);
    if (e.scrollHeight > e.clientHeight + 2 && style.overflowY === 'hidden') wrong.push(`cut off below: ${name(e)}`);
  }
  for (const e of document.querySelectorAll('.only-icon')) {
    if (lost(e) || !e.getBoundingClientRect().width) continue;
    if (!(e.querySelector('svg')?.getBoundingClientRect().width > 12)) wrong.push(`no picture: ${name(e)}`);
  }
  const board = document.querySelector('.board');
  if (board) {
    const box = board.getBoundingClientRect(), table = document.querySelector('.table');
    const inside = box.left >= 0 && box.top >= 0 && box.right <= wide + 0.5 && box.bottom <= high + 0.5;
    if (!inside) wrong.push('the board is not in the window');
    if (Math.abs(box.width - box.height) > 1) wrong.push(`the board is ${box.width} by ${box.height}`);
    const over = table.scrollHeight - table.clientHeight;
    if (over > 1) wrong.push(`the table overflows by ${over}`);
    // A board whose squares are too small for fingers needs large buttons beside it.
    const fine = [...board.querySelectorAll('[role=gridcell]')].some(e => e.getBoundingClientRect().width < 24);
    if (fine && !document.querySelector('.tray')) wrong.push('cells are too small');
    for (const e of board.querySelectorAll('.ground, .pieces canvas'))
      if (Math.abs(e.width - box.width * devicePixelRatio) > 1.5) wrong.push(`canvas of ${e.width} for ${box.width}`);
    for (const e of document.querySelectorAll('.actions button')) {
      const at = e.getBoundingClientRect();
      if (at.width && (at.bottom > high + 0.5 || at.top < 0)) wrong.push(`out of the window: ${name(e)}`);
    }
  }
  return wrong;
}"""


def measured(page: Page, name: str, windows: tuple[tuple[int, int], ...]) -> list[str]:
    """Return the layout faults of a screen in these window sizes, and restore the usual window."""
    wrong = []
    usual = (USUAL["width"], USUAL["height"])
    for width, height in sorted(windows, key=lambda window: window != usual):
        size_up(page, {"width": width, "height": height})
        wrong += [f"{name} {width}x{height}: {fault}" for fault in page.evaluate(MEASURE)]
    size_up(page, USUAL)
    return wrong


def size_up(page: Page, window: ViewportSize) -> None:
    """Resize the window. Do nothing if it already has this size, because resizing takes longer than measuring."""
    if page.viewport_size != window:
        page.set_viewport_size(window)
        settle(page)


TEXTS: Final = """() => {
  const texts = [];
  const walk = element => {
    if (element.translate === false || ['SCRIPT', 'STYLE', 'svg'].includes(element.tagName)) return;
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) texts.push(child.data);
      else if (child.nodeType === Node.ELEMENT_NODE && child.lang !== 'en-Latn-US') walk(child);
    }
  };
  walk(document.getElementById('app'));
  return texts;
}"""
"""JavaScript that returns all texts of the page, without those in English and those marked as not to be translated."""


def foreign(*texts: str) -> list[str]:
    """Return the words in Latin letters that texts in another script may not contain, sorted."""
    return sorted({word for text in texts for word in wording.foreign_words(text)})
