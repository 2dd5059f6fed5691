"""The sheets about people, the question after the first result, and the controls that show the current player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chowk import games
from chowk.core.message import Message, say, say_in
from chowk.core.position import Seat
from chowk.draw.animals import ground
from chowk.features.people import ladder_view, remarks
from chowk.features.people.faces import FACES, portrait_of
from chowk.features.people.household import NOBODY, asks, form, people_of
from chowk.features.people.ladder_view import ladder as ladder
from chowk.features.people.people import MOST_PEOPLE, Person
from chowk.i18n.i18n import Words, isolated
from chowk.session.command import written
from chowk.session.table import Table
from chowk.storage.plan import NAME_LENGTH, SeatPlan
from chowk.storage.statistics import Results
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, opener, picture, radio, sheet
from chowk.ui.screens import avatars, pictures
from chowk.ui.sheets import setup as set_up
from chowk.ui.sheets import statistics as sheets
from chowk.ui.slots import ResultParts

if TYPE_CHECKING:  # read by type checkers only
    from chowk.features.correspondence.view import CorrespondenceViewer
    from chowk.features.people.remarks import RemarkViewer
    from chowk.ui.sheets.setup import SetUpViewer
    from chowk.ui.viewer import StorageViewer, Viewer

_FORM_TITLE: Final = say("Name and face")
_DELETE: Final = say_in("the page does it", "Delete")
EVERYBODY: Final = "all"
"""Argument of the sheet of statistics for the results of all people."""


def _face(viewer: Viewer, animal: str, number: int, prefix: str) -> Node:
    """Draw a face on a round background with the colour number `number`. The drawing's ids begin with `prefix`."""
    svg = pictures.portrait(portrait_of(animal), "calm", ground("", number), viewer.look, prefix)
    return el("span", picture(svg, "animal"), class_="token portrait")


def _face_of(viewer: StorageViewer, person: Person, prefix: str) -> Node | None:
    """Draw a person's face; None in quiet mode."""
    return None if viewer.settings.quiet else _face(viewer, person.face, 0, f"{prefix}-{person.key}-")


# The sheets ----------------------------------------------------------------------------------------------------------


def people(viewer: StorageViewer, words: Words, _: str) -> Node:
    """Draw the list of the people who play at this device, with buttons to add and change people.

    Other buttons export all games, add games from a file, and open the statistics.
    """
    known = people_of(viewer.kept)
    rows = [_person(viewer, words, person, person.key == known.playing) for person in known.persons]
    return sheet(
        viewer,
        words,
        "people",
        say("Who plays here?"),
        el("p", words(say("Each person has results of their own.")), class_="note"),
        el("ul", rows, class_="learn household") if rows else None,
        button(viewer, words, "someone", "edit", label=_ADD, icon="add", class_="primary" if not rows else "")
        if len(rows) < MOST_PEOPLE
        else None,
        el("p", words(say("Names and faces are kept in this browser, on this device only.")), class_="note"),
        el("p", words(say("A name goes along with the games that you send.")), class_="note"),
        el("p", words(say("In a game played apart, the face goes along, too.")), class_="note"),
        el(
            "div",
            button(viewer, words, "export", label=say_in("the page does it", "Save all as a file"), icon="download"),
            el(
                "label",
                icon("add"),
                el("span", words(say_in("the page does it", "Add games from a file")), class_="label"),
                el("input", type="file", do="take-in", key="file"),
                class_="button file",
            ),
            button(viewer, words, "statistics", icon="bars"),
            class_="ways-out",
        ),
        _complaint(viewer, words),
        class_="keeping",
    )


_ADD: Final = say_in("the page does it", "Add a person")


def _person(viewer: StorageViewer, words: Words, person: Person, plays: bool) -> Node:
    note = say("Playing now") if plays else None if viewer.settings.quiet else FACES[person.face]
    change = say_in("the page does it", "Change {name}", name=person.name)
    opening = opener(
        isolated(person.name),
        words(note) if note is not None else None,
        "someone",
        written("who", person.key),
        _face_of(viewer, person, "person"),
        pressed=plays,
    )
    editing = button(
        viewer, words, "someone", written("edit", person.key), label=change, icon="edit", only_icon=True,
        class_="quiet",
    )  # fmt: skip
    return el("li", opening, editing, key=person.key, class_="kept-game")


def _complaint(viewer: Viewer, words: Words) -> Node:
    complaint = viewer.voice.complaint
    return el("div", el("p", words(complaint.why)) if complaint is not None else None, role="alert", class_="complaint")


def person(viewer: StorageViewer, words: Words, arg: str) -> Node:
    """Draw the form for a person: the name, and a choice of faces.

    `arg` holds what the form shows at first: a key, the index of a face, and a name (see `household.form`).
    """
    filled = form(arg)
    faces = [
        radio(
            words,
            "face",
            "someone",
            Pick(written("face", animal), name, animal == filled.face),
            _face(viewer, animal, number, f"face-{number}-"),
            "answer pictured",
        )
        for number, (animal, name) in enumerate(FACES.items())
    ]
    legend = words(say("Face"))
    return sheet(
        viewer,
        words,
        "person",
        _FORM_TITLE,
        el(
            "label",
            el("span", words(say("Name")), class_="note"),
            el(
                "input",
                type="text",
                class_="field",
                do="someone",
                arg="name",
                value=filled.name,
                maxlength=NAME_LENGTH,
                autocomplete="off",
                autocapitalize="words",
                spellcheck="false",
                data_enters="1",
            ),
            class_="name",
            key="name",
        ),
        _complaint(viewer, words),
        el("div", faces, role="radiogroup", aria_label=legend, class_="faces"),
        foot=[
            button(viewer, words, "someone", written("remove", filled.key), label=_DELETE, icon="delete")
            if filled.key != NOBODY
            else button(viewer, words, "cancel"),
            button(viewer, words, "someone", "save", label=_SAVE, class_="primary"),
        ],
        class_="small",
    )


_SAVE: Final = say_in("the page does it", "Save")


def removal(viewer: StorageViewer, words: Words, key: str) -> Node:
    """Draw the sheet that asks for confirmation before a person is deleted."""
    leaving = people_of(viewer.kept).of(key)
    shown = [] if leaving is None else [el("p", el("strong", isolated(leaving.name)))]
    return sheet(
        viewer,
        words,
        "person-remove",
        say("Delete this person?"),
        *shown,
        el("p", words(say("The name, the face and the results are deleted. The games stay, without the name."))),
        foot=[
            button(viewer, words, "cancel", autofocus=True),
            button(viewer, words, "someone", written("delete", key), label=_DELETE, class_="danger"),
        ],
        class_="small question",
    )


# On screens and other sheets -----------------------------------------------------------------------------------------


def setup(viewer: SetUpViewer, words: Words, _: str) -> Node:
    """Draw the set-up sheet with the people of the household and the button that opens the ladder of opponents."""
    plan = viewer.setup.plan
    assert plan is not None, "the sheet is opened with a plan"
    row = ladder_view.row(viewer, words, games.load(plan.game))
    chips = (lambda seat, seats: _free(viewer, seat, seats)) if viewer.faces else None
    return set_up.setup(viewer, words, "", row, chips)


def _free(viewer: StorageViewer, seat: Seat, seats: tuple[SeatPlan, ...]) -> Node | None:
    """Draw a button for each person who has no seat yet, to give `seat` to this person. None if all have a seat."""
    known = people_of(viewer.kept).persons
    free = [person for person in known if all(person.name != player.name for player in seats)]
    chips = [
        el(
            "button",
            _face_of(viewer, person, f"chip-{seat}"),
            isolated(person.name),
            type="button",
            class_="button",
            do="seat",
            arg=written(seat, "name", person.name),
            key=person.key,
        )
        for person in free
    ]
    return el("div", chips, class_="known") if chips else None


def new_game_sheet(viewer: CorrespondenceViewer, words: Words, game: str) -> Node:
    """Draw the sheet for a new correspondence game.

    A player who has no correspondence game yet, and was never asked for a name, can also choose a name and a face
    there.
    """
    from chowk.features.correspondence import view as correspondence  # imported when somebody plays apart

    return correspondence.new_game_sheet(viewer, words, game, _invited(viewer, words))


def result(viewer: RemarkViewer, words: Words, table: Table, parts: ResultParts) -> ResultParts:
    """Return the parts of the result sheet with the additions of this feature.

    The button of the opponent that the ladder proposes comes first. The question "Who are you?", or an opponent's
    remark, stands above the score, where it is seen without scrolling.
    """
    first, name_question = ladder_view.proposal(viewer, words, table), question(viewer, words, table)
    above = name_question or remark(viewer, words, table)
    line = parts.line if above is None else el("div", above, parts.line)
    return parts._replace(first=first, line=line)


def remark(viewer: RemarkViewer, words: Words, table: Table) -> Node | None:
    """Draw an opponent's remark on the person's results, with the opponent's face and name.

    Return None if the opponent says nothing.
    """
    made = remarks.made(viewer, table)
    if made is None:
        return None
    seat, text = made
    sentence = el("span", el("b", words.name(seat)), " ", words(text))
    return el("p", avatars.seated(viewer, table, seat, "remark-"), sentence, class_="remark", key="remark")


def question(viewer: StorageViewer, words: Words, table: Table) -> Node | None:
    """Draw the question "Who are you?" on the result sheet of the first game.

    Return None on all other result sheets.
    """
    if not asks(viewer.kept, table):
        return None
    return el(
        "section",
        el("h3", words(say("Who are you?"))),
        el("p", words(say("Choose a name and a face for your games and results on this device.")), class_="note"),
        button(
            viewer, words, "someone", "edit", label=say_in("the player does it", "Choose a name and a face"),
            icon="people", class_="whole",
        ),
        button(viewer, words, "someone", "never", label=say("No, thanks"), class_="plain"),
        class_="who-asks",
        key="who-asks",
    )  # fmt: skip


def chip(viewer: StorageViewer, words: Words) -> Node | None:
    """Draw the button that names the current player and opens the list of people; None if there are no people."""
    player = people_of(viewer.kept).player
    if player is None:
        return None
    return el(
        "button",
        _face_of(viewer, player, "playing"),
        el("span", isolated(player.name), class_="label"),
        type="button",
        class_="button plain playing",
        do="household",
        key="playing",
        aria_label=words(say("Playing now: {name}", name=player.name)),
    )


def _invited(viewer: StorageViewer, words: Words) -> Node | None:
    """Draw the offer to choose a name and a face, beside the first invitation to a correspondence game.

    Return None in quiet mode, after the player was asked for a name, or once the player has a correspondence game.
    """
    if people_of(viewer.kept).asked or viewer.kept.own_seats or viewer.settings.quiet:
        return None
    label = say_in("the player does it", "Choose a name and a face")
    return button(viewer, words, "someone", "edit", label=label, icon="people", class_="row")


def statistics(viewer: StorageViewer, words: Words, arg: str) -> Node:
    """Draw the statistics of the current player, or of everybody if `arg` is `EVERYBODY`."""
    return sheets.statistics(viewer, words, lambda results: _whose(viewer, words, arg, results))


def _whose(viewer: StorageViewer, words: Words, arg: str, results: Results) -> sheets.Whose:
    """Return the results to show as statistics, and the control that selects another person.

    They are those of everybody if `arg` is `EVERYBODY`, else those of the current player.
    """
    known = people_of(viewer.kept)
    if not known.persons:
        return sheets.Whose(results)
    everybody = arg == EVERYBODY
    chips = [
        *(
            _choice(isolated(person.name), "someone", written("who", person.key),
                    _face_of(viewer, person, "whose"),
                    chosen=not everybody and person.key == known.playing)
            for person in known.persons
        ),
        _choice(words(say("Everybody")), "statistics", EVERYBODY, chosen=everybody),
    ]  # fmt: skip
    head = el("div", chips, role="group", aria_label=words(_WHOSE), class_="known", key="whose")
    shown = results if everybody else known.results_of(known.playing, results)
    return sheets.Whose(shown, head, one_person=not everybody)


_WHOSE: Final[Message] = say("Whose results")


def _choice(label: str, do: str, arg: str, face: Node | None = None, *, chosen: bool) -> Node:
    return el(
        "button",
        face,
        el("span", label, class_="label"),
        type="button",
        class_="button",
        do=do,
        arg=arg,
        key=arg,
        aria_pressed="true" if chosen else "false",
    )
