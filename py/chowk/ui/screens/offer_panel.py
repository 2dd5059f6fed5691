"""The panel beside the board in games with trial moves (moves that are laid out and changed before they are made).

It shows the pieces to choose from, and the tools for the piece that the player holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from chowk.core.message import Message, PlayerName, say
from chowk.core.position import Seat, Spot
from chowk.games.api import Fact, Game, Offer, Tag
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.input.preview import MovePreview
from chowk.session.table import Table
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, picture, sheet
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.viewer import Viewer


class OfferWorth(NamedTuple):
    """The value of a piece that can be chosen: `written` as text, and `best`, True if no other piece is better."""

    written: str
    best: bool


def bench(
    viewer: Viewer, words: Words, table: Table, worths: Mapping[Spot, OfferWorth] = MappingProxyType({})
) -> Node | None:
    """Draw the pieces to choose from and the tools for the held piece; None in games without trial moves.

    The pieces are in two lists: those that can be taken now, and the others. `worths` are the values of the pieces by
    spot, which are shown in an analysis.
    """
    if table.game.trial is None or table.choice.trying is None:
        return None
    hint = table.choice.hint
    over = table.outcome is not None and table.display.shown_ply is None
    marks = _Marks(
        table.choice.trying.picks[:1],
        hint.spots[:1] if hint else (),
        _then(table.choice.trying),
        over,
        (*worths.items(),),
    )
    return el(
        "section",
        *_offers(table.game, table.position, words, viewer.look, marks),
        _tools(viewer, words),
        class_="bench",
        key="bench",
        aria_label=words(table.game.trial.speech.OFFERS),
        data_holding=bool(table.choice.trying.picks) and table.display.shown_ply is None,
        data_over=table.outcome is not None,
    )


def _tools(viewer: Viewer, words: Words) -> Node:
    return el(
        "div",
        button(viewer, words, "rotate", icon="rotate", class_="tool"),
        button(viewer, words, "mirror", icon="mirror", class_="tool"),
        button(viewer, words, "let-go", icon="close", class_="tool"),
        button(viewer, words, "confirm", icon="tick", class_="tool primary"),
        class_="tools",
        key="tools",
        role="group",
        aria_label=words(say("What you hold")),
    )


class _Marks(NamedTuple):
    """The facts that determine how the pieces to choose from are marked.

    `held` is the spot of the piece that the player holds, and `hinted` that of the piece that a hint recommends. `then`
    are the spots of the pieces that can be taken after the previewed move, but not now. `over` is True if the match is
    over. `worths` are the values of pieces, by spot.
    """

    held: tuple[Spot, ...]
    hinted: tuple[Spot, ...]
    then: frozenset[Spot]
    over: bool
    worths: tuple[tuple[Spot, OfferWorth], ...]


# Cached, because the page is rendered several times for each move, mostly for changes elsewhere.
@lru_cache(maxsize=8)
def _offers(game: Game, position: Any, words: Words, theme: str, marks: _Marks) -> tuple[Node, Node]:
    """Draw the two lists of pieces: those that can be taken now, and the others."""
    trial, worths = game.trial, dict(marks.worths)
    assert trial is not None, "it offers something"
    near, far = list[Node](), list[Node]()
    for spot, within, offer in _choices(game, position):
        held, hinted = marks.held == (spot,), marks.hinted == (spot,)
        looks = _Looks(game, offer, spot, theme, held, hinted, spot in marks.then, marks.over, worths.get(spot))
        (near if within else far).append(_drawn(looks, words))
    return (
        el("ul", near, class_="offers near-offers", key="near", aria_label=words(trial.speech.OFFERS)),
        el("ul", far, class_="offers far-offers", key="far", aria_label=words(say("Further back in the queue"))),
    )


# Cached, because the pieces are drawn again when one of them is picked up, and when a hint marks one.
@lru_cache(maxsize=2)
def _choices(game: Game, position: Any) -> tuple[tuple[Spot, bool, Offer], ...]:
    """Return the pieces to choose from: the spot, True if the piece can be taken now, and the description."""
    trial = game.trial
    assert trial is not None, "it offers something"
    return tuple([(spot, within, trial.speech.offer(position, spot)) for spot, within in trial.picks.offers(position)])


def _then(trying: MovePreview | None) -> frozenset[Spot]:
    """Return the spots of the pieces that can be taken only after the previewed move."""
    if trying is None or not trying.moves:
        return frozenset()
    after = trying.position
    for move in trying.moves:
        after = after.play(move)
    now = {spot for spot, near in trying.offers if near}
    return frozenset(spot for spot, near in trying.trial.picks.offers(after) if near and spot not in now)


class _Looks(NamedTuple):
    """All values that determine how one of the offered pieces is drawn."""

    game: Game
    offer: Offer
    spot: Spot
    theme: str
    chosen: bool
    hinted: bool
    then: bool
    over: bool
    worth: OfferWorth | None


# Cached, because there are many pieces to choose from, and few of them change.
@lru_cache(maxsize=256)
def _drawn(looks: _Looks, words: Words) -> Node:
    game, offer, spot, theme, chosen, hinted, then, over, worth = looks
    assert game.trial is not None, "it offers something"
    sample, description = game.trial.view.offered(spot), words(offer.description)
    return el(
        "li",
        el(
            "button",
            *_piece(game, spot, words, theme, offer.title, offer.tags),
            el("span", words(offer.flaw), class_="flaw") if offer.flaw else None,
            el("span", words.figured(worth.written), class_="offer-worth", data_best=worth.best, aria_hidden="true")
            if worth
            else None,
            type="button",
            class_="offer",
            do="tap",
            arg=spot,
            data_offer=True,
            aria_disabled="true" if over else None,
            data_flaw=offer.flaw is not None or offer.waits,
            data_hint=hinted,
            data_then=then,
            aria_label=description,
            title=description,
            aria_pressed="true" if chosen else "false",
            style={"--columns": f"{sample.width:g}"},
        ),
        key=spot,
    )


# Cached, because a move changes where a piece lies and who can take it, but not the piece.
@lru_cache(maxsize=64)
def _piece(
    game: Game, spot: Spot, words: Words, theme: str, title: Message, tags: tuple[Tag, ...]
) -> tuple[Node, Node, Node]:
    """Draw those parts of an offered piece that never change: its picture, its title, and its numbers (`tags`)."""
    assert game.trial is not None, "it offers something"
    sample, prefix = game.trial.view.offered(spot), f"offer-{spot.replace(' ', '-')}-"
    return (
        picture(pictures.boxed(game.name, sample, theme, prefix), "sample"),
        el("span", words(title), class_="offer-title"),
        el("span", [_tag(game, words, tag, theme) for tag in tags], class_="tags"),
    )


def _tag(game: Game, words: Words, tag: Tag, theme: str) -> Node:
    return el(
        "span",
        picture(pictures.token(game.name, tag.art, theme, f"tag-{tag.art}-"), "sign"),
        words.number(tag.value),
        class_="tag",
    )


# Players' boards -----------------------------------------------------------------------------------------------------


def miniature(viewer: Viewer, words: Words, table: Table, seat: Seat) -> Node | None:
    """Draw a player's board as a small picture; None in games with a common board.

    The picture is a button that opens a large one.
    """
    if table.game.trial is None:
        return None
    name = f"small-{seat}-"
    svg = pictures.player_board(table.game, table.position, seat, viewer.look, name)
    return el(
        "button",
        picture(svg, "quilt"),
        type="button",
        class_="opener",
        key="opener",
        do="look",
        arg=written(seat),
        aria_label=words(table.game.trial.speech.describe_board(table.position, seat)),
        data_seen=seat == table.display.shown_seat,
    )


def board_sheet(viewer: Viewer, words: Words, table: Table, name: str) -> Node:
    """Draw the sheet with a large picture of a player's board and all counts of the player.

    `name` is the number of the player's seat as text.
    """
    assert table.game.trial is not None, "players have boards"
    seat = int(name) if name in ("0", "1") else 0
    speech = table.game.trial.speech
    svg = pictures.player_board(table.game, table.position, seat, viewer.look, "large-")
    return sheet(
        viewer,
        words,
        "look",
        say("Board of {player}", player=PlayerName(seat)),
        picture(svg, "quilt"),
        el("p", words(speech.describe_board(table.position, seat)), class_="unseen"),
        el("dl", [_fact(words, fact) for fact in speech.more(table.position)[seat]], class_="counts"),
        class_="look",
    )


def _fact(words: Words, fact: Fact) -> Node:
    return el("div", el("dt", words(fact.label)), el("dd", words.number(fact.value)), class_="fact")
