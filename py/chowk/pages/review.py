"""The review of a finished game: how it stood, what was best, and the way back to any of its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chowk.app.app import App
from chowk.core.message import Message, Who, say, say_in, say_many
from chowk.core.position import Seat
from chowk.learn.review import Grade, Review, review_of
from chowk.pages.log import figures
from chowk.pages.nodes import Node, el
from chowk.pages.parts import button, picture, sheet
from chowk.words.i18n import Words

GRADES: Final[dict[Grade, Message]] = {
    "best": say("Best move"),
    "good": say("Good move"),
    "slip": say("Inaccuracy"),
    "mistake": say("Mistake"),
}
_HIGH: Final = 100
"""The height of the graph in its own units; its width is the number of moves."""


def review(app: App, words: Words) -> Node:
    """The sheet: the graph, how each player did, and every move with what would have been better."""
    found = review_of(app)
    assert found is not None, "a review has begun"
    table = found.table
    seats, name = range(len(table.plan.seats)), table.game.opening(found.match)
    return sheet(
        app,
        words,
        "review",
        say_in("the player does it", "Review"),
        el("div", _progress(app, words, found), class_="progress", role="status", key="progress"),
        el("p", words(_depth(found)), class_="note depth"),
        el("p", words(say("Opening: {name}", name=name)), class_="note", translate="no") if name else None,
        el(
            "div",
            el("span", words.name(0), class_="side above"),
            picture(graph(found.curve(), [found.grade(ply) for ply in range(len(found.moves))]), "curve"),
            el("span", words.name(1), class_="side below"),
            class_="graph",
            key="graph",
        ),
        el("ul", [el("li", words(line)) for seat in seats for line in _summary(found, seat)], class_="score"),
        el(
            "ol",
            [_move(app, words, found, ply) for ply in range(len(found.moves))],
            class_="judged",
            key="judged",
            style=figures(len(found.moves)),
        ),
        class_="review",
    )


def note(app: App, words: Words) -> Node | None:
    """What the review says of the position that is shown, in a line."""
    found = review_of(app)
    ply = found.table.ply if found is not None else 0
    better = found.better(ply) if found is not None else ""
    return el("span", words(say("Best here: {move}.", move=better)), class_="event") if better else None


def _progress(app: App, words: Words, found: Review) -> list[Node]:
    """How far it has come; where it was broken off, the way to go on."""
    if found.done:
        return []
    if found.failed:
        return [
            el("p", words(say("The opponent did not respond. Your game is saved."))),
            button(app, words, "review", label=say_in("the page does it", "Try again")),
        ]
    known = len(found.judged)
    text = say("Looking at the moves: {known} of {all}", known=known, all=known + len(found.due))
    return [el("p", words(text), class_="note")]


def _summary(found: Review, seat: Seat) -> Iterator[Message]:
    count = found.grades(seat)
    if sum(count[grade] for grade in GRADES):
        player = Who(seat)
        best, slips, mistakes = count["best"], count["slip"], count["mistake"]
        moves = say_many("{count} best move", "{count} best moves", best)
        told = say_many("{count} inaccuracy", "{count} inaccuracies", slips)
        wrong = say_many("{count} mistake", "{count} mistakes", mistakes)
        yield say("{player}: {best}, {slips}, {mistakes}", player=player, best=moves, slips=told, mistakes=wrong)


def _move(app: App, words: Words, found: Review, ply: int) -> Node:
    """A move: it shows the position before it, and a game may be taken up again there."""
    grade, table = found.grade(ply), found.table
    token = table.seats.token(max(0, found.match.at(ply).turn))
    return el(
        "li",
        el(
            "button",
            el("span", words.number(ply + 1), class_="ply"),
            el("span", class_="dot", data_side=token),
            el("span", found.moves[ply], class_="made", translate="no"),
            el("span", words(GRADES[grade]), class_="grade", data_grade=grade) if grade else None,
            el("span", [el("span", words(line), " ") for line in _told(found, ply)], class_="note"),
            type="button",
            do="show",
            arg=str(ply),
            aria_current="step" if table.ply == ply else None,
        ),
        button(app, words, "retry-from", str(ply), icon="undo", only_icon=True, class_="quiet"),
        key=str(ply),
        data_grade=grade,
    )


def _depth(found: Review) -> Message:
    """How far every verdict has looked."""
    return say("Each position is looked at {depth} moves ahead, or to the end of the game.", depth=found.scale.depth)


def _told(found: Review, ply: int) -> Iterator[Message]:
    """What is said of a move beside its grade, or why it has none."""
    judged = found.judged.get(ply)
    if judged is None:
        return
    if not found.choice(ply):
        yield say("It is the only move.")
    elif judged.known:
        made = judged.best == found.moves[ply]
        yield say("From the opening book.") if made else say("The opening book has {move} here.", move=judged.best)
        cost = found.cost(ply)
        if not made and cost is not None and round(cost):
            yield say("It cost {amount}.", amount=found.scale.amount(round(cost)))
    elif not found.grade(ply):
        yield say("Not looked at deeply enough to judge.")
    else:
        yield from _better(found, ply)
        if judged.exact:
            yield say("Read out to the end.")


def _better(found: Review, ply: int) -> Iterator[Message]:
    better, cost = found.better(ply), found.cost(ply)
    if better:
        yield say("Better: {move}.", move=better) if cost else say("As good: {move}.", move=better)
    if better and cost is not None and round(cost):
        yield say("It cost {amount}.", amount=found.scale.amount(round(cost)))


def graph(curve: Sequence[float | None], grades: Sequence[Grade]) -> str:
    """How the game stood, as SVG text: the first seat's lead upwards from the middle, mistakes as marks."""
    middle = _HIGH / 2
    high = [None if share is None else round(middle - 0.92 * middle * share, 1) for share in curve]
    areas = "".join(
        f'<path class="area" d="M{start} {middle:g}{"".join(f"L{start + at} {y}" for at, y in enumerate(run))}'
        f'L{start + len(run) - 1} {middle:g}Z"/><polyline class="line" points="'
        f'{" ".join(f"{start + at},{y}" for at, y in enumerate(run))}"/>'
        for start, run in _runs(high)
    )
    wrong = "".join(
        f'<line class="{grade}" x1="{ply + 1}" y1="0" x2="{ply + 1}" y2="{_HIGH}"/>'
        for ply, grade in enumerate(grades)
        if grade in ("slip", "mistake")
    )
    wide = max(1, len(curve) - 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {_HIGH}" preserveAspectRatio="none">'
        f'{wrong}{areas}<line class="middle" x1="0" y1="{middle:g}" x2="{wide}" y2="{middle:g}"/></svg>'
    )


def _runs(values: Sequence[float | None]) -> Iterator[tuple[int, list[float]]]:
    """The stretches of what is known, each with where it begins."""
    run: list[float] = []
    for at, value in enumerate((*values, None)):
        if value is not None:
            run.append(value)
        elif run:
            yield at - len(run), run
            run = []
