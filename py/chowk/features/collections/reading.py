"""Read a file of games into a collection, step by step, so that the worker can pause and stop.

A match in a simple form is read by the quick reader of its game (`archived.quick`), every other match by the general
readers of texts. A match that cannot be read is noted with the reason, and does not affect the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from chowk import games
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import say
from chowk.core.position import Outcome
from chowk.features.collections.archive import DRAWN, FIRST, MOST_GAMES, SECOND, UNKNOWN, Archive, FaultyGame, GameRow
from chowk.features.collections.generic import coder_of, usual_start
from chowk.features.collections.unpacking import CUT, Unpacked, unpacking
from chowk.features.sharing import decoding, foreign_texts
from chowk.features.sharing.collection import Facts, TextSpan, facts_of, result_of, split
from chowk.features.sharing.parse import Unrecognised
from chowk.games.api.archived import FiledGame, QuickGame

UNPACKING: Final = 0.05
"""The progress, from 0 to 1, after the file is unpacked and before its games are read."""
NO_GAME: Final = say("There is no game in this file.")
UNKNOWN_FORM: Final = say("There is no game in this text: headers or moves are expected.")
ENDS_EARLY: Final = say("The file is cut off. What could be read is here.")
_SCORES: Final = re.compile(r"\s*+([0-9]{1,3})(?:\.[0-9]++)?\s*+[-–:]\s*+([0-9]{1,3})")
_LEAD: Final = re.compile(r"\s*+(?:([BW])\s*+)?([+-]?)([0-9]{1,3})(?:\.[0-9]*+)?", re.IGNORECASE)


class CollectionReading:
    """The reading of one file into `archive`. `done` is the share of the work that is done, from 0 to 1."""

    def __init__(self, name: str) -> None:
        self.archive = Archive(name)
        self.done = 0.0
        self._likely = ""  # the game of the last game that was read
        self._number = 0  # number of games found so far
        self._unknown = 0  # number of pieces of text that are no game in any form

    def run(self, file: str, data: bytes) -> Iterator[None]:
        """Read all games of a file, and yield after each so that the caller can pause.

        Raise `TextError` if nothing in the file is recognised as a game.
        """
        unpacked_files = Unpacked()
        yield from unpacking(file, data, unpacked_files)
        del data
        if unpacked_files.cut:
            self.archive.notes.append(CUT)
        self.done = UNPACKING
        endings = tuple(ending for game in games.ready() for ending in coder_of(game).beside)
        names = {name: content for name, content in unpacked_files.files.items() if name.lower().endswith(endings)}
        whole = sum(map(len, unpacked_files.files.values())) or 1
        before = 0
        for name in [name for name in unpacked_files.files if name not in names]:
            content = unpacked_files.files.pop(name)
            part = len(content) / whole
            for share in self._file(content, names):
                self.done = UNPACKING + (1 - UNPACKING) * (before / whole + share * part)
                yield
            before += len(content)
        self.done = 1.0
        if not len(self.archive) and self.archive.bad == self._unknown:
            raise TextError(NO_GAME)

    def _file(self, content: bytes, names: dict[str, bytes]) -> Iterator[float]:
        """Read the games of one unpacked file. Yield the share that is done, from 0 to 1.

        A binary file may give players and events by numbers, and other files list the texts for these numbers. `names`
        holds the contents of such files by file name.
        """
        for name in games.ready():
            filed = coder_of(name).read_file(content, names)
            if filed is not None:
                stated, number = filed[0], 0
                for number, game in enumerate(filed[1], 1):
                    if self._is_full():
                        return
                    self._filed(name, game)
                    yield number / max(number, stated)
                if number < stated:
                    self.archive.notes.append(ENDS_EARLY)
                return
        text, note = decoding.decoded(content)
        del content
        if note is not None:
            self.archive.notes.append(note)
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if "\0" in text:
            text = text.replace("\0", " ")
        length = len(text) or 1
        for span in split(text):
            if self._is_full():
                return
            if text[span.start : span.end].strip():
                self._game(text, span)
            yield span.end / length

    def _is_full(self) -> bool:
        self.archive.more = self._number >= MOST_GAMES
        return self.archive.more

    def _filed(self, name: str, game: FiledGame) -> None:
        """Add a game of a binary file, or note why it cannot be read. `name` is the kind of game, such as `reversi`."""
        self._number += 1
        if game.wrong:
            why = say("“{move}” is not a legal move here.", move=game.wrong)
            self.archive.blame(FaultyGame(self._number, 0, why))
            return
        winner = winner_of(game.result)
        count = len(game.codes)
        self.archive.add(
            GameRow(name, game.players, game.event, game.date, game.result, winner, game.opening, "", count, game.codes)
        )

    def _game(self, text: str, span: TextSpan) -> None:
        """Add the game in a span of a text, or note why it cannot be read."""
        self._number += 1
        piece = text[span.start : span.end]
        facts = facts_of(text, span)
        for name in sorted(games.ready(), key=lambda candidate: candidate != self._likely):
            quick = coder_of(name).quick(piece)
            if quick is not None:
                self._likely = name
                self._quick(name, facts, quick)
                return
        try:
            game = foreign_texts.read_text(piece, self._likely)
        except Unrecognised:
            self._unknown += 1
            self.archive.blame(FaultyGame(self._number, span.line, UNKNOWN_FORM))
            return
        except TextError as error:
            line = span.line + max(0, error.line - 1)
            self.archive.blame(FaultyGame(self._number, line, error.why))
            return
        except RecursionError:
            self.archive.blame(FaultyGame(self._number, span.line, NO_GAME))
            return
        self._likely = game.plan.game
        names = [seat.name for seat in game.plan.seats]
        headers = game.tree.headers
        facts = Facts(
            tuple(names) if any(names) else facts.players,
            facts.event or headers.get("Event", ""),
            facts.date or headers.get("Date", ""),
            facts.result or headers.get("Result", ""),
        )
        self._match(game.match, facts)

    def _quick(self, name: str, facts: Facts, quick: QuickGame) -> None:
        result = facts.result or quick.scores
        self.archive.add(
            GameRow(name, facts.players, facts.event, facts.date, result, winner_of(result), quick.opening, "",
                    quick.move_count, quick.codes)
        )  # fmt: skip

    def _match(self, match: Match[Any, Any], facts: Facts) -> None:
        """Add a game that was read in full and replayed by the rules. `facts` come from its headers."""
        game = games.load(match.ruleset.name)
        outcome = match.outcome()
        result = result_of(outcome) or facts.result
        winner = winner_of(result) if outcome is None else _winner(outcome)
        start = match.ruleset.notation.write_position(match.position_after(0))
        codes = coder_of(game.name).encode(match.position_after(0), match.moves)
        setup = "" if start == usual_start(game.name, match.moves) else start
        self.archive.add(
            GameRow(game.name, facts.players, facts.event, facts.date, result, winner, game.opening(match), setup,
                    match.moves_played, codes)
        )  # fmt: skip


def _winner(outcome: Outcome) -> int:
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    return DRAWN if len(first) != 1 else FIRST if first[0] == 0 else SECOND


def winner_of(result: str) -> int:
    """Return the winner, one of `archive.FIRST` to `UNKNOWN`, from the text of a result.

    The text is two scores, or in files of Othello a lead such as `+4` or `B+6`.
    """
    scores = _SCORES.match(result)
    if scores is not None:
        first, second = int(scores[1]), int(scores[2])
        return DRAWN if first == second else FIRST if first > second else SECOND
    if result.startswith(("1/2", "½")):
        return DRAWN
    lead = _LEAD.match(result)
    if lead is None or not (lead[1] or lead[2]):
        return UNKNOWN
    if not int(lead[3]):
        return DRAWN
    return SECOND if (lead[1] or "").upper() == "W" or lead[2] == "-" else FIRST
