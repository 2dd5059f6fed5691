"""Parse PDN (Portable Draughts Notation) as programs and people write it: split a text into games and their events.

This module knows no legal moves. A text is cleaned first (`core.foreign.cleaned`). Patterns are matched against a copy
in which dashes, quotation marks and digits are ASCII (`core.foreign.as_ascii`). The copy has the same length, so
headers and comments are taken from the cleaned text at the same offsets. Every pattern visits a character a bounded
number of times, so reading is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from chowk.core import foreign
from chowk.core.message import Message, say
from chowk.core.notation import excerpt

OPEN: Final = "*"
"""The result of an unfinished game."""
DRAW: Final = "1/2-1/2"
RESULTS: Final = ("1-0", "0-1", DRAW)
"""The results of finished games."""
_SAME: Final = {
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": DRAW,
    "0-0": OPEN,
    "1/2": DRAW,
    "½": DRAW,
    "½-½": DRAW,
}
"""The PDN results for other spellings of results. In other kinds of draughts, for example, `2-0` means `1-0`."""
_NEXT: Final = re.compile(r'^[ \t]*+(?:\[\w++\s*+"|1\s*+\.(?![.…]))', re.MULTILINE)
"""A pattern for a header or a first move at the start of a line.

After an unreadable place, reading continues at the next match.
"""
_LINE_TAG: Final = re.compile(r"^[ \t]*+\[", re.MULTILINE)
"""A pattern for the start of a header at the start of a line."""
_SIDE: Final = r"(?P<side>black|red|white|[brw])\b\.?[ ]{1,3}"
_SPOKEN: Final = re.compile(
    rf"(?:{_SIDE}(?P<deed>wins|win|won|resigns|resigned)|(?:game[ ])?(?:drawn|draw)(?:[ ](?:game|agreed))?)\b\.?",
    re.IGNORECASE,
)
"""A pattern for a result in words, such as `Black wins`."""
_TOKEN: Final = re.compile(
    r"""
    (?P<blank> \s++ | [;%][^\n]*+ | [,=±∓∞+~#]++ )
    | (?P<brace> \{ )
    | (?P<mark> \$[0-9]++ )
    | (?P<grade> [!?]++ | \(\s*+[!?]++\s*+\) )
    | (?P<result>
        (?: (?:1/2|½)\s*+[-:]\s*+(?:1/2|½) | [01]\s*+[-:]\s*+[01] | 2\s*+[-:]\s*+0 | 0\s*+[-:]\s*+2 | 1/2 | ½ )
        (?![\w/:½-]) )
    | (?P<star> \*++ )
    | (?P<number> (?:[0-9]++\s*+)?(?:\.|…)++ )
    | (?P<move> [0-9]{1,2}+ (?:\s*+(?:->|[-xX:])\s*+[0-9]{1,2}+)++ [!?*]*+ (?![\w:-]) )
    | (?P<null> -{2,3}(?![0-9-]) | (?i:null|pass|z0)\b | 0000\b | @@@@ )
    | (?P<remark> \(\s*+[^\W\d_]{2}(?:[^(){}]|\([^(){}]*+\))*+\) )
    | (?P<open> \( )
    | (?P<close> \) )
    """,
    re.VERBOSE,
)
"""A pattern for a token of a game. The name of the group that matches is the token's kind."""
_LETTERS: Final = re.compile(r"[a-h][1-8](?:(?:\s*+(?:->|[-xX:])\s*+|)[a-h][1-8])++[!?*]*+(?![\w:-])")
"""A pattern for a move between squares that are named as in chess."""
_WORD: Final = re.compile(r"[^\s(){};%$!?*.]++|[\s\S]")
"""A pattern for a word, or a single character, inside a variation that `_TOKEN` does not match."""
_MOVE_LIKE: Final = re.compile(r"[0-9]{1,2}+[-xX:][0-9]{1,2}")
"""A pattern for text that looks like a move, such as `11-15`."""
_GLUED: Final = re.compile(r"[!?*]*+$")
"""A pattern for the marks `!`, `?` and `*` at the end of a move. It also matches if there are none."""
_BLANK_LINE: Final = re.compile(r"\n[ \t]*+\n")
_ALPHABETIC: Final = re.compile(r"\s*+21\s*+,\s*+[BW]?\s*+,\s*+8\s*+,\s*+8\s*+,\s*+A([0-3])?", re.IGNORECASE)
"""A pattern for the header `GameType` of a game whose squares are named as in chess.

The pattern's group is the number, from 0 to 3, of the corner where the square a1 is.
"""
_SQUARE: Final = re.compile(r"[a-h][1-8]")


class HeaderValue(NamedTuple):
    """The value of a header, with its offset in the text."""

    text: str
    place: int


class PdnEvent(NamedTuple):
    """An event of a game: its kind, its text, and its offset in the whole text.

    Kinds are `move`, `comment`, `mark` (such as `$1`), `grade` (such as `!`), and `open` and `close` for the
    parentheses of a variation. Inside variations there are also `result`, `null` (a skipped move) and `word` (any other
    text).
    """

    kind: str
    text: str
    place: int


class PdnGame(NamedTuple):
    """One game of a text, not yet replayed.

    `headers` maps names in lower case to the original names and values. `fault` is the offset where the text stops
    being a game, and the reason. `prose` is True if words around the game were skipped.
    """

    headers: dict[str, tuple[str, HeaderValue]]
    events: list[PdnEvent]
    result: str = ""
    fault: tuple[int, Message] | None = None
    prose: bool = False

    def header(self, name: str) -> HeaderValue | None:
        """Return the value of a header, by its name in lower case; None if the header is missing."""
        return self.headers[name][1] if name in self.headers else None

    @property
    def is_comments(self) -> bool:
        """True if this is no game but only comments, which belong to the end of the previous game."""
        return not self.headers and self.fault is None and all(event.kind == "comment" for event in self.events)

    @property
    def corner(self) -> int | None:
        """The corner of the board where the square a1 is, or None if the squares are named by numbers.

        The corners are numbered as in PDN, with White's side at the bottom: 0 bottom left, 1 bottom right, 2 top left,
        3 top right.
        """
        kind = self.header("gametype")
        match = _ALPHABETIC.match(kind.text) if kind is not None else None
        return int(match[1] or 0) if match else None


def result_of(text: str) -> str:
    """Return the PDN result that a text means: `*` for an unfinished game, empty if the text is no result."""
    result = "".join(foreign.as_ascii(text).split()).replace(":", "-")
    result = _SAME.get(result, result)
    if result in (*RESULTS, OPEN):
        return result
    spoken = _SPOKEN.fullmatch(foreign.as_ascii(text).strip())
    return _spoken(spoken) if spoken else ""


def numbered(text: str, corner: int) -> str:
    """Replace names of squares such as `a1` in a move or a FEN by numbers, and light squares by 0.

    `corner` is the corner of the board where a1 is; see `PdnGame.corner`.
    """

    def number(name: re.Match[str]) -> str:
        across, up = ord(name[0][0]) - ord("a"), int(name[0][1]) - 1
        across, up = 7 - across if corner in (1, 3) else across, 7 - up if corner in (2, 3) else up
        return str((7 - up) * 4 + across // 2 + 1) if (across + up) % 2 == 0 else "0"

    spaced = re.sub(r"([a-h][1-8])(?=[a-h][1-8])", r"\1-", text)
    return _SQUARE.sub(number, spaced)


def sheets(text: str) -> Iterator[PdnGame]:
    """Yield the games of a text. If part of a game is unreadable, its `fault` says where and why.

    The text must be the result of `core.foreign.cleaned`.
    """
    words: PdnGame | None = None
    pending: PdnGame | None = None
    for sheet in _PdnScanner(text).run():
        if sheet.fault and not sheet.headers and sheet.prose:
            words = sheet  # words before, between or after games; they are an error only if there is no game
        elif sheet.is_comments:
            if pending is not None and words is None:
                pending.events.extend(sheet.events)
        else:
            if pending is not None:
                yield pending
            pending = sheet._replace(prose=words is not None)
            words = None
    if pending is not None:
        yield pending._replace(prose=pending.prose or words is not None)
    elif words is not None:
        yield words


def partners(plain: str) -> Mapping[int, int]:
    """Map the offset of each opening brace to the offset after its closing brace. Pairs may be nested.

    A pair never crosses a header at the start of a line, because a header begins another game. An opening brace that is
    not in such a pair is closed by the next closing brace after it, even if that one is in a pair or in another game.
    If there is none, the opening brace has no entry.
    """
    ends: dict[int, int] = {}
    opened, closings = list[int](), list[int]()
    alone = list[int]()
    for sign in re.finditer(r'[{}]|^[ \t]*+\[\w++\s++"', plain, re.MULTILINE):
        if sign[0] == "{":
            opened.append(sign.start())
        elif sign[0] == "}":
            closings.append(sign.end())
            if opened:
                ends[opened.pop()] = sign.end()
        else:
            alone += opened
            opened = []
    closings.reverse()
    for place in sorted([*alone, *opened]):
        while closings and closings[-1] <= place:
            closings.pop()
        if closings:
            ends[place] = closings[-1]
    return ends


class _PdnScanner:
    """A scanner that divides a PDN text into games. It holds the state of the current game."""

    def __init__(self, text: str) -> None:
        self.text, self.plain = text, foreign.as_ascii(text)
        self.braces = partners(self.plain) if "{" in text else {}
        self.line_tags = {match.end() - 1 for match in _LINE_TAG.finditer(self.plain)}
        self.begin()

    def begin(self) -> None:
        """Make a new game, without headers and events, the current game."""
        self.sheet = PdnGame({}, [])
        self.lettered = False
        self.opens = list[int]()
        self.moves = 0
        self.star = -1
        self.starred = 0

    def run(self) -> Iterator[PdnGame]:
        """Yield the games in order. Comments between two games are yielded as a game; see `PdnGame.is_comments`."""
        place, length = 0, len(self.text)
        while place < length:
            if self.plain[place] == "[":
                tag = self.tag(place)
                if tag is not None:
                    yield from self.header(tag, place)
                    place = tag.end
                    continue
            kind, token = self.token(place)
            if token is None:
                yield from self.failed(place, self.unread(place))
                place = self.resumes(place)
                continue
            end = token.end()
            if kind == "brace":
                end = self.braces.get(place, 0)
                if not end and not self.opens:
                    yield from self.failed(place, say("This comment is not closed: a closing brace is missing."))
                    place = self.resumes(place)
                    continue
                if end:
                    self.note("comment", self.text[place + 1 : end - 1], place)
                place = end or place + 1
                continue
            if kind in ("close", "null") and not self.opens:
                wrong = say("This parenthesis closes a variation that was not opened.")
                yield from self.failed(place, wrong if kind == "close" else self.unread(place))
                place = self.resumes(place)
                continue
            if kind != "blank":
                yield from self.take(kind, token, place)
            place = end
        yield from self.end()
        yield from self.loose_comments()

    def token(self, place: int) -> tuple[str, re.Match[str] | None]:
        """Return the kind and the match of the token at the offset `place`.

        The kind is the name of a group in `_TOKEN`, or `spoken` (a result in words), or `word` (any other text). A word
        is accepted only in a variation; elsewhere its match is None.
        """
        letters = _LETTERS.match(self.plain, place) if self.lettered else None
        if letters is not None:
            return "move", letters
        match = _TOKEN.match(self.plain, place)
        if match is not None:
            return match.lastgroup or "", match
        spoken = _SPOKEN.match(self.plain, place)
        if spoken is not None and not self.opens:
            return "spoken", spoken
        return "word", _WORD.match(self.plain, place) if self.opens else None

    def tag(self, place: int) -> foreign.Header | None:
        """Return the header that begins at the offset `place`, or None if none exists.

        Inside a variation, only a header that begins a line counts.
        """
        if self.opens and place not in self.line_tags:
            return None
        return foreign.header_at(self.text, self.plain, place)

    def header(self, tag: foreign.Header, place: int) -> Iterator[PdnGame]:
        """Add a header to the current game. If the header begins the next game, yield the current game first."""
        name = tag.name.lower()
        if self.opens:
            yield from self.failed(self.opens[0], say("This variation is not closed: a ) is missing."))
        elif self.moves or (name in self.sheet.headers and "fen" in self.sheet.headers):
            yield from self.end()
        if not self.sheet.headers:
            yield from self.loose_comments()
        self.sheet.headers.setdefault(name, (tag.name, HeaderValue(tag.value, place)))
        self.lettered = self.sheet.corner is not None

    def take(self, kind: str, token: re.Match[str], place: int) -> Iterator[PdnGame]:
        """Process a token that is neither a header nor a comment. Yield the game if the token ends it."""
        if self.star >= 0 and kind in ("move", "number", "open"):
            yield from self.after_star(kind, token[0], place)
        if kind == "move":
            glued = _GLUED.search(token[0])
            assert glued is not None, "it may be empty"
            self.note("move", token[0][: glued.start()], place)
            self.moves += not self.opens
            if grade := glued[0].replace("*", ""):
                self.note("grade", grade, place + glued.start())
        elif kind in ("mark", "null", "word"):
            self.note(kind, token[0], place)
        elif kind == "remark":  # words in parentheses are a comment and not a variation
            self.note("comment", self.text[place + 1 : token.end() - 1].strip(), place)
        elif kind == "grade":
            self.note("grade", "".join(token[0].strip("()").split()), place)
        elif kind == "open":
            self.opens.append(place)
            self.note("open", "(", place)
        elif kind == "close":
            self.opens.pop()
            self.note("close", ")", place)
        elif kind == "star":
            if not self.opens and self.star < 0:
                self.star, self.starred = place, len(self.sheet.events)
        elif kind in ("result", "spoken"):
            if self.opens:
                self.note("result", token[0], place)
            elif self.sheet.headers or self.moves:
                yield self.sheet._replace(result=result_of(token[0]) if kind == "result" else _spoken(token))
                self.begin()

    def after_star(self, kind: str, text: str, place: int) -> Iterator[PdnGame]:
        """Decide whether the last `*` ended the game, or marked a move as the only good move.

        The arguments are the token after the `*` and its offset. If the `*` ended the game, yield the game.
        """
        is_first_number = kind == "number" and re.fullmatch(r"1\s*+\.", text)
        ends = is_first_number or (kind == "move" and _BLANK_LINE.search(self.plain, self.star, place))
        if not ends:
            self.star = -1
        elif self.sheet.headers or self.moves:
            yield from self.end()
        else:
            self.begin()

    def loose_comments(self) -> Iterator[PdnGame]:
        """Yield the comments since the last game as a game, and clear them."""
        comments = [event for event in self.sheet.events if event.kind == "comment"]
        self.sheet.events.clear()
        if comments:
            yield PdnGame({}, comments)

    def note(self, kind: str, text: str, place: int) -> None:
        """Add an event of the kind `kind` (see `PdnEvent`) to the current game."""
        self.sheet.events.append(PdnEvent(kind, text, place))

    def end(self) -> Iterator[PdnGame]:
        """Yield the current game, if there is one, and begin the next game."""
        sheet, star, starred = self.sheet, self.star, self.starred
        if self.opens:
            yield from self.failed(self.opens[0], say("This variation is not closed: a ) is missing."))
            return
        if sheet.headers or self.moves:
            if star < 0:
                yield sheet
            else:
                yield sheet._replace(events=sheet.events[:starred], result=OPEN)
        else:
            yield from self.loose_comments()
        self.begin()
        if star >= 0:
            self.sheet.events.extend(sheet.events[starred:])

    def failed(self, place: int, why: Message) -> Iterator[PdnGame]:
        """Yield the game up to the offset where it becomes unreadable, with the reason, and begin the next game."""
        sheet = self.sheet._replace(fault=(place, why))
        if not sheet.headers and not self.moves:
            yield from self.loose_comments()
            following = _NEXT.search(self.plain, place)
            until = following.start() if following else len(self.plain)
            sheet = sheet._replace(prose=not _MOVE_LIKE.search(self.plain, place, until))
        elif self.star >= 0:  # the game was over before this offset
            yield from self.end()
            yield from self.failed(place, why)
            return
        yield sheet
        self.begin()

    def resumes(self, place: int) -> int:
        """Return the offset after the unreadable `place` at which a game may begin next, or the length of the text."""
        match = _NEXT.search(self.plain, place + 1)
        return match.start() if match else len(self.plain)

    def unread(self, place: int) -> Message:
        """Return the error message for an offset at which nothing was recognised."""
        if self.text[place] == "[":
            return say('This is not a header: one looks like [Event "…"], with straight quotes.')
        word = excerpt(foreign.word_at(self.text, place))
        return say("A move such as 11-15 or a result is expected here, not “{text}”.", text=word)


def _spoken(statement: re.Match[str]) -> str:
    """Return the PDN result that a statement in words means: `1-0` for `Black wins`, for example."""
    side, deed = statement.group("side", "deed")
    if not deed:
        return DRAW
    white = side[0] in "wW"
    return "0-1" if white == deed.lower().startswith("w") else "1-0"


def resembles(text: str) -> float:
    """Return how much a text looks like a game of checkers in PDN, from 0 to 1.

    The value is 1 if the text has the header `GameType`. Otherwise it is 0.9 times the fraction of words that look like
    moves.
    """
    plain = foreign.as_ascii(text[:20_000])
    if re.search(r"\[\s*+GameType\b", plain, re.IGNORECASE):
        return 1.0
    body = re.sub(r"\[[^\]\n]*+\]|\{[^{}]*+\}|[0-9]++\.", " ", plain)
    words = re.findall(r"[^\s.,;()*]++", body)
    moves = sum(1 for word in words if _MOVE_LIKE.match(word))
    return 0.9 * moves / len(words) if words else 0.0
