"""The table screen: players' cards, the board, the status of the turn, and the actions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from chowk.core.message import Message, say, say_in
from chowk.core.position import CHANCE, Seat
from chowk.games.api import Fact, Game
from chowk.i18n.i18n import Words
from chowk.session import clock
from chowk.session.input import premove
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import balance, button, controls, hidden, picture, words_of
from chowk.ui.screens import guest_actions as guest_view
from chowk.ui.screens import pictures
from chowk.ui.screens.answer_card import answer
from chowk.ui.screens.board import board, sides
from chowk.ui.screens.log import moves, navigation, opening, wording
from chowk.ui.screens.offer_panel import bench, miniature
from chowk.ui.sheets.replay import panel
from chowk.ui.sheets.rule_options import badge
from chowk.ui.sheets.setup import next_action, strength_of
from chowk.ui.sheets.tray import tray
from chowk.ui.slots import TableParts, Utterance

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.session.optional_assets import Extras
    from chowk.ui.screens.avatars import AvatarViewer
    from chowk.ui.viewer import TimeOfDay, Viewer

    class PlayerCardViewer(AvatarViewer, Protocol):
        """The state that players' cards read: the state that portraits read, and the device's clock."""

        @property
        def clock(self) -> TimeOfDay:
            """The clock of the device, with a monotonic time, and the date and time in UTC."""

    class TableViewer(PlayerCardViewer, Protocol):
        """The state that the table screen reads: the state for players' cards, and the optional files of opponents."""

        @property
        def extras(self) -> Extras:
            """The optional files of opponents, and their downloads."""


LONG: Final = 84
"""Maximum number of letters in a refusal with the usual font size. A longer refusal has a smaller font."""

BRIEF: Final = 24
"""Maximum number of letters in a sentence that fits in one line beside a button on a phone."""


_BARE: Final = TableParts()


def table(viewer: TableViewer, words: Words, table: Table, parts: TableParts = _BARE) -> Node:
    """Draw the table screen, with the `parts` that features add to it.

    If `parts` has a panel beside the board, it is drawn instead of the list of moves.
    """
    far, near = sides(table)
    beside, messages = parts.beside, _message_area(viewer, words, table, parts)
    return el(
        "div",
        _header(viewer, words, table),
        el(
            "main",
            _players(viewer, words, table, far, "far", parts),
            board(viewer, words, table, beside.marks if beside is not None else None),
            messages,
            answer(viewer, words, table),
            bench(viewer, words, table),
            _players(viewer, words, table, near, "near", parts),
            guest_view.actions(viewer, words, table) if table.kind == "guest" else _actions(viewer, words),
            _rail(viewer, words, table) if beside is None else beside.panel,
            class_="play",
        ),
        class_="table",
        key="table",
        data_game=table.game.name,
        data_bench=table.game.trial is not None,
        data_tray=table.game.tray is not None,
        data_bare=table.display.bare,
        data_review=beside is not None,
        data_free="data-free" in messages.attrs,
        data_across=_is_across(viewer, table),
        # The style sheet makes the board as large as possible with this aspect ratio.
        style={"--wide": f"{table.view.SIZE[0]:g}", "--high": f"{table.view.SIZE[1]:g}"},
    )


def _is_across(viewer: Viewer, table: Table) -> bool:
    """Return True if the cards on the far side are drawn upside down, because people sit there."""
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
    """Draw the progress of a download of an opponent's optional file; None if there is no download.

    Screen readers do not announce the progress, because the game goes on without the file.
    """
    download = viewer.extras.of(table.game.name)
    if download is None:
        return None
    come, size = (round(part / 1000) for part in (download.received, download.bytes))
    sentence = say("{what}: {come} of {size} kB", what=download.title, come=come, size=size)
    return el("p", words(sentence), class_="coming", key="coming")


def _whole(viewer: Viewer, words: Words) -> Node:
    """Draw the button that shows all parts of the table again. It is needed while only the board is shown."""
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


def _players(
    viewer: PlayerCardViewer, words: Words, table: Table, seats: list[Seat], side: str, parts: TableParts
) -> Node:
    label = words(say("Far side of the board")) if side == "far" else words(say("Near side of the board"))
    cards = [card(viewer, words, table, seat, parts.utterances.get(seat)) for seat in seats]
    return el("section", cards, class_=f"players {side}", key=side, aria_label=label)


def card(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat, uttered: Utterance | None = None) -> Node:
    """Draw a player's card: token or portrait, name, state, and the player's counts in the position that is shown.

    `uttered` is the player's present message, if any.
    """
    thinking, won = _thinking(table, seat), _won(table, seat)
    facts, look, name = table.facts[seat], viewer.look, words.name(seat)
    somebody = viewer.window.drawn and table.animal(seat, viewer.faces, viewer.portraits)
    return el(
        "div",
        _portrait(viewer, table, seat) if somebody else _token(look, table, seat),
        _player_name(name, _state(viewer, words, table, seat), _about(words, table, seat, uttered)),
        _face(uttered) if uttered is not None and uttered.face is not None else None,
        miniature(viewer, words, table, seat),
        _facts(table.game, words, look, facts[:1], "main"),
        _facts(table.game, words, look, facts[1:], "more") if facts[1:] else None,
        class_="player",
        key=f"player-{seat}",
        role="group",
        aria_label=name,
        data_turn=table.turn_shown == seat,
        data_thinking=thinking,
        data_won=won,
        data_twin=table.seats.shares_name(seat),
    )


class Timer(NamedTuple):
    """A clock as it is drawn: its text, the text for screen readers, and its state.

    `low` is True if little time is left, `to_move` if it is the player's turn, and `runs` while the time runs.
    """

    text: str
    label: str
    low: bool
    to_move: bool
    runs: bool


class _State(NamedTuple):
    """The state on a player's card: a text such as "Thinking", "To move" or "Winner", or the player's clock.

    The text is empty if the player has a clock, or waits for another player. `thinks` is True while an opponent thinks.
    """

    text: str
    thinks: bool = False
    clock: Timer | None = None


# Cached, because the cards are drawn several times for each move, and change little.
@lru_cache(maxsize=64)
def _player_name(name: str, state: _State, about: tuple[tuple[str, str], ...]) -> Node:
    """Draw the name, the state and the details of a player."""
    return el(
        "p",
        el("span", el("span", name, class_="title", title=name), _pill(state), class_="line"),
        el("span", [el("span", text, class_=class_) for text, class_ in about], class_="about"),
        class_="who",
    )


def _pill(state: _State) -> Node:
    if state.clock is not None:
        return timer(state.clock)
    if state.thinks:
        dots = el("span", *(el("i") for _ in range(3)), class_="dots", aria_hidden="true")
        return el("span", state.text, dots, class_="pill thinking", key="state")
    return el("span", state.text, class_="pill" if state.text else "pill none", key="state")


def timer(reading: Timer) -> Node:
    """Draw a clock. Screen readers do not announce its changes, only its value on request."""
    return el(
        "span",
        reading.text,
        class_="pill time",
        key="time",
        role="timer",
        aria_live="off",
        aria_label=reading.label,
        data_low=reading.low,
        data_due=reading.to_move,
        data_runs=reading.runs,
    )


def _time(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat) -> Timer:
    reading = clock.reading(table, seat, viewer.clock.instant())
    assert reading is not None, "it is played with a clock"
    runs = table.timing is not None and table.timing.seat == seat and table.timing.since is not None
    return Timer(
        words.figured(reading.text),
        words(say("Time left: {time}", time=reading.text)),
        reading.low,
        table.turn_shown == seat,
        runs and table.display.shown_ply is None,
    )


def _token(look: str, table: Table, seat: Seat) -> Node:
    svg = pictures.token(table.game.name, table.seats.token(seat), look, f"card-{seat}-")
    return picture(svg, "token portrait" if table.plan.seats[seat].kind == "bot" else "token")


def _portrait(viewer: Viewer, table: Table, seat: Seat) -> Node:
    from chowk.ui.screens import avatars  # not before the first board

    return avatars.seated(viewer, table, seat, "card-")


def _saying(viewer: AvatarViewer, words: Words, table: Table) -> Node | None:
    if not any(seat.kind == "bot" for seat in table.plan.seats):
        return None
    from chowk.ui.screens import avatars

    return avatars.saying(viewer, words, table)


def _face(uttered: Utterance) -> Node:
    """Draw the face (a picture) of a player's message, at the player's token.

    Its label for screen readers is the message's text.
    """
    return el("span", uttered.face, class_="uttered-face", key="uttered", role="img", aria_label=uttered.text)


def _about(words: Words, table: Table, seat: Seat, uttered: Utterance | None) -> tuple[tuple[str, str], ...]:
    """Return the details of a player, as pairs of text and CSS class: the side, and the opponent's strength or "You".

    The side is left out if the player's name already contains it. A message of the player replaces all details.
    """
    if uttered is not None:
        return ((uttered.text, "uttered"),)
    plan, side = table.plan.seats[seat], table.seats.side(seat)
    named = table.seats.name(seat) == side or table.seats.shares_name(seat)
    facts = () if named else ((words(side), "note"),)
    if plan.kind == "bot":
        return (*facts, (words(strength_of(table.game, plan)), "note level"))
    alone = table.seats.people == 1 and table.kind != "guest"
    return (*facts, (words(say("You")), "note")) if alone and plan.kind == "person" else facts


def _state(viewer: PlayerCardViewer, words: Words, table: Table, seat: Seat) -> _State:
    outcome = table.outcome
    if table.timing is not None and (outcome is None or table.display.shown_ply is not None):
        return _State("", clock=_time(viewer, words, table, seat))
    if _thinking(table, seat):
        return _State(words(say("Thinking")), thinks=True)
    if table.turn_shown == seat:
        return _State("" if _passing(table) else words(next_action(table.position)))
    if outcome is not None and _won(table, seat):
        return _State(words(say("Winner") if outcome.winner == seat else say_in("a result", "Draw")))
    return _State("")


def _passing(table: Table) -> bool:
    """Return True if the rules force a move in the position shown, so that no player has a choice."""
    position = table.position
    return position.turn != CHANCE and table.game.rules.forced(position) is not None


def _thinking(table: Table, seat: Seat) -> bool:
    return table.display.shown_ply is None and table.choice.thinking == seat


def _won(table: Table, seat: Seat) -> bool:
    return table.display.shown_ply is None and table.outcome is not None and table.outcome.places[seat] == 1


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
    """Return a drawing of a game as a CSS `url()` value.

    `art` is the drawing's name, and `look` the look of pictures, in the form that `draw.theme.themed` reads.
    """
    return f'url("data:image/svg+xml,{quote(pictures.token(game.name, art, look, "pile-"))}")'


# Status of the turn --------------------------------------------------------------------------------------------------


def _message_area(viewer: TableViewer, words: Words, table: Table, parts: TableParts) -> Node:
    beside = parts.beside is not None
    if table.display.shown_ply is not None or table.display.replaying or beside:
        content = panel(viewer, words, table, beside)
    else:
        content = (
            _present(viewer, words, table, parts) if viewer.voice.alert is None else _refused(viewer, words, table)
        )
    return el(
        "section",
        _balance(words, table),
        content,
        parts.below,
        tray(viewer, words, table),
        class_="messages",
        key="messages",
        aria_label=words(say("What to do next")),
        data_free=content.attrs.get("data-free"),
    )


def _balance(words: Words, table: Table) -> Node:
    """Draw a bar that compares the players' scores, such as the numbers of their pieces on the board."""
    counts = [max(0, score) for score in table.scores]
    tokens = [table.seats.token(seat) for seat in range(len(counts))]
    return balance(tokens, counts, words(say("The side with the longer part is ahead")))


def _last_move(table: Table, *, named: bool) -> tuple[Message, ...]:
    """Return sentences about the last move. Before the first move, they say which sides were drawn at random, if any.

    If a turn consists of two moves, both are described. If `named` is True, the sentences name squares.
    """
    trial, log = table.game.trial, table.log.lines
    if not table.match.ply:
        return tuple(table.seats.lot_result)
    whole = (
        trial is not None
        and table.match.ply > 1
        and trial.picks.goes_on(table.match.position_after(table.match.ply - 1))
    )
    return tuple(
        sentence
        for line in log[-2 if whole else -1 :]
        for sentence in (line.named_sentences if named else line.sentences)
    )


def _present(viewer: TableViewer, words: Words, table: Table, parts: TableParts) -> Node:
    tried = table.choice.trying.messages if table.choice.trying else ()
    if tried and table.choice.hint:
        tried = (table.choice.hint.text, *tried)
    last_move = _last_move(table, named=viewer.settings.labels)
    sentences = tried[1:] or ((table.choice.hint.text,) if table.choice.hint else last_move)
    planned = premove.planned_message(table)
    sentences = (planned,) if planned is not None else (*sentences, *premove.why_not(table))
    over = table.outcome is not None
    still = over or table.kind == "elsewhere"
    due = words(tried[0] if tried else parts.status or table.status)
    buttons = (
        *parts.controls,
        button(viewer, words, "result") if over else None,
        _take_over(viewer, words) if table.kind == "elsewhere" and not over else None,
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
            # If a feature's sentence replaces the status, its controls take the space of the event, and the log shows
            # the move.
            el("span", words_of(words, sentences if len(tried) != 1 else ()), class_="event")
            if not (still or parts.status)
            else None,
            # A remark is shown only if there is no held piece, hint or premove to describe.
            _saying(viewer, words, table) if not tried and table.choice.hint is None and planned is None else None,
        ),
        *buttons,
        class_="now final" if still else "now",
        key="now",
        data_free=not any(buttons),  # a toast may cover this space
    )


def _refused(viewer: Viewer, words: Words, table: Table) -> Node:
    """Draw the reason why an input was refused. It replaces the status, so that it covers no control."""
    return el("div", refusal(viewer, words, table), class_="now", key="now")


def refusal(viewer: Viewer, words: Words, table: Table) -> Node:
    """Draw the reason why the last input was refused, with a link to the rule."""
    assert viewer.voice.alert is not None, "asked before"
    rule = table.choice.refusal.rule if table.choice.refusal else ""
    label = say("Rule {rule}", rule=rule)
    return el(
        "div",
        el("p", words(viewer.voice.alert), tabindex="0"),  # scrollable, if a long text meets a small window
        button(viewer, words, "rules", rule, label=label, icon="rules", class_="quiet") if rule else None,
        class_="refusal",
        data_long=len(words(viewer.voice.alert)) > LONG,
        key="refusal",
    )


def _take_over(viewer: Viewer, words: Words) -> Node:
    """Draw the button that takes over a game which another tab is playing now."""
    return button(viewer, words, "play-here", key="play-here", class_="primary here")


# Actions ------------------------------------------------------------------------------------------------------------


def _actions(viewer: Viewer, words: Words) -> Node:
    return el(
        "nav",
        button(viewer, words, "undo", icon="undo"),
        button(viewer, words, "redo", icon="redo"),
        *controls(viewer, words, "actions"),
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
        # The style sheet hides the box and the list together if there is no space for them.
        el(
            "div",
            el(
                "div",
                el("h2", words(say("Moves"))),
                navigation(viewer, words),
                class_="rail-head",
            ),
            opening(words, table),
            moves(words, table, wording(viewer)),
            hidden(words(say("The latest move is at the end."))),
            class_="rail-box",
        ),
        class_="rail",
        key="rail",
        aria_label=words(say("Moves")),
    )
