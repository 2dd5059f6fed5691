"""The words of Patchwork: messages for patches, quilts, the time track, the effects of a turn, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from chowk.core.message import Listed, Message, PlayerName, say, say_in, say_many
from chowk.core.position import Outcome, Refusal, Seat, Spot
from chowk.games.api import Fact, Offer, Tag, Tally
from chowk.games.api.fallbacks import GIVEN_UP, given_up
from chowk.games.patchwork.rules import (
    ADVANCE_SPOT,
    NOBODY,
    Advance,
    Move,
    Place,
    PlayerState,
    Position,
    Single,
    Take,
)
from chowk.games.patchwork.rules import (
    score as score_now,
)
from chowk.games.patchwork.rules.facts import (
    Forecast,
    empty,
    forecast,
    if_both_pass,
    left_for_square,
    markers_left,
    next_income,
    next_single,
    three_after,
)
from chowk.games.patchwork.rules.facts import (
    offer as offer_of,
)
from chowk.games.patchwork.rules.patches import PATCHES, PatchId
from chowk.games.patchwork.rules.quilt import CELL, NAMES, cells, placement_mask
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS
from chowk.games.patchwork.speech_shapes import SHAPES, TURNED

SEATS: Final = (say_in("side", "Red"), say_in("side", "Blue"))
"""The names of the two players, by seat."""
TOKENS: Final = ("red", "blue")
"""The name of the drawing of a player's time token, by seat."""
BOARD: Final = say("Quilt of 9 by 9 cells, and the time track round it")
"""The name of the board for screen readers."""
OFFERS: Final = say("Patches for sale, and going ahead")
"""The name for screen readers of the list of offers beside the board."""

_REFUSALS: Final[Mapping[str, Callable[[Listed, int], Message]]] = {
    "TOO_EXPENSIVE": lambda _, lack: say_many(
        "You have {count} button too few for this patch. Choose a cheaper one, or go ahead to earn buttons.",
        "You have {count} buttons too few for this patch. Choose a cheaper one, or go ahead to earn buttons.",
        lack,
    ),
    "NO_ROOM": lambda *_: say("There is no room for this on your quilt, however it is turned. Choose something else."),
    "NO_ROOM_SO": lambda *_: say("Turned like this it fits nowhere on your quilt. Turn it some other way."),
    "NOT_IN_NEXT_THREE": lambda *_: say("Only the next three patches can be bought. The others come nearer later."),
    "SEWN_ON": lambda *_: say("This patch is sewn on a quilt already."),
    "CHOOSE_FIRST": lambda *_: say("First choose one of the next three patches, or go ahead."),
    "ADVANCE_CHOSEN": lambda *_: say("You chose to go ahead. Confirm it, or choose a patch first."),
    "PLACE_FIRST": lambda *_: say("You have bought a patch. Sew it on your quilt first."),
    "TURN_FIRST": lambda *_: say("First say how the patch is to be turned, then where it is to lie."),
    "OUTSIDE": lambda *_: say("The patch would hang over the edge of the quilt. Move it inwards."),
    "OVERLAP": lambda covered, _: say("There is cloth already on {cells}. Patches may not overlap.", cells=covered),
    "PLACE_1X1_FIRST": lambda *_: say("You have won a single patch. Sew it on an empty cell of your quilt first."),
    "GAME_OVER": lambda *_: say("The game is over: both players have come to the end of the time track."),
}

_WON: Final[Mapping[str, Callable[[PlayerName, PlayerName, Sequence[int]], Message]]] = {
    "score": lambda winner, _, scores: say(
        "{player} wins: {most} to {least} points.", player=winner, most=max(scores), least=min(scores)
    ),
    "first_there": lambda winner, _, scores: say(
        "{player} wins: both have {points} points, and {player} came to the end of the track first.",
        player=winner,
        points=max(scores),
    ),
}


# Spots --------------------------------------------------------------------------------------------------------------


def spot(position: Position, spot: Spot) -> Message:
    """Describe a spot: a cell of the first player's quilt, a space of the track, a patch, or a way to turn a patch."""
    if spot.startswith("turned "):
        return TURNED[spot.removeprefix("turned ")]
    if spot == ADVANCE_SPOT or spot.startswith("patch "):
        return offer(position, spot).description
    return cell(position, 0, spot)


def cell(position: Position, seat: Seat, spot: Spot) -> Message:
    """Describe a cell of a player's quilt and its patch, or a space of the track and what is on it."""
    if spot not in CELL:
        return _space(position, int(spot.removeprefix("space ")))
    return _cells(position.players[seat])[CELL[spot]]


@lru_cache(maxsize=8)
def _cells(player: PlayerState) -> tuple[Message, ...]:
    """Return the description of every cell of a player's quilt, by the cell's number."""
    on: dict[int, Message] = {lone.cell: say("{cell}, single patch", cell=NAMES[lone.cell]) for lone in player.lone}
    for piece in player.sewn:
        for cell in cells(placement_mask(piece.patch, piece.turned, piece.cell)):
            on[cell] = say("{cell}, {shape}", cell=NAMES[cell], shape=SHAPES[piece.patch])
    return tuple(on.get(cell) or say("{cell}, empty", cell=name) for cell, name in enumerate(NAMES))


def _space(position: Position, space: int) -> Message:
    return _track(position)[space]


# Cached, because the boards of both players show the track.
@lru_cache(maxsize=4)
def _track(position: Position) -> tuple[Message, ...]:
    """Return the description of every space of the track."""
    return tuple([_described_space(position, space) for space in range(CENTRE + 1)])


def _described_space(position: Position, space: int) -> Message:
    occupants = [PlayerName(seat) for seat, player in enumerate(position.players) if player.space == space]
    feature = _space_contents(position, space)
    if len(occupants) == 2:
        return say("Space {space}, {thing}, both players", space=space, thing=feature)
    if occupants:
        return say("Space {space}, {thing}, {player}", space=space, thing=feature, player=occupants[0])
    return say("Space {space}, {thing}", space=space, thing=feature)


def _space_contents(position: Position, space: int) -> Message:
    if space in MARKERS:
        return say("income at the end of the track") if space == CENTRE else say("income")
    has_single = space > max(player.space for player in position.players) or space == position.single
    return say("single patch") if space in TRACKS[position.house.track] and has_single else say("nothing special")


def describe_board(position: Position, seat: Seat) -> Message:
    """Describe a whole quilt: the numbers of patches, of empty cells, and of cells missing for the bonus tile."""
    player = position.players[seat]
    return say_many(
        "Quilt of {player}: {count} patch, {empty} empty cells, {missing} missing for 7 by 7. View it",
        "Quilt of {player}: {count} patches, {empty} empty cells, {missing} missing for 7 by 7. View it",
        len(player.sewn) + len(player.lone),
        player=PlayerName(seat),
        empty=empty(player),
        missing=left_for_square(player)[0],
    )


# Offers -------------------------------------------------------------------------------------------------------------


def offer(position: Position, spot: Spot) -> Offer:
    """Describe a patch with its price, time, income and availability, or an advance with its gains."""
    if spot == ADVANCE_SPOT:
        return _advance(position)
    patch = int(spot.removeprefix("patch "))
    if patch not in position.queue:
        return Offer(say("Patch {number}", number=patch), say("Patch {number}, sewn on", number=patch))
    patch_data = PATCHES[patch]
    ring_patch = offer_of(position, position.queue.index(patch))
    flaw = (
        None
        if not ring_patch.near
        else _lack(ring_patch.missing)
        if ring_patch.missing
        else None
        if ring_patch.fits
        else say("no room")
    )
    if not ring_patch.fits:
        flaw = say("no room")
    if position.over or _must_sew(position):
        flaw = None
    description = say(
        "Patch {number}, {shape}, {area} cells: price {price}, time {time}, income {income}. {state}",
        number=patch,
        shape=SHAPES[patch],
        area=patch_data.area,
        price=patch_data.price,
        time=patch_data.time,
        income=patch_data.income,
        state=say("It was left over.")
        if position.over
        else _state(ring_patch.place, ring_patch.near and not _must_sew(position), ring_patch.missing, ring_patch.fits),
    )
    tags = (
        Tag("button", patch_data.price),
        Tag("time", patch_data.time),
        *((Tag("income", patch_data.income),) if patch_data.income else ()),
    )
    return Offer(SHAPES[patch], description, tags, flaw, waits=ring_patch.near and _must_sew(position))


def _must_sew(position: Position) -> bool:
    """Return True if the player to move must sew on a patch before anything else."""
    return bool(position.hand or position.single)


def _lack(missing: int) -> Message:
    return say_many("{count} short", "{count} short", missing)


def _state(place: int, near: bool, missing: int, fits: bool) -> Message:
    if not fits:
        return say("There is no room for it on the quilt.")
    if not near:
        return say("Number {place} in the queue.", place=place + 1)
    if missing:
        return say_many("{count} button is missing.", "{count} buttons are missing.", missing)
    return say("It can be bought.")


def _advance(position: Position) -> Offer:
    title = say_in("the player does it", "Go ahead")
    if position.over or _must_sew(position):
        description = say_in("the player does it", "Go ahead of the other player")
        return Offer(title, description, waits=not position.over)
    effects = forecast(position, Advance())
    steps = effects.space - position.own.space
    description = say_many(
        "Go ahead {count} space, to space {space}: {count} button",
        "Go ahead {count} spaces, to space {space}: {count} buttons",
        steps,
        space=effects.space,
    )
    return Offer(title, description, (Tag("gain", effects.paid), Tag("time", steps)))


# Attempts -----------------------------------------------------------------------------------------------------------


def due(position: Position) -> Message:
    """Return a message on what the player to move must do: buy or advance, or sew on a patch."""
    player = PlayerName(position.turn)
    if position.single:
        return say("{player}: sew the single patch on.", player=player)
    if position.hand:
        return say("{player}: sew the patch on.", player=player)
    return say("{player}: buy a patch or go ahead.", player=player)


def advice(position: Position, move: Move) -> Message:
    """Return a message with the recommended move and its most important consequence."""
    if isinstance(move, Single):
        return say("Hint: sew the single patch on {cell}.", cell=NAMES[move.cell])
    if isinstance(move, Place):
        return say("Hint: sew it on from {cell}, where it fits snugly.", cell=NAMES[move.corner])
    if isinstance(move, Advance):
        if len(position.moves()) == 1:
            return say("Hint: go ahead. Nothing can be bought.")
        return say("Hint: go ahead. The buttons are worth more than these patches.")
    return _recommended(position, move.patch, forecast(position, move))


def _recommended(position: Position, patch: PatchId, effects: Forecast) -> Message:
    about, shape = PATCHES[patch], SHAPES[patch]
    if effects.next == position.turn:
        return say("Hint: buy patch {number}, {shape}. You move again after it.", number=patch, shape=shape)
    if effects.single and not effects.lost:
        return say("Hint: buy patch {number}, {shape}. It wins a single patch.", number=patch, shape=shape)
    marker_count = markers_left(position.own)
    if about.income and marker_count > 1:
        return say(
            "Hint: buy patch {number}, {shape}. Its income of {income} is paid up to {times} times.",
            number=patch,
            shape=shape,
            income=about.income,
            times=marker_count,
        )
    return say(
        "Hint: buy patch {number}, {shape}. It covers {area} cells for a price of {price}.",
        number=patch,
        shape=shape,
        area=about.area,
        price=about.price,
    )


def tried(position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> tuple[Message, ...]:
    """Describe an attempted turn: its costs and gains and the next player to move, or why it is illegal.

    `picks` are the spots of the attempt. `moves` are the moves that carry it out, none if it is illegal.
    """
    if position.single:
        return _single_tried(position, picks, moves)
    if picks == (ADVANCE_SPOT,):
        return _advance_tried(position)
    patch = position.hand or int(picks[0].removeprefix("patch "))
    if not position.hand and len(picks) == 1:
        return (offer(position, picks[0]).description,)
    return tuple(_patch_tried(position, patch, picks, moves))


def _single_tried(position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> tuple[Message, ...]:
    if not moves:
        return (say("There is cloth already on {cells}.", cells=picks[0]),)
    effects = forecast(position, moves[0])
    won = (say("That makes 7 by 7: 7 points."),) if effects.tile else ()
    return (say("The single patch goes on {cell}.", cell=picks[0]), *won, _next(position, effects))


def _advance_tried(position: Position) -> tuple[Message, ...]:
    effects = forecast(position, Advance())
    steps = effects.space - position.own.space
    went = say_many(
        "Go ahead {count} space to {space}: {count} button.",
        "Go ahead {count} spaces to {space}: {count} buttons.",
        steps,
        space=effects.space,
    )
    return (went, *_brought(effects), _next(position, effects))


def _patch_tried(
    position: Position, patch: PatchId, picks: tuple[Spot, ...], moves: Sequence[Move]
) -> Iterator[Message]:
    sewing = position if position.hand else position.play(Take(patch))
    if not moves:
        cause = sewing.refusal(picks[-2:])
        named = Listed(cause.cause) if cause else ""
        yield say("It does not fit here: there is cloth already on {cells}.", cells=named)
        return
    effects = forecast(sewing, moves[-1])
    about = PATCHES[patch]
    if position.hand:
        yield say("It fits here.")
    else:
        buttons_left = position.own.buttons - about.price
        yield say("It fits here. Price {price}, which leaves {left}.", price=about.price, left=buttons_left)
    yield say("Time {time}, to space {space}.", time=about.time, space=effects.space)
    yield from _brought(effects)
    if effects.tile:
        yield say("That makes 7 by 7: 7 points.")
    yield _next(position, effects)


def unseen(position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> tuple[Message, ...]:
    """Name the patches that come within reach after a purchase. The page marks them, but shows no numbers."""
    if position.single or position.hand or not moves or len(picks) == 1:
        return ()
    patch = int(picks[0].removeprefix("patch "))
    if forecast(position.play(Take(patch)), moves[-1]).next == NOBODY:
        return ()
    three = three_after(position, patch)
    return (say("Then patches {numbers} are within reach.", numbers=Listed(tuple(map(str, three)))),) if three else ()


def _brought(effects: Forecast) -> Iterator[Message]:
    """Yield a sentence for each gain on the way along the time track."""
    if len(effects.incomes) == 2 and effects.incomes[0]:
        yield say("Income {count}, and {count} again.", count=effects.incomes[0])
    elif effects.incomes and effects.incomes[0]:
        yield say("Income {count}.", count=effects.incomes[0])
    if effects.lost:
        yield say("The single patch of space {space} is lost: the quilt is full.", space=effects.single)
    elif effects.single:
        yield say("It wins the single patch of space {space}.", space=effects.single)


def _next(position: Position, effects: Forecast) -> Message:
    if effects.next == NOBODY:
        return say("Then the game is over.")
    if effects.next == position.turn:
        return say("Then {player} moves again.", player=PlayerName(effects.next))
    return say("Then {player} moves.", player=PlayerName(effects.next))


# Moves --------------------------------------------------------------------------------------------------------------


def tell(position: Position, move: Move) -> tuple[Message, ...]:
    """Describe a move: the patch that was bought or sewn on, the time token's move, and the gains on its way."""
    return tuple(_described(position, move, PlayerName(position.turn)))


def _described(position: Position, move: Move, player: PlayerName) -> Iterator[Message]:
    next_position = position.play(move)
    if isinstance(move, Take):
        yield say_many(
            "{player} buys patch {number}, {shape}, for {count} button.",
            "{player} buys patch {number}, {shape}, for {count} buttons.",
            PATCHES[move.patch].price,
            player=player,
            number=move.patch,
            shape=SHAPES[move.patch],
        )
        return
    effects = forecast(position, move)
    if isinstance(move, Single):
        yield say("{player} sews the single patch on {cell}.", player=player, cell=NAMES[move.cell])
    elif isinstance(move, Place):
        yield say(
            "{player} sews it on from {cell} and goes to space {space}.",
            player=player,
            cell=NAMES[move.corner],
            space=effects.space,
        )
    else:
        yield say_many(
            "{player} goes ahead {count} space to {space} and gets as many buttons.",
            "{player} goes ahead {count} spaces to {space} and gets as many buttons.",
            effects.paid,
            player=player,
            space=effects.space,
        )
    if effects.tile:
        yield say("{player} has 7 by 7 and takes the bonus tile.", player=player)
    yield from _gains(effects, player)
    if next_position.over:
        yield say("Both players are at the end of the track.")


def _gains(effects: Forecast, player: PlayerName) -> Iterator[Message]:
    if effects.incomes:
        yield say_many(
            "{player} gets {count} button of income.",
            "{player} gets {count} buttons of income.",
            sum(effects.incomes),
            player=player,
        )
    if effects.lost:
        yield say("The single patch of space {space} is lost: the quilt is full.", space=effects.single)
    elif effects.single:
        yield say("{player} wins the single patch of space {space}.", player=player, space=effects.single)


# Numbers ------------------------------------------------------------------------------------------------------------


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return the numbers on each player's card, by seat: buttons, income, empty cells, and progress to the bonus tile.

    Once a token is in the last third of the track, also include two scores: at present, and if both players only
    advance.
    """
    late = 3 * max(player.space for player in position.players) >= 2 * CENTRE
    return tuple(tuple(_facts(position, seat) if late else _owned(position, seat)) for seat in (0, 1))


def more(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return further numbers of each player, by seat.

    They are the scores and their parts, and during the game also the space on the track, and the distances to the next
    income marker and single patch.
    """
    return tuple((*_facts(position, seat), *(() if position.over else _ahead(position, seat))) for seat in (0, 1))


def scores(position: Position) -> tuple[int, ...]:
    """Return each player's score if the game ended now, by seat."""
    return tuple(score_now(position, seat) for seat in (0, 1))


def _facts(position: Position, seat: Seat) -> Iterator[Fact]:
    """Yield a player's score if the game ended now, then the score if both players only advanced until the end.

    Each of the two is followed by other numbers of the player, such as the buttons. After the end there is one score.
    """
    buttons, income, cells, *others = _owned(position, seat)
    if position.over:
        yield from (Fact(say("Score"), score_now(position, seat)), buttons, income, cells, *others)
        return
    yield from (Fact(say("Score now"), score_now(position, seat)), buttons, income, cells)
    yield from (Fact(say("Score if both only go ahead"), _prospect(position)[seat]), *others)


def _owned(position: Position, seat: Seat) -> Iterator[Fact]:
    """Yield a player's buttons, income, empty cells, cells missing for the bonus tile, and points of that tile."""
    player = position.players[seat]
    yield Fact(say("Buttons"), player.buttons, "button")
    yield Fact(say("Income"), player.income, "income")
    yield Fact(say("Empty cells"), empty(player), "hole")
    yield Fact(say("Missing for 7 by 7"), _missing(player))
    if position.house.seven:
        yield Fact(say("Points of the bonus tile"), 7 if position.tile == seat else 0)


def _ahead(position: Position, seat: Seat) -> Iterator[Fact]:
    player = position.players[seat]
    yield Fact(say("Space on the track"), player.space)
    yield Fact(say("Spaces to the next income"), next_income(player))
    yield Fact(say("Spaces to the next single patch"), next_single(position, seat))


@lru_cache(maxsize=64)
def _prospect(position: Position) -> tuple[int, int]:
    return if_both_pass(position)


@lru_cache(maxsize=64)
def _missing(player: PlayerState) -> int:
    return left_for_square(player)[0]


def tally(position: Position) -> tuple[Tally, ...]:
    """Return the rows of the table of results: buttons, cost of empty cells, points of the bonus tile, and score.

    Each row has one number for each seat.
    """
    seats = range(len(position.players))
    tile = tuple(7 if position.tile == seat else 0 for seat in seats)
    holes = tuple(-2 * empty(player) for player in position.players)
    return (
        Tally(say("Buttons"), tuple(player.buttons for player in position.players), "button", summed=True),
        Tally(say("Empty cells, 2 points off for each"), holes, "hole", summed=True),
        *((Tally(say("Points of the bonus tile"), tile, summed=True),) if position.house.seven else ()),
        Tally(say("Score"), tuple(score_now(position, seat) for seat in seats)),
    )


def refusal(refusal: Refusal) -> Message:
    """Explain why a move is refused, and what to do instead."""
    return _REFUSALS[refusal.reason](Listed(refusal.cause), refusal.amount)


def outcome(outcome: Outcome) -> Message:
    """Return a message with the winner, the scores, and the reason that decided the game."""
    return _ended(outcome)


def _ended(outcome: Outcome) -> Message:
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    if outcome.winner is None:
        return say("A draw, agreed by both players.")
    return _WON[outcome.why](PlayerName(outcome.winner), PlayerName(1 - outcome.winner), outcome.scores)


def verdict(outcome: Outcome) -> Message | None:
    """Return a message on how a tie was decided, or that the game ended by agreement, resignation or time.

    Return None if the score decided.
    """
    if outcome.winner is None or outcome.why in GIVEN_UP:
        return _ended(outcome)
    if outcome.why == "score":
        return None
    return say(
        "Both have the same number of points, and {player} came to the end of the track first.",
        player=PlayerName(outcome.winner),
    )


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return each player's points. The winner comes first."""
    order = sorted(range(len(outcome.scores)), key=lambda seat: outcome.places[seat])
    return tuple(
        say_many("{player}: {count} point", "{player}: {count} points", outcome.scores[seat], player=PlayerName(seat))
        for seat in order
    )
