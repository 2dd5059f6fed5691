"""Test the scripts that run before Python: they ignore invalid data that other pages of the same origin have stored."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.fuzzing import damage

ROOT = Path(__file__).resolve().parents[3]
LOOK = """
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
const source = readFileSync(process.argv[2], "utf8");
const looks = JSON.parse(readFileSync(0, "utf8")).map((note) => {
  const [dataset, metas] = [{}, [{ content: "#efe9dc" }]];
  runInNewContext(source, {
    localStorage: { getItem: () => note },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { dataset }, querySelectorAll: () => metas },
  });
  return [dataset.theme, metas[0].content];
});
console.log(JSON.stringify(looks));
"""
PAPERS = {"auto": "#efe9dc", "light": "#efe9dc", "dark": "#1c1916", "contrast": "#000000"}


@pytest.mark.parametrize("inputs", [1000, pytest.param(10**6, marks=pytest.mark.deep)])
def test_the_look_is_one_of_ours_whatever_is_noted(inputs: int, tmp_path: Path) -> None:
    random, samples = Random(7), ("dark reduced left", "contrast auto right", "light full left")
    notes = [damage.text(random.choice(samples), samples, random) for _ in range(inputs)]
    notes += ["constructor full left", "__proto__ auto right", "toString", "", "dark"]
    script = tmp_path / "look.mjs"
    script.write_text(LOOK)
    words = ["node", str(script), str(ROOT / "py/boot/look.js")]
    done = subprocess.run(words, input=json.dumps(notes), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    looks = json.loads(done.stdout)
    assert len(looks) == len(notes)
    assert all(PAPERS.get(theme) == paper for theme, paper in looks)
    assert looks[-1] == ["dark", PAPERS["dark"]]
