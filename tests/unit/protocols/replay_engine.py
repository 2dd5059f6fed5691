"""An engine that replays a recorded session: it checks each line that it reads, and writes the recorded answers.

A session has lines that begin with `> ` (to the engine) and `< ` (from it). If the engine reads another line than the
session has, it exits with status 3 and a message.
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
