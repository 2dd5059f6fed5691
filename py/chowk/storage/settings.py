"""The player's settings on this device, their defaults and their possible values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Settings(NamedTuple):
    """The player's settings on this device.

    `telling` is the detail of announced moves, `moves` the form of the list of moves. `pieces` is the set of pieces in
    games with several sets. `automatic` selects the moves that are made for people: `passes` means forced moves such as
    a pass, `moves` also the only legal move, `off` none. `premove` lets a person enter the next move while an opponent
    thinks. `ponder` lets opponents think during a person's turn: while the device is `charging`, `never`, or `always`.

    `vibration` signals moves, refusals and turns. `shake` rolls the dice when the device is shaken. `remarks` lets
    opponents make remarks.

    `sharing` says what happens if several people share the device. With `still`, nothing turns. With `turns`, the board
    turns to the player to move. With `across`, the cards of the players opposite are upside down. `handing` asks for
    the device to be handed over before the board turns.

    `engine` shows evaluations and best moves in an analysis.

    `children` makes puzzles and lessons larger, offers the easiest puzzles, and stops rating their results.

    `quiet` hides the marks on beaten opponents, opponents' remarks, people's faces, the number of days in a row with a
    puzzle, and proposals such as another opponent for the next game.

    `call` plays a sound when a turn begins while the page is hidden. `earcons` plays sounds while the cursor is moved
    over the board by keys. Both need `sound`.
    """

    language: str = ""
    digits: str = "automatic"
    theme: str = "auto"
    skin: str = "classic"
    motion: str = "auto"
    speed: str = "normal"
    confirm: str = "never"
    pointing: str = "both"
    telling: str = "normal"
    moves: str = "words"
    pieces: str = "usual"
    automatic: str = "passes"
    premove: bool = False
    ponder: str = "charging"
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
    remarks: bool = True
    vibration: bool = True
    shake: bool = False
    sharing: str = "still"
    handing: bool = True
    engine: bool = True
    children: bool = False
    quiet: bool = False


SETTING_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("auto", "light", "dark", "contrast"),
    "skin": ("classic", "plain", "handloom"),
    "motion": ("auto", "full", "reduced"),
    "speed": ("normal", "fast", "off"),
    "confirm": ("never", "touch", "always"),
    "pointing": ("both", "tap", "drag"),
    "telling": ("normal", "short", "full"),
    "moves": ("words", "notation"),
    "pieces": ("usual", "plain"),
    "automatic": ("passes", "off", "moves"),
    "ponder": ("charging", "never", "always"),
    "sharing": ("still", "turns", "across"),
    "digits": ("automatic", "latin", "native"),
    "volume": ("normal", "quiet", "loud"),
}
"""The possible values of each setting that is neither a switch nor a free text. The default comes first."""

SWITCHES: Final = tuple(name for name, value in Settings()._asdict().items() if isinstance(value, bool))
"""The names of the settings that are on or off."""
