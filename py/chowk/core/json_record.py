"""Games as JSON, for other programs: `docs/game.schema.json` is the schema.

A text has the set-up and the seed of a game, its moves with rolls, marks, comments and drawings, its variations, and
its result. All moves of the text are numbered in their order, from 1; a variation names the move after which it
begins, 0 for the start. Readers replay the moves and ignore the stated result, which follows from the moves. But they
read `ended`, which states a resignation, an agreed draw or a loss on time.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk.core import declaration, record, rule_options, variations
from chowk.core.errors import TextError
from chowk.core.game import Ruleset
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.notation import excerpt
from chowk.core.position import CHANCE
from chowk.core.safe_json import read_object
from chowk.core.variations import MARKS, MOST, MoveNode, Variations, clean_comment, drawings

KIND: Final = "game"
"""The value of `chowk` in a game as JSON."""
FORM: Final = 1
"""Version number of the JSON format."""
LONGEST: Final = 2_000_000
"""Maximum length of a text, in characters."""
_MOST_NAMES: Final = 8
"""Maximum number of players' names that are read."""


class JsonGame(NamedTuple):
    """A game that was read from JSON: match, tree of moves, players' names by seat, and edition of the house rules."""

    match: Match[Any, Any]
    tree: Variations
    players: tuple[str, ...]
    edition: int


def write(
    match: Match[Any, Any],
    players: Sequence[str] = (),
    headers: Mapping[str, str] = MappingProxyType({}),
    tree: Variations | None = None,
) -> str:
    """Return a match as JSON, on one line.

    `players` are the names by seat. `headers` are descriptions of the game, such as event and date, which take
    precedence over those of `tree`. The main line of `tree` is `match`. The text also contains the tree's variations
    and comments.
    """
    start, rules = match.position_after(0), match.ruleset
    edition = rule_options.edition_to_write(rules.rules, start)
    tree = tree or variations.of_match(match)
    declared, outcome = declaration.declared(match), match.outcome()
    described = record.descriptive({**tree.headers, **headers})
    main, *others = _lines(tree)
    write_node = _Writer(rules, start, tree).node
    fields = {
        "chowk": KIND,
        "form": FORM,
        "game": rules.name,
        "rules": edition,
        "setup": rules.notation.write_position(start, edition),
        "seed": str(match.seed),
        "seats": start.seats,
        "players": [*players],
        "headers": {name: value for name, value in described.items() if name != declaration.HEADER},
        **_remarks(tree.nodes[0]),
        "moves": [write_node(number) for number in main[1]],
        "variations": [{"after": after, "moves": [write_node(number) for number in line]} for after, line in others],
        **({"ended": declared.text()} if declared is not None else {}),
        "result": None if outcome is None else {**outcome._asdict()},
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def is_game(text: str) -> bool:
    """Return True if a text is a JSON object whose entry `chowk` is `KIND`, that is, a game as JSON."""
    return text.lstrip().startswith("{") and (read_object(text) or {}).get("chowk") == KIND


def read(text: str, find: Callable[[str], Ruleset | None]) -> JsonGame:
    """Return the game in a text that `write` wrote, or that follows the schema; raise `TextError` for any other text.

    `find` returns the ruleset of a game by name, or None for an unknown name.
    """
    if len(text) > LONGEST:
        raise TextError(say("This record is too long to be a game."))
    fields = read_object(text) or {}
    name, form, setup, seed = (fields.get(key) for key in ("game", "form", "setup", "seed"))
    if fields.get("chowk") != KIND or type(form) is not int or not isinstance(name, str) or form < 1:
        raise _unreadable()
    if form > FORM:
        raise TextError(say("This was saved by a newer version of Chowk. Reload the page to get it, then try again."))
    rules = find(name)
    if rules is None:
        raise TextError(say("This record is of a game that is not known here: “{game}”.", game=excerpt(name)))
    if not isinstance(setup, str) or not isinstance(seed, str) or type(fields.get("rules")) is not int:
        raise _unreadable()
    edition = record.read_edition({"Rules": str(fields["rules"])})
    start, number = rules.notation.read_position(setup, edition), record.read_seed(seed)
    reader = _Reader(rules, start)
    reader.read(fields)
    headers = variations.headers_of(fields.get("headers"))
    ended = fields.get("ended", "")
    declared = {declaration.HEADER: ended} if isinstance(ended, str) and declaration.read(ended, start.seats) else {}
    tree = Variations(
        rules.notation.write_position(start), number, MappingProxyType(reader.nodes), {**headers, **declared}
    )
    players = fields.get("players", [])
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise _unreadable()
    return JsonGame(variations.main_line(tree, rules), tree, tuple(players[:_MOST_NAMES]), edition)


def _lines(tree: Variations) -> Iterator[tuple[int, list[int]]]:
    """Yield the lines of moves in a tree, the main line first.

    Each line is a pair: the number of the move after which it begins, and the numbers of its nodes in the tree. Moves
    are numbered from 1 in the order in which they are written, so a move's number may differ from its node's. A line
    that begins at the start has the number 0.
    """
    numbers, waiting = {0: 0}, deque(tree.nodes[0].next)
    if not waiting:
        yield 0, []
    while waiting:
        node = waiting.popleft()
        after, line = numbers[tree.nodes[node].parent], [node]
        while tree.nodes[line[-1]].next:
            line.append(tree.nodes[line[-1]].next[0])
        for number in line:
            numbers[number] = len(numbers)
            waiting += tree.nodes[number].next[1:]
        yield after, line


class _Writer:
    """A writer of the nodes of a tree as JSON.

    It replays the moves, because only the position before a move shows whether the move is a roll.
    """

    def __init__(self, rules: Ruleset, start: Any, tree: Variations) -> None:
        self.rules, self.tree = rules, tree
        self.positions = {0: start}

    def node(self, number: int) -> dict[str, Any]:
        """Return the move of the node `number` as a JSON object.

        Call this for the node's parent first: that call stores the position in which this move is made.
        """
        node = self.tree.nodes[number]
        before = self.positions[node.parent]
        self.positions[number] = before.play(self.rules.notation.read_move(before, node.move))
        roll = {"roll": True} if before.turn == CHANCE else {}
        return {"move": node.move, **roll, **({"mark": node.mark} if node.mark else {}), **_remarks(node)}


class _Reader:
    """A reader of the moves of a game as JSON. It replays them, and numbers them in the order of the text."""

    def __init__(self, rules: Ruleset, start: Any) -> None:
        self.rules = rules
        self.nodes: dict[int, MoveNode] = {}
        self.positions = {0: start}
        self.numbered = [0]

    def read(self, fields: Mapping[str, Any]) -> None:
        """Read a game's JSON object: the remarks on its start, its main line and its variations."""
        self.nodes[0] = _remarked(variations.ROOT, fields)
        self.line(0, fields.get("moves"))
        others = fields.get("variations", [])
        if not isinstance(others, list):
            raise _unreadable()
        for other in others:
            after = other.get("after") if isinstance(other, dict) else None
            if type(after) is not int or not 0 <= after < len(self.numbered):
                raise _unreadable()
            self.line(self.numbered[after], other.get("moves"))

    def line(self, node: int, moves: object) -> None:
        """Read a sequence of moves from a JSON list, and add them to the tree after a node."""
        if not isinstance(moves, list):
            raise _unreadable()
        for fields in moves:
            if not isinstance(fields, dict) or not isinstance(fields.get("move"), str) or len(self.numbered) > MOST:
                raise _unreadable()
            node = self.play(node, fields)
            self.numbered.append(node)

    def play(self, node: int, fields: Mapping[str, Any]) -> int:
        """Add the move in `fields` after a node, unless the tree has it there. Return the number of the move's node."""
        before, notation = self.positions[node], self.rules.notation
        move = notation.read_move(before, fields["move"])
        written = notation.write_move(before, move)
        parent = self.nodes[node]
        child = next((number for number in parent.next if self.nodes[number].move == written), len(self.nodes))
        if child == len(self.nodes):
            self.nodes[node] = parent._replace(next=(*parent.next, child))
            self.nodes[child] = _remarked(MoveNode(node, written), fields)
            self.positions[child] = before.play(move)
        return child


def _remarks(node: MoveNode) -> dict[str, Any]:
    drawn = {"drawn": [*node.drawings]} if node.drawings else {}
    return {**({"comment": node.comment} if node.comment else {}), **drawn}


def _remarked(node: MoveNode, fields: Mapping[str, Any]) -> MoveNode:
    """Return a node with the mark, the comment and the drawings in `fields`, the JSON object of a move."""
    mark, comment, drawn = fields.get("mark", ""), fields.get("comment", ""), fields.get("drawn", [])
    if not isinstance(mark, str) or not isinstance(comment, str) or not isinstance(drawn, list):
        raise _unreadable()
    if mark not in ("", *MARKS) or not all(isinstance(drawing, str) for drawing in drawn):
        raise _unreadable()
    return node._replace(mark=mark if node.move else "", comment=clean_comment(comment), drawings=drawings(drawn))


def _unreadable() -> TextError:
    return TextError(say("This file cannot be read."))
