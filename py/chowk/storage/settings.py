"""What a player chose for this device, and what may be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Settings(NamedTuple):
    """What a player chose for this device.

    `telling` is how much is said aloud of a move, `moves` how the list of moves is written, `pieces` with which set
    one plays where a game has several. `automatic` is what is done for people without their pressing anything: only
    what the rules impose, such as a pass, or `moves`, any that is the only one, too; or nothing (`off`). `premove` lets
    the next move be pointed at while an opponent thinks. `ponder` says when opponents may think while a person does:
    while the device is `charging`, never, or always.
    `vibration` lets a device that can be felt in the hand tell of moves, refusals and turns, `shake` throws dice when
    such a device is shaken. `remarks` lets opponents say something now and then.
    `sharing` says what happens where several people play around one device: nothing (`still`), the board turns to whose
    turn it is (`turns`), or the cards of those across are upside down (`across`); `handing` says who gets the device
    before the board turns.
    `engine` says whether an analysis shows values and best moves.
    `call` plays a sound when one's turn comes while the page is out of sight, `earcons` some for moving over the board
    by keys; neither does without `sound`.
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
"""What the settings that are a choice may be, the default first."""

SWITCHES: Final = tuple(name for name, value in Settings()._asdict().items() if isinstance(value, bool))
"""The settings that are on or off."""
