"""Test opponents' remarks and faces: determined by the match, rare, and absent if switched off."""

from __future__ import annotations

from typing import Any

from chowk import games
from chowk.core.match import Match
from chowk.core.message import Message, english
from chowk.core.position import CHANCE
from chowk.draw.animals import FACES
from chowk.session.output import announce, bot_chat
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.settings import Settings


def against(name: str, level: int, seed: int = 1, seats: int = 2, position: str = "") -> Table:
    """Return a table of a game with one person. Opponents of level `level` have the other seats.

    The game begins at the start or, if given, at `position`.
    """
    game = games.load(name)
    plan = Plan(name, (SeatPlan(), *(SeatPlan("bot", level) for _ in range(seats - 1))))
    match: Match[Any, Any] = game.match(seed, seats)
    if position:
        match = Match(game.ruleset, game.notation.read_position(position), seed)
    return Table(game, plan, match, "save", "2026-01-01T00:00:00+00:00")


def remark_text(table: Table) -> Message | None:
    remark = bot_chat.remark(table)
    return None if remark is None else remark[1]


def test_the_same_seed_says_the_same_and_others_say_other_things() -> None:
    first = [remark_text(against("reversi", 0, seed)) for seed in range(12)]
    assert first == [remark_text(against("reversi", 0, seed)) for seed in range(12)]
    assert set(first) == set(bot_chat.LINES["merry", "begin"])


def test_whoever_greets_does_so_once_however_often_is_rolled_for_who_begins() -> None:
    table = against("parcheesi", 0, seats=4)
    first, aloud = bot_chat.remark(table), announce.remarked(Settings(), table)
    assert first is not None
    assert aloud
    while table.match.position.turn == CHANCE and not bot_chat.has_started(table):
        table.play(table.match.roll())
        assert bot_chat.remark(table) == first
        assert announce.remarked(Settings(), table) == ()
    assert table.match.ply > 2


def test_every_temper_has_something_short_to_say_on_every_occasion() -> None:
    occasions = {occasion for _, occasion in bot_chat.LINES}
    assert occasions == {"begin", "slow", "praise", "caught", "won", "lost"}
    for temper in ("calm", "merry", "sly"):
        for occasion in occasions:
            assert all(len(english(line)) <= 30 for line in bot_chat.LINES[temper, occasion])


def test_an_opponent_says_little_in_the_course_of_a_game() -> None:
    spoke = plies = 0
    for seed in range(8):
        table = against("reversi", 0, seed)
        while table.outcome is None:
            table.play(table.match.position.moves()[seed % len(table.match.position.moves())])
            plies += 1
            spoke += bot_chat.remark(table) is not None and table.outcome is None
    assert 0 < spoke < plies / 8


def test_a_piece_that_is_taken_shows_in_the_face_of_whoever_loses_it() -> None:
    table = against("checkers", 0, position="B:W18:B15,1")
    assert bot_chat.face(table, 1) == "calm"
    table.play(table.match.position.moves()[0])
    assert table.outcome is not None
    table = against("checkers", 0, position="B:W18,32:B15,1")
    table.play(table.match.position.moves()[0])
    assert bot_chat.face(table, 1) == "caught"
    table.choice.thinking = 1
    assert bot_chat.face(table, 1) == "thinking"
    assert {bot_chat.face(table, 1)} <= set(FACES)


def test_nobody_is_praised_for_the_only_legal_move() -> None:
    for position, may_speak in (("B:W18,32:B15,1", False), ("B:W18,17,32:B15,14,1", True)):
        remarks = set[Message | None]()
        for seed in range(20):
            table = against("checkers", 0, seed, position=position)
            assert (len(table.match.position.moves()) > 1) is may_speak, "captures are compulsory"
            table.play(table.match.position.moves()[0])
            remarks.add(remark_text(table))
        assert (remarks != {None}) is may_speak


def test_the_end_and_long_thought_have_lines_of_their_own() -> None:
    table = against("checkers", 4, position="B:W18:B15,1")
    table.play(table.match.position.moves()[0])
    assert remark_text(table) in bot_chat.LINES["sly", "lost"]
    assert bot_chat.face(table, 1) == "caught"
    remarks = set()
    for seed in range(20):
        table = against("checkers", 4, seed, position="W:W18,32:B9,1")
        table.choice.thinking, table.choice.slow = 1, True
        remarks.add(remark_text(table))
    assert remarks == {None, *bot_chat.LINES["sly", "slow"]}


def test_they_are_silent_where_that_is_wanted_and_where_nobody_plays_them() -> None:
    table = against("reversi", 0)
    assert announce.remarked(Settings(), table)
    assert announce.remarked(Settings(remarks=False), table) == ()
    table.kind = "guest"
    assert announce.remarked(Settings(), table) == ()


def test_opponents_of_one_kind_differ_in_name_and_colour() -> None:
    from chowk.draw.animals import ground

    for name in ("parcheesi", "kilkenny"):
        table = against(name, 1, seats=4)
        assert (
            len({english(called) for seat in (1, 2, 3) if isinstance(called := table.seats.name(seat), Message)}) == 3
        )
        assert len({ground(table.seats.token(seat), seat) for seat in range(4)}) == 4


def test_a_remark_on_a_move_stays_while_the_next_player_rolls() -> None:
    heard = 0
    for seed in range(12):
        table = against("kilkenny", 0, seed)
        while table.outcome is None and table.match.ply < 120:
            if table.match.position.turn != CHANCE:
                table.play(table.match.position.moves()[-1])
                continue
            before = bot_chat.remark(table)
            table.play(table.match.roll())
            if table.outcome is None:
                assert bot_chat.remark(table) == before
            heard += before is not None and bot_chat.has_started(table)
    assert heard
