"""Replay the parts of a game that was read in GGF or SGF: its main line, its variations, comments and marks."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from chowk.core.variations import MOST, ROOT, Annotation, MoveNode, Variations, annotated, clean_comment, drawings
from chowk.games.reversi.rules import NAMES, PASS, PASS_SPOT, SQUARE, Position
from chowk.games.reversi.score_sheet import Step, Transcript


class GrownTree(NamedTuple):
    """The replayed tree of a game: its nodes, and the first move that could not be added, or None.

    A move cannot be added if it is illegal or unreadable, or if the tree is full. It is left out, with the rest of its
    variation.
    """

    nodes: dict[int, MoveNode]
    omitted: Step | None

    def line(self) -> tuple[str, ...]:
        """Return the moves of the main line."""
        moves, number = list[str](), 0
        while self.nodes[number].next:
            number = self.nodes[number].next[0]
            moves.append(self.nodes[number].move)
        return tuple(moves)

    def variations(self, start: str) -> Variations:
        """Return the tree as variations. `start` is the first position as text."""
        return Variations(start, nodes=MappingProxyType(self.nodes))


def grown(sheet: Transcript, start: Position) -> GrownTree:
    """Replay the parts of a game from the position `start`. A variation ends before its first illegal move."""
    tree = _TreeGrower(start)
    for step in sheet.steps:
        tree.take(step)
    return GrownTree(tree.nodes, tree.omitted)


class _TreeGrower:
    """A tree that grows part by part. It is mutable, because an immutable tree would be copied at every move."""

    def __init__(self, start: Position) -> None:
        self.nodes: dict[int, MoveNode] = {0: ROOT}
        self.positions = {0: start}
        self.node = 0
        self.opened: list[tuple[int, bool]] = []
        self.is_cut = False  # the rest of the variation is left out
        self.omitted: Step | None = None

    def take(self, step: Step) -> None:
        """Add one part to the tree."""
        if step.kind == "open":
            self.opened.append((self.node, self.is_cut))
        elif step.kind == "close":
            if self.opened:
                self.node, self.is_cut = self.opened.pop()
        elif self.is_cut:
            return
        elif step.kind in ("move", "pass", "other"):
            self.is_cut = not self.play(step)
            self.omitted = self.omitted or (step if self.is_cut else None)
        else:
            self.annotate(step)

    def play(self, step: Step) -> bool:
        """Add a move, and the pass before it if the text left it out. Return False if it is not legal."""
        legal = self.positions[self.node].moves()
        if step.kind == "move" and legal == (PASS,):
            self.go(PASS)
            legal = self.positions[self.node].moves()
        move = SQUARE[step.text] if step.kind == "move" else PASS
        if step.kind == "other" or move not in legal or len(self.nodes) > MOST:
            return False
        self.go(move)
        return True

    def go(self, move: int) -> None:
        """Go from the current node to the node after a legal move. Add that node if the tree does not have it."""
        text = PASS_SPOT if move == PASS else NAMES[move]
        parent = self.nodes[self.node]
        child = next((number for number in parent.next if self.nodes[number].move == text), len(self.nodes))
        if child == len(self.nodes):
            self.nodes[self.node] = parent._replace(next=(*parent.next, child))
            self.nodes[child] = MoveNode(self.node, text)
            self.positions[child] = self.positions[self.node].play(move)
        self.node = child

    def annotate(self, step: Step) -> None:
        """Add a comment, a mark or a drawing to the current node."""
        node = self.nodes[self.node]
        if step.kind == "comment":
            node = annotated(node, Annotation((), clean_comment(step.text), len(step.text), 0))
        elif step.kind == "mark":
            node = node._replace(mark=step.text if self.node else "")
        elif step.text not in node.drawings:  # a file may repeat a drawing thousands of times
            node = node._replace(drawings=drawings((*node.drawings, step.text)))
        self.nodes[self.node] = node
