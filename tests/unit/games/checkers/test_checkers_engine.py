"""Test Checkers' boards, endgame database, opening book and opponents, against the rules and published facts."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from chowk.engine import assets
from chowk.engine.protocol import Thought
from chowk.engine.search_budget import Clock
from chowk.games.checkers import notation, rules
from chowk.games.checkers.engine import book, bots, endgame, lookup, reader
from chowk.games.checkers.engine import lookup_board as board
from chowk.games.checkers.engine.endgame import Board
from chowk.games.checkers.rules import BIT, START, Position
from training.checkers import book_checkers

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[3] / "data" / "checkers.json").read_text())
TOTALS: list[dict[str, Any]] = json.loads((Path(__file__).parents[3] / "data" / "checkers_endings.json").read_text())
TOP = bots.LEVELS[-1].number
OUT_OF_BOOK = notation.read_position("B:W17,19,21,22,25,26,29,30,32:B1,2,5,6,9,10,12,14,20")
EVERY_LEVEL = pytest.mark.parametrize("level", sorted(bots.STYLES))


def board_of(position: Position) -> Board:
    return position.black, position.white, position.kings


def placed(text: str) -> Position:
    return notation.read_position(text)


def playouts(games: int, seed: int) -> Iterator[Position]:
    """Yield every unfinished position of `games` random games."""
    chance = random.Random(seed)
    for _ in range(games):
        position = START
        while moves := position.moves():
            yield position
            position = position.play(chance.choice(moves))


def scattered(number: int, pieces: range, seed: int) -> Iterator[Position]:
    """Yield `number` random positions in which the side to move has a legal move.

    `pieces` is the range of the number of pieces.
    """
    chance = random.Random(seed)
    while number:
        black = white = kings = 0
        squares = chance.sample(range(1, 33), chance.choice(pieces))
        colours = [0, 1, *(chance.randrange(2) for _ in squares[2:])]
        for square, colour in zip(squares, colours, strict=True):
            black, white = (black, white | BIT[square]) if colour else (black | BIT[square], white)
            if rules.CROWN[colour] & BIT[square] or chance.random() < 0.4:
                kings |= BIT[square]
        position = Position(black, white, kings, chance.randrange(2))
        if position.moves():
            number -= 1
            yield position


@cache
def positions() -> tuple[Position, ...]:
    return (*playouts(8, 1), *scattered(300, range(3, 16), 2))


def patient() -> Clock:
    """Return a clock for an opponent. The clock never runs out."""
    return Clock(1e9, count().__next__)


def counting(ticks: int) -> Clock:
    """Return a clock for an opponent. The clock runs out after `ticks` readings."""
    return Clock(ticks, count().__next__)


def searched(position: Position, depth: int, margin: int = 0) -> reader.Ranking:
    """Return the final ranking of the moves by a search of `depth` plies.

    The search gives exact values to the best move, and to all moves that are worse by at most `margin`.
    """
    limits = reader.Limits(depth, nodes=1 << 30, margin=margin)
    return list(reader.think(assets.kernel("checkers"), position, (), limits, patient()))[-1]


class TestBoard:
    def test_successors_are_those_of_the_rules(self) -> None:
        for position in positions():
            ruled = {board_of(position.play(move)) for move in position.moves()}
            assert set(board.successors(board_of(position), position.turn)) == ruled
            assert bool(board.JUMPERS[position.turn](*board_of(position))) == (
                len(position.moves()[0]) > 2 or bool(rules.jumped(position.moves()[0]))
            )

    @pytest.mark.parametrize("case", FACTS["perft"], ids=lambda case: case["fen"])
    def test_as_many_paths_as_published(self, case: dict[str, Any]) -> None:
        position = placed(case["fen"])

        def paths(position_board: Board, side: int, depth: int) -> int:
            after = board.successors(position_board, side)
            return len(after) if depth == 1 else sum(paths(successor, 1 - side, depth - 1) for successor in after)

        assert [paths(board_of(position), position.turn, depth) for depth in range(1, 6)] == case["by_path"][:5]


def decode_result(code: int) -> tuple[str, int]:
    """Return the meaning of a code in the endgame database: the result, and the plies until the end."""
    return ("draw", 0) if not code else ("loss" if code % 2 else "win", code - 1)


def boards_of(black_men: int, black_kings: int, white_men: int, white_kings: int) -> Iterator[Board]:
    """Yield every board that has exactly these pieces."""
    bits = BIT[1:]

    def put(left: int, first: int, allowed: int, occupied: int) -> Iterator[int]:
        if not left:
            yield 0
            return
        for square in range(first, 32):
            if bits[square] & allowed & ~occupied:
                for others in put(left - 1, square + 1, allowed, occupied):
                    yield bits[square] | others

    for men in put(black_men, 0, ~rules.CROWN[0], 0):
        for crowned in put(black_kings, 0, -1, men):
            for others in put(white_men, 0, ~rules.CROWN[1], men | crowned):
                for against in put(white_kings, 0, -1, men | crowned | others):
                    yield men | crowned, others | against, crowned | against


def total(facts: dict[str, Any]) -> dict[str, int]:
    """Count the positions with the pieces `facts["material"]` by their result in the endgame database.

    The keys are `win`, `loss` and `draw`. A fourth key, `longest`, has the number of plies of the longest win.
    """
    totals = {"win": 0, "loss": 0, "draw": 0, "longest": 0}
    for board_of_total in boards_of(*facts["material"]):
        value, plies = decode_result(lookup.look_up(board_of_total, 0))
        totals[value] += 1
        if value == "win":
            totals["longest"] = max(totals["longest"], plies)
    return totals


class TestEndgame:
    @pytest.mark.parametrize("problem", FACTS["problems"], ids=lambda problem: problem["name"])
    def test_a_published_problem_has_its_value_and_its_distance(self, problem: dict[str, Any]) -> None:
        position = placed(problem["fen"])
        assert decode_result(lookup.look_up(board_of(position), position.turn)) == (problem["value"], problem["plies"])

    @pytest.mark.parametrize(
        "facts", [facts for facts in TOTALS if sum(facts["material"]) < 4], ids=lambda facts: facts["example"]
    )
    def test_two_and_three_pieces_are_won_lost_and_drawn_as_often_as_published(self, facts: dict[str, Any]) -> None:
        assert total(facts) == {name: facts[name] for name in ("win", "loss", "draw", "longest")}

    @pytest.mark.deep
    @pytest.mark.parametrize(
        "facts", [facts for facts in TOTALS if sum(facts["material"]) == 4], ids=lambda facts: facts["example"]
    )
    def test_four_pieces_are_won_lost_and_drawn_as_often_as_published(self, facts: dict[str, Any]) -> None:
        assert total(facts) == {name: facts[name] for name in ("win", "loss", "draw", "longest")}

    def test_the_longest_wins_of_all_materials(self) -> None:
        for facts in TOTALS:
            position = placed(facts["example"])
            assert decode_result(lookup.look_up(board_of(position), 0)) == ("win", facts["longest"])

    def test_a_value_follows_from_those_after_each_move(self) -> None:
        for position in scattered(1500, range(2, 5), 3):
            codes = [lookup.look_up(board_of(after), after.turn) for after in map(position.play, position.moves())]
            lost, won = [code for code in codes if code % 2], [code for code in codes if code and not code % 2]
            expected = min(lost) + 1 if lost else 0 if 0 in codes else max(won) + 1
            assert lookup.look_up(board_of(position), position.turn) == expected

    def test_white_to_move_sees_what_black_would_from_the_other_side(self) -> None:
        for position in scattered(300, range(2, 5), 4):
            mine = lookup.look_up(board_of(position), position.turn)
            assert mine == lookup.look_up(turned(board_of(position)), 1 - position.turn)

    def test_the_file_is_small(self) -> None:
        table, _, _ = lookup._tables()
        assert len(table) == endgame.SIZE
        assert (Path(endgame.__file__).parent / "endgame.bin").stat().st_size < 450_000


def turned(shown_board: Board) -> Board:
    """Return the same board with the colours exchanged, as seen from the other side."""
    black, white, kings = (int(f"{mask:035b}"[::-1], 2) for mask in shown_board)
    return white, black, kings


def after(position: Position) -> list[Position]:
    return [position.play(move) for move in position.moves()]


def thoughts(position: Position, level: int, clock: Clock, seed: int = 1) -> list[Thought[rules.Move]]:
    return list(bots.think(position, [], level, seed, clock))


def book_lines() -> dict[book.Moves, book.Moves]:
    return book.read(assets.data("checkers", book.DATA))


def sampled_lines(number: int, seed: int) -> list[book.Moves]:
    """Return a sample of the opening book's lines, half of them with Black to move."""
    lines = sorted(book_lines())
    sides = [[line for line in lines if len(line) % 2 == turn] for turn in (0, 1)]
    return [line for side in sides for line in random.Random(seed).sample(side, number // 2)]


def losses(line: book.Moves, depth: int, margin: int) -> list[int]:
    """Return how much worse each book answer to a line is than the best move, by a search of `depth` plies.

    Values above `margin` are not exact: they may be too small.
    """
    position = book.position(line)
    ranking = searched(position, depth, margin)
    boards = [board_of(position.play(move)) for move in ranking.moves]
    values = dict(zip(boards, ranking.values, strict=True))
    answers = book.answers(board_of(position), position.turn)
    return [ranking.values[0] - values[board_of(position.play(move))] for move in answers]


def both_sides(ballots: Iterable[rules.Ballot]) -> None:
    """Check that the book answers each opening in `ballots`, and each opening followed by a likely reply.

    A reply is likely if a search finds that it loses at most `LIKELY`. Positions with only one legal move need no
    answer.
    """
    for ballot in ballots:
        position = book.position(ballot.moves)
        assert len(position.moves()) == 1 or book.answers(board_of(position), position.turn)
        replies = position.moves()
        if len(replies) > 1:
            ranking = searched(position, book_checkers.SHALLOW, book_checkers.LIKELY)
            least = ranking.values[0] - book_checkers.LIKELY
            replies = tuple(move for move, value in zip(ranking.moves, ranking.values, strict=True) if value >= least)
        for reply in replies:
            after = position.play(reply)
            assert len(after.moves()) == 1 or book.answers(board_of(after), after.turn), (ballot, reply)


class TestBook:
    def test_it_knows_the_start_and_every_three_move_opening(self) -> None:
        assert book.answers(board_of(START), 0)
        for ballot in rules.BALLOTS:
            position = book.position(ballot.moves)
            assert len(position.moves()) == 1 or book.answers(board_of(position), position.turn)

    def test_it_answers_both_sides_after_every_drawn_opening(self) -> None:
        deck = [ballot for ballot in rules.BALLOTS if ballot.deck]
        both_sides(random.Random(9).sample(deck, 3))

    @pytest.mark.deep
    def test_it_answers_both_sides_after_all_drawn_openings(self) -> None:
        both_sides([ballot for ballot in rules.BALLOTS if ballot.deck])

    def test_every_line_and_every_answer_can_be_played(self) -> None:
        lines = book_lines()
        assert len(lines) >= 1_800
        for line, answers in lines.items():
            position = START
            for move in line:
                assert move in position.moves()
                position = position.play(move)
            assert len(position.moves()) > 1, "an only move needs no book"
            assert answers
            assert set(answers) <= set(position.moves())
            assert set(book.answers(board_of(position), position.turn)) == set(answers)

    def test_it_answers_for_both_sides(self) -> None:
        turns = [len(line) % 2 for line in book_lines()]
        assert min(turns.count(0), turns.count(1)) >= 500

    def test_no_position_is_in_it_twice(self) -> None:
        lines = book_lines()
        assert len({book.position(line).key for line in lines}) == len(lines)

    def test_what_it_does_not_know_it_does_not_answer(self) -> None:
        assert book.answers(board_of(START), 1) == (), "the same board with the other side to move"
        assert book.answers(board_of(OUT_OF_BOOK), OUT_OF_BOOK.turn) == ()
        assert book.answers(board_of(placed("W:W18:B1")), 1) == ()

    def test_a_look_finds_its_answers_about_as_good_as_the_best(self) -> None:
        for line in sampled_lines(6, 12):
            assert max(losses(line, 10, 100)) <= 15, book.write_line(line)

    @pytest.mark.deep
    def test_a_deeper_look_than_the_books_own_agrees_with_it(self) -> None:
        for line in sampled_lines(4, 13):
            assert max(losses(line, 14, 30)) <= 25, book.write_line(line)

    def test_lines_are_read_as_they_are_written(self) -> None:
        line = ((11, 15), (24, 19), (15, 24), (28, 19))
        assert book.read_line(book.write_line(line)) == line

    def test_the_strongest_plays_by_the_book_at_once_and_not_always_the_same(self) -> None:
        chosen = {thoughts(START, TOP, counting(3), seed)[-1].move for seed in range(12)}
        assert chosen <= set(book.answers(board_of(START), 0))
        assert len(chosen) > 1

    def test_who_has_not_got_it_yet_thinks_for_himself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book._by_board.cache_clear()
        monkeypatch.setattr(book, "DATA", "none.bin")
        assert thoughts(START, TOP, counting(60))[-1].depth > 0
        monkeypatch.undo()
        assert thoughts(START, TOP, counting(60))[-1].depth == 0, "and plays by it once it is there"

    def test_the_others_do_not_know_it(self) -> None:
        for level in (0, 1, 2, 3, 4, 7):
            assert thoughts(START, level, counting(60))[-1].depth > 0

    def test_it_grows_from_where_it_was_broken_off(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(book_checkers, "SHALLOW", 2)
        monkeypatch.setattr(rules, "BALLOTS", rules.BALLOTS[:4])
        whole, parts, out = (tmp_path / name for name in ("whole.txt", "parts.txt", "book.bin"))
        book_checkers.grow(whole, 2, 54, 9)
        for size in (20, 54):
            book_checkers.grow(parts, 2, size, 9)
        assert whole.read_text() == parts.read_text()
        expected = book_checkers.written(whole)
        assert len({book.position(line).key for line in expected}) == len(expected) == 54
        book_checkers.main(["pack", str(whole), "--out", str(out)])
        assert book.read(out.read_bytes()) == expected
        book_checkers.main(["unpack", str(parts), "--out", str(out)])
        assert book_checkers.written(parts) == expected

    def test_of_two_books_the_first_answers_what_both_know(self, tmp_path: Path) -> None:
        deep, other, out = (tmp_path / name for name in ("deep.txt", "other.txt", "book.bin"))
        deep.write_text("11-15 23-19 9-14: 22-17\n12-16: 24-20\n")
        other.write_text("9-14 23-19 11-15: 27-23\n12-16: 21-17\n11-15: 23-19\n")
        book_checkers.main(["pack", str(deep), "--then", str(other), "--out", str(out)])
        merged = {
            book.write_line(line): book.write_line(answers) for line, answers in book.read(out.read_bytes()).items()
        }
        assert merged == {"11-15 23-19 9-14": "22-17", "12-16": "24-20", "11-15": "23-19"}

    def test_it_is_read_as_it_was_written(self) -> None:
        lines = book_lines()
        assert book.read(book.file(lines)) == lines
        assert len(assets.data("checkers", book.DATA)) < 300_000


class TestOpponents:
    @EVERY_LEVEL
    def test_only_legal_moves_come_to_mind(self, level: int) -> None:
        for position in positions()[::40]:
            moves = position.moves()
            assert all(thought.move in moves for thought in thoughts(position, level, counting(15)))

    @pytest.mark.parametrize("level", sorted(bots.STYLES.keys() - {TOP}))
    def test_the_same_seed_gives_the_same_thoughts(self, level: int) -> None:
        for position in positions()[5::90]:
            assert thoughts(position, level, counting(30), 3) == thoughts(position, level, counting(30), 3)

    @EVERY_LEVEL
    def test_an_only_move_needs_no_time(self, level: int) -> None:
        position = placed("B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15")
        assert [thought.move for thought in thoughts(position, level, patient())] == [(15, 22)]

    def test_the_clock_ends_it(self) -> None:
        ticks = count()
        clock = Clock(40, ticks.__next__)
        results = thoughts(OUT_OF_BOOK, TOP, clock)
        assert next(ticks) <= 45
        assert len(results) > 5

    def test_it_can_be_hurried_at_any_time(self) -> None:
        clock = patient()
        thinking = bots.think(OUT_OF_BOOK, [], TOP, 1, clock)
        for _ in range(60):
            next(thinking)
        clock.end_now()
        assert len(list(thinking)) <= 2

    @pytest.mark.parametrize("seed", range(6))
    def test_the_weakest_takes_two_for_one(self, seed: int) -> None:
        position = placed("B:W18,19,27:B15,1")
        assert thoughts(position, 0, patient(), seed)[-1].move == (15, 24, 31)

    @pytest.mark.parametrize("seed", range(6))
    def test_the_weakest_does_not_give_a_man_away(self, seed: int) -> None:
        position = placed("B:W21,22,29,30:B9,3,4,5")
        chosen = thoughts(position, 0, patient(), seed)[-1].move
        assert not any(map(rules.jumped, position.play(chosen).moves()))

    def test_moves_vary_with_the_seed(self) -> None:
        assert len({thoughts(START, 0, patient(), seed)[-1].move for seed in range(20)}) > 1


def played_out(position: Position, level: int, other: Any) -> Position:
    """Play an opponent of this level against `other`, a function that picks moves. Return the last position.

    The opponent plays the side to move in `position`.
    """
    mover, past = position.turn, [position]
    times = Counter([position.key])
    while position.moves() and rules.ended(position, times[position.key]) is None and len(past) < 150:
        if position.turn == mover:
            move = list(bots.think(position, past[:-1], level, 1, counting(60)))[-1].move
        else:
            move = other(position)
        position = position.play(move)
        past.append(position)
        times[position.key] += 1
    return position


def stubborn(position: Position) -> rules.Move:
    """Return the move that loses latest or wins soonest, by the endgame database."""

    def merit(move: rules.Move) -> int:
        successor = position.play(move)
        code = lookup.look_up(board_of(successor), successor.turn)
        return 0 if not code else -1000 + code if code % 2 == 0 else 1000 - code

    return max(position.moves(), key=merit)


WINS = [problem for problem in FACTS["problems"] if problem["value"] == "win"]
DRAWS = [problem for problem in FACTS["problems"] if problem["value"] == "draw"]


class TestEndings:
    @pytest.mark.parametrize("problem", WINS, ids=lambda problem: problem["name"])
    def test_a_won_ending_is_won_in_as_few_plies_as_can_be(self, problem: dict[str, Any]) -> None:
        position = placed(problem["fen"])
        mover, plies = position.turn, 0
        while position.moves():
            move = stubborn(position)
            if position.turn == mover:
                move = thoughts(position, TOP, counting(60))[-1].move
            position, plies = position.play(move), plies + 1
        assert position.turn != mover
        assert plies == problem["plies"]

    @pytest.mark.parametrize("problem", DRAWS, ids=lambda problem: problem["name"])
    def test_a_drawn_ending_is_held(self, problem: dict[str, Any]) -> None:
        chance = random.Random(11)
        for other in (stubborn, lambda position: chance.choice(position.moves())):
            position = placed(problem["fen"])
            last = played_out(position, TOP, other)
            outcome = last.outcome()
            assert outcome is None or outcome.winner in (None, position.turn)

    def test_two_kings_beat_one_in_the_open(self) -> None:
        last = played_out(placed("W:WK6,K9:BK15"), TOP, stubborn)
        outcome = last.outcome()
        assert outcome is not None
        assert outcome.winner == rules.WHITE


@pytest.mark.parametrize("level", range(4))
def test_nothing_is_chosen_by_values_that_nobody_looked_for(level: int) -> None:
    # The search stops before its first step is complete. All values are still 0, so the choice is arbitrary.
    position = next(candidate for candidate in playouts(1, 3) if len(candidate.moves()) > 4)
    for seed in range(12):
        for thought in thoughts(position, level, counting(0), seed):
            assert thought == Thought(position.moves()[0])
