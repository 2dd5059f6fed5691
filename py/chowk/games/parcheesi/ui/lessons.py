"""The first lesson in Parcheesi: bringing out pawns by a five, two dice, captures, blockades, the way home, doubles."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Lesson, Task

LESSON: Final[Lesson] = (
    Task(
        "S:n,n,n,n N:n,n,n,n S roll",
        say("Roll the dice. Bring a red pawn out of the nest with the five, then use the two."),
        (("[5,2]", "n>5", "5>7"),),
        say("Only a five brings a pawn out: on one die, or as the sum of both."),
    ),
    Task(
        "S:5,20,n,n N:40,n,n,n S [4,3]",
        say("Bring a pawn to the marked space. It takes both dice."),
        (("5>9", "9>12"), ("5>8", "8>12")),
        say("You may use each die for another pawn, or both for one. On a space with a star your pawn is safe."),
        say("That leads elsewhere. Use both dice for the pawn that is seven steps away."),
        ("space 12",),
    ),
    Task(
        "S:20,n,n,n N:24,n,n,n S [4,2]",
        say("Send the blue pawn back to its nest. Then use the two, and the bonus of twenty steps that you win."),
        (("20>24x", "24>26", "26>46"),),
        say("For every pawn you send back, one of your pawns goes twenty steps ahead."),
        say("Not like this. First use the four to land on the blue pawn, then all the steps that you have."),
        ("space 24",),
    ),
    Task(
        "S:10,13,30,n N:60,n,n,n S [3,2]",
        say("Bring two of your pawns together on the marked space. Use the other die for another pawn."),
        (("10>13", "30>32"), ("30>32", "10>13")),
        say("This is a blockade: no pawn can land there or pass, not even your own."),
        say("That makes no blockade. Use the three for one pawn and the two for a third one."),
        ("space 13",),
    ),
    Task(
        "S:h3,20,n,n N:60,n,n,n S [5,1]",
        say("Bring a pawn home: it is exactly five steps away. Then use the one, and the bonus of ten steps."),
        (("h3>H", "20>21", "21>31"), ("20>21", "h3>H", "21>31")),
        say("Home is reached by the exact number only. Whoever has all four pawns there wins."),
        say("Not like this. The pawn near home needs the five, and the other pawn takes the rest."),
        ("home south",),
    ),
    Task(
        "S:8,14,24,30 N:60,n,n,n S roll",
        say("Roll the dice. With a double, while all your pawns are out, you move four times. Try it."),
        (("[3,3]", "*", "*", "*", "*"),),
        say("Two threes on top, two fours below: fourteen steps. After a double you roll again."),
    ),
)
