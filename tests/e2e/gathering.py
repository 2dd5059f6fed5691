"""Take the page through the screens of collections, studies and people.

Each function of `PARTS` begins and ends on the home page, and yields the name of each screen while it is shown. The
page may speak any language.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from playwright.sync_api import FilePayload, Locator, Page, expect

from chowk import games
from chowk.features.people import people
from chowk.features.people.people import People, Person, Share
from chowk.storage import saves, statistics
from chowk.storage.statistics import Result
from tests.e2e.conftest import wait_ready
from tests.e2e.looking import PEOPLE, press
from tests.e2e.play import LONG_MS, begin, by_mouse, play, wait_for_turn, wait_until
from tests.e2e.test_collections import LOST, ROWS, packed_file
from tools.dev.home_days import lay

PLAYING: Final = "s.awaited !== null && !s.moving"
LONG_TOUR: Final = (
    '[Event "Championship of the lower valley"]\n[Date "2003.12.15"]\n[Black "{black}"]\n[White "{white}"]\n\n'
    "{moves} 0-1\n\n"
)
"""The text of a checkers game of a tournament with a long name."""
CHAPTERS: Final = (("reversi", ("d3", "c3")), ("patchwork", ()), ("checkers", ()))
"""The chapters of the study: the game of each and its first moves."""


def dialog(page: Page) -> Locator:
    """Return the open sheet (a dialog), or the topmost one if several are open."""
    return page.get_by_role("dialog")


def collect(page: Page, file: FilePayload) -> None:
    """Open a file on the open sheet of collections, and wait for the list of its games."""
    dialog(page).locator('input[type="file"]').set_input_files(file)
    expect(page.locator(ROWS).first.locator(".title")).to_be_visible(timeout=LONG_MS)


def unfold(page: Page) -> None:
    """Unfold all folded parts (`<details>`) of the open sheet."""
    dialog(page).locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


# Collections ----------------------------------------------------------------------------------------------------------


def in_collections(page: Page) -> Iterator[str]:
    """Show the collections, a collection's games with and without filters, one of its games, and a check of a file."""
    press(page, "collections")
    expect(dialog(page).locator(".note").last).to_be_visible()
    yield "no collections"
    collect(page, packed_file())
    yield "games of a collection"
    unfold(page)
    yield "games of a collection, filters"
    press(page, "archive", "faults " + shown_collection(page))
    expect(dialog(page).locator(".unplayed").first).to_be_visible()
    yield "games that cannot be read"
    press(page, "close")
    press(page, "archive", "filter player player 1")
    page.locator(ROWS).first.get_by_role("button").click()
    wait_until(page, "s.awaited !== null || s.over")
    yield "game of a collection"
    press(page, "study-leave")
    press(page, "collections")
    yield "collections"
    names = ("Kishan", "Chandrasekharan Venkata")
    text = "".join(LONG_TOUR.format(black="Asha", white=white, moves=LOST) for white in names)
    collect(
        page, {"name": "championships.pdn.gz", "mimeType": "application/gzip", "buffer": gzip.compress(text.encode())}
    )
    press(page, "check", "show")
    expect(dialog(page).locator('[data-arg="start"]')).to_be_visible(timeout=LONG_MS)
    yield "check"
    press(page, "check", "start")
    expect(dialog(page).locator('[data-arg="forget"]')).to_be_visible(timeout=LONG_MS)
    yield "check, done"
    press(page, "check", "player checkers Asha")
    expect(dialog(page).locator("table").first).to_be_visible()
    yield "player"
    press(page, "close")
    press(page, "check", "forget")
    press(page, "close")
    press(page, "close")
    clear_collections(page)


def shown_collection(page: Page) -> str:
    """Return the key of the collection whose list is shown."""
    button = dialog(page).locator('[data-arg^="faults "]')
    return (button.get_attribute("data-arg") or "").removeprefix("faults ")


def clear_collections(page: Page) -> None:
    """Delete all collections, and show the home page."""
    press(page, "collections")
    expect(dialog(page).locator(".archives li").first).to_be_visible()
    heads = dialog(page).locator('[data-arg^="delete "]')
    for left in reversed(range(heads.count())):
        press(page, "archive", heads.first.get_attribute("data-arg") or "")
        expect(heads).to_have_count(left)
    press(page, "close")
    press(page, "home")


def in_the_explorer(page: Page) -> Iterator[str]:
    """Show the explorer of moves in all its states, and yield the name of each.

    It is shown without collections, before its collection is indexed and afterwards, with filters, and with the list of
    games that reached the position.
    """
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",))
    press(page, "show", "1")
    press(page, "played")
    expect(dialog(page).locator('[data-do="collections"]')).to_be_visible()
    yield "explorer without collections"
    press(page, "close")
    press(page, "home")
    press(page, "collections")
    collect(page, packed_file())
    page.locator(ROWS).nth(2).get_by_role("button").click()
    wait_until(page, "s.awaited !== null || s.over")
    press(page, "played")
    expect(dialog(page).locator('[data-arg="index"]')).to_be_visible()
    yield "explorer, not sorted"
    press(page, "explore", "index")
    expect(dialog(page).locator(".played")).to_have_count(1, timeout=LONG_MS)
    dialog(page).locator(".played").click()
    wait_until(page, "s.moves.length === 1")
    expect(dialog(page).locator(".played")).not_to_have_count(1)
    yield "explorer"
    unfold(page)
    yield "explorer, filters"
    press(page, "explore", "list")
    expect(dialog(page).locator('[data-arg^="filter here"]')).to_be_visible()
    yield "games with a position"
    press(page, "close")
    press(page, "study-leave")
    clear_collections(page)


# Studies --------------------------------------------------------------------------------------------------------------


def in_studies(page: Page) -> Iterator[str]:
    """Show the studies, a study with three chapters, a chapter, and a failed and a correct guess of its next move."""
    press(page, "studies")
    yield "no studies"
    press(page, "study", "new")
    name = dialog(page).locator('[data-arg^="name "]')
    key = (name.get_attribute("data-arg") or "").removeprefix("name ")
    press(page, "study", f"name {key} Openings of the championships")
    unfold(page)
    yield "study without chapters"
    for game, _ in CHAPTERS:
        press(page, "study", f"start {key} {game}")
    for number, (game, moves) in enumerate(CHAPTERS):
        press(page, "study", f"chapter {key} {number}")
        wait_until(page, PLAYING)
        for ply, move in enumerate(moves, 1):
            by_mouse(page, move)
            wait_until(page, f"s.ply === {ply} && {PLAYING}")
        press(page, "study-comment", "A good start for both sides.")
        yield f"chapter of {game}"
        press(page, "study-leave")
    expect(dialog(page).locator('[data-arg^="chapter "]')).to_have_count(3)
    yield "study"
    unfold(page)
    yield "study, unfolded"
    press(page, "study", f"guess {key} 0 0")
    wait_until(page, PLAYING)
    yield "guessing"
    by_mouse(page, "c4")
    expect(page.locator(".coach .answered")).to_be_visible()
    wait_until(page, f"s.ply === 0 && {PLAYING}")
    yield "guessing, failed"
    by_mouse(page, "d3")
    expect(page.locator(".coach .praise")).to_be_visible()
    yield "guessing, done"
    press(page, "lesson-leave")
    press(page, "close")
    press(page, "studies")
    yield "studies"
    press(page, "close")
    begin(page, "reversi", *PEOPLE)
    press(page, "study-add")
    expect(dialog(page).locator('[data-arg^="put "]')).to_be_visible()
    yield "studies, to add to"
    press(page, "close")
    press(page, "home")
    press(page, "studies")
    press(page, "study", f"delete {key}")
    press(page, "close")


# People ---------------------------------------------------------------------------------------------------------------


def lose(page: Page, *seats: str) -> None:
    """Lose a game of Checkers by resigning, and wait for its result.

    Each of `seats` is a choice on the set-up sheet, such as "1 bot 2". Without any, the opponent that the sheet
    proposes moves first.
    """
    press(page, "open", "checkers")
    press(page, "more")
    for seat in seats:
        press(page, "seat", seat)
    if not seats:
        press(page, "colour", "1")
    press(page, "play")
    wait_for_turn(page)
    press(page, "resign")
    wait_until(page, "s.over && s.sheet === 'result'")


def of_people(page: Page) -> Iterator[str]:
    """Show the screens about people, and yield the name of each.

    These are: a result that asks who played, the form for a name and a face, the household, and the ladder of opponents
    of each game. Then come the set-up, the table and the statistics with people of the household, and a result that
    proposes another opponent.
    """
    lose(page)
    expect(dialog(page).locator(".who-asks")).to_be_visible(timeout=LONG_MS)
    yield "result that asks who plays"
    press(page, "someone", "edit")
    press(page, "someone", "name Raven")
    press(page, "someone", "save")
    expect(dialog(page).get_by_role("alert")).not_to_be_empty()
    yield "name and face, refused"
    press(page, "close")
    press(page, "close")
    press(page, "home")
    seat_household(page)
    yield "home of a household"
    press(page, "household")
    yield "household"
    press(page, "someone", f"edit {HOUSEHOLD[1].key}")
    yield "change of a person"
    press(page, "someone", f"remove {HOUSEHOLD[1].key}")
    yield "deletion of a person"
    for _ in range(3):
        press(page, "close")
    for name in games.ready():
        press(page, "ladder", name)
        yield f"opponents of {name}"
        press(page, "close")
    press(page, "statistics")
    yield "statistics of a person"
    press(page, "close")
    press(page, "open", "checkers")
    yield "set-up of a person"
    press(page, "close")
    press(page, "open", "kilkenny")
    press(page, "players", "4")
    for seat, person in enumerate(HOUSEHOLD):
        press(page, "seat", f"{seat} person")
        press(page, "seat", f"{seat} name {person.name}")
    yield "set-up of a household"
    press(page, "play")
    wait_for_turn(page)
    yield "table of a household"
    press(page, "resign")
    wait_until(page, "s.over && s.sheet === 'result'")
    yield "result of a household"
    press(page, "home")
    page.goto(page.url.replace("seed=7", ""))  # two games with the same seed would have one result
    wait_ready(page)
    lose(page, *AGAINST_HERON)
    press(page, "home")
    lose(page, *AGAINST_HERON)
    expect(dialog(page).locator(".proposal")).to_be_visible()
    yield "result with a proposal"
    press(page, "home")


AGAINST_HERON: Final = ("0 bot 3", "1 person")
"""The choices of a game against a certain opponent. One that adapts to the player proposes no other."""
HOUSEHOLD: Final = (
    Person("a1a1a1a1", "Asha", "otter"),
    Person("b2b2b2b2", "Chandrasekharan Venkata", "frog"),
    Person("c3c3c3c3", "Diya Krishnamurthy", "peacock"),
    Person("d4d4d4d4", "Li", "tortoise"),
)


def seat_household(page: Page) -> None:
    """Store four people, and results of the first one, and reload the page."""
    lay(page, household_texts(datetime.now(UTC)))
    page.reload()
    wait_ready(page)


def household_texts(now: datetime) -> Mapping[str, str]:
    """Return the stored texts of four people. The first beat all opponents but the strongest, a day before `now`."""
    # Other identifiers than those of games on a page under test, which begin at the seed in its address.
    beaten = [(name, level.number) for name in games.ready() for level in games.load(name).bots.LEVELS[:-1]]
    results = {
        f"a{number:015x}": Result(name, 2, level, 1, False, None, False, 300, (now - timedelta(1)).isoformat())
        for number, (name, level) in enumerate(beaten)
    }
    shares = {key: (Share(HOUSEHOLD[0].key),) for key in results}
    return {
        saves.STATISTICS_KEY: statistics.write(results),
        saves.PEOPLE_KEY: people.write(People(HOUSEHOLD, HOUSEHOLD[0].key, people.ANSWERED, shares)),
    }


PARTS: Final[Mapping[str, Callable[[Page], Iterator[str]]]] = {
    "collections": in_collections,
    "explorer": in_the_explorer,
    "chapters": in_studies,
    "people": of_people,
}
"""The functions that show the screens of collections, studies and people."""
