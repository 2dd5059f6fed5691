"""Test the store of the player's own mistakes: when each is shown again, limits, order, and damaged texts."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chowk.core.game import EDITION
from chowk.features.practice import fsrs
from chowk.features.practice import mistake_store as store
from chowk.features.practice.fsrs import Grade, Memory
from chowk.features.practice.mistake_store import MAX_MISTAKES, Card, Mistake, Source, Verdict

TODAY = date(2026, 11, 28)


def mistake(number: int = 0, cost: float = 10.0, day: date = TODAY, card: Card | None = None) -> Mistake:
    """Return a mistake. Each `number` has its own position."""
    return Mistake(
        f"position {number}",
        "a1",
        "corner-given",
        Verdict(("b2", "c3"), 4.25, 9, cost),
        Source("abc123", 17, day, "Fox"),
        card or Card(TODAY),
    )


# Cards ----------------------------------------------------------------------------------------------------------------


def test_a_new_mistake_is_due_and_comes_back_after_growing_intervals() -> None:
    card, day, gaps = Card(TODAY), TODAY, []
    for _ in range(5):
        assert card.is_due(day)
        card = card.answered(Grade.GOOD, day)
        assert not card.is_due(card.due - timedelta(1))
        gaps.append((card.due - day).days)
        day = card.due
    assert gaps == [2, 11, 46, 163, 497]


def test_a_wrong_answer_brings_a_position_back_on_the_next_day() -> None:
    assert Card(TODAY).answered(Grade.AGAIN, TODAY).due == TODAY + timedelta(1)


def test_a_clock_that_was_ahead_hides_nothing() -> None:
    ahead = TODAY + timedelta(4000)
    assert Card(ahead).is_due(TODAY)
    card = Card(TODAY).answered(Grade.GOOD, ahead)
    assert card.is_due(TODAY)
    again = card.answered(Grade.GOOD, TODAY)
    assert TODAY < again.due < ahead
    assert not again.is_due(TODAY)


def test_a_day_ahead_may_be_that_of_another_time_zone() -> None:
    assert not Card(TODAY).answered(Grade.GOOD, TODAY + timedelta(1)).is_due(TODAY)


def test_at_the_end_of_the_calendar_no_day_is_past_it() -> None:
    card = Card(date.max, date.max, Memory(float(fsrs.MAX_DAYS), 5.0))
    for grade in Grade:
        assert card.answered(grade, date.max).due == date.max
    assert card.answered(Grade.GOOD, date.min).last == date.min


# Adding and answering -------------------------------------------------------------------------------------------------


def test_a_position_is_kept_once_with_its_card() -> None:
    known = store.answered(store.added((), [mistake()]), mistake().key, Grade.GOOD, TODAY)
    twin = mistake(cost=99.0)._replace(source=Source("fff", 3, TODAY))
    assert store.added(known, [twin]) == known


def test_the_least_useful_mistakes_are_dropped() -> None:
    learnt = mistake(1, cost=99.0, card=Card(TODAY, TODAY, Memory(300.0, 5.0)))
    cheap, old = mistake(2, cost=1.0), mistake(3, day=TODAY - timedelta(900))
    usual = [mistake(number) for number in range(4, MAX_MISTAKES + 4)]
    for dropped in (learnt, cheap, old):
        known = store.added((), [dropped, *usual[:-1]])
        assert len(known) == MAX_MISTAKES
        after = store.added(known, usual[-1:])
        assert len(after) == MAX_MISTAKES
        assert dropped not in after
        assert after[-1] == usual[-1]
    assert store.added((), [learnt, cheap, old, *usual])[:1] == (usual[0],)
    both = store.added((), [learnt, cheap, *usual[:-1]])
    assert cheap in both, "what is known well goes first"
    assert learnt not in both


def test_the_longest_due_come_first() -> None:
    cards = [Card(TODAY - timedelta(days), TODAY - timedelta(40), Memory(5.0, 5.0)) for days in (1, 9, -3, 4)]
    known = tuple(mistake(number, card=card) for number, card in enumerate(cards))
    assert [known.index(one) for one in store.due(known, TODAY)] == [1, 3, 0]
    assert store.next_day(known) == TODAY - timedelta(9)
    assert store.next_day(()) is None


def test_an_answer_changes_its_own_card_only() -> None:
    known = store.added((), [mistake(1), mistake(2)])
    first, second = store.answered(known, mistake(2).key, Grade.HARD, TODAY)
    assert first == mistake(1)
    assert second.card == Card(TODAY).answered(Grade.HARD, TODAY)


def test_a_further_good_move_is_remembered_once() -> None:
    known = store.added((), [mistake()])
    for move in ("d4", "d4", *map(str, range(20))):
        known = store.with_better(known, mistake().key, move)
    assert known[0].verdict.better == ("b2", "c3", "d4", "0", "1", "2", "3", "4")


def test_themes_are_counted_and_unknown_ones_are_other_mistakes() -> None:
    known = [mistake(number)._replace(theme=theme) for number, theme in enumerate(("b", "gone", "a", "b", "other"))]
    groups = store.by_theme(known, ("a", "b", "c", "other"))
    assert {theme: len(group) for theme, group in groups.items()} == {"b": 2, "other": 2, "a": 1}
    assert list(groups) == ["b", "other", "a"]


# Stored text ----------------------------------------------------------------------------------------------------------


def test_what_is_stored_is_read_back() -> None:
    answered = mistake(1)._replace(card=Card(TODAY, TODAY, Memory(2.3065, 2.1181)))
    by_page = mistake(2)._replace(source=Source("0", 0, TODAY, 3), edition=1)
    known = (mistake(), answered, by_page._replace(verdict=Verdict(("b2",), -3.5, 20, 4.0, exact=True)))
    assert store.read(store.write(known)) == known


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"mistakes":3}', '{"mistakes":{"a":1}}', '{"mistakes":[[],3]}'])
def test_a_text_without_mistakes_is_as_at_the_start(text: str) -> None:
    assert store.read(text) == ()


DAMAGE: list[tuple[str, Any]] = [
    ("setup", ""),
    ("setup", "x" * 1001),
    ("setup", 3),
    ("edition", 0),
    ("edition", EDITION + 1),
    ("edition", True),
    ("played", None),
    ("theme", "<b>"),
    ("better", []),
    ("better", ["a"] * 9),
    ("better", "b2"),
    ("lead", "4"),
    ("lead", 1e300),
    ("depth", -1),
    ("depth", 1.5),
    ("cost", -1),
    ("game", "../x"),
    ("ply", 10**6),
    ("day", "2026-13-01"),
    ("day", 20261128),
    ("due", "soon"),
    ("due", None),
]


@pytest.mark.parametrize(("field", "value"), DAMAGE)
def test_a_damaged_mistake_is_left_out_and_the_others_stay(field: str, value: Any) -> None:
    fields = json.loads(store.write((mistake(1), mistake(2))))
    fields["mistakes"][0][field] = value
    assert store.read(json.dumps(fields)) == (mistake(2),)


@pytest.mark.parametrize(
    ("field", "value"), [("last", "never"), ("last", None), ("memory", [0.0, 5.0]), ("memory", [3.0]), ("memory", 7)]
)
def test_a_damaged_card_is_as_before_the_first_answer(field: str, value: Any) -> None:
    known = store.answered((mistake(),), mistake().key, Grade.GOOD, TODAY)
    fields = json.loads(store.write(known))
    fields["mistakes"][0][field] = value
    (found,) = store.read(json.dumps(fields))
    assert found == mistake()._replace(card=Card(known[0].card.due))


@pytest.mark.parametrize(("stored", "read"), [("\u202eFox", "Fox"), ("F" * 60, "F" * 24), (-1, ""), (None, ""), (5, 5)])
def test_an_opponent_is_a_number_or_a_name_as_a_player_may_type_it(stored: Any, read: Any) -> None:
    fields = json.loads(store.write((mistake(),)))
    fields["mistakes"][0]["against"] = stored
    (found,) = store.read(json.dumps(fields))
    assert found.source.opponent == read


def test_the_number_of_stored_mistakes_is_limited() -> None:
    fields = json.loads(store.write(tuple(mistake(number) for number in range(3 * MAX_MISTAKES))))
    assert len(store.read(json.dumps(fields))) == MAX_MISTAKES
    fields["mistakes"] = fields["mistakes"][:1] * 5
    assert len(store.read(json.dumps(fields))) == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.dates().map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_any_damage_is_read_without_an_error(data: st.DataObject) -> None:
    known = store.answered((mistake(1), mistake(2)), mistake(1).key, Grade.GOOD, TODAY)
    fields = json.loads(store.write(known))
    entry = fields["mistakes"][0]
    entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(json_values)
    found = store.read(json.dumps(fields))
    assert known[1] in found
    rounded = store.read(store.write(found))
    assert store.read(store.write(rounded)) == rounded


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert store.read(text) == ()
