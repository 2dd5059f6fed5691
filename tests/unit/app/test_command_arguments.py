"""Test the arguments of commands: functions, tables and docs/commands.md agree, and no text raises an error."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import pytest

from chowk.app import commands, pages
from chowk.app.app import App
from chowk.session.command import Command, Kind, LateAction, Value, number, number_or_none, switch, written
from chowk.ui.nodes import Node, el
from tests.fakes import world_of
from tests.unit.features.correspondence.test_apart import begun, settled
from tests.unit.ui.test_pages import PERSON_AND_BOT, TWO, at_home, at_table, set_up, value_of

LISTED: Final = Path(__file__).parents[3] / "docs/commands.md"
ACCEPTED: Final[Mapping[Any, Any]] = {str: str, number: int, number_or_none: int | None, switch: bool}
TYPES: Final[Mapping[Any, str]] = {
    str: "text",
    number: "number",
    number_or_none: "number or nothing",
    switch: "on, off",
}


# Functions, lists and documents ---------------------------------------------------------------------------------------


def action(command: Command[Any]) -> tuple[Callable[..., None], int]:
    """Return the function that a command finally calls, and the number of arguments that the command itself adds.

    The function gets the added arguments last, after those from the command's text.
    """
    function: Any = command.action
    while not isinstance(function, LateAction):
        inner = inspect.getclosurevars(function).nonlocals.get("action")
        if inner is None:
            return function, 0
        function = inner
    return function.action, len(function.arguments)


def parameters(command: Command[Any]) -> list[inspect.Parameter]:
    """Return the parameters of a command's function that get their values from the command's argument text."""
    function, fixed = action(command)
    every = list(inspect.signature(function).parameters.values())
    return every[len(every) - fixed - len(command.takes) : len(every) - fixed] if command.takes else []


def described(kind: Kind) -> str:
    if isinstance(kind, tuple):
        return ", ".join(word or "nothing" for word in kind)
    return TYPES[kind]


def row(name: str, command: Command[Any]) -> str:
    takes = "; ".join(
        f"{parameter.name.strip('_') or 'what'}: {described(kind)}"
        for parameter, kind in zip(parameters(command), command.takes, strict=True)
    )
    keys = " ".join(f"`{key}`" for key in command.keys)
    return f"| `{name}` | {takes} | {keys} |".replace("  ", " ")


def test_the_published_list_names_every_command_with_its_arguments_and_keys() -> None:
    # Links, tests and keys use these names. If you change a name on purpose, change docs/commands.md as well.
    rows = [line for line in LISTED.read_text("utf-8").splitlines() if line.startswith("| `")]
    expected = [row(name, command) for name, command in sorted(commands.COMMANDS.items())]
    lacking, extra = [line for line in expected if line not in rows], [line for line in rows if line not in expected]
    assert not lacking + extra, f"docs/commands.md lacks {lacking}, and has rows that are not so: {extra}"
    assert rows == expected


def test_a_renamed_command_and_a_changed_argument_would_be_noticed() -> None:
    seat = commands.COMMANDS["seat"]
    assert row("seat", seat) != row("chair", seat)
    assert row("seat", seat) != row("seat", seat._replace(takes=(number, ("person", "bot"), str)))
    assert row("seat", seat) != row("seat", seat._replace(keys=("s",)))


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_an_action_exists_and_declares_the_arguments_that_its_command_takes(name: str) -> None:
    command = commands.COMMANDS[name]
    function, fixed = action(command)
    every = list(inspect.signature(function).parameters.values())
    leading = every[: len(every) - fixed - len(command.takes)]
    needed = [parameter for parameter in leading if parameter.default is parameter.empty]
    wrapped = getattr(command.action, "__qualname__", "").split(".")[0] in ("at_table", "set_up")
    assert len(needed) == 1 + wrapped, f"{function.__qualname__}{inspect.signature(function)}"
    for parameter, kind in zip(parameters(command), command.takes, strict=True):
        # Evaluate only this parameter's type: those of hosts are imported for type checkers alone.
        hint = eval(str(parameter.annotation), vars(inspect.getmodule(function)))
        if get_origin(hint) is Literal:
            assert get_args(hint) == kind
        elif function.__qualname__ in ("sheet.<locals>.run", "_sheet.<locals>.run"):
            assert hint in (Value, str), "what any sheet may be about"
        else:
            assert hint == ACCEPTED.get(kind, str), parameter


# From values to a text and back ---------------------------------------------------------------------------------------


def test_arguments_come_back_from_the_text_that_carries_them() -> None:
    def reads(text: str, *takes: Kind) -> tuple[Value, ...] | None:
        return commands.COMMANDS["seat"]._replace(takes=takes).values(text)

    assert written(2, "name", "Asha Rao") == "2 name Asha Rao"
    assert reads("2 name Asha Rao", number, ("name", "bot"), str) == (2, "name", "Asha Rao")
    assert reads(written(True), switch) == (True,)
    assert reads(written(False), switch) == (False,)
    assert reads(written(None), number_or_none) == (None,)
    assert reads(written(0, None), number, number_or_none) == (0, None)
    assert reads("none", number_or_none) == (None,)
    assert reads(" a  b ", str) == (" a  b ",)
    assert reads("x", str, str) == ("x", "")
    assert reads("") == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *((text, number) for text in ("", "-1", "+1", "1.0", " 1", "१", "²", "1_0", "x", "9" * 5000)),
        *((text, number_or_none) for text in ("-1", "None", "x")),
        *((text, switch) for text in ("", "On", "true", "off ")),
        ("b", ("", "a")),
    ],
)
def test_a_text_that_is_no_such_argument_is_refused(text: str, kind: Kind) -> None:
    command = commands.COMMANDS["seat"]
    assert command._replace(takes=(kind,)).values(text) is None
    assert command._replace(takes=()).values(text or "x") is None


@pytest.mark.parametrize("name", [name for name, command in commands.COMMANDS.items() if command.keys])
def test_a_command_with_keys_can_do_without_arguments(name: str) -> None:
    assert commands.COMMANDS[name].values("") is not None


# Texts that no control sends ------------------------------------------------------------------------------------------

ABSURD: Final = (
    "",
    " ",
    "x",
    "0",
    "0 bot 99",
    "3 person",
    "999999999",
    "9" * 5000,
    "-1",
    "१",
    "on",
    "name " + "\u202e" * 3000,
    "players 7",
    "chair 9",
    "strict x",
    "language xx",
    "theme nonsense",
    "sound on",
    "digits x",
    "letter x",
    "seat x",
    "share x",
    "1 x",
    "reversi x",
    "a b c d",
    "\x00\ud800\n",
    "x" * 20_000,
)


async def then(state: Callable[[], Awaitable[App]], *done: tuple[str, str]) -> App:
    app = await state()
    for name, arg in done:
        commands.do(app, name, arg)
        await asyncio.sleep(0)
    return app


_GAMES: Final = '[Event "Tour"]\n[Black "Asha"]\n[White "Kishan"]\n\n1. 11-15 22-18 1-0\n\n' * 2
PLACES: Final[Mapping[str, Callable[[], Awaitable[App]]]] = {
    "home": at_home,
    "set-up": set_up,
    "set-up of dice": lambda: set_up(game="kilkenny"),
    "table": lambda: at_table("reversi", PERSON_AND_BOT, 4),
    "dice": lambda: at_table("kilkenny", TWO, 8),
    "boards": lambda: at_table("patchwork", TWO, 1),
    "review": lambda: then(lambda: at_table("reversi", TWO, 2), ("resign", ""), ("review", "")),
    "analysis": lambda: then(at_home, ("analyse", "reversi"), ("study-play", "d3")),
    "draft": lambda: then(at_home, ("draft", "reversi")),
    "lesson": lambda: then(at_home, ("learn", "reversi")),
    "playing apart, invited": lambda: then(at_home, ("apart", "kilkenny")),
    "playing apart": lambda: apart(),
    "games of a file": lambda: then(at_home, ("import", _GAMES)),
}


async def apart() -> App:
    return (await begun())[0]


def seen(app: App) -> tuple[object, ...]:
    return app.table, app.place.sheets, app.setup.plan, app.settings, app.voice.toast, len(app.kept.saves)


def wrong(page: Node) -> list[str]:
    """Return, as texts, the faulty commands of a page's controls, each with its argument.

    A command is faulty if it is unknown, or if it refuses the argument.
    """
    controls = [(str(node.attrs["data-do"]), value_of(node)) for node in page.walk() if "data-do" in node.attrs]
    known = commands.COMMANDS
    return [f"{name} {text}" for name, text in controls if name not in known or known[name].values(text) is None]


def test_a_control_with_a_wrong_name_or_argument_would_be_noticed() -> None:
    page = el("div", el("button", do="home"), el("button", do="house!"), el("button", do="emote", arg="smile"))
    assert wrong(page) == ["house! ", "emote smile"]


@pytest.mark.parametrize("place", PLACES)
async def test_whatever_text_a_control_carries_nothing_breaks(place: str) -> None:
    app = await PLACES[place]()
    table, sheets = app.table, app.place.sheets
    for name, command in commands.COMMANDS.items():
        for text in ABSURD if command.takes else ABSURD[:3]:
            before, renders = seen(app), world_of(app).page.renders
            commands.do(app, name, text)
            if command.values(text) is None:
                assert (seen(app), world_of(app).page.renders) == (before, renders), f"{name} {text[:20]}"
            elif seen(app) != before:
                assert wrong(pages.page(app, app.words)) == []
                await asyncio.sleep(0)
            assert not app.failures.details, f"{name} {text[:20]}: {app.failures.details}"
        if app.table is not table:
            await settled()
            assert not app.failures.details, f"after {name}: {app.failures.details}"
            app.pause()
            app = await PLACES[place]()
            table, sheets = app.table, app.place.sheets
        elif app.place.sheets != sheets:
            app.place.clear()
            for sheet in sheets:
                app.place.open_sheet(*sheet)
    await settled()
    assert not app.failures.details
    app.pause()
