"""Run another program as an engine: send it lines, and read its answers within limits of time and of size.

A caller states how long it waits for a line, and never waits longer. If the program is silent, ends, writes too much,
or writes bytes that are not UTF-8, the caller gets a `RivalError`.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from threading import Condition, Thread
from typing import IO, Final

from chowk.core.notation import excerpt

MAX_LINE_BYTES: Final = 65_536
"""Maximum length of a line from an engine, in bytes."""
MAX_ANSWER_BYTES: Final = 4_000_000
"""Maximum size in bytes of the output of an engine between two lines that are sent to it."""
MAX_NOTE_BYTES: Final = 400
"""Maximum number of bytes, from the end of an engine's error output, that an error message shows."""
CHUNK_BYTES: Final = 16_384
QUIT_S: Final = 1.0
"""Seconds that an engine has to end after `quit`, before it is killed."""


class Fault(StrEnum):
    """The kinds of faults of an engine.

    `SILENT`: it does not answer in time. `DIED`: it has ended. `FLOOD`: it writes too much. `GARBLED`: it writes bytes
    that are not UTF-8. `ILLEGAL`: its move is not legal. `REFUSED`: it answers a command with an error.
    """

    UNABLE = "unable"
    """The engine does not start, does not speak the protocol, or cannot play this game."""
    SILENT = "silent"
    DIED = "died"
    FLOOD = "flood"
    GARBLED = "garbled"
    ILLEGAL = "illegal"
    REFUSED = "refused"


class RivalError(Exception):
    """Raised if another program's engine fails, or breaks a rule of the protocol or the game.

    `fault` is the kind of failure.
    """

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class EngineProcess:
    """A running engine. `send` and `receive` exchange lines. `close` ends the program, and on POSIX its children."""

    def __init__(self, command: str | Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start the program. Raise `RivalError` if that is not possible."""
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise RivalError(Fault.UNABLE, f"the command {excerpt(str(command))} cannot be read: {error}") from None
        if not words:
            raise RivalError(Fault.UNABLE, "the command of an engine is empty")
        self.name = os.path.basename(words[0])
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the person who runs the match names the program
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
                env=None if environment is None else {**os.environ, **environment},
            )
        except OSError as error:
            raise RivalError(Fault.UNABLE, f"{self.name} does not start: {error.strerror or error}") from None
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, output, notes = self._pipes = [stream for stream in streams if stream is not None]
        self._changed = Condition()
        self._unsent = deque[bytes]()
        self._lines = deque[bytes]()
        self._notes = b""
        self._answer_bytes = 0
        self._has_ended = self._has_flooded = self._is_closed = False
        self._threads = [
            Thread(target=self._read, args=(output,), daemon=True),
            Thread(target=self._read_notes, args=(notes,), daemon=True),
            Thread(target=self._write, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_running(self) -> bool:
        """True until the program ends or is closed."""
        return not self._is_closed and self._process.poll() is None

    def send(self, line: str) -> None:
        """Send a line. Return at once, even if the program does not read the line yet."""
        with self._changed:
            self._answer_bytes = 0
            self._unsent.append(f"{line}\n".encode())
            self._changed.notify_all()

    def receive(self, deadline: float) -> str:
        """Return the next line, without its end.

        If no line comes by `deadline` (a time of `time.monotonic`, in seconds), or if the program fails in another way,
        kill it and raise `RivalError`.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._lines or self._has_ended or self._has_flooded, max(0.0, deadline - time.monotonic())
            )
            if self._has_flooded:
                problem = RivalError(Fault.FLOOD, f"{self.name} writes more than can be read")
            elif self._lines:
                try:
                    return self._lines.popleft().decode()
                except UnicodeDecodeError:
                    problem = RivalError(Fault.GARBLED, f"{self.name} writes bytes that are no UTF-8")
            elif self._has_ended:
                problem = RivalError(Fault.DIED, f"{self.name} has ended{self._last_words()}")
            else:
                problem = RivalError(Fault.SILENT, f"{self.name} does not answer in time")
        self.close()
        raise problem

    def expect(self, is_expected: Callable[[str], bool], seconds: float) -> str:
        """Return the next line for which `is_expected` is true, and ignore those before it.

        Raise `RivalError` if it does not come within `seconds`.
        """
        deadline = time.monotonic() + seconds
        while not is_expected(line := self.receive(deadline)):
            pass
        return line

    def _last_words(self) -> str:
        self._threads[1].join(QUIT_S)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_S)
        status = self._process.poll()
        words = self._notes.decode(errors="replace").strip().splitlines()
        return ("" if status is None else f" with status {status}") + (f": {words[-1]}" if words else "")

    def close(self, farewell: str = "") -> None:
        """End the program and the processes that it started.

        If `farewell` is given, send that line first, and wait up to a second for the program to end. Then kill whatever
        still runs.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if farewell and self._process.poll() is None:
            self.send(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(QUIT_S)
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()
        if os.name == "posix":  # the process group also has the processes that the program started
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(QUIT_S)
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()

    def _write(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._unsent or self._has_ended)
                if self._has_ended:
                    return
                line = memoryview(self._unsent.popleft())
            try:
                while line:
                    line = line[self._input.write(line) :]
            except (OSError, ValueError):
                return  # it has ended, and the reader notices that

    def _read(self, stream: IO[bytes]) -> None:
        rest = b""
        while chunk := _chunk(stream):
            *lines, rest = (rest + chunk).split(b"\n")
            with self._changed:
                self._answer_bytes += len(chunk)
                self._has_flooded |= self._answer_bytes > MAX_ANSWER_BYTES or len(rest) > MAX_LINE_BYTES
                self._has_flooded |= any(len(line) > MAX_LINE_BYTES for line in lines)
                self._lines.extend(line.rstrip(b"\r") for line in lines)
                self._changed.notify_all()
                if self._has_flooded:
                    self._lines.clear()
                    return
        with self._changed:
            if rest:
                self._lines.append(rest)
            self._has_ended = True
            self._changed.notify_all()

    def _read_notes(self, stream: IO[bytes]) -> None:
        while chunk := _chunk(stream):
            self._notes = (self._notes + chunk)[-MAX_NOTE_BYTES:]


def _chunk(stream: IO[bytes]) -> bytes:
    """Return the next bytes of a pipe. Return no bytes at the end of the pipe, or if it cannot be read."""
    try:
        return stream.read(CHUNK_BYTES)
    except (OSError, ValueError):
        return b""
