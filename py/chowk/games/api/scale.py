"""The unit in which a game's opponents reckon, for those who look back at a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final, NamedTuple

from chowk.core.message import Arg, Message, say
from chowk.core.position import Outcome, Seat

ENOUGH: Final = 1 << 28
"""Positions that no survey of a review comes to meet: it is bounded by its depth, and the same on every device."""


STEEP: Final = 4.0
"""How steeply a chance to win rises with the lead, as a share of a won one."""


class Kinds(NamedTuple):
    """Decisions of different kinds, for a game whose scores are in per cent of the chance to win.

    `names` is what each is called, `due` which of them a position asks for; `told` puts into a sentence how many points
    of a seat's chance the errors of each kind cost, and `meant` says what an error is. Nothing is told where chances
    are not `calibrated` for the rules of a position.
    """

    names: tuple[Message, ...]
    due: Callable[[Any], int]
    told: Callable[[Seat, Sequence[int]], Message]
    meant: Message
    calibrated: Callable[[Any], bool]


class Scale(NamedTuple):
    """What the scores of a game mean: a lead of `won` is as good as won.

    `depth` is how many moves ahead must be looked for a verdict that stands: one that a deeper look bears out.
    `amount` puts a difference, rounded to a whole number, into words; `final` is what the first seat leads by at
    the end between two. `written` gives a lead in figures, with its sign, as players of the game write it.

    A move that costs more than the share `slip` of a won lead is a slip, one that costs more than `mistake` a mistake.
    Where `surveyed`, a review compares the moves of a position by one survey of them all; `method` says then what its
    verdicts rest on. `unit` says what leads are in. What was given away is summed by `kinds` of decisions where there
    are some. Where leads are chances to win, these are told only in positions for which they are `sure`; see `at`.

    A move that costs `closer` or more is looked at again, `deep` moves ahead, before a better one is named; `ending`
    says how many moves ahead a position is played out, 0 where that would take too long. `glance` is how many moves
    ahead are looked to say what was at stake in a choice, and `chance` makes a lead a chance to win, from 0 to 1.
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
    ending: Callable[[Any], int] = lambda _: 0
    glance: int = 2
    chance: Callable[[float], float] | None = None

    def chances(self, lead: float) -> float:
        """The chance to win, from 0 to 1, of a side that leads by so much.

        Where leads are no chances already they become some as in chess: by a logistic curve, which gives 98 % for a
        lead as good as won.
        """
        if self.chance is not None:
            return self.chance(lead)
        return 1 / (1 + exp(-STEEP * max(-1.0, min(1.0, lead / self.won))))

    def at(self, position: Any) -> Scale:
        """The scale for a position: where chances to win are not sure they are leads without a unit, above what is
        anybody's at the table.
        """
        if self.sure(position):
            return self
        even = 2 * self.won / position.seats - self.won
        return self._replace(amount=lambda count: count, written=lambda lead: signed(lead - even, 0), unit=None)


def signed(value: float, places: int) -> str:
    """A number with its sign and so many decimals; nothing is neither above nor below zero."""
    text = f"{abs(value):.{places}f}"
    return text if not float(text) else f"{'+' if value > 0 else '−'}{text}"


EVEN: Final = 50.0
"""Per cent of the chance to win that are as good as none, and the lead that is as good as won where scores are such."""


def in_chances(count: int) -> Message:
    """A difference in per cent of the chance to win, for a `Scale`."""
    return say("{count} % of the chance to win", count=count)


def even_more(lead: float) -> float:
    """A lead in per cent above or below an even chance, as a chance from 0 to 1."""
    return max(0.0, min(1.0, (EVEN + lead) / 100))


def as_chance(lead: float) -> str:
    """A lead above or below an even chance, as a chance in whole per cent."""
    return f"{EVEN + max(-EVEN, min(EVEN, lead)):.0f}%"


def decided(won: float) -> Callable[[Outcome], float]:
    """The end of a game that is won, lost or drawn and nothing between, for a `Scale`."""

    def final(outcome: Outcome) -> float:
        winner: Seat | None = outcome.winner
        return 0.0 if winner is None else -won if winner else won

    return final
