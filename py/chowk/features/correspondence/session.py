"""Correspondence play: inviting, taking a seat, sending a move, and opening the links of other players.

Each player has a hash chain of secret elements (`core.hash_chain`), and reveals them one after another in the links.
The elements of all players determine the dice (`core.fair_dice`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar

from chowk import games
from chowk.core.errors import TextError
from chowk.core.fair_dice import Ring, SharedDice, spans
from chowk.core.hash_chain import BYTES, Chain, chain, descending
from chowk.core.match import Match
from chowk.core.message import Message, say, say_in
from chowk.core.sanitize import named
from chowk.core.stepper import pause_every
from chowk.features.correspondence import reactions, reconcile
from chowk.features.correspondence.reconcile import Opened
from chowk.features.sharing.ports import SharingHost
from chowk.i18n.toast import Toast
from chowk.session import correspondence_state as state
from chowk.session import tabs
from chowk.session.command import written
from chowk.session.correspondence_state import Distance
from chowk.session.output import announce
from chowk.session.output.log import KnownLines, LogLine, telling
from chowk.session.setup import SetUp
from chowk.session.table import Table, Transition
from chowk.session.tabs import TabHost
from chowk.storage import greeting as greetings
from chowk.storage import seat_keys
from chowk.storage import turn_link as letters
from chowk.storage.greeting import REACTIONS, Greeting
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from chowk.storage.saves import Save, Way
from chowk.storage.seat_keys import OwnSeat
from chowk.storage.turn_link import Invitation, Joiner, Letter, Terms, Wish

_SLICE: Final = 8
"""Number of moves of an opened game that are replayed before the page gets time to react."""
_LONG: Final = 12
"""Number of slices, of `_SLICE` moves each, after which a notice offers to stop the replay."""
_WORDS: Final = 4
"""Number of stored moves that are read or described in words in one step.

Such a step takes about as long as replaying one move of a link's game.
"""
T = TypeVar("T")


class Brought(NamedTuple):
    """A seat that a link transfers to this device, before the player accepts it.

    `own` is the seat's hash chain, `content` the content of the link, and `link` the link without the seat.
    """

    own: Chain
    content: letters.LetterKind
    link: str


class Draft(NamedTuple):
    """The choices before inviting or taking a seat: the terms of the game, the player's name, and a seat by number.

    `invitation` is the opened invitation, or None if this player invites. `brought` is the seat that a link transfers.
    `live` is True if the invitation is for a live game and is shown as a QR code.
    """

    terms: Terms
    name: str = ""
    chair: int = 0
    invitation: Invitation | None = None
    brought: Brought | None = None
    live: bool = False


class ConnectedDevices(Protocol):
    """The devices connected for live play (`features.live.session`)."""

    @property
    def open(self) -> bool:
        """True if another device is connected."""

    @property
    def next_invitation(self) -> Invitation | None:
        """The invitation to another game that a connected player asks for, or None."""

    def belong_to(self, table: str) -> bool:
        """Return True if the connections belong to the table with this identifier."""

    def attend(self, table: Table) -> None:
        """Send the other devices the changes at a table that they do not have yet."""

    def attend_all(self) -> None:
        """Send the other devices everything that they do not have yet, whether the game has started or not."""

    def greet(self) -> None:
        """Send the chair (the fixed number of a player) of this device to all connected devices."""

    def takes(self, invitation: Invitation, chair: int, name: str) -> bool:
        """Take a seat, the chair with the number `chair`, in the next game for which a connected player has asked.

        Return False, and do nothing, if `invitation` is to another game.
        """


class CorrespondenceHost(SharingHost, TabHost, Protocol):
    """The part of the application that correspondence play uses."""

    draft: Draft | None
    reading: int
    opening: int

    @property
    def faces(self) -> Mapping[str, str]:
        """The face of each person who uses this device, by the person's name. The current player comes first."""

    @property
    def portraits(self) -> Sequence[str]:
        """The drawings of the faces that players can send, in the order of their numbers. Empty in quiet mode."""

    @property
    def live(self) -> ConnectedDevices | None:
        """The devices connected for live play, or None."""

    @property
    def setup(self) -> SetUp:
        """The set-up of a new game."""


# Inviting -------------------------------------------------------------------------------------------------------------


def open_sheet(host: CorrespondenceHost, game: str) -> None:
    """Open the sheet for a new correspondence game. An empty `game` means the first game.

    The choices on the sheet start with the terms of the correspondence table on the screen if it is of the same game.
    Otherwise they start as on the open set-up sheet, or else as in the last game.
    """
    if game and game not in games.ready():
        return
    name, table = game or next(iter(games.ready())), host.place.table
    set_up = host.setup.plan if host.setup.plan is not None and host.setup.onward is None else None
    plan = set_up if set_up is not None and set_up.game == name else host.kept.plans.get(name) or usual_plan(name)
    typed = next((seat.name for seat in plan.seats if seat.kind == "person" and seat.name), "")
    own = next(iter(host.faces), "") or typed or _called(host)
    before = host.draft
    strict, aids = (before.terms.strict, before.terms.aids) if before is not None else (False, False)
    options = {option.name: option.chosen(plan.options) for option in games.load(name).rules.OPTIONS}
    terms = Terms(name, len(plan.seats), options, games.sign(name).lot, strict, aids)
    if table is not None and table.distance is not None and table.distance.terms.game == name:
        terms = table.distance.terms
    # True if the user has chosen another game on the sheet for a live game.
    live = before is not None and before.live and host.place.sheet is not None and host.place.sheet.name == "apart"
    host.draft = Draft(terms, own, live=live)
    host.place.open_sheet("apart", name)


def _called(host: CorrespondenceHost) -> str:
    """Return the name to suggest for the player at this device, or an empty text.

    It is the current player's name. If that is unknown, it is the name that was last used in a correspondence game.
    """
    if host.faces:
        return next(iter(host.faces))
    if host.draft is not None and host.draft.name:
        return host.draft.name
    seats = sorted(host.kept.own_seats.values(), key=lambda seat: seat.updated, reverse=True)
    joiners = (seat.invitation.joiners[seat.chain.chair] for seat in seats)
    return next((joiner.name for joiner in joiners if joiner is not None and joiner.name), "")


def change(host: CorrespondenceHost, what: Literal["players", "strict", "aids", "name", "chair"], value: str) -> None:
    """Change one choice of the draft, such as `players` to `3`, `strict` to `on`, `name` to `Asha`, `chair` to `2`."""
    draft = host.draft
    if draft is None:
        return
    terms = draft.terms
    if what == "players" and value in map(str, games.sign(terms.game).seats):
        host.draft = draft._replace(terms=terms._replace(chairs=int(value)))
    elif what == "strict":
        host.draft = draft._replace(terms=terms._replace(strict=value == "on"))
    elif what == "aids":
        host.draft = draft._replace(terms=terms._replace(aids=value == "on"))
    elif what == "name":
        host.draft = draft._replace(name=value[:24])
    elif what == "chair" and draft.invitation is not None and value in map(str, draft.invitation.free):
        host.draft = draft._replace(chair=int(value))


def _secret(host: CorrespondenceHost) -> bytes:
    half = BYTES // 2
    return host.new_seed().to_bytes(half, "big") + host.new_seed().to_bytes(half, "big")


def invite(host: CorrespondenceHost) -> None:
    """Create a table, take its first seat, and show the link that invites to the table."""
    draft = host.draft
    if draft is None or draft.invitation is not None:
        return
    seat = laid_out(host, draft.terms, draft.name)
    host.place.clear()
    host.place.open_sheet("letter", seat.table)


def laid_out(host: CorrespondenceHost, terms: Terms, name: str) -> OwnSeat:
    """Create a table with these terms, take its first seat for this device, and return the seat."""
    own = chain(0, _secret(host))
    joiners = (Joiner(named(name), own.commitment), *([None] * (terms.chairs - 1)))
    seat = OwnSeat(own, Invitation(terms, joiners), host.clock.now())
    host.kept.keep_seat(seat)
    return seat


def join(host: CorrespondenceHost) -> None:
    """Take the chosen seat of the opened invitation.

    Then show the link to send to the inviter, or in a live game the QR code for the inviter's device. No link is needed
    for the next game of devices that are connected.
    """
    draft = host.draft
    if draft is None or draft.invitation is None or all(sheet.name != "invited" for sheet in host.place.sheets):
        return  # the button was pressed while the seat was taken in another tab
    if host.live is not None and host.live.takes(draft.invitation, draft.chair, draft.name):
        host.place.clear()
        return
    try:
        seat = take_chair(host, draft.invitation, draft.chair, draft.name)
    except TextError as error:
        _tell(host, error.why, alert=True)
        return
    host.place.clear()
    live = host.live if host.live is not None and host.live.belong_to(seat.table) else None
    host.place.open_sheet("live" if live is not None else "letter", seat.table)
    if live is not None:
        live.greet()
        live.attend_all()


def take_chair(host: CorrespondenceHost, invitation: Invitation, chair: int, name: str) -> OwnSeat:
    """Take the seat with the number `chair` at another player's table, and return it.

    Raise `TextError` if it is taken.
    """
    own = chain(chair, _secret(host))
    joined = reconcile.sit(invitation, chair, Joiner(named(name), own.commitment))
    seat = OwnSeat(own, joined, host.clock.now())
    host.kept.keep_seat(seat)
    return seat


# Sending --------------------------------------------------------------------------------------------------------------


def is_here(host: CorrespondenceHost, table: str) -> bool:
    """Return True if this device has a seat at a table, or if the table's game is on the screen."""
    current = host.place.table
    return table in host.kept.own_seats or (current is not None and current.is_apart and current.about.save == table)


def letter(host: CorrespondenceHost, table: str) -> None:
    """Open the sheet with the link to send to the other players at a table."""
    if is_here(host, table):
        host.place.open_sheet("letter", table)


def seat_link(host: CorrespondenceHost, table: str) -> None:
    """Open the sheet with the link that transfers this device's seat at a table.

    An empty `table` means the current one.
    """
    name = table or (host.place.table.about.save if host.place.table else "")
    if name in host.kept.own_seats:
        host.place.open_sheet("seat-link", name)


def fragment(host: CorrespondenceHost, table: str) -> str:
    """Return the link for the other players at a table: an invitation, or the game once it has begun.

    The link is a URL fragment, empty if this device knows no such table. Moves of the unsent turn are left out,
    because other players cannot check the rolls of that turn yet.
    """
    current = host.place.table
    if current is not None and current.distance is not None and current.about.save == table:
        match, ring, wish = current.match, state.dice_of(current.match).ring, current.distance.standing(current.match)
        if current.distance.sent < match.ply:
            match, wish = match.until(max(0, current.distance.sent)), None
            match.dice = SharedDice(ring)
        return letters.write(current.distance.terms, current.distance.names, ring, match, wish)
    seat = host.kept.own_seats.get(table)
    if seat is None:
        return ""
    return f"#{seat.request}" if seat.request else letters.invite(seat.invitation)


def sent_link(host: CorrespondenceHost, table: str) -> str:
    """Return the link for the other players at a table, as `fragment` does, with this player's face and reaction.

    Both are left out in quiet mode, a setting that hides faces.
    """
    return fragment(host, table) + greetings.write(_greeting(host, table))


def _greeting(host: CorrespondenceHost, table: str) -> Greeting:
    current, seat = host.place.table, host.kept.own_seats.get(table)
    if current is not None and current.distance is not None and current.about.save == table:
        distance = current.distance
        if distance.chair is None or host.settings.quiet:
            return Greeting(0)
        reaction = distance.reaction(current.match, distance.chair)
        return Greeting(distance.chair, _own_face(host, distance.names[distance.chair]), reaction)
    if seat is None or seat.request:
        return Greeting(0)
    chair, joiner = seat.chain.chair, seat.invitation.joiners[seat.chain.chair]
    return Greeting(chair, _own_face(host, joiner.name if joiner is not None else ""))


def _own_face(host: CorrespondenceHost, name: str) -> int:
    """Return the number, from 1, of the face of the person called `name` who uses this device.

    Return 0 if the person has no face or is unknown, and in quiet mode.
    """
    drawing = host.faces.get(name, "")
    return host.portraits.index(drawing) + 1 if drawing in host.portraits else 0


def react(host: SharingHost, table: Table, number: int) -> None:
    """Choose which preset message to send with this turn, by its index. If that is chosen already, choose none."""
    distance = table.distance
    if (
        distance is None
        or distance.chair is None
        or not 0 <= number < REACTIONS
        or not state.unsent(distance, table.match)
    ):
        return
    chosen = 0 if distance.reaction(table.match, distance.chair) == number + 1 else number + 1
    table.play_apart(distance.reacting(distance.chair, chosen, table.match.ply))
    host.save_game(table)


def public_fragment(table: Table) -> str:
    """Return the part of the game that everybody may see, as a URL fragment: sent moves, or all of a finished game."""
    distance, match, dice = table.distance, table.match, state.dice_of(table.match)
    assert distance is not None, "it is played apart"
    if table.about.link:
        return f"#{table.about.link}"
    if table.outcome is not None and dice.ring.own is not None:
        return letters.write(distance.terms, distance.names, state.revealed(match), match)
    if distance.chair is not None and distance.sent < match.ply:
        match = match.until(max(0, distance.sent))
        match.dice = SharedDice(dice.ring)
    wish = distance.standing(match)
    return letters.write(
        distance.terms, distance.names, dice.ring, match, wish if wish is not None and wish.kind == "seat" else None
    )


def seat_fragment(host: CorrespondenceHost, table: str) -> str:
    """Return the URL fragment that transfers this device's seat to another device, with the moves that were sent."""
    return seat_keys.link(host.kept.own_seats[table].chain, fragment(host, table))


def copy_seat(host: CorrespondenceHost, table: str) -> None:
    """Copy a link to the clipboard that transfers this device's seat to another device."""
    if table not in host.kept.own_seats:
        return  # the button was pressed while the seat was given up
    host.clipboard.copy(host.sharing.address() + seat_fragment(host, table))


def text(host: CorrespondenceHost, table: str) -> Message:
    """Return the message that accompanies the link to the other players."""
    current, seat = host.place.table, host.kept.own_seats.get(table)
    if current is not None and current.distance is not None and current.about.save == table:
        title = current.game.sign.title
        if current.outcome is not None:
            return say("Our game of {game} is over. Open the link to see it.", game=title)
        me = current.seats.name(state.dice_of(current.match).ring.seat(current.distance.chair or 0))
        wish = current.distance.standing(current.match)
        if wish is not None and current.distance.chair in wish.yes and not wish.no:
            if wish.kind == "draw":
                return say("{name} offers a draw in {game}: open the link to answer.", name=me, game=title)
            if wish.kind == "seat":
                return say("{name} agrees to a new device in {game}: open the link to answer.", name=me, game=title)
            return say("{name} asks to take a move back in {game}: open the link to answer.", name=me, game=title)
        handovers = state.dice_of(current.match).ring.handovers
        if handovers and handovers[-1].ply == current.match.ply:
            return say("Everybody agrees to a new device in {game}: open the link to play on.", game=title)
        return say("{name} has moved in {game}: your turn.", name=me, game=title)
    assert seat is not None, "a table that is sent from is kept"
    title = games.sign(seat.invitation.terms.game).title
    joiner = seat.invitation.joiners[seat.chain.chair]
    name = joiner.name if joiner is not None and joiner.name else say("A friend")
    if seat.request:
        return say(
            "{name} asks to play on from a new device in {game}: open the link to answer.", name=name, game=title
        )
    if seat.chain.chair == 0:
        return say("{name} invites you to a game of {game}. Open the link to take a seat.", name=name, game=title)
    return say("{name} takes a seat in {game}. Open the link to begin.", name=name, game=title)


WAYS: Final = "ways"
"""Argument of the command `send-move`: show all ways to send the link instead of using the quickest."""


def send_move(host: CorrespondenceHost, table: Table, option: Literal["", "ways"]) -> None:
    """Make this turn final by revealing its hash chain elements. Send the link by the quickest way.

    The quickest way is the device's share sheet, or else the clipboard. If `option` is `WAYS`, show all ways instead.
    While a live connection sends the moves, no link is needed.
    """
    if table.distance is None or table.distance.chair is None:
        return
    live = host.live is not None and host.live.open and host.live.belong_to(table.about.save)
    reveal(host, table, at_once=live)
    if host.voice.toast is not None and not host.voice.toast.alert:
        host.voice.toast = None  # announced at the start of the turn
    if live:
        return
    name = table.about.save
    try:
        address = host.sharing.address() + sent_link(host, name)
    except TextError:
        option = WAYS  # the sheet explains why there is no link
    if option == WAYS:
        host.place.open_sheet("letter", name)
    elif "text" in host.sharing.kinds():
        send(host, name)
    else:
        other_ways = partial(host.place.open_sheet, "letter", name)
        host.clipboard.copy(address, lambda: _copied(host, table), other_ways)


def _copied(host: CorrespondenceHost, table: Table) -> None:
    """Record that the link has left the page. Ask the player to paste it into a message."""
    mark_link_sent(host, table.about.save, "copied")
    if host.place.table is table:
        host.voice.toast = Toast(say("The link is copied. Paste it into a message."), brief=True)


def reveal(host: SharingHost, table: Table, *, at_once: bool = True) -> bool:
    """Make this turn final by revealing its hash chain elements. Return True if there was something to send.

    If `at_once` is False, the turn still counts as not sent, because the player has to send the link that shows it.
    """
    if table.distance is None or not state.unsent(table.distance, table.match):
        return False
    state.dice_of(table.match).ring = state.revealed(table.match)
    table.play_apart(table.distance._replace(sent=table.match.ply, shared=at_once, way=""))
    host.save_game(table)
    return True


def mark_link_sent(host: CorrespondenceHost, table: str, way: Way) -> None:
    """Record that the link of the game `table` has left the page in the way `way`.

    Do nothing if the game is not on the screen, or if its last turn is not final yet. The game is saved with the
    current time, which the status shows as the time of sending.
    """
    current = host.place.table
    if current is None or current.distance is None or current.about.save != table:
        return
    if current.distance.sent < current.match.ply:
        return
    current.play_apart(current.distance._replace(shared=True, way=way))
    host.save_game(current)


def send(host: CorrespondenceHost, table: str) -> None:
    """Pass the link for a table's other players, with its message, to the device's share sheet.

    If that fails, open the sheet with the other ways to send the link.
    """
    if not is_here(host, table):
        return  # the button was pressed while the seat was given up
    message = host.words(text(host, table))
    link = host.sharing.address() + sent_link(host, table)
    current = host.place.table
    ply = current.match.ply if current is not None else 0

    def hear(result: str) -> None:
        present = host.place.table
        if present is not current or (present is not None and present.match.ply != ply):
            return  # the player has gone elsewhere, or the game has gone on
        if result == "sent":
            host.place.drop("letter")
            mark_link_sent(host, table, "")
            if current is not None and current.about.save == table:
                host.voice.say(current.status)
        elif result == "failed":
            host.place.open_sheet("letter", table)

    host.sharing.send(message, message, link, hear)


def copy(host: CorrespondenceHost, table: str) -> None:
    """Copy the link for a table's other players to the clipboard, and then record that it has left the page."""
    if is_here(host, table):
        link = host.sharing.address() + sent_link(host, table)
        host.clipboard.copy(link, lambda: mark_link_sent(host, table, "copied"))


def code(host: CorrespondenceHost, kind: Literal["letter", "seat", "share"], about: str) -> None:
    """Show a QR code of a link: to send to the players (`letter`), to move the seat (`seat`), or to share the game.

    `about` is the table's identifier, or the kind of a link to share (`sharing.send.EXTENTS`).
    """
    if kind == "seat" and about not in host.kept.own_seats:
        return  # the button was pressed while the seat was given up
    if host.place.table is None if kind == "share" else not is_here(host, about):
        return  # the button was pressed while the table was left
    if kind == "share":
        from chowk.features.sharing.send import EXTENTS  # imported on first use, to keep start-up fast

        if about not in EXTENTS:
            return
    if kind == "letter":
        mark_link_sent(host, about, "shown")
    host.place.open_sheet("code", written(kind, about))


# Opening --------------------------------------------------------------------------------------------------------------


def follow(host: CorrespondenceHost, link: str, whole: str = "") -> None:
    """Open a letter, that is, the contents of a correspondence link.

    `whole` is the text in which the link came. It may also hold the sender's face and reaction, and a seat that is
    transferred to this device. The player is asked before that seat is taken. Raise `TextError` if `link` holds no
    letter.
    """
    letter = letters.read(link)
    own, greeting = seat_keys.read_link(whole), greetings.read(whole)
    if isinstance(letter, Letter):
        if own is None:
            open_link(host, opened(host, letter, link, greeting=greeting))
        else:
            open_link(host, _opened_with_seat(host, letter, link, own))
    elif host.kept.saves.holds(letter.table):
        open_link(host, _read_first(host, letter, own))
    else:
        _open_invitation(host, letter, own, greeting)


def open_link(host: CorrespondenceHost, work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that opens a link. Until it ends, the home page shows a progress message."""
    host.opening += 1
    host.spawn(_counted(host, work))


async def _counted(host: CorrespondenceHost, work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    finally:
        host.opening -= 1
        host.page.render()


async def _read_first(host: CorrespondenceHost, invitation: Invitation, own: Chain | None) -> None:
    """Read the stored game of a table, and then open an invitation to this table. The player can stop the reading.

    `own` is the hash chain of the seat that the invitation's link transfers, or None.
    """
    host.reading += 1
    try:
        await _finished(host, pause_every(_WORDS, host.kept.saves.reading(invitation.table)))
        _open_invitation(host, invitation, own)
    except _Stopped:
        return
    except TextError as error:
        _tell(host, error.why, alert=True)
    host.page.render()


def _open_invitation(
    host: CorrespondenceHost, invitation: Invitation, own: Chain | None, greeting: Greeting | None = None
) -> None:
    """Open an invitation. If its link also transfers a seat, ask whether to take the seat.

    `own` is the hash chain of that seat, or None. `greeting` is the sender's face.
    """
    if own is not None:
        joiner = invitation.joiners[own.chair] if own.chair < len(invitation.joiners) else None
        if joiner is None or joiner.commitment != own.commitment:
            raise letters.damaged()
        if not _has(host, invitation.table, own) and not host.kept.saves.holds(invitation.table):
            _ask_about(host, Brought(own, invitation, letters.invite(invitation).lstrip("#")))
            return
    _invited(host, invitation, greeting=greeting)


def _has(host: CorrespondenceHost, table: str, own: Chain) -> bool:
    """Return True if this device has the seat with the hash chain `own` at a table.

    Raise `TextError` if this device has another seat at that table.
    """
    seat = host.kept.own_seats.get(table)
    if seat is not None and seat.chain != own:
        raise TextError(_SEATED)
    return seat is not None


async def _opened_with_seat(host: CorrespondenceHost, letter: Letter, link: str, own: Chain) -> None:
    """Open the game of a link as a guest. Then ask whether to take the seat that the link transfers.

    `own` is the hash chain of that seat.
    """
    host.reading += 1
    try:
        ring = await _finished(host, letters.hashed(letter))
        _fitting(_table_of(letter, ring), own, ring)
        known = _has(host, letters.name_of(ring.revealed[0][0]), own)
    except _Stopped:
        return
    except TextError as error:
        _tell(host, error.why, alert=True)
        return
    await opened(host, letter, link)
    table = host.place.table
    if not known and table is not None and table.kind == "guest" and table.about.link == link:
        host.voice.toast = None  # the question replaces the notice that this device has no seat here
        _ask_about(host, Brought(own, letter, link))


def _ask_about(host: CorrespondenceHost, brought: Brought) -> None:
    """Ask the player whether to take a seat that a link transfers.

    The player must decide, because another person may have chosen the seat's secret.
    """
    host.draft = Draft(brought.content.terms, "", brought.own.chair, None, brought)
    if isinstance(brought.content, Invitation):
        host.place.clear()
    host.place.open_sheet("brought")
    host.page.render()


def can_take(host: CorrespondenceHost, brought: Brought) -> bool:
    """Return True if this device may adopt the seat's secret that a link contains.

    In a game with dice, the secret must have been used in the game already. Otherwise the link's author may have chosen
    this secret, together with the table's other secrets, to get certain rolls.
    """
    if isinstance(brought.content, Invitation):
        return False
    table = host.place.table
    if table is None or table.kind != "guest" or table.about.link != brought.link or table.distance is None:
        return False
    return not table.has_chance or not state.untouched(state.dice_of(table.match).ring, brought.own.chair)


def take_seat(host: CorrespondenceHost) -> None:
    """Take the seat that a link transfers, after the player has agreed.

    If the game has not started, the seat gets a new secret. If it has started, the seat keeps the secret in the link,
    and is taken only if `can_take` allows it.
    """
    brought = host.draft.brought if host.draft is not None else None
    if brought is None or all(sheet.name != "brought" for sheet in host.place.sheets):
        return
    if isinstance(brought.content, Invitation):
        host.draft = None
        seat = anew(host, brought.content, brought.own.chair)
        host.place.clear()
        host.place.open_sheet("letter", seat.table)
    elif can_take(host, brought):
        host.draft = None
        host.place.clear()
        host.spawn(opened(host, brought.content, brought.link, brought.own))


def anew(host: CorrespondenceHost, invitation: Invitation, chair: int) -> OwnSeat:
    """Take the seat with the number `chair` of an invitation, with a new secret, in place of the joiner who has it.

    If `chair` is 0, the inviter's seat, create a new table instead.
    """
    joiner = invitation.joiners[chair]
    name = joiner.name if joiner is not None else ""
    if chair == 0:
        return laid_out(host, invitation.terms, name)
    joiners = (*invitation.joiners[:chair], None, *invitation.joiners[chair + 1 :])
    return take_chair(host, invitation._replace(joiners=joiners), chair, name)


Admit: TypeAlias = Callable[[Invitation, Invitation], Invitation]
"""A function of the stored invitation and a received one. It returns the received one without unauthorised joiners."""


async def receive_letter(host: CorrespondenceHost, link: str, table: str, admit: Admit) -> None:
    """Handle a letter (a correspondence link's contents) that arrived over a live connection of a table.

    `link` is the letter as text. Letters of other tables are ignored, and known moves are not reported. `admit` returns
    an invitation without the joiners whom its sender has no right to seat. Raise `TextError` if `link` holds no letter.
    """
    letter = letters.read(link)
    if not isinstance(letter, Invitation):
        if await name_of(host, letter) == table:
            await opened(host, letter, link, live=True)
    elif letter.table == table and table in host.kept.own_seats and not host.kept.saves.holds(table):
        _invited(host, admit(host.kept.own_seats[table].invitation, letter), live=True)


_BROUGHT: Final = say("Your seat is on this device now, too.")
_ELSEWHERE: Final = say(
    "All others have agreed to give your seat to a new device. What is played here no longer counts."
)
_SEATED: Final = say("On this device you have another seat in this game.")


def _bring(host: CorrespondenceHost, invitation: Invitation, own: Chain, ring: Ring, link: str) -> bool:
    """Store the seat that a link transfers. Return True if the seat is new on this device.

    `ring` holds the revealed hash chain elements of the game. Raise `TextError` if the chain `own` does not fit the
    table, or if this device has another seat there.
    """
    _fitting(invitation, own, ring)
    if _has(host, invitation.table, own):
        return False
    request = link if ring.since(own.chair) else ""  # the seat was handed over to a new device
    host.kept.keep_seat(OwnSeat(own, invitation, host.clock.now(), request, brought=True))
    return True


def _fitting(invitation: Invitation, own: Chain, ring: Ring) -> None:
    """Raise `TextError` unless the hash chain `own` is that of the player with the number `own.chair` in the game.

    `ring` holds the revealed hash chain elements of the game.
    """
    if own.chair >= len(invitation.joiners) or ring.commitment(own.chair) != own.commitment:
        raise letters.damaged()


def _table_of(letter: Letter, ring: Ring) -> Invitation:
    joiners = (Joiner(name, elements[0]) for name, elements in zip(letter.names, ring.revealed, strict=True))
    return Invitation(letter.terms, tuple(joiners))


def _tell(host: CorrespondenceHost, message: Message, alert: bool = False) -> None:
    host.voice.toast = Toast(message, alert=alert)
    host.page.render()


def _invited(
    host: CorrespondenceHost, invitation: Invitation, *, live: bool = False, greeting: Greeting | None = None
) -> None:
    seat = host.kept.own_seats.get(invitation.table)
    if invitation.table in host.kept.saves and host.kept.saves[invitation.table].correspondence is not None:
        _sit_again(host, invitation.table)
        _tell(host, say("This game has begun. Here is how it stands."))
    elif seat is None:
        offer_seat(host, invitation)
    elif (rival := _rival(seat, invitation)) is not None:
        _share_out(host, invitation, rival)
    else:
        gathered = reconcile.gather(seat.invitation, invitation)
        seat = seat._replace(invitation=gathered.invitation, updated=host.clock.now())
        host.kept.keep_seat(seat)
        if gathered.late and not seat.chain.chair:
            pairs = zip(seat.invitation.joiners, invitation.joiners, strict=True)
            seated = next(own for own, theirs in pairs if own != theirs)
            name = seated.name if seated is not None and seated.name else say("somebody else")
            _tell(host, say("That seat went to {name}.", name=name), alert=True)
        if seat.chain.chair == 0 and not seat.invitation.free:
            _start_game(host, seat, greeting)
        elif not live:
            host.place.clear()
            host.place.open_sheet("letter", seat.table)


def _rival(seat: OwnSeat, invitation: Invitation) -> Joiner | None:
    """Return the other player who has the place of this device's seat, `seat`, according to `invitation`.

    Return None if nobody else has that place. Raise `TextError` if the invitation is not to the table of `seat`.
    """
    reconcile.gather(seat.invitation, invitation)  # raises `TextError` for an invitation to another table
    joiner = invitation.joiners[seat.chain.chair]
    return joiner if joiner is not None and joiner.commitment != seat.chain.commitment and not seat.request else None


def _share_out(host: CorrespondenceHost, invitation: Invitation, rival: Joiner) -> None:
    """Offer this player another seat, because `rival` has taken the same seat.

    Which of them keeps it depends on whose link came first, and only the inviter knows that. If no other seat is free,
    show a message instead.
    """
    if not invitation.free:
        _tell(host, say("That seat went to {name}.", name=rival.name or say("somebody else")), alert=True)
        return
    offer_seat(host, invitation)
    both = say(
        "{name} has taken this seat, too. It belongs to whoever sent their link first. "
        "Take another one if that was not you.",
        name=rival.name or say("A friend"),
    )
    _tell(host, both, alert=True)


def offer_seat(host: CorrespondenceHost, invitation: Invitation) -> None:
    """Open the sheet that asks for a seat and a name at a table. If the table is full, show a message instead."""
    if not invitation.free:
        full = say(
            "Every seat in this game is taken. If you have a seat in the installed app, or in another browser, "
            "paste the link there: “Open a game from text”."
        )
        _tell(host, full, alert=True)
        return
    host.draft = Draft(invitation.terms, _called(host), invitation.free[0], invitation)
    host.place.clear()
    host.place.open_sheet("invited", invitation.table)


def _start_game(host: CorrespondenceHost, seat: OwnSeat, greeting: Greeting | None) -> None:
    """Begin a game that all players have joined. `greeting` is the face of the player who joined last."""
    ring = reconcile.initial_ring(seat.invitation, seat.chain)
    match = letters.new_match(seat.invitation.terms, ring)
    names = tuple(joiner.name for joiner in seat.invitation.joiners if joiner is not None)
    table = _table(host, seat, match, Distance(seat.invitation.terms, names, 0, -1).greeted(greeting, -1))
    host.sit_down(table)
    host.voice.spoken = table.seats.lot_result or host.voice.spoken
    host.voice.toast = Toast(say("Everybody is here: the game begins."), brief=True)
    host.page.render()


def _table(
    host: CorrespondenceHost, seat: OwnSeat | None, match: Match[Any, Any], distance: Distance, known: KnownLines = ()
) -> Table:
    """Create a table for a correspondence game. `distance` is the state of the game.

    `seat` is this device's seat. If it is None, the table is a guest's, who only watches. `known` are descriptions of
    moves that the match already contains.
    """
    ring, terms = state.dice_of(match).ring, distance.terms
    names = [distance.names[ring.chair(seat_number)] for seat_number in range(terms.chairs)]
    seats = [SeatPlan("away" if seat is not None else "person", 0, name) for name in names]
    if distance.chair is not None:
        own_seat = ring.seat(distance.chair)
        seats[own_seat] = seats[own_seat]._replace(kind="person")
    plan = Plan(terms.game, tuple(seats), dict(terms.options), "rule", terms.lot)
    name = letters.name_of(ring.revealed[0][0]) if seat is not None else ""
    table = Table(games.load(terms.game), plan, match, name, host.clock.now(), known=known)
    table.play_apart(distance)
    return table


async def opened(
    host: CorrespondenceHost,
    letter: Letter,
    link: str,
    own: Chain | None = None,
    *,
    live: bool = False,
    greeting: Greeting | None = None,
) -> None:
    """Replay the game that a link contains, in slices, and act on the result. The player can stop the replay.

    `letter` is the contents of the link, and `own` the hash chain of the seat that the link transfers, or None. `live`
    is True if the letter came over a live connection. The player then gets no message about a letter without news.
    `greeting` is the sender's face and reaction. They are applied last, and only if the letter fits the game.
    """
    host.reading += 1
    name, brought, words = "", False, list[tuple[Any, Any, LogLine]]()
    try:
        name = await _finished(host, _named(letter))
        if own is not None:
            ring = await _finished(host, letters.hashed(letter))
            brought = _bring(host, _table_of(letter, ring), own, ring, link)
        await _refreshed(host, name)
        result = await _finished(host, _work(host, letter, name))
        if result.match is not None:
            current = host.place.table
            described = current.log.moves if current is not None and current.about.save == name else ()
            words = await _finished(
                host, pause_every(_WORDS, telling(games.load(letter.terms.game), result.match, described))
            )
    except _Stopped:
        return
    except TextError as error:
        if brought:
            host.kept.forget(name)
        _tell(host, error.why, alert=True)
        return
    if not live or result.kind not in ("equal", "shorter"):
        _done(host, letter, name, result, link, words, live=live)
        if result.kind in ("longer", "equal", "asked"):
            _greeted(host, name, greeting, letter.plies)
    if brought:
        _tell(host, _BROUGHT)
    host.page.render()


def _greeted(host: CorrespondenceHost, name: str, greeting: Greeting | None, plies: int) -> None:
    """Store and show what a link says about its sender: an animal face and a reaction (preset message).

    Do nothing unless the table of the link, with the identifier `name`, is on the screen. `plies` is the number of
    moves in the link.
    """
    table = host.place.table
    if greeting is None or table is None or table.kind != "own" or table.about.save != name or table.distance is None:
        return
    before = table.distance
    table.play_apart(before.greeted(greeting, plies))
    if not state.is_handed_on(before, table.match):  # the save has the time at which the last move was sent
        host.save_game(table)
    number, toast = table.distance.reaction(table.match, greeting.chair), host.voice.toast
    if number not in (0, before.reaction(table.match, greeting.chair)) and (toast is None or not toast.alert):
        seat = state.dice_of(table.match).ring.seat(greeting.chair)
        text = reactions.sentence(table.seats.name(seat), number - 1)
        host.voice.toast = Toast(text, face=reactions.FACES[number - 1])


async def name_of(host: CorrespondenceHost, letter: Letter) -> str:
    """Return the identifier of a letter's table, or an empty text if the player stopped the reading.

    A letter is the contents of a correspondence link.
    """
    try:
        return await _finished(host, _named(letter))
    except _Stopped:
        return ""


class _Stopped(Exception):
    """Raised when the player has stopped the replay of a link's game."""


def stop(host: CorrespondenceHost) -> None:
    """Stop reading a link's game. The stored games stay as they are."""
    host.reading += 1
    host.voice.toast = None


def _named(letter: Letter) -> Generator[None, None, str]:
    """Return the identifier of the table of a letter (a correspondence link's contents).

    It is found by hashing the inviter's chain down to its first element.
    """
    _, number, last = spans(letter.handovers, 0, letter.counters[0], letter.elements[0])[0]
    elements = yield from descending(0, number, last, 0)
    return letters.name_of(elements[0])


async def _refreshed(host: CorrespondenceHost, name: str) -> None:
    """Load the moves that another tab of this browser has made at a table."""
    current = host.place.table
    is_shown = current is not None and current.kind == "own" and current.about.save == name
    if name in host.kept.own_seats and not is_shown:
        await tabs.refresh(host, name)


def _work(host: CorrespondenceHost, letter: Letter, name: str) -> Generator[None, None, Opened]:
    """Compare a letter (a correspondence link's contents) with the stored game of its table.

    Read the stored game first if necessary. Yield between moves, and return the result.
    """
    yield from pause_every(_WORDS, host.kept.saves.reading(name))
    seat, save, current = host.kept.own_seats.get(name), host.kept.saves.get(name), host.place.table
    if seat is None:
        if any(reconcile.has_element_of(letter, own.chain) for own in host.kept.own_seats.values()):
            raise letters.other_chain()  # the letter belongs to a table of this device, but names another inviter
        return (yield from reconcile.open_(letter, None))
    if current is not None and current.kind == "own" and current.about.save == name and current.distance is not None:
        return (yield from reconcile.open_(letter, reconcile.here_of(current.distance, current.match)))
    if save is not None and save.correspondence is not None:
        distance = yield from state.seating(save.plan, save.match, save.correspondence, seat.chain)
        return (yield from reconcile.open_(letter, reconcile.here_of(distance, save.match)))
    if seat.request:
        request = letters.read(seat.request)
        assert isinstance(request, Letter), "it was one when it was kept"
        return (yield from reconcile.claimed(letter, seat.chain, request))
    return (yield from reconcile.first(letter, seat.chain, seat.invitation))


async def _finished(host: CorrespondenceHost, work: Generator[None, None, T]) -> T:
    """Run the steps of `work` to the end and return its result, with pauses in which the page can react.

    If the work takes long, show a notice that offers to stop it. Raise `_Stopped` if the player stops it.
    """
    ticket, slices = host.reading, 0
    while True:
        try:
            for _ in range(_SLICE):
                next(work)
        except StopIteration as end:
            if slices >= _LONG and host.voice.toast is not None and host.voice.toast.do == "stop-reading":
                host.voice.toast = None
            result: T = end.value
            return result
        slices += 1
        if slices == _LONG:
            text = say("Playing the game of this link through …")
            host.voice.toast = Toast(text, "stop-reading", say_in("the page does it", "Stop"))
            host.page.render()
        await host.clock.sleep(0)
        if host.reading != ticket:
            raise _Stopped


def _done(
    host: CorrespondenceHost, letter: Letter, name: str, opened: Opened, link: str, words: KnownLines, *, live: bool
) -> None:
    if opened.kind == "look on":
        _look_on(host, letter, name, opened, link, words, live=live)
        return
    if opened.kind == "other player":
        chair = host.kept.own_seats[name].chain.chair
        went = say("That seat went to {name}.", name=letter.names[chair] or say("somebody else"))
        handed = any(handover.chair == chair for handover in letter.handovers)
        _tell(host, _ELSEWHERE if handed else went, alert=True)
        return
    if opened.kind in ("longer", "other device"):
        _adopt(host, letter, name, opened, words, live=live)
        return
    if name not in host.kept.saves:
        _more_agree(host, letter, name, opened)
        return
    _sit_again(host, name, words)
    table = host.place.table
    assert table is not None, "one has just sat down"
    match opened.kind:
        case "asked":
            _hear(host, table, opened)
        case "unasked":
            _tell(
                host,
                say("This link says that you agreed to something. You did not on this device: your game stays."),
                alert=True,
            )
        case "too often":
            often = say(
                "A seat goes to a new device once at a move, and {most} times in a game at most. Your game stays as it "
                "is.",
                most=letters.MOST_HANDOVERS,
            )
            _tell(host, often, alert=True)
        case "equal" if table.turn is not None:
            _tell(host, say("You have this already: it is {player}'s turn.", player=table.seats.name(table.turn)))
        case "equal":
            _tell(host, say("You have this already: the game is over."))
        case "shorter":
            older = say("This link is older than your game. Your game stays as it is; send its link again if need be.")
            host.voice.toast = Toast(older, "letter", say_in("the page does it", "Show the link"), arg=name)
        case _:
            fork = say("From move {ply} on, this link holds another game. Yours stays as it is.", ply=opened.differs)
            label = say_in("the player does it", "Look at the other game")
            host.voice.toast = Toast(fork, "look-at", label, alert=True, arg=written(opened.differs, link))


def _hear(host: CorrespondenceHost, table: Table, opened: Opened) -> None:
    """Store another player's request or answer, which came in a link.

    If the request needs this player's answer, ask for it. If another player has refused the request, say so and go on
    with the game. If all players have agreed to a draw, end the game.
    """
    assert table.distance is not None and opened.wish is not None, "something is said"  # noqa: PT018
    wish = opened.wish
    if wish.kind == "seat":
        if wish.to == table.distance.chair:
            text = say("Somebody asks for your seat on another device. Play on here, and it stays yours.")
            _tell(host, text, alert=True)
            return
        assert opened.ring is not None, "the others' elements are in it"
        state.dice_of(table.match).ring = opened.ring
        if _handed(host, table, wish):
            return
    distance = table.distance._replace(wish=wish)
    table.play_apart(distance)
    if distance.wish_to_answer(table.match):
        host.place.clear()
        host.place.open_sheet("wish")
    elif wish.no:
        host.voice.toast = Toast(say("Not everybody agrees: the game goes on."))
    host.loop.pause(table)
    if _settled(table.match, wish):
        table.match.agree()
        host.loop.end(table)
    else:
        host.loop.run(table)
    host.save_game(table)
    host.page.render()


def _handed(host: CorrespondenceHost, table: Table, wish: Wish) -> bool:
    """Hand the requested seat over if all players have agreed. Return True if it was handed over."""
    dice = state.dice_of(table.match)
    ring = reconcile.after_handover(table.match, dice.ring, wish)
    if ring is None or table.distance is None:
        return False
    dice.ring = ring
    table.play_apart(table.distance._replace(wish=None, shared=False))
    host.save_game(table)
    _tell(host, say("Everybody agrees to the new device. Send the link there."))
    return True


def hand_over(host: CorrespondenceHost, table: Table, wish: Wish, chair: int) -> None:
    """Agree that another player's seat moves to a new device. `chair` is the number of the player who agrees.

    Reveal an element of this player's hash chain as proof of consent. Only this player can reveal the element.
    """
    assert table.distance is not None, "it is played apart"
    dice = state.dice_of(table.match)
    dice.ring = dice.ring.with_next(chair)
    wish = wish._replace(yes=wish.yes | {chair})
    if not _handed(host, table, wish):
        table.play_apart(table.distance._replace(wish=wish, shared=False))
        host.save_game(table)
    send_move(host, table, WAYS)


# Seats of lost devices ------------------------------------------------------------------------------------------------


def ask_for_seat(host: CorrespondenceHost, table: Table) -> None:
    """Ask all players of a game to give this device the seat of a player who has lost a device. Show the link to send.

    The game has been opened as a guest, that is, without a seat.
    """
    distance = table.distance
    chair = state.claimable(distance, table.match)
    letter = letters.read(letters.find_code(table.about.link)) if table.about.link else None
    host.place.drop("claim")
    host.place.drop("brought")
    if distance is None or chair is None or not isinstance(letter, Letter):
        return
    ring = state.dice_of(table.match).ring
    name, wish = letters.name_of(ring.revealed[0][0]), letter.wish
    seat = host.kept.own_seats.get(name)
    if seat is not None and not seat.request:
        _tell(host, _SEATED, alert=True)
        return
    own = seat.chain if seat is not None and seat.chain.chair == chair else chain(chair, _secret(host))
    if wish is None or wish.commitment != own.commitment:
        wish = Wish("seat", table.match.ply, frozenset(), chair, False, own.commitment)
    _request(host, distance, ring, table.match, wish, OwnSeat(own, _table_of(letter, ring), host.clock.now()))


def _request(
    host: CorrespondenceHost, distance: Distance, ring: Ring, match: Match[Any, Any], wish: Wish, seat: OwnSeat
) -> None:
    """Store the request for a seat, `wish`, and show the link that carries it to the other players.

    `distance`, `ring` and `match` are the game that the link contains. `seat` is the seat for which this device asks.
    """
    link = letters.write(distance.terms, distance.names, ring, match, wish).lstrip("#")
    host.kept.keep_seat(seat._replace(request=link, updated=host.clock.now()))
    host.place.open_sheet("letter", seat.table)


def _more_agree(host: CorrespondenceHost, letter: Letter, name: str, opened: Opened) -> None:
    """Store which players have agreed so far to give this device the requested seat.

    Show the link for the players who have not agreed yet.
    """
    assert opened.match is not None and opened.ring is not None, "there is a game in it"  # noqa: PT018
    assert opened.wish is not None, "a seat is asked for"
    distance = Distance(letter.terms, letter.names, None, opened.match.ply)
    host.place.clear()
    _request(host, distance, opened.ring, opened.match, opened.wish, host.kept.own_seats[name])


def _settled(match: Match[Any, Any], wish: Wish) -> bool:
    """Return True if `wish`, the open request, is for a draw and all players have agreed to it."""
    return wish.kind == "draw" and not wish.no and wish.yes >= letters.agreeing(match)


def replace_table(host: CorrespondenceHost, old_table: Table, match: Match[Any, Any], *, known: bool = True) -> Table:
    """Replace a correspondence table by one with a changed match, and return the new table.

    `known` is True if the other players know the change.
    """
    assert old_table.distance is not None, "it is played apart"
    seat = host.kept.own_seats[old_table.about.save]
    distance = old_table.distance._replace(sent=match.ply, wish=None, shared=known).taken_back(match.ply)
    state.dice_of(match).ring = state.dice_of(match).ring._replace(own=seat.chain)
    table = _table(host, seat, match, distance)
    table.about.restore(old_table.about.seconds, old_table.about.created)
    host.loop.pause(old_table)
    host.sit_down(table)
    return table


def _adopt(
    host: CorrespondenceHost, letter: Letter, name: str, opened: Opened, words: KnownLines, *, live: bool
) -> None:
    """Replace the stored game by the newer game of a link, and show the new moves.

    `words` are descriptions of its moves. `live` is True if the link came over a live connection.
    """
    match, seat, current, sheets = opened.match, host.kept.own_seats[name], host.place.table, host.place.sheets
    assert match is not None and opened.ring is not None, "there is a game in it"  # noqa: PT018
    before = _plies(host, name)
    state.dice_of(match).ring = opened.ring._replace(own=seat.chain)
    save = host.kept.saves.get(name)
    names = _names(letter, opened.ring, save, seat)
    at_distance = Distance(letter.terms, names, seat.chain.chair, match.ply, opened.wish)
    if seat.brought:
        at_distance = at_distance._replace(brought=(seat.chain.chair,))
    if save is not None and save.correspondence is not None:
        said = tuple(state.Reaction(*reaction) for reaction in save.correspondence.reactions)
        at_distance = at_distance._replace(faces=save.correspondence.faces, reactions=said).taken_back(match.ply)
    table = _table(host, seat, match, at_distance, words)
    if save is not None:
        table.about.restore(save.seconds, save.created)
    if live and save is not None and current is not None:
        table.display.show_board_of(current.display.shown_seat)
        table.lie_as(current)
    host.loop.pause(current)
    host.sit_down(table, insist=not live)
    host.save_game(table)
    for sheet in sheets if live else ():
        if sheet.name not in ("wish", "live"):
            host.place.open_sheet(*sheet)
    if table.distance is not None and table.distance.wish_to_answer(match):
        host.place.open_sheet("wish")
    if live:
        host.spawn(_performed(host, table, before if save is not None else match.ply))
        return
    if before < match.ply:
        telling = host.settings.telling
        host.voice.say(*announce.announcement(telling, table), *announce.call_to_move(telling, table))
    if opened.kind == "other device":
        _tell(host, say("Played on your other device. Here is how the game stands."))
    elif save is None and (notice := _went(letter, opened.ring, seat)) is not None:
        _tell(host, notice, alert=True)
    elif 0 < before < match.ply and table.outcome is None:
        table.show(before)
        table.display.start_replay()
        host.spawn(_shown_since(host, table, before))


def _names(letter: Letter, ring: Ring, save: Save | None, seat: OwnSeat) -> tuple[str, ...]:
    """Return the players' names by chair (player number). Known names take precedence over names in a link."""
    if save is not None:
        return tuple(save.plan.seats[ring.seat(chair)].name for chair in range(len(letter.names)))
    trios = zip(seat.invitation.joiners, letter.names, ring.revealed, strict=True)
    return tuple(joiner.name if _sits(joiner, shown) else name for joiner, name, shown in trios)


def _sits(joiner: Joiner | None, revealed: tuple[bytes, ...]) -> TypeGuard[Joiner]:
    """Return True if a joiner has the hash chain whose revealed elements are `revealed`, and so has taken the seat."""
    return joiner is not None and joiner.commitment == revealed[0]


def _went(letter: Letter, ring: Ring, seat: OwnSeat) -> Message | None:
    """Return a message if a joiner of this device's invitation has lost a seat to somebody else, or None.

    `letter` and `ring` (the players' hash chain elements) show who has the seats.
    """
    trios = zip(seat.invitation.joiners, letter.names, ring.revealed, strict=True)
    name = next((name for joiner, name, shown in trios if joiner is not None and not _sits(joiner, shown)), None)
    return say("That seat went to {name}.", name=name or say("somebody else")) if name is not None else None


async def _shown_since(host: CorrespondenceHost, table: Table, before: int) -> None:
    """Show the moves after the first `before` moves one by one, until the player looks at another position."""
    for ply in range(before + 1, table.match.ply + 1):
        await host.clock.sleep(0.7)
        if host.place.table is not table or table.display.shown_ply != ply - 1:
            return
        table.show(ply)
        (table.display.start_replay if ply < table.match.ply else table.display.end_replay)()
        host.page.render()


async def _performed(host: CorrespondenceHost, table: Table, before: int) -> None:
    """Animate the moves after the first `before` moves, which were made on another device.

    If the game has ended, show the result.
    """
    if before < table.match.ply:
        host.voice.say(*announce.announcement(host.settings.telling, table))
    match, plies = table.match, range(min(before, table.match.ply), table.match.ply)
    steps = [
        Transition(
            match.position_after(ply), match.position_after(ply).events(match.moves[ply]), match.position_after(ply + 1)
        )
        for ply in plies
    ]
    await host.loop.perform(table, steps[-_LONG:])
    if host.place.table is table and table.outcome is not None:
        await host.loop.celebrate(table)
    if host.place.table is table and table.outcome is not None:
        host.loop.finish(table)
    host.page.render()


def _plies(host: CorrespondenceHost, name: str) -> int:
    save = host.kept.saves.get(name)
    return save.match.ply if save is not None else 0


def _sit_again(host: CorrespondenceHost, name: str, words: KnownLines = ()) -> None:
    """Open a stored game of this device, unless it is on the screen. Other tabs of this browser then give the game up.

    `words` are descriptions of moves that the game already contains.
    """
    current = host.place.table
    if current is None or current.kind != "own" or current.about.save != name:
        host.sit_down(tabs.at_table(host.kept.saves[name], host.kept.own_seats.get(name), words), insist=True)


def look_at(host: CorrespondenceHost, ply: int, link: str) -> None:
    """Open the game of a link only to look at it, at move `ply`, where it begins to differ from the stored game.

    The stored game does not change, and a toast offers to open it again.
    """
    host.spawn(_looked_at(host, link, ply))


async def _looked_at(host: CorrespondenceHost, link: str, ply: int) -> None:
    host.reading += 1
    try:
        letter = letters.read(link)
        if not isinstance(letter, Letter):
            return
        name = await _finished(host, _named(letter))
        opened = await _finished(host, reconcile.open_(letter, None))
        assert opened.match is not None, "there is a game in it"
        words = await _finished(host, pause_every(_WORDS, telling(games.load(letter.terms.game), opened.match)))
    except _Stopped:
        return
    except TextError as error:
        _tell(host, error.why, alert=True)
        return
    _look_on(host, letter, name, opened, link, words, live=False)
    table = host.place.table
    assert table is not None, "one has just sat down"
    table.show(min(ply, table.match.ply))
    text = say("This is the game of the link, at move {ply}. Yours is kept as it was.", ply=ply)
    host.voice.toast = Toast(text, "resume", say_in("the player does it", "Back to my game"), arg=name)
    host.page.render()


def _look_on(
    host: CorrespondenceHost, letter: Letter, name: str, opened: Opened, link: str, words: KnownLines, *, live: bool
) -> None:
    match, current, sheets = opened.match, host.place.table, host.place.sheets
    assert match is not None, "there is a game in it"
    table = _table(host, None, match, Distance(letter.terms, letter.names, None, match.ply), words)
    table.look_on(link)
    is_guest = current is not None and current.kind == "guest"
    if live and current is not None and is_guest and current.match.moves == match.moves[: current.match.ply]:
        table.show(current.display.shown_ply)
    host.sit_down(table)
    if live:
        for sheet in sheets:
            host.place.open_sheet(*sheet)
        return
    has_seat = name in host.kept.own_seats
    text = say(
        "You have no seat in this game on this device. You can look on. If you have a seat in the installed app, or "
        "in another browser, paste the link there: “Open a game from text”."
    )
    if table.outcome is not None:
        text = say("This game was shared with you. Look through it, or play on from any position.")
    _tell(host, say("The seat that you asked for is not yours yet. You can look on.") if has_seat else text)
