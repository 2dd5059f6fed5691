"""The application: one state, changed by commands, shown by pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from chowk import games
from chowk.app.services import Room, World
from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.message import Message, Who, say, say_in
from chowk.core.oracle import Reply, Request, read_reply
from chowk.core.position import CHANCE, Seat, Spot
from chowk.core.referee import Player, referee
from chowk.draw.timeline import witnessed
from chowk.games.card import TICK
from chowk.play import announce, held_piece, tabs
from chowk.play.pointing import Pointing
from chowk.play.table import Hint, Step, Table
from chowk.store import saves
from chowk.store.plan import Plan, checked, drawn, tidied, usual_plan
from chowk.store.queue import WriteQueue
from chowk.store.saves import Save
from chowk.store.settings import Settings
from chowk.words.toast import Toast

if TYPE_CHECKING:
    from chowk.learn.review import Review
    from chowk.share.files import Incoming

Screen: TypeAlias = Literal["home", "table"]

HANDOVER: Final = 0.35
"""Seconds in which the next person's input waits, so that a double tap does not play for the other side."""
BANNERS: Final = {"normal": 1.1, "fast": 0.6, "off": 0.1}
"""Seconds for which a turn that passes by itself is shown, by the speed that is set."""
LEAST: Final = 0.45
"""Seconds that an opponent takes at least, so that a reply can be followed."""
LATE: Final = 0.3
"""Seconds after which a card says that its player is thinking."""
FIRST_DRAWN: Final = 0.15
"""Seconds in which the board is drawn before the opponents' room is opened, which takes the machine's time."""
OFFER: Final = "offer"
"""The sheet on which people are asked if they agree on a draw."""
GLANCE: Final = 2.5
LETTERS: Final = 12
"""Seconds for which a refusal is shown at least, and letters for each of which more."""
PAST: Final = 100
"""So many earlier positions at most are told to an opponent."""


class App:
    """The state of the application and everything that may be done with it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.settings = Settings()
        self.screen: Screen = "home"
        self.sheets: list[tuple[str, str]] = []
        self.plan: Plan | None = None
        self.onward: Match[Any, Any] | None = None
        self.plans: dict[str, Plan] = {}
        self.table: Table | None = None
        self.saves: dict[str, Save] = {}
        self.broken: dict[str, TextError] = {}
        self.toast: Toast | None = None
        self.newer = self.installable = False
        self.spoken: tuple[Message, ...] = ()
        self.answers = 0
        self.alert: Message | None = None
        self.offline: Mapping[str, Any] = {}
        self.look = ""
        self.linked = ""
        self.complaint: TextError | None = None
        self.tallies: str | None = None
        self.incoming: Incoming | None = None
        self.room = Room()
        self.queue = WriteQueue(world, self.trouble, self.taken_over)
        self._ticket = self.refusals = 0
        self._play: asyncio.Task[None] | None = None
        self._chosen: asyncio.Future[Any] | None = None
        self._answer: asyncio.Future[bool] | None = None
        self._asked: int | None = None
        self.review: Review | None = None
        self.reviewing: asyncio.Task[None] | None = None
        self.learnt: dict[str, str] = {}
        self.printing = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failure: BaseException | None = None
        self.details = self.noted = ""

    # Beginning ------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Reads what the device keeps and shows the home page."""
        kept = await self.queue.all()
        self.settings = saves.read_settings(kept.get(saves.SETTINGS_KEY, "{}"))
        self.tallies = kept.get(saves.STATISTICS_KEY)
        for key, text in kept.items():
            self._recall(key, text)
        self.world.render()

    def _recall(self, key: str, text: str) -> None:
        try:
            if key.startswith(saves.GAME_KEY):
                save = saves.read_save(text, games.find_book)
                self.saves[save.id] = save._replace(plan=checked(save.plan))
            elif key.startswith(saves.PLAN_KEY):
                self.plans[key.removeprefix(saves.PLAN_KEY)] = checked(saves.plan_from(text))
            elif key.startswith(saves.LESSON_KEY):
                self.learnt[key.removeprefix(saves.LESSON_KEY)] = text
        except TextError as error:
            self.broken[key] = error

    # Sheets ---------------------------------------------------------------------------------------------------------

    @property
    def sheet(self) -> tuple[str, str] | None:
        """The sheet on top, by name and argument."""
        return self.sheets[-1] if self.sheets else None

    def open_sheet(self, name: str, arg: str = "") -> None:
        """Lays a sheet on top, unless it lies there already."""
        self.complaint = None
        if self.sheet is None or self.sheet[0] != name:
            self.sheets.append((name, arg))
        else:
            self.sheets[-1] = (name, arg)

    def close_sheet(self) -> None:
        """Takes the topmost sheet away; a draw that it offers is declined by that."""
        if self.sheets and self.sheets.pop()[0] == OFFER:
            self.answer(agreed=False)

    def offer_update(self) -> None:
        """Offers a newer version of the page, which waits: on the home page at once, at a table when it is left."""
        self.newer = True
        if self.screen == "home":
            self.toast = Toast(say("A new version of Chowk is ready."), "update", say_in("the page does it", "Reload"))

    # Setting up -----------------------------------------------------------------------------------------------------

    def set_up(self, name: str) -> None:
        """Opens the set-up sheet of a game with the last choice in it."""
        self.plan, self.onward = self.plans.get(name) or usual_plan(name), None
        self.open_sheet("setup", name)

    def set_up_from(self, match: Match[Any, Any], plan: Plan) -> None:
        """Opens the set-up sheet to ask who goes on with a match; its rules are settled."""
        self.plan, self.onward = plan, match
        self.open_sheet("setup", plan.game)

    def change_plan(self, plan: Plan) -> None:
        """Changes what is being set up. Who goes on otherwise than it was played sits there by choice."""
        self.plan = plan if self.onward is None else plan._replace(lot=False)

    def begin(self, plan: Plan, rematch: bool = False) -> None:
        """Starts a new game; the one that was running stays among the saves.

        What is remembered of a rematch leaves it at a lot that was chosen for the first game.
        """
        plan, game = tidied(plan), games.load(plan.game)
        chosen = self.plans.get(plan.game, plan) if rematch else plan
        self.plans[plan.game] = plan._replace(lot=chosen.lot)
        self.keep(saves.PLAN_KEY + plan.game, saves.write_plan(self.plans[plan.game]))
        seed = self.world.seed()
        plan = drawn(plan, seed)
        match = game.match(seed, len(plan.seats), **plan.options)
        table = Table(game, plan, match, f"{seed:016x}", self.world.now())
        self.sit_down(table)
        self.spoken = table.draw or self.spoken

    def go_on(self, plan: Plan, match: Match[Any, Any]) -> None:
        """Goes on with a match from where it is, at a table of its own."""
        number, plan = self.world.seed(), tidied(plan)
        while f"{number:016x}" in self.saves:
            number += 1
        self.sit_down(Table(games.load(plan.game), plan, match, f"{number:016x}", self.world.now()))

    def resume(self, save: Save) -> None:
        """Sits down at a kept game."""
        self.sit_down(tabs.at_table(save))

    def sit_down(self, table: Table) -> None:
        """Shows a table and lets its game go on."""
        self.pause()
        self.sheets.clear()
        self._leave_table()
        self.table, self.screen, table.since = table, "table", self.world.now()
        if self.toast is not None and (self.toast.do or not self.toast.alert):
            self.toast = None
        if table.save not in self.saves:
            table.helped = bool(table.match.ply)  # it was begun elsewhere, or is gone on with from what is known
            self.save_game()
        self.run()
        if not table.guest:
            self.spawn(tabs.claim(self, table))

    def _leave_table(self) -> None:
        self.spoken, self.alert = (), None  # it was said of what is on the screen no more
        if self.table is not None:
            self.spawn(tabs.leave(self, self.table))

    def taken_over(self, save: str) -> None:
        """Stops playing a game that another page goes on with."""
        tabs.taken_over(self, save)

    def leave(self) -> None:
        """Goes home; the game waits among the saves."""
        self.pause()
        self.sheets.clear()
        self._leave_table()
        self.table, self.screen = None, "home"
        if self.newer:
            self.offer_update()

    # Playing --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Lets the match at the table go on from where it is."""
        table = self.table
        assert table is not None, "nobody sits at a table"
        if table.elsewhere or table.guest:
            return
        if table.lesson is not None:
            self._play = self.spawn(table.lesson.teach(self))
            return
        if table.people < len(table.plan.seats):
            self.spawn(self._warm(table.game.name))
        if table.outcome is None:
            players = {seat: self._player(table, seat) for seat in range(len(table.plan.seats))}
            players[CHANCE] = _Chair(partial(self.await_roll, table))
            self._play = self.spawn(self._referee(table, players))

    async def _warm(self, game: str) -> None:
        await self.world.sleep(FIRST_DRAWN)
        self.world.oracle.warm(game)

    def pause(self) -> None:
        """Stops whoever is choosing, so that the match may be changed; nothing can be half done."""
        for task in (self._play, self._chosen, self._answer, self.reviewing):
            if task is not None:
                task.cancel()
        self._play = self._chosen = self._answer = self.reviewing = None
        if self._asked is not None:
            self.world.oracle.drop(self._asked)
            self._asked = None
        self.world.stage.skip()
        if self.table is not None:
            self.table.dismiss()
            self.table.planned = ()
            self.table.thinking = None

    async def _referee(self, table: Table, players: Mapping[Seat, Player]) -> None:
        async def show(_: Any, events: Sequence[Event]) -> None:
            table.heard()
            await self._show(table, events)

        await referee(table.match, players, show)
        self.finish(table)

    async def _show(self, table: Table, events: Sequence[Event]) -> None:
        before = table.match.at(table.match.ply - 1)
        self.spoken, self.alert = announce.told(self.settings.telling, table), None
        self.save_game()
        await self.perform(table, [Step(before, events, table.match.position)])
        if table.game.rules.forced(before) is not None:
            await self.world.sleep(BANNERS[self.settings.speed])
        self.world.render()

    def finish(self, table: Table) -> None:
        """Shows how a match ended."""
        outcome = table.outcome
        assert outcome is not None, "the match goes on"
        self.spoken = (*self.spoken, table.game.speech.outcome(outcome))
        self.save_game()
        self.open_sheet("result")
        self.world.render()

    async def await_roll(self, table: Table) -> Any:
        """The roll that is due, once the person whose it is has thrown; an opponent throws at once.

        So do people who have set that the dice be rolled for them.
        """
        await self.offer_draw(table)
        seat = table.roller()
        if table.person(seat) and not self.settings.auto_roll:
            self._chosen = asyncio.get_running_loop().create_future()
            table.rolling = seat
            self.world.render()
            await self._chosen
            table.rolling = None
        return table.match.roll()

    async def offer_draw(self, table: Table) -> None:
        """Where the rules have a draw offered: asks the opponents first and then the people, and ends the game on it.

        The game goes on if anybody declines.
        """
        draws, match = table.game.draws, table.match
        if draws is None or not draws.due(match.position):
            return
        among = match.agreeing
        against = [seat for seat in among if not table.person(seat) and not draws.accepts(match.position, seat)]
        if against:
            self.toast = Toast(say("A draw was offered, and {player} plays on.", player=Who(against[0])))
            self.world.render()
        elif not any(map(table.person, among)) or await self._people_agree():
            match.agree()
            self.pause()
            self.sheets.clear()
            self.finish(table)
            raise asyncio.CancelledError

    async def _people_agree(self) -> bool:
        self._answer = asyncio.get_running_loop().create_future()
        self.open_sheet(OFFER)
        self.world.render()
        agreed = await self._answer
        self._answer = None
        return agreed

    def answer(self, *, agreed: bool) -> None:
        """Gives the people's answer to a draw that is offered."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(agreed)

    def roll(self) -> None:
        """Throws the dice that wait for a person."""
        if self._chosen is not None and not self._chosen.done():
            self._chosen.set_result(None)

    def _player(self, table: Table, seat: Seat) -> Player:
        return _Chair(partial(self.await_person if table.person(seat) else self.await_bot, table, seat))

    async def await_person(self, table: Table, seat: Seat) -> Any:
        """The move that a person chooses."""
        planned, table.planned = table.planned[:1], table.planned[1:]
        if planned and planned[0] in table.match.position.moves():
            return planned[0]
        if table.people > 1 and table.match.ply and table.match.at(table.match.ply - 1).turn != seat:
            await self.world.sleep(HANDOVER)
        self._chosen = asyncio.get_running_loop().create_future()
        table.invite(seat)
        self.world.render()
        return await self._chosen

    async def await_bot(self, table: Table, seat: Seat) -> Any:
        """The move that an opponent chooses."""
        level = table.plan.seats[seat].level
        seconds = table.game.level(level).seconds
        late = self.spawn(self._think_aloud(table, seat))
        try:
            least = self.spawn(self.world.sleep(LEAST if self.settings.speed == "normal" else 0))
            reply = await self.ask(table, level, round(seconds * 1000))
            await least
        finally:
            late.cancel()
            table.thinking = None
        return table.match.book.notation.read_move(table.match.position, reply.move)

    async def ask(self, table: Table, level: int, milliseconds: int, ahead: Sequence[Any] = ()) -> Reply:
        """An opponent's reply for the table's position, or for what moves `ahead` would make of it.

        A room that fails is asked again once, then says so.
        """
        if table.lesson is not None:
            return table.lesson.reply(tuple(ahead))
        lacking = False
        for last_try in (False, True):
            self._ticket += 1
            self._asked = self._ticket
            request = request_for(table, self._ticket, level, milliseconds, ahead)
            try:
                reply = read_reply(await self.world.oracle.ask(request.text()))
                if reply.ticket == request.ticket and not reply.error:
                    return reply
                lacking = reply.lacking
            except (OSError, TextError):
                pass
            finally:
                self._asked = None
            if last_try:
                self.stuck(lacking)
        raise asyncio.CancelledError

    def stuck(self, lacking: bool = False) -> None:
        """Says that the opponent cannot be reached, or `lacking` a file that it needs, and offers to try again."""
        text = say("The opponent did not respond. Your game is saved.")
        if lacking:
            text = say(
                "A file that this opponent needs did not arrive. Your game is saved. "
                "Try again, or choose an easier opponent."
            )
        self.toast = Toast(text, "retry", say_in("the page does it", "Try again"), alert=True)
        self.world.render()

    def hurry(self) -> None:
        """Makes the opponent move now."""
        if self._asked is not None:
            self.world.oracle.hurry(self._asked)

    async def _think_aloud(self, table: Table, seat: Seat) -> None:
        await self.world.sleep(LATE)
        table.thinking = seat
        self.world.render()

    # Pointing -------------------------------------------------------------------------------------------------------

    def point(self, pointing: Pointing[Any], *, touch: bool = False) -> None:
        """Takes over what is pointed at; a completed move is played, a refused one explained.

        A move that would lose something without need is asked about first, and so is any where that is wanted:
        always, or when a finger chose it, which `touch` says.
        """
        table = self.table
        if table is None or table.shown is not None:
            return
        if table.rolling is not None:
            table.pointing = pointing._replace(refused=())
            if not pointing.pressed:
                self.roll()
            return
        move = table.point(pointing) if table.awaited is not None else None
        self.tell_refusal(table)
        if move is not None and self._asks(table, move, touch):
            table.doubted, table.pointing = move, pointing.cancel()
            self.open_sheet("sure")
        elif move is not None:
            self.choose(move)
        self.world.render()

    def tell_refusal(self, table: Table) -> None:
        """Says why what was pointed at is refused, for as long as it takes to read; nothing where it is not."""
        self.alert = table.tell_refusal()
        self.refusals += 1
        if self.alert is not None:
            self.spawn(self._read_refusal(self.alert, self.refusals))

    async def _read_refusal(self, alert: Message, number: int) -> None:
        from chowk.words import reader

        await self.world.sleep(GLANCE + len(reader.words(self)(alert)) / LETTERS)
        if number == self.refusals:
            self.forgive()

    def forgive(self) -> None:
        """Says no more why something was refused."""
        if self.alert is not None:
            self.alert = None
            if self.table is not None:
                self.table.refusal = None
            self.world.render()

    def _asks(self, table: Table, move: Any, touch: bool) -> bool:
        tray, when = table.game.tray, self.settings.confirm
        return bool(tray and tray.asks(table.match.position, move)) or when == "always" or (when == "touch" and touch)

    def choose(self, move: Any) -> bool:
        """Makes the move that a person has chosen; says whether anybody waits for one."""
        if self.table is None or self._chosen is None or self._chosen.done():
            return False
        self.table.awaited = None
        self._chosen.set_result(move)
        return True

    def explain(self, number: int) -> None:
        """Says what a part of the turn is for, and marks what it can be used for."""
        table = self.table
        if table is None or table.game.tray is None:
            return
        parts = table.game.tray.parts(table.match.position)
        if number < len(parts):
            table.hint = Hint(parts[number].spots if table.awaited is not None else (), parts[number].said)
            self.spoken = (parts[number].said,)

    def tap(self, spot: Spot) -> None:
        """Points at a spot at once: what a key, a click beside the board or a voice command does."""
        table = self.table
        if table is None or not spot:
            return
        if table.trying is None:
            self.point(table.pointing.tap(spot))
        elif spot == TICK:
            held_piece.confirm(self)
        elif table.awaited is not None and table.shown is None:
            held_piece.attempt(self, table, table.trying, spot)

    def cancel(self) -> None:
        """Lets go of what is picked or held."""
        table = self.table
        self.alert = None
        if table is None:
            return
        if table.trying is None:
            self.point(table.pointing.cancel())
        else:
            table.trying.cancel()
            table.refusal = None
            self.world.render()

    def focus(self, spot: Spot) -> None:
        """Moves the board's keyboard cursor."""
        if self.table is not None:
            self.table.cursor = spot

    # Taking back ----------------------------------------------------------------------------------------------------

    def rewind(self, change: Callable[[], Sequence[Step]]) -> None:
        """Undoes or redoes: changes the match by `change()`, shows the steps, and lets the game go on."""
        assert self.table is not None, "nobody sits at a table"
        self.pause()
        self.sheets = [sheet for sheet in self.sheets if sheet[0] != "result"]
        steps = change()
        self.spoken, self.alert = (self.table.status,), None
        self.save_game()
        self._play = self.spawn(self._rewind(self.table, steps))

    async def _rewind(self, table: Table, steps: Sequence[Step]) -> None:
        await self.perform(table, steps)
        self.run()
        self.world.render()

    async def perform(self, table: Table, steps: Sequence[Step]) -> None:
        """Shows moves made or taken back, and comes back when the motion is over."""
        pieces, table.moving = table.view.pieces, True
        self.world.render()
        try:
            for step in steps:
                before, after = pieces(step.before), pieces(step.after)
                events = witnessed(before, step.events, after) if table.game.bench else step.events
                await self.world.stage.perform(before, events, after)
        finally:
            table.moving = False

    async def hint(self) -> None:
        """Gives a hint, or says more of the one that was given."""
        from chowk.learn import hints

        await hints.deepen(self)

    # Keeping --------------------------------------------------------------------------------------------------------

    def save_game(self) -> None:
        """Keeps the game at the table as it is now."""
        table = self.table
        if table is None or table.lesson is not None or table.elsewhere or table.guest:
            return
        if table.match.ply or table.match.undone:
            now = self.world.now()
            table.spend(now)
            save = Save(table.save, table.plan, table.match, table.created, now, table.helped, table.seconds)
            self.saves[save.id] = save
            if save.over and not table.counted:
                from chowk.store import tally

                tally.count(self, table)  # first, so that a game that is kept as ended has been counted
            self.keep(saves.GAME_KEY + save.id, saves.write_save(save), wait=save.over)

    def change_settings(self, **changed: Any) -> None:
        """Changes settings and keeps them; a language that is chosen counts for more than the link's."""
        if "language" in changed:
            self.linked = ""
        self.settings = self.settings._replace(**changed)
        if self.settings.auto_roll and self.table is not None and self.table.rolling is not None:
            self.roll()
        self.keep(saves.SETTINGS_KEY, saves.write_settings(self.settings))

    def forget(self, save: str) -> None:
        """Deletes a kept game."""
        self.saves.pop(save, None)
        self.spawn(self.queue.write(saves.GAME_KEY + save, None))

    def keep(self, key: str, text: str, wait: bool = False) -> None:
        """Stores a text, soon; a device that refuses is told of once. See `Keeping.write`."""
        self.spawn(self.queue.write(key, text, wait))

    def trouble(self, toast: Toast) -> None:
        """Says that the device keeps nothing."""
        self.toast = toast
        self.world.render()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Runs work on the side and holds on to it until it is done."""
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        # Whoever waited for a task that failed has failed by the same error.
        if error is not None and error is not self._failure:
            from chowk.app import failures

            self._failure = error
            failures.tell(self, error)


class _Chair:
    """A player as the referee knows one: whatever sits there, it chooses by `choosing`, which has the table."""

    def __init__(self, choosing: Callable[[], Awaitable[Any]]) -> None:
        self._choosing = choosing

    async def choose(self, match: Match[Any, Any]) -> Any:  # noqa: ARG002 - the table's own match
        return await self._choosing()


def request_for(table: Table, ticket: int, level: int, milliseconds: int, ahead: Sequence[Any] = ()) -> Request:
    """The question to an opponent at `level` about the position at the table, after the moves `ahead`."""
    match, write = table.match, table.match.book.notation.write_position
    positions = list(match.positions[-PAST - 1 :])
    for move in ahead:
        positions.append(positions[-1].play(move))
    past = tuple(write(at) for at in positions[:-1])
    # Drawn apart from the dice, so that an opponent's seed says nothing about a roll to come.
    seed = chance.below(1 << 53, match.seed, -1 - match.ply)
    return Request(ticket, table.game.name, write(positions[-1]), level, seed, milliseconds, past)
