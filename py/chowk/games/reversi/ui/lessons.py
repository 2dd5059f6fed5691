"""The first lesson in Reversi: outflanking, whole rows, several directions, corners, squares beside them, the pass."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Lesson, Task

LESSON: Final[Lesson] = (
    Task(
        "---------------------------OX------XO--------------------------- X",
        say("You have the black discs. Place one so that a white disc lies between two black discs."),
        (("*",),),
        say("The white disc has turned black. Every move must turn at least one disc."),
    ),
    Task(
        "-------------------------OOOX--------------O-------X------------ X",
        say("Now turn three white discs with one move."),
        (("a4",),),
        say("A row may be of any length, but it must have no gap."),
        say("That turns only one disc. Look for the longer row."),
    ),
    Task(
        "---------X-X------OO-----XO--OX--------------------------------- X",
        say("One disc can turn discs in several directions. Find the square that turns three."),
        (("d4",),),
        say("Rows, columns and diagonals all count, and all at once."),
        say("That turns only one disc. Look for the square where three lines meet."),
    ),
    Task(
        "-OOX--------------------------------------XO-------------------- X",
        say("A disc in a corner can never be turned. Take a corner."),
        (("a1",),),
        say("That disc is yours for good. It is worth more than many discs in the middle."),
        say("That is no corner. Take the corner at a1."),
    ),
    Task(
        "---------------------------O--------X--------O------------------ X",
        say("Do not give White a corner. Find the safe move."),
        (("c3",),),
        say("Good. The squares beside an empty corner help the other side to take it."),
        say("Now White could take the corner at h8. Find another move."),
    ),
    Task(
        "-OX--------------OXXXXXX---------------------------------------- X",
        say("Move so that White can turn nothing."),
        (("a1", "pass"),),
        say("White has to pass, and you move again. When neither side can move, the game is over, and more discs win."),
        say("White could still turn a disc. Try another square."),
    ),
)
