"""`Game`, the collection of all parts of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from chowk.core.events import Event
from chowk.core.game import Choice, Preset, Rules, Ruleset
from chowk.core.match import Match
from chowk.core.message import Message
from chowk.core.position import Outcome, Seat
from chowk.core.variations import Variations
from chowk.draw.motion import Flourish
from chowk.draw.scene import Scene
from chowk.engine.between import WHOLE, Between
from chowk.engine.protocol import Look, Thinker, Weigh
from chowk.games.api.board import View
from chowk.games.api.draft import Drafts
from chowk.games.api.draws import Draws
from chowk.games.api.files import FullNotation
from chowk.games.api.opponents import Bots, Former, Ladder, Level
from chowk.games.api.scale import Scale
from chowk.games.api.sheet import Help
from chowk.games.api.sign import Later, Sign
from chowk.games.api.tray import Tray
from chowk.games.api.trial import Trial
from chowk.games.api.words import Speech

if (
    TYPE_CHECKING
):  # `ending` is imported only after a game was won, `archived` and `search` with a collection, `endings` late
    from chowk.draw.ceremony import Gesture
    from chowk.games.api.archived import Coder
    from chowk.games.api.endings import EndingTables
    from chowk.games.api.search import GameSearch

Reasons: TypeAlias = Callable[[Any, tuple[Any, ...]], tuple[Message, ...]]
"""A function that explains why moves are good.

It takes a position and the moves of the turn that begins there. It returns at most three reasons, the weightiest first.
"""


Faults: TypeAlias = Callable[[Any, Any, Any], tuple[Message, ...]]
"""A function that names the faults of a move.

It takes a position, the move made and a better move. It returns at most two reasons, the weightiest first.
"""


WriteVariations: TypeAlias = Callable[[Variations, Match[Any, Any], Mapping[str, str]], str]
"""A function that writes a tree of variations in the format whose `Format.varied` is True.

It takes the tree, the match that is the tree's main line, and the headers.
"""


Opening: TypeAlias = tuple[str, tuple[str, ...]]
"""The name of an opening, and its moves as text."""


Ending: TypeAlias = Callable[[Scene, Any, Outcome], "tuple[Gesture, ...]"]
"""A function that returns the gestures of the pieces after a win. It takes the scene, last position and outcome."""


Flourishes: TypeAlias = Callable[[Scene, Sequence[Event], Scene], Mapping[Event, Flourish]]
"""A function that returns the game's own motions for some events of a move.

It takes the scene before the move, the events of the move, and the scene after it. A motion replaces the usual one of a
moved piece, or is added to an event that moves nothing.
"""


NextArt: TypeAlias = Callable[[Any], Sequence[tuple[str, int]]]
"""A function that returns the names of drawings that the next move from a position may show, such as faces of dice.

Each has its size as a multiple of the usual one: 1, or 2 if the drawing is shown enlarged. The page paints them ahead,
one by one while the player thinks, because painting many at once delays the first picture of a move on slow devices.
"""


class Game(NamedTuple):
    """All parts of a game. Every optional part has a default here.

    The `rules` module has every member of `core.game.Rules`. It imports the members that it does not define itself from
    `core.defaults`.

    `reasons`: explains why a hinted move is good. `faults`: explains what is wrong with a move that was made.
    `ending`: a short animation after a win.
    `flourishes`: the game's own motions for some events, such as a cat's leap onto its mouse; see `Flourishes`.
    `next_art`: returns the drawings that the next move from a position may show, see `NextArt`.
    `scale`: the unit and meaning of the opponents' values of positions. Only a game with a scale has reviews.
    `presets`: named sets of house rules.
    `sets`: the sets of pieces that the view can draw, the usual set first. Drawings of another set have its name as
        suffix.
    `sounds`: maps the names of usual sounds to replacements, such as the sound of a thread instead of a knock.
    `colours`: returns the colour of each seat of a position, as an index into `speech.SEATS` and `TOKENS`. Without this
        function, the colour of a seat is the seat's number.
    `draft`: the name of the module that sets up positions by hand.
    `endings`: describes the results from endgame tables in words, and lists the kinds of endings to practise.
    `nears_end`: returns a number above 0, or True, for positions in which `endings` may know results, else 0 or False.
    `paired`: True if two sides alternate, one move each. Moves are then numbered in pairs, as in chess. If the log's
        sentences name no squares (see `named`), the notation follows them.
    `numbered_track`: True if numbers are drawn on the spaces that pieces pass. The last move's steps are then marked
        below the numbers.
    `named`: describes a move like `speech.tell`, but names its squares. A game needs it if the board shows these names
        only on request. The description is for listeners, and for players who have the names shown.

    Of the opponents:

    `survey`: evaluates every move of a position.
    `weigh`: returns every player's chance to win before and after a roll.
    `calibrated`: returns True if these chances are reliable for a position in which dice are due.
    `former`: the retired opponents.
    `ladder`: the strengths of the levels, and the function with which opponents between two levels play.

    `taught`: maps the number of a level to a message: what this opponent sees, and how to play against it.

    Of the notation:

    `opening`: returns the name of a match's opening, or an empty text.
    `named_openings`: returns all openings that have names.
    `archived`: reads matches quickly and encodes them in few bytes, for collections. Without it, collections use the
        readers and the rules of the game, which are slower.
    `search`: the conditions for which collections of the game can be searched, such as numbers of pieces or patterns on
        the board.
    `write_variations`, `read_variations`: write and read a tree of variations. The format is the one whose
        `Format.varied` is True.
    `read_file`: returns the games of a binary file as text, for `read_games`, or None if the file has another format.
        Its second argument is all files that were opened together, because the players' names may be in another file.
    `resembles`: returns the fraction of a text, from 0 to 1, that looks like a game of this kind. It returns 1 if
        headers or the format leave no doubt.
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
    flourishes: Later[Flourishes] | None = None
    next_art: NextArt | None = None
    scale: Scale | None = None
    presets: tuple[Preset, ...] = ()
    sets: tuple[Choice, ...] = ()
    sounds: Mapping[str, str] = MappingProxyType({})
    colours: Callable[[Any], tuple[int, ...]] | None = None
    draft: str = ""
    endings: Later[EndingTables] | None = None
    nears_end: Callable[[Any], int] = lambda _: 0
    paired: bool = False
    numbered_track: bool = False
    named: Callable[[Any, Any], tuple[Message, ...]] | None = None
    survey: Look | None = None
    weigh: Weigh | None = None
    calibrated: Callable[[Any], bool] = lambda _: False
    former: tuple[Former, ...] = ()
    ladder: Ladder | None = None
    taught: Later[Mapping[int, Message]] | None = None
    opening: Callable[[Match[Any, Any]], str] = lambda _: ""
    named_openings: Callable[[], Sequence[Opening]] = lambda: ()
    archived: Later[Coder] | None = None
    search: Later[GameSearch] | None = None
    write_variations: WriteVariations | None = None
    read_variations: Callable[[str], Variations] | None = None
    read_file: Callable[[bytes, Sequence[bytes]], str | None] | None = None
    resembles: Callable[[str], float] = lambda _: 0.0

    def __hash__(self) -> int:
        """Return the hash of the name, because some parts have no hash."""
        return hash(self.sign.name)

    @property
    def name(self) -> str:
        """The game's name in saves, links and folders."""
        return self.sign.name

    def colour(self, position: Any, seat: Seat) -> int:
        """Return the colour of a seat: its index in `speech.SEATS` and `TOKENS`."""
        return self.colours(position)[seat] if self.colours is not None else seat

    def side(self, position: Any, seat: Seat) -> Message:
        """Return the name of a seat's side."""
        return self.speech.SEATS[self.colour(position, seat)]

    def token(self, position: Any, seat: Seat) -> str:
        """Return the name of the drawing that represents a seat's side."""
        return self.speech.TOKENS[self.colour(position, seat)]

    def tell_named(self, position: Any, move: Any) -> tuple[Message, ...]:
        """Describe a move in sentences that name its squares."""
        return (self.named or self.speech.tell)(position, move)

    def why(self, position: Any, moves: tuple[Any, ...]) -> tuple[Message, ...]:
        """Return reasons why `moves` are good. Empty if the game has no `reasons`."""
        return self.reasons()(position, moves) if self.reasons is not None else ()

    def wrong(self, position: Any, move: Any, best: Any) -> tuple[Message, ...]:
        """Return the faults of a move, compared with a better move. Empty if no fault can be put into words."""
        return self.faults()(position, move, best) if self.faults is not None else ()

    @property
    def drafts(self) -> Drafts[Any] | None:
        """The module with which players set up positions by hand, or None if the game has no such module."""
        module: Drafts[Any] | None = cast("Any", import_module(self.draft)) if self.draft else None
        return module

    @property
    def ruleset(self) -> Ruleset:
        """The game without its presentation: name, rules and notation."""
        return Ruleset(self.name, self.rules, self.notation)

    @property
    def thinker(self) -> Thinker:
        """The parts of the game that the engine service needs."""
        levels = tuple(level.number for level in self.bots.LEVELS)
        between = self.ladder.think if self.ladder is not None else None
        return Thinker(self.notation, self.bots.think, levels, self.survey, self.weigh, between)

    @property
    def strongest(self) -> int:
        """The number of the strongest level."""
        return self.bots.LEVELS[-1].number

    def strength(self, number: int) -> int:
        """Return the rank of a level among the current levels, 0 for the weakest."""
        return self.bots.LEVELS.index(self.level(number))

    def between(self, number: int, offset: int | None) -> int | Between:
        """Return the opponent that is `offset` hundredths of a rank stronger than the level `number`.

        The result is the number of a level, or a `Between` for an opponent between two levels. If the offset is 0 or
        None, or if the game has no opponent of that strength, the result is `playing(number)`: the level `number`
        itself, or its successor if it is retired.
        """
        levels = self.bots.LEVELS
        rank, share = divmod(WHOLE * self.strength(number) + (offset or 0), WHOLE)
        if self.ladder is None or not offset or not 0 <= rank < len(levels) - 1:
            return self.playing(number)
        return Between(levels[rank].number, levels[rank + 1].number, share) if share else levels[rank].number

    def level(self, number: int) -> Level:
        """Return the level that plays when the level `number` is asked for.

        A retired level is replaced by its successor, and an unknown level by the strongest.
        """
        number = self.playing(number)
        return next(level for level in self.bots.LEVELS if level.number == number)

    def playing(self, number: int) -> int:
        """Return the number of the level that plays when the level `number` is asked for.

        A retired level is replaced by its successor, and an unknown level by the strongest.
        """
        former = {retired.level.number: retired.successor for retired in self.former}
        while number in former:
            number = former[number]
        return number if any(level.number == number for level in self.bots.LEVELS) else self.strongest

    def opponent(self, number: int) -> Level | None:
        """Return the current or retired opponent with exactly this number. Return None for an unknown number."""
        known = (*self.bots.LEVELS, *(retired.level for retired in self.former))
        return next((level for level in known if level.number == number), None)

    def match(self, seed: int = 0, seats: Seat | None = None, **options: str) -> Match[Any, Any]:
        """Start a match.

        `seed` decides everything that is random. `seats` is the number of seats, by default the first in `sign.seats`.
        `options` are house rules.
        """
        chosen = {option.name: options.get(option.name, option.default) for option in self.rules.OPTIONS}
        return Match(self.ruleset, self.rules.start(seats or self.sign.seats[0], chosen, seed), seed)
