"""Test the page in each of its languages: the choice of a language, complete translation, and layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from chowk.core.message import say
from chowk.i18n import about
from chowk.i18n.i18n import ENGLISH, LANGUAGES, Words, words
from tests.e2e.conftest import Keeping, Opener, Watch, deep, shown_as, wait_ready
from tests.e2e.looking import (
    MEASURE,
    PEOPLE,
    QUICK,
    ROOMY,
    TEXTS,
    USUAL,
    Faults,
    Look,
    foreign,
    looked_at,
    measured,
    press,
    size_up,
)
from tests.e2e.play import begin, by_mouse, play, state, tick
from tools.build.build_site import ROOT
from tools.i18n import po_catalog as catalog
from tools.i18n import wording

COMPILED = {name.partition(".")[0]: data for name, data in catalog.compiled(with_pseudo=False).items()}
WRITTEN = [code for code in catalog.TRANSLATED if code in COMPILED]
FIRST: Final = WRITTEN[:1]
"""The first translated language in a list of its own; empty if there is none. For tests that need only one language."""

Reader = Callable[..., Page]


def speaker(code: str, digits: str = "automatic") -> Words:
    """Return the page's translator for a language. `digits` is the player's setting for digits."""
    return words(code, digits, COMPILED.get)


@pytest.fixture
def reader(context: BrowserContext) -> Reader:
    """Return a function that opens an empty page on the test's device.

    Its argument is the locale that the browser prefers.
    """

    def go(locale: str = "en-GB") -> Page:
        page = context.new_page()
        override = {"userAgent": page.evaluate("navigator.userAgent"), "acceptLanguage": locale}
        context.new_cdp_session(page).send("Emulation.setUserAgentOverride", override)
        assert page.evaluate("navigator.languages") == [locale]
        return page

    return go


def expect_language(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("main h2").first).to_have_text(speaker(code)(say("Games")))


# How a language is chosen ---------------------------------------------------------------------------------


@pytest.mark.first_visit
@pytest.mark.parametrize("code", WRITTEN)
def test_a_page_begins_in_the_readers_language_even_before_python(code: str, reader: Reader, open_page: Opener) -> None:
    page = reader(LANGUAGES[code].tag)
    page.route("**/chowk.packed*", lambda _: None)  # the app's Python never loads
    open_page(QUICK, ready=False, page=page)
    expect_language(page, code)
    expect(page).to_have_title(speaker(code)(about.name()))
    expect(page.locator("#boot-progress .note")).to_have_text(re.compile(f"^[^{'A-Za-z'}]+$"))
    manifest = page.locator('link[rel="manifest"]').get_attribute("href") or ""
    manifest_data = page.evaluate("async (path) => (await fetch(path)).json()", manifest)
    assert (manifest_data["lang"], manifest_data["short_name"]) == (code, speaker(code)(say("Chowk")))
    page.unroute_all(behavior="ignoreErrors")
    page.close()


@pytest.mark.first_visit
@pytest.mark.parametrize("code", FIRST)
def test_python_goes_on_in_the_language_in_which_the_page_began(code: str, reader: Reader, open_page: Opener) -> None:
    expect_language(open_page(QUICK, page=reader(LANGUAGES[code].tag)), code)


def test_a_reader_of_another_script_is_not_given_ours(reader: Reader, open_page: Opener) -> None:
    for locale in ("pa-Arab-PK", "pa-PK", "fr-FR"):
        page = open_page(QUICK, page=reader(locale))
        expect_language(page, "en")


@pytest.mark.parametrize("code", FIRST)
def test_the_link_counts_for_more_than_the_choice_and_that_for_more_than_the_browser(
    code: str, reader: Reader, open_page: Opener
) -> None:
    other = WRITTEN[-1]
    page = open_page(QUICK, page=reader(LANGUAGES[other].tag))
    expect_language(page, other)
    expect(page.locator(".tongues")).to_have_count(0)  # the browser's language is offered
    page.locator("select.language").select_option("en")
    expect_language(page, "en")
    open_page(QUICK, page=page)
    expect_language(page, "en")
    page.evaluate(f"location.hash = 'lang={code}'")
    expect_language(page, code)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    expect_language(page, code)
    page.locator("select.language").select_option(other)
    expect_language(page, other)


@pytest.mark.parametrize("code", FIRST)
def test_the_languages_are_called_by_their_own_names(code: str, reader: Reader, open_page: Opener) -> None:
    page = open_page(QUICK, page=reader("fr-FR"))
    row = page.locator(".tongues button")
    shown = [LANGUAGES[code] for code in (ENGLISH.code, *WRITTEN)]
    assert row.all_inner_texts() == [language.name for language in shown]
    assert [language.get_attribute("lang") for language in row.all()] == [language.tag for language in shown]
    row.nth(1).focus()
    page.keyboard.press("Enter")
    expect_language(page, WRITTEN[0])
    expect(page.locator(".tongues")).to_have_count(0)
    expect(page.locator("select.language")).to_be_focused()
    press(page, "settings")
    names = page.locator('[role="dialog"] input[name="language"] + .face')
    assert names.all_inner_texts() == [language.name for language in shown]
    tick(page, '[role="dialog"] [data-arg="language en"]')
    expect_language(page, "en")


# Fetched words --------------------------------------------------------------------------------------------


def brought(watch: Watch) -> list[str]:
    """Return the codes of the languages whose translations the page has fetched."""
    return [match[1] for url in watch.requests if (match := re.search(r"/py/words/(\w+)\.packed", url))]


@pytest.mark.first_visit
@pytest.mark.parametrize("code", FIRST)
def test_only_the_words_of_the_language_in_use_are_fetched(
    code: str, reader: Reader, open_page: Opener, watch: Watch
) -> None:
    page = open_page(QUICK, page=reader())
    expect_language(page, "en")
    assert brought(watch) == []
    press(page, "set", f"language {code}")
    expect_language(page, code)
    press(page, "set", "language en")
    expect_language(page, "en")
    press(page, "set", f"language {code}")
    expect_language(page, code)
    assert brought(watch) == [code]
    page.close()
    watch.requests.clear()
    expect_language(open_page(QUICK, page=reader(LANGUAGES[code].tag)), code)
    assert brought(watch) == [code]


@pytest.mark.first_visit
@pytest.mark.parametrize("code", FIRST)
def test_words_that_are_damaged_leave_the_page_in_english_which_says_so(
    code: str, reader: Reader, open_page: Opener, watch: Watch
) -> None:
    watch.expect("integrity")
    watch.expect("Failed to find a valid digest|words")
    page = reader(LANGUAGES[code].tag)
    page.route(f"**/words/{code}.packed*", lambda route: route.fulfill(body="half a file"))
    open_page(QUICK, page=page)
    expect_language(page, "en")
    expect(page.locator(".toast")).to_contain_text("The words of this language did not arrive.")
    page.unroute_all(behavior="wait")
    press(page, "set", f"language {code}")
    expect_language(page, code)


# The language changes in the middle of a game ---------------------------------------------------------------


@pytest.mark.parametrize("code", FIRST)
def test_a_language_that_is_changed_in_a_game_rewords_what_has_happened(
    code: str, reader: Reader, open_page: Opener
) -> None:
    page = open_page(QUICK, page=reader())
    begin(page, "reversi", *PEOPLE)
    play(page, by_mouse, ("f5",), ("d6",), ("c5",))
    page.locator('[data-spot="a1"]').click()
    press(page, "log")
    before = state(page)
    english = page.get_by_role("dialog").inner_text()
    refused = page.locator('[role="alert"].unseen')
    announced = refused.inner_text()
    press(page, "set", f"language {code}")
    expect(page.locator("html")).to_have_attribute("lang", code)
    text = page.get_by_role("dialog").inner_text()
    name = page.get_by_role("dialog").locator(".opening").inner_text().rpartition(" ")[2]  # may be in Latin letters
    assert foreign(text.replace(name, "")) == []
    assert len(text.splitlines()) == len(english.splitlines())
    assert announced
    assert refused.inner_text() not in ("", announced)
    assert state(page) == before
    press(page, "set", "language en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.get_by_role("dialog").inner_text() == english
    assert refused.inner_text() == announced


@pytest.mark.parametrize("code", [code for code in ("bn",) if code in WRITTEN])
def test_digits_are_the_readers_own(code: str, reader: Reader, open_page: Opener) -> None:
    page = open_page(QUICK, page=reader())
    begin(page, "reversi", *PEOPLE)
    press(page, "set", f"language {code}")
    score = page.locator(".player .main dd").first
    expect(score).to_have_text("২")
    press(page, "set", "digits latin")
    expect(score).to_have_text("2")
    press(page, "set", "digits native")
    press(page, "set", "language en")
    expect(score).to_have_text("2")


def test_another_language_of_the_browser_is_heard_of(open_page: Opener) -> None:
    page = open_page(QUICK)
    page.evaluate("Object.defineProperty(navigator, 'languages', { value: ['te-IN', 'en'] })")
    page.evaluate("dispatchEvent(new Event('languagechange'))")
    expect(page.locator("html")).to_have_attribute("lang", "te")


# Letters --------------------------------------------------------------------------------------------------


@pytest.mark.browser_context_args(locale="fr-FR")
@pytest.mark.first_visit
def test_the_names_of_the_languages_cost_a_reader_of_english_few_kilobytes(open_page: Opener, watch: Watch) -> None:
    page = open_page(QUICK)
    expect(page.locator(".tongue")).to_have_count(1 + len(WRITTEN))
    page.evaluate("document.fonts.ready")
    fetched = {re.findall(r"([\w-]+)\.woff2", url)[0] for url in watch.requests if ".woff2" in url}
    assert fetched == {*(f"names-{code}" for code in WRITTEN), "display-en"}
    drawn = page.evaluate("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
    assert [family.strip('"') for family in drawn] == [*["Names of languages"] * len(WRITTEN), "Titles"]
    assert sum((ROOT / f"css/fonts/names-{code}.woff2").stat().st_size for code in WRITTEN) < 12_000


@pytest.mark.parametrize("code", [*WRITTEN[:2], *deep(*WRITTEN[2:])])
@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_a_language_is_written_in_letters_that_the_page_brings(code: str, open_page: Opener, watch: Watch) -> None:
    """When a page starts in this language, it fetches the fonts of its script and no others."""
    page = open_page(QUICK)
    press(page, "set", f"language {code}")
    expect(page.locator("html")).to_have_attribute("lang", code)
    watch.requests.clear()
    # A style sheet from the memory cache brings the fonts that it was used with before.
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    open_page(QUICK, page=page)
    expect(page.locator("html")).to_have_attribute("lang", code)
    press(page, "settings")
    press(page, "close")
    begin(page, "patchwork", *PEOPLE)
    press(page, "rules")
    page.evaluate("document.fonts.ready")
    script = wording.SCRIPTS[code].lower()
    assert {match[1] for url in watch.requests if (match := re.search(r"/noto-sans-(\w+)-[^/]*\.woff2", url))} == {
        script
    }
    loaded = page.evaluate("[...document.fonts].filter(one => one.status === 'loaded').map(one => one.family)")
    assert {family.strip('"') for family in loaded} - {"Names of languages", "Titles"} == {f"Noto {script.title()}"}


# Every screen ---------------------------------------------------------------------------------------------

SMALL: Final[ViewportSize] = {"width": 320, "height": 640}
WINDOWS: Final = ((320, 640), (390, 844), (1280, 800))
"""Window sizes of the deep run. Other runs use the window `SMALL` for the screens with a layout of their own."""
ELSEWHERE: Final = r"cells are too small$|beside the window: BUTTON\.way "
"""A pattern for layout faults that no translation causes: small cells, and buttons scrolled out of a strip's view."""


def in_language(code: str) -> Look:
    """Return a check of a screen in one language. All words must be in this language, and all texts must fit."""

    def look(page: Page, name: str, deep: bool) -> Iterator[str]:
        small = name in ROOMY and not deep
        if small:
            size_up(page, SMALL)
        press(page, "set", f"language {code}")
        expect(page.locator("html")).to_have_attribute("lang", code)
        yield from (f"{name}: “{word}” is not {code}" for word in foreign(*page.evaluate(TEXTS)))
        faults = page.evaluate(MEASURE) if small else measured(page, name, WINDOWS if deep else ())
        yield from (f"{name}: {fault}" for fault in faults if not re.search(ELSEWHERE, fault))

    return look


def in_english_again(page: Page, *_: object) -> Iterator[str]:
    """Set the page back to English and to a window of the size `USUAL`, after all languages were checked on a screen.

    This function is called like a check of a language, so it returns an iterator of faults. The iterator is empty.
    """
    press(page, "set", "language en")
    size_up(page, USUAL)
    yield from ()


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.deep)], ids=["some", "all"])
def faults_by_language(request: pytest.FixtureRequest, keeping: Keeping, base_url: str) -> Faults:
    """Visit each screen once, and return the faults of all screens by language."""
    page = shown_as(keeping(), {"reduced_motion": "reduce", "viewport": USUAL})
    page.goto(base_url + QUICK)
    wait_ready(page)
    ways = {**{code: in_language(code) for code in WRITTEN}, "en": in_english_again}
    return looked_at(page, ways, deep=request.param)


@pytest.mark.parametrize("code", WRITTEN)
def test_every_screen_is_in_the_language_and_fits(faults_by_language: Faults, code: str) -> None:
    assert "\n".join(faults_by_language[code]) == ""
    assert set(faults_by_language["seen"]) >= set(ROOMY)
