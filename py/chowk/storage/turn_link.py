"""Encode a letter, which is an invitation or a correspondence game, in a link: `#t=1.` and a code with all data.

The number in `#t=1.` is the version of the link: 3 for games in which hints and analysis are allowed, otherwise 2 for
games with a handover (a new secret for a seat) or a request for one, otherwise 1.

A letter packs (`chowk.core.packing`), in this order: its kind, the edition of the house rules, the game, the number of
players, the house rules, and two conditions (`Terms.strict` and `Terms.lot`).

* In an invitation, the name and the commitment of each player who has joined follow.
* In a game, the name of each player, and the number and the bytes of the last revealed element of the player's hash
  chain follow. Then come the code of the end (`AGREED`) and the number of moves. Optional data follow: the open
  request, the chairs that agree, the numbers of elements revealed for turns taken back, and the handovers. The moves
  come last, each as its index among the legal moves. Rolls follow from the elements, so they take no space.

The letter ends with two checksums, each of two bytes of SHA-256. The first covers all packed data, and reveals damage
before any move is replayed. The second covers the packed data and the last position. Both also cover the version, from
version 2 on.

No data in a letter are trusted. Any error raises `TextError`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Generator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from chowk import games
from chowk.core import rule_options, seat_draw
from chowk.core.dice import seat_to_act
from chowk.core.errors import TextError
from chowk.core.fair_dice import BLOCK, Handover, Ring, SharedDice, spans, starting_seed
from chowk.core.game import EDITION
from chowk.core.hash_chain import BYTES, LENGTH, descending
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.packing import Packer, Unpackable, Unpacker, code, decode
from chowk.core.position import CHANCE, Seat
from chowk.core.sanitize import NAME_LENGTH, received
from chowk.core.stepper import finished
from chowk.games.api import LINKED

HANDED: Final = 2
"""Version of the links in which a seat has a new secret (a handover), or a player asks for one."""
AIDED: Final = 3
"""Version of all links of a game in which hints and analysis are allowed. It is the latest version."""
LONGEST: Final = 4000
"""Maximum length of the code of an invitation or game in a link, in characters."""
MOST_MOVES: Final = 4000
"""Maximum number of moves of a game in a link."""

_NAME_BYTES: Final = 4 * NAME_LENGTH
"""Maximum length of a name in bytes."""
_WIDE: Final = 1 << 8 * BYTES
"""Radix of a packed hash chain element: its largest value plus one."""
_SUM: Final = 2
"""Length of a checksum in bytes."""
_LINK: Final = re.compile(r"(?:^|[#&])t=([0-9]{1,6})\.([^\s&]*)")
_AFTER: Final = ".,;:!?)>]'\"”’»"
"""Punctuation that may follow a link in a text."""

AGREED: Final = 1
"""Code of an agreed draw. Other codes of the end are 0 (not ended by the players) and 2 + seat (that seat resigned)."""


WISHES: Final = ("", "draw", "back", "seat")
"""The kinds of requests in the order of their packed numbers. An empty text means no request."""
_WISHES: Final = {1: 3, HANDED: 4, AIDED: 4}
"""Number of kinds of requests that a link can hold, by the version of the link."""
HANDOVERS: Final = 16
"""Maximum number of handovers (new secrets for a seat) in a link. Games of earlier editions may reach it."""
MOST_HANDOVERS: Final = 3
"""Maximum number of handovers (new secrets for a seat) in a new game, because each one changes the seat's later
rolls."""


class Wish(NamedTuple):
    """A request of a player that all others must accept: a draw, a take-back, or a new secret for a seat (handover).

    `kind` is one of `WISHES`. `ply` is the number of moves before the request. `yes` are the chairs (players in the
    order of joining) that agree, including the player who asks. `no` is True if a player refused. `to` is the ply to go
    back to, or the chair to hand over. A chair that is handed over continues with the hash chain that begins
    with `commitment`.
    """

    kind: str
    ply: int
    yes: frozenset[int]
    to: int = 0
    no: bool = False
    commitment: bytes = b""


class Terms(NamedTuple):
    """The terms of a correspondence game: game, number of players, house rules by name, and three conditions.

    `lot` is True if sides are drawn. If `strict`, each further roll of a turn needs a hash chain element of another
    player. With `aids`, hints and analysis are allowed during the game.
    """

    game: str
    chairs: int
    options: Mapping[str, str]
    lot: bool = False
    strict: bool = False
    aids: bool = False


class Joiner(NamedTuple):
    """A player who has joined: the name, which may be empty, and the commitment of the player's hash chain."""

    name: str
    commitment: bytes


class Invitation(NamedTuple):
    """An invitation to a correspondence game: its terms, and the player on each chair, or None for a free chair.

    The inviter has the first chair.
    """

    terms: Terms
    joiners: tuple[Joiner | None, ...]

    @property
    def inviter(self) -> Joiner:
        """The player who invites, on the first chair."""
        joiner = self.joiners[0]
        assert joiner is not None, "the inviter sits on the first chair"
        return joiner

    @property
    def table(self) -> str:
        """The identifier of the game, from the inviter's commitment."""
        return name_of(self.inviter.commitment)

    @property
    def free(self) -> tuple[int, ...]:
        """The indices of the chairs on which nobody sits yet."""
        return tuple(chair for chair, joiner in enumerate(self.joiners) if joiner is None)


class Letter(NamedTuple):
    """A letter with a correspondence game, not an invitation. Its moves are still packed; `replay` plays them.

    `names`, `counters` and `elements` (the number and bytes of the last revealed hash chain element) are by chair, the
    order of joining. `ended` is 0, or the code of an agreed draw or a resignation (see `AGREED`). `extra` counts, by
    chair, the elements revealed for turns taken back. `plies` is the number of moves. `sums` is the checksum of `data`
    and the last position.
    """

    terms: Terms
    names: tuple[str, ...]
    counters: tuple[int, ...]
    elements: tuple[bytes, ...]
    ended: int
    wish: Wish | None
    extra: tuple[int, ...]
    handovers: tuple[Handover, ...]
    plies: int
    packed: Unpacker
    sums: bytes
    data: bytes
    version: int


LetterKind: TypeAlias = "Invitation | Letter"
"""The two kinds of letters (contents of links): an invitation, or a game that has started."""


def name_of(commitment: bytes) -> str:
    """Return the identifier of the game whose inviter has this commitment."""
    return commitment[:8].hex()


def find_code(text: str) -> str:
    """Find an invitation or a correspondence game in an address or a longer text.

    Return the part that holds it, such as `t=1.` and a code, or an empty text.
    """
    match = _LINK.search(text)
    return match[0].lstrip("#&").rstrip(_AFTER) if match else ""


def damaged() -> TextError:
    """Return the error that reports a damaged or incomplete link."""
    return TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))


# Writing ------------------------------------------------------------------------------------------------------------


def invite(invitation: Invitation) -> str:
    """Return an invitation as the fragment of an address, from `#` on."""
    packer = Packer()
    _put_terms(packer, 0, invitation.terms)
    for joiner in invitation.joiners:
        packer.put(int(joiner is not None), 2)
        if joiner is not None:
            packer.put_text(joiner.name)
            packer.put(int.from_bytes(joiner.commitment, "big"), _WIDE)
    return _fragment(packer.packed(), "", AIDED if invitation.terms.aids else 1)


def write(terms: Terms, names: tuple[str, ...], ring: Ring, match: Match[Any, Any], wish: Wish | None = None) -> str:
    """Return a game as the fragment of an address, from `#` on. Raises `TextError` if it is too long for a link.

    `names` are the players' names by chair, `ring` the revealed hash chain elements, and `wish` the open request.
    """
    packer = Packer()
    _put_terms(packer, 1, terms)
    for name, elements in zip(names, ring.revealed, strict=True):
        packer.put_text(name)
        packer.put_count(len(elements) - 1)
        packer.put(int.from_bytes(elements[-1], "big"), _WIDE)
    packer.put(ending_code(match), 2 + terms.chairs)
    handed = bool(ring.handovers) or (wish is not None and wish.kind == "seat")
    version = AIDED if terms.aids else HANDED if handed else 1
    more = handed or wish is not None or any(ring.extra)
    packer.put(int(more), 2)
    packer.put_count(match.ply)
    if more:
        _put_more(packer, wish, ring, version)
    for number, radix in _dice(match).blocks(match):
        packer.put(number, radix)
    last = match.ruleset.notation.write_position(match.position)
    return _fragment(packer.packed(), last, version)


def _put_more(packer: Packer, wish: Wish | None, ring: Ring, version: int) -> None:
    chairs = range(len(ring.revealed))
    packer.put(WISHES.index(wish.kind) if wish is not None else 0, _WISHES[version])
    if wish is not None:
        packer.put(sum(1 << chair for chair in wish.yes), 1 << len(chairs))
        packer.put(int(wish.no), 2)
        packer.put_count(wish.to)
        if wish.kind == "seat":
            packer.put(int.from_bytes(wish.commitment, "big"), _WIDE)
    for chair in chairs:
        packer.put_count(ring.extra[chair] if ring.extra else 0)
    if version > 1:
        packer.put_count(len(ring.handovers))
        for handover in ring.handovers:
            packer.put_count(handover.ply)
            packer.put(handover.chair, len(chairs))
            packer.put_count(handover.number)
            packer.put(int.from_bytes(handover.last, "big"), _WIDE)


def _dice(match: Match[Any, Any]) -> SharedDice:
    assert isinstance(match.dice, SharedDice), "a correspondence game"
    return match.dice


def ending_code(match: Match[Any, Any]) -> int:
    """Return `AGREED` for an agreed draw, 2 + seat if that seat resigned, and 0 for every other match."""
    outcome = match.outcome()
    if outcome is None or outcome.why not in ("agreed", "resigned"):
        return 0
    return AGREED if outcome.why == "agreed" else 2 + outcome.places.index(2)


def _put_terms(packer: Packer, kind: int, terms: Terms) -> None:
    sign, rules = games.sign(terms.game), games.load(terms.game).rules
    packer.put(kind, 2)
    edition = rule_options.earliest(rules, terms.options)
    packer.put_count(edition)
    packer.put(sign.number, LINKED)
    packer.put(terms.chairs - 2, 3)
    chosen = {option.name: option.chosen(terms.options) for option in rules.OPTIONS}
    for name, values in rule_options.terms(rules, edition).items():
        packer.put(values.index(chosen[name]), len(values))
    packer.put(int(terms.strict), 2)
    packer.put(int(terms.lot), 2 if sign.lot else 1)


def _fragment(data: bytes, last: str, version: int = 1) -> str:
    text = code(data + _sum(data, "", version) + _sum(data, last, version))
    if len(text) > LONGEST:
        raise TextError(say("This game is too long for a link. Send it as text instead."))
    return f"#t={version}.{text}"


def _sum(data: bytes, last: str, version: int) -> bytes:
    return hashlib.sha256(data + last.encode() + (b"" if version == 1 else b"%d" % version)).digest()[:_SUM]


# Reading ------------------------------------------------------------------------------------------------------------


def read(text: str) -> LetterKind:
    """Return the invitation or game in a text that `find_code` returned. The moves are not replayed yet.

    Raises `TextError` if the text is damaged or of a later version.
    """
    match = _LINK.fullmatch(text)
    if match is None:
        raise damaged()
    if int(match[1]) > AIDED:
        raise newer()
    if len(match[2]) > LONGEST:
        raise TextError(say("This link is too long to be a game."))
    try:
        content = decode(match[2])
        data, first = content[: -2 * _SUM], content[-2 * _SUM : -_SUM]
        if int(match[1]) < 1 or first != _sum(data, "", int(match[1])):
            raise damaged()
        return _read_contents(data, content[-_SUM:], int(match[1]))
    except Unpackable as error:
        raise damaged() from error


def newer() -> TextError:
    """Return the error that reports a link of a later version of the page."""
    return TextError(say("This link was made by a newer version of Chowk. Reload the page to get it, then try again."))


def _read_contents(data: bytes, last: bytes, version: int) -> LetterKind:
    packed = Unpacker(data)
    begun = packed.take(2)
    edition = packed.take_count(1 << 16)
    if edition > EDITION:
        raise newer()
    terms = _terms(packed, edition)._replace(aids=version == AIDED)
    if not begun:
        joiners = tuple(_joiner(packed) if packed.take(2) else None for _ in range(terms.chairs))
        packed.end()
        if joiners[0] is None or version == HANDED or last != _sum(data, "", version):
            raise damaged()
        commitments = [joiner.commitment for joiner in joiners if joiner is not None]
        if len({*commitments}) < len(commitments):
            raise damaged()  # a player with a copied commitment would know the other player's elements of the dice
        return Invitation(terms, joiners)
    sitting = [(_name(packed), packed.take_count(LENGTH), _element(packed)) for _ in range(terms.chairs)]
    names, counters, elements = zip(*sitting, strict=True)
    ended, more, plies = packed.take(2 + terms.chairs), packed.take(2), packed.take_count(MOST_MOVES)
    wish, extra, handovers = _more(packed, terms.chairs, plies, version) if more else (None, (), ())
    most = 2 * plies + 3 + sum(extra) + terms.chairs * (len(handovers) + (wish is not None))
    if not counters[0] or sum(counters) > most or (version == HANDED and not more):
        raise damaged()
    return Letter(terms, names, counters, elements, ended, wish, extra, handovers, plies, packed, last, data, version)


def _more(
    packed: Unpacker, chairs: int, plies: int, version: int
) -> tuple[Wish | None, tuple[int, ...], tuple[Handover, ...]]:
    kind, wish = WISHES[packed.take(_WISHES[version])], None
    if kind:
        yes, no, to = packed.take(1 << chairs), bool(packed.take(2)), packed.take_count(MOST_MOVES)
        commitment = _element(packed) if kind == "seat" else b""
        wish = Wish(kind, plies, frozenset(chair for chair in range(chairs) if yes >> chair & 1), to, no, commitment)
    extra = tuple(packed.take_count(LENGTH) for _ in range(chairs))
    handed = packed.take_count(HANDOVERS) if version > 1 else 0
    handovers = tuple(
        Handover(packed.take_count(plies), packed.take(chairs), packed.take_count(LENGTH), _element(packed))
        for _ in range(handed)
    )
    if (wish is None and not any(extra) and not handed) or (version == HANDED and kind != "seat" and not handed):
        raise Unpackable("nothing is told")
    return wish, extra if any(extra) else (), handovers


def _terms(packed: Unpacker, edition: int) -> Terms:
    name = games.numbered(packed.take(LINKED))
    if name is None or not games.sign(name).ready:
        raise Unpackable("no such game")
    sign, chairs = games.sign(name), packed.take(3) + 2
    if chairs not in sign.seats:
        raise Unpackable("no such number of players")
    terms = rule_options.terms(games.load(name).rules, edition)
    options = {option: values[packed.take(len(values))] for option, values in terms.items()}
    strict = bool(packed.take(2))
    return Terms(name, chairs, options, bool(packed.take(2 if sign.lot else 1)), strict)


def _joiner(packed: Unpacker) -> Joiner:
    return Joiner(_name(packed), _element(packed))


def _name(packed: Unpacker) -> str:
    name = packed.take_text(_NAME_BYTES)
    try:
        return received(name)
    except ValueError as error:
        raise Unpackable("no name") from error


def _element(packed: Unpacker) -> bytes:
    return packed.take(_WIDE).to_bytes(BYTES, "big")


# Playing through ----------------------------------------------------------------------------------------------------


def new_match(terms: Terms, ring: Ring) -> Match[Any, Any]:
    """Return a new match with these terms, before any roll.

    Its dice follow from the revealed hash chain elements in `ring`.
    """
    game, first = games.load(terms.game), _first(ring)
    options = {option.name: option.chosen(terms.options) for option in game.rules.OPTIONS}
    return Match(game.ruleset, game.rules.start(terms.chairs, options, first), first, SharedDice(ring))


def _first(ring: Ring) -> int:
    """Return the seed of a game, which follows from the first revealed hash chain elements."""
    return starting_seed(ring.revealed[0][1], (elements[0] for elements in ring.revealed[1:]))


def moved(terms: Terms, first: int) -> int:
    """Return the chair (player) that gets the first seat when sides are drawn by lot, or 0 if they are not drawn.

    The other players follow in the order of their chairs. `first` is the seed of the game.
    """
    return seat_draw.seat_shift(terms.chairs, first) if terms.lot else 0


def ring_of(letter: Letter, known: Ring | None = None) -> Ring:
    """Return all hash chain elements that a game in a link reveals. Elements in `known` need not be computed again."""
    return finished(hashed(letter, known))


def hashed(letter: Letter, known: Ring | None = None) -> Generator[None, None, Ring]:
    """Compute the result of `ring_of` in steps.

    From the last element of each hash chain, all earlier ones are computed, down to those in `known`. Raises
    `TextError` if an element does not belong to the known hash chain.
    """
    shown = []
    for chair, (count, element) in enumerate(zip(letter.counters, letter.elements, strict=True)):
        known_elements = known.revealed[chair] if known is not None else ()
        revealed: tuple[bytes, ...] = ()
        for begin, end, last in spans(letter.handovers, chair, count, element):
            if end < begin:
                raise damaged()
            revealed += yield from _chain(chair, begin, end, last, known_elements)
        shown.append(revealed)
    begun = [elements[0] for elements in shown]
    begun += [shown[handover.chair][handover.number + 1] for handover in letter.handovers]
    if len({*begun}) < len(begun):
        raise damaged()
    first = starting_seed(shown[0][1], (elements[0] for elements in shown[1:]))
    own = known.own if known is not None else None
    return Ring(tuple(shown), letter.terms.strict, moved(letter.terms, first), own, letter.extra, letter.handovers)


def _chain(
    chair: int, begin: int, end: int, last: bytes, have: tuple[bytes, ...]
) -> Generator[None, None, tuple[bytes, ...]]:
    """Compute the elements `begin` to `end` of a chair's hash chain in steps. `last` is element `end`.

    Each earlier element is the hash of the next. `have` are the first elements of the chain, which are known already
    and are not computed again. Raise `TextError` if they do not belong to the same chain.
    """
    if end < len(have):
        if have[end] != last:
            raise other_chain()
        return have[begin : end + 1]
    known = have[begin:]
    since = yield from descending(chair, end - begin, last, max(0, len(known) - 1))
    if known and since[0] != known[-1]:
        raise other_chain()
    return (*known[:-1], *since)


def other_chain() -> TextError:
    """Return the error that reports a game whose hash chain elements are not those of its players."""
    return TextError(
        say("This link does not come from the players of this game: the proof of the dice in it is not theirs.")
    )


def replay(letter: Letter, ring: Ring, known: Match[Any, Any] | None = None) -> Generator[None, None, Match[Any, Any]]:
    """Replay a game that came by a link, yielding after each move; return the match.

    Moves that the match `known` has are not replayed; that match must have the same terms. Raises `TextError` if a move
    is illegal, or if the game does not fit the hash chain elements or the checksum.
    """
    try:
        match = yield from _replayed(letter.packed.copy(), letter, ring, known)
    except (Unpackable, LookupError) as error:
        raise damaged() from error
    last = match.ruleset.notation.write_position(match.position)
    dice = _dice(match)
    if letter.sums != _sum(letter.data, last, letter.version) or not dice.rightly_handed(match):
        raise damaged()
    if letter.counters not in _counted(match, dice, letter.wish):
        raise damaged()
    if letter.extra and not _dice_free(match):
        raise damaged()
    if letter.wish is not None and not fits(letter.wish, match):
        raise damaged()
    return match


# Requests that need everybody's consent -------------------------------------------------------------------------


def fits(wish: Wish, match: Match[Any, Any]) -> bool:
    """Return True if a request is valid in a match.

    A request is valid if it asks for something that is allowed, and if not all players who must agree have agreed yet.
    For a draw or a take-back, the player who asks must have agreed already.
    """
    dice = _dice(match)
    if match.outcome() is not None or wish.ply != match.ply:
        return False
    if wish.kind == "seat":
        known = {element for elements in dice.ring.revealed for element in elements}
        return (
            dice.can_hand(match, match.ply, wish.to)
            and wish.yes < others(match, wish.to)
            and (wish.commitment not in known)
        )
    if wish.kind == "draw":
        among = agreeing(match)
        return can_draw(match) and bool(wish.yes) and wish.yes < among and not wish.to
    return len(wish.yes) == 1 and wish.to == back_to(match, dice.ring.seat(next(iter(wish.yes))))


def may_hand(match: Match[Any, Any], chair: int) -> bool:
    """Return True if a chair may get a new secret (handover) now: at the start of its turn, and only once at this ply.

    A new game may have at most `MOST_HANDOVERS` handovers. Links with more can still be read, because games of earlier
    editions may have more.
    """
    dice = _dice(match)
    handovers = dice.ring.handovers
    once = len(handovers) < MOST_HANDOVERS and all(handover.ply != match.ply for handover in handovers)
    return once and dice.can_hand(match, match.ply, chair)


def agreeing(match: Match[Any, Any]) -> frozenset[int]:
    """Return the chairs (players in the order of joining) who must agree to a draw and would share it."""
    return frozenset(_dice(match).ring.chair(seat) for seat in match.agreeing)


def others(match: Match[Any, Any], chair: int) -> frozenset[int]:
    """Return all chairs except `chair`. Their players must agree before it gets a new secret (handover)."""
    return frozenset(range(len(_dice(match).ring.revealed))) - {chair}


def can_draw(match: Match[Any, Any]) -> bool:
    """Return True if the players can agree on a draw: two players at any time, more players if the rules offer it."""
    draws = games.load(match.ruleset.name).draws
    return match.position.seats == 2 or (draws is not None and draws.due(match.position))


def back_to(match: Match[Any, Any], seat: Seat) -> int | None:
    """Return the ply to which a player may ask to go back: the ply of the player's last choice.

    Return None if none exists since the last handover, if the game has dice or more than two players, or if it is
    over.
    """
    if match.position.seats != 2 or not _dice_free(match) or match.outcome() is not None:
        return None
    forced = match.ruleset.rules.forced
    mine = (
        ply
        for ply in range(match.ply - 1, -1, -1)
        if match.position_after(ply).turn == seat and forced(match.position_after(ply)) is None
    )
    handed = max((handover.ply for handover in _dice(match).ring.handovers), default=0)  # it revealed elements
    return next((ply for ply in mine if ply >= handed), None)


def back_at(match: Match[Any, Any], to: int, chair: int) -> tuple[int, ...]:
    """Return how many hash chain elements each chair has revealed for turns taken back, including one more take-back.

    In that take-back, the match goes back to the ply `to`. The player on `chair` agrees to it now, and thereby reveals
    one more element.
    """
    dice, before = _dice(match), match.until(to)
    now, then = dice.settled(match), SharedDice(dice.ring).settled(before)
    extra = dice.ring.extra or (0,) * len(now)
    pairs = enumerate(zip(extra, now, then, strict=True))
    return tuple(count + current - former + (index == chair) for index, (count, current, former) in pairs)


def _dice_free(match: Match[Any, Any]) -> bool:
    return not any(position.turn == CHANCE for position in match.positions)


def _counted(match: Match[Any, Any], dice: SharedDice, wish: Wish | None) -> tuple[tuple[int, ...], ...]:
    """Return the counters that a link with this match may have: one tuple, or two if both are valid.

    A tuple has, for each chair, the number of the last revealed element of its hash chain. These numbers follow from
    the match's turns. If a strict game waits for a chair's element, there are two valid tuples: without this element
    and with it. If `wish`, the open request, is a handover, each chair that agrees to it has revealed one more.
    """
    counters, asked_chair = dice.settled(match), dice.next_revealer(match)
    if wish is not None and wish.kind == "seat":
        counters = tuple(count + (chair in wish.yes) for chair, count in enumerate(counters))
    if asked_chair is None:
        return (counters,)
    return counters, tuple(count + (chair == asked_chair) for chair, count in enumerate(counters))


def _replayed(
    packed: Unpacker, letter: Letter, ring: Ring, known: Match[Any, Any] | None
) -> Generator[None, None, Match[Any, Any]]:
    if known is None:
        match = new_match(letter.terms, ring)
    else:
        yield from _dice(known).packing(known)
        if known.seed != _first(ring):
            raise Unpackable("another beginning")
        match = known.until(_alike(packed, known, letter.plies))
        match.dice = SharedDice(ring, _dice(known))
    while match.ply < letter.plies:
        position = match.position
        if match.outcome() is not None:
            raise Unpackable("moves after the end")
        if position.turn == CHANCE:
            match.follow(match.roll())
        else:
            moves = position.moves()
            match.follow(_dice(match).chosen(match.ply, position, packed.take(len(moves)), moves))
        yield
    packed.end()
    _end(match, letter.ended)
    return match


def _alike(packed: Unpacker, known: Match[Any, Any], plies: int) -> int:
    """Unpack moves as long as they equal those of the match `known`, and return the number of moves unpacked.

    The first move that differs stays packed. `plies` is the number of all packed moves.
    """
    dice, moves, same = _dice(known), known.moves, 0
    for number, radix in dice.blocks(known):
        stop = min(same + BLOCK, known.ply)
        if stop > plies or not packed.take_if(number, radix):
            break
        same = stop
    for ply in range(same, min(plies, known.ply)):
        position = known.position_after(ply)
        if position.turn != CHANCE and not packed.take_if(*dice.choice(ply, position, moves[ply])):
            return ply
    return min(plies, known.ply)


def _end(match: Match[Any, Any], code: int) -> None:
    if not code:
        return
    if match.outcome() is not None or (code == AGREED and not can_draw(match)):
        raise Unpackable("an end after the end")
    seat: Seat = code - 2
    if code == AGREED:
        match.agree()
    elif seat_to_act(match.position) == seat:
        match.resign(seat)
    else:
        raise Unpackable("somebody else is due")
