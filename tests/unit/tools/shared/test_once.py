"""Test the build's cache: results that depend only on files are stored for later builds."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tools.shared import once as module
from tools.shared.once import alone, cached_result, tree


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the build's cache use an empty folder, and return the folder."""
    monkeypatch.setattr(module, "CACHE", tmp_path / "once")
    return tmp_path / "once"


def test_it_is_made_once_for_the_same_parts_and_anew_for_others() -> None:
    calls = []

    def ask(what: str, *parts: bytes) -> bytes:
        def make() -> bytes:
            calls.append((what, parts))
            return what.encode() + b"".join(parts)

        return cached_result(what, parts, make)

    requests: list[tuple[str, *tuple[bytes, ...]]] = [
        ("a", b"x", b"y"),
        ("a", b"xy"),
        ("a", b"y", b"x"),
        ("b", b"x", b"y"),
    ]
    for _ in range(2):
        assert [ask(*arguments) for arguments in requests] == [b"axy", b"axy", b"ayx", b"bxy"]
    assert calls == [(what, tuple(parts)) for what, *parts in requests]


def test_what_fails_is_not_kept(cache: Path) -> None:
    def fail() -> bytes:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        cached_result("a", (b"x",), fail)
    assert not cache.exists()
    assert cached_result("a", (b"x",), lambda: b"made") == b"made"


def test_what_was_made_first_goes_where_all_is_too_much(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 50_000)
    for number in range(4):
        cached_result("a", (bytes([number]),), lambda: bytes(20_000))
        for age, path in enumerate(sorted(cache.iterdir(), key=os.path.getmtime, reverse=True)):
            os.utime(path, (1_000 - age, 1_000 - age))  # the file system's own times are too coarse
        cached_result("b", (bytes([number]),), lambda: b"small")
    assert len(list(cache.glob("*.a"))) == 2
    assert len(list(cache.glob("*.b"))) == 4


def test_whoever_makes_the_same_file_waits_until_it_is_there(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path, events, within = tmp_path / "made", list[str](), threading.Event()

    def other() -> None:
        within.wait()
        with alone(path):
            events.append(f"other finds it: {path.is_file()}")

    waiting = threading.Thread(target=other)
    waiting.start()
    with alone(path):
        within.set()
        waiting.join(0.2)
        events.append("first")
        path.write_text("made")
    waiting.join()
    assert events == ["first", "other finds it: True"]


def test_a_tree_tells_every_file_its_name_and_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "room" / "__pycache__").mkdir(parents=True)
    trees = [tree(folder)]
    for name, text in (("a", "1"), ("room/a", "1"), ("a", "2")):
        (folder / name).write_text(text)
        trees.append(tree(folder))
    (folder / "a").rename(folder / "b")
    trees.append(tree(folder))
    assert len(set(trees)) == len(trees)
    (folder / "room/__pycache__/a.pyc").write_text("3")
    assert tree(folder) == trees[-1]
    assert tree() == tree(module.PY) != tree(folder)
