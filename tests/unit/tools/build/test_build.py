"""Test the build: the site is complete and reproducible, and a missing file gives a clear error."""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import http.client
import io
import json
import os
import posixpath
import re
import shutil
import struct
import subprocess
import threading
import time
import urllib.error
import urllib.request
import zipfile
import zipimport
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

import serve
from chowk import games
from chowk.core import parcels
from chowk.i18n import i18n
from chowk.storage.settings import SETTING_VALUES
from tests import __main__ as running
from tools.build import build_icons, build_python, build_single, build_vendor, kernel_assets, wheel
from tools.build import build_site as building
from tools.build.build_site import ROOT, BuildError, build
from tools.build.kernel_hosts import Native
from tools.i18n import po_catalog as catalog
from tools.i18n import wording
from tools.i18n.po_catalog import TRANSLATED


def quiet(_: str) -> None:
    """Ignore a line of progress from the build."""


def seals(path: Path) -> str:
    """Return the integrity value of a compressed file: the hash of the file and the hash of its content."""
    data = path.read_bytes()
    digests = (hashlib.sha256(content).digest() for content in (data, gzip.decompress(data)))
    return " ".join(f"sha256-{base64.b64encode(digest).decode()}" for digest in digests)


def unpacked(site: Path, name: str) -> zipfile.ZipFile:
    """Return one of the site's archives, opened. No checksums are compared, because the archive has none."""
    archive = zipfile.ZipFile(io.BytesIO(gzip.decompress((site / "py" / name).read_bytes())))
    for info in archive.infolist():
        info.CRC = None  # type: ignore[assignment]  # then it is not compared
    return archive


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the modification time and size of every file in a folder, by path."""
    return {str(p): (p.stat().st_mtime_ns, p.stat().st_size) for p in folder.rglob("*") if p.is_file()}


# The lock and the runtime ---------------------------------------------------------------------------------------------


def lock() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((ROOT / "package-lock.json").read_text())
    return loaded


def test_the_lock_names_hashes_and_no_addresses() -> None:
    packages = {name: entry for name, entry in lock()["packages"].items() if name}
    assert len(packages) > 5
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert "resolved" not in (ROOT / "package-lock.json").read_text()
    assert "://" not in (ROOT / "package-lock.json").read_text()


def test_what_is_taken_is_what_the_lock_names() -> None:
    for title, package in build_vendor.table().items():
        assert package["to"].endswith("-" + lock()["packages"][f"node_modules/{title}"]["version"])


def test_the_stand_in_for_pyodides_list_says_what_the_list_says() -> None:
    real = json.loads((ROOT / "node_modules/pyodide/pyodide-lock.json").read_text())["info"]
    for path in ("py/boot/runtime.js", "py/tools/build/node_python.mjs"):
        match = re.search(r"info: (\{.*?\})", (ROOT / path).read_text())
        assert match
        assert json.loads(re.sub(r"(\w+):", r'"\1":', match[1])) == real, path


def test_without_npm_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BuildError, match=r"npm was not found.*\n.*Node\.js"):
        build_vendor.fetch(tmp_path, lambda _: None)


def test_without_a_network_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "ENOTFOUND registry")

    monkeypatch.setattr(subprocess, "run", failing)
    with pytest.raises(BuildError, match=r"(?s)network connection.*ENOTFOUND"):
        build_vendor.fetch(tmp_path, quiet)
    assert not (tmp_path / "vendor").exists()


def test_a_damaged_runtime_is_not_taken(tmp_path: Path) -> None:
    for name in build_vendor.table():
        shutil.copytree(ROOT / "node_modules" / name, tmp_path / "node_modules" / name)
    with (tmp_path / "node_modules/pyodide/pyodide.mjs").open("a") as file:
        file.write("// changed")
    with pytest.raises(BuildError, match=r"pyodide\.mjs is not the file that was expected"):
        build_vendor.fetch(tmp_path, quiet)
    assert not (tmp_path / "vendor" / "pyodide-314.0.7" / "pyodide.mjs").exists()


def test_a_damaged_copy_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    vendor = build_vendor.fetch(tmp_path, lambda _: None)
    name = next(iter(build_vendor.files_to_copy()))
    (vendor / name).write_text("half a file")
    assert not build_vendor.is_complete(vendor)
    build_vendor.fetch(tmp_path, lambda _: None)
    assert build_vendor.is_complete(vendor)


# The site -------------------------------------------------------------------------------------------------------------


def test_building_again_touches_nothing(site: Path) -> None:
    before = stamps(site)
    build(site, quiet)
    assert stamps(site) == before


@pytest.mark.deep  # the third command of the README builds in two processes, and compares
def test_the_same_sources_give_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build(tmp_path, quiet)
    assert {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == {
        p.relative_to(site): p.read_bytes() for p in site.rglob("*") if p.is_file()
    }


def test_only_what_changed_is_written_and_only_ours_is_removed(tmp_path: Path) -> None:
    building.write(tmp_path, {"a.txt": b"1", "b/c.txt": b"2"})
    (tmp_path / "theirs.txt").write_text("3")
    before = stamps(tmp_path)
    building.write(tmp_path, {"a.txt": b"1", "d.txt": b"4"})
    after = stamps(tmp_path)
    assert after[str(tmp_path / "a.txt")] == before[str(tmp_path / "a.txt")]
    assert not (tmp_path / "b").exists(), "nor is an empty folder left"
    assert (tmp_path / "d.txt").read_bytes() == b"4"
    assert (tmp_path / "theirs.txt").read_text() == "3"


OURS: Final = {"index.html": b"page", "sw.js": b"worker", "b/c.txt": b"2"}


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder, by its path in the folder."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("name", ["../outside.txt", "{outside}", "b/../../outside.txt", "b\\..\\outside.txt", "", "."])
def test_a_list_of_files_that_names_others_is_no_build_s(name: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("theirs")
    site = tmp_path / "site"
    building.write(site, OURS, quiet)
    listing = json.loads((site / "files.json").read_text())
    listing[name.format(outside=outside)] = hashlib.sha256(b"theirs").hexdigest()
    (site / "files.json").write_text(json.dumps(listing))
    before = contents(tmp_path)
    with pytest.raises(BuildError, match="no site that was built"):
        building.write(site, {**OURS, "sw.js": b"another"}, quiet)
    assert contents(tmp_path) == before
    building.write(site, {**OURS, "sw.js": b"another"}, quiet, force=True)
    assert outside.read_text() == "theirs"


@pytest.mark.parametrize("listing", ['{"theirs.txt": "HASH"}', "[]", "7", '{"theirs.txt": 7}', "{", ""])
def test_a_folder_of_others_is_left_alone_until_it_is_forced(listing: str, tmp_path: Path) -> None:
    (tmp_path / "theirs.txt").write_text("3")
    (tmp_path / "sw.js").write_text("their worker")
    (tmp_path / "files.json").write_text(listing.replace("HASH", hashlib.sha256(b"3").hexdigest()))
    before = contents(tmp_path)
    with pytest.raises(BuildError, match=r"(?s)not empty.*Nothing was written.*--force, which would overwrite sw\.js"):
        building.write(tmp_path, OURS, quiet)
    assert contents(tmp_path) == before
    lines: list[str] = []
    building.write(tmp_path, OURS, lines.append, force=True)
    assert lines == ["overwritten: sw.js"]
    assert (tmp_path / "theirs.txt").read_text() == "3"
    building.write(tmp_path, OURS, lines.append)
    assert len(lines) == 1, "from now on it is a folder that was built"


def test_what_was_changed_since_it_was_built_is_not_removed(tmp_path: Path) -> None:
    building.write(tmp_path, {**OURS, "d.txt": b"4"}, quiet)
    (tmp_path / "b/c.txt").write_text("changed by hand")
    building.write(tmp_path, {name: OURS[name] for name in ("index.html", "sw.js")}, quiet)
    assert (tmp_path / "b/c.txt").read_text() == "changed by hand"
    assert not (tmp_path / "d.txt").exists()


def test_a_file_of_others_under_a_name_of_ours_is_not_overwritten(tmp_path: Path) -> None:
    building.write(tmp_path, OURS, quiet)
    (tmp_path / "new.txt").write_text("theirs")
    with pytest.raises(BuildError, match=r"no build put there.*new\.txt"):
        building.write(tmp_path, {**OURS, "new.txt": b"ours"}, quiet)
    assert (tmp_path / "new.txt").read_text() == "theirs"


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "c.txt").write_text("theirs")
    site = tmp_path / "site"
    building.write(site, {"index.html": b"page", "sw.js": b"worker"}, quiet)
    (site / "b").symlink_to(outside)
    for force in (False, True):
        with pytest.raises(BuildError, match=r"no build put there|outside"):
            building.write(site, OURS, quiet, force=force)
        assert contents(outside) == {"c.txt": b"theirs"}


def test_a_build_that_broke_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    building.write(tmp_path, OURS, quiet)
    plain = building.replace

    def failing(path: Path, data: bytes) -> None:
        if path.name == "sw.js":
            raise OSError("no room")
        plain(path, data)

    newer = {**OURS, "index.html": b"newer", "sw.js": b"newer"}
    monkeypatch.setattr(building, "replace", failing)
    with pytest.raises(OSError, match="no room"):
        building.write(tmp_path, newer, quiet)
    monkeypatch.setattr(building, "replace", plain)
    last = dict.fromkeys(OURS, b"the last")
    building.write(tmp_path, last, quiet)
    assert {**contents(tmp_path), "files.json": b""} == {**last, "files.json": b""}


def test_a_site_that_was_built_before_there_was_a_mark_is_known(tmp_path: Path) -> None:
    building.write(tmp_path, OURS, quiet)
    listing = {name: hashlib.sha256(data).hexdigest() for name, data in OURS.items()}
    (tmp_path / "files.json").write_text(json.dumps(listing))
    building.write(tmp_path, {**OURS, "sw.js": b"newer"}, quiet)
    assert (tmp_path / "sw.js").read_bytes() == b"newer"


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("place", [".", "..", "/", "py", "py/new", "css", "tests/new", ".git/new", "vendor", "{link}"])
def test_no_site_is_built_over_the_project(
    place: str, force: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("something was built or written")

    for name in ("Site", "replace"):
        monkeypatch.setattr(building, name, never)
    (tmp_path / "link").symlink_to(ROOT)
    site = ROOT / place.format(link=tmp_path / "link")
    with pytest.raises(BuildError, match="part of this project, or holds it"):
        build(site, quiet, force=force)
    with pytest.raises(BuildError, match=r"part of this project|is a folder"):
        building.single(site / "LICENSE" if place == "." else site, quiet, force=force)


def test_the_one_file_overwrites_no_file_of_another_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    page.write_text("theirs")
    monkeypatch.setattr(building, "Site", lambda *_, **__: SimpleNamespace(files={}))
    monkeypatch.setattr(build_single, "single", lambda _: building.SINGLE)
    with pytest.raises(BuildError, match=r"Nothing was written.*--force"):
        building.single(page, quiet)
    assert page.read_text() == "theirs"
    building.single(page, quiet, force=True)
    building.single(page, quiet)
    assert page.read_bytes() == building.SINGLE


def test_every_address_is_relative_and_names_a_file(site: Path) -> None:
    addresses = re.findall(r'<(?:link|script|img)\b[^>]*\s(?:src|href)="([^"]*)"', (site / "index.html").read_text())
    assert len(addresses) > 8
    for address in addresses:
        path, _, version = address.partition("?v=")
        assert path.startswith("./"), address
        assert (site / path).is_file(), address
        if path.startswith("./vendor/"):  # folders in vendor/ have the version in their names
            assert re.match(r"\./vendor/[\w-]+-\d", path)
            assert not version
        else:
            assert version == building.short_hash((site / path).read_bytes()), address


def test_modules_name_each_other_by_hash(site: Path) -> None:
    text = (site / "py/boot/runtime.js").read_text()
    for name in ("stdlib.packed", "chowk.packed"):
        assert f"{name}?v={building.short_hash((site / 'py' / name).read_bytes())}" in text
    sizes = re.search(r"const BYTES = (\{.*?\});", text)
    assert sizes
    assert json.loads(sizes[1])["chowk.packed"] == (site / "py/chowk.packed").stat().st_size


def test_long_scripts_ask_to_be_compiled_beside_the_page(site: Path) -> None:
    scripts = list((site / "vendor").rglob("*js"))
    starting = [path for path in scripts if path.parent.name.startswith(("pyodide-", "pyscript-"))]
    assert len(starting) == 5
    for path in scripts:
        assert path.read_bytes().startswith(b"//# allFunctionsCalledOnLoad\n") == (path in starting)
    page = (site / "index.html").read_text()
    preloaded = re.findall(r'modulepreload" href="\./vendor/[^"/]*/([^"]*)"', page)
    assert sorted(preloaded) == sorted(path.name for path in starting)


def test_nothing_of_ours_names_a_foreign_address(site: Path) -> None:
    for path in site.rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".webmanifest", ".py") and "vendor" not in path.parts:
            addresses = re.findall(r"\b(?:https?|wss?):(?!//www\.w3\.org/)//\S+", path.read_text())
            assert not addresses, (path, addresses)


def test_the_page_holds_no_script_or_style_of_its_own(site: Path) -> None:
    text = (site / "index.html").read_text()
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.S):
        assert not body.strip() or 'type="application/json"' in attributes or 'type="py"' in attributes
    assert not re.search(r"\s(on\w+|style)=|<style", re.sub(r"<script.*?</script>", "", text, flags=re.S))


def test_the_policy_names_nobody_else(site: Path) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', (site / "index.html").read_text())
    assert policy
    rules = dict(directive.strip().split(" ", 1) for directive in policy[1].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["connect-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert "unsafe-inline" not in policy[1]
    assert rules["require-trusted-types-for"] == "'script'"
    assert rules["trusted-types"] == "default"
    assert "http" not in policy[1]
    assert "*" not in policy[1]


def test_the_page_names_the_hash_of_every_script_but_its_guard(site: Path) -> None:
    text = (site / "index.html").read_text()
    named = re.findall(r'<(?:script|link rel="(?:module)?preload")[^>]* (?:src|href)="\./([^"?]*)[^"]*"([^>]*)>', text)
    assert len(named) > 12
    for path, rest in named:
        digest = base64.b64encode(hashlib.sha256((site / path).read_bytes()).digest()).decode()
        assert (f'integrity="sha256-{digest}"' in rest) != (path == "py/boot/guard.js"), path
    runtime = (site / "py/boot/runtime.js").read_text()
    for name in ("chowk.packed", "stdlib.packed"):
        assert f'"{name}": "{seals(site / "py" / name)}"' in runtime


def test_the_keeper_lists_every_file(site: Path) -> None:
    line = re.search(r"^const FILES = (\{.*?\});", (site / "sw.js").read_text(), re.M)
    assert line
    there = {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    listed: dict[str, list[Any]] = {name: [building.short_hash(data), len(data)] for name, data in there.items()}
    for name in listed:
        if name.endswith(".packed"):
            listed[name].append(building.short_hash(gzip.decompress(there[name])))
    others = ("sw.js", "files.json", *PACKED)
    listed = {n: entry for n, entry in listed.items() if not n.startswith(ASKED_FOR)}
    assert json.loads(line[1]) == {n: entry for n, entry in listed.items() if not n.endswith(others)}


def test_the_manifest_names_icons_of_the_size_it_says(site: Path) -> None:
    manifest = json.loads((site / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == "./"
    purposes = set()
    for icon in manifest["icons"]:
        data = (site / icon["src"].partition("?")[0]).read_bytes()
        purposes.add(icon.get("purpose", "any"))
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert purposes == {"any", "maskable"}


def test_what_is_said_before_python_is_there_in_every_language(site: Path) -> None:
    match = re.search(r'id="boot-texts">(.*?)</script>', (site / "index.html").read_text())
    assert match
    texts = json.loads(match[1])
    assert "en" in texts
    names = set(re.findall(r"texts\.(\w+)", (site / "py/boot/boot.js").read_text()))
    assert names | {"network", "old", "broken", "python", "app", "download"} <= set(texts["en"])


def on_the_wire(paths: Iterable[Path]) -> int:
    """Return the number of bytes that a host sends for these files.

    Each file is compressed if that makes it smaller.
    """
    contents = [path.read_bytes() for path in paths if path.is_file() and path.name != building.FILES]
    return sum(min(len(data), len(gzip.compress(data, 9))) for data in contents)


ASKED_FOR: Final = (building.DESK, building.EXTRAS, building.READER)
"""Prefixes of files that an ordinary session never requests. They are stored only when they are requested."""
PACKED: Final = ("asm.packed", "page.packed")
"""Suffixes of archives that the page requests in place of the files that they contain."""
PARCELS: Final = {
    *("readers", "practice", "courses", "collections", "people", "editor", "live", "studies"),
    *map(parcels.puzzles, games.practised()),
}
"""Names of the parcels, without the skins. A parcel is a group of modules that is loaded later."""
LETTERS: Final = "noto-sans-{}"
"""Base name of the files with a script's font and with its licence. The script's name takes the place of `{}`."""


def test_a_whole_session_weighs_little_more_than_bare_pyodide_in_every_language(site: Path) -> None:
    bare = [*(ROOT / "vendor" / build_vendor.table()["pyodide"]["to"]).iterdir()]
    theirs = on_the_wire([*bare, ROOT / "node_modules/pyodide/pyodide-lock.json"])
    assert theirs > 6_000_000
    parts = {
        code: (f"words/{code}.packed", LETTERS.format(wording.SCRIPTS[code].lower()), f"fonts/display-{code}.")
        for code in TRANSLATED
    }
    usual = [p for p in site.rglob("*") if not p.relative_to(site).as_posix().startswith(ASKED_FOR)]
    files = [path for path in usual if not path.name.endswith(PACKED)]
    own = {
        code: on_the_wire(path for path in files if any(part in path.as_posix() for part in named))
        for code, named in parts.items()
    }
    whole = on_the_wire(files)
    skins, readers = (on_the_wire((site / "py" / name).iterdir()) for name in ("skins", "parcels"))
    assert skins > 10_000
    assert readers > 30_000
    english = whole - sum(own.values()) - skins - readers  # skins and readers are downloaded only when used
    assert min(own.values()) > 90_000
    assert english < 1.036 * theirs
    assert english + max(own.values()) < 1.0695 * theirs
    assert whole < 1.2995 * theirs, "what is kept for offline play: all languages, and all puzzles"
    sent = [path for path in usual if path.is_file() and path.suffix != ".wasm" and path.name != building.FILES]
    assert sum(path.stat().st_size for path in sent) < 1.15 * whole, "from a host that sends files as they are"


def test_the_runtimes_code_is_there_packed_as_well(site: Path) -> None:
    (code,) = site.glob("vendor/*/pyodide.asm.wasm")
    packed = code.with_suffix(".packed")
    assert gzip.decompress(packed.read_bytes()) == code.read_bytes()
    plain, name = (path.relative_to(site).as_posix() for path in (code, packed))
    assert f'const PACKED = "../../{name}";' in (site / "py/boot/runtime.js").read_text()
    listed = f'const PACKED = {{"{plain}": "{name}", "index.html": "py/page.packed"}};'
    assert listed in (site / "sw.js").read_text()
    assert gzip.decompress((site / "py/page.packed").read_bytes()) == (site / "index.html").read_bytes()


# Python ---------------------------------------------------------------------------------------------------------------


def test_the_app_travels_as_bytecode_that_is_never_checked(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        names = app.namelist()
        assert "chowk/app/app.pyc" in names
        assert not [name for name in names if name.endswith(".py")]
        heads = {app.read(name)[:8] for name in names if name.endswith(".pyc")}
        assert len(heads) == 1
        assert int.from_bytes(heads.pop()[4:8], "little") == 1
        assert all(info.compress_type == zipfile.ZIP_STORED for info in app.infolist())
    packed = gzip.decompress((site / "py/chowk.packed").read_bytes())
    assert {info.CRC for info in zipfile.ZipFile(io.BytesIO(packed)).infolist()} == {0}


def test_what_is_imported_from_an_archive_without_check_sums_is_what_was_put_in(tmp_path: Path) -> None:
    files = {f"chowk{number}/a{number}.py": f"x = {number}\n".encode() * (number + 1) for number in range(20)}
    path = tmp_path / "app.zip"
    path.write_bytes(building.unsummed(building.archive(files)))
    reader = zipimport.zipimporter(str(path))
    assert {name: reader.get_data(name) for name in files} == files
    assert len(gzip.compress(path.read_bytes())) < len(gzip.compress(building.archive(files)))


def test_the_python_of_pyscript_travels_compiled(site: Path) -> None:
    core = next((ROOT / "vendor").glob("pyscript-*/core-*.js")).read_text()
    brought = set(re.findall(r'"(\w+\.py)":"', core))
    assert {"__init__.py", "workers.py", "ffi.py"} <= brought
    with unpacked(site, "chowk.packed") as app:
        shipped = {n for n in app.namelist() if n.startswith("pyscript/")}
    assert shipped == {f"pyscript/{name}c" for name in brought - set(building.UNASKED)}
    unasked = "|".join(name.removesuffix(".py") for name in building.UNASKED)
    sources = "".join(path.read_text() for path in (ROOT / "py").glob("**/*.py"))
    assert not re.search(rf"pyscript\.({unasked})\b|from pyscript import .*\b({unasked})\b", sources)


def supplies(site: Path) -> dict[str, dict[str, list[str]]]:
    """Return the app's table of data files for the opponents: game -> name of a file -> [path, hash]."""
    with unpacked(site, "chowk.packed") as app:
        table: dict[str, dict[str, list[str]]] = json.loads(app.read("chowk/supplies.json"))
    return table


def test_learnt_data_and_kernels_are_files_of_their_own(site: Path) -> None:
    extras = kernel_assets.extras()
    optional = {ROOT / f"py/chowk/games/{game}/engine/{name}" for game, names in extras.items() for name in names}
    data = [path for path in (ROOT / "py/chowk/games").rglob("*.bin") if path not in optional]
    assert len(data) > 2
    table = supplies(site)
    for path in data:
        file, digest = table[path.parents[1].name][path.name]
        packed = gzip.decompress((site / "py/supplies" / file).read_bytes())
        assert packed == path.read_bytes()
        assert hashlib.sha256(packed).hexdigest() == digest
        assert digest[:16] in file
    listed = {file for files in table.values() for file, _ in files.values()}
    assert listed == {p.relative_to(site / "py/supplies").as_posix() for p in (site / "py/supplies").rglob("*.packed")}
    kernels = [path.parents[1].name for path in (ROOT / "py/chowk/games").glob("*/engine/kernel.py")]
    shipped = [game for game, files in table.items() if "kernel.wasm" in files]
    assert shipped == sorted(filter(kernel_assets.is_used, kernels))
    assert len(shipped) > 1
    with unpacked(site, "chowk.packed") as app:
        inside = [name for name in app.namelist() if name.endswith(".bin") or "/engine/kernel" in name]
    assert set(inside) <= {"chowk/engine/kernel/__init__.pyc", "chowk/engine/kernel/runtime.pyc"}


def test_what_opponents_would_like_besides_is_listed_and_counted_apart(site: Path) -> None:
    expected = kernel_assets.extras()
    with unpacked(site, "chowk.packed") as app:
        table = json.loads(app.read("chowk/extras.json"))
    assert {game: set(names) for game, names in table.items()} == {game: set(names) for game, names in expected.items()}
    keeper = (site / "sw.js").read_text()
    lists = [json.loads(re.findall(rf"^const {name} = (.*?);", keeper, re.M)[0]) for name in ("FILES", "EXTRAS")]
    rows = [(path, expected[game][name], *rest) for game, of in table.items() for name, (path, *rest) in of.items()]
    assert rows
    for path, (data, needs), digest, size, memory in rows:
        assert memory == needs
        file = (site / path).read_bytes()
        assert gzip.decompress(file) == data
        assert hashlib.sha256(data).hexdigest() == digest
        assert lists[1].pop(path) == [building.short_hash(file), size, digest[:16]]
        assert len(file) == size < (40_000_000 if memory else 3_000_000)
    reader = sorted(path for path in (site / "vendor").glob("qr-*/*.js"))
    assert len(reader) == 2
    for path in reader:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        assert lists[1].pop(path.relative_to(site).as_posix()) == [digest, path.stat().st_size]
        assert path not in lists[0]
    of_games = sorted(path for path in (site / "py/parcels").glob("puzzles-*"))
    assert len(of_games) == len(games.practised())
    for path in of_games:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        assert path.stat().st_size < 60_000
        assert lists[0][path.relative_to(site).as_posix()][0] == digest, "stored for offline play with all other files"
    assert lists[1] == {}


def test_the_build_tells_what_comes_with_games(site: Path, site_lines: tuple[str, ...]) -> None:
    rows = [line.split() for line in site_lines if "py/supplies/" in line or "chowk.packed" in line]
    assert len(rows) > 3
    for size, name in rows:
        assert int(size.replace(",", "")) == (site / name).stat().st_size


def test_the_first_start_brings_no_game_and_all_that_is_kept_stays_small(site: Path) -> None:
    assert (site / "py/chowk.packed").stat().st_size < 997_200
    assert all(path.stat().st_size < 67_500 for path in (site / "py/words").iterdir())
    assert sum(path.stat().st_size for path in (site / "py/supplies").rglob("*.packed")) < 4_700_000


def test_what_only_type_checkers_read_is_not_shipped(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        shipped = {name: app.read(name) for name in app.namelist()}
    count = 0
    for path in (ROOT / "py/chowk").rglob("*.py"):
        code = shipped.get(path.relative_to(ROOT / "py").as_posix() + "c")
        tree = ast.parse(path.read_text("utf-8"))
        # The fields of a named tuple keep their annotations.
        fields = [node for statement in tree.body if isinstance(statement, ast.ClassDef) for node in statement.body]
        named = " ".join(ast.unparse(node.annotation) for node in fields if isinstance(node, ast.AnnAssign))
        for block in ast.walk(tree):
            if code and isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
                for node in block.body:
                    if isinstance(node, ast.ClassDef) and node.name not in named:
                        assert node.name.encode() not in code, f"{path.name}: {node.name}"
                        count += 1
    assert count > 10


def test_what_each_skin_is_drawn_by_is_a_file_of_its_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        assert [name for name in app.namelist() if "/draw/skins/" in name] == ["chowk/draw/skins/__init__.pyc"]
        table = json.loads(app.read("chowk/parcels.json"))
        for name in PARCELS:
            del table[name]
        inside = {name for name in app.namelist() if "/skins/" in name}
    assert {"classic", *table} == set(SETTING_VALUES["skin"])
    assert {path.relative_to(site).as_posix() for path in (site / "py/skins").iterdir()} == {
        f for f, _ in table.values()
    }
    sources = {path.relative_to(ROOT / "py").as_posix() + "c" for path in (ROOT / "py/chowk").rglob("skins/*.py")}
    apart = set[str]()
    for skin, (file, digest) in table.items():
        data = gzip.decompress((site / file).read_bytes())
        assert hashlib.sha256(data).hexdigest() == digest
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
        assert f"chowk/draw/skins/{skin}.pyc" in names
        assert {posixpath.basename(name) for name in names} == {f"{skin}.pyc"}
        apart |= set(names)
    assert apart == sources - inside
    assert len(apart) == 5, "two games have boards of their own in some skin"


def test_readers_of_texts_and_files_are_a_file_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        file, digest = json.loads(app.read("chowk/parcels.json"))["readers"]
        inside = app.namelist()
    data = gzip.decompress((site / file).read_bytes())
    assert hashlib.sha256(data).hexdigest() == digest
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert names
    assert not set(names) & set(inside)
    assert {name for name in names if "/games/" not in name} - {f"chowk/{i18n.MORE}"} == {
        f"chowk/{name}.pyc"
        for name in (
            *(f"features/sharing/{name}" for name in ("collection", "collection_view", "decoding", "files")),
            *("features/sharing/foreign_texts", "features/sharing/saved_games_view", "storage/exchange"),
            "core/json_record",
        )
    }
    assert {path.name.partition(".")[0] for path in (site / "py/parcels").iterdir()} == PARCELS


def test_puzzles_and_their_modules_are_files_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        table = json.loads(app.read("chowk/parcels.json"))
        inside = app.namelist()
    names = {}
    for parcel in ("practice", *map(parcels.puzzles, games.practised())):
        file, digest = table[parcel]
        data = gzip.decompress((site / file).read_bytes())
        assert hashlib.sha256(data).hexdigest() == digest
        names[parcel] = zipfile.ZipFile(io.BytesIO(data)).namelist()
        assert not set(names[parcel]) & set(inside)
    assert {"chowk/games/api/puzzle.pyc", "chowk/features/review/mistake_drill.pyc"} < set(names["practice"])
    assert f"chowk/{i18n.MORE}" in names["practice"]
    assert {"chowk/features/practice/commands.pyc", "chowk/features/practice/modes.pyc"} < set(inside)
    practising = {f"chowk/features/practice/{name}.pyc" for name in ("storm", "storm_view", "theme_results")}
    assert practising < set(names["practice"])
    for game in games.practised():
        assert names[parcels.puzzles(game)] == [f"chowk/games/{game}/puzzles.txt"]
        assert f"chowk/games/{game}/ui/puzzle_themes.pyc" in names["practice"]


def test_the_position_editor_is_a_file_of_its_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        file, digest = json.loads(app.read("chowk/parcels.json"))["editor"]
        inside = app.namelist()
    data = gzip.decompress((site / file).read_bytes())
    assert hashlib.sha256(data).hexdigest() == digest
    names = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    assert {f"chowk/features/position_editor/{name}.pyc" for name in ("editor", "view")} < names
    assert not names & set(inside)
    assert "chowk/features/position_editor/commands.pyc" in inside
    assert not [name for name in inside if name.endswith("/ui/draft.pyc")]


def test_courses_and_their_modules_are_a_file_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        file, digest = json.loads(app.read("chowk/parcels.json"))["courses"]
        inside = app.namelist()
    data = gzip.decompress((site / file).read_bytes())
    assert hashlib.sha256(data).hexdigest() == digest
    names = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    assert names == {
        *("chowk/features/courses/courses.pyc", "chowk/features/courses/view.pyc"),
        *(f"chowk/games/{game}/ui/course.pyc" for game in games.with_course()),
        f"chowk/{i18n.MORE}",
    }
    assert not names & set(inside)
    assert "chowk/features/courses/commands.pyc" in inside


def test_collections_are_a_file_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        file, digest = json.loads(app.read("chowk/parcels.json"))["collections"]
        inside = app.namelist()
    data = gzip.decompress((site / file).read_bytes())
    assert hashlib.sha256(data).hexdigest() == digest
    names = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    modules = (
        *("archive", "board_search", "board_search_view", "check_desk", "check_page", "checking", "checking_view"),
        *("collections", "desk", "explored", "explorer", "explorer_page", "explorer_view", "exporting", "generic"),
        *("judged_moves", "listing", "mistake_feed", "own_games", "position_index", "reading", "seeker", "sought"),
        *("unpacking", "view"),
    )
    assert names == {
        *(f"chowk/features/collections/{name}.pyc" for name in modules),
        *(f"chowk/browser/collection_{name}.pyc" for name in ("desk", "page", "store")),
        *(
            f"chowk/games/{game}/{name}.pyc"
            for game in ("api", "checkers", "reversi")
            for name in ("archived", "search")
        ),
        "chowk/games/reversi/replaying.pyc",
        f"chowk/{i18n.MORE}",
    }
    assert not names & set(inside)
    assert "chowk/features/collections/commands.pyc" in inside


def test_studies_are_a_file_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        file, digest = json.loads(app.read("chowk/parcels.json"))["studies"]
        inside = app.namelist()
    data = gzip.decompress((site / file).read_bytes())
    assert hashlib.sha256(data).hexdigest() == digest
    names = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    modules = ("deeds", "guess", "studies", "study", "study_print", "view")
    assert names == {*(f"chowk/features/studies/{name}.pyc" for name in modules), f"chowk/{i18n.MORE}"}
    assert not names & set(inside)
    assert "chowk/features/studies/commands.pyc" in inside


def test_the_words_of_each_language_are_a_file_of_their_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        assert [name for name in app.namelist() if "/locale/" in name] == ["chowk/locale/apart.txt"]
        apart = app.read("chowk/locale/apart.txt").decode().split()
    assert set(apart) == set(catalog.TRANSLATED)
    assert {path.name for path in (site / "py/words").iterdir()} == {f"{code}.packed" for code in apart}
    laid = building.translations()
    for code in apart:
        assert gzip.decompress((site / f"py/words/{code}.packed").read_bytes()) == laid[code]
        digest = hashlib.sha256((site / f"py/words/{code}.packed").read_bytes())
        runtime = (site / "py/boot/runtime.js").read_text()
        assert f'"../words/{code}.packed?v={digest.hexdigest()[:16]}"' in runtime
        assert f'"{code}.packed": "{seals(site / f"py/words/{code}.packed")}"' in runtime


COMMON = (parcels.COLLECTIONS, parcels.COURSES, parcels.PEOPLE, parcels.PRACTICE, parcels.STUDIES)
"""Names of parcels (groups of modules that are loaded later) with whole features, including their views."""


def test_a_parcel_brings_the_words_that_only_it_shows(site: Path) -> None:
    compiled = catalog.compiled(with_pseudo=False)
    with unpacked(site, "chowk.packed") as app:
        table = json.loads(app.read("chowk/parcels.json"))
    keys = set[str]()
    for parcel in (*COMMON, parcels.EDITOR, parcels.LIVE, parcels.READERS):
        archive = zipfile.ZipFile(io.BytesIO(gzip.decompress((site / table[parcel][0]).read_bytes())))
        first, *rest = archive.read(f"chowk/{i18n.MORE}").split(i18n.PART)
        assert [code.decode() for code in rest[::2]] == sorted(catalog.TRANSLATED)
        assert all(len(text.split(b"\x1e")) == len(first.split(b"\x1e")) for text in rest[1::2])
        keys |= set(first.decode().split(i18n.RECORD)) - {""}
    assert "Each puzzle has a proven solution." in keys
    assert "Puzzles" not in keys, "home shows it, too"
    started = building.translations()["pa"].split(i18n.PART)[0].decode().split(i18n.RECORD)
    assert keys.isdisjoint(started)
    assert keys | set(started) == set(compiled["keys.txt"].decode().split(i18n.RECORD))


KERNELS = {"reversi": 28_000, "checkers": 40_000, "parcheesi": 19_000, "kilkenny": 23_500}


def test_the_translators_desk_is_a_matter_of_its_own(site: Path) -> None:
    with unpacked(site, "chowk.packed") as app:
        table = json.loads(app.read("chowk/translate.json"))
        assert not [name for name in app.namelist() if "/translate/" in name or "translating" in name]
    assert set(table) == {"desk.zip", "notes.json", *(path.name for path in catalog.LOCALE.glob("*.po"))}
    for name, (file, digest) in table.items():
        data = gzip.decompress((site / "py/supplies" / file).resolve().read_bytes())
        assert hashlib.sha256(data).hexdigest() == digest
        if name.endswith(".po"):
            assert data == (catalog.LOCALE / name).read_bytes()


def test_compiled_kernels_stay_as_small_as_they_are(site: Path) -> None:
    """No compiled kernel is larger than its limit in `KERNELS`, or than 40 kB if it has no limit there."""
    for game, files in supplies(site).items():
        for name, (file, _) in files.items():
            if name == "kernel.wasm":
                code = gzip.decompress((site / "py/supplies" / file).read_bytes())
                assert code.startswith(b"\0asm")
                assert len(code) <= KERNELS.get(game, 40_000), f"{game}: {len(code):,} bytes"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a project with the kernel of a game that is not in the list of games. Return the kernel's source file."""
    py = tmp_path / "py"
    kernel = py / "chowk/games/toy/engine/kernel.py"
    kernel.parent.mkdir(parents=True)
    for folder in ("chowk", "chowk/games", "chowk/games/toy", "chowk/games/toy/engine"):
        (py / folder / "__init__.py").touch()
    for folder in ("core", "engine"):
        (py / "chowk" / folder).symlink_to(ROOT / "py/chowk" / folder)
    (py / "tools").symlink_to(ROOT / "py/tools")
    kernel.write_text(
        "from chowk.engine.kernel.types import i32\n\nEXPORTS = ('double',)\n\n\n"
        "def double(number: i32) -> i32:\n    return number + number\n"
    )
    monkeypatch.setattr(kernel_assets, "PY", py)
    monkeypatch.setattr(kernel_assets, "CACHE", tmp_path / "cache")
    return kernel


def test_an_edited_kernel_is_compiled_anew_and_quickly(toy: Path) -> None:
    lines: list[str] = []
    before = time.process_time() + sum(os.times()[2:4])
    (first,) = kernel_assets.supplies(lines.append)["toy"].values()
    spent = time.process_time() + sum(os.times()[2:4]) - before
    assert Native(first).call("double", 21) == 42
    assert kernel_assets.supplies(lines.append)["toy"] == {"kernel.wasm": first}
    assert len(lines) == 1, "the second time it is kept"
    toy.write_text(toy.read_text().replace("number + number", "number * 2 + 1"))
    (second,) = kernel_assets.supplies(lines.append)["toy"].values()
    assert Native(second).call("double", 21) == 43
    assert len(lines) == 2
    assert spent < 3, "seconds of a processor"


def test_a_kernel_that_no_opponent_asks_is_not_shipped(toy: Path) -> None:
    reader, bots = toy.with_name("reader.py"), toy.with_name("bots.py")
    reader.touch()
    bots.touch()
    assert kernel_assets.supplies(quiet) == {}
    assert kernel_assets.is_kernel(reader)
    bots.write_text("def think() -> None:\n    from chowk.games.toy.engine import reader\n")
    assert list(kernel_assets.supplies(quiet)["toy"]) == ["kernel.wasm"]
    assert not kernel_assets.is_kernel(reader)


def test_what_is_not_in_the_language_stops_the_build_with_its_line(toy: Path) -> None:
    toy.write_text(toy.read_text().replace("number + number", "[number][0]"))
    with pytest.raises(BuildError, match=r"engine/kernel\.py:7:12: error: \[number\] is not an array"):
        kernel_assets.supplies(quiet)
    toy.write_text("import nothing_such\n")
    with pytest.raises(BuildError, match="nothing_such"):
        kernel_assets.supplies(quiet)


def test_the_library_is_smaller_and_holds_what_is_imported(site: Path) -> None:
    with unpacked(site, "stdlib.packed") as library:
        names = {name.removesuffix(".pyc") for name in library.namelist()}
    assert {"gettext", "hashlib", "json/__init__", "asyncio/__init__", "base64", "heapq", "bisect", "random"} <= names
    assert not {name for name in names if name.partition("/")[0] in ("email", "xml", "unittest", "idlelib", "sqlite3")}
    assert not names & {"_pydatetime", "ssl", "bz2", "asyncio/windows_events", "compression/zstd/__init__"}
    assert not names & {"pyodide/http/__init__", "_strptime", "calendar", "_ast_unparse"}
    assert not names & {"html/entities", "asyncio/sslproto"}
    assert {"html/__init__", "asyncio/base_events", "asyncio/selector_events"} <= names
    with unpacked(site, "chowk.packed") as app:  # the app calls no function that needs these two modules
        assert not [
            name for name in app.namelist() if any(word in app.read(name) for word in (b"unescape", b"sslproto"))
        ]
    inside = {"abc", "codecs", "io", "os", "site", "stat", "zipimport", "importlib/_bootstrap", "importlib/util"}
    assert not names & inside  # the interpreter has these modules built in
    whole = zipfile.ZipFile(next((ROOT / "vendor").glob("pyodide-*/python_stdlib.zip")))
    stdlib = {name.removesuffix(".py") for name in whole.namelist()}
    app_sources = [
        path
        for path in (ROOT / "py/chowk").rglob("*.py")
        if not wheel.is_library(path.relative_to(ROOT / "py").as_posix())
    ]
    for path in [*app_sources, ROOT / "py/main.py", ROOT / "py/worker.py"]:
        for module in build_python.imported(path.read_bytes()):
            place = module.replace(".", "/")
            if place not in inside and (place in stdlib or f"{place}/__init__" in stdlib):
                assert place in names or f"{place}/__init__" in names, f"{path} imports {module}"


def test_without_node_the_sources_travel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    class Cold(build_python.Forge):
        def __init__(self, root: Path, say: Any) -> None:
            super().__init__(root, say)
            self.cache = tmp_path / "cache"
            self.cache.mkdir(exist_ok=True)
            for drawn in (root / ".cache/python").glob("*.icons.zip"):  # drawing icons again would be slow
                shutil.copy(drawn, self.cache)

    monkeypatch.setattr(building, "Forge", Cold)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    build(tmp_path / "site", lines.append)
    assert any("works, and takes longer to start" in text for text in lines)
    with unpacked(tmp_path / "site", "chowk.packed") as app:
        assert "chowk/app/app.py" in app.namelist()
    with unpacked(tmp_path / "site", "stdlib.packed") as library:
        assert "gettext.py" in library.namelist()


def test_a_live_build_needs_no_node_for_an_edit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, site: Path) -> None:
    real = building.app_files()
    edited = {**real, "chowk/ui/nodes.py": real["chowk/ui/nodes.py"] + b"# edited\n"}
    monkeypatch.setattr(building, "app_files", lambda: edited)
    monkeypatch.setattr(build_python.Forge, "run", lambda *_, **__: pytest.fail("Node was started"))
    build(tmp_path, quiet, live=True)
    with unpacked(tmp_path, "chowk.packed") as app:
        assert app.read("chowk/ui/nodes.py").endswith(b"# edited\n")
        assert "chowk/app/app.pyc" in app.namelist()
    assert 'name="chowk-offline" content="off"' in (tmp_path / "index.html").read_text()
    assert 'name="chowk-offline" content="on"' in (site / "index.html").read_text()


# Icons ----------------------------------------------------------------------------------------------------------------


def pixels(data: bytes) -> list[list[tuple[int, ...]]]:
    """Return the pixels of one of the project's own PNG files, row by row."""
    width, height = struct.unpack(">II", data[16:24])
    start = data.index(b"IDAT")
    length = struct.unpack(">I", data[start - 4 : start])[0]
    rows = zlib.decompress(data[start + 4 : start + 4 + length])
    stride = 4 * width + 1
    assert len(rows) == stride * height
    return [[tuple(rows[y * stride + 1 + 4 * x :][:4]) for x in range(width)] for y in range(height)]


def test_icons_show_an_arm_in_each_colour() -> None:
    picture = pixels(build_icons.png(build_icons.drawing(build_icons.PLAIN, 5), 48))
    arms = [picture[6 * 2][12 * 2], picture[12 * 2][18 * 2], picture[18 * 2][12 * 2], picture[12 * 2][6 * 2]]
    assert arms == [(*colour, 255) for colour in build_icons.COLOURS]
    assert picture[0][0][3] == 0
    assert picture[24][1] == (*build_icons.PAPER, 255)


def test_a_masked_icon_loses_nothing() -> None:
    size = 96
    picture = pixels(build_icons.png(build_icons.drawing(build_icons.SAFE, 0), size))
    outside = [
        picture[y][x]
        for y in range(size)
        for x in range(size)
        if (x - size / 2) ** 2 + (y - size / 2) ** 2 > (0.41 * size) ** 2
    ]
    assert set(outside) == {(*build_icons.PAPER, 255)}


# Serving --------------------------------------------------------------------------------------------------------------


def test_what_travels_as_source_at_first_is_compiled_beside_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bool] = []

    def app(_: build_python.Forge, files: dict[str, bytes], home: str, compile_new: bool) -> dict[str, bytes]:
        assert home == building.HOME
        assert "chowk/app/app.py" in files
        calls.append(compile_new)
        return files

    monkeypatch.setattr(build_python.Forge, "app", app)
    building.compile_ahead(quiet)
    assert calls == [False, True]


def test_the_site_is_built_once_more_when_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[bool] = []

    def once(*_: object, live: bool, **__: object) -> str:
        built.append(live)
        return str(len(built))

    monkeypatch.setattr(building, "build", once)
    monkeypatch.setattr(building, "compile_ahead", lambda _: None)
    compiled = threading.Event()
    visit = serve.rebuilding(False, compiled)
    assert [visit(), visit()] == ["1", "1"]
    serve.compiling(compiled)
    assert [visit(), visit()] == ["2", "2"]


def test_without_node_nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: object) -> None:
        raise BuildError("Node.js was not found.")

    monkeypatch.setattr(building, "compile_ahead", refused)
    compiled = threading.Event()
    serve.compiling(compiled)
    assert not compiled.is_set()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a small folder below the address path /chowk/, and yield the server's address without this path."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("index.html", "a.js", "b.wasm", "c.toml", "d.webmanifest", "e.json", "f.css", "g.packed"):
        (folder / name).write_text("x")
    (folder / "vendor/d-1.0").mkdir(parents=True)
    (folder / "vendor/d-1.0/e.js").write_text("x")
    visits: list[int] = []
    with serve.server(folder, base="/chowk/", visit=lambda: visits.append(1)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("b.wasm", "application/wasm"),
        ("c.toml", "application/toml"),
        ("d.webmanifest", "application/manifest+json"),
        ("e.json", "application/json"),
        ("f.css", "text/css; charset=utf-8"),
        ("g.packed", "application/octet-stream"),
    ],
)
def test_types_are_what_browsers_insist_on(served: str, path: str, kind: str) -> None:
    with urllib.request.urlopen(f"{served}/chowk/{path}") as reply:
        assert reply.headers["Content-Type"] == kind
        assert reply.headers["Cache-Control"] == "no-cache"
        assert "Content-Encoding" not in reply.headers


@pytest.mark.parametrize("path", ["a.js?v=1a2b3c4d", "vendor/d-1.0/e.js"])
def test_what_an_address_names_by_hash_or_version_may_be_kept_for_good(served: str, path: str) -> None:
    with urllib.request.urlopen(f"{served}/chowk/{path}") as reply:
        assert "immutable" in reply.headers["Cache-Control"]


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/chowk/../../etc/passwd", "/other/a.js", "/chowk/%00", "/chowk/a.js%00"]
)
def test_nothing_outside_the_folder_is_served(served: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(served + path)


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:8000", 200), ("127.0.0.1", 200), ("LOCALHOST", 200), ("a.example", 421), ("[::1", 421), ("", 421)],
)
def test_it_answers_by_its_own_names_only(served: str, host: str, status: int) -> None:
    address = urlsplit(served)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)
    connection.request("GET", "/chowk/a.js", headers={"Host": host})
    assert connection.getresponse().status == status
    connection.close()


def test_a_page_is_built_before_it_is_answered(tmp_path: Path) -> None:
    def visit() -> None:
        (tmp_path / "index.html").write_text("built")

    with serve.server(tmp_path, visit=visit) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_address[1]}/") as reply:
            assert reply.read() == b"built"
        server.shutdown()


def test_a_port_that_is_taken_is_told_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "build", lambda *_, **__: "")
    with serve.server(tmp_path) as running, pytest.raises(BuildError, match="--port"):
        serve.serve(running.server_address[1], browser=False, offline=False)


def test_what_tests_ask_of_the_page_is_not_shipped(site: Path, tmp_path: Path) -> None:
    shipped = unpacked(site, "chowk.packed").namelist()
    assert any(name.startswith("chowk/browser/debug_flags.") for name in shipped)
    assert not [name for name in shipped if re.search("bridge|perft|startup", name)]
    assert "data-tested" not in (site / "index.html").read_text()
    build(tmp_path, quiet, tested=True)
    assert [name for name in unpacked(tmp_path, "chowk.packed").namelist() if "bridge" in name]
    assert "<html data-tested " in (tmp_path / "index.html").read_text()


def test_the_licences_name_every_package_that_travels() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    written = (ROOT / "py/boot/licences/pyscript.txt").read_text()
    apart = ("@fontsource-variable/", "@types/")  # fonts have their own licence files, and types are not shipped
    server = ("ws",)  # Pyodide needs it only under Node
    own = ("lean-qr", "qr")  # their licences are beside those of the fonts
    build = ("@gfx/zopfli", "base64-js")  # used by the build, and not shipped
    for path, entry in packages.items():
        name = path.rpartition("node_modules/")[2]
        if (
            name
            and not name.startswith((*apart, "@pyscript/", "pyodide", "polyscript"))
            and name not in server + own + build
        ):
            assert f" {name} {entry['version']}: " in written, name
    assert f"PyScript {packages['node_modules/@pyscript/core']['version']} " in written
    assert f"Polyscript {packages['node_modules/polyscript']['version']} " in written
    assert all(
        words in written for words in ("MIT License", "ISC License", "Permission to use", "Permission is hereby")
    )
    version = packages["node_modules/pyodide"]["version"]
    source = (ROOT / "py/boot/licences/pyodide.txt").read_text()
    assert f"Pyodide {version} " in source
    assert f"https://github.com/pyodide/pyodide/tree/{version} " in source
    assert "Mozilla Public License Version 2.0" in source


def workflows() -> dict[str, str]:
    """Return the texts of the GitHub workflows, by file name."""
    return {path.name: path.read_text() for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}


def test_workflows_use_actions_by_their_hash() -> None:
    trusted = r"actions/[\w-]+|pypa/gh-action-pypi-publish"
    for name, text in workflows().items():
        for used in re.findall(r"uses: (\S+.*)", text):
            own = used == "./.github/workflows/test.yml"
            assert own or re.fullmatch(rf"({trusted})@[0-9a-f]{{40}} # v\d+\.\d+\.\d+", used), (name, used)


def test_workflows_have_no_more_rights_than_each_job_needs() -> None:
    for name, text in workflows().items():
        assert re.search(r"^permissions: \{\}$", text, re.M), name
        jobs = re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.M)[1:]
        for job in jobs:
            rights = re.search(r"^    permissions:\n((?:      .*\n)+)", job, re.M)
            assert rights, (name, job)
            mighty = set(re.findall(r"([\w-]+): write", rights[1]))
            assert not mighty or job.startswith(("deploy:", "publish:", "release:")), (name, job)
            assert not mighty or not re.search("python|node|checkout", job), "what may publish runs nothing of ours"
            assert "checkout@" not in job or "persist-credentials: false" in job


def test_only_what_passed_its_tests_is_published() -> None:
    for name, last in (("pages.yml", "deploy"), ("release.yml", "release"), ("release.yml", "publish")):
        text = workflows()[name]
        build, publish = (re.search(rf"^  {job}:\n    needs: (\w+)$", text, re.M) for job in ("build", last))
        assert build
        assert publish
        assert (build[1], publish[1]) == ("test", "build")
        assert re.search(r"^  test:\n(?:    .*\n)+?    uses: \./\.github/workflows/test\.yml$", text, re.M)
    assert "  workflow_call:" in workflows()["test.yml"]


def test_jobs_wait_for_the_report_of_tests_that_hang() -> None:
    """Check that the workflows end a job no earlier than 15 minutes after the time limit of the tests.

    The tests can thus report a test that hangs.
    """
    waits = 0
    for name, text in workflows().items():
        for job in re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]:
            if re.search(r"run: (\.ci/run|python3 -m tests)\b", job):
                minutes = re.search(r"^    timeout-minutes: (\d+)$", job, re.MULTILINE)
                assert minutes, name
                assert 60 * int(minutes[1]) >= running.WHOLE_S + 15 * 60, (name, job)
                waits += 1
    assert waits == 2
