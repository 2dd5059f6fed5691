"""Test places and sheets: the player is in one place, and only sheets that are allowed there lie over it."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from chowk import games
from chowk.app import pages
from chowk.session.navigation import ANYWHERE, OVER, Where, Whereabouts
from chowk.session.table import Kind, Table
from chowk.storage.plan import usual_plan

KINDS: tuple[Kind, ...] = get_args(Kind)


def table(kind: Kind) -> Table:
    """Return a table of Reversi of this kind, such as the player's own game or a lesson."""
    game, plan = games.load("reversi"), usual_plan("reversi")
    result = Table(game, plan, game.match(1, len(plan.seats), **plan.options), "1", "")
    result.kind = kind
    return result


def place(where: Where) -> Whereabouts:
    """Return the navigation state of a player at this place, with no sheet open."""
    whereabouts = Whereabouts()
    if where != "home":
        whereabouts.sit(table(where))
    return whereabouts


def fits(whereabouts: Whereabouts) -> bool:
    return all(whereabouts.where in OVER[sheet.name] for sheet in whereabouts.sheets)


def test_every_sheet_that_can_be_drawn_says_what_it_lies_over() -> None:
    assert set(OVER) == set(pages.SHEETS)
    assert {"home", *KINDS} == ANYWHERE
    assert all(OVER.values())


@pytest.mark.parametrize("where", ["home", *KINDS])
def test_a_sheet_lies_only_where_it_belongs(where: Where) -> None:
    for name, over in OVER.items():
        whereabouts = place(where)
        whereabouts.open_sheet(name)
        assert bool(whereabouts.sheets) == (where in over), name


def test_a_sheet_that_lies_on_top_shows_the_other_thing_and_no_second_one_opens() -> None:
    whereabouts = place("own")
    whereabouts.open_sheet("menu")
    whereabouts.open_sheet("rules", "R1")
    whereabouts.open_sheet("rules", "R2")
    assert whereabouts.sheets == (("menu", ""), ("rules", "R2"))
    assert whereabouts.close() == ("rules", "R2")
    whereabouts.open_sheet("dice")
    whereabouts.drop("menu")
    assert whereabouts.sheet == ("dice", "")


def test_a_table_that_is_left_takes_its_sheets_along() -> None:
    for away in (Whereabouts.go_home, lambda whereabouts: whereabouts.sit(table("guest"))):
        whereabouts = place("own")
        whereabouts.open_sheet("menu")
        away(whereabouts)
        assert whereabouts.sheet is None


def test_a_game_that_another_page_plays_can_no_longer_be_given_up_here() -> None:
    whereabouts = place("own")
    whereabouts.open_sheet("settings")
    whereabouts.open_sheet("resign")
    whereabouts.hand_over()
    assert whereabouts.where == "elsewhere"
    assert whereabouts.sheets == (("settings", ""),)


def test_whatever_happens_what_is_open_fits_together() -> None:
    dice = random.Random(5)
    for _ in range(200):
        whereabouts = Whereabouts()
        for _ in range(30):
            match dice.randrange(6):
                case 0:
                    whereabouts.sit(table(dice.choice(KINDS)))
                case 1:
                    whereabouts.go_home()
                case 2:
                    whereabouts.close()
                case 3 if whereabouts.where == "own":
                    whereabouts.hand_over()
                case _:
                    whereabouts.open_sheet(dice.choice(sorted(OVER)))
            assert fits(whereabouts)
