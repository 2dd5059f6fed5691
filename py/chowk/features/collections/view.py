"""The sheets of collections: the stored collections, the list of a collection's games, and the unreadable games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say, say_in, say_many
from chowk.features.collections import board_search_view, checking_view, explorer_view
from chowk.features.collections.archive import MINE, day_text
from chowk.features.collections.collections import SHOWN, Collections, Faults, Head, Job, Listing, time_left
from chowk.features.collections.explored import NO_OWN_GAMES, ListRow
from chowk.features.collections.listing import Filters
from chowk.i18n.i18n import Words, isolated, non_breaking
from chowk.session.command import written
from chowk.ui.icons import icon as picture
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, opener, sheet, switch

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.sharing.collection import Collection
    from chowk.ui.viewer import Viewer

    class CollectionsViewer(Viewer, Protocol):
        """The state read by the sheets of collections."""

        @property
        def collections(self) -> Collections | None:
            """The state of collections, or None before the first one is opened."""

        @property
        def collection(self) -> Collection | None:
            """The file with several games that was opened last, or None."""


_MB: Final = 1_000_000
ORDERS: Final[dict[str, Message]] = {
    "file": say("As in the file"),
    "players": say("Players"),
    "event": say("Event"),
    "date": say("Date"),
    "result": say("Result"),
    "opening": say("Opening"),
    "length": say("Length in moves"),
}
"""The orders of a list, with their labels."""
RESULTS: Final[dict[str, Message]] = {
    "": say("All"),
    "first": say("The first player won"),
    "second": say("The second player won"),
    "draw": say("A draw"),
    "unknown": say("Without a result"),
}
"""The filters of results, with their labels."""
TEXTS: Final[dict[str, Message]] = {
    "player": say("Players"),
    "text": say("Players, event or opening"),
    "event": say("Event"),
    "opening": say("Opening"),
    "since": say("From this year or day on"),
    "until": say("Up to this year or day"),
    "least": say("At least this many moves"),
    "most": say("At most this many moves"),
}
"""The filters whose values the player types, with their labels."""


def collections_sheet(viewer: CollectionsViewer, words: Words, arg: str) -> Node:
    """Draw the topmost sheet, if it is one about a collection; otherwise draw the sheet that lists the collections.

    `arg` is the argument of the sheet.
    """
    sheets = {
        "archive": archive, "faults": faults, "check": checking_view.check, "check-player": checking_view.player,
    }  # fmt: skip
    top = viewer.place.sheet
    return sheets.get(top.name if top is not None else "", collections)(viewer, words, arg)


# What is kept ---------------------------------------------------------------------------------------------------------


def collections(viewer: CollectionsViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the stored collections, and with the progress of a file that is being read."""
    state = viewer.collections
    contents = _collection_list(viewer, words, state) if state is not None else ()
    return sheet(viewer, words, "collections", say("Collections"), *contents, class_="collections")


def _collection_list(viewer: CollectionsViewer, words: Words, state: Collections) -> Iterator[Node | None]:
    about = say(
        "Open a file with many games: PDN, GGF, WTHOR, transcripts or records, also packed as .gz or .zip. "
        "The games stay on this device."
    )
    yield el("p", words(about), class_="note", key="about")
    if state.job is not None:
        yield _job(viewer, words, state.job, say("Reading the file"))
    else:
        yield el(
            "label",
            picture("add"),
            el("span", words(say_in("the page does it", "Open a file")), class_="label"),
            el("input", type="file", do="collect", key="file"),
            class_="button file",
            key="open",
        )
        if viewer.collection is not None:
            yield _keep(viewer, words)
    yield el("div", el("p", words(state.error)) if state.error is not None else None, role="alert", class_="complaint",
             key="error")  # fmt: skip
    if state.job is None:
        own = say("My games")
        yield button(viewer, words, "archive", written("open", MINE), label=own, icon="people", class_="row", key="own")
        mine = say_in("the page does it", "Check my games")
        yield button(viewer, words, "check", written("show", MINE), label=mine, icon="check", class_="row", key="mine")
    yield button(viewer, words, "studies", icon="learn", class_="row", key="studies")
    if state.heads:
        yield el("ul", [_head(viewer, words, head) for head in state.heads], class_="archives", key="kept")
    if state.heads is not None:
        used = sum(head.size for head in state.heads)
        room = say("{used} of {room} MB are used.", used=f"{used / _MB:.1f}", room=state.room // _MB)
        yield el("p", words(room), class_="note", key="room")


def _keep(viewer: CollectionsViewer, words: Words) -> Node:
    """Draw the button that stores the games of the file opened last (`viewer.collection`) as a collection."""
    label = say_in("the page does it", "Keep as a collection")
    return button(viewer, words, "archive", "keep", label=label, icon="kept", class_="row", key="keep")


def _job(viewer: CollectionsViewer, words: Words, job: Job, about: Message) -> Node:
    """Draw the progress of the reading or the writing of a file. `about` describes the progress for screen readers."""
    percent = round(100 * job.done)
    progress = say_many("{count} game so far", "{count} games so far", job.games)
    left = time_left(job.seconds_left) if job.seconds_left is not None else None
    return el(
        "section",
        el("progress", value=percent, max="100", aria_label=words(about)),
        el("p", el("span", words(progress), " "), el("span", words(left)) if left is not None else None, class_="note"),
        button(
            viewer, words, "archive", "stop", label=say_in("the page does it", "Stop"), icon="close", class_="quiet"
        ),
        class_="unpacked",
        key="job",
    )


def _head(viewer: CollectionsViewer, words: Words, head: Head) -> Node:
    count = words(say_many("{count} game", "{count} games", head.games))
    label = say_in("the page does it", "Delete the collection {name}", name=head.name)
    return el(
        "li",
        opener(
            isolated(head.name),
            f"{count} · {words.figured(f'{head.size / _MB:.1f}')} MB",
            "archive",
            written("open", head.key),
        ),
        button(
            viewer,
            words,
            "archive",
            written("delete", head.key),
            label=label,
            icon="delete",
            only_icon=True,
            class_="quiet",
        ),
        key=head.key,
    )


# Looking through ------------------------------------------------------------------------------------------------------


def archive(viewer: CollectionsViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the list of a collection's games and its filters."""
    state = viewer.collections
    shown = state.listing if state is not None else None
    title = say("Collection: {name}", name=shown.name) if shown is not None and shown.name else say("Collections")
    body = _body(viewer, words, state, shown) if state is not None and shown is not None else ()
    return sheet(viewer, words, "archive", title, *body, class_="collection archive")


def _body(viewer: CollectionsViewer, words: Words, state: Collections, game_list: Listing) -> Iterator[Node | None]:
    yield _typed(words, game_list.filters, "player")
    yield _filters(words, game_list.filters)
    yield board_search_view.search(viewer, words, game_list)
    if game_list.filters.here:
        yield el("p", words(say("Only games with the chosen position.")), class_="note", key="here")
        label = say_in("the page does it", "Show all games")
        yield button(viewer, words, "archive", written("filter", "here", ""), label=label, icon="close", class_="row",
                     key="anywhere")  # fmt: skip
    if game_list.total:
        yield _export(viewer, words, state, game_list)
        games = say_in("the page does it", "Check these games")
        yield button(viewer, words, "check", "show", label=games, icon="check", class_="row", key="check")
    yield el("div", el("p", words(state.error)) if state.error is not None else None, role="alert", class_="complaint",
             key="error")  # fmt: skip
    if game_list.bad:
        bad = say_many(
            "{count} game cannot be read and is left out.",
            "{count} games cannot be read and are left out.",
            game_list.bad,
        )
        yield el("p", words(bad), class_="note", key="bad")
        yield button(
            viewer,
            words,
            "archive",
            written("faults", game_list.key),
            label=say("Games that cannot be read"),
            icon="about",
            class_="row",
            key="why",
        )
    if game_list.more:
        first = say("Only the first {count} games are listed.", count=game_list.all + game_list.bad)
        yield el("p", words(first), class_="note", key="more")
    if game_list.needed:
        yield from explorer_view.sorting(viewer, words, "archive", state.explored.done)
    yield from board_search_view.searching(viewer, words, game_list, state.seeking)
    if game_list.total is None:
        return
    if game_list.searched < game_list.all:
        first = say("Games searched: {count} of {all}", count=game_list.searched, all=game_list.all)
        yield el("p", words(first), class_="note", key="searched")
    where = say("Games: {count} of {all}", count=game_list.total, all=game_list.all)
    yield el("p", words(where), class_="note", role="status", key="where")
    if game_list.key == MINE and not game_list.all:
        yield el("p", words(NO_OWN_GAMES), class_="note", key="no-own")
    last = min(game_list.total, game_list.first + SHOWN)
    rows = [_row(words, game_list, place) for place in range(game_list.first, last)]
    yield el(
        "div",
        el("ul", rows, class_="listed", key="rows", style={"--above": str(game_list.first)}),
        class_="archive-rows",
        key=f"list-{game_list.filters.write()}",
        style={"--rows": str(game_list.total)},
        data_rows=str(game_list.total),
    )


def _typed(words: Words, filters: Filters, field: str) -> Node:
    label = words(TEXTS[field])
    return el(
        "label",
        el("span", label),
        el(
            "input",
            type="text",
            class_="field",
            do="archive",
            arg=written("filter", field),
            value=str(getattr(filters, field)),
            autocomplete="off",
            spellcheck="false",
            maxlength="80",
            inputmode="numeric" if field in ("least", "most") else None,
        ),
        class_="sought",
        key=field,
    )


def _filters(words: Words, filters: Filters) -> Node:
    """Draw a part of the sheet that can be unfolded, with the order of the games and the filters.

    The filter `player` is not in this part.
    """
    results = [Pick(written("filter", "result", value), label, filters.result == value)
               for value, label in RESULTS.items()]  # fmt: skip
    orders = [Pick(written("filter", "order", value), label, filters.order == value) for value, label in ORDERS.items()]
    return el(
        "details",
        el("summary", words(say("Filters and order"))),
        el(
            "div",
            [_typed(words, filters, field) for field in TEXTS if field != "player"],
            choice(words, "archive-result", say("Result"), "archive", results),
            choice(words, "archive-order", say("Order"), "archive", orders),
            switch(words, "archive", written("filter", "down"), say("In reverse"), filters.down == "on"),
        ),
        class_="narrow",
        key="filters",
    )


def _export(viewer: CollectionsViewer, words: Words, state: Collections, game_list: Listing) -> Node:
    """Draw the choice of a format and the button that saves the games of the list, or the progress of the saving."""
    chosen = state.form if state.form in dict(game_list.forms) else game_list.forms[0][0]
    picks = [Pick(written("form", name), label, name == chosen) for name, label in game_list.forms]
    label = say_in("the page does it", "Save as a file")
    content = (
        [_job(viewer, words, state.export, say("Writing the file"))]
        if state.export is not None
        else [
            choice(words, "archive-form", say_in("how a text is written", "Format"), "archive", picks),
            button(viewer, words, "archive", written("export", chosen), label=label, icon="download", class_="row"),
        ]
    )
    return el(
        "details", el("summary", words(say("These games as a file"))), el("div", content), class_="narrow", key="export"
    )


def _row(words: Words, game_list: Listing, place: int) -> Node:
    row = game_list.rows.get(place)
    if row is None:
        return el("li", el("span", "…", class_="unread"), key=str(place), aria_setsize=game_list.total,
                  aria_posinset=place + 1)  # fmt: skip
    names = [el("span", isolated(name), " ", translate="no") for name in row.players]
    about = [fact for fact in (row.event, non_breaking(day_text(row.date)), row.opening) if fact]
    number = words.number(row.place)
    return el(
        "li",
        el(
            "button",
            el("span", number, " ", class_="ply"),
            el(
                "span",
                el("span", names or words(say("Game {number}", number=row.place)), class_="title"),
                el("span", [el("span", fact, " ", translate="no") for fact in about], class_="note"),
                class_="lines",
            ),
            " ",
            _figures(words, row),
            type="button",
            class_="kept-open",
            do="archive",
            arg=written("game", row.number),
        ),
        key=str(place),
        aria_setsize=game_list.total,
        aria_posinset=place + 1,
    )


def _figures(words: Words, row: ListRow) -> Node:
    return el(
        "span",
        el("span", words.figured(row.result), " ", class_="result", translate="no"),
        el("span", words(say_many("{count} move", "{count} moves", row.made)), class_="note"),
        class_="figures",
    )


def faults(viewer: CollectionsViewer, words: Words, _: str) -> Node:
    """Draw the sheet with the games that cannot be read."""
    state = viewer.collections
    known = state.faults if state is not None else None
    return sheet(
        viewer, words, "faults", say("Games that cannot be read"),
        *(_faults(words, known) if known is not None else ()), class_="collection",
    )  # fmt: skip


def _faults(words: Words, known: Faults) -> Iterator[Node]:
    if known.bad > len(known.faults):
        first = say("Only the first {count} games are listed.", count=len(known.faults))
        yield el("p", words(first), class_="note", key="more")
    rows = [
        el(
            "li",
            el(
                "p",
                el("span", words(say("Game {number}", number=number)), " ", class_="title"),
                el("span", words(say("Line {line}", line=line)), class_="note") if line else None,
                class_="unplayed",
            ),
            el("p", words(why), class_="reason"),
            key=str(number),
        )
        for number, line, why in known.faults
    ]
    yield el("ul", rows, class_="listed", key="faults")
