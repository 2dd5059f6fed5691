"""Take screenshots of the built page in a real browser, for the README and for review after a change.

Run from py/:

    python -m tools.dev.screenshots DIR          every picture, and `contact.png` with all of them on one sheet
    python -m tools.dev.screenshots DIR table    the pictures whose names contain a word
    python -m tools.dev.screenshots DIR --every  every screen in 3 window sizes, light and dark, with 6 contact sheets
    python -m tools.dev.screenshots ../.github/pictures --readme   the README's pictures

They show the page as it ships: the site is built, served below a sub-path, and opened in a browser. Clicks then lead to
each screen.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

import serve  # noqa: E402
from chowk.core import chance, record  # noqa: E402
from chowk.core.position import CHANCE  # noqa: E402
from chowk.engine.search_budget import Clock  # noqa: E402
from chowk.games import SHELF, load  # noqa: E402
from tools.build import kernel_provider  # noqa: E402
from tools.build.build_site import build  # noqa: E402

REVERSI: Final = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6b5"
"""A game of Reversi as a transcript, to be shown in pictures."""
CHECKERS: Final = (
    '[Event "A game"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23 *'
)
"""A game of checkers as PDN, to be shown in pictures."""
PARCHEESI: Final = (
    '[Game "parcheesi"]\n[Setup "S:66,12,h7,H W:n,56,h3,H N:39,39,20,n E:n,n,30,45 S [4,3]"]\n[Seed "7"]\n\n*\n'
)
"""A position of Parcheesi as a record, to be shown in pictures."""
Act = Callable[[Page], None]
"""An action in the browser's page, such as a click."""
Way = Callable[[], "tuple[Act, ...]"]
"""A function that returns the actions that lead to a screen."""


class Shot(NamedTuple):
    """A picture to take: its name, the size of the window in CSS pixels, and the actions that lead to the screen.

    `scheme` is `light` or `dark`, and `sharp` the number of device pixels for each CSS pixel.
    """

    name: str
    width: int
    height: int
    acts: tuple[Act, ...] = ()
    scheme: str = "light"
    sharp: float = 1.0


def click(selector: str) -> Act:
    """Return an action that clicks the first visible element matching `selector` that is not inert."""
    return lambda page: page.locator(".screen:not([inert]), .stack").locator(f"{selector}:visible").first.click()


def do(name: str, arg: str = "") -> Act:
    """Return an action that clicks the button of a command. `arg` is the command's argument, if it has one."""
    return click(f'[data-do="{name}"]' + (f'[data-arg="{arg}"]' if arg else ""))


def paste(text: str) -> Act:
    """Return an action that pastes a game as text, opens it, and continues the game if it is not over."""

    def act(page: Page) -> None:
        do("paste")(page)
        page.locator("form textarea").fill(text)
        page.locator("form [type=submit]").click()
        page.locator('.sheet.setup [data-do="play"]').or_(page.locator(".table")).first.wait_for()
        if page.locator(".sheet.setup").count():
            do("play")(page)
        page.wait_for_selector(".table")

    return act


def play(*spots: str) -> Act:
    """Return an action that clicks these spots of the board in turn, each as soon as it may be chosen."""

    def act(page: Page) -> None:
        for spot in spots:
            page.wait_for_selector(f'[data-spot="{spot}"][data-open]')
            page.locator(f'[data-spot="{spot}"]').click()

    return act


def against_an_opponent(game: str, *spots: str) -> tuple[Act, ...]:
    """Return the actions that start a game against the proposed opponent and then click these spots of the board."""
    return (do("open", game), do("play"), play(*spots))


AT_REST: Final = """() => {
  const s = JSON.parse(window.chowk.state());
  const due = s.screen !== 'table' || s.over || ((s.awaited ?? s.rolling) !== null && !s.moving);
  return due && !document.querySelector('.progress:not(:empty)');
}"""
"""JavaScript that returns true if nothing is moving, and the page waits for the player or the game is over."""
PATIENCE: Final = 600
"""Maximum wait until nothing is moving (`AT_REST`), in tenths of a second."""

KEPT: Final = (paste(REVERSI), do("home"), paste(CHECKERS), do("home"))
"""Actions after which the home page lists two unfinished games."""
QUALITY: Final = 84
"""Quality of the README's pictures as JPEG, from 0 to 100."""
PHONE: Final = (390, 844)
"""The size of a phone's window, in CSS pixels."""
SHOTS: Final = (
    Shot("home", 1280, 800),
    Shot("home-kept", 1280, 800, KEPT),
    Shot("home-dark", *PHONE, KEPT, "dark", 2),
    Shot("set-up", *PHONE, (do("open", "reversi"),), sharp=2),
    Shot("reversi", 1280, 800, (paste(REVERSI),)),
    Shot("reversi-phone", *PHONE, (paste(REVERSI),), sharp=2),
    Shot("reversi-small", 320, 568, (paste(REVERSI),), sharp=2),
    Shot("reversi-landscape", 844, 390, (paste(REVERSI),), sharp=2),
    Shot("reversi-dark", 1280, 800, (paste(REVERSI),), "dark"),
    Shot("reversi-opponent", 768, 1024, against_an_opponent("reversi", "d3")),
    Shot("reversi-refused", *PHONE, (paste(REVERSI), click('[data-spot="a8"]')), sharp=2),
    Shot("reversi-past", *PHONE, (paste(REVERSI), do("log"), do("show", "9")), sharp=2),
    Shot("checkers", 1280, 800, (paste(CHECKERS),)),
    Shot("checkers-phone", *PHONE, (paste(CHECKERS),), "dark", 2),
    Shot("parcheesi", 1280, 800, (paste(PARCHEESI), play("space 66"))),
    Shot("parcheesi-phone", *PHONE, (paste(PARCHEESI), play("space 66")), sharp=2),
    Shot("parcheesi-small", 320, 568, (paste(PARCHEESI),), "dark", 2),
    Shot("rules", 1280, 800, (paste(REVERSI), do("rules"), do("rules", "move"))),
    Shot("settings", *PHONE, (do("settings"),), sharp=2),
    Shot("large", 3840, 2160, (paste(REVERSI),)),
)
"""The pictures that are taken without `--every` and `--readme`."""


# Every screen -------------------------------------------------------------------------------------------------------

WINDOWS: Final = {"phone": (360, 740), "landscape": (844, 390), "wide": (1280, 800)}
SCHEMES: Final = ("light", "dark")
PLIES: Final = {"parcheesi": 150, "reversi": 24, "checkers": 20, "kilkenny": 40, "patchwork": 22}
"""Number of plies (single moves) after which each game's table is shown."""
SEATS: Final = {"parcheesi": 4, "kilkenny": 4}
"""Number of players of the games that are shown with more than two."""
LEVEL: Final = 1
"""Strength level of the opponents that play the games in the pictures."""


def game_of(name: str, plies: int = 10_000, seed: int = 7) -> str:
    """Return the record of a game between equal opponents, with at most `plies` plies (single moves)."""
    game = load(name)
    match = game.match(seed, SEATS.get(name, 2))
    while match.outcome() is None and (match.ply < plies or match.position.turn == CHANCE):
        if match.position.turn == CHANCE:
            match.play(match.roll())
            continue
        past = list(match.positions[-20:-1])
        thoughts = game.bots.think(match.position, past, LEVEL, chance.below(1 << 30, seed, match.ply), Clock(0.02))
        *_, last = thoughts
        match.play(last.move)
    return record.write(match)


def readme() -> tuple[Shot, ...]:
    """Return the pictures to take for the README: two games on a wide screen, the home page, and four on a phone."""
    return (
        Shot("reversi-wide", 1280, 800, (paste(REVERSI),)),
        Shot("home", 1280, 800, KEPT),
        Shot("reversi-phone", *PHONE, (paste(REVERSI),)),
        Shot("checkers-phone", *PHONE, (paste(CHECKERS),), "dark"),
        Shot("patchwork-wide", 1280, 800, way_to("table-patchwork")),
        Shot("parcheesi-phone", *PHONE, way_to("table-parcheesi")),
        Shot("kilkenny-phone", *PHONE, way_to("table-kilkenny")),
    )


OTHERS: Final = ("home", "home-kept", "rules", "settings", "about", "paste", "log", "more", "dice", "review", "record")
"""Names of the screens that are not specific to one game."""
NAMES: Final = (*OTHERS, *(f"{kind}-{name}" for kind in ("set-up", "table", "result") for name in SHELF))
"""The names of all screens."""


def way_to(screen: str) -> tuple[Act, ...]:
    """Return the actions that lead to a screen. `screen` is one of `NAMES`."""
    kind, _, name = screen.rpartition("-")
    games: dict[str, Way] = {
        "set-up": lambda: (do("open", name),),
        "table": lambda: (paste(game_of(name, PLIES[name])),),
        "result": lambda: (paste(game_of(name)), do("study-result")),  # a finished game opens as an analysis
    }
    if kind in games:
        return games[kind]()
    others: dict[str, Way] = {
        "home": lambda: (),
        "home-kept": lambda: tuple(act for game in SHELF for act in (*way_to(f"table-{game}"), do("home"))),
        "rules": lambda: (*way_to("table-patchwork"), do("rules")),
        "settings": lambda: (do("settings"),),
        "about": lambda: (do("about"),),
        "paste": lambda: (do("paste"),),
        "log": lambda: (*way_to("table-checkers"), do("log")),
        "more": lambda: (*way_to("table-parcheesi"), do("menu")),
        "dice": lambda: (*way_to("more"), do("dice")),
        "review": lambda: (*way_to("result-reversi"), do("review")),
        "record": lambda: (*way_to("table-reversi"), do("menu"), do("share"), do("record")),
    }
    return others[screen]()


def take_every(browser: Browser, address: str, word: str, folder: Path) -> None:
    """Take pictures of every screen whose name contains `word`, in every window and both colour schemes.

    Also make a contact sheet, with all screens side by side, for each window and scheme.
    """
    sheets: dict[str, list[Path]] = {}
    for name in (name for name in NAMES if word in name):
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        page = context.new_page()
        page.set_viewport_size({"width": 360, "height": 740})
        come(page, address, way_to(name))
        for window, (width, height) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                settle(page)
                path = folder / f"{name}-{window}-{scheme}.png"
                page.screenshot(path=path)
                sheets.setdefault(f"{window}-{scheme}", []).append(path)
        context.close()
    for name, pictures in sheets.items():
        contact_sheet(browser, pictures, folder / f"sheet-{name}.png")


@contextmanager
def served() -> Iterator[str]:
    """Build the site, serve it below a sub-path, as GitHub does with the site of a project, and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), say=lambda _: None, tested=True)
        running = serve.server(Path(folder), base="/chowk/")
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_address[1]}/chowk/?test=1&speed=off"
        running.shutdown()


def take(browser: Browser, address: str, shot: Shot, folder: Path, kind: str = "png") -> Path:
    """Take one picture in a new window and return its file. `kind` is the ending of the file, `png` or `jpg`."""
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        device_scale_factor=shot.sharp,
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    page = context.new_page()
    come(page, address, shot.acts)
    path = folder / f"{shot.name}.{kind}"
    if kind == "jpg":
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
    else:
        page.screenshot(path=path)
    context.close()
    return path


def come(page: Page, address: str, acts: tuple[Act, ...]) -> None:
    """Open the page at an address and perform the actions."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached")
    for act in acts:
        act(page)
        page.mouse.move(0, 0)  # the mouse must not hover over anything
        # The page responds in the next frame. The next click waits for that.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for _ in range(PATIENCE):
        if page.evaluate(AT_REST):
            break
        page.wait_for_timeout(100)
    settle(page)


def settle(page: Page) -> None:
    """Wait until all animations have ended."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")


def contact_sheet(browser: Browser, pictures: list[Path], target: Path) -> None:
    """Make one picture that shows all pictures side by side, with their names."""
    figures = "".join(
        f'<figure><img src="{path.resolve().as_uri()}"><figcaption>{escape(path.stem)}</figcaption></figure>'
        for path in pictures
    )
    style = "body{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin:12px;font:14px sans-serif}"
    style += "figure{margin:0}img{display:block;height:360px;outline:1px solid #888}"
    sheet = target.with_suffix(".html")
    sheet.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}")
    page = browser.new_page(viewport={"width": 1600, "height": 400})
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=target, full_page=True)
    sheet.unlink()


def main() -> None:
    """Run the command: take the pictures that its arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--every", action="store_true", help="every screen, window and scheme")
    parser.add_argument("--readme", action="store_true", help="the README's pictures, as JPEG")
    parser.add_argument("--browser", default="/usr/bin/chromium", help="a Chromium to use")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    kernel_provider.provide()  # strong opponents play the games that are shown
    with served() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"])
        if options.every:
            take_every(browser, address, options.word, options.folder)
            browser.close()
            return
        shots, kind = (readme(), "jpg") if options.readme else (SHOTS, "png")
        pictures = [take(browser, address, shot, options.folder, kind) for shot in shots if options.word in shot.name]
        if not options.readme:
            contact_sheet(browser, pictures, options.folder / "contact.png")
        browser.close()
    print(f"{len(pictures)} pictures in {options.folder}")


if __name__ == "__main__":
    main()
