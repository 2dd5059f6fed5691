"""Test the page's policy for markup: it allows the app's own drawings and nothing else.

`py/boot/guard.js` runs under Node with a fake page. Every end-to-end test runs with the policy in a browser.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from chowk import games
from chowk.draw import svg
from chowk.features.dice import view as dice_view
from chowk.games import SHELF
from chowk.games.verdicts import Grade
from chowk.ui import graph, icons
from chowk.ui.nodes import Node
from chowk.ui.screens import pictures
from tests.fuzzing import actions

ROOT = Path(__file__).resolve().parents[3]
TRY = """
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
let policy;
const none = () => null;
const document = {
  documentElement: { dataset: {} }, head: { append: none }, querySelector: none, createElement: () => ({}),
};
Object.assign(globalThis, {
  document, window: globalThis, top: globalThis, addEventListener: none, location: new URL("https://chowk.invalid/chowk/"),
  trustedTypes: { createPolicy: (_, made) => { policy = made; } },
});
runInThisContext(readFileSync(process.argv.at(-1), "utf8"));
const taken = (text) => {
  try {
    return policy.createHTML(text) === text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
};
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(taken)));
"""
ATTACKS = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.invalid></SCRIPT>",
    "<svg onload=alert(1)>",
    '<svg onload="alert(1)">',
    '<svg\nonload="alert(1)">',
    '<svg/onload="alert(1)">',
    '<svg viewBox="0 0 1 1"onload="alert(1)">',
    "<svg viewBox='0 0 1 1' onload='alert(1)'>",
    '<svg viewBox="0 0 1 1"\tonload="alert(1)"/>',
    "<svg><script>alert(1)</script></svg>",
    '<svg><script href="data:,alert(1)"/></svg>',
    '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><rect/></a></svg>',
    '<svg><use href="data:image/svg+xml,x#y"/></svg>',
    '<svg><use href="https://evil.invalid/x.svg#y"/></svg>',
    '<svg><use href="//evil.invalid/x.svg#y"/></svg>',
    '<svg><use xlink:href="#y"/></svg>',
    '<svg><image href="https://evil.invalid/x.png"/></svg>',
    '<svg><feImage href="https://evil.invalid/x.png"/></svg>',
    "<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>",
    '<svg><animate attributeName="href" to="javascript:alert(1)"/></svg>',
    '<svg><set attributeName="onmouseover" to="alert(1)"/></svg>',
    '<svg><animateTransform onbegin="alert(1)"/></svg>',
    "<svg><style>*{background:url(//evil.invalid)}</style></svg>",
    '<rect style="fill:url(//evil.invalid/x)"/>',
    '<rect fill="url(https://evil.invalid/x#y)"/>',
    '<rect fill="URL(https://evil.invalid/x#y)"/>',
    '<rect fill="u\\72l(https://evil.invalid/x#y)"/>',
    '<rect fill="&#117;rl(https://evil.invalid/x#y)"/>',
    '<rect filter="red url(https://evil.invalid/x#y)"/>',
    '<rect fill="url(#a)" onclick="alert(1)"/>',
    '<rect fill="url(#a) url(//evil.invalid/x)"/>',
    "<img src=x onerror=alert(1)>",
    '<img src="x">',
    '<iframe srcdoc="x"></iframe>',
    '<math><mi href="javascript:alert(1)">x</mi></math>',
    '<form action="//evil.invalid"><button>x</button></form>',
    '<input autofocus onfocus="alert(1)">',
    '<a href="#x">x</a>',
    "<p>words</p>",
    '<base href="//evil.invalid/">',
    '<meta http-equiv="refresh" content="0;//evil.invalid">',
    '<link rel="stylesheet" href="//evil.invalid">',
    "<template><svg></svg></template>",
    "<noscript><svg></svg></noscript>",
    "<!-- --><svg></svg>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><svg/>",
    "<!DOCTYPE html><svg/>",
    "<svg><title><img src=x></title></svg>",
    "<svg><desc>x</desc></svg>",
    "<svg></script><script>alert(1)</script></svg>",
    "<svg",
    "<",
    "< svg>",
    "<svg >",
    "<svg><g",
    '<svg viewBox="<script>">',
    '<svg is="x-y">',
    '<svg id="a" slot="b">',
    '<svg data-do="forget">',
    '<use href="#a" data-do="home"/>',
    '<text lang="x" contenteditable="true">x</text>',
    "<SVG></SVG>",
)
"""Markup that the policy must forbid: it would run a script, send a request, or imitate a control of the page."""


def taken(*texts: str) -> list[bool]:
    """Return True for each text that the policy allows as markup, and False for each that it forbids."""
    run = subprocess.run(
        ["node", "--input-type=module", "-e", TRY, "--", str(ROOT / "py/boot/guard.js")],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    results: list[bool] = json.loads(run.stdout)
    return results


def test_nothing_but_drawings_may_stand_in_markup() -> None:
    wrong = [text for text, may in zip(ATTACKS, taken(*ATTACKS), strict=True) if may]
    assert not wrong


async def test_all_drawings_may(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {icons.MARK, "", *(icons.icon(name).html for name in icons._LINES), *map(dice_view.face_up, range(1, 7))}
    for name in SHELF:
        game = games.load(name)
        position = game.match(7, game.sign.seats[0]).position
        for look in ("light", "dark", "contrast"):
            drawn |= {pictures.emblem(name, look, "e-"), pictures.small_board(game, position, look, "b-")}
        drawn.add(svg.board(game.view, game.view.pieces(position), "light", "p-", 'It\'s <Asha> & "co"', labelled=True))
    wavy = [0.1 * (-1) ** ply for ply in range(9)]
    grades: tuple[Grade, ...] = ("best", "slip", "mistake", "good", "", "best", "best", "best")
    lucky = '<line class="lucky" data-side="red" x1="1" y1="0" x2="1" y2="12"/>'
    drawn |= {graph.graph([wavy], grades, 2), graph.graph([wavy, wavy[::-1]], grades, 2, ("red", "blue"), lucky)}
    plain = actions.Device.page

    def page(device: actions.Device) -> Node:
        shown = plain(device)
        drawn.update(node.html for node in shown.walk())
        return shown

    monkeypatch.setattr(actions.Device, "page", page)
    for number in range(len(SHELF)):
        assert not (await actions.tried(number, 60)).trouble
    texts = sorted(drawn)
    assert len(texts) > 150
    assert [text[:200] for text, may in zip(texts, taken(*texts), strict=True) if not may] == []
