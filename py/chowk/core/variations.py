r"""Variations: the lines that were analysed from a position, as an immutable tree of moves.

Each node is a move with its annotations. The root, number 0, is the first position. The first child of a node is its
main line. As text:

    [Game "reversi"]
    [Rules "2"]
    [Setup "---------------------------OX------XO--------------------------- X"]
    [Variations "1"]

    {a comment on the start} 1. d3 $1 2. c3 {a comment} (2. e3 3. f4) (2. c5) 3. c4 *

Alternatives to a move follow it in parentheses. Marks are written as in PDN and PGN. Drawings on the board come first
in a comment, as in PGN: `[%csl d3,e4]` are circles, `[%cal d3-f5]` are arrows. The rest of the text has the form of a
record (`core.record`). Without variations, the whole text is a record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk.core import declaration, record
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Notation, Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.safe_json import read_object
from chowk.core.sanitize import replace_invisible

SCHEMA: Final = 1
"""Version number of the stored form of a tree without circles and arrows."""
DRAWN: Final = 2
"""Version number of the stored form of a tree with circles or arrows. Older pages refuse to read it."""
MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {"!": "$1", "?": "$2", "!!": "$3", "??": "$4", "!?": "$5", "?!": "$6"}
)
"""The code in files (numeric annotation glyph) of each mark for a move, such as `$1` for `!`."""
_MARKED: Final = {code: mark for mark, code in MARKS.items()}
"""The mark of each code, such as `!` for `$1`."""
MOST: Final = 5_000
"""Maximum number of moves in a tree. Further moves are not added."""
LONGEST: Final = 500
"""Maximum length of a comment, in characters."""
MOST_DRAWN: Final = 32
"""Maximum number of circles and arrows at a node."""
ARROW: Final = ">"
"""Separator between the two spots of an arrow."""
_SPOT: Final = r"[a-z0-9]{1,12}(?: [a-z0-9]{1,12}){0,3}"
"""The name of a spot: up to four words of letters and digits."""
_SKETCH: Final = re.compile(f"{_SPOT}(?:{ARROW}{_SPOT})?")
"""A circle or an arrow in its stored form."""
_DRAWINGS: Final = re.compile(r"\s*\[%c([sa])l\s++([^\[\]]*)\]")
"""A list of circles (group 1 is `s`) or arrows (`a`) at the beginning of a comment."""
_COMMAND: Final = re.compile(r"\[%\w++[^\[\]]*+\]")
"""An instruction to programs inside a comment, such as `[%clk 0:05:00]`."""
_TOKEN: Final = re.compile(r"\{(?P<comment>[^{}]*)\}|(?P<sign>[()])|(?P<word>[^\s(){}]+|[{}])")


class MoveNode(NamedTuple):
    """A node in a tree of variations: a move, written in the game's notation, with its annotations.

    `parent` is the number of the node before it. `next` holds the numbers of the nodes after it, the main line first.
    `mark` is a mark such as `!?`. `drawings` holds the drawings on the board after the move: circles as spots (`d3`),
    arrows as two spots (`d3>f5`).
    """

    parent: int
    move: str
    next: tuple[int, ...] = ()
    mark: str = ""
    comment: str = ""
    drawings: tuple[str, ...] = ()


ROOT: Final = MoveNode(-1, "")
"""The root of every tree: the first position, without a move."""


class Variations(NamedTuple):
    """A tree of variations: its first position as text, the seed of its dice, and its nodes by number.

    Each node is a move; the root, number 0, is the first position. `headers` describe the game (players, event, date,
    result), and are empty for a free analysis.
    """

    start: str
    seed: int = 0
    nodes: Mapping[int, MoveNode] = MappingProxyType({0: ROOT})
    headers: Mapping[str, str] = MappingProxyType({})

    @property
    def is_line(self) -> bool:
        """True if the tree is a single line of moves without marks, comments or drawings."""
        return not any(node.next[1:] or node.mark or node.comment or node.drawings for node in self.nodes.values())

    def path(self, node: int) -> tuple[int, ...]:
        """Return the numbers of the nodes from the first move to `node`, both included. Empty for the root."""
        path = []
        while node:
            path.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(path))

    def moves(self, node: int) -> tuple[str, ...]:
        """Return the moves that lead from the first position to `node`, in the game's notation."""
        return tuple(self.nodes[number].move for number in self.path(node))

    def end(self, node: int) -> int:
        """Return the number of the last node of the main line that continues from a node."""
        while self.nodes[node].next:
            node = self.nodes[node].next[0]
        return node

    def sibling(self, node: int, step: int) -> int:
        """Return the number of the sibling `step` places after `node`, or before it if `step` is negative.

        If there is no such sibling, return `node`.
        """
        siblings = self.nodes[self.nodes[node].parent].next if node else (0,)
        place = siblings.index(node) + step
        return siblings[place] if 0 <= place < len(siblings) else node

    def after(self, node: int, move: str) -> int | None:
        """Return the number of the child of `node` whose move is `move`, or None if there is no such child."""
        return next((child for child in self.nodes[node].next if self.nodes[child].move == move), None)

    # Changes ----------------------------------------------------------------------------------------------------------

    @property
    def full(self) -> bool:
        """True if the tree has the maximum number of moves."""
        return len(self.nodes) > MOST

    def played(self, parent: int, move: str) -> tuple[Variations, int]:
        """Return the tree with `move` added after the node `parent`, and the number of the move's node.

        If the move is there already, return the unchanged tree and the number of that node. If the tree is full, return
        the unchanged tree and `parent`.
        """
        existing = self.after(parent, move)
        if existing is not None:
            return self, existing
        if self.full:
            return self, parent
        number = max(self.nodes) + 1
        node = self.nodes[parent]
        return self._with({parent: node._replace(next=(*node.next, number)), number: MoveNode(parent, move)}), number

    def promoted(self, number: int) -> Variations:
        """Return the tree with the node `number` moved one place forward among its siblings.

        The first sibling is the main line. If the node is the first already, or the root, the tree stays unchanged.
        """
        parent = self.nodes.get(self.nodes[number].parent)
        place = parent.next.index(number) if parent is not None else 0
        if parent is None or not place:
            return self
        order = [*parent.next]
        order[place - 1 : place + 1] = number, order[place - 1]
        return self._with({self.nodes[number].parent: parent._replace(next=tuple(order))})

    def without(self, root: int) -> Variations:
        """Return the tree without the node `root` and its descendants.

        For 0, the root of the tree, return the tree with its root alone.
        """
        gone = set(self.below(root))
        kept = {number: node for number, node in self.nodes.items() if number not in gone or not number}
        parent = self.nodes[root].parent if root else 0
        kept[parent] = kept[parent]._replace(next=tuple(child for child in kept[parent].next if child not in gone))
        return self._replace(nodes=MappingProxyType(kept))

    def marked(self, number: int, mark: str) -> Variations:
        """Return the tree with the mark `mark`, such as `!`, at the node `number`.

        If the node has this mark already, or if `mark` is not a valid mark, the node has no mark in the result. The
        root cannot have one.
        """
        node = self.nodes[number]
        new = "" if mark == node.mark or mark not in MARKS or not number else mark
        return self._with({number: node._replace(mark=new)})

    def commented(self, number: int, comment: str) -> Variations:
        """Return the tree with a comment at a node. An empty text removes the comment."""
        return self._with({number: self.nodes[number]._replace(comment=clean_comment(comment))})

    def sketched(self, number: int, drawing: str) -> Variations:
        """Return the tree with a circle or an arrow added at the node `number`, or removed if the node has it.

        Nothing is added if `drawing` is invalid or if the node has the maximum number of drawings.
        """
        drawn = self.nodes[number].drawings
        others = tuple(drawn_one for drawn_one in drawn if drawn_one != drawing)
        if others == drawn and (len(drawn) >= MOST_DRAWN or not _can_be_drawn(drawing)):
            return self
        return self._with(
            {number: self.nodes[number]._replace(drawings=others if others != drawn else drawings((*drawn, drawing)))}
        )

    def wiped(self, number: int) -> Variations:
        """Return the tree without the drawings at a node."""
        return self._with({number: self.nodes[number]._replace(drawings=())})

    def below(self, node: int) -> Iterator[int]:
        """Yield a node and its descendants depth first: each node before its children, the main line first."""
        waiting = [node]
        while waiting:
            number = waiting.pop()
            yield number
            waiting += reversed(self.nodes[number].next)

    def _with(self, changed: Mapping[int, MoveNode]) -> Variations:
        return self._replace(nodes=MappingProxyType({**self.nodes, **changed}))

    # As JSON ----------------------------------------------------------------------------------------------------------

    def write(self, current: int = 0, quiet: bool = False) -> str:
        """Return the tree as JSON, the form in which it is stored.

        `current` is the number of the node that is shown. `quiet` is True if evaluations are hidden.
        """
        places = {number: place for place, number in enumerate(self.below(0))}
        nodes = [
            [
                places.get(node.parent, -1),
                node.move,
                node.mark,
                node.comment,
                *([[*node.drawings]] if node.drawings else []),
            ]
            for node in map(self.nodes.__getitem__, places)
        ]
        schema = DRAWN if any(node.drawings for node in self.nodes.values()) else SCHEMA
        fields = {
            "schema": schema,
            "rules": EDITION,
            "start": self.start,
            "seed": str(self.seed),
            "at": places[current],
        }
        extra: dict[str, Any] = {"headers": dict(self.headers)} if self.headers else {}
        extra |= {"quiet": True} if quiet else {}
        return json.dumps({**fields, **extra, "nodes": nodes}, ensure_ascii=False, separators=(",", ":"))


def clean_comment(comment: str) -> str:
    """Return a comment as it is stored: on one line, shortened, without invisible characters and braces."""
    line = replace_invisible(comment).translate({ord("{"): "(", ord("}"): ")"}).replace("[%", "(%")
    return " ".join(line.split())[:LONGEST].strip()


def _can_be_drawn(drawing: str) -> bool:
    """Return True if a drawing is a circle, or an arrow between two different spots."""
    start, _, goal = drawing.partition(ARROW)
    return _SKETCH.fullmatch(drawing) is not None and start != goal


def drawings(candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the valid circles and arrows among `candidates`, without duplicates.

    Circles come before arrows. At most `MOST_DRAWN` are returned.
    """
    return tuple(sorted(dict.fromkeys(filter(_can_be_drawn, candidates)), key=lambda drawing: ARROW in drawing))[
        :MOST_DRAWN
    ]


def name_of(text: str) -> str:
    """Return the name of an analysis in a text written by `Variations.write`: the comment at its root.

    Return an empty text if `text` has another form.
    """
    nodes = (read_object(text) or {}).get("nodes")
    root = nodes[0] if isinstance(nodes, list) and nodes else None
    return clean_comment(str(root[3])) if isinstance(root, list) and len(root) > 3 else ""


def is_quiet(text: str) -> bool:
    """Return True if `text` was written by `Variations.write` with `quiet`, which means that evaluations are hidden."""
    return (read_object(text) or {}).get("quiet") is True


def read(text: str) -> tuple[Variations, int]:
    """Return the tree in a text written by `Variations.write`, and the number of the node that is shown.

    Raises `TextError` for any other text.
    """
    fields = read_object(text) or {}
    wrong = TextError(say("This analysis cannot be read."))
    nodes, seed, current = fields.get("nodes"), fields.get("seed"), fields.get("at")
    if fields.get("schema") not in (SCHEMA, DRAWN):
        raise wrong
    if not isinstance(fields.get("start"), str) or not isinstance(nodes, list):
        raise wrong
    if (
        not nodes
        or not isinstance(seed, str)
        or not isinstance(current, int)
        or not 0 <= current < len(nodes) <= MOST + 1
    ):
        raise wrong
    tree: dict[int, MoveNode] = {}
    for number, node in enumerate(nodes):
        if not isinstance(node, list) or [type(field) for field in node[:4]] != [int, str, str, str]:
            raise wrong
        parent, move, mark, comment = node[:4]
        drawn = _drawn(node[4:])
        if drawn is None:
            raise wrong
        if not (-1 < parent < number if number else parent == -1) or mark not in ("", *MARKS):
            raise wrong
        tree[number] = MoveNode(parent, move if number else "", (), mark, clean_comment(comment), drawn)
        if number:
            tree[parent] = tree[parent]._replace(next=(*tree[parent].next, number))
    headers = headers_of(fields.get("headers"))
    return Variations(fields["start"], record.read_seed(seed), MappingProxyType(tree), headers), current


def headers_of(value: object) -> Mapping[str, str]:
    """Return the headers of a game (players, event, date, result) from the JSON of a tree.

    `value` is the JSON value of its headers. The result is empty if that is not an object whose values are texts.
    """
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        return MappingProxyType({})
    return MappingProxyType(record.descriptive(value))


def _drawn(fields: list[Any]) -> tuple[str, ...] | None:
    """Return the drawings of a node from the JSON of a tree, or None if they are invalid.

    `fields` holds the node's fields after its comment. It is empty for a node without drawings, or has one item, the
    list of the drawings.
    """
    drawn = fields[0] if fields else []
    if len(fields) > 1 or not isinstance(drawn, list) or not all(isinstance(drawing, str) for drawing in drawn):
        return None
    return tuple(drawn) if drawings(drawn) == tuple(drawn) else None


# As text --------------------------------------------------------------------------------------------------------------


def write_text(tree: Variations, name: str, headers: Mapping[str, str] | None = None, edition: int = EDITION) -> str:
    """Return a tree of variations as text with headers, like a record. `name` is the name of the game.

    `headers` come after the required headers. `edition` is the edition of the house rules in which `tree.start`, the
    first position, is written.
    """
    fields = {
        "Game": name,
        "Rules": str(edition),
        "Setup": tree.start,
        "Seed": str(tree.seed),
        "Variations": str(SCHEMA),
    }
    return f"{record.heading({**fields, **tree.headers, **(headers or {})})}\n{record.wrapped([*body(tree), '*'])}\n"


def body(tree: Variations, label: Callable[[int, bool], str] = lambda ply, _: f"{ply}.") -> Iterator[str]:
    """Yield the parts of a tree's text: moves with their numbers, marks, comments, and variations in parentheses.

    `label` returns the text before the move of a ply (from 1). Its second argument is True if the move begins a line.
    """
    root = _braced(tree.nodes[0])
    if root:
        yield root
    waiting: list[tuple[int, int, bool] | str] = [(0, 0, True)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        number, ply, new = item
        line = tree.nodes[number].next
        if not line:
            continue
        begins = new
        yield from _word(tree.nodes[line[0]], label(ply + 1, begins))
        waiting.append((line[0], ply + 1, len(line) > 1 or bool(_braced(tree.nodes[line[0]]))))
        for alternative in reversed(line[1:]):
            waiting += [")", (alternative, ply + 1, bool(_braced(tree.nodes[alternative])))]
            waiting.append(" ".join(("(", *_word(tree.nodes[alternative], label(ply + 1, True)))))


def _word(node: MoveNode, number: str) -> Iterator[str]:
    yield f"{number} {node.move}".lstrip()
    if node.mark:
        yield MARKS[node.mark]
    if comment := _braced(node):
        yield comment


def _braced(node: MoveNode) -> str:
    """Return the drawings and the comment of a node in braces, or an empty text if it has neither."""
    drawn = [drawing.replace(" ", "_").replace(ARROW, "-") for drawing in node.drawings]
    rings, arrows = (
        [drawing for drawing in drawn if "-" not in drawing],
        [drawing for drawing in drawn if "-" in drawing],
    )
    tags = [f"[%c{kind}l {','.join(drawings)}]" for kind, drawings in (("s", rings), ("a", arrows)) if drawings]
    inner = " ".join((*tags, node.comment) if node.comment else tags)
    return f"{{{inner}}}" if inner else ""


class Annotation(NamedTuple):
    """The contents of a comment in braces.

    `drawings` holds its drawings, and `words` the remaining text as it is stored. `length` is the length of these words
    before they were shortened. `commands` is the number of instructions to programs, such as `[%clk 0:05:00]`. They are
    left out of `words`.
    """

    drawings: tuple[str, ...]
    words: str
    length: int
    commands: int


def annotation(comment: str) -> Annotation:
    """Parse the text between a pair of braces into drawings and words."""
    texts, offset = list[str](), 0
    while match := _DRAWINGS.match(comment, offset):
        offset = match.end()
        for drawing in "".join(match[2].split()).split(","):
            texts.append(drawing.replace("-", ARROW).replace("_", " "))
    words, commands = _COMMAND.subn(" ", comment[offset:])
    return Annotation(drawings(texts), clean_comment(words), len(" ".join(words.split())), commands)


def annotated(node: MoveNode, more: Annotation) -> MoveNode:
    """Return a node with the drawings and words of another comment appended to its own."""
    is_full = len(node.comment) >= LONGEST - 1
    words = node.comment if is_full else clean_comment(f"{node.comment} {more.words}")
    return node._replace(comment=words, drawings=drawings((*node.drawings, *more.drawings)))


def read_text(text: str, find: Callable[[str], Ruleset | None]) -> tuple[str, Variations]:
    """Return the game's name and the tree in a text written by `write_text`, or in a record.

    Raises `TextError`, with line and column, for any other text or if a move is not legal.
    """
    if len(text) > record.LONGEST:
        raise TextError(say("This record is too long to be a game."))
    headers, moves, first_line = record.split_headers(text)
    name = headers.get("Game", "")
    rules = find(name)
    if rules is None:
        raise TextError(say("This record is of a game that is not known here: “{game}”.", game=excerpt(name)))
    seed = record.read_seed(headers.get("Seed", "0"))
    start = record.start(rules, headers, 2, seed)
    tree = read_body(moves, rules.notation, start, seed, first_line)
    return name, tree._replace(headers=MappingProxyType(record.descriptive(headers)))


def of_match(match: Match[Any, Any], headers: Mapping[str, str] | None = None) -> Variations:
    """Return a match as a tree with a single line of moves, and with the headers that describe the match."""
    descriptions = MappingProxyType(record.descriptive({**declaration.headers(match), **(headers or {})}))
    tree = of_moves(match.ruleset.notation.write_position(match.position_after(0)), match.written())
    return tree._replace(seed=match.seed, headers=descriptions)


def of_moves(start: str, moves: Sequence[str]) -> Variations:
    """Return a tree with a single line of moves, of which at most `MOST` are taken.

    `start` is the first position as text. `moves` are legal moves in the game's notation. This is not checked.
    """
    moves = moves[:MOST]
    nodes = {
        index: MoveNode(index - 1, move, (index + 1,) if index < len(moves) else ())
        for index, move in enumerate(moves, 1)
    }
    return Variations(start, nodes=MappingProxyType({0: ROOT._replace(next=(1,) if moves else ()), **nodes}))


def main_line(tree: Variations, rules: Ruleset) -> Match[Any, Any]:
    """Return a match with the moves of a tree's main line, up to the end of the game.

    A resignation, agreed draw or loss on time in the headers of the tree ends the match.
    """
    match: Match[Any, Any] = Match(rules, rules.notation.read_position(tree.start), tree.seed)
    for move in tree.moves(tree.end(0)):
        if match.outcome() is not None:
            break  # an analysis may go on after a repetition that ends a game
        match.push(move)
    declaration.settle(match, tree.headers)
    return match


def read_body(text: str, notation: Notation[Any, Any], start: Any, seed: int = 0, first_line: int = 1) -> Variations:
    """Return the tree of moves in a text written by `body`.

    `start` is the first position and `seed` the seed of the dice. `first_line` is the number of the text's first line.
    Raise `TextError` with line and column for any other text.
    """
    reading = _Reading(notation, start)
    for token in _TOKEN.finditer(_flat(text)):
        try:
            reading.take(token)
        except TextError as error:
            passed = text[: token.start()]
            raise error.locate(first_line + passed.count("\n"), len(passed) - passed.rfind("\n")) from None
    if reading.opened:
        raise TextError(say("This variation is not closed: a ) is missing."))
    return Variations(notation.write_position(start), seed, MappingProxyType(reading.nodes))


def _flat(text: str) -> str:
    """Return `text` with the braces inside other braces replaced by parentheses. The length stays the same.

    If a brace is unmatched, return `text` unchanged.
    """
    if text.count("{") < 2:
        return text
    depth = lowest = 0

    def sign(brace: re.Match[str]) -> str:
        nonlocal depth, lowest
        is_inner = depth > (brace[0] == "}")
        depth += 1 if brace[0] == "{" else -1
        lowest = min(lowest, depth)
        return "()"[brace[0] == "}"] if is_inner else brace[0]

    flat = re.sub("[{}]", sign, text)
    return flat if depth == lowest == 0 else text


class _Reading:
    """The state of reading a text with moves and variations: the nodes read so far, and the current node.

    It is mutable, because an immutable tree would be copied at every word.
    """

    def __init__(self, notation: Notation[Any, Any], start: Any) -> None:
        self.notation = notation
        self.nodes: dict[int, MoveNode] = {0: ROOT}
        self.node = 0
        self.opened: list[int] = []
        self.positions: dict[int, Any] = {0: start}

    def take(self, token: re.Match[str]) -> None:
        """Add the next part of the text to the tree: a comment, a parenthesis, a mark or a move."""
        word = token["word"] or ""
        if token["comment"] is not None:
            self.nodes[self.node] = annotated(self.nodes[self.node], annotation(token["comment"]))
        elif token["sign"] == "(":
            self.opened.append(self.node)
            self.node = max(0, self.nodes[self.node].parent)
        elif token["sign"] == ")":
            if not self.opened:
                raise TextError(say("This parenthesis closes a variation that was not opened."))
            self.node = self.opened.pop()
        elif word in _MARKED:
            self.change(self.node, mark=_MARKED[word] if self.node else "")
        elif (move := re.sub(r"^\d+\.+", "", word)) and move != "*" and not move.startswith("$"):
            self.play(move)

    def play(self, word: str) -> None:
        """Read the move `word` and make its node the current node. Add that node if the tree does not have it.

        The move is played in the position of the node that was the current one.
        """
        position = self.positions[self.node]
        move = self.notation.read_move(position, word)
        written = self.notation.write_move(position, move)
        child = next(
            (number for number in self.nodes[self.node].next if self.nodes[number].move == written), len(self.nodes)
        )
        if child == len(self.nodes):
            if child > MOST:
                raise TextError(say("This record is too long to be a game."))
            self.change(self.node, next=(*self.nodes[self.node].next, child))
            self.nodes[child] = MoveNode(self.node, written)
            self.positions[child] = position.play(move)
        self.node = child

    def change(self, number: int, **fields: Any) -> None:
        """Replace fields of the node with this number."""
        self.nodes[number] = self.nodes[number]._replace(**fields)
