"""The sheet with the statistics of the games that were finished on this device."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_in, say_many
from chowk.i18n.i18n import Words
from chowk.storage import tally
from chowk.storage.statistics import FITTING, MIXED, PEOPLE, Results, Row, Sum, rows
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, sheet
from chowk.ui.sheets.setup import strength
from chowk.ui.sheets.sheets import asking

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable

    from chowk.ui.viewer import StorageViewer, Viewer


class Whose(NamedTuple):
    """The results that the statistics show, and the buttons that select a person.

    The results are those of one person if `one_person` is True, otherwise those of everybody at the device. `head` has
    the buttons; it is None if there is nothing to choose.
    """

    results: Results
    head: Node | None = None
    one_person: bool = False


def statistics(viewer: StorageViewer, words: Words, choose: Callable[[Results], Whose]) -> Node:
    """Draw the sheet with the statistics of all games.

    `choose` is called with all results. It returns those to show, with the buttons by which the user selects a person.
    """
    try:
        whose = choose(tally.results(viewer.kept))
        body = [whose.head, *_games(viewer, words, whose.results, one_person=whose.one_person)]
    except TextError as error:
        reset_button = button(
            viewer, words, "ask-reset", label=say_in("the page does it", "Reset the statistics"), class_="danger"
        )
        body = [el("p", words(error.why)), reset_button]
    return sheet(viewer, words, "statistics", say("Statistics"), *body, class_="statistics")


def _games(viewer: Viewer, words: Words, results: Results, *, one_person: bool) -> list[Node]:
    """Draw the results by game.

    `one_person` is True if they are the results of one person. Games among several people then count as won or lost by
    this person, and there are no buttons that reset statistics.
    """
    if not results:
        nothing = say("There is nothing to count yet.")  # others may have finished games here
        return [el("p", words(nothing if one_person else say("No game has been finished on this device yet.")))]
    by_game = [(name, list(rows(results.values(), name, partial(_rank, name)))) for name in games.ready()]
    several = any(row.players > 2 for _, of_game in by_game for row in of_game)
    note = say("With three or four players, a game is won by whoever comes first.")
    return [
        *(_game(viewer, words, name, of_game, one_person=one_person) for name, of_game in by_game if of_game),
        *([el("p", words(note), class_="note")] if several else []),
    ]


def _rank(name: str, number: int) -> int:
    """Return the rank of an opponent by its number, 0 for the weakest; -1 for one that is no longer offered."""
    game = games.load(name)
    level = game.opponent(number)
    return game.strength(number) if level in game.bots.LEVELS else -1


def _game(viewer: Viewer, words: Words, name: str, of_game: list[Row], *, one_person: bool) -> Node:
    title = games.sign(name).title
    reset = say_in("the page does it", "Reset the statistics of {game}", game=title)
    return el(
        "section",
        el(
            "div",
            el("h3", words(title)),
            None
            if one_person
            else button(viewer, words, "ask-reset", name, label=reset, icon="delete", only_icon=True, class_="quiet"),
            class_="tally-head",
        ),
        el("ul", [_row(words, row, one_person=one_person) for row in of_game], class_="tallies"),
        key=name,
    )


def _row(words: Words, row: Row, *, one_person: bool) -> Node:
    people = row.against == PEOPLE and not one_person
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
    details: list[Message] = [players] if len(games.sign(row.game).seats) > 1 else []
    if row.against == PEOPLE:
        name = say("Among people")
    elif row.against == MIXED:
        name = say("Opponents of several strengths")
    elif row.against == FITTING:
        name = say("At my level")
    else:
        game = games.load(row.game)
        # Results against an opponent that is no longer offered stay separate: its rank today is not defined.
        level = game.opponent(row.against)
        name = level.name if level else say("Opponent")
        details = [strength(game, row.against), *details] if level in game.bots.LEVELS else details
    return [el("strong", words(name)), *(el("span", words(detail), class_="note") for detail in details)]


def _with_help(words: Words, total: Sum, people: bool) -> Iterator[Node]:
    yield el("p", words(say("With hints or moves taken back")), class_="note")
    yield _sum(words, total, people)


def _sum(words: Words, total: Sum, people: bool) -> Node:
    sided = [
        (say_in("statistics", "Won"), total.won),
        (say_in("statistics", "Drawn"), total.drawn),
        (say_in("statistics", "Lost"), total.lost),
        (say("Largest lead"), total.best),
        (say("Wins in a row now"), total.streak),
        (say("Most wins in a row"), total.longest),
    ]
    counts = [
        (say_in("statistics", "Played"), total.played),
        *([(say_in("statistics", "Drawn"), total.drawn)] if people else sided),
    ]
    pairs = [el("div", el("dt", words(name)), el("dd", words.number(n))) for name, n in counts if n is not None]
    time = el("div", el("dt", words(say_in("statistics", "Time"))), el("dd", words(duration(total.seconds))))
    return el("dl", pairs, time, class_="tally-facts")


def duration(seconds: int) -> Message:
    """Return a message with a duration in hours and minutes. Less than one minute is given as one minute."""
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return say("{minutes} min", minutes=minutes)
    return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def reset(viewer: Viewer, words: Words, game: str) -> Node:
    """Draw the sheet that asks for confirmation before the statistics of a game are deleted.

    If `game` is empty, the statistics of all games are deleted.
    """
    titles = [games.sign(game).title] if game in games.ready() else []
    text = [el("p", words(title)) for title in titles]
    return asking(viewer, words, "reset", game, say("Reset the statistics?"), text, danger=True)
