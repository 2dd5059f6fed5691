"""*Your games*: the list of saved games, and the sheet that shows the games of a file before they are added."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Day, Message, say, say_in, say_many
from chowk.features.sharing.files import SEATS, Incoming, latest
from chowk.i18n.i18n import Words
from chowk.session.metadata import day_of
from chowk.storage.exchange import Kind, counted
from chowk.storage.saves import Save
from chowk.storage.seat_keys import OwnSeat
from chowk.ui.icons import icon
from chowk.ui.nodes import Loose, Node, el
from chowk.ui.parts import button, opener, sheet, switch, words_of
from chowk.ui.screens.home import at_table, versus

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.files import Incoming
    from chowk.ui.slots import SeatRow
    from chowk.ui.viewer import StorageViewer

    class SavedGamesViewer(StorageViewer, Protocol):
        """The state read by the list of saved games."""

        @property
        def incoming(self) -> Incoming | None:
            """The opened file of games that is compared with the saved games, or None."""


EDIT: Final = "edit"
"""Argument of the sheet in edit mode, in which its rows have controls to delete and export games."""


def saved_games_list(viewer: SavedGamesViewer, words: Words, mode: str, seat_row: SeatRow) -> Node:
    """Draw the list of all games on this device, with export and import.

    A row opens its game. Other controls appear only in edit mode, so that nobody touches them by accident. `mode` is
    `EDIT` in edit mode, otherwise empty. `seat_row` draws the row of a correspondence game that has not started.
    """
    saves, row = latest(viewer.kept), _edited if mode == EDIT else _game
    pending = [seat for name, seat in viewer.kept.own_seats.items() if not viewer.kept.saves.holds(name)]
    return sheet(
        viewer,
        words,
        "kept",
        say("Your games"),
        el("p", words_of(words, _where(viewer)), class_="note"),
        el(
            "div",
            button(viewer, words, "export", label=say_in("the page does it", "Save all as a file"), icon="download"),
            button(viewer, words, "export", SEATS, label=_WITH_SEATS, icon="download")
            if viewer.kept.own_seats
            else None,
            el(
                "label",
                icon("add"),
                el("span", words(say_in("the page does it", "Add games from a file")), class_="label"),
                el("input", type="file", do="take-in", key="file"),
                class_="button file",
            ),
            button(viewer, words, "statistics", icon="bars"),
            button(viewer, words, "studies", icon="learn"),
            class_="ways-out",
        ),
        el("p", words(_SECRETS), class_="note") if viewer.kept.own_seats else None,
        el("div", _complaint(viewer, words), role="alert", class_="complaint"),
        _editing(viewer, words, mode) if saves or pending else None,
        el("ul", [row(viewer, words, save) for save in saves], class_="held") if saves else None,
        _pending(viewer, words, pending, mode, seat_row) if pending else None,
        _unread(viewer, words),
        class_="keeping",
    )


_WITH_SEATS = say_in("the page does it", "Save all with my seats")
_SECRETS = say(
    "In games that are played apart, whoever has a file with your seats can play in your place: keep it to yourself."
)


def _where(viewer: SavedGamesViewer) -> Iterator[Message]:
    if not viewer.kept.queue.stored:
        yield say("This device does not keep your games. Save them as a file before you close the page.")
        return
    yield say("Your games are kept in this browser, on this device only.")
    if viewer.kept.storage_usage.protected:
        yield say("The browser has agreed to keep them even when storage runs low.")
    if viewer.kept.storage_usage.used is not None:
        yield say(
            "This page uses {count} MB on this device in all.", count=-(-viewer.kept.storage_usage.used // 1_000_000)
        )


def _complaint(viewer: SavedGamesViewer, words: Words) -> list[Node]:
    return [el("p", words(viewer.voice.complaint.why))] if viewer.voice.complaint is not None else []


def _editing(viewer: SavedGamesViewer, words: Words, mode: str) -> Node:
    """Draw the button that starts edit mode, or the button that ends it if `mode` is `EDIT`."""
    if mode == EDIT:
        return button(viewer, words, "edit-kept", label=say_in("your games", "Done"), icon="check", class_="plain")
    return button(viewer, words, "edit-kept", EDIT, class_="plain")


def _lines(words: Words, save: Save) -> tuple[str, str, Loose]:
    """Return three lines of text about a saved game: title, players, and progress.

    The progress of a finished game is its result, and the date on which it ended.
    """
    named, outcome = at_table(words, save), save.match.outcome()
    state: Loose = words(say_many("{count} move", "{count} moves", save.match.moves_played))
    if outcome is not None:
        ended = say("Ended on {date}.", date=Day(day_of(save.updated)))
        state = words_of(named, (games.load(save.plan.game).speech.outcome(outcome), ended))
    return words(games.sign(save.plan.game).title), named(versus(named)), state


def _game(_: SavedGamesViewer, words: Words, save: Save) -> Node:
    """Draw the row of a saved game. Pressing the row opens the game."""
    title, players, state = _lines(words, save)
    return el("li", opener(title, state, "resume", save.id, players=players, after=icon("forward")), key=save.id)


def _pending(viewer: SavedGamesViewer, words: Words, seats: Sequence[OwnSeat], mode: str, seat_row: SeatRow) -> Node:
    """Draw the rows of the correspondence games that have not started. `seat_row` draws a row.

    Pressing a row shows the link of its game. In edit mode (`mode` is `EDIT`), each row has a control that deletes the
    game.
    """
    away = {seat.table: _away(viewer, words, seat.table, seat.invitation.terms.game) for seat in seats}
    return el(
        "ul",
        [seat_row(words, seat, away[seat.table] if mode == EDIT else None) for seat in seats],
        class_="held",
        key="pending",
    )


def _away(viewer: SavedGamesViewer, words: Words, name: str, game: str) -> Node:
    label = say_in("the page does it", "Delete this game of {game}", game=games.sign(game).title)
    return button(viewer, words, "ask-forget", name, label=label, icon="delete", only_icon=True, class_="quiet")


def _edited(viewer: SavedGamesViewer, words: Words, save: Save) -> Node:
    """Draw the row of a saved game in edit mode, with controls to export or delete it."""
    out = say_in("the page does it", "Save this game of {game} as a file", game=games.sign(save.plan.game).title)
    lines = zip(("title", "players", "note"), _lines(words, save), strict=True)
    return el(
        "li",
        el("div", [el("span", text, class_=kind) for kind, text in lines], class_="lines"),
        button(viewer, words, "export", save.id, label=out, icon="download", only_icon=True, class_="quiet"),
        _away(viewer, words, save.id, save.plan.game),
        key=save.id,
    )


def _unread(viewer: SavedGamesViewer, words: Words) -> Node | None:
    if not viewer.kept.broken:
        return None
    return el(
        "section",
        el("h3", words(say("Could not be read"))),
        el("p", words(say("These are kept as they are; a newer version may be able to read them.")), class_="note"),
        el("ul", [el("li", words(error.why), key=key) for key, error in sorted(viewer.kept.broken.items())]),
        key="unread",
    )


# Games from a file --------------------------------------------------------------------------------------------------

_KINDS: Final[Mapping[Kind, Callable[[int], Message]]] = {
    "new": lambda n: say_many("{count} game is new here.", "{count} games are new here.", n),
    "further": lambda n: say_many(
        "{count} game has progressed further in the file. It replaces yours.",
        "{count} games have progressed further in the file. They replace yours.",
        n,
    ),
    "apart": lambda n: say_many(
        "{count} game took a different course in the file. It is added beside yours.",
        "{count} games took a different course in the file. They are added beside yours.",
        n,
    ),
    "same": lambda n: say_many("{count} game is here already.", "{count} games are here already.", n),
    "behind": lambda n: say_many(
        "{count} game has progressed further here. Yours stays as it is.",
        "{count} games have progressed further here. Yours stay as they are.",
        n,
    ),
    "damaged": lambda n: say_many(
        "{count} game cannot be read and is left out.", "{count} games cannot be read and are left out.", n
    ),
}
"""The sentence on the number of games, by the result of comparing a game in a file with the saved games."""


def incoming(viewer: SavedGamesViewer, words: Words, _: str) -> Node:
    """Draw the comparison of a file with the saved games. Nothing is saved before the user adds the games."""
    examined = viewer.incoming
    return sheet(
        viewer,
        words,
        "incoming",
        say("Games from a file"),
        *(_summary_nodes(words, examined) if examined is not None else ()),
        foot=[button(viewer, words, "cancel", autofocus=True), button(viewer, words, "add-games", class_="primary")],
        class_="small question",
    )


def _summary_nodes(words: Words, examined: Incoming) -> Iterator[Node]:
    count = len(examined.bundle.entries)
    if not examined.ready:
        text = say("Reading game {number} of {count}.", number=len(examined.arrivals) + 1, count=count)
        yield el("p", words(text), key="progress")
        return
    yield el(
        "p", words(say_many("There is {count} game in this file.", "There are {count} games in this file.", count))
    )
    yield el("ul", [el("li", words(sentence)) for sentence in summary(examined)], class_="summed")
    if examined.seats or examined.fresh:
        label = say_in("the player does it", "Take the seats of this file, too")
        yield switch(words, "take-seats", "seats", label, examined.takes_seats)
        yield el("p", words(_OWN_FILE), class_="note", key="own-file")


_OWN_FILE: Final = say(
    "Take seats only from a file that you saved yourself. Whoever made the file can play in them and know their rolls "
    "to come, and may have chosen those."
)


def summary(examined: Incoming) -> Iterator[Message]:
    """Yield sentences on what changes on this device if the contents of the file are added."""
    counts = counted(examined.arrivals)
    for kind, sentence in _KINDS.items():
        if counts[kind]:
            yield sentence(counts[kind])
    reasons = dict.fromkeys(arrival.why for arrival in examined.arrivals if arrival.why is not None)
    yield from reasons
    if examined.results:
        yield say_many(
            "{count} finished game is new to the statistics.",
            "{count} finished games are new to the statistics.",
            len(examined.results),
        )
    if examined.studies:
        yield say_many("{count} study is new here.", "{count} studies are new here.", len(examined.studies))
    if examined.newcomers:
        yield say_many("{count} person is new here.", "{count} people are new here.", examined.newcomers)
    if examined.seats or examined.fresh:
        count = len(examined.seats) + len(examined.fresh)
        yield say_many(
            "It brings {count} seat in a game played apart.", "It brings {count} seats in games played apart.", count
        )
    if examined.fresh:
        yield say_many(
            "In {count} seat nothing was played yet: it gets a new secret, and its link must be sent again.",
            "In {count} seats nothing was played yet: they get new secrets, and their links must be sent again.",
            len(examined.fresh),
        )
    if examined.left_out:
        yield say_many(
            "{count} seat in which nothing was played yet is left out: ask for it in the game.",
            "{count} seats in which nothing was played yet are left out: ask for them in the game.",
            examined.left_out,
        )
    if not examined.useful and not examined.seats and not examined.fresh:
        yield say("There is nothing to add.")
