"""A running game: who is awaited, for what, and what is shown meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from chowk.core import chance, seat_draw
from chowk.core.errors import TextError
from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.message import Who, say, say_in
from chowk.core.position import CHANCE, Seat
from chowk.core.referee import Player, referee
from chowk.draw.timeline import witnessed
from chowk.engine.protocol import Reply, Request, read_reply
from chowk.i18n.toast import Toast
from chowk.session import clock, pondering
from chowk.session.input import premove
from chowk.session.navigation import HANDING, OFFER
from chowk.session.output import announce
from chowk.session.ports import Around
from chowk.session.table import Table, Transition

T = TypeVar("T")

HANDOVER: Final = 0.35
"""Seconds in which the next person's input waits, so that a double tap does not play for the other side."""
BANNERS: Final = {"normal": 1.1, "fast": 0.6, "off": 0.1}
"""Seconds for which a turn that passes by itself is shown, by the speed that is set."""
LEAST: Final = 0.45
"""Seconds that an opponent takes at least, so that a reply can be followed."""
LATE: Final = 0.3
"""Seconds after which a card says that its player is thinking."""
LONG: Final = 4.0
"""Seconds more after which an opponent thinks for long."""
FIRST_DRAWN: Final = 0.15
"""Seconds in which the board is drawn before the opponents' room is opened, which takes the machine's time."""
PAST: Final = 100
"""So many earlier positions at most are told to an opponent."""


class GameLoop:
    """Lets the match at a table go on, from whoever is to choose to whoever is next.

    `course` says how things go on by themselves at a table; None where they do not, as at one that is looked at only.
    """

    def __init__(self, around: Around, course: Callable[[Table], Coroutine[Any, Any, None] | None]) -> None:
        self._around = around
        self._course = course
        # All of these are written here alone.
        self._ticket = 0  # of the question that was asked last
        self._asked: int | None = None  # the ticket of the question that is open
        self._pondered: int | None = None  # the ticket of what an opponent thinks about while a person does
        self._pondering: asyncio.Task[None] | None = None  # that thinking
        self._running: asyncio.Task[Any] | None = None  # what goes on by itself at the table
        self._chosen: asyncio.Future[Any] | None = None  # what a person is to choose: a move, or to roll
        self._answer: asyncio.Future[bool] | None = None  # what people are to say to a draw that is offered
        self._handed: asyncio.Future[None] | None = None  # that the next person has the device
        self._alongside: asyncio.Task[Any] | None = None  # work that a change of the match stops, such as a review

    # Going on and stopping ------------------------------------------------------------------------------------------

    def run(self, table: Table) -> None:
        """Lets things go on at a table from where they are."""
        course = self._course(table)
        if course is not None:
            self._running = self._around.spawn(course)

    def pause(self, table: Table | None) -> None:
        """Stops whoever is choosing, so that the match may be changed; nothing can be half done."""
        for task in (self._running, self._chosen, self._answer, self._handed, self._alongside):
            if task is not None:
                task.cancel()
        self._running = self._chosen = self._answer = self._handed = self._alongside = None
        self._around.place.drop(HANDING)
        if self._asked is not None:
            self._around.world.oracle.drop(self._asked)
            self._asked = None
        self._around.world.stage.skip()
        if table is not None:
            table.choice.stop()

    def alongside(self, task: asyncio.Task[Any]) -> asyncio.Task[Any]:
        """Stops that work, too, when the match at the table is to be changed."""
        self._alongside = task
        return task

    async def play(self, table: Table) -> None:
        """Plays a match to its end."""
        if any(seat.kind == "bot" for seat in table.plan.seats):
            self._around.spawn(self._warm(table))
        if table.outcome is None:
            if not table.match.ply:
                told = announce.remarked(self._around.settings, table)
                self._around.voice.spoken = (*self._around.voice.spoken, *told)
            players: dict[Seat, Player] = {seat: self._player(table, seat) for seat in range(len(table.plan.seats))}
            players[CHANCE] = _Chair(partial(self.await_roll, table))
            await self._referee(table, players)

    async def _warm(self, table: Table) -> None:
        await self._around.world.sleep(FIRST_DRAWN)
        self._around.world.oracle.warm(table.game.name)
        self._around.extras.attend(table)

    async def _referee(self, table: Table, players: Mapping[Seat, Player]) -> None:
        async def show(_: Any, events: Sequence[Event]) -> None:
            table.heard()
            await self._show(table, events)

        await referee(table.match, players, show, partial(self._impose, table))
        await self._celebrate(table)
        self.finish(table)

    async def _show(self, table: Table, events: Sequence[Event]) -> None:
        around = self._around
        before = table.match.at(table.match.ply - 1)
        around.voice.say(*announce.told(around.settings.telling, table), *announce.remarked(around.settings, table))
        around.save_game(table)
        await self.perform(table, [Transition(before, events, table.match.position)])
        if table.game.rules.forced(before) is not None and not self._asks_first(table, before.turn):
            # A roll that cannot be used is looked at for longer.
            await around.world.sleep(BANNERS[around.settings.speed] * (1.6 if table.chancy else 1))

    def _asks_first(self, table: Table, seat: Seat) -> bool:
        """Whether even what the rules impose waits for the person whose turn it is."""
        return self._around.settings.automatic == "off" and table.kind == "own" and table.seats.person(seat)

    async def _impose(self, table: Table, move: Any) -> None:
        """Waits until a person who wants to see what the rules impose has seen it."""
        if self._asks_first(table, table.match.position.turn):
            self._chosen = asyncio.get_running_loop().create_future()
            table.choice.imposed = move
            told = table.game.speech.tell(table.match.position, move)
            self._around.voice.spoken = (*self._around.voice.spoken, *told)
            self._around.world.render()
            await self._chosen
            table.choice.imposed = None

    async def _celebrate(self, table: Table) -> None:
        """Lets the pieces of a game that was won have their ceremony, where motion is wanted."""
        game, outcome, stage = table.game, table.outcome, self._around.world.stage
        if game.ending is None or outcome is None or outcome.winner is None or not stage.lively:
            return
        from chowk.draw.ceremony import Ceremony

        display = table.display
        seen, display.moving = display.seen, True
        if game.trial is not None:
            display.seen = outcome.winner
        self._around.world.render()
        try:
            scene = table.view.pieces(table.match.position)
            await stage.celebrate(Ceremony(scene, game.ending()(scene, table.match.position, outcome)))
        finally:
            display.seen, display.moving = seen, False

    def finish(self, table: Table) -> None:
        """Shows how a match ended."""
        outcome, around = table.outcome, self._around
        assert outcome is not None, "the match goes on"
        said = (table.game.speech.outcome(outcome), *announce.remarked(around.settings, table))
        around.voice.spoken = (*(one for one in around.voice.spoken if one not in said), *said)
        around.save_game(table)
        around.place.lay("result")
        around.ended(table)
        around.world.render()

    def end(self, table: Table) -> None:
        """Ends a match that the players have declared to be over."""
        self.pause(table)
        self._around.place.clear()
        self.finish(table)

    # Dice, and draws that are offered ---------------------------------------------------------------------------------

    async def await_roll(self, table: Table) -> Any:
        """The roll that is due, once the person whose it is has thrown; an opponent throws at once.

        So do people who have set that the dice be rolled for them.
        """
        await self.offer_draw(table)
        seat = table.roller()
        if table.distance is not None and not seat_draw.throwing(table.match.position):
            await self._await_letter(table)
        if table.seats.person(seat) and not self._around.settings.auto_roll:
            await self._turn_to(table, seat)
            self._chosen = asyncio.get_running_loop().create_future()
            table.choice.rolling = seat
            self._around.world.render()
            await self._timed(table, seat, self._chosen)
            table.choice.rolling = None
        return table.match.roll()

    def roll(self) -> None:
        """Throws the dice that wait for a person, or goes on where what the rules impose has been seen."""
        if self._chosen is not None and not self._chosen.done():
            self._chosen.set_result(None)

    async def offer_draw(self, table: Table) -> None:
        """Where the rules have a draw offered: asks the opponents first and then the people, and ends the game on it.

        The game goes on if anybody declines.
        """
        draws, match = table.game.draws, table.match
        if draws is None or not draws.due(match.position):
            return
        if table.distance is not None:
            await self._offer_apart(table)
            return
        among = match.agreeing
        against = [seat for seat in among if not table.seats.person(seat) and not draws.accepts(match.position, seat)]
        if against:
            told = say("A draw was offered, and {player} plays on.", player=Who(against[0]))
            self._around.voice.toast = Toast(told)
            self._around.world.render()
        elif not any(map(table.seats.person, among)) or await self._people_agree():
            match.agree()
            self.end(table)
            raise asyncio.CancelledError

    async def _offer_apart(self, table: Table) -> None:
        """The same where one plays apart: whoever is to roll says so first, and waits for everybody's answer."""
        from chowk.session import correspondence_state as state

        apart = table.distance
        if apart is None or not state.due(apart, table.match):
            return
        wish = apart.standing(table.match)
        if wish is None and await self._people_agree():
            table.distance = apart = state.agreed(apart, table.match)
            if table.outcome is not None:
                self.end(table)
                raise asyncio.CancelledError
            self._around.save_game(table)
            wish = apart.wish
        if wish is not None and not wish.no:
            self._around.world.render()
            await asyncio.Event().wait()

    async def _people_agree(self) -> bool:
        self._answer = asyncio.get_running_loop().create_future()
        self._around.place.lay(OFFER)
        self._around.world.render()
        agreed = await self._answer
        self._answer = None
        return agreed

    def answer(self, *, agreed: bool) -> None:
        """Gives the people's answer to a draw that is offered."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(agreed)

    # People and opponents ---------------------------------------------------------------------------------------------

    async def _await_letter(self, table: Table) -> None:
        """Waits while others are due, or their part of the dice: what comes next comes by a link, which stops this."""
        from chowk.session import correspondence_state as state

        assert table.distance is not None, "it is played apart"
        if state.held(table.distance, table.match):
            self._around.world.render()
            await asyncio.Event().wait()

    async def _await_away(self) -> Any:
        """Waits for what comes by a link, which stops this."""
        self._around.world.render()
        await asyncio.Event().wait()

    def _player(self, table: Table, seat: Seat) -> Player:
        if table.plan.seats[seat].kind == "away":
            return _Chair(self._await_away)
        return _Chair(partial(self.await_person if table.seats.person(seat) else self.await_bot, table, seat))

    async def await_person(self, table: Table, seat: Seat) -> Any:
        """The move that a person chooses."""
        planned, table.choice.planned = table.choice.planned[:1], table.choice.planned[1:]
        if planned and planned[0] in table.match.position.moves():
            return planned[0]
        ahead = premove.taken(table)
        if ahead.move is not None:
            return ahead.move
        if self._around.settings.automatic == "moves" and table.kind == "own" and not table.match.undone:
            only = table.match.position.moves()
            if len(only) == 1:
                await self._around.world.sleep(LEAST if self._around.settings.speed == "normal" else 0)
                return only[0]
        handed = table.match.ply and table.match.at(table.match.ply - 1).turn != seat
        if table.seats.people > 1 and table.kind != "analysis" and handed:  # who analyses moves both sides
            await self._around.world.sleep(HANDOVER)
        await self._turn_to(table, seat)
        self._chosen = asyncio.get_running_loop().create_future()
        table.invite(seat)
        if ahead.chooser.picked:
            table.choice.pointing = ahead
        self._around.world.render()
        self._pondering = self._around.spawn(self._ponder(table, seat))
        try:
            return await self._timed(table, seat, self._chosen)
        finally:
            self._stop_pondering()

    async def _turn_to(self, table: Table, seat: Seat | None) -> None:
        """Turn the board to the person in a seat, where several share this device and want that.

        First they are told to hand the device over, unless that is switched off or no move was made yet. While it is
        thrown for who starts, nothing turns.
        """
        settings = self._around.settings
        shared = table.kind == "own" and table.seats.people > 1 and settings.sharing == "turns"
        if not shared or seat is None or seat == table.near or seat_draw.throwing(table.match.position):
            return
        if settings.handing and table.match.ply:
            self._handed = asyncio.get_running_loop().create_future()
            self._around.place.lay(HANDING, str(seat))
            self._around.world.render()
            await self._handed
            self._handed = None
            self._around.place.drop(HANDING)
        table.display.bottom = seat

    def take_device(self) -> None:
        """Let the game go on: the next person has the device."""
        if self._handed is not None and not self._handed.done():
            self._handed.set_result(None)

    async def _ponder(self, table: Table, seat: Seat) -> None:
        """Lets the opponent think about what the person in a seat may do, if it is one that gains by that."""
        around, level = self._around, pondering.level(table, seat)
        if level is None or not await pondering.allowed(around):
            return
        await around.world.sleep(pondering.SETTLED)
        if not around.world.oracle.aside:
            return
        self._ticket += 1
        self._pondered = self._ticket
        with suppress(OSError):  # whoever asks for its move next will hear that it is gone
            await around.world.oracle.ask(request_for(table, self._ticket, level, pondering.LONGEST).text())

    def _stop_pondering(self) -> None:
        """Lets the opponent think about nothing but what it is asked."""
        if self._pondering is not None:
            self._pondering.cancel()
        if self._pondered is not None:
            self._around.world.oracle.drop(self._pondered)
        self._pondering = self._pondered = None

    def choose(self, table: Table, move: Any) -> bool:
        """Makes the move that a person has chosen; says whether anybody waits for one."""
        if self._chosen is None or self._chosen.done():
            return False
        table.choice.awaited = None
        self._chosen.set_result(move)
        return True

    async def await_bot(self, table: Table, seat: Seat) -> Any:
        """The move that an opponent chooses."""
        around, level = self._around, table.plan.seats[seat].level
        seconds = table.game.level(level).seconds
        late = around.spawn(self._think_aloud(table, seat))
        try:
            least = around.spawn(around.world.sleep(LEAST if around.settings.speed == "normal" else 0))
            patience = clock.patience(table, seat, round(seconds * 1000), around.world.instant())
            reply = await self._timed(table, seat, self.ask(table, level, patience))
            await least
        finally:
            late.cancel()
            table.choice.thinking, table.choice.slow = None, False
        return table.match.ruleset.notation.read_move(table.match.position, reply.move)

    async def _timed(self, table: Table, seat: Seat | None, choosing: Awaitable[T]) -> T:
        """What is chosen, while the clock of who chooses runs, if there is one."""
        if table.timing is None or seat is None:
            return await choosing
        instant = self._around.world.instant
        table.timing = table.timing.running(seat, instant())
        watch = self._around.spawn(clock.watch(self._around, table, partial(self._overstep, table, seat)))
        try:
            return await choosing
        finally:
            watch.cancel()
            table.timing = table.timing.paused(instant())

    def _overstep(self, table: Table, seat: Seat) -> None:
        """Ends a game because somebody's time is up."""
        table.match.overstep(seat)
        self.end(table)

    async def _think_aloud(self, table: Table, seat: Seat) -> None:
        await self._around.world.sleep(LATE)
        table.choice.thinking = seat
        self._around.world.render()
        await self._around.world.sleep(LONG)
        table.choice.slow = True
        self._around.voice.spoken = (*self._around.voice.spoken, *announce.remarked(self._around.settings, table))
        self._around.world.render()

    async def ask(self, table: Table, level: int, milliseconds: int, ahead: Sequence[Any] = ()) -> Reply:
        """An opponent's reply for the table's position, or for what moves `ahead` would make of it.

        A room that fails is asked again once, then says so.
        """
        self._stop_pondering()
        lacking = gone = False
        for last_try in (False, True):
            self._ticket += 1
            self._asked = self._ticket
            request = request_for(table, self._ticket, level, milliseconds, ahead)
            try:
                reply = read_reply(await self._around.world.oracle.ask(request.text()))
                if reply.ticket == request.ticket and not reply.error:
                    return reply
                lacking, gone = reply.lacking, reply.gone
            except (OSError, TextError):
                pass
            finally:
                self._asked = None
            if last_try:
                self._stuck(lacking, gone)
        raise asyncio.CancelledError

    def _stuck(self, lacking: bool, gone: bool) -> None:
        """Say that the opponent cannot be reached or is `lacking` a file, and offer to try again.

        What is `gone` from the host comes by no further try: then a reload is offered, which brings the newer version.
        """
        text = say("The opponent did not respond. Your game is saved.")
        do, label = "retry", say_in("the page does it", "Try again")
        if gone:
            text = say(
                "The server no longer has a file that this opponent needs: it may have a newer version of Chowk. "
                "Your game is saved."
            )
            do, label = "update", say_in("the page does it", "Reload")
        elif lacking:
            text = say(
                "A file that this opponent needs did not arrive. Your game is saved. "
                "Try again, or choose an easier opponent."
            )
        self._around.voice.toast = Toast(text, do, label, alert=True)
        self._around.world.render()

    def hurry(self) -> None:
        """Makes the opponent move now."""
        if self._asked is not None:
            self._around.world.oracle.hurry(self._asked)

    # Taking back, and showing -----------------------------------------------------------------------------------------

    def rewind(self, table: Table, change: Callable[[Table], Sequence[Transition]]) -> None:
        """Undoes or redoes: changes the match by `change`, shows the steps, and lets the game go on."""
        self.pause(table)
        self._around.place.drop("result")
        steps = change(table)
        self._around.voice.say(table.status)
        self._around.save_game(table)
        self._running = self._around.spawn(self._rewind(table, steps))

    async def _rewind(self, table: Table, steps: Sequence[Transition]) -> None:
        await self.perform(table, steps)
        self.run(table)
        self._around.world.render()

    async def perform(self, table: Table, steps: Sequence[Transition]) -> None:
        """Shows moves made or taken back, and comes back when the motion is over."""
        pieces, table.display.moving = table.view.pieces, True
        self._around.world.render()
        try:
            for step in steps:
                before, after = pieces(step.before), pieces(step.after)
                events = witnessed(before, step.events, after) if table.game.trial else step.events
                await self._around.world.stage.perform(before, events, after)
        finally:
            table.display.moving = False


class _Chair:
    """A player as the referee knows one: whatever sits there, it chooses by `choosing`, which has the table."""

    def __init__(self, choosing: Callable[[], Awaitable[Any]]) -> None:
        self._choosing = choosing

    async def choose(self, match: Match[Any, Any]) -> Any:  # noqa: ARG002 - the table's own match
        return await self._choosing()


def request_for(table: Table, ticket: int, level: int, milliseconds: int, ahead: Sequence[Any] = ()) -> Request:
    """The question to an opponent at `level` about the position at the table, after the moves `ahead`."""
    match, write = table.match, table.match.ruleset.notation.write_position
    positions = list(match.positions[-PAST - 1 :])
    for move in ahead:
        positions.append(positions[-1].play(move))
    past = past_of(match, positions)
    # Drawn apart from the dice, so that an opponent's seed says nothing about a roll to come.
    seed = chance.below(1 << 53, match.seed, -1 - match.ply)
    return Request(ticket, table.game.name, write(positions[-1]), level, seed, milliseconds, past)


def past_of(match: Match[Any, Any], positions: Sequence[Any]) -> tuple[str, ...]:
    """The positions before the last of these as text, as an opponent is told them; none where nothing hangs on them."""
    if match.ruleset.rules.recurring(positions[-1]) is None:
        return ()
    return tuple(match.ruleset.notation.write_position(at) for at in positions[-1 - PAST : -1])
