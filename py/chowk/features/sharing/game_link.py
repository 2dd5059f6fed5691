"""Encode a whole game in a link: `#g=2.` and a code. Reading the code needs no other data.

The code packs (`chowk.core.packing`), in this order: the game, its start, the seed if it matters, the house rules, the
players, an ending declared by the players, the ply to show, and each move as its index among the legal moves. Forced
moves, and rolls that follow from the seed, take no space. The code ends with a check value: the first three bytes of a
SHA-256 hash of the packed bytes and the text of the last position. It reveals a damaged code, and a code that leads to
another position because the rules have changed. Reading a game plays its moves by the rules.

The number after `#g=` is the version. Version 1 uses the first edition of the house rules (`chowk.core.rule_options`):
its links are read with the options, defaults and position texts of that edition. Versions 2 and 3 use the second
edition, versions 4 and 5 the third. Versions 3 and 5 are for games lost on time. A game is written in the earliest
version that can express the game, so that as many pages as possible can read it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from chowk import games
from chowk.core import chance, declaration, rule_options
from chowk.core.declaration import Declaration
from chowk.core.errors import TextError
from chowk.core.game import EDITION
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.packing import Packer, Unpackable, Unpacker, code, decode
from chowk.core.position import CHANCE
from chowk.core.sanitize import received
from chowk.games.api import LINKED, NUMBERS, Game
from chowk.storage.plan import NAME_LENGTH, TAKE_BACKS, Plan, SeatPlan, checked, named

VERSION: Final = 2
TIMED: Final = 3
"""The version for a game that was lost on time, in the second edition of the house rules."""
NEWEST: Final = 5
_LATER: Final = 2
"""Difference between the version numbers of the third and the second edition."""
_EDITIONS: Final[Mapping[int, int]] = {1: rule_options.FIRST, VERSION: 2, TIMED: 2, 4: 3, NEWEST: 3}
"""The edition of the house rules for each version of a link, by the version's number."""
LONGEST: Final = 4000
"""Maximum length of a code, in characters. Usual games are far shorter. Longer addresses may be cut in transit."""
MOST_MOVES: Final = 4000

_LEVELS: Final = NUMBERS
_SEED_BITS: Final = (0, 64, 128)
_NAME_BYTES: Final = 4 * NAME_LENGTH
_SETUP_BYTES: Final = 1000
_SUM: Final = 3
_LINK: Final = re.compile(r"(?:^|[#&])g=([0-9]{1,6})\.([^\s&]*)")
_AFTER: Final = ".,;:!?)>]'\"”’»"


class Shared(NamedTuple):
    """The contents of a link: a game, its players and house rules, and the ply to show (None for the last)."""

    match: Match[Any, Any]
    plan: Plan
    shown_ply: int | None


def write(match: Match[Any, Any], plan: Plan, shown_ply: int | None = None) -> str:
    """Return a match as a URL fragment with its `#`; raise `TextError` if it is too long for a link.

    `shown_ply` is the ply to show when the link is opened, or None for the last.
    """
    ended, packer = declaration.declared(match), Packer()
    edition = rule_options.earliest(match.ruleset.rules, plan.options)
    version = TIMED if ended is not None and ended.why == "time" else VERSION
    version += _LATER * (edition - _EDITIONS[VERSION])
    _put_start(packer, match, plan, edition)
    _put_players(packer, plan)
    _put_moves(packer, match, shown_ply)
    data = packer.packed()
    text = code(data + _sum(data, match, version))
    if len(text) > LONGEST or match.ply > MOST_MOVES:
        raise TextError(say("This game is too long for a link. Send it as text instead."))
    return f"#g={version}.{text}"


def find_code(text: str) -> str:
    """Return the part of a text, such as a fragment or an address, that encodes a game. Empty if there is none."""
    match = _LINK.search(text)
    return match[0].lstrip("#&").rstrip(_AFTER) if match else ""


def read(text: str, seed: int = 0) -> Shared:
    """Decode the game in a text that `find_code` returned. Later rolls are made from `seed` if the link stores none.

    Raise `TextError` if the text is no game, or if a later version of the page wrote it.
    """
    match = _LINK.fullmatch(text)
    if match is None:
        raise damaged()
    version = int(match[1])
    if version > NEWEST:
        raise TextError(
            say("This link was made by a newer version of Chowk. Reload the page to get it, then try again.")
        )
    if len(match[2]) > LONGEST:
        raise TextError(say("This link is too long to be a game."))
    try:
        data = decode(match[2])
        shared = _unpacked(Unpacker(data[:-_SUM]), seed, version)
    except (Unpackable, TextError) as error:
        raise damaged() from error
    if version < 1 or data[-_SUM:] != _sum(data[:-_SUM], shared.match, version):
        raise damaged()
    return shared._replace(plan=checked(shared.plan))


def damaged() -> TextError:
    """Return the error for a link that is damaged or incomplete."""
    return TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))


def _sum(data: bytes, match: Match[Any, Any], version: int = VERSION) -> bytes:
    last = match.ruleset.notation.write_position(match.position, _EDITIONS.get(version, EDITION))
    return hashlib.sha256(data + last.encode() + (b"%d" % version if version > VERSION else b"")).digest()[:_SUM]


# Writing ------------------------------------------------------------------------------------------------------------


def _put_start(packer: Packer, match: Match[Any, Any], plan: Plan, edition: int = _EDITIONS[VERSION]) -> None:
    game, start = games.load(match.ruleset.name), match.position_after(0)
    chancy = any(position.turn == CHANCE for position in match.positions)
    # If the link stores no seed, the reader starts with seed 0.
    seedless = not chancy and start == _usual(game, plan.options, start.seats, 0)
    usual = seedless or start == _usual(game, plan.options, start.seats, match.seed)
    packer.put(game.sign.number, LINKED)
    packer.put(0 if usual else 1, 2)
    needed = chancy or (usual and not seedless)
    bits = _SEED_BITS[0] if not needed else _SEED_BITS[1] if match.seed >> _SEED_BITS[1] == 0 else _SEED_BITS[2]
    packer.put(_SEED_BITS.index(bits), len(_SEED_BITS))
    packer.put(match.seed if needed else 0, 1 << bits)
    packer.put(start.seats - 2, 3)
    chosen = {option.name: option.chosen(plan.options) for option in game.rules.OPTIONS}
    for name, values in rule_options.terms(game.rules, edition).items():
        packer.put(values.index(chosen[name]), len(values))
    if not usual:
        packer.put_text(match.ruleset.notation.write_position(start))


def _put_players(packer: Packer, plan: Plan) -> None:
    packer.put(int(plan.lot), 2 if games.sign(plan.game).lot else 1)
    packer.put(TAKE_BACKS.index(plan.take_back), len(TAKE_BACKS))
    for seat in plan.seats:
        packer.put(int(seat.kind == "bot"), 2)
        if seat.kind == "bot":
            packer.put(seat.level, _LEVELS)
        packer.put_text(named(seat.name))


def _put_moves(packer: Packer, match: Match[Any, Any], shown_ply: int | None) -> None:
    ended = declaration.declared(match)
    if ended is not None and ended.why == "time":
        packer.put(ended.loser, match.position.seats)
    else:
        packer.put(_ending_code(ended), 2 + match.position.seats)
    packer.put_count(0 if shown_ply is None else shown_ply + 1)
    packer.put_count(match.ply)
    turns = list(zip(match.positions, match.moves, strict=False))
    honest = all(_rolled(match, ply) == move for ply, (position, move) in enumerate(turns) if position.turn == CHANCE)
    packer.put(0 if honest else 1, 2)
    for position, move in turns:
        if position.turn != CHANCE or not honest:
            moves = position.moves()
            packer.put(moves.index(move), len(moves))


def _ending_code(ended: Declaration | None) -> int:
    """Return the number that encodes a declared ending.

    It is 0 for none, 1 for an agreed draw, and 2 plus the seat if a player resigned.
    """
    if ended is None:
        return 0
    return 1 if ended.why == "agreed" else 2 + ended.loser


# Reading ------------------------------------------------------------------------------------------------------------


def _unpacked(packed: Unpacker, seed: int, version: int = VERSION) -> Shared:
    edition = _EDITIONS.get(version, EDITION)
    name = games.numbered(packed.take(LINKED))
    if name is None:
        raise Unpackable("no such game")
    game = games.load(name)
    usual = not packed.take(2)
    bits = _SEED_BITS[packed.take(len(_SEED_BITS))]
    number = packed.take(1 << bits) if bits else None
    seats = packed.take(3) + 2
    if seats not in game.sign.seats:
        raise Unpackable("no such number of players")
    terms = rule_options.terms(game.rules, edition)
    options = {name: values[packed.take(len(values))] for name, values in terms.items()}
    if usual:
        start = _usual(game, options, seats, number or 0)
    else:
        start = game.notation.read_position(packed.take_text(_SETUP_BYTES), edition)
    if start.seats != seats:
        raise Unpackable("another number of players")
    lot = bool(packed.take(2 if game.sign.lot and edition > rule_options.FIRST else 1))
    plan = Plan(game.name, *_players(packed, seats, options), lot)
    match: Match[Any, Any] = Match(game.ruleset, start, seed if number is None else number)
    shown = _play(packed, match, version)
    packed.end()
    return Shared(match, plan, shown)


def _players(
    packed: Unpacker, seats: int, options: Mapping[str, str]
) -> tuple[tuple[SeatPlan, ...], Mapping[str, str], Any]:
    take_back = TAKE_BACKS[packed.take(len(TAKE_BACKS))]
    return tuple(_player(packed) for _ in range(seats)), options, take_back


def _player(packed: Unpacker) -> SeatPlan:
    bot = packed.take(2)
    level = packed.take(_LEVELS) if bot else 0
    name = packed.take_text(_NAME_BYTES)
    try:
        return SeatPlan("bot" if bot else "person", level, received(name))
    except ValueError as error:
        raise Unpackable("no name") from error


def _play(packed: Unpacker, match: Match[Any, Any], version: int) -> int | None:
    """Unpack the moves of a link and play them. Return the ply to show, or None for the last ply."""
    ended = _ended(packed, match.position.seats, version)
    shown = packed.take_count(MOST_MOVES + 1) - 1
    count = packed.take_count(MOST_MOVES)
    honest = not packed.take(2)
    for _ in range(count):
        position = match.position
        if match.outcome() is not None:
            raise Unpackable("moves after the end")
        moves = position.moves()
        match.follow(match.roll() if position.turn == CHANCE and honest else moves[packed.take(len(moves))])
    if shown > count or (ended is not None and match.outcome() is not None):
        raise Unpackable("an end after the end")
    if ended is not None:
        declaration.declare(match, ended)
    return shown if shown >= 0 else None


def _ended(packed: Unpacker, seats: int, version: int) -> Declaration | None:
    """Unpack the ending that the players declared: on time, by agreement or by resignation.

    None if they declared none.
    """
    if version in (TIMED, NEWEST):
        return Declaration("time", packed.take(seats))
    ending = packed.take(2 + seats)
    if not ending:
        return None
    return Declaration("agreed") if ending == 1 else Declaration("resigned", ending - 2)


def _usual(game: Game, options: Mapping[str, str], seats: int, seed: int) -> Any:
    chosen = {option.name: option.chosen(options) for option in game.rules.OPTIONS}
    return game.rules.start(seats, chosen, seed)


def _rolled(match: Match[Any, Any], ply: int) -> Any:
    position = match.position_after(ply)
    return chance.pick(position.moves(), position.odds(), match.seed, ply)
