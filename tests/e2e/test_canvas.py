"""Test the painter of the canvas, pixel by pixel: sharpness, theme colours, and agreement with the SVG painter."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from chowk.draw import svg
from chowk.draw.theme import channels, hexed, luminance
from chowk.games.reversi import rules
from chowk.games.reversi.ui import view
from tests.e2e.conftest import Keeper, Opener, shown_as, wait_ready
from tests.e2e.looking import made_dense, press, settle
from tests.e2e.play import begin, by_mouse, cell, play, wait_for_frame, wait_for_turn, wait_until
from tests.unit.colours import contrast, difference, lab

LAYERS = "[...document.querySelectorAll('.board canvas:not([hidden])')].sort((a, b) => a.style.zIndex - b.style.zIndex)"
QUICK = "?test=1&seed=7&speed=off"
BACKING = """() => [...document.querySelectorAll('.board .ground, .board .pieces canvas')].map(canvas => {
    const box = canvas.getBoundingClientRect(), sides = [box.width, box.height, box.top, box.bottom];
    return [canvas.width, canvas.height, ...sides.map(side => side * devicePixelRatio)];
})"""
# JavaScript that returns the layers of the board as one picture of `side` by `side` squares. Each square is the average
# of its pixels.
MOSAIC = """side => {
    const layers = LAYERS;
    const whole = layers[0].getBoundingClientRect(), scale = side / whole.width;
    const seen = new OffscreenCanvas(side, side), pen = seen.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    for (const canvas of layers) {
        const box = canvas.getBoundingClientRect();
        const [x, y] = [scale * (box.x - whole.x), scale * (box.y - whole.y)];
        pen.globalAlpha = getComputedStyle(canvas).opacity;
        pen.drawImage(canvas, x, y, scale * box.width, scale * box.height);
    }
    return [...pen.getImageData(0, 0, side, side).data];
}""".replace("LAYERS", LAYERS)
DRAWN = """async ([text, side]) => {
    const image = new Image(side, side);
    image.src = 'data:image/svg+xml,' + encodeURIComponent(text);
    await image.decode();
    const seen = new OffscreenCanvas(side, side), pen = seen.getContext('2d');
    pen.drawImage(image, 0, 0, side, side);
    return [...pen.getImageData(0, 0, side, side).data];
}"""
ROW = """([left, top, length]) => {
    const layers = LAYERS, ground = layers[0];
    const seen = new OffscreenCanvas(ground.width, ground.height), pen = seen.getContext('2d');
    const whole = ground.getBoundingClientRect(), scale = ground.width / whole.width;
    for (const canvas of layers) {
        const box = canvas.getBoundingClientRect();
        pen.drawImage(canvas, Math.round(scale * (box.x - whole.x)), Math.round(scale * (box.y - whole.y)));
    }
    const wide = ground.width, high = ground.height;
    return [...pen.getImageData(left * wide, top * high, Math.max(1, length * wide), 1).data];
}""".replace("LAYERS", LAYERS)


def colours(data: list[int]) -> list[str]:
    """Return the colours in a list of red, green, blue and alpha bytes, as hexadecimal texts."""
    return [hexed(*(part / 255 for part in data[start : start + 3])) for start in range(0, len(data), 4)]


def mosaic(page: Page, side: int) -> list[str]:
    """Return the colours of the board's picture, row by row, after reducing it to `side` by `side` pixels."""
    return colours(page.evaluate(MOSAIC, side))


def at_table(page: Page) -> Page:
    begin(page, "reversi", "0 person", "1 person")
    page.mouse.move(2, 2)
    return page


@pytest.mark.parametrize(
    ("width", "height", "dense"),
    [
        (390, 844, 3),
        (1280, 800, 1.25),
        *(pytest.param(*size, marks=pytest.mark.deep) for size in ((320, 568, 1), (844, 390, 2), (3840, 2160, 1))),
    ],
)
def test_a_canvas_has_a_pixel_for_every_pixel(kept_page: Keeper, width: int, height: int, dense: float) -> None:
    page = kept_page(QUICK)
    page.set_viewport_size({"width": width, "height": height})
    session = made_dense(page, dense)
    at_table(page)
    assert page.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [width, height, dense]
    ground, *bands = page.evaluate(BACKING)
    for wide, high, wanted_wide, wanted_high, _, _ in (ground, *bands):
        assert wide == ground[0] == ground[1]
        assert abs(wide - min(wanted_wide, 4096)) <= 1
        assert abs(high - min(wanted_high, 4096)) <= 1
    # The bands of the pieces' canvas lie below one another without a seam, and together are as large as the board.
    assert sum(band[1] for band in bands) == ground[1]
    edges = [ground[4], *(band[5] for band in bands)]
    assert [band[4] for band in bands] == pytest.approx(edges[:-1], abs=0.01)
    assert edges[-1] == pytest.approx(ground[5], abs=0.01)
    session.detach()


def test_the_canvas_shows_what_the_svg_painter_writes(kept_page: Keeper) -> None:
    page = at_table(kept_page(QUICK))
    for move in ("d3", "c3", "c4"):
        by_mouse(page, move)
        wait_for_turn(page)
    position = rules.START
    for move in ("d3", "c3", "c4"):
        position = position.play(rules.SQUARE[move])
    side = 89  # ten small squares to a board unit, none of them across a frame's edge
    text = svg.board(view, view.pieces(position), "light", "p").replace("<svg ", '<svg width="890" height="890" ', 1)
    drawn = colours(page.evaluate(DRAWN, [text, side]))
    painted = mosaic(page, side)
    apart = sorted(difference(lab(colour), lab(other)) for colour, other in zip(painted, drawn, strict=True))
    assert apart[len(apart) // 2] < 4, "the felt has another colour"
    assert apart[int(0.95 * len(apart))] < 12
    # Light pixels are white discs and dark pixels are black discs, exactly where the position has discs.
    for square in range(64):
        x, y = (round(10 * (view.FRAME + place + 0.5)) for place in (square % 8, square // 8))
        light = luminance(painted[side * y + x])
        assert (light < 0.06) == bool(position.black >> square & 1), rules.NAMES[square]
        assert (light > 0.6) == bool(position.white >> square & 1), rules.NAMES[square]


def test_the_board_has_the_grain_of_its_materials(kept_page: Keeper) -> None:
    page = at_table(kept_page(QUICK))
    felt = colours(page.evaluate(ROW, [0.3, 0.21, 0.09]))
    wood = colours(page.evaluate(ROW, [0.3, 0.975, 0.3]))
    assert len(set(felt)) > 0.25 * len(felt)
    assert len(set(wood)) > 0.25 * len(wood)
    assert all(channels(colour)[1] > max(channels(colour)[0], channels(colour)[2]) for colour in felt)
    assert all(channels(colour)[0] > channels(colour)[2] for colour in wood)


@pytest.mark.deep
@pytest.mark.browser_context_args(color_scheme="light")
def test_the_dark_theme_is_the_same_board_under_a_dimmer_lamp(kept_page: Keeper) -> None:
    boards = []
    for scheme in ("light", "dark"):
        page = at_table(shown_as(kept_page(QUICK), {"color_scheme": scheme}))
        boards.append([luminance(colour) for colour in mosaic(page, 89)])
    empty = [89 * (10 * row + 9) + 10 * file + 9 for row in (0, 1, 6, 7) for file in range(8)]
    share = sum(boards[1][place] for place in empty) / sum(boards[0][place] for place in empty)
    assert 0.77 <= share <= 0.88
    disc = 89 * round(10 * (view.FRAME + 3.5)) + round(10 * (view.FRAME + 3.5))
    assert boards[0][disc] == pytest.approx(boards[1][disc], abs=0.02)


def test_a_skin_is_worn_everywhere_once_it_has_come_and_again_after_a_reload(kept_page: Keeper) -> None:
    page = at_table(kept_page(QUICK))
    cloth = 89 * 19 + 19

    def worn() -> float:
        """Return how much more blue than green the table's cloth shows, at one point.

        Negative values mean a greener cloth.
        """
        settle(page)
        _, green, blue = channels(mosaic(page, 89)[cloth])
        return blue - green

    def emblem() -> str:
        return str(page.locator(".player .token svg").first.evaluate("svg => svg.outerHTML"))

    def becomes(right: Callable[[float], bool]) -> bool:
        # A skin is fetched when it is chosen. On a busy machine it arrives some frames later.
        return any(right(worn()) for _ in range(300))

    assert worn() < -0.1, "felt is green"
    press(page, "set", "skin handloom")
    assert becomes(lambda blue: blue > 0.1), "indigo is blue"
    plain = emblem()
    press(page, "set", "skin plain")
    assert becomes(lambda blue: blue < -0.1)
    assert emblem() != plain
    press(page, "set", "skin handloom")
    page.reload()
    wait_ready(page)
    wait_until(page, "s.screen === 'table'")
    assert becomes(lambda blue: blue > 0.1)
    press(page, "set", "skin classic")


@pytest.mark.browser_context_args(forced_colors="active")
def test_high_contrast_is_flat(kept_page: Keeper) -> None:
    is_flat(at_table(kept_page(QUICK)))


@pytest.mark.deep
@pytest.mark.browser_context_args(contrast="more")
def test_more_contrast_is_flat(kept_page: Keeper) -> None:
    is_flat(at_table(kept_page(QUICK)))


def is_flat(page: Page) -> None:
    """Check that a row of points of the board is black throughout."""
    felt = set(colours(page.evaluate(ROW, [0.3, 0.21, 0.05])))
    assert felt == {"#000000"}


def test_lines_cover_whole_pixels(kept_page: Keeper) -> None:
    page = at_table(kept_page(QUICK))
    # A row of pixels across the line between files a and b, in the empty first rank. One or two pixels are inked, and
    # none is half inked.
    row = [luminance(colour) for colour in colours(page.evaluate(ROW, [1.35 / 8.9, 0.9 / 8.9, 0.2 / 8.9]))]
    ground = sorted(row)[len(row) // 2]
    inked = [light for light in row if light < 0.6 * ground]
    faint = [light for light in row if 0.6 * ground <= light < 0.75 * ground]
    assert 1 <= len(inked) <= 2
    assert not faint


def test_the_focus_ring_stands_out_on_felt_and_discs(kept_page: Keeper) -> None:
    page = at_table(kept_page(QUICK))
    for first, key, spot in (("b8", "ArrowLeft", "a8"), ("c4", "ArrowRight", "d4"), ("e3", "ArrowDown", "e4")):
        cell(page, first).focus()
        page.keyboard.press(key)
        page.wait_for_function("spot => document.activeElement.dataset.spot === spot", arg=spot)
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        file, rank = (view.FRAME + place for place in file_and_rank(spot))
        row = colours(page.evaluate(ROW, [file / 8.9, (rank + 0.5) / 8.9, 0.12 / 8.9]))
        tones = sorted(row, key=luminance)
        assert contrast(tones[0], tones[-1]) >= 7, (spot, row)


def file_and_rank(spot: str) -> tuple[int, int]:
    """Return the file and the rank of a square such as "d3", each from 0."""
    assert re.fullmatch("[a-h][1-8]", spot)
    return "abcdefgh".index(spot[0]), int(spot[1]) - 1


def test_nothing_is_drawn_while_nothing_moves(open_page: Opener, page: Page) -> None:
    # Count the calls from the beginning: the page takes its reference to this function when it starts.
    page.add_init_script(
        """const ask = window.requestAnimationFrame.bind(window);
        window.asked = 0;
        window.requestAnimationFrame = callback => { window.asked += 1; return ask(callback); };"""
    )
    at_table(open_page(QUICK))
    # What a start leaves for later may still be drawn on a busy machine, so only some moment must be without frames.
    frames = page.evaluate(
        """async () => {
            const counted = [window.asked];
            while (counted.length < 25 && counted.at(-1) !== counted.at(-2)) {
                await new Promise(done => setTimeout(done, 400));
                counted.push(window.asked);
            }
            return counted;
        }"""
    )
    assert frames[0] > 0
    assert frames[-1] == frames[-2]


def test_home_keeps_no_canvas_of_the_board_that_was_left(open_page: Opener) -> None:
    """The canvases of a board take up to 20 MB, which a phone may need for something else."""
    page = open_page("?test=1&seed=7")
    begin(page, "reversi", "0 person", "1 person")
    play(page, by_mouse, ("d3",), ("c3",))
    weak = "window.left = [...document.querySelectorAll('.board canvas')].map(canvas => new WeakRef(canvas))"
    assert page.evaluate(f"({weak}).length") > 4
    press(page, "home")
    page.locator(".shelf").wait_for()
    wait_for_frame(page)
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    assert page.evaluate("left.filter(canvas => canvas.deref()).length") == 0


def test_pictures_that_are_painted_ahead_are_drawn_unseen_until_the_first_animation(open_page: Opener) -> None:
    """A canvas takes a browser long in its first frame. With many in the frame that begins a throw, it came late."""
    page = open_page("?test=1&seed=7")
    begin(page, "parcheesi", "0 person", "1 person")
    seen = "[...document.querySelectorAll('.sprites canvas')].map(each => +getComputedStyle(each).opacity)"
    drawn = "[...document.querySelectorAll('.sprites canvas')].filter(each => each.checkVisibility()).length"
    page.wait_for_function(f"() => {seen}.length > 12")
    assert all(opacity < 1 / 255 for opacity in page.evaluate(seen))
    assert page.evaluate(f"{drawn} === {seen}.length")
    press(page, "roll")
    page.wait_for_function("() => document.querySelector('.sprites').getAnimations({subtree: true}).length > 0")
    assert page.evaluate(f"{drawn} < {seen}.length"), "what is not shown is hidden, and takes no time in later frames"


def test_what_moves_is_where_it_belongs_at_every_moment(open_page: Opener) -> None:
    """During the animation of a move, the discs that it places or turns over stay in the middle of their squares.

    Each disc, and each side of a disc that turns over, has its own canvas. From a tenth of the animation on, at least
    two of these are visible: the new disc, and one side of the disc that turns over.
    """
    page = open_page("?test=1&seed=7")
    begin(page, "reversi", "0 person", "1 person")
    by_mouse(page, "d3")
    page.wait_for_function("() => document.querySelector('.sprites').getAnimations({subtree: true}).length > 0")
    steps = page.evaluate("""() => {
        const motions = document.querySelector('.sprites').getAnimations({subtree: true});
        for (const motion of motions) motion.pause();
        const centre = box => [box.x + box.width / 2, box.y + box.height / 2];
        const cells = ['d3', 'd4'].map(spot => centre(
            document.querySelector(`[role=grid] [data-spot="${spot}"]`).getBoundingClientRect()));
        const seen = [];
        for (let step = 0; step <= 20; step++) {
            for (const motion of motions) motion.currentTime = step / 20 * motion.effect.getTiming().duration;
            const shown = motions.map(motion => motion.effect.target)
                .filter(canvas => getComputedStyle(canvas).opacity > 0);
            seen.push(shown.map(canvas => {
                const [x, y] = centre(canvas.getBoundingClientRect());
                return Math.min(...cells.map(([left, top]) => Math.hypot(x - left, y - top)));
            }));
        }
        return seen;
    }""")
    assert max(far for step in steps for far in step) < 8
    assert all(len(step) >= 2 for step in steps[2:]), "the new disc, and at least one side of the other"
    wait_until(page, "s.ply === 1")
