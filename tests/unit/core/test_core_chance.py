"""Test the dice generator: its rolls follow the specification, are fair, and depend only on seed and ply."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from chowk.core import chance

# The first and the second 64 bits of `printf 'chowk-1:7:0:0' | sha256sum`.
FIRST, SECOND = 0x90DDBBAA0AB55358, 0x21FC09E10384DCF7


def test_a_draw_is_the_first_number_of_the_digest() -> None:
    assert chance.below(1 << 64, seed=7, draw=0) == FIRST
    assert chance.below(6, seed=7, draw=0) == FIRST % 6 == 4


def test_a_number_that_would_favour_low_ones_is_skipped() -> None:
    total = (1 << 63) + 1
    assert FIRST > total > SECOND
    assert chance.below(total, seed=7, draw=0) == SECOND


def test_vectors_of_dice() -> None:
    assert [chance.below(6, 7, draw) for draw in range(12)] == [4, 0, 3, 5, 3, 4, 4, 3, 5, 2, 1, 2]
    assert [chance.below(6, 0, draw) for draw in range(12)] == [2, 2, 1, 5, 3, 3, 4, 1, 2, 0, 5, 0]


def test_vectors_of_weighted_picks() -> None:
    assert "".join(chance.pick("abc", (1, 2, 3), 7, draw) for draw in range(12)) == "cacccccccbbb"


def test_vectors_of_shuffles() -> None:
    assert "".join(chance.shuffled("abcdefgh", 7)) == "cfehgdba"
    assert "".join(chance.shuffled("abcdefgh", 7, 1)) == "bhgadcfe"
    assert chance.shuffled(range(10), 0) == (1, 5, 3, 2, 8, 4, 6, 0, 7, 9)


def test_vector_of_the_commitment() -> None:
    assert chance.commitment(7) == "c8034098a2b8694d3df641379d81351304c891edd6bd24b08c49433eea5b8655"


def test_what_was_dealt_says_nothing_about_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    real = chance.below

    def noted(total: int, seed: int, draw: int) -> int:
        drawn.append(draw)
        return real(total, seed, draw)

    monkeypatch.setattr(chance, "below", noted)
    chance.shuffled(range(30), 7)
    assert min(drawn) >= 1 << 64
    assert len(set(drawn)) == 29


@pytest.mark.parametrize("total", [0, -1, (1 << 64) + 1])
def test_a_die_without_faces_or_with_too_many_is_a_mistake(total: int) -> None:
    with pytest.raises(AssertionError):
        chance.below(total, 7, 0)


def test_every_face_is_as_likely() -> None:
    counts = Counter(chance.below(6, seed, draw) for seed in range(20) for draw in range(300))
    # 6,000 throws, 1,000 of each expected. Chi-squared with 5 degrees of freedom is below 20.5 in 999 of 1,000 cases.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
    assert set(counts) == set(range(6))


def test_weights_are_kept() -> None:
    counts = Counter(chance.pick("ab", (1, 3), 3, draw) for draw in range(4000))
    assert abs(counts["a"] - 1000) < 110


def test_every_order_is_as_likely() -> None:
    counts = Counter(chance.shuffled("abc", seed) for seed in range(3000))
    assert set(counts) == set(permutations("abc"))
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 20.5


def test_the_same_draw_is_the_same_whatever_was_drawn_before() -> None:
    forward = [chance.below(1000, 5, draw) for draw in range(50)]
    backward = [chance.below(1000, 5, draw) for draw in reversed(range(50))]
    assert forward == backward[::-1]


def test_neither_seeds_nor_draws_repeat_one_another() -> None:
    draws = {chance.below(1 << 64, seed, draw) for seed in range(30) for draw in range(30)}
    assert len(draws) == 900
