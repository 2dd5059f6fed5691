"""Test that each number of an opponent always means the same opponent, in saves, links and results."""

from __future__ import annotations

from typing import Any

import pytest

from chowk import games
from chowk.core.message import say
from chowk.features.sharing import game_link
from chowk.games.api import Former, Game, Level
from chowk.storage import saves
from chowk.storage.plan import Plan, SeatPlan, checked, usual_plan
from chowk.storage.statistics import Row, add_up
from chowk.ui.sheets import statistics as page

# For each game, the names of its opponents by number, from 0. Only add names at the end, and never change a name.
NAMES: dict[str, tuple[str, ...]] = {
    "parcheesi": ("Butterfly", "Hare", "Tortoise", "Elephant", "Mongoose", "Frog", "Deer"),
    "reversi": (
        "Panda",
        "Magpie",
        "Puffin",
        "Badger",
        "Snowy Owl",
        "Orca",
        "Octopus",
        "Blue Whale",
        "Penguin",
        "Dolphin",
        "Bear",
    ),
    "checkers": ("Duckling", "Hedgehog", "Otter", "Heron", "Fox", "Raven", "Tiger", "Wolf", "Squirrel"),
    "kilkenny": ("Kitten", "Barn Cat", "Tabby", "Ship's Cat", "Lynx", "House Cat"),
    "patchwork": ("Silkworm", "Sparrow", "Weaver Bird", "Spider", "Bowerbird", "Honeybee", "Sheep", "Ant"),
}


@pytest.mark.parametrize("name", NAMES)
def test_numbers_mean_the_opponents_that_they_always_meant(name: str) -> None:
    game = games.load(name)
    opponents = [game.opponent(number) for number in range(len(NAMES[name]))]
    assert tuple(level.name.text for level in opponents if level) == NAMES[name]


OLD = "#g=1.C_iRquwAyp5hlnB0"
"""A Reversi link of an earlier version, which wrote an opponent as its index in the list of opponents.

The 5th opponent plays against the 2nd.
"""


@pytest.fixture
def laid_anew(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return Reversi with changed opponents. Opponent 2 has retired, and 19 is in its place.

    In unfinished games, a retired opponent is replaced by its successor. The successor of opponent 2 is 18, which has
    retired, too, and the successor of 18 is 3.
    """
    load, reversi = games.load, games.load("reversi")
    newcomer = Level(19, say("Newcomer"), say("Is new."), 1.0)
    old = reversi.bots.LEVELS
    puffin = reversi.level(2)
    monkeypatch.setattr(reversi.bots, "LEVELS", tuple(newcomer if level == puffin else level for level in old))
    former = (Former(puffin, 18), Former(Level(18, say("Between"), say("Was there for a while."), 1.0), 3))
    changed = reversi._replace(former=former)
    monkeypatch.setattr(games, "load", lambda name: changed if name == "reversi" else load(name))
    return changed


def seated(plan: Plan) -> list[str]:
    game = games.load(plan.game)
    return [game.level(seat.level).name.text for seat in plan.seats]


def test_places_may_change_and_numbers_do_not(laid_anew: Game) -> None:
    plan = Plan("reversi", (SeatPlan("bot", 1), SeatPlan("bot", 3)), {})
    assert seated(plan) == seated(checked(plan)) == ["Magpie", "Badger"]
    assert [laid_anew.strength(number) for number in (0, 1, 19, 3, 7)] == [0, 2, 4, 5, 10]
    assert laid_anew.strongest == 7


def test_who_is_offered_no_more_names_who_plays_on(laid_anew: Game) -> None:
    plan = checked(Plan("reversi", (SeatPlan("bot", 2), SeatPlan("bot", 18)), {}))
    assert [seat.level for seat in plan.seats] == [3, 3]
    assert laid_anew.thinker.levels == (0, 8, 1, 9, 19, 3, 10, 4, 5, 6, 7)


def test_a_number_from_a_later_page_gives_its_seat_to_the_strongest(laid_anew: Game) -> None:
    assert [seat.level for seat in checked(Plan("reversi", (SeatPlan("bot", 15),) * 2, {})).seats] == [7, 7]
    assert laid_anew.opponent(15) is None


def test_a_link_of_old_leads_to_its_opponents(laid_anew: Game) -> None:
    assert seated(game_link.read(game_link.find_code(OLD)).plan) == ["Snowy Owl", "Magpie"]


@pytest.mark.parametrize("name", NAMES)
def test_links_and_saves_that_there_were_seat_the_same_opponents(name: str) -> None:
    game = games.load(name)
    count = game.sign.seats[0]
    for number, expected in enumerate(NAMES[name]):
        plan = usual_plan(name)._replace(seats=(SeatPlan(), *(SeatPlan("bot", number),) * (count - 1)))
        match = game.match(1, count, **plan.options)
        read_plan = game_link.read(game_link.find_code(game_link.write(match, plan, None))).plan
        assert seated(read_plan)[1:] == [expected] * (count - 1)
        save = saves.Save("a1", plan, match, "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
        assert (
            seated(checked(saves.read_save(saves.write_save(save), games.find_ruleset).plan))[1:]
            == seated(read_plan)[1:]
        )


def name_and_notes(number: int) -> tuple[str, list[Any]]:
    """Return an opponent's name and the notes below the name, from the statistics page."""

    def words(message: Any) -> str:
        return str(message.text)

    nodes = page._against(words, Row("reversi", 2, number, add_up([]), add_up([])))  # type: ignore[arg-type]
    texts = [node.text for node in nodes]
    return texts[0], texts[1:]


def test_results_stay_with_whom_they_were_played_against(laid_anew: Game) -> None:
    assert name_and_notes(3) == ("Badger", ["Strength {level} of {levels}"])
    assert name_and_notes(2) == ("Puffin", []), "its strength among today's opponents nobody has measured"
    assert name_and_notes(15) == ("Opponent", [])
