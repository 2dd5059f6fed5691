"""Fixtures of the tests in other browser engines: one browser of each, and a server that can be stopped."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

import serve
from tests.engines.driving import ENGINES, Engine, Missing
from tools.build.build_site import build

BASE: Final = "/chowk/"


class Host:
    """A server of the built site that can be stopped, and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.lines: list[socket.socket] = []
        self.begin()

    @property
    def address(self) -> str:
        """The address of the page on this server."""
        return f"http://127.0.0.1:{self.port}{BASE}"

    def begin(self) -> None:
        """Start the server: at any free port the first time, and later at the same port again."""
        self.server = serve.server(self.folder, port=self.port, base=BASE)
        self.port = self.server.server_address[1]
        accept = self.server.get_request

        def accepted() -> tuple[socket.socket, Any]:
            line, address = accept()
            self.lines.append(line)
            return line, address

        self.server.get_request = accepted  # type: ignore[method-assign]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Stop the server and close its connections, so that the device seems to have no network."""
        self.server.shutdown()
        self.server.server_close()
        for line in self.lines:  # browsers keep connections open for later requests
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self.lines.clear()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Host]:
    """Yield a server of the built site that can be stopped and started again."""
    if built := pytestconfig.getoption("site"):
        folder = Path(built).resolve()
    else:
        build(folder := tmp_path_factory.mktemp("site"), say=lambda _: None, tested=True)
    yield (server := Host(folder))
    server.end()


@pytest.fixture(scope="session", params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, host: Host) -> Iterator[Engine]:
    """Yield a browser of each engine in turn, with a new profile. All tests in this engine share it.

    Skip the tests of an engine that is not installed.
    """
    try:
        with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as browser:
            yield browser
    except Missing as missing:
        pytest.skip(str(missing))
