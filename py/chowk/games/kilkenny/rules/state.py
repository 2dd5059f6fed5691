"""The data of a position of Kilkenny Cats and its legal steps: KR-05 to KR-20, with B3-01 to B3-20.

`position` defines the effects of moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from chowk.core.position import CHANCE, Seat
from chowk.core.seat_draw import LETTERS, Side, Throws
from chowk.games.kilkenny.rules.board import FACES, HOLES, TABS, WAYS, Mask, Square, squares
from chowk.games.kilkenny.rules.house import BY_AGREEMENT, House


class Roll(NamedTuple):
    """A roll of the die, with the number on its face."""

    face: int


class Step(NamedTuple):
    """A cat's move from one square to another, given by the numbers of the squares."""

    start: Square
    end: Square


class Forfeit(NamedTuple):
    """A lost turn, because no cat can use the number on the die (KR-13). `reason` is the reason's name."""

    reason: str


Move: TypeAlias = Roll | Step | Forfeit
"""A move: a roll of the die, a cat's step, or a lost turn."""
FORFEIT: Final = Forfeit("NO_MOVE")
"""The move for a lost turn. A turn is lost for one reason only: no cat can use the number on the die."""
ROLLS: Final = tuple(Roll(face) for face in FACES)
"""The six possible rolls of the die, as moves."""
ODDS: Final = (1,) * len(ROLLS)
"""The weights of the six rolls, all equal."""
OFFERED: Final = 50
OFFERED_AGAIN: Final = 25
"""Number of further rounds without progress after which players are asked for a draw again.

They are first asked after `OFFERED` rounds. Progress is a capture, or a cat's arrival on its mouse (B3-14).
"""
NEEDED: Final = 2
"""Number of cats on their own mice that wins the game (KR-15)."""


class State(NamedTuple):
    """The data of a position: the cats, and the seat to roll or move.

    * `mover`: the seat that rolls or moves; `turn`: the same seat, or `CHANCE` before a roll.
    * `cats`: masks of squares by seat; `strays`: the mask of cats without an owner (B3-19).
    * `die`: the number on the die, 0 before the roll.
    * `quiet`: the turns since a cat was captured or reached its mouse (B3-14). It stays 0 under house rules that need
        no count.
    * `opening`: each seat's roll to decide who starts (B3-02). Empty later.
    * `sides`: the sides of the board where the seats are.
    * `placed`: empty unless a house rule lets play go on after the first winner. Then it is each seat's place, 0 for a
        seat that still plays.
    """

    turn: Seat
    mover: Seat
    cats: tuple[Mask, ...]
    strays: Mask
    die: int
    quiet: int
    opening: Throws
    sides: tuple[Side, ...]
    house: House
    placed: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """The number of players, two to four."""
        return len(self.sides)

    @property
    def side(self) -> Side:
        """The side of the board at which the player to roll or move sits."""
        return self.sides[self.mover]

    @property
    def colours(self) -> tuple[Side, ...]:
        """The colour of each seat, by the number of the side with this colour: 0 red, 1 blue, 2 yellow, 3 green.

        Two players sit opposite each other and have the colours of their sides, unless they chose red and blue (KR-06).
        """
        return self.sides if self.seats == 2 and not self.house.mixed else tuple(range(self.seats))

    @property
    def occupied(self) -> Mask:
        """The mask of all occupied squares."""
        occupied = self.strays
        for own in self.cats:
            occupied |= own
        return occupied


@lru_cache(maxsize=256)
def steps(position: State, seat: Seat, face: int) -> tuple[Step, ...]:
    """Return every legal step of the seat's cats with the number `face` on the die, sorted by start and end.

    The rules are KR-07 to KR-12 and KR-14 to KR-17.
    """
    own, home = position.cats[seat], HOLES[position.sides[seat]]
    occupied = position.occupied
    barred = own | closed(position, seat)
    return tuple(
        Step(start, target)
        for start in squares(own & ~home)
        for target, between, bit in WAYS[start][face]
        if not (between & occupied or bit & barred)
    )


def closed(position: State, seat: Seat) -> Mask:
    """Return the mask of the mice where the seat's cats may not stop: all mice but its own (KR-16, B3-05).

    Under the house rule `hunted` (B3-06), cats may also stop on a mouse that another player's cat occupies, unless the
    owner of the mouse has finished and the others play on.
    """
    others = TABS & ~HOLES[position.sides[seat]]
    if not position.house.hunted:
        return others
    opened = position.occupied & ~position.cats[seat]
    for rival in range(position.seats):
        if done(position, rival):
            opened &= ~HOLES[position.sides[rival]]
    return others & ~opened


def free(position: State, seat: Seat) -> Mask:
    """Return the mask of the seat's cats that can move: the cats that are not on its mice (KR-17)."""
    return position.cats[seat] & ~HOLES[position.sides[seat]]


def caught(position: State, seat: Seat) -> int:
    """Return the number of the seat's two mice (goal squares) that have a cat of the seat on them."""
    return (position.cats[seat] & HOLES[position.sides[seat]]).bit_count()


def hopeless(position: State, seat: Seat) -> bool:
    """Return True if the seat has too few cats left to put one on each of its two mice, and so to win (B3-16)."""
    return position.cats[seat].bit_count() < NEEDED


def done(position: State, seat: Seat) -> bool:
    """Return True if the seat has cats on both of its mice, in a game that goes on after the first winner."""
    return position.house.places and caught(position, seat) == NEEDED


def active(position: State, seat: Seat) -> bool:
    """Return True if the seat still plays: it can move a cat (KR-18, KR-19, B3-12), and has not finished.

    Under the house rule `resign`, a seat with too few cats to win does not play any more (B3-16).
    """
    if not free(position, seat) or done(position, seat):
        return False
    return not (position.house.resign and hopeless(position, seat))


def players(position: State) -> tuple[Seat, ...]:
    """Return the seats that still play."""
    return tuple(seat for seat in range(position.seats) if active(position, seat))


@lru_cache(maxsize=1 << 10)
def ending(position: State) -> str:
    """Return the reason why the game is over, or an empty text while it goes on.

    The reasons, in order of precedence:

    * `mice`: a player has cats on both mice (KR-15, B3-20).
    * `last`: only one player still plays (KR-18, B3-13).
    * `stuck`: nobody still plays (B3-15).
    * `counted` or `quiet`, by the house rule `counted`: too many rounds without progress (B3-14).

    A player with a cat off the mice can always move by some number, because near the mice there is always a square that
    cats may enter. If a house rule lets play go on after the first winner, cats on both mice do not end the
    game; once it is over, the reason is `mice`.
    """
    mice = any(caught(position, seat) == NEEDED for seat in range(position.seats))
    if mice and not position.house.places:
        return "mice"
    still = players(position)
    if len(still) > 1 and not progress_limit_reached(position):
        return ""
    if mice:
        return "mice"
    if len(still) < 2:
        return "last" if still else "stuck"
    return "counted" if position.house.counted else "quiet"


def progress_limit_reached(position: State) -> bool:
    """Return True if the number of rounds without progress has reached the limit of a house rule (B3-14).

    Progress is a capture, or a cat's arrival on its mouse.
    """
    limit = position.house.limit
    return bool(limit) and position.quiet >= limit * len(players(position))


def standing(position: State) -> tuple[int, ...]:
    """Return each seat's place, from 1, as the cats on the board show it; 0 for a seat that still plays.

    Seats with cats on both of their mice come first, in seat order: the board does not show who finished before whom.
    The next places are left for the seats that still play. The seats that can play no more without having finished
    share the place after all of these. The result is empty if the game ends with its first winner.
    """
    if not position.house.places:
        return ()
    seats = range(position.seats)
    finished, still = [seat for seat in seats if done(position, seat)], players(position)
    last_place = len(finished) + len(still) + 1
    return tuple(finished.index(seat) + 1 if seat in finished else 0 if seat in still else last_place for seat in seats)


def quiet_rounds(position: State) -> int:
    """Return the number of rounds since a cat was last captured or reached its mouse.

    A round is one turn of each player who still plays.
    """
    return position.quiet // max(1, len(players(position)))


def offers_draw(position: State) -> bool:
    """Return True if the players are asked now, before the roll, to agree to a draw (B3-14).

    They are asked after 50 rounds in which no cat was captured or reached its mouse, and after every 25 more rounds.
    """
    if position.house.rounds != BY_AGREEMENT or position.turn != CHANCE or ending(position):
        return False
    still = len(players(position))
    beyond = position.quiet - OFFERED * still
    return beyond >= 0 and beyond % (OFFERED_AGAIN * still) == 0


def agreeing(position: State) -> tuple[Seat, ...]:
    """Return the seats that share an agreed draw: those that still play, or all seats.

    It is all seats if a house rule ends quiet games automatically, and no house rule lets play go on after the first
    winner.
    """
    if position.house.rounds == BY_AGREEMENT or position.house.places:
        return players(position)
    return tuple(range(position.seats))


def letter(position: State, seat: Seat) -> str:
    """Return the letter of the side of the board where a seat is: S, W, N or E."""
    return LETTERS[position.sides[seat]]
