"""Sheets for correspondence play: starting a game, taking a seat, answering requests, and sending the link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Arg, Message, say, say_in, say_many
from chowk.core.position import CHANCE
from chowk.features.correspondence import session as sending
from chowk.features.sharing.qr_controls import to_code
from chowk.games.api import Paragraph, Section
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.correspondence_state import dice_of
from chowk.session.table import Table
from chowk.storage.plan import NAME_LENGTH
from chowk.storage.seat_keys import OwnSeat
from chowk.storage.turn_link import MOST_HANDOVERS, Invitation, Joiner, Terms
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, opener, sheet, switch

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.correspondence.session import ConnectedDevices, CorrespondenceHost
    from chowk.ui.viewer import Viewer

    class InvitingDevices(ConnectedDevices, Protocol):
        """The live connections to other players. A connected player may ask for another game."""

        @property
        def next_invitation(self) -> Invitation | None:
            """The invitation to another game that a connected player asks for, or None."""

    class CorrespondenceViewer(Viewer, CorrespondenceHost, Protocol):
        """The state read by the sheets for correspondence play."""

        @property
        def live(self) -> InvitingDevices | None:
            """The live connections, or None."""


def new_game_sheet(viewer: CorrespondenceViewer, words: Words, game: str, asking: Node | None = None) -> Node:
    """Draw the sheet for a new correspondence or live game: the game, its options, and the player's name.

    `asking` is a part of the sheet on which the player can choose a name and a face.
    """
    draft = viewer.draft
    assert draft is not None, "the sheet is opened with a draft"
    terms = draft.terms
    picks = [Pick(name, games.sign(name).title, name == game) for name in games.ready()]
    return sheet(
        viewer,
        words,
        "apart",
        say_in("the player does it", "Play live") if draft.live else say_in("the player does it", "Play apart"),
        el("p", words(NEAR if draft.live else _ABOUT), class_="note"),
        choice(words, "apart-game", say("Game"), "apart", picks),
        _count(words, terms),
        _name(words, draft.name),
        asking,
        *_strict(words, terms),
        switch(words, "apart-set", "aids", _AIDS, terms.aids),
        button(viewer, words, "open", game, label=say("House rules"), icon="rules", class_="plain"),
        foot=[
            button(viewer, words, "live-invite", icon="qr", class_="primary")
            if draft.live
            else button(viewer, words, "invite", icon="send", class_="primary")
        ],
        class_="setup",
    )


NEAR = say(
    "Both devices must be in the same network, such as one Wi-Fi. No server takes part; whoever plays with you sees "
    "the address of your device there."
)
_ABOUT = say(
    "Everybody plays on a device of their own and sends each move as a link, through whatever messenger you have. "
    "There is no account and no server, and nobody can choose or foresee the dice."
)
_AIDS = say("Hints and analysis for everybody")
_STRICT = say(
    "For those who trust nobody: after a double the link goes to the next player and back before the dice are rolled "
    "again."
)


def _count(words: Words, terms: Terms) -> Node | None:
    seats = games.sign(terms.game).seats
    if len(seats) == 1:
        return None
    picks = [
        Pick(written("players", count), say_many("{count} player", "{count} players", count), count == terms.chairs)
        for count in seats
    ]
    return choice(words, "apart-players", say("Players"), "apart-set", picks)


def _name(words: Words, name: str, *, enters: bool = False) -> Node:
    """Draw the field for the player's name. If `enters` is True, Enter presses the main button of the sheet."""
    return el(
        "label",
        el("span", words(say("Your name")), class_="note"),
        el(
            "input",
            type="text",
            class_="field",
            do="apart-set",
            arg="name",
            value=name,
            maxlength=NAME_LENGTH,
            autocomplete="off",
            autocapitalize="words",
            spellcheck="false",
            data_enters="1" if enters else None,
        ),
        class_="name",
        key="own-name",
    )


def _with_dice(terms: Terms) -> bool:
    """Return True if a game with these terms begins with a roll of the dice."""
    return bool(games.load(terms.game).rules.start(terms.chairs, terms.options, 0).turn == CHANCE)


def _strict(words: Words, terms: Terms) -> Iterator[Node]:
    if _with_dice(terms):
        yield switch(words, "apart-set", "strict", say("Strict dice"), terms.strict)
        yield el("p", words(_STRICT), class_="note", key="strict-note")


_TOLD: Final = (
    say("A move that was sent stands. In games of two without dice it is taken back if the other agrees."),
    say("No clock runs: you see since when a game waits, and nobody loses by waiting."),
    say(
        "Nobody can promise that the others answer, or that they ask no computer. Bring your seat to another device, "
        "or save your games with their seats: a seat that is lost can be had back only if all others agree."
    ),
    say(
        "Chowk sends nothing by itself: you learn that it is your turn from the link that you are sent. To play "
        "live, devices must be in the same network; after a reload, a page needs a new code."
    ),
    say(
        "A browser may clear what a page has kept and nobody has used for days. Install Chowk, and keep a copy of "
        "your games."
    ),
)
_WAITING: Final = say("Hints and analysis wait until the game is over. Its result counts among games between people.")
_AIDED: Final = say(
    "Everybody may ask for hints and analyse the game while it is played. Its result counts among games between people."
)
_FORESEEN: Final = say(
    "The further rolls of a turn, as after a double, are settled with the first. Whoever has altered the code of "
    "their page can know them beforehand, but not change them. Strict dice prevent that."
)
_REROLLS: Final = say(
    "A seat whose device is lost gets new dice, so a player who has seen a roll can have another one instead. All "
    "others must agree to that. It happens once at a move, and {most} times in a game at most.",
    most=MOST_HANDOVERS,
)
_RELAYS: Final = say(
    "The player who invites is the first to see how a game begins, and can drop it and invite again until the "
    "beginning suits. Be careful with somebody who often invites again."
)
_LEAGUE: Final = (
    say(
        "Players who act together can know each other's next roll a turn early, and the one who invites and the "
        "last to take a seat can together change how the game begins. No roll after that can be changed by anybody."
    ),
    say(
        "With three or more players, somebody can alter the move before theirs when they send it on, or claim that "
        "somebody agreed to a draw. The page of the player concerned refuses that and says so; the others may "
        "believe it until then."
    ),
)


def rules(table: Table) -> Section:
    """Return the section of the rules sheet about correspondence play and its limits."""
    distance = table.distance
    assert distance is not None, "it is played apart"
    foreseen = () if distance.terms.strict or not table.has_chance else (_FORESEEN,)
    league = _LEAGUE if distance.terms.chairs > 2 else ()
    rolls = (_REROLLS, _RELAYS) if table.has_chance else (_RELAYS,)
    sentences = (
        *marks(table),
        *_TOLD[:2],
        _AIDED if distance.terms.aids else _WAITING,
        *_TOLD[2:],
        *foreseen,
        *rolls,
        *league,
    )
    return Section("apart", say("Playing apart"), tuple(Paragraph((), text) for text in sentences))


# Opened invitations ---------------------------------------------------------------------------------------------------


def invited(viewer: CorrespondenceViewer, words: Words, _: str) -> Node:
    """Draw the sheet of an opened invitation: inviter, terms, a choice of seats, and a field for the name."""
    draft = viewer.draft
    assert draft is not None, "the sheet is opened with a draft"
    invitation = draft.invitation
    assert invitation is not None, "one was invited"
    free = invitation.free
    title = games.sign(invitation.terms.game).title
    picks = [
        Pick(written("chair", chair), say("Seat {number}", number=chair + 1), chair == draft.chair) for chair in free
    ]
    return sheet(
        viewer,
        words,
        "invited",
        title,
        el(
            "p",
            words(say("{name} invites you to a game of {game}.", name=name_of_joiner(invitation.inviter), game=title)),
            class_="verdict",
        ),
        el("ul", [el("li", words(line)) for line in _terms(invitation)], class_="score"),
        *_different(viewer, words, invitation),
        choice(words, "apart-chair", say("Your seat"), "apart-set", picks) if len(free) > 1 else None,
        _name(words, draft.name, enters=True),
        foot=[button(viewer, words, "join", class_="primary")],
        class_="setup",
    )


def _different(viewer: CorrespondenceViewer, words: Words, invitation: Invitation) -> Iterator[Node]:
    """List the differences between the terms of a requested live game and those of the game at the table."""
    if (
        viewer.live is None
        or viewer.live.next_invitation != invitation
        or viewer.table is None
        or viewer.table.distance is None
    ):
        return
    lines = list(_differences(viewer.table.distance.terms, invitation.terms))
    if lines:
        yield el("h3", words(say("Different from this game")), key="different")
        yield el("ul", [el("li", words(line)) for line in lines], class_="score", key="differences")


def _differences(terms: Terms, other_terms: Terms) -> Iterator[Message]:
    if terms.game != other_terms.game:
        yield say("{rule}: {choice}", rule=say("Game"), choice=games.sign(other_terms.game).title)
    if terms.chairs != other_terms.chairs:
        yield say_many("{count} player", "{count} players", other_terms.chairs)
    for option in games.load(other_terms.game).rules.OPTIONS:
        before = option.chosen(terms.options) if terms.game == other_terms.game else option.default
        setting = option.chosen(other_terms.options)
        if setting != before:
            value = next(choice.label for choice in option.choices if choice.value == setting)
            yield say("{rule}: {choice}", rule=option.label, choice=value)
    if terms.strict != other_terms.strict:
        yield say("Strict dice") if other_terms.strict else say("No strict dice")
    if terms.aids != other_terms.aids:
        yield _AIDS if other_terms.aids else say("No hints or analysis before the end")


def name_of_joiner(joiner: Joiner | None) -> Arg:
    """Return the name of a player at a correspondence table, or “A friend” if the name is unknown."""
    return joiner.name if joiner is not None and joiner.name else say("A friend")


def _terms(invitation: Invitation) -> Iterator[Message]:
    terms = invitation.terms
    yield say_many("{count} player", "{count} players", terms.chairs)
    for option in games.load(terms.game).rules.OPTIONS:
        if option.departs(terms.options) and option.fits(terms.chairs):
            value = next(choice.label for choice in option.choices if choice.value == option.chosen(terms.options))
            yield say("{rule}: {choice}", rule=option.label, choice=value)
    if terms.strict:
        yield say("Strict dice")
    if terms.aids:
        yield _AIDS


# Sending --------------------------------------------------------------------------------------------------------------


def letter(viewer: CorrespondenceViewer, words: Words, table: str) -> Node:
    """Draw the sheet with the link for the other players, and the ways to send the link."""
    seat = viewer.kept.own_seats.get(table)
    begun = viewer.table is not None and viewer.table.distance is not None and viewer.table.about.save == table
    lines = [] if begun or seat is None else list(_waiting(seat))
    try:
        link = viewer.sharing.address() + sending.sent_link(viewer, table)
    except TextError as error:
        return sheet(
            viewer,
            words,
            "letter",
            say_in("the player does it", "Send the link"),
            el("p", words(error.why)),
            class_="share",
        )
    text = words(sending.text(viewer, table)) if begun or seat is not None else ""
    sends = "text" in viewer.sharing.kinds()
    mail = f"mailto:?subject={quote(text)}&body={quote(text + chr(10) + link)}"
    return sheet(
        viewer,
        words,
        "letter",
        say_in("the player does it", "Send the link"),
        *(el("p", words(line), key=f"line-{index}") for index, line in enumerate(lines)),
        *(
            el("p", words(line), class_="note", key=f"note-{index}")
            for index, line in enumerate(_notes(viewer, table, begun))
        ),
        button(viewer, words, "send-letter", table, icon="send", class_="primary whole") if sends else None,
        _field(
            words,
            link,
            button(viewer, words, "copy-letter", table, icon="copy", class_="" if sends else "primary"),
            to_code(viewer, words, written("letter", table)),
            copied_table=table,
        ),
        el(
            "a",
            icon("text"),
            el("span", words(say_in("the player does it", "Send by mail")), class_="label"),
            href=mail,
            do="mailed",
            arg=table,
            class_="button plain",
        ),
        None if seat is not None and seat.request and not begun else _live(viewer, words, table),
        None
        if begun or seat is None or seat.request
        else button(viewer, words, "seat-link", table, icon="share", class_="plain"),
        class_="share",
    )


def _live(viewer: Viewer, words: Words, table: str) -> Node:
    return button(viewer, words, "live", table, icon="people", class_="plain")


def wish(viewer: CorrespondenceViewer, words: Words, table: Table, _: str) -> Node:
    """Draw the sheet with another player's request, and a button for each of the two answers."""
    distance = table.distance
    waited = distance.wish_to_answer(table.match) if distance is not None else None
    if waited is None:
        return sheet(viewer, words, "wish", say("The request"), el("p", words(say("It is answered."))), class_="small")
    ring = dice_of(table.match).ring
    if waited.kind == "seat":
        return _asked_for(viewer, words, table, table.seats.name(ring.seat(waited.to)))
    asking = table.seats.name(ring.seat(min(waited.yes)))
    draw = waited.kind == "draw"
    line = say("{name} offers a draw.", name=asking)
    if not draw:
        line = say("{name} asks to take a move back, and what was played since.", name=asking)
    label = say_in("the player does it", "Let it be taken back")
    if draw:
        label = say_in("the player does it", "Agree to a draw")
    return sheet(
        viewer,
        words,
        "wish",
        say("Agree to a draw?") if draw else say("Let it be taken back?"),
        el("p", words(line)),
        None if _at_once(viewer, table) else el("p", words(_ANSWER), class_="note"),
        foot=[
            button(viewer, words, "answer-wish", "no", label=say_in("the player does it", "Play on"), autofocus=True),
            button(viewer, words, "answer-wish", "yes", label=label, class_="primary"),
        ],
        class_="small question",
    )


def _at_once(viewer: CorrespondenceViewer, table: Table) -> bool:
    """Return True if the other players receive an answer at once, because their devices are connected."""
    return viewer.live is not None and viewer.live.open and viewer.live.belong_to(table.about.save)


def _limits(words: Words, table: Table) -> Iterator[Node]:
    """Draw sentences about the effect of a seat's handover on the dice, and about the number of handovers allowed."""
    number = len(dice_of(table.match).ring.handovers) + 1
    if table.has_chance:
        yield el("p", words(_ANOTHER_ROLL), key="another-roll")
    text = say(
        "A seat goes to a new device once at a move, and {most} times in a game at most. This would be number "
        "{number}.",
        most=MOST_HANDOVERS,
        number=number,
    )
    yield el("p", words(text), class_="note", key="limit")


_ANOTHER_ROLL: Final = say(
    "The next roll of this seat then changes: a player who has seen it already and did not like it gets another one."
)


def _asked_for(viewer: CorrespondenceViewer, words: Words, table: Table, name: Arg) -> Node:
    """Draw the question whether the seat of the player `name` may move to a new device."""
    return sheet(
        viewer,
        words,
        "wish",
        say("Let a new device have this seat?"),
        el("p", words(say("The seat of {name} is asked for from another device.", name=name))),
        el("p", words(_SURE)),
        *_limits(words, table),
        el("p", words(_ANSWER), class_="note"),
        foot=[
            button(viewer, words, "answer-wish", "no", label=say_in("the player does it", "Refuse"), autofocus=True),
            button(viewer, words, "answer-wish", "yes", class_="primary"),
        ],
        class_="small question",
    )


_SURE = say(
    "Agree only if you are sure that the request comes from that player: whoever has that device plays in this seat "
    "from then on. All others in the game must agree."
)


def brought(viewer: CorrespondenceViewer, words: Words, _: str) -> Node:
    """Draw the question whether to take a seat that a link transfers. Closing the sheet takes no seat."""
    seat = viewer.draft.brought if viewer.draft is not None else None
    if seat is None:
        return sheet(viewer, words, "brought", _TAKE, el("p", words(say("It is answered."))), class_="small")
    takes = sending.can_take(viewer, seat)
    asks = not isinstance(seat.content, Invitation) and viewer.table is not None and viewer.table.has_chance
    label, foot = say_in("the player does it", "Only look on"), []
    if isinstance(seat.content, Invitation):
        label = say_in("the page does it", "Cancel")
        foot = [button(viewer, words, "take-seat", label=say_in("the player does it", "Take the seat here"))]
    elif takes:
        foot = [button(viewer, words, "take-seat")]
    return sheet(
        viewer,
        words,
        "brought",
        _TAKE,
        *(el("p", words(line), key=f"line-{index}") for index, line in enumerate(_means(viewer, seat, takes=takes))),
        el("p", words(_RENEWED), class_="note", key="renewed") if asks else None,
        button(viewer, words, "claim-seat", label=_ASK_ANEW, icon="people", class_="plain") if asks else None,
        foot=[button(viewer, words, "close", label=label, autofocus=True), *foot],
        class_="small question",
    )


def _means(viewer: Viewer, seat: sending.Brought, *, takes: bool) -> Iterator[Message]:
    """Yield sentences about the seat that a link transfers, and about the rolls that the link's author can know.

    `takes` is True if this device may take the seat with its secret (`session.can_take`).
    """
    chair = seat.own.chair
    if isinstance(seat.content, Invitation):
        yield say("This link brings the seat of {name}.", name=name_of_joiner(seat.content.joiners[chair]))
        yield _anew(seat.content) if chair else _NEW_TABLE
        return
    yield say("This link brings the seat of {name}.", name=seat.content.names[chair] or say("A friend"))
    chancy = viewer.table is not None and viewer.table.has_chance
    yield (_MADE_IT if chancy else _MADE_IT_PLAIN) if takes else _UNTOUCHED


def _anew(invitation: Invitation) -> Message:
    return say(
        "Nothing was played yet, so this device takes the seat with a secret of its own. Send its link to {name}: "
        "the seat belongs to the link that arrives first.",
        name=name_of_joiner(invitation.inviter),
    )


_TAKE: Final = say("Take this seat?")
_ASK_ANEW: Final = say_in("the player does it", "Ask for new dice")
_NEW_TABLE: Final = say(
    "Nothing was played yet, so this device invites to a new game, with a secret of its own. Everybody must take a "
    "seat again."
)
_MADE_IT: Final = say(
    "Take it only if you made this link yourself. Whoever made it can play in this seat and know its rolls to come, "
    "and may have chosen them. The check of the dice cannot show that."
)
_MADE_IT_PLAIN: Final = say("Take it only if you made this link yourself. Whoever made it can play in this seat, too.")
_UNTOUCHED: Final = say(
    "Nothing was played in this seat yet, so its secret is not taken: whoever made the link may have chosen it for the "
    "rolls that it leads to."
)
_RENEWED: Final = say(
    "When it is this seat's turn, you can ask for it with new dice. All others must agree; after that nobody knows the "
    "rolls to come."
)


def marks(table: Table) -> Iterator[Message]:
    """Yield a warning for each seat at the table that is known to have been transferred by a link or a file."""
    distance = table.distance
    for chair in distance.brought if distance is not None else ():
        name = table.seats.name(dice_of(table.match).ring.seat(chair))
        if table.has_chance:
            yield say(
                "The seat of {name} came by a link or a file. Whoever made that can know its rolls to come, and may "
                "have chosen them.",
                name=name,
            )
        else:
            yield say("The seat of {name} came by a link or a file. Whoever made that can play in it, too.", name=name)


def claim(viewer: Viewer, words: Words, table: Table, _: str) -> Node:
    """Draw the sheet on which a player who has lost a device asks for the seat that this player had there."""
    distance = table.distance
    assert distance is not None, "it is looked at from afar"
    ring = dice_of(table.match).ring
    due = dice_of(table.match).acting_chair(table.match)
    name = table.seats.name(ring.seat(due or 0))
    return sheet(
        viewer,
        words,
        "claim",
        say_in("the player does it", "Ask for a seat that is lost"),
        el("p", words(say("It is the turn of {name}. Is that you, and is the device lost?", name=name))),
        el("p", words(_CLAIM)),
        *_limits(words, table),
        el("p", words(_STILL_THERE), class_="note"),
        foot=[button(viewer, words, "claim-seat", class_="primary")],
        class_="small question",
    )


_STILL_THERE = say("If you still have the device, open the game there: under “Share” it brings your seat here.")
_CLAIM = say(
    "Then ask for the seat: you get a link that goes to all others in the game. Once each of them has agreed, you "
    "play on here."
)
_ANSWER = say("The others have your answer once you send your link.")


def seat_link(viewer: CorrespondenceViewer, words: Words, table: str) -> Node:
    """Draw the sheet with the link that transfers this device's seat to another device. It warns of the risks."""
    try:
        link = viewer.sharing.address() + sending.seat_fragment(viewer, table)
    except TextError as error:
        return sheet(viewer, words, "seat-link", _SEAT, el("p", words(error.why)), class_="share")
    return sheet(
        viewer,
        words,
        "seat-link",
        _SEAT,
        el("p", words(_SECRET if _rolls(viewer, table) else _SEAT_SECRET)),
        _field(
            words,
            link,
            button(viewer, words, "copy-seat", table, icon="copy"),
            to_code(viewer, words, written("seat", table)),
        ),
        el("p", words(_BOTH), class_="note"),
        class_="share",
    )


def _rolls(viewer: CorrespondenceViewer, table: str) -> bool:
    """Return True if whoever gets the link of this device's seat at a table can know the future rolls of the seat."""
    seat = viewer.kept.own_seats.get(table)
    return seat is None or _with_dice(seat.invitation.terms)


_SEAT = say_in("the player does it", "Bring my seat to another device")
_SECRET = say(
    "This link holds a secret: whoever has it plays in your seat and knows your rolls to come. Open it on your other "
    "device, and send it to nobody else."
)
_SEAT_SECRET = say(
    "This link holds a secret: whoever has it plays in your seat. Open it on your other device, and "
    "send it to nobody else."
)
_BOTH = say("Your seat stays on this device, too. After a move, open its link on the other one.")


def _field(words: Words, link: str, *ways: Node | None, copied_table: str | None = None) -> Node:
    """Draw a text field with a link, and beside it the controls `ways`.

    If the user copies the text by hand, the link of the table `copied_table` counts as sent.
    """
    field = el(
        "textarea",
        value=link,
        readonly=True,
        rows=3,
        class_="field",
        spellcheck="false",
        translate="no",
        do="copied" if copied_table is not None else None,
        arg=copied_table,
    )
    label = el("label", el("span", words(say("Link")), class_="legend"), field)
    return el("div", label, *ways, class_="shared", key="link")


_TO_ALL = say("Send it to everybody you play with: it holds the whole game and your proof of the dice.")
_TO_WHOEVER = say("Send it to everybody you play with: it holds the whole game.")
_BACK = say("The link holds no secret: your part of the dice stays on this device until it is your turn.")
_THEN = say("Whoever takes a seat sends a link back. Open that one here: once everybody has a seat, the game begins.")
_ON = say("Once this link is opened there, the game begins. Each turn then comes to you as a link: open it here.")


def _notes(viewer: CorrespondenceViewer, table: str, begun: bool) -> Iterator[Message]:
    """Yield sentences about the next step and about the contents of the link that the player sends.

    `begun` is True if the game has begun.
    """
    seat = viewer.kept.own_seats.get(table)
    if begun or seat is None:
        yield _TO_ALL if viewer.table is not None and viewer.table.has_chance else _TO_WHOEVER
        return
    if not seat.request:
        yield _ON if seat.chain.chair else _THEN
    if _with_dice(seat.invitation.terms):
        yield _BACK


def _waiting(seat: OwnSeat) -> Iterator[Message]:
    """Yield sentences about a table whose game has not started: the next step, and the missing players."""
    invitation = seat.invitation
    title = games.sign(invitation.terms.game).title
    if seat.request:
        yield say("Send this link to all others in this game of {game}.", game=title)
    elif seat.chain.chair == 0:
        yield say("Send this invitation to {game} to whoever is to play.", game=title)
    else:
        yield say("You have a seat. Send this link back to {name}.", name=name_of_joiner(invitation.inviter))
    yield state(seat)


def state(seat: OwnSeat) -> Message:
    """Return a message about a table whose game has not started: what or whom it waits for."""
    free = len(seat.invitation.free)
    if seat.request:
        return say("Waiting for the others to agree.")
    if free:
        return say_many("Waiting for {count} more player.", "Waiting for {count} more players.", free)
    return say("Waiting for {name} to begin.", name=name_of_joiner(seat.invitation.inviter))


def pending(words: Words, seat: OwnSeat, away: Node | None = None) -> Node:
    """Draw the list entry of a table whose game has not started. `away` is the control that deletes the table."""
    title = games.sign(seat.invitation.terms.game).title
    return el(
        "li",
        opener(words(title), words(state(seat)), "letter", seat.table, icon("send")),
        away,
        key=f"seat-{seat.table}",
        class_="kept-game",
    )
