"""Puzzles that are solved by moves on the board: choose one, answer wrong moves, and store the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any, Final, Literal, NamedTuple, Protocol

from chowk import games
from chowk.core.message import Day, Message, PlayerName, say, say_in
from chowk.core.variations import Variations
from chowk.engine.protocol import Reply
from chowk.features.lessons import lessons
from chowk.features.lessons.lessons import PAUSES, LessonHost, LessonTable
from chowk.features.practice import progress
from chowk.features.practice.daily import puzzle_of
from chowk.features.practice.modes import Mode
from chowk.features.practice.progress import PuzzleProgress
from chowk.features.sharing.ports import SharingHost
from chowk.games.api import Game
from chowk.games.api.lesson import Task, under_way
from chowk.games.api.puzzle import Puzzle, PuzzleTheme, puzzles_of
from chowk.i18n.toast import Toast
from chowk.session.command import written
from chowk.session.metadata import day_of
from chowk.session.ports import GameServices
from chowk.session.table import Table, Transition
from chowk.storage import saves
from chowk.storage.kept import Kept

NEAREST: Final = 8
"""Number of untried puzzles closest to the wanted difficulty, one of which is drawn at random."""
FIRST_OF_SERIES: Final = 700
"""Difficulty of the first puzzle of a series."""
RISE_OF_SERIES: Final = 60
"""How much harder each puzzle of a series is than the one before, in points."""
AHEAD: Final = timedelta(1)
"""Longest time by which the day of a linked puzzle may be later than today here.

Where the sender of the link lives, it may be tomorrow already.
"""
FREE_TRIES: Final = 3
"""Number of tries in which a child may solve a puzzle. After that it counts as missed."""
PAINTED: Final = 0.05
"""Pause before the reasons are computed, in seconds. In it the page shows that the puzzle is solved."""
PATTERN: Final = {"wrong": "🟥", "hint": "💡", "right": "🟩"}
"""The signs for the tries in a shared result."""


_NEXT: Final = say_in("the player does it", "Next puzzle")


class PracticeHost(SharingHost, LessonHost, Protocol):
    """The part of the application that is needed for puzzles."""


class PuzzleRequest(NamedTuple):
    """The puzzle that a player asks for.

    `subject` is the day in ISO form for the mode `day`, and the theme for the mode `theme`. In the modes `any` and
    `mixed` it may be the key of the wanted puzzle.
    """

    game: str
    mode: Mode
    subject: str = ""

    @property
    def day(self) -> date:
        """The day in `subject`; raises `ValueError` if `subject` is not a day."""
        return date.fromisoformat(self.subject)


class PuzzleTable(LessonTable):
    """A table for a puzzle, opened on the date `opened`.

    `series` is the number of puzzles that were solved in a row before this one. If `children` is True, a puzzle counts
    as solved if at most `FREE_TRIES` tries were needed, and no statistics are shown.
    """

    names_squares = True

    def __init__(
        self,
        game: Game,
        puzzle: Puzzle,
        request: PuzzleRequest,
        back: Table | None,
        series: int,
        opened: date,
        *,
        children: bool = False,
    ) -> None:
        self.children = children
        self.puzzle, self.request, self.series, self.opened = puzzle, request, series, opened
        self.theme: PuzzleTheme = themes(game.name)[puzzle.theme]
        # The results of the tries so far; a hint counts as a try.
        self.try_results: list[Literal["wrong", "hint", "right"]] = []
        # True while a wrong move is on the board.
        self.answering = False
        # True once the result of this puzzle is stored, and True if it changed the rating.
        self.counted = self.rated = False
        # The sentences about the result, once the puzzle is solved.
        self.verdict: tuple[Message, ...] = ()
        # What a hint says in favour of the moves that solved it; None until it is worked out.
        self.reasons: tuple[Message, ...] | None = None
        super().__init__(game, 0, back, (_task(game, puzzle, self.theme),))

    @property
    def history_entry(self) -> tuple[str, str]:
        """The kind of table and the arguments by which the browser's history finds this puzzle again."""
        name, mode, subject = self.request
        if mode == "day":
            return "puzzle", written(name, mode, subject)
        return "puzzle", written(name, "mixed" if mode == "mixed" else "any", self.puzzle.key)

    @property
    def title(self) -> Message:
        """The title of the page: the name of the game, and the word "puzzle"."""
        return say("{game}: puzzle", game=self.game.sign.title)

    @property
    def step(self) -> Message:
        """The line above the task, by mode: the day, the number solved in a row, the theme, or the difficulty.

        Children see a sentence about their three tries.
        """
        if self.children:
            return say("Three tries are fine.")
        match self.request.mode:
            case "day":
                return self.day_line
            case "series":
                return say("In a row: {count}", count=self.series)
            case "theme":
                return self.theme.title
            case _:
                return say("Difficulty {rating}", rating=self.puzzle.rating)

    @property
    def day_line(self) -> Message:
        """The line that names the day of the puzzle. The mode must be `day`."""
        return say("Puzzle of {date}", date=Day(self.request.subject))

    @property
    def goal(self) -> Message:
        """The sentence that says what to do. After a right move, it says so, and whose move is next."""
        if not self.match.ply or self.complete or not under_way(self.task, self.played):
            return self.task.goal
        if self.match.position.turn == self.learner:
            return say("Right so far. Find the next move.")
        return say("Right so far. The other side answers.")

    @property
    def told(self) -> tuple[Message, ...]:
        """The announcement of the last move, and what is next."""
        sentences = self.log.named_sentences
        return sentences if self.goal == self.task.goal else (*sentences, self.goal)

    @property
    def praise(self) -> tuple[Message, ...]:
        """The sentences about the solution and the result."""
        return (*self.verdict[:2], *(self.reasons or ()), *self.verdict[2:])

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The commands of the first buttons, with their icons: a hint; after the solution, the analysis and sharing.

        Only the puzzle of a day can be shared.
        """
        if not self.complete:
            return (("hint", "hint"),)
        return (("puzzle-why", "analyse"), *([("puzzle-share", "share")] if self.request.mode == "day" else []))

    @property
    def leave_label(self) -> Message | None:
        """The label of the button that leaves the puzzle. It is never None."""
        return say_in("the player does it", "Leave the puzzle")

    @property
    def after(self) -> tuple[str, str, Message | None]:
        """The command that is offered after the puzzle, with its argument and label.

        It opens the next puzzle. In the mode `series`, which lasts until the first failure, it opens the overview of
        puzzles after a failure.
        """
        name, mode, subject = self.request
        if mode == "series" and not (self.complete and self.flawless):
            return "practice", name, say_in("the player does it", "All puzzles")
        if mode == "mixed":
            order = games.practised()
            return "puzzle-mixed", order[(order.index(name) + 1) % len(order)], _NEXT
        following = "any" if mode == "day" else mode
        topic = subject if mode == "theme" else ""
        return "puzzle", written(name, following, topic), _NEXT

    @property
    def flawless(self) -> bool:
        """True if no try has failed and no hint was given."""
        return all(tried == "right" for tried in self.try_results)

    def note(self, kept: Kept) -> None:
        """Do nothing, because opening a puzzle is not recorded. Results are stored from the first try on."""

    # Trying -----------------------------------------------------------------------------------------------------------

    def prepared(self, ahead: Sequence[object] = ()) -> Reply | None:
        """Return the next move of the solution for a hint, and count the hint as a failed try.

        Do not count it if the last try was a hint, too. Do not count it either if `ahead` is not empty: these are moves
        of the same turn that come before the one asked for.
        """
        if not ahead and self.try_results[-1:] != ["hint"]:
            self.try_results.append("hint")
        return super().prepared(ahead)

    async def go_back(self, host: LessonHost) -> None:
        """Count a wrong move as a failed try, show a reply to it if one is known, and take the moves back."""
        if not self.answering:  # otherwise the player comes back from another table, and the move is counted already
            self.answering = True
            self.try_results.append("wrong")
            self._record(host)
        wrong, base = say("There is a better move. Look again."), self.match.ply
        for text in self._answers():
            before = self.match.position
            events = self.play(self.match.ruleset.notation.read_move(before, text))
            host.voice.spoken = self.log.named_sentences
            await host.loop.perform(self, [Transition(before, events, self.match.position)])
            wrong = say("The other side has a good answer to that. Look again.")
        if self.match.ply > base:
            await host.clock.sleep(PAUSES[host.settings.speed])  # time to see the answer, before the text is shown
        try:
            await self.answer_with(host, wrong)
        finally:
            self.answering = not under_way(self.task, self.played)

    def _answers(self) -> tuple[str, ...]:
        """Return the moves that refute the wrong move on the board. Empty if no refutation is known.

        Refutations are known for first moves only.
        """
        known = (line[1:] for line in self.puzzle.refutations if self.played == line[:1])
        return next(known, ())

    def finish(self, host: LessonHost) -> None:
        """Store the result, and prepare the sentences about it."""
        if self.verdict:
            return  # the player came back to the solved puzzle
        self.try_results.append("right")
        known = self._record(host)
        first = say("Solved.") if self.flawless else say("Found it.")
        rating: list[Message] = []
        if self.rated and not known.hidden:
            rating.append(say("Your rating is now {rating}.", rating=round(known.rating.value)))
        if self.request.mode == "series" and not self.children:
            count = self.series + self.flawless
            rating = [say("In a row: {count}", count=count)]
        self.verdict = (first, self.theme.reason, *rating)

    async def explain(self, host: LessonHost) -> None:
        """Store the reasons for the first turn of the solution in `reasons`, after showing that the puzzle is solved.

        They follow from the position alone, without a search, but may take a second on a slow device.
        """
        if self.reasons is None:
            host.page.render()
            await host.clock.sleep(PAINTED)
            self.reasons = reasons(self.game, self.puzzle, self.match.moves)

    def solution(self) -> Variations:
        """Return the moves for an analysis as a tree: the solution with its sequel, and refutations of wrong moves."""
        tree, notation = Variations(self.puzzle.setup), self.match.ruleset.notation
        position = self.match.position_after(0)
        for line in ((*self.puzzle.lines[0], *self.puzzle.sequel), *self.puzzle.refutations):
            node, reached = 0, position
            for text in line:
                move = notation.read_move(reached, text)
                tree, node = tree.played(node, notation.write_move(reached, move))
                reached = reached.play(move)
        return tree

    def _record(self, host: LessonHost) -> PuzzleProgress:
        """Update and store the progress after a try, and return the new progress.

        The first try of a puzzle decides its result, and may change the rating. For children, the result is stored once
        they solve the puzzle or have made `FREE_TRIES` tries, and the rating does not change.
        """
        before, tries, flawless = progress_of(host.kept, self.game.name), len(self.try_results), self.flawless
        solved, mode, today = self.try_results[-1] == "right", self.request.mode, today_of(host)
        counts = not self.counted and (not self.children or solved or tries >= FREE_TRIES)

        def changed(known: PuzzleProgress) -> PuzzleProgress:
            if counts and self.children:
                known = known.with_result(self.puzzle, solved and tries <= FREE_TRIES)
            elif counts:
                known = known.after(self.puzzle, flawless)
            if solved and mode == "day" and self.request.day <= today:
                known = known.with_day(self.request.day, tries, self.request.day == self.opened)
            if solved and mode == "series":
                known = known.with_series(self.series + flawless)
            return known

        after = changed(before)
        if counts:
            self.counted, self.rated = True, after.rating != before.rating
        if after != before:
            keep(host.kept, self.game.name, changed)
        return after


def _task(game: Game, puzzle: Puzzle, theme: PuzzleTheme) -> Task:
    """Return a puzzle as a task. The task has no text for wrong moves, because `PuzzleTable.go_back` answers them."""
    turn = game.notation.read_position(puzzle.setup).turn
    goal = theme.goal or say("{player} to move. Find the best move.", player=PlayerName(turn))
    return Task(puzzle.setup, goal, puzzle.lines, theme.reason)


def reasons(game: Game, puzzle: Puzzle, moves: Sequence[Any]) -> tuple[Message, ...]:
    """Return sentences that say why the first turn of a solution is good. `moves` are the moves of the solution.

    If the solution goes on after the first turn, the sentences name the move, in games with a notation of moves.
    """
    position = game.notation.read_position(puzzle.setup)
    after = position.play(moves[0])
    goes_on = game.trial is not None and after.outcome() is None and game.trial.picks.goes_on(after)
    facts = game.why(position, tuple(moves[: 1 + goes_on]))
    if len(moves) == 1 or game.tray or game.trial:
        return facts
    first = game.notation.write_move(position, moves[0])
    return tuple(say("{move}: {fact}", move=first, fact=fact) for fact in facts)


# Choosing a puzzle ----------------------------------------------------------------------------------------------------


def find(
    request: PuzzleRequest, known: PuzzleProgress, series: int, lot: int, *, children: bool = False
) -> Puzzle | None:
    """Return the puzzle that is asked for, or None if none exists.

    `series` is the number of puzzles solved in a row so far. `lot` is a random number. If `children` is True, choose
    among the easy puzzles only, except for a puzzle of a day or a puzzle requested by its key.
    """
    puzzles, rating = puzzles_of(request.game), known.rating.value
    if children and request.mode in ("any", "mixed", "theme"):
        requested = next((puzzle for puzzle in puzzles if puzzle.key == request.subject), None)
        easy = easiest(request.game)
        same_theme = [puzzle for puzzle in easy if puzzle.theme == request.subject]
        return requested or _near(same_theme or easy, known, 0, lot)
    match request.mode:
        case "day":
            return puzzle_of(puzzles, request.day)
        case "missed":
            by_key = {puzzle.key: puzzle for puzzle in puzzles}
            return next((by_key[key] for key in known.missed if key in by_key), None)
        case "series":
            return _near(puzzles, known, FIRST_OF_SERIES + RISE_OF_SERIES * series, lot)
        case "theme":
            of_theme = [puzzle for puzzle in puzzles if puzzle.theme == request.subject]
            return _near(of_theme, known, rating, lot) if of_theme else None
        case _:
            certain = (puzzle for puzzle in puzzles if puzzle.key == request.subject)
            return next(certain, None) or _near(puzzles, known, rating, lot)


def easiest(name: str) -> tuple[Puzzle, ...]:
    """Return the easiest tenth of a game's puzzles, for children, but at least `NEAREST` puzzles.

    All puzzles of playful themes count as easier than the others. The easiest puzzle comes first.
    """
    titles, puzzles = themes(name), puzzles_of(name)
    order = sorted(puzzles, key=lambda puzzle: (not titles[puzzle.theme].playful, puzzle.rating, puzzle.key))
    return tuple(order[: max(NEAREST, len(order) // 10)])


def _near(puzzles: Sequence[Puzzle], known: PuzzleProgress, rating: float, lot: int) -> Puzzle:
    """Return an untried puzzle, drawn by `lot` among the `NEAREST` whose difficulty is closest to `rating`.

    If all puzzles were tried, return the one that was tried longest ago.
    """
    order = {key: number for number, key in enumerate(known.results, 1)}
    untried = [puzzle for puzzle in puzzles if puzzle.key not in order]
    if not untried:
        return min(puzzles, key=lambda puzzle: order[puzzle.key])
    nearest = sorted(untried, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.key))[:NEAREST]
    return nearest[lot % len(nearest)]


# Opening --------------------------------------------------------------------------------------------------------------


def begin(host: PracticeHost, name: str, mode: Mode, subject: str) -> None:
    """Open a puzzle. If there is no such puzzle, show the overview of the game's puzzles.

    `mode` and `subject` are those of a `PuzzleRequest`. An empty `subject` in the mode `day` means today.
    """
    if mode == "day" and not _opens(host, subject):
        host.voice.toast = Toast(say("There is no puzzle for this day yet."), alert=True)
        return
    today = today_of(host)
    request = PuzzleRequest(name, mode, subject or (today.isoformat() if mode == "day" else ""))
    table, series = host.place.table, 0
    if isinstance(table, PuzzleTable):
        goes_on = (table.request.game, table.request.mode) == (name, mode)
        if mode == "series" and goes_on and table.complete and table.flawless:
            series = table.series + 1
        table = table.back
    elif isinstance(table, LessonTable):
        table = table.back
    children = host.settings.children
    puzzle = find(request, progress_of(host.kept, name), series, host.new_seed(), children=children)
    if puzzle is None:
        host.place.open_sheet("practice", name)
        return
    host.leave()
    lessons.sit(host, PuzzleTable(games.load(name), puzzle, request, table, series, today, children=children))


def _opens(host: PracticeHost, subject: str) -> bool:
    """Return True if the puzzle of a day may be opened already.

    `subject` is the day in ISO form, or empty for today.
    """
    try:
        return not subject or date.fromisoformat(subject) <= today_of(host) + AHEAD
    except ValueError:
        return False


def is_solved(desk: Solved) -> bool:
    """Return True if the puzzle or the ending at a table is solved."""
    return desk.complete


class Solved(Protocol):
    """A table with a puzzle or an ending that the player solves."""

    @property
    def complete(self) -> bool:
        """True once the puzzle or the ending is solved."""

    @property
    def game(self) -> Game:
        """The game to which the puzzle or the ending belongs."""

    def solution(self) -> Variations:
        """Return the tree of moves that an analysis of the solved puzzle or ending shows."""


def analyse(host: PracticeHost, desk: Solved) -> None:
    """Open an analysis of a solved puzzle or ending. Leaving it returns to the puzzle."""
    host.analyse(desk.game.name, desk.solution())


def share(host: PracticeHost, desk: Table) -> None:
    """Share the link to a day's puzzle and the player's result: an emoji for each try.

    If the device has no share sheet, copy them to the clipboard.
    """
    if not isinstance(desk, PuzzleTable):
        return
    title = host.words(desk.title)
    lines = [title, host.words(desk.day_line), "".join(PATTERN[tried] for tried in desk.try_results)]
    link = f"{host.sharing.address()}#p={desk.game.name}.{desk.request.subject}"
    if "text" in host.sharing.kinds():
        host.sharing.send(title, "\n".join(lines), link)
    else:
        host.clipboard.copy("\n".join((*lines, link)))


# Progress -------------------------------------------------------------------------------------------------------------


def today_of(host: GameServices) -> date:
    """Return the date in the device's time zone."""
    return date.fromisoformat(day_of(host.clock.now()))


def progress_of(kept: Kept, name: str) -> PuzzleProgress:
    """Return the stored progress in a game's puzzles."""
    return progress.read(kept.practised.get(name, ""))


def keep(kept: Kept, name: str, change: Callable[[PuzzleProgress], PuzzleProgress]) -> None:
    """Apply `change` to the progress in a game's puzzles, and store the result.

    If another tab has stored progress meanwhile, apply `change` to that instead of replacing it.
    """
    kept.change(kept.practised, saves.PRACTICE_KEY, name, lambda text: progress.write(change(progress.read(text))))


def show_rating(host: PracticeHost, name: str, shown: bool) -> None:
    """Show or hide the player's own puzzle rating in a game, and store the choice."""
    keep(host.kept, name, lambda known: known._replace(hidden=not shown))


def themes(name: str) -> dict[str, PuzzleTheme]:
    """Return the themes of a game's puzzles."""
    load_themes = games.sign(name).themes
    assert load_themes is not None, "the game has puzzles"
    return dict(load_themes())
