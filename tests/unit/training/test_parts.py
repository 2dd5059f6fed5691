"""Test playing training games in parts: existing parts are kept, work is shared, and a time limit ends it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training.shared import parts

RECORD = np.dtype([("value", "<u2")])


def test_parts_that_are_there_are_not_made_again_and_are_read_in_their_order(tmp_path: Path) -> None:
    folder, numbers = tmp_path / "deep/games", list[int]()

    def part(number: int) -> bytes:
        numbers.append(number)
        if len(numbers) == 3:
            raise KeyboardInterrupt
        return np.full(2, number, "<u2").tobytes()

    for every in ("1/2", "0/1"):
        with pytest.raises(KeyboardInterrupt):
            parts.play(folder, every, 1.0, part, RECORD.itemsize)
        if every == "1/2":
            assert numbers == [1, 3, 5]
            numbers.clear()
    assert numbers == [0, 2, 4], "1 and 3 are there"
    assert parts.played([folder], RECORD)["value"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [path.suffix for path in folder.iterdir()] == [".games"] * 4, "nothing half done"
    assert list(parts.missing(folder, range(6))) == [4, 5]


def test_when_the_time_is_up_no_part_is_begun(tmp_path: Path) -> None:
    parts.play(tmp_path, "0/1", -1.0, lambda number: pytest.fail(f"part {number} is begun"), RECORD.itemsize)
    assert list(tmp_path.iterdir()) == []
