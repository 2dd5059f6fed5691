"""Test the stored people: names and faces, the person to whom a result belongs, merging, and damaged texts."""

from __future__ import annotations

import json
import random

import pytest

from chowk.core.position import Outcome
from chowk.draw import svg
from chowk.draw.animals import ANIMALS, FRAME, portrait
from chowk.features.people.faces import FACES, portrait_of
from chowk.features.people.people import (
    ANSWERED,
    MOST_PEOPLE,
    MOST_RESULTS,
    People,
    Person,
    Share,
    merge_people,
    read,
    shares_of,
    with_earlier_results,
    write,
)
from chowk.storage.plan import Plan, SeatPlan
from chowk.storage.statistics import PEOPLE, Result

ASHA = Person("0000000a", "Asha", "panda")
BELA = Person("0000000b", "Bela", "frog")
BOTH = People((ASHA, BELA), ASHA.key, ANSWERED)
FIRST, SECOND = SeatPlan(name="Asha"), SeatPlan(name="Bela")


def result(against: int = 1, place: int = 1) -> Result:
    return Result("reversi", 2, against, place, False, 4, False, 60, "2026-11-21T12:00:00+00:00")


def test_people_are_read_as_they_were_written() -> None:
    people = BOTH._replace(
        playing=BELA.key, results={"1f": (Share(ASHA.key),), "2f": (Share(ASHA.key, 2, False, -4), Share(BELA.key, 1))}
    )
    assert read(write(people)) == people
    assert read(write(People(asked="1f"))) == People(asked="1f")
    assert len(write(BOTH)) < 130


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"people": 3}, []),
        ({"people": [["0000000a", "Asha"], "x", ["0000000b", 3, "fox"]]}, []),
        ({"people": [["0000000a", "", "fox"], ["0000000a", "\u202e\u2066", "fox"]]}, []),
        ({"people": [["0000000a", "Asha", "dragon"], ["0000000a", "Bela", "fox"]]}, ["Asha"]),
        ({"people": [["0000000a", "Asha", "fox"], ["0000000b", "Asha", "fox"]]}, ["Asha"]),
        ({"people": [["a", "Asha", "fox"]]}, []),
        ({"people": [[f"{number:08x}", f"N{number}", "fox"] for number in range(99)]}, [f"N{n}" for n in range(8)]),
        ({"people": [["0000000a", "Asha " * 999, "fox"]]}, ["Asha Asha Asha Asha Asha"]),
    ],
)
def test_damaged_people_are_left_out(fields: object, names: list[str]) -> None:
    people = read(json.dumps(fields))
    assert [person.name for person in people.persons] == names
    assert all(person.face in FACES for person in people.persons)
    assert people.playing == (people.persons[0].key if names else "")


@pytest.mark.parametrize(
    "shares",
    [
        3,
        [3],
        [[]],
        [["0000000c"]],
        [["0000000a", 9, 0, 0]],
        [["0000000a", 1, 0, "x"]],
        [["0000000a", 1, 0, 10**12]],
        [[{}]],
    ],
)
def test_damaged_results_are_left_out(shares: object) -> None:
    people = read(json.dumps({"people": [list(ASHA)], "results": {"1f": shares, "zz": [["0000000a"]]}}))
    assert people == People((ASHA,), ASHA.key, ANSWERED)


def test_any_damaged_text_is_read() -> None:
    whole = write(BOTH.with_results({"1f": (Share(ASHA.key, 2, True, -4),)}))
    chance = random.Random(5)
    for _ in range(2000):
        at = chance.randrange(len(whole))
        people = read(whole[:at] + chance.choice('"[]{},:0a\\u') + whole[at + chance.randrange(3) :])
        assert len(people.persons) <= MOST_PEOPLE
        assert read(write(people)) == people


def test_no_more_people_and_results_are_kept_than_fit() -> None:
    people = People()
    for number in range(MOST_PEOPLE + 2):
        people = people.put(Person(f"{number:08x}", f"N{number}", "fox"))
    assert len(people.persons) == MOST_PEOPLE
    many = {f"{number:x}": (Share(ASHA.key),) for number in range(MOST_RESULTS)}
    later = BOTH.with_results(many).with_results({"fffff": (Share(BELA.key),)})
    assert len(later.results) == MOST_RESULTS
    assert "fffff" in later.results
    assert "0" not in later.results


def test_each_person_of_a_game_has_a_place_of_their_own() -> None:
    plan = Plan("reversi", (SECOND, FIRST))
    shares = shares_of(BOTH, plan, Outcome((2, 1), (20, 44), "full"))
    assert shares == (Share(BELA.key, 2, False, -24), Share(ASHA.key, 1, False, 24))
    people = BOTH.with_results({"1f": shares})
    mine = people.results_of(BELA.key, {"1f": result(PEOPLE)})["1f"]
    assert (mine.won, mine.place, mine.lead) == (False, 2, -24)
    assert people.results_of(ASHA.key, {"1f": result(PEOPLE)})["1f"].won


def test_a_seat_belongs_to_the_person_of_its_name_or_to_who_plays() -> None:
    won = Outcome((1, 2), (44, 20), "full")
    bot = SeatPlan("bot", 1)
    assert shares_of(BOTH, Plan("reversi", (SECOND, bot)), won) == (Share(BELA.key),)
    assert shares_of(BOTH, Plan("reversi", (SeatPlan(), bot)), won) == (Share(ASHA.key),)
    assert shares_of(BOTH, Plan("reversi", (SeatPlan(name="Guest"), bot)), won) == ()
    assert shares_of(BOTH, Plan("reversi", (SeatPlan(), SeatPlan(name="Guest"))), won) == ()


def test_the_first_person_takes_over_the_results_of_one_player() -> None:
    results = {"1f": result(), "2f": result(PEOPLE)}
    assert with_earlier_results(People((ASHA,), ASHA.key), results).results == {"1f": (Share(ASHA.key),)}
    assert with_earlier_results(BOTH, results).results == {}


def test_nothing_of_a_person_is_left() -> None:
    people = BOTH.with_results({"1f": (Share(ASHA.key),), "2f": (Share(ASHA.key, 1), Share(BELA.key, 2))})
    assert people.sole_games(ASHA.key) == {"1f"}
    left = people.without(ASHA.key)
    assert left == People((BELA,), BELA.key, ANSWERED, {"2f": (Share(BELA.key, 2),)})
    assert not any(trace in write(left) for trace in (ASHA.key, "Asha", "panda"))
    assert left.without(BELA.key) == People(asked=ANSWERED)


def test_people_of_a_file_join_those_who_are_here() -> None:
    theirs = People((Person(ASHA.key, "Chand", "fox"), Person("0000000c", "Bela", "bear")), "0000000c", ANSWERED)
    theirs = theirs.with_results({"1f": (Share(ASHA.key, 1), Share("0000000c", 2))})
    people = merge_people(BOTH, theirs)
    chand = people.named("Chand")
    assert chand is not None
    assert chand.key not in (ASHA.key, BELA.key)
    assert people.persons == (ASHA, BELA, chand)
    assert people.results == {"1f": (Share(chand.key, 1), Share(BELA.key, 2))}
    assert merge_people(people, theirs) == people
    assert merge_people(People(), theirs).playing == "0000000c"


@pytest.mark.parametrize("face", FACES)
def test_each_face_is_a_drawing_of_its_own(face: str) -> None:
    pictures = {
        svg.picture(portrait(portrait_of(name), "calm", "grey"), FRAME, "light", "") for name in (face, "unknown")
    }
    assert len(pictures) == 2
    assert (face in ANIMALS) == (portrait_of(face) == face)
    assert len(FACES) == 16
