"""Run the strongest opponent of Othello as an engine for NBoard: `python -m tools.dev.nboard` in `py/`."""

from __future__ import annotations

import sys

from chowk.protocols import nboard
from tools.build import kernel_provider

if __name__ == "__main__":
    kernel_provider.provide()
    sys.exit(nboard.main())
