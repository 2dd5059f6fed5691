"""The small sheets: more to do, the result, and questions before something is lost."""

from __future__ import annotations

from chowk import games
from chowk.app.app import App
from chowk.app.i18n import Words
from chowk.app.pages import pictures
from chowk.app.pages.home import at_table, versus
from chowk.app.pages.house import badge
from chowk.app.pages.parts import button, picture, sheet
from chowk.app.pages.tray import question
from chowk.app.review import can_review
from chowk.app.table import Table
from chowk.app.ui import Node, el
from chowk.core.message import Message, say, say_many
from chowk.core.position import Outcome


def menu(app: App, words: Words) -> Node:
    """Everything that the table's own controls leave out."""
    return sheet(
        app,
        words,
        "menu",
        say("More"),
        el(
            "div",
            button(app, words, "new", icon="add", class_="row"),
            button(app, words, "ask-resign", icon="resign", class_="row"),
            button(app, words, "ask-agree", icon="draw", class_="row"),
            button(app, words, "turn", icon="swap", class_="row"),
            button(app, words, "review", icon="moves", class_="row") if can_review(app) else None,
            _dice(app, words, "row"),
            button(app, words, "record", icon="text", class_="row"),
            button(app, words, "settings", icon="settings", class_="row"),
            button(app, words, "about", icon="about", class_="row"),
            button(app, words, "home", icon="home", class_="row"),
            class_="rows",
        ),
        class_="small",
    )


def _dice(app: App, words: Words, class_: str) -> Node | None:
    """The way to the dice, where there are any."""
    with_dice = app.table is not None and app.table.chancy
    return button(app, words, "dice", icon="dice", class_=class_) if with_dice else None


# The result ---------------------------------------------------------------------------------------------------------


def result(app: App, words: Words) -> Node:
    """Who won, the score, and what next."""
    table = app.table
    assert table is not None, "a match ended at it"
    assert table.outcome is not None, "it ended"
    game, outcome = table.game, table.outcome
    return sheet(
        app,
        words,
        "result",
        say("The game is over"),
        _podium(app, words, table, outcome),
        badge(app, words, game, table.plan.options),
        el("p", words(game.speech.outcome(outcome)), class_="verdict"),
        el("ul", [el("li", words(line)) for line in _lines(table, outcome)], class_="score"),
        _dice(app, words, "plain"),
        foot=[
            button(app, words, "rematch", label=_rematch(table), class_="primary whole"),
            *([button(app, words, "review")] if can_review(app) else []),
            button(app, words, "close", label=say("Look at the board")),
            button(app, words, "new"),
            button(app, words, "home"),
        ],
        class_="result",
    )


def _lines(table: Table, outcome: Outcome) -> tuple[Message, ...]:
    """The result in numbers: what the scores are made of, where a game tells that."""
    bench = table.game.bench
    return bench.speech.tally(table.match.position) if bench and outcome.scores else table.game.speech.score(outcome)


def _rematch(table: Table) -> Message:
    beaten = table.outcome is not None and table.outcome.winner is not None
    if beaten and table.plan.options.get("first") == "loser":
        return say("Rematch, the loser starts")
    return say("Rematch, sides swapped") if len(table.plan.seats) == 2 else say("Rematch, one seat on")


def _podium(app: App, words: Words, table: Table, outcome: Outcome) -> Node:
    """Each side's token, name and score, the winner's raised."""
    return el("div", [_place(app, words, table, outcome, seat) for seat in range(len(outcome.places))], class_="podium")


def _place(app: App, words: Words, table: Table, outcome: Outcome, seat: int) -> Node:
    art = table.game.speech.TOKENS[seat]
    return el(
        "div",
        picture(pictures.token(table.game.name, art, pictures.look(app), f"result-{seat}-"), "token"),
        el("span", words.name(seat), class_="title"),
        el("span", words.number(outcome.scores[seat]), class_="number") if outcome.scores else None,
        data_won=outcome.places[seat] == 1,
        class_="standing",
        key=str(seat),
    )


# Questions ----------------------------------------------------------------------------------------------------------


def forget(app: App, words: Words, name: str) -> Node:
    """Asks before a kept game is deleted."""
    save = app.saves.get(name)
    details: list[Node] = []
    if save is not None:
        named = at_table(words, save)
        moves = say_many("{count} move", "{count} moves", save.match.ply)
        title = games.sign(save.plan.game).title
        details = [el("p", words(title)), el("p", named(versus(named)), class_="note"), el("p", words(moves))]
    return _question(app, words, "forget", name, say("Delete this game?"), details, danger=True)


def resign(app: App, words: Words) -> Node:
    """Asks before a game is given up."""
    text = el("p", words(say("The other side wins.")))
    return _question(app, words, "resign", "", say("Resign this game?"), [text], danger=True)


def agree(app: App, words: Words) -> Node:
    """Asks before a game is called a draw."""
    text = el("p", words(say("Call it a draw only if everybody at the table agrees.")))
    return _question(app, words, "agree", "", say("Agree on a draw?"), [text], danger=False)


def sure(app: App, words: Words) -> Node:
    """Asks before a move is made that loses something without need."""
    text = question(words, app.table) if app.table is not None else []
    return _question(app, words, "sure", "", say("Are you sure?"), text, danger=False)


def _question(app: App, words: Words, do: str, arg: str, title: Message, text: list[Node], *, danger: bool) -> Node:
    return sheet(
        app,
        words,
        f"ask-{do}",
        title,
        *text,
        foot=[
            button(app, words, "cancel", autofocus=True),
            button(app, words, do, arg, class_="danger" if danger else "primary"),
        ],
        class_="small question",
    )
