"""Compiles a kernel, in `py/`: `python3 -m tools.kernels chowk.games.reversi.engine.kernel kernel.wasm`."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.kernels.compiling import compiled
from tools.kernels.reading import Unfit
from tools.kernels.shipping import UNFIT


def main() -> int:
    """The whole; the exit status."""
    name, path = sys.argv[1:]
    try:
        data = compiled(name)
    except Unfit as wrong:
        print(wrong, file=sys.stderr)
        return UNFIT
    Path(path).write_bytes(data)
    print(f"{name}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
