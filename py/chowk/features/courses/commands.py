"""Commands for courses. Their modules and lessons are fetched at first use, in a separate parcel (archive)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command, number_or_none

if TYPE_CHECKING:  # imported once a course is opened
    from chowk.features.courses.courses import CourseHost


def _overview(host: CourseHost, name: str) -> None:
    """Show the lessons of a game's course, or the list of all games' first lessons if the game has no course."""
    if name in games.with_course():
        FetchedAction(parcels.COURSES, "features.courses.courses", "show")(host, name)
    else:
        host.place.open_sheet("learn")


def _begin(host: CourseHost, name: str, number: int | None) -> None:
    """Begin the lesson `number`, counted from 1, of a game's course.

    If `number` is None, begin the first lesson that is not done.
    """
    if name in games.with_course():
        FetchedAction(parcels.COURSES, "features.courses.courses", "begin")(host, name, number)


COMMANDS: Final[Mapping[str, Command[CourseHost]]] = {
    "course": Command(say("More lessons"), _overview, takes=(str,)),
    "course-lesson": Command(say_in("the page does it", "Go on"), _begin, takes=(str, number_or_none)),
}
"""The commands of this feature by name."""
