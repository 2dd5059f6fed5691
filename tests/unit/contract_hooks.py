"""Checks of the optional parts of a game. A check yields a sentence for each fault, and none if the part is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from chowk.core import rule_options, variations
from chowk.core.errors import TextError
from chowk.core.game import EDITION, Rules
from chowk.core.match import Match
from chowk.core.position import CHANCE
from chowk.engine.between import WHOLE, Between
from chowk.engine.protocol import Scope
from chowk.engine.search_budget import Clock
from chowk.games.api import Game

SURVEYED = 100  # maximum number of positions that a survey (a search for the value of every move) visits
ENDLESS = 1000.0  # seconds for a survey: long enough that only SURVEYED limits it


def pass_faults(rules: Rules[Any, Any], match: Match[Any, Any]) -> Iterator[str]:
    """Check that `rules.PASS` is legal only if it is forced, and that `match.moves_played` does not count passes."""
    if rules.PASS is None:
        return
    for position in match.positions:
        moves = tuple(position.moves())
        if rules.PASS in moves and (len(moves) > 1 or rules.forced(position) != rules.PASS):
            yield f"rules.PASS, {rules.PASS!r}, is not the only move and forced, but one of {moves}."
    if match.moves_played != match.ply - list(match.moves).count(rules.PASS):
        yield f"{match.moves_played} of {match.ply} moves are counted, which is not all but rules.PASS."


def edition_faults(rules: Rules[Any, Any]) -> Iterator[str]:
    """Check that the house rules of earlier editions (older sets of options and defaults) can still be chosen."""
    today = rule_options.terms(rules)
    for edition, terms in rules.EARLIER.items():
        if edition not in range(rule_options.FIRST, EDITION):
            yield f"rules.EARLIER has the edition {edition!r}, which is none before {EDITION}."
        if terms.keys() != today.keys():
            yield f"rules.EARLIER of edition {edition} has the options {sorted(terms)}, not {sorted(today)}."
        for name, values in terms.items():
            if not values or not set(values) <= set(today.get(name, ())):
                yield f"rules.EARLIER of edition {edition} gives {name} the values {values}: some cannot be played now."


def house_faults(rules: Rules[Any, Any], match: Match[Any, Any], chosen: Mapping[str, str]) -> Iterator[str]:
    """Check that every position of a match has the house rules that were chosen for the match."""
    start, fitting = (
        match.position_after(0),
        {option.name for option in rules.OPTIONS if option.fits(match.position.seats)},
    )
    for name, value in rule_options.house_values(rules, start).items():
        if name in fitting and value != chosen[name]:
            yield f"rules.house_rules() gives {name} the value {value}, and the player chose {chosen[name]}."
    if {rules.house_rules(position) for position in match.positions} != {rules.house_rules(start)}:
        yield "rules.house_rules() changes during a match."


def throwing_faults(rules: Rules[Any, Any], match: Match[Any, Any]) -> Iterator[str]:
    """Check `throwing`, which is True while dice decide who starts.

    Yield a fault if it becomes True again later in the match, or if no roll is due while it is True.
    """
    rolling = [rules.throwing(position) for position in match.positions]
    if rolling != sorted(rolling, reverse=True):
        yield "rules.throwing() is True again after the rolls for who starts."
    if any(position.turn != CHANCE for position, due in zip(match.positions, rolling, strict=True) if due):
        yield "rules.throwing() is True for a position in which no roll is due."


def survey_faults(game: Game, position: Any, past: Sequence[Any]) -> Iterator[str]:
    """Yield a message for each fault of a game's survey (a search for the value of every move).

    Every line of play that the survey returns must begin with a different legal move and have a score. The highest
    score must come first.
    """
    if game.survey is None:
        return
    *_, result = game.survey(position, past, Scope(1, SURVEYED), Clock(ENDLESS))
    moves = [line.moves[0] for line in result.lines]
    scores = [line.score for line in result.lines if line.score is not None]
    if not moves or len(set(moves)) != len(moves) or not set(moves) <= set(position.moves()):
        yield f"survey gives lines of the moves {moves}: they must be legal, each once."
    if len(scores) != len(moves) or scores != sorted(scores, reverse=True):
        yield f"survey gives the values {[line.score for line in result.lines]}: each line needs one, the best first."


def chance_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Check the winning chances before and after a roll in the middle of a match.

    There must be one chance for each seat, and their sum must be 1.
    """
    rolls = [
        (position, move)
        for position, move in zip(match.positions, match.moves, strict=False)
        if position.turn == CHANCE and game.calibrated(position)
    ]
    if rolls and game.weigh is None:
        yield "calibrated() is True, and the game has no `weigh`."
    elif rolls and game.weigh is not None:
        position, roll = rolls[len(rolls) // 2]
        *_, weighed = game.weigh(position, (roll,), Clock(ENDLESS))
        for name, chances in (("before", weighed.before), ("rolled", weighed.rolled)) if weighed is not None else ():
            if len(chances) != position.seats or sum(chances) != pytest.approx(1, abs=0.001):
                yield f"weigh gives the chances {chances} {name}: one for each of {position.seats} seats, 1 together."


def opening_faults(game: Game, every: int = 1) -> Iterator[str]:
    """Check that the moves of named openings are legal, and that `opening` has a name for at least one of the openings.

    Only every `every`-th opening of the list is checked.
    """
    known = []
    for called, moves in game.named_openings()[::every]:
        match = game.match()
        try:
            for move in moves:
                match.push(move)
        except TextError:
            yield f"The opening {called!r} of named_openings() cannot be played: {' '.join(moves)}."
        else:
            known.append(bool(game.opening(match)))
    if known and not any(known):
        yield "opening() has a name for none of named_openings()."


def variation_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Check that a match with a variation keeps all its moves when it is written and read again.

    A game that cannot write variations is checked without one.
    """
    tree = variations.of_match(match)
    if game.write_variations is not None:
        first = match.position_after(0)
        other = next(move for move in first.moves() if move != match.moves[0])
        tree, _ = tree.played(0, game.notation.write_move(first, other))
        text = game.write_variations(tree, match, {})
        if game.read_variations is None:
            yield "The game has `write_variations` and no `read_variations`."
    elif game.read_variations is not None:
        text = game.notation.write_game(match, game.notation.FORMATS[0].name, {})
    if game.read_variations is not None:
        again = game.read_variations(text)
        count = len(tree.nodes), tree.moves(tree.end(0))
        if (len(again.nodes), again.moves(again.end(0))) != count:
            yield f"read_variations reads {len(again.nodes) - 1} moves of {count[0] - 1}, or other ones."


def resemblance_faults(game: Game, match: Match[Any, Any]) -> Iterator[str]:
    """Check `resembles()`, which returns the fraction of a text that looks like the game.

    The fraction must be above 0 for a text in each of the game's own formats, and 0 for an empty text.
    """
    recognises = game.resembles is not Game._field_defaults["resembles"]
    for form in game.notation.FORMATS if recognises else ():
        share = game.resembles(game.notation.write_game(match, form.name, {}))
        if not 0 < share <= 1:
            yield f"resembles() gives {share} for a game in the format {form.name}."
    if game.resembles("") != 0:
        yield "resembles() is more than 0 for an empty text."


def ladder_faults(game: Game, position: Any, past: Sequence[Any]) -> Iterator[str]:
    """Check that each level has a greater rating than the one below it.

    An opponent halfway between two neighbouring levels must play a legal move.
    """
    if game.ladder is None:
        return
    levels, ratings = game.bots.LEVELS, game.ladder.ratings
    if len(ratings) != len(levels) or ratings[0] != 0 or any(low >= high for low, high in pairwise(ratings)):
        yield f"The ratings of {len(levels)} levels are {ratings}: they must begin with 0 and rise."
    for lower, upper in pairwise(levels):
        between = game.between(lower.number, WHOLE // 2)
        if between != Between(lower.number, upper.number, WHOLE // 2):
            yield f"Between {lower.name} and {upper.name} plays {between}."
        thought = next(iter(game.ladder.think(position, past, between, 7, Clock(0.0))))
        if thought.move not in position.moves():
            yield f"Between {lower.name} and {upper.name}, {thought.move!r} is played."


def former_faults(game: Game) -> Iterator[str]:
    """Check that each retired opponent has a successor among today's opponents."""
    today = {level.number for level in game.bots.LEVELS}
    for former in game.former:
        if former.level.number in today or game.playing(former.level.number) not in today:
            yield f"The retired opponent {former.level.number} has no successor among {sorted(today)}."
        elif former.successor not in today | {former_level.level.number for former_level in game.former}:
            yield f"The retired opponent {former.level.number} names the successor {former.successor}, which is none."
