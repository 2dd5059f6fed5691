"""Test the trimming of Pyodide: it loses no export that is used, and an unknown version is left unchanged."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest

from tools.build import build_runtime, build_vendor
from tools.build import build_site as building
from tools.build.build_runtime import Trimmed, exported, trimmed
from tools.build.build_site import ROOT, build
from tools.build.build_vendor import BuildError

VENDOR = ROOT / "vendor" / str(build_vendor.table()["pyodide"]["to"])
CHANGED = tuple(change.old for change in build_runtime.CHANGES)

PROGRAM = (
    "async function _createPyodideModule(moduleArg={}){var moduleRtn;var Module=moduleArg;"
    'var FS={open(){return helper()}};Module["FS"]=FS;'
    'function helper(){return"}"}'
    'function lost(){return _mention}lost.sig="ip";'
    'Module["lost"]=lost;'
    "var alone=(a,b)=>{return a/b/2};"
    "var first=()=>1,alsoFirst=first();"
    "var named=FS.open;if(1){FS.init()}"
    'function _put(x){return/[/"}]/.test(`${x?`{${x}`:"`"}}`)}_put.sig="vi";'
    'function _glClear(x){return SDL}_glClear.sig="v";'
    f"{''.join(f'{{{export}}}' for export in CHANGED)}"
    "var wasmImports={put:_put,emscripten_glClear:_glClear,unasked:lost};"
    "var _malloc,_spare,_listed,wasmMemory;function assignWasmExports(wasmExports){"
    '_malloc=Module["_malloc"]=wasmExports["malloc"];_spare=Module["_spare"]=wasmExports["spare"];'
    '_listed=Module["_listed"]=wasmExports["listed"].value>>>0;memory=wasmMemory=wasmExports["memory"]}'
    '_malloc(wasmExports["by_name"]);return moduleRtn}export default _createPyodideModule;\n'
)


def string(text: str) -> bytes:
    return bytes([len(text)]) + text.encode()


def section(number: int, entries: list[bytes]) -> bytes:
    body = bytes([len(entries)]) + b"".join(entries)
    return bytes([number, len(body) | 128, 0]) + body  # the length takes one byte more than needed, which is valid


def wasm(imports: tuple[str, ...] = ("put",)) -> bytes:
    """Return a small WebAssembly module with imports, exports, and a data section that trimming does not change."""
    brought = [string("env") + string(name) + b"\0\1" for name in imports]
    brought += [string("GOT.func") + string("emscripten_glClear") + b"\3\x7f\1"]
    entries = [string(name) + b"\0\1" for name in ("malloc", "spare", "by_name", "main")]
    entries += [string("listed") + b"\3\1", string("memory") + b"\2\0", string("thrown") + b"\4\0"]
    return b"\0asm\1\0\0\0" + section(2, brought) + section(7, entries) + section(11, [b"data"])


def test_what_nobody_mentions_is_left_out() -> None:
    program = trimmed(PROGRAM.encode(), wasm(), []).program.decode()
    for word in ("FS", "helper", "_put", "alsoFirst", "_malloc", '["by_name"]', "memory=", "wasmImports={put:_put};"):
        assert word in program
    for word in ("lost", "alone", "named", "glClear", "_spare", "_listed", *CHANGED, "SDL"):
        assert word not in program


def test_what_a_user_mentions_stays() -> None:
    program, less = trimmed(PROGRAM.encode(), wasm(), [b"module._spare(); FS.lost", b"(_listed)"])
    for word in ("lost.sig", "_spare=", "_listed="):
        assert word in program.decode()
    assert {"spare", "listed"} <= exported(less).keys()


def test_only_exports_are_taken_from_the_webassembly() -> None:
    less = trimmed(PROGRAM.encode(), wasm(), []).wasm
    assert exported(less) == {"malloc": 0, "by_name": 0, "main": 0, "memory": 2, "thrown": 4}
    assert less.endswith(b"\x0b\x05\x01data")
    assert string("GOT.func") in less


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("async function _create", "function _create"),
        ("function assignWasmExports", "function assignExports"),
        ("wasmImports={", "imports={"),
        (CHANGED[0], "other"),
        (CHANGED[1], CHANGED[1] * 2),
        ("put:_put,", ""),
        ('return"}"', "return}"),
        ('"`"}}`', '"`"}}'),
    ],
)
def test_another_form_is_not_touched(old: str, new: str) -> None:
    with pytest.raises(BuildError):
        trimmed(PROGRAM.replace(old, new, 1).encode(), wasm(), [])


@pytest.mark.parametrize(
    "data", [b"\0asm\1\0\0\0", wasm().replace(b"\0\1" + string("GOT.func"), b"\2\1" + string("GOT.func"))]
)
def test_nor_is_another_webassembly(data: bytes) -> None:
    with pytest.raises(BuildError, match=r"asm\.wasm"):
        trimmed(PROGRAM.encode(), data, [])


def test_a_new_pyodide_still_has_every_piece_that_is_replaced() -> None:
    lost = build_runtime.unknown((VENDOR / "pyodide.asm.mjs").read_text())
    assert not lost, "\n".join(["This Pyodide has no such piece, or several; without the change:", *lost])


def test_the_build_says_what_the_page_loses_with_another_form() -> None:
    other = PROGRAM.replace(CHANGED[0], "other")
    with pytest.raises(BuildError, match="every start wraps thousands of functions in objects"):
        trimmed(other.encode(), wasm(), [])


@pytest.fixture(scope="module")
def real() -> Trimmed:
    """Return the trimmed runtime as it is shipped."""
    users = [(VENDOR / "pyodide.mjs").read_bytes(), (ROOT / "py/boot/runtime.js").read_bytes()]
    return trimmed((VENDOR / "pyodide.asm.mjs").read_bytes(), (VENDOR / "pyodide.asm.wasm").read_bytes(), users)


def test_the_runtime_gets_smaller_and_is_still_a_program(real: Trimmed, tmp_path: Path) -> None:
    before = (VENDOR / "pyodide.asm.mjs").stat().st_size, len(exported((VENDOR / "pyodide.asm.wasm").read_bytes()))
    assert len(real.program) < before[0] / 3
    assert len(exported(real.wasm)) < before[1] / 50
    (tmp_path / "program.mjs").write_bytes(real.program)
    (tmp_path / "program.wasm").write_bytes(real.wasm)
    compile_ = "new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))"
    for command in (["--check", "program.mjs"], ["-e", compile_, "program.wasm"]):
        process = subprocess.run(["node", *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert not process.returncode, process.stderr


def test_statements_of_the_runtime_are_parted_and_nothing_is_lost() -> None:
    body = (VENDOR / "pyodide.asm.mjs").read_text().partition("moduleArg={}){")[2].rpartition("}export")[0]
    statements = list(build_runtime._statements(body))
    assert "".join(statement.text for statement in statements) == body
    assert len(statements) > 4800
    assert (
        sum(statement.text.startswith(("var ", "function ", "Module[")) for statement in statements) / len(statements)
        > 0.7
    )


def test_a_runtime_that_is_not_known_travels_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> Trimmed:
        raise BuildError("not as it was")

    monkeypatch.setattr(building, "trimmed", unknown)
    lines: list[str] = []
    build(tmp_path, lines.append, live=True)  # which trims alike, and packs faster
    assert any("not as it was" in line and "takes longer to start" in line for line in lines)
    site = tmp_path / "vendor" / VENDOR.name
    assert (site / "pyodide.asm.wasm").read_bytes() == (VENDOR / "pyodide.asm.wasm").read_bytes()
    plain = (VENDOR / "pyodide.mjs").read_bytes().replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
    assert (site / "pyodide.js").read_bytes().endswith(plain)
    assert f"vendor/{VENDOR.name}/" in (tmp_path / "py/boot/runtime.js").read_text()


def test_a_smaller_runtime_has_an_address_of_its_own(site: Path) -> None:
    (folder,) = (path for path in (site / "vendor").iterdir() if path.name.startswith("pyodide"))
    assert folder.name.startswith(f"{VENDOR.name}-")
    assert f"vendor/{folder.name}/" in (site / "py/boot/runtime.js").read_text()
    assert b"licences/pyodide.txt" in (folder / "pyodide.asm.js").read_bytes()[:200]


def test_texts_become_javascript_s_as_they_did(real: Trimmed) -> None:
    compare = """
      const [one, other] = process.argv.slice(1).map((name) => require("fs").readFileSync(name, "utf8"));
      const memory = new ArrayBuffer(1 << 20);
      const [HEAPU8, HEAPU16, HEAPU32] = [Uint8Array, Uint16Array, Uint32Array].map((Heap) => new Heap(memory));
      const taking = (text, width) => {
        const begin = text.indexOf(`function _python2js_ucs${width}(`), end = text.indexOf("errNoRet()}", begin);
        return eval(`(${text.slice(begin, end)}})`);
      };
      let seed = 7;
      const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
      for (const [width, heap, below] of [[1, HEAPU8, 256], [2, HEAPU16, 65536], [4, HEAPU32, 0x110000]]) {
        for (let at = 0; at < heap.length; at++) heap[at] = next(below);
        for (const length of [0, 1, 31, 32, 33, 4095, 4096, 4097, 50_000]) {
          const begin = width * next(1000);
          const [was, is] = [one, other].map((text) => taking(text, width)(begin, length));
          if (was !== is || [...is].length > length) throw new Error(`${width} ${length}`);
        }
      }
      console.log("the same");
    """
    original, changed = ((VENDOR / "pyodide.asm.mjs").read_bytes(), real.program)
    assert original != changed
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("original.mjs", "changed.mjs")]
        for path, data in zip(paths, (original, changed), strict=True):
            path.write_bytes(data)
        process = subprocess.run(["node", "-e", compare, *map(str, paths)], capture_output=True, text=True, check=False)
    assert process.stdout == "the same\n", process.stderr
