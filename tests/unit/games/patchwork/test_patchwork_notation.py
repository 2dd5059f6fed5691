"""Test Patchwork as text: positions, moves, games turn by turn, and the refusal of invalid texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeVar

import pytest

from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english
from chowk.games.patchwork import notation, rules
from chowk.games.patchwork.rules import ADVANCE, OPTIONS, Move, Place, Position, Single, Take
from chowk.games.patchwork.rules.quilt import CELL, TURNS, shape_by_turn
from tests.unit.games.patchwork.helpers import RULESET, cover, match, random_game, state

Read = TypeVar("Read")

NEW = "A:0/5/- B:0/5/- A queue=24,27,5,9,13,22,1"
SEWN = "A:2/3/27r0@a1,6r1f@e4 B:5/8/- A queue=22,5,9,1,13 house=track:classic"
HOUSES: list[dict[str, str]] = [
    {},
    *({option.name: choice.value} for option in OPTIONS for choice in option.choices[1:]),
]


@cache
def game(house: int, seed: int = 1) -> Match[Position, Move]:
    """Return a random game, played to its end. `house` is the index of a set of house rules."""
    return random_game(seed, **HOUSES[house])


def read(line: str) -> Position:
    return notation.read_position(line)


# Positions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("house", range(len(HOUSES)), ids=lambda number: str(HOUSES[number]))
def test_positions_of_random_games_round_trip(house: int) -> None:
    for position in game(house).positions:
        line = notation.write_position(position)
        assert len(line) < notation.LONGEST // 2
        assert read(line) == position
        assert hash(read(line)) == hash(position)


@pytest.mark.parametrize(
    "line",
    [
        NEW,
        SEWN,
        "A:0/0/- B:0/5/- A queue=13 hand=27",
        "A:27/0/- B:25/5/- A queue=13 single=26",
        "A:27/0/single26@e5 B:25/5/- B queue=13",
        "A:20/0/- B:19/5/- A queue=- single=20 house=track:classic",
        "A:53/0/- B:53/5/- B queue=-",
        "A:53/0/- B:49/5/- A queue=3 single=50",
        "A:9/0/- B:9/999/- B queue=3 house=track:classic,seven:off",
    ],
)
def test_positions_are_written_as_the_grammar_has_them(line: str) -> None:
    assert notation.write_position(read(line)) == line


def test_the_parts_of_a_position() -> None:
    position = read(SEWN)
    assert (position.turn, position.queue, position.hand, position.tile) == (0, (22, 5, 9, 1, 13), 0, rules.NOBODY)
    assert position.house == rules.House(track="classic")
    mine, other = position.players
    assert (mine.space, mine.buttons, mine.income) == (2, 3, 2 + 1)
    assert [piece.patch for piece in mine.sewn] == [27, 6]
    assert mine.quilt == cover("(0,0)-(2,0),(1,0)-(1,3)") | cover("(3,4)-(4,4),(4,5)-(5,5)")
    assert mine.quilt.bit_count() == 6 + 4
    assert (other.space, other.buttons, other.quilt) == (5, 8, 0)


def test_a_reader_takes_what_people_write() -> None:
    assert read("A:0/5/1r2@a1  B:0/5/-\nA queue=2") == read("A:0/5/1r0@a1 B:0/5/- A queue=2")
    assert read("A:0/5/- B:0/5/- A queue=2 house=track:current") == read("A:0/5/- B:0/5/- A queue=2")
    assert read("A:27/0/1r0@a1,single26@e5,2r0@h8 B:28/5/- A queue=3").players[0].sewn[1].patch == 2


FULL_QUILT = (
    "32r1@a1,26r0@d1,29r1f@f1,24r1@h1,33r1@a3,31r1@e3,22r1@c4,23r1f@g5,1r1@i5,28r3@a6,30r1f@d6,13r1f@f7,2r2@b8,4r2@h8,"
    "single26@b1,single32@d2,single38@g4,single44@c6"
)
"""The text of a quilt (player's board) on which patches and single patches cover all cells."""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "A position begins with both players and whose turn it is"),
        ("A:0/5/- A queue=1", "A position begins"),
        ("B:0/5/- A:0/5/- A queue=1", "A position begins"),
        ("A:0/5/- B:0/5/- C queue=1", "A position begins"),
        ("A:0/5/- B:0/5/-", "A position begins"),
        ("A:05/5/- B:0/5/- A queue=1", "A position begins"),
        ("A:0/-5/- B:0/5/- A queue=1", "A position begins"),
        ("A:0/1000/- B:0/5/- A queue=1", "A position begins"),
        ("A:٣/5/- B:0/5/- A queue=1", "A position begins"),
        ("A:54/5/- B:0/5/- B queue=1", "“A:54/5/-” does not fit this position of Patchwork."),
        ("A:0/5/- B:0/5/- A", "“” is not the number of a patch."),
        ("A:0/5/- B:0/5/- A queue=", "“queue=” does not fit"),
        ("A:0/5/- B:0/5/- A queue=34", "“34” is not the number of a patch."),
        ("A:0/5/- B:0/5/- A queue=0", "“0” is not the number of a patch."),
        ("A:0/5/- B:0/5/- A queue=1,,2", "“” is not the number of a patch."),
        ("A:0/5/- B:0/5/- A queue=1,2,1", "Patch 1 is there twice."),
        ("A:0/5/7r0@a1 B:0/5/- A queue=7", "Patch 7 is there twice."),
        ("A:0/5/7r0@a1 B:0/5/7r0@a1 A queue=1", "Patch 7 is there twice."),
        ("A:0/5/- B:0/5/- A queue=1 hand=1", "Patch 1 is there twice."),
        ("A:0/5/- B:0/5/- A queue=1 hand=34", "“hand=34” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 hand=0", "“hand=0” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 queue=2", "“queue=1 queue=2” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 nonsense", "“queue=1 nonsense” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 colour=red", "“queue=1 colour=red” does not fit"),
        ("A:0/5/7r4@a1 B:0/5/- A queue=1", "“7r4@a1” does not fit"),
        ("A:0/5/34r0@a1 B:0/5/- A queue=1", "“34r0@a1” does not fit"),
        ("A:0/5/7@a1 B:0/5/- A queue=1", "“7@a1” does not fit"),
        ("A:0/5/7r0@a0 B:0/5/- A queue=1", "“7r0@a0” does not fit"),
        ("A:0/5/7r0@a1, B:0/5/- A queue=1", "“” does not fit"),
        ("A:0/5/7r0@g1 B:0/5/- A queue=1", "“7r0@g1” lies outside the quilt."),
        ("A:0/5/7r1@a7 B:0/5/- A queue=1", "“7r1@a7” lies outside the quilt."),
        ("A:0/5/7r0@a1,1r0@d1 B:0/5/- A queue=2", "“1r0@d1” lies on another patch."),
        ("A:27/5/7r0@a1,single26@d1 B:28/5/- A queue=2", "“single26@d1” lies on another patch."),
        ("A:2/5/- B:1/5/- A queue=1", "It is the turn of the player who is further behind."),
        ("A:2/5/- B:1/5/- A queue=1 hand=2", "It is the turn of the player who is further behind."),
        ("A:53/5/- B:53/5/- A queue=1 hand=2", "Only one thing is to be sewn on at a time"),
        ("A:27/5/- B:25/5/- A queue=1 hand=2 single=26", "Only one thing is to be sewn on at a time"),
        (
            "A:27/5/- B:26/5/- A queue=1 single=26",
            "The single patch that is to be sewn on was not reached by the last move.",
        ),
        ("A:25/5/- B:24/5/- A queue=1 single=26", "The single patch that is to be sewn on was not"),
        ("A:27/5/- B:25/5/- B queue=1 single=26", "The single patch that is to be sewn on was not"),
        (f"A:50/5/{FULL_QUILT} B:45/5/- A queue=3 single=50 tile=A", "The single patch that is to be sewn on was not"),
        (f"A:44/5/{FULL_QUILT} B:45/5/- A queue=5 hand=3 tile=A", "The patch that is to be sewn on fits nowhere."),
        ("A:27/5/- B:25/5/- A queue=1 single=27", "Nobody can have the single patch from space 27."),
        ("A:27/5/- B:25/5/- A queue=1 single=x", "“single=x” does not fit"),
        ("A:27/5/- B:25/5/single26@a1 A queue=1 single=26", "Nobody can have the single patch from space 26."),
        ("A:20/5/- B:21/5/single20@a1 A queue=1", "Nobody can have the single patch from space 20."),
        ("A:20/5/- B:21/5/single26@a1 A queue=1", "Nobody can have the single patch from space 26."),
        ("A:0/5/- B:0/5/- A queue=1 tile=C", "“tile=C” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 tile=A", "The bonus tile is with whoever first covered a square"),
        ("A:0/5/- B:0/5/- A queue=1 tile=A house=seven:off", "By these house rules there is no bonus tile."),
        ("A:0/5/- B:0/5/- A queue=1 house=track:old", "“house=track:old” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 house=colour:red", "“house=colour:red” does not fit"),
        ("A:0/5/- B:0/5/- A queue=1 house=first:second", "“house=first:second” does not fit"),
        ("x" * 1001, "This text is too long to be a position."),
    ],
)
def test_what_is_no_position_is_told_why(line: str, why: str) -> None:
    with pytest.raises(TextError) as caught:
        read(line)
    assert english(caught.value.why).startswith(why)


def test_a_patch_in_hand_must_fit_and_a_covered_square_has_the_tile() -> None:
    position = next(candidate for candidate in game(0).positions if candidate.hand)
    line = notation.write_position(position)
    assert read(line) == position
    full = read(f"A:44/5/{FULL_QUILT} B:49/5/- A queue=3 tile=A")
    assert full.players[0].quilt.bit_count() == 81
    assert full.moves() == (ADVANCE,)
    after = full.play(ADVANCE)
    assert (after.turn, after.single, after.players[0].space) == (1, 0, 50)
    with_tile = next(candidate for candidate in tiled().positions if candidate.tile != rules.NOBODY)
    text = notation.write_position(with_tile)
    letter = "AB"[with_tile.tile]
    assert f" tile={letter}" in text
    with pytest.raises(TextError, match="The bonus tile is with whoever"):
        read(text.replace(f" tile={letter}", ""))
    with pytest.raises(TextError, match="By these house rules there is no bonus tile"):
        read(f"{text} house=seven:off")
    assert read(text.replace(f" tile={letter}", "") + " house=seven:off").tile == rules.NOBODY


@cache
def tiled() -> Match[Position, Move]:
    """Return a game in which patches are placed close together, so that a player wins the bonus tile."""
    played = match(rules.start(2, {}, 0))
    while played.outcome() is None:
        moves = played.position.moves()
        played.play(min(moves, key=lambda move: gaps(played.position.play(move), move)))
    return played


def gaps(position: Position, move: Move) -> tuple[int, int]:
    """Return the sort key of a move: purchases first, then placements with the fewest borders to empty cells.

    `position` is the position after the move.
    """
    if not isinstance(move, (Place, Single)):
        return (0 if isinstance(move, Take) else 1, 0)
    quilt = next(player.quilt for player in position.players if latest(player, move))
    steps = (
        (cell, cell + step) for cell in range(81) for step in (1, 9) if cell + step < 81 and (step == 9 or cell % 9 < 8)
    )
    return 0, sum((quilt >> cell_a & 1) != (quilt >> cell_b & 1) for cell_a, cell_b in steps)


def latest(player: rules.PlayerState, move: Place | Single) -> bool:
    if isinstance(move, Single):
        return player.lone[-1:] != () and player.lone[-1].cell == move.cell
    return player.sewn[-1:] != () and player.sewn[-1][1:] == move


# Moves --------------------------------------------------------------------------------------------------------------


def test_moves_are_written_as_the_grammar_has_them() -> None:
    position = state(but=(5, 5), market=(17, 27, 10))
    assert [notation.write_move(position, move) for move in position.moves()] == ["buy:17", "advance"]
    bought = state(but=(9, 5), market=(27,)).play(Take(27))
    assert notation.write_move(bought, Place(3, CELL["c4"])) == "r3@c4"
    assert {notation.write_move(bought, move).split("@")[0] for move in bought.moves()} == {"r0", "r1", "r2", "r3"}
    pending = state(pos=(26, 25), single=26)
    assert notation.write_move(pending, Single(CELL["e5"])) == "single@e5"


@pytest.mark.parametrize("given_text", ["buy:17", "BUY:17", "buy17", "take:17", " take17 "])
def test_a_purchase_is_read_in_many_forms(given_text: str) -> None:
    assert notation.read_move(state(market=(17,)), given_text) == Take(17)


@pytest.mark.parametrize("turn", TURNS)
def test_every_turn_of_a_patch_is_read(turn: str) -> None:
    for patch in (8, 17, 22):
        bought = state(but=(9, 5), market=(patch,)).play(Take(patch))
        move = notation.read_move(bought, f"{turn}@c4")
        assert move == Place(shape_by_turn(patch)[turn], CELL["c4"])
        assert notation.read_move(bought, notation.write_move(bought, move)) == move


def test_going_ahead_and_single_patches_are_read_in_many_forms() -> None:
    assert notation.read_move(state(), "pass") == notation.read_move(state(), "Advance") == ADVANCE
    pending = state(pos=(26, 25), single=26)
    assert notation.read_move(pending, "@e5") == notation.read_move(pending, "single@E5") == Single(CELL["e5"])


@pytest.mark.parametrize(
    "given_text", ["", "buy", "buy:5", "buy:0", "buy:017", "17", "r0@a1", "single@a1", "advance!", "@a1"]
)
def test_anything_else_is_no_move(given_text: str) -> None:
    with pytest.raises(TextError, match="is not a legal move here"):
        notation.read_move(state(market=(17,)), given_text)


@pytest.mark.parametrize("given_text", ["r0@a0", "r0@i9", "r4@a1", "buy:17", "advance", "single@a1"])
def test_nothing_else_while_a_patch_is_in_hand(given_text: str) -> None:
    with pytest.raises(TextError, match="is not a legal move here"):
        notation.read_move(state(market=(17,)).play(Take(17)), given_text)


def test_a_purchase_is_no_single_patch() -> None:
    # A purchase of patch 5 and a single patch on cell 5 are both the tuple (5,).
    with pytest.raises(TextError):
        notation.read_move(state(pos=(26, 25), single=26, market=(5,)), "buy:5")


@pytest.mark.parametrize("house", [0, 4])
def test_every_move_reads_back(house: int) -> None:
    for position in game(house).positions[::3]:
        texts = [notation.write_move(position, move) for move in position.moves()]
        assert len(set(texts)) == len(texts)
        for move, text in zip(position.moves(), texts, strict=True):
            assert notation.read_move(position, text) == move
            assert notation.read_move(position, text.upper()) == move


# Games --------------------------------------------------------------------------------------------------------------


def test_a_game_is_written_turn_by_turn() -> None:
    played = match(read("A:24/9/- B:25/5/- A queue=10,7,23,1"), ["buy:23", "r1f@c4", "advance", "single@e1"], seed=7)
    played.push("buy:7")
    text = notation.write_game(played, "turns", {"Rose": "Asha", "Game": "x", "Seed": "9"})
    assert text.split("\n") == [
        '[Variant "Patchwork"]',
        '[Rules "2"]',
        '[Setup "A:24/9/- B:25/5/- A queue=10,7,23,1"]',
        '[Seed "7"]',
        '[Rose "Asha"]',
        "",
        "1. A buy 23 r1f @c4 advance single @e1",
        "2. B buy 7",
        "*",
        "",
    ]


@pytest.mark.parametrize("house", range(len(HOUSES)), ids=lambda number: str(HOUSES[number]))
def test_games_round_trip_turn_by_turn(house: int) -> None:
    played = game(house)
    (read_game,) = notation.read_games(notation.write_game(played, "turns", {"Date": "2026.11.21"}))
    assert (read_game.game, read_game.seed, read_game.headers) == ("patchwork", played.seed, {"Date": "2026.11.21"})
    assert read_game.setup == notation.write_position(played.position_after(0))
    assert list(read_game.moves) == played.written()


@pytest.mark.parametrize("house", range(len(HOUSES)), ids=lambda number: str(HOUSES[number]))
def test_records_round_trip(house: int) -> None:
    played = game(house)
    again, headers = record.read(record.write(played, {"Rose": "Asha"}), {"patchwork": RULESET}.get)
    assert (again.positions, again.moves, headers["Rose"]) == (played.positions, played.moves, "Asha")
    assert again.outcome() == played.outcome()


def test_a_text_may_hold_several_games_with_comments() -> None:
    first_text = notation.write_game(game(0), "turns", {})
    second_text = notation.write_game(game(1), "turns", {"Event": "second"})
    records = notation.read_games(f"\n{first_text.replace('1. ', '1. {an opening} ', 1)}\n\n{second_text}\n")
    assert [len(read_game.moves) for read_game in records] == [game(0).ply, game(1).ply]
    assert records[1].headers == {"Event": "second"}


def test_a_game_may_be_written_by_hand() -> None:
    text = f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\nbuy 5 r0 @a1 B pass A take 13 R0@D4'
    (read_game,) = notation.read_games(text)
    assert read_game.moves == ("buy:5", "r0@a1", "advance", "buy:13", "r0@d4")


def test_without_a_set_up_the_usual_start_is_meant() -> None:
    (read_game,) = notation.read_games('[Variant "Patchwork"]\n[Seed "3"]\n\n1. advance *')
    assert read_game.setup == notation.write_position(rules.start(2, {}, 3))


@pytest.mark.parametrize(
    ("given_text", "why", "line", "column"),
    [
        ("", "There is no game of Patchwork in this text.", 0, 0),
        ("advance", "A game of Patchwork turn by turn begins with the header", 0, 0),
        ('[Variant "Parcheesi"]\n\n*', "A game of Patchwork turn by turn begins", 0, 0),
        ('[Variant "Patchwork"]\n[Seats "3"]\n\n*', "Patchwork is played by two players, not by “3”.", 0, 0),
        ('[Variant "Patchwork"]\n[Seed "x"]\n\n*', "“x” is not a seed", 0, 0),
        (f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\n1. B advance', "It is not B's turn here, but A's.", 4, 4),
        (f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\n1. A buy 27', "“buy:27” is not a legal move here.", 4, 6),
        (f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\n1. A buy 5 r0 @h8', "“r0@h8” is not a legal move here.", 4, 12),
        (f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\n1. A advance\n2. B buy', "“buy” is not a whole move.", 5, 6),
        (f'[Variant "Patchwork"]\n[Setup "{NEW}"]\n\n1. A single @e5', "“single@e5” is not a legal move here.", 4, 6),
        ("x" * 200_001, "This record is too long to be a game.", 0, 0),
    ],
)
def test_what_is_no_game_is_told_why_and_where(given_text: str, why: str, line: int, column: int) -> None:
    with pytest.raises(TextError) as caught:
        notation.read_games(given_text)
    assert english(caught.value.why).startswith(why)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_nothing_follows_the_end() -> None:
    over = notation.write_game(game(0), "turns", {}).replace("*", "advance *")
    with pytest.raises(TextError, match="The game is over before"):
        notation.read_games(over)


# Faulty texts -------------------------------------------------------------------------------------------------------

NASTY = (
    *'{}[]":,=@/\\\0\n\u2028٣²é',
    "",
    "9" * 50,
    "-1",
    "r0",
    "@a1",
    "single",
    "buy",
    "queue=",
    "A",
    "tile=B",
    "hand=3",
)


def damaged(text: str, random: Random) -> str:
    """Return the text with a few characters changed, mostly to plausible characters."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        cut = random.randrange(len(text) + 1)
        if random.random() < 0.7:
            text = text[:cut] + random.choice("0123456789abcdefghiABr") + text[cut + 1 :]
        else:
            text = (
                text[:cut]
                + random.choice((*NASTY, text[cut : cut + 5] * 2))
                + text[cut + random.choice((0, 0, 1, 3)) :]
            )
    return text


def read_or_refused(reader: Callable[[str], Read], given_text: str) -> Read | None:
    """Return a reader's result, or None if the reader refuses the text with a short sentence.

    Other errors are not caught.
    """
    try:
        return reader(given_text)
    except TextError as error:
        complaint = english(error.why)
    assert 0 < len(complaint) < 300
    return None


def sane(position: Position, random: Random) -> None:
    """Check that the rules can continue from a position, whatever text it was read from."""
    for _ in range(6):
        moves = position.moves()
        assert bool(moves) != position.over
        assert notation.read_position(notation.write_position(position)) == position
        if position.over:
            break
        str(position)
        for move in moves[:: 1 + len(moves) // 20]:
            position.events(move)
            position.play(move)
        position = position.play(random.choice(moves))


@pytest.mark.parametrize("seed", range(4))
def test_damaged_positions_are_refused_or_can_be_played(seed: int) -> None:
    random = Random(f"damaged {seed}")
    lines = [
        notation.write_position(position) for house in range(len(HOUSES)) for position in game(house).positions[::9]
    ]
    lines += [
        NEW,
        SEWN,
        "A:27/0/1r0@a1,single26@e5 B:28/5/8r0@a1 A queue=3",
        "A:20/9/- B:19/5/- A queue=- single=20",
    ] * 6
    accepted = 0
    for _ in range(400):
        position = read_or_refused(notation.read_position, damaged(random.choice(lines), random))
        if position is not None:
            accepted += 1
            sane(position, random)
    assert 10 < accepted < 200


@pytest.mark.parametrize("seed", range(3))
def test_damaged_games_are_refused_or_read(seed: int) -> None:
    random = Random(f"damaged games {seed}")
    text = notation.write_game(game(seed), "turns", {})
    for _ in range(60):
        for read_game in read_or_refused(notation.read_games, damaged(text, random)) or ():
            assert read_game.game == "patchwork"


def test_any_text_is_refused_or_read() -> None:
    random = Random("any text")
    hand = state(market=(17,)).play(Take(17))
    for _ in range(2000):
        text = "".join(random.choices((*NASTY, *"AB0123456789 rfabci"), k=random.randint(0, 30)))
        read_or_refused(notation.read_position, text)
        read_or_refused(notation.read_games, text)
        for position in (state(market=(17,)), hand):
            move = read_or_refused(lambda text, position=position: notation.read_move(position, text), text)  # type: ignore[misc]
            assert move is None or move in position.moves()
