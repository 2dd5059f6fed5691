"""What the application remembers: plans of games, settings, and the state that the pages are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from chowk.core.message import Message

SeatKind: TypeAlias = Literal["person", "bot"]
TakeBack: TypeAlias = Literal["free", "rule", "never"]
TAKE_BACKS: Final[tuple[TakeBack, ...]] = ("free", "rule", "never")
Screen: TypeAlias = Literal["home", "table"]


NAME_LENGTH: Final = 24
"""Letters that a typed name may have."""
_JOINERS: Final = "\u200c\u200d"  # no letters of their own, but scripts and pictures need them


def named(text: str) -> str:
    """A name that somebody typed or sent, as it is kept: short, on one line, and without signs that nobody sees.

    Such signs turn what stands around them about, or are no characters at all.
    """
    seen = "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in text)
    return " ".join(seen.split())[:NAME_LENGTH].strip()


class SeatPlan(NamedTuple):
    """Who sits in a seat: a person with a typed name (or none), or an opponent at a level."""

    kind: SeatKind = "person"
    level: int = 0
    name: str = ""


class Plan(NamedTuple):
    """A game as it is set up: the seats in order of play, the house rules, and when moves may be taken back.

    `take_back` is `free`, `rule` (only until the next player has moved) or `never`. `lot` says that a lot decides who
    plays which side; at a table, that it has decided, and the seats are as drawn.
    """

    game: str
    seats: tuple[SeatPlan, ...]
    options: Mapping[str, str] = {}
    take_back: TakeBack = "free"
    lot: bool = False


def tidied(plan: Plan) -> Plan:
    """The plan with its names as they are kept."""
    return plan._replace(seats=tuple(seat._replace(name=named(seat.name)) for seat in plan.seats))


class Settings(NamedTuple):
    """What a player chose for this device.

    `telling` is how much is said aloud of a move, `moves` how the list of moves is written, `pieces` with which set
    one plays where a game has several.
    `call` plays a sound when one's turn comes while the page is out of sight, `earcons` some for moving over the board
    by keys; neither does without `sound`.
    """

    language: str = ""
    digits: str = "automatic"
    theme: str = "auto"
    motion: str = "auto"
    speed: str = "normal"
    confirm: str = "never"
    pointing: str = "both"
    telling: str = "normal"
    moves: str = "words"
    pieces: str = "usual"
    targets: bool = True
    labels: bool = False
    left_handed: bool = False
    auto_roll: bool = False
    shortcuts: bool = True
    awake: bool = False
    sound: bool = True
    volume: str = "normal"
    call: bool = True
    earcons: bool = False


SETTING_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark", "contrast"),
    "motion": ("auto", "full", "reduced"),
    "speed": ("normal", "fast", "off"),
    "confirm": ("never", "touch", "always"),
    "pointing": ("both", "tap", "drag"),
    "telling": ("normal", "short", "full"),
    "moves": ("words", "notation"),
    "pieces": ("usual", "plain"),
    "digits": ("automatic", "latin", "native"),
    "volume": ("normal", "quiet", "loud"),
}
"""What the settings that are a choice may be, the default first."""

SWITCHES: Final = tuple(name for name, value in Settings()._asdict().items() if isinstance(value, bool))
"""The settings that are on or off."""


class Card(NamedTuple):
    """A running game as the home page shows it.

    `position` is the position's text, `ply` the moves played, `turn` the seat that is to move.
    """

    save: str
    game: str
    plan: Plan
    position: str
    ply: int
    turn: int


class Toast(NamedTuple):
    """A short note at the edge of the page, with at most one thing to do about it (a command and its label)."""

    text: Message
    do: str = ""
    label: Message | None = None
    alert: bool = False
