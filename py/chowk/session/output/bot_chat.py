"""Computer opponents as characters: their facial expressions, and the few remarks that they make during a game.

Both follow from the match alone, so a game looks the same when it is opened again. The game's seed determines the
random choice of remarks, which is independent of the dice. Remarks are rare and always kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from weakref import WeakKeyDictionary

from chowk.core import chance
from chowk.core.events import Captured, Flipped, Gained, Promoted
from chowk.core.message import Message, say
from chowk.core.position import CHANCE, Seat
from chowk.draw.scene import keyed
from chowk.draw.script import RARE
from chowk.games.api.opponents import Temper
from chowk.session.table import Table

LINES: Final[Mapping[tuple[Temper, str], tuple[Message, ...]]] = {
    ("merry", "begin"): (say("Hello! I like this game."), say("Shall we play?")),
    ("merry", "slow"): (say("Hmm, so many ways!"),),
    ("merry", "praise"): (say("Oh, that was good!"), say("Clever!")),
    ("merry", "caught"): (say("Oops! Well seen."),),
    ("merry", "won"): (say("That was fun. Again?"),),
    ("merry", "lost"): (say("You played so well!"),),
    ("calm", "begin"): (say("A good game to you."), say("Nice to see you.")),
    ("calm", "slow"): (say("Give me a moment."),),
    ("calm", "praise"): (say("A fine move."), say("That was well thought out.")),
    ("calm", "caught"): (say("Well taken."),),
    ("calm", "won"): (say("Thank you for the game."),),
    ("calm", "lost"): (say("Well played. You earned it."),),
    ("sly", "begin"): (say("Ready when you are."), say("Show me your best.")),
    ("sly", "slow"): (say("This is interesting."),),
    ("sly", "praise"): (say("I did not see that."), say("I like that move.")),
    ("sly", "caught"): (say("You were waiting for that."),),
    ("sly", "won"): (say("I enjoyed every move."),),
    ("sly", "lost"): (say("I can learn from you."),),
}
"""An opponent's remarks, by its temper and the occasion. The occasions are: the beginning, long thinking, a good move
by a person, a captured piece of the opponent, a won game and a lost game."""

ODDS: Final[Mapping[str, int]] = {"slow": 4, "praise": 3, "caught": 3}
"""For some occasions of `LINES`, the average number of such occasions for each remark that an opponent makes.

On all other occasions, it always makes one."""
GOOD: Final = 2
"""An opponent praises a person's move that scores at least this. A captured piece, a crowned piece and a rare gain
(`chowk.draw.script.RARE`) score 1 each, and a turned disc scores 1/`TURNED`."""
TURNED: Final = 5
_APART: Final = 1 << 40
"""Added to the numbers of the random draws for remarks, so that these draws differ from those for dice and seeds."""

_KNOWN: WeakKeyDictionary[Table, tuple[tuple[int, int], tuple[Seat, Mapping[Seat, float], float]]] = WeakKeyDictionary()


def face(table: Table, seat: Seat) -> str:
    """Return a computer opponent's expression at the shown position, one of `chowk.draw.animals.FACES`."""
    if table.display.shown_ply is None and table.choice.thinking == seat:
        return "thinking"
    outcome = table.outcome if table.display.shown_ply is None else None
    if outcome is not None:
        won = outcome.places[seat] == 1
        return ("glad" if won else "caught") if outcome.winner is not None else "calm"
    mover, losses, brought = _last_move(table)
    if losses.get(seat, 0) >= 1:
        return "caught"
    return "glad" if mover == seat and brought >= 1 else "calm"


def remark(table: Table) -> tuple[Seat, Message] | None:
    """Return the seat of the computer opponent that makes a remark now, and the remark; None if none makes one."""
    seats = [seat for seat, plan_seat in enumerate(table.plan.seats) if plan_seat.kind == "bot"]
    if table.kind != "own" or table.display.shown_ply is not None or not seats or not table.seats.people:
        return None
    seat, moment = _moment(table, seats)
    draw = _draw(table)
    if not moment or chance.below(ODDS.get(moment, 1), table.match.seed, draw):
        return None
    level = table.game.level(table.plan.seats[seat].level)
    lines = LINES[level.temper, moment]
    return seat, lines[chance.below(len(lines), table.match.seed, draw - 1)]


def has_started(table: Table) -> bool:
    """Return True if a player has moved. Rolls that decide the starting player do not count."""
    return any(position.turn != CHANCE for position in table.match.positions[:-1])


def _draw(table: Table) -> int:
    """Return the number that identifies the random draw for the present remark.

    It depends on the number of moves made, but stays the same until a player has moved, also when dice are rolled.
    """
    return -_APART - 4 * (_last_ply(table) + 1 if has_started(table) else 0)


def _moment(table: Table, seats: list[Seat]) -> tuple[Seat, str]:
    """Return the seat of the computer opponent that may make a remark, and the occasion (see `LINES`).

    The occasion is empty if there is none. `seats` are the seats of the opponents.
    """
    match, outcome = table.match, table.outcome
    speaker = seats[chance.below(len(seats), match.seed, _draw(table) - 2)]
    if outcome is not None:
        return speaker, "" if outcome.winner is None else "won" if outcome.places[speaker] == 1 else "lost"
    if table.choice.slow and table.choice.thinking in seats:
        return table.choice.thinking, "slow"
    if not has_started(table):
        return speaker, "begin"
    mover, losses, brought = _last_move(table)
    if not table.seats.person(mover):
        return speaker, ""
    hurt = [seat for seat in seats if losses.get(seat, 0) >= 1]
    if (hurt or brought >= GOOD) and not _was_chosen(table):
        return speaker, ""
    return (hurt[0], "caught") if hurt else (speaker, "praise" if brought >= GOOD else "")


def _was_chosen(table: Table) -> bool:
    """Return False if the last move before the shown position was the only legal one."""
    return len(table.match.position_after(_last_ply(table)).moves()) > 1


def _last_move(table: Table) -> tuple[Seat, Mapping[Seat, float], float]:
    """Return the seat that made the last move before the shown position, the losses of other seats, and its score.

    A captured piece counts 1, both as a loss of its owner and in the score of the move. `GOOD` lists what else counts.
    Before the first move, the seat is `CHANCE`.
    """
    key = table.ply, table.match.seed
    known = _KNOWN.get(table)
    if known is None or known[0] != key:
        known = _KNOWN[table] = key, _find_last_move(table)
    return known[1]


def _last_ply(table: Table) -> int:
    """Return the ply of the last move by a player before the shown position, or a negative number if there is none."""
    ply = table.ply - 1
    while ply >= 0 and table.match.position_after(ply).turn == CHANCE:
        ply -= 1
    return ply


def _find_last_move(table: Table) -> tuple[Seat, Mapping[Seat, float], float]:
    match, ply = table.match, _last_ply(table)
    if ply < 0:
        return CHANCE, {}, 0.0
    before, sides = (
        match.position_after(ply),
        {_side(table.seats.token(seat)): seat for seat in range(len(table.plan.seats))},
    )
    stood, mover = keyed(table.game.view.pieces(before)), before.turn
    losses: dict[Seat, float] = {}
    brought = 0.0
    for event in before.events(match.moves[ply]):
        worth = 0.0
        if isinstance(event, Captured | Flipped) and event.piece in stood:
            worth = 1.0 if isinstance(event, Captured) else 1 / TURNED
            loser = sides.get(_side(stood[event.piece].art))
            if loser is not None and loser != mover:
                losses[loser] = losses.get(loser, 0.0) + worth
        elif isinstance(event, Promoted) or (isinstance(event, Gained) and event.resource in RARE):
            worth = 1.0
        brought += worth
    return mover, losses, brought + 1e-9


def _side(art: str) -> str:
    """Return the side of the player whose pieces a drawing shows: the first word of the drawing's name."""
    return art.split()[0]
