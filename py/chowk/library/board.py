"""A game in progress: its position and moves, with functions that write and draw the position and count its moves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final, TypeAlias
from zlib import crc32

from chowk import games as registry
from chowk.core import declaration, record
from chowk.core import perft as counting
from chowk.core.match import IllegalMove, Match
from chowk.core.message import english
from chowk.core.position import CHANCE, Outcome, Position
from chowk.draw import svg
from chowk.games.api.library import Glyph
from chowk.library.parts import game_of, parts_of
from chowk.library.words import spoken

Move: TypeAlias = Hashable
"""A move: an immutable, hashable value. Its type depends on the game."""
_SEED_BITS: Final = 64
"""Number of bits of a random seed, which a board gets if none is given."""
_PLAIN: Final = "\x1b[0m"
"""Terminal code that returns to the usual colours."""


class Board:
    """A game in progress: the position, the moves that led to it, and the seed of its dice.

    A board is mutable, like that of python-chess: `push` plays a move and `pop` takes it back. Its `position` is an
    immutable, hashable value.
    """

    def __init__(
        self, game: str, text: str | None = None, *, seats: int | None = None, seed: int | None = None, **rules: str
    ) -> None:
        """Set up a game.

        `text` is a position as `to_text` writes it; the game then begins there, and `seats` and `rules` cannot be
        given. Without it, `seats` is the number of players, by default the smallest, and `rules` are house rules
        (`house_rules`). `seed` determines the rolls of `roll` and all other random choices. It is a number from 0 to
        2**128 - 1, by default random. Raise `ValueError` for an unknown game or another invalid argument, and its
        subclass `TextError` for a text that is not a position.
        """
        self._game = game_of(game)
        chosen = secrets.randbits(_SEED_BITS) if seed is None else seed
        if not 0 <= chosen < record.MOST_SEED:
            raise ValueError("a seed is a whole number from 0 to 2**128 - 1")
        if text is not None:
            if rules or seats is not None:
                raise ValueError("the text of a position has its own seats and house rules")
            start = self._game.notation.read_position(text)
            self._match: Match[Any, Any] = Match(self._game.ruleset, start, chosen)
            return
        if seats is not None and seats not in self._game.sign.seats:
            raise ValueError(f"{game} is played by {', '.join(map(str, self._game.sign.seats))}")
        offered = house_rules(game)
        for name, value in rules.items():
            if value not in offered.get(name, ()):
                if name not in offered:
                    known = f"its house rules are {', '.join(offered)}" if offered else "it has none"
                    raise ValueError(f"{name} is no house rule of {game}; {known}")
                raise ValueError(f"{name} of {game} is one of {', '.join(offered[name])}, not {value!r}")
        self._match = self._game.match(chosen, seats, **rules)

    # The state --------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def position(self) -> Position[Any]:
        """The present position, an immutable and hashable value. Comparisons ignore the moves that led to it."""
        position: Position[Any] = self._match.position
        return position

    @property
    def positions(self) -> tuple[Position[Any], ...]:
        """All positions so far, from the start to the present one."""
        return tuple(self._match.positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far, rolls included."""
        return tuple(self._match.moves)

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._match.seed

    @property
    def ended(self) -> str:
        """How the players ended the game: `agreed` (a draw), `resigned 2` or `time 2`, with the loser's number, from 1.

        Empty if the game goes on or ended by the rules.
        """
        declared = declaration.declared(self._match)
        return "" if declared is None else declared.text()

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.position.seats

    @property
    def turn(self) -> int:
        """The seat that must move, from 0, or `CHANCE` (-1) if a roll is due."""
        return CHANCE if self.is_chance else self.position.turn

    @property
    def ply(self) -> int:
        """The number of moves played, rolls included."""
        return self._match.ply

    @property
    def is_chance(self) -> bool:
        """True if a roll is due."""
        return bool(self.position.odds())

    def side(self, seat: int) -> str:
        """Return the English name of a seat's side, such as `Black`."""
        return english(self._game.side(self.position, seat))

    def outcome(self) -> Outcome | None:
        """Return the place and score of each seat and the reason for the end, or None while the game goes on."""
        return self._match.outcome()

    def is_game_over(self) -> bool:
        """Return True if the game is over."""
        return self.outcome() is not None

    # Moves ------------------------------------------------------------------------------------------------------

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in a fixed order, or the possible rolls if a roll is due. Empty if the game is over."""
        return () if self.is_game_over() else tuple(self.position.moves())

    def is_legal(self, move: Move) -> bool:
        """Return True if a move is legal."""
        return move in self.legal_moves

    def chances(self) -> dict[Move, Fraction]:
        """Return the probability of each roll. Empty if no roll is due."""
        odds = self.position.odds()
        return {
            move: Fraction(weight, sum(odds)) for move, weight in zip(self.position.moves(), odds, strict=bool(odds))
        }

    def text(self, move: Move) -> str:
        """Return a legal move as text, in the usual notation of the game; raise `IllegalMove` for any other move."""
        self._require_move(move)
        if not self.is_legal(move):
            raise IllegalMove(f"{move!r} is not legal here")
        return self._game.notation.write_move(self.position, move)

    def _require_move(self, move: Move) -> None:
        """Raise `IllegalMove` if a move is given as text."""
        if isinstance(move, str):
            raise IllegalMove(f"{move!r} is a text, not a move: use push_text, or parse to get the move")

    def texts(self) -> list[str]:
        """Return the legal moves as text, in the order of `legal_moves`."""
        return [self._game.notation.write_move(self.position, move) for move in self.legal_moves]

    def parse(self, text: str) -> Move:
        """Return the legal move that a text means; raise `TextError` if it means none, or more than one."""
        move: Move = self._game.notation.read_move(self.position, text)
        return move

    def push(self, move: Move) -> None:
        """Play a legal move, or a roll of the dice; raise `IllegalMove` for any other."""
        self._require_move(move)
        self._match.follow(move)

    def push_text(self, text: str) -> Move:
        """Play the move that a text means, and return it; raise `TextError` if it means no legal move."""
        move = self.parse(text)
        self.push(move)
        return move

    def roll(self) -> Move:
        """Play the roll that the seed determines, and return it; raise `IllegalMove` if no roll is due."""
        if not self.is_chance or self.is_game_over():
            raise IllegalMove("no roll is due")
        move: Move = self._match.roll()
        self.push(move)
        return move

    def pop(self) -> Move:
        """Take back the last move, and return it; raise `IndexError` if there is none.

        If the players ended the game after that move, for example by a resignation, that is taken back, too.
        """
        if declaration.declared(self._match) is not None:
            self._match.undo()
        return self._match.undo()

    def agree_draw(self) -> None:
        """End the game as an agreed draw. A game that is over stays unchanged."""
        self._match.agree()

    def peek(self) -> Move:
        """Return the last move; raise `IndexError` if there is none."""
        return self.moves[-1]

    def describe(self, move: Move) -> str:
        """Return a legal move in English sentences; raise `IllegalMove` for any other move."""
        self._require_move(move)
        if not self.is_legal(move):
            raise IllegalMove(f"{move!r} is not legal here")
        return spoken(self._game, self.position, self._game.tell_named(self.position, move))

    def describe_outcome(self) -> str:
        """Return the result in English sentences; empty while the game goes on."""
        outcome = self.outcome()
        if outcome is None:
            return ""
        speech = self._game.speech
        return spoken(self._game, self.position, (speech.outcome(outcome), *speech.score(outcome)))

    # Copies, comparison and counts ------------------------------------------------------------------------------

    def copy(self) -> Board:
        """Return a copy with the same moves. Changes of one board do not change the other."""
        return Board.from_match(self._match)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Board.from_record, (self.to_record(),)

    def __eq__(self, other: object) -> bool:
        """Return True for a board of the same game, with the same start, moves and seed."""
        if not isinstance(other, Board):
            return NotImplemented
        mine, its = self._match, other._match
        return (self.game, mine.seed, mine.position_after(0), self.moves) == (
            other.game,
            its.seed,
            its.position_after(0),
            other.moves,
        )

    __hash__ = None  # type: ignore[assignment]  # a board changes; its position has a hash

    def perft(self, depth: int) -> int:
        """Return the number of sequences of `depth` moves from here, rolls included.

        Sequences that end the game earlier count, too. A draw by repetition does not end a sequence.
        """
        return counting.perft(self.position, depth)

    # Text and pictures ------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the position as one line of text."""
        return self._game.notation.write_position(self.position)

    def to_record(self, headers: Mapping[str, str] | None = None) -> str:
        """Return the whole game as text: headers, start, seed and moves."""
        return record.write(self._match, headers)

    @classmethod
    def from_record(cls, text: str) -> Board:
        """Return the game in a text that `to_record` wrote.

        Raise `TextError`, with line and column, if the text cannot be read.
        """
        return cls.from_match(record.read(text, registry.find_ruleset)[0])

    @classmethod
    def from_match(cls, match: Match[Any, Any]) -> Board:
        """Return a board with the game in a `Match`, up to its present position.

        Later moves on the board do not change the match, and later moves in the match do not change the board.
        """
        board = cls.__new__(cls)
        board._game, board._match = game_of(match.ruleset.name), match.until(match.ply)
        if (declared := declaration.declared(match)) is not None:
            declaration.declare(board._match, declared)
        return board

    def __str__(self) -> str:
        """Return a diagram of the position in plain letters."""
        return str(self.position)

    def __repr__(self) -> str:
        return f"Board({self.game!r}, {self.to_text()!r})"

    def unicode(self) -> str:
        """Return a diagram of the position with the pieces as Unicode characters."""
        return self._drawn(lambda row: "".join(glyph.character for glyph in row))

    def ansi(self) -> str:
        """Return a diagram of the position in colour, for a terminal of 256 colours."""
        return self._drawn(_coloured)

    def _drawn(self, draw: Callable[[Sequence[Glyph]], str]) -> str:
        """Return a diagram of the position. `draw` returns the text for the squares of one line."""
        parts = parts_of(self.game)
        first, count, column = parts.field
        lines = str(self.position).split("\n")
        for number in range(first, first + count):
            head, row = lines[number][:column], lines[number][column:]
            lines[number] = head + draw([parts.glyphs.get(sign, Glyph(sign)) for sign in row])
        return "\n".join(lines)

    def svg(self, theme: str = "light", labels: bool = True) -> str:
        """Return a picture of the position as SVG. The themes are `light`, `dark` and `contrast`.

        The picture refers to no other files. `labels` adds the names of squares where the board has them.
        """
        prefix = f"c{crc32(f'{self.game} {theme} {self.to_text()}'.encode()):08x}-"
        label = english(self._game.sign.title)
        view = self._game.view
        return svg.board(view, view.pieces(self.position), theme, prefix, label, labels)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()


def house_rules(game: str) -> dict[str, tuple[str, ...]]:
    """Return the possible values of each house rule of a game, by the rule's name. The usual value is first.

    >>> house_rules("checkers")["ballot"]
    ('off', '156', '144', '12')
    """
    return {option.name: tuple(choice.value for choice in option.choices) for option in game_of(game).rules.OPTIONS}


def _coloured(row: Sequence[Glyph]) -> str:
    """Return glyphs as text with terminal codes for their colours. Adjacent glyphs of equal colours share one code."""
    text = ""
    for (ink, ground), glyphs in groupby(row, lambda glyph: (glyph.ink, glyph.ground)):
        run = "".join(glyph.character for glyph in glyphs)
        codes = ("" if ink is None else f"\x1b[38;5;{ink}m") + ("" if ground is None else f"\x1b[48;5;{ground}m")
        text += f"{codes}{run}{_PLAIN}" if codes else run
    return text
