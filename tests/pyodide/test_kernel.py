"""Test that a compiled kernel computes the same in the page's Python as in plain Python."""

from __future__ import annotations

import json
from pathlib import Path

from tests.pyodide.test_inside import LIBRARY, run
from tests.unit.tools.kernels import test_kernels as sample
from tools.build import build_vendor
from tools.build.build_site import ROOT
from tools.kernels.compiler import compile_kernel


def test_a_kernel_in_the_pages_python(tmp_path: Path) -> None:
    (tmp_path / "kernel.wasm").write_bytes(sample.code())
    (tmp_path / "later.wasm").write_bytes(compile_kernel(sample.LATE))
    cases = [(name, a, b, list(masks), list(reals)) for name, a, b, masks, reals in sample.cases()]
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    site = tmp_path / "site/vendor"
    site.mkdir(parents=True)
    (site / "pyodide-here").symlink_to(ROOT / "vendor" / str(build_vendor.table()["pyodide"]["to"]))
    run("kernel.py", tmp_path / "site", {"/project": ROOT, "/job": tmp_path}, LIBRARY)
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["grown"] == [6 + 7 + 5 + 6, 6 + 7]
    assert results["numbers"] == {"STEP": 3}
    assert len(results["part"]) == 2
    expected = [[back, *(raw.hex() for raw in rest)] for back, *rest in sample.expected()]
    wrong = [
        case[:3] for case, answer, other in zip(cases, results["answers"], expected, strict=True) if answer != other
    ]
    assert wrong == []
