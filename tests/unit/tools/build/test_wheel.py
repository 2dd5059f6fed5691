"""Test the wheel and the source distribution: contents, the same bytes from every build, play after installation."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Final

import pytest
import wasmtime

from chowk import VERSION, games
from chowk.library import kernels
from tests.unit.test_arrows import THIRD_PARTY, dotted, imports, modules
from tools.build import build_site, kernel_assets, wheel

ROOT: Final = Path(__file__).resolve().parents[4]
PY: Final = ROOT / "py"
WHEEL: Final = f"chowk-{VERSION}-py3-none-any.whl"
SOURCES: Final = f"chowk-{VERSION}.tar.gz"
EVERYWHERE: Final = {"SOURCE_DATE_EPOCH": "1764288000"}


def built(root: Path, folder: Path, **environment: str) -> Path:
    """Build the wheel and the source distribution into a folder, and return the folder."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=root,
        env={**os.environ, **EVERYWHERE, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and the source distribution once, and return their folder."""
    return built(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def contents(dist: Path) -> dict[str, bytes]:
    """Return the files of the wheel by path."""
    with zipfile.ZipFile(dist / WHEEL) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def python(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in an empty virtual environment, without a network. Return the path of its interpreter."""
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    options = ["--no-index", "--no-deps", "--no-compile", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", *options, str(dist / WHEEL)], check=True)
    return python


def output_of(python: Path, program: str) -> str:
    """Run a program, given as source text, by the given interpreter, and return its output. Fail if the program fails.

    The interpreter cannot import from this checkout.
    """
    done = subprocess.run(
        [str(python), "-I", "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        cwd=python.parent,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_builds_give_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    again = built(ROOT, tmp_path, TZ="Asia/Kolkata", PYTHONHASHSEED="7", LC_ALL="C")
    for name in (WHEEL, SOURCES):
        assert (again / name).read_bytes() == (dist / name).read_bytes(), name


@pytest.mark.deep
def test_the_sources_give_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    with tarfile.open(dist / SOURCES) as archive:
        archive.extractall(tmp_path, filter="data")
    again = built(tmp_path / SOURCES.removesuffix(".tar.gz"), tmp_path / "again")
    assert (again / WHEEL).read_bytes() == (dist / WHEEL).read_bytes()


def test_the_source_distribution_holds_what_the_wheel_is_built_from(dist: Path) -> None:
    with tarfile.open(dist / SOURCES) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {path for path in wheel.files(print).values() if path.suffix != ".wasm"}
    for game in kernel_assets.kernels():
        wanted |= kernel_assets.sources(kernel_assets.module(game))
    for name, path in modules(PY).items():
        if name.startswith(("tools.build", "tools.kernels", "tools.shared")):
            wanted.add(path)
    assert {path.relative_to(ROOT).as_posix() for path in wanted} <= names
    assert {"LICENSE", "pyproject.toml", "docs/library.md"} <= names
    assert not [name for name in names if name.startswith(("py/training", "py/chowk/app", "py/chowk/browser", "tests"))]


def test_the_wheel_contains_what_its_modules_import_and_nothing_else(contents: dict[str, bytes]) -> None:
    known = modules(PY)
    inside = {dotted(PY / name, PY) for name in contents if name.endswith(".py")}
    foreign = {
        (name, target.partition(".")[0])
        for name in inside
        for target in imports(name, known[name], set(known))
        if target not in inside and target.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == {(module, package) for module, packages in THIRD_PARTY.items() for package in packages}
    assert {name.split("/")[1] for name in contents if name.startswith("chowk/")} == {*wheel.TOP, *wheel.PACKAGES}
    assert {name.partition("/")[0] for name in contents} == {"chowk", f"chowk-{VERSION}.dist-info"}


def test_the_wheel_and_the_page_have_the_same_sources(contents: dict[str, bytes]) -> None:
    page = build_site.app_files()
    shared = {name: data for name, data in contents.items() if name.startswith("chowk/") and name in page}
    assert len(shared) > 200
    assert shared == {name: page[name] for name in shared}
    packages = tuple(f"chowk/{package}/" for package in wheel.PACKAGES)
    assert {name for name in page if name.startswith(packages)} <= set(shared)
    only_here = {name for name in contents if name.startswith("chowk/")} - set(shared)
    assert {Path(name).suffix for name in only_here if not wheel.is_library(name)} == {".bin", ".wasm"}


def test_the_page_has_no_file_of_the_library() -> None:
    assert not [name for name in build_site.app_files() if wheel.is_library(name)]
    assert wheel.is_library("chowk/library/kernels.py")
    assert wheel.is_library("chowk/protocols/nboard.py")
    assert wheel.is_library("chowk/games/reversi/library.py")
    assert wheel.is_library("chowk/games/reversi/coding.py")
    assert wheel.is_library("chowk/envs/solo.py")
    assert not wheel.is_library("chowk/games/reversi/rules.py")


def test_kernels_and_learnt_data_are_inside(contents: dict[str, bytes]) -> None:
    for game, files in kernel_assets.supplies(print).items():
        for name, data in files.items():
            assert contents[f"chowk/games/{game}/engine/{name}"] == data
    assert kernel_assets.batches() == ("checkers", "reversi")
    for game in kernel_assets.batches():
        batch = kernel_assets.code(kernel_assets.batch_module(game), print)
        assert contents[f"chowk/games/{game}/engine/{kernels.BATCH}"] == batch
    for game, extras in kernel_assets.extras().items():
        for name, (data, memory) in extras.items():
            path = f"chowk/games/{game}/engine/{name}"
            is_generated = kernel_assets.optional_files(game)[name][1]
            assert is_generated or contents[path] == data, f"{path}, {memory} MB"
            assert not (is_generated and path in contents), "each builder makes it"


def test_the_metadata_names_version_licence_and_no_dependency(contents: dict[str, bytes]) -> None:
    told = Parser().parsestr(contents[f"chowk-{VERSION}.dist-info/METADATA"].decode())
    assert (told["Name"], told["Version"], told["License-Expression"]) == ("chowk", VERSION, "MIT")
    assert told.get_all("License-File") == ["LICENSE"]
    assert told.get_all("Requires-Dist") == [
        "wasmtime; extra == 'engines'",
        *(f"{name}; extra == 'gym'" for name in ("gymnasium", "numpy", "pettingzoo")),
    ]
    assert contents[f"chowk-{VERSION}.dist-info/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert contents["chowk/py.typed"] == b""
    entry_points = contents[f"chowk-{VERSION}.dist-info/entry_points.txt"].decode()
    assert entry_points == "[console_scripts]\nchowk = chowk.terminal.commands:main\n"


PLAY: Final = """
from chowk import games
for name in games.SHELF:
    match = games.load(name).match(seed=7)
    while match.outcome() is None and match.ply < 40:
        match.follow(match.roll() if match.position.odds() else match.position.moves()[-1])
    print(name, match.ply, hash(match.position) == hash(match.position_after(match.ply)))
"""
THINK: Final = """
import sys
from chowk import games
from chowk.engine.assets import Missing
from chowk.engine.search_budget import Clock
from chowk.library import kernels
sys.path += sys.argv[1:]
print(kernels.provide())
game = games.load("reversi")
for level in (0, 5):
    try:
        *_, thought = game.bots.think(game.match().position, (), level, 1, Clock(60, unaided=True))
        print(level, thought.move in game.match().position.moves())
    except Missing as error:
        print(level, error)
"""


def test_without_their_packages_the_environments_say_what_to_install(python: Path) -> None:
    program = "try:\n    import chowk.envs\nexcept ImportError as error:\n    print(error)"
    assert output_of(python, program) == (
        "chowk.envs needs numpy and gymnasium and pettingzoo. Install them: pip install chowk[gym]\n"
    )


def test_every_game_is_played_in_an_empty_environment(python: Path) -> None:
    lines = output_of(python, PLAY).splitlines()
    assert [line.split()[0] for line in lines] == list(games.SHELF)
    assert all(line.endswith("40 True") for line in lines)


def test_the_command_is_installed(python: Path) -> None:
    for command in ([str(python.with_name("chowk"))], [str(python), "-I", "-m", "chowk"]):
        done = subprocess.run([*command, "perft", "reversi", "4"], capture_output=True, text=True, check=True)
        assert done.stdout == "244\n"


def test_without_wasmtime_the_opponents_without_a_kernel_play(python: Path) -> None:
    assert output_of(python, THINK).splitlines() == ["False", "0 True", "5 reversi has no kernel here"]


def test_with_wasmtime_all_opponents_play(python: Path) -> None:
    there = str(Path(wasmtime.__file__).parents[1])
    program = THINK.replace("sys.argv[1:]", repr([there]))
    assert output_of(python, program).splitlines() == ["True", "0 True", "5 True"]
