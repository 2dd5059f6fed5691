"""The rules of American Checkers: positions, legal moves, outcomes and refusals.

C1 to C25 are the rules of the rule book, D1 to D4 the rules on draws and ballot openings.

The 32 dark squares are numbered 1 to 32, Black's back row first, each row from White's left to White's right. A move is
the path of one piece, the numbers of the squares that it visits: `(11, 15)` is a step, `(22, 15, 8)` a jump of two
legs. The captured pieces follow from the path.

A set of squares is a mask of 35 bits. Square `n` has bit `n - 1 + (n - 1) // 8`. Every ninth bit is a gap. So a step is
a shift by 4 or 5 from any square, and a step that would leave the board at the side ends in a gap.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from chowk.core import chance
from chowk.core.defaults import PASS as PASS
from chowk.core.defaults import agreed as agreed
from chowk.core.defaults import agreeing as agreeing
from chowk.core.defaults import throwing as throwing
from chowk.core.events import Captured, Event, Moved, Promoted
from chowk.core.game import Choice, Option, Terms
from chowk.core.message import say, say_in
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.checkers.rules.ballots import BALLOTS as BALLOTS  # part of the rules
from chowk.games.checkers.rules.ballots import OPENINGS as OPENINGS
from chowk.games.checkers.rules.ballots import Ballot as Ballot

Move: TypeAlias = tuple[int, ...]
"""The numbers of the squares that a piece visits, beginning with the square where it starts."""

BLACK: Final[Seat] = 0
"""The side that moves first (C23): Red on the board, Black in the books (C6)."""
WHITE: Final[Seat] = 1

NAMES: Final[tuple[Spot, ...]] = tuple(str(square) for square in range(33))
"""The name (spot) of each square, by the square's number. There is no square 0."""
SQUARE: Final[Mapping[Spot, int]] = {name: square for square, name in enumerate(NAMES) if square}
"""The number of each square, by its name."""
LIGHT: Final[Spot] = "light"
"""The name (spot) that stands for all light squares. Pointing at them is always refused (C4)."""

BIT: Final[tuple[int, ...]] = (0, *(1 << square - 1 + (square - 1) // 8 for square in range(1, 33)))
"""The mask that contains only one square, by the square's number. Entry 0 is an empty mask."""
NUMBER: Final[Mapping[int, int]] = {bit: square for square, bit in enumerate(BIT) if square}
"""The number of a square, by its mask."""
BOARD: Final = sum(BIT)
"""The mask of all dark squares."""
CROWN: Final = (sum(BIT[29:33]), sum(BIT[1:5]))
"""By seat: the mask of the side's king row, on which its men are crowned."""
MIDDLE: Final = (14, 15, 18, 19)
"""The numbers of the squares in the middle of the board."""
KING: Final = 2
"""The index of the entry for kings in tables such as `WALKS`. The index for the men of a side is the side's seat."""

# By manner of moving: distances from a square's bit index to its neighbours', in rising order. Black's men go up.
_STEPS: Final = ((4, 5), (-5, -4), (-5, -4, 4, 5))


def _shifted(bit: int, step: int) -> int:
    return (bit << step if step > 0 else bit >> -step) & BOARD


def _walks(bit: int, steps: Sequence[int]) -> tuple[tuple[int, Move], ...]:
    ends = (_shifted(bit, step) for step in steps)
    return tuple((landing, (NUMBER[bit], NUMBER[landing])) for landing in ends if landing)


def _leaps(bit: int, steps: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    ways = ((over, _shifted(over, step)) for step in steps if (over := _shifted(bit, step)))
    return tuple((over, landing, NUMBER[landing]) for over, landing in ways if landing)


WALKS: Final = tuple({bit: _walks(bit, steps) for bit in BIT[1:]} for steps in _STEPS)
"""The steps from each square: first by the kind of piece, then by the square's bit.

The kind of piece is a seat, for the men of that seat, or `KING`. Each step is a pair of the bit of the square where it
ends, and the step as a move.
"""
LEAPS: Final = tuple({bit: _leaps(bit, steps) for bit in BIT[1:]} for steps in _STEPS)
"""The jumps of one leg from each square: first by the kind of piece, then by the square's bit.

The kind of piece is a seat, for the men of that seat, or `KING`. Each jump is a tuple of the bit of the square jumped
over, the bit of the landing square, and the landing square's number.
"""
_OVER: Final[Mapping[Move, int]] = {
    (NUMBER[bit], landing): over for bit, leaps in LEAPS[KING].items() for over, _, landing in leaps
}
"""The bit of the square that a leg of a jump passes over, by the numbers of the leg's first and last squares."""


REPEATS: Final = 3
"""Number of occurrences of a position that makes a draw (D1)."""
QUIET: Final = 80
"""Number of consecutive plies without a capture or a man's move that makes a draw: 40 moves a side (D2)."""


class House(NamedTuple):
    """The house rules on draws: whether the program declares draws by repetition (D1) and by the 40-move rule (D2)."""

    repetition: bool = True
    forty: bool = True


class Position(NamedTuple):
    """A position: pieces, side to move, the count for the 40-move rule, and the house rules on draws.

    `black` and `white` are masks of pieces. `kings` is the mask of the kings of both sides. `quiet` counts the plies
    since a piece was captured or a man moved.
    """

    black: int
    white: int
    kings: int
    turn: Seat = BLACK
    quiet: int = 0
    house: House = House()

    @property
    def seats(self) -> int:
        """The number of players: two."""
        return 2

    @property
    def own(self) -> int:
        """The mask of the pieces of the side to move."""
        return self.white if self.turn else self.black

    @property
    def other(self) -> int:
        """The mask of the pieces of the other side."""
        return self.black if self.turn else self.white

    @property
    def key(self) -> tuple[int, int, int, Seat]:
        """The key that recognises repetitions of the position (D1): three masks and the side to move."""
        return self[:4]

    @property
    def drawn(self) -> bool:
        """True if the 40-move rule makes a draw (D2). Even then, a side that cannot move has lost (D3)."""
        return self.house.forty and self.quiet >= QUIET

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves in the order of their paths: the jumps if there are any (C17), otherwise the steps.

        The result is empty at the end of the game.
        """
        return () if self.drawn else jumps(self) or steps(self)

    def odds(self) -> tuple[int, ...]:
        """Return an empty tuple, because the game has no chance moves."""
        return ()

    def play(self, move: Move) -> Position:
        """Return the position after a step or a complete jump. A man that reaches its king row is crowned (C21)."""
        black, white, kings, turn, quiet, house = self
        start, target = BIT[move[0]], BIT[move[-1]]
        captured = jumped(move)
        calm = quiet + 1 if kings & start and not captured else 0
        rises = kings & start or target & CROWN[turn]
        kings = kings & ~(start | captured) | (target if rises else 0)
        if turn:
            return Position(black & ~captured, white & ~start | target, kings, BLACK, calm, house)
        return Position(black & ~start | target, white & ~captured, kings, WHITE, calm, house)

    def outcome(self) -> Outcome | None:
        """Return the outcome of a game that is over, otherwise None.

        A side that cannot move has lost (C24), even if the count for the 40-move rule is full (D3). Otherwise a full
        count is a draw (D2).
        """
        if not jumpers(self) and not steps(self):
            return Outcome((1, 2) if self.turn else (2, 1), (), "blocked" if self.own else "no_pieces")
        return Outcome((1, 1), (), "forty_moves") if self.drawn else None

    def events(self, move: Move) -> tuple[Event, ...]:
        """Return the events of a move.

        The piece moves, the jumped pieces are captured in order, and a man may be crowned.
        """
        path = _names(move)
        captures = (Captured(self.turn, spot, spot, step=step) for step, spot in enumerate(_names(over(move)), 1))
        events: tuple[Event, ...] = (Moved(self.turn, path[0], path, path[-1]), *captures)
        return (*events, Promoted(self.turn, path[-1], path[-1])) if crowns(self, move) else events

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return the first reason why `spots` begin no legal path; None if they begin one, or if no move is legal.

        The refusal's cause names the spots to highlight: the pieces that must capture, the squares to continue to, or
        the piece or square in the way. Any spot that is not a dark square, such as `LIGHT`, gets the refusal for light
        squares. `REASONS` lists all reasons.
        """
        paths = self.moves()
        if not paths or not spots:
            return None
        if not all(spot in SQUARE for spot in spots):
            return _refused("NOT_DARK_SQUARE")
        path = tuple(SQUARE[spot] for spot in spots)
        for depth in range(1, len(path) + 1):
            if not any(legal[:depth] == path[:depth] for legal in paths):
                return _piece_refused(self, path[0]) if depth == 1 else _way_refused(self, path[:depth], paths)
        return None

    def __str__(self) -> str:
        """Return a diagram, Black's back row on top: `b` and `w` men, `B` and `W` kings, `.` an empty dark square."""
        signs = [_sign(self, square) for square in range(1, 33)]
        rows = (signs[start : start + 4] for start in range(0, 32, 4))
        lines = (("" if row % 2 else "  ") + "   ".join(line) for row, line in enumerate(rows))
        return "\n".join((*lines, f"{'White' if self.turn else 'Black'} to move"))


START: Final = Position(sum(BIT[1:13]), sum(BIT[21:33]), 0)
"""The starting position: twelve men a side on the squares nearest the players, Black to move (C8, C23)."""


def jumpers(position: Position) -> int:
    """Return the mask of the pieces of the side to move that can jump and therefore must (C11, C12, C17)."""
    black, white, kings, turn, _, _ = position
    own, other = (white, black) if turn else (black, white)
    free = BOARD & ~(black | white)
    down, up = (own, own & kings) if turn else (own & kings, own)
    upward = up & (other >> 4 & free >> 8 | other >> 5 & free >> 10)
    return upward | down & (other << 4 & free << 8 | other << 5 & free << 10)


def jumps(position: Position) -> tuple[Move, ...]:
    """Return every complete jump of the side to move, sorted by path (C11 to C16, C18, C19)."""
    movers = jumpers(position)
    if not movers:
        return ()
    black, white, kings, turn, _, _ = position
    other, free = (black if turn else white), BOARD & ~(black | white)
    paths: list[Move] = []
    while movers:
        bit = movers & -movers
        movers ^= bit
        _extend((NUMBER[bit],), bit, LEAPS[KING if kings & bit else turn], other, free | bit, paths)
    return tuple(paths)


def _extend(
    path: Move,
    bit: int,
    leaps: Mapping[int, tuple[tuple[int, int, int], ...]],
    other: int,
    free: int,
    paths: list[Move],
) -> None:
    # A man that reaches its king row finds no leap there: it becomes a king only on its next turn (C22). A jumped piece
    # leaves `other`, so it is jumped only once (C16). Its square cannot be a landing square, because jumps keep to
    # every second row.
    ends = True
    for over, landing, square in leaps[bit]:
        if over & other and landing & free:
            ends = False
            _extend((*path, square), landing, leaps, other ^ over, free, paths)
    if ends:
        paths.append(path)


def steps(position: Position) -> tuple[Move, ...]:
    """Return every step of the side to move, in the order of their paths (C10)."""
    black, white, kings, turn, _, _ = position
    movers, free = (white if turn else black), BOARD & ~(black | white)
    paths: list[Move] = []
    while movers:
        bit = movers & -movers
        movers ^= bit
        for landing, move in WALKS[KING if kings & bit else turn][bit]:
            if landing & free:
                paths.append(move)
    return tuple(paths)


def jumped(move: Move) -> int:
    """Return the mask of the pieces that a move captures (C14)."""
    captured = _OVER.get(move[:2], 0)
    for leg in range(1, len(move) - 1):
        captured |= _OVER[move[leg : leg + 2]]
    return captured


def over(move: Move) -> tuple[int, ...]:
    """Return the squares that a move jumps over, in the order of its legs. Empty for a step."""
    return tuple(NUMBER[_OVER[leg]] for leg in pairwise(move) if leg in _OVER)


def crowns(position: Position, move: Move) -> bool:
    """Return True if a move crowns a man (C21)."""
    return not position.kings & BIT[move[0]] and bool(CROWN[position.turn] & BIT[move[-1]])


def squares(mask: int) -> tuple[int, ...]:
    """Return the numbers of the squares in a mask, in rising order."""
    return tuple([square for square, bit in enumerate(BIT) if bit & mask])


OPTIONS: Final = (
    Option(
        "repetition",
        say("Draw by repetition"),
        (
            Choice("on", say("When a position occurs for the third time")),
            Choice("off", say_in("draw by repetition", "Off")),
        ),
    ),
    Option(
        "forty",
        say("40-move rule"),
        (
            Choice("on", say("Draw after 40 moves a side without a capture or a man's move")),
            Choice("off", say_in("40-move rule", "Off")),
        ),
    ),
    Option(
        "ballot",
        say("Three-move opening"),
        (
            Choice("off", say_in("three-move opening", "Off")),
            Choice("156", say("One of all 156 that are played")),
            Choice("144", say("One of the 144 for play across the board")),
            Choice("12", say("One of the 12 for play by mail")),
        ),
    ),
)
"""The house rules that players choose before a game."""

EARLIER: Final[Mapping[int, Terms]] = {
    1: {
        "repetition": ("on", "off"),
        "forty": ("on", "off"),
        "ballot": ("off", "156", "144", "12"),
    },
}
"""The house rules in earlier editions, by edition, with their choices; see `chowk.core.rule_options`."""


def start(seats: int, options: Mapping[str, str], seed: int) -> Position:  # noqa: ARG001 - there are always two
    """Return the starting position under the house rules in `options`. `seats` is always 2.

    If the house rules ask for a ballot opening, it is the position after that opening's three moves. The seed
    determines the opening.
    """
    house = House(options.get("repetition") != "off", options.get("forty") != "off")
    position = START._replace(house=house)
    deck_name = options.get("ballot", "off")
    deck = [ballot for ballot in BALLOTS if ballot.deck and deck_name in ("156", ballot.deck)]
    if deck:
        for move in deck[chance.below(len(deck), seed, 0)].moves:
            position = position.play(move)
    return position


def house_rules(position: Position) -> House:
    """Return the house rules on draws under which a position is played."""
    return position.house


def forced(position: Position) -> Move | None:  # noqa: ARG001 - even an only move is the player's to make
    """Return None, because no move is made automatically, not even an only move."""
    return None


def obliged(position: Position) -> tuple[Spot, ...]:
    """Return the spots of the pieces that can capture and therefore must (C2, C17)."""
    return tuple(NAMES[square] for square in squares(jumpers(position)))


def recurring(position: Position) -> Hashable | None:
    """Return the key that recognises repetitions of a position, or None if the house rules do not count them."""
    return position.key if position.house.repetition else None


def ended(position: Position, times: int) -> Outcome | None:
    """Return a draw if a position has occurred three times and the house rules count repetitions (D1), otherwise None.

    `times` is the number of occurrences of the position.
    """
    return Outcome((1, 1), (), "repetition") if position.house.repetition and times >= REPEATS else None


REASONS: Final[Mapping[str, str]] = {
    "NOT_DARK_SQUARE": "C4",
    "NO_PIECE": "C1",
    "NOT_YOUR_PIECE": "C23",
    "MUST_CAPTURE": "C17",
    "PIECE_BLOCKED": "C10",
    "OCCUPIED": "C10",
    "NOT_DIAGONAL": "C10",
    "TOO_FAR": "C10",
    "MEN_FORWARD_ONLY": "C10",
    "JUMP_BEYOND": "C11",
    "BLOCKED_JUMP": "C11",
    "MEN_JUMP_FORWARD": "C12",
    "WHICH_WAY": "C13",
    "OWN_PIECE_JUMP": "C15",
    "JUMPED_TWICE": "C16",
    "MUST_CONTINUE": "C18",
    "ALREADY_CROWNED": "C22",
    "ONE_MOVE": "C23",
}
"""The id of the rule that each reason for a refusal rests on, by the name of the reason."""


def _refused(reason: str, *cause: int) -> Refusal:
    return Refusal(reason, _names(cause), REASONS[reason])


def _piece_refused(position: Position, square: int) -> Refusal:
    bit, must = BIT[square], jumpers(position)
    if bit & position.other:
        return _refused("NOT_YOUR_PIECE", square)
    if not bit & position.own:
        return _refused("NO_PIECE", square)
    if must:
        return _refused("MUST_CAPTURE", *squares(must))
    return _refused("PIECE_BLOCKED", *squares(_beside(_manner(position, square), square)))


def _way_refused(position: Position, path: Move, paths: Sequence[Move]) -> Refusal:
    # All but the last square of `path` begin at least one of `paths`. With the last square it fits none of them.
    prefix, square, target = path[:-1], path[-2], path[-1]
    ways = [legal for legal in paths if legal[: len(prefix)] == prefix]
    onward = dict.fromkeys(legal[len(prefix)] for legal in ways if len(legal) > len(prefix))
    later = any(target in legal[len(prefix) :] for legal in ways)
    risen = _risen(position, ways, target)
    captured, must, bit, middle = jumped(prefix), jumpers(position), BIT[target], _OVER.get((square, target), 0)
    own = position.own & ~BIT[prefix[0]] if captured else position.own
    near, front = _beside(KING, square), _beside(_manner(position, prefix[0]), square)
    facing = (bit & near | middle) & position.other
    checks: tuple[tuple[object, str, Sequence[int]], ...] = (
        (not onward and risen, "ALREADY_CROWNED", (risen,)),
        (not onward, "ONE_MOVE", (square,)),
        (later, "WHICH_WAY", tuple(onward)),
        ((bit | middle) & captured, "JUMPED_TWICE", squares((bit | middle) & captured)),
        (facing & ~front, "MEN_JUMP_FORWARD", squares(facing)),
        (facing & bit, *_behind(square, target, BOARD & ~(own | position.other))),
        (middle & own, "OWN_PIECE_JUMP", squares(middle)),
        (bit & near & ~front & ~own and not captured, "MEN_FORWARD_ONLY", (target,)),
        (risen, "ALREADY_CROWNED", (risen,)),
        (captured, "MUST_CONTINUE", tuple(onward)),
        (must, "MUST_CAPTURE", squares(must)),
        (bit & (own | position.other), "OCCUPIED", (target,)),
        (_aligned(square, target), "TOO_FAR", (target,)),
        (True, "NOT_DIAGONAL", (target,)),
    )
    return next(_refused(reason, *cause) for holds, reason, cause in checks if holds)


def _risen(position: Position, ways: Sequence[Move], target: int) -> int:
    # Return the square where one of `ways` crowns a man that could jump to `target` if it were a king already (C22).
    free = BOARD & ~(position.own | position.other)
    for path in ways:
        remaining = position.other & ~jumped(path) if crowns(position, path) else 0
        if any(over & remaining and landing & free & BIT[target] for over, landing, _ in LEAPS[KING][BIT[path[-1]]]):
            return path[-1]
    return 0


def _behind(start: int, target: int, free: int) -> tuple[str, Sequence[int]]:
    # The player points at the piece to jump instead of the square behind it, which may be taken or off the board.
    for over, landing, landing_square in LEAPS[KING][BIT[start]]:
        if over == BIT[target]:
            return ("JUMP_BEYOND" if landing & free else "BLOCKED_JUMP", (landing_square,))
    return "BLOCKED_JUMP", (target,)


def _beside(manner: int, square: int) -> int:
    return sum(landing for landing, _ in WALKS[manner][BIT[square]])


def _aligned(first: int, second: int) -> bool:
    row, column = divmod(first - 1, 4)
    other_row, other_column = divmod(second - 1, 4)
    across = 2 * (other_column - column) - other_row % 2 + row % 2
    return abs(across) == abs(other_row - row)


def _manner(position: Position, square: int) -> int:
    return KING if position.kings & BIT[square] else position.turn


def _names(path: Sequence[int]) -> tuple[Spot, ...]:
    return tuple(NAMES[square] for square in path)


def _sign(position: Position, square: int) -> str:
    bit = BIT[square]
    if not bit & (position.black | position.white):
        return "."
    return "bBwW"[2 * bool(bit & position.white) + bool(bit & position.kings)]
