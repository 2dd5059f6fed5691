"""Test the canvases of the pieces: horizontal bands of the board, which begin at whole pixels.

Only bands in which something has changed are redrawn.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from chowk.draw.scene import Sprite
from chowk.draw.shapes import Extent

UNIT = 10.0
DISC = Extent(-0.4, -0.4, 0.4, 0.4)


@pytest.fixture
def plates(web: Any) -> Any:
    return web("render.plates")


@pytest.mark.parametrize(
    ("wide", "dense"), [(390, 1.0), (1170, 3.0), (1024, 2.625), (1072, 2.75), (890, 1.25), (2000, 1.0), (600, 1.1)]
)
def test_bands_cover_the_board_and_begin_at_whole_pixels(plates: Any, wide: int, dense: float) -> None:
    bands = [*plates.heights(wide, wide, dense)]
    assert [top for top, _ in bands] == [0, *(end for _, end in bands[:-1])]
    assert bands[-1][1] == wide
    for top, end in bands:
        assert top / dense == pytest.approx(round(top / dense)), "a browser would round it"
        assert 4 * wide * (end - top) <= plates.BAND_BYTES


def test_a_board_whose_pixels_never_fit_is_one_band(plates: Any) -> None:
    assert [*plates.heights(1170, 1170, 3.0001)] == [(0, 1170)]


def bands_of(plates: Any, exact: bool = True) -> tuple[Any, list[Any]]:
    """Return the bands (horizontal strips) in which a large board's pieces are drawn, and the fake canvas of each.

    If `exact`, the canvases have one pixel for each pixel of the screen. Otherwise there is only one band.
    """
    box = SimpleNamespace(canvases=[], replaceChildren=MagicMock())
    box.append = box.canvases.append
    plates.js.document.createElement.side_effect = lambda _: MagicMock()
    plates.js.OffscreenCanvas.new.side_effect = lambda *_: MagicMock()
    bands = plates.Bands(box)
    bands.resize(1170, 1170, 3.0, exact)
    return bands, box.canvases


def drawn(plates: Any, bands: Any, *sprites: Sprite) -> list[int]:
    """Draw sprites, and return the numbers of the bands that were redrawn."""
    before = [band.plate._transfer.transferFromImageBitmap.call_count for band in bands._bands]
    bitmap = SimpleNamespace(image="disc", left=-4, top=-4)
    bands.draw(sprites, UNIT, lambda *_: (bitmap.image, bitmap.left, bitmap.top), lambda _: DISC)
    after = [band.plate._transfer.transferFromImageBitmap.call_count for band in bands._bands]
    return [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


def prepared(bands: Any, scene: tuple[Sprite, ...]) -> int:
    """Prepare a scene, and return the number of pictures that were drawn off screen for it."""
    return sum(1 for _ in bands.prepare(scene, UNIT, lambda *_: ("disc", -4, -4), lambda _: DISC))


def paintings(bands: Any) -> int:
    """Return the number of times that a disc was drawn on any band, visibly or not."""
    pens = [band.plate._surface.getContext.return_value for band in bands._bands if band.plate._surface is not None]
    return sum(pen.drawImage.call_count for pen in pens)


def disc(key: str, y: float) -> Sprite:
    return Sprite(key, "disc", 5.0, y)


def test_a_scene_is_drawn_off_screen_in_advance_and_then_only_shown(plates: Any) -> None:
    bands, canvases = bands_of(plates)
    tall = canvases[0].height / UNIT
    first, last, third = disc("first", 0.5 * tall), disc("last", 2.5 * tall), disc("third", 4.5 * tall)
    drawn(plates, bands, first)
    before = paintings(bands)
    scene = (first, last)
    assert prepared(bands, scene) == 1
    assert paintings(bands) == before + 1
    assert [band.plate._transfer.transferFromImageBitmap.call_count for band in bands._bands][2] == 1, "not shown yet"
    assert drawn(plates, bands, *scene) == [2]
    assert paintings(bands) == before + 1, "it was drawn before"
    # What was prepared for another scene is not shown.
    prepared(bands, (first, disc("moved", 2.6 * tall)))
    assert drawn(plates, bands, first, last, third) == [4]
    assert drawn(plates, bands, first) == [2, 4]
    # After a change of size or colours nothing that was prepared is used.
    prepared(bands, scene)
    before = paintings(bands)
    bands.forget()
    drawn(plates, bands, *scene)
    assert paintings(bands) == before + 2


def test_nothing_is_drawn_in_advance_where_it_would_be_visible_at_once(plates: Any) -> None:
    bands, _ = bands_of(plates)
    for band in bands._bands:
        band.plate._transfer = None
    assert prepared(bands, (disc("first", 1.0),)) == 0


def test_only_bands_with_a_change_are_redrawn(plates: Any) -> None:
    bands, canvases = bands_of(plates)
    assert len(canvases) > 4
    tall = canvases[0].height / UNIT
    first, last = disc("first", 0.5 * tall), disc("last", 2.5 * tall)
    assert drawn(plates, bands, first, last) == [*range(len(canvases))]
    assert drawn(plates, bands, first, last) == []
    assert drawn(plates, bands, first) == [2]
    assert drawn(plates, bands, first, disc("between", 4 * tall)) == [3, 4], "it lies on the edge of two"
    bands.forget()
    assert drawn(plates, bands, first) == [*range(len(canvases))]


def test_a_sprite_is_drawn_at_its_place_in_the_band(plates: Any) -> None:
    bands, canvases = bands_of(plates)
    top = canvases[0].height
    drawn(plates, bands, disc("only", (top + 20) / UNIT))
    bands._bands[1].plate._pen.drawImage.assert_called_once_with("disc", 46, 16)
    bands._bands[0].plate._pen.drawImage.assert_not_called()


def test_a_board_of_inexact_pixels_has_no_seams(plates: Any) -> None:
    _, canvases = bands_of(plates, exact=False)
    assert [(canvas.height, canvas.style.height) for canvas in canvases] == [(1170, "100%")]
