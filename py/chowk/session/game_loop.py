"""The game loop: asks the players for moves, plays the moves, and shows them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.events import Event
from chowk.core.match import Match
from chowk.core.message import PlayerName, say, say_in
from chowk.core.position import CHANCE, Seat
from chowk.core.referee import Player, referee
from chowk.draw.timeline import drawable_events
from chowk.engine.between import Between
from chowk.engine.protocol import PAST, Reply, Request, past_of, read_reply
from chowk.i18n.toast import Toast
from chowk.session import clock, pondering
from chowk.session.input import premove
from chowk.session.navigation import HANDING, OFFER
from chowk.session.output import announce
from chowk.session.ports import GameServices
from chowk.session.table import Table, Transition

T = TypeVar("T")

HANDOVER: Final = 0.35
"""Seconds after a change of player for which input is ignored, so that a double tap does not move for the next
player."""
BANNERS: Final = {"normal": 1.1, "fast": 0.6, "off": 0.1}
"""Seconds for which a forced move is shown, by the setting of the animation speed."""
LEAST: Final = 0.45
"""Minimum duration of an opponent's move in seconds, so that the player can follow it."""
LATE: Final = 0.3
"""Seconds of thinking after which the page shows that an opponent is thinking."""
LONG: Final = 4.0
"""Seconds of thinking after which an opponent counts as slow, counted from the end of the `LATE` seconds."""
FIRST_DRAWN: Final = 0.15
"""Seconds to wait before the opponents' engine starts, which uses much of the processor. The board is drawn first."""


class GameLoop:
    """The loop that runs the match at a table: it waits for each choice, plays the move and shows it.

    `course` returns the coroutine to run at a table, such as a match or a lesson, or None if nothing is played there.
    """

    def __init__(self, services: GameServices, course: Callable[[Table], Coroutine[Any, Any, None] | None]) -> None:
        self._services = services
        self._course = course
        # All of these are written only here.
        self._ticket = 0  # of the last request
        self._open_ticket: int | None = None  # the ticket of the open request
        self._pondered: int | None = None  # the ticket of the pondering request
        self._pondering: asyncio.Task[None] | None = None  # the pondering task
        self._running: asyncio.Task[Any] | None = None  # the coroutine that runs at the table
        self._chosen: asyncio.Future[Any] | None = None  # the choice of a person: a move, or to roll
        self._answer: asyncio.Future[bool] | None = None  # the people's answer to a draw offer
        self._handed: asyncio.Future[None] | None = None  # done when the next person has the device
        self._alongside: asyncio.Task[Any] | None = None  # work that a change of the match cancels, such as a review

    # Going on and stopping --------------------------------------------------------------------------------------------

    def run(self, table: Table) -> None:
        """Start the coroutine that runs at a table, such as a match (from its present position) or a lesson."""
        course = self._course(table)
        if course is not None:
            self._running = self._services.spawn(course)

    def pause(self, table: Table | None) -> None:
        """Cancel every pending choice and task, so that the match can be changed.

        `table` is the table at which the choices are pending, or None if no table is open.
        """
        for task in (self._running, self._chosen, self._answer, self._handed, self._alongside):
            if task is not None:
                task.cancel()
        self._running = self._chosen = self._answer = self._handed = self._alongside = None
        self._services.place.drop(HANDING)
        if self._open_ticket is not None:
            self._services.engine.drop(self._open_ticket)
            self._open_ticket = None
        self._services.stage.skip()
        if table is not None:
            table.choice.stop()

    def register_task(self, task: asyncio.Task[Any]) -> asyncio.Task[Any]:
        """Register a task to cancel before the match at the table changes. Return the task."""
        self._alongside = task
        return task

    async def play(self, table: Table) -> None:
        """Play the match at a table to its end. If it is over already, only load its computer opponents."""
        if any(seat.kind == "bot" for seat in table.plan.seats):
            self._services.spawn(self._warm(table))
        if table.outcome is None:
            if not table.match.ply and not table.match.undone:
                settings, voice = self._services.settings, self._services.voice
                remarks = announce.remarked(settings, table)
                calls = announce.call_to_move(settings.telling, table)
                voice.spoken = (*voice.spoken, *remarks, *calls)
            players: dict[Seat, Player] = {seat: self._player(table, seat) for seat in range(len(table.plan.seats))}
            players[CHANCE] = _Chair(partial(self.await_roll, table))
            await self._referee(table, players)

    async def _warm(self, table: Table) -> None:
        await self._services.clock.sleep(FIRST_DRAWN)
        self._services.engine.preload(table.game.name)
        self._services.extras.attend(table)

    async def _referee(self, table: Table, players: Mapping[Seat, Player]) -> None:
        async def show(_: Any, events: Sequence[Event]) -> None:
            table.log_last_move()
            await self._show(table, events)

        await referee(table.match, players, show, partial(self._impose, table))
        await self.celebrate(table)
        self.finish(table)

    async def _show(self, table: Table, events: Sequence[Event]) -> None:
        services = self._services
        before = table.match.position_after(table.match.ply - 1)
        services.save_game(table)  # if the players are connected, this also sends the turn
        services.voice.say(
            *announce.announcement(services.settings.telling, table),
            *(announce.remarked(services.settings, table) if before.turn != CHANCE else ()),  # not after a roll
            *announce.to_send(table),
            *announce.call_to_move(services.settings.telling, table),
        )
        await self.perform(table, [Transition(before, events, table.match.position)])
        if table.game.rules.forced(before) is not None and not self._asks_first(table, before.turn):
            # A roll that allows no choice stays visible for longer.
            await services.clock.sleep(BANNERS[services.settings.speed] * (1.6 if table.has_chance else 1))

    def _asks_first(self, table: Table, seat: Seat) -> bool:
        """Return True if the person in a seat must confirm even forced moves."""
        return self._services.settings.automatic == "off" and table.kind == "own" and table.seats.person(seat)

    async def _impose(self, table: Table, move: Any) -> None:
        """Wait until the person whose turn it is has confirmed a forced move, if the settings require that."""
        if self._asks_first(table, table.match.position.turn):
            self._chosen = asyncio.get_running_loop().create_future()
            table.choice.impose(move)
            sentences = table.game.tell_named(table.match.position, move)
            self._services.voice.spoken = (*self._services.voice.spoken, *sentences)
            self._services.page.render()
            await self._chosen
            table.choice.accept_imposed()

    async def celebrate(self, table: Table) -> None:
        """Animate the pieces after a win by the game's rules (not by resignation or on time).

        Do nothing if animations are off or if the game has no such animation.
        """
        game, outcome, stage = table.game, table.match.ruled(), self._services.stage
        if game.ending is None or outcome is None or outcome.winner is None or not stage.lively:
            return
        from chowk.draw.ceremony import Ceremony

        display = table.display
        board_seat = display.shown_seat
        display.start_motion()
        if game.trial is not None:
            display.show_board_of(outcome.winner)
        self._services.page.render()
        try:
            scene = table.view.pieces(table.match.position)
            await stage.celebrate(Ceremony(scene, game.ending()(scene, table.match.position, outcome)))
        finally:
            display.show_board_of(board_seat)
            display.stop_motion()

    def finish(self, table: Table) -> None:
        """Store the finished match and show its result."""
        outcome, services = table.outcome, self._services
        assert outcome is not None, "the match goes on"
        earlier = services.voice.spoken
        messages = (table.game.speech.outcome(outcome), *announce.remarked(services.settings, table))
        if services.stage.lively:
            # The announcement of the last move was read while its pieces moved: it must not be read again.
            services.voice.spoken = tuple(message for message in messages if message not in earlier) or messages
        else:
            services.voice.spoken = (*(message for message in earlier if message not in messages), *messages)
        services.save_game(table)
        services.place.open_sheet("result")
        services.result_opened(table)
        services.page.render()

    def end(self, table: Table) -> None:
        """Stop the game loop and show the result of a match that the players or the clock ended."""
        self.pause(table)
        self._services.place.clear()
        self.finish(table)

    # Dice and draw offers ---------------------------------------------------------------------------------------------

    async def await_roll(self, table: Table) -> Any:
        """Return the roll that is due. If it is a person's roll, first wait until that person rolls the dice.

        Computer opponents roll at once, and so do people if automatic rolls are on. Before the roll, ask about a draw
        that the rules offer (`offer_draw`). In a correspondence game, also wait for a link that is still due.
        """
        await self.offer_draw(table)
        seat = table.roller()
        if table.distance is not None and not table.match.throwing:
            await self._await_link(table)
        by_hand = table.kind == "lesson" or not self._services.settings.auto_roll  # a lesson asks for the roll
        if seat is not None and table.seats.person(seat) and by_hand:
            await self._turn_to(table, seat)
            self._chosen = asyncio.get_running_loop().create_future()
            table.choice.await_roll(seat)
            self._services.page.render()
            await self._timed(table, seat, self._chosen)
            table.choice.rolled()
        return table.match.roll()

    def roll(self) -> None:
        """Continue after a person has acted: roll the dice that are due, or play the forced move that was confirmed."""
        if self._chosen is not None and not self._chosen.done():
            self._services.voice.dismiss()
            self._chosen.set_result(None)

    async def offer_draw(self, table: Table) -> None:
        """If the rules offer a draw now, ask the computer opponents and then the people. End the game if all accept.

        The game goes on if any player declines. A correspondence game ends only when the links with all players'
        answers have arrived.
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
            message = say("A draw was offered, and {player} plays on.", player=PlayerName(against[0]))
            self._services.voice.toast = Toast(message)
            self._services.page.render()
        elif not any(map(table.seats.person, among)) or await self._people_agree():
            match.agree()
            self.end(table)
            raise asyncio.CancelledError

    async def _offer_apart(self, table: Table) -> None:
        """Handle a draw that the rules offer in a correspondence game.

        Do nothing unless it is the turn of the player at this device. Ask this player first. If the player agrees, wait
        for the links with the others' answers. A link that arrives cancels this coroutine.
        """
        from chowk.session import correspondence_state as state

        distance = table.distance
        if distance is None or not state.must_act(distance, table.match):
            return
        wish = distance.standing(table.match)
        if wish is None and await self._people_agree():
            distance = state.agreed(distance, table.match)
            table.play_apart(distance)
            if table.outcome is not None:
                self.end(table)
                raise asyncio.CancelledError
            self._services.save_game(table)
            wish = distance.wish
        if wish is not None and not wish.no:
            self._services.page.render()
            await asyncio.Event().wait()

    async def _people_agree(self) -> bool:
        self._answer = asyncio.get_running_loop().create_future()
        self._services.place.open_sheet(OFFER)
        self._services.page.render()
        agreed = await self._answer
        self._answer = None
        return agreed

    def answer(self, *, agreed: bool) -> None:
        """Answer a draw offer for all people at this device."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(agreed)

    # People and opponents ---------------------------------------------------------------------------------------------

    async def _await_link(self, table: Table) -> None:
        """Return if the player at this device must act in a correspondence game. Otherwise wait to be cancelled.

        The link with another player's action cancels this coroutine, and the match goes on in a new one.
        """
        from chowk.session import correspondence_state as state

        assert table.distance is not None, "it is played apart"
        if state.must_wait(table.distance, table.match):
            self._services.page.render()
            await asyncio.Event().wait()

    async def _await_away(self) -> Any:
        """Wait for a link with the move of a player at another device. Never return.

        The link cancels this coroutine, and the match goes on in a new one.
        """
        self._services.page.render()
        await asyncio.Event().wait()

    def _player(self, table: Table, seat: Seat) -> Player:
        if table.plan.seats[seat].kind == "away":
            return _Chair(self._await_away)
        return _Chair(partial(self.await_person if table.seats.person(seat) else self.await_bot, table, seat))

    async def await_person(self, table: Table, seat: Seat) -> Any:
        """Return the move of the person in a seat.

        It is the move that an earlier click or a premove has chosen. Without such a move, it is the only legal move if
        the settings play such moves automatically. Otherwise the person chooses it now.
        """
        planned = table.choice.take_planned()
        if planned is not None and planned in table.match.position.moves():
            return planned
        ahead = premove.take_premove(table)
        if ahead.move is not None:
            return ahead.move
        if self._services.settings.automatic == "moves" and table.kind == "own" and not table.match.undone:
            only = table.match.position.moves()
            if len(only) == 1:
                await self._services.clock.sleep(LEAST if self._services.settings.speed == "normal" else 0)
                return only[0]
        handed = table.match.ply and table.match.position_after(table.match.ply - 1).turn != seat
        if table.seats.people > 1 and table.kind != "analysis" and handed:  # in an analysis one person moves both sides
            await self._services.clock.sleep(HANDOVER)
        await self._turn_to(table, seat)
        self._chosen = asyncio.get_running_loop().create_future()
        table.invite(seat)
        if ahead.chooser.picked:
            table.choice.point(ahead)
        self._services.page.render()
        self._pondering = self._services.spawn(self._ponder(table, seat))
        try:
            return await self._timed(table, seat, self._chosen)
        finally:
            self._stop_pondering()

    async def _turn_to(self, table: Table, seat: Seat | None) -> None:
        """Turn the board to the person in `seat`, if people share this device and the settings say so.

        If the settings say so and a move was made, ask for the device to be handed over, and wait for that. Do nothing
        if `seat` is None, or while the players roll to decide the starting player.
        """
        settings = self._services.settings
        shared = table.kind == "own" and table.seats.people > 1 and settings.sharing == "turns"
        if not shared or seat is None or seat == table.near or table.match.throwing:
            return
        if settings.handing and table.match.ply:
            self._handed = asyncio.get_running_loop().create_future()
            self._services.place.open_sheet(HANDING, str(seat))
            self._services.page.render()
            await self._handed
            self._handed = None
            self._services.place.drop(HANDING)
        table.display.turn_to(seat)

    def take_device(self) -> None:
        """Continue the game after the next person has taken the device."""
        if self._handed is not None and not self._handed.done():
            self._handed.set_result(None)

    async def _ponder(self, table: Table, seat: Seat) -> None:
        """Let the computer opponent think ahead (ponder) while the person in `seat` chooses.

        Do nothing if its level does not support that, or if the settings or the power supply do not allow it.
        """
        services, level = self._services, pondering.level(table, seat)
        if level is None or not await pondering.allowed(services):
            return
        await services.clock.sleep(pondering.SETTLED)
        if not services.engine.in_worker:
            return
        self._ticket += 1
        self._pondered = self._ticket
        with suppress(OSError):  # the next request for a move will report that the engine cannot be reached
            await services.engine.ask(request_for(table, self._ticket, level, pondering.LONGEST).text())

    def _stop_pondering(self) -> None:
        """Stop a computer opponent's pondering (thinking during a person's turn), and cancel the request to ponder."""
        if self._pondering is not None:
            self._pondering.cancel()
        if self._pondered is not None:
            self._services.engine.drop(self._pondered)
        self._pondering = self._pondered = None

    def choose(self, table: Table, move: Any) -> bool:
        """Make the move that a person has chosen; return False if no choice is pending."""
        if self._chosen is None or self._chosen.done():
            return False
        table.choice.stop_awaiting()
        self._services.voice.dismiss()
        self._chosen.set_result(move)
        return True

    async def await_bot(self, table: Table, seat: Seat) -> Any:
        """Return the move that the computer opponent in a seat chooses."""
        services, level = self._services, table.opponent(seat)
        seconds = table.game.level(level if isinstance(level, int) else level.upper).seconds
        late = services.spawn(self._think_aloud(table, seat))
        try:
            least = services.spawn(services.clock.sleep(LEAST if services.settings.speed == "normal" else 0))
            patience = clock.thinking_time(table, seat, round(seconds * 1000), services.clock.instant())
            reply = await self._timed(table, seat, self.ask(table, level, patience))
            await least
        finally:
            late.cancel()
            table.choice.stop_thinking()
        return table.match.ruleset.notation.read_move(table.match.position, reply.move)

    async def _timed(self, table: Table, seat: Seat | None, choosing: Awaitable[T]) -> T:
        """Await `choosing` and return its result. Run the seat's clock meanwhile, if the table has one."""
        if table.timing is None or seat is None:
            return await choosing
        instant = self._services.clock.instant
        table.start_clock(seat, instant())
        watch = self._services.spawn(clock.watch(self._services, table, partial(self._overstep, table, seat)))
        try:
            return await choosing
        finally:
            watch.cancel()
            table.stop_clock(instant())

    def _overstep(self, table: Table, seat: Seat) -> None:
        """End the match at a table, because the time of the player in a seat is up."""
        table.match.overstep(seat)
        self.end(table)

    async def _think_aloud(self, table: Table, seat: Seat) -> None:
        await self._services.clock.sleep(LATE)
        table.choice.start_thinking(seat)
        self._services.page.render()
        await self._services.clock.sleep(LONG)
        table.choice.think_long()
        self._services.voice.spoken = (*self._services.voice.spoken, *announce.remarked(self._services.settings, table))
        self._services.page.render()

    async def ask(self, table: Table, level: int | Between, milliseconds: int, ahead: Sequence[Any] = ()) -> Reply:
        """Return the reply of a computer opponent at `level` for the match's position after the further moves `ahead`.

        The opponent may think for `milliseconds`. Repeat a failed request once. If that fails, too, show the failure
        and raise `CancelledError`.
        """
        self._stop_pondering()
        lacking = gone = False
        for last_try in (False, True):
            self._ticket += 1
            self._open_ticket = self._ticket
            request = request_for(table, self._ticket, level, milliseconds, ahead)
            try:
                reply = read_reply(await self._services.engine.ask(request.text()))
                if reply.ticket == request.ticket and not reply.error:
                    return reply
                lacking, gone = reply.lacking, reply.gone
            except (OSError, TextError):
                pass
            finally:
                self._open_ticket = None
            if last_try:
                self._stuck(lacking, gone)
        raise asyncio.CancelledError

    def _stuck(self, lacking: bool, gone: bool) -> None:
        """Show that a computer opponent cannot be reached or lacks a file, and offer to try again.

        `lacking` means that a file did not arrive. `gone` means that the server no longer has it. Then offer to reload
        the page instead, because that loads the newer version.
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
        self._services.voice.toast = Toast(text, do, label, alert=True)
        self._services.page.render()

    def end_thinking(self) -> None:
        """Make the computer opponent that is thinking choose its move now."""
        if self._open_ticket is not None:
            self._services.engine.answer_now(self._open_ticket)

    # Undo and animation -----------------------------------------------------------------------------------------------

    def rewind(self, table: Table, change: Callable[[Table], Sequence[Transition]]) -> None:
        """Call `change`, which undoes or redoes moves. Animate the steps that it returns, then continue the game."""
        self.pause(table)
        self._services.place.drop("result")
        before = table.log.lines
        steps = change(table)
        self._services.voice.say(*announce.rewound(table, before), table.status)
        self._services.save_game(table)
        self._running = self._services.spawn(self._rewind(table, steps))

    async def _rewind(self, table: Table, steps: Sequence[Transition]) -> None:
        await self.perform(table, steps)
        self.run(table)
        self._services.page.render()

    async def perform(self, table: Table, steps: Sequence[Transition]) -> None:
        """Animate moves that were made or taken back, and return when the animation is over."""
        pieces = table.view.pieces
        table.display.start_motion()
        self._services.page.render()
        try:
            for step in steps:
                before, after = pieces(step.before), pieces(step.after)
                events = drawable_events(before, step.events, after) if table.game.trial else step.events
                await self._services.stage.perform(before, events, after)
        finally:
            table.display.stop_motion()


class _Chair:
    """A player for `core.referee`. It chooses a move by calling `choosing` and awaiting the result."""

    def __init__(self, choosing: Callable[[], Awaitable[Any]]) -> None:
        self._choosing = choosing

    async def choose(self, match: Match[Any, Any]) -> Any:  # noqa: ARG002 - the table's own match
        return await self._choosing()


def request_for(
    table: Table, ticket: int, level: int | Between, milliseconds: int, ahead: Sequence[Any] = ()
) -> Request:
    """Return the request for a move that is sent to a computer opponent at `level` (one level, or between two).

    `ahead` are moves to play from the match's position before the opponent chooses. The opponent may think for
    `milliseconds`. `ticket` is the number of the request, which the reply repeats.
    """
    match, write = table.match, table.match.ruleset.notation.write_position
    positions = list(match.positions[-PAST - 1 :])
    for move in ahead:
        positions.append(positions[-1].play(move))
    past = past_of(match.ruleset, positions)
    # This seed is separate from the dice: it must reveal nothing about a later roll.
    seed = chance.below(1 << 53, match.seed, -1 - match.ply)
    lower, upper, share = (level, 0, 0) if isinstance(level, int) else level
    text = write(positions[-1])
    return Request(ticket, table.game.name, text, lower, seed, milliseconds, past, upper=upper, share=share)
