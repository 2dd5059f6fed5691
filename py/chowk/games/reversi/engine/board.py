"""The board laid out as lanes in one big integer, in which a single addition finds all moves.

A *lane* is a line of three or more squares in one of its two directions, a bit for each square and an empty guard
bit behind it; there are 76, and a square stands in four to eight of them. In a pair of such integers `own` and
`other` the carry of `other + (own << 1 & other)` runs along every row of opposing discs that begins next to an own
disc and comes to rest on the square behind it: where that is empty, it is a *hit*, a square together with a
direction in which a disc laid there outflanks something. Above the lanes, from bit `BOARD` on, stands the plain
disc mask of `rules`, so that discs can be counted.
"""

from __future__ import annotations

from typing import Final

_STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


def _lines() -> list[list[int]]:
    """Every line of three or more squares, once in each direction."""
    lines = []
    for down, right in _STEPS:
        for at in range(64):
            row, file = divmod(at, 8)
            if 0 <= row - down < 8 and 0 <= file - right < 8:
                continue
            line = []
            while 0 <= row < 8 and 0 <= file < 8:
                line.append(row * 8 + file)
                row, file = row + down, file + right
            if len(line) >= 3:
                lines += [line, line[::-1]]
    return lines


_LINES: Final = _lines()
BOARD: Final = sum(len(line) + 1 for line in _LINES)
"""The number of the lowest bit above the lanes: the plain disc mask begins here."""


def _spots() -> list[int]:
    """For each lane bit the square it stands for, -1 for a guard."""
    return [at for line in _LINES for at in (*line, -1)]


_SPOTS: Final = _spots()
DISC: Final = tuple(
    sum(1 << bit for bit, spot in enumerate(_SPOTS) if spot == at) | 1 << BOARD + at for at in range(64)
)
"""For each square its bits in the lanes and in the plain mask."""
LANES: Final = (1 << BOARD) - 1
HITS: Final = tuple(disc & LANES for disc in DISC)
"""For each square its bits in the lanes alone."""
FULL: Final = sum(HITS)
"""Every square's bits in the lanes."""


def _runs() -> tuple[tuple[int, ...], ...]:
    """The turned discs as a mask, by hit bit (counted from 1) and by its distance from the own disc (2 to 7)."""
    table: list[tuple[int, ...]] = [()] * (BOARD + 1)
    bit = 0
    for line in _LINES:
        for place in range(len(line)):
            bit += 1
            masks, mask = [0, 0], 0
            for at in reversed(line[:place]):
                mask |= DISC[at]
                masks.append(mask)
            table[bit] = tuple(masks[: place + 1])
        bit += 1
    return tuple(table)


RUNS: Final = _runs()


def lay_out(mask: int) -> int:
    """A plain disc mask as lanes with the mask on top."""
    return sum(DISC[at] for at in range(64) if mask >> at & 1)


def plain(laid: int) -> int:
    """The plain disc mask of what `lay_out` made."""
    return laid >> BOARD


def hits(own: int, other: int, empty: int) -> int:
    """Every hit of the side that owns `own`; `empty` holds the lane bits of the empty squares."""
    return (own << 1 & other) + other & empty


def turned(own: int, found: int) -> int:
    """The discs turned by a move whose hits, all on one square, are `found`."""
    mask = 0
    while found:
        low = found & -found
        end = low.bit_length()
        mask |= RUNS[end][end - (own & low - 1).bit_length()]
        found ^= low
    return mask
