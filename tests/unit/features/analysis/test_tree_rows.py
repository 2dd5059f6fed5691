"""Test the rows of an analysis: paired move numbers, indented variations, folding, and the cost of long games."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from chowk.core.variations import ROOT, MoveNode, Variations
from chowk.features.analysis.tree_rows import STRETCH, TreeRow, sideways, tree_rows, variations_of


def grown(*lines: str) -> tuple[Variations, dict[str, int]]:
    """Return a tree of variations, and its node numbers by path.

    A line and a path are moves from the start, separated by blanks.
    """
    tree, nodes = Variations("start"), {"": 0}
    for line in lines:
        node, path = 0, ""
        for move in line.split():
            tree, node = tree.played(node, move)
            path = f"{path} {move}".strip()
            nodes[path] = node
    return tree, nodes


def written(rows: tuple[TreeRow, ...]) -> list[str]:
    """Return the rows of an analysis as lines of text. Each is indented by its depth."""
    lines = []
    for row in rows:
        words = []
        for stretch in row.stretches:
            for turn in stretch:
                words.append(turn.number)
                for move in turn.moves:
                    words.append(move.move + move.mark + (f"={move.value}" if move.value else ""))
                    words += [f"({move.comment})"] if move.comment else []
        words += [f"+{row.hidden}"] if row.folded else []
        lines.append("  " * row.depth + " ".join(words))
    return lines


@pytest.fixture(name="tree")
def _tree() -> tuple[Variations, dict[str, int]]:
    return grown("a b c d e f", "a b c x y z", "a b c x w", "a b c x y q r", "a k")


def test_moves_of_two_sides_are_numbered_in_pairs_with_variations_below_the_move_they_replace(
    tree: tuple[Variations, dict[str, int]],
) -> None:
    lines, nodes = tree
    annotated = lines.marked(nodes["a b c d"], "?").commented(nodes["a b c d e"], "why")
    assert written(tree_rows(annotated, lead=0)) == [
        "1. a b",
        "  1... k",
        "2. c d?",
        "  2... x 3. y",
        "    3. w",
        "  3... z",
        "    3... q 4. r",
        "3. e (why) 3... f",
    ]
    numbers = [move.number for row in tree_rows(annotated, lead=0) for turn in row.stretches[0] for move in turn.moves]
    assert numbers == ["1.", "1...", "1...", "2.", "2...", "2...", "3.", "3.", "3...", "3...", "4.", "3.", "3..."]


def test_a_line_that_the_second_seat_begins_starts_in_the_middle_of_a_pair(
    tree: tuple[Variations, dict[str, int]],
) -> None:
    assert written(tree_rows(tree[0], lead=1))[:3] == ["1... a 2. b", "  2. k", "2... c 3. d"]


def test_where_sides_do_not_take_turns_each_move_has_a_number(tree: tuple[Variations, dict[str, int]]) -> None:
    assert written(tree_rows(tree[0]))[:3] == ["1. a 2. b", "  2. k", "3. c 4. d"]


def test_a_folded_variation_shows_its_first_move_and_how_many_it_hides(
    tree: tuple[Variations, dict[str, int]],
) -> None:
    lines, nodes = tree
    assert variations_of(lines) == {nodes["a b c x"], nodes["a b c x y q"]}, "one of a single move has nothing to fold"
    rows = tree_rows(lines, variations_of(lines) | {nodes["a k"]}, lead=0)
    assert written(rows) == ["1. a b", "  1... k", "2. c d", "  2... x +5", "3. e f"]
    assert [row.folded for row in rows] == [None, None, None, True, None]
    assert [row.branch for row in rows] == [0, nodes["a k"], 0, nodes["a b c x"], 0]
    assert written(tree_rows(lines, {nodes["a b c x y q"]}, lead=0))[6] == "    3... q +1"


def test_proven_values_stand_after_their_moves(tree: tuple[Variations, dict[str, int]]) -> None:
    lines, nodes = tree
    values = {(nodes["a b c d e"], "f"): "−4", (nodes["a b c"], "x"): "+2", (0, "z"): "+9"}
    assert written(tree_rows(lines, lead=0, values=values))[-1] == "3. e f=−4"
    assert written(tree_rows(lines, lead=0, values=values))[3] == "  2... x=+2 3. y"


def test_the_move_beside_is_found_from_any_move_of_a_variation(tree: tuple[Variations, dict[str, int]]) -> None:
    lines, nodes = tree
    assert sideways(lines, nodes["a b c d e f"], 1) == nodes["a b c x"]
    assert sideways(lines, nodes["a b c x y q r"], -1) == nodes["a b c x y z"]
    assert sideways(lines, nodes["a b c x w"], 1) == nodes["a k"], "the nearest that has one below it"
    assert sideways(lines, nodes["a b"], -1) == nodes["a b"]
    assert sideways(lines, 0, 1) == 0


def straight(count: int) -> Variations:
    """Return a tree of variations that has a single line of `count` moves."""
    nodes = {
        number: MoveNode(number - 1, f"m{number}", (number + 1,) if number < count else ())
        for number in range(1, count + 1)
    }
    return Variations("start", nodes=MappingProxyType({0: ROOT._replace(next=(1,)), **nodes}))


def test_every_move_of_a_long_or_deep_tree_is_in_one_row() -> None:
    rows = tree_rows(straight(4_000), lead=0)
    assert [len(stretch) for row in rows for stretch in row.stretches] == [STRETCH] * (2_000 // STRETCH)
    # Each variation contains another variation, and the nesting is deeper than Python's stack.
    nodes = {0: ROOT._replace(next=(1, 2))}
    for number in range(0, 3_000, 2):
        ends = number == 2_998
        nodes[number + 1] = MoveNode(number, "a")
        nodes[number + 2] = MoveNode(number, "b", () if ends else (number + 3, number + 4))
    rows = tree_rows(Variations("start", nodes=MappingProxyType(nodes)), lead=0)
    drawn = [move.node for row in rows for stretch in row.stretches for turn in stretch for move in turn.moves]
    assert sorted(drawn) == list(range(1, 3_001))
    assert max(row.depth for row in rows) == 1_500
