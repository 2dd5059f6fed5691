"""Test the kernels' neural network in plain Python: its size, the winning chances, and the file of weights."""

from __future__ import annotations

from array import array
from math import exp

import pytest

from chowk.engine import network_weights
from chowk.engine.kernel_network import CHANCES, IN, INPUT, NET, WEIGHTS, share_out, size
from tools.build.kernel_hosts import Plain


def test_a_network_beyond_the_room_is_refused() -> None:
    assert size(27, 12) == 27 + 12 * 28
    for inputs, units in ((29, 1), (1, 15)):
        with pytest.raises(ValueError, match="no room"):
            size(inputs, units)


def test_chances_are_shares_of_the_exponentials_of_strengths_of_who_still_plays() -> None:
    # A network of two inputs and one hidden unit: strength = a - b + 3 * max(0, 2 a + b).
    NET[0] = 0
    WEIGHTS[:5] = array("d", [1.0, -1.0, 2.0, 1.0, 3.0])
    INPUT[:6] = array("d", [0.2, 0.1, 9.0, 9.0, -0.3, 0.4])
    IN[:3] = array("b", [1, 0, 1])
    share_out(3, 2, 1)
    strengths = [0.2 - 0.1 + 3 * 0.5, -0.3 - 0.4 + 3 * 0.0]
    total = sum(map(exp, strengths))
    expected = [exp(strengths[0]) / total, 0.0, exp(strengths[1]) / total]
    assert CHANCES[:3].tolist() == pytest.approx(expected, abs=1e-9)


def test_weights_are_laid_out_by_the_number_of_seats() -> None:
    kernel = Plain("chowk.games.kilkenny.engine.kernel")
    count = int(kernel.numbers["SIZE"])
    data = network_weights.file([[float(seats)] * count for seats in (2, 3, 4)])
    network_weights.lay_out(kernel, data, 3)
    assert kernel.read("WEIGHTS", 0, count).tolist() == [3.0] * count
    with pytest.raises(ValueError, match="another kernel"):
        network_weights.lay_out(kernel, data[:-12], 3)
