"""Run the command that writes a new game: `python -m tools.dev.newgame NAME`."""

from __future__ import annotations

import argparse
import sys

from tools.dev.newgame import KINDS, ROOT, Unfit, write


def main() -> int:
    """Write the game that the command line names. Return the exit status: 1 if the game cannot be written."""
    parser = argparse.ArgumentParser(description="Write a small game that can be played, to be made another.")
    parser.add_argument("name", help="the folder of the game, such as mill")
    parser.add_argument("--title", default="", help="what the game is called, such as “Nine Men's Morris”")
    parser.add_argument("--kind", choices=KINDS, default="placing", help="what a turn is (default: placing a piece)")
    options = parser.parse_args()
    try:
        written = write(options.name, options.title, options.kind)
    except Unfit as error:
        print(error, file=sys.stderr)
        return 1
    for path in written:
        print(path.relative_to(ROOT))
    print(
        "\nSee it:    python3 serve.py"
        f"\nKeep it:   CHOWK_REWRITE=1 python3 -m tests tests/unit -k 'playthroughs and {options.name}'"
        f"\nCheck it:  python3 -m tests tests/unit -k {options.name}"
        "\nChange it: begin with rules/; what each file must offer is in py/chowk/games/api/."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
