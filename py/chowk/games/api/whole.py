"""The card itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from chowk.core.game import Choice, Preset, Rules, Ruleset
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import Outcome, Seat
from chowk.draw.scene import Scene
from chowk.engine.protocol import Look, Thinker, Weigh
from chowk.games.api.board import View
from chowk.games.api.draft import Drafts
from chowk.games.api.draws import Draws
from chowk.games.api.files import FullNotation
from chowk.games.api.opponents import Bots, Former, Level
from chowk.games.api.scale import Scale
from chowk.games.api.sheet import Help
from chowk.games.api.sign import Later, Sign
from chowk.games.api.tray import Tray
from chowk.games.api.trial import Trial
from chowk.games.api.words import Speech

if TYPE_CHECKING:  # read once a game was won
    from chowk.draw.ceremony import Gesture

Reasons: TypeAlias = Callable[[Any, tuple[Any, ...]], tuple[Message, ...]]
"""Says why a move is good: it takes a position and the moves that follow one another from it within a turn, and gives
at most three facts in words, the weightiest first, or none."""


Faults: TypeAlias = Callable[[Any, Any, Any], tuple[Message, ...]]
"""Says what is wrong with a move: it takes a position, the move that was made and a better one, and gives at most two
facts in words, the weightiest first, or none."""


Ending: TypeAlias = Callable[[Scene, Any, Outcome], "tuple[Gesture, ...]"]
"""What the pieces of a scene do when the game was won: it takes the scene, the last position and how it ended."""


class Game(NamedTuple):
    """The card on the shelf that names all of a game's parts; what a game can do without has a default.

    `reasons` say why a hinted move is good, `faults` what is wrong with one that was made. The `ending` is a short
    ceremony for a game that was won. The `scale` is the unit in which the opponents reckon: a game with one is
    looked back at when it is finished. `presets` are the rule books by name that the rules know, if they know
    several. `sets` are the sets of pieces that the view can draw, if there are several: the usual one, and what
    others are called; a drawing of another set than the usual bears its name after its own. `sounds` are the sounds
    by name that are put in place of the usual ones, such as a thread's for a knock's. `colours` gives the colour of
    each seat, as its place in `speech.SEATS` and `TOKENS`, where that is not the seat's own number. `draft` is the
    module by which positions are set up by hand, if they can be. `paired` says that two sides take turns, one move
    each, so that moves are numbered in pairs.
    """

    sign: Sign
    rules: Rules[Any, Any]
    notation: FullNotation[Any, Any]
    view: View[Any, Any]
    speech: Speech[Any, Any]
    bots: Bots
    help: Help
    trial: Trial | None = None
    tray: Tray[Any, Any] | None = None
    draws: Draws | None = None
    reasons: Later[Reasons] | None = None
    faults: Later[Faults] | None = None
    ending: Later[Ending] | None = None
    scale: Scale | None = None
    presets: tuple[Preset, ...] = ()
    sets: tuple[Choice, ...] = ()
    sounds: Mapping[str, str] = MappingProxyType({})
    colours: Callable[[Any], tuple[int, ...]] | None = None
    draft: str = ""
    paired: bool = False

    def __hash__(self) -> int:
        """Its name's, as what a card tells need not have one."""
        return hash(self.name)

    @property
    def name(self) -> str:
        """The game's name in saves, links and folders."""
        return self.sign.name

    def colour(self, position: Any, seat: Seat) -> int:
        """The place in `speech.SEATS` and `TOKENS` of the colour that a seat has."""
        return self.colours(position)[seat] if self.colours is not None else seat

    def side(self, position: Any, seat: Seat) -> Message:
        """What the side of a seat is called."""
        return self.speech.SEATS[self.colour(position, seat)]

    def token(self, position: Any, seat: Seat) -> str:
        """The drawing that stands for the side of a seat."""
        return self.speech.TOKENS[self.colour(position, seat)]

    def why(self, position: Any, moves: tuple[Any, ...]) -> tuple[Message, ...]:
        """Why these moves are good, as its reasons tell; nothing where it has none."""
        return self.reasons()(position, moves) if self.reasons is not None else ()

    def wrong(self, position: Any, made: Any, best: Any) -> tuple[Message, ...]:
        """What is wrong with a move that was made beside a better one; nothing where no fault can be told in words."""
        return self.faults()(position, made, best) if self.faults is not None else ()

    @property
    def drafts(self) -> Drafts[Any] | None:
        """How positions are set up by hand; None where they are not."""
        found: Drafts[Any] | None = cast("Any", import_module(self.draft)) if self.draft else None
        return found

    @property
    def ruleset(self) -> Ruleset:
        """The game without its picture."""
        return Ruleset(self.name, self.rules, self.notation)

    @property
    def thinker(self) -> Thinker:
        """What the opponents' desk needs of the game."""
        survey: Look | None = getattr(self.bots, "survey", None)
        weigh: Weigh | None = getattr(self.bots, "weigh", None)
        return Thinker(self.notation, self.bots.think, tuple(level.number for level in self.bots.LEVELS), survey, weigh)

    def calibrated(self, position: Any) -> bool:
        """Whether the opponents' chances to win are calibrated for a position in which dice are due."""
        told: Callable[[Any], bool] | None = getattr(self.bots, "calibrated", None)
        return told is not None and told(position)

    def opening(self, match: Match[Any, Any]) -> str:
        """The name of a match's opening, as the books have it; empty where it has none, or the game knows no names."""
        told: Callable[[Match[Any, Any]], str] | None = getattr(self.notation, "opening", None)
        return told(match) if told is not None else ""

    @property
    def openings(self) -> Sequence[tuple[str, tuple[str, ...]]]:
        """The openings that have names, each with the moves that lead there as they are written."""
        told: Callable[[], Sequence[tuple[str, tuple[str, ...]]]] | None = getattr(
            self.notation, "named_openings", None
        )
        return told() if told is not None else ()

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
        return Match(self.ruleset, self.rules.start(seats or self.sign.seats[0], chosen, seed), seed)
