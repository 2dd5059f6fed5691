"""The first lesson in Kilkenny Cats: straight lines, captures, blocked paths, the mice, and the duty to move."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api.lesson import Lesson, Task

LESSON: Final[Lesson] = (
    Task(
        "S:h9 N:h4 S roll",
        say("Roll the die. Then move your red cat in a straight line, exactly as many squares."),
        (("[3]", "*"),),
        say("Any of eight directions will do, but the number must be used whole."),
    ),
    Task(
        "S:h7,c12 N:h4,m3 S [3]",
        say("You have a 3. Land on a yellow cat."),
        (("h7>h4x",),),
        say("The yellow cat is captured. It does not come back."),
        say("That does not capture a cat. Three squares from one of your cats stands a yellow one."),
        ("h4",),
    ),
    Task(
        "S:h8,b2 N:h5,m12 S [6]",
        say("Bring a cat to the marked square. Cats cannot pass over other cats."),
        (("b2>h2",),),
        say("Right. The way of the other cat was blocked."),
        say("That is another square. Bring a cat to the marked one."),
        ("h2",),
    ),
    Task(
        "S:h5,c9 N:h14,m3 S [4]",
        say("The red mice are at the far side. Bring a cat onto one of them."),
        (("h5>h1",),),
        say("Only the exact number leads there. On its mouse a cat is safe, and it stays there for good."),
        say("That is no mouse. Four squares from one of your cats there is a red one."),
        ("h1", "i1"),
    ),
    Task(
        "S:b2,o15 N:c2,b3,g3,n15,o14,n14 S [5]",
        say("You would rather stay, but whoever can move must move. Make the only move."),
        (("b2>g7", "[4]", "g3>g7x"),),
        say("Yellow needed a 4, and has captured your cat. So mind the lines to the other cats."),
    ),
    Task(
        "S:h1,i7 N:h14,m3 S [6]",
        say("One of your cats is on a mouse. Bring another one onto the second mouse, and win."),
        (("i7>i1",),),
        say("You win: two of your cats are on your two mice."),
        say("That is not the mouse. Count six squares straight ahead."),
        ("i1",),
    ),
)
