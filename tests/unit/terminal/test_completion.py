"""Test the completion of the command line by real shells."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chowk.library import games
from chowk.terminal import completion
from chowk.terminal.commands import main, parser

SECONDS = 30.0
"""Maximum time for a shell to answer. It takes a fraction of a second on a quiet machine."""


class Typist:
    """A simulated person at a terminal, who types keys and reads what the shell shows."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())

    def read_until(self, text: str) -> str:
        shown, deadline = "", time.monotonic() + SECONDS
        while text not in shown:
            assert time.monotonic() < deadline, shown
            if select.select([self.terminal], [], [], 1.0)[0]:
                shown += os.read(self.terminal, 65536).decode(errors="replace")
        return shown


@contextmanager
def shell(*words: str, folder: Path) -> Iterator[Typist]:
    """Start an interactive shell in a folder, without any user's settings, and yield a typist at its terminal."""
    ours, its = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "$ ", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
    # the shell edits lines only at its controlling terminal, which the first terminal that a session opens becomes
    script = 'exec <"$0" >"$0" 2>"$0"; exec "$@"'
    command = ["sh", "-c", script, os.ttyname(its), *words]
    process = subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True)
    try:
        yield Typist(ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(its)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the completion scripts for all shells, and a file whose name can be completed."""
    folder = tmp_path_factory.mktemp("completion")
    for name in completion.SHELLS:
        (folder / f"{name}.txt").write_text(completion.script(name, parser()))
    (folder / "_chowk").write_text(completion.script("zsh", parser()))
    (folder / "a game.pdn").write_text("")
    return folder


BASH = {
    "chowk pe": "rft ",
    "chowk perft re": "versi ",
    "chowk perft reversi --div": "ide ",
    "chowk puzzle --theme x ki": "lkenny ",
    "chowk analyse --colour al": "ways ",
    "chowk play patch": "work ",
    "chowk review a": "\\ game.pdn ",
    "chowk review --seconds 3 --ga": "me ",
    "chowk play reversi --resume a": "\\ game.pdn ",
}
"""For each text that a person types before the Tab key, the text that bash adds."""


def test_bash_completes_commands_options_games_and_files(folder: Path) -> None:
    with shell("bash", "--norc", "--noprofile", "-i", folder=folder) as typist:
        typist.type("bind 'set enable-bracketed-paste off'; source bash.txt; echo rea''dy\n")
        typist.read_until("ready\r\n")
        for typed, added in BASH.items():
            typist.type(f"{typed}\t")
            assert typist.read_until(typed + added)
            typist.type("\x15")  # delete the line


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_completes_commands_options_and_games(folder: Path) -> None:
    with shell("zsh", "-f", "-i", folder=folder) as typist:
        typist.type("unset zle_bracketed_paste; fpath=($PWD $fpath)\n")
        typist.type("autoload -U compinit; compinit -u -D; echo rea''dy\n")
        typist.read_until("ready\r\n")
        for typed in ("chowk pe", "chowk perft re", "chowk analyse --colour al"):
            typist.type(f"{typed}\t")
            typist.read_until(typed + BASH[typed].strip())
            typist.type("\x15")


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes_commands_options_and_games(folder: Path) -> None:
    def offered(typed: str) -> set[str]:
        command = ["fish", "--no-config", "-c", f"source fish.txt; complete -C '{typed}'"]
        environment = {**os.environ, "HOME": str(folder)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        return {line.partition("\t")[0] for line in done.stdout.splitlines()}

    assert offered("chowk pe") == {"perft"}
    assert offered("chowk perft ") >= set(games())
    assert offered("chowk analyse --colour ") == {"auto", "always", "never"}
    assert "--divide" in offered("chowk perft --d")


def test_every_command_and_option_is_completed(folder: Path) -> None:
    commands = completion.commands_of(parser())
    assert {"play", "review", "serve", "completion"} <= {command.name for command in commands}
    for name in completion.SHELLS:
        script = (folder / f"{name}.txt").read_text()
        for command in commands:
            assert command.name in script
            for option in command.options:
                assert all(part.lstrip("-") in script for part in option.names), option


def test_the_command_writes_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    assert capsys.readouterr().out == completion.script("fish", parser())
