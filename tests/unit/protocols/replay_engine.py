"""An engine that repeats a written session: it checks each line that it reads, and writes the answers.

A session has lines that begin with `> ` (to the engine) and `< ` (from it). Any other line ends the program with status
3 and a note.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(path: str) -> int:
    for line in Path(path).read_text("utf-8").splitlines():
        if line.startswith("<"):
            print(line[2:], flush=True)
        elif (received := sys.stdin.readline().rstrip("\n")) != line[2:]:
            print(f"expected {line[2:]!r}, not {received!r}", file=sys.stderr)
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
