"""Test files of games: every format of every game is read back as it was written, and errors name the bad game."""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from itertools import permutations
from random import Random

import pytest

from chowk.core.message import english
from chowk.core.variations import of_match
from chowk.games import load, sign
from chowk.library import (
    Board,
    FileGame,
    TextError,
    files,
    format_of,
    formats,
    games,
    read_games,
    write_games,
)
from chowk.library.parts import parts_of

DAY = date(2026, 11, 28)
FEW = 5
SHORT = 70
"""Maximum number of moves of the games in quick tests."""
PAIRS = [(name, form) for name in games() for form in formats(name)]
WITH_SEEDS = ("record", "json", "turns")
WITHOUT_HEADERS = ("transcript",)
WITHOUT_UNFINISHED = ("wthor",)


@cache
def random_games(name: str, count: int) -> tuple[FileGame, ...]:
    """Return games of random moves: most to their end, some stopped early, some ended by the players."""
    return tuple(random_game(name, number, SHORT if count <= FEW else 10_000) for number in range(1, count + 1))


def random_game(name: str, number: int, most: int) -> FileGame:
    random, seats = Random(number), sign(name).seats
    match = load(name).match(number, seats[number % len(seats)])
    plies = most if number % 3 else 1 + random.randrange(60)
    while match.outcome() is None and match.ply < plies:
        match.follow(match.roll() if match.position.odds() else random.choice(match.position.moves()))
    if number % 4 == 1 and match.outcome() is None:
        (match.agree, lambda: match.resign(number % 2), lambda: match.overstep(number % 2))[number // 4 % 3]()
    headers = {"Event": f"Cup {number % 5}", "Date": "2026.11.28"}
    if match.position_after(0).seats == 2 and name in ("reversi", "checkers"):
        headers |= {"Black": f"Asha {number}", "White": "Zoë"}
    return FileGame(number, Board.from_match(match), headers)


def facts(game: FileGame) -> tuple[object, ...]:
    """Return the facts that every format must keep: the start, the moves, and how the game ended."""
    assert game.board is not None, game.error
    board = game.board
    return board.positions[0], board.moves, board.outcome()


def kept(headers: Mapping[str, str], form: str) -> dict[str, str]:
    """Return the headers as the format `form` keeps them. Some are shortened, renamed or left out."""
    if form == "wthor":
        return {**headers, "Date": headers["Date"][:4]}
    if form == "ggf":
        return {("Site" if name == "Event" else name): value for name, value in headers.items()}
    return {} if form in WITHOUT_HEADERS else dict(headers)


@pytest.mark.parametrize("count", [FEW, pytest.param(1000, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("name", "form"), PAIRS)
def test_random_games_are_read_back_as_they_were_written(name: str, form: str, count: int) -> None:
    collection = random_games(name, count)
    written = write_games(collection, form, DAY)
    unfinished = {game.number for game in collection if game.board is not None and game.board.ended}
    unfinished |= {game.number for game in collection if game.board is not None and game.board.outcome() is None}
    assert written.left_out.keys() == (unfinished if form in WITHOUT_UNFINISHED else set())
    beside = [data for ending, data in written.files.items() if ending]
    file_games = read_games(written.files[""], beside=beside)
    there = [game for game in collection if game.number not in written.left_out]
    assert [facts(game) for game in file_games] == [facts(game) for game in there]
    for game, before in zip(file_games, there, strict=True):
        headers = {side: value for side, value in game.headers.items() if side != "Theoretical"}
        assert {name: headers.get(name) for name in kept(before.headers, form)} == kept(before.headers, form)
    if form in WITH_SEEDS:
        assert [game.board and game.board.seed for game in file_games] == [game.number for game in there]


@pytest.mark.parametrize("name", games())
def test_every_format_becomes_every_other(name: str) -> None:
    collection = [random_game(name, number, 6) for number in (2, 4)]
    finished = [random_game(name, 2, 10_000)] if "wthor" in formats(name) else []
    for first, second in permutations(formats(name), 2):
        source = finished if "wthor" in (first, second) else collection
        there = read_games(write_games(source, first, DAY).files[""])
        back = read_games(write_games(there, second, DAY).files[""])
        assert [facts(game) for game in back] == [facts(game) for game in source], (first, second)


@pytest.mark.parametrize(("name", "form"), [pair for pair in PAIRS if pair[1] != "wthor"])
def test_a_bad_first_game_is_named_with_its_place_and_the_others_are_read(name: str, form: str) -> None:
    games_there = [game._replace(number=number) for number, game in enumerate(random_games(name, FEW)[1:4], 1)]
    rows = [write_games([game], form, DAY).files[""].decode() for game in games_there]
    bad = damaged(rows[0])
    text = "".join([bad, *rows[1:]])
    file_games = read_games(text, name)
    assert [game.number for game in file_games] == [1, 2, 3]
    first, *others = file_games
    assert first.board is None
    assert first.error is not None
    assert 1 <= first.error.line <= bad.count("\n") + 1
    assert first.error.column >= 1
    assert [facts(game) for game in others] == [facts(game) for game in games_there[1:]]
    assert write_games(file_games, form, DAY).files[""].decode() == "".join(rows[1:])


def damaged(text: str) -> str:
    """Return the text of a game with an illegal move.

    In a record (JSON), it replaces the first move. In other formats, it is inserted before the first move.
    """
    if text.startswith("{"):
        return re.sub(r'"move":"[^"]*"', '"move":"zz9"', text, count=1)
    if text.startswith("(;"):
        return text.replace("B[", "B[a1]W[", 1) if "GM[Othello]" in text else text.replace(";B[", ";B[a1];W[", 1)
    head, gap, moves = text.rpartition("]\n")
    return f"{head}{gap}{moves.replace('1.', '1. zz9', 1)}" if "1." in moves else f"{head}{gap}a1a1{moves.lstrip()}"


def test_errors_have_their_place_in_the_file() -> None:
    pdn = '[Event "a"]\n1. 11-15 99-1 *\n\n[Event "b"]\n1. 11-15 *\n\n[Event "c"]\n1. 9-13 22-18 2. 1-2 *\n'
    places = [(game.error.line, game.error.column) for game in read_games(pdn) if game.error is not None]
    assert places == [(2, 10), (8, 18)]
    side = "(;GM[2];B[f5];W[a1])  (;GM[2];B[f5];W[d6])(;GM[2];B[f5];W[h8])"
    places = [(game.error.line, game.error.column) for game in read_games(side) if game.error is not None]
    assert places == [(1, 17), (1, 59)]
    lines = "f5d6c3\nhello\nf5f5\n\nf5f6\n"
    file_games = read_games(lines)
    assert [game.error and (game.error.line, game.error.column) for game in file_games] == [None, (2, 1), (3, 3), None]


def test_a_transcript_on_several_lines_is_one_game() -> None:
    (game,) = read_games("f5d6c3d3\nc4f4f6")
    assert game.board is not None
    assert game.board.ply == 7


def test_a_pass_at_the_end_of_a_transcript_is_kept() -> None:
    match = load("reversi").match()
    for move in random_game("reversi", 246, 60).board.moves:  # type: ignore[union-attr]
        match.follow(move)
    assert match.written()[-1] == "pass"
    written = write_games([FileGame(1, Board.from_match(match))], "transcript").files[""]
    assert read_games(written)[0].board == Board.from_match(match)


def test_comments_times_and_variations_are_kept_from_format_to_format() -> None:
    ggf = (
        "(;GM[Othello]PC[x]TI[05:00/00:10]TY[8]"
        "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.20/2.99]W[D6//0.5];)"
    )
    through = read_games(ggf)
    for form in ("record", "json", "sgf", "ggf"):
        through = read_games(write_games(through, form).files[""])
        assert through[0].headers["TimeControl"] == "300+10", form
    assert write_games(through, "ggf").files[""].decode().count("B[F5/1.20/2.99]W[D6//0.50]") == 1
    pdn = "1. 11-15 {well} (1. 9-13 22-18) 22-18 $1 *"
    tree = read_games(write_games(read_games(pdn), "json").files[""])[0].tree
    assert tree is not None
    assert [node.move for node in tree.nodes.values()] == ["", "11-15", "22-18", "9-13", "22-18"]


@pytest.mark.parametrize(
    ("clock", "control"),
    [("15:00//02:00", "15:00//02:00"), ("5:00", "300+0"), ("1:00:00/0:30", "3600+30"), ("15", "900+0"), ("0//0", None)],
)
def test_the_clock_of_the_game_server_is_kept(clock: str, control: str | None) -> None:
    (game,) = read_games(f"(;GM[Othello]TI[{clock}]BO[8 {'-' * 27}O*------*O{'-' * 27} *]B[F5];)")
    assert game.headers.get("TimeControl") == control
    (again,) = read_games(write_games([game], "ggf").files[""])
    assert again.headers.get("TimeControl") == control


def test_the_time_left_is_kept_in_brackets() -> None:
    text = "(;GM[2]TM[300]OT[5 Fischer];B[f5]BL[298.5]C[well];W[d6]WL[290])"
    (game,) = read_games(text)
    assert game.tree is not None
    assert [game.tree.nodes[node].comment for node in (1, 2)] == ["(298.50 s) well", "(290.00 s)"]
    assert game.headers["TimeControl"] == "300+5"
    written = write_games([game], "sgf").files[""].decode()
    assert "TM[300]OT[5 Fischer]" in written
    assert ";B[f5]BL[298.50]C[well] ;W[d6]WL[290.00])" in written


def test_a_theoretical_score_is_kept() -> None:
    collection = [game for game in random_games("reversi", FEW) if game.board and game.board.outcome()][:1]
    marked = [game._replace(headers={**game.headers, "Theoretical": "40-24"}) for game in collection]
    written = write_games(marked, "wthor", DAY)
    assert read_games(written.files[""])[0].headers["Theoretical"] == "40-24"
    assert read_games(written.files[""])[0].headers["Date"] == "2026"


def test_names_alone_are_no_games() -> None:
    written = write_games(random_games("reversi", FEW), "wthor", DAY)
    with pytest.raises(TextError, match="There is no game"):
        read_games(written.files["jou"])


def test_texts_in_other_encodings_are_read() -> None:
    text = '[Black "Zoë"]\n1. 11-15 *'
    for data in (text.encode("utf-16"), text.encode("latin-1"), b"\xef\xbb\xbf" + text.encode()):
        assert read_games(data)[0].headers == {"Black": "Zoë"}
    assert read_games('[Black "Ирина"]\n1. 11-15 *'.encode("cp1251"), encoding="cp1251")[0].headers["Black"] == "Ирина"


def test_json_on_several_lines_is_one_game_and_bad_lines_are_named() -> None:
    line = write_games(random_games("kilkenny", 1), "json").files[""].decode()
    (game,) = read_games(json.dumps(json.loads(line), indent=2))
    assert facts(game) == facts(random_games("kilkenny", 1)[0])
    good, bad, again = read_games(f"{line}\n{{}}\n{line}")
    assert (good.error, again.error) == (None, None)
    assert bad.error is not None
    assert (bad.error.line, bad.error.column) == (3, 1)


def test_a_format_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="checkers has the formats record, json, pdn, not sgf"):
        write_games(random_games("checkers", 1), "sgf")
    mixed = [random_games("checkers", 1)[0], random_games("reversi", 2)[1]]
    written = write_games(mixed, "pdn")
    assert written.left_out == {2: "reversi has the formats record, json, transcript, ggf, sgf, wthor, not pdn"}
    assert facts(read_games(written.files[""])[0]) == facts(mixed[0])


def test_a_file_that_is_no_game_is_refused_and_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in ("", "hello", b"\x00\x01\x02", "{}"):
        with pytest.raises(TextError):
            raise next((game.error for game in read_games(data) if game.error is not None), AssertionError(data))
    monkeypatch.setattr(files, "LONGEST", 20)
    with pytest.raises(TextError, match="too long"):
        read_games("f5d6" * 6)


def test_formats_have_their_usual_extensions() -> None:
    by_ending = {ending: format_of(ending) for ending in (".PDN", "jsonl", ".ggf", ".sgf", ".wtb", ".txt", "")}
    assert list(by_ending.values()) == ["pdn", "json", "ggf", "sgf", "wthor", "record", "record"]
    assert not doctest.testmod(files).failed
    assert doctest.testmod(files).attempted == 2


def test_each_declared_format_that_keeps_comments_is_one_of_the_game() -> None:
    for name in games():
        assert set(parts_of(name).commented) | parts_of(name).bare <= set(formats(name))
        assert english(sign(name).title)


def test_a_tree_that_differs_from_the_match_is_left_out() -> None:
    board = Board("checkers", seed=1, ballot="156")
    record = write_games([FileGame(1, board, {})], "pdn").files[""].decode()
    (game,) = read_games(record.replace(" *", " {drawn} *"))
    assert game.board is not None
    assert game.board.ply == 0
    assert game.tree is None or game.tree == of_match(load("checkers").match())


def test_the_game_is_that_of_most_pieces_of_a_text() -> None:
    # A piece of this game can be read as a game of Reversi.
    written = write_games([random_game("patchwork", 318, 10_000)], "turns", DAY)
    file_games = read_games(written.files[""])
    assert [game.board.game for game in file_games if game.board is not None] == ["patchwork"]
