"""The graph of a game: the lead by ply, as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chowk.core.message import Message
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture

HIGH: Final = 100
"""Height of the graph in its own units; its width is the number of moves."""
AWAY: Final = -1
"""Value of `shown` that marks no move."""


def framed(words: Words, drawn: str, unit: Message, over: Node | None = None, *, two: bool) -> Node:
    """Draw a graph with its labels, and an optional layer `over` it."""
    return el(
        "div",
        el("span", words.name(0), class_="side above") if two else None,
        picture(drawn, "curve"),
        el("span", words.name(1), class_="side below") if two else None,
        over,
        el("span", words(unit), class_="side unit"),
        class_="graph",
        key="graph",
    )


def graph(
    curves: Sequence[Sequence[float | None]],
    grades: Sequence[str],
    shown: int = 0,
    sides: Sequence[str] = (),
    lucky: str = "",
) -> str:
    """Return the graph of a game as SVG text: curves around the middle line, marked mistakes, and a line at `shown`.

    With two players one curve is the lead of the first, with its area; with more, each has a line in the colour of its
    side. With `AWAY`, no move is marked.
    """
    middle = HIGH / 2
    drawn = []
    for at, curve in enumerate(curves):
        high = [None if share is None else round(middle - 0.92 * middle * share, 1) for share in curve]
        for start, run in _runs(high):
            points = " ".join(f"{start + step},{y}" for step, y in enumerate(run))
            if sides:
                drawn.append(f'<polyline class="line" data-side="{sides[at]}" points="{points}"/>')
                continue
            line = "".join(f"L{start + step} {y}" for step, y in enumerate(run))
            drawn.append(
                f'<path class="area" d="M{start} {middle:g}{line}L{start + len(run) - 1} {middle:g}Z"/>'
                f'<polyline class="line" points="{points}"/>'
            )
    wrong = "".join(
        f'<line class="{grade}" x1="{ply + 1}" y1="0" x2="{ply + 1}" y2="{HIGH}"/>'
        for ply, grade in enumerate(grades)
        if grade in ("slip", "mistake")
    )
    wide = max(1, len(grades))
    here = f'<line class="shown" x1="{shown}" y1="0" x2="{shown}" y2="{HIGH}"/>' if shown != AWAY else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HIGH}" preserveAspectRatio="none">'
        f'{wrong}{lucky}{"".join(drawn)}<line class="middle" x1="0" y1="{middle:g}" x2="{wide}" y2="{middle:g}"/>'
        f"{here}</svg>"
    )


def _runs(values: Sequence[float | None]) -> Iterator[tuple[int, list[float]]]:
    """Yield each run of known values with its start."""
    run: list[float] = []
    for at, value in enumerate((*values, None)):
        if value is not None:
            run.append(value)
        elif run:
            yield at - len(run), run
            run = []
