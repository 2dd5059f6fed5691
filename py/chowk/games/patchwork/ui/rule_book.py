"""Patchwork's rule book, which states the rules R1 to R39. Its diagrams show only legal moves."""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api import Diagram, Paragraph, Section

_NEW: Final = "A:0/5/- B:0/5/- A queue=13,27,22,33,6,16,21,9,24,31,1"
_SPREAD: Final = "A:10/9/6r0@b2,33r0@e2 B:15/3/27r0@c4 A queue=10,8,5,13,1"
_SQUARE: Final = (
    "A:33/6/24r0@a1,22r1@d1,19r1f@f1,33r0@a2,18r3@a4,10r0@d5,8r1@f5,13r2@a6,9r2@d6 B:35/9/- A queue=1,17,21"
)

_FIRST: Final = "A:0/5/- B:0/5/- A queue=14,22,27,5,33,8,1"
_LESSON: Final = ("buy:14", "r0@d4", "advance", "buy:22", "r0f@a5")
_LATE: Final = "A:30/2/32r1@b2,3r0@b5,20r0@f2 B:31/9/27r0@c4,28r0@d7 A queue=10,5,13"
_LAST: Final = (
    "A:52/5/24r0@a1,22r1@d1,19r1f@f1,33r0@a2,18r3@a4,10r0@d5,8r1@f5,13r2@a6,9r2@d6,1r1@f2,16r1@h1,7r0@a8 "
    "B:53/14/32r1@a1,26r0@d1,29r1f@f1,31r1@e3,23r1f@g5,28r3@a6,30r1f@d6,2r2@b8,4r2@h8 A queue=3,5 tile=A"
)

SECTIONS: Final = (
    Section(
        "aim",
        say("The aim"),
        (
            Paragraph(
                ("R37", "R38"),
                say(
                    "Each of two players sews a quilt of patches. In the end every button you have is a point, and "
                    "every empty cell of your quilt costs two. The higher score wins, and it may well be below zero."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Patchwork here plays by the rules of the two-player game Patchwork (Uwe Rosenberg, 2014). It is "
                    "not affiliated with that game's publisher."
                ),
            ),
        ),
    ),
    Section(
        "lesson",
        say("The game in six steps"),
        (
            Paragraph(
                (),
                say(
                    "1. Buy. Three patches are on offer. Each says how many buttons it costs, how much time it takes, "
                    "and how many buttons are pictured on it. Choose one that you can pay."
                ),
            ),
            Paragraph(
                (),
                say("2. Sew. Turn and mirror the patch, and lay it anywhere on empty cells of your quilt."),
                Diagram(_FIRST, _LESSON[:2], ("d4", "e4", "f4", "f5", "g5"), say("Red has sewn on the first patch.")),
            ),
            Paragraph(
                (),
                say(
                    "3. Time. Your token now moves as far as the patch takes time. Then whoever is further behind "
                    "has the next turn. Instead of buying, you may go just ahead of the other token, and get a "
                    "button for each space."
                ),
                Diagram(
                    _FIRST,
                    _LESSON[:3],
                    ("space 4",),
                    say("Blue was behind, went four spaces ahead and got four buttons, and now Red is behind."),
                ),
            ),
            Paragraph(
                (),
                say(
                    "4. Income. Coming to a marked space, or passing it, brings you as many buttons as are pictured on "
                    "your quilt."
                ),
                Diagram(
                    _FIRST,
                    _LESSON,
                    ("space 5",),
                    say("Red has bought a second patch, come to space 5, and been paid for the button on the first."),
                ),
            ),
            Paragraph(
                (),
                say(
                    "5. Single patches. Whoever is the first to come to one on the track, or passes it, sews it on at "
                    "once. Use it to fill a hole."
                ),
                Diagram(
                    _LATE,
                    ("advance", "single@c4"),
                    ("space 32", "c4"),
                    say("Red was the first to come to space 32, and has filled a hole in the quilt."),
                ),
            ),
            Paragraph(
                (),
                say(
                    "6. Score. At the end of the track count your buttons, take away two for each empty cell, and add "
                    "seven if you have the bonus tile for a square of 7 by 7."
                ),
                Diagram(
                    _LAST,
                    ("advance",),
                    ("space 53",),
                    say(
                        "Red has {buttons} buttons, {empty} empty cells and the tile: {score} points. Blue has {less}. "
                        "In a first game it is nothing unusual to end below zero.",
                        buttons=19,
                        empty=23,
                        score=-20,
                        less=-48,
                    ),
                ),
            ),
        ),
    ),
    Section(
        "setup",
        say("The set-up"),
        (
            Paragraph(
                ("R1", "R2"),
                say(
                    "Both begin with an empty quilt of 9 by 9 cells and five buttons. Buttons buy patches now and are "
                    "points later. Nothing is hidden, and once the patches lie there, nothing is left to luck."
                ),
                Diagram(_NEW, (), ("space 0",), say("Both quilts are empty, and both tokens are at the start.")),
            ),
            Paragraph(
                ("R3", "R4"),
                say(
                    "The 33 patches lie in a ring in random order. A neutral token shows where the queue begins: right "
                    "behind the only patch of two cells, which is therefore the last in the queue."
                ),
            ),
            Paragraph(
                ("R5", "R30"),
                say(
                    "Five single patches, of one cell each, lie on the time track: on spaces 26, 32, 38, 44 and 50, or "
                    "by a house rule, as first printed, on 20, 26, 32, 44 and 50. There are no others."
                ),
                Diagram(
                    _NEW,
                    (),
                    ("space 26", "space 32", "space 38", "space 44", "space 50"),
                    say("The spaces with the single patches."),
                ),
            ),
            Paragraph(
                ("R7", "R8"),
                say(
                    "Who starts is drawn by lot. House rules let the first seat, the second seat or the loser of the "
                    "last game start. The starting player's token lies on top of the other one."
                ),
            ),
        ),
    ),
    Section(
        "turns",
        say("Whose turn it is"),
        (
            Paragraph(
                ("R9", "R10"),
                say(
                    "You do not take turns one after the other. It is always the turn of the player whose time token "
                    "is further behind, so you may well move several times in a row."
                ),
                Diagram(
                    "A:3/9/- B:9/5/- A queue=5,12,23,1,7",
                    ("buy:5", "r0@d4", "buy:12", "r0@d6"),
                    ("space 7",),
                    say("Red has bought two patches in a row, is still behind Blue, and moves again."),
                ),
            ),
            Paragraph(
                ("R11", "R12"),
                say("A token that comes to the other one's space is put on top of it, and the token on top moves."),
                Diagram(
                    "A:6/4/- B:8/5/- A queue=5,12,23,1,7",
                    ("buy:5", "r0@d4"),
                    ("space 8",),
                    say("Red came to Blue's space last, lies on top, and moves again."),
                ),
            ),
            Paragraph(
                ("R14",),
                say(
                    "At the end of the track your moves are over. The other player goes on alone until that token is "
                    "there, too."
                ),
            ),
            Paragraph(
                ("R21",),
                say(
                    "On your turn you do one of two things: you go ahead on the time track, or you buy a patch. Going "
                    "ahead is always possible."
                ),
            ),
        ),
    ),
    Section(
        "ahead",
        say("Going ahead"),
        (
            Paragraph(
                ("R15", "R16", "R18"),
                say(
                    "Your token goes to the space in front of the other player's token, and you get a button for each "
                    "space it moves. From a shared space that is one space and one button."
                ),
                Diagram(
                    "A:6/1/- B:9/5/- A queue=7,8,9,1",
                    ("advance",),
                    ("space 10",),
                    say("Red went from space 6 to space 10 and got four buttons."),
                ),
            ),
            Paragraph(
                ("R17",),
                say(
                    "No token goes beyond space 53, the end of the track. You are paid only for spaces actually moved."
                ),
            ),
        ),
    ),
    Section(
        "buy",
        say("Buying a patch"),
        (
            Paragraph(
                ("R19",),
                say(
                    "You may buy one of the next three patches behind the neutral token, and no other. When fewer than "
                    "three are left, you choose among those."
                ),
            ),
            Paragraph(
                ("R20",),
                say("You pay the whole price in buttons. There is no credit, and one patch costs nothing."),
            ),
            Paragraph(
                ("R22",),
                say(
                    "The neutral token goes to where the patch lay, and the queue goes on from there. Patches that you "
                    "left out are now at its end."
                ),
            ),
            Paragraph(
                ("R23",),
                say(
                    "Sew the patch on your quilt, turned and mirrored as you like, within the edges and on empty cells "
                    "only. It need not touch another patch, and it stays there for the rest of the game."
                ),
                Diagram(
                    _SPREAD,
                    ("buy:8", "r1f@b6"),
                    ("c6", "c7", "c8", "b8"),
                    say("Red has sewn a new patch on, mirrored and turned, away from the others."),
                ),
            ),
            Paragraph(
                ("R24",),
                say("A patch for which your quilt has no room cannot be bought."),
            ),
            Paragraph(
                ("R25", "R26"),
                say(
                    "Last, your token moves as many spaces as the patch takes time, and stops at the end of the track "
                    "whatever is left. Buttons on the new patch already count for the income on this way."
                ),
                Diagram(
                    _SPREAD,
                    ("buy:10", "r0@h8"),
                    ("space 11", "space 15"),
                    say("The patch takes five spaces. On space 11 Red gets 4 buttons, 2 of them for the new patch."),
                ),
            ),
        ),
    ),
    Section(
        "track",
        say("On the time track"),
        (
            Paragraph(
                ("R27", "R32"),
                say(
                    "Nine spaces are marked for income. When your token comes to one or passes it, you get as many "
                    "buttons as your quilt shows. You get that once at each of them, and nothing for leaving one."
                ),
                Diagram(
                    "A:4/0/6r0@b2,33r0@e2,28r0@b5 B:10/3/- A queue=10,7,5",
                    ("advance",),
                    ("space 5", "space 11"),
                    say(
                        "Red went seven spaces ahead, past one marked space and onto the next: seven buttons for "
                        "the way, and twice four for the quilt."
                    ),
                ),
            ),
            Paragraph(
                ("R28",),
                say(
                    "The end of the track is the last of the nine marked spaces: whoever comes there is paid for "
                    "the quilt once more."
                ),
            ),
            Paragraph(
                ("R13", "R29"),
                say(
                    "Whoever first comes to a single patch or passes it takes it, and sews it on any empty cell at "
                    "once, before anybody moves on. It costs neither buttons nor time, and cannot be kept for later."
                ),
                Diagram(
                    "A:24/2/12r0@d4,7r0@c6,33r0@b1 B:25/3/27r0@c4 A queue=10,8,5",
                    ("advance", "single@e5"),
                    ("space 26", "e5"),
                    say(
                        "Red has gone ahead to space 26, where Blue has not been yet, and has mended a hole with the "
                        "single patch."
                    ),
                ),
            ),
            Paragraph(
                ("R31",),
                say("If your quilt has no empty cell at all, the single patch is lost."),
            ),
            Paragraph(
                ("R33",),
                say(
                    "The tokens are never more than six spaces apart. One move is seven spaces at most, pays two "
                    "incomes at most, and brings no more than one single patch."
                ),
            ),
        ),
    ),
    Section(
        "tile",
        say("The bonus tile"),
        (
            Paragraph(
                ("R6", "R34", "R35"),
                say(
                    "The first player to cover a square of 7 by 7 cells without a gap gets the bonus tile at once. It "
                    "is worth seven points in the end, and buys nothing. There is only one; a house rule leaves it out."
                ),
                Diagram(
                    _SQUARE,
                    ("buy:1", "r1@f2"),
                    ("f2", "f3"),
                    say("With the last two cells Red has covered 7 by 7 cells, and has the tile."),
                ),
            ),
        ),
    ),
    Section(
        "end",
        say("The end"),
        (
            Paragraph(
                ("R36",),
                say("The game is over when both tokens are at the end of the track and every patch is sewn on."),
                Diagram(
                    "A:50/1/6r0@b2,33r0@e2,28r0@b5 B:53/3/27r0@c4 A queue=10,7,5",
                    ("advance",),
                    ("space 53",),
                    say("Red has come to the end of the track as well: the game is over."),
                ),
            ),
            Paragraph(
                ("R39",),
                say(
                    "If the scores are equal, the player who came to the end of the track first wins. So there are no "
                    "draws."
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
                    "Patches are called by their numbers, the cells of a quilt a to i from left to right and 1 to 9 "
                    "from top to bottom. A purchase is written as buy 27 r1f @c4: the patch, how it is turned, and the "
                    "cell of the upper left corner of the box round it. The turn is r and the number of quarters "
                    "clockwise; an f says that the patch was mirrored first. The other moves are advance and "
                    "single @e5. Red is A, and Blue is B."
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
                    "Going ahead is worth one point a space, so compare: a patch is worth two points for each cell and "
                    "its buttons once for every marked space ahead, less its price. Divide that by its time. Anything "
                    "well above one beats going ahead."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Buttons on patches are for the beginning: one that you buy at once is paid nine times, one that "
                    "you buy near the end hardly ever. Late in the game buy cheap cells instead."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Odd shapes are the best bargains. Take them while the quilt is open, and leave the straight ones "
                    "for the holes that remain."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Time is a second currency. Patches that take little time keep the turn with you, and a patch "
                    "that brings you exactly to the other token gives you one more move. After one that takes long "
                    "the other player has several."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Before you buy, look at the three patches that come next: those are what the other player will "
                    "choose from. One with few buttons left will have to go far ahead."
                ),
            ),
            Paragraph(
                (),
                say(
                    "The bonus tile makes up for three and a half empty cells, and for twice as many if the other "
                    "player would get it otherwise. If nobody else is after it, make no detour for it."
                ),
            ),
            Paragraph(
                (),
                say(
                    "All single patches lie on even spaces. If both players only went ahead one space at a time, "
                    "the same player would get every one of them. A patch that takes the right time turns that "
                    "round."
                ),
            ),
        ),
    ),
)
"""The sections of the rule book in reading order. Together they state every rule from R1 to R39."""
