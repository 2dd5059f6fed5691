"""Parcheesi's rule book, which states the rules PR-01 to PR-32 and A3-01 to A3-30.

Its diagrams show only legal moves.
"""

from __future__ import annotations

from typing import Final

from chowk.core.message import say
from chowk.games.api import Diagram, Paragraph, Section

_REST: Final = "W:n,n,n,n N:n,n,n,n E:n,n,n,n"


def _red(own: str, turn: str, west: str = "n,n,n,n", east: str = "n,n,n,n") -> str:
    return f"S:{own} W:{west} N:n,n,n,n E:{east} S {turn}"


SECTIONS: Final = (
    Section(
        "aim",
        say("The aim"),
        (
            Paragraph(
                ("PR-01", "PR-31"),
                say(
                    "Parcheesi is the brand name of an American adaptation of the Indian game Pachisi. Two, three or "
                    "four players race four pawns each round the cross and home. The first to have all four home wins."
                ),
                Diagram(
                    f"S:n,n,n,n {_REST} S roll",
                    (),
                    ("nest south", "home south"),
                    say("All pawns begin in their nests. Red's nest and Red's home are marked."),
                ),
            ),
            Paragraph(
                ("A3-03", "A3-04"),
                say(
                    "Everybody rolls both dice, and the highest roll starts; those who share it roll again. Turns "
                    "go clockwise. Two players sit opposite each other. Where three sit is drawn by lot, because "
                    "the player with the empty side ahead has an easier way."
                ),
            ),
        ),
    ),
    Section(
        "nest",
        say("Leaving the nest"),
        (
            Paragraph(
                ("PR-03", "PR-04"),
                say(
                    "A pawn in the nest cannot move along the track. It comes out on its entry space with a five: "
                    "by one die, or by both dice together, one and four or two and three."
                ),
                Diagram(
                    _red("n,n,n,n", "[4,1]"), ("n>5",), ("space 5",), say("One and four make five: a pawn comes out.")
                ),
            ),
            Paragraph(
                ("PR-05", "A3-17", "A3-18"),
                say(
                    "A double five may bring out two pawns. You never have to bring a pawn out; but some pawn has "
                    "to use the die."
                ),
                Diagram(_red("n,n,n,n", "[5,5]"), ("n>5", "n>5"), ("space 5",), say("Two pawns by a double five.")),
            ),
        ),
    ),
    Section(
        "dice",
        say("The dice"),
        (
            Paragraph(
                ("PR-02", "PR-06"),
                say(
                    "On your turn you roll two dice and move by the number on each. Two pawns may take one die each, "
                    "or one pawn both."
                ),
                Diagram(
                    _red("12,20,n,n", "[4,3]"), ("12>16", "20>23"), (), say("Four with one pawn, three with another.")
                ),
            ),
            Paragraph(
                ("PR-08", "PR-09", "A3-15"),
                say(
                    "One pawn that takes both dice moves in two steps, in the order you like, and each step must be "
                    "possible by itself. The space between counts: a pawn can capture there and go on."
                ),
                Diagram(
                    _red("8,n,n,n", "[2,2]", east="10,n,n,n"),
                    ("8>10", "10>12"),
                    ("space 10", "space 12"),
                    say("By two twos the pawn stops on 10, sends a pawn to its nest, and goes on to 12."),
                ),
            ),
            Paragraph(
                ("PR-07", "PR-10", "A3-16", "A3-27"),
                say(
                    "Every die that can be used must be, even if you have to break a blockade for it. Of all ways to "
                    "play a roll only those count that use the most dice. If nothing can be used, the turn is lost."
                ),
                Diagram(
                    _red("10,10,H,H", "[6,4]", east="20,20,n,n"),
                    ("10>14", "10>16"),
                    ("space 14", "space 16"),
                    say("Neither pawn can take both dice, because a blockade stands on 20. So the pair must part."),
                ),
            ),
            Paragraph(
                ("PR-11",),
                say("If only one of two dice can be used, it must be the higher one, and the lower one is lost."),
                Diagram(
                    _red("8,H,H,H", "[3,2]", east="12,12,n,n"),
                    ("8>11",),
                    ("space 11",),
                    say("Two or three fits, but not both, because of the blockade on 12. The three must be used."),
                ),
            ),
            Paragraph(
                ("A3-16",),
                say("One exception: you may always bring your fourth pawn home, even if dice are left over."),
            ),
        ),
    ),
    Section(
        "doubles",
        say("Doubles"),
        (
            Paragraph(
                ("PR-17", "A3-01", "A3-28"),
                say("After a double you roll again, even if you could not use it, and however many came before."),
            ),
            Paragraph(
                ("PR-13", "PR-14", "PR-15", "PR-16"),
                say(
                    "If none of your pawns is in the nest, a double is four moves: the two upper faces and the two "
                    "faces below. Opposite faces sum to seven, so that is fourteen in all. One pawn may take all four, "
                    "or several may share them."
                ),
                Diagram(
                    _red("8,30,H,H", "[6,6]"),
                    ("8>14", "14>20", "30>31", "31>32"),
                    ("space 20", "space 32"),
                    say("Six twice with one pawn, one twice with the other."),
                ),
            ),
            Paragraph(
                ("A3-12", "A3-13", "A3-14"),
                say(
                    "With a pawn in the nest when the dice are rolled, a double is two moves only. If not all four "
                    "moves are possible, as many are played as can be."
                ),
            ),
        ),
    ),
    Section(
        "capture",
        say("Captures and safe spaces"),
        (
            Paragraph(
                ("PR-18", "PR-29", "A3-21", "A3-25"),
                say(
                    "A pawn that ends a move on another player's pawn sends it back to its nest, and earns a bonus of "
                    "20. Passing over a single pawn does nothing, and nobody must capture."
                ),
                Diagram(
                    _red("20,n,n,n", "[4,2]", east="24,n,n,n"),
                    ("20>24",),
                    ("space 24", "nest east"),
                    say("Red has sent Green's pawn back to its nest and goes on with the two."),
                ),
            ),
            Paragraph(
                ("PR-19", "A3-22"),
                say(
                    "The twelve spaces with a star are safe: no pawn may end its move there while another player's "
                    "pawn holds one. Your own entry is no exception for pawns that come along the track."
                ),
                Diagram(
                    _red("20,n,n,n", "[6,2]", east="22,n,n,n"),
                    (),
                    ("space 22",),
                    say("The pawn on 22 is safe. Red can only pass it, by the six."),
                ),
            ),
            Paragraph(
                ("PR-20", "A3-23"),
                say(
                    "But a pawn that leaves the nest sends a single pawn off its entry space, and earns the "
                    "bonus for it."
                ),
                Diagram(
                    _red("n,n,n,n", "[4,1]", west="5,n,n,n"),
                    ("n>5",),
                    ("space 5", "nest west"),
                    say("Blue's pawn had to go back to its nest from Red's entry."),
                ),
            ),
        ),
    ),
    Section(
        "blockade",
        say("Blockades"),
        (
            Paragraph(
                ("PR-21", "PR-22", "A3-19", "A3-20"),
                say(
                    "Two pawns of one player on one space are a blockade. No pawn may land on it or pass it, not even "
                    "the owner's. It may stand anywhere, in a home row too. A space never holds more than two pawns."
                ),
                Diagram(
                    _red("8,n,n,n", "[6,4]", east="10,10,n,n"),
                    (),
                    ("space 10",),
                    say("Red cannot move: the blockade on 10 closes the way to 12 and to 14."),
                ),
            ),
            Paragraph(
                ("PR-24",),
                say("Nobody comes out of the nest either while a blockade of another player stands on the entry."),
            ),
            Paragraph(
                ("PR-23", "A3-26"),
                say(
                    "On a double, the two pawns of a blockade may not go on together: within that roll they may not "
                    "come to stand together again on another space, by dice or by bonuses. A different pair may meet "
                    "there, and on any other roll these two may."
                ),
                Diagram(
                    _red("20,20,H,H", "[2,2]"),
                    ("20>22",),
                    ("space 20", "space 22"),
                    say("The second pawn may not follow to 22 in this roll."),
                ),
            ),
            Paragraph(
                ("PR-25", "A3-02"),
                say("A blockade may stand for any time, unless a house rule limits it."),
            ),
        ),
    ),
    Section(
        "home",
        say("The way home"),
        (
            Paragraph(
                ("PR-32",),
                say(
                    "Once round the track a pawn comes to the gate before its home row: seven spaces that no other "
                    "player enters, and then home. Home takes the exact count, by a die, by both dice together, or by "
                    "a whole bonus."
                ),
                Diagram(
                    _red("h3,20,n,n", "[5,1]"),
                    ("h3>H",),
                    ("home south",),
                    say("Five steps from the third space of the row lead exactly home."),
                ),
            ),
            Paragraph(
                ("PR-26", "PR-27", "A3-24"),
                say(
                    "A pawn that comes to its gate need not turn in. It may go on for another lap, by choice, or "
                    "because the dice can be used in no other way. Once in the home row, it stays there."
                ),
                Diagram(
                    _red("66,H,H,H", "[4,3]"),
                    (),
                    ("space 1", "space 2", "row south 1", "row south 2"),
                    say("By three or by four the pawn may turn into its row or go on along the track."),
                ),
            ),
        ),
    ),
    Section(
        "bonus",
        say("Bonuses"),
        (
            Paragraph(
                ("PR-29", "PR-30", "A3-05"),
                say(
                    "A capture earns a bonus of 20, a pawn brought home a bonus of 10. A bonus is one move of one "
                    "pawn; it is never split."
                ),
                Diagram(
                    "S:12,30,n,n W:n,n,n,n N:n,n,n,n E:n,n,n,n S [5,4] left=- +20",
                    (),
                    ("space 32", "space 50"),
                    say("The bonus of 20 takes one pawn to 32, or the other to 50."),
                ),
            ),
            Paragraph(
                ("PR-12", "A3-07", "A3-08"),
                say(
                    "All dice are used before any bonus, and bonuses before the extra roll of a double. Several may be "
                    "played in any order, even by one pawn, which must be able to land each time."
                ),
            ),
            Paragraph(
                ("A3-09", "A3-10", "A3-11"),
                say(
                    "A bonus may capture or reach home and earn another. It brings no pawn out of the nest. A bonus "
                    "that no pawn can use in full is lost."
                ),
            ),
            Paragraph(
                ("PR-28", "A3-06", "A3-30"),
                say(
                    "A turn ends when the next player rolls with the consent of the one before, and bonuses not taken "
                    "by then are lost. So you may skip a bonus: just end your turn. When no bonus is left, the turn "
                    "ends by itself once the dice are done."
                ),
            ),
        ),
    ),
    Section(
        "end",
        say("The end"),
        (
            Paragraph(
                ("PR-31", "A3-29"),
                say(
                    "The game is over as soon as one player's fourth pawn is home. Dice and bonuses that are left mean "
                    "nothing then."
                ),
            ),
            Paragraph(
                ("A3-29",),
                say(
                    "The others are ranked by the steps that they have left, the fewest first; players with equally "
                    "many share a place."
                ),
            ),
        ),
    ),
    Section(
        "house",
        say("House rules"),
        (
            Paragraph(
                ("A3-01", "A3-06", "A3-07", "A3-14", "A3-17"),
                say(
                    "Many boards come with the Parker sheet, which differs: a third double in a row is not played and "
                    "sends the pawn nearest home back to its nest; a bonus must be used if it can be; within a double "
                    "of fourteen a capture's bonus is played at once; such a double is played in full or not at all; "
                    "and a five must bring out a pawn if it can. All this can be chosen when you start a game, "
                    "together or one by one."
                ),
            ),
            Paragraph(
                ("A3-02", "PR-25"),
                say(
                    "A blockade may be limited to two, three or four of its owner's turns. When they are over, the "
                    "first move of the owner's next roll must be made with one of its pawns, if one can move."
                ),
            ),
            Paragraph(
                ("PR-22",),
                say(
                    "Taken to the letter, the rules let any pawn pass a blockade. You can play so by a house rule: a "
                    "blockade then only keeps others from landing on its space."
                ),
                Diagram(
                    f"{_red('10,n,n,n', '[6,3]', west='12,12,n,n')} house=passed:on",
                    ("10>16",),
                    ("space 12", "space 16"),
                    say("By this house rule the six takes Red past the blockade on 12."),
                ),
            ),
            Paragraph(
                ("PR-11",),
                say(
                    "Taken to the letter, the rules prefer the higher faces even in a double of fourteen that "
                    "cannot be used in full. You can play so by a house rule: the higher faces go first, and only "
                    "then the lower ones."
                ),
                Diagram(
                    f"{_red('10,H,H,H', '[6,6]', west='23,23,n,n')} house=lower:on",
                    ("10>16", "16>22"),
                    ("space 22",),
                    say("By this house rule both sixes are used, twelve of the fourteen, and the ones are lost."),
                ),
            ),
            Paragraph(
                ("A3-03", "A3-04", "A3-09", "A3-18", "A3-20", "A3-24", "A3-26", "A3-29"),
                say(
                    "Other house rules: who starts, and which way turns go round; at most one bonus of 20 in a roll; "
                    "only a five on one die brings a pawn out; no blockades in home rows; every pawn must turn in at "
                    "its gate; the two pawns of a blockade may not come together again on any roll, or may not end any "
                    "roll so; and playing on for the remaining places."
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
                    "Spaces are numbered 0 to 67 in the direction of travel; n is the nest, h1 to h7 the home row, H "
                    "home. A turn is written with its dice: S [5,3] n>5 17>25x +20 5>25. Players are named by their "
                    "side of the board, S, W, N or E; x marks a capture, +20 a bonus, and -- what cannot be used."
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
                    "Bring pawns out early. A five comes up in 15 of 36 rolls, so one start in fifteen waits five "
                    "turns or more for the first one."
                ),
            ),
            Paragraph(
                (),
                say(
                    "Count what can capture you. A single pawn a few spaces ahead of another player's is in danger "
                    "from each die and from their sum; beyond twelve it is nearly safe. Starred spaces and pairs "
                    "are quite safe."
                ),
            ),
            Paragraph(
                (),
                say(
                    "A capture earns 20 steps and costs the other player all the way that the pawn had come. A pawn "
                    "close to its gate is the best prey, and the one of yours to look after."
                ),
            ),
            Paragraph(
                (),
                say(
                    "A blockade in front of several pawns holds them up for as long as your other pawns can use the "
                    "dice."
                ),
            ),
        ),
    ),
)
"""The sections of the rule book in reading order. Together they state every rule from PR-01 to A3-30."""
