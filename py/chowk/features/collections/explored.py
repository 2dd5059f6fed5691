"""The explorer's state on the page: the chosen collection and players, and the moves played from the position shown."""

from __future__ import annotations

from typing import Final, NamedTuple

from chowk.core.message import say

UNSORTED: Final = say(
    "The positions of this collection are not sorted yet. Sorting is done once and takes a few seconds."
)
NO_OWN_GAMES: Final = say("Play a game to the end, and it will appear here.")
"""The advice to a player who has no game that is over."""


class ListRow(NamedTuple):
    """A row of the list of games.

    `number` is the game's number in the collection, from 0, and `place` its number in the file, from 1. `winner`
    is one of `archive.FIRST` to `UNKNOWN`. `made` is the number of moves, not counting passes.
    """

    number: int
    place: int
    game: str
    players: tuple[str, ...]
    event: str
    date: int
    result: str
    winner: int
    opening: str
    made: int


class PlayedMove(NamedTuple):
    """A move that was played, as text, and the number of games with this move for each result.

    The results are: won by the first player, won by the second, drawn, and unknown. `judged` is the number of times
    that a check judged the move. `lead` is the average lead that it gives its player by these judgements, or None if
    there are none.
    """

    move: str
    first: int
    second: int
    drawn: int
    unknown: int
    lead: float | None = None
    judged: int = 0

    @property
    def made(self) -> int:
        """The number of games with the move."""
        return self.first + self.second + self.drawn + self.unknown


class Answer(NamedTuple):
    """The moves played from a position, and some games. `total` games reached it, and `ended` of these ended there.

    `latest` are the most recent of these games, and `notable` those of the players with the most games in the
    collection. `indexed` is the number of games in the index, `all` the number of games in the collection.
    """

    total: int
    moves: tuple[PlayedMove, ...]
    ended: int
    latest: tuple[ListRow, ...]
    notable: tuple[ListRow, ...]
    indexed: int
    all: int


class Explored(NamedTuple):
    """The state of the explorer, which shows the moves that games of a collection played from a position.

    `key` is the key of the collection. `chosen` is True if the player chose this collection, and False if it is shown
    because its list was opened last. `place` is the name of the game, and the position as text.

    `needed` is True if an index of the collection's positions must be made first. `done` is the share of the index that
    is made, from 0 to 1, or None while none is being made. `asked` counts the questions, to recognise late answers.
    """

    key: str = ""
    chosen: bool = False
    place: tuple[str, str] = ("", "")
    player: str = ""
    opponent: str = ""
    seat: str = ""
    answer: Answer | None = None
    needed: bool = False
    done: float | None = None
    asked: int = 0
