"""Test the dice sheets: statistics for each player, and the proof of the rolls."""

from __future__ import annotations

import asyncio
import re

import pytest
from babel.numbers import format_decimal

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.core import chance, dice
from chowk.core.dice import Figure, Statistics
from chowk.features.dice import view as sheets
from chowk.games import find_ruleset, load
from chowk.i18n import i18n
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan
from chowk.ui.nodes import Node
from tests.fakes import FakeWorld, app_in, world_of
from tests.unit.ui.test_pages import TWO, at_table, find, settle, table_of, with_dice

SEED = 7
"""Seed of the first game that an app with a fake browser begins."""


def page_of(app: App) -> Node:
    return pages.page(app, app.words)


def sheet_of(app: App) -> Node:
    (dialog,) = find(page_of(app), role="dialog")
    return dialog


def rows(node: Node, key: str) -> list[list[str]]:
    """Return the texts of the cells of a table, row by row. `key` is the table's key."""
    (table,) = [child for child in node.walk() if child.tag == "table" and child.key == key]
    return [
        [" ".join(cell.text.split()) for cell in row.children if isinstance(cell, Node)]
        for row in table.walk()
        if row.tag == "tr"
    ]


async def ended() -> App:
    return await with_dice(("resign", ""), plies=24)


# Statistics -----------------------------------------------------------------------------------------------------------


async def test_the_table_of_faces_counts_what_was_rolled() -> None:
    app = await with_dice(("dice", ""), plies=24)
    rolled = dice.throws(table_of(app).match)
    assert len(rolled) > 10
    head, *body = rows(sheet_of(app), "faces")
    assert head[:4] == ["Faces", "Count", "Expected", "Usual range"]
    statistics = dice.statistics([throw.faces for throw in rolled], 1)
    expected = [[str(f.value), str(f.times), f"{f.expected:.1f}", f"{f.low} to {f.high}", ""] for f in statistics.faces]
    assert body == expected
    assert sum(int(row[1]) for row in body) == len(rolled)


async def test_everybody_or_one_player_can_be_chosen() -> None:
    app = await with_dice(("dice", ""), plies=24)
    rolled = dice.throws(table_of(app).match)
    everybody = sheet_of(app)
    assert f"{len(rolled)} rolls." in everybody.text
    picks = [radio.attrs["data-arg"] for radio in find(everybody, data_do="dice", type="radio")]
    assert picks == ["", "0", "1"]
    for seat, name in enumerate(("Asha", "Kishan")):
        commands.do(app, "dice", str(seat))
        own = [throw for throw in rolled if throw.seat == seat]
        assert re.search(rf"{name}\W*: {len(own)} rolls\.", sheet_of(app).text)
        assert sum(int(row[1]) for row in rows(sheet_of(app), "faces")[1:]) == len(own)
        (chosen,) = find(sheet_of(app), data_do="dice", checked=True)
        assert chosen.attrs["data-arg"] == str(seat)
    assert app.place.sheets == (("dice", "1"),)


async def test_without_a_roll_there_is_no_table() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("kilkenny", TWO))
    commands.do(app, "dice")
    assert "There is nothing to count yet." in sheet_of(app).text
    assert not [node for node in sheet_of(app).walk() if node.tag == "table"]


def told_by(statistics: Statistics) -> Node:
    words = i18n.words()
    return Node("div", {}, tuple(sheets._tables(words, statistics)))


def test_two_dice_have_sums_and_doubles_as_well() -> None:
    statistics = dice.statistics([(6, 6), (6, 1), (3, 3)])
    node = told_by(statistics)
    assert [child.key for child in node.children if isinstance(child, Node)] == ["faces", "sums", "doubles"]
    assert [row[0] for row in rows(node, "sums")[1:]] == [str(total) for total in range(2, 13)]
    assert rows(node, "doubles")[1][:4] == ["Doubles", "2", "0.5", "0 to 2"]


def test_a_count_outside_its_range_is_marked_by_sign_and_words() -> None:
    statistics = dice.statistics([(6,)] * 30 + [(1,)] * 3, 1)
    body = rows(told_by(statistics), "faces")[1:]
    assert "more than usual" in body[5][1]
    assert "usual" not in body[0][1]
    low = dice.statistics([(6,)] * 60, 1)
    assert "fewer than usual" in rows(told_by(low), "faces")[1][1]
    assert [figure.value for figure in low.unusual] == [1, 2, 3, 4, 5, 6]


def test_the_verdict_says_whether_anything_is_unusual() -> None:
    usual = dice.statistics([(face,) for face in range(1, 7)] * 5, 1)
    assert "Nothing unusual" in str(sheets._verdict(usual))
    odd = dice.statistics([(6,)] * 30, 1)
    assert str(len(odd.unusual)) in str(sheets._verdict(odd))
    assert "outside" in str(sheets._verdict(odd))


def test_a_gauge_keeps_its_parts_in_order() -> None:
    style = sheets._gauge(Figure(3, 12, 8.0, 2, 16), 16).style
    assert style == {"--low": "12.5%", "--high": "100.0%", "--due": "50.0%", "--came": "75.0%"}


@pytest.mark.parametrize("code", list(i18n.TAGS))
def test_decimals_are_written_as_the_language_writes_them(code: str) -> None:
    words = i18n.words(code, "latin")
    locale = words.language.tag.replace("-", "_")
    for value in (0.0, 2.7, 16.666, 998.96):
        assert words.decimal(value) == format_decimal(round(value, 1), "0.0", locale, numbering_system="latn")


# The proof ------------------------------------------------------------------------------------------------------------


async def test_the_promise_is_shown_before_the_first_roll_and_the_seed_is_not() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("kilkenny", TWO))
    promise = chance.commitment(SEED)
    assert promise[:8] in page_of(app).text, "at the table"
    commands.do(app, "verify")
    assert promise in sheet_of(app).text
    assert "chowk-1:7" not in sheet_of(app).text
    assert not find(sheet_of(app), data_do="verify", data_arg="checked")
    commands.do(app, "copy-promise")
    assert world_of(app).clipboard.copied == [promise]


async def test_nothing_is_checked_before_the_end() -> None:
    app = await with_dice(("verify", "checked"))
    assert "rolls checked" not in sheet_of(app).text
    assert "hidden until the game is over" in sheet_of(app).text


async def test_every_roll_is_drawn_again_after_the_end() -> None:
    app = await ended()
    count = len(dice.throws(table_of(app).match))
    commands.do(app, "verify")
    assert "chowk-1:7:n:0" in sheet_of(app).text
    commands.do(app, "verify", "checked")
    node = sheet_of(app)
    assert f"{count} rolls checked: every one matches the seed." in node.text
    body = rows(node, "proofs")[1:]
    assert len(body) == count
    assert all(row[2] == row[3] for row in body)


async def test_the_first_position_is_checked_as_well() -> None:
    app = await ended()
    commands.do(app, "verify", "checked")
    assert "follows from the seed as well, including who sits where and who starts" in sheet_of(app).text
    plan, match = table_of(app).plan, table_of(app).match
    for seed in range(SEED + 1, SEED + 9):
        match.seed = seed
        same = load("kilkenny").match(seed, 2).position == match.position_after(0)
        assert ("follows from the seed as well" in sheet_of(app).text) == same
    match.seed = SEED
    table_of(app).plan = plan._replace(options={"first": "throw"})
    assert "set up by somebody" in sheet_of(app).text


async def test_the_first_roll_that_differs_is_named() -> None:
    app = await ended()
    match = table_of(app).match
    match.seed = SEED + 1
    wrong = [proof for proof in dice.proofs(match) if not proof.holds]
    assert wrong
    commands.do(app, "verify", "checked")
    first = wrong[0]
    node = sheet_of(app)
    sentence = f"The first is move {first.throw.ply + 1}:"
    assert sentence in node.text
    assert re.search(rf"has {first.throw.faces[0]}, the seed says {first.required[0]}", node.text)
    marked = [node for node in node.walk() if node.tag == "tr" and node.attrs.get("data-unusual")]
    assert len(marked) == len(wrong)


@pytest.mark.parametrize(
    ("noted", "answer"),
    [
        (chance.commitment(SEED), "It is the fingerprint of this game."),
        (f" {chance.commitment(SEED).upper()} ", "It is the fingerprint of this game."),
        (chance.commitment(SEED)[:8], "It is not the fingerprint of this game."),
        (chance.commitment(SEED + 1), "It is not the fingerprint of this game."),
    ],
)
async def test_a_noted_promise_is_compared(noted: str, answer: str) -> None:
    app = await with_dice(("verify", f"noted {noted}"))
    assert answer in sheet_of(app).text


async def test_a_kept_game_is_checked_like_any_other() -> None:
    app = await ended()
    save = saves.read_save(saves.write_save(next(iter(app.kept.saves.values()))), find_ruleset)
    commands.do(app, "home")
    app.resume(save)
    commands.do(app, "verify", "checked")
    assert "every one matches the seed" in sheet_of(app).text
    altered = save._replace(plan=save.plan)
    altered.match.seed = 99
    app.resume(altered)
    commands.do(app, "verify", "checked")
    assert "Not every roll is what the seed says." in sheet_of(app).text


async def test_the_sheets_are_reached_from_the_menu_and_the_result_and_only_where_there_are_dice() -> None:
    app = await with_dice(("menu", ""))
    assert find(sheet_of(app), data_do="dice")
    app = await ended()
    await settle(app, lambda: bool(app.place.sheets))
    commands.do(app, "result")
    assert find(sheet_of(app), data_do="dice")
    plain = await at_table("reversi", TWO, 4)
    commands.do(plain, "menu")
    assert not find(sheet_of(plain), data_do="dice")
    commands.do(plain, "dice")
    assert plain.place.sheets == (("menu", ""),)
    assert table_of(plain).log.lines[0].ply == 1


async def test_opponents_of_one_name_are_told_apart_by_their_sides() -> None:
    twins = (SeatPlan("bot", 2), SeatPlan("bot", 2), SeatPlan("bot", 1), SeatPlan(name="Asha"))
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("kilkenny", twins))
    assert [str(table_of(app).seats.name(seat)) for seat in range(4)] == [
        "Tabby in Red",
        "Tabby in Blue",
        "Barn Cat",
        "Asha",
    ]


async def test_the_dice_are_rolled_for_people_who_want_that() -> None:
    app = app_in(FakeWorld())
    await app.start()
    app.begin(Plan("kilkenny", TWO))
    table = table_of(app)
    for _ in range(50):
        await asyncio.sleep(0)
    assert table.choice.rolling is not None
    assert table.match.ply == 0, "nobody has rolled"
    commands.do(app, "set", "auto_roll on")
    for expected in (1, 3, 5):
        for _ in range(200):
            await asyncio.sleep(0)
        assert table.choice.awaited is not None
        assert table.match.ply == expected, "the roll of the next player came by itself"
        for _ in range(2):
            commands.do(app, "tap", table.open[0])
    assert app.settings.auto_roll
