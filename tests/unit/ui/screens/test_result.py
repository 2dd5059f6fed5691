"""Test the result sheet: the places, and the table of scores with its bars (requirements PL-11, VI-24)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core.match import Match
from chowk.core.position import Outcome
from chowk.games import SHELF
from chowk.session.table import Table
from chowk.storage.plan import SeatPlan
from chowk.ui.nodes import Node
from tests.unit.games.patchwork.helpers import RULESET
from tests.unit.games.patchwork.helpers import state as quilts
from tests.unit.ui.test_pages import TWO, at_table, find, table_of

PLACES = {"kilkenny": 4, "parcheesi": 4}


def tagged(node: Node, tag: str) -> list[Node]:
    return [child for child in node.walk() if child.tag == tag]


def shown(app: App) -> Node:
    commands.do(app, "result")
    return find(pages.page(app, app.words), role="dialog")[0]


def rows(sheet: Node) -> list[list[str]]:
    return [
        [cell.text for cell in row.children if isinstance(cell, Node)]
        for body in tagged(sheet, "tbody")
        for row in tagged(body, "tr")
    ]


def bars(sheet: Node) -> list[list[tuple[str, bool]]]:
    return [
        [(bar.style["--part"], bool(bar.attrs.get("data-less"))) for bar in find(row, class_="bar")]
        for body in tagged(sheet, "tbody")
        for row in tagged(body, "tr")
    ]


async def patchwork() -> App:
    """Return an app with a finished game of Patchwork. The players have 9 and 5 buttons, and empty quilts."""
    app = await at_table("patchwork", TWO)
    app.pause()
    table = table_of(app)
    over: Match[Any, Any] = Match(RULESET, quilts(pos=(53, 53), but=(9, 5)))
    app.place.sit(Table(table.game, table.plan, over, "1", "2026-11-21"))
    return app


async def test_the_score_of_patchwork_is_built_up_to_one_scale() -> None:
    sheet = shown(await patchwork())
    assert rows(sheet) == [
        ["Buttons", "9", "5"],
        ["Empty cells, 2 points off for each", "−162", "−162"],
        ["Points of the bonus tile", "0", "0"],
        ["Score", "−153", "−157"],
    ]
    assert bars(sheet)[0] == [("0.056", False), ("0.031", False)]
    assert bars(sheet)[1] == [("1.000", True), ("1.000", True)]
    assert [bool(row.attrs.get("data-sum")) for row in tagged(sheet, "tr")] == [False, False, False, False, True]


@pytest.mark.parametrize("name", SHELF)
async def test_every_game_tells_what_counts(name: str) -> None:
    seats = PLACES.get(name, 2)
    app = await at_table(name, (SeatPlan("person"),) * seats)
    commands.do(app, "resign")
    sheet = find(pages.page(app, app.words), role="dialog")[0]
    tally = table_of(app).game.speech.tally(table_of(app).match.position)
    words = app.words
    shown_as = [int(str(cell.attrs["data-seat"])) for cell in find(sheet, class_="standing")]
    assert sorted(shown_as) == list(range(seats))
    expected = [[words(row.label), *(words.number(row.values[seat]) for seat in shown_as)] for row in tally]
    assert rows(sheet) == expected
    for row, line in zip(tally, bars(sheet), strict=True):
        assert len(line) == (0 if row.less else seats), "a bar reads as how far one has come"
        assert all(0 <= float(part) <= 1 for part, _ in line)
    assert [head.text for head in find(sheet, scope="col")] == [words.name(seat) for seat in shown_as if tally]
    app.pause()


async def test_of_four_the_best_placed_stands_first() -> None:
    app = await at_table("kilkenny", (SeatPlan("person"),) * 4)
    commands.do(app, "resign")
    table = table_of(app)
    assert table.outcome is not None
    ranks = [int(rank.text) for rank in find(shown(app), class_="rank")]
    assert ranks == sorted(table.outcome.places)
    assert len(ranks) == 4


@pytest.mark.parametrize(
    ("places", "scores", "ranks"),
    [
        ((1, 2, 2, 2), (2, 1, 0, 0), ["1"]),
        ((1, 2, 2, 2), (2, 0, 0, 0), ["1", "2", "2", "2"]),
        ((2, 1, 3, 4), (1, 2, 1, 0), ["1", "2", "3", "4"]),
    ],
)
async def test_a_place_is_not_shown_where_players_with_different_scores_share_it(
    monkeypatch: pytest.MonkeyPatch, places: tuple[int, ...], scores: tuple[int, ...], ranks: list[str]
) -> None:
    app = await at_table("kilkenny", (SeatPlan("person"),) * 4)
    commands.do(app, "resign")
    monkeypatch.setattr(Table, "outcome", property(lambda _: Outcome(places, scores, "mice")))
    assert [rank.text for rank in find(shown(app), class_="rank")] == ranks


@pytest.mark.parametrize(("speed", "rays"), [("normal", 1), ("fast", 1), ("off", 0)])
async def test_only_the_winner_gets_a_flourish_and_none_where_motion_is_off(speed: str, rays: int) -> None:
    app = await at_table("reversi", TWO)
    commands.do(app, "set", f"speed {speed}")
    commands.do(app, "resign")
    sheet = shown(app)
    assert len(find(sheet, class_="rays")) == rays
    assert all(find(place, class_="rays") for place in find(sheet, data_won=True)) == bool(rays)


async def test_the_result_offers_what_comes_next() -> None:
    app = await at_table("reversi", TWO, 4)
    commands.do(app, "resign")
    orders = {str(button.attrs.get("data-do")) for button in tagged(shown(app), "button")}
    assert {"rematch", "new", "review", "home", "close"} <= orders


@pytest.mark.parametrize(
    ("seats", "title"),
    [
        ((SeatPlan(), SeatPlan("bot", 5)), "Orca wins"),
        ((SeatPlan("bot", 5), SeatPlan()), "You won"),
        (TWO, "Kishan wins"),
    ],
)
async def test_the_title_says_who_won(seats: tuple[SeatPlan, ...], title: str) -> None:
    """The title names White as the winner, because Black has no disc."""
    app = await at_table("reversi", seats)
    app.pause()
    table = table_of(app)
    position = table.game.notation.read_position(f"{'O' * 21}{'-' * 43} X")
    over: Match[Any, Any] = Match(table.game.ruleset, position)
    app.place.sit(Table(table.game, table.plan, over, "1", "2026-11-21"))
    (heading,) = find(shown(app), id="sheet-title")
    assert re.sub("[\u2068\u2069]", "", heading.text) == title


@pytest.mark.parametrize(("name", "lines"), [("reversi", 0), ("kilkenny", 2), ("patchwork", 2)])
async def test_what_is_found_out_later_has_its_room_before(name: str, lines: int) -> None:
    app = await at_table(name, TWO, 4)
    commands.do(app, "resign")
    sheet = shown(app)
    (decided,) = find(sheet, class_="decided")
    waiting = [*find(sheet, class_="score luck"), decided]
    hidden = [node for node in waiting if node.attrs.get("aria-hidden") == "true"]
    assert decided in hidden
    assert sum(len(tagged(node, "li")) for node in hidden) == lines
    app.pause()
