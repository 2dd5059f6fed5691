"""Test the tray of Parcheesi (the row of controls beside the board): states of dice and bonuses, texts of choices."""

from __future__ import annotations

from chowk.games.api import Way
from chowk.games.parcheesi import rules
from chowk.games.parcheesi.rules import END, LOSE, Position
from chowk.games.parcheesi.rules.refusals import REASONS
from chowk.games.parcheesi.ui import speech, tray
from chowk.i18n.i18n import words
from tests.unit.games.parcheesi.helpers import due, played

ENGLISH = words().with_names(speech.SEATS)


def states(position: Position) -> list[tuple[str, str]]:
    return [(part.name, part.state) for part in tray.parts(position)]


def shown(way: Way) -> str:
    if way.title is None:
        return ""
    return str(way.title) if isinstance(way.title, int) else ENGLISH(way.title)


def ways(position: Position, *picked: str) -> dict[str, str]:
    return {way.spot: shown(way) for way in tray.ways(position, picked)}


def way_sentences(position: Position, spot: str, *picked: str) -> list[str]:
    way = next(way for way in tray.ways(position, picked) if way.spot == spot)
    return [ENGLISH(sentence) for sentence in way.sentences]


# Parts ----------------------------------------------------------------------------------------------------------------


def test_dice_are_due_then_free_then_used() -> None:
    position = due("5,12,n,n")
    assert states(position) == [("die", "due"), ("die", "due")]
    position = due("5,12,n,n", "6-3")
    assert states(position) == [("6", "free"), ("3", "free")]
    assert states(played(position, "5>11")) == [("6", "used"), ("3", "free")]


def test_a_die_that_no_pawn_can_use_is_lost_and_says_so() -> None:
    position = due("n,n,n,n", "4-3")
    assert position.moves() == (LOSE,)
    assert states(position) == [("4", "lost"), ("3", "lost")]
    assert ENGLISH(tray.parts(position)[0].description) == "Die 4: lost, no pawn can use it."
    half = played(due("8,H,H,H", "3-2", east="12,12,n,n"), "8>11")
    assert states(half) == [("3", "used"), ("2", "lost")]


def test_a_double_of_fourteen_has_four_parts() -> None:
    position = due("8,30,H,H", "6-6")
    assert states(position) == [("6", "free"), ("6", "free"), ("1", "free"), ("1", "free")]
    assert states(played(position, "8>14")) == [("6", "free"), ("6", "used"), ("1", "free"), ("1", "free")]
    assert states(due("8,n,H,H", "6-6")) == [("6", "free"), ("6", "free")]


def test_bonuses_wait_for_the_dice_and_are_then_free() -> None:
    position = played(due("8,30,n,n", "2-1", east="10,n,n,n"), "8>10")
    assert states(position) == [("2", "used"), ("1", "free"), ("+20", "later")]
    assert states(played(position, "30>31")) == [("2", "used"), ("1", "used"), ("+20", "free")]


def test_a_bonus_at_once_comes_before_the_dice_that_are_left() -> None:
    position = played(due("8,30,40,50", "2-2", east="10,n,n,n", house="at_once:on"), "8>10")
    assert states(position)[-1] == ("+20", "free")


def test_a_part_marks_the_pawns_that_can_use_it() -> None:
    position = due("5,12,n,n", "5-3")
    five, three = tray.parts(position)
    assert set(five.spots) == {"space 5", "space 12", "nest south"}
    assert set(three.spots) == {"space 5", "space 12"}


def test_nothing_lies_there_once_the_game_is_over() -> None:
    position = played(due("h5,H,H,H", "4-3"), "h5>H")
    assert not tray.parts(position)
    assert not tray.ways(position, ())


# Choices ------------------------------------------------------------------------------------------------------------


def test_pawns_that_may_move_are_listed_and_none_by_a_number_that_is_not_on_the_board() -> None:
    assert ways(due("5,h2,n,H", "5-3")) == {"space 5": "", "row south 2": "", "nest south": "Nest"}


def test_a_pawn_says_where_it_can_go_by_what_and_whom_it_sends_home() -> None:
    position = due("5,30,n,n", "5-3", west="8,n,n,n")
    assert way_sentences(position, "space 5") == [
        "Red's pawn on safe space 5.",
        "By 3 to space 8, sending a pawn of Blue back to its nest.",
        "By 5 to space 10.",
        "By 3 and then 5 to space 13, sending a pawn of Blue back to its nest.",
    ]


def test_goals_say_what_they_take_and_where_they_lead() -> None:
    position = due("66,H,H,H", "4-3")
    described = {way.spot: (shown(way), way.place and ENGLISH(way.place)) for way in tray.ways(position, ("space 66",))}
    assert described["space 2"] == ("4", None), "the board has the 4, and no 2"
    assert described["space 5"] == ("7 = 4 + 3", None)
    assert described["row south 5"] == ("7 = 4 + 3", "Home row")
    home = next(way for way in tray.ways(due("h6,H,H,n", "2-1"), ("row south 6",)) if way.spot == "home south")
    assert (shown(home), home.place and ENGLISH(home.place)) == ("2", "Home")
    assert ways(due("12,30,n,n", bonus=20), "space 12") == {"space 32": "+20"}


def test_a_way_beyond_one_die_names_its_moves() -> None:
    position = due("5,30,n,n", "6-3")
    moves = {way.spot: way.moves for way in tray.ways(position, ("space 5",))}
    assert moves["space 11"] == ()
    after = position
    for move in moves["space 14"]:
        after = after.play(move)
    assert 14 in after.pawns[0]
    assert after.parts == ()


def test_which_pawn_of_a_blockade_goes_is_asked_by_how_it_came_there() -> None:
    position = played(due("20,22,30,H", "2-1"), "30>31")
    position = position._replace(pawns=((20, 20, 31, 75), *position.pawns[1:]), since=(20, -1, -1, -1))
    assert ways(position, "space 20", "space 22") == {"pawn 1": "Stood here", "pawn 2": "Just came"}
    assert way_sentences(position, "pawn 1", "space 20", "space 22") == [
        "Pawn 1, which stood in a blockade when the dice were rolled."
    ]


def test_the_turn_can_be_ended_only_where_a_bonus_is_all_that_is_left() -> None:
    position = due("12,30,n,n", bonus=20)
    end = tray.ways(position, ())[-1]
    assert (end.spot, end.ends) == ("end", True)
    assert ENGLISH(end.sentences[0]) == "End the turn and skip 1 bonus."
    assert "end" not in ways(due("5,12,n,n", "6-3"))
    assert "end" not in ways(due("12,30,n,n", bonus=20, house="compulsory:on"))


def test_ending_the_turn_asks_once_and_no_other_move_does() -> None:
    position = due("12,30,n,n", bonus=20)
    question = tray.asks(position, END)
    assert question is not None
    assert ENGLISH(question) == "1 bonus is not used yet. It is lost when the turn ends."
    assert all(tray.asks(position, move) is None for move in position.moves() if move != END)
    assert tray.asks(due("n,n,n,n", "4-3"), LOSE) is None


def test_before_the_roll_there_is_nothing_to_choose() -> None:
    assert tray.ways(rules.start(2, {}, 0), ()) == ()
    assert "ROLL_FIRST" in REASONS
