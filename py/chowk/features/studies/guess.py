"""Play through a chapter of a study: guess the moves of one side. The page makes the other moves and the rolls."""

from __future__ import annotations

from typing import Any, Final

from chowk import games
from chowk.core.message import Message, PlayerName, say, say_in
from chowk.core.position import Seat
from chowk.core.variations import ARROW, Variations
from chowk.engine.protocol import Reply
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import LessonHost, LessonTable
from chowk.features.studies.studies import StudiesHost, find, leave_to_study, show_study
from chowk.features.studies.study import Chapter, main_moves, seats_of
from chowk.games.api.lesson import Task, due
from chowk.session.command import written
from chowk.session.game_loop import LEAST
from chowk.session.table import Table
from chowk.storage.kept import Kept

_ANOTHER: Final = say("The study plays another move here. Look again.")


class GuessTable(LessonTable):
    """A table where the player guesses the moves of the seat `guesser` in a chapter of a study."""

    def __init__(self, key: str, place: int, count: int, chapter: Chapter, guesser: Seat, back: Table | None) -> None:
        self.key, self.place, self.count, self.guesser = key, place, count, guesser
        self.tree: Variations = chapter.tree
        game, moves = games.load(chapter.game), main_moves(chapter)
        # The plies at which a guess was wrong or a hint was given. Written by `go_back` and `prepared`.
        self.missed: set[int] = set()
        goal = say("Find the moves of {player} in this study.", player=PlayerName(guesser))
        task = Task(
            chapter.tree.start, goal, (tuple(move.text for move in moves),), say("This is the end of the chapter.")
        )
        super().__init__(game, 0, back, (task,))
        self.guessed = sum(move.seat == guesser and move.is_choice for move in moves)

    def seat_of(self, position: Any) -> Seat:  # noqa: ARG002 - the player has chosen the seat
        """Return the seat whose moves are guessed."""
        return self.guesser

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table, and the arguments of the command with which the browser's history reopens this table."""
        return "guess", written("guess", self.key, self.place, self.guesser)

    @property
    def title(self) -> Message:
        """The title of the page, the same for all chapters."""
        return say("Guessing the moves")

    @property
    def step(self) -> Message:
        """The line above the task: the number of the chapter, and the number of all chapters."""
        return say("Chapter {number} of {count}", number=self.place + 1, count=self.count)

    @property
    def introduction(self) -> tuple[Message, ...]:
        """The study's comment on the last move, or on the first position."""
        node = self._node(self.played)
        comment = self.tree.nodes[node].comment if node is not None else ""
        if not comment:
            return ()
        if not node:
            return (say("Comment: {text}", text=comment),)
        return (say("{move}: {value}", move=self.tree.nodes[node].move, value=comment),)

    def drawings(self) -> tuple[str, ...]:
        """Return the study's rings and arrows at the current position.

        Leave out those that would give away the move to guess. They are returned once the move has been guessed.
        """
        node, ply = self._node(self.played), self.match.ply
        if node is None or self.display.shown_ply is not None:
            return ()
        drawn, later = self.tree.nodes[node].drawings, self._revealing(ply)
        earlier = self._revealing(ply - 1) if ply and due(self.task, self.played[:-1]) == self.played[-1] else ()
        return tuple(dict.fromkeys((*earlier, *(drawing for drawing in drawn if drawing not in later))))

    def _revealing(self, ply: int) -> tuple[str, ...]:
        """Return the study's rings and arrows, after `ply` moves, that would reveal the move to guess.

        These are the drawings whose spots all belong to the move.
        """
        position, played = self.match.position_after(ply), self.played[:ply]
        node, text = self._node(played), due(self.task, played)
        if node is None or not text or position.turn != self.guesser:
            return ()
        spots = self.view.spell(position)[self.match.ruleset.notation.read_move(position, text)]
        drawn = self.tree.nodes[node].drawings
        return tuple(drawing for drawing in drawn if set(drawing.split(ARROW)) <= set(spots))

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences after the last move: how many moves were found at the first try."""
        found = self.guessed - len(self.missed)
        score = say("Found at the first try: {found} of {count}.", found=found, count=self.guessed)
        return (self.task.done, *((score,) if self.guessed else ()))

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons below the board, with their icons: a hint, or none after the last move."""
        return () if self.complete else (("hint", "hint"),)

    @property
    def leave_label(self) -> Message | None:
        """The label of the button that leaves the table."""
        return say_in("the page does it", "Back to the study")

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command after the last move, its argument and its label: it shows the chapters of the study."""
        return "lesson-leave", "", say_in("the page does it", "Back to the study")

    def note(self, kept: Kept) -> None:
        """Do nothing, because opening the table is not recorded."""

    def finish(self, host: LessonHost) -> None:
        """Do nothing, because the guesses are not recorded."""

    def left(self, host: Any) -> None:
        """Show the study's chapters again when the player leaves the table."""
        show_study(host, self.key)

    def _node(self, moves: tuple[str, ...]) -> int | None:
        """Return the node of the study that these moves reach from the first position, or None."""
        node: int | None = 0
        for move in moves:
            node = self.tree.after(node, move) if node is not None else None
        return node

    # Guessing ---------------------------------------------------------------------------------------------------------

    def prepared(self, ahead: Any = ()) -> Reply | None:
        """Return the next move of the study, for a hint. The move counts as missed, even if the player then makes it.

        `ahead` are moves of the same turn to play before it. If there are any, the move does not count as missed.
        """
        if not ahead and self.match.position.turn == self.guesser and not self.complete:
            self.missed.add(self.match.ply)
        return super().prepared(ahead)

    async def _chosen_by(self, host: LessonHost, position: Any) -> Any:
        """Return the move to play: the player's guess, or the study's next move for a roll or another side."""
        if position.turn == self.guesser:
            return await super()._chosen_by(host, position)
        await host.clock.sleep(LEAST)
        return self.match.ruleset.notation.read_move(position, due(self.task, self.played))

    async def go_back(self, host: LessonHost) -> None:
        """Show the study's comment on a wrong guess, or else a general sentence, and take the guess back."""
        self.missed.add(self.match.ply - 1)
        node = self._node(self.played)
        comment = self.tree.nodes[node].comment if node is not None else ""
        answer = say("{move}: {value}", move=self.played[-1], value=comment) if comment else _ANOTHER
        await self.answer_with(host, answer)


def start(host: StudiesHost, text: str) -> None:
    """Let the player guess the moves of one seat in a chapter.

    `text` is the study's key, the chapter's number and the seat. Do nothing if there is no such chapter, or if the seat
    has no moves to guess in it.
    """
    found = find(host, text)
    if found is not None and host.studies is not None:
        key, place, chapter, more = found
        seat = next((seat for seat in seats_of(chapter) if str(seat) == more), None)
        if seat is not None:
            count = len(host.studies.of(host.kept, key).chapters)
            lessons.sit(host, GuessTable(key, place, count, chapter, seat, leave_to_study(host)))
