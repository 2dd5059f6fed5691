"""Test `Watch`, which records the errors of pages under test. These tests need no browser."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.e2e.conftest import Watch

OWN, FORMER, STRANGE = "http://127.0.0.1:1111", "http://127.0.0.1:2222", "http://example.org"


def request(origin: str) -> Any:
    return SimpleNamespace(url=f"{origin}/chowk/index.html", failure="net::ERR_FAILED", status=500)


@pytest.mark.parametrize(("origin", "troubles"), [(OWN, 2), (STRANGE, 3), (FORMER, 0)])
def test_only_what_an_earlier_tests_service_worker_does_is_ignored(
    monkeypatch: pytest.MonkeyPatch, origin: str, troubles: int
) -> None:
    monkeypatch.setattr(Watch, "former", {FORMER})
    watch = Watch(OWN)
    for hear in (watch.note_request, watch.answered, watch.failed):
        hear(request(origin))
    assert len(watch.verdict()) == troubles


def test_a_site_that_is_served_again_is_watched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "former", {OWN})
    watch = Watch(OWN)
    watch.answered(request(OWN))
    assert watch.verdict() == [f"500 {OWN}/chowk/index.html"]
