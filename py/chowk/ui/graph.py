"""The graph of a game: a picture of the lead after each ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from chowk.core.message import Message
from chowk.i18n.i18n import Words
from chowk.ui.nodes import Node, el
from chowk.ui.parts import picture

HIGH: Final = 100
"""Height of the graph in its own units. Its width in these units is the number of moves."""
AWAY: Final = -1
"""Value of the argument `shown_ply` of `graph` if no move is marked."""


def framed(words: Words, drawn: str, unit: Message, over: Node | None = None, *, two: bool) -> Node:
    """Draw a graph with its labels.

    `drawn` is the graph as SVG text, and `over` an optional layer above it. `unit` is a label beside the graph that
    explains the height of the curve. If `two` is True, the game has two players, and their names label the upper and
    the lower half.
    """
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
    shown_ply: int = 0,
    sides: Sequence[str] = (),
    lucky: str = "",
) -> str:
    """Return the graph of a game as SVG text.

    A curve in `curves` holds a lead after each ply, as a fraction from -1 to 1, or None if unknown. With two
    players, there is one curve: the lead of the first player. With more players, each player has a curve in the colour
    of that player's side in `sides`. `grades` are the grades of the moves; a vertical line marks each slip and each
    mistake. Another vertical line marks the ply `shown_ply`, unless it is `AWAY`. `lucky` is SVG text with the marks of
    lucky and unlucky rolls, which are drawn behind the curves.
    """
    middle = HIGH / 2
    shapes = []
    for player, curve in enumerate(curves):
        high = [None if share is None else round(middle - 0.92 * middle * share, 1) for share in curve]
        for start, run in _runs(high):
            points = " ".join(f"{start + step},{y}" for step, y in enumerate(run))
            if sides:
                shapes.append(f'<polyline class="line" data-side="{sides[player]}" points="{points}"/>')
                continue
            line = "".join(f"L{start + step} {y}" for step, y in enumerate(run))
            shapes.append(
                f'<path class="area" d="M{start} {middle:g}{line}L{start + len(run) - 1} {middle:g}Z"/>'
                f'<polyline class="line" points="{points}"/>'
            )
    wrong = "".join(
        f'<line class="{grade}" x1="{ply + 1}" y1="0" x2="{ply + 1}" y2="{HIGH}"/>'
        for ply, grade in enumerate(grades)
        if grade in ("slip", "mistake")
    )
    wide = max(1, len(grades))
    marker = f'<line class="shown" x1="{shown_ply}" y1="0" x2="{shown_ply}" y2="{HIGH}"/>' if shown_ply != AWAY else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {HIGH}" preserveAspectRatio="none">'
        f'{wrong}{lucky}{"".join(shapes)}<line class="middle" x1="0" y1="{middle:g}" x2="{wide}" y2="{middle:g}"/>'
        f"{marker}</svg>"
    )


def _runs(values: Sequence[float | None]) -> Iterator[tuple[int, list[float]]]:
    """Yield each run of known values with the index of its first value."""
    run: list[float] = []
    for index, value in enumerate((*values, None)):
        if value is not None:
            run.append(value)
        elif run:
            yield index - len(run), run
            run = []
