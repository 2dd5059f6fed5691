"""Test endings played against endgame tables: perfect replies, a win given away, the count of wins, a missing table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import opened, reopen
from chowk.core.message import Message, english
from chowk.core.variations import Variations
from chowk.engine import assets
from chowk.engine.protocol import Line
from chowk.features.analysis import ending_notes
from chowk.features.analysis.table import AnalysisTable, Known
from chowk.features.practice import ending_drill, practice
from chowk.features.practice.ending_drill import HELD, EndingMove, EndingTable, results
from chowk.features.practice.progress import EndingsDone
from chowk.games.checkers.engine import lookup
from chowk.session import actions
from tests.fakes import FakeWorld
from tests.unit.features.practice.test_practice import do, of, play
from tools.shared.html import to_html

WON = "B:WK23:BK2,K14"
HELD_BY_ONE = "W:WK18:BK21,K29"


def desk_of(app: App) -> EndingTable:
    assert isinstance(app.table, EndingTable)
    return app.table


async def settle(app: App) -> EndingTable:
    """Run the event loop until the player is to move, or the ending is over. Return the table of the ending."""
    for _ in range(3_000):
        await asyncio.sleep(0)
        desk = app.table
        if isinstance(desk, EndingTable) and not desk.display.moving:
            if desk.complete and desk.log.named_sentences == app.voice.spoken[: len(desk.log.named_sentences)]:
                return desk
            if desk.choice.awaited is not None:
                return desk
    raise AssertionError("the player never came to move")


async def point(app: App, found: EndingMove) -> None:
    desk = desk_of(app)
    for spot in desk.view.spell(desk.match.position)[found.move]:
        actions.tap(app, desk, spot)
    for _ in range(20):
        await asyncio.sleep(0)


def analysed(app: App) -> int:
    """Return the number of moves in the open analysis."""
    assert isinstance(app.table, AnalysisTable)
    return len(app.table.tree.nodes) - 1


def code_of(desk: EndingTable) -> int:
    position = desk.match.position
    return lookup.look_up((position.black, position.white, position.kings), position.turn)


@pytest.mark.parametrize("kind", ["two-kings", "king-man", "two-men", "man-guard"])
def test_the_opponent_resists_as_long_as_possible_and_the_win_is_counted(kind: str) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"checkers ending {kind}")
        desk = await settle(app)
        assert desk.drill is not None
        shortest, before = desk.shortest, code_of(desk)
        assert shortest == before - 1
        while not desk.complete:
            await point(app, desk.moves[0])
            await settle(app)
        assert desk.match.ply == shortest, "each side lost no time"
        assert of("checkers", app).endings == {kind: EndingsDone(1, 1)}
        assert english(desk.task.done) in pages.page(app, app.words).text
        await do(app, "puzzle-why")
        assert analysed(app) == desk.match.ply
        await do(app, "study-leave")
        assert desk_of(app) is desk

    play(scene)


def test_a_thrown_win_is_told_with_the_answer_and_taken_back() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"checkers ending {WON}")
        desk = await settle(app)
        assert (desk.aim, desk.kind_of_ending) == ("win", "two-kings")
        before, wrong = desk.match.position, next(one for one in desk.moves if one.result.value == 0)
        await point(app, wrong)
        await settle(app)
        assert desk.match.position == before
        assert desk.answer is not None
        text = english(desk.answer)
        assert text.startswith("This move gives the win away: "), text
        assert "holds the draw" in text
        assert text in pages.page(app, app.words).text
        while not desk.complete:
            await point(app, desk.moves[0])
            await settle(app)
        assert of("checkers", app).endings == {"two-kings": EndingsDone(1, 0)}

    play(scene)


def test_the_board_is_open_before_the_tables_have_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: App) -> None:
        answered = asyncio.Event()

        async def answer_late(*request: Any) -> Any:
            await answered.wait()
            return await results(*request)

        monkeypatch.setattr(ending_drill, "results", answer_late)
        await do(app, "puzzle", "checkers ending two-men")
        desk = await settle(app)
        found = await results(app.engine, desk.game, desk.endings, desk.match.position)
        assert found
        assert found[-1].result.value < found[0].result.value, "the last move throws the win away"
        await point(app, found[-1])
        assert (desk.match.ply, desk.moves) == (1, ()), "the move is made while the tables are silent"
        answered.set()
        await settle(app)
        assert (desk.match.ply, desk.slips) == (0, 1), "it is taken back as soon as they answer"
        assert desk.answer is not None
        assert english(desk.answer).startswith("This move gives the win away: ")

    play(scene)


def test_a_draw_is_held_against_every_trap_and_a_losing_move_is_told() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"checkers ending {HELD_BY_ONE}")
        desk = await settle(app)
        assert (desk.aim, desk.kind_of_ending) == ("hold", "one-king")
        wrong = next(one for one in desk.moves if one.result.value < 0)
        await point(app, wrong)
        await settle(app)
        assert desk.answer is not None
        assert english(desk.answer).startswith("This move loses to ")
        while not desk.complete:
            assert code_of(desk) == 0, "the other side keeps its draw, too"
            await point(app, desk.moves[0])
            await settle(app)
        assert 0 < desk.moves_made <= HELD
        assert of("checkers", app).endings == {"one-king": EndingsDone(1, 0)}

    play(scene)


def test_a_last_move_that_loses_is_not_shown_as_a_draw_held(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"checkers ending {HELD_BY_ONE}")
        desk = await settle(app)
        wrong = next(one for one in desk.moves if one.result.value < 0)
        shown: list[tuple[int, bool, bool]] = []
        say = desk._say

        def said(host: Any, text: Message) -> None:
            say(host, text)
            shown.append((desk.match.ply, desk.complete, english(desk.task.done) in pages.page(app, app.words).text))

        monkeypatch.setattr(desk, "_say", said)
        await point(app, wrong)
        await settle(app)
        assert shown == [(1, False, False), (2, False, False), (0, False, False)]

    monkeypatch.setattr(ending_drill, "HELD", 1)
    play(scene)


def test_three_kings_against_two_stay_won_and_resisted() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", "checkers ending three-two")
        desk = await settle(app)
        for _ in range(4):
            if desk.complete:
                break
            position = desk.match.position
            board = (position.black, position.white, position.kings)
            assert lookup.look_up_five(board, position.turn, lookup.five_results()) == 1
            await point(app, desk.moves[0])
            await settle(app)
        await do(app, "hint")
        assert desk.slips == 1
        assert desk.choice.advice is not None
        assert desk.choice.advice.moves == (desk.moves[0].move,)

    play(scene)


def test_among_drawn_moves_the_one_with_the_fewest_answers_is_chosen() -> None:
    async def scene(app: App) -> None:
        await do(app, "puzzle", f"checkers ending {HELD_BY_ONE}")
        desk = await settle(app)
        await point(app, desk.moves[0])
        await settle(app)
        made, before = desk.match.position_after(2), desk.match.position_after(1)
        found = await results(app.engine, desk.game, desk.endings, before)
        assert found is not None
        shares = {}
        for one in found:
            if one.result.value == 0:
                replies = await results(app.engine, desk.game, desk.endings, one.after)
                assert replies
                shares[one.after] = sum(reply.result.value == 0 for reply in replies) / len(replies)
        assert shares[made] == min(shares.values())

    play(scene)


def test_without_the_table_the_page_waits_and_then_says_that_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ending_drill._found
    monkeypatch.setattr(ending_drill, "_found", lambda *_: ())
    world = FakeWorld()
    world.extras.has_extras = False

    async def scene(app: App) -> None:
        await do(app, "puzzle", "checkers ending three-two")
        desk = desk_of(app)
        assert ("checkers", "fives.bin") in world.extras.sent_for
        for _ in range(200):
            await asyncio.sleep(0)
        assert desk.answer is not None
        assert english(desk.answer).startswith("The table of these endings is not on this device.")
        monkeypatch.setattr(ending_drill, "_found", whole)
        await do(app, "puzzle", "checkers ending three-two")
        assert (await settle(app)).moves

    play(scene, world)


def test_what_is_no_clear_task_shows_the_classes_and_the_address_finds_the_ending_again() -> None:
    async def scene(app: App) -> None:
        for text in ("nonsense", "B:W28:B1,2,3,4,5,6", "B:W32:BK1", ""):
            await do(app, "puzzle", f"checkers ending {text}")
            assert app.place.sheet is not None, text
            assert app.place.sheet.name == "practice"
            await do(app, "close")
        await do(app, "puzzle", "reversi ending two-kings")
        assert app.place.sheet is not None
        await do(app, "close")
        await do(app, "puzzle", "checkers ending two-men")
        desk = await settle(app)
        (thing,) = opened(app)
        await do(app, "lesson-leave")
        reopen(app, [thing])
        again = await settle(app)
        assert again is not desk
        assert again.task.setup == desk.task.setup
        await do(app, "puzzle-share")
        assert app.table is again

    play(scene)


def test_the_sheet_lists_the_classes_and_what_was_solved() -> None:
    async def scene(app: App) -> None:
        known = of("checkers", app).with_ending("two-kings", True).with_ending("two-kings", False)
        practice.keep(app.kept, "checkers", lambda _: known)
        await do(app, "practice", "checkers")
        text = pages.page(app, app.words).text
        assert "Two kings against one king" in text
        assert "Solved: 2, 1 without a mistake." in text
        await do(app, "practice", "reversi")
        assert "Two kings" not in pages.page(app, app.words).text

    play(scene)


def test_an_analysis_names_the_results_and_leads_to_the_ending() -> None:
    async def scene(app: App) -> None:
        app.analyse("checkers", Variations(WON))
        desk = app.table
        assert isinstance(desk, AnalysisTable)
        for _ in range(2_000):
            await asyncio.sleep(0)
            if desk.known.lines and not desk.known.onward:
                break
        text = pages.page(app, app.words).text
        assert "Win in " in text
        assert desk.written(desk.known.lines[-1]) == "="
        assert "Draw" in text
        commands.do(app, "legend")
        legend = to_html(pages.page(app, app.words)).partition('class="sheet legend"')[2]
        assert "<span>=</span></span></dt><dd>Draw</dd>" in legend
        assert "<dd>Win</dd>" not in legend, "these tables know the distance of every win"
        commands.do(app, "close")
        commands.do(app, "announce-values")
        assert any("Win in" in english(sentence) for sentence in app.voice.spoken)
        await do(app, "puzzle", f"checkers ending {WON}")
        ending = await settle(app)
        assert ending.back is desk
        await do(app, "lesson-leave")
        assert app.table is desk

    play(scene)


@pytest.mark.parametrize(("score", "sign", "result"), [(2_000, "+", "Win"), (-2_000, "−", "Loss"), (0, "=", "Draw")])
def test_the_legend_explains_results_without_a_distance(score: float, sign: str, result: str) -> None:
    async def scene(app: App) -> None:
        app.analyse("checkers", Variations(WON))
        desk = app.table
        assert isinstance(desk, AnalysisTable)
        app.loop.pause(desk)
        desk._remember(desk._name, Known((Line(("14-18",), score, 1, exact=True),)))
        ((mark, meaning),) = ending_notes.signs(desk).items()
        assert (mark, english(meaning)) == (sign, result)

    play(scene)


def test_an_engine_that_does_not_respond_is_told() -> None:
    async def scene(app: App) -> None:
        app_world.engine.dead = 9
        await do(app, "puzzle", "checkers ending two-kings")
        desk = desk_of(app)
        assert desk.answer is not None
        assert english(desk.answer) == "The opponent does not respond."

    app_world = FakeWorld()
    assert assets.kernel("checkers")
    play(scene, app_world)
