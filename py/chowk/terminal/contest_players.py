"""The players of a match: levels, which are Chowk's own opponents, and engines of other programs.

Each may have a budget for its searches.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import chowk
from chowk.library import Board, Engine, Limit, Move, games
from chowk.library.engine import NO_LIMIT
from chowk.protocols import line_protocol
from chowk.protocols.engine_process import Fault, RivalError
from chowk.protocols.rivals import PROTOCOLS, LineRival, Rival
from chowk.terminal.screen import CommandError

ANALYSIS: Final = line_protocol.ANALYSIS
"""The name of the player that plays the best move of the game's analysis."""
LEVEL_S: Final = 3600.0
"""Seconds after which a level in a process of its own counts as hanging."""
_EXTERNAL: Final = re.compile(rf"({'|'.join(PROTOCOLS)})(?:@([^:]*))?:(.+)", re.DOTALL)
_BUDGET: Final = re.compile(r"(time|depth|nodes)=(\d{1,9}(?:\.\d{1,6})?)")
_PACKAGE: Final = Path(chowk.__file__).parents[1]
"""The folder that contains the package, for programs that must import it."""


class Contestant(NamedTuple):
    """A player of a match: a level (one of Chowk's opponents), or an engine of another program.

    An engine is given by the command that starts it, and by its protocol. `text` names the player on the command line.
    """

    text: str
    game: str
    level: str = ""
    budget: Limit = NO_LIMIT
    protocol: str = ""
    command: str = ""


class MoveChooser(Protocol):
    """The interface of an object that chooses the moves of a player."""

    def choose(self, board: Board, limit: Limit, seconds: float, seed: int) -> Move:
        """Return a legal move. An engine of another program has `seconds` for it."""
        ...

    def close(self) -> None:
        """End the player's process, if there is one."""
        ...


class LevelChooser:
    """Chooses moves in this process: those of a level (one of Chowk's opponents), or the best moves of an analysis."""

    def __init__(self, player: Contestant) -> None:
        self._player = player

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._player.game, None if self._player.level == ANALYSIS else self._player.level)

    def choose(self, board: Board, limit: Limit, seconds: float, seed: int) -> Move:  # noqa: ARG002
        """Return the move of the level, or the best move of an analysis, within `limit`. `seconds` has no effect."""
        if self._player.level == ANALYSIS:
            return self._engine.analyse(board, limit, 1)[0].moves[0]
        return self._engine.play(board, limit, seed=seed).move

    def close(self) -> None:
        """Do nothing, because no process was started."""


class RivalChooser:
    """Chooses moves by an engine of another program, or by a level in a process of its own.

    Any fault of a level's process counts as `Fault.UNABLE`: it ends the match, and the level does not lose the game.
    """

    def __init__(self, rival: Rival, is_level: bool = False) -> None:
        self._rival, self._is_level = rival, is_level

    def choose(self, board: Board, limit: Limit, seconds: float, seed: int) -> Move:
        """Return the move that the engine chooses. Raise `RivalError` if it fails, for example by an illegal move."""
        if isinstance(self._rival, LineRival):
            self._rival.seed = seed
        try:
            return self._rival.choose(board, limit, max(seconds, LEVEL_S) if self._is_level else seconds)
        except RivalError as error:
            if self._is_level:
                raise RivalError(Fault.UNABLE, str(error)) from None
            raise

    def close(self) -> None:
        """End the process of the engine or the level."""
        self._rival.end()


def chooser(player: Contestant, own_process: bool = False) -> MoveChooser:
    """Return an object that chooses the moves of a player.

    If `own_process` is True, a level (one of Chowk's opponents) runs in a process of its own, so that other searches
    can run at the same time.
    """
    if player.protocol:
        return RivalChooser(PROTOCOLS[player.protocol](player.command))
    if not own_process:
        return LevelChooser(player)
    command = [sys.executable, "-m", "chowk", "engine", "chowk"]
    return RivalChooser(LineRival(command, {"PYTHONPATH": str(_PACKAGE)}, level=player.level), is_level=True)


def players(first: str, second: str, game: str = "") -> tuple[Contestant, Contestant]:
    """Return the two players of a match from their texts on the command line.

    A text such as `5` names a level without its game. This level is of the game `game` or, if `game` is empty, of the
    other player's game. Raise `CommandError` if no game is known, or if the players play different games.
    """
    named = {number: player for number, text in enumerate((first, second)) if (player := _external(text)) is not None}
    known = game or next((player.game for player in named.values() if player.game), "")
    for number, text in sorted(enumerate((first, second)), key=lambda entry: _is_number(entry[1])):
        if number not in named:
            # A level that is named by its number alone follows the other player's game.
            named[number] = _level(text, game or (known if _is_number(text) else ""))
            known = known or named[number].game
    first_player, second_player = (named[number]._replace(game=named[number].game or known) for number in (0, 1))
    if not known:
        raise CommandError("which game? Add --game")
    if first_player.game != second_player.game:
        names = [player.level or player.text for player in (first_player, second_player)]
        raise CommandError(f"{names[0]} plays {first_player.game}, and {names[1]} plays {second_player.game}")
    return first_player, second_player


def _is_number(text: str) -> bool:
    return text.partition("@")[0].isdigit()


def _external(text: str) -> Contestant | None:
    match = _EXTERNAL.fullmatch(text)
    if match is None:
        return None
    protocol, budget, command = match.groups()
    return Contestant(text, PROTOCOLS[protocol].game, "", _budget(budget or "", text), protocol, command.strip())


def _level(text: str, game: str) -> Contestant:
    name, _, budget = text.partition("@")
    named = level_named(name, game)
    limit = _budget(budget, text) if "@" in text else NO_LIMIT
    if limit.nodes is not None and named[1] != ANALYSIS:
        raise CommandError(f"{text!r}: only the player {ANALYSIS} can be limited by nodes")
    return Contestant(named[1] + (f"@{budget}" if budget else ""), *named, limit)


def _budget(text: str, whole: str) -> Limit:
    values: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        match = _BUDGET.fullmatch(part.strip())
        if match is None or (match[1] != "time" and "." in match[2]) or not float(match[2]):
            raise CommandError(f"{whole!r}: a budget is time=SECONDS, depth=MOVES or nodes=POSITIONS")
        values[match[1]] = float(match[2])
    depth, nodes = (int(values[name]) if name in values else None for name in ("depth", "nodes"))
    return Limit(values.get("time"), depth, nodes)


def level_named(text: str, game: str = "") -> tuple[str, str]:
    """Return the game and the level that a text names: `Orca`, or `reversi:Orca`, or `reversi:5`.

    `game` is the game if the text names none. Raise `CommandError` if there is no such level, or more than one.
    """
    prefix, _, level = text.rpartition(":")
    levels = [*_levels(prefix or game, level.lower())]
    if len(levels) == 1:
        return levels[0]
    raise CommandError(f"{text!r} is no level; `chowk games` lists them" if not levels else f"{text!r}: which game?")


def _levels(game: str, level: str) -> Iterator[tuple[str, str]]:
    for name in [game] if game else games():
        if level == ANALYSIS:
            yield name, ANALYSIS
        for opponent in Engine.levels(name):
            if level in (opponent.name.lower(), str(opponent.number)):
                yield name, opponent.name
