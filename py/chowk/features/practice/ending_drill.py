"""Endings that the player plays out against a perfect opponent: to win a won position, or to hold a drawn one.

The opponent looks up the results of its moves in endgame tablebases. Among the moves with the best result for it, it
chooses the one that makes the player's task hardest. If the player makes a move that throws the result away, the
opponent answers it, and then both moves are taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk import games
from chowk.core.errors import TextError
from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.variations import Variations
from chowk.engine.protocol import Line, Reply, Request, read_reply
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import PAUSES, LessonHost, LessonTable
from chowk.features.practice.practice import PracticeHost, keep
from chowk.games.api import Game
from chowk.games.api.endings import Aim, Drill, EndingResult, EndingTables, is_clear, lacking
from chowk.games.api.lesson import Task
from chowk.session.command import written
from chowk.session.table import Table, Transition
from chowk.session.taking_back import take_back
from chowk.storage.kept import Kept
from chowk.storage.plan import Plan, SeatPlan

if TYPE_CHECKING:  # read by type checkers only
    from chowk.engine.asking import EnginePort

HELD: Final = 12
"""Number of the player's moves after which a draw counts as held."""
TIME: Final = 5_000
"""Maximum time for looking up the results of all moves of a position, in milliseconds."""
DEEPER: Final = 11
"""Depth of the search, in plies, that chooses among lost moves if the tables do not know the distance to the loss."""
DEEPER_TIME: Final = 600
"""Maximum time for the search of depth `DEEPER`, in milliseconds."""
AGAIN: Final = 1.0
"""Pause between two tries to look up a position whose table is still being fetched, in seconds."""
TRIES: Final = 5
"""Number of failed tries after which a table counts as missing, if no file of it is being fetched."""


class EndingMove(NamedTuple):
    """A legal move, the position after it, and its proven result. `score` is the engine's value of the move."""

    move: Any
    text: str
    after: Any
    result: EndingResult
    score: float = 0.0


async def survey(engine: EnginePort, game: Game, position: Any, depth: int = 1, time: int = TIME) -> Reply | None:
    """Return the engine's values of all moves of a position, or None if the engine does not respond.

    The search looks at most `depth` moves ahead and takes at most `time` milliseconds.
    """
    setup = game.notation.write_position(position)
    request = Request(-2_000_000, game.name, setup, game.strongest, 0, time, depth=depth, survey=True)
    try:
        reply = read_reply(await engine.ask(request.text()))
    except (OSError, TextError):
        return None
    return None if reply.error else reply


async def results(
    engine: EnginePort, game: Game, endings: EndingTables, position: Any
) -> tuple[EndingMove, ...] | None:
    """Return all moves of a position with their proven results, the best first.

    Return an empty tuple if any result is missing, because a table has not arrived, and None if the engine does not
    respond. Of several moves that lead to the same position, only one is returned.
    """
    reply = await survey(engine, game, position)
    return None if reply is None else _found(game, endings, position, reply.lines)


def _found(game: Game, endings: EndingTables, position: Any, lines: Sequence[Line[str]]) -> tuple[EndingMove, ...]:
    found = []
    for line in lines:
        result, move = endings.result(line), game.notation.read_move(position, line.moves[0])
        if result is None:
            return ()
        found.append(EndingMove(move, line.moves[0], position.play(move), result, line.score or 0.0))
    return tuple(sorted(found, key=lambda one: (-one.result.value, one.result.value * (one.result.plies or 0))))


async def resistance(
    engine: EnginePort,
    game: Game,
    endings: EndingTables,
    position: Any,
    moves: Sequence[EndingMove],
    past: Sequence[Any],
) -> EndingMove:
    """Return the move that makes the other side's task hardest, among the moves that keep the best result.

    `moves` are all moves, the best first. A won position is won as soon as possible, and a lost one is lost as late as
    possible. If the tables do not know these distances, a search compares the moves.

    In a drawn position, the move leads to the position that occurred least often in `past`, the positions so far. Among
    equally rare positions, it is the one in which the smallest share of the replies draws.
    """
    best = moves[0].result.value
    kept = [one for one in moves if one.result.value == best]
    if best or len(kept) == 1:
        if len(kept) == 1 or all(one.result.plies is not None for one in kept):
            return kept[0]
        reply = await survey(engine, game, position, DEEPER, DEEPER_TIME)
        scores = {line.moves[0]: line.score or 0.0 for line in reply.lines} if reply is not None else {}
        return max(kept, key=lambda one: scores.get(one.text, one.score))
    seen = [game.notation.write_position(earlier).partition(" ")[0] for earlier in past]
    order = []
    for number, one in enumerate(kept):
        replies = await results(engine, game, endings, one.after) or ()
        holding = sum(reply.result.value == 0 for reply in replies) / max(1, len(replies))
        times = seen.count(game.notation.write_position(one.after).partition(" ")[0])
        order.append((times, holding, number))
    return kept[min(order)[2]]


class EndingTable(LessonTable):
    """A table for playing out an ending.

    `drill` is the ending's class, and `kind_of_ending` the stored name of the class. If the ending belongs to no class,
    `drill` is None and `kind_of_ending` is empty.
    """

    names_squares = True

    def __init__(self, game: Game, setup: str, aim: Aim, kind: str, back: Table | None) -> None:
        self.aim, self.kind_of_ending = aim, kind
        assert game.endings is not None, "such a game has endings"
        self.endings: EndingTables = game.endings()
        self.drill: Drill | None = self.endings.drills.get(kind)
        # The proven results of the moves in the present position, empty until the tables have answered. Written by
        # `_look`.
        self.moves: tuple[EndingMove, ...] = ()
        # The number of plies of the shortest way to win, as far as the tables know it. Written by the first `_look`.
        self.shortest: int | None = None
        # True while a move that throws the result away is on the board, until it is taken back.
        self.refuting = False
        # The number of wrong moves and hints, and whether the end was stored.
        self.slips = 0
        self.counted = False
        super().__init__(game, 0, back, (_task(game, setup, aim),))
        # The strongest opponent's files are fetched for this table.
        self.rename(Plan(game.name, tuple(
            SeatPlan("person") if seat == self.learner else SeatPlan("bot", game.strongest)
            for seat in range(self.match.position.seats)
        )))  # fmt: skip

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the arguments by which the browser's history reopens this ending from the start."""
        return "puzzle", written(self.game.name, "ending", self.task.setup)

    @property
    def title(self) -> Message:
        """The title of the page: the name of the game, and the word "ending"."""
        return say("{game}: ending", game=self.game.sign.title)

    @property
    def step(self) -> Message:
        """The line above the task: how many moves the draw was held so far, if the task is to hold a draw.

        Otherwise, and before the first such move, it is the class of the ending.
        """
        held = self.moves_made - self.refuting  # the wrong move on the board does not count
        if self.aim == "hold" and held and not self.complete:
            return say("Draw kept for {count} of {all} moves", count=held, all=HELD)
        return self.drill.title if self.drill is not None else say("Your ending")

    @property
    def moves_made(self) -> int:
        """The number of moves that the player has made in this ending."""
        return sum(self.match.position_after(ply).turn == self.learner for ply in range(self.match.ply))

    @property
    def complete(self) -> bool:
        """True once the player has won, or has held the draw long enough."""
        outcome = self.outcome
        if self.refuting:
            return False
        if self.aim == "win":
            return outcome is not None and outcome.winner == self.learner
        if outcome is not None:
            return outcome.winner is None or outcome.winner == self.learner
        return self.moves_made >= HELD and self.match.position.turn == self.learner

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences that the page shows once the ending is won or held."""
        sentences = [say("Solved.") if not self.slips else say("Found it."), self.task.done]
        if self.aim == "win":
            sentences.append(say_many("It took {count} move.", "It took {count} moves.", self.moves_made))
            if self.shortest is not None:
                count = (self.shortest + 1) // 2
                sentences.append(say_many("The shortest way has {count} move.", "The shortest way has {count} moves.",
                                          count))  # fmt: skip
        return tuple(sentences)

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons, with their icons: a hint, or the analysis once the ending is complete."""
        return (("puzzle-why", "analyse"),) if self.complete else (("hint", "hint"),)

    @property
    def leave_label(self) -> Message | None:
        """The label of the button that leaves the ending. It is never None."""
        return say_in("the player does it", "Leave the ending")

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command that opens another ending of the class, with its argument and label.

        If the ending belongs to no class, the command begins this ending again.
        """
        subject = self.kind_of_ending or self.task.setup
        if not self.kind_of_ending:
            return "puzzle", written(self.game.name, "ending", subject), say_in("the player does it", "Begin again")
        label = say_in("the player does it", "Next ending")
        return "puzzle", written(self.game.name, "ending", subject), label

    def note(self, kept: Kept) -> None:
        """Do nothing, because opening an ending is not recorded."""

    def solution(self) -> Variations:
        """Return the moves that were made, for an analysis."""
        tree, node = Variations(self.task.setup), 0
        for text in self.match.written():
            tree, node = tree.played(node, text)
        return tree

    def prepared(self, ahead: Sequence[object] = ()) -> Reply | None:
        """Return the best move by the endgame tables, as a hint. The ending no longer counts as flawless.

        Return None if the tables have not answered yet. The page then asks the strongest opponent for the hint, which
        also reads the tables. Return None, and do not count the hint, if `ahead` is not empty: these are earlier moves
        of the same turn.
        """
        if ahead:
            return None
        self.slips += 1
        return Reply(0, self.moves[0].text) if self.moves else None

    # Playing ----------------------------------------------------------------------------------------------------------

    async def teach(self, host: LessonHost) -> None:
        """Let the player and the opponent move in turn until the player has won the ending, or held it as a draw.

        Stop earlier, with a message, if the game is drawn by its rules or if an endgame table is missing.
        """
        host.extras.attend(self)
        if self.refuting:  # the player went to another table while the answer to a wrong move was shown
            await self._take_back(host)
        while not self.complete:
            if self.outcome is not None:
                self._say(host, say("The game is drawn by its rules. You can begin again."))
                return
            self.moves = ()
            if self.match.position.turn == self.learner:
                missing = await self._player_moves(host)
            elif (missing := await self._look_up(host, self.match.position)) is None:
                await self._go_on(host)
            if missing is not None:
                self._say(host, missing)
                return
        self.finish(host)
        host.voice.spoken = self.praise if host.stage.lively else (*self.told, *self.praise)
        host.page.render()

    async def _player_moves(self, host: LessonHost) -> Message | None:
        """Let the player move. If the move throws the result away, show why and take it back.

        The results of the moves are looked up while the player chooses: the first look-up takes seconds on a slow
        device, and the board must not ignore the player's input meanwhile. Return None, or a message if the look-up
        failed.
        """
        before = self.match.ply
        looking = host.spawn(self._look_up(host, self.match.position))
        try:
            await self._go_on(host)
            missing = await looking
        finally:
            looking.cancel()
        made = self.match.position
        if missing is None and self.match.ply == before + 1:
            played = next((one for one in self.moves if one.after == made), None)
            if played is not None and played.result.value < self.moves[0].result.value:
                await self._refute(host, played)
        return missing

    async def _chosen_by(self, host: LessonHost, position: Any) -> Any:
        if position.turn == self.learner:
            return await super()._chosen_by(host, position)
        past = [self.match.position_after(ply) for ply in range(self.match.ply + 1)]
        chosen = await resistance(host.engine, self.game, self.endings, position, self.moves, past)
        return chosen.move

    async def _look_up(self, host: LessonHost, position: Any) -> Message | None:
        """Look up the results of all moves in a position of the match. While an endgame table is missing, wait for it.

        Return None on success, or the message that was shown to the player because the look-up failed.
        """
        tries, waited = 0, False
        while True:
            found = await results(host.engine, self.game, self.endings, position)
            if found:
                break
            coming = host.extras.of(self.game.name) is not None
            tries = 0 if coming else tries + 1
            if found is None or tries >= TRIES:
                missing = lacking(False) if found is not None else say("The opponent does not respond.")
                self._say(host, missing)
                return missing
            if not waited:
                self._say(host, lacking(True))
            waited = True
            await host.clock.sleep(AGAIN)
        if waited:
            self.answer = None
            host.page.render()
        if position == self.match.position_after(0):
            self.shortest = found[0].result.plies
        self.moves = found
        return None

    def _say(self, host: LessonHost, text: Message) -> None:
        self.answer = text
        host.voice.spoken = (text,)
        host.page.render()

    async def _refute(self, host: LessonHost, played: EndingMove) -> None:
        """Say that a move throws the result away, show the other side's best answer, and take both moves back."""
        self.slips += 1
        self.refuting = True
        lost = played.result.value < 0
        if self.aim == "hold":
            answer = say("This move loses. Look again.")
        elif lost:
            answer = say("This move gives the win away: it loses. Look again.")
        else:
            answer = say("This move gives the win away: it only draws. Look again.")
        self._say(host, answer)
        replies = await results(host.engine, self.game, self.endings, played.after) if self.outcome is None else None
        if replies:
            before, best = self.match.position, replies[0]
            events = self.play(best.move)
            await host.loop.perform(self, [Transition(before, events, self.match.position)])
            if self.aim == "hold":
                answer = say("This move loses to {move}. Look again.", move=best.text)
            elif lost:
                answer = say("This move gives the win away: it loses to {move}. Look again.", move=best.text)
            else:
                answer = say("This move gives the win away: {move} holds the draw. Look again.", move=best.text)
            self._say(host, answer)
        await host.clock.sleep(PAUSES[host.settings.speed])
        await self._take_back(host)
        self._say(host, answer)

    async def _take_back(self, host: LessonHost) -> None:
        """Take back a move that throws the result away, and the answer to it."""
        self.choice.plan(())
        steps = take_back(self)
        self.refuting = False
        await host.loop.perform(self, steps)

    def finish(self, host: LessonHost) -> None:
        """Store that the ending was won or held. A second call stores nothing."""
        if not self.counted and self.kind_of_ending:
            self.counted = True
            kind, flawless = self.kind_of_ending, not self.slips
            keep(host.kept, self.game.name, lambda known: known.with_ending(kind, flawless))


def _task(game: Game, setup: str, aim: Aim) -> Task:
    player = PlayerName(game.notation.read_position(setup).turn)
    if aim == "win":
        return Task(setup, say("{player} to move. Win this ending.", player=player), (), say("The ending is won."))
    goal = say_many("{player} to move. Hold the draw for {count} move.",
                    "{player} to move. Hold the draw for {count} moves.", HELD, player=player)  # fmt: skip
    return Task(setup, goal, (), say("The draw is held."))


# Opening --------------------------------------------------------------------------------------------------------------


def drills(name: str) -> Mapping[str, Drill]:
    """Return the classes of endings of a game that can be practised, by their stored names.

    Empty if the game has none.
    """
    endings = games.load(name).endings
    return endings().drills if endings is not None else {}


def begin(host: PracticeHost, name: str, subject: str) -> None:
    """Open an ending: a random one of the class `subject`, or the position that `subject` describes as text.

    Before a position is opened, the endgame tables are asked whether it is to be won or held. For any other subject,
    show the game's overview of puzzles.
    """
    back, known = lessons.table_below(host.place.table), drills(name)
    if subject in known:
        drill = known[subject]
        setup = drill.positions[host.new_seed() % len(drill.positions)]
        _sit(host, EndingTable(games.load(name), setup, drill.aim, subject, back))
        return
    position = _position(name, subject) if known else None
    if position is None:
        host.place.open_sheet("practice", name)
    else:
        host.spawn(_open(host, games.load(name), position, back))


def _position(name: str, text: str) -> Any:
    """Return the position that a text describes.

    Return None if the text is invalid, if the game is over in the position, or if no endgame table covers it.
    """
    game = games.load(name)
    try:
        position = game.notation.read_position(text)
    except TextError:
        return None
    tabled = game.endings is not None and game.endings().is_in_table(position)
    return position if tabled and position.outcome() is None else None


async def _open(host: PracticeHost, game: Game, position: Any, back: Table | None) -> None:
    """Open a position as an ending, if the results of its moves make a clear exercise (`is_clear`).

    A position of a known class is also opened if its table has not arrived yet. For any other position, show the
    overview of the game's puzzles. `back` is the table to return to. Do nothing if the player has gone elsewhere
    meanwhile.
    """
    assert game.endings is not None, "checked before"
    endings, table = game.endings(), host.place.table
    kind, setup = endings.kind(position), game.notation.write_position(position)
    found = await results(host.engine, game, endings, position)
    if host.place.table is not table:
        return  # the player has gone elsewhere
    if not found and kind:
        aim = endings.drills[kind].aim  # the table of this ending may still come
        _sit(host, EndingTable(game, setup, aim, kind, back))
    elif found and is_clear([one.result for one in found]):
        aim = "win" if found[0].result.value > 0 else "hold"
        counted = kind if kind and endings.drills[kind].aim == aim else ""
        _sit(host, EndingTable(game, setup, aim, counted, back))
    else:
        host.place.open_sheet("practice", game.name)


def _sit(host: PracticeHost, desk: EndingTable) -> None:
    host.leave()
    lessons.sit(host, desk)
