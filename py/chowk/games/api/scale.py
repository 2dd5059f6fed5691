"""The scale of a game's analysis values: unit, meaning and words. Reviews of finished games use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from chowk.core.message import Arg, Message, say
from chowk.core.position import Outcome, Seat

ENOUGH: Final = 1 << 28
"""Maximum number of positions in a survey (an evaluation of every move) for a game's review.

No survey reaches this number. The search depth ends each survey instead, so every device gets the same result.
"""


STEEP: Final = 4.0
"""Slope of the logistic curve that turns a lead into a chance to win.

The curve takes the lead as a fraction of `Scale.won`.
"""


class Kinds(NamedTuple):
    """The kinds of decisions in a game whose analysis values are chances to win in per cent.

    `names` labels the kinds. `due` returns the index of the kind of decision that a position asks for. `summary`
    returns a message on a seat's errors. Its arguments are the seat and, for each kind, the cost of the errors in
    percentage points of the chance to win. `meant` explains the word “error”. `calibrated` returns True if the chances
    are reliable under the rules of a position. If they are not, a review reports no errors by kind.
    """

    names: tuple[Message, ...]
    due: Callable[[Any], int]
    summary: Callable[[Seat, Sequence[int]], Message]
    meant: Message
    calibrated: Callable[[Any], bool]


class Scale(NamedTuple):
    """The meaning of a game's analysis values, which are called leads. A lead of `won` is as good as a won game.

    `depth`: the number of moves that a search looks ahead for a reliable verdict.
    `amount`: puts a difference of leads, rounded to a whole number, into words.
    `final`: the first seat's lead at the end of a game for two.
    `written`: formats a signed lead as the game's players write it.
    `slip`, `mistake`: the cost of a move above which it is a slip or a mistake, as a fraction of a won lead.
    `surveyed`: True if a review compares the moves of a position by one survey, which evaluates all moves.
    `method`: a sentence that tells the reader of a review how its verdicts were found.
    `unit`: the name of the unit of leads.
    `kinds`: the kinds of decisions, or None. A review adds up the errors of each kind.
    `sure`: returns True for positions in which leads are reported as chances to win; see `scale_for`.
    `closer`: the minimum cost of a move that a review searches a second time, more deeply, before it names a better
        move.
    `deep`: the depth of that second search, in moves.
    `brief`: the depth of the second search in a check of many games, where a search to `deep` may take too long. 0 if
        such a check also searches to `deep`.
    `averaged`: the number of consecutive depths, the last of them `deep`, whose values the second search averages. It
        is more than 1 in games whose values change much from one depth to the next.
    `close`: the maximum difference of a move from the best one, at a single one of these depths, with which it still
        counts as one of the best there. A review names only moves that are among the best at all depths but one.
    `ending`: returns the depth at which a search from a position reaches the end of the game, or 0 if that takes too
        long.
    `glance`: the depth, in moves, of a shallow search of all moves of a position. It measures how much depended on the
        choice between them.
    `chance`: converts a lead into a chance to win, from 0 to 1.
    """

    won: float
    amount: Callable[[int], Arg]
    final: Callable[[Outcome], float]
    depth: int
    written: Callable[[float], str] = lambda lead: signed(lead, 0)
    slip: float = 0.1
    mistake: float = 0.25
    surveyed: bool = False
    method: Message | None = None
    unit: Message | None = None
    kinds: Kinds | None = None
    sure: Callable[[Any], bool] = lambda _: True
    closer: float = 0.0
    deep: int = 0
    brief: int = 0
    averaged: int = 1
    close: float = 0.0
    ending: Callable[[Any], int] = lambda _: 0
    glance: int = 2
    chance: Callable[[float], float] | None = None

    def chances(self, lead: float) -> float:
        """Return the chance to win, from 0 to 1, of a side with this lead.

        A game without a `chance` function uses a logistic curve, as in chess: a lead as good as won gives 98 %.
        """
        if self.chance is not None:
            return self.chance(lead)
        return 1 / (1 + exp(-STEEP * max(-1.0, min(1.0, lead / self.won))))

    def briefly(self) -> Scale:
        """Return the scale for a check of many games, whose second search has the depth `brief` instead of `deep`.

        If `brief` is 0, or not less than `deep`, return the scale itself.
        """
        if not 0 < self.brief < self.deep:
            return self

        def ending(position: Any) -> int:
            depth = self.ending(position)
            return depth if depth <= self.brief else 0

        return self._replace(deep=self.brief, ending=ending)

    def scale_for(self, position: Any) -> Scale:
        """Return the scale for a position: this scale if chances to win are reliable there (see `sure`).

        Otherwise return a scale without a unit. It shows a lead as points above or below an equal share, where all
        players' chances to win add up to 100 points. The equal share is 50 points for two players and 25 for four.
        """
        if self.sure(position):
            return self
        even = 2 * self.won / position.seats - self.won
        return self._replace(amount=lambda count: count, written=lambda lead: signed(lead - even, 0), unit=None)


def signed(value: float, places: int) -> str:
    """Format a signed number with `places` decimals. A value that rounds to zero has no sign."""
    text = f"{abs(value):.{places}f}"
    return text if not float(text) else f"{'+' if value > 0 else '−'}{text}"


EVEN: Final = 50.0
"""An even chance, in per cent.

It is also the value of `Scale.won` for a game whose leads are percentage points above or below an even chance.
"""


def in_chances(count: int) -> Message:
    """Return a difference of `count` per cent in the chance to win as a message. It can serve as `Scale.amount`."""
    return say("{count} % of the chance to win", count=count)


def even_more(lead: float) -> float:
    """Convert a lead, in percentage points above or below an even chance, into a chance from 0 to 1."""
    return max(0.0, min(1.0, (EVEN + lead) / 100))


def as_chance(lead: float) -> str:
    """Format a lead, in percentage points above or below an even chance, as a chance in whole per cent."""
    return f"{EVEN + max(-EVEN, min(EVEN, lead)):.0f}%"


def of_dice(sure: Callable[[Any], bool]) -> Scale:
    """Return the scale of a game with dice whose opponents have learnt to estimate the chance to win, in per cent.

    `sure` returns True for positions in which these estimates are reliable.
    """
    return Scale(
        EVEN,
        in_chances,
        decided(EVEN),
        2,
        as_chance,
        slip=0.04,
        mistake=0.1,
        surveyed=True,
        method=say(
            "Every move is compared with the others of the same roll, supposing that the next player answers as well "
            "as possible."
        ),
        unit=say("Chance to win"),
        sure=sure,
        closer=3.0,
        deep=3,
        chance=even_more,
    )


def decided(won: float) -> Callable[[Outcome], float]:
    """Return a function for `Scale.final`, for a game that ends in a win, a loss or a draw, without a margin.

    The function returns the first seat's lead: `won` for a win, `-won` for a loss, 0 for a draw.
    """

    def final(outcome: Outcome) -> float:
        winner: Seat | None = outcome.winner
        return 0.0 if winner is None else -won if winner else won

    return final
