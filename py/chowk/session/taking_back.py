"""Taking moves back, and making them again."""

from __future__ import annotations

from collections.abc import Iterator

from chowk.draw.timeline import backwards
from chowk.session.table import Table, Transition


def decisions(table: Table) -> Iterator[int]:
    """The plies at which a person had a choice, the latest first."""
    for ply in reversed(range(table.match.ply)):
        if _chosen(table, ply):
            yield ply


def undo_target(table: Table) -> int | None:
    """The ply to which taking back would go, None where nothing may be taken back.

    Free: the last decision of a person. By the rule: the same, but only until the next player has moved.
    """
    match, forced = table.match, table.game.rules.forced
    target = None if table.kind in ("guest", "analysis") else next(decisions(table), None)
    if table.distance is not None:
        from chowk.session import correspondence_state as state

        return target if target is not None and target >= state.floor(table.distance, match) else None
    if table.plan.take_back != "rule" or target is None:
        return None if table.plan.take_back == "never" else target
    answered = any(
        match.at(ply).turn != match.at(target).turn and forced(match.at(ply)) is None
        for ply in range(target + 1, match.ply)
    )
    return None if answered else target


def take_back(table: Table) -> list[Transition]:
    """Goes back to `undo_target`, which must not be None, and tells the steps."""
    target, match, steps = undo_target(table), table.match, list[Transition]()
    assert target is not None, "nothing may be taken back"
    table.about.helped = table.about.helped or table.outcome is None
    while match.ply > target:
        before, ply = match.position, match.ply
        move = match.undo()
        if match.ply < ply:
            steps.append(Transition(before, backwards(match.position.events(move)), match.position))
    table.rewound()
    return steps


def play_again(table: Table) -> list[Transition]:
    """Plays the moves taken back again, up to a person's next decision or the last of them; tells the steps."""
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
    """Whether a person had a choice there, and not one that belongs to the turn that the move before began."""
    at, trial = table.match.at(ply), table.game.trial
    part = trial and ply and trial.picks.goes_on(at)
    return table.seats.person(at.turn) and table.game.rules.forced(at) is None and not part
