"""The statistics of the games finished on this device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_in, say_many
from chowk.i18n.i18n import Words
from chowk.storage import tally
from chowk.storage.statistics import MIXED, PEOPLE, Results, Row, Sum, rows
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet
from chowk.ui.sheets.setup import strength
from chowk.ui.sheets.sheets import asking

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import StorageViewer, Viewer


def statistics(viewer: StorageViewer, words: Words, _: str) -> Node:
    """Draw the statistics of each game."""
    try:
        found = tally.results(viewer.kept)
        body = _games(viewer, words, found)
    except TextError as error:
        anew = button(
            viewer, words, "ask-reset", label=say_in("the page does it", "Reset the statistics"), class_="danger"
        )
        body = [el("p", words(error.why)), anew]
    return sheet(viewer, words, "statistics", say("Statistics"), *body, class_="statistics")


def _games(viewer: Viewer, words: Words, results: Results) -> list[Node]:
    if not results:
        return [el("p", words(say("No game has been finished on this device yet.")))]
    found = [(name, list(rows(results.values(), name))) for name in games.ready()]
    several = any(row.players > 2 for _, of_game in found for row in of_game)
    note = say("With three or four players, a game is won by whoever comes first.")
    return [
        *(_game(viewer, words, name, of_game) for name, of_game in found if of_game),
        *([el("p", words(note), class_="note")] if several else []),
    ]


def _game(viewer: Viewer, words: Words, name: str, of_game: list[Row]) -> Node:
    title = games.sign(name).title
    reset = say_in("the page does it", "Reset the statistics of {game}", game=title)
    return el(
        "section",
        el(
            "div",
            el("h3", words(title)),
            button(viewer, words, "ask-reset", name, label=reset, icon="delete", only_icon=True, class_="quiet"),
            class_="tally-head",
        ),
        el("ul", [_row(words, row) for row in of_game], class_="tallies"),
        key=name,
    )


def _row(words: Words, row: Row) -> Node:
    people = row.against == PEOPLE
    return el(
        "li",
        el("p", _against(words, row), class_="tally-of"),
        _sum(words, row.alone, people) if row.alone.played else None,
        *(_with_help(words, row.helped, people) if row.helped.played else ()),
        class_="tally",
        key=f"{row.against} {row.players}",
    )


def _against(words: Words, row: Row) -> list[Node]:
    players = say_many("{count} player", "{count} players", row.players)
    told: list[Message] = [players] if len(games.sign(row.game).seats) > 1 else []
    if row.against == PEOPLE:
        name = say("Among people")
    elif row.against == MIXED:
        name = say("Opponents of several strengths")
    else:
        game = games.load(row.game)
        # Results against an opponent that is no longer offered stay separate, as its strength today is unknown.
        level = game.opponent(row.against)
        name = level.name if level else say("Opponent")
        told = [strength(game, row.against), *told] if level in game.bots.LEVELS else told
    return [el("strong", words(name)), *(el("span", words(one), class_="note") for one in told)]


def _with_help(words: Words, found: Sum, people: bool) -> Iterator[Node]:
    yield el("p", words(say("With hints or moves taken back")), class_="note")
    yield _sum(words, found, people)


def _sum(words: Words, found: Sum, people: bool) -> Node:
    sided = [
        (say_in("statistics", "Won"), found.won),
        (say_in("statistics", "Drawn"), found.drawn),
        (say_in("statistics", "Lost"), found.lost),
        (say("Largest lead"), found.best),
        (say("Wins in a row now"), found.streak),
        (say("Most wins in a row"), found.longest),
    ]
    told = [
        (say_in("statistics", "Played"), found.played),
        *([(say_in("statistics", "Drawn"), found.drawn)] if people else sided),
    ]
    pairs = [el("div", el("dt", words(name)), el("dd", words.number(n))) for name, n in told if n is not None]
    time = el("div", el("dt", words(say_in("statistics", "Time"))), el("dd", words(duration(found.seconds))))
    return el("dl", pairs, time, class_="tally-facts")


def duration(seconds: int) -> Message:
    """Return a duration in hours and minutes."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return say("{minutes} min", minutes=minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def reset(viewer: Viewer, words: Words, game: str) -> Node:
    """Ask before the statistics of a game, or of all games, are reset."""
    titles = [games.sign(game).title] if game in games.ready() else []
    text = [el("p", words(title)) for title in titles]
    return asking(viewer, words, "reset", game, say("Reset the statistics?"), text, danger=True)
