"""Test the tree of variations: adding moves, changing the tree, and writing it as text."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from chowk import games
from chowk.core import record
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.core.variations import (
    LONGEST,
    MARKS,
    MOST,
    MOST_DRAWN,
    MoveNode,
    Variations,
    body,
    clean_comment,
    read,
    read_text,
    write_text,
)
from chowk.games.checkers import notation as checkers

START = games.load("reversi").notation.write_position(games.load("reversi").match(1).position)


def tree(*lines: str, start: str = START) -> Variations:
    """Return a tree of variations with these lines from its root. A line is moves separated by blanks."""
    variations = Variations(start)
    for line in lines:
        parent = 0
        for move in line.split():
            variations, parent = variations.played(parent, move)
    return variations


def node(of: Variations, line: str) -> int:
    parent = 0
    for move in line.split():
        child = of.after(parent, move)
        assert child is not None, move
        parent = child
    return parent


def same(first: Variations, second: Variations) -> bool:
    """Return True if two trees are equal, apart from the numbers of their nodes."""
    return json.loads(first.write())["nodes"] == json.loads(second.write())["nodes"] and first[:2] == second[:2]


def test_playing_makes_branches_and_plays_no_move_twice() -> None:
    grown_tree = tree("d3 c3 c4", "d3 e3", "d3 c3 c4")
    assert len(grown_tree.nodes) == 5
    d3 = node(grown_tree, "d3")
    assert [grown_tree.nodes[child].move for child in grown_tree.nodes[d3].next] == ["c3", "e3"]
    assert grown_tree.moves(node(grown_tree, "d3 e3")) == ("d3", "e3")
    assert grown_tree.end(0) == node(grown_tree, "d3 c3 c4")
    assert grown_tree.path(0) == ()
    assert grown_tree.sibling(node(grown_tree, "d3 c3"), 1) == node(grown_tree, "d3 e3")
    assert grown_tree.sibling(node(grown_tree, "d3 e3"), 1) == node(grown_tree, "d3 e3")
    assert grown_tree.sibling(0, 1) == 0


def test_a_branch_is_promoted_marked_commented_and_taken_away_and_the_tree_before_stays() -> None:
    before = tree("d3 c3 c4", "d3 e3 f4", "d3 c5")
    c5 = node(before, "d3 c5")
    first = before.promoted(c5).promoted(c5)
    assert [first.nodes[child].move for child in first.nodes[node(first, "d3")].next] == ["c5", "c3", "e3"]
    assert first.promoted(c5) == first
    assert first.promoted(0) == first
    assert before.end(0) == node(before, "d3 c3 c4")
    commented = before.commented(c5, "risky\n{really}").marked(c5, "?!")
    assert commented.nodes[c5] == MoveNode(node(before, "d3"), "c5", (), "?!", "risky (really)")
    assert commented.marked(c5, "?!").nodes[c5].mark == ""
    assert commented.marked(c5, "perhaps").nodes[c5].mark == ""
    assert commented.marked(0, "!").nodes[0].mark == ""
    short = commented.without(node(commented, "d3 e3"))
    assert [short.nodes[child].move for child in short.below(0)] == ["", "d3", "c3", "c4", "c5"]
    assert len(commented.nodes) == 7
    assert commented.without(0).nodes == Variations(START).nodes
    assert len(clean_comment("x" * 9999)) == LONGEST


def test_rings_and_arrows_are_drawn_and_taken_away_and_the_tree_before_stays() -> None:
    before = tree("d3 c3")
    d3 = node(before, "d3")
    drawn = before.sketched(d3, "c4>e6").sketched(d3, "c4").sketched(0, "row north 1>nest east")
    assert drawn.nodes[d3].drawings == ("c4", "c4>e6")
    assert drawn.nodes[0].drawings == ("row north 1>nest east",)
    assert drawn.sketched(d3, "c4>e6").nodes[d3].drawings == ("c4",)
    assert drawn.wiped(d3).nodes[d3].drawings == before.nodes[d3].drawings == ()
    for wrong in ("", ">", "c4>", ">c4", "c4>c4", "c4>d5>e6", "C4", "c-4", "a  b", "x" * 13, "[%csl c4]"):
        assert drawn.sketched(d3, wrong) is drawn, wrong
    full = before
    for column in range(MOST_DRAWN + 5):
        full = full.sketched(d3, f"s{column}")
    assert len(full.nodes[d3].drawings) == MOST_DRAWN


def test_what_is_drawn_stands_in_comments_as_other_programs_have_it_and_no_comment_is_taken_for_it() -> None:
    drawn_tree = tree("d3 c3").sketched(0, "d3").sketched(0, "e3>f4")
    d3 = node(drawn_tree, "d3")
    drawn_tree = drawn_tree.sketched(d3, "c4").commented(d3, "look [%csl a1] here")
    text = " ".join(body(drawn_tree))
    assert text == "{[%csl d3] [%cal e3-f4]} 1. d3 {[%csl c4] look (%csl a1] here} 2. c3"
    assert same(read_text(write_text(drawn_tree, "reversi"), games.find_ruleset)[1], drawn_tree)
    head = write_text(drawn_tree, "reversi").partition("\n\n")[0]
    _, read_tree = read_text(
        f"{head}\n\n1. d3 {{ [%cal c4-e6, C4-d3,c4-c4][%csl  d3 ,e3]\nfine [%clk 1] }} *", games.find_ruleset
    )
    assert read_tree.nodes[1].drawings == ("d3", "e3", "c4>e6")
    assert read_tree.nodes[1].comment == "fine", "what is addressed to programs is no comment"


def test_one_without_drawings_is_kept_as_before_and_a_damaged_one_is_refused() -> None:
    plain_one, drawn = tree("d3"), tree("d3").sketched(1, "d3>e3")
    assert json.loads(plain_one.write())["schema"] == 1
    assert json.loads(drawn.write())["schema"] == 2
    assert read(drawn.write())[0].nodes[1].drawings == ("d3>e3",)
    fields = json.loads(drawn.write())
    for wrong in (5, "d3", ["d3", 5], ["d3>d3"], ["e3>f3", "d3"], ["d3", "d3"], [["d3"]], ["s1"] * 99):
        fields["nodes"][1][4] = wrong
        with pytest.raises(TextError):
            read(json.dumps(fields))
    fields["nodes"][1] = [0, "d3", "", "", ["d3"], []]
    with pytest.raises(TextError):
        read(json.dumps(fields))


def test_a_tree_that_is_full_takes_no_more() -> None:
    full = Variations(START)
    nodes = {
        0: MoveNode(-1, "", (1,)),
        **{
            current: MoveNode(current - 1, "x", (current + 1,) if current < MOST else ())
            for current in range(1, MOST + 1)
        },
    }
    full = full._replace(nodes=nodes)
    assert full.played(MOST, "y") == (full, MOST)
    assert full.end(0) == MOST
    again, current = read(full.write(MOST))
    assert same(again, full)
    assert current == MOST


def grown(name: str, seed: int, size: int) -> Variations:
    """Return a tree of variations with `size` nodes: random legal moves of a game, with comments and marks."""
    lot, game = random.Random(seed), games.load(name)
    match = game.match(seed)
    variations = Variations(game.notation.write_position(match.position), seed)
    positions: dict[int, Any] = {0: match.position}
    while len(variations.nodes) < size:
        parent = lot.choice([*positions, max(positions)])
        moves = positions[parent].moves()
        if moves:
            move = lot.choice(moves)
            variations, new = variations.played(parent, game.notation.write_move(positions[parent], move))
            positions[new] = positions[parent].play(move)
            if lot.random() < 0.2:
                variations = variations.marked(new, lot.choice([*MARKS])).commented(
                    new, lot.choice(["why (not)?", "2. a; $1 *", "ਵਾਹ !?", ""])
                )
            for _ in range(lot.choice((0, 0, 0, 2))):
                variations = variations.sketched(new, lot.choice(["d3", "space 66", "row north 1>nest east", "a1>h8"]))
    return variations.commented(0, "from the start")


@pytest.mark.parametrize("name", games.ready())
def test_nothing_is_lost_in_json_and_as_text(name: str) -> None:
    for seed in range(4):
        original = grown(name, seed, 60)
        last = max(original.nodes)
        again, current = read(original.write(last))
        assert same(again, original)
        assert again.moves(current) == original.moves(last)
        name_read, written = read_text(write_text(original, name, {"Date": "2026.11.22"}), games.find_ruleset)
        assert name_read == name
        assert same(written, original)


def test_one_line_is_a_record_and_a_record_is_one_line() -> None:
    game = games.load("reversi")
    match = game.match(7)
    for move in ("d3", "c3", "c4"):
        match.push(move)
    name, line = read_text(record.write(match), games.find_ruleset)
    assert (name, line.moves(line.end(0))) == ("reversi", ("d3", "c3", "c4"))
    again, _ = record.read(write_text(line, name), games.find_ruleset)
    assert again.written() == match.written()


def test_pdn_holds_the_variations_where_other_programs_look_for_them() -> None:
    game = games.load("checkers")
    start = game.notation.write_position(game.match(1).position)
    original = tree("11-15 23-19 8-11", "11-15 22-18 15x22", "9-14", start=start)
    original = original.marked(node(original, "11-15 22-18"), "?!").commented(
        node(original, "9-14"), "the Double Corner"
    )
    match = game.match(1)
    for move in original.moves(original.end(0)):
        match.push(move)
    text = checkers.write_variations(original, match, {"Event": "Analysis"})
    assert '[Event "Analysis"]' in text
    flat = " ".join(text.split("\n\n")[1].split())
    assert flat == "1. 11-15 ( 1. 9-14 {the Double Corner} ) 1... 23-19 ( 1... 22-18 $6 2. 15x22 ) 2. 8-11 *"
    assert [*checkers.read_games(text)[0].moves] == ["11-15", "23-19", "8-11"]
    again = checkers.read_variations(text)
    assert checkers.write_variations(again, match, {"Event": "Analysis"}) == text
    assert again.write() == read_text(write_text(original, "checkers"), games.find_ruleset)[1].write()


def test_pdn_of_other_programs_is_read_with_its_variations() -> None:
    pdn = """[Event "A game! 1-0"]
[Result "1/2-1/2"]
; made elsewhere
1. 11-15! 23-19?! {good 5! (so it seems)} (1... 22-18 2. 15x22 25x18 (2... 26x17?? $14)) 2.8-11 1/2-1/2
[Event "Another"]
1. 9-13 *"""
    results = checkers.read_variations(pdn)
    assert " ".join(body(results)) == (
        "1. 11-15 $1 2. 23-19 $6 {good 5! (so it seems)} ( 2. 22-18 3. 15x22 4. 25x18 ( 4. 26x17 $4 ) ) 3. 8-11"
    )
    text = "1. 11-15\n(1. 9-14 2. 9-14) 22-17"
    results = checkers.read_variations(text)
    assert " ".join(body(results)) == "1. 11-15 ( 1. 9-14 ) 2. 22-17", "what is good of a variation is kept"
    (note,) = checkers.read_games(text)[0].notes
    assert english(note) == "In a variation, “9-14” (line 2) cannot be played: the rest of it was left out."


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1. 11-15 (!!) 23-19 (?)", "1. 11-15 $3 2. 23-19 $2"),
        ("1. 11-15(!?) 23-19 ?!", "1. 11-15 $5 2. 23-19 $6"),
        ("1. 11-15 23-19 (?! 1... 22-18 !)", "1. 11-15 2. 23-19 ( 2. 22-18 $1 )"),
        ("1. 11-15 {[%clk 0:05:00]} 23-19 {[%eval 0.3] good [%clk 1]}", "1. 11-15 2. 23-19 {good}"),
        ("1. 11-15 {one} {two} 23-19", "1. 11-15 {one two} 2. 23-19"),
        ("1. 11-15 {a {b {c}} d} 23-19", "1. 11-15 {a (b (c)) d} 2. 23-19"),
        ("1. 11-15 (the best (so far)) 23-19", "1. 11-15 {the best (so far)} 2. 23-19"),
        ("1. 11-15 (the best) 23-19", "1. 11-15 {the best} 2. 23-19"),
        ("1. 11-15 23-19 ({usual} 1... 22-18) 2. 8-11", "1. 11-15 2. 23-19 ( 2. 22-18 {usual} ) 3. 8-11"),
        ("1. 11-15 23-19 ({only words}) 2. 8-11", "1. 11-15 2. 23-19 {only words} 3. 8-11"),
        ("1. 11-15 23-19 (1... 22-18 2. 15x22 1-0) 2. 8-11", "1. 11-15 2. 23-19 ( 2. 22-18 3. 15x22 ) 3. 8-11"),
        ("1. 11-15 23-19 (1... -- 2. 8-11) 2. 8-11", "1. 11-15 2. 23-19 3. 8-11"),
        ("1. 11-15 (1. 9-14 1-9 (2. 2-3) {x} 5-9) 23-19", "1. 11-15 ( 1. 9-14 ) 2. 23-19"),
        ("1. 11-15 23-19 * (1... 22-18) 2. 8-11 *", "1. 11-15 2. 23-19 ( 2. 22-18 ) 3. 8-11"),
        ('[FEN "B:W6,7,14,15,29:B2"] 2x9x18 (2x18 14-9) 15-10', "1. 2x9x18 ( 1. 2x11x18 2. 14-9 ) 2. 15-10"),
    ],
)
def test_what_stands_beside_the_moves_of_a_pdn_text_lands_where_it_belongs(text: str, tree: str) -> None:
    assert " ".join(body(checkers.read_variations(text))) == tree


def test_a_tree_that_is_full_leaves_out_the_variations_beyond() -> None:
    shuffle = "4-8 29-25 8-4 25-29 "
    text = f'[FEN "B:WK29:BK4"] {shuffle * 1200}' + "(25-30 8-3) " + shuffle * 50
    assert len(checkers.read_variations(text).nodes) == 5001 + 2 - 2
    with pytest.raises(TextError, match="too long"):
        checkers.read_variations(f'[FEN "B:WK29:BK4"] {shuffle * 1300}')


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields | {"schema": 3},
        lambda fields: fields | {"at": 9},
        lambda fields: fields | {"seed": "x"},
        lambda fields: fields | {"nodes": []},
        lambda fields: fields | {"nodes": [[-1, "", "", ""], [1, "d3", "", ""]]},
        lambda fields: fields | {"nodes": [[-1, "", "", ""], [0, "d3", "!!!", ""]]},
        lambda fields: fields | {"nodes": [[-1, "", "", ""], [0, 3, "", ""]]},
        lambda fields: fields | {"start": 3},
    ],
)
def test_other_json_is_no_tree(change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    fields = json.loads(tree("d3 c3").write())
    assert read(json.dumps(fields))
    with pytest.raises(TextError):
        read(json.dumps(change(fields)))
    with pytest.raises(TextError):
        read("{")


@pytest.mark.parametrize(
    ("text", "place"),
    [("1. d3 (2. c3", None), ("1. d3 ) 2. c3", (3, 7)), ("1. d3 2. a1", (3, 10)), ("1. d3\n{open", (4, 1))],
)
def test_text_that_is_wrong_is_complained_of_with_its_place(text: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(TextError) as caught:
        read_text(f'[Game "reversi"]\n\n{text}', games.find_ruleset)
    assert place is None or (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("braces", "comment"),
    [
        ("{the {very} usual}", "the (very) usual"),
        ("{{}}", "()"),
        ("{a {b {c}} d} {e}", "a (b (c)) d e"),
    ],
)
def test_comments_of_a_record_with_braces_in_braces_are_kept(braces: str, comment: str) -> None:
    text = f'[Game "checkers"]\n\n1. 11-15 {braces} 1... 22-18 {{plain}} *\n'
    tree = read_text(text, games.find_ruleset)[1]
    assert [node.comment for node in tree.nodes.values() if node.comment] == [comment, "plain"]


@pytest.mark.parametrize("braces", ["{a {b}", "{a} b}", "}{", "}} {{", "{} } { {}"])
def test_a_brace_without_a_partner_is_complained_of_as_before(braces: str) -> None:
    with pytest.raises(TextError) as error:
        read_text(f'[Game "checkers"]\n\n1. 11-15 {braces} 1... 22-18 *\n', games.find_ruleset)
    assert error.value.line == 3
