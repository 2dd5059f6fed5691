"""The review of a finished game, shown beside the board: the graph, and the verdict on each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chowk.core.message import Message, say, say_in, say_many
from chowk.core.position import CHANCE
from chowk.features.analysis import annotations_view
from chowk.features.luck import view
from chowk.features.review import errors_view
from chowk.features.review.review import SILENT, Review
from chowk.features.review.summary import summary
from chowk.games.verdicts import Grade
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.graph import framed, graph
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, words_of
from chowk.ui.screens import drawings
from chowk.ui.screens.log import figures, opening, window
from chowk.ui.sheets.replay import move_after

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


GRADES: Final[dict[Grade, Message]] = {
    "best": say("Best move"),
    "good": say("Good move"),
    "slip": say("Inaccuracy"),
    "mistake": say("Mistake"),
}

WORTH_TELLING: Final = 0.5
"""Minimum cost at which the verdict on a move outside the opening book also states the cost.

It is a fraction of the cost from which a move is an inaccuracy.
"""


def review(viewer: Viewer, words: Words, shown: Review) -> Node:
    """Draw the review: the graph, the verdict on the current move, and a scrolling summary with all moves."""
    tokens = [shown.table.seats.token(seat) for seat in range(shown.seats)]
    return el(
        "aside",
        el(
            "header",
            el("h2", words(say("Review of the game"))),
            button(viewer, words, "review-close", icon="close", only_icon=True, class_="quiet"),
            class_="rail-head",
            key="head",
        ),
        _graph(words, shown),
        _verdict(viewer, words, shown),
        el("div", _progress(viewer, words, shown), class_="progress", key="progress"),
        el(
            "div",
            opening(words, shown.table),
            el("ul", [el("li", words(line)) for line in summary(shown)], class_="score", key="score"),
            _turning(words, shown),
            el("p", words_of(words, _method(shown)), class_="note depth"),
            view.account(words, shown.luck, tokens, linked=True),
            errors_view.account(words, shown, tokens),
            _moves(viewer, words, shown),
            class_="review-lines",
            tabindex="0",
            role="group",
            aria_label=words(say("How the game went")),
            key="lines",
        ),
        class_="rail review",
        key="review",
        aria_label=words(say("Review of the game")),
    )


def over(review: Review) -> Node | None:
    """Draw an arrow over the board for the move made from the position shown, or a ring if the move has one spot.

    Return None if the review has not judged the move, while a move is animated, and for games whose moves are tried
    before they are made. Screen readers skip the drawing, because the verdict describes the move as text.
    """
    table, ply = review.table, review.table.ply
    has_move = ply < len(review.moves) and ply in review.judged and review.choice(ply)
    if table.game.trial is not None or table.display.moving or not has_move:
        return None
    position = review.match.position_after(ply)
    path = table.view.spell(position).get(review.match.moves[ply], ())
    cells = [cell for cell in map(table.cell, path) if cell is not None]
    if not cells:
        return None
    width, height = table.view.SIZE
    drawn = annotations_view.move_arrow(cells, best=False) if len(cells) > 1 else drawings.ring(cells[0])
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{drawn}</svg>'
    return el("span", class_="headway", key="made", html=text, data_grade=review.grade(ply), aria_hidden="true")


def _graph(words: Words, review: Review) -> Node:
    """Draw the graph of the game, on which a slider selects the position shown."""
    two = review.seats == 2
    grades: list[Grade] = [review.grade(ply) if ply in review.judged else "" for ply in range(len(review.moves))]
    tokens = [review.table.seats.token(seat) for seat in range(review.seats)]
    unit = review.scale.unit or say("Advantage")
    sheet = review.luck.sheet
    if sheet is not None:
        curves: Sequence[Sequence[float | None]] = view.curves(sheet, review.match.ply, review.seats)
        unit = say("Chance to win")
        grades = ["mistake" if costly else "" for costly in view.costly(sheet, len(review.moves))]
    else:
        curves = [review.curve(seat) for seat in range(1 if two else review.seats)]
    slider = el(
        "input",
        type="range",
        min="0",
        max=str(review.match.ply),
        step="1",
        value=str(review.table.ply),
        do="seek",
        aria_label=words(say("Move of the game")),
        aria_valuetext=words(move_after(review.table)),
        key="slider",
    )
    drawn = graph(curves, grades, review.table.ply, [] if two else tokens, view.marks(sheet, tokens))
    return framed(words, drawn, unit, slider, two=two)


def _verdict(viewer: Viewer, words: Words, review: Review) -> Node:
    """Draw the verdict on the move made from the position shown, or the result of the game in its last position."""
    ply = review.table.ply
    if ply >= len(review.moves):
        ended = review.match.outcome()
        lines = [words(review.table.game.speech.outcome(ended))] if ended is not None else []
        said = el("div", [el("p", line) for line in lines], class_="judged-text", role="status", key="made")
        # The empty part keeps its place: screen readers may not announce a part that comes with its text.
        why = el("div", class_="judged-text", role="status", key="why")
        return el("div", said, why, class_="judgement", key="verdict")
    grade = review.grade(ply) if ply in review.judged else ""
    in_words = _in_words(viewer, review)
    facts = list(_grade_sentences(review, ply, in_words=in_words))
    better = review.better(ply) if ply in review.judged else ""
    wrong = grade in ("slip", "mistake")
    swing = view.swing_after(review.luck.sheet, ply)
    game, sentences = review.table.game, _told(review, ply)
    instead = _instead(review, ply, in_words=in_words) if better and wrong else ()
    made = el(
        "div",
        el(
            "p",
            el("span", words.number(ply + 1), class_="ply"),
            el("span", class_="dot", data_side=_token(review, ply)),
            None if in_words else el("span", words.figured(review.moves[ply]), class_="made", translate="no"),
            el("span", words(GRADES[grade]), class_="grade", data_grade=grade) if grade else None,
            class_="judged-move",
        ),
        el("p", words_of(words, sentences), class_="note") if game.tray or game.trial else None,
        el("p", words(thought), class_="note") if (thought := _thought(review, ply)) is not None else None,
        el("p", words(view.swing_sentence(swing)), class_="facts")
        if swing is not None and swing.kind == "luck"
        else None,
        class_="judged-text",
        role="status",
        key="made",
    )
    why = el(
        "div",
        el("ul", [el("li", words(fault)) for fault in faults], class_="because")
        if (faults := _named(review, review.moves[ply], review.faults(ply) if better and wrong else ()))
        else None,
        el("p", words_of(words, facts), class_="facts") if facts else None,
        el("ul", [el("li", words(sentence)) for sentence in instead], class_="because") if instead else None,
        class_="judged-text",
        role="status",
        key="why",
    )
    # The buttons come before the explanation, so that players can look for a better move before they read it.
    return el(
        "div",
        made,
        el(
            "div",
            button(viewer, words, "find-better", written(ply), icon="hint") if wrong and better else None,
            button(viewer, words, "retry-from", written(ply), icon="undo", class_="quiet"),
            button(viewer, words, "analyse", icon="analyse", only_icon=True, class_="quiet"),
            class_="choices",
            key="choices",
        ),
        why,
        class_="judgement",
        key="verdict",
        data_grade=grade,
    )


def _named(review: Review, move: str, facts: Sequence[Message]) -> list[Message]:
    """Return `facts`, sentences about a move, each prefixed with the move.

    In games whose review describes moves in words, return them without the prefix.
    """
    if review.table.game.tray or review.table.game.trial:
        return [*facts]
    return [say("{move}: {fact}", move=move, fact=fact) for fact in facts]


def _instead(review: Review, ply: int, *, in_words: bool) -> Sequence[Message]:
    """Return sentences about the better move at `ply`: the move in words, and the reasons for it.

    Leave out the move if the verdict describes it (`in_words`), and in a game whose notation shows its players well
    enough what the better move is. If there are no reasons, return the effects of the move instead. If there are, leave
    the effects out: the reasons already name the important ones, such as a capture.
    """
    named = _named(review, review.better(ply), review.reasons(ply))
    told = _told_better(review, ply)
    return [*told[:1][in_words:], *(named or told[1:])]


def _told_better(review: Review, ply: int) -> tuple[Message, ...]:
    """Return sentences that describe the better move at `ply` and its effects.

    Return none for a game whose notation shows its players well enough what the better move is.
    """
    game, before = review.table.game, review.match.position_after(ply)
    if not (game.tray or game.trial):
        return ()
    return tuple(game.tell_named(before, game.notation.read_move(before, review.better(ply))))


def _thought(review: Review, ply: int) -> Message | None:
    """Return a sentence on the thinking time of the move made after `ply` moves, or None if no clock was used."""
    timing = review.table.timing
    spent = timing.moves[ply] if timing is not None and ply < len(timing.moves) else None
    if spent is None:
        return None
    return say_many("Took {count} second.", "Took {count} seconds.", round(spent.time / 1000))


def _token(review: Review, ply: int) -> str:
    turn = review.match.position_after(ply).turn
    return review.table.seats.token(turn) if turn >= 0 else "dice"


def _progress(viewer: Viewer, words: Words, review: Review) -> list[Node]:
    """Draw the progress of the review, or the button that continues the review."""
    if review.done:
        return []
    if not review.failed and review.task is not None and review.task.cancelling():
        return [button(viewer, words, "review", label=say_in("the page does it", "Go on"))]
    if review.failed:
        return [
            el("p", words(SILENT)),
            button(viewer, words, "review", label=say_in("the page does it", "Try again")),
        ]
    return [
        el("p", words(review.progress), class_="note"),
        button(viewer, words, "review-pause", icon="pause", class_="quiet"),
    ]


def _turning(words: Words, review: Review) -> Node | None:
    """Draw the turning point (the move that decided the game, `Review.turning`), or return None if none exists."""
    ply = review.turning()
    if ply is None:
        return None
    text = words_of(words, turning_point(review, ply))
    return el("button", text, type="button", do="show", arg=written(ply), class_="button plain turning")


def turning_point(review: Review, ply: int, *, numbered: bool = False) -> tuple[Message, ...]:
    """Return sentences about the move that decided the game. They name its squares.

    If `numbered` is True, the first one gives the number of the move, for places that do not show the move.
    """
    game = review.table.game
    what, *effects = game.tell_named(review.match.position_after(ply), review.match.moves[ply])
    first = (
        say("Turning point, move {ply}: {what}", ply=ply + 1, what=what)
        if numbered
        else say("Turning point: {what}", what=what)
    )
    # If the squares have names, the further sentences, on the effects of the move, are added.
    return first, *(effects if game.named is not None else ())


def _in_words(viewer: Viewer, review: Review) -> bool:
    """Return True if the review describes moves in words: in games whose notation means little to players.

    It uses notation all the same if the player chose it for the list of moves.
    """
    game = review.table.game
    return bool(game.tray or game.trial) and viewer.settings.moves != "notation"


def _told(review: Review, ply: int) -> tuple[Message, ...]:
    """Return the sentences of the list of moves about the move made after `ply` moves. They name squares."""
    return review.table.log.moves[ply][2].named_sentences


def _moves(viewer: Viewer, words: Words, review: Review) -> Node:
    """Draw the list of all players' moves at which there was a choice.

    In a long game, draw only the moves near the position shown.
    """
    plies = [ply for ply in range(len(review.moves)) if ply in review.judged and review.choice(ply)]
    begin, end = window(len(plies), sum(ply < review.table.ply for ply in plies))
    in_words = _in_words(viewer, review)
    return el(
        "ol",
        [_move(words, review, ply, in_words=in_words) for ply in plies[begin:end]],
        class_="judged",
        key="judged",
        data_told=in_words,
        style=figures(len(review.moves)),
    )


def _move(words: Words, review: Review, ply: int, *, in_words: bool) -> Node:
    """Draw the entry of a move. Pressing it shows the position before the move."""
    grade = review.grade(ply)
    made = (
        el("span", words(_told(review, ply)[0]), class_="told")
        if in_words
        else el("span", words.figured(review.moves[ply]), class_="made", translate="no")
    )
    return el(
        "li",
        el(
            "button",
            el("span", words.number(ply + 1), class_="ply"),
            el("span", class_="dot", data_side=_token(review, ply)),
            made,
            el("span", words(GRADES[grade]), class_="grade", data_grade=grade) if grade else None,
            type="button",
            do="show",
            arg=written(ply),
            aria_current="step" if review.table.ply == ply else None,
        ),
        key=str(ply),
        data_grade=grade,
    )


def _method(review: Review) -> tuple[Message, ...]:
    """Return sentences that explain how the verdicts are found."""
    about = say("Each position is looked at {depth} moves ahead, or to the end of the game.", depth=review.scale.depth)
    return review.scale.method or about, say("Where a choice seems to have cost something, a deeper look follows.")


def _grade_sentences(review: Review, ply: int, *, in_words: bool = False) -> Iterator[Message]:
    """Yield the sentences on a move's grade, or a sentence that says why the move has no grade.

    If `in_words` is True, they describe a better move in words. Yield nothing for rolls.
    """
    judged = review.judged.get(ply)
    if judged is None or review.match.position_after(ply).turn == CHANCE:
        return
    if not review.choice(ply):
        yield say("It is the only move.")
    elif judged.known:
        is_best = judged.best == review.moves[ply]
        yield say("From the opening book.") if is_best else say("The opening book has {move} here.", move=judged.best)
        cost = review.cost(ply)
        if not is_best and cost is not None and cost > WORTH_TELLING * review.scale.slip * review.scale.won:
            yield say("It cost {amount}.", amount=review.scale.amount(round(cost)))
    elif not review.grade(ply) and not review.pending(ply):
        yield say("Not looked at deeply enough to judge.")
    else:
        yield from _better(review, ply, in_words=in_words)
        if judged.exact:
            yield say("Read out to the end.")
        elif judged.deep and not review.scale.surveyed:
            yield say_many("Looked {count} move ahead.", "Looked {count} moves ahead.", judged.depth)
    if review.pending(ply):
        yield say("A deeper look is still to come.")


def _better(review: Review, ply: int, *, in_words: bool) -> Iterator[Message]:
    better, cost = review.better(ply), review.cost(ply)
    # Smaller differences are noise, unless both moves were searched to the end of the game.
    is_worse = cost is not None and (
        cost > WORTH_TELLING * review.scale.slip * review.scale.won or review.judged[ply].exact
    )
    if cost is not None and round(cost) and is_worse:
        yield say("It cost {amount}.", amount=review.scale.amount(round(cost)))
    if better and in_words:
        what = _told_better(review, ply)[0]
        yield say("Better: {what}", what=what) if cost and is_worse else say("As good: {what}", what=what)
    elif better:
        yield say("Better: {move}.", move=better) if cost and is_worse else say("As good: {move}.", move=better)
    elif is_worse and not review.judged[ply].steady:
        yield say("No better move is named: which one is best changes with how far one looks ahead.")
