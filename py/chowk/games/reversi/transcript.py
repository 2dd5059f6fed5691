"""Read games of Reversi as programs and people write them: split a text into games and replay them.

Moves may be joined or separate and numbered in any way. Commas, hyphens, quotation marks, brackets, values and times
may come between them. Passes may be written or omitted. Headers, boards, results and the lines of the game server GGS
(`| 1: F5/1.0/2.3`) are read. The modules `ggf` and `sgf` read games in GGF and SGF. A text may hold one game, or one
game on each line. If a game has at least four moves, words around them are skipped, and a note to the player says so.
Anything else with a digit that is not a move is an error.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.foreign import as_ascii, cleaned, header_at, where, word_at
from chowk.core.message import Message, say
from chowk.core.notation import excerpt
from chowk.games.reversi import ggf, sgf, trees
from chowk.games.reversi.boards import Board, board_at
from chowk.games.reversi.rules import NAMES, PASS, PASS_SPOT, SQUARE, START, Position
from chowk.games.reversi.score_sheet import BRACKETED, OTHELLO, Transcript, TranscriptWord

LONGEST: Final = 10_000
"""Maximum length of a game, in characters. A usual transcript has about 120, with white space up to 500."""
LONGEST_TREE: Final = 200_000
"""Maximum length of a game in brackets, which may have variations and comments, in characters."""
LONGEST_FILE: Final = 1_000_000
"""Maximum length of a text of many games, in characters."""
MOST: Final = 10_000
"""Maximum number of games in a text."""
_HEAD: Final = 200
"""Number of characters that are read of each further line, once the current game is longer than `LONGEST`.

The line may begin with the first move of the next game, so its beginning is read and the rest is skipped.
"""
_FEWEST_IN_PROSE: Final = 4
"""Minimum number of moves of a game in which words are skipped. In a game with fewer moves, a word is an error."""
_OPENINGS: Final = frozenset({"d3", "c4", "f5", "e6"})
"""The four squares on which a game can begin."""
_TOKEN: Final = re.compile(
    r"""
    (?P<move> [a-h][1-8](?![0-9]) )
    | (?P<pass> --(?!-) | (?:pass|pa|ps)(?= [a-h][1-8] | (?:pass|pa|ps)(?![^\W\d_]) | [^\w] | $ ) )
    | (?P<skip> /[-+0-9.]++(?:/[-+0-9.]*+)? | [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9]) | [%\#][^\n]*+ )
    | (?P<result> (?: [0-9]{1,2}\s?[-:]\s?[0-9]{1,2} | 1/2-1/2 | ½\s?-\s?½ | [bw]\s?\+\s?[0-9]{1,2} ) (?![\w-]) )
    | (?P<value> [-+][0-9]{1,2}(?:\.[0-9]++)?(?![\w]) )
    | (?P<number> [0-9]{1,3}(?:\s?[.):]++|(?=[\sa-h])|$) )
    | (?P<blank> [^\w{%\#/+-]++ | -{3,}+ | [-+{/_] )
    | (?P<word> [^\W\d_]++(?![\d_]) )
    | (?P<other> \w++ )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A pattern for a token of a text. The name of the group that matches is the token's kind."""
_SAYS: Final = re.compile(
    r"[ \t]*+(?P<name>black|white|event|date|site|round|result|place|tournament|time)[ \t]*+[:=][ \t]*+"
    r"(?P<value>(?!(?:[0-9]{1,2}[.:)])?[ \t]*+[a-h][1-8](?:[^\w]|[a-h][1-8]|$))[^\n]*+)",
    re.IGNORECASE,
)
"""A pattern for a line with a header, such as `Black: Bob`."""
_SERVER: Final = re.compile(r"[ \t]*+(?:/os:|\|(?![ \t]*+[0-9]{1,3}:[ \t]))[^\n]*+")
"""A pattern for a line of the game server GGS without a move."""
_SEATED: Final = re.compile(r"[ \t]*+\|(\S++)[ \t]++\([ \t]*+[0-9.]++[ \t]++([*O])\)")
"""A pattern for a line of the game server GGS with a player's name, and `*` for Black or `O` for White."""
_VALUES: Final = re.compile(r"[ \t;]*+(?:[a-h][1-8]:[-+]?[0-9.]++[ \t]*+;?[ \t]*+)++", re.IGNORECASE)
"""A pattern for squares with values after a board, as in a problem file (OBF). They are not moves of a game."""
_COMMENT: Final = re.compile(r"\{[^{}]*+\}")
_MOVES: Final = re.compile(r"(?:[a-h][1-8])++", re.IGNORECASE)
_NAMED: Final = re.compile(r"\[\s*+(?:Event|Site|Game)\s*+\"[^\"\n]*?(?:othello|reversi)", re.IGNORECASE)
_FOREIGN: Final = frozenset({"gametype", "variant", "fen"})
"""Header names, in lower case, that only records of other games have."""
_OURS: Final = frozenset({"game", "setup", "seed", "rules", "variations"})
"""Header names, in lower case, that say how to read a record. A game does not keep these headers."""
NO_SIDE: Final = say("The text does not say whose turn it is: check who is to move.")
PROSE: Final = say("Words around the moves were left out.")
VALUES: Final = say("The values of squares in the text were left out.")


class ReplayedTranscript(NamedTuple):
    """A replayed game, whose moves are legal.

    It has the first position, the moves as text, the headers, and notes for the player on how the text was read.
    """

    start: Position
    moves: tuple[str, ...]
    headers: dict[str, str]
    notes: tuple[Message, ...]


def sheets(text: str, most: int = MOST) -> Sequence[Transcript]:
    """Return the games of a text, not yet replayed. The text must be the result of `core.foreign.cleaned`.

    Raise `TextError` if the text has words but no game, or more than `most` games. A blank text is one empty game.
    """
    signs = as_ascii(text)
    candidates = _bracketed(text, signs) if BRACKETED.search(signs) else _TranscriptScanner(text, signs).run()
    transcripts = [*islice(candidates, most + 1)]
    games = [sheet for sheet in transcripts if sheet.is_game]
    if len(games) > most:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=games[most].begin))
    if games:
        return games
    if (
        len(transcripts) == 1
        and "Ended" in transcripts[0].headers
        and not transcripts[0].words
        and text.rstrip().endswith("]")
    ):
        return transcripts  # the game was resigned or drawn before the first move
    if text.strip():
        words = [word.place for sheet in transcripts if sheet.headers for word in sheet.words]
        raise _unread(text, min(words) if words else len(text) - len(text.lstrip()))
    return [Transcript(0, {}, None, [], end=len(text))]


class _TranscriptScanner:
    """A scanner that divides a text into games, line by line. It holds the state of the current game."""

    def __init__(self, text: str, signs: str) -> None:
        self.text, self.signs = text, signs
        self.begin(0)

    def begin(self, place: int, board: Board | None = None) -> None:
        """Begin a game at the offset `place`. `board` is its starting position if the text gives a board."""
        self.sheet = Transcript(place, {}, board, [])
        self.seen = set[str]()
        self.move_count = self.number = 0

    def run(self) -> Iterator[Transcript]:
        """Yield the parts of the text that may be games, in order."""
        place, length = 0, len(self.text)
        while place < length:
            end = self.line_end(place)
            place = begins = yield from self.line(place, end)
            is_first = True
            while place < end:
                if place - self.sheet.begin > LONGEST and (not is_first or place - begins > _HEAD):
                    place = end  # too long for a game; the next game may begin in another line
                    break
                comment = _COMMENT.match(self.signs, place)
                if comment is not None:
                    place = comment.end()
                    end = max(end, self.line_end(place))
                    continue
                header = header_at(self.text, self.signs, place) if self.signs[place] == "[" else None
                if header is not None:
                    yield from self.divide(place, bool(self.seen or self.sheet.board))
                    self.head(header.name, header.value, place)
                    place = header.end
                    end = max(end, self.line_end(place))
                    continue
                token = _TOKEN.match(self.signs, place, end)
                assert token is not None, "it takes any sign"
                yield from self.take(token, is_first)
                is_first = is_first and token.lastgroup not in ("move", "pass")
                place = token.end()
            place = max(place, end) + 1
        yield from self.divide(length, True)

    def line_end(self, place: int) -> int:
        """Return the offset of the end of the line that contains the offset `place`."""
        newline = self.signs.find("\n", place)
        return len(self.signs) if newline < 0 else newline

    def line(self, place: int, end: int) -> Generator[Transcript, None, int]:
        """Read a board or a header, if the line from `place` to `end` begins with one.

        Return the offset at which to go on reading. Before a board or header of the next game, yield the current game.
        """
        board = board_at(self.signs, place)
        if board is not None:
            yield from self.divide(place, bool(self.seen or self.sheet.board))
            values = _VALUES.match(self.signs, board.end)
            self.sheet = self.sheet._replace(board=board, has_values=values is not None)
            return values.end() if values is not None else board.end
        if _SERVER.match(self.signs, place, end):
            if seated := _SEATED.match(self.signs, place, end):
                side = "Black" if seated[2] == "*" else "White"
                yield from self.divide(place, side in self.sheet.headers and bool(self.seen))
                self.sheet.headers.setdefault(side, self.text[seated.start(1) : seated.end(1)])
            return end
        if header := _SAYS.match(self.signs, place, end):
            yield from self.divide(place, bool(self.seen))
            self.head(
                header["name"].capitalize(), self.text[header.start("value") : header.end("value")].strip(), place
            )
            return end
        return place

    def head(self, name: str, value: str, place: int) -> None:
        """Add a header to the current game. A header that names another kind of game makes this game unreadable."""
        if name.lower() in _FOREIGN and not OTHELLO.search(value):
            self.sheet.words.append(TranscriptWord("other", name, place))
        if name.lower() not in _OURS:
            self.sheet.headers.setdefault(name, value)

    def take(self, token: re.Match[str], is_first: bool) -> Iterator[Transcript]:
        """Add a token to the current game, or begin the next game with it.

        `is_first` is True if no move precedes the token in its line.
        """
        kind, word, place = token.lastgroup or "", token[0].lower(), token.start()
        if kind == "number":
            digits = word.rstrip(" \t.):…")
            self.number = 0 if word.endswith(("..", "…")) else int(digits)
        elif self.seen and (kind == "result" or _is_count(word)):
            self.sheet = self.sheet._replace(result=self.sheet.result or "".join(token[0].split()).replace(":", "-"))
        elif kind in ("move", "pass"):
            yield from self.divide(place, kind == "move" and self.is_next_game(word, is_first))
            self.sheet = self.sheet._replace(result="")
            self.sheet.words.append(TranscriptWord(kind, word, place))
            self.seen.add(word)
            self.move_count += 1
            self.number = 0
        elif kind in ("word", "other"):
            self.sheet.words.append(TranscriptWord(kind, token[0], place))

    def is_next_game(self, word: str, is_first: bool) -> bool:
        """Return True if the move `word` begins the next game instead of continuing the current one.

        `is_first` is True if no move precedes it in its line.
        """
        if not self.seen:
            return False
        if self.number == 1:
            return True
        if word not in _OPENINGS or not is_first or self.number in (self.move_count // 2 + 1, self.move_count + 1):
            return False
        if word in self.seen or self.sheet.result:
            return True
        try:
            position = _line(self.text, self.sheet, [], [])[-1]
        except TextError:
            return False  # it is reported as an error when the game is read
        return SQUARE[word] not in position.moves() and position.moves() != (PASS,)

    def divide(self, place: int, ends_game: bool) -> Iterator[Transcript]:
        """End the current game and begin the next one at the offset `place`. Do nothing if `ends_game` is False.

        Yield the game that ended.
        """
        if ends_game:
            yield self.sheet._replace(end=place)
            self.begin(place)


def _is_count(word: str) -> bool:
    """Return True if a word such as `40:24` is a result: both sides' discs, together 64. Otherwise it may be a time."""
    black, _, white = word.partition(":")
    return black.isdecimal() and white.isdecimal() and int(black) + int(white) == 64


def _bracketed(text: str, signs: str) -> Iterator[Transcript]:
    """Yield the games of a text in GGF or SGF, which enclose each game in brackets.

    `signs` is the same text with its punctuation in ASCII, the result of `core.foreign.as_ascii`.
    """
    begins = [match.start() for match in BRACKETED.finditer(signs)]
    for begin, end in zip(begins, [*begins[1:], len(signs)], strict=True):
        first = signs.index(";", begin) + 1
        yield (sgf if sgf.OTHELLO.match(signs, first, end) else ggf).game(text, signs, begin, end)


def read(text: str) -> tuple[str, Sequence[Transcript]]:
    """Return a text freed of formatting by `core.foreign.cleaned`, and its games, not yet replayed.

    Raise `TextError` if the text has words but no game.
    """
    if len(text) > LONGEST_FILE:
        raise TextError(say("This file is too long: at most {count} characters can be read.", count=LONGEST_FILE))
    text = cleaned(text)
    return text, sheets(text)


def replayed(text: str, sheet: Transcript) -> ReplayedTranscript:
    """Replay a game and insert omitted passes; raise `TextError` if the game is not legal."""
    if sheet.end - sheet.begin > (LONGEST_TREE if sheet.steps else LONGEST):
        raise TextError(say("This record is too long to be a game."))
    written, notes = list[str](), list[Message]()
    line = _line(text, sheet, notes, written)
    if any(step.kind == "open" for step in sheet.steps):
        tree = trees.grown(sheet, line[0])
        written[:] = tree.line()
        if tree.omitted is not None:
            notes.append(_omission(text, tree.omitted.text, tree.omitted.place))
    headers = {**sheet.headers, **({"Result": sheet.result} if sheet.result and "Result" not in sheet.headers else {})}
    return ReplayedTranscript(line[0], tuple(written), headers, tuple(notes))


def _line(text: str, sheet: Transcript, notes: list[Message], written: list[str]) -> list[Position]:
    """Replay the main line of a game and return its positions; raise `TextError` if it is not legal.

    Append the moves as text to `written`. Append notes for the player on how the text was read to `notes`.
    """
    first_move = next((SQUARE[word.text] for word in sheet.words if word.kind == "move"), None)
    position, is_guessed = sheet.board.position(first_move) if sheet.board is not None else (START, False)
    moves = sum(word.kind in ("move", "pass") for word in sheet.words)
    positions = [position]

    def play(move: int) -> None:
        written.append(PASS_SPOT if move == PASS else NAMES[move])
        positions.append(positions[-1].play(move))

    for kind, word, place in sheet.words:
        if kind == "other" or (kind == "word" and moves < _FEWEST_IN_PROSE):
            raise _unread(text, place)
        if kind == "word":
            continue
        legal = positions[-1].moves()
        if kind == "move" and legal == (PASS,):
            play(PASS)
            legal = positions[-1].moves()
        move = SQUARE[word] if kind == "move" else PASS
        if move not in legal:
            raise TextError(say("“{move}” is not a legal move here.", move=excerpt(word))).locate(*where(text, place))
        play(move)
    notes += [NO_SIDE] * is_guessed + [VALUES] * sheet.has_values
    notes += [PROSE] * any(word.kind == "word" for word in sheet.words)
    return positions


def _omission(text: str, word: str, place: int) -> Message:
    return say(
        "In a variation, “{text}” (line {line}) cannot be played: the rest of it was left out.",
        text=excerpt(word),
        line=where(text, place)[0],
    )


def _unread(text: str, place: int) -> TextError:
    word = excerpt(word_at(text, place))
    return TextError(say("A square such as d3 is expected here, not “{text}”.", text=word)).locate(*where(text, place))


def resembles(text: str) -> float:
    """Return how much a text looks like a game of Reversi, from 0 to 1.

    The value is 1 if the headers or the format name the game. Otherwise it is 0.9 times the fraction of words that are
    moves.
    """
    signs = as_ascii(text[:20_000])
    if BRACKETED.search(signs) or re.search(
        r"\[\s*+(?:Event|Site|Game)\s*+\"[^\"\n]*(?:othello|reversi)", signs, re.IGNORECASE
    ):
        return 1.0
    words = re.findall(r"[^\s.,;:()*]++", re.sub(r"\[[^\]\n]*+\]|\{[^{}]*+\}|[0-9]++[.:]", " ", signs))
    moves = sum(1 for word in words if _MOVES.fullmatch(word))
    return 0.9 * moves / len(words) if words else 0.0
