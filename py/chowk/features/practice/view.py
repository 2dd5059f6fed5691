"""The sheets about puzzles: all games, one game with its themes and the player's rating, and earlier days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Message, say, say_in, say_many
from chowk.features.practice import ending_drill, mistakes_view
from chowk.features.practice.daily import game_of, streak
from chowk.features.practice.entries import entry
from chowk.features.practice.practice import easiest, progress_of, themes
from chowk.features.practice.progress import EndingsDone, PuzzleProgress
from chowk.features.practice.theme_results import ThemeResult, grouped
from chowk.games.api.puzzle import PuzzleTheme, puzzles_of
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.metadata import day_of
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, opener, picture, sheet, switch, words_of
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import StorageViewer, TimeOfDay

    class PracticeViewer(StorageViewer, Protocol):
        """The state read by the sheets about puzzles."""

        @property
        def clock(self) -> TimeOfDay:
            """The clock that tells the current time."""


DAYS: Final = 60
"""Number of days in the list of earlier days."""
_AT_MY_LEVEL: Final = say("One at my level")


def overview(viewer: PracticeViewer, words: Words, name: str) -> Node:
    """Draw the overview of a game's puzzles, or the list of games if `name` is empty."""
    if name:
        return _game(viewer, words, name)
    level = None if viewer.settings.children else words(_AT_MY_LEVEL)
    in_turn = el("span", icon("puzzle"), class_="emblem")
    mixed = opener(words(viewer.commands.label("puzzle-mixed")), level, "puzzle-mixed", "", in_turn)
    return sheet(
        viewer,
        words,
        "practice",
        say("Puzzles"),
        el("p", words(say("Each puzzle has a proven solution.")), class_="note"),
        None if viewer.settings.children else _today_puzzle(viewer, words),
        el(
            "ul",
            [_entry(viewer, words, name) for name in games.practised()],
            el("li", mixed, key="puzzle-mixed"),
            class_="learn",
        ),
        switch(words, "set", "children", say("For children"), viewer.settings.children),
        el("p", words(say("Easy puzzles in large letters, without a rating.")), class_="note"),
        class_=_sheet_classes(viewer),
    )


def _sheet_classes(viewer: PracticeViewer) -> str:
    """Return the CSS classes of a sheet about puzzles. In children's mode, everything is larger."""
    return "practice children" if viewer.settings.children else "practice"


def _entry(viewer: PracticeViewer, words: Words, name: str) -> Node:
    emblem = picture(pictures.emblem(name, viewer.look, f"practice-{name}-"), "emblem")
    solved = not viewer.settings.children and _today(viewer) in progress_of(viewer.kept, name).days
    # An entry leads to all puzzles of its game. It does not offer today's, which is only the first of these.
    note = words(_standing(viewer, name)) if solved else None
    return el("li", opener(words(games.sign(name).title), note, "practice", name, emblem), key=name)


def _today_puzzle(viewer: PracticeViewer, words: Words) -> Node:
    """Draw the button that opens today's puzzle, of the same game as on the home page."""
    name = game_of(_today(viewer))
    label = say("{game}: puzzle", game=games.sign(name).title)
    return _daily(viewer, words, name, progress_of(viewer.kept, name), label)


def _standing(viewer: PracticeViewer, name: str) -> Message:
    """Return a sentence that says whether today's puzzle of a game is solved."""
    if _today(viewer) in progress_of(viewer.kept, name).days:
        return say("You have solved today's puzzle.")
    return say("Today's puzzle is waiting for you.")


def _today(viewer: PracticeViewer) -> date:
    return date.fromisoformat(day_of(viewer.clock.now()))


# A game ---------------------------------------------------------------------------------------------------------------


def _game(viewer: PracticeViewer, words: Words, name: str) -> Node:
    known = progress_of(viewer.kept, name)
    title = say("{game}: puzzles", game=games.sign(name).title)
    if viewer.settings.children:
        return sheet(
            viewer, words, "practice", title, *_for_children(viewer, words, name), class_=_sheet_classes(viewer)
        )
    return sheet(
        viewer,
        words,
        "practice",
        title,
        _daily(viewer, words, name, known),
        _more(viewer, words, name, known),
        _endings(words, name, known),
        _rating(words, name, known),
        _themes(words, name, known),
        class_="practice",
    )


def _for_children(viewer: PracticeViewer, words: Words, name: str) -> list[Node]:
    """Draw the easy puzzles of a game, by theme, without any statistics."""
    titles, held = themes(name), {puzzle.theme for puzzle in easiest(name)}
    rows = [
        _row(words, theme.title, [], "puzzle", written(name, "theme", key))
        for key, theme in titles.items()
        if key in held
    ]
    return [
        button(viewer, words, "puzzle", written(name, "any"), icon="puzzle", class_="primary"),
        el("section", el("h3", words(say("By theme"))), el("ul", rows, class_="learn"), key="themes"),
    ]


def _daily(
    viewer: PracticeViewer,
    words: Words,
    name: str,
    known: PuzzleProgress,
    label: Message | None = None,
) -> Node:
    days = streak(known.on_time, _today(viewer))
    texts = [_standing(viewer, name)]
    if days > 1:
        texts.append(say_many("{count} day in a row.", "{count} days in a row.", days))
    label = label or say("Puzzle of the day")
    return el(
        "section",
        button(viewer, words, "puzzle", written(name, "day"), label=label, icon="puzzle", class_="primary"),
        el("p", words_of(words, texts), class_="note"),
        class_="daily",
        key="daily",
    )


def _more(viewer: PracticeViewer, words: Words, name: str, known: PuzzleProgress) -> Node:
    """Draw the list of further exercises, such as puzzles at the player's level, storms, lessons, and earlier days."""
    keys = {puzzle.key for puzzle in puzzles_of(name)}
    missed = sum(key in keys for key in known.missed)
    series = [say("Until the first mistake.")]
    if known.longest:
        series.append(say("Longest so far: {count}", count=known.longest))
    storms = [say("As many as you can in three minutes.")]
    if known.storm:
        storms.append(say("Best so far: {count}", count=known.storm))
    untried = say_many("{count} puzzle not tried yet", "{count} puzzles not tried yet", len(keys - set(known.results)))
    again = say_many("{count} puzzle to try again", "{count} puzzles to try again", missed)
    rows: list[Node | None] = [
        _row(words, _AT_MY_LEVEL, [untried], "puzzle", written(name, "any")),
        _row(words, say("In a row"), series, "puzzle", written(name, "series")),
        _row(words, say("Storm"), storms, "puzzle", written(name, "storm")),
        _row(words, say("The ones I missed"), [again], "puzzle", written(name, "missed")) if missed else None,
        _row(words, say("More lessons"), [say("Short lessons, each with one idea.")], "course", name)
        if name in games.with_course()
        else None,
        mistakes_view.row(viewer, words, name),
        _row(words, say("Earlier days"), [say("The last {count} days", count=DAYS)], "puzzle-days", name),
    ]
    return el("ul", *rows, class_="learn", key="more")


def _endings(words: Words, name: str, known: PuzzleProgress) -> Node | None:
    """Draw the classes of endings, each with its aim and the number of solved ones. None if the game has no endings."""
    rows = []
    for kind, drill in ending_drill.drills(name).items():
        done = known.endings.get(kind, EndingsDone())
        notes = [say("Win it.") if drill.aim == "win" else say("Hold the draw.")]
        if done.solved:
            notes.append(say("Solved: {count}, {flawless} without a mistake.", count=done.solved,
                             flawless=done.flawless))  # fmt: skip
        rows.append(_row(words, drill.title, notes, "puzzle", written(name, "ending", kind)))
    if not rows:
        return None
    about = say("The other side plays perfectly, by a table of all such endings.")
    return el(
        "section",
        el("h3", words(say("Endings"))),
        el("p", words(about), class_="note"),
        el("ul", rows, class_="learn"),
        class_="themes",
        key="endings",
    )


def _row(
    words: Words, title: Message | str, notes: Sequence[Message], do: str, arg: str, *, is_done: bool = False
) -> Node:
    """Draw an entry of a list, with the sentences `notes` on a line below its title, if there are any.

    The entry is a button that runs the command `do` with the argument `arg`. `is_done` marks the entry as done.
    """
    return entry(words, title, words_of(words, notes) if notes else None, do, arg, is_done=is_done)


def _rating(words: Words, name: str, known: PuzzleProgress) -> Node:
    low, high = known.rating.band
    texts = [
        say("Your rating: {rating}", rating=round(known.rating.value)),
        say("It is probably between {low} and {high}.", low=max(0, low), high=high),
        say("It rises when you solve a puzzle at the first try and falls when you do not. Surprises change it most."),
    ]
    return el(
        "section",
        [el("p", words(text), class_="note" if number else "rating") for number, text in enumerate(texts)]
        if known.results and not known.hidden
        else None,
        switch(words, "puzzle-rating", name, say_in("the page does it", "Show my rating"), not known.hidden),
        class_="my-rating",
        key="rating",
    )


def _themes(words: Words, name: str, known: PuzzleProgress) -> Node:
    """Draw the themes in three groups: those to practise, those that go well, and those not tried yet.

    The first two groups begin with the worst theme.
    """
    titles = themes(name)
    groups = grouped(titles, puzzles_of(name), known)
    headed = (
        (say("What to practise"), groups.practise),
        (say("What goes well"), groups.well),
        (say("Themes not tried yet"), groups.untried),
    )
    return el(
        "section",
        el("h3", words(say("By theme"))),
        [
            el(
                "section",
                el("h4", words(heading)),
                el("ul", [_theme(words, name, titles[result.theme], result) for result in results], class_="learn"),
                class_="results",
                key=heading.text,
            )
            for heading, results in headed
            if results
        ],
        class_="themes",
        key="themes",
    )


def _theme(words: Words, name: str, theme: PuzzleTheme, result: ThemeResult) -> Node:
    """Draw a theme with its results as a sentence and a bar. A theme that was not tried yet has neither."""
    note: list[Node] | None = None
    if result.tried:
        sentence = say("{solved} of {tried} solved at the first try", solved=result.solved, tried=result.tried)
        share = {"--share": f"{100 * result.share:.0f}%"}
        note = [*words_of(words, [sentence]), el("span", class_="solved-share", style=share, aria_hidden="true")]
    arg = written(name, "theme", result.theme)
    return entry(words, theme.title, note, "puzzle", arg)


# Earlier days ---------------------------------------------------------------------------------------------------------


def days(viewer: PracticeViewer, words: Words, name: str) -> Node:
    """Draw the sheet with a game's puzzles of the last `DAYS` days, each with its result."""
    known, today = progress_of(viewer.kept, name), _today(viewer)
    return sheet(
        viewer,
        words,
        "puzzle-days",
        say("Puzzles of earlier days"),
        el("ul", [_day(words, name, today - timedelta(ago), known) for ago in range(DAYS)], class_="learn days"),
    )


def _day(words: Words, name: str, day: date, known: PuzzleProgress) -> Node:
    result = known.days.get(day)
    if result is None:
        state = say("Not solved yet")
    elif result.tries == 1:
        state = say("Solved at the first try")
    else:
        state = say_many("Solved after {count} try", "Solved after {count} tries", result.tries)
    arg = written(name, "day", day.isoformat())
    return _row(words, words.date(day.isoformat()), [state], "puzzle", arg, is_done=result is not None)
