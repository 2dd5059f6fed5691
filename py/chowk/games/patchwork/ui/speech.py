"""Text for Patchwork: patches, quilts, the time track, the effects of a turn, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from chowk.core.message import Listed, Message, Who, say, say_in, say_many
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
from chowk.games.patchwork.rules.quilt import CELL, NAMES, cells, lying
from chowk.games.patchwork.rules.track import CENTRE, MARKERS, TRACKS
from chowk.games.patchwork.speech_shapes import SHAPES, TURNED

SEATS: Final = (say_in("side", "Red"), say_in("side", "Blue"))
TOKENS: Final = ("red", "blue")
BOARD: Final = say("Quilt of 9 by 9 cells, and the time track round it")
OFFERS: Final = say("Patches for sale, and going ahead")

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
    "OVERLAP": lambda at, _: say("There is cloth already on {cells}. Patches may not overlap.", cells=at),
    "PLACE_1X1_FIRST": lambda *_: say("You have won a single patch. Sew it on an empty cell of your quilt first."),
    "GAME_OVER": lambda *_: say("The game is over: both players have come to the end of the time track."),
}

_WON: Final[Mapping[str, Callable[[Who, Who, Sequence[int]], Message]]] = {
    "score": lambda winner, _, scores: say(
        "{player} wins by {most} to {least} points.", player=winner, most=max(scores), least=min(scores)
    ),
    "first_there": lambda winner, _, scores: say(
        "{player} wins: both have {points} points, and {player} came to the end of the track first.",
        player=winner,
        points=max(scores),
    ),
}


# Spots --------------------------------------------------------------------------------------------------------------


def spot(position: Position, spot: Spot) -> Message:
    """Describe a cell of the first player's quilt, a space of the track, a patch in full, or a turn of one."""
    if spot.startswith("turned "):
        return TURNED[spot.removeprefix("turned ")]
    if spot == ADVANCE_SPOT or spot.startswith("patch "):
        return offer(position, spot).said
    return cell(position, 0, spot)


def cell(position: Position, seat: Seat, spot: Spot) -> Message:
    """Describe a cell of a player's quilt and its patch, or a space of the track and what is on it."""
    if spot not in CELL:
        return _space(position, int(spot.removeprefix("space ")))
    return _cells(position.players[seat])[CELL[spot]]


@lru_cache(maxsize=8)
def _cells(player: PlayerState) -> tuple[Message, ...]:
    """Return the description of every cell of a quilt."""
    on: dict[int, Message] = {lone.at: say("{cell}, single patch", cell=NAMES[lone.at]) for lone in player.lone}
    for one in player.sewn:
        for at in cells(lying(one.patch, one.turned, one.at)):
            on[at] = say("{cell}, {shape}", cell=NAMES[at], shape=SHAPES[one.patch])
    return tuple(on.get(at) or say("{cell}, empty", cell=name) for at, name in enumerate(NAMES))


def _space(position: Position, space: int) -> Message:
    there = [Who(seat) for seat, player in enumerate(position.players) if player.space == space]
    thing = _thing(position, space)
    if len(there) == 2:
        return say("Space {space}, {thing}, both players", space=space, thing=thing)
    if there:
        return say("Space {space}, {thing}, {player}", space=space, thing=thing, player=there[0])
    return say("Space {space}, {thing}", space=space, thing=thing)


def _thing(position: Position, space: int) -> Message:
    if space in MARKERS:
        return say("income at the end of the track") if space == CENTRE else say("income")
    left = space > max(player.space for player in position.players) or space == position.single
    return say("single patch") if space in TRACKS[position.house.track] and left else say("nothing special")


def quilt(position: Position, seat: Seat) -> Message:
    """Describe a whole quilt: its patches, its empty cells, and the cells missing for the bonus tile."""
    player = position.players[seat]
    return say(
        "Quilt of {player}: {patches} patches, {empty} empty cells, {missing} missing for 7 by 7. View it",
        player=Who(seat),
        patches=len(player.sewn) + len(player.lone),
        empty=empty(player),
        missing=left_for_square(player)[0],
    )


# Offers -------------------------------------------------------------------------------------------------------------


def offer(position: Position, spot: Spot) -> Offer:
    """Describe a patch with its price, time, income and availability; or an advance with its gains."""
    if spot == ADVANCE_SPOT:
        return _advance(position)
    patch = int(spot.removeprefix("patch "))
    if patch not in position.queue:
        return Offer(say("Patch {number}", number=patch), say("Patch {number}, sewn on", number=patch))
    about = PATCHES[patch]
    seen = offer_of(position, position.queue.index(patch))
    flaw = None if not seen.near else _lack(seen.missing) if seen.missing else None if seen.fits else say("no room")
    if not seen.fits:
        flaw = say("no room")
    if position.over:
        flaw = None
    said = say(
        "Patch {number}, {shape}, {area} cells: price {price}, time {time}, income {income}. {state}",
        number=patch,
        shape=SHAPES[patch],
        area=about.area,
        price=about.price,
        time=about.time,
        income=about.income,
        state=say("It was left over.") if position.over else _state(seen.place, seen.near, seen.missing, seen.fits),
    )
    tags = (
        Tag("button", about.price),
        Tag("time", about.time),
        *((Tag("income", about.income),) if about.income else ()),
    )
    return Offer(SHAPES[patch], said, tags, flaw)


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
    if position.over or position.hand or position.single:
        return Offer(title, say_in("the player does it", "Go ahead of the other player"))
    told = forecast(position, Advance())
    steps = told.space - position.own.space
    said = say_many(
        "Go ahead {count} space, to space {space}: {count} button",
        "Go ahead {count} spaces, to space {space}: {count} buttons",
        steps,
        space=told.space,
    )
    return Offer(title, said, (Tag("gain", told.paid), Tag("time", steps)))


# What is tried ------------------------------------------------------------------------------------------------------


def due(position: Position) -> Message:
    """Return what the player must do: buy or advance, or sew on what was bought or won."""
    player = Who(position.turn)
    if position.single:
        return say("{player}: sew the single patch on.", player=player)
    if position.hand:
        return say("{player}: sew the patch on.", player=player)
    return say("{player}: buy a patch or go ahead.", player=player)


def advice(position: Position, move: Move) -> Message:
    """Return the recommended move, with its best consequence as the reason."""
    if isinstance(move, Single):
        return say("Hint: sew the single patch on {cell}.", cell=NAMES[move.at])
    if isinstance(move, Place):
        return say("Hint: sew it on from {cell}, where it fits snugly.", cell=NAMES[move.at])
    if isinstance(move, Advance):
        if len(position.moves()) == 1:
            return say("Hint: go ahead. Nothing can be bought.")
        return say("Hint: go ahead. The buttons are worth more than these patches.")
    return _recommended(position, move.patch, forecast(position, move))


def _recommended(position: Position, patch: PatchId, told: Forecast) -> Message:
    about, shape = PATCHES[patch], SHAPES[patch]
    if told.next == position.turn:
        return say("Hint: buy patch {number}, {shape}. You move again after it.", number=patch, shape=shape)
    if told.single and not told.lost:
        return say("Hint: buy patch {number}, {shape}. It wins a single patch.", number=patch, shape=shape)
    left = markers_left(position.own)
    if about.income and left > 1:
        return say(
            "Hint: buy patch {number}, {shape}. Its income of {income} is paid up to {times} times.",
            number=patch,
            shape=shape,
            income=about.income,
            times=left,
        )
    return say(
        "Hint: buy patch {number}, {shape}. It covers {area} cells for a price of {price}.",
        number=patch,
        shape=shape,
        area=about.area,
        price=about.price,
    )


def tried(position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> tuple[Message, ...]:
    """Describe an attempt: whether it is legal, its costs and gains, and the next choice."""
    if position.single:
        return _single_tried(position, picks, moves)
    if picks == (ADVANCE_SPOT,):
        return _advance_tried(position)
    patch = position.hand or int(picks[0].removeprefix("patch "))
    if not position.hand and len(picks) == 1:
        return (offer(position, picks[0]).said,)
    return tuple(_patch_tried(position, patch, picks, moves))


def _single_tried(position: Position, picks: tuple[Spot, ...], moves: Sequence[Move]) -> tuple[Message, ...]:
    if not moves:
        return (say("There is cloth already on {cells}.", cells=picks[0]),)
    told = forecast(position, moves[0])
    won = (say("That makes 7 by 7: 7 points."),) if told.tile else ()
    return (say("The single patch goes on {cell}.", cell=picks[0]), *won, _next(position, told))


def _advance_tried(position: Position) -> tuple[Message, ...]:
    told = forecast(position, Advance())
    steps = told.space - position.own.space
    went = say_many(
        "Go ahead {count} space to {space}: {count} button.",
        "Go ahead {count} spaces to {space}: {count} buttons.",
        steps,
        space=told.space,
    )
    return (went, *_brought(told), _next(position, told))


def _patch_tried(
    position: Position, patch: PatchId, picks: tuple[Spot, ...], moves: Sequence[Move]
) -> Iterator[Message]:
    sewing = position if position.hand else position.play(Take(patch))
    if not moves:
        cause = sewing.refusal(picks[-2:])
        named = Listed(cause.cause) if cause else ""
        yield say("It does not fit here: there is cloth already on {cells}.", cells=named)
        return
    told = forecast(sewing, moves[-1])
    about = PATCHES[patch]
    if position.hand:
        yield say("It fits here.")
    else:
        left = position.own.buttons - about.price
        yield say("It fits here. Price {price}, which leaves {left}.", price=about.price, left=left)
    yield say("Time {time}, to space {space}.", time=about.time, space=told.space)
    yield from _brought(told)
    if told.tile:
        yield say("That makes 7 by 7: 7 points.")
    yield _next(position, told)
    if not position.hand and (three := three_after(position, patch)):
        yield say("Then patches {numbers} are within reach.", numbers=Listed(tuple(map(str, three))))


def _brought(told: Forecast) -> Iterator[Message]:
    """Yield the gains along the time track."""
    if len(told.incomes) == 2 and told.incomes[0]:
        yield say("Income {count}, and {count} again.", count=told.incomes[0])
    elif told.incomes and told.incomes[0]:
        yield say("Income {count}.", count=told.incomes[0])
    if told.lost:
        yield say("The single patch of space {space} is lost: the quilt is full.", space=told.single)
    elif told.single:
        yield say("It wins the single patch of space {space}.", space=told.single)


def _next(position: Position, told: Forecast) -> Message:
    if told.next == NOBODY:
        return say("Then the game is over.")
    if told.next == position.turn:
        return say("Then {player} moves again.", player=Who(told.next))
    return say("Then {player} moves.", player=Who(told.next))


# What happens -------------------------------------------------------------------------------------------------------


def tell(position: Position, move: Move) -> tuple[Message, ...]:
    """Describe what was bought or sewn on, the time token's move, and its gains."""
    return tuple(_told(position, move, Who(position.turn)))


def _told(position: Position, move: Move, player: Who) -> Iterator[Message]:
    after = position.play(move)
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
    told = forecast(position, move)
    if isinstance(move, Single):
        yield say("{player} sews the single patch on {cell}.", player=player, cell=NAMES[move.at])
    elif isinstance(move, Place):
        yield say(
            "{player} sews it on from {cell} and goes to space {space}.",
            player=player,
            cell=NAMES[move.at],
            space=told.space,
        )
    else:
        yield say_many(
            "{player} goes ahead {count} space to {space} and gets as many buttons.",
            "{player} goes ahead {count} spaces to {space} and gets as many buttons.",
            told.paid,
            player=player,
            space=told.space,
        )
    if told.tile:
        yield say("{player} has 7 by 7 and takes the bonus tile.", player=player)
    yield from _gains(told, player)
    if after.over:
        yield say("Both players are at the end of the track.")


def _gains(told: Forecast, player: Who) -> Iterator[Message]:
    if told.incomes:
        yield say_many(
            "{player} gets {count} button of income.",
            "{player} gets {count} buttons of income.",
            sum(told.incomes),
            player=player,
        )
    if told.lost:
        yield say("The single patch of space {space} is lost: the quilt is full.", space=told.single)
    elif told.single:
        yield say("{player} wins the single patch of space {space}.", player=player, space=told.single)


# Numbers ------------------------------------------------------------------------------------------------------------


def facts(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return each player's numbers: possessions and income, with the scores first in the last third of the track."""
    late = 3 * max(player.space for player in position.players) >= 2 * CENTRE
    return tuple(tuple(_facts(position, seat) if late else _owned(position, seat)) for seat in (0, 1))


def more(position: Position) -> tuple[tuple[Fact, ...], ...]:
    """Return the scores, their parts, and the distances to what lies ahead."""
    return tuple((*_facts(position, seat), *_ahead(position, seat)) for seat in (0, 1))


def _facts(position: Position, seat: Seat) -> Iterator[Fact]:
    """Yield the score if the game ended now, its parts, and the score if both players only advanced."""
    buttons, income, cells, *rest = _owned(position, seat)
    yield from (Fact(say("Score now"), score_now(position, seat)), buttons, income, cells)
    yield from (Fact(say("Score if both only go ahead"), _prospect(position)[seat]), *rest)


def _owned(position: Position, seat: Seat) -> Iterator[Fact]:
    """Yield the parts of a score."""
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
    """Return buttons, the cost of empty cells, the bonus tile, and the score that they add up to."""
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
    """Return who won, and why."""
    return _ended(outcome)


def _ended(outcome: Outcome) -> Message:
    if outcome.why in GIVEN_UP:
        return given_up(outcome)
    if outcome.winner is None:
        return say("A draw, agreed by both players.")
    return _WON[outcome.why](Who(outcome.winner), Who(1 - outcome.winner), outcome.scores)


def verdict(outcome: Outcome) -> Message | None:
    """Return how equal scores were decided, or that the game ended by agreement, resignation or time; else None."""
    if outcome.winner is None or outcome.why in GIVEN_UP:
        return _ended(outcome)
    if outcome.why == "score":
        return None
    return say(
        "Both have the same number of points, and {player} came to the end of the track first.",
        player=Who(outcome.winner),
    )


def score(outcome: Outcome) -> tuple[Message, ...]:
    """Return each player's points, the winner's first."""
    order = sorted(range(len(outcome.scores)), key=lambda seat: outcome.places[seat])
    return tuple(
        say_many("{player}: {count} point", "{player}: {count} points", outcome.scores[seat], player=Who(seat))
        for seat in order
    )
