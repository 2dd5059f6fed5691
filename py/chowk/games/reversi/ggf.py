"""Games in the Generic Game Format (GGF) of the game server GGS, which NBoard and other programs write, too.

    (;GM[Othello]PC[GGS/os]PB[Asha]PW[Kishan]RE[-12.00]TI[15:00//02:00]TY[8]BO[8 ... *]B[F5/1.20/2.99]W[D6];)

A move may have an evaluation and a time in seconds; they become a comment such as `+1.20 · 2.99 s`. The clock `TI` has
up to three times: for the whole game, for each move in addition, and for going on after a loss on time. Without the
third time, the header `TimeControl` has the other two in seconds, as in PGN (`900+0`). With a third time, it has the
text of the clock. The two games of a synchronised match stand side by side, with the number 2 before them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from chowk.core import declaration
from chowk.core.match import Match
from chowk.core.variations import Variations
from chowk.games.reversi.boards import board_at
from chowk.games.reversi.rules import BLACK, NAMES, PASS, SQUARE, Position, tournament
from chowk.games.reversi.score_sheet import OTHELLO, PASSES, Step, Transcript, TranscriptWord

_PROPERTY: Final = re.compile(r"([A-Z]{1,2})\[([^\[\]]*+)\]")
"""A pattern for a property, such as `PB[Bob]`."""
_HEADERS: Final = {"PB": "Black", "PW": "White", "DT": "Date", "PC": "Site", "EV": "Event", "RE": "Result"}
"""The name of the header that stands for each property of GGF."""
_TIME_CONTROL: Final = "TimeControl"
_RESULT: Final = re.compile(r"([-+]?)([0-9]{1,3})(?:\.[0-9]{0,4})?:([rts])")
"""A pattern for a result from Black's view, followed by a letter for the reason why the game ended early."""
_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(?:\.[0-9]{0,9})?|[-+]?\.[0-9]{1,9}")
_REMARK: Final = re.compile(r"(?:(?P<value>[-+][0-9]{1,9}\.[0-9]{2}))?(?: · )?(?:(?P<time>[0-9]{1,9}\.[0-9]{2}) s)?")
"""A pattern for a comment with the evaluation and the time of a move."""
_CONTROL: Final = re.compile(r"([0-9]{1,6})\+([0-9]{1,6})")
"""A pattern for the value of the header `TimeControl`, as in PGN: seconds, and seconds for each move."""
_CLOCK: Final = re.compile(r"[0-9]{1,4}(?::[0-9]{2}){0,2}(?:/(?:[0-9]{1,4}(?::[0-9]{2}){0,2})?){0,2}")
"""A pattern for the clock of a game: up to three times, such as `15:00`, with or without hours and seconds."""
_FLAGS: Final = {"resigned": "r", "time": "t", "agreed": "s"}
"""The flag of a result by the reason for which a game ended early."""
_MOST: Final = 64
"""The lead in discs that GGF gives the winner if the other player resigned or lost on time: all squares."""


def game(text: str, signs: str, begin: int, end: int) -> Transcript:
    """Return the game that a text in GGF has between the offsets `begin` and `end`.

    `signs` is the same text with its punctuation in ASCII, the result of `core.foreign.as_ascii`.
    """
    sheet, steps = Transcript(begin, {}, None, [], end=end), list[Step]()
    for entry in _PROPERTY.finditer(signs, begin, end):
        name, value, place = entry[1], entry[2].strip(), entry.start(2)
        if name in _HEADERS:
            sheet.headers[_HEADERS[name]] = text[place : entry.end(2)].strip()
        elif name == "TI" and (control := _control(value)):
            sheet.headers[_TIME_CONTROL] = control
        elif name == "GM" and not OTHELLO.search(value):
            sheet.words.append(TranscriptWord("other", value, place))
        elif name == "BO":
            board = board_at(signs, place + len(value) - len(value.lstrip("8 \t")))
            sheet = sheet._replace(board=board)
            if board is None:
                sheet.words.append(TranscriptWord("other", value, place))
        elif name in ("B", "W"):
            move, _, annotation = value.partition("/")
            move = move.strip().lower()
            kind = "move" if move in SQUARE else "pass" if move in PASSES else "other"
            sheet.words.append(TranscriptWord(kind, move, place))
            steps.append(Step(kind, move, place))
            if comment := remark(*annotation.partition("/")[::2]):
                steps.append(Step("comment", comment, place))
    if ended := _ended(sheet.headers.get("Result", "")):
        sheet.headers[declaration.HEADER] = ended
    return sheet._replace(steps=tuple(steps))


def remark(value: str, time: str) -> str:
    """Return the comment on a move with its evaluation in discs and its time in seconds, such as `+1.20 · 2.99 s`.

    Leave out a part that is not a number.
    """
    parts = []
    if _NUMBER.fullmatch(value.strip()):
        parts.append(f"{float(value):+.2f}")
    if _NUMBER.fullmatch(time.strip()) and float(time) >= 0:
        parts.append(f"{float(time):.2f} s")
    return " · ".join(parts)


def annotation(comment: str) -> str:
    """Return the evaluation and the time in a comment that `remark` wrote, as GGF writes them: `/1.20/2.99`.

    Return an empty text for any other comment.
    """
    match = _REMARK.fullmatch(comment)
    if match is None or not comment:
        return ""
    return f"/{(match['value'] or '').lstrip('+')}" + (f"/{match['time']}" if match["time"] else "")


def write(match: Match[Any, Any], headers: Mapping[str, str], remarks: Mapping[int, str] | None = None) -> str:
    """Return a match in GGF, on one line.

    `remarks` are the comments on moves by ply, from 1. Only the evaluations and times in them are written.
    """
    start: Position = match.position_after(0)
    fields = {
        "GM": "Othello",
        "PC": headers.get("Site") or headers.get("Event") or "Chowk",
        "DT": headers.get("Date", ""),
        "PB": headers.get("Black", ""),
        "PW": headers.get("White", ""),
        "RE": _result(match),
        "TI": _clock(headers.get(_TIME_CONTROL, "")),
        "TY": "8",
        "BO": f"8 {_board(start)}",
    }
    top = "".join(f"{name}[{_plain(value)}]" for name, value in fields.items() if value)
    moves = (
        f"{'BW'[position.turn]}[{'PA' if move == PASS else NAMES[move].upper()}"
        f"{annotation((remarks or {}).get(ply, ''))}]"
        for ply, (position, move) in enumerate(zip(match.positions, match.moves, strict=False), 1)
    )
    return f"(;{top}{''.join(moves)};)\n"


def write_variations(tree: Variations, match: Match[Any, Any], headers: Mapping[str, str]) -> str:
    """Return a match in GGF with the evaluations and times that are in the comments of `tree`. Leave out variations."""
    remarks = {ply: tree.nodes[node].comment for ply, node in enumerate(tree.path(tree.end(0)), 1)}
    return write(match, headers, remarks)


def _ended(result: str) -> str:
    """Return the value of the header `Ended` for a result of GGS, such as `resigned 1` for `-64.00:r`.

    Return an empty text if the result does not say that the game ended early.
    """
    match = _RESULT.fullmatch(result.strip())
    if match is None:
        return ""
    is_drawn = not int(match[2])
    if match[3] == "s":
        return declaration.Declaration("agreed").text() if is_drawn else ""
    loser = BLACK if match[1] == "-" else 1 - BLACK
    return "" if is_drawn else declaration.Declaration("time" if match[3] == "t" else "resigned", loser).text()


def _result(match: Match[Any, Any]) -> str:
    declared, ruled = declaration.declared(match), match.ruled()
    if declared is not None:
        points = 0 if declared.why == "agreed" else -_MOST if declared.loser == BLACK else _MOST
        return f"{points:+.2f}:{_FLAGS[declared.why]}"
    if ruled is None:
        return "?"
    black, white = tournament(ruled)
    return f"{black - white:+.2f}"


def _control(clock: str) -> str:
    """Return the header `TimeControl` for the clock `TI`, or an empty text if it is not valid or gives no time."""
    if _CLOCK.fullmatch(clock) is None:
        return ""
    parts = [_seconds(part) for part in clock.split("/")]
    if not any(parts):
        return ""
    return clock if any(parts[2:]) else f"{parts[0]}+{parts[1] if len(parts) > 1 else 0}"


def _seconds(time: str) -> int:
    seconds = 0
    for part in time.split(":") if time else ():
        seconds = 60 * seconds + int(part)
    return seconds if ":" in time else 60 * seconds  # a lone number has minutes


def _clock(control: str) -> str:
    match = _CONTROL.fullmatch(control)
    if match is None:
        return control if _CLOCK.fullmatch(control) and "/" in control else "0"
    return "/".join(f"{int(seconds) // 60:02}:{int(seconds) % 60:02}" for seconds in match.groups())


def _board(position: Position) -> str:
    signs = "".join(
        "*" if position.black >> square & 1 else "O" if position.white >> square & 1 else "-" for square in range(64)
    )
    return f"{' '.join(signs[row : row + 8] for row in range(0, 64, 8))} {'*O'[position.turn]}"


def _plain(value: str) -> str:
    """Return the value of a property on one line.

    Brackets and semicolons, which would end the value, become parentheses and commas.
    """
    line = "".join(sign if sign.isprintable() else " " for sign in value)
    return line.replace("[", "(").replace("]", ")").replace(";", ",")
