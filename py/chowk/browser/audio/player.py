"""Sound output: each sound is rendered once, and played in time with the animations on the board.

There is one audio context. It is created when the user has touched the page, because browsers allow no sound before.
If the browser refuses or interrupts it, the game continues in silence. This module is imported after the first board
has been drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from js import document, navigator, performance, window
from pyodide.ffi import JsException, create_proxy

from chowk.app.app import App
from chowk.browser import device
from chowk.browser.audio import synth
from chowk.browser.debug_flags import query_parameter
from chowk.browser.render.stage import BoardStage
from chowk.draw import sounds
from chowk.draw.sounds import SOUNDS, Note
from chowk.draw.timeline import Timeline
from chowk.session.output import haptics, sound_cues

if TYPE_CHECKING:  # imported only after a game is won
    from chowk.draw.ceremony import Ceremony

GESTURES: Final = ("pointerdown", "pointerup", "touchend", "keydown", "click")
"""Events that can start sound after the player touched the page. Browsers accept different events."""
STALE: Final = 0.4
"""Maximum delay of a sound, in seconds. A sound that would play later is dropped."""
RINGING: Final = 0.1
"""When an animation is cut short, its sounds that are due within this number of seconds still play."""
PAUSE: Final = 0.2
"""Pause before the sound of the dice is rendered ahead, in seconds. In the meantime the page can answer a tap."""
DICE: Final = "dice"
"""Name of the sound of the dice: the slowest one to render, and due as soon as its animation begins."""
SOFTLY: Final = 0.03
"""Time constant of volume changes, in seconds. Slow changes prevent clicks."""


class BrowserSound:
    """The sound output: it plays the sounds of changes in the application and of animations on the board."""

    def __init__(self, app: App, stage: BoardStage) -> None:
        self._app = app
        self._stage = stage
        self._context: Any = None
        self._refused = False
        self._entry: Any = None
        self._volume = -1.0
        self._buffers: dict[str, Any] = {}
        self._rendering: dict[str, asyncio.Task[Any]] = {}
        self._pending: list[tuple[float, Any]] = []
        self._waiting: tuple[float, tuple[Note, ...]] = (0.0, ())
        self._count = 0
        self._before = sound_cues.moment(app)
        self._arrow = False
        self._ignore = create_proxy(lambda _: None)
        self._log: list[list[Any]] = []

    def begin(self) -> None:
        """Listen for taps and keys, because browsers allow sound only after one of these.

        If the browser reports an earlier one, create the audio context at once.
        """
        session = getattr(navigator, "audioSession", None)
        if session:
            session.type = "ambient"  # other music continues, and a silenced phone stays silent
        wake = create_proxy(self._wake)
        for name in GESTURES:
            window.addEventListener(name, wake, True)
        if query_parameter("test"):
            self._show_tests()
        if getattr(getattr(navigator, "userActivation", None), "hasBeenActive", False):
            self._wake()

    # Cues -----------------------------------------------------------------------------------------------------------

    def perform(self, motion: Timeline | Ceremony, at_once: bool) -> None:
        """Play the sounds of an animation that begins now.

        If `at_once` is True, because the animation is reduced or takes no time, play only the most important sound.
        """
        table = self._app.table
        own = table.game.sounds if table is not None else {}
        self._play(sounds.score(motion.cues, own, at_once))

    def hush(self) -> None:
        """Cancel the remaining sounds of an animation that is cut short."""
        if self._context is None:
            return
        soon = self._context.currentTime + RINGING
        for when, source in self._pending:
            if when > soon:
                source.disconnect()
        self._pending.clear()

    def attend(self) -> None:
        """Play the sounds and the vibration for what has changed in the application since the last call.

        Also apply the volume setting. Call this after every change.
        """
        app, before = self._app, self._before
        self._before = sound_cues.moment(app)
        arrow, self._arrow = self._arrow, False
        keys, hidden = self._stage.focused, bool(document.hidden)
        sounds_due = sound_cues.sounds_between(
            before, self._before, app.settings, hidden=hidden, keys=keys, arrow=arrow
        )
        self._set_volume()
        self._play(Note(0.0, name) for name in sounds_due)
        pattern = haptics.vibration_between(before, self._before)
        if pattern and app.settings.vibration and not self._stage.still:
            device.vibrate(pattern)

    # The audio context ----------------------------------------------------------------------------------------------

    def _wake(self, event: Any = None) -> None:
        """Create or resume the audio context after a tap or a key."""
        if event is not None and event.type == "keydown":
            self._arrow = event.key.startswith("Arrow")
        if not self._app.settings.sound or self._refused:
            return
        if self._context is None:
            self._open()
        elif self._context.state not in ("running", "closed"):
            self._context.resume().catch(self._ignore)

    def _open(self) -> None:
        make = getattr(window, "AudioContext", None)
        try:
            if make is None or not hasattr(window, "OfflineAudioContext"):
                raise OSError("nothing can be heard here")
            self._context = make.new()
            self._entry = synth.output_chain(self._context)
        except (JsException, OSError):
            self._context, self._refused = None, True
            return
        self._context.onstatechange = create_proxy(self._changed)
        self._set_volume()
        self._app.spawn(self._prepare())

    async def _prepare(self) -> None:
        """Render the sound of the dice ahead, after a pause, once no animation is running.

        All other sounds are rendered when an animation that plays them first begins: a game plays only some of them,
        and most are due some time later.
        """
        while DICE not in self._buffers:
            await self._app.clock.sleep(PAUSE)
            if not self._stage.animating:
                await self._buffer(DICE)

    async def _buffer(self, name: str) -> Any:
        """Return the buffer of a sound. Render it first if no earlier call has done so or is doing so."""
        if name in self._buffers:
            return self._buffers[name]
        if name not in self._rendering:
            self._rendering[name] = asyncio.ensure_future(self._render(name))
        return await self._rendering[name]

    async def _render(self, name: str) -> Any:
        try:
            self._buffers[name] = await synth.rendered(SOUNDS[name], self._context.sampleRate)
        finally:
            del self._rendering[name]
        return self._buffers[name]

    def _set_volume(self) -> None:
        chosen = self._app.settings
        volume = sounds.VOLUMES[chosen.volume] if chosen.sound else 0.0
        if self._context is None or volume == self._volume:
            return
        if self._volume < 0:
            self._entry.gain.value = volume
        else:
            self._entry.gain.setTargetAtTime(volume, self._context.currentTime, SOFTLY)
        if not volume and self._context.state == "running":
            self._context.suspend().catch(self._ignore)
        self._volume = volume

    def _changed(self, _: Any) -> None:
        since, notes = self._waiting
        self._waiting = (0.0, ())
        if self._context.state == "running" and performance.now() - since < 1000 * STALE:
            self._start(notes)

    # Playing --------------------------------------------------------------------------------------------------------

    def _play(self, notes: Iterable[Note]) -> None:
        due = tuple(notes)
        if not due or not self._app.settings.sound:
            return
        if query_parameter("test"):
            self._log += [[note.sound, round(note.time, 3)] for note in due]
        if self._context is None:
            return
        if self._context.state == "running":
            self._start(due)
        else:
            self._waiting = (performance.now(), due)

    def _start(self, notes: Iterable[Note]) -> None:
        now = self._context.currentTime
        self._pending = [source for source in self._pending if source[0] > now]
        for time, name in notes:
            if name in self._buffers:
                self._sound(self._buffers[name], now + time)
            else:
                self._app.spawn(self._later(name, now + time))

    async def _later(self, name: str, when: float) -> None:
        buffer = await self._buffer(name)
        if self._context.currentTime - when < STALE:
            self._sound(buffer, when)

    def _sound(self, buffer: Any, when: float) -> None:
        source = self._context.createBufferSource()
        source.buffer = buffer
        source.playbackRate.value = sounds.varied(self._count)
        source.connect(self._entry)
        source.start(max(when, self._context.currentTime))
        self._count += 1
        self._pending.append((when, source))

    # Tests ----------------------------------------------------------------------------------------------------------

    def _show_tests(self) -> None:
        """Put functions for tests on `window.chowk`: they list the sounds played so far, and render sounds."""
        window.chowk.heard = create_proxy(lambda: str(self._log).replace("'", '"'))
        window.chowk.sounds = " | ".join(SOUNDS)
        window.chowk.rendered = create_proxy(self._rendered)
        window.chowk.mixed = create_proxy(self._mixed)

    async def _rendered(self, name: str) -> Any:
        return await synth.rendered(SOUNDS[name], 44_100)

    async def _mixed(self, names: str, volume: str) -> Any:
        """Return the mix of several sounds that start together.

        `names` are separated by ` | `. `volume` is a volume setting, such as `quiet`.
        """
        notes = [(Note(0.0, name), await self._rendered(name)) for name in names.split(" | ")]
        return await synth.mixed(notes, sounds.VOLUMES[volume], 1.0, 44_100)
