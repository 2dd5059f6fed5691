"""The first lesson in Patchwork: buying and sewing, whose turn it is, income, advancing, single patches, the tile."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say, say_in
from chowk.games.api.lesson import Lesson, Task

_SQUARE: Final = "24r0@a1,22r1@d1,19r1f@f1,33r0@a2,18r3@a4,10r0@d5,8r1@f5,13r2@a6,9r2@d6"

LESSON: Final[Lesson] = (
    Task(
        "A:0/5/- B:0/5/- A queue=14,22,27,5,33,8,1",
        say(
            "Take the marked patch, lay it anywhere on your quilt, and press “{button}”.",
            button=say_in("the player does it", "Confirm"),
        ),
        (("buy:14", "*@*"),),
        say("You have paid with buttons and with time: your token, the spool on the track, has gone ahead."),
        say("You may do that, too. But this time take the marked patch."),
        ("patch 14",),
    ),
    Task(
        "A:5/9/14r0@b2 B:9/5/22r0@b2 A queue=18,5,23,1,7",
        say("Whoever is further behind on the track moves. Buy a patch that leaves you behind Blue."),
        (("buy:5", "*@*"), ("buy:23", "*@*")),
        say("It is your turn again. The hourglass on a patch says how far it takes you."),
        say("Now Blue is behind, and it is Blue's turn. Try a patch that takes less time."),
    ),
    Task(
        "A:9/6/14r0@b2,10r0@f4 B:13/5/22r0@b2 A queue=4,2,5,1,7",
        say("On space 11 there is a button. Come to it, or pass it."),
        (("advance",), ("buy:2", "*@*"), ("buy:5", "*@*")),
        say("You were paid one button for each button that is pictured on your quilt."),
        say("That takes you one space only. You need two or more."),
        ("space 11",),
    ),
    Task(
        "A:5/1/14r0@b2 B:9/5/22r0@b2 A queue=10,18,19,1,7",
        say("You have one button and cannot pay for a patch. Go ahead on the track instead."),
        (("advance",),),
        say("You went to the space just ahead of Blue, and got a button for each space."),
    ),
    Task(
        "A:30/2/32r1@b2,3r0@b5,20r0@f2 B:31/9/27r0@c4,28r0@d7 A queue=10,5,13",
        say("Go ahead to the single patch on space 32. Then fill the marked hole in your quilt with it."),
        (("advance", "single@c4"),),
        say("Whoever comes there first gets the patch for nothing. An empty cell costs two points in the end."),
        say("Not like this. Go ahead first, then sew the single patch into the hole at c4."),
        ("c4",),
    ),
    Task(
        f"A:33/6/{_SQUARE} B:35/9/- A queue=1,17,21",
        say("Two cells are missing for a square of 7 by 7. Fill them with the smallest patch. Turn it first."),
        (("buy:1", "r1@f2"),),
        say("You have the bonus tile. It is worth seven points."),
        say("That leaves the gap open. Turn the smallest patch and lay it on f2 and f3."),
        ("patch 1",),
    ),
)
