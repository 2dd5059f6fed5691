"""Test colours by measured numbers: the four sides, tones of marks and pieces, boards of the dark theme."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from chowk.draw import marks, shapes
from chowk.draw.dice import die
from chowk.draw.materials import SURFACES, TILE, tile
from chowk.draw.scene import GROUND
from chowk.draw.shapes import Drawing, Group, Linear, Material, Oval, Paint, Radial, Segment, Stroke, Text, extent
from chowk.draw.theme import SIDES, THEMES, SideColour, Theme, dimmed, luminance, themed
from chowk.games import SHELF, load, sign
from chowk.games.api import Cell
from chowk.games.checkers.ui import view as checkers
from chowk.games.emblems import emblem
from chowk.games.kilkenny.ui.art import cat
from chowk.games.parcheesi.ui.art import pawn
from chowk.games.patchwork.ui.art import button
from chowk.games.reversi.ui import view as reversi
from chowk.storage.settings import SETTING_VALUES
from tests.unit.colours import DEFICITS, blended, contrast, difference, lab, seen

SKINS = SETTING_VALUES["skin"]
LAMPS = tuple(f"{lamp} - - {skin}".removesuffix(" - - classic") for lamp in ("light", "dark") for skin in SKINS)
"""The names of the light theme and the dark theme of every skin (look of boards and pieces)."""
PY = Path(__file__).parents[3] / "py"
BOARDS = (*SURFACES, "enamel")
CELL = Cell("a1", 0, 0, 1, 1)

EVERY = [themed(look) for look in (*LAMPS, *(f"contrast - - {skin}" for skin in SKINS[1:]), "contrast")]
at_every_theme = pytest.mark.parametrize("theme", EVERY, ids=lambda theme: theme.name)


# The functions that measure colours ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_agrees_with_published_pairs(
    colour: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(colour, other) == pytest.approx(expected, abs=5e-5)
    assert difference(other, colour) == pytest.approx(expected, abs=5e-5)


def test_contrast_is_one_to_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#4a4a4a", "#4a4a4a") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("deficit", DEFICITS)
def test_greys_look_the_same_to_everybody(deficit: str) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        assert difference(lab(seen(grey, deficit)), lab(grey)) < 1


# Players (VI-03, AX-05) ---------------------------------------------------------------------------------------------


@at_every_theme
@pytest.mark.parametrize("deficit", ["normal", *DEFICITS])
def test_sides_are_told_apart_by_every_eye(theme: Theme, deficit: str) -> None:
    for first, second in combinations(SIDES, 2):
        apart = difference(lab(seen(theme.of(first.name), deficit)), lab(seen(theme.of(second.name), deficit)))
        assert apart >= 20, (first, second, apart)


@at_every_theme
def test_sides_differ_in_lightness_where_there_is_no_colour_at_all(theme: Theme) -> None:
    """The four sides differ by at least 10 in grey (CIEDE2000). The nearest pair differs by 10.7."""
    apart = {
        frozenset((first.name, second.name)): difference(
            lab(grey(theme.of(first.name))), lab(grey(theme.of(second.name)))
        )
        for first, second in combinations(SIDES, 2)
    }
    assert min(apart.values()) >= 10, apart


def grey(colour: str) -> str:
    """Return the grey that has the same luminance as a colour."""
    shades = (f"#{shade:02x}{shade:02x}{shade:02x}" for shade in range(256))
    return min(shades, key=lambda shade: abs(luminance(shade) - luminance(colour)))


def test_sides_have_signs_of_their_own() -> None:
    assert [side.name for side in SIDES] == ["red", "blue", "yellow", "green"]
    assert len({side.sign for side in SIDES}) == len(SIDES)


@pytest.mark.parametrize("theme", LAMPS)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
def test_a_rim_of_two_tones_stands_out_on_every_board(theme: str, board: str, side: SideColour) -> None:
    colour = themed(theme).of
    rims = [colour("ebony lo"), colour(f"{side.name} hi")]
    assert max(contrast(rim, colour(board)) for rim in rims) >= 3


@pytest.mark.parametrize("theme", LAMPS)
def test_pieces_stand_out_on_their_boards(theme: str) -> None:
    colour = themed(theme).of
    assert max(contrast(colour(tone), colour("felt")) for tone in ("ebony", "ivory")) >= 3
    # Every disc shows both tones: below its own layer is a layer of the other side's colour.
    for name, piece in (("black", "ivory"), ("white", "ebony")):
        assert piece in {paint for paint in paints(reversi.ART[name]) if isinstance(paint, str)}
    # Red men have an edge in their lightest tone. White men contrast with the board without an edge.
    assert contrast(colour("red hi"), colour("walnut")) >= 3
    assert contrast(colour("ivory"), colour("walnut")) >= 3
    assert contrast(colour("ivory"), colour("red")) >= 3


# Marks (AX-04, VI-04) -----------------------------------------------------------------------------------------------


@at_every_theme
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", [kind for kind in marks.KINDS if kind not in ("over", "glow")])
def test_marks_stand_out_on_every_board(theme: Theme, board: str, kind: str) -> None:
    ground = theme.of(board)
    tones = [blended(theme.of(line.token), line.alpha, ground) for line in strokes(marks.mark(kind, CELL).art)]
    assert len(set(tones)) == 2
    assert contrast(*set(tones)) >= 3
    assert max(contrast(tone, ground) for tone in tones) >= 3


@at_every_theme
@pytest.mark.parametrize("board", BOARDS)
def test_numbers_of_pieces_stand_out_on_every_board(theme: Theme, board: str) -> None:
    plate, text = marks.art_of(marks.numbered(8, CELL).art, {})
    assert isinstance(plate, Oval)
    assert isinstance(text, Text)
    assert contrast(theme.of(text.fill), theme.of(str(plate.fill))) >= 4.5


def strokes(art: str) -> list[Stroke]:
    return [shape.stroke for shape in marks.art_of(art, {}) if not isinstance(shape, Group | Text) and shape.stroke]


# The themes themselves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("skin", SKINS[1:])
def test_a_skin_changes_boards_in_ways_that_are_seen(skin: str) -> None:
    classic, worn = THEMES["light"], themed(f"light - - {skin}")
    changed = {token for token in classic.colours if classic.of(token) != worn.of(token)}
    assert set(SURFACES) <= changed
    assert not {side.name for side in SIDES} & changed, "players keep their colours"
    assert themed(f"contrast - - {skin}").colours == THEMES["contrast"].colours


@pytest.mark.parametrize("skin", SKINS[1:])
def test_what_a_skin_draws_otherwise_is_made_of_known_colours_and_joins_up(skin: str) -> None:
    worn = themed(f"light - - {skin}")
    assert set(worn.surfaces) == set(SURFACES)
    for name, surface in worn.surfaces.items():
        assert str(tile(surface)) == str(surface.draw(surface.lines)), "the same every time"
        assert {worn.of(token) for token in tokens(tile(surface))}
        assert extent(tile(surface)).left >= -1, name
        assert extent(tile(surface)).right <= TILE[0] + 1, name


def test_handloom_is_woven_and_sewn() -> None:
    worn = themed("light - - handloom").surfaces
    assert {name for name in SURFACES if worn[name] != SURFACES[name]} == {"court", "linen", "felt", "slate"}
    assert themed("light - - plain").surfaces == SURFACES
    stitches = [
        line for line in tile(worn["linen"]) if isinstance(line, shapes.Path) and line.stroke and line.stroke.dash
    ]
    assert len(stitches) == 2
    for line in stitches:
        assert line.stroke is not None
        count = TILE[0] / sum(line.stroke.dash)
        assert count == pytest.approx(round(count)), "lines of stitches go on where tiles meet"


WORN = [(game, skin) for game in SHELF for skin in SKINS[1:] if load(game).view.skin_drawings(skin)]
"""All pairs of a game and a skin (look of board and pieces) that changes the shapes of the game, not only colours."""


def test_games_of_four_are_drawn_otherwise_in_every_skin() -> None:
    assert [(game, skin) for game in ("parcheesi", "kilkenny") for skin in SKINS[1:]] == WORN
    assert not any(load(game).view.skin_drawings("classic") for game in SHELF)


@pytest.mark.parametrize(("game", "skin"), WORN)
def test_what_a_skin_draws_takes_the_place_of_what_there_is(game: str, skin: str) -> None:
    view, theme = load(game).view, themed(f"light - - {skin}")
    worn = view.skin_drawings(skin)
    assert worn.keys() - {GROUND} <= view.ART.keys()
    assert marks.bare(view, theme) == worn[GROUND] != view.ground()
    assert extent(worn[GROUND]).right == pytest.approx(view.SIZE[0], abs=0.05)
    for name, drawing in worn.items():
        assert {theme.of(token) for token in tokens(drawing)}, name
        assert marks.board_drawing(name, view, theme) == drawing or name == GROUND
        if name != GROUND:
            box, usual = extent(drawing), extent(view.ART[name])
            assert usual.left - box.left < 0.35 > usual.top - box.top, name
            assert box.right - usual.right < 0.35 > box.bottom - usual.bottom, name
            assert box.right - box.left > 0.75 * (usual.right - usual.left), name
            assert box.bottom - box.top > 0.75 * (usual.bottom - usual.top), name
    for side in SIDES:
        assert marks.board_drawing(side.name, view, themed("light")) == view.ART[side.name], "the classic skin"
        assert marks.board_drawing(side.name, view, themed(f"contrast - - {skin}")) == view.ART[side.name], (
            "high contrast"
        )


@pytest.mark.parametrize(("game", "skin"), WORN)
@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.name)
def test_pieces_of_four_are_cased_and_signed_in_every_skin(game: str, skin: str, side: SideColour) -> None:
    """Each piece has a dark outer line, a light inner line and its side's sign, to be distinct on any colour."""
    drawing = marks.board_drawing(side.name, load(game).view, themed(f"light - - {skin}"))
    assert {"ebony lo", "ivory hi", side.name} <= set(tokens(drawing))


def test_only_a_skin_that_was_chosen_is_read() -> None:
    code = (
        "import sys; from chowk.draw.theme import themed; {};"
        " print(*sorted(name.rpartition('.')[2] for name in sys.modules if name.startswith('chowk.draw.skins')))"
    )

    def read(look: str) -> list[str]:
        command = [sys.executable, "-c", code.format(f"themed({look!r})")]
        return subprocess.run(command, cwd=PY, capture_output=True, text=True, check=True).stdout.split()

    assert read("dark") == []
    assert read("dark - - plain") == ["plain", "skins"]


@pytest.mark.parametrize(
    ("skin", "expected"), [("classic", []), ("plain", ["plain"]), ("handloom", ["handloom", "handloom"])]
)
def test_only_the_boards_of_a_skin_that_was_chosen_are_read(skin: str, expected: list[str]) -> None:
    code = (
        "import sys; from chowk.games import SHELF, load; [load(name).view.skin_drawings({!r}) for name in SHELF];"
        " boards = [name for name in sys.modules if name.startswith('chowk.games') and '.skins.' in name];"
        " print(*(name.rpartition('.')[2] for name in boards))"
    )
    command = [sys.executable, "-c", code.format(skin)]
    assert subprocess.run(command, cwd=PY, capture_output=True, text=True, check=True).stdout.split() == expected


def test_a_skin_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="velvet"):
        themed("light - - velvet")


@pytest.mark.parametrize("skin", SKINS)
def test_the_dark_theme_dims_the_boards_and_nothing_else(skin: str) -> None:
    light, dark = (themed(f"{lamp} - - {skin}".removesuffix(" - - classic")) for lamp in ("light", "dark"))
    for board in BOARDS:
        share = luminance(dark.of(board)) / luminance(light.of(board))
        assert 0.795 <= share <= 0.855, (board, share)
    for token in ("ebony", "ivory", "red", "gold", "focus out"):
        assert dark.of(token) == light.of(token)


def test_dimming_keeps_the_hue() -> None:
    red, green, blue = (int(dimmed("#c08040")[offset : offset + 2], 16) for offset in (1, 3, 5))
    assert red > green > blue
    assert dimmed("#000000") == "#000000"
    assert luminance(dimmed("#ffffff", 0.5)) == pytest.approx(0.5, abs=0.005)


def test_the_themes_know_the_same_tokens() -> None:
    assert len({frozenset(theme.colours) for theme in EVERY}) == 1


@at_every_theme
def test_colours_are_written_in_full(theme: Theme) -> None:
    for token, colour in theme.colours.items():
        assert colour == "" or (len(colour) == 7 and int(colour[1:], 16) >= 0), token
    assert theme.of("") == ""
    with pytest.raises(KeyError):
        theme.of("mauve")


def test_the_flat_theme_has_no_gloss() -> None:
    flat = THEMES["contrast"]
    assert flat.flat
    for name in ("ebony", "ivory", "red", "blue", "yellow", "green", "brass"):
        assert flat.of(f"{name} hi") == flat.of(name) == flat.of(f"{name} lo")
    assert flat.of("light") == flat.of("shade") == ""
    assert contrast(flat.of("outline"), flat.of("felt")) == pytest.approx(21)


# All drawings -------------------------------------------------------------------------------------------------------


def drawings() -> dict[str, Drawing]:
    by_name = {f"emblem {name}": emblem(name) for name in SHELF}
    for name, view in (("reversi", reversi), ("checkers", checkers)):
        by_name |= {f"{name} {art}": drawing for art, drawing in view.ART.items()}
        by_name |= {f"{name} ground": view.ground(), f"{name} labels": view.labels()}
    for kind in marks.KINDS:
        by_name[f"mark {kind}"] = marks.art_of(marks.mark(kind, CELL).art, {})
    for side in SIDES:
        by_name |= {f"cat {side.name}": cat(side), f"pawn {side.name}": pawn(side)}
    by_name |= {f"tile {name}": tile(surface) for name, surface in SURFACES.items()}
    by_name |= {f"die {face}": die(face) for face in range(1, 7)}
    return by_name | {"button": button()}


def paints(drawing: Drawing) -> Iterator[Paint]:
    for shape in drawing:
        match shape:
            case Group():
                yield from paints(shape.shapes)
            case Text():
                yield shape.fill
            case Segment():
                yield shape.stroke.token
            case _:
                yield shape.fill
                if shape.stroke:
                    yield shape.stroke.token


def tokens(drawing: Drawing) -> Iterator[str]:
    for paint in paints(drawing):
        match paint:
            case str():
                yield paint
            case Material(name):
                yield name
            case Linear() | Radial():
                yield from (stop.token for stop in paint.stops)


@pytest.mark.parametrize(
    ("name", "drawing"), drawings().items(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_drawings_use_known_tokens_and_materials(name: str, drawing: Drawing) -> None:
    assert name == "reversi labels" or drawing
    for theme in EVERY:
        for token in tokens(drawing):
            theme.of(token)
    assert {paint.name for paint in paints(drawing) if isinstance(paint, Material)} <= set(SURFACES)


@pytest.mark.parametrize(
    ("name", "drawing"), drawings().items(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_gradients_run_from_end_to_end_and_start_within(name: str, drawing: Drawing) -> None:
    for paint in paints(drawing):
        if isinstance(paint, Linear | Radial):
            assert len(paint.stops) >= 2
            assert [stop.offset for stop in paint.stops] == sorted(stop.offset for stop in paint.stops)
            assert paint.stops[0].offset >= 0
            assert paint.stops[-1].offset <= 1
        if isinstance(paint, Radial):
            assert (paint.fx - paint.x) ** 2 + (paint.fy - paint.y) ** 2 < paint.radius**2, name


def test_a_sign_that_is_announced_has_an_emblem() -> None:
    assert all(emblem(sign(name).name) for name in SHELF)


def test_numbers_are_written_in_the_digits_of_the_look_and_names_are_not() -> None:
    dark = themed("dark ০১২৩৪৫৬৭৮৯")
    assert dark.colours == THEMES["dark"].colours
    assert dark.written(Text(0, 0, "8 = 5+3", 1, "ink", number=True)) == "৮ = ৫+৩"
    assert dark.written(Text(0, 0, "3", 1, "ink")) == "3"
    assert themed("dark").written(Text(0, 0, "68", 1, "ink", number=True)) == "68"
