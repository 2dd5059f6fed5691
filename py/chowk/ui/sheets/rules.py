"""The rules sheet: contents, numbered paragraphs, and diagrams of positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from chowk import games
from chowk.core.message import say
from chowk.games.api import Diagram, Paragraph, Section
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import controls, picture, sheet
from chowk.ui.screens import pictures

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.session.setup import SetUp
    from chowk.ui.viewer import Viewer

    class RulesViewer(Viewer, Protocol):
        """The state that the rules sheet reads: the state that every view reads, and the game that is being set up."""

        @property
        def setup(self) -> SetUp:
            """The game that is being set up."""


_NUMBERED: Final = say(
    "Each rule has a number. When a move is not possible, the number of the rule that forbids it is shown."
)

First: TypeAlias = Mapping[str, tuple[str, int]]
"""The first paragraph about each rule. It maps the rule's number to a section and the index of the paragraph in it."""


def rules(viewer: RulesViewer, words: Words, aim: str, more: Sequence[Section] = ()) -> Node:
    """Draw the rules of the current game. `more` are sections that features add.

    The sheet is scrolled to `aim`, which is the number of a rule or the name of a section.
    """
    name = game_at_hand(viewer)
    sections = (*games.load(name).help.SECTIONS, *more)
    first = _first(sections)
    return sheet(
        viewer,
        words,
        "rules",
        say("Rules of {game}", game=games.sign(name).title),
        _lesson(viewer, words, name),
        _contents(words, sections, aim),
        el("p", words(_NUMBERED), class_="note"),
        *(_section(viewer, words, name, section, aim, first) for section in sections),
        class_="rules",
    )


def _lesson(viewer: Viewer, words: Words, name: str) -> list[Node]:
    """Return the button that starts the game's lesson, or an empty list if there is no lesson or one is running."""
    if name not in games.taught() or viewer.place.where == "lesson":
        return []
    return controls(viewer, words, "lesson", arg=name, class_="plain")


def game_at_hand(viewer: RulesViewer) -> str:
    """Return the name of the game to explain.

    It is the game that is being set up, else the game at the table, else the first game of the list.
    """
    setting_up = viewer.setup.plan is not None and any(name == "setup" for name, _ in viewer.place.sheets)
    if setting_up and viewer.setup.plan is not None:
        return viewer.setup.plan.game
    return viewer.table.game.name if viewer.table is not None else games.ready()[0]


def _contents(words: Words, sections: tuple[Section, ...], aim: str) -> Node:
    return el(
        "nav",
        el("ol", [_entry(words, section, aim) for section in sections]),
        class_="contents",
        aria_label=words(say("Contents")),
    )


def _entry(words: Words, section: Section, aim: str) -> Node:
    current = "true" if section.name == aim else None
    return el(
        "li", el("button", words(section.title), type="button", do="rules", arg=section.name, aria_current=current)
    )


def _section(viewer: Viewer, words: Words, game: str, section: Section, aim: str, first: First) -> Node:
    aimed = section.name == aim
    return el(
        "section",
        el("h3", words(section.title), tabindex="-1", data_scroll=aimed, data_autofocus=aimed),
        *(_paragraph(viewer, words, game, section, index, aim, first) for index in range(len(section.paragraphs))),
        class_="chapter",
        key=section.name,
        id=f"rules-{section.name}",
    )


def _paragraph(viewer: Viewer, words: Words, game: str, section: Section, index: int, aim: str, first: First) -> Node:
    paragraph = section.paragraphs[index]
    own = [rule for rule in paragraph.rules if first[rule] == (section.name, index)]
    aimed, sought = aim in paragraph.rules, aim in own
    return el(
        "div",
        # Each number is an anchor, for links to the rule.
        [el("span", id=f"rule-{rule}", class_="anchor") for rule in own],
        el("p", words(paragraph.text), tabindex="-1" if sought else None, data_scroll=sought, data_autofocus=sought),
        _numbers(words, paragraph),
        _figure(viewer, words, game, paragraph.diagram, f"rule-{section.name}-{index}-") if paragraph.diagram else None,
        class_="paragraph",
        data_aimed=aimed,
        key=f"{section.name}-{index}",
    )


def _first(sections: Sequence[Section]) -> First:
    places = [
        (rule, (section.name, index))
        for section in sections
        for index, paragraph in enumerate(section.paragraphs)
        for rule in paragraph.rules
    ]
    return dict(reversed(places))


def _numbers(words: Words, paragraph: Paragraph) -> Node | None:
    if not paragraph.rules:
        return None
    numbers = [el("span", rule, translate="no") for rule in paragraph.rules]
    return el("p", numbers, class_="numbers", aria_label=words(say("Rule numbers")), role="note")


def _figure(viewer: Viewer, words: Words, game: str, diagram: Diagram, prefix: str) -> Node:
    svg = pictures.diagram(game, diagram, viewer.look, prefix)
    return el("figure", picture(svg, "diagram"), el("figcaption", words(diagram.caption)))
