"""Luck and skill, as shown on the sheets about the result, the review and the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from chowk.core.equity import Sheet, Swing
from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.position import Seat
from chowk.features.luck.luck import Account, Luck
from chowk.games.api.scale import signed
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.graph import AWAY, HIGH, framed, graph
from chowk.ui.nodes import Node, el
from chowk.ui.parts import words_of

if TYPE_CHECKING:  # read by type checkers only
    from chowk.core.match import Match
    from chowk.games.api import Game

MARKED: Final = 0.06
"""Minimum change of the roller's winning chance, from 0 to 1, for a roll to be marked in the graph."""

COSTLY: Final = 0.1
"""Minimum loss of winning chance, from 0 to 1, for a decision to be marked in the graph."""

_MEANT: Final = say(
    "Luck is how much rolls changed the chance to win, compared with the average of all rolls; errors are what "
    "moves gave away, compared with the best ones. Each row adds up to the result. The chances were learnt from "
    "games of strong opponents against themselves."
)

_MARKS: Final = say(
    "Short lines at the edge of the graph are rolls that changed a chance by {roll} % or more; long lines are moves "
    "that gave away {move} % or more.",
    roll=round(100 * MARKED),
    move=round(100 * COSTLY),
)


SUMMED: Final = say("Points here are changes of the chance to win, added up move by move; 100 make a whole game.")
"""Explanation of the unit of the sums. A sum can exceed 100 points in a long game."""

_OWN: Final = say(
    "Only a player's own rolls are counted, so everybody can get more than average, or everybody can get less."
)
"""Explanation of luck that sounds like a contradiction: the dice gave every player less than average."""


def summed(share: int) -> str:
    """Format a sum of changes of a winning chance, in percentage points, with a sign."""
    return signed(share, 0)


def per_cent(share: int) -> str:
    """Return a change of a winning chance as text: in per cent, with a sign."""
    return f"{signed(share, 0)}\u00a0%"


AWAITED: Final = 88
"""A placeholder sum, in points, in the invisible line that reserves space until the real sum is known."""


def brief(words: Words, luck: Luck, progress: Message | None = None) -> Node | None:
    """Draw a line about luck and errors for each player.

    Until they are calculated, reserve the space with invisible lines, and show `progress` in it, if given.
    """
    known_rows = [(account.seat, account.luck, account.errors) for account in luck.accounts()]
    if not known_rows and luck.unfinished:
        rows = [(seat, AWAITED, -AWAITED) for seat in range(luck.match.position.seats)]
    else:
        rows = known_rows
    sentences = [_account(*row) for row in rows]
    return lines(words, sentences, "luck", (_OWN, SUMMED), seen=bool(known_rows), progress=progress)


def _account(seat: Seat, luck: int, errors: int) -> tuple[Message, ...]:
    """Return the sentences about one player.

    `luck` is the number of points won by the dice. `errors` is 0, or minus the number of points that choices cost.
    """
    if luck > 0:
        dice = say_many(
            "The dice gave {player} {count} point more than average.",
            "The dice gave {player} {count} points more than average.",
            luck,
            player=PlayerName(seat),
        )
    elif luck < 0:
        dice = say_many(
            "The dice gave {player} {count} point less than average.",
            "The dice gave {player} {count} points less than average.",
            -luck,
            player=PlayerName(seat),
        )
    else:
        dice = say("The dice gave {player} neither more nor less than average.", player=PlayerName(seat))
    cost = -errors
    return (dice, say_many("Choices cost {count} point.", "Choices cost {count} points.", cost)) if cost else (dice,)


def lines(
    words: Words,
    player_lines: Sequence[Sequence[Message]],
    key: str,
    note: Sequence[Message] = (SUMMED,),
    *,
    seen: bool,
    progress: Message | None = None,
) -> Node | None:
    """Draw a line of sentences for each player, and `note`, which explains the points. None if there are no lines.

    `key` identifies the node in the page. If `seen` is False, the lines are invisible and only reserve the space, in
    which `progress` is shown, if given.
    """
    if not player_lines:
        return None
    return el(
        "div",
        el("ul", [el("li", words_of(words, line)) for line in player_lines]),
        el("p", words_of(words, note)),
        el("p", words(progress), class_="progress") if progress is not None and not seen else None,
        class_="score luck",
        key=key,
        aria_hidden=None if seen else "true",
    )


def account(
    words: Words, luck: Luck, tokens: Sequence[str], *, whose: Seat | None = None, linked: bool = False
) -> Node | None:
    """Draw a table with a row for each player, the most important rolls and errors, and explanations.

    `tokens` are the names of the drawings that stand for the players, by seat. If `linked`, the caller draws the graph,
    and the rolls and errors link to their positions. Otherwise the graph is drawn here. `whose` limits the rolls and
    errors to one player.
    """
    rows = luck.accounts()
    if not rows:
        return None
    heads = (say("Player"), say("At the start"), say("Luck"), say("Errors"), say("The others"), say("Result"))
    return el(
        "section",
        el("h3", words(say("Luck and errors"))),
        None if linked else chart(words, luck, tokens),
        el(
            "table",
            el("thead", el("tr", [el("th", words(head), scope="col") for head in heads])),
            el("tbody", [_row(words, row, tokens) for row in rows]),
            class_="figures luck",
            key="account",
        ),
        el("ul", [_swing(words, luck, swing, linked) for swing in luck.weightiest(whose)], class_="swings"),
        el("p", words(SUMMED), class_="note"),
        el("p", words(_MEANT), class_="note"),
        el("p", words(_OWN), class_="note"),
        el("p", words(_MARKS), class_="note"),
        key="luck",
    )


def _row(words: Words, account: Account, tokens: Sequence[str]) -> Node:
    changes = [el("td", words.figured(summed(share))) for share in (account.luck, account.errors, account.others)]
    dot = el("span", class_="dot", data_side=tokens[account.seat], aria_hidden="true")
    return el(
        "tr",
        el("th", dot, words.name(account.seat), scope="row"),
        el("td", words.figured(f"{account.start} %")),
        *changes,
        el("td", words.figured(f"{account.result} %")),
        key=str(account.seat),
    )


def _swing(words: Words, luck: Luck, swing: Swing, linked: bool) -> Node:
    is_error = swing.kind == "error"
    loss = round(100 * swing.change[swing.seat])
    text = words(error_sentence(luck.game, luck.match, swing.ply, loss) if is_error else swing_sentence(swing))
    shown = (
        el("button", text, type="button", do="show", arg=written(swing.ply), class_="button plain") if linked else text
    )
    return el("li", shown, key=f"{swing.kind}{swing.ply}", data_kind=swing.kind)


def swing_sentence(swing: Swing) -> Message:
    """Return a sentence about a lucky or unlucky roll, with its move number and its change in per cent."""
    change, ply, player = per_cent(round(100 * swing.change[swing.seat])), swing.ply + 1, PlayerName(swing.seat)
    if swing.change[swing.seat] > 0:
        return say("Move {ply}, {player}: lucky roll, {change}", ply=ply, player=player, change=change)
    return say("Move {ply}, {player}: unlucky roll, {change}", ply=ply, player=player, change=change)


def error_sentence(game: Game, match: Match[Any, Any], ply: int, change: int) -> Message:
    """Return a sentence about the error made after `ply` moves. `change` is its change in per cent, below 0."""
    what = game.tell_named(match.position_after(ply), match.moves[ply])[0]
    return say("Move {ply}, error, {change}: {what}", ply=ply + 1, change=per_cent(change), what=what)


def swing_after(sheet: Sheet | None, ply: int) -> Swing | None:
    """Return how the move or roll that followed the first `ply` moves changed its player's winning chance.

    Return None if the change is unknown, or rounds to 0 per cent.
    """
    swings = [swing for swing in sheet.swings if swing.ply == ply and swing.seat >= 0] if sheet is not None else []
    return next((swing for swing in swings if round(100 * swing.change[swing.seat])), None)


def costly(sheet: Sheet, plies: int) -> list[bool]:
    """Return a flag for each move: True if the decision cost its player at least `COSTLY` of the winning chance."""
    wrong = {swing.ply for swing in sheet.swings if swing.kind == "error" and swing.change[swing.seat] <= -COSTLY}
    return [ply in wrong for ply in range(plies)]


def curves(sheet: Sheet, plies: int, seats: int) -> list[list[float | None]]:
    """Return the winning chances at each ply, scaled to -1 to 1.

    Two players have one curve, that of the first player. With more players each has a curve. No value is None: the type
    is that of the curves of a graph, in which points may be missing.
    """
    path = sheet.path(plies)
    # A review's costs, added to the chances of the sheet, can exceed a sure win.
    return [
        [max(-1.0, min(1.0, 2 * chances[seat] - 1)) for chances in path] for seat in range(1 if seats == 2 else seats)
    ]


def chart(words: Words, luck: Luck, tokens: Sequence[str]) -> Node | None:
    """Draw the graph of the winning chances at each ply, with the important rolls and errors marked.

    `tokens` are the names of the drawings that stand for the players, by seat.
    """
    if luck.sheet is None:
        return None
    plies, two = luck.match.ply, len(tokens) == 2
    wrong: list[str] = ["mistake" if is_costly else "" for is_costly in costly(luck.sheet, plies)]
    lines = curves(luck.sheet, plies, len(tokens))
    drawn = graph(lines, wrong, AWAY, [] if two else tokens, marks(luck.sheet, tokens))
    return framed(words, drawn, say("Chance to win"), two=two)


def marks(sheet: Sheet | None, tokens: Sequence[str]) -> str:
    """Return short vertical marks for the lucky and unlucky rolls in the graph, as SVG text.

    A mark stands at the upper edge if the roll moved the player's curve up, and at the lower edge otherwise.
    """
    lines = []
    for swing in sheet.swings if sheet is not None else ():
        change = swing.change[swing.seat] if swing.seat >= 0 else 0.0
        if swing.kind == "luck" and abs(change) >= MARKED:
            up = (change > 0) == (len(tokens) > 2 or swing.seat == 0)
            y = (0, 0.12 * HIGH) if up else (0.88 * HIGH, HIGH)
            lines.append(
                f'<line class="lucky" data-side="{tokens[swing.seat]}" x1="{swing.ply + 1}" y1="{y[0]:g}" '
                f'x2="{swing.ply + 1}" y2="{y[1]:g}"/>'
            )
    return "".join(lines)
