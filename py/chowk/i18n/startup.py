"""Sentences that the page shows before Python has started. The build writes them into the page in every language.

`py/boot/boot.js` and `py/boot/visit.js` show them by name. They are in one module so that translators find all of them
together. The name and the description of the installed page are here, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chowk import games
from chowk.core.message import Message, english, say, say_in
from chowk.i18n import about as about_it
from chowk.i18n.i18n import Catalogues, Words, offered, words

TEXTS: Final[Mapping[str, Message]] = {
    "download": say("Bringing the games to this device"),
    "python": say("Setting the table"),
    "app": say("Nearly there"),
    "failed": say("Chowk could not start."),
    "network": say("Some of its files did not arrive. Check your connection, then try again."),
    "old": say("This browser is too old. Use a current version of Firefox, Chrome, Edge or Safari."),
    "off": say(
        "WebAssembly, which Chowk needs, is switched off in this browser. Allow it for this page, for example by "
        "leaving Lockdown Mode, then try again."
    ),
    "broken": say(
        "Try again. If that does not help, close the browser and open it again. Your saved games are not touched."
    ),
    "mended": say("Some files that were kept on this device were damaged. They have been fetched anew: try again."),
    "damaged": say("Some files that are kept on this device are damaged. Connect to a network, then try again."),
    "mixed": say(
        "Some of its files do not fit together: a newer version may be on its way. Try again in a few minutes."
    ),
    "host": say(
        "The web server sends this page in a way that browsers do not run. Its owner finds in Chowk's README what it "
        "must send."
    ),
    "framed": say("Chowk is shown inside another page. It can be played only by itself."),
    "open": say_in("the player does it", "Open Chowk"),
    "fell": say("Something went wrong."),
    "anew": say("Chowk is starting again. Your games are saved."),
    "often": say("This has happened several times. Your games are saved."),
    "retry": say_in("the page does it", "Try again"),
    "opening": say("Opening the link …"),
    "invites": say("{name} invites you to a game of {game}.", name="{name}", game="{game}"),
    "friend": say("A friend"),
}
"""The sentences by the names that the page's JavaScript uses."""


def about(catalogues: Catalogues) -> dict[str, dict[str, str]]:
    """Return the names and the description of the installed page, by language code.

    The inner keys are members of a web app manifest: `name`, `short_name` and `description`.
    """
    messages = {"name": about_it.name(), "short_name": say("Chowk"), "description": about_it.description()}
    return {
        code: {name: speak(message) for name, message in messages.items()}
        for code, speak in _speakers(catalogues).items()
    }


def game_titles() -> list[str]:
    """Return the English titles of all games. The build writes them into the page, for readers of its source."""
    return [english(games.sign(name).title) for name in games.SHELF]


def texts(catalogues: Catalogues) -> dict[str, dict[str, str]]:
    """Return the sentences in every language that has a catalogue.

    The outer keys are the codes of the languages. The inner keys are the names of the sentences, and `script` and
    `direction` for the script and the text direction of the language.
    """
    speakers = _speakers(catalogues)
    return {
        language.code: {name: speakers[language.code](text) for name, text in TEXTS.items()}
        | {"script": language.script, "direction": language.direction}
        for language in offered(catalogues)
    }


def _speakers(catalogues: Catalogues) -> dict[str, Words]:
    return {language.code: words(language.code, catalogues=catalogues) for language in offered(catalogues)}
