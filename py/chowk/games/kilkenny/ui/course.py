"""The course in Kilkenny Cats: ten short lessons on mice and the lines to them, on danger, and on the last cats."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Course, Task

COURSE: Final[Course] = (
    (
        Task(
            "S:h1,k5 N:d6,d14,h16 S [1]",
            say("Bring your cat onto a line to the second mouse."),
            (("k5>l4",),),
            say("Now one number wins: the 3."),
            marks=("i1",),
            title=say("Lie in wait"),
            about=say("A cat catches its mouse along a straight line, from up to six squares away."),
        ),
    ),
    (
        Task(
            "S:i1,k4,h9 N:n6,o9,g11,h16 S [2]",
            say("Let a second cat wait for the mouse, too."),
            (("h9>h7",),),
            say("Now a 3 or a 6 wins."),
            marks=("h1",),
            title=say("Two numbers"),
            about=say("Two cats that wait at different distances can use two numbers."),
        ),
    ),
    (
        Task(
            "S:h5,o5,i9 N:h9,j12,m14,i16 S [4]",
            say("Catch a mouse, and not a cat."),
            (("h5>h1",),),
            say("On its mouse your cat is safe, and you need only one more."),
            title=say("Catch a mouse"),
            about=say("A cat that waits for a mouse gets there with only one number in six."),
        ),
    ),
    (
        Task(
            "S:i2,n6 N:j7,e13,h16 S [1]",
            say("Leave that mouse to your other cat, which waits for it."),
            (("i2>h1",),),
            say("Now a 5 wins."),
            marks=("h1", "i1"),
            title=say("The right mouse"),
            about=say("One of your cats can catch either mouse; the other one is on a line to one of them."),
        ),
    ),
    (
        Task(
            "S:h1,n6,k12 N:d11,h16 S [3]",
            say("Stand in the way of the yellow cat that waits for its second mouse."),
            (("k12>h15",),),
            say("No number brings it to the mouse now."),
            marks=("i16",),
            title=say("In the way"),
            about=say("Cats cannot pass over other cats."),
        ),
    ),
    (
        Task(
            "S:j3,d8,m11 N:b10,o13,i16 S [2]",
            say("Two yellow cats are in reach: capture the one that waits for the mouse."),
            (("d8>b10x",),),
            say("Now no number wins for Yellow."),
            marks=("h16",),
            title=say("The dangerous cat"),
            about=say("Yellow has one mouse, and a cat that waits for the other."),
        ),
    ),
    (
        Task(
            "S:h1,e8 N:e4,f12 S [5]",
            say("Bring your cat to a square where no yellow cat can capture it."),
            (("e8>j3",), ("e8>j13",)),
            say("No line from a yellow cat leads to it now."),
            title=say("Out of danger"),
            about=say("A cat is in danger on every line to an enemy cat that is at most six squares away."),
        ),
    ),
    (
        Task(
            "S:h5,e11 N:m3,i11 S [4]",
            say("Yellow has two cats left: capture one of them."),
            (("e11>i11x",),),
            say("Yellow cannot catch both mice any more."),
            title=say("Only one left"),
            about=say("It takes two cats to catch two mice."),
        ),
    ),
    (
        Task(
            "S:g7,d14 N:i14,h16 S [5]",
            say("Capture the only yellow cat that can still move."),
            (("d14>i14x",),),
            say("Yellow has no free cat left, and so you win."),
            title=say("The last free cat"),
            about=say("A cat on its mouse never moves again."),
        ),
    ),
    (
        Task(
            "S:i4 N:n9 S [3]",
            say("This is your last cat: do not put it on a mouse."),
            (("i4>f4",), ("i4>l4",), ("i4>f7",), ("i4>i7",), ("i4>l7",)),
            say("A free cat can still capture the others."),
            title=say("Keep one free"),
            about=say("A player without a free cat is out."),
        ),
    ),
)
"""The lessons, in order."""
