"""The page's part of checking collections: it starts and stops the review of games, and shows facts about players."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple

from chowk.core import parcels
from chowk.core.errors import TextError
from chowk.core.message import Message, say, say_many
from chowk.features.collections import collections
from chowk.features.collections.archive import MINE
from chowk.features.collections.collections import (
    POLL,
    Check,
    CheckJob,
    CheckTask,
    CollectionsHost,
    PlayerRow,
    Report,
)
from chowk.features.sharing.fetching import FetchedAction
from chowk.i18n.toast import Toast

SHEET: Final = "check"
PLAYER: Final = "check-player"
MINUTE: Final = 60


class Budget(NamedTuple):
    """The limits of one run of a check: a number of games, and a time in seconds."""

    label: Message
    games: int = 1_000_000
    seconds: int = 1_000_000


BUDGETS: Final[dict[str, Budget]] = {
    "few": Budget(say_many("{count} game", "{count} games", 10), games=10),
    "many": Budget(say_many("{count} game", "{count} games", 100), games=100),
    "short": Budget(say_many("{count} minute", "{count} minutes", 5), seconds=5 * MINUTE),
    "long": Budget(say_many("{count} minute", "{count} minutes", 60), seconds=60 * MINUTE),
    "all": Budget(say("All games in the list")),
}
"""The budgets that a player can choose."""


def act(host: CollectionsHost, deed: str, text: str) -> None:
    """Carry out the action `deed` of a control, such as `start` or `stop`.

    `text` is the argument of three of the actions: for `show` what to check, for `budget` the name of a budget, and for
    `player` the name of a game and the name of a player, with a space between them.
    """
    state = collections.state_of(host)
    known = state.check
    match deed:
        case "show":
            _show(host, text)
        case "budget" if text in BUDGETS:
            state.budget = text
        case "start" if known is not None and known.job is None and state.checking is None:
            state.error = None
            _change(host, known, job=CheckJob())
            state.checking = CheckTask(known.key, host.spawn(_run(host, known, BUDGETS[state.budget])))
        case "stop" if state.checking is not None:
            state.checking.task.cancel()
            host.spawn(collections.try_ask(host, "rest"))
        case "player" if known is not None:
            host.spawn(_show_player(host, known, *text.partition(" ")[::2]))
        case "practise" if known is not None and known.report is not None:
            host.spawn(_practise(host, known, known.report))
        case "forget" if known is not None and known.job is None:
            host.spawn(_forget(host, known))


def _is_shown(host: CollectionsHost, check: Check) -> bool:
    """Return True if the check on the screen is about the games of `check`: the same collection and filters."""
    shown = collections.state_of(host).check
    return shown is not None and (shown.key, shown.filters) == (check.key, check.filters)


def _change(host: CollectionsHost, check: Check, **changes: Any) -> None:
    """Replace fields of the check that is shown, if it is about the same games as `check`. Always render the page."""
    state = collections.state_of(host)
    if state.check is not None and _is_shown(host, check):
        state.check = state.check._replace(**changes)
    host.page.render()


# The sheets -----------------------------------------------------------------------------------------------------------


def _show(host: CollectionsHost, subject: str) -> None:
    """Open the sheet for checking the games of the list shown, or the player's own games if `subject` is `mine`.

    Before that, fetch the modules that name the kinds of mistakes, unless they are loaded already.
    """
    if parcels.is_unfetched(parcels.PRACTICE):
        again = partial(_show, host, subject)
        import_module("chowk.features.sharing.waiting").wait(host, again, (parcels.PRACTICE,))
        return
    state = collections.state_of(host)
    listing = state.listing
    key, filters = (MINE, "") if subject == MINE or listing is None else (listing.key, listing.filters.write())
    state.error = None
    before = state.check
    job = before.job if before is not None and (before.key, before.filters) == (key, filters) else None
    state.check = Check(key, filters, job=job)
    host.place.open_sheet(SHEET)
    host.spawn(_load_players(host, state.check, fresh=True))


async def _ask(host: CollectionsHost, check: Check, do: str, **more: Any) -> dict[str, Any]:
    """Send the worker a question about the games of a check, and return the answer.

    `do` is the kind of question, and `more` holds its further fields.
    """
    return await collections.ask_about(host, check.key, do, filters=check.filters, **more)


async def _load_players(host: CollectionsHost, check: Check, *, fresh: bool = False) -> None:
    """Ask the worker for the players in the games of a check, and show them.

    If `fresh` is True and these are the games that the user played here, first send them to the worker.
    """
    state = collections.state_of(host)
    try:
        if fresh and check.key == MINE:
            await collections.send_own(host)
        answer = await _ask(host, check, "players")
    except TextError as error:
        if _is_shown(host, check):  # otherwise nobody waits for it
            state.error = error.why
            host.page.render()
        return
    players = tuple(PlayerRow(*row) for row in answer["players"])
    _change(host, check, name=answer["name"], all=answer["all"], checked=answer["checked"], players=players)


async def _show_player(host: CollectionsHost, check: Check, game: str, name: str) -> None:
    """Open the sheet with the report on the player `name` of the game `game`."""
    try:
        answer = await _ask(host, check, "player", game=game, name=name)
    except TextError as error:
        collections.state_of(host).error = error.why
        host.page.render()
        return
    report = Report(
        game,
        name,
        answer["games"],
        answer["checked"],
        answer["accuracy"],
        tuple(answer["parts"]),
        tuple(answer["grades"]),
        tuple((theme, count) for theme, count in answer["themes"]),
        tuple((opening, count, share) for opening, count, share in answer["well"]),
        tuple((opening, count, share) for opening, count, share in answer["badly"]),
        answer["missed"],
    )
    _change(host, check, report=report)
    host.place.open_sheet(PLAYER)
    host.page.render()


# The check ------------------------------------------------------------------------------------------------------------


def is_playing(host: CollectionsHost) -> bool:
    """Return True if the player is playing a game. The check of a collection waits meanwhile."""
    table = host.place.table
    return table is not None and table.kind == "own" and table.outcome is None


async def _run(host: CollectionsHost, check: Check, budget: Budget) -> None:
    """Check games until the budget is used or the player stops the check. Pause while the player plays."""
    state = collections.state_of(host)
    left, seconds, done = budget.games, float(budget.seconds), 0
    try:
        if check.key == MINE:
            await collections.send_own(host)
        while left > 0 and seconds > 0:
            if is_playing(host):
                _change(host, check, job=CheckJob(done, rests=True))
                await host.clock.sleep(POLL)
                continue
            following = host.spawn(_follow(host, check, done))
            try:
                answer = await _ask(host, check, "check", games=left, seconds=max(1, round(seconds)))
            finally:
                following.cancel()
            left, seconds, done = left - answer["count"], seconds - answer["spent"], done + answer["count"]
            if not answer["rests"]:
                break
    except TextError as error:
        state.error = error.why
    finally:
        state.checking = None
        _change(host, check, job=None)
        shown = state.check
        host.spawn(_load_players(host, shown if shown is not None and shown.key == check.key else check))


async def _follow(host: CollectionsHost, check: Check, before: int) -> None:
    """Show the progress of the check at intervals, and interrupt the check when the user plays.

    `before` is the number of games that were checked before the latest interruption. The worker does not count these.
    """
    while True:
        await host.clock.sleep(POLL)
        if is_playing(host):
            await collections.try_ask(host, "rest")
        progress = (await collections.try_ask(host, "checked")).get("progress")
        if progress is not None:
            _change(host, check, job=CheckJob(before + progress[0], before + progress[1]))


async def _forget(host: CollectionsHost, check: Check) -> None:
    """Delete the stored results of the check of a collection."""
    try:
        await collections.ask(host, "forget", key=check.key)
    except TextError as error:
        collections.state_of(host).error = error.why
    await _load_players(host, check)


async def _practise(host: CollectionsHost, check: Check, report: Report) -> None:
    """Add the costliest mistakes of the player in `report` to the mistakes that the user of this device practises."""
    try:
        answer = await _ask(host, check, "player", game=report.game, name=report.name, worst=True)
    except TextError as error:
        host.voice.toast = Toast(error.why, alert=True)
    else:
        own = collections.state_of(host).own if check.key == MINE else {}
        worst = [{**mistake, "source": own.get(mistake["place"], "")} for mistake in answer["worst"]]
        FetchedAction(parcels.PRACTICE, "features.collections.mistake_feed", "add_mistakes")(host, report.game, worst)
    host.page.render()
