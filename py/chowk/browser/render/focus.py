"""The keyboard focus: kept through updates of the page, moved into sheets, and moved back."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from js import Object, chowkBeforeFrame, document
from pyodide.ffi import create_once_callable, to_js

from chowk.app.app import App
from chowk.app.effects import EnterSheet, ReturnFocus
from chowk.ui.nodes import Node

SHEETS: Final = "[role=dialog]"
DUE: Final = ".messages"
"""Selector of the panel with the status and its buttons.

If a focused control in this panel disappears, the focus moves to the first control that `NEXT` selects.
"""
NEXT: Final = (
    ".ways .way:not(.back)",
    ".parts .part",
    f"{DUE} .button:not([aria-disabled])",
    "[role=grid] [tabindex='0']",
    "#app main button:not([aria-disabled])",
    "#app button",
)
"""Selectors of controls that can get the focus when the focused control disappears, in order of preference."""


class HeldFocus(NamedTuple):
    """The control that has the focus before an update of the page.

    `in_turn_panel` is True if the control is in the panel that shows the status of the turn. `keyed` is True if keys
    moved the focus there.
    """

    control: Any
    in_turn_panel: bool
    keyed: bool


def focused_control() -> HeldFocus:
    """Return the control that has the focus, before the page changes."""
    control = document.activeElement
    if not control:
        return HeldFocus(control, in_turn_panel=False, keyed=False)
    return HeldFocus(control, bool(control.closest(DUE)), bool(control.matches(":focus-visible")))


class Focus:
    """The manager of the keyboard focus: it moves the focus into sheets and back, and away from removed controls."""

    def __init__(self) -> None:
        self._returns: list[Any] = []  # the controls from which sheets were opened
        self._released = False  # True if `release` has taken the focus, until `recover` is called

    def release(self, before: HeldFocus, page: Node) -> None:
        """Take the focus from a button in the panel with the status if the new `page` has no button for its command.

        Call this before the page changes. Browsers lay out the page when a control loses the focus, and before any
        change that costs little. `before` is the control that has the focus.
        """
        control = before.control
        if before.in_turn_panel and control.matches("button[data-do]:not(:active)"):
            self._released = not _has_command(page, control.getAttribute("data-do"))
            if self._released:
                control.blur()

    def recover(self, app: App, before: HeldFocus, first: bool) -> None:
        """Schedule a move of the focus if an update has removed the control that had it and no sheet is open.

        The browser lays out the page when the focus moves, so this gets a task of its own. The focus moves before the
        next frame and the next key, so that assistive technology learns of both changes together.

        Prefer a control with the same action. If there is none, and if the removed control was in the panel with the
        status or had got the focus by keys, move the focus to the first control that `NEXT` selects.

        `before` is the control that had the focus. `first` is True for the first page that Python shows.
        """
        released, self._released = self._released, False
        if released and before.control.isConnected:  # it is there for another command
            _focus(before.control)
        if bool(before.control) and not before.control.isConnected and not app.place.sheets:
            chowkBeforeFrame(create_once_callable(partial(_focus_instead, before, first)))

    def enter(self, effect: EnterSheet) -> None:
        """Move the focus into the topmost sheet."""
        if effect.remember:
            self._returns.append(document.activeElement)
        del self._returns[max(0, len(self._returns) - effect.closed) :]
        sheets = document.querySelectorAll(SHEETS)
        if not sheets.length:
            return
        sheet = sheets[sheets.length - 1]
        aim = sheet.querySelector("[data-scroll]")
        if aim:
            aim.scrollIntoView(to_js({"block": "center"}, dict_converter=Object.fromEntries))
        heading = (effect.title or not effect.same_sheet) and sheet.querySelector("h1, h2, [tabindex]")
        target = heading if effect.title else sheet.querySelector("[data-autofocus]") or heading
        if not target and document.activeElement.isSameNode(document.body):
            target = sheet.querySelector("h1, h2, [tabindex]")  # the control that had the focus is gone
        if target:
            _focus(target)
        if target and effect.same_sheet and not aim:
            for box in (sheet, sheet.querySelector(".sheet-body") or sheet):
                box.scrollTop = 0  # the new page begins with its title

    def give_back(self, effect: ReturnFocus, keyed: bool) -> None:
        """Move the focus back to the control that had it before the sheets were opened.

        That control may be gone, for example after a game began. Then, if keys moved the focus last (`keyed`), move it
        to the control that opens the closed sheet again, or else to the first control that `NEXT` selects.
        """
        back = [self._returns.pop() for _ in range(min(len(self._returns), effect.closed))]
        if back and back[-1] and back[-1].isConnected and not back[-1].isSameNode(document.body):
            back[-1].focus()
        elif keyed and not (effect.sheet.arg and _focus_action(*effect.sheet, scrolls=True)):
            _focus_next()


def _focus_instead(before: HeldFocus, first: bool) -> None:
    """Move the focus from a removed control to another one (`Focus.recover`), unless something has got the focus."""
    lost = document.body.isSameNode(document.activeElement)
    if lost and not _focus_same(before.control, first) and (before.in_turn_panel or before.keyed):
        _focus_next()


def _focus_same(removed: Any, first: bool) -> bool:
    """Move the focus to a control with the same action as `removed`. Return True if there is such a control.

    For example, a row that has moved into another list is a new element there. `first` is True for the first page that
    Python draws, which replaces all elements of the earlier page. On later pages the action must have an argument. From
    the row of language buttons, the focus moves to the select box that replaces the row after a choice.
    """
    does, over = removed.getAttribute("data-do"), removed.getAttribute("data-arg")
    if removed.classList.contains("tongue") and (chosen := document.querySelector("select.language")):
        chosen.focus()
        return True
    return bool(does and (over or first)) and _focus_action(does, over)


def _focus_action(does: str, over: str | None, *, scrolls: bool = False) -> bool:
    """Move the focus to the first control with the command `does` and the argument `over`. Return True if there is one.

    `over` is None for a control without an argument. If `scrolls` is True, scroll the control into view.
    """
    for control in document.querySelectorAll(f'[data-do="{does}"]'):
        if control.getAttribute("data-arg") == over:
            _focus(control, scrolls=scrolls)
            return True
    return False


def _has_command(node: Node, command: str) -> bool:
    """Return True if a node, or one below it, is a control with this command. Skip boards, which have many cells."""
    if node.attrs.get("data-do") == command:
        return True
    inner = node.children if node.attrs.get("role") != "grid" else ()
    return any(isinstance(child, Node) and _has_command(child, command) for child in inner)


def _focus_next() -> None:
    for selector in NEXT:
        if target := document.querySelector(selector):
            _focus(target)
            return


def _focus(control: Any, *, scrolls: bool = False) -> None:
    """Move the focus to a control. If `scrolls` is True, scroll it into view."""
    control.focus(to_js({"preventScroll": not scrolls}, dict_converter=Object.fromEntries))
