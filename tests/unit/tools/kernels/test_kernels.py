"""Test the kernel compiler: compiled code gives the results of plain Python. Code that could differ is an error."""

from __future__ import annotations

import hashlib
import importlib
import os
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from chowk.engine.kernel.runtime import PAGE, Kernel, layout
from tools.build.kernel_hosts import Checked, Native, Node, Plain
from tools.kernels import encoder, ir, lowering, optimiser
from tools.kernels.codegen import Instruction
from tools.kernels.compiler import compile_kernel
from tools.kernels.diagnostics import CompileError
from tools.kernels.sanitizer import BrokenPromise

SAMPLE = "tests.unit.kernel_sample"
FUNCTIONS = [name for name in importlib.import_module(SAMPLE).EXPORTS if name.islower()]
NUMBERS = (
    0,
    1,
    -1,
    2,
    3,
    5,
    7,
    15,
    16,
    31,
    -8,
    -9,
    63,
    64,
    100,
    1000,
    -1000,
    123456789,
    -987654321,
    2**30 - 1,
    -(2**30),
)
MASKS = (0, 1, 2**63, 2**64 - 1, 0x8100000000000081, 0x00003C3C3C3C0000, 2**32, 2**31, 10**15 + 7, 12, 1000, 16)
REALS = (0.0, 1.0, -1.5, 3.141592653589793, 1e10, -2.5e-5, 7.0, 0.1)

Case: TypeAlias = "tuple[str, int, int, array[int], array[float]]"
Answer: TypeAlias = tuple[Any, bytes, bytes, bytes]


@cache
def cases() -> list[Case]:
    """Return calls of every function of the sample kernel, always the same ones.

    Each of `NUMBERS` occurs at least once as the first argument, and at least once as the second.
    """
    chance = random.Random(11)
    parameters = []
    for name in FUNCTIONS:
        others = [chance.choice(NUMBERS) for _ in NUMBERS]
        pairs = [*zip(NUMBERS, others, strict=True), *zip(others, NUMBERS, strict=True), (5, 5), (4, 4)]
        for a, b in pairs:
            masks = array("Q", [chance.choice(MASKS) for _ in range(2)] + [0, 0])
            reals = array("d", [chance.choice(REALS) for _ in range(2)] + [0, 0])
            parameters.append((name, a, b, masks, reals))
    return parameters


def answer(kernel: Kernel, case: Case) -> Answer:
    """Carry out a call in a kernel. Return its result and the bytes of all arrays that it may have written."""
    name, a, b, masks, reals = case
    kernel.write("IN", masks)
    kernel.write("REALS", reals)
    kernel.write("OUT", array("Q", bytes(8 * 64)))
    kernel.write("REALS_OUT", array("d", bytes(8 * 32)))
    back = kernel.call(name, a, b)
    return back, *(kernel.read(which).tobytes() for which in ("OUT", "REALS_OUT", "SMALL"))


def sample() -> ModuleType:
    """Reload the sample kernel, which resets its arrays, and return it."""
    return importlib.reload(importlib.import_module(SAMPLE))


@cache
def expected() -> list[Answer]:
    """Return the answers of plain Python to all calls."""
    sample()
    return [answer(Plain(SAMPLE), case) for case in cases()]


@cache
def code() -> bytes:
    sample()
    return compile_kernel(SAMPLE)


def differing(kernel: Kernel) -> tuple[str, int, int] | None:
    """Return the first call with another answer than in plain Python, or None if all answers are equal.

    A call is the name of a function and its two arguments.
    """
    pairs = zip(cases(), expected(), strict=True)
    return next((case[:3] for case, right in pairs if answer(kernel, case) != right), None)


def test_the_sample_keeps_its_promises() -> None:
    expected()
    sample()
    assert differing(Checked(SAMPLE)) is None


def test_compiled_means_the_same_natively() -> None:
    assert differing(Native(code())) is None


def test_compiled_means_the_same_under_node() -> None:
    with Node(code()) as node:
        assert differing(node) is None


def test_equal_sources_give_equal_bytes() -> None:
    outputs = []
    for seed in "0", "77":
        text = (
            "import sys; from tools.kernels.compiler import compile_kernel; "
            f"sys.stdout.buffer.write(compile_kernel({SAMPLE!r}))"
        )
        paths = os.pathsep.join([str(Path(encoder.__file__).parents[2]), str(Path(__file__).parents[4])])
        env = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed}
        outputs.append(subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, check=True).stdout)
    assert outputs[0] == outputs[1] == code()


def test_a_kernel_lists_its_arrays_and_numbers() -> None:
    arrays, numbers = layout(code())
    assert numbers == {"STEP": 3}
    assert set(arrays) == {"IN", "OUT", "REALS", "REALS_OUT", "SMALL"}
    assert arrays["OUT"].code == "Q"
    assert arrays["OUT"].length == 64
    native = Native(code())
    assert native.read("OUT", 60).tolist() == [0] * 4
    for first, count in ((60, 5), (-1, 1), (65, 0)):
        with pytest.raises(IndexError):
            native.read("OUT", first, count)
    with pytest.raises(TypeError, match="array of i for one of Q"):
        native.write("OUT", array("i", [1]))


LATE = "tests.unit.kernel_deferred"
"""Module name of a kernel with a deferred array (one that takes no memory at first)."""


@contextmanager
def late(kind: str) -> Iterator[Kernel]:
    """Yield the kernel `LATE` with its deferred array, which takes no memory until something is written to it.

    `kind` is the host (the program that runs the kernel): `plain`, `checked`, `native` or `node`.
    """
    importlib.reload(importlib.import_module(LATE))
    if kind == "node":
        with Node(compile_kernel(LATE)) as node:
            yield node
    else:
        yield Native(compile_kernel(LATE)) if kind == "native" else {"plain": Plain, "checked": Checked}[kind](LATE)


@pytest.mark.parametrize("kind", ["plain", "checked", "native", "node"])
def test_an_array_takes_memory_once_something_is_written_to_it(kind: str) -> None:
    with late(kind) as kernel:
        assert kernel.call("total", 0) == 6
        if kind != "node":
            with pytest.raises(IndexError):
                _ = kernel.read("LATER", 199_999, 1)[0]
        for number in range(20):
            kernel.write("LATER", array("H", range(10_000)), 10_000 * number)
        assert kernel.call("total", 200_000) == 6 + 20 * sum(range(10_000))
        assert kernel.read("LATER", 199_998).tolist() == [9_998, 9_999]
        kernel.write("NOW", array("i", [4]), 2)
        assert kernel.call("total", 3) == 10
        with pytest.raises(IndexError):
            kernel.write("LATER", array("H", [1]), 200_000)


def test_until_then_it_takes_none() -> None:
    native = Native(compile_kernel(LATE))
    assert native.size == PAGE
    native.write("LATER", array("H", [7]))
    assert 400_000 < native.size < 400_000 + 2 * PAGE


def test_growing_beyond_the_memory_is_an_error() -> None:
    native = Native(compile_kernel(LATE))
    previous = native.memory.grow(native.store, 6)  # use most of the pages by which the memory may grow
    assert previous == 1
    with pytest.raises(MemoryError):
        native.grow(2)


@pytest.mark.parametrize("raw", [b"", b"\0asm\x01\0\0\0", b"<html>", b"\0asm\x01\0\0\0\x01\xff"])
def test_bytes_that_are_no_kernel_are_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="kernel"):
        layout(raw)


# The calls notice a wrong compiler: each instruction of the sample is replaced by another of its family -------------

SIBLINGS = [
    [f"i32.{name}" for name in ["add", "sub", "mul", "and", "or", "xor"]],
    [f"i64.{name}" for name in ["add", "sub", "mul", "and", "or", "xor"]],
    ["i32.shl", "i32.shr_s", "i32.shr_u"],
    ["i64.shl", "i64.shr_u", "i64.shr_s"],
    ["i32.div_s", "i32.div_u"],
    ["i32.rem_s", "i32.rem_u"],
    ["i64.div_u", "i64.div_s", "i64.rem_u", "i64.rem_s"],
    [f"i32.{name}" for name in ["eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "lt_u", "gt_u", "le_u", "ge_u"]],
    [f"i64.{name}" for name in ["eq", "ne", "lt_u", "le_u", "gt_u", "ge_u", "lt_s", "gt_s", "le_s", "ge_s"]],
    [f"f64.{name}" for name in ["eq", "ne", "lt", "le", "gt", "ge"]],
    [f"f64.{name}" for name in ["add", "sub", "mul", "div"]],
    ["f64.abs", "f64.neg", "f64.sqrt"],
    ["i64.clz", "i64.ctz", "i64.popcnt"],
    ["i32.load8_s", "i32.load8_u", "i32.load16_s", "i32.load16_u", "i32.load"],
    ["i32.store8", "i32.store16"],
    ["i64.load32_u", "i64.load"],
    ["i64.store32", "i64.store"],
]
TABLES = (encoder.OPCODES, encoder.MEMORY_OPCODES)


@cache
def used() -> frozenset[str]:
    """Return the names of the WebAssembly instructions in the compiled sample kernel."""
    names_used: set[str] = set()
    plain = encoder.encode_instruction

    def noted(instruction: Instruction) -> bytes:
        names_used.add(instruction[0])
        return plain(instruction)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoder, "encode_instruction", noted)
        sample()
        compile_kernel(SAMPLE)
    return frozenset(names_used)


def test_the_sample_holds_nearly_every_instruction() -> None:
    unused = {"i32.rem_u", "i32.div_u", "i64.div_s", "i64.rem_s", "i32.shr_u", "i64.shr_s"}
    unused |= {f"{kind}.{name}" for kind in ("i32", "i64") for name in encoder.INTEGER_ARITHMETIC.split()} & {
        *("i32.clz", "i32.ctz", "i32.popcnt", "i32.rotl", "i32.rotr", "i64.rotl", "i64.rotr"),
    }
    unused |= {f"i32.{name}_u" for name in ("lt", "le", "gt", "ge")} | {
        f"i64.{name}_s" for name in ("lt", "le", "gt", "ge")
    }
    assert {*encoder.OPCODES, *encoder.MEMORY_OPCODES} - used() == unused


def unseen(family: list[str], monkeypatch: pytest.MonkeyPatch, most: int) -> list[tuple[str, str]]:
    """Replace one instruction by another, and return the replacements that the sample kernel's results do not show.

    `family` has the names of instructions that can stand in place of each other. Each that the kernel uses is replaced
    by up to `most` others in turn. A replacement is the name of the instruction and the name of the other one.
    """
    missing = []
    for place, name in enumerate(family):
        if name in used():
            table = next(table for table in TABLES if name in table)
            for neighbour in (family[place + 1 :] + family[:place])[:most]:
                with monkeypatch.context() as patch:
                    patch.setitem(table, name, table[neighbour])
                    missing += [(name, neighbour)] if is_right() else []
    return missing


@pytest.mark.parametrize("family", SIBLINGS, ids=lambda family: family[0])
def test_a_wrong_instruction_is_seen(family: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert unseen(family, monkeypatch, 1) == []


@pytest.mark.deep
@pytest.mark.parametrize("family", SIBLINGS, ids=lambda family: family[0])
def test_every_wrong_instruction_is_seen(family: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert unseen(family, monkeypatch, len(family)) == []


def is_right() -> bool:
    """Return whether the compiled sample kernel gives the answers of plain Python."""
    sample()
    try:
        return not differing(Native(compile_kernel(SAMPLE), steps=1_000_000))
    except Exception:
        return False


def test_a_mask_left_out_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = optimiser.simplify

    def careless(node: Any) -> Any:
        if isinstance(node, ir.Op) and node.name in ("i32.and", "i64.and") and node.type != "bool":
            return node.operands[0]
        return plain(node)

    monkeypatch.setattr(optimiser, "simplify", careless)
    assert not is_right()


def test_a_division_that_rounds_to_zero_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = ir.Local("a", "i32"), ir.Local("b", "i32")
    operands = (ir.GetLocal("i32", a), ir.GetLocal("i32", b))
    both = tuple(
        ir.Function(name, (a, b), "i32", (ir.Return(ir.Op("i32", f"i32.{op}_s", operands)),))
        for name, op in (("//", "div"), ("%", "rem"))
    )
    monkeypatch.setattr(lowering, "floor_division", lambda: both)
    assert not is_right()


@pytest.mark.parametrize("limit", ["MAX_INLINE_SIZE", "MAX_INLINE_ONCE_SIZE", "MAX_EAGER_SIZE", "MAX_CALLER_SIZE"])
@pytest.mark.parametrize("size", [0, 10_000])
def test_how_much_is_inlined_changes_no_answer(limit: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimiser, limit, size)
    assert is_right()


# Unsupported code is an error with its place and a replacement -----------------------------------------------------

HEAD = """\
from __future__ import annotations
from array import array
from math import sin
from chowk.engine.kernel.types import ALL, Deferred, ctz, f32, f64, i32, u64, unrolled
EXPORTS = ("f",)
L = Deferred("i", 8)
A = array("i", bytes(4 * 8))
M = array("Q", bytes(8 * 8))
D = array("d", bytes(8 * 8))
W = array("l", bytes(8))
N = 5
NAMES = ("a", "b")
TURNS = (2, 3, 5)
def g(x: i32) -> i32:
    return x
def nothing() -> None:
    pass
late = lambda x: x
"""
REFUSED = {
    # body of inner(a: i32, m: u64) -> i32: (part of the error message, part of the hint)
    "return i32(m << 1 >> 1)": ("may have more than 64 bits before >>", "& ALL"),
    "return 1 if m + 1 > m else 0": ("may have more than 64 bits before a comparison", "& ALL"),
    "M[0] = m - 1": ("may have more than 64 bits before it is assigned", "& ALL"),
    "return 1 if ~m else 0": ("may have more than 64 bits before a test", "& ALL"),
    "return (-m).bit_count()": ("may have more than 64 bits", "& ALL"),
    "return i32((m * m) // 3)": ("may have more than 64 bits before a division", "& ALL"),
    "m += 1": ("may have more than 64 bits", "& ALL"),
    "return a / 2": ("/ of i32", "//"),
    "return i32(D[0] // 2.0)": ("`//` of f64", "/"),
    "return i32(D[0]) & D[1]": ("i32 with f64", "one type"),
    "return a + m": ("i32 with u64", "one type"),
    "return m": ("u64 where i32 is expected", "i32(...)"),
    "return 1 << 40": ("1099511627776 is not an i32", "fits"),
    "return a << 32": ("a shift by 32", "0 to 31"),
    "return i32(m >> 64)": ("a shift by 64", "0 to 63"),
    "return a // 0": ("a division by 0", "another number"),
    "return a and 3": ("`and` or `or` of a", "Compare"),
    "x = a or m": ("`and` or `or` of a", "Compare"),
    "return a.bit_count()": (".bit_count() of i32", "u64(...)"),
    "return A[8]": ("A has no element 8", "8"),
    "return A[-1]": ("A has no element -1", "8"),
    "return L[8]": ("L has no element 8", "8"),
    "return len(L)": ("L has no fixed length", "number"),
    "return B[0]": ("B is not an array", "array("),
    "return W[0]": ("W is an array of type l", "Q"),
    "A[0:2] = A[2:4]": ("several elements", "loop"),
    "return NAMES[0]": ("NAMES[0] is not a number", "numbers"),
    "return NAMES[a]": ("the index into a tuple", "array("),
    "if a:\n        x = 1\n    return x": ("x may have no value here", "every path"),
    "for x in range(3):\n        pass\n    return x": ("x may have no value here", "every path"),
    "x = 1\n    x = u64(2)": ("u64 where i32 is expected", "i32(...)"),
    "x: u64 = 1\n    x: i32 = 2": ("x is u64 elsewhere", "keeps its type"),
    "x: str = 'a'": ("str is not a type", "i32"),
    "x = 'a'": ("`'a'` is not supported in a kernel", "docs/kernels.md"),
    "x = [1, 2]": ("`[1, 2]` is not supported in a kernel", "array"),
    "x = [i for i in range(3)]": ("is not supported in a kernel", "loop"),
    "x = {}": ("is not supported in a kernel", "array"),
    "x = lambda: 1": ("is not supported in a kernel", "function"),
    "x = y = 1": ("is not supported in a kernel", "docs/kernels.md"),
    "try:\n        pass\n    finally:\n        pass": ("`try:` is not supported in a kernel", "raise nothing"),
    "raise ValueError": ("is not supported in a kernel", "raise nothing"),
    "with a:\n        pass": ("is not supported in a kernel", "open nothing"),
    "global N": ("is not supported in a kernel", "array"),
    "def h() -> None:\n        pass": ("is not supported in a kernel", "top level"),
    "for x in A:\n        pass": ("is not supported in a kernel", "range"),
    "for x in unrolled(a):\n        pass": ("is not a constant", "range"),
    "for x in range(0, 9, a):\n        pass": ("the step of a range is not a constant", "while"),
    "for x in unrolled(2):\n        x = 1": ("x is the variable of an unrolled loop", "another name"),
    "while a:\n        pass\n    else:\n        pass": ("`while a:` is not supported in a kernel", "docs/kernels.md"),
    "return sin(1.0)": ("sin(...) is not supported in a kernel", "built-in"),
    "return g(x=1)": ("arguments by name", "in order"),
    "return g(1, 2)": ("g takes 1 argument", "Give it 1"),
    "return g(m)": ("u64 where i32 is expected", "i32(...)"),
    "return nothing()": ("this call has no result", "returns a value"),
    "return 1 + nothing()": ("this call has no result", "Call"),
    "return 1 if nothing() else 2": ("this call has no result", "Call"),
    "return": ("inner returns i32", "Return"),
    "return a ** 2": ("of i32 is not supported in a kernel", "+ - *"),
    "return 1 if a in (1, 2) else 0": ("is not supported in a kernel", "=="),
    "return 1 if a is a else 0": ("is not supported in a kernel", "=="),
    "return m.real": ("is not supported in a kernel", ".bit_count()"),
    "return g": ("g is not a number", "call functions"),
    "return 1 if 0 < g(a) < A[a] else 0": ("a chain of comparisons with calls or elements", "two steps"),
    "return 1 if m > -1 else 0": ("-1 is not a u64", "not negative"),
    "M[0] = (m + 1) & -1": ("may have more than 64 bits", "& ALL"),
    "M[0] = m | -2": ("may have more than 64 bits", "& ALL"),
    "return i32(m // -3)": ("may have more than 64 bits before a division", "& ALL"),
    "return 1 if 0 < a + 1 < A[a] else 0": ("a chain of comparisons with calls or elements", "two steps"),
    "return 1 << 10**9": ("the result is too large", "number"),
    "return i32(10.0 ** 400)": ("constants: ", "number"),
    "return i32((-8) ** 0.5)": ("not a real number", "number"),
    "return ~1.5": ("~ of an f64", "bits"),
    "return i32(1e999)": ("inf is not an i32", "fits"),
    "x: f64 = 10**400": ("is not an f64", "fits"),
    "for x in unrolled(10**6):\n        pass": ("too many turns to unroll", "4096"),
    "for x in unrolled(65):\n        for y in unrolled(64):\n            pass": ("too many turns to unroll", "4096"),
    "for x in unrolled(2.5):\n        pass": ("is not a constant", "range"),
    "x: None = 1": ("None is not a type", "i32"),
    "a, x = 1, 2, 3": ("3 values for 2 targets", "each target"),
    "a.b = 1": ("`a.b = 1` is not supported", "docs/kernels.md"),
    "return len(*A)": ("arguments by name or with *", "in order"),
    "return i32()": ("i32 takes 1 argument", "one value"),
    "return late(a)": ("<lambda> is not a function of its module", "top level"),
    "return A.pop()": ("is not supported in a kernel", ".bit_count()"),
}


def planted(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a module with this text into a folder from which Python can import, and return its name."""
    name = f"planted_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return name


@pytest.mark.parametrize("body", REFUSED)
def test_an_unsupported_body_is_an_error(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{HEAD}def inner(a: i32, m: u64) -> i32:\n    {body}\n    return 0\n"
    text += "def f(a: i32) -> i32:\n    return inner(a, M[0])\n"
    with pytest.raises(CompileError) as refused:
        compile_kernel(planted(text, tmp_path, monkeypatch))
    message, hint = REFUSED[body]
    lines = text.splitlines()
    for error in refused.value.diagnostics:
        assert message in error.message
        assert hint in error.hint
        assert error.source_line == lines[error.line - 1]
        assert 1 <= error.column < error.end_column <= len(error.source_line) + 1
        assert str(error).startswith(f"{error.file}:{error.line}:{error.column}: error: ")
        assert error.file.endswith(".py")
        assert "late =" in error.source_line or (
            HEAD.count("\n") < error.line < HEAD.count("\n") + 3 + body.count("\n")
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(m: u64) -> i32:\n    return 1", "f is exported with a u64"),
        ("def f(a: i32 = 1) -> i32:\n    return a", "f has parameters that are not plain"),
        ("def f(*a: i32) -> i32:\n    return 1", "f has parameters that are not plain"),
        ("@late\ndef f(a: i32) -> i32:\n    return a", "f has a decorator"),
        ("def f(a) -> i32:\n    return a", "a type is missing"),
        ("def f(a: i32):\n    return a", "a type is missing"),
        ("def f(a: list) -> i32:\n    return 1", "list is not a type"),
        ("def f(a: None) -> i32:\n    return 1", "None is not a type"),
        ("def f(a: i32) -> i32:\n    a = 1", "f may end without a result"),
    ],
)
def test_an_unsupported_function_is_an_error(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CompileError) as refused:
        compile_kernel(planted(HEAD + text, tmp_path, monkeypatch))
    assert [message in error.message for error in refused.value.diagnostics] == [True]


@pytest.mark.parametrize(
    ("exports", "message"),
    [
        ("", "EXPORTS is not a tuple"),
        ("EXPORTS = ()", "EXPORTS is not a tuple"),
        ("EXPORTS = (1,)", "EXPORTS is not a tuple"),
        ("EXPORTS = ('nobody',)", "nobody, which cannot be exported"),
        ("EXPORTS = ('f', 'INFINITE')\nINFINITE = 1e999", "INFINITE, which cannot be exported"),
        ("EXPORTS = ('W',)", "W is an array of type l"),
    ],
)
def test_wrong_exports_are_errors(exports: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD.replace('EXPORTS = ("f",)', exports) + "def f(a: i32) -> i32:\n    return a\n"
    with pytest.raises(CompileError) as refused:
        compile_kernel(planted(text, tmp_path, monkeypatch))
    assert [message in error.message for error in refused.value.diagnostics] == [True]


PROMISES = {
    "return a + a": (2**30, "is not an i32"),
    "return a * a": (70000, "is not an i32"),
    "a -= 2147483647\n    return a": (-5, "is not an i32"),
    "return A[a]": (-1, "index -1"),
    "A[a] = 1\n    return 0": (-2, "index -2"),
    "return 1 << a": (32, "shifted by 32"),
    "return i32(M[0] >> a)": (64, "shifted by 64"),
    "return i32(u64(a) & 1)": (-1, "is not a u64"),
    "return i32(M[1])": (0, "is not an i32"),
    "return -a": (-(2**31), "is not an i32"),
    "return abs(a)": (-(2**31), "is not an i32"),
    "return a // -1": (-(2**31), "is not an i32"),
}


@pytest.mark.parametrize("body", PROMISES)
def test_the_sanitizer_finds_a_broken_promise(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, message = PROMISES[body]
    name = planted(f"{HEAD}M[1] = ALL\ndef f(a: i32) -> i32:\n    {body}\n", tmp_path, monkeypatch)
    with pytest.raises(BrokenPromise, match=message):
        Checked(name).call("f", arguments)


ORDER = {
    "A[bump()] = A[0]": "the value before the index",
    "A[bump()] = A[0] + a": "the value before the index",
    "A[bump()] = bump()": "both calls",
    "A[bump()] += A[0]": "the old element before the operand",
    "A[0] += bump()": "the old element before the call",
    "A[1], A[A[0]] = A[0], bump()": "all values before the first assignment",
    "A[3] = A[0] - bump() * 10 - A[0]": "operands from the left",
    "A[3] = both(A[0], bump(), A[0])": "arguments from the left",
    "A[3] = min(A[0], bump(), A[0])": "arguments from the left",
    "A[3] = 1 if 0 < bump() < 2 else 7": "a chain, once",
    "A[3] = 1 if A[0] < bump() < 9 else 7": "the first operand of a chain before the second",
    "A[3] = 1 if bump() < A[0] + a < 9 else 7": "the first operand of a chain before the second",
    "A[3] = bump() if bump() > 1 else A[0]": "the test before the value",
    "A[3] = 5 if bump() > 1 and bump() > 0 or bump() > 2 else A[0]": "no more tests than needed",
    "for i in range(bump(), bump() + 3):\n        A[i & 7] += 10": "the ends of a range, once",
}


@pytest.mark.parametrize("body", ORDER)
def test_the_order_of_evaluation_is_that_of_python(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code evaluates in Python's order.

    Each `body` calls a function that changes an array, so that another order would give other values.
    """
    text = HEAD.replace('("f",)', '("f", "A")') + "def bump() -> i32:\n    A[0] += 1\n    return A[0]\n"
    text += "def both(p: i32, q: i32, r: i32) -> i32:\n    return p * 100 + q * 10 + r\n"
    name = planted(f"{text}def f(a: i32) -> i32:\n    {body}\n    return A[0]\n", tmp_path, monkeypatch)
    for limit in (optimiser.MAX_INLINE_SIZE, 0):  # with inlined calls, and without
        monkeypatch.setattr(optimiser, "MAX_INLINE_SIZE", limit)
        monkeypatch.setattr(optimiser, "MAX_INLINE_ONCE_SIZE", limit)
        native, plain = Native(compile_kernel(name)), Plain(name)
        for kernel in (native, plain):
            kernel.write("A", array("i", range(8)))
        assert native.call("f", 5) == plain.call("f", 5)
        assert native.read("A") == plain.read("A")


# Random programs ----------------------------------------------------------------------------------------------------


class Author:
    """A generator of random kernels. The `depth` of an expression is its nesting depth."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def whole(self, depth: int) -> str:
        """Return a random expression of type i32, as source text."""
        pick = self.chance.choice
        if not depth:
            number = str(self.chance.randrange(-9, 99))
            return pick(["a", "b", "c", number, "A[0]", "A[b & 7]", "i32(x & 255)", "step(a)", "i32(clipped(u))"])
        left, right = self.whole(depth - 1), self.whole(depth - 1)
        return pick(
            [
                f"({left} {pick('+-|^')} {right})",
                f"({left} & {right})",
                f"(({left} & 2047) * ({right} & 2047))",
                f"({left} // {pick([2, 3, 7, -5, 16])})",
                f"({left} % {pick([2, 3, 7, -5, 16])})",
                f"({left} >> ({right} & 31))",
                f"{pick(['min', 'max'])}({left}, {right})",
                f"({left} if {self.test(depth - 1)} else {right})",
                f"{pick(['(-', '(~', 'abs('])}{left})",
                f"small({left}, {right})",
                f"{self.mask(depth - 1)}.{pick(['bit_count', 'bit_length'])}()",
                f"ctz({self.mask(depth - 1)})",
                f"i32(clipped({self.real(depth - 1)}))",
            ]
        )

    def real(self, depth: int) -> str:
        """Return a random expression of type f64, as source text."""
        pick = self.chance.choice
        if not depth:
            return pick(
                ["u", "v", "D[0]", "D[b & 7]", "F[1]", "f64(a)", "f64(x)", str(self.chance.randrange(-99, 99) / 8)]
            )
        left, right = self.real(depth - 1), self.real(depth - 1)
        return pick(
            [
                f"({left} {pick('+-*')} {right})",
                f"({left} / (abs({right}) + 0.5))",
                f"sqrt(abs({left}))",
                f"f32({left})",
                f"{pick(['min', 'max'])}({left}, {right}, 1)",
                f"({left} if {self.test(depth - 1)} else {right})",
                f"(-{left})",
                f"clipped({left})",
            ]
        )

    def mask(self, depth: int) -> str:
        """Return a random expression of type u64, as source text."""
        pick = self.chance.choice
        if not depth:
            return pick(["x", "y", "M[1]", "M[a & 3]", "u64(b & 127)", "u64(9)", hex(self.chance.getrandbits(64))])
        left, right = self.mask(depth - 1), self.mask(depth - 1)
        if left.startswith("0x"):
            left = f"({left} | x)"
        return pick(
            [
                f"({left} {pick(['+', '-', '*', '|', '^', '&'])} {right} & ALL)",
                f"({left} {pick('|^&')} {right})",
                f"(~{left} & {right})",
                f"(-{left} & {left})",
                f"({left} << ({self.whole(depth - 1)} & 63) & ALL)",
                f"({left} >> ({self.whole(depth - 1)} & 63))",
                f"({left} if {self.test(depth - 1)} else {right})",
                f"spread({left}, {self.chance.randrange(1, 20)})",
                f"({left} {pick(['//', '%'])} ({right} | 1))",
            ]
        )

    def test(self, depth: int) -> str:
        """Return a random condition, as source text."""
        pick = self.chance.choice
        kind = pick([self.whole, self.mask])
        left, right = kind(depth), kind(depth)
        if kind == self.mask and left.startswith("0x"):
            left = "x"
        comparison = f"({left} {pick(['<', '<=', '>', '>=', '==', '!='])} {right})"
        order, last = pick(["<", "<=", "!="]), pick("abc")
        chain = f"({pick(['a', 'A[7]', 'step(c)'])} {order} {pick(['a', 'b + 3', '9', 'step(b)'])} < {last} + 7)"
        flags = f"(flag {pick('&|^')} {comparison})"
        reals = f"({self.real(depth)} {pick(['<', '<=', '>', '>=', '==', '!='])} {self.real(0)})"
        either = f"({comparison} {pick(['and', 'or'])} {self.whole(0)} > 3)"
        return pick([comparison, f"(not {comparison})", either, chain, flags, reals])

    def kernel(self) -> str:
        """Return the source text of a random kernel."""
        lines = [
            HEAD.replace('("f",)', '("f", "A", "M", "D", "F")').replace("import ALL", "import sqrt, ALL"),
            'F = array("f", bytes(4 * 8))',
            "def small(p: i32, q: i32) -> i32:",
            "    if p > q:\n        p = q",
            f"    return {self.chance.choice(['p & 4095', '(p & 63) - (q & 63)', 'min(p, 100) // 2'])}",
            "def spread(p: u64, by: i32) -> u64:",
            "    p |= p >> by\n    return p << by & ALL",
            "def step(p: i32) -> i32:\n    A[7] = A[7] + 1 & 7\n    return A[7] ^ p & 3",
            "def clipped(r: f64) -> f64:\n    return max(-1000.5, min(r, 1000.25))",
            "def f(a: i32, b: i32) -> i32:",
            "    c = 3\n    x = M[2]\n    y = M[3]\n    u = D[2]\n    v = 0.5\n    flag = a < b",
        ]
        for turn in range(4):
            lines.append(f"    if {self.test(1)}:\n        c = {self.whole(3)} & 65535")
            lines.append(f"    else:\n        x = {self.mask(2)}")
            lines.append(f"    for i{turn} in range({self.whole(1)} & 7):\n        y = {self.mask(2)}")
            lines.append(f"        if {self.test(1)}:\n            continue\n        a = {self.whole(1)} & 1023")
            lines.append(f"    A[{turn}] = {self.whole(2)} & 65535\n    M[{turn}] = {self.mask(3)}")
            lines.append(f"    D[{turn}] = {self.real(2)}\n    F[step({turn})] = clipped({self.real(1)})")
            lines.append(f"    flag = {self.test(1)}\n    u, v = v, clipped({self.real(1)})")
            lines.append(f"    A[step(a)] = {self.whole(1)} & 4095\n    M[step(b)] ^= {self.mask(1)}")
            lines.append(f"    a, A[step(c)] = {self.whole(1)} & 511, a & 511")
            lines.append(f"    for j{turn} in {self.chance.choice(['unrolled(3)', '(1, 4, 6)', 'TURNS'])}:")
            lines.append(f"        if {self.test(0)}:\n            {self.chance.choice(['break', 'continue'])}")
            lines.append(f"        c = c * 3 + j{turn} & 1023")
            lines.append(f"    while c > {self.chance.randrange(1, 9)}:\n        c = c // 3")
            lines.append(f"        if {self.test(0)}:\n            continue\n        b = b + 1 & 255")
        return "\n".join([*lines, f"    return {self.whole(3)} & 65535", ""])


def programs(seeds: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[bool]:
    """Call random kernels with random arguments. Yield for each call whether compiled code and plain Python agree.

    Calls are skipped if the kernel does something that kernels must not do, such as use an index out of range.
    """
    for seed in seeds:
        name = planted(Author(seed).kernel(), tmp_path, monkeypatch)
        native, plain = Native(compile_kernel(name)), Checked(name)
        chance = random.Random(seed)
        for _ in range(4):
            arguments = [chance.choice(NUMBERS) for _ in range(2)]
            masks = array("Q", [chance.choice(MASKS) for _ in range(8)])
            for kernel in (plain, native):
                kernel.write("M", masks)
                kernel.write("A", array("i", [3, -7, 9, 100, -2000, 5, 6, 7]))
                kernel.write("D", array("d", REALS))
                kernel.write("F", array("f", REALS))
            try:
                right = plain.call("f", *arguments)
            except BrokenPromise:
                continue
            same = native.call("f", *arguments) == right
            yield same and all(native.read(which) == plain.read(which) for which in "AMDF")


def test_random_programs_mean_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = list(programs(range(12), tmp_path, monkeypatch))
    assert all(answers)
    assert len(answers) > 20, "most keep their promises"


@pytest.mark.deep
def test_many_random_programs_mean_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(programs(range(1000, 4000), tmp_path, monkeypatch))
