"""Test that every command in a document exists, and takes the options that the document gives it."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from chowk.terminal import commands

ROOT = Path(__file__).parents[3]
PAGES = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "tests/bench/FIGURES.md"))
PROGRAM = r"(?:python3? |chowk (?=[a-zA-Z-]))"
"""Matches the beginning of a command. `chowk 1` is a line of a protocol."""
SPAN = re.compile(f"`({PROGRAM}[^`]+)`")
BLOCK = re.compile(r"^```(?:sh|text|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTION = re.compile(r"(?<!\S)--[a-z][a-z0-9-]*")
IMPORT = re.compile(r"^ *from ([\w.]+) import (.*)$", re.MULTILINE)
OTHERS = {"build", "pip", "chowk"}
"""Modules that a document runs by `python3 -m`, but which are not ours or are tested below as `chowk`."""
PLACEHOLDERS = {"NAME", "GAME", "PROTOCOL", "COMMAND"}


def documented(page: Path) -> Iterator[str]:
    """Yield the commands in a document: those in backquotes, and the lines of code blocks, without their comments."""
    text = page.read_text("utf-8")
    for span in SPAN.findall(text):
        yield " ".join(span.split())
    for block in BLOCK.findall(text):
        for line in block.splitlines():
            command = line.strip().removeprefix("$ ").partition("#")[0].strip()
            if re.match(PROGRAM, command):
                yield command


def program(words: list[str]) -> Path | None:
    """Return the file that a command of Python runs, or None if there is none.

    `words` are the words of the command. A placeholder for a name stands for any one of ours.
    """
    if words[1] != "-m":
        return ROOT / words[1].replace("GAME", "reversi").replace("NAME", "learn_reversi")
    if words[2] == "tests.bench" and words[3:] and words[3] not in PLACEHOLDERS:
        return ROOT / f"tests/bench/{words[3]}.py"
    return module(words[2])


def module(name: str) -> Path | None:
    """Return the file of one of our modules, or None."""
    for root in (ROOT, ROOT / "py", ROOT / "py/training"):
        place = root / name.replace(".", "/")
        for file in (place.with_name(f"{place.name}.py"), place / "__main__.py", place / "__init__.py"):
            if file.is_file():
                return file
    return None


@cache
def source(file: Path) -> str:
    """Return the source of a program and of the modules that it imports itself, without those of the page."""
    text = file.read_text("utf-8")
    names = {f"{package}.{name.strip()}" for package, line in IMPORT.findall(text) for name in line.split(",")}
    names |= {package for package, _ in IMPORT.findall(text)}
    found = {module(name) for name in names if not name.startswith("chowk")} - {None, file}
    return text + "".join(path.read_text("utf-8") for path in sorted(filter(None, found)))


def wrong_with(command: str) -> str:
    """Return what is wrong with a command, or "" if nothing is."""
    words = command.split()
    options = OPTION.findall(command)
    if words[0] == "chowk" or words[1:3] == ["-m", "chowk"]:
        name = words[1 if words[0] == "chowk" else 3]
        if name in PLACEHOLDERS:
            return ""
        offered, output = commands.parser(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output), contextlib.suppress(SystemExit):
            offered.parse_args([name, "--help"] if not name.startswith("-") else ["--help"])
        shown = output.getvalue()
        if "invalid choice" in shown:
            return f"no command {name}"
        return " ".join(option for option in options if not re.search(f"{option}(?![a-z-])", shown))
    if words[1] == "-m" and words[2:3] != ["tests.bench"] and (len(words) == 2 or words[2] in OTHERS):
        return ""
    file = program(words)
    if file is None or not file.is_file():
        return "no such program"
    return " ".join(option for option in options if f'"{option}"' not in source(file))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_a_document_exist(page: Path) -> None:
    wrong = {command: why for command in documented(page) if (why := wrong_with(command))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("python3 -m tests.bench phone", "no such program"),
        ("python3 -m tests.bench phones --slow 4 --quickly", "--quickly"),
        ("python3 py/training/reversi/learn.py", "no such program"),
        ("python3 serve.py --single chowk.html --small", "--small"),
        ("python -m tools.i18n.catalogue update kn", "no such program"),
        ("chowk matches A B", "no command matches"),
        ("chowk match A B --rounds 100", "--rounds"),
        ("chowk analyse FILE --tim 2", "--tim"),
    ],
)
def test_a_wrong_command_is_found(command: str, why: str) -> None:
    assert wrong_with(command) == why


def test_the_documents_show_many_commands() -> None:
    assert sum(len(set(documented(page))) for page in PAGES) > 100
