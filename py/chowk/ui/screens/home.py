"""The home page: saved games to continue, the games to start, the header and the footer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.dice import seat_to_act
from chowk.core.message import Message, PlayerName, say, say_many
from chowk.core.safe_json import read_object
from chowk.core.stepper import pause_every
from chowk.games.api import Sign
from chowk.i18n.i18n import LANGUAGES, Language, Words, offered
from chowk.session.command import written
from chowk.session.metadata import days_between
from chowk.session.orientation import home_turns
from chowk.session.seats import seat_name
from chowk.storage.saves import Save
from chowk.ui.icons import icon, mark
from chowk.ui.nodes import Node, el
from chowk.ui.parts import button, controls, picture, words_of
from chowk.ui.screens import pictures
from chowk.ui.window import UNNOTED, NotedCard, NotedGames

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.ui.slots import Control, SeatRow
    from chowk.ui.viewer import StorageViewer, TimeOfDay
    from chowk.ui.window import WindowState

    class HomeViewer(StorageViewer, Protocol):
        """The state that the home page reads: stored data, window, theme, time, and the state that every view reads."""

        @property
        def window(self) -> WindowState:
            """The state of the browser window."""

        @property
        def theme(self) -> str:
            """The name of the current theme."""

        @property
        def clock(self) -> TimeOfDay:
            """The clock of the device, with a monotonic time, and the date and time in UTC."""


UNFINISHED: Final = say("Unfinished games")
_FEW: Final = 32
"""Number of moves to read from a saved game before the page gets time to react."""
MOST_NOTED: Final = 24
"""Maximum number of games in the list that is stored for the next start. That many games fill any window."""


def home(
    viewer: HomeViewer, words: Words, seat_row: SeatRow, playing: Node | None = None, today: Sequence[Node] = ()
) -> Node:
    """Draw the home page. `seat_row` draws a correspondence game that has not started.

    `playing` is the button that names the person who plays, and `today` are the cards that change each day, such as
    the puzzle of the day.
    """
    noted, saves = viewer.window.noted, viewer.kept.saves
    if noted is not None and (saves.many or (noted.language == words.language.code and saves.unread)):
        if noted.language != words.language.code:
            noted = UNNOTED  # the empty list has no language
        return _home(viewer, words, _noted(words, noted), _noted_over(noted), seat_row, playing, today)
    running: list[Save] = []
    over: list[Save] = []
    for save in _latest(viewer):
        (running if _goes_on(save) else over).append(save)
    going_on = _continue(viewer, words, running) if running else None
    done = _finished(viewer, words, over) if over else None
    return _home(viewer, words, going_on, done, seat_row, playing, today)


def _home(
    viewer: HomeViewer,
    words: Words,
    running: Node | None,
    over: Node | None,
    seat_row: SeatRow,
    playing: Node | None,
    today: Sequence[Node],
) -> Node:
    return el(
        "div",
        _header(viewer, words),
        None if _is_understood(viewer) or len(offered()) < 2 else _tongues(words),
        el(
            "main",
            running,
            _home_lists(viewer, words, playing, _pending(viewer, words, seat_row), today),
            over,
            _broken(viewer, words) if viewer.kept.broken else None,
            _footer(viewer, words),
        ),
        class_="home",
        key="home",
    )


def _latest(viewer: HomeViewer) -> list[Save]:
    """Return the saved games: first the correspondence games that wait for this player, then all others.

    In both groups, the last played game comes first.
    """
    latest = sorted(viewer.kept.saves.values(), key=lambda save: save.updated, reverse=True)
    return sorted(latest, key=lambda save: not _waits(save))


def _goes_on(save: Save) -> bool:
    """Return True if a saved game is listed as unfinished.

    A finished correspondence game is listed as unfinished until this player has sent its ending.
    """
    return not save.over or _waits(save) is not None


def _waits_for_other(save: Save) -> bool:
    """Return True if a saved game is a correspondence game that waits for another player."""
    return save.correspondence is not None and _waits(save) is None


def waiting(viewer: HomeViewer) -> int:
    """Return the number of correspondence games that wait for an action of this player."""
    return sum(bool(_waits(save)) for save in viewer.kept.saves.values())


def _waits(save: Save) -> Message | None:
    """Return the label of the action that a correspondence game needs from this player, or None."""
    if save.correspondence is None:
        return None
    from chowk.session import correspondence_state as distance

    return _DUE.get(distance.waiting(save))


_DUE: Final = {
    "play": say("Your turn"),
    "send": say("Your move is not sent yet"),
    "draw": say("Agree to a draw?"),
    "back": say("Let it be taken back?"),
    "seat": say("Let a new device have this seat?"),
}
"""Label of each action that a correspondence game needs, by the value of `correspondence_state.Waits`."""


def _mine(save: Save) -> bool:
    """Return True if a single person plays at this device, and this person is to move or roll."""
    people = [seat for seat, player in enumerate(save.plan.seats) if player.kind == "person"]
    return people == [seat_to_act(save.match.position)]


def _pending(viewer: HomeViewer, words: Words, seat_row: SeatRow) -> Node | None:
    """Draw the correspondence games that have not started; None if there are none."""
    seats = [seat for name, seat in viewer.kept.own_seats.items() if not viewer.kept.saves.holds(name)]
    if not seats:
        return None
    return el(
        "section",
        el("h2", words(say("Games that wait for players")), id="pending"),
        el("ul", [seat_row(words, seat) for seat in seats], class_="kept"),
        aria_labelledby="pending",
        class_="continue",
        key="pending",
    )


# Header and footer -----------------------------------------------------------------------------------------------


def _header(viewer: HomeViewer, words: Words) -> Node:
    return el(
        "header",
        el("h1", mark(), el("span", "Chowk", translate="no"), class_="brand"),
        el(
            "nav",
            language_select(words, "header-language") if _is_understood(viewer) and len(offered()) > 1 else None,
            _theme_button(viewer, words),
            button(viewer, words, "settings", icon="settings", only_icon=True, class_="quiet"),
            button(viewer, words, "about", icon="about", only_icon=True, class_="quiet"),
            aria_label=words(say("Settings and help")),
        ),
        class_="top",
        key="header",
    )


def _is_understood(viewer: HomeViewer) -> bool:
    """Return True if the user chose a language, or if Chowk has one of the browser's languages.

    Otherwise the home page shows the languages in a row of their own.
    """
    return bool(viewer.settings.language) or viewer.window.fits


def language_select(words: Words, name: str) -> Node:
    """Draw the selection of languages. Each language is written in its own script."""
    chosen = words.language.code
    shown = (*offered(), *([LANGUAGES[chosen]] if chosen not in {language.code for language in offered()} else []))
    options = [
        el("option", language.name, value=language.code, lang=language.tag, selected=language.code == chosen)
        for language in shown
    ]
    label = words(say("Language"))
    return el(
        "select", options, do="set", arg="language", name=name, value=chosen, aria_label=label, class_="field language"
    )


def _tongues(words: Words) -> Node:
    """Draw the languages as a row of buttons."""
    return el(
        "nav",
        [_tongue(words, language) for language in offered()],
        aria_label=words(say("Language")),
        class_="tongues",
        key="tongues",
    )


def _tongue(words: Words, language: Language) -> Node:
    chosen = language.code == words.language.code
    return el(
        "button",
        language.name,
        type="button",
        class_="button tongue",
        do="set",
        arg=written("language", language.code),
        lang=language.tag,
        aria_pressed="true" if chosen else "false",
        key=language.code,
    )


def _theme_button(viewer: HomeViewer, words: Words) -> Node:
    if viewer.theme == "light":
        return button(
            viewer, words, "set", "theme dark", label=say("Dark theme"), icon="dark", only_icon=True, class_="quiet"
        )
    return button(
        viewer, words, "set", "theme light", label=say("Light theme"), icon="light", only_icon=True, class_="quiet"
    )


def _footer(viewer: HomeViewer, words: Words) -> Node:
    return el(
        "footer",
        el(
            "div",
            controls(viewer, words, "footer", class_="quiet"),
            button(viewer, words, "statistics", icon="bars", class_="quiet"),
            button(viewer, words, "install", icon="download", class_="quiet") if viewer.window.installable else None,
            class_="foot-ways",
        ),
        el("p", words(_readiness(viewer)), class_="note"),
        class_="foot",
        key="footer",
    )


def _readiness(viewer: HomeViewer) -> Message:
    if viewer.window.offline.get("files"):
        return say("Ready to play offline.")
    return say("Everything happens on this device. There is no account and nothing is sent anywhere.")


# Games in progress --------------------------------------------------------------------------------------------------


def _continue(viewer: HomeViewer, words: Words, saves: list[Save]) -> Node:
    return _going_on(
        words, [_running(viewer, words, save) for save in saves[: viewer.window.listed]], _more(viewer, words, saves)
    )


def _going_on(words: Words, cards: list[Node], more: Node | None = None) -> Node:
    return el(
        "section",
        el("h2", words(UNFINISHED), id="continue"),
        el("ul", cards, class_="kept"),
        more,
        aria_labelledby="continue",
        class_="continue",
        key="continue",
    )


def _more(viewer: HomeViewer, words: Words, saves: list[Save]) -> Node | None:
    """Draw the button that lists more games; None if all are listed.

    Not all are listed at first, because each game has a picture, and there may be hundreds of games.
    """
    return (
        button(viewer, words, "more-games", icon="add", class_="quiet") if len(saves) > viewer.window.listed else None
    )


def _running(viewer: HomeViewer, words: Words, save: Save) -> Node:
    return _kept(viewer, save, _going(*_lines(viewer, words, save), _waits_for_other(save)))


def _going(title: str, players: str, next_action: str, moves: str, waits_for_other: bool) -> list[Node]:
    """Draw the lines of text for a game in progress.

    They are its title, its players, who acts next (`next_action`), and its length (`moves`). `waits_for_other` is True
    if the game waits for another player.
    """
    others = "due others" if waits_for_other else "due"
    state = el("span", el("span", next_action, class_=others), el("span", moves, class_="note"), class_="state")
    return [el("span", title, class_="title"), el("span", players, class_="players"), state]


def _kept(viewer: HomeViewer, save: Save, lines: list[Node]) -> Node:
    return _card(save.id, picture(_miniature(viewer, save), "miniature"), lines)


def _miniature(viewer: HomeViewer, save: Save) -> str:
    game, position = games.load(save.plan.game), save.match.position
    turns = home_turns(game, save.plan, position)
    return pictures.small_board(game, position, viewer.look, f"save-{save.id}-", turns)


def _card(name: str, miniature: Node, lines: list[Node]) -> Node:
    """Draw a saved game as a large button (a card) that opens the game."""
    lead = el("span", lines, class_="lines")
    opening = el("button", miniature, lead, type="button", class_="kept-open", do="resume", arg=name)
    return el("li", opening, key=name, class_="kept-game")


def _noted(words: Words, noted: NotedGames) -> Node | None:
    """Draw the games in progress from the list that was stored at the last visit; None if that list is empty.

    There is an empty space in place of each game's picture.
    """
    cards = [_noted_card(card) for card in noted.cards]
    return _going_on(words, cards) if cards else None


def _noted_card(card: NotedCard) -> Node:
    bare = el("span", style={"aspect-ratio": str(card.ratio)}, class_="miniature", aria_hidden="true")
    lines = _going(card.title, card.players, card.next_action, card.moves, card.waits_for_other)
    return _card(card.name, bare, lines)


def _noted_over(noted: NotedGames) -> Node | None:
    return el("details", el("summary", noted.over), class_="finished", key="finished") if noted.over else None


def noted(viewer: HomeViewer, words: Words, today: Sequence[tuple[str, str]] = ()) -> str:
    """Return the list of saved games for the next start, as JSON; an empty text if the page is as on a first visit.

    `py/boot/visit.js` draws the list before Python has started, and keeps the space of the cards of today. `today` has
    the texts of each of these cards: its title, and the sentences below.
    """
    running = [save for save in _latest(viewer) if _goes_on(save)]
    over = len(viewer.kept.saves) - len(running)
    if not viewer.kept.saves and not today:
        return ""
    cards = []
    for save in running[:MOST_NOTED]:
        wide, high = games.load(save.plan.game).view.SIZE
        cards.append(
            [save.id, round(wide / high, 4), *_lines(viewer, words, save), *([1] if _waits_for_other(save) else [])]
        )
    head, done = words(UNFINISHED), _count(words, over) if over else ""
    note = {"lang": words.language.code, "head": head, "cards": cards, "over": done, "today": today}
    return json.dumps(note, ensure_ascii=False)


def read_note(text: str) -> NotedGames | None:
    """Read the list of saved games that `noted` wrote.

    Return None for any other text, because stored data may be damaged.
    """
    fields = read_object(text)
    try:
        cards = [NotedCard(*(*card[:6], len(card) > 6)) for card in fields["cards"]] if fields else []
        right = all(_is_card(card) for card in cards) and len(cards) <= MOST_NOTED
        if not right or fields is None or not all(isinstance(fields[key], str) for key in ("lang", "over")):
            return None
        return NotedGames(fields["lang"], tuple(cards), fields["over"])
    except (KeyError, TypeError):
        return None


def _is_card(card: NotedCard) -> bool:
    ratio = isinstance(card.ratio, (int, float)) and 0.1 < card.ratio < 10
    return ratio and all(isinstance(word, str) for word in (card.name, *card[2:6]))


def reading(viewer: HomeViewer) -> Iterator[None]:
    """Read the saved games that were not read yet, and draw the pictures of the games that the list shows first.

    Yield after each step, so that the page can react.
    """
    for place, name in enumerate(viewer.kept.saves.unread):
        yield from pause_every(_FEW, viewer.kept.saves.reading(name))
        save = viewer.kept.saves.get(name)
        yield
        if save is not None and place < viewer.window.listed:
            _miniature(viewer, save)
            yield


def _since(viewer: HomeViewer, save: Save) -> Message:
    """Return a message that says for how many days a correspondence game has waited."""
    days = days_between(save.updated, viewer.clock.now())
    if days < 1:
        return say("Played apart, since today")
    return say_many("Played apart, for {count} day", "Played apart, for {count} days", days)


def _lines(viewer: HomeViewer, words: Words, save: Save) -> tuple[str, str, str, str]:
    """Return four texts about a game in progress: its title, its players, who acts next, and the number of moves.

    For a correspondence game, the last text is not the number of moves but for how many days the game has waited.
    """
    named, turn = at_table(words, save), seat_to_act(save.match.position)
    due = say("Your turn") if _mine(save) else say("{player} to move", player=PlayerName(turn))
    due = _waits(save) or due
    moves = words(
        say_many("{count} move", "{count} moves", save.match.moves_played)
        if save.correspondence is None
        else _since(viewer, save)
    )
    return words(games.sign(save.plan.game).title), named(versus(named)), named(due), moves


def _count(words: Words, over: int) -> str:
    return words(say_many("{count} finished game", "{count} finished games", over))


def at_table(words: Words, save: Save) -> Words:
    """Return `words` with the names of the players of a saved game, so that messages can contain these names."""
    game = games.load(save.plan.game)
    names = [seat_name(game, plan, save.match.position_after(0), seat) for seat, plan in enumerate(save.plan.seats)]
    return words.with_names([name if isinstance(name, Message) else str(name) for name in names])


def versus(words: Words) -> Message:
    """Return a message with the names of all players of a game, as `words` has them, such as "Ann against Orca"."""
    first, second, third, fourth = map(PlayerName, range(4))
    return (
        say("{first} against {second}", first=first, second=second),
        say("{first}, {second} and {third}", first=first, second=second, third=third),
        say("{first}, {second}, {third} and {fourth}", first=first, second=second, third=third, fourth=fourth),
    )[len(words.names) - 2]


def _finished(viewer: HomeViewer, words: Words, saves: list[Save]) -> Node:
    return el(
        "details",
        el("summary", _count(words, len(saves))),
        el("ul", [_over(viewer, words, save) for save in saves[: viewer.window.listed]], class_="kept"),
        _more(viewer, words, saves),
        class_="finished",
        key="finished",
    )


def _over(viewer: HomeViewer, words: Words, save: Save) -> Node:
    game, outcome = games.load(save.plan.game), save.match.outcome()
    assert outcome is not None, "it is over"
    result = words_of(at_table(words, save), (game.speech.outcome(outcome),), "note")
    return _kept(viewer, save, [el("span", words(game.sign.title), class_="title"), *result])


def _broken(viewer: HomeViewer, words: Words) -> Node:
    reasons = [el("li", words(error.why), key=key) for key, error in sorted(viewer.kept.broken.items())]
    return el(
        "section",
        el("h2", words(say("Could not be read"))),
        el("p", words(say("These are kept as they are; a newer version may be able to read them."))),
        el("ul", reasons),
        class_="broken",
        key="broken",
    )


# The five games -----------------------------------------------------------------------------------------------------


def _home_lists(
    viewer: HomeViewer, words: Words, playing: Node | None, pending: Node | None, today: Sequence[Node]
) -> Node:
    """Draw the games to start, below the button that names the person who plays (`playing`).

    Beside the games are the games that wait for players (`pending`), the cards of today, and the cards of the features.
    The games that wait come first, so that a new one is seen as soon as the sheet on which it was set up is closed.
    """
    cards = viewer.slots.get("cards", ())
    return el(
        "section",
        el("h2", words(say("Games")), id="games"),
        playing,
        el(
            "ul",
            [_game(viewer, words, games.sign(name)) for name in games.SHELF],
            el(
                "li",
                pending,
                *today,
                [_feature(viewer, words, card) for card in cards],
                class_="bringing",
                key="bringing",
            ),
            class_="shelf",
        ),
        aria_labelledby="games",
        key="shelf",
    )


def _game(viewer: HomeViewer, words: Words, sign: Sign) -> Node:
    facts = el(
        "span",
        el("span", words(players(sign)), class_="fact"),
        el("span", words(say_many("about {count} minute", "about {count} minutes", sign.minutes)), class_="fact"),
        class_="facts note",
    )
    return el(
        "li",
        el(
            "button",
            picture(pictures.emblem(sign.name, viewer.look, f"sign-{sign.name}-"), "emblem"),
            el(
                "span",
                el("span", words(sign.title), class_="title"),
                el("span", words(sign.summary), class_="summary note"),
                facts,
                None if sign.ready else el("span", words(say("Coming soon")), class_="badge"),
                class_="lines",
            ),
            icon("forward") if sign.ready else None,
            type="button",
            class_="game",
            do="open",
            arg=sign.name,
            aria_disabled=None if sign.ready else "true",
        ),
        key=sign.name,
    )


def _feature(viewer: HomeViewer, words: Words, control: Control) -> Node:
    """Draw a large button beside the games, which runs the command of a feature."""
    return el(
        "button",
        icon(control.icon),
        el(
            "span",
            el("span", words(control.label or viewer.commands.label(control.command)), class_="title"),
            el("span", words(control.note) if control.note else None, class_="note"),
            class_="lines",
        ),
        type="button",
        class_="game bring",
        do=control.command,
        key=control.command,
    )


def players(sign: Sign) -> Message:
    """Return a message with the possible numbers of players of a game. `sign` is the game's entry in the registry."""
    least, most = min(sign.seats), max(sign.seats)
    if least == most:
        return say_many("{count} player", "{count} players", least)
    return say("{least} to {most} players", least=least, most=most)
