"""Sheets about the dice: statistics of this game's rolls, and the proof that nobody chose them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from chowk.core import chance
from chowk.core.dice import (
    Faces,
    Figure,
    Proof,
    Statistics,
    dice_per_roll,
    first_false,
    of_seed,
    promised,
    proofs,
    statistics,
    throws,
)
from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import Seat
from chowk.draw.dice import PIPS
from chowk.features.luck import view
from chowk.features.review.review import review_of
from chowk.i18n.i18n import Words
from chowk.session.command import written
from chowk.session.table import Table
from chowk.ui.icons import icon
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, hidden, radio, sheet

if TYPE_CHECKING:  # read by type checkers only
    from typing import Protocol

    from chowk.features.review.review import ReviewReader
    from chowk.ui.viewer import Viewer

    class DiceViewer(Viewer, ReviewReader, Protocol):
        """The state read by the sheets about the dice. It includes the game's review, which says who had luck."""


CHECKED: Final = "checked"
"""Argument of the verify sheet after every roll has been checked."""
NOTED: Final = "noted"
"""First word of the verify sheet's argument if the player entered a fingerprint (a hash of the seed) for comparison.
The fingerprint follows it."""


def dice(viewer: DiceViewer, words: Words, table: Table, whose: str) -> Node:
    """Draw the sheet with the counts of faces, sums and doubles, each beside its usual range.

    `whose` is a seat number as text; an empty text means all players.
    """
    rolled, tokens = throws(table.match), [table.seats.token(seat) for seat in range(len(table.plan.seats))]
    shown = tuple(throw for throw in rolled if not whose or whose == str(throw.seat))
    numbers, review = statistics(tuple(throw.faces for throw in shown), dice_per_roll(rolled)), review_of(viewer)
    return sheet(
        viewer,
        words,
        "dice",
        say("Dice of this game"),
        _whose(words, table, whose),
        el("p", words(_count(numbers, whose)), " ", el("span", words(_verdict(numbers))), role="status"),
        view.brief(words, review.luck) if review is not None else None,
        *(_tables(words, numbers) if shown else []),
        el("p", words(_BAND), class_="note"),
        view.account(words, review.luck, tokens, whose=int(whose) if whose else None) if review is not None else None,
        foot=[button(viewer, words, "verify", icon="check")],
        class_="dice",
    )


# Statistics ---------------------------------------------------------------------------------------------------------

_BAND: Final = say(
    "With fair dice, all counts in a table lie within their usual ranges in 19 games out of 20. The range is wide "
    "because chance is uneven: in 120 rolls each face is expected 20 times, and anything from 10 to 31 is usual."
)


def _whose(words: Words, table: Table, whose: str) -> Node:
    players = [
        radio(
            words,
            "whose-dice",
            "dice",
            Pick(written(seat), say("Dice of {player}", player=PlayerName(seat)), whose == str(seat)),
            (_dot(table, seat), words.name(seat)),
        )
        for seat in range(len(table.plan.seats))
    ]
    everybody = radio(words, "whose-dice", "dice", Pick("", say("Everybody"), not whose))
    return el(
        "fieldset",
        el("legend", words(say("Whose dice"))),
        el("div", everybody, players, class_="answers"),
        class_="choice",
        key="whose-dice",
    )


def _dot(table: Table, seat: Seat) -> Node:
    return el("span", class_="dot", data_side=table.seats.token(seat), aria_hidden="true")


def _count(numbers: Statistics, whose: str) -> Message:
    if not whose:
        return say_many("{count} roll.", "{count} rolls.", numbers.rolls)
    player = PlayerName(int(whose))
    return say_many("{player}: {count} roll.", "{player}: {count} rolls.", numbers.rolls, player=player)


def _verdict(numbers: Statistics) -> Message:
    if not numbers.rolls:
        return say("There is nothing to count yet.")
    if not numbers.unusual:
        return say("Nothing unusual: every count is in its usual range.")
    return say_many(
        "{count} count is outside its usual range. Even with fair dice that happens in one table in twenty; the "
        "check shows whether every roll was the right one.",
        "{count} counts are outside their usual ranges. Even with fair dice that happens in one table in twenty; "
        "the check shows whether every roll was the right one.",
        len(numbers.unusual),
    )


def _tables(words: Words, numbers: Statistics) -> Iterator[Node]:
    yield _table(words, "faces", say("Faces"), numbers.faces)
    if numbers.sums:
        yield _table(words, "sums", say("Sums"), numbers.sums)
        yield _table(words, "doubles", say("Doubles"), (numbers.alike,))


def _table(words: Words, name: str, title: Message, figures: Sequence[Figure]) -> Node:
    most = max(max(figure.times, figure.high) for figure in figures)
    heads = (title, say("Count"), say("Expected"), say("Usual range"))
    return el(
        "table",
        el(
            "thead",
            el("tr", [el("th", words(head), scope="col") for head in heads], el("td", class_="gauges")),
        ),
        el("tbody", [_row(words, name, figure, most) for figure in figures]),
        class_="figures",
        key=name,
    )


def _row(words: Words, name: str, figure: Figure, most: int) -> Node:
    return el(
        "tr",
        el("th", _value(words, name, figure.value), scope="row"),
        el("td", words.number(figure.times), _outside(words, figure)),
        el("td", words.decimal(figure.expected)),
        el("td", words(say("{low} to {high}", low=figure.low, high=figure.high))),
        el("td", _gauge(figure, most), aria_hidden="true", class_="gauges"),
        data_unusual=not figure.usual,
        key=str(figure.value),
    )


def _value(words: Words, name: str, value: int) -> list[Node]:
    if name == "faces":
        return [el("span", class_="face-up", aria_hidden="true", html=face_up(value)), hidden(words.number(value))]
    return [el("span", words.number(value) if value else words(say("Doubles")))]


def _outside(words: Words, figure: Figure) -> Node | None:
    if figure.usual:
        return None
    high = figure.times > figure.high
    text = words(say("more than usual") if high else say("fewer than usual"))
    return el("span", icon("up" if high else "down"), hidden(text), class_="outside", title=text)


def _gauge(figure: Figure, most: int) -> Node:
    """Draw a bar for a count, with its usual range and a tick at the expected value.

    `most` is the count that fills the whole width.
    """

    def share(value: float) -> str:
        return f"{100 * value / max(1, most):.1f}%"

    places = {"--low": share(figure.low), "--high": share(figure.high), "--due": share(figure.expected)}
    parts = [el("i", class_=part) for part in ("band", "bar", "mean")]
    return el("span", parts, class_="gauge", style={**places, "--came": share(figure.times)})


@lru_cache(maxsize=6)
def face_up(face: int) -> str:
    """Return a die's face as a small SVG drawing in the colour of the text."""
    pips = "".join(f'<circle cx="{12 + 5.2 * x:g}" cy="{12 + 5.2 * y:g}" r="1.9"/>' for x, y in PIPS[face])
    return (
        '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f'<rect x="2" y="2" width="20" height="20" rx="5"/>{pips}</svg>'
    )


# Proof --------------------------------------------------------------------------------------------------------------


def verify(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet that proves that nobody chose the rolls.

    During the game it shows the fingerprint (a hash) of the seed, which was fixed before the first roll. After the game
    it adds the seed, and a button that checks each roll. `arg` is empty at first, and `CHECKED` after that button was
    pressed. After the player has entered a fingerprint noted earlier, it is `NOTED`, a space and that fingerprint.
    """
    if table.distance is not None:
        return _shared(viewer, words, table, arg)
    match, over = table.match, table.outcome is not None
    checked = arg == CHECKED and over
    noted = arg.removeprefix(NOTED).removeprefix(" ") if arg.startswith(NOTED) else ""
    return sheet(
        viewer,
        words,
        "verify",
        say("Are the dice fair?"),
        el("p", words(_SETTLED if of_seed(match) else _OTHERS)),
        el("h3", words(say("The fingerprint"))),
        el("p", chance.commitment(match.seed), class_="digest", translate="no"),
        el("p", words(_PROMISE), class_="note"),
        button(viewer, words, "copy-promise", icon="copy", class_="plain"),
        _noted(words, match.seed, noted),
        el("h3", words(say("The seed"))),
        *(_seed(words, match.seed) if over else [el("p", words(_HIDDEN), class_="note")]),
        *(_checked(words, table) if checked else []),
        foot=[
            button(
                viewer, words, "verify", CHECKED, label=say_in("the page does it", "Check every roll"), class_="primary"
            )
        ]
        if over
        else None,
        class_="verify",
    )


def _shared(viewer: Viewer, words: Words, table: Table, arg: str) -> Node:
    """Draw the sheet of `verify` for a correspondence game, in which the secrets of all players determine the dice.

    `arg` is `CHECKED` after the button that checks each roll was pressed.
    """
    checked = proofs(table.match) if arg == CHECKED else ()
    wrong = first_false(checked)
    return sheet(
        viewer,
        words,
        "verify",
        say("Are the dice fair?"),
        el("p", words(_TOGETHER)),
        el("p", words(_STRICTLY if _strict(table) else _LOOSELY), class_="note"),
        [el("p", words(text), class_="note") for text in _IN_LEAGUE] if table.match.position.seats > 2 else None,
        el("p", words(_NOT_PROVED), class_="note"),
        *_seats(words, table),
        *(
            [
                el("h3", words(say("The check")), tabindex="-1", data_scroll=True, data_autofocus=True),
                el(
                    "p",
                    words(_all_follow(checked) if wrong is None else _first_wrong(words, wrong)),
                    role="status",
                    class_="finding",
                    data_fits=wrong is None,
                ),
                _rolls(words, table, checked, say("From everybody's numbers")) if checked else None,
            ]
            if arg == CHECKED
            else []
        ),
        foot=[
            button(
                viewer, words, "verify", CHECKED, label=say_in("the page does it", "Check every roll"), class_="primary"
            )
        ],
        class_="verify",
    )


def _seats(words: Words, table: Table) -> Iterator[Node]:
    """Yield a warning for each seat that came to its player by a link or a file, which its maker can misuse.

    Also yield a note for each seat that the other players agreed to give to a new device.
    """
    from chowk.features.correspondence.view import marks
    from chowk.session.correspondence_state import dice_of

    for index, mark in enumerate(marks(table)):
        yield el("p", words(mark), class_="note", key=f"brought-{index}")
    ring = dice_of(table.match).ring
    for index, handover in enumerate(ring.handovers):
        name, ply = table.seats.name(ring.seat(handover.chair)), handover.ply
        handed = say("The seat of {name} went to a new device after move {ply}: all others agreed.", name=name, ply=ply)
        yield el("p", words(handed), class_="note", key=f"handed-{index}")


def _strict(table: Table) -> bool:
    return table.distance is not None and table.distance.terms.strict


_TOGETHER: Final = say(
    "Everybody settled secret numbers before the game, and each turn shows one of them. A roll follows from the next "
    "number of whoever rolls, which nobody has seen, and the last one of everybody else. So nobody could choose a "
    "roll, or roll twice, and nobody else could know it beforehand."
)
_STRICTLY: Final = say(
    "The dice of this game are strict: not even whoever rolls could know a further roll of the turn."
)
_LOOSELY: Final = say(
    "The dice of this game are not strict: whoever had altered the code of their page could know their further "
    "rolls of a turn beforehand, but not change them."
)
_IN_LEAGUE: Final = (
    say("Players who act together can know one another's next rolls beforehand, though they cannot change them."),
    say(
        "If the one who invited and the one who joined last act together, they can influence how the game begins and"
        " its first rolls."
    ),
)
_NOT_PROVED: Final = say(
    "Not proved: that nobody asked a computer for advice, and that nobody stopped a game that went badly."
)


def _all_follow(checked: Sequence[Proof]) -> Message:
    if not checked:
        return say("No dice were rolled in this game.")
    return say_many(
        "{count} roll checked: it follows from what everybody had settled before the game.",
        "{count} rolls checked: every one follows from what everybody had settled before the game.",
        len(checked),
    )


_SETTLED: Final = say(
    "All rolls of this game were settled before the first one. Each follows from one secret number, the seed, and "
    "from how many moves had been made. So nobody can choose a roll, and a move that is taken back meets the same dice."
)
_OTHERS: Final = say(
    "Most rolls of this game are not those of its seed. That is so in a game that was played apart: its dice can be "
    "checked from its whole link, or from its text, not from here."
)
_PROMISE: Final = say(
    "It is a fingerprint of the seed and is shown from the start of the game. Note it down, and nobody can say "
    "afterwards that it was another seed."
)
_HIDDEN: Final = say(
    "It stays hidden until the game is over: whoever knows it knows every roll to come. Only the game as text holds "
    "it, so that the game can go on elsewhere with the same dice."
)


def _noted(words: Words, seed: int, noted: str) -> Node:
    fits = promised(seed, noted.strip())
    text = say("It is the fingerprint of this game.") if fits else say("It is not the fingerprint of this game.")
    return el(
        "label",
        el("span", words(say("Compare with a fingerprint that you noted")), class_="note"),
        el(
            "input",
            type="text",
            class_="field",
            do="verify",
            arg=NOTED,
            value=noted,
            autocomplete="off",
            autocapitalize="off",
            spellcheck="false",
        ),
        el("span", words(text) if noted.strip() else "", role="status", class_="compared", data_fits=fits),
        class_="name",
        key="noted",
    )


def _seed(words: Words, seed: int) -> Iterator[Node]:
    yield el("p", str(seed), class_="digest", translate="no")
    formula = say(
        "The fingerprint is the SHA-256 of the text {seed}, and the roll after {ply} moves is drawn from the "
        "SHA-256 of the text {roll}. Any computer can check that without this page.",
        seed=f"chowk-1:{seed}",
        ply="n",
        roll=f"chowk-1:{seed}:n:0",
    )
    yield el("p", words(formula), class_="note formula")


def _checked(words: Words, table: Table) -> Iterator[Node]:
    checked = proofs(table.match)
    wrong = first_false(checked)
    yield el("h3", words(say("The check")), tabindex="-1", data_scroll=True, data_autofocus=True)
    yield el(
        "p",
        words(_all_hold(checked) if wrong is None else _first_wrong(words, wrong)),
        role="status",
        class_="finding",
        data_fits=wrong is None,
    )
    yield el("p", words(_DEALT if _dealt(table) else _LAID), class_="note")
    if checked:
        yield _rolls(words, table, checked)


_FROM_SEED: Final = say("From the seed")
_DEALT: Final = say("The starting position follows from the seed as well, including who sits where and who starts.")
_LAID: Final = say("The first position was set up by somebody, so the seed has nothing to say about it.")


def _dealt(table: Table) -> bool:
    """Return True if the match begins with the position that its seed and house rules give, not with another one."""
    plan = table.plan
    return bool(
        table.game.match(table.match.seed, len(plan.seats), **plan.options).position == table.match.position_after(0)
    )


def _all_hold(checked: Sequence[Proof]) -> Message:
    if not checked:
        return say("No dice were rolled in this game.")
    return say_many(
        "{count} roll checked: it matches the seed.",
        "{count} rolls checked: every one matches the seed.",
        len(checked),
    )


def _first_wrong(words: Words, wrong: Proof) -> Message:
    return say(
        "Not every roll is what the seed says. The first is move {ply}: {player} has {shown}, the seed says {due}.",
        ply=wrong.throw.ply + 1,
        player=PlayerName(wrong.throw.seat),
        shown=_faces(words, wrong.throw.faces),
        due=_faces(words, wrong.required),
    )


def _rolls(words: Words, table: Table, checked: Sequence[Proof], heading: Message = _FROM_SEED) -> Node:
    heads = (say_in("a column: which move", "Move"), say("Player"), say("Rolled"), heading)
    return el(
        "table",
        el("thead", el("tr", [el("th", words(head), scope="col") for head in heads])),
        el("tbody", [_proof(words, table, proof) for proof in checked]),
        class_="figures proofs",
        key="proofs",
    )


def _proof(words: Words, table: Table, proof: Proof) -> Node:
    throw = proof.throw
    differs = None if proof.holds else hidden(words(say("another roll")))
    return el(
        "tr",
        el("th", words.number(throw.ply + 1), scope="row"),
        el("td", _dot(table, throw.seat), words.name(throw.seat)),
        el("td", _faces(words, throw.faces)),
        el("td", _faces(words, proof.required), icon("check" if proof.holds else "close"), differs),
        data_unusual=not proof.holds,
        key=str(throw.ply),
    )


def _faces(words: Words, faces: Faces) -> str:
    return " ".join(map(words.number, faces))
