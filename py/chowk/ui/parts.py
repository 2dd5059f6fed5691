"""Parts that many pages share: buttons for commands, pictures, choices and sheets (dialogs over the page)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from chowk.core.message import Message, PlayerName, say
from chowk.games.api import Game
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.ui.icons import icon as drawn
from chowk.ui.nodes import Loose, Node, el

if TYPE_CHECKING:  # read by type checkers only
    from chowk.ui.slots import Control, Slot
    from chowk.ui.viewer import Viewer


class Pick(NamedTuple):
    """An option of a choice: the argument for the command, the label, and whether the option is chosen."""

    arg: str
    label: Message
    chosen: bool


def button(
    viewer: Viewer,
    words: Words,
    name: str,
    arg: str = "",
    *,
    label: Message | None = None,
    icon: str = "",
    only_icon: bool = False,
    class_: str = "",
    key: str = "",
    autofocus: bool = False,
) -> Node:
    """Draw a button for the command `name`. Without a `label`, the button has the label of the command.

    If the command is not available, the button is marked as disabled, but can still get the focus. `arg` is the
    argument of the command. `icon` names an icon; with `only_icon`, only screen readers present the label. `class_` are
    CSS classes. If `autofocus` is True, the button gets the focus when its sheet opens.
    """
    text = words(label or viewer.commands.label(name))
    return _button(text, viewer.commands.is_open(name), name, arg, icon, only_icon, class_, key, autofocus)


# Cached, because a page has many buttons, and few of them change.
@lru_cache(maxsize=256)
def _button(
    text: str, able: bool, name: str, arg: str, icon: str, only_icon: bool, class_: str, key: str, autofocus: bool
) -> Node:
    return el(
        "button",
        drawn(icon) if icon else None,
        None if only_icon else el("span", text, class_="label"),
        key=key,
        type="button",
        class_=f"button {class_} {'only-icon' if only_icon else ''}".strip(),
        do=name,
        arg=arg or None,
        aria_label=text if only_icon else None,
        title=text if only_icon else None,
        aria_disabled=None if able else "true",
        data_autofocus=autofocus,
    )


def controls(
    viewer: Viewer,
    words: Words,
    slot: Slot,
    *own: Control,
    arg: str = "",
    class_: str = "",
    only_icon: bool = False,
    only_open: bool = False,
    autofocus: bool = False,
) -> list[Node]:
    """Draw the controls of a slot, a place for controls: those of the screen (`own`) and those of the features.

    They are sorted by `Control.place`. With `only_open`, draw only the controls whose command is available now. `arg`
    is the argument of all their commands. The other arguments are as for `button`.
    """
    rows = sorted((*own, *viewer.slots.get(slot, ())), key=lambda row: row.place)
    return [
        button(
            viewer,
            words,
            row.command,
            arg,
            label=row.label,
            icon=row.icon,
            only_icon=only_icon,
            class_=class_,
            autofocus=autofocus,
        )
        for row in rows
        if row.fits(viewer.table) and (not only_open or viewer.commands.is_open(row.command))
    ]


def opener(
    title: str,
    note: Loose,
    do: str,
    arg: str,
    image: Node | None = None,
    pressed: bool | None = None,
    players: str = "",
    after: Node | None = None,
) -> Node:
    """Draw a list entry as a button that runs the command `do` with `arg`.

    It shows `image` and the title, and below the title the lines `players` and `note`. `after` is drawn at the end, for
    example an icon. Parts that are empty or None are left out. If the entry is an option of a choice, `pressed` is True
    for the chosen entry and False for the others.
    """
    return el(
        "button",
        image,
        el(
            "span",
            el("span", title, class_="title"),
            el("span", players, class_="players") if players else None,
            el("span", note, class_="note") if note is not None else None,
            class_="lines",
        ),
        after,
        type="button",
        class_="kept-open",
        do=do,
        arg=arg,
        aria_pressed=None if pressed is None else "true" if pressed else "false",
    )


def choice(words: Words, name: str, legend: Message, do: str, picks: Iterable[Pick], class_: str = "") -> Node:
    """Draw a choice as radio buttons that run the command `do`. `name` must be unique on the page.

    `legend` is the heading, and `picks` are the options.
    """
    return el(
        "fieldset",
        el("legend", words(legend)),
        el("div", [radio(words, name, do, pick) for pick in picks], class_="answers"),
        class_=f"choice {class_}".strip(),
        key=name,
    )


def pieces_of(viewer: Viewer, words: Words, game: Game) -> Node | None:
    """Draw the choice of a game's set of pieces; None if the game has only one set."""
    if not game.sets:
        return None
    picks = [
        Pick(written("pieces", piece_set.value), piece_set.label, piece_set.value == viewer.settings.pieces)
        for piece_set in game.sets
    ]
    return choice(words, "pieces", say("Pieces"), "set", picks)


def radio(words: Words, name: str, do: str, pick: Pick, face: Loose = None, class_: str = "answer") -> Node:
    """Draw a radio button that runs the command `do`.

    If `face` is given, it replaces the visible label; screen readers still announce the label of `pick`.
    """
    label = words(pick.label)
    return el(
        "label",
        el(
            "input",
            type="radio",
            name=name,
            do=do,
            arg=pick.arg,
            checked=pick.chosen,
            aria_label=label if face is not None else None,
        ),
        el("span", label if face is None else face, class_="face"),
        key=pick.arg,
        class_=class_,
    )


def switch(words: Words, do: str, arg: str, label: Message, on: bool) -> Node:
    """Draw a switch that runs the command `do` with two arguments: `arg`, and then `on` or `off`."""
    return el(
        "label",
        el("span", words(label), class_="label"),
        el("input", type="checkbox", role="switch", do=do, arg=arg, checked=on),
        el("span", class_="track", aria_hidden="true"),
        class_="switch",
        key=arg,
    )


def sheet(
    viewer: Viewer,
    words: Words,
    name: str,
    title: Message,
    *body: Loose,
    foot: Loose = None,
    class_: str = "",
) -> Node:
    """Draw a sheet, which lies over the page: a heading with a close button, a body that scrolls, an optional foot.

    `name` identifies the sheet from one rendering to the next. `class_` are further CSS classes.
    """
    return el(
        "div",
        el("div", class_="veil", do="close", aria_hidden="true"),
        el(
            "section",
            el(
                "header",
                el("h2", words(title), id="sheet-title", tabindex="-1", data_typed=_is_typed(words, title)),
                button(viewer, words, "close", icon="close", only_icon=True, class_="quiet"),
                class_="sheet-head",
            ),
            # A region that scrolls must be reachable by keyboard, even if it holds no control.
            el("div", *body, class_="sheet-body", tabindex="0", role="group", aria_labelledby="sheet-title"),
            el("footer", foot, class_="sheet-foot") if foot is not None else None,
            role="dialog",
            aria_modal="true",
            aria_labelledby="sheet-title",
            class_=f"sheet {class_}".strip(),
        ),
        class_="stack",
        key=f"sheet-{name}",
    )


def _is_typed(words: Words, title: Message) -> bool:
    """Return True if the title contains a typed name with letters beyond ASCII, which the title font may lack."""
    named = [
        words.names[arg.seat] for _, arg in title.args if isinstance(arg, PlayerName) and arg.seat < len(words.names)
    ]
    return any(isinstance(name, str) and not name.isascii() for name in named)


def balance(sides: Sequence[str], shares: Sequence[float], meaning: str = "") -> Node:
    """Draw a bar that is divided among the sides. Each part has the length of the side's share.

    `sides` are the names of the sides' pieces, which set the colours. In the markup each part reaches to the end of the
    bar, and the next part covers the rest. The browser can thus animate the parts without a new layout. A pointer over
    the bar shows `meaning`; screen readers present the numbers of the players instead.
    """
    whole = sum(shares)
    begins = [sum(shares[:index]) / whole if whole else 0.0 for index in range(len(shares))]
    parts = [
        el("span", key=str(index), data_side=side, style={"--begin": f"{100 * begin:.2f}%"})
        for index, (side, begin) in enumerate(zip(sides, begins, strict=True))
    ]
    title = meaning or None
    return el("div", parts, class_="balance", key="balance", aria_hidden="true", title=title, data_empty=not whole)


# Cached, because most pictures and sentences stay the same. An identical node needs no comparison.
@lru_cache(maxsize=128)
def picture(svg: str, class_: str) -> Node:
    """Draw a picture from SVG text. Screen readers ignore it, because text beside it has the same content."""
    return el("span", class_=class_, aria_hidden="true", html=svg)


@lru_cache(maxsize=32)
def hidden(text: str, name: str = "") -> Node:
    """Draw a text that only screen readers present. `name` is the id of its element."""
    return el("span", text, class_="unseen", id=name or None)


def words_of(words: Words, messages: Iterable[Message], class_: str = "sentence") -> list[Node]:
    """Draw messages, each in its own element."""
    return [_sentence(words(message), class_) for message in messages]


@lru_cache(maxsize=256)
def _sentence(text: str, class_: str) -> Node:
    return el("span", text, " ", class_=class_)
