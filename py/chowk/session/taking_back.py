"""Undo and redo of moves."""

from __future__ import annotations

from collections.abc import Iterator

from chowk.draw.timeline import backwards
from chowk.session.table import Table, Transition


def decisions(table: Table) -> Iterator[int]:
    """Yield the plies at which a person at this device chose a move, from the latest to the earliest.

    Forced moves do not count, nor do moves that only continue the previous move.
    """
    for ply in reversed(range(table.match.ply)):
        if _chosen(table, ply):
            yield ply


def undo_target(table: Table) -> int | None:
    """Return the ply to which an undo goes back, or None if no move may be taken back.

    It is the ply of the last choice of a person at this device. `take_back` in the game's plan can forbid the undo: if
    it is `never`, always, and if it is `rule`, once the next player has chosen a move. In a correspondence game, all
    rolls, and the moves that were sent, are final instead.
    """
    match, forced = table.match, table.game.rules.forced
    target = None if table.kind in ("guest", "analysis") else next(decisions(table), None)
    if table.distance is not None:
        from chowk.session import correspondence_state as state

        return target if target is not None and target >= state.earliest_take_back(table.distance, match) else None
    if table.plan.take_back != "rule" or target is None:
        return None if table.plan.take_back == "never" else target
    answered = any(
        match.position_after(ply).turn != match.position_after(target).turn
        and forced(match.position_after(ply)) is None
        for ply in range(target + 1, match.ply)
    )
    return None if answered else target


def take_back(table: Table) -> list[Transition]:
    """Undo the moves after `undo_target`, which must not be None. Return the steps to animate."""
    target, match, steps = undo_target(table), table.match, list[Transition]()
    assert target is not None, "nothing may be taken back"
    table.about.mark_helped(table.about.helped or table.outcome is None)
    while match.ply > target:
        before, ply = match.position, match.ply
        move = match.undo()
        if match.ply < ply:
            steps.append(Transition(before, backwards(match.position.events(move)), match.position))
    table.rewound()
    return steps


def play_again(table: Table) -> list[Transition]:
    """Redo undone moves, at least one, until a person's next choice is due. Return the steps to animate."""
    steps = [_redo(table)]
    while table.match.undone and not (table.outcome is not None or _chosen(table, table.match.ply)):
        steps.append(_redo(table))
    table.rewound()
    return steps


def _redo(table: Table) -> Transition:
    before = table.match.position
    events = table.match.redo()
    return Transition(before, events, table.match.position)


def _chosen(table: Table, ply: int) -> bool:
    """Return True if a person at this device had a choice after `ply` moves.

    A move that only continues the previous move does not count.
    """
    position, trial = table.match.position_after(ply), table.game.trial
    continues = trial and ply and trial.picks.goes_on(position)
    return table.seats.person(position.turn) and table.game.rules.forced(position) is None and not continues
