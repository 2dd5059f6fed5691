"""Test docs/kernels.md: its examples run, and its grammar, tables and limits agree with the compiler."""

from __future__ import annotations

import doctest
import itertools
import math
import re
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from tools.kernels import expression_checker, ir, type_checker
from tools.kernels.__main__ import main
from tools.kernels.compiler import compile_kernel
from tools.kernels.diagnostics import CompileError

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "docs/kernels.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COUNTER = itertools.count()
HEAD = """\
from array import array
from chowk.engine.kernel.types import ALL, Deferred, ctz, f32, f64, i32, sqrt, u64, unrolled
EXPORTS = ("f", "M")
M = array("Q", [7, 2**32 + 1])
NAN = float("nan")
"""
WRONG = """\
from chowk.engine.kernel.types import i32

EXPORTS = ("f",)


def f(x) -> i32:
    return x + 1 / 0
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working directory with the files that the manual shows, from which Python can import."""
    for language, block in BLOCKS:
        if (name := re.match(r"# (\w+\.py)\n", block)) and language == "python":
            (tmp_path / name[1]).write_text(block)
    (tmp_path / "wrong.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("dice", "wrong"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def module_of(text: str) -> str:
    """Write a kernel with this text after the usual imports, and return its module name."""
    name = f"manual_{next(COUNTER)}"
    Path(f"{name}.py").write_text(HEAD + text)
    return name


def errors(statement: str) -> list[str]:
    """Return the compiler's messages about a statement in a function with an i32 parameter `a`."""
    try:
        compile_kernel(module_of(f"def f(a: i32) -> i32:\n    {statement}\n    return 0\n"))
    except CompileError as error:
        return [diagnostic.message for diagnostic in error.diagnostics]
    return []


def both(expression: str, a: int) -> tuple[Any, Any]:
    """Return the result of an expression in plain Python, and the result of the compiled expression.

    `a` is the value of its variable `a`. Instead of a result, an error gives "raises" in Python and "trap" when
    compiled.
    """
    is_real = re.match(r"1\.0 /|sqrt|min", expression)
    kind = "f64" if is_real else "bool" if "==" in expression else "i32"
    name = module_of(f"def f(a: i32) -> {kind}:\n    return {expression}\n")
    store = wasmtime.Store()
    instance = wasmtime.Instance(store, wasmtime.Module(store.engine, compile_kernel(name)), [])
    results: list[Any] = []
    try:
        results.append(vars(sys.modules[name])["f"](a))
    except (ArithmeticError, ValueError, LookupError):
        results.append("raises")
    function = instance.exports(store)["f"]
    assert isinstance(function, wasmtime.Func)
    try:
        results.append(function(store, a))
    except wasmtime.Trap:
        results.append("trap")
    return results[0], results[1]


def sessions() -> Iterator[str]:
    """Yield the blocks of the manual that show a Python session."""
    yield from (block for language, block in BLOCKS if language == "python" and ">>>" in block)


def test_every_example_is_right() -> None:
    names: dict[str, Any] = {"errors": errors, "both": both}
    report: list[str] = []
    count = 0
    for block in sessions():
        examples = doctest.DocTestParser().get_doctest(block, names, "kernels.md", "kernels.md", 0)
        count += len(examples.examples)
        doctest.DocTestRunner().run(examples, out=report.append, clear_globs=False)
        names = examples.globs
    text = "".join(report)
    assert text == "", text
    assert count > 15


def test_the_host_in_javascript_prints_what_it_says(folder: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js was not found")
    (script,) = (block for language, block in BLOCKS if language == "javascript")
    Path("dice.wasm").write_bytes(compile_kernel("dice"))
    script = 'const code = require("node:fs").readFileSync("dice.wasm");\n' + script
    process = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert process.stdout.splitlines() == re.findall(r"console\.log\(.*\); // (.*)", script)
    assert process.stdout.count("\n") == 2


def operators(rule: str) -> set[str]:
    """Return the operators that a rule of the manual's grammar lists."""
    (body,) = re.findall(rf"^{rule} += (.*) ;$", TEXT, re.MULTILINE)
    return set(re.findall(r'"([^"]+)"', body))


@pytest.mark.parametrize("rule", ["binary", "compare", "augmented"])
def test_the_grammar_has_the_operators_of_the_compiler(rule: str) -> None:
    listed = operators(rule)
    every = {"+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"}
    if rule == "compare":
        every = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"}
    if rule == "augmented":
        every = {f"{operator}=" for operator in every}
    in_grammar = set()
    for operator in every:
        variable = "x" if operator.startswith("/") and not operator.startswith("//") else "a"
        statement = (
            f"{variable} {operator} {variable}" if rule == "augmented" else f"y = {variable} {operator} {variable}"
        )
        if not errors(f"x = 1.5\n    {statement}"):
            in_grammar.add(operator)
    assert in_grammar == listed


def test_the_grammar_has_the_statements_of_the_compiler() -> None:
    fine = (
        "x: i32 = a", "x: bool = True", "M[a] = u64(a)", "M[0], x = M[1], a", "while a:\n        break", "pass",
        "for x in range(a):\n        continue", "for x in range(1, a, -2):\n        pass", "'text'", "ctz(M[a])",
        "for x in unrolled(3):\n        pass", "for x in (1, 2):\n        pass", "x = not a", "x = ~a", "assert a",
        "if a:\n        pass\n    elif 1 < a < 3:\n        pass\n    else:\n        pass", "x = M[0].bit_count()",
        "x = max(1, a, 3)", "x = len(M) + abs(a)", "x = f32(sqrt(2.0))", "x = 1 if a else 2",
        "x = 2 ** 3 + (1, 7)[1] + a",
    )  # fmt: skip
    assert [statement for statement in fine if errors(statement)] == []
    wrong = ("x = a; y = x = 1", "del a", "while a:\n        pass\n    else:\n        pass", "x = (a, 1)", "x = a.real")
    assert [statement for statement in wrong if not errors(statement)] == []


def test_the_table_of_types_has_the_codes_of_the_compiler() -> None:
    for kind in ("i32", "u64", "f64"):
        (row,) = re.findall(rf"^\| `{kind}` \| .*? \| .*? \| (.*) \|$", TEXT, re.MULTILINE)
        codes = [code for code, element in ir.ELEMENT_TYPES.items() if element.type == kind]
        assert re.findall(r"`(\w)`", row) == codes
    assert array("f", (0.1,))[0] == round(0.1 * 2**27) / 2**27, "24 bits"


def test_the_limits_are_those_of_the_compiler() -> None:
    turns, bits = type_checker.MAX_TURNS, expression_checker.MAX_CONSTANT_BITS
    assert f"tuples: {turns:,} turns, nested loops together; constants: {bits:,} bits" in TEXT
    assert "too large" in errors(f"x = 2 ** {bits + 1}")[0]
    assert errors(f"x = 1 << {bits - 1}") == [f"a number of {bits} bits is not an i32"]
    assert errors("x = 0x1" + "0" * 5000) == ["a number of 20001 bits is not an i32"]
    assert errors(f"x = {'(-' * 80}a{')' * 80}") == []
    assert errors(f"x = {'-' * 900}a") == ["an expression is nested too deeply"]


def test_the_command_line_does_what_the_table_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["kernels", *words])
        return main()

    assert run("dice", "dice.wasm") == 0
    assert Path("dice.wasm").read_bytes() == compile_kernel("dice")
    assert run("dice") == 0
    assert capsys.readouterr().out.count(" bytes\n") == 2
    assert run("dice", "--wat") == 0
    text = capsys.readouterr().out
    assert text.startswith("(module\n")
    assert run("dice", "dice.wat", "--wat") == 0
    assert Path("dice.wat").read_text() == text
    assert run("dice", "named.wasm", "--names") == 0
    assert Path("named.wasm").read_bytes() == compile_kernel("dice", names=True) == bytes(wasmtime.wat2wasm(text))
    assert run("wrong", "none.wasm") == 1
    assert not Path("none.wasm").exists()
    assert capsys.readouterr().err.endswith("\n2 errors\n")


def test_nan_is_what_the_examples_take_it_for() -> None:
    assert math.isnan(both("1.0 / f64(a) - 1.0 / f64(a)", 0)[1])
