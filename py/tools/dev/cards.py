"""Check that a game's declaration is complete, with messages for the contract suite and for the game's developer."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from chowk.core.game import Rules
from chowk.games import SHELF
from chowk.games.api import LINKED, Bots, FullNotation, Game, Help, Later, Sign, Speech, View

ROOMS: Final[dict[str, Any]] = {
    "rules": Rules,
    "notation": FullNotation,
    "view": View,
    "speech": Speech,
    "bots": Bots,
    "help": Help,
}
"""The modules that every game has, by name, and the protocol that each must satisfy."""
FILES: Final = {
    "rules": "rules",
    "notation": "notation",
    "view": "ui/view",
    "speech": "ui/speech",
    "bots": "engine/bots",
    "help": "ui/rule_book",
}
"""The source file of each required module, in the game's folder."""
BESIDE: Final = (
    ("scale", "bots", "SCALE"),
    ("presets", "rules", "PRESETS"),
    ("colours", "rules", "colours"),
    ("sets", "view", "SETS"),
    ("sounds", "view", "SOUNDS"),
    ("survey", "bots", "survey"),
    ("weigh", "bots", "weigh"),
    ("calibrated", "bots", "calibrated"),
    ("former", "bots", "FORMER"),
    ("opening", "notation", "opening"),
    ("named_openings", "notation", "named_openings"),
    ("write_variations", "notation", "write_variations"),
    ("read_variations", "notation", "read_variations"),
    ("read_file", "notation", "read_file"),
    ("resembles", "notation", "resembles"),
)
"""Optional features of a game: the field in the game's declaration, the usual module, and the name in that module."""
LATER: Final = ("lessons", "reasons", "ending")
"""Optional features of a game that are loaded on first use. Module and field have the same name."""


def lacking(name: str) -> list[str]:
    """Return a sentence for everything that is missing or wrong in a game's declaration."""
    folder = f"chowk.games.{name}"
    sign = _value_of(folder, "SIGN")
    if not isinstance(sign, Sign):
        return [f"{_file(folder + '.__init__')} has no SIGN: what the home page says of the game (api/sign.py)."]
    wrong = list(_of_sign(name, sign))
    if not sign.ready:
        return wrong
    game = _value_of(f"{folder}.game", "GAME")
    if not isinstance(game, Game):
        return [*wrong, f"{_file(folder + '.game')} has no GAME: the card that names its rooms (api/whole.py)."]
    return [*wrong, *_of_rooms(name, game), *_of_the_rest(name, game)]


def _of_sign(name: str, sign: Sign) -> Iterator[str]:
    if sign.name != name:
        yield f"The folder is called {name} and the sign {sign.name!r}: they must be the same."
    others = [
        other for other in SHELF if other != name and _value_of(f"chowk.games.{other}", "SIGN").number == sign.number
    ]
    if others:
        yield f"Links have the number {sign.number} for {others[0]}: take one that no game ever had."
    if sign.number not in range(LINKED):
        yield f"Links have no room for the number {sign.number}: take one from 0 to {LINKED - 1}."
    if not sign.seats or sign.seats != tuple(sorted(set(sign.seats))):
        yield f"The numbers of players {sign.seats} must be there, each once, the smallest first."
    if sign.minutes <= 0:
        yield "The minutes that a usual game takes must be more than none."
    if not _loaded(sign.emblem):
        yield f"The emblem is not where the sign says: {_called(sign.emblem)}."
    yield from _declared(name, "lessons", sign.lessons, "SIGN", "LESSON")


def _of_rooms(name: str, game: Game) -> Iterator[str]:
    for room, offers in ROOMS.items():
        for part, description in _members(offers):
            if not hasattr(getattr(game, room), part):
                yield f"chowk/games/{name}/{FILES[room]}.py has no `{part}`: {description}"


def _of_the_rest(name: str, game: Game) -> Iterator[str]:
    yield from _declared(name, "reasons", game.reasons, "GAME", "reasons")
    for part, room, called in BESIDE:
        has = getattr(getattr(game, room), called, None)
        if has and getattr(game, part) == Game._field_defaults[part]:
            file = f"chowk/games/{name}/{FILES[room]}.py"
            yield f"{file} has {called}, but the card does not: write {part}={room}.{called} there."


def _declared(name: str, part: str, later: Later[Any] | None, card: str, called: str) -> Iterator[str]:
    """Yield the faults in how a game declares a feature that is loaded on first use.

    `name` is the game, and `part` the feature, such as `lessons`. `later` is the declared reference to the feature, or
    None if the game declares none. The messages use two more names: `card` is the constant with the game's
    declarations, such as `GAME`, and `called` is the object in the feature's module, such as `LESSON`.
    """
    module = f"chowk.games.{name}.ui.{part}"
    if later is None and find_spec(module):
        place = f'{part}=Later("{module}", "{called}")'
        yield f"{_file(module)} is there, but nobody asks for it: name it in {card}, {place}."
    if later is not None and not _loaded(later):
        yield f"The {part} are not where the card says: {_called(later)}."


def _members(offers: Any) -> Iterator[tuple[str, str]]:
    """Yield each name that a protocol class requires, with its docstring."""
    for kind in reversed(offers.__mro__):
        if getattr(kind, "_is_protocol", False):
            for part, value in vars(kind).items():
                if not part.startswith("_") and value.__doc__:
                    yield part, " ".join(value.__doc__.split())


def _value_of(module: str, name: str) -> Any:
    """Return the value of a name in a module, or None if either is missing."""
    return getattr(import_module(module), name, None) if find_spec(module) else None


def _loaded(later: Later[Any]) -> Any:
    return _value_of(later.module, later.name)


def _called(later: Later[Any]) -> str:
    return f"{_file(later.module)}, {later.name}"


def _file(module: str) -> str:
    return module.replace(".", "/") + ".py"
