"""Test pictures as SVG text: well formed, self-contained, and equal to the files in `tests/pictures`.

`REGENERATE=1` in the environment rewrites the files. Review the difference before you commit it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from chowk.draw import marks, svg
from chowk.draw.dice import die
from chowk.draw.scene import Scene, Sprite, centres
from chowk.draw.shapes import Box, Drawing, Group, Linear, Material, Segment, Shadow, Stop, Stroke, Text, disc
from chowk.draw.theme import SIDES, THEMES
from chowk.draw.timeline import Timeline
from chowk.games import SHELF
from chowk.games.api import Cell
from chowk.games.checkers import notation as checkers_notation
from chowk.games.checkers import rules as checkers_rules
from chowk.games.checkers.ui import view as checkers
from chowk.games.emblems import FRAME, emblem
from chowk.games.kilkenny.ui.art import cat
from chowk.games.parcheesi.ui.art import pawn
from chowk.games.reversi import rules as reversi_rules
from chowk.games.reversi.ui import view as reversi

KEPT = Path(__file__).parents[2] / "pictures"
REGENERATE = bool(os.environ.get("REGENERATE"))


class Bare:
    """A view with a game's pieces but without its board, to keep the pictures short."""

    def __init__(self, view: Any) -> None:
        self.SIZE: tuple[float, float] = view.SIZE
        self.ART: Mapping[str, Drawing] = view.ART

    def ground(self) -> Drawing:
        return ()

    def skin_drawings(self, skin: str) -> Mapping[str, Drawing]:  # noqa: ARG002 - as a view has it
        return {}

    def labels(self) -> Drawing:
        return ()


def instant(share: float) -> str:
    """Return the picture of a Reversi move that flips two discs, after a share (0 to 1) of the motion."""
    before = reversi_rules.START.play(reversi_rules.SQUARE["d3"]).play(reversi_rules.SQUARE["c3"])
    move = reversi_rules.SQUARE["c4"]
    scenes = reversi.pieces(before), reversi.pieces(before.play(move))
    where = centres(reversi.cells()).__getitem__
    timeline = Timeline(scenes[0], before.events(move), scenes[1], where)
    return svg.board(Bare(reversi), timeline.scene_at(share * timeline.duration), "light", "p")


def jump(share: float) -> str:
    """Return the picture of a white man's double jump with crowning, after a share (0 to 1) of the motion."""
    before = checkers_notation.read_position("W:W22:B18,9,K1")
    move = (22, 15, 6) if (22, 15, 6) in before.moves() else before.moves()[0]
    scenes = checkers.pieces(before), checkers.pieces(before.play(move))
    timeline = Timeline(scenes[0], before.events(move), scenes[1], centres(checkers.cells()).__getitem__)
    return svg.board(Bare(checkers), timeline.scene_at(share * timeline.duration), "light", "p")


def sheet() -> str:
    """Return a picture with every mark for squares, each on its own square."""
    scene = tuple(marks.mark(kind, Cell(kind, column, 0, 1, 1)) for column, kind in enumerate(marks.KINDS))
    bare = Bare(reversi)
    bare.SIZE = (len(marks.KINDS), 1)
    return svg.board(bare, scene, "light", "p")


def sides() -> str:
    """Return a picture of Parcheesi's pawns and Kilkenny Cats' cats, each in the colours of all four sides."""
    row = tuple(
        Group(draw(side), column + 0.6, 0.6 + 1.2 * line)
        for line, draw in enumerate((pawn, cat))
        for column, side in enumerate(SIDES)
    )
    return svg.picture(row, (0, 0, 4.2, 2.4), "light", "p")


def dice() -> str:
    return svg.picture(tuple(Group(die(face), face, 0.75) for face in range(1, 7)), (0, 0, 7, 1.5), "light", "p")


def pictured_emblem(name: str) -> str:
    return svg.picture(emblem(name), FRAME, "light", "p")


def kept(name: str) -> bool:
    """Return True if there is a reference picture of the game's emblem."""
    return (KEPT / f"emblem-{name}.svg").is_file()


PICTURES: dict[str, Callable[[], str]] = {
    "reversi-start": lambda: svg.board(reversi, reversi.pieces(reversi_rules.START), "light", "p"),
    "reversi-start-contrast": lambda: svg.board(reversi, reversi.pieces(reversi_rules.START), "contrast", "p"),
    "reversi-flip-20": lambda: instant(0.2),
    "reversi-flip-60": lambda: instant(0.6),
    "reversi-flip-80": lambda: instant(0.8),
    "checkers-start": lambda: svg.board(checkers, checkers.pieces(checkers_rules.START), "light", "p", labelled=True),
    "checkers-kings": lambda: svg.board(
        Bare(checkers), checkers.pieces(checkers_notation.read_position("B:WK3,32,K31:BK1,10,2")), "light", "p"
    ),
    "checkers-jump-30": lambda: jump(0.3),
    "checkers-jump-70": lambda: jump(0.7),
    "marks": sheet,
    "sides": sides,
    "dice": dice,
    **{f"emblem-{name}": partial(pictured_emblem, name) for name in SHELF if REGENERATE or kept(name)},
}

at_each_picture = pytest.mark.parametrize("name", PICTURES)


def lines(picture: str) -> str:
    """Return a picture with one element on each line, for readable differences."""
    return picture.replace("><", ">\n<") + "\n"


@at_each_picture
def test_pictures_are_as_they_were(name: str) -> None:
    path = KEPT / f"{name}.svg"
    drawn = lines(PICTURES[name]())
    if REGENERATE:
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn, f"{name} looks different; REGENERATE=1 keeps it so"


def test_no_kept_picture_is_left_over() -> None:
    assert {path.stem for path in KEPT.glob("*.svg")} == set(PICTURES)


@at_each_picture
def test_pictures_are_well_formed_and_whole_in_themselves(name: str) -> None:
    text = PICTURES[name]()
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert set(ids.values()) <= {1}
    assert all(identifier and identifier.startswith("p") for identifier in ids)
    used = set(re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', text))
    assert {url or href for url, href in used} <= set(ids)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text
    assert "<script" not in text


@at_each_picture
def test_pictures_stay_small(name: str) -> None:
    assert len(PICTURES[name]()) < 64_000


def test_two_pictures_on_a_page_share_no_id() -> None:
    first = svg.board(reversi, (), "light", "one-")
    second = svg.board(reversi, (), "light", "other-")
    ids = re.compile(r' id="([^"]*)"')
    assert ids.findall(first)
    assert not set(ids.findall(first)) & set(ids.findall(second))
    assert first.replace("one-", "other-") == second


def test_a_picture_speaks_or_keeps_silent() -> None:
    silent = svg.picture((), (0, 0, 1, 1), "light", "p")
    assert 'aria-hidden="true"' in silent
    spoken = svg.picture((), (0, 0, 1, 1), "light", "p", label='A "disc" & <more>')
    assert ElementTree.fromstring(spoken).get("aria-label") == 'A "disc" & <more>'
    assert ElementTree.fromstring(spoken).get("role") == "img"
    assert "aria-hidden" not in spoken


def test_a_flat_theme_writes_neither_textures_nor_shadows() -> None:
    for view in (reversi, checkers):
        text = svg.board(view, (), "contrast", "p")
        assert "<pattern" not in text
        assert "<filter" not in text
        assert "<filter" not in svg.picture(emblem("patchwork"), FRAME, "contrast", "p")
    assert "<pattern" in svg.board(reversi, (), "light", "p")


def test_a_material_is_written_once_however_often_it_is_cut() -> None:
    planks = tuple(Box(x, 0, 1, 1, fill=Material("walnut", 90 * x, x)) for x in range(4))
    text = svg.picture(planks, (0, 0, 4, 1), "light", "p")
    assert text.count("<pattern ") == 5
    assert len(re.findall(r'<pattern id="\w+" width', text)) == 1


def test_what_has_no_colour_is_not_written() -> None:
    nothing: Drawing = (
        disc(0, 0, 1),
        disc(0, 0, 1, "outline", Stroke("outline", 1)),
        Segment(0, 0, 1, 1, Stroke("outline", 1)),
        Text(0, 0, "x", 1, "outline"),
        disc(0, 0, 1, Linear(0, 0, 1, 0, (Stop(0, "outline"), Stop(1, "outline")))),
    )
    assert "outline" in THEMES["light"].colours
    assert svg.picture(nothing, (0, 0, 1, 1), "light", "p") == svg.picture((), (0, 0, 1, 1), "light", "p")
    assert "circle" in svg.picture(nothing, (0, 0, 1, 1), "contrast", "p")


def test_shapes_are_written_with_all_they_have() -> None:
    shape = Box(
        0, 0, 2, 1, 0.25, "gold", Stroke("casing", 0.1, (0.2, 0.3), 0.5, round=True), 0.75, Shadow(0, 1, 2, 0.4)
    )
    text = svg.picture((Group((shape,), 1, 2, 45, 3, 0.5, clip=disc(0, 0, 1)),), (0, 0, 4, 4), "light", "p")
    for part in (
        'rx="0.25"', 'stroke-dasharray="0.2 0.3"', 'stroke-opacity="0.5"', 'stroke-linecap="round"', 'opacity="0.75"',
        "translate(1 2) rotate(45) scale(3)", "<clipPath", 'stdDeviation="1"', 'flood-opacity="0.4"',
    ):  # fmt: skip
        assert part in text, part


def test_sprites_are_uses_of_one_drawing_from_below_upwards() -> None:
    scene: Scene = (
        Sprite("a", "black", 1, 2, z=5),
        Sprite("b", "black", 3, 4, angle=30, scale=2, alpha=0.5, squash=0.25),
    )
    text = svg.board(Bare(reversi), scene, "light", "p")
    uses = re.findall(r"<use [^>]*>", text)
    assert len(uses) == 2
    assert 'transform="translate(3 4) rotate(30) scale(0.5 2)" opacity="0.5"' in uses[0]
    assert 'transform="translate(1 2)"' in uses[1]
    assert len({re.findall(r"#(\w+)", use)[0] for use in uses}) == 1
