"""The sheets with the settings and with information about Chowk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from chowk import VERSION, games
from chowk.core.message import Message, say, say_in
from chowk.i18n import about as what_it_is
from chowk.i18n.i18n import AUTOMATIC, DIGITS, LATIN, LATIN_DIGITS, NATIVE, Language, Words, offered
from chowk.session.command import written
from chowk.storage.settings import SETTING_VALUES
from chowk.ui.icons import mark
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, controls, pieces_of, sheet, switch

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.viewer import Viewer
    from chowk.ui.window import WindowState

    class DeviceAbilities(Protocol):
        """Device abilities that decide which settings are offered."""

        @property
        def vibrates(self) -> bool:
            """True if the device can vibrate."""

        @property
        def shakes(self) -> bool:
            """True if the device can report that it is shaken."""

        @property
        def fillable(self) -> bool:
            """True if the device lets a page fill the screen."""

    class SettingsViewer(Viewer, Protocol):
        """The state that the settings sheet reads, including the browser window and the device's abilities."""

        @property
        def window(self) -> WindowState:
            """The state of the browser window."""

        @property
        def device(self) -> DeviceAbilities:
            """The abilities of the device."""


_TITLES: Final[Mapping[str, Message]] = {
    "theme": say("Theme"),
    "skin": say("Boards and pieces"),
    "motion": say("Motion"),
    "speed": say("Speed of the pieces"),
    "confirm": say_in("the page does it", "Confirm every move"),
    "pointing": say("Moving pieces on the board"),
    "automatic": say_in("the page does it", "Play forced moves for me"),
    "ponder": say("The strongest opponents also think during your turn"),
    "telling": say("What to announce after each move"),
    "moves": say("List of moves"),
    "volume": say("Volume"),
    "sharing": say("Several people at this device"),
}
_LABELS: Final[Mapping[str, Mapping[str, Message]]] = {
    "theme": {
        "auto": say("Same as the device"),
        "light": say_in("theme", "Light"),
        "dark": say_in("theme", "Dark"),
        "contrast": say("High contrast"),
    },
    "skin": {
        "classic": say_in("boards and pieces", "Classic"),
        "plain": say_in("boards and pieces", "Plain"),
        "handloom": say_in("boards and pieces", "Handloom"),
    },
    "motion": {
        "auto": say("Same as the device"),
        "full": say_in("motion", "Full"),
        "reduced": say_in("motion", "Reduced"),
    },
    "speed": {"normal": say_in("speed", "Normal"), "fast": say("Fast"), "off": say("Instant")},
    "confirm": {
        "never": say_in("confirm", "Never"),
        "touch": say_in("confirm", "After a touch"),
        "always": say_in("confirm", "Always"),
    },
    "pointing": {"both": say("Tap or drag"), "tap": say("Tap only"), "drag": say("Drag only")},
    "automatic": {
        "passes": say_in("played by itself", "Only passes"),
        "off": say_in("played by itself", "Never"),
        "moves": say_in("played by itself", "Always"),
    },
    "ponder": {
        "charging": say_in("opponents think on your time", "While the device charges"),
        "never": say_in("opponents think on your time", "Never"),
        "always": say_in("opponents think on your time", "Always"),
    },
    "sharing": {
        "still": say_in("several people at this device", "The board stays as it is"),
        "turns": say_in("several people at this device", "The board turns to the next player"),
        "across": say_in("several people at this device", "Names across the board face the people there"),
    },
    "telling": {
        "normal": say_in("telling", "What happened"),
        "short": say_in("telling", "Only the move"),
        "full": say_in("telling", "The score as well"),
    },
    "moves": {"words": say_in("moves", "In words"), "notation": say_in("moves", "In notation")},
    "volume": {
        "normal": say_in("volume", "Normal"),
        "quiet": say_in("volume", "Quiet"),
        "loud": say_in("volume", "Loud"),
    },
}
_DIGITS: Final[Mapping[str, Message]] = {
    AUTOMATIC: say("Same as the language"),
    LATIN: say("0 to 9"),
    NATIVE: say("In the language's own script"),
}
_LICENCES: Final = (
    ("Chowk", "MIT"),
    ("Python", "PSF-2.0"),
    ("Pyodide", "MPL-2.0"),
    ("PyScript", "Apache-2.0"),
    ("lean-qr", "MIT"),
    ("qr", "MIT OR Apache-2.0"),
    ("Noto Sans Devanagari", "OFL-1.1"),
    ("Noto Sans Gurmukhi", "OFL-1.1"),
    ("Noto Sans Kannada", "OFL-1.1"),
    ("Noto Sans Bengali", "OFL-1.1"),
    ("Noto Sans Gujarati", "OFL-1.1"),
    ("Noto Sans Telugu", "OFL-1.1"),
)
_UNREVIEWED: Final = say(
    "This translation was made with care, but nobody who grew up with the language has gone through it yet."
)


def settings(viewer: SettingsViewer, words: Words) -> Node:
    """Draw the sheet with all settings of this device."""
    return sheet(
        viewer,
        words,
        "settings",
        say("Settings"),
        *_language(viewer, words),
        _group(words, "looks", say("Appearance"), *_looks(viewer, words)),
        _group(words, "play", say("Making moves"), *_play(viewer, words)),
        _group(words, "opponents", say("Opponents"), *_opponents(viewer, words)),
        _group(words, "sounds", say("Sound and announcements"), *_sound(viewer, words)),
        _group(words, "keys", say("Keyboard"), *_keys(viewer, words)),
        button(viewer, words, "fill", icon="fill", class_="row") if viewer.device.fillable else None,
        *controls(viewer, words, "settings", class_="row"),
        button(viewer, words, "about", icon="about", class_="row"),
        class_="settings",
    )


def _group(words: Words, name: str, title: Message, *nodes: Node | None) -> Node:
    """Draw a collapsible group of settings.

    The style sheet hides the group `keys` on devices without a keyboard.
    """
    return el("details", el("summary", words(title)), *nodes, class_="group", key=name, data_keys=name == "keys")


def _switch(viewer: SettingsViewer, words: Words, name: str, label: Message) -> Node:
    return switch(words, "set", name, label, getattr(viewer.settings, name))


def _looks(viewer: SettingsViewer, words: Words) -> Iterator[Node | None]:
    """Draw the settings for appearance and motion."""
    yield from (_choice(viewer, words, name) for name in ("theme", "skin", "motion", "speed"))
    yield pieces_of(viewer, words, viewer.table.game) if viewer.table is not None else None
    yield el(
        "div",
        _switch(viewer, words, "targets", say_in("the page does it", "Show possible moves")),
        _switch(viewer, words, "labels", say_in("the page does it", "Number the squares")),
        class_="switches",
    )
    yield _choice(viewer, words, "moves")


def _play(viewer: SettingsViewer, words: Words) -> Iterator[Node]:
    """Draw the settings for making moves and for automatic moves."""
    yield from (_choice(viewer, words, name) for name in ("confirm", "pointing", "automatic", "sharing"))
    yield el(
        "div",
        _switch(viewer, words, "handing", say("Say who gets the device before the board turns"))
        if viewer.settings.sharing == "turns"
        else None,
        _switch(viewer, words, "auto_roll", say_in("the page does it", "Roll the dice for me")),
        _switch(viewer, words, "shake", say("Shake the device to roll the dice")) if viewer.device.shakes else None,
        _switch(viewer, words, "premove", say("Plan a move while the opponent thinks")),
        _switch(viewer, words, "left_handed", say("Left-handed controls")),
        _switch(viewer, words, "awake", say("Keep the screen on during a game")),
        class_="switches",
    )


def _opponents(viewer: SettingsViewer, words: Words) -> Iterator[Node]:
    """Draw the settings for the opponents' thinking and remarks."""
    yield _choice(viewer, words, "ponder")
    remarks = _switch(viewer, words, "remarks", say("Opponents say something now and then"))
    quiet = _switch(viewer, words, "quiet", say("Quiet mode: no stamps, no remarks"))
    yield el("div", remarks, quiet, class_="switches")


def _keys(viewer: SettingsViewer, words: Words) -> Iterator[Node | None]:
    """Draw the settings for playing by keyboard."""
    yield el(
        "div",
        _switch(viewer, words, "shortcuts", say("Letters and digits as shortcuts")),
        _switch(viewer, words, "earcons", say("Sounds for moving over the board with the keys"))
        if viewer.settings.sound
        else None,
        class_="switches",
    )
    yield button(viewer, words, "shortcuts", icon="keys", class_="row") if viewer.table is not None else None


def _language(viewer: SettingsViewer, words: Words) -> list[Node]:
    nodes = []
    if len(offered()) > 1:
        nodes.append(
            el(
                "fieldset",
                el("legend", words(say("Language"))),
                el("div", [_tongue(words, language) for language in offered()], class_="answers languages"),
                class_="choice",
                key="language",
            )
        )
    if words.language.digits != LATIN_DIGITS:
        picks = [Pick(written("digits", value), _DIGITS[value], value == viewer.settings.digits) for value in DIGITS]
        nodes.append(choice(words, "digits", say("Digits"), "set", picks))
    return nodes


def _tongue(words: Words, language: Language) -> Node:
    """Draw the radio button of a language. The language is written in its own script."""
    chosen = language.code == words.language.code
    return el(
        "label",
        el("input", type="radio", name="language", do="set", arg=written("language", language.code), checked=chosen),
        el("span", language.name, class_="face", lang=language.tag),
        class_="answer",
        key=language.code,
    )


def _sound(viewer: SettingsViewer, words: Words) -> Iterator[Node]:
    """Draw the settings for sound, vibration and announcements."""
    call = say("A sound when it is my turn and this page is out of sight")
    yield el("div", _switch(viewer, words, "sound", say("Sound")), class_="switches", key="sound")
    if viewer.settings.sound:
        yield _choice(viewer, words, "volume")
    yield el(
        "div",
        _switch(viewer, words, "call", call) if viewer.settings.sound else None,
        _switch(viewer, words, "vibration", say("Vibrate at moves and turns")) if viewer.device.vibrates else None,
        class_="switches",
        key="calls",
    )
    yield _choice(viewer, words, "telling")


def _choice(viewer: SettingsViewer, words: Words, name: str) -> Node:
    chosen = getattr(viewer.settings, name)
    picks = [Pick(written(name, value), _LABELS[name][value], value == chosen) for value in SETTING_VALUES[name]]
    return choice(words, name, _TITLES[name], "set", picks)


def about(viewer: SettingsViewer, words: Words) -> Node:
    """Draw the sheet with information about Chowk: version, licences, and whether it works offline."""
    return sheet(
        viewer,
        words,
        "about",
        say("About"),
        el("p", mark(), el("strong", "Chowk", translate="no"), class_="brand"),
        el("p", words(what_it_is.meaning())),
        el("h3", words(say("Playing offline"))),
        _offline(words, viewer.window.offline),
        button(viewer, words, "install", icon="download", class_="row") if viewer.window.installable else None,
        el("p", words(say("Your games are kept in this browser, on this device only.")), class_="note"),
        None if words.looked_over else el("p", words(_UNREVIEWED), class_="note"),
        *_credits(words),
        el("h3", words(say("Licences"))),
        el("dl", [_licence(name, licence) for name, licence in _LICENCES], class_="pairs", translate="no"),
        el("p", words(say("Version {version}", version=VERSION)), class_="note"),
        class_="small about",
    )


def _credits(words: Words) -> Iterator[Node]:
    texts = [credit for name in games.SHELF if (credit := games.sign(name).credit)]
    if texts:
        yield el("h3", words(say("Credits")))
        yield from (el("p", words(credit), class_="note") for credit in texts)


def _offline(words: Words, offline: Mapping[str, Any]) -> Node:
    if not offline.get("files"):
        return el("p", words(say("Not ready yet. Once everything has arrived, this page works without a network.")))
    besides = round(int((offline.get("extras") or {}).get("bytes", 0)) / 1000)
    pairs = (
        (say("Files"), words.number(int(offline["files"]))),
        (say("Size"), words(say("{count} kB", count=round(int(offline.get("bytes", 0)) / 1000)))),
        (say("Also for strong opponents"), words(say("{count} kB", count=besides)) if besides else ""),
        (say("Contents"), str(offline.get("hash") or offline.get("version") or "")),
    )
    return el(
        "div",
        el("p", words(say("Ready: everything is on this device, and no network is needed."))),
        el("dl", [_pair(words(name), value) for name, value in pairs if value], class_="pairs"),
    )


def _licence(name: str, licence: str) -> Node:
    text = el("a", licence, href=f"./licences/{name.lower().replace(' ', '-')}.txt", target="_blank", rel="noopener")
    return el("div", el("dt", name), el("dd", text))


def _pair(name: str, value: str) -> Node:
    return el("div", el("dt", name), el("dd", value))
