"""Print flame graphs of moves: the time in each stack of Python functions in the page, as collapsed stacks.

`python3 -m tests.bench flames reversi > reversi.txt`: every line is a stack, its functions separated by semicolons,
and the microseconds in its last function; https://www.speedscope.app and flamegraph.pl read it. The functions with the
most time, themselves and with all that they call, are listed on standard error. Noting each call makes Python about
three times slower, so compare shares, not times. Work that the browser does outside Python is not included.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence

from chowk.games import SHELF
from chowk.storage.plan import usual_plan
from tests.bench._browser import ask_for_site, browsing
from tests.bench.phones import EAGER, WATCH, known, played
from tests.bench.start import REACHED
from tests.e2e.conftest import PRESSED
from tests.e2e.play import wait_for_turn

EARLIER = 2
"""Number of moves that are made before those whose calls are recorded."""


def main(argv: Sequence[str]) -> int:
    """Print the stacks, and on standard error the functions that take most time."""
    parser = argparse.ArgumentParser(prog="bench flames", description=__doc__)
    parser.add_argument("game", choices=SHELF)
    parser.add_argument("-n", type=int, default=6, help="moves (default 6)")
    parser.add_argument("--top", type=int, default=25, help="functions that are listed (default 25)")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site, "--disable-gpu") as (browser, base):
        context = known(browser, base)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        seats = [*range(len(usual_plan(options.game).seats))]
        page.add_init_script(WATCH + EAGER.replace("PRESSED", PRESSED) + f"eager({options.game!r}, {seats});")
        page.goto(f"{base}?test=1&seed=7")
        page.evaluate(REACHED, "chowk:board")
        wait_for_turn(page)
        for _ in range(EARLIER):
            played(page, devtools)
        page.evaluate("chowk.profile(true)")
        for _ in range(options.n):
            played(page, devtools)
        profile = json.loads(page.evaluate("chowk.profile(false)"))
    stacks = [(stack, us) for stack, us in profile["stacks"] if "debug_bridge" not in stack]
    for stack, us in stacks:
        print(stack, us)
    alone, together = Counter[str](), Counter[str]()
    for stack, us in stacks:
        functions = stack.split(";")
        alone[functions[-1]] += us
        together.update(dict.fromkeys(functions, us))
    print(
        f"{profile['calls'] / options.n:.0f} calls a move; ms a move, alone and with all that is called",
        file=sys.stderr,
    )
    for name, us in together.most_common(options.top):
        print(f"{alone[name] / options.n / 1000:8.2f}{us / options.n / 1000:8.2f}  {name}", file=sys.stderr)
    return 0
