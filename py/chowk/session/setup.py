"""The set-up of a game: game, players and house rules. Each command of the set-up sheet has a function here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from chowk import games
from chowk.core.match import Match
from chowk.core.variations import Variations
from chowk.storage.plan import (
    NAME_LENGTH,
    Fitting,
    Plan,
    SeatPlan,
    TakeBack,
    moved_on,
    offered,
    opponents_kind,
    resized,
    swapped,
    updated,
    usual_plan,
)


class SetUp:
    """The state of the sheet on which a player sets up a game: the chosen plan, and the match to continue, if any."""

    def __init__(self) -> None:
        # The plan of the game; None before the first set-up. Written by `begin` and `change`.
        self.plan: Plan | None = None
        # The match to continue, whose rules are fixed; None for a new game. Written by `begin`.
        self.onward: Match[Any, Any] | None = None
        # The variations that came as text together with the match, for an analysis; else None. Written by `begin`.
        self.tree: Variations | None = None
        # The opponent about as strong as the player, if the game offers it. Written by `begin`.
        self.own: Fitting | None = None
        # True if the sheet shows all choices, not only the ways to begin. Written by `begin`, `change` and `open_`.
        self.more = False
        # Changed plans of games that were not begun yet, by name. Written by `change` and `forget_changes`.
        self._drafts: dict[str, Plan] = {}
        # Chosen numbers of seats of games that were not begun yet, by name. Written by `resize` and `forget_changes`.
        self._counts: dict[str, int] = {}

    def begin(
        self,
        plan: Plan,
        onward: Match[Any, Any] | None = None,
        tree: Variations | None = None,
        own: Fitting | None = None,
    ) -> None:
        """Start the set-up of a new game with `plan`, or of a match to continue (`onward`).

        If the player changed an earlier set-up of the same new game without starting it, these changes are used again.
        `tree` holds the variations of a match that was read from a text, for an analysis. `own` is the computer
        opponent about as strong as the player, or None if the game offers none. After a few games it is the default
        opponent.
        """
        self.tree, self.own = tree, own
        draft = self._drafts.get(plan.game) if onward is None else None
        self.plan, self.onward, self.more = updated(draft or plan, own), onward, onward is not None or draft is not None
        if draft is None and onward is None:
            self.plan = offered(resized(plan, self._counts.get(plan.game, len(plan.seats))), own)

    def forget_changes(self, game: str) -> None:
        """Forget the changes to the set-up of `game` (a game's name), because it has been started."""
        self._drafts.pop(game, None)
        self._counts.pop(game, None)

    def change(self, plan: Plan) -> None:
        """Replace the plan (players and rules) of the game.

        If a match is continued, its sides are then recorded as chosen, not as drawn by lot.
        """
        self.plan = plan if self.onward is None else plan._replace(lot=False)
        self.more = True
        if self.onward is None:
            self._drafts[plan.game] = plan

    def resize(self, plan: Plan, count: int) -> None:
        """Set the plan to `plan` with `count` seats, and remember this number until the game is started."""
        self.plan = offered(resized(plan, count), self.own)
        self._counts[plan.game] = count


def open_(setup: SetUp, _: Plan) -> None:
    """Show all choices on the set-up sheet, not only the buttons that start a game at once."""
    setup.more = True


def names(plans: Mapping[str, Plan]) -> list[str]:
    """Return the names of people in the plans of games at this device, each name once."""
    everybody = (seat.name for plan in plans.values() for seat in plan.seats if seat.kind == "person" and seat.name)
    return list(dict.fromkeys(everybody))


def just_us(plans: Mapping[str, Plan], name: str, count: int, household: Iterable[str] = ()) -> Plan:
    """Return a set-up of the game `name` for `count` people at this device.

    Their names come from the last such game. If these are too few, names of the `household` (the people who share this
    device) follow, and then names of other games. The house rules are those that were set last for this game. `plans`
    holds the last set-ups. Its keys are names of games, and names with a way to play, such as `reversi.people`.
    """
    base = plans.get(name) or usual_plan(name)
    last = _last(plans, base, "people")
    seats = last.seats if last else ()
    others = dict.fromkeys((*household, *names(plans)))
    known = [*(seat.name for seat in seats), *(own for own in others if all(own != seat.name for seat in seats))]
    named = (*known, *("",) * count)[:count]
    pace = last.pace if last is not None else None
    return base._replace(seats=tuple(SeatPlan(name=own) for own in named), lot=(last or base).lot, pace=pace)


def against_computer(plans: Mapping[str, Plan], name: str, count: int) -> Plan:
    """Return a set-up of the game `name` for one person against computer opponents.

    Their levels are those of the last such game. `count` is the number of all players. The house rules are those that
    were set last for this game. `plans` is as in `just_us`.
    """
    base = plans.get(name) or usual_plan(name)
    last = resized(_last(plans, base, "computer") or usual_plan(name), count)
    return base._replace(seats=last.seats, lot=last.lot, pace=last.pace)


def _last(plans: Mapping[str, Plan], base: Plan, kind: str) -> Plan | None:
    return base if opponents_kind(base) == kind else plans.get(f"{base.game}.{kind}")


def seat(setup: SetUp, plan: Plan, seat: int, change: Literal["person", "bot", "name"], value: str) -> None:
    """Change a seat: to a person, to a computer opponent (`bot`) of the level in `value`, or to the name in `value`.

    For an opponent, the value `own` stands for the one about as strong as the player, and an empty value for the level
    that the seat had before. A name is stored as it is typed, because the input field shows the stored text. The code
    that begins the game trims the name.
    """
    if seat >= len(plan.seats):
        return
    changed = old = plan.seats[seat]
    if change == "person":
        changed = old._replace(kind="person", name="" if old.kind == "bot" else old.name)
    elif change == "name":
        changed = old._replace(name=value[:NAME_LENGTH])
    elif value == "own" and setup.own is not None:
        changed = setup.own.seat
    elif value in ("", *(str(level.number) for level in games.load(plan.game).bots.LEVELS)):
        changed = old._replace(kind="bot", name="")
        if value:
            preferred = old.preferred or old.offset is not None
            changed = SeatPlan("bot", int(value), preferred=preferred)
    setup.change(plan._replace(seats=(*plan.seats[:seat], changed, *plan.seats[seat + 1 :])))


def players(setup: SetUp, plan: Plan, count: int) -> None:
    """Change the number of seats in the sheet's long form, which shows all choices.

    Do nothing if the game does not allow that number.
    """
    if count in games.sign(plan.game).seats:
        setup.change(resized(plan, count))


def count(setup: SetUp, plan: Plan, count: int) -> None:
    """Change the number of seats in the sheet's short form, without changing to the long form.

    Do nothing if the game does not allow that number.
    """
    if count in games.sign(plan.game).seats:
        setup.resize(plan, count)


def sides(setup: SetUp, plan: Plan) -> None:
    """Change the players' sides in `plan`: the first player becomes the last, and all others move up one seat."""
    setup.change(swapped(plan))


def colour(setup: SetUp, plan: Plan, side: Literal["lot", "seats", "0", "1", "2", "3"]) -> None:
    """Choose the side of the only person.

    `side` is the number of a side, `lot` to draw the sides by lot, or `seats` to keep the present seats. Do nothing in
    games that do not draw sides.
    """
    if not games.sign(plan.game).lot:
        return
    setup.change(plan._replace(lot=side == "lot"))
    mine = only_person(plan)
    if side.isdigit() and mine is not None and int(side) < len(plan.seats):
        setup.change(moved_on(plan._replace(lot=False), (mine - int(side)) % len(plan.seats)))


def only_person(plan: Plan) -> int | None:
    """Return the seat of the only person in a plan (set-up), or None if no or several people play."""
    people = [seat for seat, player in enumerate(plan.seats) if player.kind == "person"]
    return people[0] if len(people) == 1 else None


def option(setup: SetUp, plan: Plan, name: str, value: str) -> None:
    """Set the house rule `name` to `value`, if the game has that choice."""
    options = games.load(plan.game).rules.OPTIONS
    if any(option.name == name and value in (choice.value for choice in option.choices) for option in options):
        setup.change(plan._replace(options={**plan.options, name: value}))


def preset(setup: SetUp, plan: Plan, name: str) -> None:
    """Set all house rules to those of the preset `name`, such as a published rule book; ignore an unknown name."""
    game = games.load(plan.game)
    values = next((preset.values for preset in game.presets if preset.name == name), None)
    if values is not None:
        options = {option.name: values.get(option.name, option.default) for option in game.rules.OPTIONS}
        setup.change(plan._replace(options=options))


def take_back(setup: SetUp, plan: Plan, mode: TakeBack) -> None:
    """Set when moves may be taken back: at any time, only until the next player has moved, or never."""
    setup.change(plan._replace(take_back=mode))
