"""Reversi's rule book, which states the rules R1 to R18. Its diagrams show only legal moves."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.core.position import Spot
from chowk.games.api import Diagram, Paragraph, Section
from chowk.games.reversi.rules import NAMES, START, legal, squares

_SETUP: Final = "---------------------------OX------XO--------------------------- X"
_FIRST: Final[tuple[Spot, ...]] = tuple(NAMES[square] for square in squares(legal(START.own, START.other)))

_STAR: Final = "---------X-X-X----OOO----XO-OX----OOO----X-X-X------------------ X"
_GAP: Final = "-------------------------OXOX----------------------------------- X"
_CHAIN: Final = "-------------------------OOX------O-------X--------------------- X"
_STUCK: Final = "XXXXX----XXX-----OXOOO---OOXOOOO-OOOOOO----OOOOO---------------- O"
_SHORTEST: Final = ("f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3")
_CORNER: Final = "------------------OOO-----OXO-----OXX----OXX-----X-------------- O"

SECTIONS: Final = (
    Section(
        "aim",
        say("The aim"),
        (
            Paragraph(
                ("R2",),
                say("Reversi is played by two, Black and White. Whoever has more discs on the board at the end wins."),
            ),
            Paragraph(
                ("R3",),
                say(
                    "There are 64 discs, black on one side and white on the other. Each player takes 32 of them and "
                    "keeps one colour for the whole game."
                ),
            ),
        ),
    ),
    Section(
        "setup",
        say("The set-up"),
        (
            Paragraph(
                ("R4",),
                say(
                    "Every game starts from the same four discs in the middle: black on d5 and e4, white on d4 and e5. "
                    "They come from the players' own discs, so that each has 30 left in hand."
                ),
            ),
            Paragraph(
                ("R6",),
                say("Black moves first."),
                Diagram(_SETUP, (), _FIRST, say("The set-up. Black may begin on any of the marked squares.")),
            ),
        ),
    ),
    Section(
        "move",
        say("Placing a disc"),
        (
            Paragraph(
                ("R5",),
                say(
                    "Place one disc on an empty square so that a row of the other colour lies between it and "
                    "another disc of yours. That row is outflanked: turn it over, and it is yours. A move that "
                    "outflanks nothing is not allowed."
                ),
                Diagram(_SETUP, ("d3",), ("d4",), say("Black has played d3 and turned the white disc on d4.")),
            ),
            Paragraph(
                ("R1",),
                say("Here you place a disc by choosing its square; the outflanked discs turn by themselves."),
            ),
            Paragraph(
                ("R9",),
                say(
                    "A disc may outflank any number of discs in any number of directions at once: along a row, "
                    "up or down a column, and along a diagonal."
                ),
                Diagram(
                    _STAR,
                    ("d4",),
                    ("d4",),
                    say("One black disc on d4 has turned eight white discs, one in each direction."),
                ),
            ),
            Paragraph(
                ("R13",),
                say("Every outflanked disc is turned, even one that you would rather leave as it is."),
            ),
            Paragraph(
                ("R10", "R11"),
                say(
                    "An outflanked row has no gap: only discs of the other colour, one beside the next, up to the "
                    "first disc of yours. What lies beyond that disc stays as it is."
                ),
                Diagram(
                    _GAP,
                    ("a4",),
                    ("d4",),
                    say("Black has played a4 and turned b4. The white d4 lies beyond the black disc on c4 and stays."),
                ),
            ),
            Paragraph(
                ("R12",),
                say(
                    "Only the disc just placed outflanks. A disc that has been turned may now have another row "
                    "between itself and a friend, but that row is not turned."
                ),
                Diagram(
                    _CHAIN,
                    ("a4",),
                    ("c5",),
                    say(
                        "Black has played a4 and turned b4 and c4. The white disc on c5 now stands between two "
                        "black discs, but it stays white."
                    ),
                ),
            ),
            Paragraph(("R15",), say("A disc once placed never moves to another square, and is never taken off.")),
        ),
    ),
    Section(
        "pass",
        say("Passing"),
        (
            Paragraph(
                ("R7",),
                say(
                    "If you cannot outflank a single disc, your turn is lost and the other side moves again. The "
                    "game passes for you and says so."
                ),
                Diagram(
                    _STUCK,
                    (),
                    (),
                    say("White is to move, but no square outflanks a black disc: White passes."),
                ),
            ),
            Paragraph(("R8",), say("If you can outflank a disc, you must: nobody may pass by choice.")),
        ),
    ),
    Section(
        "hand",
        say("Out of discs"),
        (
            Paragraph(
                ("R16",),
                say(
                    "After passes one player places more discs than the other. If your hand is empty when you can "
                    "outflank a disc, the other player hands one of theirs over to you, as often as you need it."
                ),
            ),
        ),
    ),
    Section(
        "end",
        say("The end"),
        (
            Paragraph(
                ("R17",),
                say(
                    "The game ends when neither side can move. The discs of each colour are counted, and the "
                    "majority wins. With 32 each, or any other equal count, the game is drawn."
                ),
            ),
            Paragraph(
                ("R18",),
                say("Mostly the board is full by then, but a game can end earlier."),
                Diagram(
                    _SETUP,
                    _SHORTEST,
                    (),
                    say("The shortest way to the end: after nine discs White has none left, and Black wins 13 to 0."),
                ),
            ),
            Paragraph(
                (),
                say(
                    "Tournaments add the empty squares to the winner's score, or share them in a draw, so that a "
                    "score always sums to 64. This never changes who wins; the result shows both counts."
                ),
            ),
        ),
    ),
    Section(
        "undo",
        say("Taking moves back"),
        (
            Paragraph(
                ("R14",),
                say(
                    "At a real board a wrongly turned disc may be put right until the other player has moved, and "
                    "not after. Here discs never turn wrongly, but a move may be taken back. When you start a game "
                    "you choose how long: until the other player moves, as in the rule, or at any time."
                ),
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
                    "Columns are called a to h from left to right, rows 1 to 8 from top to bottom, and a square by "
                    "both: d3. A whole game is written as its squares one after another, such as f5d6c3; passes are "
                    "left out."
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
                    "Do not count discs before the end. Nearly all of them can still change colour, and the side with "
                    "many discs in the middle of the game often has few good moves."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Keep your choice wide and the other side's narrow. Whoever runs out of good squares has to play "
                    "a bad one. Quiet moves that turn few discs, and those inside the crowd, give little away."
                ),
            ),
            Paragraph(
                (),
                say(
                    "A disc in a corner can never be outflanked, and discs that lean on it along the edge are often "
                    "as safe. So beware of the squares next to an empty corner, most of all the diagonal one: a disc "
                    "there is the way in for the other side."
                ),
                Diagram(
                    _CORNER,
                    ("a8",),
                    ("a8",),
                    say(
                        "Black's disc on b7 was the way in: White has played a8 and turned three discs, and can "
                        "never lose the corner again."
                    ),
                ),
            ),
            Paragraph(
                (),
                say(
                    "Towards the end, count. The last empty squares are best played in pairs: whoever moves second "
                    "into a small empty region has the last word there."
                ),
            ),
        ),
    ),
)
"""The sections of the rule book in reading order. Together they state every rule from R1 to R18."""
