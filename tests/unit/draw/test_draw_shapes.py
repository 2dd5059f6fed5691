"""Test shapes, extents, and the helpers for boards, scenes and marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chowk.draw.boards import engraved, frame, frame_shadow, lamp
from chowk.draw.marks import KINDS, LAYERS, Breathing, art_of, mark, preview
from chowk.draw.materials import SURFACES, TILE, tile
from chowk.draw.scene import LIFTED, Sprite, centres, keyed, layered, lifted, standing
from chowk.draw.shapes import (
    Box,
    Extent,
    Group,
    Oval,
    Path,
    Segment,
    Shadow,
    Stroke,
    Text,
    disc,
    extent,
    number,
    polygon,
)
from chowk.draw.signs import sign
from chowk.games.api import Cell
from chowk.games.patchwork.ui.art import patch

CELL = Cell("c4", 2.5, 3.5, 1.0, 1.0)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0001, "0"),
        (1.5, "1.5"),
        (2, "2"),
        (1 / 3, "0.333"),
        (-2.50049, "-2.5"),
        (100, "100"),
        (10.0, "10"),
    ],
)
def test_numbers_are_written_the_shortest_way(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-1e4, 1e4))
def test_a_written_number_reads_back_to_a_thousandth(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.00051)


def test_a_polygon_is_a_closed_outline() -> None:
    assert polygon(((0, 0), (1, 0), (0.5, 1.25))) == "M0 0L1 0L0.5 1.25Z"


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Oval(1, 2, 3, 1), (-2, 1, 4, 3)),
        (disc(0, 0, 1, stroke=Stroke("ink", 0.5)), (-1.25, -1.25, 1.25, 1.25)),
        (Box(1, 1, 2, 3), (1, 1, 3, 4)),
        (Segment(3, 0, 1, 2, Stroke("ink", 1)), (0.5, -0.5, 3.5, 2.5)),
        (Path("M0 0L2 1C2 3 -1 3 0 1Z"), (-1, 0, 2, 3)),
        (Path("M1 1H4V-2Z"), (1, -2, 4, 1)),
        (Group((Box(0, 0, 1, 1),), 5, 6, scale=2), (5, 6, 7, 8)),
    ],
)
def test_the_extent_holds_the_shape(shape: Oval | Box | Path | Segment | Group, box: tuple[float, ...]) -> None:
    assert extent((shape,)) == pytest.approx(box)


def test_the_extent_holds_shadows_text_turns_and_arcs() -> None:
    cast = extent((Box(0, 0, 1, 1, shadow=Shadow(0.5, 1, 1, 1)),))
    assert cast.right >= 2.5
    assert cast.bottom >= 3
    assert cast.left <= 0
    word = extent((Text(0, 0, "abc", 1, "ink"),))
    assert word.left <= -0.6
    assert word.right >= 0.6
    turned = extent((Group((Box(0, 0, 1, 1),), angle=45),))
    assert turned.left <= -0.71
    assert turned.bottom >= 1.41
    arc = extent((Path("M-1 0A1 1 0 0 1 1 0"),))
    assert arc.top <= -1
    assert extent(()) == Extent(0, 0, 0, 0)


# Boards -------------------------------------------------------------------------------------------------------------


def test_a_frame_stays_within_its_board() -> None:
    box = extent(frame(9, 9, 0.5, "walnut", "maple"))
    assert min(box) >= -0.01
    assert max(box) <= 9.01


def test_what_lies_on_a_field_stays_within_it() -> None:
    for drawing in (frame_shadow(1, 1, 8, 6), (lamp(1, 1, 8, 6, 0.1, 0.3),)):
        assert extent(drawing) == pytest.approx((1, 1, 9, 7))


def test_an_engraved_word_is_written_once_and_shaded_twice() -> None:
    words = [shape for shape in engraved(1, 2, "e", 0.3) if isinstance(shape, Text)]
    assert [shape.text for shape in words] == ["e", "e", "e"]
    *shades, word = words
    assert (word.x, word.y) == (1, 2)
    assert {shape.fill for shape in shades} == {"shade", "light"}


@pytest.mark.parametrize("name", SURFACES)
def test_a_tile_is_the_same_every_time_and_thins_out(name: str) -> None:
    full, thin = str(tile(SURFACES[name])), str(tile(SURFACES[name], 0.3))
    assert str(SURFACES[name].draw(SURFACES[name].lines)) == full
    assert len(thin) < 0.6 * len(full)
    assert extent(tile(SURFACES[name])).left >= -1
    assert extent(tile(SURFACES[name])).right <= TILE[0] + 1


@pytest.mark.parametrize("name", ["ring", "square", "cross", "triangle"])
def test_signs_fit_their_circle(name: str) -> None:
    box = extent((sign(name, 5, 5, 1, "ink"),))
    assert min(box) >= 4
    assert max(box) <= 6


def test_a_patch_is_sewn_along_its_edge() -> None:
    outline, *_, seam = patch(((0, 0), (1, 0), (1, 1)), "rose cloth", "dots")
    assert isinstance(outline, Path)
    assert outline.d == "M0 0L2 0L2 2L1 2L1 1L0 1Z"
    assert isinstance(seam, Path)
    assert seam.d == "M0.1 0.1L1.9 0.1L1.9 1.9L1.1 1.9L1.1 0.9L0.1 0.9Z"


def test_a_patch_may_have_a_hole_or_touch_itself_at_a_corner() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outline = patch(ring, "teal cloth", "stripes")[0]
    assert isinstance(outline, Path)
    assert outline.d == "M0 0L3 0L3 3L0 3ZM1 1L1 2L2 2L2 1Z"
    touching = patch([(0, 0), (1, 1)], "teal cloth", "stripes")[0]
    assert isinstance(touching, Path)
    assert touching.d == "M0 0L1 0L1 1L0 1ZM1 1L2 1L2 2L1 2Z"


# Scenes -------------------------------------------------------------------------------------------------------------

FIRST = Sprite("one", "disc", 1, 1, spot="a1")
SECOND = Sprite("two", "disc", 2, 1, z=-1, spot="b1")


def test_sprites_are_painted_from_below() -> None:
    assert layered((FIRST, SECOND)) == [SECOND, FIRST]
    assert keyed((FIRST, SECOND)) == {"one": FIRST, "two": SECOND}
    assert standing((FIRST, SECOND), ["b1"]) == (SECOND,)


def test_a_lifted_piece_hangs_above_the_rest() -> None:
    lifted_sprite, lying = lifted((FIRST, SECOND), "one", (5, 6), 1.6)
    assert (lifted_sprite.x, lifted_sprite.y, lifted_sprite.scale, lifted_sprite.z, lifted_sprite.key) == (
        5,
        6,
        1.6,
        LIFTED,
        "one",
    )
    assert lying == SECOND
    assert max(LAYERS.values()) < LIFTED


def test_centres_are_in_the_middle() -> None:
    assert centres([[CELL]]) == {"c4": (3.0, 4.0)}


# Marks --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("width", "height"), [(1.0, 1.0), (3.0, 1.0), (0.5, 2.0)])
def test_a_mark_keeps_to_its_box(kind: str, width: float, height: float) -> None:
    sprite = mark(kind, Cell("x", 10, 20, width, height))
    assert (sprite.x, sprite.y) == (10 + width / 2, 20 + height / 2)
    assert sprite.spot == "x"
    assert sprite.z == LAYERS[kind]
    box = extent(art_of(sprite.art, {}))
    slack = 0.08 * min(width, height)
    assert -box.left <= width / 2 + slack
    assert box.bottom <= height / 2 + slack


def test_marks_have_keys_of_their_own() -> None:
    neighbour = Cell("d4", 3.5, 3.5, 1, 1)
    keys = [mark(kind, cell).key for kind in KINDS for cell in (CELL, neighbour)]
    assert len(set(keys)) == len(keys)


def test_an_unknown_drawing_is_no_mark() -> None:
    with pytest.raises(KeyError):
        art_of("disc", {})
    with pytest.raises(KeyError):
        art_of("mark wink 1 1", {})
    own = (disc(0, 0, 1, "ink"),)
    assert art_of("disc", {"disc": own}) is own


def test_a_glow_breathes_three_times_and_stays() -> None:
    breathing = Breathing((FIRST,))
    (course,) = breathing.courses()
    glow = [sprite.alpha for _, (sprite,) in course]
    assert (course[0][0], course[-1][0]) == (0, breathing.duration)
    assert max(glow) == glow[0] == 1
    assert glow[-1] == pytest.approx(1)
    assert min(glow) == pytest.approx(0.4)
    lows = [index for index in range(1, len(glow) - 1) if glow[index - 1] > glow[index] < glow[index + 1]]
    assert len(lows) == 3


def test_a_preview_shows_what_would_come_go_and_change() -> None:
    before = (FIRST, SECOND, Sprite("three", "disc", 3, 1))
    after = (FIRST._replace(art="ring"), SECOND, Sprite("four", "disc", 4, 1))
    shown = keyed(preview(before, after))
    assert shown["one"] == FIRST
    assert shown["two"] == SECOND
    assert shown["three"].alpha < 0.5
    assert 0 < shown["four"].alpha < 0.7
    ghost = shown["one ghost"]
    assert (ghost.art, ghost.scale < 0.5, ghost.z > FIRST.z) == ("ring", True, True)
    assert preview(before, before) == before
