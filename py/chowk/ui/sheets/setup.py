"""The set-up sheet: players, house rules, taking moves back, and the button that begins the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from chowk import games
from chowk.core.dice import seat_to_act
from chowk.core.match import Match
from chowk.core.message import Message, PlayerName, say, say_in, say_many
from chowk.core.position import CHANCE, Seat
from chowk.core.time_control import PACES, Pace
from chowk.games.api import Game
from chowk.i18n.i18n import Words, isolated
from chowk.session.clock import number
from chowk.session.command import written
from chowk.session.setup import against_computer, just_us, names, only_person
from chowk.storage.plan import KNOWN, NAME_LENGTH, Fitting, Plan, SeatPlan, TakeBack, by_lot, offered, opponents_kind
from chowk.storage.saves import LESSON_OVER
from chowk.ui.icons import icon as drawn
from chowk.ui.nodes import Node, el
from chowk.ui.parts import Pick, button, choice, controls, picture, pieces_of, radio, sheet
from chowk.ui.screens import pictures
from chowk.ui.sheets.rule_options import rules_of, seating_of

if TYPE_CHECKING:  # read by type checkers only
    from collections.abc import Callable
    from typing import Protocol

    from chowk.session.setup import SetUp
    from chowk.ui.viewer import StorageViewer, Viewer

    class SetUpViewer(StorageViewer, Protocol):
        """The state that the set-up sheet reads, including the stored data and the game that is being set up."""

        @property
        def setup(self) -> SetUp:
            """The game that is being set up."""

    Household = Callable[[Seat, tuple[SeatPlan, ...]], Node | None]
    """A function that draws the people of the household who may take a seat."""

_TAKE_BACK: Final[tuple[tuple[TakeBack, Message, Message], ...]] = (
    ("free", say("At any time"), say("Moves may be taken back at any time, as far as you like.")),
    ("rule", say("Until the next player moves"), say("A move may be taken back only until the next player has moved.")),
    ("never", say_in("taking back", "Never"), say("A move once made stands.")),
)

_OWN: Final = say("At my level")


def setup(
    viewer: SetUpViewer, words: Words, _: str, ladder: Node | None = None, household: Household | None = None
) -> Node:
    """Draw the set-up sheet. Its short form has buttons that start a game at once; its long form has all choices.

    `ladder` is the button that opens the list of the game's opponents. `household` draws the list of the people on this
    device, from whom the players are chosen.
    """
    plan = viewer.setup.plan
    assert plan is not None, "the sheet is opened with a plan"
    game = games.load(plan.game)
    onward = viewer.setup.onward
    start = _start(game, plan) if onward is None else onward.position_after(0)
    others = controls(viewer, words, "setup-foot", only_open=True, autofocus=True)
    if not viewer.setup.more:
        return _short(viewer, words, game, plan, start, ladder)
    return sheet(
        viewer,
        words,
        "setup",
        game.sign.title,
        _introduction(viewer, words, game, plan, start) if onward is None else _standing(viewer, words, game, onward),
        *((_count(words, game, plan), *seating_of(words, game, plan)) if onward is None else ()),
        _lot(words, game, plan, start) if onward is None else None,
        el(
            "div",
            list(_seats(viewer, words, game, plan, start, household)),
            class_="seats",
            data_many=len(plan.seats) > 2,
        ),
        *(rules_of(words, game, plan) if onward is None else ()),
        pieces_of(viewer, words, game),
        _clock(words, plan),
        _taking_back(words, plan),
        controls(viewer, words, "setup", arg=plan.game, class_="plain") if onward is None else None,
        foot=[
            *(others or [button(viewer, words, "rules", icon="rules", class_="plain")]),
            button(viewer, words, "play", class_="primary", autofocus=not others),
        ],
        class_="setup",
    )


def _start(game: Game, plan: Plan) -> Any:
    return game.rules.start(len(plan.seats), plan.options, 0)


# Ways to begin ------------------------------------------------------------------------------------------------------


def _short(viewer: SetUpViewer, words: Words, game: Game, plan: Plan, start: Any, ladder: Node | None) -> Node:
    """Draw the short form of the set-up sheet: buttons that start a game at once.

    The main button starts a game with the same kind of players as in the last game. `start` is the first position.
    """
    plans, count, now = viewer.kept.plans, len(plan.seats), opponents_kind(plan)
    us = plan if now == "people" else just_us(plans, plan.game, count, viewer.faces)
    computer = plan if now == "computer" else offered(against_computer(plans, plan.game, count), viewer.setup.own)
    return sheet(
        viewer,
        words,
        "setup",
        game.sign.title,
        _introduction(viewer, words, game, plan, start),
        _count_row(words, game, plan),
        None if now else _start_button(viewer, words, game, plan, "", now, say("As last time"), "redo"),
        _start_button(viewer, words, game, us, "people", now, say("Just us"), "people"),
        _start_button(viewer, words, game, computer, "computer", now, say("Against the computer"), "computer"),
        ladder,
        foot=[
            button(viewer, words, "rules", icon="rules", class_="plain"),
            button(viewer, words, "more", icon="settings"),
        ],
        class_="setup short",
    )


def _count_row(words: Words, game: Game, plan: Plan) -> Node | None:
    """Draw the choice of the number of players as a row of digits; None if the game allows only one number."""
    if len(game.sign.seats) == 1:
        return None
    picks = [
        radio(
            words,
            "count",
            "count",
            Pick(written(count), say_many("{count} player", "{count} players", count), count == len(plan.seats)),
            words.number(count),
        )
        for count in game.sign.seats
    ]
    label = words(say("Players"))
    return el(
        "div",
        el("span", label, class_="legend", aria_hidden="true"),
        el("div", picks, role="radiogroup", aria_label=label, class_="answers"),
        class_="how-many",
        key="count",
    )


def _start_button(
    viewer: SetUpViewer, words: Words, game: Game, plan: Plan, kind: str, chosen_kind: str, label: Message, icon: str
) -> Node:
    """Draw a large button that starts a game with the players of `plan`, and that shows these players.

    `kind` is the kind of game that the button starts: `people`, `computer`, or an empty text for the players of the
    last game. `chosen_kind` is the kind of game that the sheet shows; the button for it is the main button.
    """
    start = _start(game, plan)
    party = [_player_button(viewer, words, game, plan, start, seat, kind) for seat in range(len(plan.seats))]
    return el(
        "button",
        drawn(icon),
        el("span", words(label), class_="title"),
        el("span", party, class_="party"),
        el("span", words(say("Clock: {pace}", pace=pace_text(plan.pace))), class_="note")
        if plan.pace is not None and len(plan.seats) == 2
        else None,
        key=f"way-{kind}",
        type="button",
        class_="button way primary" if kind == chosen_kind else "button way",
        do="play" if kind == chosen_kind else "begin",
        arg=None if kind == chosen_kind else kind,
        data_autofocus=kind == chosen_kind,
    )


def _player_button(
    viewer: SetUpViewer, words: Words, game: Game, plan: Plan, start: Any, seat: Seat, kind: str
) -> Node:
    """Draw one player on a button that starts a game: the portrait or a token, and the name.

    A player without a portrait has the token of the seat, or the tokens of all seats if seats are assigned at random.
    `start` is the first position, and `kind` is the kind of game as for `_start_button`.
    """
    player = plan.seats[seat]
    unnamed = say("You") if kind == "computer" else say("Person") if by_lot(plan) else game.side(start, seat)
    side = game.token(start, seat)
    level = player.kind == "bot"
    animal = game.level(player.level).animal or "unknown" if level else viewer.faces.get(player.name, "")
    # If sides are assigned at random, a person can get any of them.
    tokens = (
        pictures.token(game.name, game.token(start, token_seat), viewer.look, f"way-{kind}-{seat}-{token_seat}-")
        for token_seat in (range(start.seats) if by_lot(plan) else (seat,))
    )
    return el(
        "span",
        None if animal else [picture(token, "token") for token in tokens],
        _portrait(viewer, game, animal, "" if by_lot(plan) else side, seat, f"way-{kind}-") if animal else None,
        el(
            "span",
            words(game.level(player.level).name) if level else isolated(player.name) if player.name else words(unnamed),
        ),
        el("span", words(strength_of(game, player)), class_="note") if level and len(plan.seats) == 2 else None,
        class_="chip",
    )


# All options -------------------------------------------------------------------------------------------------------


def _first_time(viewer: SetUpViewer, words: Words, name: str) -> list[Node]:
    """Return the button that starts the lesson.

    The list is empty if there is no lesson, or if the player knows the game already.
    """
    if name not in games.taught() or name in viewer.kept.plans or viewer.kept.learnt.get(name) == LESSON_OVER:
        return []
    return controls(viewer, words, "lesson", arg=name, class_="plain")


def _introduction(viewer: SetUpViewer, words: Words, game: Game, plan: Plan, start: Any) -> Node:
    """Draw the summary of the game beside its first position."""
    board = pictures.small_board(game, start, viewer.look, "preview-")
    return el(
        "div",
        picture(board, "miniature"),
        el("p", words(game.sign.summary), class_="note"),
        _first_time(viewer, words, plan.game),
        class_="introduction",
        key="introduction",
    )


def _standing(viewer: SetUpViewer, words: Words, game: Game, match: Match[Any, Any]) -> Node:
    """Draw the position of a match that is to be continued, its number of moves, and the player to move."""
    board = pictures.small_board(game, match.position, viewer.look, "preview-")
    sides = [game.side(match.position_after(0), seat) for seat in range(match.position.seats)]
    words, seat = words.with_names(sides), PlayerName(seat_to_act(match.position))
    rolls = match.position.turn == CHANCE
    due = say("{player} to roll.", player=seat) if rolls else say("{player} to move.", player=seat)
    return el(
        "div",
        picture(board, "miniature"),
        el(
            "p",
            el("strong", words(say("Who plays on from here?"))),
            el("span", words(say_many("{count} move", "{count} moves", match.moves_played)), class_="note"),
            el("span", words(due), class_="note"),
            class_="standing-here",
        ),
        class_="introduction",
        key="introduction",
    )


def _count(words: Words, game: Game, plan: Plan) -> Node | None:
    if len(game.sign.seats) == 1:
        return None
    picks = [
        Pick(written(count), say_many("{count} player", "{count} players", count), count == len(plan.seats))
        for count in game.sign.seats
    ]
    return choice(words, "players", say("Players"), "players", picks)


def _lot(words: Words, game: Game, plan: Plan, start: Any) -> Node | None:
    """Draw the choice of sides. A single person picks a side or a random one; several people may get random sides.

    Return None if this game does not allow random sides.
    """
    if not game.sign.lot or not by_lot(plan._replace(lot=True)):
        return None
    mine = only_person(plan)
    drawn = Pick("lot", say("By lot"), plan.lot)
    if mine is None:
        picks = [Pick("seats", say("As in the list below"), not plan.lot), drawn]
        return choice(words, "colour", say("Who plays which side"), "colour", picks)
    seats = range(len(plan.seats))
    sides = [Pick(written(seat), game.side(start, seat), not plan.lot and seat == mine) for seat in seats]
    return choice(words, "colour", say("Your side"), "colour", [*sides, drawn])


# Seats --------------------------------------------------------------------------------------------------------------


def _seats(
    viewer: SetUpViewer, words: Words, game: Game, plan: Plan, start: Any, household: Household | None
) -> Iterator[Node]:
    lot = by_lot(plan) and viewer.setup.onward is None
    for seat, player in enumerate(plan.seats):
        if seat and lot:
            yield el("hr")
        elif seat:
            label = (
                say_in("the page does it", "Swap sides")
                if len(plan.seats) == 2
                else say_in("the page does it", "Rotate the seats")
            )
            yield button(viewer, words, "sides", label=label, icon="swap", class_="swap") if seat == 1 else el("hr")
        yield _seat(viewer, words, game, start, seat, player, lot, household)


def _drawn(game: Game) -> bool:
    """Return True if the game has a house rule that decides who starts."""
    return any(option.name == "first" for option in game.rules.OPTIONS)


def next_action(position: Any) -> Message:
    """Return a message with the next action of the player to move: to roll or to move."""
    return say("To roll") if position.turn == CHANCE else say("To move")


def _first(viewer: SetUpViewer, words: Words, game: Game, seat: Seat) -> Node | None:
    """Draw the note beside the player who moves first, or who moves next in a continued match; None for others."""
    if viewer.setup.onward is not None:
        position = viewer.setup.onward.position
        return el("span", words(next_action(position)), class_="note") if seat == seat_to_act(position) else None
    first = seat == 0 and not _drawn(game) and not (viewer.setup.plan and by_lot(viewer.setup.plan))
    return el("span", words(say("Moves first")), class_="note") if first else None


def _seat(
    viewer: SetUpViewer,
    words: Words,
    game: Game,
    start: Any,
    seat: Seat,
    player: SeatPlan,
    lot: bool,
    household: Household | None,
) -> Node:
    either = range(start.seats) if lot else (seat,)
    side, called = (say("Drawn by lot"), say("Person")) if lot else (game.side(start, seat),) * 2
    look = viewer.look
    tokens = (
        pictures.token(game.name, game.token(start, token_seat), look, f"seat-{seat}-{token_seat}-")
        for token_seat in either
    )
    return el(
        "fieldset",
        el(
            "legend",
            *(picture(svg, "token") for svg in tokens),
            el("span", words(side), class_="title"),
            _first(viewer, words, game, seat),
        ),
        el(
            "div",
            radio(words, f"kind-{seat}", "seat", Pick(written(seat, "person"), say("Person"), player.kind == "person")),
            radio(words, f"kind-{seat}", "seat", Pick(written(seat, "bot"), say("Computer"), player.kind == "bot")),
            class_="answers",
        ),
        _person(viewer, words, seat, player, called, household)
        if player.kind == "person"
        else _opponent(viewer, words, game, seat, player, "" if lot else game.token(start, seat)),
        class_="seat",
        key=f"seat-{seat}",
    )


def _person(
    viewer: SetUpViewer, words: Words, seat: Seat, seat_plan: SeatPlan, side: Message, household: Household | None
) -> Node:
    field = _name(words, seat, seat_plan, side)
    assert viewer.setup.plan is not None, "its seat is drawn"
    seats = viewer.setup.plan.seats
    if household is not None:
        return el("div", field, household(seat, seats), class_="person", key="person")
    nameless = [place for place, player in enumerate(seats) if player.kind == "person" and not player.name]
    known = [name for name in names(viewer.kept.plans) if all(name != player.name for player in seats)][:SUGGESTED]
    # Only the first person without a name gets suggestions. After a choice, the next person gets them.
    if nameless[:1] != [seat] or not known:
        return el("div", field, class_="person", key="person")
    chips = [
        el(
            "button",
            isolated(name),
            type="button",
            class_="button",
            do="seat",
            arg=written(seat, "name", name),
            key=name,
        )
        for name in known
    ]
    return el("div", field, el("div", chips, class_="known"), class_="person", key="person")


def _name(words: Words, seat: Seat, player: SeatPlan, side: Message) -> Node:
    return el(
        "label",
        el("span", words(say("Name")), class_="note"),
        el(
            "input",
            type="text",
            class_="field",
            do="seat",
            arg=written(seat, "name"),
            value=player.name,
            placeholder=words(side),
            maxlength=NAME_LENGTH,
            autocomplete="off",
            autocapitalize="words",
            spellcheck="false",
        ),
        class_="name",
        key="name",
    )


SUGGESTED: Final = 6
"""Maximum number of suggested names."""
LOWEST: Final = 400
"""The rating shown for each game's weakest opponent. Measured differences to it give the ratings of the others."""
ROW: Final = 6
"""Maximum number of opponents whose buttons fit in one row on a narrow screen."""


def _opponent(viewer: SetUpViewer, words: Words, game: Game, seat: Seat, player: SeatPlan, side: str) -> Node:
    levels, own = game.bots.LEVELS, viewer.setup.own
    chosen, fits = game.level(player.level), player.offset is not None
    rungs = [
        radio(
            words,
            f"level-{seat}",
            "seat",
            Pick(
                written(seat, "bot", level.number),
                _strength(index, len(levels), level.name),
                level == chosen and not fits,
            ),
            words.number(index + 1),
            "rung",
        )
        for index, level in enumerate(levels)
    ]
    manner, fitting = chosen.manner, None
    if own is not None:
        pick = Pick(written(seat, "bot", "own"), _OWN, fits)
        fitting = radio(words, f"level-{seat}", "seat", pick, class_="rung")
        manner = _manner(own) if fits else manner
    return el(
        "div",
        el(
            "div",
            el("div", rungs, class_="ladder", data_many=len(levels) > ROW and str(len(levels))),
            fitting,
            role="radiogroup",
            aria_label=words(say("Strength")),
            class_="strengths",
        ),
        _portrait(viewer, game, chosen.animal, "", seat, "level-", side),
        el(
            "p",
            el("strong", words(chosen.name)),
            el("span", words(rated(game, player.level)), class_="note"),
            el("span", words(manner), class_="manner"),
            class_="persona",
        ),
        class_="opponent",
        key="bot",
    )


def _portrait(viewer: Viewer, game: Game, animal: str, token: str, seat: Seat, prefix: str, side: str = "") -> Node:
    from chowk.ui.screens import avatars  # imported when an opponent is shown

    return avatars.portrait(viewer, game, animal, "calm", token, seat, prefix, side)


def _manner(own: Fitting) -> Message:
    if own.games < KNOWN:
        return say("Learns from your games how well you play.")
    return say("Plays about as well as you, judging by your latest games.")


def strength_of(game: Game, seat: SeatPlan) -> Message:
    """Return a message with the strength of the opponent in a seat.

    The message gives the opponent's rank, or says that the opponent is about as strong as the player.
    """
    return strength(game, seat.level) if seat.offset is None else _OWN


def strength(game: Game, number: int) -> Message:
    """Return a message with an opponent's rank among the game's opponents, such as 3 of 5."""
    return say("Strength {level} of {levels}", level=game.strength(number) + 1, levels=len(game.bots.LEVELS))


def rated(game: Game, number: int) -> Message:
    """Return a message with an opponent's rank and its rating. If the game has no ratings, leave out the rating."""
    if game.ladder is None:
        return strength(game, number)
    rank = game.strength(number)
    return say(
        "Strength {level} of {levels}, rating {rating}",
        level=rank + 1, levels=len(game.bots.LEVELS), rating=LOWEST + game.ladder.ratings[rank],
    )  # fmt: skip


def _strength(index: int, levels: int, name: Message) -> Message:
    return say("Strength {level} of {levels}: {name}", level=index + 1, levels=levels, name=name)


# Clock and taking back ----------------------------------------------------------------------------------------------


def _clock(words: Words, plan: Plan) -> Node | None:
    """Draw the choice of a clock; None unless two players play."""
    if len(plan.seats) != 2:
        return None
    kinds: Final = {True: say("Time for each turn"), False: say("Time for the game, and more with each turn")}
    groups = [
        el(
            "optgroup",
            [
                el("option", words(pace_text(pace)), value=number(pace), selected=pace == plan.pace)
                for pace in PACES
                if pace.each_turn is afresh
            ],
            label=words(title),
        )
        for afresh, title in kinds.items()
    ]
    none = el("option", words(say("None")), value="none", selected=plan.pace is None)
    return el(
        "label",
        el("span", words(say_in("two players", "Clock"))),
        el("select", none, groups, do="clock", value=number(plan.pace), class_="field"),
        class_="pace",
        key="pace",
    )


def pace_text(pace: Pace) -> Message:
    """Return a message with a short description of a time control, such as "5 min + 3 s"."""
    minutes, seconds = divmod(pace.start // 1000, 60)
    if pace.each_turn and not minutes:
        return say_many("{count} second", "{count} seconds", seconds)
    if pace.each_turn:
        return say_many("{count} minute", "{count} minutes", minutes)
    return say("{minutes} min + {seconds} s", minutes=minutes, seconds=pace.added // 1000)


def _taking_back(words: Words, plan: Plan) -> Node:
    picks = [Pick(value, label, value == plan.take_back) for value, label, _ in _TAKE_BACK]
    explanation = next(text for value, _, text in _TAKE_BACK if value == plan.take_back)
    return el(
        "div",
        choice(words, "take-back", say("Taking moves back"), "take-back", picks),
        el("p", words(explanation), class_="note"),
        key="taking-back",
    )
