"""The tree of an analysis as rows: the main line in full, and each variation indented below the move that it replaces.

Rows are compared by their content, so a page rebuilds only the rows that changed. A row ends where variations branch
off, and its line continues in a later row. Each row stores its depth instead of being nested, because a tree may be
nested deeper than a page can show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final, NamedTuple

from chowk.core.variations import Variations

STRETCH: Final = 20
"""Maximum number of turns in one part of a row. A step through the game redraws one or two parts."""
LARGE: Final = 400
"""Minimum number of moves in a tree whose variations start folded."""

Valued = Mapping[tuple[int, str], str]
"""The values of moves as text, by the node before the move and the move."""


class TreeMove(NamedTuple):
    """A move in a row: its node, its printed number (such as `12...`), the move as text, its mark and its comment.

    `value` is the move's proven value as text, or empty if no value is known.
    """

    node: int
    number: str
    move: str
    mark: str = ""
    comment: str = ""
    value: str = ""


class NumberedTurn(NamedTuple):
    """One or two moves under one printed number.

    Examples: `12. f5 d6`, or `12... d6` if the pair's first move is in another row.
    """

    number: str
    moves: tuple[TreeMove, ...]


class TreeRow(NamedTuple):
    """A row of an analysis's list of moves. It shows a part of one line. `depth` is 0 in the main line.

    `stretches` are the moves of the row, cut into parts of at most `STRETCH` printed numbers. If a variation starts
    here, `branch` is its first node, else 0. `folded` is True if the variation is folded, False if it is not, and None
    if it cannot be folded. `hidden` is the number of moves that folding hides.
    """

    depth: int
    stretches: tuple[tuple[NumberedTurn, ...], ...]
    branch: int = 0
    folded: bool | None = None
    hidden: int = 0

    @property
    def first(self) -> TreeMove:
        """The first move of the row."""
        return self.stretches[0][0].moves[0]


def tree_rows(
    tree: Variations, folded: Set[int] = frozenset(), lead: int | None = None, values: Valued | None = None
) -> tuple[TreeRow, ...]:
    """Return the rows of a tree, top to bottom.

    `folded` holds the first nodes of folded variations. `lead` is the seat that moves first, 0 or 1, in a game whose
    two sides take turns: its moves are numbered in pairs. In any other game `lead` is None, and each move has its own
    number. `values` are the known values of moves as text. Their keys are the node before the move, and the move. The
    cost grows linearly with the tree.
    """
    rows = list[TreeRow]()
    # The lines still to be written, the next line last: first node, its ply from 1, depth, whether it is a variation.
    waiting = [(after, 1, 0, False) for after in tree.nodes[0].next[:1]]
    while waiting:
        first, ply, depth, is_branch = waiting.pop()
        if is_branch and first in folded and tree.nodes[first].next:
            turns = _turns(tree, [(first, ply)], lead, values or {})
            rows.append(TreeRow(depth, (turns,), first, True, sum(1 for _ in tree.below(first)) - 1))
            continue
        run = [(first, ply)]
        while not (others := _others(tree, run[-1][0])) and (after := tree.nodes[run[-1][0]].next):
            run.append((after[0], run[-1][1] + 1))
        last, ply = run[-1]
        turns = _turns(tree, run, lead, values or {})
        stretches = tuple(turns[place : place + STRETCH] for place in range(0, len(turns), STRETCH))
        can_fold = is_branch and bool(tree.nodes[first].next)
        rows.append(TreeRow(depth, stretches, first if is_branch else 0, False if can_fold else None))
        waiting += [(node, ply + 1, depth, False) for node in tree.nodes[last].next[:1]]
        waiting += [(variation, ply, depth + 1, True) for variation in reversed(others)]
    return tuple(rows)


def _others(tree: Variations, node: int) -> tuple[int, ...]:
    """Return the nodes of the moves that were tried in place of the main move `node`.

    If `node` is not a main move but was itself tried in place of one, the result is empty: the moves tried are listed
    only once, below the main move.
    """
    first, *siblings = tree.nodes[tree.nodes[node].parent].next
    return tuple(siblings) if first == node else ()


def _turns(
    tree: Variations, run: Sequence[tuple[int, int]], lead: int | None, values: Valued
) -> tuple[NumberedTurn, ...]:
    """Return moves grouped under their printed numbers. `run` holds consecutive moves of a line as nodes and plies.

    A comment ends a group, so the next move shows its number again. `lead` and `values` are as in `tree_rows`.
    """
    turns = list[NumberedTurn]()
    for node_number, ply in run:
        node, index = tree.nodes[node_number], ply - 1 + (lead or 0)
        is_second = lead is not None and index % 2 == 1
        number = f"{ply}." if lead is None else f"{index // 2 + 1}{'...' if is_second else '.'}"
        value = values.get((node.parent, node.move), "")
        move = TreeMove(node_number, number, node.move, node.mark, node.comment, value)
        before = turns[-1].moves[-1] if turns else None
        if is_second and before is not None and not before.comment:
            turns[-1] = turns[-1]._replace(moves=(before, move))
        else:
            turns.append(NumberedTurn(number, (move,)))
    return tuple(turns)


def variations_of(tree: Variations) -> frozenset[int]:
    """Return the first nodes of all variations that can be folded."""
    return frozenset(
        variation for node in tree.nodes.values() for variation in node.next[1:] if tree.nodes[variation].next
    )


def sideways(tree: Variations, node: int, step: int) -> int:
    """Return the node to show after moving `step` variations down in the list, from `node`; up if `step` is negative.

    A variation is another move in the same position. If `node` has none, take the nearest earlier move that has one.
    Return `node` if there is none.
    """
    path = tree.path(node)
    return next((beside for ancestor in reversed(path) if (beside := tree.sibling(ancestor, step)) != ancestor), node)
