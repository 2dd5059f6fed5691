"""The application: it creates its parts, gives each part access to the others, and combines their actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from chowk import games
from chowk.app.commands import COMMANDS, SLOTS
from chowk.app.failures import Failures
from chowk.app.remote_play import RemoteGames
from chowk.app.world import World
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import say, say_in
from chowk.core.position import Outcome
from chowk.core.variations import Variations
from chowk.features.people import commands as people
from chowk.features.practice import commands as practice
from chowk.features.review import review
from chowk.features.studies import commands as studies
from chowk.i18n import reader
from chowk.i18n.i18n import Words, is_unloaded
from chowk.i18n.toast import Toast
from chowk.i18n.voice import Voice
from chowk.session import tabs
from chowk.session.command import Commands
from chowk.session.game_loop import GameLoop
from chowk.session.navigation import GAME, HANDING, OFFER, Whereabouts
from chowk.session.optional_assets import Extras
from chowk.session.setup import SetUp
from chowk.session.table import Table
from chowk.storage.kept import Kept
from chowk.storage.plan import Fitting, Plan, resized, tidied, updated, usual_plan, with_seats_drawn
from chowk.storage.saves import Save
from chowk.storage.settings import Settings
from chowk.ui.window import UNNOTED, WindowState

if TYPE_CHECKING:  # imported later, when they are used
    from chowk.features.collections.collections import Archives, Collections
    from chowk.features.correspondence.session import Draft
    from chowk.features.live.connections import Connections
    from chowk.features.live.session import Live
    from chowk.features.review.review import Review
    from chowk.features.sharing.collection import Collection
    from chowk.features.sharing.files import Incoming
    from chowk.features.sharing.ports import Clipboard, Files
    from chowk.features.sharing.share_api import QrCodes, Sharing
    from chowk.features.studies.studies import Studies

T = TypeVar("T")

_UPDATE: Final = say("A new version of Chowk is ready.")


class App:
    """The application of one page: it creates its parts and gives them access to each other.

    Each part declares, as a protocol, which attributes of the application it needs. This class has all of them.
    """

    def __init__(self, world: World) -> None:
        # Each part is created once. A comment names the module that assigns an attribute later.
        self.page = world.page
        self.stage = world.stage
        self.clock = world.clock
        self.engine = world.engine
        self.locks = world.locks
        self.device = world.device
        self.lifecycle = world.lifecycle
        self.new_seed = world.new_seed
        self.fetch_parcel = world.fetch_parcel
        self._world = world
        self.voice = Voice()
        self.place = Whereabouts()
        self.window = WindowState()
        self.setup = SetUp()
        self.commands = Commands(self, COMMANDS)
        self.slots = SLOTS
        self.extras = Extras(world.engine, world.fetch_extra, self._render, self.spawn)
        self.failures = Failures(world.errors, world.clock, world.page, self.voice, self.place)
        self.kept = Kept(
            world.store,
            self._render,
            self.voice,
            self.spawn,
            lambda name: tabs.taken_over(self, name),
            lambda name: self.locks.tell(name),
        )
        self.loop = GameLoop(self, self._course)
        self.remote = RemoteGames(self)
        # The review of the game at the table, or of an earlier game. Written by `features.review.review`.
        self.review: Review | None = None
        # Number of links that were opened or cancelled so far. Written by `features.correspondence.session`.
        self.reading = 0
        # Number of links that are being opened now. Written by `features.correspondence.session`.
        self.opening = 0
        self.draft: Draft | None = None
        # The live connection to other players. Written by `features.live.session`.
        self.live: Live | None = None
        # The opened file of games whose contents are shown before they are imported. Written by
        # `features.sharing.files`.
        self.incoming: Incoming | None = None
        # The import that waits until the modules that read texts and files are loaded. Written by
        # `features.sharing.waiting`.
        self.waiting: Callable[[], None] | None = None
        # The last opened file with several games. Written by `features.sharing.collection`.
        self.collection: Collection | None = None
        # The kept collections of games, and the list of one of them. Written by `features.collections.collections`.
        self.collections: Collections | None = None
        # The state of studies. Written by `features.studies.studies`.
        self.studies: Studies | None = None
        # Background tasks; the reference keeps them from being garbage-collected. Written here.
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Read the stored data and show the home page.

        Normally this reads all saved games too. If the previous visit left a list of them, or if there are too many to
        read at the start, they are read later.
        """
        await self.kept.read_all(later=True)
        self.locks.hear(lambda name: self.spawn(tabs.catch_up(self, name)))
        if self.window.noted is None and self.kept.saves.many:
            self.window.noted = UNNOTED
        elif self.window.noted is None:
            len(self.kept.saves)  # reads them
        self.page.render()
        if self.kept.people:
            self.spawn(people.prepare(self))
        self.spawn(practice.prepare(self))

    # Properties for the other parts -----------------------------------------------------------------------------------

    @property
    def table(self) -> Table | None:
        """The table (game or analysis with its players and display) on the screen, or None on the home page."""
        return self.place.table

    @property
    def settings(self) -> Settings:
        """The player's settings on this device."""
        return self.kept.settings

    @property
    def faces(self) -> Mapping[str, str]:
        """The portrait of each person who shares this device, by name. The person who is playing now comes first.

        A portrait is the name or code of an animal (`draw.animals.portrait`), or empty in quiet mode.
        """
        return self.household.faces(self.kept) if self.household and self.kept.people else {}

    @property
    def portraits(self) -> Sequence[str]:
        """The drawings of the faces that players of correspondence games can send to each other.

        Games refer to a face by a number: the index of its drawing here, plus 1. Empty in quiet mode, and until the
        parcel (archive) with the drawings has been loaded.
        """
        return self.household.PORTRAITS if self.household and not self.settings.quiet else ()

    @property
    def household(self) -> Any:
        """The module for the people who share this device, or None until the page has fetched it."""
        return import_module("chowk.features.people.household") if people.ready() else None

    @property
    def study_arrivals(self) -> Any:
        """The module that adds and opens studies (collections of analyses), or None until the page has fetched it."""
        return import_module("chowk.features.studies.studies") if studies.ready() else None

    @cached_property
    def clipboard(self) -> Clipboard:
        """The device's clipboard."""
        return self._world.clipboard()

    @cached_property
    def files(self) -> Files:
        """The service that offers texts to the user as files to download."""
        return self._world.files()

    @cached_property
    def sharing(self) -> Sharing:
        """The service that sends games out of the page: by the share sheet, as pictures, and to the printer."""
        return self._world.sharing()

    @cached_property
    def qr_codes(self) -> QrCodes:
        """The service that draws and scans QR codes."""
        return self._world.qr_codes()

    @cached_property
    def archives(self) -> Archives:
        """Access to the worker that reads and stores collections of games."""
        return self._world.archives()

    @cached_property
    def connections(self) -> Connections:
        """The factory of direct connections to other devices."""
        return self._world.connections()

    @property
    def language(self) -> str:
        """The code of the language in use: the wanted one, or the previous one until the texts have been fetched."""
        code = self.wanted_language
        return self.window.spoken if is_unloaded(code) else code

    @property
    def wanted_language(self) -> str:
        """The code of the wanted language.

        The language in the page's address comes first, then the one in the settings, then the best one in the browser's
        list of preferred languages.
        """
        return reader.language((self.window.linked, self.settings.language), self._world.languages())

    @property
    def words(self) -> Words:
        """The translator of messages into the language in use. It knows the names of the players at the table."""
        words = reader.words(self.language, self.settings.digits)
        return words if self.table is None else reader.named(words, self.table.seats.names)

    @property
    def still(self) -> bool:
        """True if animations are reduced, by the setting or by the device."""
        return self.settings.motion == "reduced" or (self.settings.motion == "auto" and self.window.still)

    @property
    def look(self) -> str:
        """The look of pictures as a text for `draw.theme.themed`: theme, digits, set of pieces, and skin."""
        settings = self.settings
        return self.window.look(settings, reader.words(self.language, settings.digits).digits)

    @property
    def labelled(self) -> bool:
        """True if the board shows the names of its squares.

        They are shown if the setting says so, and whenever moves or positions beside the board are in notation: in an
        analysis, in a review, while a position is set up, in puzzles, and if the log is in notation.
        """
        if self.settings.labels or self.settings.moves == "notation" or self.place.where in ("analysis", "draft"):
            return True
        if self.table is not None and self.table.names_squares:
            return True
        return self.review is not None and self.review.open and self.review.table is self.table

    @property
    def theme(self) -> str:
        """The name of the current theme."""
        return self.window.theme_in_force(self.settings)

    def _render(self) -> None:
        self.page.render()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a background task, and keep a reference to it until it is done."""
        task: asyncio.Task[T] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_ended)
        return task

    def _task_ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.failures.tell(error)

    # Sheets, settings, versions ---------------------------------------------------------------------------------------

    def open_sheet(self, name: str, arg: str = "") -> None:
        """Open the sheet `name` on top of the others.

        Clear the error message about the last text or link that was imported.

        `arg` is the argument of the sheet, such as the name of a saved game.
        """
        self.voice.complaint = None
        self.place.open_sheet(name, arg)

    def close_sheet(self) -> None:
        """Close the topmost sheet.

        Closing the sheet with a draw offer declines the offer. Closing the sheet that asks people to pass on the device
        continues the game.
        """
        sheet = self.place.close()
        if sheet is not None and sheet.name == OFFER:
            self.loop.answer(agreed=False)
        if sheet is not None and sheet.name == HANDING:
            self.loop.take_device()

    def offer_update(self) -> None:
        """Offer to load a newer version of the page. If the player is at a table, wait until the player leaves."""
        self.window.newer = True
        if self.table is None:
            self.voice.update = Toast(_UPDATE, "update", say_in("the page does it", "Reload"))

    def change_settings(self, **changed: Any) -> None:
        """Change and store settings. A chosen language replaces the language in the page's address."""
        if "language" in changed:
            self.window.linked = self.window.lost = ""
        if "skin" in changed:
            self.window.bare = ""
        self.kept.change_settings(**changed)
        if self.settings.auto_roll and self.table is not None and self.table.choice.rolling is not None:
            self.loop.roll()
        if self.settings.automatic != "off" and self.table is not None and self.table.choice.imposed is not None:
            self.loop.roll()

    # Setting up -------------------------------------------------------------------------------------------------------

    def set_up(self, name: str) -> None:
        """Open the set-up sheet of a game with the player's last choices."""
        plan = self.kept.plans.get(name) or resized(usual_plan(name), games.sign(name).seats[-1])
        self.setup.begin(plan, own=self._fitting(name))
        self.open_sheet("setup", name)

    def set_up_from(self, match: Match[Any, Any], plan: Plan, tree: Variations | None = None) -> None:
        """Open the set-up sheet to choose who continues a match. The house rules of the match cannot be changed.

        If `tree` (the moves and variations of the match) is given, the sheet also offers to analyse it.
        """
        self.setup.begin(plan, match, tree, self._fitting(plan.game))
        self.open_sheet("setup", plan.game)

    def _fitting(self, name: str) -> Fitting | None:
        """Return the opponent of the game `name` that is about as strong as the player, judged by stored results.

        Return None if the opponents of the game have no ratings. If people share this device under their names, only
        the results of the one who is playing now count.
        """
        from chowk.storage import tally  # imported when a game is set up
        from chowk.storage.fitting import fitting

        if self.faces:
            return fitting(games.load(name), self.household.results_of(self.kept).values())
        try:
            return fitting(games.load(name), tally.results(self.kept).values())
        except TextError:  # the sheet of statistics reports that they are damaged
            return fitting(games.load(name), ())

    def study_move(self, table: Table, text: str) -> None:
        """Play a move in an analysis. `text` is the move in notation, or `throw` to roll the dice that are due."""
        import_module("chowk.features.analysis.analysis").play(self, table, text)

    def analyse(
        self,
        name: str,
        tree: Variations,
        node: int = 0,
        outcome: Outcome | None = None,
        *,
        listed: bool = False,
        quiet: bool = False,
    ) -> None:
        """Open an analysis of a game from a link, a text or a list. The player can return from it to the present game.

        `node` is the number of the node of `tree` that is shown first. `outcome` is the result of the game, if it is
        over. `listed` means that the game was chosen from a list of games; the analysis is then stored only when it is
        changed. `quiet` hides the evaluations until the player asks for them.
        """
        from chowk.features.analysis import analysis
        from chowk.features.analysis.table import AnalysisTable

        back = self.table
        if isinstance(back, AnalysisTable):
            back = back.back
        self.leave()
        back = back if self._waits(back) else None
        analysis.bring(self, name, tree, node, outcome, back=back, listed=listed, quiet=quiet)
        self.voice.toast = Toast(say("The analysis was opened."), brief=True)

    @staticmethod
    def _waits(table: Table | None) -> bool:
        """Return True if the player can return from an analysis to this table."""
        return table is not None and (table.kind in GAME or table.kind == "lesson")

    def begin(self, plan: Plan, rematch: bool = False) -> None:
        """Start a new game with a plan (players and house rules). The present game stays among the saves.

        A rematch does not change the stored choice of whether sides are assigned at random.
        """
        self.setup.forget_changes(plan.game)
        plan, game = self._seated(plan), games.load(plan.game)
        chosen = self.kept.plans.get(plan.game, plan) if rematch else plan
        self.kept.keep_plan(plan._replace(lot=chosen.lot))
        seed = self.new_seed()
        plan = with_seats_drawn(plan, seed)
        match = game.match(seed, len(plan.seats), **plan.options)
        table = Table(game, plan, match, f"{seed:016x}", self.clock.now())
        self.sit_down(table)
        self.voice.spoken = table.seats.lot_result or self.voice.spoken

    def go_on(self, plan: Plan, match: Match[Any, Any]) -> None:
        """Continue a match from its present position as a new game with its own identifier.

        `plan` has the players.
        """
        match.dice = None  # a correspondence game has dice of all players: from now on its seed determines the rolls
        number, plan = self.new_seed(), self._seated(plan)
        while f"{number:016x}" in self.kept.saves:
            number += 1
        self.sit_down(Table(games.load(plan.game), plan, match, f"{number:016x}", self.clock.now()))

    def _seated(self, plan: Plan) -> Plan:
        """Complete the plan of a game that begins, and return it.

        If the plan's only person has no name, add the name of the person who is playing now. An opponent chosen to be
        about as strong as the player gets the player's present strength.
        """
        plan = tidied(plan)
        if self.faces:
            plan = self.household.with_current_player(self.kept, plan)
        return updated(plan, self._fitting(plan.game))

    def resume(self, save: Save) -> None:
        """Open a saved game."""
        self.sit_down(tabs.at_table(save, self.kept.own_seats.get(save.id)))

    # Coming and going -------------------------------------------------------------------------------------------------

    def sit_down(self, table: Table, *, insist: bool = False) -> None:
        """Show a table and run its game.

        If another page of this browser is playing the game, `insist` takes the game over from that page.
        """
        self._get_up()
        self.place.sit(table)
        table.about.sit_down(self.clock.now())
        self.voice.update = None
        toast = self.voice.toast
        if toast is not None and (toast.do or not toast.alert):
            self.voice.toast = None
        if table.about.save not in self.kept.saves:
            table.about.mark_helped(bool(table.match.ply))  # a match that comes with moves was begun elsewhere
            self.save_game(table)
        self.loop.run(table)
        if table.kind in ("own", "elsewhere"):  # other tables need no lock
            self.spawn(tabs.claim(self, table, insist))
            self.spawn(people.prepare(self))
        if self.live is not None:
            self.live.moved()

    def leave(self) -> None:
        """Go to the home page. The game stays among the saves."""
        self._get_up()
        self.place.go_home()
        self.spawn(practice.prepare(self))
        if self.voice.toast is not None and not self.voice.toast.alert:
            self.voice.toast = None
        if self.live is not None:
            self.live.moved()
        if self.window.newer:
            self.offer_update()

    def _get_up(self) -> None:
        self.pause()
        self.voice.say()  # clear the announcement about the old screen
        if self.table is not None:
            self.spawn(tabs.leave(self, self.table))

    def result_opened(self, table: Table) -> None:
        """Prepare the review of a finished game while its result is shown: at its end, and when it is opened later."""
        if table.kind == "own" and table.seats.people:
            self.spawn(review.prepare(self, table))

    def reviewed(self, review: Review) -> None:
        """Store the mistakes that people made in a reviewed game, for later practice.

        Only games played on this device count: no analyses, for example, and no games that are only watched.
        """
        if review.table.kind == "own":
            self.spawn(practice.collect(self, review))

    def pause(self) -> None:
        """Cancel every pending choice and task at the table, so that the match can be changed."""
        self.loop.pause(self.table)

    def _course(self, table: Table) -> Coroutine[Any, Any, None] | None:
        """Return the coroutine that runs the game at a table, or None if nothing is played there."""
        match table.kind:
            case "own":
                return self.loop.play(table)
            case "lesson" | "analysis" | "draft":
                return table.course() if table.course is not None else None
            case "elsewhere" | "guest":
                return None

    def save_game(self, table: Table) -> None:
        """Store the game at a table, once it has begun.

        Only games played on this device are stored: no analyses, for example, and no games that are only watched.
        """
        begun = table.match.ply or table.match.undone or table.distance is not None
        if table.kind != "own" or not begun:
            return
        now = self.clock.now()
        table.about.spend(now)
        save = Save(
            table.about.save, table.plan, table.match, table.about.created, now, table.about.helped, table.about.seconds
        )
        if table.timing is not None:
            save = save._replace(timing=table.timing.paused(self.clock.instant()))
        if table.distance is not None:
            from chowk.session import correspondence_state as state

            save = save._replace(correspondence=state.to_stored(table.distance, table.match))
        if save.over and not table.about.counted:
            from chowk.storage import tally

            table.about.mark_counted()
            self.spawn(people.prepare(self, "count", save))
            tally.count(self.kept, save)  # before it is stored, so that every game stored as ended has been counted
        self.kept.keep_game(save, this_page_only=save.over)
        if self.live is not None:
            self.live.attend(table)
