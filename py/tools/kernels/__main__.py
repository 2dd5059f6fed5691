"""Compile a kernel. Run it in `py/`: `python3 -m tools.kernels chowk.games.reversi.engine.kernel kernel.wasm`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.kernels.compiler import compile_module
from tools.kernels.diagnostics import CompileError
from tools.kernels.encoder import encode
from tools.kernels.loader import load
from tools.kernels.wat import wat


def main() -> int:
    """Compile the kernel that the command line names; return the exit status, 1 if its source has errors."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.kernels", description=__doc__)
    parser.add_argument("module", help="the module name of the kernel, as in an import")
    parser.add_argument("output", nargs="?", type=Path, help="the file to write; without it the kernel is only checked")
    parser.add_argument("--names", action="store_true", help="add the names of functions and variables, for profilers")
    parser.add_argument("--wat", action="store_true", help="write the text format, to the file or to standard output")
    options = parser.parse_args()
    try:
        module = compile_module(load(options.module))
    except CompileError as error:
        print(error, file=sys.stderr)
        return 1
    text = wat(module) if options.wat else ""
    data = text.encode() if options.wat else encode(module, options.names)
    if options.output:
        options.output.write_bytes(data)
    if options.wat and not options.output:
        print(text, end="")
    else:
        print(f"{options.module}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
