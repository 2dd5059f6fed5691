"""The engine's values of moves, collected by position from the results of a collection's check.

For each of a player's costliest mistakes, the check keeps a better move, its value, and what the mistake cost. So the
values of both moves in that position are known.

Values are limited to those of a won and a lost game, `Scale.won` and its negative. The costs were computed from values
limited in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from chowk import games
from chowk.core.errors import TextError
from chowk.features.collections import checking, explorer, generic, position_index
from chowk.features.collections.archive import Archive
from chowk.features.collections.checking import Missed, Results

JudgedMoves: TypeAlias = dict[int, list[tuple[bytes, float]]]
"""Codes of moves, each with the lead that it gives its player, by the key of the position (`position_index.salted`)."""


class MoveValue(NamedTuple):
    """The average lead that a move gives its player, and the number of checked games that were averaged."""

    lead: float
    games: int


def collecting(archive: Archive, results: Results, found: JudgedMoves) -> Iterator[None]:
    """Add the values in the results of a check to `found`. Yield after each game. Equal games count once."""
    left = dict(results)
    for number in range(len(archive)):
        if not left:
            return
        missed = [mistake for seat in left.pop(checking.digest(archive, number), ()) for mistake in seat.missed]
        if missed:
            for key, values in _judged(archive, number, missed):
                found.setdefault(key, []).extend(values)
        yield


def _judged(archive: Archive, number: int, missed: Sequence[Missed]) -> Iterator[tuple[int, list[tuple[bytes, float]]]]:
    """Yield the keys of the positions in which a game's mistakes were made, and the values of the moves there.

    `missed` are the game's mistakes.
    """
    kind = archive.columns["game"][number]
    name, by_ply = archive.games[kind], {mistake.ply: mistake for mistake in missed}
    coder, notation, scale = generic.coder_of(name), games.load(name).notation, games.load(name).scale
    if scale is None:
        return
    try:
        position, moves = generic.played(name, archive.text_of("setup", number), archive.codes(number))
        for ply, move in enumerate(moves[: max(by_ply) + 1]):
            mistake = by_ply.get(ply)
            if mistake is not None:
                better = coder.encode(position, (notation.read_move(position, mistake.better),))
                made = coder.encode(position, (move,))
                key = position_index.salted(generic.images(name, position)[0].key, kind)
                lead = max(-scale.won, min(scale.won, mistake.lead))
                yield key, [(better, lead), (made, lead - mistake.cost)]
            position = position.play(move)
    except (TextError, ValueError, KeyError, IndexError):  # damaged results
        return


def values(archive: Archive, found: JudgedMoves, name: str, position: Any) -> dict[str, MoveValue]:
    """Return the values of the moves from a position that are known in `found`, by move as text.

    `name` is the name of the game.
    """
    if name not in archive.games:
        return {}
    kind, leads = archive.games.index(name), defaultdict[str, list[float]](list)
    for key, back in generic.images(name, position):
        for code, lead in found.get(position_index.salted(key, kind), ()):
            leads[explorer.move_of(name, position, back(code))].append(lead)
    return {move: MoveValue(fmean(known), len(known)) for move, known in leads.items()}
