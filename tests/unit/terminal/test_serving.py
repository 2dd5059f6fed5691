"""Test the command that serves the built page: folders and archives, headers, refusals."""

from __future__ import annotations

import http.client
import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import serve as checkout
from chowk.terminal import page_server, serving
from chowk.terminal.commands import main

FILES = {
    "index.html": b"<!doctype html><title>Chowk</title>",
    "sw.js": b"// worker",
    "files.json": b"{}",
    "vendor/pyodide-1/a.wasm": b"\0asm",
    "py/chowk.packed": b"\x1f\x8b",
    "manifest.webmanifest": b"{}",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create a folder with a few files as a built page has them, and return it."""
    folder = tmp_path / "page"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def packed(folder: Path, within: str = "") -> Path:
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name in FILES:
            archive.write(folder / name, within + name)
    return path


@contextmanager
def running(monkeypatch: pytest.MonkeyPatch, *words: object) -> Iterator[http.client.HTTPConnection]:
    """Run `chowk serve` with these arguments in a thread, and yield a connection to its server."""
    started, servers, statuses = threading.Event(), list[page_server.Server](), list[int]()
    plain = page_server.Server.serve_forever

    def forever(server: page_server.Server, poll_interval: float = 0.01) -> None:
        servers.append(server)
        started.set()
        plain(server, poll_interval)

    monkeypatch.setattr(page_server.Server, "serve_forever", forever)
    command = ["serve", *map(str, words), "--port", "0", "--no-browser", "--json"]
    thread = threading.Thread(target=lambda: statuses.append(main(command)))
    thread.start()
    assert started.wait(30)
    connection = http.client.HTTPConnection("localhost", servers[0].server_address[1], timeout=30)
    yield connection
    connection.close()
    servers[0].shutdown()
    thread.join()
    assert statuses == [0]


def get(connection: http.client.HTTPConnection, path: str, host: str = "localhost") -> tuple[int, str, str, bytes]:
    connection.request("GET", path, headers={"Host": host})
    reply = connection.getresponse()
    return reply.status, reply.headers["Content-Type"], reply.headers["Cache-Control"], reply.read()


@pytest.mark.parametrize("kind", ["folder", "zip", "zip of a folder"])
def test_a_page_is_served_with_types_and_caching(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder if kind == "folder" else packed(folder, "" if kind == "zip" else "site/")
    lasting, fresh = "max-age=31536000, immutable", "no-cache"
    with running(monkeypatch, path) as connection:
        assert get(connection, "/") == (200, "text/html; charset=utf-8", fresh, FILES["index.html"])
        assert get(connection, "/sw.js")[1:3] == ("text/javascript; charset=utf-8", fresh)
        assert get(connection, "/vendor/pyodide-1/a.wasm")[1:3] == ("application/wasm", lasting)
        assert get(connection, "/py/chowk.packed?v=12")[1:3] == ("application/octet-stream", lasting)
        assert get(connection, "/manifest.webmanifest")[1] == "application/manifest+json"
        assert get(connection, "/none")[0] == 404
        assert get(connection, "/", "elsewhere.example")[0] == 421
    address = json.loads(capsys.readouterr().out)["address"]
    assert address.startswith("http://localhost:")


def test_what_is_no_page_is_refused(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sw.js").unlink()
    text = tmp_path / "a.txt"
    text.write_text("x")
    for path, why in (
        (folder, "holds no built page"),
        (tmp_path / "none", "there is no"),
        (text, "neither a folder nor a zip archive"),
    ):
        assert main(["serve", str(path)]) == 1
        assert why in capsys.readouterr().err


def test_an_archive_that_is_too_large_is_not_unpacked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "MOST_BYTES", 10)
    assert main(["serve", str(packed(folder))]) == 1
    assert "too large" in capsys.readouterr().err


def test_a_port_in_use_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with page_server.server(folder) as server:
        assert main(["serve", str(folder), "--no-browser", "--port", str(server.server_address[1])]) == 1
    assert "is not free" in capsys.readouterr().err


def test_the_checkout_serves_by_the_same_code() -> None:
    assert issubclass(checkout.Handler, page_server.FileHandler)
    assert checkout.Server is page_server.Server
