"""Checkers' rule book, which states the rules C1 to C25 and D1 to D4. Its diagrams show only legal moves."""

from __future__ import annotations

from typing import Final

from chowk.core.message import Message, say
from chowk.core.position import Spot
from chowk.games.api import Diagram, Paragraph, Section

_SETUP: Final = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
_CORNERS: Final[tuple[Spot, ...]] = ("1", "5", "28", "32")
_CHOICE: Final = "B:W18,19,27:B15"
_ROUND: Final = "B:W6,7,14,15:BK2"


def _numbered(setup: str, moves: tuple[str, ...], marks: tuple[Spot, ...], caption: Message) -> Diagram:
    """Return a diagram that shows the numbers of the squares, because its caption mentions them.

    `setup` is the position as text, `moves` are the moves shown in it, and `marks` the squares to mark.
    """
    return Diagram(setup, moves, marks, caption, labelled=True)


SECTIONS: Final = (
    Section(
        "board",
        say("The board and the pieces"),
        (
            Paragraph(
                ("C3",),
                say(
                    "This is the American game, also known as English draughts. Two play, and whoever leaves the "
                    "other side without a move wins."
                ),
            ),
            Paragraph(
                ("C4", "C9"),
                say(
                    "The board has 8 by 8 squares, light and dark by turns; in tournaments they are buff and green. "
                    "Only the 32 dark squares are used. Diagrams in books often show the pieces on the light ones, "
                    "because they print better there: on the board itself they stand on the dark ones."
                ),
            ),
            Paragraph(
                ("C5",),
                say(
                    "Each player has a dark corner at the left hand, the single corner. At the right hand lies the "
                    "double corner: two dark squares around a light one."
                ),
                Diagram(_SETUP, (), _CORNERS, say("The set-up. The marked squares are the two double corners.")),
            ),
            Paragraph(
                ("C6", "C7"),
                say(
                    "One side is red, the other white; the pieces are flat discs. Most books call the red side black, "
                    "whatever the colours of the set, and so do files of games; some modern books write red and "
                    "white. Tournaments play with smooth pieces. The usual set here departs from that: red has "
                    "grooves, white a milled rim, and kings a crown, so that nobody need tell them by colour or by "
                    "height alone. A smooth set can be chosen before a game."
                ),
            ),
            Paragraph(
                ("C8",),
                say("Each side has 12 men, on the 12 dark squares nearest to its player."),
            ),
            Paragraph(
                ("C25",),
                say(
                    "Who plays red is drawn by lot for the first game, unless the players choose; afterwards they "
                    "change sides from game to game."
                ),
            ),
        ),
    ),
    Section(
        "move",
        say("Moving"),
        (
            Paragraph(("C23",), say("Red moves first. Then the sides take turns, one move a turn.")),
            Paragraph(
                ("C10",),
                say(
                    "A man steps diagonally forward to the next square, a king diagonally forward or back. The square "
                    "must be empty. Kings do not fly: they too go one square at a time."
                ),
                _numbered(
                    "B:W32:B14,K20",
                    (),
                    ("16", "17", "18", "24"),
                    say("The man on 14 may step to 17 or 18, the king on 20 to 16 or 24."),
                ),
            ),
            Paragraph(
                ("C1",),
                say(
                    "There are two ways to move a piece. Choose it and then the square, or press it, drag it to the "
                    "square and let go. When it jumps several times, give it the squares one after the other; where "
                    "only one way is left, the last square is enough, or choose the piece again."
                ),
            ),
        ),
    ),
    Section(
        "capture",
        say("Capturing"),
        (
            Paragraph(
                ("C11", "C14"),
                say(
                    "A piece captures by jumping diagonally over a piece of the other side that stands next to it, to "
                    "the empty square right behind in the same line. Each jump takes that one piece, and it leaves "
                    "the board."
                ),
                _numbered(
                    "B:W18:B14", ("14x23",), ("18",), say("Red has jumped from 14 to 23 and taken the man on 18.")
                ),
            ),
            Paragraph(("C12",), say("A man jumps forward only. A king jumps forward or back.")),
            Paragraph(
                ("C13",),
                say(
                    "If the piece that has jumped can jump again from where it landed, it must do so in the same "
                    "move, in any direction open to it: a man forward to either side, a king backward as well."
                ),
                _numbered(
                    "B:W10,18,19,26,27:B6",
                    ("6x15x22x31",),
                    ("10", "18", "26"),
                    say("One man has gone from 6 by 15 and 22 to 31: three jumps, three pieces, one move."),
                ),
            ),
            Paragraph(
                ("C18",),
                say("Such a jump is made to its end. You cannot stop while the same piece can still capture."),
            ),
            Paragraph(
                ("C17", "C2"),
                say(
                    "If you can capture, you must. When the game seems stuck because no piece will go where you want, "
                    "look for a capture: it is open somewhere, and the pieces that can make it are marked."
                ),
                _numbered(
                    "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
                    (),
                    ("15", "22"),
                    say("Red has only one move: the man on 15 jumps to 22."),
                ),
            ),
            Paragraph(
                ("C19",),
                say(
                    "If several captures are open, take the one you like. It need not be the one that takes the most "
                    "pieces."
                ),
                _numbered(
                    _CHOICE,
                    (),
                    ("22", "24", "31"),
                    say("The man on 15 may take one piece and land on 22, or two pieces by 24 to 31."),
                ),
            ),
            Paragraph(("C20",), say("A man may jump a king.")),
            Paragraph(("C15",), say("You cannot jump a piece of your own.")),
            Paragraph(
                ("C16",),
                say(
                    "No piece is jumped twice in one move. A square may be passed twice, and a king may end where it "
                    "set out."
                ),
                _numbered(
                    _ROUND,
                    ("2x9x18x11x2",),
                    ("6", "7", "14", "15"),
                    say("The king has gone round from 2 back to 2 and taken the four men within."),
                ),
            ),
        ),
    ),
    Section(
        "king",
        say("Becoming a king"),
        (
            Paragraph(
                ("C21",),
                say(
                    "A man that reaches the last row becomes a king. On a wooden board the other player crowns it by "
                    "putting a second piece on top; here that is done for you."
                ),
            ),
            Paragraph(
                ("C22",),
                say(
                    "Its move ends there. A piece that has just been crowned jumps on as a king in its next turn at "
                    "the earliest."
                ),
                _numbered(
                    "B:W25,26:B23",
                    ("23x30",),
                    ("25",),
                    say("Red has jumped to 30 and is crowned. The man on 25 is safe for this turn."),
                ),
            ),
        ),
    ),
    Section(
        "end",
        say("The end of the game"),
        (
            Paragraph(
                ("C24",),
                say(
                    "You must move in your turn. If you cannot, because all your pieces are taken or blocked, you have "
                    "lost."
                ),
                _numbered(
                    "W:W21:B14,17", (), ("21",), say("White is to move, but the man on 21 is blocked: Red wins.")
                ),
            ),
            Paragraph(
                ("D1",),
                say(
                    "The game is drawn when a position occurs for the third time: the same pieces on the same "
                    "squares, and the same side to move. This can be switched off before the game."
                ),
            ),
            Paragraph(
                ("D2",),
                say(
                    "It is also drawn when neither side, in its own last 40 moves, has taken a piece or moved a "
                    "man. This, too, can be switched off."
                ),
            ),
            Paragraph(
                ("D3",),
                say(
                    "A side that cannot move has lost, even if one of these draws would otherwise apply at the same "
                    "moment. Two people may also agree to a draw, and either may resign."
                ),
            ),
        ),
    ),
    Section(
        "openings",
        say("Drawn openings"),
        (
            Paragraph(
                ("D4",),
                say(
                    "Good players know the usual openings by heart. In tournaments, therefore, the first three moves "
                    "are drawn by lot: there are 174 such openings, of which 18 are barred because they lose, 144 are "
                    "played across the board, and 12 more by mail. Choose a deck before the game to begin so."
                ),
                _numbered(
                    _SETUP,
                    ("11-15", "23-19", "9-14"),
                    ("14", "15", "19"),
                    say("One of the drawn openings: 11-15, 23-19, 9-14. White is to move."),
                ),
            ),
        ),
    ),
    Section(
        "numbers",
        say("Square numbers"),
        (
            Paragraph(
                (),
                say(
                    "The dark squares are numbered from 1 to 32, row by row, beginning on Red's side. A move is told "
                    "by its squares: 11-15 is a step, 22x15x8 a jump from 22 by 15 to 8. The numbers can be shown on "
                    "the board."
                ),
                _numbered(_SETUP, (), ("1", "4", "29", "32"), say("Red's back row is 1 to 4, White's is 29 to 32.")),
            ),
            Paragraph(
                (),
                say(
                    "Game files record results differently from chess: 1-0 means that Red, the side that moves "
                    "first, has won."
                ),
            ),
        ),
    ),
)
"""The sections of the rule book in reading order. Together they state every rule."""
