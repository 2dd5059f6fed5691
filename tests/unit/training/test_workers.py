"""Test the workers that play parts of training games: equal results, also if workers are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.shared import parts, workers
from training.shared.workers import Cluster, LostPartError, Processes, ThisProcess


@dataclass(frozen=True)
class Square:
    """A job that returns the squares of its parts' numbers.

    Part `deadly` kills its worker the first `deaths` times that it is played.
    """

    folder: Path
    deadly: int = -1
    deaths: int = 0

    def __call__(self, number: int) -> bytes:
        for death in range(self.deaths if number == self.deadly else 0):
            if not (mark := self.folder / f"death-{death}").exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if number == 90:
            raise ZeroDivisionError("part 90")
        return np.full(2, number * number, "<u2").tobytes()


def saved(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.games")}


def test_a_process_that_is_killed_loses_its_part_only_and_the_results_are_the_same(tmp_path: Path) -> None:
    parts.play(tmp_path / "here", "0/1", 1.0, Square(tmp_path), 4, 8)
    parts.play(tmp_path / "two", "0/1", 1.0, Square(tmp_path, deadly=3, deaths=2), 4, 8, Processes(2))
    assert saved(tmp_path / "two") == saved(tmp_path / "here")
    assert len(saved(tmp_path / "two")) == 8
    assert {path.name for path in tmp_path.glob("death-*")} == {"death-0", "death-1"}


def test_a_part_that_kills_every_worker_ends_the_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "DEATHS", 1)
    with pytest.raises(LostPartError, match=r"part 1: 2 workers died"):
        list(Processes(1).play(Square(tmp_path, deadly=1, deaths=9), range(3)))


def test_the_error_of_a_part_is_the_error_of_the_play(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError, match="part 90"):
        list(Processes(1).play(Square(tmp_path), [90]))


def test_a_number_is_taken_when_a_worker_is_free_for_it(tmp_path: Path) -> None:
    taken = list[int]()

    def numbers() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    finished = list(islice(ThisProcess().play(Square(tmp_path), numbers()), 3))
    assert [number for number, _ in finished] == taken == [0, 1, 2]
    assert list(workers.until(-1.0, numbers())) == []


def test_parts_are_played_on_a_dask_cluster_whose_workers_are_killed(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        parts.play(tmp_path / "cluster", "0/1", 1.0, Square(tmp_path, deadly=3, deaths=2), 4, 8, Cluster(address))
        with pytest.raises(ZeroDivisionError, match="part 90"):
            list(Cluster(address).play(Square(tmp_path), [90]))
    parts.play(tmp_path / "here", "0/1", 1.0, Square(tmp_path), 4, 8)
    assert saved(tmp_path / "cluster") == saved(tmp_path / "here")
    assert {path.name for path in tmp_path.glob("death-*")} == {"death-0", "death-1"}


def test_without_dask_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(SystemExit, match="pip install distributed"):
        list(Cluster("tcp://127.0.0.1:1").play(len, []))  # type: ignore[arg-type]
