"""Test the library's board: moves, chance, text, pictures, copies and refusals."""

from __future__ import annotations

import copy
import pickle
import random
import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from chowk.core.perft import perft
from chowk.games.api import Game
from chowk.library import CHANCE, Board, IllegalMove, TextError, games, house_rules
from chowk.library.parts import game_of, parts_of

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def played(game: str, plies: int, seed: int = 7) -> Board:
    """Return a board after `plies` random moves and rolls, or after the end of the game if it ends sooner."""
    board, lot = Board(game, seed=seed), random.Random(seed)
    while board.ply < plies and not board.is_game_over():
        if board.is_chance:
            board.roll()
        else:
            board.push(lot.choice(board.legal_moves))
    return board


@pytest.mark.parametrize("game", games())
def test_moves_have_a_text_that_means_them(game: str) -> None:
    board = played(game, 40)
    assert list(map(board.parse, board.texts())) == list(board.legal_moves)
    assert list(map(board.text, board.legal_moves)) == board.texts()
    assert all(map(board.is_legal, board.legal_moves))


@pytest.mark.parametrize("game", games())
def test_pop_takes_back_every_move_and_roll(game: str) -> None:
    board = played(game, 30)
    moves = board.moves
    assert len(moves) == board.ply == 30
    assert board.peek() == moves[-1]
    assert [board.pop() for _ in moves] == list(reversed(moves))
    assert board == Board(game, seed=7)
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("game", games())
def test_text_and_record_give_the_board_again(game: str) -> None:
    board = played(game, 25)
    again = Board(game, board.to_text())
    assert again.position == board.position
    assert hash(again.position) == hash(board.position)
    for same in (Board.from_record(board.to_record()), pickle.loads(pickle.dumps(board))):
        assert same == board
        assert same.seed == board.seed
        assert same.legal_moves == board.legal_moves


@pytest.mark.parametrize("game", games())
def test_a_copy_goes_its_own_way(game: str) -> None:
    board = played(game, 20)
    before = board.to_record()
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert twin == board
        twin.push(twin.legal_moves[0])
        assert twin != board
        twin.pop()
        twin.pop()
        assert board.to_record() == before
    with pytest.raises(TypeError):
        hash(board)
    assert board != before


@pytest.mark.parametrize("game", ["parcheesi", "kilkenny"])
def test_chance_is_a_move_by_the_seed_or_of_ones_own(game: str) -> None:
    board = played(game, 20)
    while not board.is_chance:
        board.push(board.legal_moves[0])
    assert board.turn == CHANCE
    chances = board.chances()
    assert tuple(chances) == board.legal_moves
    assert sum(chances.values()) == 1
    assert set(chances.values()) <= {Fraction(1, 6), Fraction(1, 18), Fraction(1, 36)}
    roll = board.roll()
    assert board.pop() == roll == board.roll()
    board.pop()
    for own in chances:
        board.push(own)
        assert board.peek() == own
        board.pop()


def test_a_seed_that_is_not_given_is_drawn() -> None:
    assert len({Board("parcheesi").seed for _ in range(4)}) == 4
    assert Board("parcheesi", seed=5).seed == 5


def test_the_same_seed_gives_the_same_game() -> None:
    assert played("parcheesi", 60) == played("parcheesi", 60)
    assert played("parcheesi", 60).moves != played("parcheesi", 60, seed=8).moves


def test_no_roll_is_due_in_a_game_without_dice() -> None:
    board = Board("reversi")
    assert board.chances() == {}
    with pytest.raises(IllegalMove, match="no roll is due"):
        board.roll()


@pytest.mark.parametrize("game", games())
def test_a_game_that_is_over_has_an_outcome_and_no_moves(game: str) -> None:
    board = played(game, 5_000)
    outcome = board.outcome()
    assert outcome is not None
    assert board.is_game_over()
    assert board.legal_moves == ()
    assert board.texts() == []
    assert len(outcome.places) == board.seats
    assert board.describe_outcome()
    assert "{" not in board.describe_outcome()
    with pytest.raises(IllegalMove):
        board.push(board.peek())


def test_a_draw_by_repetition_ends_the_moves_too() -> None:
    board = Board("checkers", "B:WK32:BK1")
    for text in ("1-5", "32-28", "5-1", "28-32") * 2:
        assert not board.is_game_over()
        board.push_text(text)
    assert board.is_game_over()
    assert board.position.moves()
    assert board.legal_moves == ()


@pytest.mark.parametrize("game", games())
def test_moves_are_described_by_sides_not_by_numbers(game: str) -> None:
    board = played(game, 30)
    while board.is_chance:
        board.roll()
    for move in board.legal_moves[:10]:
        told = board.describe(move)
        assert told
        assert "{" not in told
        assert "seat" not in told
        assert board.side(board.turn) in told
    assert board.describe_outcome() == ""


@pytest.mark.parametrize("game", games())
def test_diagrams_say_the_same_in_letters_in_unicode_and_in_colour(game: str) -> None:
    board, parts = played(game, 40), parts_of(game)
    assert parts.field.lines
    plain, drawn, coloured = str(board), board.unicode(), board.ansi()
    assert ESCAPES.sub("", coloured) == drawn
    assert ESCAPES.search(coloured)
    assert drawn != plain
    assert [len(line) for line in drawn.split("\n")] == [len(line) for line in plain.split("\n")]
    first, count, _ = parts.field
    apart = [*range(first), *range(first + count, len(plain.split("\n")))]
    assert [drawn.split("\n")[line] for line in apart] == [plain.split("\n")[line] for line in apart]
    for text in (plain, drawn):
        assert text.split("\n")[-1] == str(board.position).split("\n")[-1]


@pytest.mark.parametrize("game", games())
def test_the_picture_is_an_svg_that_needs_no_other_file(game: str) -> None:
    board = played(game, 20)
    for picture in (board.svg(), board._repr_svg_(), board.svg("dark", labels=False)):
        root = ET.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("aria-label")
        targets = {value for node in root.iter() for name, value in node.items() if name.endswith("href")}
        ids = {node.get("id") for node in root.iter()}
        assert targets
        assert {target.removeprefix("#") for target in targets} <= ids
    other = played(game, 22)
    names = [set(re.findall(r' id="([^"]+)"', one.svg())) for one in (board, other)]
    assert not names[0] & names[1], "two pictures in one notebook"


@pytest.mark.parametrize(("game", "depth", "leaves"), [("reversi", 4, 244), ("checkers", 4, 1469), ("kilkenny", 1, 6)])
def test_perft_counts_from_here(game: str, depth: int, leaves: int) -> None:
    board = Board(game, seed=7)
    assert board.perft(depth) == perft(board.position, depth) == leaves
    assert board.ply == 0


def refusal(**given: object) -> str:
    """Return the error message of `Board` for these arguments."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the caller compares the message
        Board(**given)  # type: ignore[arg-type]
    return str(refused.value)


def test_what_does_not_exist_is_refused_with_what_does() -> None:
    assert "the games are parcheesi, reversi" in refusal(game="chess")
    assert refusal(game="reversi", seats=3) == "reversi is played by 2"
    assert refusal(game="checkers", ballot="155") == "ballot of checkers is one of off, 156, 144, 12, not '155'"
    assert refusal(game="checkers", balot="156") == (
        "balot is no house rule of checkers; its house rules are repetition, forty, ballot"
    )
    assert refusal(game="reversi", ballot="156") == "ballot is no house rule of reversi; it has none"
    assert refusal(game="checkers", text="B:W32:BK1", seats=2).startswith("the text of a position")
    assert refusal(game="checkers", seed=-1).startswith("a seed is")
    assert "64 squares" in refusal(game="reversi", text="X")
    board = Board("reversi")
    with pytest.raises(TextError):
        board.push_text("a1")
    for refused in (board.push, board.text, board.describe):
        with pytest.raises(IllegalMove):
            refused(0)
        with pytest.raises(IllegalMove, match="'d3' is a text, not a move: use push_text, or parse"):
            refused("d3")
    with pytest.raises(TextError, match="line 2"):
        Board.from_record('[Game "reversi"]\n1. a1')


def test_seats_and_house_rules_set_up_the_game() -> None:
    assert Board("parcheesi", seats=4).seats == 4
    assert Board("parcheesi").seats == 2
    assert Board("checkers", ballot="156", seed=3).to_text() != Board("checkers", seed=3).to_text()
    assert house_rules("reversi") == {}
    assert all(values for game in games() for values in house_rules(game).values())


def test_every_game_of_the_page_is_in_the_library() -> None:
    loaded: list[Game] = [game_of(game) for game in games()]
    assert [game.name for game in loaded] == list(games())
    assert repr(Board("checkers", "B:W32:BK1")) == "Board('checkers', 'B:W32:BK1')"
