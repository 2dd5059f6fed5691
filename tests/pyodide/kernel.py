"""Run the sample kernel in the WebAssembly of the page's Python, with the calls in /job/cases.json."""

from __future__ import annotations

import json
import sys
from array import array
from pathlib import Path
from typing import Any

JOB = Path("/job")


def main() -> None:
    """Run every call of the kernel and write the results."""
    sys.path.insert(0, "/project/py")
    import js  # type: ignore[import-not-found,unused-ignore]  # exists only in Pyodide

    from chowk.browser.kernel import PageKernel

    code = (JOB / "kernel.wasm").read_bytes()
    raw: Any = js.Uint8Array.new(len(code))
    raw.assign(code)
    kernel = PageKernel(code, js.WebAssembly.Instance.new(js.WebAssembly.Module.new(raw)).exports)
    answers = []
    for name, a, b, masks, reals in json.loads((JOB / "cases.json").read_text()):
        kernel.write("IN", array("Q", masks))
        kernel.write("REALS", array("d", reals))
        kernel.write("OUT", array("Q", bytes(8 * 64)))
        kernel.write("REALS_OUT", array("d", bytes(8 * 32)))
        back = kernel.call(name, a, b)
        answers.append([back, *(kernel.read(which).tobytes().hex() for which in ("OUT", "REALS_OUT", "SMALL"))])
    code = (JOB / "later.wasm").read_bytes()
    raw = js.Uint8Array.new(len(code))
    raw.assign(code)
    later = PageKernel(code, js.WebAssembly.Instance.new(js.WebAssembly.Module.new(raw)).exports)
    later.write("LATER", array("H", [5, 6]), 199_998)
    later.write("LATER", array("H", [7]))
    grown = [later.call("total", 200_000), later.call("total", 1)]
    results = {
        "grown": grown,
        "answers": answers,
        "numbers": dict(kernel.numbers),
        "part": kernel.read("SMALL", 3, 2).tolist(),
    }
    (JOB / "results.json").write_text(json.dumps(results))


main()
