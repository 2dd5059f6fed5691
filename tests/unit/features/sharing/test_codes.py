"""Test QR codes for links: the page's own script draws them, and a decoder in this file reads them by the standard."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from chowk.app import commands, pages
from chowk.core.errors import TextError
from chowk.features.sharing import qr
from chowk.storage.plan import usual_plan
from tests.unit.features.correspondence.test_apart import begun, device, world
from tools.build import build_vendor

ROOT = Path(__file__).resolve().parents[4]
BLOCKS: Final = {
    (5, "M"): [43] * 2,
    (8, "M"): [38] * 2 + [39] * 2,
    (20, "M"): [41] * 3 + [42] * 13,
    (25, "L"): [106] * 8 + [107] * 4,
}
"""For each version and error correction level, the number of data bytes in each block (ISO/IEC 18004, table 9)."""
LEVELS: Final = {0: "M", 1: "L", 2: "H", 3: "Q"}
MASKS: Final[tuple[Callable[[int, int], int], ...]] = (
    lambda y, x: (y + x) % 2,
    lambda y, _: y % 2,
    lambda _, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
CHARACTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def drawn(text: str, folder: Path) -> list[str]:
    """Return the rows of the QR code of a text, drawn by the page's own script."""
    library = ROOT / "vendor" / str(build_vendor.table()["lean-qr"]["to"]) / "index.mjs"
    script = (ROOT / "py/boot/codes.js").read_text().replace("../../vendor/lean-qr/index.js", library.as_uri())
    (folder / "codes.js").write_text(script + "\nconsole.log(drawn(process.argv[2]));\n")
    done = subprocess.run(["node", folder / "codes.js", text], capture_output=True, text=True, check=False)
    return done.stdout.split() if not done.returncode else []


def fixed(version: int) -> set[tuple[int, int]]:
    """Return the positions of a QR code's modules (small squares) that hold no data. `version` says how large it is."""
    side, count = 17 + 4 * version, version // 7 + 2
    step = (version * 4 + count * 2 + 1) // (count * 2 - 2) * 2
    centres = [6, *sorted(side - 7 - step * place for place in range(count - 1))]
    positions = {(y, x) for y in range(9) for x in (*range(9), *range(side - 8, side))}
    positions |= {(y, x) for y in range(side - 8, side) for x in range(9)}
    positions |= {(6, place) for place in range(side)} | {(place, 6) for place in range(side)}
    for y in centres:
        for x in centres:
            if (y, x) not in ((6, 6), (6, side - 7), (side - 7, 6)):
                positions |= {(y + dy, x + dx) for dy in range(-2, 3) for dx in range(-2, 3)}
    if version >= 7:
        positions |= {(y, x) for y in range(6) for x in range(side - 11, side - 8)}
        positions |= {(y, x) for y in range(side - 11, side - 8) for x in range(6)}
    return positions


def taken(rows: list[str]) -> Iterator[int]:
    """Yield the data bits of a QR code in the standard's order, with the mask removed."""
    side = len(rows)
    cells = fixed((side - 17) // 4)
    mask = MASKS[level_and_mask(rows) & 7]
    for right in [*range(side - 1, 6, -2), 5, 3, 1]:
        upwards = (right + 1) & 2 == 0 if right < 6 else (side - 1 - right) % 4 == 0
        for step in range(side):
            y = side - 1 - step if upwards else step
            for x in (right, right - 1):
                if (y, x) not in cells:
                    yield int(rows[y][x]) ^ (not mask(y, x))


def level_and_mask(rows: list[str]) -> int:
    """Return the level (2 bits) and the mask (3 bits) of a QR code, as one number.

    They are read from the modules beside the upper left finder pattern.
    """
    spots = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    return (int("".join(rows[y][x] for y, x in spots), 2) ^ 0x5412) >> 10


def read(rows: list[str]) -> tuple[str, int, str]:
    """Return the text of a QR code, its version and its level. Damage is not corrected."""
    version, level = (len(rows) - 17) // 4, LEVELS[level_and_mask(rows) >> 3]
    bits = "".join(map(str, taken(rows)))
    lengths = BLOCKS[version, level]
    blocks: list[list[str]] = [[] for _ in lengths]
    data = iter(bits[start : start + 8] for start in range(0, len(bits), 8))
    for place in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if place < length:
                block.append(next(data))
    return decoded_text("".join("".join(block) for block in blocks), version), version, level


def decoded_text(bits: str, version: int) -> str:
    """Decode the bits of a QR code, and return the text. Each segment of the bits may use another encoding."""
    offset, text = 0, ""

    def take(count: int) -> int:
        nonlocal offset
        offset += count
        return int(bits[offset - count : offset], 2)

    while kind := take(4):
        wide = version > 9
        if kind == 1:
            left = take(12 if wide else 10)
            for digits in [3] * (left // 3) + [left % 3] * (left % 3 > 0):
                text += str(take(3 * digits + 1)).zfill(digits)
        elif kind == 2:
            left = take(11 if wide else 9)
            for _ in range(left // 2):
                first, second = divmod(take(11), 45)
                text += CHARACTERS[first] + CHARACTERS[second]
            text += CHARACTERS[take(6)] if left % 2 else ""
        elif kind == 7:
            take(8)
        else:
            assert kind == 4
            text += bytes(take(8) for _ in range(take(16 if wide else 8))).decode()
    return text


def address(letters: int) -> str:
    """Return an address with `letters` letters that looks like a link of the app."""
    start = "https://example.invalid/chowk/#t=1."
    return (start + "aZ_9-bY3xQ" * letters)[:letters]


@pytest.mark.parametrize(
    ("letters", "version", "level"), [(84, 5, "M"), (150, 8, "M"), (660, 20, "M"), (qr.MOST, 25, "L")]
)
def test_a_code_says_the_link_in_the_least_version_that_holds_it(
    letters: int, version: int, level: str, tmp_path: Path
) -> None:
    assert read(drawn(address(letters), tmp_path)) == (address(letters), version, level)


def test_no_code_is_drawn_that_cameras_would_not_read(tmp_path: Path) -> None:
    assert drawn(address(qr.MOST + 20), tmp_path) == []


def test_the_outline_covers_the_dark_modules_and_leaves_the_quiet_zone() -> None:
    side, outline = qr.path("101\n011\n110")
    assert side == 3 + 2 * qr.QUIET
    assert outline == "M4 4h1v1h-1zM6 4h1v1h-1zM5 5h2v1h-2zM4 6h2v1h-2z"


async def test_links_of_letters_games_and_analyses_are_shown_as_codes() -> None:
    asha, bela, _, _ = await begun()
    codes = world(asha).qr_codes
    asha.place.clear()
    for name, arg in (("share", "share "), ("send-move", f"letter {asha.table and asha.table.about.save}")):
        commands.do(asha, name, "ways" if name == "send-move" else "")
        page = pages.page(asha, asha.words)
        button = next(node for node in page.walk() if node.attrs.get("data-do") == "code")
        assert str(button.attrs["data-arg"]).strip() == arg.strip()
        commands.do(asha, "code", str(button.attrs["data-arg"]))
        page = pages.page(asha, asha.words)
        assert any(node.attrs.get("role") == "img" and "modules" in str(node.attrs["class"]) for node in page.walk())
        field = next(node for node in page.walk() if node.tag == "textarea")
        assert codes.coded[-1] == field.attrs["value"]
        assert "#g=" in codes.coded[-1] if name == "share" else "#t=" in codes.coded[-1]
        asha.place.clear()
    for app in (asha, bela):
        app.pause()


async def test_an_analysis_has_a_code_too_and_what_is_not_drawn_is_told() -> None:
    app = await device(3)
    app.begin(usual_plan("reversi"))
    app.pause()
    commands.do(app, "analyse")
    commands.do(app, "code", "share ")
    world(app).qr_codes.rows = ""
    assert "could not be drawn" in pages.page(app, app.words).text
    assert "#a=" in world(app).qr_codes.coded[-1]
    world(app).qr_codes.rows = None
    assert "Drawing the code" in pages.page(app, app.words).text


async def test_a_link_that_is_too_long_for_a_code_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    app = await device(4)
    app.begin(usual_plan("reversi"))
    app.pause()
    monkeypatch.setattr(qr, "MOST", 20)
    with pytest.raises(TextError):
        qr.link(app, "share ")
    commands.do(app, "code", "share ")
    assert "too long for a code" in pages.page(app, app.words).text
