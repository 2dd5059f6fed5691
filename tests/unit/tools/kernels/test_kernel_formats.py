"""Test the kernel compiler's output (pinned bytes, text format, name section) and its dependencies."""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import random
import subprocess
import sys
from array import array
from functools import cache
from pathlib import Path

import pytest
import wasmtime

from chowk.engine.kernel.runtime import PAGE, layout
from tests.unit.tools.kernels import test_kernels as sample
from tools.build import kernel_assets
from tools.build.kernel_hosts import Native
from tools.kernels.codegen import FunctionCode, FunctionType, Memory, Module
from tools.kernels.encoder import encode
from tools.kernels.ir import Local
from tools.kernels.wat import float_text, quoted, wat

ROOT = Path(__file__).parents[4]
COMPILER = ROOT / "py/tools/kernels"
TYPES_MODULE = "chowk.engine.kernel.types"
PINNED = {
    "tests.unit.kernel_sample": "17ce068781ff8cb54ef5142d616a7533b7a5ee66d3194325aa32ae42dcfb97d9",
    "tests.unit.kernel_deferred": "c83f377bd436416672ae9481a46ca617703592a4af3105759bff2439ff02ef50",
}
"""The SHA-256 of two compiled test kernels. Change them if you change the generated code on purpose."""


@cache
def module(name: str) -> Module:
    """Return a kernel compiled in a fresh process, where no other test has filled its arrays."""
    code = f"import pickle, sys; sys.stdout.buffer.write(pickle.dumps(compile_module(load({name!r}))))"
    code = f"from tools.kernels.compiler import compile_module; from tools.kernels.loader import load; {code}"
    paths = os.pathsep.join((str(ROOT / "py"), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": paths}
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=environment, timeout=300
    )
    compiled: Module = pickle.loads(process.stdout)
    return compiled


def kernels() -> list[str]:
    """Return the module names of the games' kernels and of the test kernels."""
    return [*PINNED, *map(kernel_assets.module, kernel_assets.kernels())]


@pytest.mark.parametrize("name", PINNED)
def test_the_bytes_are_pinned(name: str) -> None:
    assert hashlib.sha256(encode(module(name))).hexdigest() == PINNED[name]


@pytest.mark.parametrize("name", kernels())
def test_the_text_format_assembles_to_the_same_bytes(name: str) -> None:
    """Another assembler turns the text format into the same bytes, including the name section."""
    compiled = module(name)
    named = encode(compiled, names=True)
    assert bytes(wasmtime.wat2wasm(wat(compiled))) == named
    plain = encode(compiled)
    assert named.startswith(plain), "the name section comes last"
    assert len(plain) < len(named) < 1.25 * len(plain)


def test_a_kernel_from_its_text_computes_the_same() -> None:
    assert sample.differing(Native(bytes(wasmtime.wat2wasm(wat(module(sample.SAMPLE)))))) is None


def test_a_trap_names_the_function_if_there_is_a_name_section() -> None:
    """The backtrace of a trap (a runtime error of WebAssembly) names the function if there is a name section.

    Without this section, it does not.
    """
    compiled = module(sample.SAMPLE)
    messages = []
    for names in (False, True):
        native = Native(encode(compiled, names), steps=2_000)
        with pytest.raises(wasmtime.Trap) as trap:
            native.call("calls", 15, 15)
        messages.append(str(trap.value))
    assert "fibonacci" not in messages[0]
    assert "fibonacci" in messages[1]


@pytest.mark.parametrize("name", kernels())
def test_the_interface_is_what_the_manual_says(name: str) -> None:
    """Kernels load without newer WebAssembly features, and have the exports, memory and types of the manual."""
    config = wasmtime.Config()
    config.wasm_simd = config.wasm_relaxed_simd = config.wasm_threads = False
    config.wasm_multi_value = config.wasm_bulk_memory = config.wasm_tail_call = False
    compiled, raw = module(name), encode(module(name))
    loaded = wasmtime.Module(wasmtime.Engine(config), raw)
    assert list(loaded.imports) == []
    assert {export.name for export in loaded.exports} == {"memory", *compiled.exports}
    (memory,) = (export.type for export in loaded.exports if isinstance(export.type, wasmtime.MemoryType))
    assert (memory.limits.min, memory.limits.max) == (compiled.pages, compiled.max_pages)
    types = [export.type for export in loaded.exports if isinstance(export.type, wasmtime.FuncType)]
    assert not any("i64" in map(str, (*kind.params, *kind.results)) for kind in types)
    for cells in layout(raw).arrays.values():
        assert cells.address >= 64
        assert cells.address % 64 == 0
        assert cells.address + cells.length * array(cells.code).itemsize <= compiled.max_pages * PAGE


def test_data_segments_leave_out_zeros_and_rebuild_the_array() -> None:
    """Data segments rebuild each array, and leave out leading, trailing and long runs of zeros.

    One array has a megabyte with a gap every 17 bytes, like a transposition table that was in use.
    """
    chance = random.Random(5)
    cases = [bytes(chance.choice((0, 0, 0, 1)) for _ in range(chance.randrange(1, 200))) for _ in range(200)]
    for raw in (*cases, bytes(20), b"\0\1\0", (b"\1" + bytes(16)) * 60_000):
        memory = Memory({"a": array("B", raw)})
        rebuilt = bytearray(len(raw))
        for address, piece in memory.data():
            offset = address - memory.addresses["a"]
            rebuilt[offset : offset + len(piece)] = piece
            assert piece == piece.strip(b"\0")
            assert bytes(16) not in piece
        assert rebuilt == raw


def test_names_of_locals_are_unique() -> None:
    locals_ = tuple(Local(name, "i32") for name in ("a", "a", "a.1", "a", "b"))
    function = FunctionCode("f", FunctionType((), ()), locals_, ())
    assert function.local_names() == ("a", "a.1", "a.1.1", "a.2", "b")
    assert len({*function.local_names()}) == 5


@pytest.mark.parametrize(
    "value", [0.0, -0.0, 1.5, -1e-310, 5e-324, 1.7976931348623157e308, float("inf"), -float("inf"), float("nan")]
)
def test_numbers_in_the_text_have_the_same_bits(value: float) -> None:
    (bits,) = array("Q", array("d", (value,)).tobytes())
    for pattern in (bits, bits | 1):
        text = f'(module (func (export "f") (result i64) f64.const {float_text(pattern)} i64.reinterpret_f64))'
        native = wasmtime.Store()
        function = wasmtime.Instance(native, wasmtime.Module(native.engine, text), []).exports(native)["f"]
        assert isinstance(function, wasmtime.Func)
        assert function(native) & (1 << 64) - 1 == pattern


def test_strings_in_the_text_have_the_same_bytes() -> None:
    raw = bytes(range(256))
    assert raw in bytes(wasmtime.wat2wasm(f"(module (memory 1) (data (i32.const 0) {quoted(raw)}))"))


# Dependencies of the compiler ---------------------------------------------------------------------------------------


def foreign_imports(folder: Path) -> list[str]:
    """Return the imports in a folder, as file and name, that are not allowed in the compiler.

    Allowed are the standard library, the compiler's own modules and the module of the kernels' types.
    """
    imports = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                names = [node.module or ""] if f"{node.module}" == TYPES_MODULE else names
            for name in names:
                own = name.startswith("tools.kernels.") or name == TYPES_MODULE
                if not own and name.split(".")[0] not in sys.stdlib_module_names:
                    imports.append(f"{path.name}: {name}")
    return imports


def test_the_compiler_depends_on_the_module_of_types_alone() -> None:
    assert foreign_imports(COMPILER) == []
    types = ast.parse((ROOT / "py/chowk/engine/kernel/types.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(types) if isinstance(node, ast.ImportFrom)}
    assert {str(name).split(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "line",
    [
        "import chowk",
        "from chowk.engine.kernel import runtime",
        "from chowk.engine.kernel.runtime import layout",
        "from tools import build",
        "import wasmtime",
        "def f():\n    from chowk import games",
    ],
)
def test_a_planted_import_is_found(line: str, tmp_path: Path) -> None:
    fine = "import ast\nfrom chowk.engine.kernel import types\nfrom chowk.engine.kernel.types import capacity\n"
    fine += "from tools.kernels.ir import Op\n"
    (tmp_path / "fine.py").write_text(fine)
    assert foreign_imports(tmp_path) == []
    (tmp_path / "planted.py").write_text(line)
    assert len(foreign_imports(tmp_path)) == 1


def test_each_file_of_the_compiler_has_a_name_of_its_own() -> None:
    names = [path.name for path in COMPILER.glob("*.py") if not path.name.startswith("__")]
    every = [path for folder in ("py", "tests") for path in (ROOT / folder).rglob("*.py")]
    assert set(names).isdisjoint(path.name for path in every if COMPILER not in path.parents)


def test_compiling_the_same_kernel_from_python_gives_the_bytes_that_the_site_ships() -> None:
    name = kernel_assets.module("reversi")
    # Run in a separate process: other tests fill the modules of this process with learnt data, which would be compiled
    # in.
    code = (
        "import hashlib, sys; sys.path.insert(0, 'py');"
        "from tools.kernels.compiler import compile_kernel, compile_module;"
        "from tools.kernels.encoder import encode; from tools.kernels.loader import load;"
        f"both = compile_kernel({name!r}), encode(compile_module(load({name!r})));"
        "print(*(hashlib.sha256(data).hexdigest() for data in both))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True, timeout=120
    )
    shipped = hashlib.sha256(kernel_assets.code(name, lambda _: None)).hexdigest()
    assert run.stdout.split() == [shipped, shipped]
