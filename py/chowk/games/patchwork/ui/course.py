"""The course in Patchwork: ten short lessons on buttons, time, single patches, fitting, and the count at the end."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Course, Task

COURSE: Final[Course] = (
    (
        Task(
            "A:4/4/6r0@a1 B:5/3/27r0@a1 A "
            "queue=12,3,14,9,10,30,17,2,4,28,8,21,19,29,15,31,23,16,24,20,26,32,18,25,11,5,1,13,22,7,33",
            say("Buy the patch with a button on it."),
            (("buy:14", "*@*"),),
            say("Early in the game, such a patch pays again and again."),
            title=say("Buttons early"),
            about=say("Every button on a patch pays one button at every marked space that you come to or pass."),
        ),
    ),
    (
        Task(
            "A:45/21/26r0@a1,31r0@a3,6r0@c1,27r1@e1,7r0@a9,22r0@b7,29r0f@g1,3r1@a6,25r0@b6,16r1@i3,15r1@g3,1r0@a5,"
            "single26@a2 "
            "B:50/26/14r0@a1,30r3f@a2,21r3@a4,33r0@b7,12r1@e7,13r2@g8,23r1f@f5,18r0@d1,4r3@a8,28r1@h4,32r1@d3,2r2@d5,"
            "9r1@h1,single32@a7,single38@g1,single44@f2,single50@c3 A queue=5,17,24,8,10,11,19,20",
            say("Buy the largest patch, which costs one button."),
            (("buy:24", "*@*"),),
            say("Near the end, cheap cells are worth more than buttons on a patch."),
            title=say("Cells late"),
            about=say("Late in the game few marked spaces are left, and each empty cell costs two points."),
        ),
    ),
    (
        Task(
            "A:7/7/7r0@a1 B:11/6/26r0@a1,24r0@f1 A "
            "queue=10,19,21,18,8,29,28,3,33,6,9,25,31,16,32,27,11,13,17,15,20,4,5,14,12,22,1,23,30,2",
            say("Buy the patch that leaves you behind Blue."),
            (("buy:21", "*@*"),),
            say("You stay behind on the time track, so the next turn is yours, too."),
            title=say("Another turn"),
            about=say("The player who is further behind on the track moves, even several times in a row."),
        ),
    ),
    (
        Task(
            "A:8/3/33r0@b1,23r0f@c3 B:12/5/28r0@a1,24r2@a2 A "
            "queue=31,8,3,15,29,32,14,7,25,21,26,13,18,4,6,20,27,16,22,9,10,19,5,30,1,2,17,11,12",
            say("Buy the patch that takes you exactly to Blue's token."),
            (("buy:31", "*@*"),),
            say("You have used all the time that you could without losing your turn."),
            marks=("space 12",),
            title=say("Land on top"),
            about=say("A token that comes to the other one's space lies on top and moves again."),
        ),
    ),
    (
        Task(
            "A:23/7/24r0@a1,22r1@d1,12r0@g1,21r1@g2,7r1@i4,9r3@f2 B:23/10/31r0@b1,15r0f@e1,26r1@c3,18r1@f2 A "
            "queue=20,33,3,10,4,23,1,5,25,11,29,2,13,30,6,14,32,17,8,16,27,28,19",
            say("Buy the patch that takes you to space 26."),
            (("buy:33", "*@*"),),
            say("Before you buy, count the spaces to the next single patch."),
            marks=("space 26",),
            title=say("A single patch"),
            about=say("The first player who comes to a single patch gets it for nothing."),
        ),
    ),
    (
        Task(
            "A:3/8/- B:9/6/29r0@a1 A "
            "queue=28,12,27,32,2,21,25,19,31,22,18,13,3,20,8,5,9,30,4,7,10,33,14,17,26,11,23,15,16,1",
            say("Buy the one of the two that takes less time."),
            (("buy:27", "*@*"),),
            say("Time is a second price: the less you spend, the more turns you have."),
            title=say("The same price"),
            about=say("Two of the patches have the same price, the same buttons, and equally many cells."),
        ),
    ),
    (
        Task(
            "A:42/6/16r0@a1,13r3@f1,22r1f@g1,1r1@i1,12r3@a2,9r3f@c2,23r1f@d2,8r2@b4,21r1@f4,5r1@h5,20r1@b6,15r3f@e6,"
            "6r1f@h7,10r0@f8,single26@b3,single32@i3,single38@f6,single44@b7,single50@h9 B:53/0/- A queue=24,18,3",
            say("Cover the whole quilt with two of them."),
            (("buy:24", "r2@a8", "buy:18", "r3@a5"), ("buy:18", "r3@a5", "buy:24", "r2@a8")),
            say("The whole quilt is covered."),
            title=say("Fit the patches"),
            about=say("Blue has finished, and there are three patches left for you."),
        ),
    ),
    (
        Task(
            "A:50/10/3r0@b1,26r2@d1,11r1f@g1,13r1@a3,18r3@d3,5r3@g3,30r3@a5,29r3@d5,2r0@f6,1r1@c7,22r0f@d7,"
            "single26@f2,single32@b6 B:53/0/- A queue=4,16,6",
            say("Cover such a square with two patches."),
            (("buy:4", "r3@a1", "buy:16", "r1@c2"), ("buy:16", "r1@c2", "buy:4", "r3@a1")),
            say("You have covered 7 by 7 cells: that is the bonus tile."),
            title=say("Seven by seven"),
            about=say("Seven points are for the first player who covers 7 by 7 cells without a gap."),
        ),
    ),
    (
        Task(
            "A:50/5/32r0@a1,25r0@f1,24r0@d3,30r1@h3,29r3f@a4,9r2f@c4,14r2@e4,15r3@a6,12r0@d6,18r3@g6,8r1@b7,20r2@e7,"
            "2r3@d8,10r0@h8,single26@i1,single32@a2,single38@c2,single44@h6,single50@b9 B:53/0/- A "
            "queue=1,6,31,4 tile=A",
            say("Cover the whole quilt with the patches of two and of three cells."),
            (("buy:1", "r0@e2", "buy:4", "r0@d1"), ("buy:1", "r1@d1", "buy:4", "r3@e1")),
            say("Think of the next patch before you sew this one on."),
            title=say("The next patch"),
            about=say("Lay a patch so that the hole that remains has the shape of another one."),
        ),
    ),
    (
        Task(
            "A:52/42/29r0@a1,28r0@c1,27r1@g1,6r0@a3,7r1@i3,12r1@h7,31r1@c3,33r1@a5,5r3@g7,24r2@c8,2r2@d7,single26@i2,"
            "single44@a8,single50@e6 "
            "B:53/23/15r0@f1,23r1@d1,17r0@b3,4r1@c1,9r1@h2,14r3f@h3,8r2@g8,21r2@f6,32r1@b5,16r0@a9,22r0@c7,25r1@e4,"
            "13r1@a1,19r1@f3,1r1@a3,3r1@a5,single32@c2,single38@g8 A queue=30,10,26,18,11,20 tile=B",
            say("Buy the patch that is worth the most."),
            (("buy:26", "*@*"),),
            say("Six cells and two buttons for a price of three: that makes eleven points."),
            title=say("Count at the end"),
            about=say("A last patch is worth two points for each cell, and its buttons once, less its price."),
        ),
    ),
)
"""The lessons, in order."""
