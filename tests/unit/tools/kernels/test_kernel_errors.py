"""Test errors in kernels: all are reported at once, each with its place, the marked source line and a hint."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from tools.kernels.compiler import compile_kernel
from tools.kernels.diagnostics import CompileError, Diagnostic

ROOT = Path(__file__).parents[4]
DATA = ROOT / "tests/data"
GOLDEN = DATA / "kernel_errors.txt"
"""File with the output that the compiler must print for `kernel_errors.py`."""
COUNTER = itertools.count()


def test_every_error_of_a_file_is_reported_at_once(tmp_path: Path) -> None:
    """The command line reports all errors of a kernel at once, and writes no file."""
    (tmp_path / "kernel_errors.py").write_text((DATA / "kernel_errors.py.txt").read_text())
    command = [sys.executable, "-m", "tools.kernels", "kernel_errors", "out.wasm"]
    paths = {"PYTHONPATH": f"{ROOT / 'py'}:{tmp_path}", "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run(command, cwd=tmp_path, env=paths, capture_output=True, text=True, check=False)
    assert process.stderr == GOLDEN.read_text()
    assert process.returncode == 1
    assert process.stdout == ""
    assert not (tmp_path / "out.wasm").exists()


def test_every_marked_line_of_that_file_has_an_error_and_no_other() -> None:
    lines = (DATA / "kernel_errors.py.txt").read_text().splitlines()
    marked = [number for number, line in enumerate(lines, 1) if "# error" in line]
    reported = [int(line.split(":")[1]) for line in GOLDEN.read_text().splitlines() if ": error: " in line]
    assert len(marked) > 20
    assert sorted(set(reported)) == marked


def refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Diagnostic, ...]:
    """Return the compiler's errors for a kernel with this text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = f"refused_{next(COUNTER)}"
    Path(f"{name}.py").write_text(text)
    with pytest.raises(CompileError) as error:
        compile_kernel(name)
    return error.value.diagnostics


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("def f(:\n    pass\n", (1, 7), "syntax error: "),
        ("x = 1\ny = x +\n", (2, 8), "syntax error: "),
        ("import nothing_such\n", (1, 1), "cannot be imported: ModuleNotFoundError: No module named 'nothing_such'"),
        ("x = 1\ny = [x, x / 0]\n", (2, 9), "cannot be imported: ZeroDivisionError: "),
        ("def g():\n    return missing\nz = 1 + g()\n", (2, 12), "cannot be imported: NameError: "),
        ("x = " + "-" * 20_000 + "1\n", (0, 0), "cannot be imported"),
    ],
)
def test_a_module_that_cannot_be_imported_is_an_error(
    text: str, place: tuple[int, int], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (error,) = refused(text, tmp_path, monkeypatch)
    assert message in error.message
    if place != (0, 0):  # text that is nested too deeply for Python's parser has no place
        assert (error.line, error.column) == place
        assert error.source_line == text.splitlines()[error.line - 1]


@pytest.mark.parametrize("name", ["no_such_module_anywhere", "sys", "tools.kernels.nothing"])
def test_a_name_that_is_no_source_file_is_an_error(name: str) -> None:
    with pytest.raises(CompileError) as refused:
        compile_kernel(name)
    assert len(refused.value.diagnostics) == 1


def test_carets_stand_below_the_expression_behind_tabs_and_other_scripts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'from chowk.engine.kernel.types import i32\nEXPORTS = ("f",)\ndef f(a: i32) -> i32:\n'
    text += "\tabc = 1;\tनाम = a @ 2\n\treturn abc\n"
    (error,) = refused(text, tmp_path, monkeypatch)
    shown = str(error).splitlines()
    assert (error.line, error.column, error.end_column) == (4, 17, 22)
    assert shown[1] == "    abc = 1;\tनाम = a @ 2"
    assert shown[2] == "    " + " " * len("abc = 1;") + "\t" + " " * len("नाम = ") + "^^^^^"


def test_an_error_in_an_unrolled_loop_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        'from chowk.engine.kernel.types import i32, unrolled\nEXPORTS = ("f",)\ndef f(a: i32) -> i32:\n'
        "    for turn in unrolled(5):\n        a += missing\n    return a\n"
    )
    (error,) = refused(text, tmp_path, monkeypatch)
    assert error.line == 5


def test_an_error_causes_no_further_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        'from chowk.engine.kernel.types import i32\nEXPORTS = ("f",)\ndef f(a: i32) -> i32:\n'
        "    first = missing + 1\n    second = first * 2\n    first += second\n    for turn in range(first):\n"
        "        a += turn\n    if first > 2 and not second:\n        return min(second, g(first))\n    return second\n"
        "def g(a: i32) -> i32:\n    return a\n"
    )
    assert [error.line for error in refused(text, tmp_path, monkeypatch)] == [4]
