"""The rules of Reversi: positions, legal moves, outcomes and refusals. R1 to R18 are the rules of the rule book.

Squares are numbered 0 to 63 by rows from the top, a1 first. A set of squares is a mask, an integer in which bit n means
square n. A move is the number of the square on which a disc is laid, or `PASS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from chowk.core.bits import rising
from chowk.core.defaults import EARLIER as EARLIER
from chowk.core.defaults import OPTIONS as OPTIONS
from chowk.core.defaults import agreed as agreed
from chowk.core.defaults import agreeing as agreeing
from chowk.core.defaults import ended as ended
from chowk.core.defaults import house_rules as house_rules
from chowk.core.defaults import obliged as obliged
from chowk.core.defaults import recurring as recurring
from chowk.core.defaults import throwing as throwing
from chowk.core.events import Event, Flipped, Gained, Passed, Placed
from chowk.core.position import Outcome, Refusal, Seat, Spot

BLACK: Final[Seat] = 0
WHITE: Final[Seat] = 1
PASS: Final = 64
"""The move of a side that cannot outflank a disc. It is then forced (R7), and illegal at any other time (R8)."""

_FULL: Final = (1 << 64) - 1
_NOT_A: Final = 0xFEFEFEFEFEFEFEFE
_NOT_H: Final = 0x7F7F7F7F7F7F7F7F
_INNER: Final = _NOT_A & _NOT_H
# A left shift of the mask is a step right, down-left, down or down-right on the board. The masks stop a run from
# wrapping round the edge.
_STEPS: Final = ((1, _INNER), (7, _INNER), (8, _FULL), (9, _INNER))

NAMES: Final[tuple[Spot, ...]] = tuple("abcdefgh"[square % 8] + str(square // 8 + 1) for square in range(64))
"""The name of each square, by its number: `a1` to `h1`, then `a2`, up to `h8`."""
SQUARE: Final[Mapping[Spot, int]] = {name: square for square, name in enumerate(NAMES)}
"""The number of each square, by its name."""
PASS_SPOT: Final[Spot] = "pass"
"""The name of the button beside the board for a pass."""


class Position(NamedTuple):
    """A position: the discs on the board, the discs in hand and the side to move.

    `black` and `white` are masks of squares. `hands` are the discs that Black and White still have to lay, 30 each
    after the set-up (R3, R4). Their sum is the number of empty squares.
    """

    black: int
    white: int
    turn: Seat
    hands: tuple[int, int]

    @property
    def seats(self) -> int:
        """The number of players: two."""
        return 2

    @property
    def own(self) -> int:
        """The mask of the discs of the side to move."""
        return self.white if self.turn else self.black

    @property
    def other(self) -> int:
        """The mask of the discs of the other side."""
        return self.black if self.turn else self.white

    def moves(self) -> tuple[int, ...]:
        """Return every square on which a disc outflanks another, or `PASS` alone if only the opponent can move.

        Squares are numbers in rising order. The result is empty at the end of the game.
        """
        laid = squares(legal(self.own, self.other))
        if laid or not legal(self.other, self.own):
            return laid
        return (PASS,)

    def odds(self) -> tuple[int, ...]:
        """Return an empty tuple, because the game has no chance moves."""
        return ()

    def play(self, move: int) -> Position:
        """Return the position after a move.

        A player with an empty hand gets the disc to lay from the opponent (R16).
        """
        black, white, turn, hands = self
        if move == PASS:
            return Position(black, white, 1 - turn, hands)
        turned = flips(self.own, self.other, move)
        disc = turned | 1 << move
        hands_after = _spent(hands, turn)
        if turn:
            return Position(black & ~turned, white | disc, BLACK, hands_after)
        return Position(black | disc, white & ~turned, WHITE, hands_after)

    def outcome(self) -> Outcome | None:
        """Return the outcome once neither side can outflank a disc, otherwise None.

        The majority of discs wins (R2, R17, R18).
        """
        if legal(self.own, self.other) or legal(self.other, self.own):
            return None
        black, white = self.black.bit_count(), self.white.bit_count()
        places = (1 if black >= white else 2, 1 if white >= black else 2)
        why = "board_full" if black + white == 64 else "wiped_out" if bool(black) != bool(white) else "no_moves"
        return Outcome(places, (black, white), why)

    def events(self, move: int) -> tuple[Event, ...]:
        """Return the events of a move.

        They are a disc handed over if needed, the disc laid, then the discs turned, nearest first.
        """
        if move == PASS:
            return (Passed(self.turn, "no_flip"),)
        handover: tuple[Event, ...] = ()
        if not self.hands[self.turn]:
            handover = (Gained(self.turn, "disc", 1, 1 - self.turn),)
        near = sorted(squares(flips(self.own, self.other, move)), key=lambda square: (_steps(square, move), square))
        return (
            *handover,
            Placed(self.turn, NAMES[move], NAMES[move]),
            *(Flipped(self.turn, NAMES[square], NAMES[square]) for square in near),
        )

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return the reason why the spot that a player points at is not a legal move, or None if it is.

        The reasons are `OCCUPIED`, `NO_FLIP` (nothing is outflanked), `FORCED_PASS` (no square is playable) and
        `MUST_MOVE` (a pass although a square is playable).
        """
        moves = self.moves()
        if len(spots) != 1 or not moves:
            return None
        if spots[0] == PASS_SPOT:
            return None if moves == (PASS,) else Refusal("MUST_MOVE", tuple(NAMES[square] for square in moves), "R8")
        square = SQUARE[spots[0]]
        if square in moves:
            return None
        if (self.black | self.white) >> square & 1:
            return Refusal("OCCUPIED", (spots[0],), "R15")
        return Refusal("FORCED_PASS", (), "R7") if moves == (PASS,) else Refusal("NO_FLIP", (spots[0],), "R5")

    def __str__(self) -> str:
        """Return a diagram of the position.

        `X` is a black disc, `O` a white one, `*` a square on which the side to move may lay a disc.
        """
        able = legal(self.own, self.other)
        rows = (f"{row + 1} " + " ".join(_sign(self, able, row * 8 + file) for file in range(8)) for row in range(8))
        return "\n".join(("  a b c d e f g h", *rows, f"{'White' if self.turn else 'Black'} to move"))


START: Final = Position(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, BLACK, (30, 30))
"""The starting position (R4, R6): White on d4 and e5, Black on d5 and e4, thirty discs in each hand, Black to move."""


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:  # noqa: ARG001 - nothing varies here
    """Return the starting position, which is the same for every game."""
    return START


def forced(position: Position) -> int | None:
    """Return `PASS` if it is the only move, otherwise None. A forced pass is made automatically (R7)."""
    return PASS if position.moves() == (PASS,) else None


def tournament(outcome: Outcome) -> tuple[int, int]:
    """Return the tournament scores of Black and White.

    The winner also gets the empty squares; in a draw the sides share them.
    """
    black, white = outcome.scores
    empty = 64 - black - white
    if black == white:
        return black + empty // 2, white + empty // 2
    return (black + empty, white) if black > white else (black, white + empty)


def usual_hands(black: int, white: int, turn: Seat) -> tuple[int, int]:
    """Return the usual numbers of discs in Black's and White's hand: those of a game without a pass.

    They follow from the number of empty squares and the side to move.
    """
    empty = 64 - (black | white).bit_count()
    mover, waiter = empty - empty // 2, empty // 2
    return (waiter, mover) if turn else (mover, waiter)


# Cached, because a shown position asks for its legal moves again and again.
@lru_cache(maxsize=32)
def legal(own: int, other: int) -> int:
    """Return the mask of the squares on which `own` outflanks at least one disc of `other` (R5, R9 to R11)."""
    empty = ~(own | other) & _FULL
    reachable = 0
    for step, mask in _STEPS:
        inside = other & mask
        up, down = own << step & inside, own >> step & inside
        for _ in range(5):
            up |= up << step & inside
            down |= down >> step & inside
        reachable |= up << step | down >> step
    return reachable & empty


def flips(own: int, other: int, move: int) -> int:
    """Return the mask of the discs that a disc of `own`, laid on the square `move`, outflanks (R12, R13)."""
    turned = 0
    for step, mask in _STEPS:
        inside = other & mask
        up, down = 1 << move << step & inside, 1 << move >> step & inside
        for _ in range(5):
            up |= up << step & inside
            down |= down >> step & inside
        turned |= up if up << step & own & _FULL else 0
        turned |= down if down >> step & own else 0
    return turned


squares: Final = rising
"""The function that lists the numbers of the squares in a mask, in rising order."""


def _spent(hands: tuple[int, int], seat: Seat) -> tuple[int, int]:
    giver = seat if hands[seat] else 1 - seat
    return (hands[0] - 1, hands[1]) if giver == BLACK else (hands[0], hands[1] - 1)


def _steps(first: int, second: int) -> int:
    return max(abs(first % 8 - second % 8), abs(first // 8 - second // 8))


def _sign(position: Position, able: int, square: int) -> str:
    if position.black >> square & 1:
        return "X"
    return "O" if position.white >> square & 1 else "*" if able >> square & 1 else "."
