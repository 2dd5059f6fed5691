"""Read Reversi boards as other programs print them: in one or eight lines, with or without coordinates and frames.

Signs are `X x * B b ● ⚫ @` for Black, `O o 0 W w ○ ⚪` for White and `- . _ · ・` for an empty square. In a board with
both `X` and `*`, the stars mark empty squares that can be played.
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
"""Maximum number of lines without squares between two rows of a board."""


class Board(NamedTuple):
    """A board that was read from a text.

    `black` and `white` are masks of the discs. `turn` is the side to move and `hands` are the discs in hand; each is
    None if the text does not give it. `end` is the offset in the text where the board ends.
    """

    black: int
    white: int
    turn: int | None
    hands: tuple[int, int] | None
    end: int

    def position(self, first: int | None) -> tuple[Position, bool]:
        """Return the position, and True if the side to move was guessed.

        `first` is the first move after the board, as a square's number, or None. If the text does not give the side to
        move, it is the side for which `first` is legal. If there is no such side, it is guessed: Black if the number of
        discs is even, White if it is odd, or the other side if only that side can move.
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
    """Return the board that begins at the offset `place`, which is the start of a line, or None if there is no board.

    `text` must be the result of `core.foreign.as_ascii`.
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
            signs_in_row = "".join(sign for sign in row["signs"] if sign not in " \t|'\"")
            used = signs_in_row[: 64 - len(signs)]
            signs += used
            has_labels = has_labels or bool(row["label"])
            if len(signs) == 64:
                break
            remainder = text[row.end() : line_end]
            place, gaps = line_end + 1, 0
            if remainder.strip(" \t|'\",") not in ("", row["label"]) or line_end == len(text):
                return None
            continue
        if columns is None and not (line_end - place < 99 and _FRAME.match(text[place:line_end])):
            return None
        gaps += 1
        if gaps > _MOST_GAPS or line_end == len(text):
            return None
        place = line_end + 1
    assert row is not None, "it gave the last sign"
    end = _behind(row, used)
    if has_labels and (label := _LAST_LABEL.match(text, end)):
        end = label.end()
    return _board(signs, text, end)


def _behind(row: re.Match[str], used: str) -> int:
    """Return the offset, in a row of a board, after the last sign that stands for a square.

    `used` are the signs of the row that stand for squares.
    """
    remaining = len(used)
    for place in range(row.start("signs"), row.end()):
        remaining -= row.string[place] not in " \t|'\""
        if not remaining:
            return place + 1
    return row.end()


def _board(signs: str, text: str, end: int) -> Board:
    stars = "*" in signs and any(sign in "Xx" for sign in signs)
    blacks = BLACK_SIGNS.replace("*", "") if stars else BLACK_SIGNS
    black = sum(1 << square for square, sign in enumerate(signs) if sign in blacks)
    white = sum(1 << square for square, sign in enumerate(signs) if sign in WHITE_SIGNS)
    place = end
    if frame := _LAST_FRAME.match(text, place):
        place = frame.end()
    if columns := _LAST_COLUMNS.match(text, place):
        place = columns.end()
    side = _SIDE.match(text, place)
    turn, hands = None, None
    if side is not None:
        turn = WHITE if side["side"][0] in WHITE_SIGNS else BLACK
        end = side.end()
        numbers = _HANDS.match(text, end)
        if numbers is not None:
            empty = 64 - (black | white).bit_count()
            hands, end = (int(numbers[1]), int(numbers[2])), numbers.end()
            if sum(hands) != empty:
                why = say(
                    "The numbers in “{hands}” do not add up to the {count} discs in hand.",
                    hands=numbers[0].strip(),
                    count=empty,
                )
                raise TextError(why).locate(*where(text, numbers.start()))
    return Board(black, white, turn, hands, end)
