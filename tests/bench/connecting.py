"""Measure how long two browsers take to connect, from the moment when the answer is entered.

One device shows a code. The other opens it and shows a second code, the answer. Both obey the site's content security
policy and use no server. The answer is entered at once, or after `--later` seconds. The time ends when the page shows
that they are connected.

`--back` measures a reconnection instead. The data channels of one page are closed, while both pages stay open. The time
from then on ends when another channel is open and the page shows that the other player has returned.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import median
from typing import Final

from tests.bench._browser import ask_for_site, browsing
from tests.e2e.conftest import UNWANTED, wait_ready
from tests.e2e.looking import press
from tests.e2e.play import wait_until
from tests.e2e.test_apart import follow
from tests.e2e.test_live import AGREED, CHANNELS, invite, join, shown

OPENED: Final = """(answer) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("it did not open")), 60_000);
  const there = () => document.querySelector(".now [data-do=live]")?.textContent.includes("is here");
  const button = document.createElement("button");
  Object.assign(button.dataset, { do: "live-answer", arg: answer });
  document.body.append(button);
  const began = performance.now();
  new MutationObserver((_, observer) => {
    if (!there()) return;
    observer.disconnect();
    done(performance.now() - began);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  button.click();
  button.remove();
})"""


RETURNED: Final = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("it did not return")), 20_000);
  const open = () => channels.filter((channel) => channel.readyState === "open");
  const began = performance.now();
  window.answered = undefined;
  open().forEach((channel) => channel.close());
  const asking = setInterval(() => {
    const shown = document.querySelector(".now [data-do=live]")?.textContent ?? "";
    if (!shown.includes("is here") || !open().length) return;
    clearInterval(asking);
    done(performance.now() - began);
  }, 2);
})"""


def main(argv: Sequence[str]) -> int:
    """Print the median, the minimum and the maximum of the times, in milliseconds."""
    parser = argparse.ArgumentParser(prog="bench connecting", description=__doc__)
    parser.add_argument("-n", type=int, default=10, help="connections (default 10)")
    parser.add_argument("--later", type=float, default=0.0, help="seconds that pass before the answer is brought back")
    parser.add_argument("--back", action="store_true", help="measure how long a closed connection takes to return")
    ask_for_site(parser)
    options = parser.parse_args(argv)
    with browsing(options.site, f"--disable-features={','.join(UNWANTED)}") as (browser, base):
        first, other = (browser.new_context(service_workers="block").new_page() for _ in range(2))
        first.add_init_script(CHANNELS)
        first.goto(f"{base}?test=1&seed=7&speed=off")
        wait_ready(first)
        invite(first, "Reversi")
        join(first, other, "Reversi", "Bela")
        taken = []
        for _ in range(options.n if options.back else 0):
            wait_until(first, f"s.screen === 'table' && {AGREED}")
            taken.append(first.evaluate(RETURNED))
        for _ in range(0 if options.back else options.n):
            for page in (first, other):
                wait_until(page, "s.screen === 'table'")
                press(page, "live-end")
                press(page, "close")
            press(first, "live")
            follow(other, shown(first))
            answer = shown(other)
            time.sleep(options.later)
            taken.append(first.evaluate(OPENED, answer))
    what = "returns" if options.back else "connections"
    print(f"{options.n} {what}: median {median(taken):.0f} ms, {min(taken):.0f} to {max(taken):.0f}")
    return 0
