"""Test that the repository has only expected top-level entries, and no large, downloaded or built files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {
    # the page
    "index.html", "pyscript.toml", "manifest.webmanifest", "sw.js", "py", "css",
    # files that serve and check the page
    "serve.py", "tests", "pyproject.toml", "package.json", "package-lock.json", ".ci",
    # files that people read
    "README.md", "CONTRIBUTING.md", "SPEAKING.md", "CHANGELOG.md", "LICENSE", "docs",
    # files that tools look for
    ".editorconfig", ".github", ".gitignore", ".pre-commit-config.yaml",
}  # fmt: skip
LARGEST = 1_200_000
"""Maximum size of a file in bytes. The largest files are learnt data, which a command can make again."""


def _tracked() -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listing.stdout.split("\0") if name]


def test_nothing_lies_at_the_top_that_has_no_reason() -> None:
    assert {name.partition("/")[0] for name in _tracked()} <= TOP_LEVEL


def test_nothing_is_kept_that_is_downloaded_or_built() -> None:
    for name in _tracked():
        path = ROOT / name
        assert not name.endswith((".whl", ".zip", ".gz", ".packed", ".wasm", ".pyc", ".log")), name
        assert not path.exists() or path.stat().st_size <= LARGEST, name
