"""The listener for all user input. It turns DOM events into commands and board gestures."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from js import Object, chowkPress, document, window
from pyodide.ffi import JsException, create_proxy, to_js

from chowk.app import commands
from chowk.app.app import App
from chowk.app.opened import back, opened
from chowk.app.taps import TWICE, Taps, place
from chowk.browser.input.annotations import DrawingHand
from chowk.browser.input.dice_drag import ThrowingHand
from chowk.browser.input.held_piece import HeldPiece
from chowk.browser.render.stage import BoardStage
from chowk.core.message import Message, say
from chowk.core.position import Spot
from chowk.draw.scene import LIFT
from chowk.features.collections import commands as collections
from chowk.i18n.toast import Toast, noted
from chowk.session import actions
from chowk.session.output import board
from chowk.session.output.board import BETWEEN, Pointer
from chowk.session.output.refusals import forgive
from chowk.session.table import Table

THRESHOLD: Final = {"mouse": 3.0, "pen": 5.0, "touch": 9.0}
"""Pointer movement from which a press becomes a drag, in CSS pixels, by kind of pointer."""
REACH: Final = 22.0
"""Distance from the middle of a touch within which the finger still hits a spot, in CSS pixels."""
FINE: Final = 24.0
"""Size of a board unit, in CSS pixels. If the unit is smaller, a touch also hits spots near it (`REACH`)."""
RAISED: Final = 28.0
"""Distance of a dragged piece above the finger, in CSS pixels."""
EDGE: Final = 16.0
"""Width of the strips at the window's sides in which touches are left to system gestures, in CSS pixels."""

LARGEST: Final = 64_000_000
"""Number of bytes after which reading stops. The import accepts less, so it rejects a file that was cut here."""


class Listener:
    """The listener for all input events of the document. It passes them to one application and its board."""

    def __init__(self, app: App, stage: BoardStage, taps: Taps) -> None:
        self._app = app
        self._stage = stage
        self._taps = taps
        self._refused = 0  # number of refusals so far when the pointer was pressed
        self._stray = False  # True if the present or last press was meant for content that is gone
        self._pointer: int | None = None
        self._from = (0.0, 0.0)
        self._pressed: Spot = ""
        self._between: tuple[Spot, ...] = ()
        self._dragging = False
        self._tapped: tuple[Spot, float] = ("", 0.0)  # the spot that a finger pressed last, and the time of its event
        self._twice = False  # True if the current press is the second half of a double tap on a piece
        self._holding = HeldPiece(app, self._board_point)
        self._drawing = DrawingHand(app, self._board_point, self._cancel)
        self._throwing = ThrowingHand(app)

    def begin(self) -> None:
        """Add all event listeners to the document."""
        on: dict[str, Callable[[Any], None]] = {
            "change": self._change,
            "input": self._input,
            "submit": self._submit,
            "keydown": self._keydown,
            "focusin": self._focus_in,
            "focusout": self._focus_out,
            "contextmenu": self._menu,
            "copy": self._copy,
        }
        for name, listener in on.items():
            document.addEventListener(name, create_proxy(listener))
        # Presses on the board arrive after the frame that shows them (py/boot/press.js).
        presses: dict[str, Callable[[Any], None]] = {
            "click": self._click,
            "pointerdown": self._down,
            "pointermove": self._move,
            "pointerup": self._up,
            "pointercancel": self._lost,
        }
        proxies = {name: create_proxy(listener) for name, listener in presses.items()}
        sizes = {"edge": EDGE, "raised": RAISED, "threshold": THRESHOLD, "lift": LIFT}
        chowkPress.hear(*(to_js(values, dict_converter=Object.fromEntries) for values in (proxies, sizes)))
        first = to_js({"capture": True}, dict_converter=Object.fromEntries)  # before all other listeners
        for name in ("pointerdown", "mousedown", "click"):
            document.addEventListener(name, create_proxy(self._sort_out), first)
        lively = to_js({"passive": False}, dict_converter=Object.fromEntries)
        document.addEventListener("wheel", create_proxy(self._holding.wheel), lively)
        for name in ("blur", "resize", "chowk:theme"):
            window.addEventListener(name, create_proxy(self._lost if name == "blur" else self._resize))
        document.addEventListener("visibilitychange", create_proxy(self._hidden))

    def _sort_out(self, event: Any) -> None:
        """Block the events of a tap if the content for which it was meant has changed in the meantime."""
        if event.type == "pointerdown":
            self._stray = self._taps.press(
                event.timeStamp,
                event.clientX,
                event.clientY,
                place(self._app),
                on_choices=bool(event.target.closest(".tray .ways")),
            )
        # A click without a pointer comes from a key, a screen reader or a script.
        if self._stray and (event.type != "click" or event.detail):
            event.stopImmediatePropagation()
            event.preventDefault()

    # Controls -------------------------------------------------------------------------------------------------------

    def _click(self, event: Any) -> None:
        cell = event.target.closest("[data-spot]")
        if cell and cell.closest("[role=grid]"):
            # A click without a pointer comes from a screen reader or a script. Pointer events are handled separately.
            if event.detail == 0:
                commands.do(self._app, "tap", cell.dataset.spot)
            return
        control = event.target.closest("[data-do]")
        if event.detail and self._throwing.carried:
            return  # the drag has already thrown the dice
        if control and control.tagName not in ("INPUT", "SELECT", "TEXTAREA", "FORM"):
            if control.getAttribute("href") and control.protocol != "mailto:":
                event.preventDefault()
            if control.getAttribute("aria-disabled") != "true":
                before = place(self._app)
                commands.do(self._app, control.dataset.do, control.getAttribute("data-arg") or "")
                if event.detail and place(self._app) != before:
                    self._taps.changed(event.timeStamp, event.clientX, event.clientY)
                if control.hasAttribute("data-offer"):
                    focus_cursor(self._app)  # the piece that was picked up can also be moved over the board by keys

    def _change(self, event: Any) -> None:
        control = event.target.closest("[data-do]")
        if not control or control.tagName == "FORM":
            return
        kind, arg = control.type, control.getAttribute("data-arg") or ""
        if kind == "file":
            self._app.spawn(self._read(control))
            return
        if kind == "text":
            commands.do(self._app, control.dataset.do, f"{arg} {control.value}")
            return
        value = "" if kind == "radio" else ("on" if control.checked else "off") if kind == "checkbox" else control.value
        commands.do(self._app, control.dataset.do, f"{arg} {value}".strip())

    def _input(self, event: Any) -> None:
        """Handle a slider while it moves, and a text field at every keystroke. Other controls act only on change."""
        if event.target.type in ("range", "text", "textarea"):
            self._change(event)

    async def _read(self, control: Any) -> None:
        """Run the command of a file control with the text of the chosen files. Import a large file as a collection."""
        files = control.files
        large = files.item(0) if control.dataset.do == "collect" else large_of(files)
        if large is not None:
            collections.take(self._app, large)
            control.value = ""
        elif files.length:
            text_and_note = await text_of(self._app, files)
            control.value = ""  # so that the same file can be chosen again
            if text_and_note is not None:
                text, note = text_and_note
                commands.do(self._app, control.dataset.do, text)
                add_note(self._app, note)

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        form = event.target
        field = form.querySelector("textarea, input")
        if form.hasAttribute("data-do"):
            commands.do(self._app, form.dataset.do, field.value if field else "")

    def _copy(self, _: Any) -> None:
        """Run the command of a link's text field after the user has copied the whole link by hand."""
        field = document.activeElement
        is_link = field and field.matches("textarea[readonly][data-do]")
        if is_link and field.selectionEnd - field.selectionStart == len(field.value):
            commands.do(self._app, field.dataset.do, field.getAttribute("data-arg") or "")

    def _keydown(self, event: Any) -> None:
        self._taps.typed()
        if event.key == "Tab" or event.key.startswith("Arrow"):
            document.documentElement.dataset.keyed = ""  # settings for keys are shown only to keyboard users
        if event.ctrlKey or event.altKey or event.metaKey or event.isComposing:
            return
        if event.repeat and event.key == "Enter" and not event.target.closest("textarea"):
            event.preventDefault()  # a held key must not press a control that has just appeared
            return
        if self._stage.celebrating:
            event.preventDefault()
            self._stage.skip()
            return
        if event.key == "Escape":
            # Stop the browser from closing the table as well.
            event.preventDefault()
            self._escape(event)
            return
        if event.key == "Enter" and (main := main_button(event.target)):
            event.preventDefault()
            main.focus()  # so that the command of the field takes the text first
            main.click()
            return
        if self._app.place.sheets:
            return
        beside = event.target.closest("[data-steps]") or event.target.tagName == "BODY"
        writes = event.target.tagName in ("INPUT", "SELECT", "TEXTAREA")
        if beside and not writes and commands.stepped(self._app, event.key):
            event.preventDefault()
            return
        letter = self._app.table is not None and len(event.key) == 1 and event.key.isalpha()
        if (letter or event.key == "?") and not writes and not self._on_board(event):
            if commands.key(self._app, event.key):
                event.preventDefault()  # letters work from every control that takes no text
            return
        on_board = self._on_board(event) or self._throws(event)
        if on_board and commands.key(self._app, event.key):
            event.preventDefault()
            focus_cursor(self._app)

    def _on_board(self, event: Any) -> bool:
        """Return True if the board has the focus."""
        return bool(event.target.closest("[role=grid]"))

    def _throws(self, event: Any) -> bool:
        """Return True if a key event asks to roll the dice or to make a forced move, and this is due.

        The key must be Enter or Space, pressed while no control has the focus.
        """
        choice = self._app.table.choice if self._app.table is not None else None
        due = choice is not None and (choice.rolling is not None or choice.imposed is not None)
        return due and event.target.tagName == "BODY" and event.key in ("Enter", " ")

    def _escape(self, event: Any) -> None:
        """Close the topmost sheet or view over the table, or cancel the choice on the board."""
        layers = opened(self._app)
        if len(layers) > 1 and (layers[-2].kind, layers[-1].kind) == ("held", "answer"):
            # One press also clears the selection.
            commands.do(self._app, "hush")
            commands.do(self._app, "cancel")
        elif len(layers) > 1 or (layers and layers[0].kind == "sheet"):
            back(self._app)
        elif event.target.closest("[role=grid]"):
            commands.do(self._app, "cancel")
            focus_cursor(self._app)

    def _pointer_at(self, control: Any, spot: Spot = "") -> Pointer:
        """Return a `Pointer` at the spot of the board to which a control refers.

        If the control is None, or refers to no spot or to several, return a `Pointer` at `spot`. If it refers to
        several, also highlight all of them.
        """
        spots = control.getAttribute("data-points").split(BETWEEN) if control else []
        self._stage.named = tuple(spots) if len(spots) > 1 else ()
        return Pointer(spots[0] if len(spots) == 1 else spot)

    def _point_at(self, pointer: Pointer, named: tuple[Spot, ...]) -> None:
        if (pointer, self._stage.named) != (self._stage.pointer, named) and self._stage.dropped is None:
            self._stage.pointer = pointer
            self._stage.schedule_redraw()

    def _focus_in(self, event: Any) -> None:
        if event.target.matches(":focus-visible"):
            named = self._stage.named
            self._point_at(self._pointer_at(event.target.closest("[data-points]")), named)
        cell = event.target.closest("[role=grid] [data-spot]")
        if cell and self._app.table is not None:
            self._app.table.display.move_cursor(cell.dataset.spot)
        self._show_focus(bool(cell) and bool(event.target.matches(":focus-visible")))

    def _focus_out(self, _: Any) -> None:
        self._show_focus(False)

    def _show_focus(self, focused: bool) -> None:
        if focused or self._stage.focused:
            self._stage.focused = focused
            self._stage.schedule_redraw()

    # Pointers on the board ------------------------------------------------------------------------------------------

    def _down(self, event: Any) -> None:
        if self._stage.celebrating:
            # A tap ends the ceremony and does nothing else. Ignore the second half of a double tap, too, because the
            # result sheet is then under the finger.
            self._stray = True
            self._taps.changed(event.timeStamp, event.clientX, event.clientY)
        self._stage.skip()
        self._refused = self._app.voice.refusals
        edge = event.pointerType == "touch" and not EDGE <= event.clientX <= window.innerWidth - EDGE
        if self._throwing.down(event) or self._drawing.down(event) or self._holding.down(event, edge):
            return
        point = self._board_point(event)
        if point is None:
            return
        if self._pointer is not None:
            self._cancel(event)
            return
        table = self._app.table
        if event.button != 0 or edge or table is None:
            return
        self._pointer, self._from, self._dragging = event.pointerId, (event.clientX, event.clientY), False
        self._pressed = spot = board.spot_at(table, *point, self._slop(event))
        self._twice = event.pointerType == "touch" and self._is_double_tap(table, spot, event.timeStamp)
        self._between = board.ambiguous_spots(table, *point, self._slop(event))
        if spot and not self._between:
            actions.point(self._app, table, table.choice.pointing.press(spot))
            if self._app.settings.pointing != "tap" and table.choice.pointing.chooser.picked[:1] == (spot,):
                self._stage.pointer = self._stage.pointer._replace(holds=True)
                self._stage.schedule_redraw()

    def _is_double_tap(self, table: Table, spot: Spot, time: float) -> bool:
        """Record a press. Return True if it quickly repeats the tap that has picked a piece up.

        A tap would then put the piece down again, and a device that is slow to show the first one would seem to do
        nothing.
        """
        (tapped, before), self._tapped = self._tapped, (spot, time)
        return spot == tapped and time - before < TWICE and table.choice.pointing.chooser.picked == (spot,)

    def _move(self, event: Any) -> None:
        table = self._app.table
        if self._throwing.move(event) or self._drawing.move(event) or self._holding.move(event):
            return
        if table is None or (self._pointer is None and event.pointerType != "mouse"):
            return
        point = self._board_point(event)
        spot = board.spot_at(table, *point) if point else ""
        named = self._stage.named
        if self._pointer == event.pointerId and not self._dragging and self._app.settings.pointing != "tap":
            distance = abs(event.clientX - self._from[0]) + abs(event.clientY - self._from[1])
            self._dragging = distance > THRESHOLD.get(event.pointerType, THRESHOLD["touch"])
        held = self._pointer == event.pointerId and self._dragging and bool(table.choice.pointing.pressed)
        beside = event.target.closest("[data-points]") if event.pointerType == "mouse" and not point else None
        holds = held or (self._pointer == event.pointerId and self._stage.pointer.holds)
        self._point_at(Pointer(spot, holds=True) if holds else self._pointer_at(beside, spot), named)

    def _up(self, event: Any) -> None:
        sheets = self._app.place.sheets
        self._point_and_drop(event)
        if self._app.place.sheets != sheets:
            # The click after the release and the second half of a double tap are not meant for the new sheet.
            self._stray = True
            self._taps.changed(event.timeStamp, event.clientX, event.clientY)
        # A tap anywhere dismisses a refusal, unless the tap is on the button that opens the rule.
        if self._app.voice.refusals == self._refused and not event.target.closest(".refusal button"):
            forgive(self._app)

    def _point_and_drop(self, event: Any) -> None:
        table = self._app.table
        if self._throwing.up(event) or self._drawing.up(event) or self._holding.up(event):
            return
        if self._pointer != event.pointerId or table is None:
            return
        dragged, self._pointer, self._dragging = self._dragging, None, False
        point, pointer = self._board_point(event, anywhere=True), self._stage.pointer
        # A finger that has not moved means the spot that it pressed, even if the board has changed since.
        spot = (board.spot_at(table, *point, self._slop(event)) if dragged else self._pressed) if point else ""
        self._stage.pointer = Pointer(spot if event.pointerType == "mouse" else "")
        piece = board.picked_sprite(table) if dragged else None
        if self._between and not dragged:
            commands.do(self._app, "which", BETWEEN.join(self._between))
        elif not dragged and self._app.settings.pointing == "drag" and table.choice.pointing.chooser.picked:
            actions.point(self._app, table, table.choice.pointing.cancel())  # here pieces are moved only by dragging
        elif self._twice and not dragged:
            actions.let_go(self._app, table, keep=True)
        elif table.choice.pointing.pressed:
            self._point_up(table, spot, touch=event.pointerType == "touch")
        if piece and point and table.choice.pointing.move is not None:
            self._stage.drop(piece.key, self._raised(event, point))
        if dragged or self._stage.pointer != pointer:
            self._stage.schedule_redraw()  # a chosen move is drawn by the code that performs it

    def _point_up(self, table: Table, spot: Spot, *, touch: bool) -> None:
        table.display.move_cursor(spot)
        actions.point(self._app, table, table.choice.pointing.release(spot), touch=touch)

    def _lost(self, _: Any) -> None:
        self._throwing.cancel()
        self._drawing.cancel()
        self._let_go(keep=True)

    def _cancel(self, _: Any) -> None:
        self._let_go(keep=False)

    def _let_go(self, *, keep: bool) -> None:
        self._pointer, self._dragging = None, False
        self._holding.cancel()
        self._stage.pointer = Pointer()
        table = self._app.table
        if table is not None and table.choice.pointing.pressed:
            actions.let_go(self._app, table, keep=keep)
        self._stage.schedule_redraw()

    def _menu(self, event: Any) -> None:
        if event.target.closest(".board"):
            event.preventDefault()
            self._holding.menu(event)

    def _hidden(self, event: Any) -> None:
        if document.hidden:
            self._stage.skip()
            self._lost(event)
        else:
            self._stage.come_back()

    def _resize(self, _: Any) -> None:
        self._stage.schedule_redraw()

    def _slop(self, event: Any) -> float:
        """Return the distance from spots, in board units, within which a touch still hits them.

        It is 0 for a mouse and on boards with large spots.
        """
        unit = 0.0 if event.pointerType == "mouse" else self._unit()
        return REACH / unit if 0 < unit < FINE else 0.0

    def _raised(self, event: Any, point: tuple[float, float]) -> tuple[float, float]:
        """Return the position of a dragged piece: `point`, or a little above it for a finger, which hides the point."""
        unit = self._unit() if event.pointerType == "touch" else 0.0
        return point[0], point[1] - (RAISED / unit if unit else 0.0)

    def _unit(self) -> float:
        """Return the size of a board unit in CSS pixels, or 0 without a board."""
        element = document.querySelector(".board")
        return element.clientWidth / self._app.table.view.SIZE[0] if element and self._app.table is not None else 0.0

    def _board_point(self, event: Any, anywhere: bool = False) -> tuple[float, float] | None:
        table = self._app.table
        element = document.querySelector(".board") if table is not None and not self._app.place.sheets else None
        if not element or table is None or not (anywhere or event.target.closest(".board")):
            return None
        box = element.getBoundingClientRect()
        width, height = table.view.SIZE
        return (event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height


def main_button(field: Any) -> Any:
    """Return the button that Enter presses in a field: the main button of its sheet.

    Return None or JavaScript's null, which both count as false, if Enter presses no button in this field.
    """
    sheet = field.closest(".sheet")
    return sheet.querySelector(".sheet-foot .primary") if sheet and field.matches("[data-enters]") else None


def large_of(files: Any) -> Any:
    """Return the first file in a `FileList` that is to be read as a collection of games, or None if none exists.

    A single file is judged by its size and the ending of its name. Several files are judged by their size alone,
    because a small game file in a binary format may be opened together with the files that hold its players' names.
    """
    chosen = [files.item(number) for number in range(files.length)]
    names = [str(file.name) if len(chosen) == 1 else "" for file in chosen]
    large = (file for file, name in zip(chosen, names, strict=True) if collections.is_large(name, int(file.size)))
    return next(large, None)


async def text_of(app: App, files: Any) -> tuple[str, Message | None] | None:
    """Return the text of files, cut at `LARGEST` bytes, and a note to the player if an encoding was guessed.

    `files` is a `FileList`. Show a message and return None if a file cannot be read.
    """
    data, left = list[bytes](), LARGEST
    try:
        for number in range(files.length):
            data.append((await files.item(number).slice(0, left).arrayBuffer()).to_bytes())
            left -= len(data[-1])
    except JsException:
        app.voice.toast = Toast(say("This file cannot be read."), alert=True)
        app.page.render()
        return None
    if len(data) == 1 and (text := decode_utf8(data[0])) is not None:
        return text, None
    waiting: Any = import_module("chowk.features.sharing.waiting")
    text_and_note: tuple[str, Message | None] | None = await waiting.decoded(app, data)
    return text_and_note


def decode_utf8(data: bytes) -> str | None:
    """Return the text of data in UTF-8, or None if the data may have another encoding or are cut off.

    Most files are in UTF-8.
    """
    with suppress(UnicodeDecodeError):
        return None if b"\0" in data else data.decode().removeprefix("\ufeff")
    return None


def add_note(app: App, note: Message | None) -> None:
    """Show a note about an opened file. If messages about the file are shown already, put the note before them."""
    if note is not None:
        toast = app.voice.toast
        others = (toast.text, *toast.more) if toast is not None and toast.alert else ()
        app.voice.toast = noted((note, *others))
        app.page.render()


def focus_cursor(app: App) -> None:
    """Move the focus to the cell at the board's cursor, if the page has such a cell."""
    if app.table is not None:
        cell = document.querySelector(f'[role=grid] [data-spot="{app.table.display.cursor}"]')
        if cell:
            cell.focus()
