"""Parts of the result and review sheets: the cost of each player's errors, by kind of decision.

Only games without dice have these parts.
"""

from __future__ import annotations

from collections.abc import Sequence

from chowk.core.message import Message, say
from chowk.features.luck.view import AWAITED, SUMMED, error_sentence, lines, summed
from chowk.features.review.review import Review
from chowk.games.api.scale import Kinds
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.nodes import Node, el


def brief(words: Words, table: Table, review: Review | None, progress: Message | None = None) -> Node | None:
    """Draw a line for each player about the cost of the player's errors, by kind of decision.

    Until the review is complete, reserve the space with invisible lines, and show `progress` in it, if given. Return
    None for games without kinds of decisions, and for house rules under which the analysis is not reliable.
    """
    match, scale = table.match, table.game.scale
    kinds = scale.kinds if scale is not None else None
    if kinds is None or not kinds.calibrated(match.position_after(0)):
        return None
    ready = review if review is not None and review.kinds is not None else None
    sentences = []
    for seat in range(match.position.seats):
        shares = _shares(ready, seat) if ready is not None else (-AWAITED,) * len(kinds.names)
        sentences.append((kinds.summary(seat, [-share for share in shares]),))
    return lines(words, sentences, "errors", seen=ready is not None, progress=progress)


def account(words: Words, review: Review, tokens: Sequence[str]) -> Node | None:
    """Draw a table of costs with a row for each player, and below it links to the costliest decisions of each kind.

    `tokens` are the names of the drawings that stand for the players, by seat. Return None until the costs are known.
    """
    kinds = review.kinds
    if kinds is None:
        return None
    heads = (say("Player"), *kinds.names, say("Overall"))
    return el(
        "section",
        el("h3", words(say("Errors"))),
        el(
            "table",
            el("thead", el("tr", [el("th", words(head), scope="col") for head in heads])),
            el("tbody", [_row(words, review, seat, tokens[seat]) for seat in range(review.seats)]),
            class_="figures luck errors",
            key="account",
        ),
        [_costliest(words, review, kinds, kind) for kind in range(len(kinds.names)) if review.costliest(kind)],
        el("p", words(SUMMED), class_="note"),
        el("p", words(kinds.meant), class_="note"),
        key="errors",
    )


def _shares(review: Review, seat: int) -> tuple[int, ...]:
    return tuple(-round(cost) for cost in review.given_away(seat))


def _row(words: Words, review: Review, seat: int, token: str) -> Node:
    shares = _shares(review, seat)
    dot = el("span", class_="dot", data_side=token, aria_hidden="true")
    return el(
        "tr",
        el("th", dot, words.name(seat), scope="row"),
        [el("td", words.figured(summed(share))) for share in (*shares, sum(shares))],
        key=str(seat),
    )


def _costliest(words: Words, review: Review, kinds: Kinds, kind: int) -> Node:
    return el(
        "div",
        el("h4", words(kinds.names[kind]), class_="kind"),
        el("ul", [_costly(words, review, ply) for ply in review.costliest(kind)], class_="swings"),
        key=f"kind{kind}",
    )


def _costly(words: Words, review: Review, ply: int) -> Node:
    text = words(error_sentence(review.game, review.match, ply, -round(review.cost(ply) or 0.0)))
    return el("li", el("button", text, type="button", do="show", arg=written(ply), class_="button plain"), key=str(ply))
