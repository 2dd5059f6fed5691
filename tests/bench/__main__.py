"""`python3 -m tests.bench NAME …` runs the measurement of that name; without a name, says which there are.

`FIGURES.md`, beside this file, tells what was measured.
"""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def names() -> list[str]:
    """The measurements there are."""
    return sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def about(name: str) -> str:
    """The first line of what a measurement says of itself."""
    text = ast.get_docstring(ast.parse((HERE / f"{name}.py").read_text())) or ""
    return text.partition("\n")[0]


def main() -> int:
    """Run one, or list them all; the exit status."""
    sys.path[:0] = [str(ROOT), str(ROOT / "py")]
    if len(sys.argv) < 2 or sys.argv[1] not in names():
        print(__doc__, *(f"  {name:10} {about(name)}" for name in names()), sep="\n")
        return 2
    return int(import_module(f"tests.bench.{sys.argv[1]}").main(sys.argv[2:]) or 0)


if __name__ == "__main__":
    sys.exit(main())
