"""Endings that the rules do not decide: a resignation, an agreed draw, or a loss on time.

In a record, the header `[Ended "resigned 2"]` holds the reason, and then the seat that lost, counted from 1. An agreed
draw has no seat. Files of other programs have `Result` instead (`1-0`: the first seat won), and may say in
`Termination` that time ran out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from chowk.core.match import Match
from chowk.core.message import Message, say
from chowk.core.notation import excerpt
from chowk.core.position import Outcome, Seat

Why: TypeAlias = Literal["resigned", "agreed", "time"]

HEADER: Final = "Ended"
"""Name of the header in Chowk's own records for a resignation, an agreed draw or a loss on time."""
RESULT: Final = "Result"
"""Name of the header in other programs' files for the result."""
TERMINATION: Final = "Termination"
"""Name of the header in other programs' files for the reason why a game ended."""
TIME_FORFEIT: Final = "time forfeit"
"""The value of `Termination` in PGN for a game lost on time."""
_ENDED: Final = re.compile(r"(agreed)|(resigned|time) ([1-4])")
_RESULT: Final = re.compile(r"([0-9]{1,3}|1/2|½)\s*[-–:]\s*([0-9]{1,3}|1/2|½)")
_OPEN: Final = frozenset({"unterminated", "adjourned"})
_DECISIVE: Final = frozenset({("1", "0"), ("0", "1"), ("2", "0"), ("0", "2")})
_DRAWN: Final = frozenset({("1/2", "1/2"), ("½", "½"), ("1", "1")})


class Declaration(NamedTuple):
    """An end of a match that the rules did not decide: the reason, and the seat that lost (0 for an agreed draw)."""

    why: Why
    loser: Seat = 0

    def text(self) -> str:
        """Return the value of the header `Ended`, such as `resigned 2` (seats count from 1 there)."""
        return self.why if self.why == "agreed" else f"{self.why} {self.loser + 1}"


class Claim(NamedTuple):
    """The result that the text of a game states, before it is compared with the rules.

    `wording` is the result as written, `winner` the winning seat (None for a draw). `declaration` is the resignation,
    agreed draw or loss on time that the wording means, or None if it means none of them.
    """

    wording: str
    winner: Seat | None
    declaration: Declaration | None


def declared(match: Match[Any, Any]) -> Declaration | None:
    """Return the resignation, agreed draw or loss on time that ended a match.

    Return None if the match goes on, or if the rules decided it.
    """
    outcome = match.outcome()
    if outcome is None or match.ruled() is not None:
        return None
    if outcome.why == "agreed":
        return Declaration("agreed")
    return Declaration("time" if outcome.why == "time" else "resigned", outcome.places.index(2))


def declare(match: Match[Any, Any], declaration: Declaration) -> None:
    """End a match by a resignation, an agreed draw or a loss on time. A match that is over stays unchanged."""
    if declaration.why == "agreed":
        match.agree()
    elif declaration.why == "time":
        match.overstep(declaration.loser)
    else:
        match.resign(declaration.loser)


def headers(match: Match[Any, Any]) -> dict[str, str]:
    """Return the header `Ended` of a match that ended by resignation, draw or loss on time.

    Return an empty dict for any other match.
    """
    declaration = declared(match)
    return {HEADER: declaration.text()} if declaration is not None else {}


def read(text: str, seats: int) -> Declaration | None:
    """Parse the value of a header `Ended`, such as `resigned 2`. Return None if invalid for `seats` players."""
    match = _ENDED.fullmatch(text.strip().lower())
    if match is None or int(match[3] or 1) > seats:
        return None
    if match[1]:
        return Declaration("agreed")
    return Declaration("time" if match[2] == "time" else "resigned", int(match[3]) - 1)


def settle(match: Match[Any, Any], fields: Mapping[str, str], *, foreign: bool = False) -> Message | None:
    """End a match by the resignation, agreed draw or loss on time in its headers (`fields`), unless the rules ended it.

    The headers `Result` and `Termination` count only if another program wrote them (`foreign`). Return a message if the
    headers contradict the rules or cannot be understood, otherwise None.
    """
    # The `Result` of a position without moves is the solution of a problem.
    claim = _claim(fields, match.position.seats, foreign=foreign and match.ply > 0)
    if claim is None:
        unclear = fields.get(HEADER, "").strip()
        return say("It is not clear how this game ended: “{text}”.", text=excerpt(unclear)) if unclear else None
    ruled = match.ruled()
    if ruled is not None:
        return _contradiction(claim, ruled)
    if claim.declaration is not None:
        declare(match, claim.declaration)
    return None


def _claim(headers: Mapping[str, str], seats: int, *, foreign: bool) -> Claim | None:
    ended = headers.get(HEADER, "")
    declaration = read(ended, seats)
    if declaration is not None:
        winner = None if declaration.why == "agreed" or seats > 2 else 1 - declaration.loser
        return Claim(ended.strip(), winner, declaration)
    return _result(headers, seats) if foreign and not ended.strip() else None


def _result(headers: Mapping[str, str], seats: int) -> Claim | None:
    """Return the result that another program states in the headers `Result` and `Termination`.

    Return None if they state no result, or if the game does not have two players.
    """
    text, termination = headers.get(RESULT, "").strip(), headers.get(TERMINATION, "").strip().lower()
    match = _RESULT.fullmatch(text)
    if match is None or seats != 2 or termination in _OPEN:
        return None
    points = match[1], match[2]
    if points in _DRAWN:
        return Claim(text, None, Declaration("agreed"))
    if not (points[0].isdecimal() and points[1].isdecimal()):
        return None
    first, second = map(int, points)
    winner = None if first == second else int(second > first)
    if winner is None or points not in _DECISIVE:  # a count of discs or points does not decide anything alone
        return Claim(text, winner, None) if first or second else None
    why: Why = "time" if termination == TIME_FORFEIT else "resigned"
    return Claim(text, winner, Declaration(why, 1 - winner))


def _contradiction(claim: Claim, ruled: Outcome) -> Message | None:
    loser = claim.declaration.loser if claim.declaration is not None else None
    if len(ruled.places) > 2:
        agreed = claim.declaration is not None and claim.declaration.why == "agreed"
        wrong = ruled.winner is not None if agreed else loser is not None and ruled.places[loser] == 1
    else:
        wrong = claim.winner != ruled.winner
    if not wrong:
        return None
    return say(
        "The text gives the result “{result}”, but the last position decides otherwise. The rules count.",
        result=excerpt(claim.wording),
    )
