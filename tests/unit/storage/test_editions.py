"""Test the editions of house rules: texts stored or sent under earlier defaults still lead to the same games.

`data/editions.json` was made by the code of the first edition and cannot be made again. Each case is a complete game:
its set-up, save, record, link and foreign formats, and a save and a link from before its end. It also has the expected
last position, places, reason of the end, and hash of the legal moves in all positions.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from chowk import games
from chowk.core import record, rule_options
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Choice, Option
from chowk.core.match import Match
from chowk.core.message import say
from chowk.features.sharing import foreign_texts, game_link
from chowk.storage import exchange, saves
from chowk.storage.plan import Plan, SeatPlan, usual_plan
from chowk.storage.saves import Save

DATA: Final = json.loads((Path(__file__).resolve().parents[2] / "data" / "editions.json").read_text(encoding="utf-8"))
CASES: Final[list[dict[str, Any]]] = DATA["cases"]
THEN: Final = [name for name in games.ready() if games.sign(name).number < 5]
"""Names of the games that existed when editions of the house rules were introduced."""
WITH_RULES: Final = [name for name in games.ready() if games.load(name).rules.OPTIONS]
LONG: Final = 280
"""Maximum number of plies of a case that an ordinary run tests. The deep run tests all cases."""
each = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.deep] if case["ply"] > LONG else []) for case in CASES],
    ids=lambda case: f"{case['game']}-{case['note']}".replace(" ", "-"),
)


@cache
def kept(number: int) -> Save:
    """Return the saved game of the case with this index."""
    return saves.read_save(CASES[number]["save"], games.find_ruleset)


def save_of(case: dict[str, Any]) -> Save:
    """Return the saved game of a case."""
    return kept(CASES.index(case))


def leads_where_it_led(case: dict[str, Any], match: Match[Any, Any]) -> None:
    """Check that a match has the positions and the end that the case expects."""
    outcome = match.outcome()
    assert outcome is not None
    assert (match.ply, list(outcome.places), outcome.why) == (case["ply"], case["places"], case["why"])
    assert match.ruleset.notation.write_position(match.position, rule_options.FIRST) == case["last"]
    assert match.positions == save_of(case).match.positions


def all_could_be_played(case: dict[str, Any], match: Match[Any, Any]) -> None:
    """Check that the legal moves in all positions are those that the case expects."""
    sum_ = hashlib.sha256()
    for position in match.positions:
        sum_.update(
            "|".join(sorted(match.ruleset.notation.write_move(position, move) for move in position.moves())).encode()
            + b"\n"
        )
    assert sum_.hexdigest()[:16] == case["legal"]


def played_on(case: dict[str, Any], match: Match[Any, Any]) -> Match[Any, Any]:
    """Play the remaining moves of a case's game in a match that has only the first ones, and return the match."""
    for move in save_of(case).match.moves[case["cut"] :]:
        match.play(move)
    return match


def by_the_same_rules(plan: Plan, match: Match[Any, Any]) -> None:
    """Check that the plan names every house rule, with the values that the match has."""
    rules = games.load(plan.game).rules
    options = rules.OPTIONS
    assert plan.options.keys() >= {option.name for option in options}
    fitting = {option.name for option in options if option.fits(match.position.seats)}
    house = {
        name: value
        for name, value in rule_options.house_values(rules, match.position_after(0)).items()
        if name in fitting
    }
    assert {name: plan.options[name] for name in house} == house


@each
def test_a_save_leads_where_it_led(case: dict[str, Any]) -> None:
    save = save_of(case)
    leads_where_it_led(case, save.match)
    all_could_be_played(case, save.match)
    by_the_same_rules(save.plan, save.match)
    again = saves.read_save(saves.write_save(save), games.find_ruleset)
    leads_where_it_led(case, again.match)
    assert again.plan == save.plan


@each
def test_a_save_is_played_on_as_it_was_begun(case: dict[str, Any]) -> None:
    save = saves.read_save(case["cut_save"], games.find_ruleset)
    by_the_same_rules(save.plan, save.match)
    # A save that is written now has the present edition.
    again = saves.read_save(saves.write_save(save), games.find_ruleset)
    leads_where_it_led(case, played_on(case, again.match))


@each
def test_a_record_leads_where_it_led(case: dict[str, Any]) -> None:
    results = foreign_texts.read_text(json.loads(case["save"])["record"])
    leads_where_it_led(case, results.match)
    by_the_same_rules(results.plan, results.match)
    assert '\n[Rules "2"]\n' in record.write(results.match), "the third edition has only a rule that none of them had"


@each
def test_foreign_forms_lead_where_they_led(case: dict[str, Any]) -> None:
    for form, text in case["forms"].items():
        match = foreign_texts.read_text(text).match
        assert match.moves == save_of(case).match.moves
        assert match.ruleset.notation.write_position(match.position, rule_options.FIRST) == case["last"]
        if form == "turns":
            leads_where_it_led(case, match)
            leads_where_it_led(
                case, foreign_texts.read_text(games.load(case["game"]).notation.write_game(match, form, {})).match
            )


@each
def test_a_link_leads_where_it_led(case: dict[str, Any]) -> None:
    for kind in ("link", "cut_link"):
        if not case[kind]:
            continue  # the game was too long for a link
        shared = game_link.read(game_link.find_code(case[kind]), seed=987_654_321)
        by_the_same_rules(shared.plan, shared.match)
        leads_where_it_led(case, played_on(case, shared.match) if kind == "cut_link" else shared.match)
        sent_on = game_link.read(game_link.find_code(game_link.write(shared.match, shared.plan)), seed=5)
        leads_where_it_led(case, sent_on.match)


@each
def test_a_set_up_takes_new_defaults_once(case: dict[str, Any]) -> None:
    rules = games.load(case["game"]).rules
    before, now = rule_options.default_options(rules, rule_options.FIRST), rule_options.default_options(rules)
    options = json.loads(case["plan"])["options"]
    plan = saves.plan_from(case["plan"])
    was = {name: options.get(name, before[name]) for name in now}
    is_preset = any(preset.values and was == {**now, **preset.values} for preset in games.load(case["game"]).presets)
    for name, default in now.items():
        assert plan.options[name] == (default if was[name] == before[name] and not is_preset else was[name])
    lot = games.sign(case["game"]).lot and plan.seats[0].kind == "person"
    assert plan == saves.read_plan({**json.loads(case["plan"]), "options": plan.options, "lot": lot})
    # The old defaults now count as chosen options.
    chosen = plan._replace(options={name: before[name] for name in now})
    assert saves.plan_from(saves.write_plan(chosen)) == chosen


def test_files_of_games_lead_where_they_led() -> None:
    short = [case for case in CASES if case["ply"] < 100]
    entries = [json.loads(case["save"]) for case in short]
    bundle = exchange.read(json.dumps({"chowk": "games", "form": 1, "made": "", "games": entries}))
    for case, entry in zip(short, bundle.entries, strict=True):
        arrival = exchange.arrive(entry, {})
        assert arrival.save is not None
        leads_where_it_led(case, arrival.save.match)


def test_the_cases_are_what_they_should_be() -> None:
    """Check that the cases cover all games in `THEN`, and that there are at least five for each game with house rules.

    Also check that there are cases that end by quiet rounds, that concern a pair of pawns, and that state no house
    rules.
    """
    assert {case["game"] for case in CASES} == set(THEN)
    ruled = [name for name in THEN if name in WITH_RULES]
    assert all(len([case for case in CASES if case["game"] == name]) >= 5 for name in ruled)
    assert sum(case["why"] == "quiet" for case in CASES) >= 2
    pairs = [case for case in CASES if "pair" in case["note"]]
    assert len(pairs) == 2
    assert sum(not json.loads(case["save"])["plan"]["options"] for case in CASES) >= 5


@pytest.mark.parametrize("name", WITH_RULES)
def test_an_earlier_option_is_one_that_can_still_be_played(name: str) -> None:
    rules = games.load(name).rules
    now = rule_options.terms(rules)
    for edition in range(rule_options.FIRST, EDITION):
        for option, values in rule_options.terms(rules, edition).items():
            assert set(values) <= set(now[option])
        assert rule_options.terms(rules, edition).keys() == now.keys(), "a new option tells what was played before it"


# The functions for editions -----------------------------------------------------------------------------------------


class House(NamedTuple):
    """House rules whose defaults have changed. In edition 1, `length` was 5 and `late` was off."""

    length: int = 9
    late: bool = True


class Rules:
    """A rules module that has only house rules."""

    OPTIONS = (
        Option("length", say("Length"), tuple(Choice(text, say("x")) for text in ("9", "5", "7"))),
        Option("late", say("Late"), (Choice("on", say("x")), Choice("off", say("x")))),
    )
    EARLIER: Final = {1: {"length": ("5", "9"), "late": ("off",)}}


def test_what_is_not_said_is_as_by_default_in_its_edition() -> None:
    rules: Any = Rules
    assert rule_options.default_options(rules, 1) == {"length": "5", "late": "off"}
    assert rule_options.default_options(rules) == {"length": "9", "late": "on"}
    assert rule_options.terms(rules, 1) == {"length": ("5", "9"), "late": ("off",)}
    assert rule_options.terms(rules) == {"length": ("9", "5", "7"), "late": ("on", "off")}
    old = rule_options.earlier_defaults(Rules.EARLIER, 1)
    assert rule_options.chosen(House(), Rules.OPTIONS, {}, old) == House(5, False)
    assert rule_options.chosen(House(), Rules.OPTIONS, {"length": "9"}, old) == House(9, False)
    assert rule_options.chosen(House(), Rules.OPTIONS, {}) == House(9, True)
    assert rule_options.differing(House(), House(5, False), old) == {}
    assert rule_options.differing(House(), House(5, False)) == {"length": "5", "late": "off"}
    assert rule_options.differing(House(), House(9, True), old) == {"length": "9", "late": "on"}
    assert rule_options.earlier_defaults(Rules.EARLIER, EDITION) == {}


@pytest.mark.parametrize(
    ("edition", "why"), [("99", "newer version"), ("0", "not a header"), ("two", "not a header"), ("", "not a header")]
)
def test_an_edition_that_nobody_knows_says_so(edition: str, why: str) -> None:
    record_tail = f'[Rules "{edition}"]\n[Setup "S:c4,h8 N:h4,k9 S roll"]\n\n*\n'
    with pytest.raises(TextError, match=why):
        foreign_texts.read_text(f'[Game "kilkenny"]\n{record_tail}')
    with pytest.raises(TextError, match=why):
        games.load("kilkenny").notation.read_games(f'[Variant "Kilkenny Cats"]\n{record_tail}')


def test_a_later_edition_is_named_in_every_form() -> None:
    for case in CASES:
        if "turns" in case["forms"]:
            with pytest.raises(TextError, match="newer version"):
                foreign_texts.read_text(case["forms"]["turns"].replace("\n", f'\n[Rules "{EDITION + 1}"]\n', 1))


def test_a_set_up_by_a_rule_book_stays_one() -> None:
    game = games.load("parcheesi")
    preset = next(candidate for candidate in game.presets if candidate.values)
    plan = Plan(
        "parcheesi", (SeatPlan(), SeatPlan("bot", 2)), {**rule_options.default_options(game.rules), **preset.values}
    )
    old = saves.write_plan(plan).replace(f'"schema": {saves.SCHEMA}', '"schema": 2')
    assert saves.plan_from(old) == plan


def test_the_usual_set_up_says_every_rule() -> None:
    for name in games.ready():
        assert usual_plan(name).options == rule_options.default_options(games.load(name).rules)
