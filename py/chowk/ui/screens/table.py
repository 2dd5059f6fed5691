"""The table screen: players' cards, the board, the status of the turn, and the actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from chowk.core.dice import whose
from chowk.core.message import Message, Who, say, say_in, say_many
from chowk.core.position import CHANCE, Seat
from chowk.games.api import Fact, Game
from chowk.i18n.i18n import Words
from chowk.session import clock
from chowk.session.input import premove
from chowk.session.metadata import between, clock_of
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import balance, button, hidden, picture, words_of
from chowk.ui.screens import guest_actions as guest_view
from chowk.ui.screens import pictures
from chowk.ui.screens.answer_card import answer
from chowk.ui.screens.board import board, sides
from chowk.ui.screens.log import moves, navigation, opening
from chowk.ui.screens.offer_panel import bench, miniature
from chowk.ui.sheets.replay import panel
from chowk.ui.sheets.rule_options import badge
from chowk.ui.sheets.setup import due, strength
from chowk.ui.sheets.tray import tray

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.session.optional_assets import Extras
    from chowk.ui.screens.avatars import AvatarViewer
    from chowk.ui.slots import Beside
    from chowk.ui.viewer import StorageViewer, TimeOfDay, Viewer

    class LiveStatus(Protocol):
        """The state of the live connection to other players, for display at a table."""

        @property
        def open(self) -> bool:
            """True while another device is connected."""

        def about(self, table: str) -> bool:
            """Return True if the connection is for the game whose save has this identifier."""

        def state(self) -> Message:
            """Return a sentence about the connected players."""

    class PlayerCardViewer(AvatarViewer, Protocol):
        """A viewer of the players' cards, with their clocks."""

        @property
        def clock(self) -> TimeOfDay:
            """The device's clocks."""

    class TableViewer(PlayerCardViewer, StorageViewer, Protocol):
        """A viewer of a game at its table."""

        @property
        def extras(self) -> Extras:
            """The optional files of opponents, and their downloads."""

        @property
        def live(self) -> LiveStatus | None:
            """The live connection, or None."""


LONG: Final = 84
"""Length of a refusal in letters, above which it is set in a smaller font."""

BRIEF: Final = 24
"""Maximum length in letters of a sentence that fits one line beside a button on a phone."""


def table(viewer: TableViewer, words: Words, shown_table: Table, beside: Beside | None = None) -> Node:
    """Draw the table screen. `beside` are the parts of a feature that replace the list of moves, if any."""
    far, near = sides(shown_table)
    return el(
        "div",
        _header(viewer, words, shown_table),
        el(
            "main",
            _players(viewer, words, shown_table, far, "far"),
            board(viewer, words, shown_table, beside.marks if beside is not None else None),
            _told(viewer, words, shown_table, beside is not None),
            answer(viewer, words, shown_table),
            bench(viewer, words, shown_table),
            _players(viewer, words, shown_table, near, "near"),
            guest_view.actions(viewer, words, shown_table) if shown_table.kind == "guest" else _actions(viewer, words),
            _rail(viewer, words, shown_table) if beside is None else beside.panel,
            class_="play",
        ),
        class_="table",
        key="table",
        data_game=shown_table.game.name,
        data_bench=shown_table.game.trial is not None,
        data_tray=shown_table.game.tray is not None,
        data_bare=shown_table.display.bare,
        data_review=beside is not None,
        data_across=_is_across(viewer, shown_table),
        # The style sheet makes the board as large as possible with this aspect ratio.
        style={"--wide": f"{shown_table.view.SIZE[0]:g}", "--high": f"{shown_table.view.SIZE[1]:g}"},
    )


def _is_across(viewer: Viewer, table: Table) -> bool:
    """Return True if people sit around the device, so that the cards on the far side are upside down."""
    far, _ = sides(table)
    people = table.kind == "own" and table.seats.people > 1 and any(table.seats.person(seat) for seat in far)
    return people and viewer.settings.sharing == "across"


def _header(viewer: TableViewer, words: Words, table: Table) -> Node:
    return el(
        "header",
        button(viewer, words, "home", icon="home", only_icon=True, class_="quiet"),
        el("h1", words(table.game.sign.title)),
        coming(viewer, words, table),
        badge(viewer, words, table.game, table.plan),
        button(viewer, words, "rules", icon="rules", class_="quiet wide-only"),
        _mute(viewer, words),
        button(viewer, words, "settings", icon="settings", only_icon=True, class_="quiet"),
        _whole(viewer, words) if table.display.bare else None,
        class_="top",
        key="header",
    )


def coming(viewer: TableViewer, words: Words, table: Table) -> Node | None:
    """Draw the progress of the download of an opponent's optional file; None without one.

    It is not announced, because nothing waits for it.
    """
    download = viewer.extras.of(table.game.name)
    if download is None:
        return None
    received, size = (round(part / 1000) for part in (download.come, download.bytes))
    text = say("{what}: {come} of {size} kB", what=download.title, come=received, size=size)
    return el("p", words(text), class_="coming", key="coming")


def _whole(viewer: Viewer, words: Words) -> Node:
    """Draw the button that shows everything again while only the board is shown."""
    return button(
        viewer,
        words,
        "bare",
        label=say_in("the page does it", "Show everything"),
        icon="close",
        only_icon=True,
        class_="quiet whole-table",
    )


def _mute(viewer: Viewer, words: Words) -> Node:
    on = viewer.settings.sound
    label = say_in("the page does it", "Turn the sound off") if on else say_in("the page does it", "Turn the sound on")
    return button(
        viewer, words, "mute", label=label, icon="sound" if on else "muted", only_icon=True, class_="quiet", key="mute"
    )


# Players ------------------------------------------------------------------------------------------------------------


def _players(viewer: PlayerCardViewer, words: Words, table: Table, seats: list[Seat], side: str) -> Node:
    label = words(say("Far side of the board")) if side == "far" else words(say("Near side of the board"))
    cards = [card(viewer, words, table, seat) for seat in seats]
    return el("section", cards, class_=f"players {side}", key=side, aria_label=label)


def card(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat) -> Node:
    """Draw a player's card for the shown position."""
    thinking, won = _thinking(table, seat), _won(table, seat)
    facts = table.game.speech.facts(table.position)[seat]
    somebody = viewer.window.drawn and table.plan.seats[seat].kind == "bot"
    return el(
        "div",
        _portrait(viewer, table, seat) if somebody else _token(viewer, table, seat),
        _who(words.name(seat), _state(viewer, words, table, seat), _about(words, table, seat)),
        miniature(viewer, words, table, seat),
        _facts(table.game, words, viewer.look, facts[:1], "main"),
        _facts(table.game, words, viewer.look, facts[1:], "more") if facts[1:] else None,
        class_="player",
        key=f"player-{seat}",
        role="group",
        aria_label=words.name(seat),
        data_turn=table.turn_shown == seat,
        data_thinking=thinking,
        data_won=won,
        data_twin=table.seats.twins(seat),
    )


class _Clock(NamedTuple):
    """A clock on a card: its visible text, its announced text, and its state."""

    text: str
    said: str
    low: bool
    due: bool
    runs: bool


class _State(NamedTuple):
    """The state on a player's card: thinking, the clock or the result. Often empty."""

    text: str
    thinks: bool = False
    clock: _Clock | None = None


# Cached, because the cards are drawn several times for each move, and change little.
@lru_cache(maxsize=64)
def _who(name: str, state: _State, about: tuple[tuple[str, str], ...]) -> Node:
    """Draw the name, the state and the details of a player."""
    return el(
        "p",
        el("span", el("span", name, class_="title"), _pill(state), class_="line"),
        el("span", [el("span", text, class_=class_) for text, class_ in about], class_="about"),
        class_="who",
    )


def _pill(state: _State) -> Node:
    if state.clock is not None:
        return _clock(state.clock)
    if state.thinks:
        dots = el("span", *(el("i") for _ in range(3)), class_="dots", aria_hidden="true")
        return el("span", state.text, dots, class_="pill thinking", key="state")
    return el("span", state.text, class_="pill" if state.text else "pill none", key="state")


def _clock(shown: _Clock) -> Node:
    """Draw a clock. Screen readers do not announce its changes, only its value on request."""
    return el(
        "span",
        shown.text,
        class_="pill time",
        key="time",
        role="timer",
        aria_live="off",
        aria_label=shown.said,
        data_low=shown.low,
        data_due=shown.due,
        data_runs=shown.runs,
    )


def _time(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat) -> _Clock:
    reading = clock.reading(table, seat, viewer.clock.instant())
    assert reading is not None, "it is played with a clock"
    runs = table.timing is not None and table.timing.seat == seat and table.timing.since is not None
    return _Clock(
        words.figured(reading.text),
        words(say("Time left: {time}", time=reading.text)),
        reading.low,
        table.turn_shown == seat,
        runs and table.display.shown is None,
    )


def _token(viewer: Viewer, table: Table, seat: Seat) -> Node:
    svg = pictures.token(table.game.name, table.seats.token(seat), viewer.look, f"card-{seat}-")
    return picture(svg, "token portrait" if table.plan.seats[seat].kind == "bot" else "token")


def _portrait(viewer: Viewer, table: Table, seat: Seat) -> Node:
    from chowk.ui.screens import avatars  # imported after the first board was drawn

    return avatars.seated(viewer, table, seat, "card-")


def _saying(viewer: AvatarViewer, words: Words, table: Table) -> Node | None:
    if not any(seat.kind == "bot" for seat in table.plan.seats):
        return None
    from chowk.ui.screens import avatars

    return avatars.saying(viewer, words, table)


def _about(words: Words, table: Table, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return the details of a player as pairs of text and CSS class: the side and the kind of player.

    The side is left out if the name of the player contains it.
    """
    plan, side = table.plan.seats[seat], table.seats.side(seat)
    named = table.seats.name(seat) == side or table.seats.twins(seat)
    details = () if named else ((words(side), "note"),)
    if plan.kind == "bot":
        return (*details, (words(strength(table.game, plan.level)), "note level"))
    alone = table.seats.people == 1 and table.kind != "guest"
    return (*details, (words(say("You")), "note")) if alone and plan.kind == "person" else details


def _state(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat) -> _State:
    outcome = table.outcome
    if table.timing is not None and (outcome is None or table.display.shown is not None):
        return _State("", clock=_time(viewer, words, table, seat))
    if _thinking(table, seat):
        return _State(words(say("Thinking")), thinks=True)
    if table.turn_shown == seat:
        return _State("" if _passing(table) else words(due(table.position)))
    if outcome is not None and _won(table, seat):
        return _State(words(say("Winner") if outcome.winner == seat else say_in("a result", "Draw")))
    return _State("")


def _passing(table: Table) -> bool:
    """Return True if the rules force a move at the shown position, so that no player has a choice."""
    position = table.position
    return position.turn != CHANCE and table.game.rules.forced(position) is not None


def _thinking(table: Table, seat: Seat) -> bool:
    return table.display.shown is None and table.choice.thinking == seat


def _won(table: Table, seat: Seat) -> bool:
    return table.display.shown is None and table.outcome is not None and table.outcome.places[seat] == 1


@lru_cache(maxsize=64)
def _facts(game: Game, words: Words, look: str, facts: tuple[Fact, ...], class_: str) -> Node:
    return el("dl", [_fact(game, words, look, fact) for fact in facts], class_=class_)


def _fact(game: Game, words: Words, look: str, fact: Fact) -> Node:
    return el(
        "div",
        el("dt", words(fact.label)),
        _sign(game, look, fact) if game.trial and fact.art else None,
        _pile(game, look, fact) if fact.pile and fact.value else None,
        el("dd", words.number(fact.value)),
        class_="fact",
    )


def _sign(game: Game, look: str, fact: Fact) -> Node:
    return picture(pictures.token(game.name, fact.art, look, f"fact-{fact.art}-"), "sign")


def _pile(game: Game, look: str, fact: Fact) -> Node:
    pieces = [el("span", key=str(number)) for number in range(fact.value)]
    style = {"--token": _image(game, look, fact.art)}
    return el("span", pieces, class_="pile", key="pile", aria_hidden="true", style=style)


@lru_cache(maxsize=16)
def _image(game: Game, look: str, art: str) -> str:
    """Return a drawing as a CSS `url()` value."""
    return f'url("data:image/svg+xml,{quote(pictures.token(game.name, art, look, "pile-"))}")'


# Status of the turn --------------------------------------------------------------------------------------------------


def _told(viewer: TableViewer, words: Words, table: Table, beside: bool) -> Node:
    past = table.display.shown is not None or table.display.replaying or beside
    now = _present if viewer.voice.alert is None else _refused
    return el(
        "section",
        _balance(table),
        panel(viewer, words, table, beside) if past else now(viewer, words, table),
        tray(viewer, words, table),
        class_="told",
        key="told",
        aria_label=words(say("What to do next")),
    )


def _balance(table: Table) -> Node:
    """Draw the main counts of the players as one bar."""
    facts = table.counts
    counts = [max(0, of[0].value) if of else 0 for of in facts]
    return balance([table.seats.token(seat) for seat in range(len(counts))], counts)


def _lately(table: Table) -> tuple[Message, ...]:
    """Return the messages about the last move.

    If a turn has two moves, return those about both; before the first move, those about the draw of sides.
    """
    trial, log = table.game.trial, table.log.lines
    if not table.match.ply:
        return tuple(table.seats.drawn)
    whole = trial is not None and table.match.ply > 1 and trial.picks.goes_on(table.match.at(table.match.ply - 1))
    return tuple(sentence for line in log[-2 if whole else -1 :] for sentence in line.told)


def _present(viewer: TableViewer, words: Words, table: Table) -> Node:
    tried = table.choice.trying.told if table.choice.trying else ()
    if tried and table.choice.hint:
        tried = (table.choice.hint.text, *tried)
    messages = tried[1:] or ((table.choice.hint.text,) if table.choice.hint else _lately(table))
    planned = premove.told_of(table)
    messages = (planned,) if planned is not None else (*messages, *premove.why_not(table))
    over = table.outcome is not None
    sent = _sent(viewer, table)
    still = over or table.kind == "elsewhere"
    due = words(tried[0] if tried else sent or table.status)
    controls = (
        *_sending(viewer, words, table),
        button(viewer, words, "result") if over else None,
        _here(viewer, words) if table.kind == "elsewhere" and not over else None,
        button(viewer, words, "roll", key="roll", class_="primary")
        if table.choice.rolling is not None and table.game.tray is None
        else None,
        button(viewer, words, "go-on", key="go-on", class_="primary") if table.choice.imposed is not None else None,
        button(viewer, words, "hurry", key="hurry") if table.choice.thinking is not None else None,
    )
    return el(
        "div",
        el(
            "p",
            el("span", due, class_="status", data_long=len(due) > BRIEF),
            # After a move is sent, the note about that has the room beside the buttons, and the log shows the move.
            el("span", words_of(words, messages if len(tried) != 1 else ()), class_="event")
            if not (still or sent)
            else None,
            # A remark is shown only if there is no held piece, hint or premove to describe.
            _saying(viewer, words, table) if not tried and table.choice.hint is None and planned is None else None,
        ),
        *controls,
        class_="now final" if still else "now",
        key="now",
        data_free=not any(controls),  # a notification may cover this space
    )


def _sent(viewer: TableViewer, table: Table) -> Message | None:
    """Return a message that says when and to whom this player's last move was sent.

    Return None if it is not a correspondence game, or if no sent move waits for the other player.
    """
    if table.distance is None or table.kind != "own" or table.outcome is not None:
        return None
    from chowk.session import correspondence_state as distance

    save = viewer.kept.saves.get(table.about.save)
    if save is None or not distance.is_handed_on(table.distance, table.match):
        return None
    player, days = Who(whose(table.match.position)), between(save.updated, viewer.clock.now()) // 86_400
    if days > 0:
        return say_many("Sent to {player} {count} day ago.", "Sent to {player} {count} days ago.", days, player=player)
    return say("Sent to {player}, {time}.", player=player, time=clock_of(save.updated))


def _sending(viewer: TableViewer, words: Words, table: Table) -> Iterator[Node]:
    """Draw the controls that send a correspondence game: prominent if a move must be sent, else to send it again."""
    if table.distance is None or table.distance.chair is None or table.kind != "own":
        return
    from chowk.session import correspondence_state as distance

    if table.distance.asked(table.match):
        yield button(viewer, words, "wish", icon="draw", key="wish", class_="primary")
        return
    if viewer.live is not None and viewer.live.open and viewer.live.about(table.about.save):
        yield button(viewer, words, "live", label=viewer.live.state(), icon="people", key="live", class_="plain")
        return
    if distance.unsent(table.distance, table.match):
        word = say_in("the player does it", "Send the link") if distance.spoken(table.distance, table.match) else None
        yield button(viewer, words, "send-move", label=word, icon="send", key="send-move", class_="primary")
    elif table.outcome is None and distance.due(table.distance, table.match):
        return
    else:
        again = say_in("the page does it", "Send again")
        yield button(viewer, words, "send-move", label=again, icon="send", key="send-again", class_="plain")
    yield button(viewer, words, "send-move", "ways", label=OTHER_WAYS, icon="share", only_icon=True, class_="quiet")


OTHER_WAYS: Final = say_in("to send a link", "Other ways")
"""Label of the button with the other ways to send a link."""


def _refused(viewer: Viewer, words: Words, table: Table) -> Node:
    """Draw the reason for a refusal in place of the status, where it covers no control."""
    return el("div", refusal(viewer, words, table), class_="now", key="now")


def refusal(viewer: Viewer, words: Words, table: Table) -> Node:
    """Draw the reason why the last input was refused, with a link to the rule."""
    assert viewer.voice.alert is not None, "asked before"
    rule = table.choice.refusal.rule if table.choice.refusal else ""
    label = say("Rule {rule}", rule=rule)
    return el(
        "div",
        el("p", words(viewer.voice.alert), tabindex="0"),  # focusable, to scroll a long text in a small window
        button(viewer, words, "rules", rule, label=label, icon="rules", class_="quiet") if rule else None,
        class_="refusal",
        data_long=len(words(viewer.voice.alert)) > LONG,
        key="refusal",
    )


def _here(viewer: Viewer, words: Words) -> Node:
    """Draw the button that plays a game here which another tab plays now."""
    return button(viewer, words, "play-here", key="play-here", class_="primary here")


# Actions ------------------------------------------------------------------------------------------------------------


def _actions(viewer: Viewer, words: Words) -> Node:
    return el(
        "nav",
        button(viewer, words, "undo", icon="undo"),
        button(viewer, words, "redo", icon="redo"),
        button(viewer, words, "hint", icon="hint"),
        button(viewer, words, "log", icon="moves", class_="narrow-only"),
        button(viewer, words, "rules", icon="rules", class_="narrow-only"),
        button(viewer, words, "menu", icon="menu"),
        class_="actions",
        key="actions",
        aria_label=words(say("Actions")),
    )


def _rail(viewer: Viewer, words: Words, table: Table) -> Node:
    return el(
        "aside",
        # The box and the list disappear together if there is no room.
        el(
            "div",
            el(
                "div",
                el("h2", words(say("Moves"))),
                navigation(viewer, words),
                class_="rail-head",
            ),
            opening(words, table),
            moves(words, table, viewer.settings.moves),
            hidden(words(say("The latest move is at the end."))),
            class_="rail-box",
        ),
        class_="rail",
        key="rail",
        aria_label=words(say("Moves")),
    )
