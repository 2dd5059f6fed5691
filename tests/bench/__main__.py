"""Run a measurement: `python3 -m tests.bench NAME …`. Without a name, list the measurements.

`FIGURES.md`, in the same folder, holds the results.
"""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


def names() -> list[str]:
    """Return the names of all measurements, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))


def about(name: str) -> str:
    """Return the first line of a measurement's docstring."""
    text = ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text())) or ""
    return text.partition("\n")[0]


def main() -> int:
    """Run one measurement, or list them all, and return the exit status."""
    sys.path[:0] = [str(ROOT), str(ROOT / "py")]
    if len(sys.argv) < 2 or sys.argv[1] not in names():
        print(__doc__, *(f"  {name:10} {about(name)}" for name in names()), sep="\n")
        return 2
    return int(import_module(f"tests.bench.{sys.argv[1]}").main(sys.argv[2:]) or 0)


if __name__ == "__main__":
    sys.exit(main())
