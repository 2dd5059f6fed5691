"""Commands for courses. The modules and the lessons are a separate parcel that is fetched at first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.session.command import Command, number_or_none

if TYPE_CHECKING:  # imported once a course is opened
    from chowk.features.courses.courses import CourseHost


def _with_courses(host: CourseHost, do: Callable[[], None]) -> None:
    """Run `do` once the parcel of courses has arrived."""
    if parcels.waits(parcels.COURSES):
        again = partial(_with_courses, host, do)
        import_module("chowk.features.sharing.waiting").wait(host, again, (parcels.COURSES,))
    else:
        do()


def _overview(host: CourseHost, name: str) -> None:
    """Show the list of a game's further lessons, or the list of all first lessons if the game has no course."""
    if name in games.with_course():
        _with_courses(host, partial(host.place.lay, "course", name))
    else:
        host.place.lay("learn")


def _begin(host: CourseHost, name: str, number: int | None) -> None:
    """Begin the lesson `number`, counted from 1. If `number` is None, begin the first lesson that is not done."""
    if name in games.with_course():
        _with_courses(host, lambda: import_module("chowk.features.courses.courses").begin(host, name, number))


COMMANDS: Final[Mapping[str, Command[CourseHost]]] = {
    "course": Command(say("More lessons"), _overview, takes=(str,)),
    "course-lesson": Command(say_in("the page does it", "Go on"), _begin, takes=(str, number_or_none)),
}
"""The commands of this feature by name."""
