"""The course in Reversi: ten short lessons in the usual terms of books on the game, each with one position.

The learner is always Black. `tests/unit/games/reversi/test_reversi_course.py` proves every accepted move.
"""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Course, Task

COURSE: Final[Course] = (
    (
        Task(
            "-XXX-O--O--OOOXXOOOOOXXXOOOOXOXXOOOXOOXXOOXXOOXXOOOOOOO--XXXXXX- X",
            say("Take a corner, although another move turns more discs."),
            (("a8",),),
            say("Played to the end, the corner gains at least 32 discs more than any other move."),
            title=say("Corners first"),
            about=say("A disc in a corner is never turned, and the discs next to it become safe, too."),
        ),
    ),
    (
        Task(
            "-OOOOO----XXOO-X--XXXOOO--XXXXOO--XXXXX------------------------- X",
            say("Find the move that keeps the corner h1 from White."),
            (("h5",),),
            say("After g1 or g2, White could have taken the corner at once."),
            marks=("h1",),
            title=say("X- and C-squares"),
            about=say("The squares beside an empty corner help the other side to take it."),
        ),
    ),
    (
        Task(
            "XXXXX---XXXXO--XXOXOOOOOXXXXOXOOXXXXXXXXXXXOXXXXXXXXXXXXXOOOOOOO X",
            say("Make your row along the upper edge longer."),
            (("f1",),),
            say("All six discs of this row are yours for good."),
            title=say("Stable edges"),
            about=say("A row of your discs that begins in your corner can never be turned."),
        ),
    ),
    (
        Task(
            "-----------X------OXXO-----XXX----XXXX----OXXO-----OX------OOX-- X",
            say("Leave White as few moves as you can."),
            (("c8",),),
            say("White has only two moves now, and would have had at least seven after any other move."),
            title=say("Few replies"),
            about=say("A player with few moves soon has only bad ones."),
        ),
    ),
    (
        Task(
            "----OO-----OOO-----OOOXX---OOOOX---OOO-X----OO-X-----O---------- X",
            say("Find the quiet move."),
            (("g5",),),
            say("Discs beside empty squares give the other side moves, and you turned none of them."),
            title=say("Quiet moves"),
            about=say("A quiet move turns only discs that have no empty square beside them."),
        ),
    ),
    (
        Task(
            "-OOOOO-O--OXXXOXOOXOXOXXOOXXOXXXOOOOOOXXOOOOOOXXO-XOOXXX--XXXXXX X",
            say("Put your disc into the gap at g1."),
            (("g1",),),
            say("From this disc you threaten to take the corner a1 and to turn the row between."),
            marks=("g1",),
            title=say("The wedge"),
            about=say("A wedge is a disc in a gap between two discs of the other side on the edge."),
        ),
    ),
    (
        Task(
            "-XXXXXXX-OOOOXXXXOOXXXOXXOOOXOOXXOXOOXOXXOXOXOOX-XOOOOOXXXXOOO-- X",
            say("Leave White without a move."),
            (("a7", "pass"),),
            say("You turned only one disc, but White has to pass."),
            title=say("No move left"),
            about=say("A player without a move must pass, and the other player moves twice."),
        ),
    ),
    (
        Task(
            "XOOOOOOOXOOOOOOXXOXOXOO-XXOXXXOOXXXXXOOOXOOXOOOOX-XXXX--X-XXXX-- X",
            say("Play in the region with an odd number of empty squares."),
            (("h3",),),
            say("The regions that are left are even, so White begins in them and you finish."),
            title=say("Odd and even"),
            about=say("Near the end, the player who fills the last square of a region gains from it."),
        ),
    ),
    (
        Task(
            "-XXXXXXXOXXOOOOXOOXXXOOXOOXXOOOXOOOOXXOX---OXXOX--OOOOXX--XXXXXX X",
            say("Play at b7, where White cannot reach the corner a8."),
            (("b7",),),
            say("White has no line of discs to a8, so the usual danger is not there."),
            marks=("a8",),
            title=say("A safe X-square"),
            about=say("The square diagonally beside an empty corner is usually the worst one."),
        ),
    ),
    (
        Task(
            "-OOOOO-OO-OXXXOOOOXOOOXOOXOOOOXOOXXOXOXOOXOOOOOOXXXXXXXOOOOOOOOO X",
            say("Only one of your three moves wins: count before you choose."),
            (("g1",),),
            say("Here even the corner would have lost."),
            title=say("Count to the end"),
            about=say("With a few empty squares left, you can count the result of every move."),
        ),
    ),
)
"""The lessons, in order."""
