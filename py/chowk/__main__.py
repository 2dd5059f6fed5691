"""Run the command line: `python -m chowk`."""

import sys

from chowk.terminal.commands import main

if __name__ == "__main__":
    sys.exit(main())
