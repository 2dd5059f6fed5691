"""What a game is made of: a card that names plain modules, each of which satisfies a protocol below.

No base classes, no inheritance between games, no `isinstance` on games: a file of functions is enough, and the
type checker says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from chowk.core import house
from chowk.core.clock import Clock
from chowk.core.game import Book, Choice, Notation, Preset, Rules
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.oracle import Thinker, Thought
from chowk.core.position import Outcome, Position, Refusal, Seat, Spot
from chowk.core.record import Record
from chowk.draw.scene import Scene
from chowk.draw.shapes import Drawing

P = TypeVar("P", bound=Position[Any])
M = TypeVar("M", bound=Hashable)
P_in = TypeVar("P_in", bound=Position[Any], contravariant=True)
M_in = TypeVar("M_in", bound=Hashable, contravariant=True)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)


class Sign(NamedTuple):
    """What the home page says of a game before any of its modules is loaded.

    `ready` is False for a game that is announced but cannot be opened yet; `minutes` is a usual game's length;
    `credit` says whose game it is by whose rules this one plays, where that is to be said. `lot` says that by the rules
    a lot decides who plays which side, as it then does unless somebody chooses.
    """

    name: str
    title: Message
    summary: Message
    seats: tuple[int, ...]
    minutes: int
    ready: bool = True
    credit: Message | None = None
    lot: bool = False


class Cell(NamedTuple):
    """A spot on the board that can be pointed at: its name and its box (left, top, width, height) in board units."""

    spot: Spot
    x: float
    y: float
    width: float
    height: float


class View(Protocol[P_in, M]):
    """A game's `view` module: where things are and what they look like. It knows the rules and draws values."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802 - a module constant
        """Width and height of the board with its frame, in board units."""

    @property
    def ART(self) -> Mapping[str, Drawing]:  # noqa: N802 - a module constant
        """The drawings that the sprites of `pieces` name, each around its own origin."""

    @property
    def NEAR(self) -> Seat | None:  # noqa: N802 - a module constant
        """The seat whose side of the board is drawn below, None where the board has no sides and is never turned."""

    @property
    def ELSEWHERE(self) -> Spot:  # noqa: N802 - a module constant
        """The spot that stands for all of the board that is no cell; empty where pointing there means nothing."""

    def ground(self) -> Drawing:
        """The board without pieces, drawn once per size and theme."""

    def labels(self) -> Drawing:
        """What is written on the board for those who ask for it, such as the numbers of the squares; or nothing."""

    def label(self, cell: Cell) -> Drawing:
        """The part of `labels` that is written on one cell."""

    def pieces(self, position: P_in) -> Scene:
        """The sprites of a position; their keys are unique and name pieces as the events do."""

    def lit(self, position: P_in, picked: tuple[Spot, ...]) -> Scene:
        """What is shown besides while these spots are picked, such as the ways a piece can take; mostly nothing."""

    def cells(self) -> Sequence[Sequence[Cell]]:
        """The spots on the board in rows, top to bottom and left to right, as a grid of buttons has them."""

    def spell(self, position: P_in) -> Mapping[M, tuple[Spot, ...]]:
        """Each legal move in canonical order as the path of spots that one points at; none is another's prefix."""


class Fact(NamedTuple):
    """A number on a player's card: what it counts, how much, and the drawing that stands for it, if any.

    With `pile` the drawing lies there so many times, as captured pieces lie beside a board.
    """

    label: Message
    value: int
    art: str = ""
    pile: bool = False


class Tally(NamedTuple):
    """A row of the result: what is counted, how much by seat, and the drawing that stands for it, if any.

    Rows that are `summed` add up to the one that follows them.
    """

    label: Message
    values: tuple[int, ...]
    art: str = ""
    summed: bool = False


class Speech(Protocol[P_in, M_in]):
    """A game's `speech` module: the text twin of everything that can be seen, as message values."""

    @property
    def SEATS(self) -> tuple[Message, ...]:  # noqa: N802 - a module constant
        """What the sides are called, by seat, or by colour where the rules have `colours` of their own."""

    @property
    def TOKENS(self) -> tuple[str, ...]:  # noqa: N802 - a module constant
        """The drawing that stands for each side, in the same order; a name in the view's ART."""

    @property
    def BOARD(self) -> Message:  # noqa: N802 - a module constant
        """What the board is called when one comes to it."""

    def spot(self, position: P_in, spot: Spot) -> Message:
        """What is there: the spot's name and what stands on it, in one breath."""

    def tell(self, position: P_in, move: M_in) -> tuple[Message, ...]:
        """What a legal move does, in sentences for the log and the voice, in the order of its events."""

    def facts(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """What each player's card counts, the main one (such as the score) first."""

    def refusal(self, refusal: Refusal) -> Message:
        """Why not, and what to do instead."""

    def outcome(self, outcome: Outcome) -> Message:
        """Who won or that it is drawn, and why, in one sentence."""

    def score(self, outcome: Outcome) -> tuple[Message, ...]:
        """The result in numbers, a line each: every player's score, where there are any, before anything else."""

    def tally(self, position: P_in) -> tuple[Tally, ...]:
        """What counts at the end of a game, a row each, what decides it last."""


class Level(NamedTuple):
    """An opponent: its number, its name, its manner in a few words, and how long it may think at most, in seconds.

    Saves, links and statistics keep the number, so it never means another opponent, nor one of another strength: a new
    one takes a number that was never used (from 0 to below `NUMBERS`), wherever it stands among the others.
    """

    number: int
    name: Message
    manner: Message
    seconds: float


NUMBERS: Final = 20
"""Links have room for so many numbers of levels."""


class Former(NamedTuple):
    """An opponent that is no longer offered, and the number of the one that takes its seat in games that go on."""

    level: Level
    successor: int


class Bots(Protocol):
    """A game's `bots` module; with `FORMER`, a tuple of `Former`, if some of its opponents are no longer offered."""

    @property
    def LEVELS(self) -> tuple[Level, ...]:  # noqa: N802 - a module constant
        """The opponents from the weakest to the strongest."""

    def think(self, position: Any, past: Sequence[Any], level: int, seed: int, clock: Clock) -> Iterator[Thought[Any]]:
        """Ever better thoughts of the level of that number; see `chowk.core.oracle.Think`."""


class Diagram(NamedTuple):
    """A picture made by playing real moves: a position as text, moves as text, spots to mark, and a caption.

    With `labelled` it carries what the view writes on request, such as the numbers of the squares.
    """

    setup: str
    moves: tuple[str, ...]
    marks: tuple[Spot, ...]
    caption: Message
    labelled: bool = False


class Paragraph(NamedTuple):
    """A paragraph of the rules sheet, with the ids of the rules it states (such as `R16`)."""

    rules: tuple[str, ...]
    text: Message
    diagram: Diagram | None = None


class Section(NamedTuple):
    """A part of the rules sheet; `name` is its place in links."""

    name: str
    title: Message
    paragraphs: tuple[Paragraph, ...]


class Help(Protocol):
    """A game's `help` module."""

    @property
    def SECTIONS(self) -> tuple[Section, ...]:  # noqa: N802 - a module constant
        """The rules for people, in reading order."""


class Format(NamedTuple):
    """A way to write a whole game that other programs read: its name for a menu and its usual file ending."""

    name: str
    label: Message
    ending: str


class Scribe(Notation[P, M], Protocol[P, M]):
    """A game's `notation` module in full: beside positions and moves, whole games in foreign formats."""

    @property
    def FORMATS(self) -> tuple[Format, ...]:  # noqa: N802 - a module constant
        """The foreign formats this game can write."""

    def write_game(self, match: Match[Any, Any], form: str, headers: Mapping[str, str]) -> str:
        """The match in the format named `form`."""

    def read_games(self, text: str) -> Sequence[Record]:
        """The games in a text in whichever foreign format it is; raises `TextError` if it is in none.

        The first was replayed by the rules; others may be when they are asked for, and may raise `TextError` then.
        """


class Sample(NamedTuple):
    """The drawing of a thing beside the board, around the middle of a box of so many board units."""

    art: str
    width: float
    height: float


class Tag(NamedTuple):
    """A number on an offer: the drawing that says what it counts, and how much."""

    art: str
    value: int


class Offer(NamedTuple):
    """How something beside the board is called (in short, and in full as it is read out) and what is written on it.

    `flaw` says in a few words why it cannot be had now.
    """

    title: Message
    said: Message
    tags: tuple[Tag, ...] = ()
    flaw: Message | None = None


class Hand(Protocol[P_in, M_co]):
    """A game's `hand` module, for games whose moves are tried before they are made.

    What is tried is written as spots, like a move's spelling, but it may be what the rules refuse. Every function
    takes a position in which somebody has a choice.
    """

    def offers(self, position: P_in) -> Sequence[tuple[Spot, bool]]:
        """What lies beside the board, in order, and whether it is within reach."""

    def begin(self, position: P_in) -> tuple[Spot, ...]:
        """What is held as a choice begins."""

    def point(self, position: P_in, picks: tuple[Spot, ...], spot: Spot) -> tuple[Spot, ...]:
        """What is held after pointing at a spot: the same picks where that means nothing."""

    def drag(self, position: P_in, picks: tuple[Spot, ...], start: Spot, end: Spot) -> tuple[Spot, ...]:
        """What is held after it was taken hold of at one spot and brought to another."""

    def turn(self, position: P_in, picks: tuple[Spot, ...], tool: str) -> tuple[Spot, ...]:
        """What is held after a tool was used on it: `rotate`, `back` or `mirror`."""

    def tools(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[str]:
        """The tools that would change what is held."""

    def moves(self, position: P_in, picks: tuple[Spot, ...]) -> Sequence[M_co]:
        """The moves, one after another, that make it come true; none while the rules refuse it."""

    def ways(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """What may well be pointed at next."""

    def covers(self, position: P_in, picks: tuple[Spot, ...]) -> tuple[Spot, ...]:
        """The spots on the board over which it is held."""

    def refusal(self, position: P_in, picks: tuple[Spot, ...]) -> Refusal | None:
        """Why it cannot be done, None where it can or is not told whole."""

    def goes_on(self, position: P_in) -> bool:
        """Whether the choice belongs to a turn that the move before has begun, so that both are taken back as one."""


class SeenBoard(View[P_in, M], Protocol[P_in, M]):
    """A board as one player has it before the eyes."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M]) -> Scene:
        """What is held, and what would come of it; `moves` are those that it stands for, none if it is refused."""

    def done(self, position: P_in, move: M) -> Scene:
        """What a move in that position has laid on this board, made to stand out."""


class Spread(Protocol[P_in, M]):
    """What the `view` of a game adds in which every player has a board."""

    def seen(self, seat: Seat) -> SeenBoard[P_in, M]:
        """The board of a player; its spots are called as those of any other."""

    def quilt(self, position: P_in, seat: Seat) -> tuple[Drawing, Scene, tuple[float, float, float, float]]:
        """A player's board for a small picture: its ground, its sprites, and the frame around them.

        What came to it last stands out.
        """

    def sample(self, spot: Spot) -> Sample:
        """The drawing of what lies beside the board."""


class Prompter(Protocol[P_in, M_in]):
    """What the `speech` of a game adds in which moves are tried before they are made."""

    @property
    def OFFERS(self) -> Message:  # noqa: N802 - a module constant
        """What lies beside the board is called so, all together."""

    def offer(self, position: P_in, spot: Spot) -> Offer:
        """What is offered."""

    def tried(self, position: P_in, picks: tuple[Spot, ...], moves: Sequence[M_in]) -> tuple[Message, ...]:
        """What is held and what would come of it, or why it cannot be done; the most important sentence first."""

    def cell(self, position: P_in, seat: Seat, spot: Spot) -> Message:
        """What is there on a player's board."""

    def advice(self, position: P_in, move: M_in) -> Message:
        """A move that is recommended, and something that speaks for it."""

    def due(self, position: P_in) -> Message:
        """What whoever has the choice is to do."""

    def quilt(self, position: P_in, seat: Seat) -> Message:
        """A player's board in words."""

    def more(self, position: P_in) -> tuple[tuple[Fact, ...], ...]:
        """All that can be counted, by seat."""


class Bench(NamedTuple):
    """What a game adds in which moves are tried before they are made, each player on a board of their own."""

    hand: Hand[Any, Any]
    view: Spread[Any, Any]
    speech: Prompter[Any, Any]


class Part(NamedTuple):
    """A part of a turn, such as a die or a bonus: its name, what is to be said of it, its drawing if it has one.

    `state` is `due` (still to be rolled), `free`, `later` (not yet), `used` or `lost`; `spots` are what it can be
    used for. Without a drawing its name is written out.
    """

    name: str
    said: Message
    art: str
    state: str
    spots: tuple[Spot, ...] = ()


class Way(NamedTuple):
    """Something that may be chosen next, as a button has it: its spot, what is written on it, and in full sentences.

    `art` is the drawing beside it. `moves` are to be made one after another if the spot lies beyond a single move,
    none if pointing at it is enough. `place` is where it leads, in short; `ends` says that it ends the turn.
    """

    spot: Spot
    title: Message | int
    said: tuple[Message, ...]
    art: str = ""
    moves: tuple[Any, ...] = ()
    place: Message | int | None = None
    ends: bool = False


class Tray(Protocol[P_in, M_in]):
    """A game's `tray` module, for games whose turns have parts, or whose board is too fine for fingers."""

    def parts(self, position: P_in) -> Sequence[Part]:
        """The parts of the turn in play, and what became of them."""

    def ways(self, position: P_in, picked: tuple[Spot, ...]) -> Sequence[Way]:
        """All that may be chosen while these spots are picked; everything that can be played is among it."""

    def asks(self, position: P_in, move: M_in) -> Message | None:
        """What a move would lose for good without need, so that it is asked for once more; mostly nothing."""


class Draws(NamedTuple):
    """What a game adds in which the rules have the players asked, before a roll or a move, if they agree on a draw.

    `due` says of a position that they are, `told` why, and `accepts` whether an opponent in a seat agrees.
    """

    due: Callable[[Any], bool]
    told: Callable[[Any], Message]
    accepts: Callable[[Any, Seat], bool]


TICK: Final[Spot] = "tick"
"""The spot beside the board that makes what is tried come true."""


class Game(NamedTuple):
    """The card on the shelf that names all of a game's parts."""

    sign: Sign
    rules: Rules[Any, Any]
    notation: Scribe[Any, Any]
    view: View[Any, Any]
    speech: Speech[Any, Any]
    bots: Bots
    help: Help
    bench: Bench | None = None
    tray: Tray[Any, Any] | None = None
    draws: Draws | None = None

    @property
    def name(self) -> str:
        """The game's name in saves, links and folders."""
        return self.sign.name

    def colour(self, position: Any, seat: Seat) -> int:
        """The place in `speech.SEATS` and `TOKENS` of the colour that a seat has; its own unless the rules say so."""
        colours: Callable[[Any], tuple[int, ...]] | None = getattr(self.rules, "colours", None)
        return colours(position)[seat] if colours else seat

    def side(self, position: Any, seat: Seat) -> Message:
        """What the side of a seat is called."""
        return self.speech.SEATS[self.colour(position, seat)]

    def token(self, position: Any, seat: Seat) -> str:
        """The drawing that stands for the side of a seat."""
        return self.speech.TOKENS[self.colour(position, seat)]

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The rule books by name that its rules know, if they know several."""
        return house.presets(self.rules)

    @property
    def sets(self) -> tuple[Choice, ...]:
        """The sets of pieces that its view can draw, if there are several: the usual one, and what others are called.

        A drawing of another set than the usual bears its name after its own.
        """
        found: tuple[Choice, ...] = getattr(self.view, "SETS", ())
        return found

    @property
    def sounds(self) -> Mapping[str, str]:
        """The sounds by name that its view puts in place of the usual ones, such as a thread's for a knock's."""
        found: Mapping[str, str] = getattr(self.view, "SOUNDS", {})
        return found

    @property
    def book(self) -> Book:
        """The game without its picture."""
        return Book(self.name, self.rules, self.notation)

    @property
    def thinker(self) -> Thinker:
        """What the opponents' desk needs of the game."""
        return Thinker(self.notation, self.bots.think, tuple(level.number for level in self.bots.LEVELS))

    @property
    def strongest(self) -> int:
        """The number of the strongest level."""
        return self.bots.LEVELS[-1].number

    def strength(self, number: int) -> int:
        """The place of a level among those that are offered, 0 for the weakest."""
        return self.bots.LEVELS.index(self.level(number))

    def level(self, number: int) -> Level:
        """The opponent with this number, or who plays in its place: its successor, or the strongest for an unknown."""
        number = self.playing(number)
        return next(level for level in self.bots.LEVELS if level.number == number)

    def playing(self, number: int) -> int:
        """The number of the level that plays where this one was chosen."""
        former = {one.level.number: one.successor for one in self._former()}
        while number in former:
            number = former[number]
        return number if any(level.number == number for level in self.bots.LEVELS) else self.strongest

    def opponent(self, number: int) -> Level | None:
        """The opponent with just this number, one that is no longer offered too; None if there never was one."""
        known = (*self.bots.LEVELS, *(one.level for one in self._former()))
        return next((level for level in known if level.number == number), None)

    def _former(self) -> tuple[Former, ...]:
        found: tuple[Former, ...] = getattr(self.bots, "FORMER", ())
        return found

    def match(self, seed: int = 0, seats: Seat | None = None, **options: str) -> Match[Any, Any]:
        """A new match for so many seats (the game's first number by default) under these house rules."""
        chosen = {option.name: options.get(option.name, option.default) for option in self.rules.OPTIONS}
        return Match(self.book, self.rules.start(seats or self.sign.seats[0], chosen, seed), seed)
