"""The page in the pseudo-language, whose sentences are longer and in brackets: nothing is cut off."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Opener
from tests.e2e.looking import QUICK, measured, press, screens
from tools.build import build

WINDOWS = ((360, 740), (844, 390), (1280, 800))


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory, serving: Callable[[Path], str]) -> str:
    """A site that speaks the pseudo-language as well; the one that is published does not."""
    folder = tmp_path_factory.mktemp("pseudo")
    with patch.dict(os.environ, {"CHOWK_PSEUDO": "1"}):
        build(folder, say=lambda _: None, tested=True)
    return serving(folder)


@pytest.mark.browser_context_args(reduced_motion="reduce")
def test_longer_words_fit_as_well(open_page: Opener) -> None:
    page = open_page(QUICK)
    press(page, "set", "language qps")
    expect(page.locator("html")).to_have_attribute("lang", "qps")
    expect(page.locator("h2").first).to_contain_text("⟦")
    assert [wrong for name in screens(page) for wrong in measured(page, name, WINDOWS)] == []
