"""Positions of Patchwork, their legal moves, and the effects of moves: R1 to R39.

Events use the names of the view's sprites and spots:

* `patch 14` is a patch on a quilt.
* `single 26` is the single patch from space 26 of the time track. It is on the track until it is sewn on.
* `token 0` is a seat's time token.
* `space 26` is a space of the track.
* `e5` is a cell of the mover's quilt.

Gains are named `buttons` (earned by an advance or, if the number is negative, paid as a price), `income` (at a marker),
`single` (a single patch) and `tile` (the bonus tile).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from chowk.core.events import Captured, Event, Gained, Moved, Passed, Placed
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import CELLS, FULL, NAMES, Mask, covers_square, fits, placement_mask, placements
from chowk.games.patchwork.rules.state import (
    ADVANCE,
    NOBODY,
    NONE,
    REACH,
    TILE,
    Advance,
    Lone,
    Move,
    Place,
    PlayerState,
    Sewn,
    Single,
    State,
    Take,
    score,
)
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS, Space, passed

_SINGLES: Final = tuple(Single(cell) for cell in range(CELLS))


@cache
def _places(patch: PatchId) -> tuple[tuple[Place, Mask], ...]:
    """Return every placement of a patch on an empty board: the move and the mask of the covered cells."""
    return tuple((Place(turned, cell), mask) for turned, cell, mask in placements(patch))


class Position(State):
    """A position of Patchwork: its data (`State`), and its legal moves with their effects, events and refusals.

    Modules that are rarely needed are imported on demand.
    """

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """Return the legal moves.

        If a single patch must be sewn on, they are the cells in order. If a patch is in hand, they are its placements
        by shape and cell. Otherwise they are the purchases in the order of the queue and then the advance.
        """
        quilt = self.own.quilt
        if self.single:
            return tuple(move for move in _SINGLES if not quilt >> move.cell & 1)
        if self.hand:
            return tuple(place for place, mask in _places(self.hand) if not mask & quilt)
        if self.over:
            return ()
        return (*(Take(patch) for patch in self.queue[:REACH] if buyable(self.own, patch)), ADVANCE)

    def odds(self) -> Sequence[int]:
        """Return an empty sequence, because the game has no chance moves (R1)."""
        return ()

    def play(self, move: Move) -> Position:
        """Return the position after a move, which is one step of a turn."""
        if isinstance(move, Place):
            return _placed(self, move)
        if isinstance(move, Take):
            return _after_purchase(self, move)
        if isinstance(move, Single):
            return _singled(self, move)
        return _advanced(self)

    def outcome(self) -> Outcome | None:
        """Return the outcome once both tokens are in the centre, otherwise None.

        The higher score wins. A tie goes to the player who came to the centre first (R38, R39).
        """
        if not self.over:
            return None
        scores = (score(self, 0), score(self, 1))
        if scores[0] == scores[1]:
            return Outcome((2, 1) if self.turn == 0 else (1, 2), scores, "first_there")
        return Outcome((1, 2) if scores[0] > scores[1] else (2, 1), scores, "score")

    def events(self, move: Move) -> Sequence[Event]:
        """Return the events of a move in order.

        They are the payment or the sewing, the time token's path, and the gains on the path.
        """
        seat, next_position = self.turn, self.play(move)
        if isinstance(move, Take):
            price = PATCHES[move.patch].price
            return (Gained(seat, "buttons", -price),) if price else ()
        if isinstance(move, Single):
            came = f"single {self.single}"
            sewn: Event = Moved(seat, came, (f"space {self.single}", NAMES[move.cell]), came)
            return (sewn, *_tile(self, next_position))
        spaces = self.players[seat].space, next_position.players[seat].space
        if isinstance(move, Place):
            sewn = Placed(seat, f"patch {self.hand}", NAMES[move.corner])
            return (sewn, *_tile(self, next_position), *_token_events(self, next_position, spaces))
        return _token_events(self, next_position, spaces, Gained(seat, "buttons", spaces[1] - spaces[0]))

    def refusal(self, spots: Sequence[Spot]) -> Refusal | None:
        """Return the reason why no legal move begins with `spots`, or None if one does.

        `refusals.REASONS` lists the reasons.
        """
        from chowk.games.patchwork.rules import refusals

        return refusals.refusal(self, spots)

    def __str__(self) -> str:
        """Return a diagram: both quilts with the patches as letters, the players' possessions, and the queue."""
        from chowk.games.patchwork.rules import diagram

        return diagram.diagram(self)


def buyable(player: PlayerState, patch: PatchId) -> bool:
    """Return True if the player can pay for the patch (R20) and it fits the player's quilt (R24)."""
    return PATCHES[patch].price <= player.buttons and fits(patch, player.quilt)


def reached(position: Position, move: Place | Advance) -> Space:
    """Return the space to which the move takes the time token (R15, R17, R25)."""
    if isinstance(move, Place):
        return min(CENTRE, position.own.space + PATCHES[position.hand].time)
    return min(CENTRE, position.other.space + 1)


def _after_purchase(position: Position, move: Take) -> Position:
    turn, players, queue, _, single, tile, house = position
    place = queue.index(move.patch)
    player = players[turn]
    paid = player._replace(buttons=player.buttons - PATCHES[move.patch].price)
    next_queue = queue[place + 1 :] + queue[:place]
    return Position(turn, _seated(players, turn, paid), next_queue, move.patch, single, tile, house)


def _placed(position: Position, move: Place) -> Position:
    space, buttons, income, quilt, sewn, lone = position.own
    hand = position.hand
    quilt |= placement_mask(hand, move.turned, move.corner)
    income += PATCHES[hand].income
    player = PlayerState(space, buttons, income, quilt, (*sewn, Sewn(hand, *move)), lone)
    return _ahead(position, player, reached(position, move), _owner(position, quilt))


def _advanced(position: Position) -> Position:
    player = position.own
    space = reached(position, ADVANCE)
    paid = player._replace(buttons=player.buttons + space - player.space)
    return _ahead(position, paid, space, position.tile)


def _singled(position: Position, move: Single) -> Position:
    player = position.own
    quilt = player.quilt | 1 << move.cell
    sewn = player._replace(quilt=quilt, lone=(*player.lone, Lone(position.single, move.cell)))
    players = _seated(position.players, position.turn, sewn)
    tile = _owner(position, quilt)
    return Position(_next(players, position.turn), players, position.queue, NONE, NONE, tile, position.house)


def _ahead(position: Position, player: PlayerState, space: Space, tile: Seat) -> Position:
    """Return the position after the player to move has moved the token to a space (R27, R29).

    `player` is the player's state just before the token moves, and `tile` the owner of the bonus tile.
    """
    start = player.space
    paid = player.buttons + player.income * len(passed(MARKERS, start, space))
    player = player._replace(space=space, buttons=paid)
    players = _seated(position.players, position.turn, player)
    single = claimed(position, space) if player.quilt != FULL else NONE  # a full quilt loses the single patch (R31)
    turn = position.turn if single else _next(players, position.turn)
    return Position(turn, players, position.queue, NONE, single, tile, position.house)


def claimed(position: Position, space: Space) -> Space:
    """Return the space of the single patch that the player to move wins by moving to a space, or `NONE`.

    A move never wins two (R33). A purchase moves the token at most six spaces, and single patches are at least six
    spaces apart. An advance ends just one space beyond the other token, and single patches up to that token are gone.
    """
    furthest = max(position.own.space, position.other.space)
    return next(iter(passed(TRACKS[position.house.track], furthest, space)), NONE)


def _owner(position: Position, quilt: Mask) -> Seat:
    """Return the owner of the bonus tile after the quilt of the player to move has become `quilt` (R34)."""
    if position.tile != NOBODY or not position.house.seven:
        return position.tile
    return position.turn if covers_square(quilt) else NOBODY


def _next(players: tuple[PlayerState, PlayerState], mover: Seat) -> Seat:
    """Return the seat to move after `mover`: the seat whose token is behind (R9 to R12, R14).

    On equal spaces `mover` moves again, because its token came to the space last.
    """
    return mover if players[mover].space <= players[1 - mover].space else 1 - mover


def _seated(
    players: tuple[PlayerState, PlayerState], seat: Seat, player: PlayerState
) -> tuple[PlayerState, PlayerState]:
    return (players[0], player) if seat else (player, players[1])


def _tile(earlier: Position, later: Position) -> tuple[Event, ...]:
    return (Gained(earlier.turn, "tile", TILE),) if earlier.tile != later.tile else ()


def _token_events(before: Position, after: Position, ahead: tuple[Space, Space], *between: Event) -> tuple[Event, ...]:
    seat, (start, end) = before.turn, ahead
    income = after.players[seat].income
    paid = tuple(Gained(seat, "income", income) for _ in passed(MARKERS, start, end) if income)
    token = f"token {seat}"
    path = tuple(f"space {space}" for space in range(start, end + 1))
    return (Moved(seat, token, path, token), *between, *paid, *_claim(before, end, after))


def _claim(before: Position, end: Space, after: Position) -> tuple[Event, ...]:
    space = claimed(before, end)
    if not space:
        return ()
    if after.single:
        return (Gained(before.turn, "single", 1),)
    return Passed(before.turn, "full"), Captured(before.turn, f"single {space}", f"space {space}")
