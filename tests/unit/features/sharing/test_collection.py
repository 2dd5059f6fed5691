"""Test files with several games: every readable game is listed, whatever is wrong with the others."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import record
from chowk.core.match import Match
from chowk.core.message import english
from chowk.features.sharing import collection, texts
from chowk.features.sharing.collection import MOST, ROWS, Collection, split
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit import shelf
from tools.shared.html import to_html

PDN = """[Event "Tour {n}"]
[Date "19{n:02}.05.03"]
[Black "Asha {n}"]
[White "Kishan"]
[Result "{result}"]

{moves} {result}

"""
GOOD = "1. 11-15 22-18 2. 15x22 25x18"


def pdn(n: int, moves: str = GOOD, result: str = "1-0") -> str:
    return PDN.format(n=n, moves=moves, result=result)


def pieces(text: str) -> list[str]:
    """Return the texts of the games in a text that has several games."""
    return [text[span.start : span.end].strip() for span in split(text)]


@cache
def whole(name: str) -> Match[Any, Any]:
    return shelf.walk(shelf.Table(name, games.sign(name).seats[-1]), 5).match


def begun(name: str) -> Match[Any, Any]:
    """Return the first nine plies of a random game. The whole game is played only once and shared by the tests."""
    return whole(name).until(9)


@cache
def own(name: str) -> str:
    match = begun(name)
    return record.write(match, {"Event": name})


@cache
def turns(name: str) -> str:
    match = begun(name)
    seats = tuple(SeatPlan("person") for _ in range(match.position.seats))
    table = Table(games.load(name), Plan(name, seats), match, "00ff", "2026-11-21T12:00:00+00:00")
    return texts.as_text(table, games.load(name).notation.FORMATS[0].name)


FOREIGN = [name for name in games.ready() if games.load(name).notation.FORMATS]


# Splitting ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parts",
    [
        (pdn(1), pdn(2), pdn(3)),
        tuple(own(name) for name in games.ready()),
        tuple(turns(name) for name in FOREIGN if name != "reversi"),
        (own("checkers"), pdn(2), turns("parcheesi")),
        ("1. 11-15 22-18 1-0\n", "1. 9-13 *\n", "1. 10-15 {1-0 1. is said} 22-18\n"),
        ("f5d6c3d3c4\n", "f5f6e6f4\n", "c4c3d3\n"),
        ("1: f5d6c3d3c4 33-31\n", "2: f5f6e6f4\n"),
        ('[FEN "B:W6:B1,2"]\n*\n', '[GameType "21"] 1. 9-14 *\n', '[Ballot "3"] 9-13 21-17 5-9 *'),
        ("(;GM[Othello]PB[a]BO[8 - *]B[f5];)\n", "(;FF[4]GM[2]C[a\n(b];B[f5](;W[d6])(;W[f6]))\n\n", "(;GM[2];B[d3])"),
        (pdn(1, "1. 11-15 {never closed"), pdn(2, "1. 11-15 (1. 9-14"), pdn(3)),
        (pdn(1, '1. 11-15 {a\n[Event "that is no event"]\n} 22-18'), pdn(2)),
    ],
)
def test_every_game_of_a_file_is_found_as_it_stands_there(parts: tuple[str, ...]) -> None:
    text = "".join(parts)
    assert pieces(text) == [part.strip() for part in parts]
    lines = [span.line for span in split(text)]
    firsts = [text[: text.index(part)].count("\n") + 1 for part in parts]
    assert [text.splitlines()[line - 1 :] for line in lines] == [text.splitlines()[line - 1 :] for line in firsts]


@pytest.mark.parametrize(
    "text",
    [
        pdn(1),
        own("reversi"),
        *(turns(name) for name in FOREIGN),
        "f5 d6 c5 f6\ne7 f4 g5 e6 e3",
        "-" * 27 + "OX------XO" + "-" * 27 + " X\nf5d6c3\n",
        "1. 11-15 22-18\n2. 15x22 25x18 1-0",
        "B:W18,24:B1-12",
        "hello\nworld",
        "Shall we meet on b5?\nI live at b5, near the well, and will be there all day long.\n",
    ],
)
def test_what_is_one_game_or_none_is_no_collection(text: str) -> None:
    assert collection.read_several(text) is None


def test_a_title_before_the_first_game_is_no_game() -> None:
    assert pieces("My games\n; and a note\n\n" + pdn(1) + "% said between\n" + pdn(2)) == [
        pdn(1).strip() + "\n\n% said between",
        pdn(2).strip(),
    ]


def test_games_in_brackets_are_listed_by_their_properties() -> None:
    text = (
        "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Asha]PW[Kishan]RE[+4.00]TY[8]B[f5];)"
        "(;GM[Othello]PC[x]EV[Tour]PB[]PW[Zoë]RE[?]TY[8]B[f5];)\n"
    )
    second = text.rindex("(;")
    assert pieces(text) == [text[2:second], text[second:].strip()]
    found = collection.read_several(text)
    assert found is not None
    assert [tuple(facts) for facts in found.facts] == [
        (("Asha", "Kishan"), "GGS/os", "2003.12.15", "+4.00"),
        (("Zoë",), "Tour", "", ""),
    ]


def test_a_game_in_brackets_with_an_error_is_reported_with_its_line() -> None:
    found = Collection("(;GM[2];B[f5])\n(;GM[2];B[f5];W[a1])\n(;GM[2];B[d3])\n")
    while found.extend():
        pass
    for number in range(3):
        found.look_into(number)
    assert found.bad == [1]
    complaint = found.rows[1].complaint
    assert complaint is not None
    assert (english(complaint.why), complaint.line) == ("“a1” is not a legal move here.", 2)


def test_more_games_than_are_listed_are_told() -> None:
    games_of_file = Collection(pdn(1, "1. 11-15") * (MOST + 3))
    while games_of_file.extend():
        pass
    assert (len(games_of_file.spans), games_of_file.more) == (MOST, True)


HOSTILE = ("(;GM[2]", "(;", "{", "}",
           '[Event "x"]\n', '[E "x"]\n1. 11-15 {\n', "1-0 1. ", "f5\n", "; {\n", '[E "x" \n{ ',
           '{\n[E "x"]\n} ', "*\n1.", "-" * 64 + "\n")  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_splitting_takes_time_in_proportion_to_the_length(piece: str) -> None:
    def spent(count: int) -> float:
        text, best = pdn(1) + piece * count, 9.0
        for _ in range(3):
            began = time.process_time()
            for _ in split(text):
                pass
            best = min(best, time.process_time() - began)
        return best

    count = 20_000 // len(piece)
    short = max(spent(count), 0.002)
    assert spent(16 * count) < 64 * short


@pytest.mark.parametrize("piece", ["11-15 22-18\n", "hello world ", "a\n", ";a\n", "{a} ", "{", "* ", "1. 11-15 "])
def test_a_long_text_without_headers_is_looked_through_as_far_as_a_game_may_reach(piece: str) -> None:
    def spent(length: int) -> float:
        best = 99.0
        for _ in range(2):
            began = time.process_time()
            assert collection.read_several(piece * (length // len(piece))) is None
            best = min(best, time.process_time() - began)
        return best

    assert spent(9_600_000) < 8 * max(spent(2 * collection.STRETCH), 0.02)


def test_games_without_headers_are_found_behind_a_long_one() -> None:
    long = "1. 11-15 " + "{a} " * (collection.STRETCH // 5) + "1-0\n"
    assert [len(span) for span in pieces(long * 3)] == [len(long) - 1] * 3


# The list -------------------------------------------------------------------------------------------------------------


async def opened(text: str) -> App:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "paste")
    commands.do(app, "import", text)
    return app


async def settle(until: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if until():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def markup(app: App) -> str:
    return to_html(pages.page(app, app.words))


def shown(app: App) -> str:
    text = re.sub(r"<[^>]+>", " ", markup(app))
    return " ".join(text.replace("\u2068", "").replace("\u2069", "").split())


def listed(app: App) -> Collection:
    assert app.collection is not None
    return app.collection


async def test_a_file_with_an_odd_word_in_its_first_game_gives_all_others() -> None:
    app = await opened(pdn(1, "1. 11-15best 22-18") + "".join(pdn(n) for n in range(2, 8)))
    assert app.place.sheet is not None
    assert app.place.sheet.name == "collection"
    assert app.voice.complaint is None
    await settle(lambda: len(listed(app).rows) == 7)
    assert listed(app).bad == [0]
    text = shown(app)
    assert "Games 1 to 7 of 7" in text
    assert "1 game cannot be read" in text
    assert "Line 7, column 4" in text
    assert "11-15best" in text
    assert text.count("4 moves") == 6
    assert not re.search(r'data-do="open-listed" data-arg="0"', markup(app)), "what cannot be read is no button"
    commands.do(app, "open-listed", "3")
    desk = sitting_at(app)
    assert (desk.kind, desk.game.name) == ("analysis", "checkers")
    for word in ("Asha 4", "Kishan", "Tour 4", "1904.05.03", "White resigns"):
        assert word in shown(app), word
    assert not app.kept.analyses, "looking at one of many keeps nothing"
    commands.do(app, "collection")
    assert app.place.sheet.name == "collection"
    assert "Games 1 to 7 of 7" in shown(app)
    app.pause()


async def test_the_list_is_found_again_where_texts_are_opened() -> None:
    app = await opened(pdn(1) + pdn(2))
    commands.do(app, "open-listed", "1")
    commands.do(app, "study-result")
    commands.do(app, "home")
    commands.do(app, "paste")
    assert 'data-do="collection"' in markup(app)
    commands.do(app, "collection")
    assert "Games 1 to 2 of 2" in shown(app)
    app.collection = None
    commands.do(app, "close")
    assert 'data-do="collection"' not in markup(app)


async def test_a_game_of_a_list_is_kept_once_it_is_changed() -> None:
    app = await opened(pdn(1) + pdn(2))
    commands.do(app, "open-listed", "1")
    commands.do(app, "study-end")
    assert not app.kept.analyses
    commands.do(app, "study-comment", " well done")
    assert len(app.kept.analyses) == 1
    app.pause()


async def test_an_open_game_of_a_list_asks_who_plays_on() -> None:
    app = await opened(own("reversi") + "\n" + own("checkers"))
    commands.do(app, "open-listed", "0")
    assert app.place.sheet == ("setup", "reversi")
    commands.do(app, "cancel")
    assert app.place.sheet is not None
    assert app.place.sheet.name == "collection", "the list lies below"


async def test_five_thousand_games_are_listed_a_page_at_a_time() -> None:
    app = await opened("".join(pdn(n % 100, "1. 11-15", "*") for n in range(MOST)))
    games_of_file = listed(app)
    await settle(lambda: games_of_file.whole)
    assert len(games_of_file.spans) == MOST
    assert len(games_of_file.rows) < MOST, "games are read when there is time"
    nodes = sum(1 for _ in pages.page(app, app.words).walk())
    assert nodes < 1200
    assert markup(app).count('data-do="open-listed"') == ROWS
    assert "Games 1 to 50 of 5,000" in shown(app)
    commands.do(app, "page-listed", "99")
    assert "Games 4,951 to 5,000 of 5,000" in shown(app)
    assert re.search(r'<button[^>]*data-arg="99"[^>]*aria-disabled="true"', markup(app))
    await settle(lambda: all(number in games_of_file.rows for number in range(4950, 5000)))
    commands.do(app, "find-listed", " asha 77 tour")
    assert "Games 1 to 50 of 50" in shown(app)
    commands.do(app, "find-listed", " nobody")
    assert "No game has these words." in shown(app)
    commands.do(app, "close")
    before = len(games_of_file.rows)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(games_of_file.rows) <= before + 1, "nothing is read while nobody looks"
    assert not games_of_file.busy
    commands.do(app, "page-listed", "99999")
    assert games_of_file.page == 0
    app.collection = None


async def test_only_those_that_cannot_be_read_can_be_shown() -> None:
    app = await opened("".join(pdn(n, GOOD if n % 3 else "1. 1-32") for n in range(1, 10)))
    games_of_file = listed(app)
    await settle(lambda: len(games_of_file.rows) == 9)
    assert games_of_file.bad == [2, 5, 8]
    commands.do(app, "bad-listed", "on")
    assert "Games 1 to 3 of 3" in shown(app)
    for number, row in ((2, 1), (5, 2), (8, 3)):
        complaint = games_of_file.rows[number].complaint
        assert complaint is not None
        assert complaint.line == games_of_file.spans[number].line + 6
        assert "1-32" in english(complaint.why), row
    commands.do(app, "open-listed", "2")
    assert app.table is None
    commands.do(app, "bad-listed", "off")
    assert "Games 1 to 9 of 9" in shown(app)


@pytest.mark.parametrize("arg", ["", "x", "-1", "2", "999999"])
async def test_what_is_not_in_the_list_opens_nothing(arg: str) -> None:
    app = await opened(pdn(1) + pdn(2))
    commands.do(app, "open-listed", arg)
    assert app.table is None
    await settle(lambda: not listed(app).busy)


async def test_transcripts_of_reversi_are_listed_one_a_line() -> None:
    lot, lines = Random(3), []
    for seed in range(3):
        match = games.load("reversi").match(seed)
        while match.outcome() is None:
            match.play(lot.choice(match.position.moves()))
        lines.append(games.load("reversi").notation.write_game(match, "transcript", {}).strip())
    app = await opened("\n".join([lines[0], lines[1][:10] + " z9", lines[2]]))
    games_of_file = listed(app)
    await settle(lambda: len(games_of_file.rows) == 3)
    assert games_of_file.bad == [1]
    complaint = games_of_file.rows[1].complaint
    assert complaint is not None
    assert (complaint.line, complaint.column) == (2, 12)
    assert re.fullmatch(r"[0-9]+–[0-9]+", games_of_file.rows[0].result)


async def test_a_file_that_is_too_long_is_refused() -> None:
    app = await opened(pdn(1) + " " * collection.LONGEST + pdn(2))
    assert app.voice.complaint is not None
    assert "too long" in english(app.voice.complaint.why)
    assert app.place.sheet == ("paste", "")
