"""The first lesson in American Checkers: steps, jumps and the duty to jump, kings, the end."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Lesson, Task

LESSON: Final[Lesson] = (
    Task(
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        say("You have the red men. Move one of them a step ahead."),
        (("*",),),
        say("Men step ahead, diagonally, and only on the dark squares."),
    ),
    Task(
        "B:W18,28:B15,2",
        say("A white man stands before yours, and the square behind it is empty. Jump over it."),
        (("15x22",),),
        say("A man that is jumped is taken off. Whenever you can jump, you must."),
    ),
    Task(
        "B:W8,10,18:B4,6",
        say("Two of your men can jump. Choose the one that takes two men."),
        (("6x15x22",),),
        say("If the same man can jump again, it must go on. Which jump to begin with is up to you."),
        say("That takes only one man. It is allowed, but look for the jump that takes two."),
    ),
    Task(
        "B:W28,32:B26,5",
        say("Bring a man to the last row."),
        (("26-*",),),
        say("Your man is crowned: now it is a king."),
        say("That man is still far away. Use the other one."),
    ),
    Task(
        "B:W14,32:BK18,5",
        say("Kings step and jump backward as well. Jump with your king."),
        (("18x9",),),
        say("Men can never do that. So kings are strong."),
    ),
    Task(
        "B:W26,27,13:B22,1",
        say("Jump into the last row, and see where your man stops."),
        (("22x31",),),
        say("A man that has just been crowned stops, even where a king could jump on."),
    ),
    Task(
        "B:W21:B14,13",
        say("White has one man left. Block its way."),
        (("13-17",),),
        say("White cannot move, and so you win. You also win by taking all men."),
        say("White could still move. Try something else."),
    ),
)
