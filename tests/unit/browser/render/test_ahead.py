"""Test pages that are built in advance. Such a page is shown only if nothing has changed since it was built."""

from __future__ import annotations

import pytest

from chowk.browser.render.prerender import Ahead


class Desk:
    """A fake page builder that counts how often it builds a page."""

    def __init__(self) -> None:
        self.text, self.cursor, self.build_count = "red to roll", "a1", 0
        self.ahead = Ahead(self.page, lambda: self.cursor)

    def page(self) -> tuple[str, str]:
        self.build_count += 1
        return self.text, self.cursor

    def write(self, text: str) -> None:
        self.text = text
        self.ahead.invalidate()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_was_made_ahead_is_not_made_again(desk: Desk) -> None:
    desk.ahead.prepare()
    assert desk.ahead.take() == ("red to roll", "a1")
    assert desk.build_count == 1


def test_it_serves_once(desk: Desk) -> None:
    desk.ahead.prepare()
    desk.ahead.take()
    desk.ahead.take()
    assert desk.build_count == 2


def test_what_was_asked_for_since_is_on_the_page(desk: Desk) -> None:
    desk.ahead.prepare()
    desk.write("white to roll")
    assert desk.ahead.take() == ("white to roll", "a1")


def test_so_is_what_changes_without_being_asked_for(desk: Desk) -> None:
    desk.ahead.prepare()
    desk.cursor = "b1"
    assert desk.ahead.take() == ("red to roll", "b1")


def test_what_was_asked_for_before_stands_in_no_way(desk: Desk) -> None:
    desk.write("white to roll")
    desk.ahead.prepare()
    assert desk.ahead.take() == ("white to roll", "a1")
    assert desk.build_count == 1


def test_what_is_dropped_is_made_anew(desk: Desk) -> None:
    desk.ahead.prepare()
    desk.ahead.drop()
    desk.ahead.take()
    assert desk.build_count == 2
