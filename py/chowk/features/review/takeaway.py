"""Sentences on a lost game, from its review: one thing that the person did well, and one thing to try.

The build puts this module into the same parcel (modules fetched together) as the mistakes' themes. The parcel is
fetched at the first mistake of a review.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chowk import games
from chowk.core.message import Message, say
from chowk.core.position import Seat
from chowk.features.review.review import Review
from chowk.games.api.mistake import OTHER
from chowk.games.verdicts import AT_STAKE


def takeaway(review: Review, seat: Seat) -> tuple[Message, ...]:
    """Return sentences on what the player did well, if the review found something, and on what to try, likewise."""
    return *_well(review, seat), *_to_try(review, seat)


def _well(review: Review, seat: Seat) -> Iterator[Message]:
    """Among the best moves that the player found, praise the one at which most was at stake.

    Ignore book moves and obvious moves. Yield one sentence, or none if nothing important was at stake.
    """
    stakes = {
        ply: judged.stake
        for ply, judged in sorted(review.judged.items())
        if review.match.position_after(ply).turn == seat
        and ply < len(review.moves)
        and review.grade(ply) == "best"
        and not judged.known
        and judged.plain != review.moves[ply]
        and judged.stake is not None
        and judged.stake >= AT_STAKE
    }
    if stakes:
        ply = max(stakes, key=stakes.__getitem__)
        what = review.game.tell_named(review.match.position_after(ply), review.match.moves[ply])[0]
        yield say("Went well, move {ply}: {what}", ply=ply + 1, what=what)


def _to_try(review: Review, seat: Seat) -> Iterator[Message]:
    """Yield a sentence on the theme whose mistakes together cost the player most.

    Then yield a sentence with a better move than the costliest mistake of this theme.
    """
    match, declared = review.match, games.sign(review.game.name).mistakes
    themes = declared() if declared is not None else None
    costs, named, best = dict[int, float](), dict[int, str](), dict[int, Any]()
    for ply in filter(review.wrong, sorted(review.judged)):
        better, cost = review.better(ply), review.cost(ply)
        if better and cost and match.position_after(ply).turn == seat:
            costs[ply], named[ply] = cost, OTHER
            best[ply] = match.ruleset.notation.read_move(match.position_after(ply), better)
            if themes is not None:
                named[ply] = themes.theme(match.position_after(ply), match.moves[ply], best[ply])
    if not costs:
        return
    # The theme of the mistakes that cost most together, and the costliest of them.
    theme = max(dict.fromkeys(named.values()), key=lambda name: sum(costs[ply] for ply in costs if named[ply] == name))
    ply = max((ply for ply in costs if named[ply] == theme), key=costs.__getitem__)
    if themes is not None and theme != OTHER:
        yield say("What cost most: {theme}.", theme=themes.titles[theme])
    what = review.game.tell_named(match.position_after(ply), best[ply])[0]
    yield say("To try at move {ply}: {what}", ply=ply + 1, what=what)
