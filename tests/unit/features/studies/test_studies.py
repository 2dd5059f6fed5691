"""Test studies on the page: chapters are added, changed, shared, received and printed, and their moves are guessed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.app.opened import Open, opened, reopen
from chowk.core import parcels
from chowk.core.message import english
from chowk.core.variations import Variations
from chowk.features.studies import study as model
from chowk.features.studies.guess import GuessTable
from chowk.features.studies.studies import MOST_STUDIES, ChapterTable
from chowk.features.studies.study import Chapter, Study
from chowk.features.studies.study_print import lines
from chowk.session.taking_back import take_back
from chowk.storage.saves import STUDY_KEY
from tests.fakes import FakeWorld, app_in, sitting_at
from tests.unit.features.studies.test_study import chapter
from tools.shared.html import to_html

PDN = '[Event "Cup"]\n[Black "Asha"]\n[White "Bela"]\n\n1. 11-15 {fine} 22-18 (22-17 {bad}) *\n'


def run(play: Callable[[App, FakeWorld], Coroutine[Any, Any, None]], texts: dict[str, str] | None = None) -> None:
    async def whole() -> None:
        world = FakeWorld(texts)
        app = app_in(world)
        await app.start()
        app.change_settings(engine=False)
        await play(app, world)

    asyncio.run(whole())


async def settled() -> None:
    for _turn in range(300):
        await asyncio.sleep(0)


async def do(app: App, name: str, arg: str = "") -> None:
    commands.do(app, name, arg)
    await settled()


def drawn(app: App) -> str:
    return to_html(pages.page(app, app.words))


def only_key(app: App) -> str:
    (key,) = app.kept.studies
    return key


def only(app: App) -> Study:
    return model.read(app.kept.studies[only_key(app)])


def toast(app: App) -> str:
    assert app.voice.toast is not None
    return english(app.voice.toast.text)


def names(app: App) -> list[str]:
    return [one.name for one in only(app).chapters]


STORED = {f"{STUDY_KEY}ab": model.write(Study("Mine", (chapter("reversi"), chapter("checkers"))))}


def test_a_study_is_made_changed_and_deleted_and_each_deletion_is_undone() -> None:
    async def play(app: App, world: FakeWorld) -> None:
        await do(app, "studies")
        await do(app, "study", "new")
        key = only_key(app)
        await do(app, "study", f"name {key}  My   openings ")
        await do(app, "study", f"start {key} reversi")
        await do(app, "study", f"start {key} checkers")
        await do(app, "study", f"title {key} 0 Tiger")
        await do(app, "study", f"title {key} 1 Cross")
        assert (only(app).name, names(app)) == ("My openings", ["Tiger", "Cross"])
        assert "1. Tiger" in drawn(app)
        await do(app, "study", f"up {key} 1")
        assert names(app) == ["Cross", "Tiger"]
        await do(app, "study", f"down {key} 0")
        await do(app, "study", f"remove {key} 1")
        assert names(app) == ["Tiger"]
        assert app.voice.toast is not None
        await do(app, app.voice.toast.do, app.voice.toast.arg)
        assert names(app) == ["Tiger", "Cross"]
        await do(app, "study", f"delete {key}")
        assert not app.kept.studies
        assert f"{STUDY_KEY}{key}" not in await world.store.all()
        await do(app, "study", f"undo {key}")
        assert names(app) == ["Tiger", "Cross"]
        assert (await world.store.all())[f"{STUDY_KEY}{key}"] == app.kept.studies[key]

    run(play)


def test_moves_and_comments_in_a_chapter_are_kept_in_the_study() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "chapter ab 0")
        table = sitting_at(app)
        assert isinstance(table, ChapterTable)
        assert opened(app)[-1] == Open("chapter", "chapter ab 0")
        await do(app, "study-start")
        await do(app, "study-comment", "Begin here")
        option = next(move for move in table.match.options() if table.tree.after(0, move) is None)
        await do(app, "study-play", option)
        stored = only(app).chapters[0].tree
        assert stored.nodes[0].comment == "Begin here"
        assert stored.after(0, option) is not None
        assert not app.kept.analyses
        await do(app, "study-leave")
        assert app.place.sheet == ("study", "ab")
        reopen(app, [Open("chapter", "chapter ab 1")])
        assert sitting_at(app).game.name == "checkers"

    run(play, STORED)


def test_a_game_an_analysis_and_files_become_chapters() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "analyse", "reversi")
        await do(app, "study-play", "d3")
        await do(app, "menu")
        assert 'data-do="study-add"' in drawn(app)
        await do(app, "study-add")
        assert "New study" in drawn(app)
        await do(app, "study", "put ab")
        assert toast(app) == "1 chapter was added."
        await do(app, "study-file", PDN + "\n" + PDN.replace("11-15", "11-99"))
        chapters = only(app).chapters
        assert [one.game for one in chapters] == ["reversi", "checkers", "reversi", "checkers"]
        assert chapters[-1].name == "Asha – Bela"
        assert "1 game cannot be read and is left out." in drawn(app)
        await do(app, "study-file", model.write(Study("x", (chapter("kilkenny"),))))
        assert only(app).chapters[-1].game == "kilkenny"

    run(play, STORED)


def test_a_study_arrives_once_by_a_link_and_a_damaged_one_says_so() -> None:
    async def play(app: App, world: FakeWorld) -> None:
        world.sharing.offers = ()
        await do(app, "study", "link ab")
        link = world.clipboard.copied[-1]
        other = app_in(FakeWorld())
        other.change_settings(engine=False)
        for _ in range(2):
            reopen(other, [Open("guest", model.find_code(link))])
            await settled()
        assert [*other.kept.studies.values()] == [app.kept.studies["ab"]]
        assert other.place.sheet is not None
        assert other.place.sheet.name == "study"
        reopen(other, [Open("guest", model.find_code(link)[:-5])])
        await settled()
        assert "damaged" in toast(other)
        await do(other, "paste")
        await do(other, "import", app.kept.studies["ab"])
        assert len(other.kept.studies) == 1

    run(play, STORED)


def test_a_study_is_saved_as_a_file_and_for_other_programs() -> None:
    async def play(app: App, world: FakeWorld) -> None:
        await do(app, "study", "save ab")
        await do(app, "study", "text ab")
        assert world.files.texts["chowk-study.json"] == app.kept.studies["ab"]
        text = world.files.texts["chowk-study.txt"]
        assert "GM[2]" in text
        assert "Not this: it loses." in text

    run(play, STORED)


def test_an_export_contains_studies_and_an_import_adds_new_ones_once() -> None:
    async def play(app: App, world: FakeWorld) -> None:
        await do(app, "export")
        (text,) = world.files.texts.values()
        fields = json.loads(text)
        fields["studies"].append({"chowk": "study", "form": 1, "name": 7})
        other = app_in(FakeWorld())
        for added in (1, 0):
            await do(other, "take-in", json.dumps(fields))
            assert other.incoming is not None
            assert other.incoming.useful == bool(added)
            assert ("1 study is new here." in drawn(other)) == bool(added)
            if added:
                await do(other, "add-games")
            await do(other, "close")
        assert [*other.kept.studies.values()] == [app.kept.studies["ab"]]

    run(play, STORED)


def test_damaged_newer_and_too_many_studies_change_nothing() -> None:
    texts = {f"{STUDY_KEY}x{number}": STORED[f"{STUDY_KEY}ab"] for number in range(MOST_STUDIES - 2)}
    texts |= {f"{STUDY_KEY}bad": "{]", f"{STUDY_KEY}new": json.dumps({"chowk": "study", "form": 9})}

    async def play(app: App, _: FakeWorld) -> None:
        before = dict(app.kept.studies)
        await do(app, "studies")
        drawn(app)
        for deed in ("open", "name", "start", "chapter", "link", "text", "up", "remove", "guess", "title"):
            await do(app, "study", f"{deed} bad 0 reversi")
            drawn(app)
        await do(app, "study", "open new")
        assert "newer version" in drawn(app)
        await do(app, "study", "new")
        assert app.kept.studies == before
        await do(app, "studies")
        await do(app, "study", "new")
        assert "No more than 50 studies are kept." in drawn(app)

    run(play, texts)


@pytest.mark.parametrize("game", ["reversi", "checkers", "kilkenny", "parcheesi", "patchwork"])
def test_a_chapter_is_played_through_by_guessing(game: str) -> None:
    whole = Study("x", (chapter(game, 14),))
    seat = model.seats_of(whole.chapters[0])[0]

    async def play(app: App, _: FakeWorld) -> None:
        app.change_settings(speed="off")
        await do(app, "study", f"guess ab 0 {seat}")
        table = sitting_at(app)
        assert isinstance(table, GuessTable)
        line, missed = table.task.lines[0], 0
        for _turn in range(400):
            await settled()
            if table.choice.awaited != seat:
                continue
            wrong = [move for move in table.match.options() if move != line[table.match.ply]]
            if wrong and not missed:
                actions_play(app, wrong[0])
                missed = 1
                await settled()
                assert table.answer is not None
                continue
            actions_play(app, line[table.match.ply])
            await settled()
        assert table.played == line
        assert len(table.missed) == missed
        await do(app, "lesson-leave")
        assert app.place.sheet == ("study", "ab")

    run(play, {f"{STUDY_KEY}ab": model.write(whole)})


def actions_play(app: App, move: str) -> None:
    """Make a move at the table, as if the player had picked all its spots on the board."""
    table = sitting_at(app)
    app.loop.choose(table, table.match.ruleset.notation.read_move(table.match.position, move))
    app.page.render()


def test_a_wrong_guess_is_answered_with_the_comment_of_the_study() -> None:
    whole = Study("x", (chapter("reversi"),))
    seat = model.main_moves(whole.chapters[0])[0].seat

    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", f"guess ab 0 {seat}")
        table = sitting_at(app)
        assert isinstance(table, GuessTable)
        branch = table.tree.nodes[table.tree.nodes[0].next[1]]
        actions_play(app, branch.move)
        await settled()
        assert table.answer is not None
        assert english(table.answer) == f"{branch.move}: Not this: it loses."
        assert "The start" in drawn(app)
        assert table.match.ply == 0

    run(play, {f"{STUDY_KEY}ab": model.write(whole)})


def test_a_study_is_printed_with_moves_comments_and_diagrams() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "open ab")
        app.window.printing = True
        page = drawn(app)
        assert page.count("<figure") == 4
        assert "Not this: it loses." in page
        assert "%cal" not in page

    run(play, STORED)


def test_the_modules_are_fetched_with_the_first_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "shipped", lambda: {parcels.STUDIES: ("x", "y")})
    monkeypatch.setattr(parcels, "_archives", {})

    async def play(app: App, world: FakeWorld) -> None:
        await do(app, "studies")
        assert world.parcels.brought == [parcels.STUDIES]
        assert [thing.text for thing in opened(app)] == ["sheet studies"]

    run(play)


def test_guessing_shows_rings_and_arrows_but_no_move_before_it_is_guessed() -> None:
    tree = Variations("B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    tree, first = tree.played(0, "11-15")
    tree, wrong = tree.played(0, "9-14")
    tree, reply = tree.played(first, "22-18")
    tree, last = tree.played(reply, "15x22")
    drawings = ((0, "11>15"), (0, "11"), (0, "10"), (0, "10>15"), (wrong, "14>17"), (reply, "26"), (reply, "15>22"),
                (last, "18>22"))  # fmt: skip
    for node, drawing in drawings:
        tree = tree.sketched(node, drawing)
    whole = Study("x", (Chapter("checkers", "Single Corner", tree, 0),))

    async def play(app: App, _: FakeWorld) -> None:
        app.change_settings(speed="off")
        await do(app, "study", "guess ab 0 0")
        table = sitting_at(app)
        assert table.drawings() == ("10", "10>15"), "the others lie on the move to guess"
        page = drawn(app)
        assert page.count('class="arrow"') == 1
        assert "Ring: 10" in page
        assert "Arrow: 10 – 15" in page
        assert "Arrow: 11 – 15" not in page
        table.play(table.game.notation.read_move(table.match.position, "9-14"))
        assert table.drawings() == ("14>17",), "those of the study's variation, and none of the move to guess"
        take_back(table)
        table.play(table.game.notation.read_move(table.match.position, "11-15"))
        assert table.drawings() == ("11", "11>15"), "the move is guessed"
        table.play(table.game.notation.read_move(table.match.position, "22-18"))
        assert table.drawings() == ("26",)
        table.play(table.game.notation.read_move(table.match.position, "15x22"))
        assert table.drawings() == ("15>22", "18>22")

    run(play, {f"{STUDY_KEY}ab": model.write(whole)})


def test_a_chapter_is_still_kept_after_another_study_was_read() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "chapter ab 0")
        table = sitting_at(app)
        assert isinstance(table, ChapterTable)
        for start in (0, 1):  # the second new move stands before the first one in the stored text
            await do(app, "study-start")
            for _move in range(start):
                await do(app, "study-play", table.tree.nodes[table.tree.nodes[0].next[0]].move)
            await do(
                app, "study-play", next(m for m in table.match.options() if table.tree.after(table.node, m) is None)
            )
        await do(app, "study-add")
        await do(app, "study", "put cd")
        await do(app, "close")
        assert sitting_at(app) is table
        await do(app, "study-comment", "Later words")
        assert "Later words" in app.kept.studies["ab"]

    run(play, {**STORED, f"{STUDY_KEY}cd": model.write(Study("Other", (chapter("kilkenny"),)))})


def test_a_chapter_is_still_kept_after_a_player_of_its_game_was_renamed() -> None:
    whole = chapter("reversi")
    headers = {"Black": "Asha", "White": "Bela"}
    text = model.write(Study("Mine", (whole._replace(tree=whole.tree._replace(headers=headers)),)))

    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "chapter ab 0")
        app.kept.studies["ab"] = text.replace("Asha", "Esha")
        await do(app, "study-comment", "Later words")
        assert "Later words" in app.kept.studies["ab"]
        assert only(app).chapters[0].tree.headers == {**headers, "Black": "Esha"}

    run(play, {f"{STUDY_KEY}ab": text})


def test_a_chapter_at_the_table_follows_its_place_and_name() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "chapter ab 0")
        table = sitting_at(app)
        assert isinstance(table, ChapterTable)
        await do(app, "study", "open ab")
        await do(app, "study", "down ab 0")
        await do(app, "study", "title ab 1 Tiger")
        assert english(table.title) == "2. Tiger"
        assert table.history_entry == ("chapter", "chapter ab 1"), "a reload opens the same chapter"
        await do(app, "study", "remove ab 0")
        assert english(table.title) == "1. Tiger"
        await do(app, "study", "undo ab")
        assert english(table.title) == "2. Tiger"

    run(play, STORED)


def test_undoing_a_deleted_chapter_keeps_later_changes() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "open ab")
        await do(app, "study", "remove ab 0")
        await do(app, "study", "name ab Fresh")
        await do(app, "study", "title ab 0 Renamed")
        await do(app, "study", "undo ab")
        assert only(app).name == "Fresh"
        assert names(app) == ["reversi one", "Renamed"]

    run(play, STORED)


def test_an_undone_deletion_exceeds_no_limit() -> None:
    texts = {f"{STUDY_KEY}x{number}": STORED[f"{STUDY_KEY}ab"] for number in range(MOST_STUDIES)}

    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "studies")
        await do(app, "study", "delete x1")
        await do(app, "study", "new")
        await do(app, "study", "undo x1")
        assert len(app.kept.studies) == MOST_STUDIES
        await do(app, "study", f"delete {[*app.kept.studies][-1]}")
        assert len(app.kept.studies) == MOST_STUDIES - 1

    run(play, texts)


def test_a_study_that_cannot_be_read_takes_no_chapter_and_the_chapter_goes_elsewhere() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "analyse", "reversi")
        await do(app, "study-add")
        await do(app, "study", "put bad")
        assert "This is not a study that Chowk wrote." in drawn(app)
        await do(app, "study", "put ab")
        assert len(model.read(app.kept.studies["ab"]).chapters) == 3
        assert app.kept.studies["bad"] == "{]"

    run(play, {**STORED, f"{STUDY_KEY}bad": "{]"})


def test_a_file_with_more_games_than_a_study_holds_says_so() -> None:
    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "studies")
        await do(app, "study-file", '[Event "Cup"]\n\n1. 11-15 22-18 *\n\n' * (model.MOST_CHAPTERS + 1))
        assert len(only(app).chapters) == model.MOST_CHAPTERS
        assert "This study is full" in drawn(app)

    run(play)


def test_a_study_never_grows_longer_than_what_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "LONGEST", 2_500)

    async def play(app: App, _: FakeWorld) -> None:
        await do(app, "study", "chapter ab 0")
        table = sitting_at(app)
        for _comment in range(4):
            await do(app, "study-comment", "x" * 490)
            await do(app, "study-play", table.match.options()[0])
        assert "This study is full" in toast(app)
        assert model.read(app.kept.studies["ab"]).chapters[0].tree.nodes[0].comment
        await do(app, "study-add")
        await do(app, "study", "put ab")
        assert "This study is full" in drawn(app)
        assert len(model.read(app.kept.studies["ab"]).chapters) == 2

    run(play, STORED)


def test_marks_of_variations_are_printed_as_marks() -> None:
    tree = chapter("reversi").tree
    branch = tree.nodes[0].next[1]
    move = tree.nodes[branch].move
    assert f"( 1. {move} ? [Not this: it loses.] )" in lines(tree.marked(branch, "?").sketched(branch, "d3"))
    bare = tree.commented(branch, "").marked(branch, "?").sketched(branch, "d3")
    assert f"( 1. {move} ? )" in lines(bare)
    assert "It costs $2" in lines(tree.commented(branch, "It costs $2"))
