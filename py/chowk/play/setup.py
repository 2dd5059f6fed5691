"""What is chosen before a game: which one, who sits where, by which house rules; each as a command carries it out."""

from __future__ import annotations

from chowk import games
from chowk.app.app import App
from chowk.store.plan import NAME_LENGTH, TAKE_BACKS, Plan, SeatPlan, moved_on, swapped


def open_game(app: App, name: str) -> None:
    """Lays out the set-up of a game that can be played."""
    if name in games.ready():
        app.set_up(name)


def resume(app: App, name: str) -> None:
    """Goes on with a kept game."""
    if name in app.saves:
        app.resume(app.saves[name])


def forget(app: App, name: str) -> None:
    """Deletes a kept game."""
    app.close_sheet()
    app.forget(name)


def play(app: App, _: str) -> None:
    """Begins what is set up, or goes on with it."""
    if app.plan is not None and app.onward is not None:
        app.go_on(app.plan, app.onward)
    elif app.plan is not None:
        app.begin(app.plan)


def seat(app: App, arg: str) -> None:
    """`0 person` seats a person, `1 bot 3` an opponent of level 3, `0 name Asha` names a player.

    A name is held letter by letter as it is typed, for its field shows what is held here; `begin` makes it tidy.
    """
    seat, kind, *rest = arg.split(" ", 2)
    if app.plan is None or not seat.isdigit() or int(seat) >= len(app.plan.seats):
        return
    old = app.plan.seats[int(seat)]
    changed = {
        "person": lambda: SeatPlan("person", old.level, "" if old.kind == "bot" else old.name),
        "bot": lambda: SeatPlan("bot", int(rest[0]) if rest else old.level),
        "name": lambda: old._replace(name=" ".join(rest)[:NAME_LENGTH]),
    }[kind]()
    seats = (*app.plan.seats[: int(seat)], changed, *app.plan.seats[int(seat) + 1 :])
    app.change_plan(app.plan._replace(seats=seats))


def players(app: App, arg: str) -> None:
    """So many seats: those that are added get opponents like the last one there, or people among people."""
    if app.plan is not None and arg.isdigit() and int(arg) in games.sign(app.plan.game).seats:
        seats = app.plan.seats
        more = (seats[-1]._replace(name=""),) * (int(arg) - len(seats))
        app.change_plan(app.plan._replace(seats=(*seats[: int(arg)], *more)))


def sides(app: App, _: str) -> None:
    """Swaps the players' sides."""
    if app.plan is not None:
        app.change_plan(swapped(app.plan))


def colour(app: App, arg: str) -> None:
    """`lot`: the sides are drawn by lot; `0`, `1`: the only person plays that side; `seats`: as the seats stand."""
    plan = app.plan
    if plan is None or not games.sign(plan.game).lot:
        return
    app.change_plan(plan._replace(lot=arg == "lot"))
    mine = only_person(plan)
    if arg.isdigit() and mine is not None and int(arg) < len(plan.seats):
        app.change_plan(moved_on(plan._replace(lot=False), (mine - int(arg)) % len(plan.seats)))


def only_person(plan: Plan) -> int | None:
    """The seat of the one person in a set-up; None where there is none, or several."""
    people = [seat for seat, who in enumerate(plan.seats) if who.kind == "person"]
    return people[0] if len(people) == 1 else None


def option(app: App, arg: str) -> None:
    """`NAME VALUE`: a house rule."""
    name, _, value = arg.partition(" ")
    if app.plan is not None:
        app.change_plan(app.plan._replace(options={**app.plan.options, name: value}))


def preset(app: App, name: str) -> None:
    """All house rules as a rule book has them."""
    if app.plan is not None:
        game = games.load(app.plan.game)
        values = next((preset.values for preset in game.presets if preset.name == name), {})
        options = {option.name: values.get(option.name, option.default) for option in game.rules.OPTIONS}
        app.change_plan(app.plan._replace(options=options))


def take_back(app: App, arg: str) -> None:
    """When moves may be taken back."""
    mode = next((mode for mode in TAKE_BACKS if mode == arg), None)
    if app.plan is not None and mode is not None:
        app.change_plan(app.plan._replace(take_back=mode))
