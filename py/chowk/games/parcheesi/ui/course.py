"""The course in Parcheesi: ten short lessons on where pawns are safe, what a capture is worth, and the way home."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Course, Task

COURSE: Final[Course] = (
    (
        Task(
            "S:50,H,H,n N:26,56,H,n S [5,2]",
            say("Use the five to bring a pawn out."),
            (("n>5", "*"), ("50>52", "n>5")),
            say("The sooner a pawn is out, the more rolls it can use."),
            title=say("Out of the nest"),
            about=say("Only a five brings a pawn out of the nest, and a five comes up in 15 of 36 rolls."),
        ),
    ),
    (
        Task(
            "S:43,50,H,H N:39,0,H,H S [3,1]",
            say("Use each die for the pawn that it brings to a star."),
            (("43>46", "50>51"), ("50>51", "43>46")),
            say("No roll can capture one of your pawns now."),
            marks=("space 46", "space 51"),
            title=say("Safe spaces"),
            about=say("On a star your pawn is safe from every pawn on the track."),
        ),
    ),
    (
        Task(
            "S:53,56,H,H N:45,H,H,H S [3,2]",
            say("Leave no pawn within twelve spaces in front of the blue one, except on a star."),
            (("53>55", "55>58"), ("53>56", "56>58"), ("56>58", "53>56")),
            say("Only 2 of 36 rolls can capture a pawn now."),
            title=say("Out of reach"),
            about=say("An enemy pawn that is more than twelve spaces behind you hardly ever captures."),
        ),
    ),
    (
        Task(
            "S:26,62,H,H N:18,61,H,H S [4,2]",
            say("Save the one that has come farther."),
            (("62>64", "64>0"), ("62>66", "66>0")),
            say("The farther a pawn has come, the more steps you lose with it."),
            title=say("The farther pawn"),
            about=say("Both of your pawns are in danger, and you can save only one of them."),
        ),
    ),
    (
        Task(
            "S:6,28,H,H N:11,33,H,H S [5,1]",
            say("Capture the blue pawn that has come farther."),
            (("28>33x",), ("6>7", "28>33x")),
            say("It was nearly home, and begins again in its nest."),
            title=say("The better capture"),
            about=say("A captured pawn loses all the steps that it has come."),
        ),
    ),
    (
        Task(
            "S:7,36,H,H N:11,31,H,H S [5,4]",
            say("Capture one blue pawn with the four, and the other one with the bonus."),
            (("7>11x", "36>41", "11>31x"), ("36>41", "7>11x", "11>31x")),
            say("Before you capture, look where twenty steps lead."),
            title=say("Capture with the bonus"),
            about=say("The bonus of twenty steps can capture, too."),
        ),
    ),
    (
        Task(
            "S:57,61,62,H N:54,H,H,H S [4,2]",
            say("Make a blockade that protects all your pawns."),
            (("57>61", "62>64"), ("62>64", "57>61")),
            say("The blue pawn cannot pass, so the pawn in front is safe, too."),
            title=say("Safe as a pair"),
            about=say("No pawn can land on a blockade or pass it."),
        ),
    ),
    (
        Task(
            "S:52,52,60,H N:47,H,H,H S [5,1]",
            say("Use both dice for the third pawn."),
            (("60>61", "61>66"), ("60>65", "65>66")),
            say("While another pawn can use the dice, the blockade may stay."),
            title=say("Keep the blockade"),
            about=say("Your blockade holds up the blue pawn behind it."),
        ),
    ),
    (
        Task(
            "S:36,h4,H,H N:26,H,H,n S [3,2]",
            say("Blue has a pawn in the nest: leave no pawn on the marked space."),
            (("36>38", "38>41"), ("36>39", "39>41"), ("h4>h7", "36>38"), ("36>38", "h4>h7")),
            say("There, 15 of 36 rolls would have captured your pawn."),
            marks=("space 39",),
            title=say("Not every star"),
            about=say("A pawn that leaves the nest captures an enemy pawn on its entry space, in spite of the star."),
        ),
    ),
    (
        Task(
            "S:h2,58,H,H N:13,H,H,H S [6,1]",
            say("Bring a pawn home, and use the bonus of ten steps for the other one."),
            (("h2>H", "58>59", "59>h1"), ("58>59", "h2>H", "59>h1")),
            say("A pawn that comes home helps another one on its way."),
            title=say("Home by exact count"),
            about=say("Only the exact number brings a pawn home."),
        ),
    ),
)
"""The lessons, in order."""
