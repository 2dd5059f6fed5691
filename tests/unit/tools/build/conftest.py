"""Fixtures of the tests of the build: a site that is built once for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.build.build_site import build


@pytest.fixture(scope="session")
def _site_and_lines(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[str, ...]]:
    lines: list[str] = []
    folder = tmp_path_factory.mktemp("site")
    build(folder, lines.append)
    return folder, tuple(lines)


@pytest.fixture(scope="session")
def site(_site_and_lines: tuple[Path, tuple[str, ...]]) -> Path:
    """Return the folder of a completely built site. No test changes it."""
    return _site_and_lines[0]


@pytest.fixture(scope="session")
def site_lines(_site_and_lines: tuple[Path, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the lines that the build of the site reported."""
    return _site_and_lines[1]
