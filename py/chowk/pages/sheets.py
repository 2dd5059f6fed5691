"""The small sheets: more to do, and questions before something is lost."""

from __future__ import annotations

from chowk import games
from chowk.app.app import App
from chowk.core.message import Message, say, say_many
from chowk.learn.review import can_review
from chowk.pages.home import at_table, versus
from chowk.pages.nodes import Node, el
from chowk.pages.parts import button, sheet
from chowk.pages.tray import question
from chowk.play.place import GAME
from chowk.play.table import Table
from chowk.words.i18n import Words


def menu(app: App, words: Words, table: Table, _: str) -> Node:
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
            *_draws(app, words, table),
            button(app, words, "turn", icon="swap", class_="row"),
            button(app, words, "bare", icon="board", class_="row"),
            button(app, words, "fill", icon="fill", class_="row"),
            button(app, words, "review", icon="moves", class_="row") if can_review(table) else None,
            button(app, words, "analyse", icon="analyse", class_="row") if table.kind in GAME else None,
            button(app, words, "dice", icon="dice", class_="row") if table.chancy else None,
            button(app, words, "share", icon="share", class_="row"),
            button(app, words, "replay", icon="play", class_="row"),
            button(app, words, "record", icon="text", class_="row"),
            button(app, words, "shortcuts", icon="keys", class_="row"),
            button(app, words, "settings", icon="settings", class_="row"),
            button(app, words, "about", icon="about", class_="row"),
            button(app, words, "home", icon="home", class_="row"),
            class_="rows",
        ),
        class_="small",
    )


def _draws(app: App, words: Words, table: Table) -> list[Node]:
    """The way to a draw; apart it is offered, and moves are taken back by consent."""
    if table.distance is None or table.distance.chair is None:
        return [button(app, words, "ask-agree", icon="draw", class_="row")]
    names = (("offer-draw", "draw"), ("ask-back", "undo"))
    return [button(app, words, name, icon=drawn, class_="row") for name, drawn in names]


# Questions ----------------------------------------------------------------------------------------------------------


def forget(app: App, words: Words, name: str) -> Node:
    """Asks before a kept game is deleted."""
    save = app.kept.saves.get(name)
    details: list[Node] = []
    if save is not None:
        named = at_table(words, save)
        moves = say_many("{count} move", "{count} moves", save.match.ply)
        title = games.sign(save.plan.game).title
        details = [el("p", words(title)), el("p", named(versus(named)), class_="note"), el("p", words(moves))]
    return asking(app, words, "forget", name, say("Delete this game?"), details, danger=True)


def resign(app: App, words: Words, _: str) -> Node:
    """Asks before a game is given up."""
    text = el("p", words(say("The other side wins.")))
    return asking(app, words, "resign", "", say("Resign this game?"), [text], danger=True)


def agree(app: App, words: Words, _: str) -> Node:
    """Asks before a game is called a draw."""
    text = el("p", words(say("Call it a draw only if everybody at the table agrees.")))
    return asking(app, words, "agree", "", say("Agree to a draw?"), [text], danger=False)


def offer(app: App, words: Words, table: Table, _: str) -> Node:
    """Asks the people at the table, where the rules have a draw offered and every opponent agrees."""
    assert table.game.draws is not None, "its rules have it offered"
    among = table.match.agreeing
    people = [seat for seat in among if table.seats.person(seat)]
    lines = [table.game.draws.told(table.match.position)]
    if table.distance is not None:
        lines.append(say("The others are asked by the link."))
    elif len(people) < len(among):
        lines.append(say("Every opponent agrees."))
    if len(people) > 1:
        lines.append(say("Call it a draw only if everybody at the table agrees."))
    return sheet(
        app,
        words,
        "offer",
        say("Agree to a draw?"),
        *(el("p", words(line)) for line in lines),
        foot=[
            button(app, words, "decline-draw", autofocus=True),
            button(app, words, "accept-draw", class_="primary"),
        ],
        class_="small question",
    )


def sure(app: App, words: Words, table: Table, _: str) -> Node:
    """Asks before a move is made that loses something without need, or before any where that is wanted."""
    text = question(words, table)
    return asking(app, words, "sure", "", say("Are you sure?"), text, danger=False)


def asking(app: App, words: Words, do: str, arg: str, title: Message, text: list[Node], *, danger: bool) -> Node:
    """A question whether a command is meant, before something is done that cannot be taken back."""
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
