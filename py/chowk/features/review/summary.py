"""The summary of a review in sentences: the errors and the accuracy of each player."""

from __future__ import annotations

from collections.abc import Iterator

from chowk.core.message import Arg, Message, PlayerName, say, say_many
from chowk.games.verdicts import Verdicts


def by_player(verdicts: Verdicts) -> Iterator[Message]:
    """Yield a sentence with the errors and the accuracy of each player who made a choice that counts.

    Once every move has been searched, also say why a player has no accuracy.
    """
    for seat in range(verdicts.seats):
        count, accuracy = verdicts.grades(seat), verdicts.accuracy(seat)
        if not count.total():
            continue
        player = PlayerName(seat)
        slips = say_many("{count} inaccuracy", "{count} inaccuracies", count["slip"])
        mistakes = say_many("{count} mistake", "{count} mistakes", count["mistake"])
        if accuracy is not None:
            yield say("{player}: accuracy {accuracy}, {slips}, {mistakes}", player=player, accuracy=accuracy,
                      slips=slips, mistakes=mistakes)  # fmt: skip
            continue
        yield say("{player}: {slips}, {mistakes}", player=player, slips=slips, mistakes=mistakes)
        if verdicts.ready:
            yield without_accuracy(player)


def summary(verdicts: Verdicts) -> Iterator[Message]:
    """Yield the sentences of `by_player`, and then an explanation of the accuracy if they speak of it."""
    yield from by_player(verdicts)
    counted = [seat for seat in range(verdicts.seats) if verdicts.grades(seat)]
    if counted and (verdicts.ready or any(verdicts.accuracy(seat) is not None for seat in counted)):
        yield say(
            "Accuracy compares what the choices lost with what random moves would have lost there: 100 for no loss, "
            "about 20 for random moves. Forced and obvious moves do not count."
        )


def without_accuracy(name: Arg) -> Message:
    """Return the sentence that says why a player has no accuracy.

    `name` is the player's name, or a symbol in its place, such as a dash.
    """
    return say("{name}: no accuracy, because less than half a game depended on the choices that count.", name=name)
