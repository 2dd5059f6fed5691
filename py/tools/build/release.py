"""Print the release notes of a version: `python3 py/tools/build/release.py v0.2.0` prints its part of CHANGELOG.md.

The command fails with a message if the tag is not the version in all sources, or if the change log has no entry for the
version.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]


class Unfit(Exception):
    """Raised if the release is not possible. The message says why."""


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each source file states: file -> version."""
    return {
        "package.json": str(json.loads((root / "package.json").read_text())["version"]),
        "py/chowk/__init__.py": version(root),
    }


def version(root: Path = ROOT) -> str:
    """Return the version in the package's source. The wheel takes it from there, too."""
    init = re.search(r'^VERSION: Final = "(.*)"$', (root / "py/chowk/__init__.py").read_text(), re.M)
    return init[1] if init else ""


def notes(tag: str, root: Path = ROOT) -> str:
    """Return the change log's entry for a version. `tag` is `v` and the version."""
    named = tag.removeprefix("v")
    wrong = [f"{file} says {stated}" for file, stated in versions(root).items() if stated != named]
    if not tag.startswith("v") or wrong:
        raise Unfit(f"The tag {tag} names no version of these sources: {', '.join(wrong) or 'it has no v'}.")
    entries = re.split(r"^## ", (root / "CHANGELOG.md").read_text(), flags=re.M)
    bodies = [entry.partition("\n")[2].strip() for entry in entries if entry.split("\n")[0].split(" ")[0] == named]
    if not bodies or not bodies[0]:
        raise Unfit(f"CHANGELOG.md has nothing under “## {named}”.")
    return bodies[0] + "\n"


def main() -> int:
    """Print the notes for the tag on the command line. Return the exit status: 1 if that release is not possible."""
    try:
        print(notes(sys.argv[1] if len(sys.argv) > 1 else ""), end="")
    except Unfit as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
