"""The course in American Checkers: ten short lessons in the usual terms of books on the game, each with one position.

The learner is always Red. `tests/unit/games/checkers/test_checkers_course.py` proves every accepted move.
"""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Course, Task

COURSE: Final[Course] = (
    (
        Task(
            "B:WK2:BK15",
            say("Leave one square between the kings, so that White must come closer."),
            (("15-10", "2-6", "10x1"), ("15-10", "2-7", "10x3")),
            say("Wherever the white king stepped, you could jump it."),
            title=say("The move"),
            about=say("When two kings come near each other, it matters who must move next."),
        ),
    ),
    (
        Task(
            "B:WK10:BK9",
            say("Save your king: go into the double corner."),
            (("9-5",),),
            say("Between 1 and 5 your king can never be blocked, and the game is a draw."),
            marks=("1", "5"),
            title=say("The double corner"),
            about=say("In a double corner, a king alone is safe: it can step to and fro."),
        ),
    ),
    (
        Task(
            "B:W15,16:B1,K24",
            say("Put your king where it attacks both white men."),
            (("24-19",),),
            say("White can save only one of the men."),
            marks=("15", "16"),
            title=say("The breeches"),
            about=say("A king that attacks two pieces at once is in the breeches."),
        ),
    ),
    (
        Task(
            "B:W12,13,15,16,30,32:B1,3,5,7,24",
            say("Let White take one man, and take two."),
            (("5-9", "13x6", "1x10x19"),),
            say("Look for a two-for-one before every move."),
            title=say("Two for one"),
            about=say("Since jumping is a duty, you can lead White where you want."),
        ),
    ),
    (
        Task(
            "B:W26,30:BK13,18",
            say("Offer a man, so that White has to jump and you jump back."),
            (("18-22", "26x17", "13x22"),),
            say("Now White has to step beside your king and loses the last man."),
            title=say("Exchange for the move"),
            about=say("An exchange of one piece for one changes who has to move at a bad moment."),
        ),
    ),
    (
        Task(
            "B:WK7,K19:BK4,K8,K20",
            say("Exchange one king for one."),
            (("8-11", "7x16", "20x11"),),
            say("Two kings against one win more easily than three against two."),
            title=say("Trade when ahead"),
            about=say("With more pieces than the other side, exchanges help you."),
        ),
    ),
    (
        Task(
            "B:WK10,K19:BK11",
            say("Step between the two white kings."),
            (("11-15",),),
            say("White can save only one of the kings, and one against one is a draw."),
            marks=("10", "19"),
            title=say("One man down"),
            about=say("With one piece less, look for a way to win one back."),
        ),
    ),
    (
        Task(
            "B:WK18,19:B1,3,5",
            say("Keep the bridge and move another man."),
            (("5-9",),),
            say("A white man that is crowned on 2 cannot leave without being jumped."),
            marks=("1", "3"),
            title=say("The bridge"),
            about=say("Your men on 1 and 3 are a bridge that guards your back row."),
        ),
    ),
    (
        Task(
            "B:W23,32:B11,24",
            say("Keep your men out of the dog hole."),
            (("11-15",), ("11-16",), ("24-27",)),
            say("On 28 your man would have been stuck, and you would have lost."),
            marks=("28",),
            title=say("The dog hole"),
            about=say("On 28, the dog hole, a red man cannot move while White has a man on 32."),
        ),
    ),
    (
        Task(
            "B:W14,15,21,22,26,28,30:B1,2,6,8,13",
            say("Give one man and take three with one jump."),
            (("6-10", "14x7", "2x11x18x25"), ("6-10", "15x6", "2x9x18x25")),
            say("Before every move, look at the jumps that it forces."),
            title=say("The shot"),
            about=say("A shot gives away a man so that one jump takes more."),
        ),
    ),
)
"""The lessons, in order."""
