"""Test live reload: the page shows edits while `serve.py` runs, and the built site has no trace of it."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import serve
from tools.dev import watching
from tools.dev.watching import Changes

PAGE = "<html><head><title>a</title></head><body></body></html>"


@pytest.fixture
def changes() -> Changes:
    return Changes("first")


@pytest.fixture
def address(tmp_path: Path, changes: Changes) -> Iterator[str]:
    """Run a server that reports changes of the sources to its page, and yield its address."""
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "other.js").write_text("x")
    with serve.server(tmp_path, base="/chowk/", changes=changes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/chowk/"
        server.shutdown()


def read(address: str) -> str:
    with urllib.request.urlopen(address) as reply:
        text: str = reply.read().decode()
        return text


@pytest.mark.parametrize("path", ["", "index.html", "?test=1"])
def test_a_page_that_is_served_has_the_script_and_its_file_has_not(address: str, tmp_path: Path, path: str) -> None:
    script = '<script src="./reload.js"></script>\n</head>'
    assert read(address + path) == PAGE.replace("</head>", script)
    assert (tmp_path / "index.html").read_text() == PAGE


def test_the_script_is_answered_and_other_files_are_as_they_are(address: str) -> None:
    with urllib.request.urlopen(f"{address}reload.js") as reply:
        assert reply.headers["Content-Type"] == "text/javascript; charset=utf-8"
        assert b'new EventSource("./changes")' in reply.read()
    assert read(f"{address}other.js") == "x"


def test_the_stream_tells_the_version_at_once_and_each_other_one(address: str, changes: Changes) -> None:
    with urllib.request.urlopen(f"{address}changes") as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert [stream.readline(), stream.readline()] == [b"data: first\n", b"\n"]
        changes.tell("first")
        changes.tell("second")
        assert [stream.readline(), stream.readline()] == [b"data: second\n", b"\n"]


def test_a_stream_says_now_and_then_that_it_is_there(changes: Changes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "ALIVE", 0.01)
    events = changes.events()
    assert [next(events), next(events), next(events)] == [b"data: first\n\n", b": alive\n\n", b": alive\n\n"]


def test_without_changes_nothing_is_answered_but_files(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE)
    with serve.server(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        assert read(address) == PAGE
        for name in ("reload.js", "changes"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                read(address + name)
        server.shutdown()


# Watched files ------------------------------------------------------------------------------------------------------


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for name in ("py/chowk/a.py", "py/chowk/locale/kn.po", "py/tools/b.py", "css/c.css", "index.html", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    return tmp_path


EDITED = ("py/chowk/a.py", "py/chowk/locale/kn.po", "css/c.css", "index.html", "py/chowk/new.py")


def watched(
    sources: Path, build: Callable[[], str | None], changes: Changes, over: threading.Event
) -> threading.Thread:
    """Start a thread that watches the sources, and builds after each change, until `over` is set. Return the thread."""
    watcher = threading.Thread(target=watching.watch, args=(sources, build, changes, over), daemon=True)
    watcher.start()
    return watcher


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_is_built_and_told(sources: Path, name: str, changes: Changes) -> None:
    over = threading.Event()
    builds: list[str] = []

    def build() -> str:
        builds.append((sources / name).read_text())
        if builds[-1]:  # otherwise the file is being written
            over.set()
        return "second"

    watcher = watched(sources, build, changes, over)
    deadline = time.monotonic() + 60
    while watcher.is_alive() and time.monotonic() < deadline:
        (sources / name).write_text(f"after {time.monotonic_ns()}")
        watcher.join(0.5)
    assert changes.version == "second"
    assert builds[-1].startswith("after")


def test_what_is_no_part_of_the_page_is_not_watched(sources: Path) -> None:
    before = watching.state(sources)
    for name in ("py/tools/b.py", "README.md", "py/chowk/__pycache__/a.pyc"):
        (sources / name).parent.mkdir(exist_ok=True)
        (sources / name).write_text("quite another text")
    assert watching.state(sources) == before
    (sources / "css/c.css").unlink()
    assert watching.state(sources) != before


def test_what_cannot_be_built_is_waited_for(sources: Path, changes: Changes, monkeypatch: pytest.MonkeyPatch) -> None:
    over, state = threading.Event(), watching.state
    answers: list[str | None] = [None, "second"]
    states: list[dict[Path, tuple[int, int]]] = [{}]
    monkeypatch.setattr(watching, "state", lambda root: states.pop() if states else state(root))

    def build() -> str | None:
        answer = answers.pop(0)
        (sources / "css/c.css").write_text("mended")
        if answer is not None:
            over.set()
        return answer

    watched(sources, build, changes, over).join(5)
    assert answers == []
    assert changes.version == "second"
