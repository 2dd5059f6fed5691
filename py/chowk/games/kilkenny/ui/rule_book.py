"""The rule book of Kilkenny Cats, which states the rules KR-01 to KR-20 and B3-01 to B3-20.

Its diagrams show only legal moves.
"""

from __future__ import annotations

from typing import Final

from chowk.core.message import say, say_in
from chowk.games.api import Diagram, Paragraph, Section

_SETUP: Final = (
    "S:g12,h12,i12,j12,g13,h13,i13,j13 W:d7,e7,d8,e8,d9,e9,d10,e10 N:g4,h4,i4,j4,g5,h5,i5,j5 "
    "E:l7,m7,l8,m8,l9,m9,l10,m10 S roll"
)
_TWO: Final = "S:g12,h12,i12,j12,g13,h13,i13,j13 N:g4,h4,i4,j4,g5,h5,i5,j5 S roll"

SECTIONS: Final = (
    Section(
        "aim",
        say("The aim"),
        (
            Paragraph(
                ("KR-05", "KR-15"),
                say("Bring one of your cats onto each of your two mice. The first player with two cats there wins."),
            ),
            Paragraph(
                ("KR-01", "KR-20"),
                say(
                    "Parker Brothers published the game in America in 1890 as The Amusing Game of Kilkenny Cats, in "
                    "the years when Halma and Reversi were new there. Drawings on its board showed where the kittens "
                    "begin and where the mice are."
                ),
            ),
            Paragraph(
                ("KR-01",),
                say(
                    "This edition keeps those rules and says where it adds one of its own. Colours and signs, not "
                    "drawings, show what belongs to whom."
                ),
            ),
        ),
    ),
    Section(
        "setup",
        say("The set-up"),
        (
            Paragraph(
                ("KR-02", "KR-03"),
                say(
                    "Two, three or four play. Each player has a colour, and eight cats of it on the coloured squares "
                    "in the middle section of the board."
                ),
                Diagram(_SETUP, (), (), say("Four players at the start.")),
            ),
            Paragraph(
                ("KR-04",),
                say(
                    "The board has 14 by 14 squares, and two more at the middle of each side. Those are mice: each "
                    "colour has its two at the side opposite its cats."
                ),
            ),
            Paragraph(
                ("KR-06", "B3-18"),
                say(
                    "Two players sit opposite each other and have opposite colours: Red and Yellow, or Blue and Green, "
                    "as they choose. The cats of the other colours are left out, and their mice are closed."
                ),
                Diagram(_TWO, (), (), say("Two players at the start.")),
            ),
            Paragraph(
                ("B3-19",),
                say(
                    "Of three players one has nobody opposite. That changes the chances, so the seats are drawn. The "
                    "fourth colour is absent; a house rule leaves its cats standing as blockers, which can be captured."
                ),
            ),
            Paragraph(
                ("B3-02",),
                say(
                    "Who starts is drawn by lot or, by a house rule, decided by a roll. Then the turns go round "
                    "clockwise."
                ),
            ),
        ),
    ),
    Section(
        "move",
        say("Moving"),
        (
            Paragraph(
                ("KR-07", "B3-01"),
                say(
                    "On your turn, roll the die of your colour, which has six faces. Then move any one of your cats "
                    "exactly as many squares as it shows."
                ),
            ),
            Paragraph(
                ("KR-08",),
                say("A cat runs in one straight line: along a row, along a column, or along a diagonal."),
                Diagram(
                    "S:h7 N:h4 S [3]",
                    (),
                    ("e4", "h4", "k4", "k7", "k10", "h10", "e10", "e7"),
                    say("Red has rolled a 3. The cat on h7 can go to any of the marked squares."),
                ),
            ),
            Paragraph(
                ("KR-09",),
                say(
                    "Every square on the way must be clear. A cat jumps over nothing, not even over a cat of its "
                    "own side."
                ),
                Diagram(
                    "S:h7 N:h4 S [6]",
                    (),
                    ("b7", "n7", "b13", "n13", "h13"),
                    say(
                        "With a 6 the way to the north is blocked by the cat on h4, and two diagonals leave the board."
                    ),
                ),
            ),
            Paragraph(("KR-11", "B3-04"), say("A square, and a mouse too, holds one cat only.")),
            Paragraph(
                ("KR-12",),
                say("If you can move you must, even if you like none of your moves."),
            ),
            Paragraph(
                ("KR-13",),
                say("If no cat of yours can go exactly that far, the turn is lost. The game says so and goes on."),
                Diagram(
                    "S:b2 N:b4,d2,d4,h9 S [4]",
                    (),
                    (),
                    say("Red has rolled a 4, and all three ways of the cat on b2 are blocked: the turn is lost."),
                ),
            ),
            Paragraph(
                ("B3-10",),
                say("A six gives no second roll, and neither does a capture."),
            ),
            Paragraph(
                ("B3-11",),
                say("A cat never leaves the squares of the board: it does not bounce, and it does not go round."),
            ),
        ),
    ),
    Section(
        "capture",
        say_in("cats", "Capturing"),
        (
            Paragraph(
                ("KR-10",),
                say(
                    "The last square of a move may hold another player's cat. It is captured, and out for the rest "
                    "of the game."
                ),
                Diagram("S:h7 N:h4,c3 S [3]", ("h7>h4x",), ("h4",), say("Red has captured the cat on h4.")),
            ),
        ),
    ),
    Section(
        "mice",
        say("The mice"),
        (
            Paragraph(
                ("KR-14", "B3-09"),
                say(
                    "A mouse is reached by the exact number only. You choose which of your mice to reach first, and "
                    "with which cat."
                ),
                Diagram("S:h5,c9 N:h14,m3 S [4]", ("h5>h1",), ("h1",), say("With a 4 the cat from h5 is on a mouse.")),
            ),
            Paragraph(
                ("KR-16", "B3-05"),
                say(
                    "You may not land on another colour's mouse, with or without a cat on it, not even on those of a "
                    "colour that nobody plays."
                ),
            ),
            Paragraph(
                ("KR-17", "B3-07"),
                say("A cat that has landed on its own mouse never moves again."),
            ),
            Paragraph(
                ("B3-06",),
                say(
                    "A cat on its mouse is safe, since nobody else may land there. By a house rule it can be captured "
                    "there by the exact number, until its owner has won."
                ),
            ),
            Paragraph(
                ("B3-08",),
                say("You need not take a mouse that you could reach, as long as you have another move."),
            ),
            Paragraph(
                ("B3-03",),
                say("No line leads over a mouse to another square, so a mouse is never passed."),
            ),
        ),
    ),
    Section(
        "end",
        say("Out, and the other ends"),
        (
            Paragraph(
                ("B3-12", "B3-17"),
                say(
                    "A player whose cats are all captured or on a mouse is out, and is skipped from then on. A cat "
                    "on a mouse stays there. Having no move for one roll does not put anybody out."
                ),
            ),
            Paragraph(
                ("KR-18", "B3-13"),
                say(
                    "This edition adds a rule of its own: when all players but one are out, the one who can still "
                    "move wins at once. This may even happen on the loser's own turn, if the last free cat has no "
                    "other move than onto the first mouse."
                ),
                Diagram(
                    "S:h7,c14 N:h4 S [3]",
                    ("h7>h4x",),
                    ("h4",),
                    say("Red has captured the last cat of the only opponent, and wins without a mouse."),
                ),
            ),
            Paragraph(
                ("KR-19", "B3-16"),
                say(
                    "A player with a single cat left can no longer win by mice but plays on, since that cat may "
                    "still capture all the others. The cards show how many cats are missing. By a house rule such a "
                    "player is out, and the cat stays as an obstacle that can be captured."
                ),
            ),
            Paragraph(
                ("B3-20",),
                say("A move that wins in both ways wins by mice."),
            ),
            Paragraph(
                ("B3-14",),
                say(
                    "No number of rounds ends a game. But when those who still play have gone 50 rounds without a "
                    "capture or a mouse, and after every 25 more, they are offered a draw. If anybody declines it, the "
                    "game goes on."
                ),
            ),
            Paragraph(
                ("B3-14",),
                say(
                    "By a house rule the game ends by itself after 50 or 100 such rounds: as a draw, or won by most "
                    "mice and then most cats. By another, it just goes on and no draw is offered."
                ),
            ),
            Paragraph(
                ("KR-15", "B3-13"),
                say(
                    "By a house rule for three or four the game does not end when a player has caught both mice. That "
                    "player takes the first place and moves no more; the other cats of that colour stay as obstacles "
                    "that can be captured. The others play on for the next place, until only one of them is left, who "
                    "takes it. A player who is out takes the last place that is still free."
                ),
            ),
            Paragraph(
                ("B3-15",),
                say("If no cat of anybody can move by any number, which hardly ever happens, the game is a draw."),
            ),
        ),
    ),
    Section(
        "notation",
        say("Writing games down"),
        (
            Paragraph(
                (),
                say(
                    "Columns are called a to p from left to right, rows 1 to 16 from top to bottom, counting the "
                    "rows of the mice. A turn is written as the player's side of the board (S, W, N or E), the "
                    "number rolled, and the squares of the move: S [5] g12>b12. An x says that a cat was captured, "
                    "and -- that the turn was lost."
                ),
            ),
        ),
    ),
    Section(
        "strategy",
        say("Playing well"),
        (
            Paragraph(
                (),
                say(
                    "Only two cats must arrive. The others are there to guard the way, to threaten, and to use the "
                    "numbers that your runners cannot use."
                ),
            ),
            Paragraph(
                (),
                say(
                    "A mouse can be entered from 18 squares: on its own column and its two diagonals, up to six "
                    "away. A cat that waits on one of them gets there with one number in six, so let both runners "
                    "wait."
                ),
            ),
            Paragraph(
                (),
                say(
                    "A cat is in danger on every line that joins it to an enemy at most six squares away with "
                    "nothing between. Each different distance is one chance in six to be captured. Stop where the "
                    "lines are blocked."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Do not put your last free cat on your first mouse: you would be out. And when an opponent is down "
                    "to three cats, a capture may be worth more than a step ahead."
                ),
            ),
        ),
    ),
)
"""The sections of the rule book in reading order. Together they state all rules, KR-01 to KR-20 and B3-01 to B3-20."""
