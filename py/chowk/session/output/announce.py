"""Announcements of moves for screen readers.

A setting chooses the detail: the events of a move, only its notation, or the events and the score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chowk.core.dice import seat_to_act
from chowk.core.message import Message, PlayerName, say
from chowk.core.position import CHANCE
from chowk.session.output.log import LogLine
from chowk.session.table import Table
from chowk.storage.settings import Settings

FACTS: Final = 3
"""Maximum number of facts about each player, such as the score, in an announcement with full detail."""


def announcement(detail: str, table: Table) -> tuple[Message, ...]:
    """Return the announcement of the last move, with as much detail as the setting `detail` asks for.

    `short` means only the notation of the move, and `full` its events and the score. Any other value means its events.
    """
    line = table.log.lines[-1]
    if detail == "short" and line.seat >= 0:
        return (say("{player}: {move}", player=PlayerName(line.seat), move=line.written),)
    if detail == "full":
        return (*table.log.named_sentences, *standing(table))
    return table.log.named_sentences


def rewound(table: Table, before: tuple[LogLine, ...]) -> tuple[Message, ...]:
    """Return the announcement of the moves that were taken back or played again. It is empty in an analysis.

    `before` holds the lines of the log before that.
    """
    if table.kind == "analysis":
        return ()
    title, lines = say("Taken back:"), before[len(table.log.lines) :]
    if not lines:
        title, lines = say("Played again:"), table.log.lines[len(before) :]
    spoken: tuple[Message, ...] = (title,)
    for line in lines:
        spoken += line.named_sentences
    return spoken


def shown_move(table: Table) -> Sequence[Message]:
    """Return sentences on the move that led to the shown position, or one that says that no move has been made."""
    sentences = next((line.named_sentences for line in table.log.lines if line.ply == table.ply and table.ply), ())
    return sentences or (say("No move has been made yet."),)


def remarked(settings: Settings, table: Table) -> tuple[Message, ...]:
    """Return the remark that a computer opponent makes now.

    The result is empty if no opponent makes a remark, or if remarks are switched off.
    """
    if not settings.remarks or not any(seat.kind == "bot" for seat in table.plan.seats):
        return ()
    from chowk.session.output import bot_chat  # imported when an opponent first plays

    if table.match.ply and not bot_chat.has_started(table):
        return ()  # the greeting is made only before the first move
    remark = bot_chat.remark(table)
    return () if remark is None else (say("{player}: {move}", player=PlayerName(remark[0]), move=remark[1]),)


def call_to_move(detail: str, table: Table) -> tuple[Message, ...]:
    """Return the sentence that calls the only person at this device to move or roll.

    It is for the beginning of a game and for the end of another player's turn. The result is empty if the setting
    `detail` asks for the shortest announcements, if the person has a forced move, or if it was their turn already,
    unless they roll again after a move.
    """
    ply, position = table.match.ply, table.match.position
    seat = seat_to_act(position)
    if detail == "short" or table.kind != "own" or table.seats.people != 1 or not table.seats.person(seat):
        return ()
    if table.outcome is not None:
        return ()
    if ply:
        before = table.match.position_after(ply - 1)
        rolls_again = position.turn == CHANCE and before.turn != CHANCE
        if seat_to_act(before) == seat and not rolls_again:
            return ()
    if position.turn != CHANCE and table.game.rules.forced(position) is not None:
        return ()
    # At other tables the status itself begins with these words.
    return (say("Your turn."), table.status) if table.game.trial else (table.status,)


def to_send(table: Table) -> tuple[Message, ...]:
    """Return the sentence that asks the player to send a finished turn, in a game played by link.

    The result is empty if nothing has to be sent.
    """
    if table.distance is None or table.kind != "own" or table.outcome is not None:
        return ()
    position = table.match.position
    if position.turn != CHANCE and table.game.rules.forced(position) is not None:
        return ()  # this move, such as a pass, follows at once and belongs to the same letter
    from chowk.session import correspondence_state as state  # imported when a game is first played by link

    return (table.status,) if state.unsent(table.distance, table.match) else ()


def standing(table: Table) -> Iterator[Message]:
    """Yield at most `FACTS` facts about each player, such as the score."""
    for seat, facts in enumerate(table.counts):
        for fact in facts[:FACTS]:
            yield say("{player}, {what}: {count}", player=PlayerName(seat), what=fact.label, count=fact.value)
