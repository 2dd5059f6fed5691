"""Read boards of Reversi as programs print them: in one line or in eight, with or without coordinates and frames.

Signs are `X x * B b ● ⚫ @` for Black, `O o 0 W w ○ ⚪` for White, `- . _ · ・` for an empty square.

In a board with both `X` and `*`, the stars are empty squares that can be played.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.foreign import where
from chowk.core.message import say
from chowk.games.reversi import rules
from chowk.games.reversi.rules import BLACK, PASS, WHITE, Position

BLACK_SIGNS: Final = "Xx*Bb●⚫@"
WHITE_SIGNS: Final = "Oo0Ww○⚪"
EMPTY_SIGNS: Final = "-._·・"
_SIGNS: Final = re.escape(BLACK_SIGNS + WHITE_SIGNS + EMPTY_SIGNS)
_ROW: Final = re.compile(rf"[ \t|]*+(?P<label>[1-8](?=[ \t|{_SIGNS}]))?(?P<signs>(?:[ \t|'\"]*+[{_SIGNS}])++)")
_COLUMNS: Final = re.compile(r"[ \t|+]*+a(?:[ \t|]*+)b(?:[ \t|]*+)c(?:[ \t|]*+)d(?:[ \t|]*+)e(?:[ \t|]*+)f(?:[ \t|]*+)g"
                             r"(?:[ \t|]*+)h[ \t|]*+$", re.IGNORECASE)  # fmt: skip
_FRAME: Final = re.compile(r"[ \t]*+(?:[+|=─│┌┐└┘├┤┬┴┼-]*+[ \t]*+)$")
_SIDE: Final = re.compile(
    r"[\s|;:,.]*+(?:(?:side|turn|move)[ \t]*+(?:to[ \t]++move)?[ \t]*+[:=][ \t]*+)?"
    rf"(?P<side>black|white|[{re.escape(BLACK_SIGNS + WHITE_SIGNS)}])"
    r"(?:'s[ \t]++turn)?(?:[ \t]++to[ \t]++(?:move|play))?"
    r"(?=[\s;:,.|\"')\]]|$)",
    re.IGNORECASE,
)
_HANDS: Final = re.compile(r"[ \t]*+([0-9]{1,2})/([0-9]{1,2})(?![0-9])")
_LAST_LABEL: Final = re.compile(r"[ \t|]*+[1-8](?![0-9.:])")
_LAST_FRAME: Final = re.compile(r"[ \t|]*+\n[ \t]*+[+|=─│┌┐└┘├┤┬┴┼-]{5,}+[ \t]*+(?=\n|$)")
_LAST_COLUMNS: Final = re.compile(r"[ \t|]*+\n[ \t|+]*+(?:[a-hA-H][ \t|]*+){8}(?=\n|$)")
_MOST_GAPS: Final = 3
"""The maximum number of lines without squares between two rows."""


class Board(NamedTuple):
    """A board in a text: the discs as masks, the side to move and the hands if they are given, and the board's end."""

    black: int
    white: int
    turn: int | None
    hands: tuple[int, int] | None
    end: int

    def position(self, first: int | None) -> tuple[Position, bool]:
        """Return the position, and True if the side to move was guessed.

        If the text does not give the side to move, it is the side that can play `first`, the first move that follows.
        Otherwise it is the side whose turn it is by the number of discs, unless only the other side can move.
        """
        if self.turn is not None:
            return self._with(self.turn), False
        usual = WHITE if (self.black | self.white).bit_count() % 2 else BLACK
        sides = [self._with(usual), self._with(1 - usual)]
        if first is not None:
            able = [side for side in sides if first in side.moves()]
            if able:
                return able[0], False
        moving = [side for side in sides if side.moves() not in ((), (PASS,))]
        return (moving or sides)[0], True

    def _with(self, turn: int) -> Position:
        hands = self.hands or rules.usual_hands(self.black, self.white, turn)
        return Position(self.black, self.white, turn, hands)


def board_at(text: str, place: int) -> Board | None:
    """Return the board that begins at this place, the start of a line, or None.

    `text` must be the result of `core.foreign.plain`.
    """
    signs = ""
    gaps = 0
    has_labels = False
    while len(signs) < 64:
        row = _ROW.match(text, place)
        line_end = text.find("\n", place)
        line_end = len(text) if line_end < 0 else line_end
        columns = _COLUMNS.match(text[place:line_end]) if line_end - place < 99 else None
        if columns is None and row is not None:
            found = "".join(sign for sign in row["signs"] if sign not in " \t|'\"")
            taken = found[: 64 - len(signs)]
            signs += taken
            has_labels = has_labels or bool(row["label"])
            if len(signs) == 64:
                break
            rest = text[row.end() : line_end]
            place, gaps = line_end + 1, 0
            if rest.strip(" \t|'\",") not in ("", row["label"]) or line_end == len(text):
                return None
            continue
        if columns is None and not (line_end - place < 99 and _FRAME.match(text[place:line_end])):
            return None
        gaps += 1
        if gaps > _MOST_GAPS or line_end == len(text):
            return None
        place = line_end + 1
    assert row is not None, "it gave the last sign"
    end = _behind(row, taken)
    if has_labels and (label := _LAST_LABEL.match(text, end)):
        end = label.end()
    return _board(signs, text, end)


def _behind(row: re.Match[str], taken: str) -> int:
    """Return the place after the last sign of a row that was used."""
    left = len(taken)
    for place in range(row.start("signs"), row.end()):
        left -= row.string[place] not in " \t|'\""
        if not left:
            return place + 1
    return row.end()


def _board(signs: str, text: str, end: int) -> Board:
    stars = "*" in signs and any(sign in "Xx" for sign in signs)
    blacks = BLACK_SIGNS.replace("*", "") if stars else BLACK_SIGNS
    black = sum(1 << at for at, sign in enumerate(signs) if sign in blacks)
    white = sum(1 << at for at, sign in enumerate(signs) if sign in WHITE_SIGNS)
    after = end
    if frame := _LAST_FRAME.match(text, after):
        after = frame.end()
    if columns := _LAST_COLUMNS.match(text, after):
        after = columns.end()
    side = _SIDE.match(text, after)
    turn, hands = None, None
    if side is not None:
        turn = WHITE if side["side"][0] in WHITE_SIGNS else BLACK
        end = side.end()
        told = _HANDS.match(text, end)
        if told is not None:
            empty = 64 - (black | white).bit_count()
            hands, end = (int(told[1]), int(told[2])), told.end()
            if sum(hands) != empty:
                why = say(
                    "The numbers in “{hands}” do not add up to the {count} discs in hand.",
                    hands=told[0].strip(),
                    count=empty,
                )
                raise TextError(why).at(*where(text, told.start()))
    return Board(black, white, turn, hands, end)
