"""Encode an analysis in a link: `#a=1.` and a code with all its lines and comments.

The code packs (`chowk.core.packing`) the game, the edition of the house rules, the first position, the seed, the number
of the node to show, and the nodes depth first. Each node consists of the index of its move among the legal moves, its
mark, its comment and the number of nodes that follow it. The root has no move and no mark. In the second version
(`#a=2.`), the circles and arrows of a node come after its comment. The code ends with three bytes of SHA-256 over all
of this and the position after the last of the nodes. An analysis is read by playing its moves.

The third version (`#a=3.`) is like the second, but the evaluations of moves are hidden until the reader asks for them,
as in a teacher's exercise. Older pages would show the evaluations. To them it is a link of a newer version, so they do
not read it. In this version the SHA-256 also covers the version number.
"""

from __future__ import annotations

import hashlib
import re
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import rule_options
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.message import say
from chowk.core.packing import Packer, Unpackable, Unpacker, code, decode
from chowk.core.variations import LONGEST as LONGEST_COMMENT
from chowk.core.variations import MARKS, MOST_DRAWN, ROOT, MoveNode, Variations, clean_comment, drawings
from chowk.games.api import LINKED

VERSION: Final = 2
"""Version number of a link with an analysis that has circles or arrows."""
PLAIN: Final = 1
"""Version number of a link with an analysis that has no circles or arrows. Older pages can read it."""
QUIET: Final = 3
"""Version number of a link with an analysis that opens with hidden evaluations. It is the latest version."""
LONGEST: Final = 4000
"""Maximum length of the code of an analysis in a link, in characters, the same as for games."""
MOST: Final = 2000
"""Maximum number of nodes (moves) of an analysis in a link."""
_SETUP_BYTES: Final = 1000
"""Maximum length of the first position in bytes."""
_DRAWN_BYTES: Final = 60
"""Maximum length of the text of a circle or an arrow, in bytes."""
_SUM: Final = 3
"""Length of the checksum in bytes."""
_SIGNS: Final = ("", *MARKS)
"""The marks of moves, such as `!?`, in the order of their packed numbers. An empty text means no mark."""
_LINK: Final = re.compile(r"(?:^|[#&])a=([0-9]{1,6})\.([^\s&]*)")
_AFTER: Final = ".,;:!?)>]'\"”’»"
"""Punctuation that may follow a link in a text."""


class Analysed(NamedTuple):
    """The analysis that a link contains: the name of the game and the tree of moves.

    `node` is the index of the node to show. `quiet` is True if the evaluations of moves are hidden at first.
    """

    name: str
    tree: Variations
    node: int
    quiet: bool = False


def write(name: str, tree: Variations, shown_node: int = 0, quiet: bool = False) -> str:
    """Return an analysis as the fragment of an address, from `#` on.

    Raises `TextError` if it is too long for a link. `quiet` hides evaluations until the reader asks for them.
    """
    game, packer = games.load(name), Packer()
    packer.put(game.sign.number, LINKED)
    start = game.notation.read_position(tree.start)
    edition = rule_options.edition_to_write(game.rules, start)
    packer.put(edition, 16)
    packer.put_text(game.notation.write_position(start, edition))
    packer.put_count(tree.seed)
    order = list(tree.below(0))
    if len(order) > MOST:
        raise _long()
    packer.put_count(order.index(shown_node))
    positions: dict[int, Any] = {0: start}
    last = start
    version = QUIET if quiet else VERSION if any(node.drawings for node in tree.nodes.values()) else PLAIN
    for number in order:
        node = tree.nodes[number]
        if number:
            before = positions[node.parent]
            moves = before.moves()
            move = game.notation.read_move(before, node.move)
            packer.put(moves.index(move), len(moves))
            packer.put(_SIGNS.index(node.mark), len(_SIGNS))
            last = positions[number] = before.play(move)
        packer.put_text(node.comment)
        if version > PLAIN:
            packer.put_count(len(node.drawings))
            for drawing in node.drawings:
                packer.put_text(drawing)
        packer.put_count(len(node.next))
    data = packer.packed()
    text = code(data + _sum(data, game.notation.write_position(last), version))
    if len(text) > LONGEST:
        raise _long()
    return f"#a={version}.{text}"


def find_code(text: str) -> str:
    """Find an analysis in an address or a longer text.

    Return the part that holds it, such as `a=1.` and a code, or an empty text.
    """
    match = _LINK.search(text)
    return match[0].lstrip("#&").rstrip(_AFTER) if match else ""


def read(text: str) -> Analysed:
    """Return the analysis in a text that `find_code` returned.

    Raises `TextError` if the text is damaged or of a later version.
    """
    match = _LINK.fullmatch(text)
    if match is None:
        raise _damaged()
    if (version := int(match[1])) > QUIET:
        raise TextError(
            say("This link was made by a newer version of Chowk. Reload the page to get it, then try again.")
        )
    if len(match[2]) > LONGEST:
        raise TextError(say("This link is too long to be a game."))
    try:
        data = decode(match[2])
        analysed, last = _unpacked(Unpacker(data[:-_SUM]), version)
    except (Unpackable, TextError) as error:
        raise _damaged() from error
    if version < 1 or data[-_SUM:] != _sum(data[:-_SUM], last, version):
        raise _damaged()
    return analysed


def _unpacked(packed: Unpacker, version: int) -> tuple[Analysed, str]:
    name = games.numbered(packed.take(LINKED))
    edition = packed.take(16)
    if name is None or not 0 < edition <= EDITION:
        raise Unpackable("no such game")
    notation = games.load(name).notation
    position = notation.read_position(packed.take_text(_SETUP_BYTES), edition)
    start, seed, shown = notation.write_position(position), packed.take_count(1 << 128), packed.take_count(MOST)
    nodes: dict[int, MoveNode] = {}
    waiting: list[tuple[int, Any]] = [(-1, position)]
    while waiting:
        parent, before = waiting.pop()
        number = len(nodes)
        node, position = ROOT, before
        if number:
            moves = before.moves()
            if not moves or number >= MOST:
                raise Unpackable("moves after the end")
            move = moves[packed.take(len(moves))]
            mark = _SIGNS[packed.take(len(_SIGNS))]
            node, position = MoveNode(parent, notation.write_move(before, move), (), mark), before.play(move)
            nodes[parent] = nodes[parent]._replace(next=(*nodes[parent].next, number))
        comment = packed.take_text(4 * LONGEST_COMMENT)
        if comment != clean_comment(comment):
            raise Unpackable("no comment")
        count = packed.take_count(MOST_DRAWN) if version > PLAIN else 0
        drawn = tuple(packed.take_text(_DRAWN_BYTES) for _ in range(count))
        if drawn != drawings(drawn):
            raise Unpackable("nothing to be drawn")
        nodes[number] = node._replace(comment=comment, drawings=drawn)
        follow = packed.take_count(MOST)
        if number + len(waiting) + follow > MOST:
            raise Unpackable("too many moves")
        waiting += [(number, position)] * follow
    packed.end()
    if shown >= len(nodes):
        raise Unpackable("no such move")
    tree = Variations(start, seed, MappingProxyType(nodes))
    return Analysed(name, tree, shown, version == QUIET), notation.write_position(position)


def _sum(data: bytes, last: str, version: int) -> bytes:
    # From version 3 on, the checksum covers the version. A changed version number thus cannot reveal hidden values.
    return hashlib.sha256(data + last.encode() + (b"%d" % version if version > VERSION else b"")).digest()[:_SUM]


def _damaged() -> TextError:
    return TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))


def _long() -> TextError:
    return TextError(say("This game is too long for a link. Send it as text instead."))
