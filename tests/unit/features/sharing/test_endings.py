"""Test endings by the players: resignation, agreement and loss on time survive in every exported form."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any

import pytest

from chowk import games
from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import record
from chowk.core.match import Match
from chowk.core.message import english
from chowk.features.review.review import Review
from chowk.features.sharing import game_link, texts
from chowk.features.sharing.foreign_texts import read_text
from chowk.session.table import Table
from chowk.storage import exchange, saves, statistics
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit import shelf
from tools.shared.html import to_html

CREATED = "2026-11-21T12:00:00+00:00"
LINES = [(name, seats) for name in games.ready() for seats in games.sign(name).seats]
ENDS = [
    (name, seats, why, seat)
    for name, seats in LINES
    for why, seat in (*product(("resigned", "time"), range(seats)), ("agreed", 0))
]
each_end = pytest.mark.parametrize(("name", "seats", "why", "seat"), ENDS)


@cache
def whole(name: str, seats: int) -> Match[Any, Any]:
    """Return a random game that has ended by the rules."""
    return shelf.walk(shelf.Table(name, seats), 5).match


def begun(name: str, seats: int) -> Match[Any, Any]:
    """Return a random game after its first moves, at most nine."""
    match = whole(name, seats)
    return match.until(min(9, match.ply - 1))


def ended(name: str, seats: int, why: str, seat: int) -> Match[Any, Any]:
    """Return a game that its players ended. `why` says how, `seat` is the seat that resigned or lost on time."""
    match = begun(name, seats)
    if why == "agreed":
        match.agree()
    else:
        (match.resign if why == "resigned" else match.overstep)(seat)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.why == why
    return match


def plan_for(name: str, seats: int) -> Plan:
    names = ("Asha", "Kishan", "Zoë", "O'Neill")
    return Plan(name, tuple(SeatPlan("person", 0, names[seat]) for seat in range(seats)))


def table_of(match: Match[Any, Any]) -> Table:
    plan = plan_for(match.ruleset.name, match.position.seats)
    return Table(games.load(plan.game), plan, match, "00ff", CREATED)


# Writing and reading --------------------------------------------------------------------------------------------------


@each_end
def test_the_record_and_every_foreign_form_tell_how_players_ended_a_game(
    name: str, seats: int, why: str, seat: int
) -> None:
    match = ended(name, seats, why, seat)
    for form in ("", *(kind.name for kind in games.load(name).notation.FORMATS)):
        text = texts.as_text(table_of(match), form)
        again = read_text(text).match
        assert again.positions == match.positions
        assert again.outcome() == match.outcome(), text


@each_end
def test_a_link_tells_how_players_ended_a_game(name: str, seats: int, why: str, seat: int) -> None:
    match = ended(name, seats, why, seat)
    again = game_link.read(game_link.find_code(game_link.write(match, plan_for(name, seats), 3)))
    assert again.match.positions == match.positions
    assert again.match.outcome() == match.outcome()
    assert again.shown_ply == 3


@each_end
def test_saves_and_exported_files_tell_how_players_ended_a_game(name: str, seats: int, why: str, seat: int) -> None:
    match = ended(name, seats, why, seat)
    save = saves.Save("00ff00ff00ff00ff", plan_for(name, seats), match, CREATED, CREATED)
    bundle = exchange.read(exchange.write([save], [], {}, CREATED))
    again = exchange.arrive(bundle.entries[0], {}).save
    assert again is not None
    assert again.match.outcome() == match.outcome()
    outcome = again.match.outcome()
    assert outcome is not None
    result = statistics.result_of(
        again.plan._replace(seats=(SeatPlan("person"), *(SeatPlan("bot"),) * (seats - 1))), outcome, False, 60, CREATED
    )
    assert result is not None
    assert (result.won, result.drawn) == {
        "agreed": (False, True),
        **dict.fromkeys(("resigned", "time"), (seat != 0 and seats == 2, seat != 0 and seats > 2)),
    }[why]


@pytest.mark.parametrize("taken_back", [0, 2])
def test_a_kept_game_with_moves_taken_back_still_reads(taken_back: int) -> None:
    match = begun("checkers", 2)
    for _ in range(taken_back):
        match.undo()
    match.resign(1)
    save = saves.Save("00ff", plan_for("checkers", 2), match, CREATED, CREATED)
    again = saves.read_save(saves.write_save(save), games.find_ruleset).match
    assert (again.outcome(), again.undone) == (match.outcome(), match.undone)


def test_only_a_game_that_was_lost_on_time_needs_the_newer_link() -> None:
    plan, ways = plan_for("reversi", 2), ("resigned", "agreed", "time")
    versions = {why: game_link.write(ended("reversi", 2, why, 1), plan)[:5] for why in ways}
    assert versions == {"resigned": "#g=2.", "agreed": "#g=2.", "time": "#g=3."}
    assert game_link.write(begun("reversi", 2), plan_for("reversi", 2)).startswith("#g=2.")


def test_a_link_of_the_newer_version_is_none_of_the_older() -> None:
    link = game_link.find_code(game_link.write(ended("reversi", 2, "time", 1), plan_for("reversi", 2)))
    for other in ("1", "2"):
        with pytest.raises(ValueError, match="damaged"):
            game_link.read(link.replace("g=3.", f"g={other}."))
    plain = game_link.find_code(game_link.write(ended("reversi", 2, "resigned", 1), plan_for("reversi", 2)))
    with pytest.raises(ValueError, match="damaged"):
        game_link.read(plain.replace("g=2.", "g=3."))


@pytest.mark.parametrize("name", games.ready())
def test_a_game_that_goes_on_or_was_decided_by_the_rules_is_written_as_before(name: str) -> None:
    match = whole(name, games.sign(name).seats[0])
    assert match.ruled() is not None
    for game in (match, match.until(9)):
        for form in ("", *(kind.name for kind in games.load(name).notation.FORMATS)):
            text = texts.as_text(table_of(game), form)
            assert "[Ended" not in text
            assert "[Termination" not in text
            assert read_text(text).match.outcome() == game.outcome()


# Texts of other programs ----------------------------------------------------------------------------------------------

PDN = '[Event "Tour"]\n[Result "{result}"]\n{more}\n1. 11-15 22-18 2. 15x22 25x18 {result}\n'


@pytest.mark.parametrize(
    ("result", "more", "why", "places"),
    [
        ("1-0", "", "resigned", (1, 2)),
        ("0-1", "", "resigned", (2, 1)),
        ("2-0", "", "resigned", (1, 2)),
        ("1/2-1/2", "", "agreed", (1, 1)),
        ("1-1", "", "agreed", (1, 1)),
        ("0-1", '[Termination "Time forfeit"]\n', "time", (2, 1)),
        ("1-0", '[Termination "normal"]\n', "resigned", (1, 2)),
    ],
)
def test_the_result_of_a_file_ends_a_game_that_the_rules_leave_open(
    result: str, more: str, why: str, places: tuple[int, ...]
) -> None:
    outcome = read_text(PDN.format(result=result, more=more)).match.outcome()
    assert outcome is not None
    assert (outcome.why, outcome.places) == (why, places)


@pytest.mark.parametrize(("result", "more"), [("*", ""), ("0-0", ""), ("1-0", '[Termination "unterminated"]\n')])
def test_a_file_that_tells_no_result_leaves_its_game_open(result: str, more: str) -> None:
    assert read_text(PDN.format(result=result, more=more)).match.outcome() is None


def test_the_result_of_a_problem_does_not_end_it() -> None:
    assert read_text('[FEN "B:W18,19:B1,K10"]\n[Result "1-0"]\n*\n').match.outcome() is None


BLOCKED = '[FEN "B:W6:B1,2"]\n[Result "{result}"]\n\n1. 1x10 {result}\n'


@pytest.mark.parametrize("result", ["0-1", "1/2-1/2"])
def test_a_result_that_contradicts_the_last_position_is_told_and_the_rules_count(result: str) -> None:
    game_read = read_text(BLOCKED.format(result=result))
    outcome = game_read.match.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    (note,) = game_read.notes
    assert result in english(note)


def test_a_result_that_agrees_with_the_last_position_is_no_news() -> None:
    assert not read_text(BLOCKED.format(result="1-0")).notes


@pytest.mark.parametrize(
    ("ended_so", "note"), [("resigned 1", True), ("resigned 2", False), ("agreed", True), ("time 1", True)]
)
def test_a_record_is_held_against_the_rules_as_well(ended_so: str, note: bool) -> None:
    text = f'[Game "checkers"]\n[Setup "B:W6:B1,2"]\n[Ended "{ended_so}"]\n\n1. 1x10 *\n'
    game_read = read_text(text)
    outcome = game_read.match.outcome()
    assert outcome is not None
    assert outcome.winner == 0
    assert bool(game_read.notes) == note


@pytest.mark.parametrize("odd", ["resigned 3", "resigned", "time 0", "lost", "resigned 1 2", "x" * 500])
def test_an_end_that_cannot_be_understood_is_told_and_the_game_stays_open(odd: str) -> None:
    game_read = read_text(f'[Game "reversi"]\n[Ended "{odd}"]\n\n1. d3 2. c3 *\n')
    assert game_read.match.outcome() is None
    (note,) = game_read.notes
    assert len(english(note)) < 200


def test_records_of_before_read_as_before() -> None:
    game_read = read_text('[Game "reversi"]\n[Rules "2"]\n[Result "0-1"]\n\n1. d3 2. c3 *\n')
    assert game_read.match.outcome() is None
    assert not game_read.notes


# Endings on the page --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), LINES)
@pytest.mark.parametrize("why", ["resigned", "agreed", "time"])
async def test_the_end_of_a_game_that_was_read_is_shown_and_looked_back_at(name: str, seats: int, why: str) -> None:
    match = ended(name, seats, why, 1)
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "import", texts.as_text(table_of(match), ""))
    desk = sitting_at(app)
    assert desk.kind == "analysis"
    outcome = match.outcome()
    assert outcome is not None
    sentence = app.words(games.load(name).speech.outcome(outcome))
    assert sentence in text_of(app)
    assert "Asha" in text_of(app)
    commands.do(app, "study-result")
    table = sitting_at(app)
    assert (table.kind, table.outcome) == ("guest", match.outcome())
    assert app.place.sheet is not None
    assert app.place.sheet.name == "result"
    assert {"resigned": "resigns", "time": "out of time", "agreed": "agreed"}[why] in text_of(app)
    if table.game.scale is not None:
        review = Review(table)
        assert review.match.outcome() == match.outcome()
        assert review.turning() is None, "nothing is known yet"
    app.pause()


def text_of(app: App) -> str:
    """Return all text of the page, without markup."""
    shown = re.sub(r"<[^>]+>", "", to_html(pages.page(app, app.words)))
    return " ".join(shown.replace("\u2068", "").replace("\u2069", "").split())


def test_headers_of_other_records_stay() -> None:
    match = ended("reversi", 2, "time", 0)
    text = record.write(match, {"Date": "2026.11.21", "Event": "Tour"})
    again, headers = record.read(text, games.find_ruleset)
    assert record.write(again, {"Date": headers["Date"], "Event": headers["Event"]}) == text
