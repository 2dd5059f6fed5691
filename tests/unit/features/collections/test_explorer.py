"""Test the explorer: its answers equal a plain count over the games, with transpositions, symmetries and filters."""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.features.collections import generic, position_index
from chowk.features.collections.archive import Archive, GameRow
from chowk.features.collections.explorer import WhosePlay, explored
from chowk.features.collections.position_index import MARK, PositionIndex, building

NAMES = ("Asha Rao", "Kishan", "Zoë", "Asha Nair")
MOVES = 10


def made(name: str, seed: int, count: int, least: int = MOVES) -> Archive:
    """Return a collection of short random games with random players and results, of `least` to `MOVES` plies."""
    random, archive, game = Random(seed), Archive("random"), games.load(name)
    for _ in range(count):
        match = game.match(seed=random.randrange(1 << 30))
        length = random.randint(least, MOVES)
        while match.outcome() is None and match.ply < length:
            match.follow(random.choice(match.position.moves()[:3]))
        start = game.notation.write_position(match.position_after(0))
        setup = "" if start == generic.usual_start(name, match.moves) else start
        codes = generic.coder_of(name).encode(match.position_after(0), match.moves)
        archive.add(GameRow(name, random.choices(NAMES, k=2), "", f"{random.randrange(1900, 2000)}", "",
                            random.randrange(4), "", setup, match.ply, codes))  # fmt: skip
    return archive


def indexed(archive: Archive) -> PositionIndex:
    index = PositionIndex(archive)
    assert [*building(index, archive)] == [*range(1, len(archive) + 1)]
    return index


def turned(square: int, number: int) -> int:
    row, file = divmod(square, 8)
    for _ in range(number % 4):
        row, file = file, 7 - row
    return 8 * row + (7 - file if number > 3 else file)


def same_boards(name: str, position: Any) -> list[tuple[Any, Any]]:
    """Return each image of a position under symmetries, computed slowly, as a pair.

    The pair is a key that identifies the image, and a function that maps a move in the image to one in the position.
    """
    if name != "reversi":
        identity = position.key if name == "checkers" else games.load(name).notation.write_position(position)
        return [(identity, lambda move: move)]
    boards = []
    for number in range(8):
        masks = [sum(1 << turned(square, number) for square in range(64) if mask >> square & 1)
                 for mask in (position.black, position.white)]  # fmt: skip
        back = {turned(square, number): square for square in range(64)} | {64: 64, -1: -1}
        boards.append(((*masks, position.turn), lambda move, back=back: back.get(move, move)))
    return boards


def brute(archive: Archive, name: str, position: Any, choice: WhosePlay) -> tuple[int, dict[frozenset[str], list[int]]]:
    """Count the moves that were played from a position, by replaying every game.

    Return the number of games that reach the position. For each move, also return four counts of games, one for each
    value of the column `winner`. Moves that a symmetry of the position makes equal are counted together.
    """
    notation, images, total = games.load(name).notation, same_boards(name, position), 0
    counts: dict[frozenset[str], list[int]] = defaultdict(lambda: [0] * 4)
    for number in range(len(archive)):
        players = archive.players(number)
        if not any(
            choice.player.casefold() in players[seat].casefold()
            and choice.opponent.casefold() in players[1 - seat].casefold()
            for seat in (0, 1) if choice.seat in ("", str(seat))
        ):  # fmt: skip
            continue
        start, texts = generic.written(name, archive.text_of("setup", number), archive.codes(number))
        at = notation.read_position(start)
        for text in (*texts, None):
            identity = same_boards(name, at)[0][0]
            backs = [back for other, back in images if other == identity]
            if backs:
                total += 1
                if text is not None:
                    move = notation.read_move(at, text)
                    equal = frozenset(notation.write_move(position, back(move)) for back in backs)
                    counts[equal][archive.columns["winner"][number]] += 1
                break
            if text is not None:
                at = at.play(notation.read_move(at, text))
    return total, counts


@pytest.mark.parametrize(
    ("name", "count", "least"),
    [("reversi", 30, MOVES), ("reversi", 30, 0), ("checkers", 30, MOVES), ("checkers", 30, 0), ("kilkenny", 6, MOVES)],
)
def test_answers_equal_a_plain_count(name: str, count: int, least: int) -> None:
    archive, random, notation = made(name, 5, count, least), Random(9), games.load(name).notation
    index = indexed(archive)
    kept = position_index.read(index.write(), archive)
    assert kept is not None
    choices = (WhosePlay(), WhosePlay("asha", "kishan"), WhosePlay("asha", "", "1"))
    merged = 0
    for attempt in range(9):
        number = random.randrange(len(archive))
        start, texts = generic.written(name, archive.text_of("setup", number), archive.codes(number))
        position = notation.read_position(start)
        for text in texts[: random.choice((0, 0, 1, 2, 3, 5, MOVES))]:
            position = position.play(notation.read_move(position, text))
        choice = choices[attempt % 3]
        answer = explored(archive, kept, name, position, choice)
        total, counts = brute(archive, name, position, choice)
        assert answer["total"] == total
        rows = {move: [*results] for move, *results in answer["moves"]}
        assert len(rows) == len(counts)
        for equal, results in counts.items():
            (move,) = equal & set(rows)
            assert rows[move] == results
        assert sum(map(sum, rows.values())) + answer["ended"] == total
        merged += any(len(equal) > 1 for equal in counts)
        dates = [row[5] for row in answer["latest"]]
        assert dates == sorted(dates, reverse=True)
    assert merged or name != "reversi", "no position has symmetries"


@pytest.mark.parametrize("least", [0, MOVES])
def test_places_of_many_games_are_found_at_once_and_others_one_by_one(least: int) -> None:
    """The index returns all occurrences of a position: the number of each game, and where in it the position occurs.

    Some games begin with a later position of other games, so a position occurs after different numbers of moves.
    """
    archive, game, random = made("checkers", 3, 25, least), games.load("checkers"), Random(4)
    for number in range(8):
        start, moves = generic.played("checkers", "", archive.codes(number))
        skipped = min(len(moves), random.choice((0, 1, 1, 2)))
        for move in moves[:skipped]:
            start = start.play(move)
        codes = generic.coder_of("checkers").encode(start, moves[skipped:])
        archive.add(GameRow("checkers", (), "", "", "", 3, "", game.notation.write_position(start), 1, codes))
    index, places = indexed(archive), defaultdict[int, list[tuple[int, int]]](list)
    for number in range(len(archive)):
        codes, begin = archive.codes(number), index.starts[number] - number
        for key, before in generic.trail("checkers", archive.text_of("setup", number), codes):
            place = begin + before if before < len(codes) else position_index.ENDED
            places[position_index.salted(key, 0)].append((number, place))
    keys = [*places, 5]
    for _ in range(100):
        asked = random.sample(keys, random.choice((1, 1, 2, 4)))
        if random.random() < 0.5:
            asked[0] = max(places, key=lambda key: len(places[key]) * random.random())
        for key, (reached, begins) in zip(asked, index.occurrences(asked), strict=True):
            assert [*zip(reached, begins, strict=True)] == places[key]


def test_values_are_compared_in_all_their_bytes() -> None:
    random = Random(2)
    values = array("I", (sum(random.choice((0, 1, 255)) << shift for shift in (0, 8, 16, 24)) for _ in range(300)))
    for wanted in (*values[:40], 7, (1 << 32) - 1):
        assert position_index._equal(values, wanted) == bytes(map(wanted.__eq__, values))
    assert position_index._equal(array("I"), 7) == b""


def lines(work: Callable[[], object]) -> int:
    """Return how many lines of Python some work executes."""
    count = 0

    def trace(frame: object, event: str, arg: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("choice", [WhosePlay(), WhosePlay("asha", "kishan", "0")])
def test_an_answer_for_a_frequent_position_has_no_step_of_python_for_each_game(choice: WhosePlay) -> None:
    """Only functions of the standard library, implemented in C, go through the games that reached the position."""
    start = games.load("reversi").match(1).position
    counts = []
    for count in (100, 250):
        archive = made("reversi", 2, count)
        index = indexed(archive)
        whole = explored(archive, index, "reversi", start, WhosePlay())  # also fills caches
        assert whole["total"] == count
        counts.append(lines(lambda archive=archive, index=index: explored(archive, index, "reversi", start, choice)))  # type: ignore[misc]
    assert counts[1] - counts[0] < 40


def test_damaged_indices_and_games_are_left_out() -> None:
    archive = made("reversi", 1, 20)
    data = indexed(archive).write()
    random = Random(3)
    for _ in range(200):
        place = random.randrange(len(data))
        damaged = data[:place] + bytes((random.randrange(256),)) + data[place + random.randrange(2) :]
        kept = position_index.read(damaged, archive)
        assert kept is None or max(max(places, default=0) for places in kept.places) < kept.starts[-1]
    assert position_index.read(b"", archive) is None
    assert position_index.read(MARK + b"x" * 40, archive) is None
    assert position_index.read(data, made("reversi", 1, 19)) is None
    archive.moves[:5] = b"\xff" * 5
    index = PositionIndex(archive)
    assert len([*building(index, archive)]) == 20
    assert min(min(places, default=1 << 30) for places in index.places) >= index.starts[1]


PASSING = "d3c3e6d2d1e1b2c1a3"
"""A game of Reversi in which a side must pass; see `test_review`."""


def test_a_forced_pass_is_one_move_however_the_games_go_on() -> None:
    game = games.load("reversi")
    archive = Archive("x")
    match = game.match(1)
    for place in range(0, len(PASSING), 2):
        while match.position.moves() == (64,):
            match.follow(64)
        match.push(PASSING[place : place + 2])
    before = match.position_after([match.written().index("pass")][0])
    after = before.play(64)
    codes = bytes(move for move in match.moves[: match.written().index("pass")] if move != 64)
    for winner, move in enumerate((*after.moves()[:2], None)):
        more = codes if move is None else codes + bytes((move,))
        archive.add(GameRow("reversi", (), "", "", "", winner, "", "", len(more), more))
    assert len(after.moves()) > 1
    answer = explored(archive, indexed(archive), "reversi", before, WhosePlay())
    assert (answer["total"], answer["moves"], answer["ended"]) == (3, [("pass", 1, 1, 1, 0)], 0)
    answer = explored(archive, indexed(archive), "reversi", after, WhosePlay())
    assert (answer["total"], len(answer["moves"]), answer["ended"]) == (3, 2, 1)
