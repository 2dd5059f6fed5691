"""Test Patchwork's previews against the events that follow: patch in hand, token's destination, and text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from chowk.core.events import Gained, Passed
from chowk.core.match import Match
from chowk.core.message import Listed, Message, PlayerName, english
from chowk.core.position import Spot
from chowk.draw.scene import Sprite, keyed
from chowk.games.patchwork import rules
from chowk.games.patchwork.rules import NOBODY, Move, Place, Position, Single, Take, facts
from chowk.games.patchwork.rules.patches import PATCHES
from chowk.games.patchwork.rules.quilt import NAMES, cells, fits
from chowk.games.patchwork.ui import speech, trial, view
from tests.unit.games.patchwork.helpers import all_but, cover, offered, random_game, state

Picks = tuple[Spot, ...]


@cache
def game(seed: int) -> Match[Position, Move]:
    return random_game(seed, track=("current", "classic")[seed % 2])


def tries(seed: int) -> Iterator[tuple[Position, Picks]]:
    """Yield positions of a random game, each with spots that a player could have picked to try out a move.

    The spots come from random input: pointing, turning and dragging. Some stand for a patch that is held over the
    quilt, at a place where it fits or not. Each position is yielded up to five times, with other spots.
    """
    random = Random(f"tries {seed}")
    for position in game(seed).positions[:-1]:
        offers = [spot for spot, _ in trial.offers(position)]
        for _ in range(5):
            picks = trial.begin(position)
            for _ in range(random.randint(1, 5)):
                picks = a_step(position, picks, offers, random)
            if picks:
                yield position, picks


def a_step(position: Position, picks: Picks, offers: list[Spot], random: Random) -> Picks:
    kind = random.random()
    if kind < 0.35 or not picks:
        return trial.point(position, picks, random.choice(offers[:4] if random.random() < 0.8 else offers))
    if kind < 0.6:
        return trial.turn(position, picks, random.choice(("rotate", "back", "mirror")))
    if kind < 0.8:
        return trial.drag(position, picks, random.choice(trial.covers(position, picks) or NAMES), random.choice(NAMES))
    return trial.point(position, picks, random.choice(NAMES))


def after(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        assert move in position.moves()
        position = position.play(move)
    return position


def settled(position: Position) -> Position:
    """Return the position after the player has placed a single patch, if there is one to place."""
    return position.play(position.moves()[0]) if position.single else position


@pytest.mark.parametrize("seed", range(10))
def test_what_can_be_done_is_what_is_not_refused(seed: int) -> None:
    count = 0
    for position, picks in tries(seed):
        moves, refused = trial.moves(position, picks), trial.refusal(position, picks)
        if moves:
            assert refused is None
            after(position, moves)
            count += 1
        elif len(picks) > 1 or picks[0] in NAMES:
            assert refused is not None
            held_patch = trial.holding(position, picks)
            assert held_patch is not None
            assert refused.cause == tuple(
                NAMES[cell] for cell in cells(held_patch.mask & held_patch.position.own.quilt)
            )
            assert english(speech.refusal(refused))
        else:
            patch = int(picks[0].removeprefix("patch "))
            if patch not in offered(position):
                assert refused is not None
    assert count > 60


@pytest.mark.parametrize("seed", range(10))
def test_it_comes_to_lie_where_it_is_held(seed: int) -> None:
    for position, picks in tries(seed):
        moves, seat = trial.moves(position, picks), position.turn
        covers = set(trial.covers(position, picks))
        if not moves:
            continue
        then = after(position, moves)
        new = then.players[seat].quilt & ~position.players[seat].quilt
        assert {NAMES[cell] for cell in cells(new)} == covers
        board = view.player_view(seat)
        shown, pieces = keyed(board.tried(position, picks, moves)), keyed(board.pieces(then))
        assert ("held" in shown) == bool(covers)
        if covers:
            assert placed(shown["held"]) == placed(pieces[sewn_key(position, moves)])
        if not position.single:
            assert placed(shown["going"]) == placed(pieces[f"token {seat}"])


def placed(sprite: Sprite) -> tuple[str, float, float, float]:
    return sprite.art, sprite.x, sprite.y, sprite.angle


def sewn_key(position: Position, moves: tuple[Move, ...]) -> str:
    if position.single:
        return f"single {position.single}"
    first = moves[0]
    return f"patch {first.patch if isinstance(first, Take) else position.hand}"


@pytest.mark.parametrize("seed", range(10))
def test_the_way_shown_is_the_way_that_the_token_goes(seed: int) -> None:
    for position, picks in tries(seed):
        moves = trial.moves(position, picks)
        if not moves:
            continue
        end, start = view.landing(position, picks), position.own.space
        then = after(position, moves)
        if position.single:
            assert end is None
            continue
        assert end == then.players[position.turn].space
        beads = [
            sprite.key
            for sprite in view.player_view(position.turn).tried(position, picks, moves)
            if "way" in sprite.key
        ]
        assert beads == [f"way {space}" for space in range(start + 1, end + 1)]


@pytest.mark.parametrize("seed", range(10))
def test_what_is_said_is_what_happens(seed: int) -> None:
    for position, picks in tries(seed):
        moves = trial.moves(position, picks)
        if not moves:
            continue
        seat, messages = position.turn, speech.tried(position, picks, moves)
        then, events = after(position, moves), happened(position, moves)
        gained = [event for event in events if isinstance(event, Gained)]
        incomes = [event.amount for event in gained if event.resource == "income"]
        single = next((event for event in gained if event.resource == "single"), None)
        lost = any(isinstance(event, Passed) for event in events)
        assert args(messages, "Income {count}.", "count") == (incomes if len(incomes) == 1 else [])
        assert args(messages, "Income {count}, and {count} again.", "count") == (
            incomes[:1] if len(incomes) == 2 else []
        )
        assert bool(args(messages, "It wins the single patch of space {space}.", "space")) == bool(single)
        assert args(messages, "It wins the single patch of space {space}.", "space") == (
            [then.single] if then.single else []
        )
        assert bool(args(messages, "The single patch of space {space} is lost: the quilt is full.", "space")) == lost
        assert any(message.text == "That makes 7 by 7: 7 points." for message in messages) == (
            then.tile != position.tile
        )
        next_up = settled(then)
        if next_up.over:
            assert said_is_over(messages)
        else:
            again = args(messages, "Then {player} moves again.", "player")
            others = args(messages, "Then {player} moves.", "player")
            assert (again, others) == (
                ([PlayerName(seat)], []) if next_up.turn == seat else ([], [PlayerName(1 - seat)])
            )
        if len(moves) == 2:
            price = PATCHES[position_patch(moves)].price
            left = args(messages, "It fits here. Price {price}, which leaves {left}.", "left")
            assert left == [position.own.buttons - price] == [after(position, moves[:1]).own.buttons]
            three = args(speech.unseen(position, picks, moves), "Then patches {numbers} are within reach.", "numbers")
            assert three == ([Listed(tuple(map(str, then.queue[:3])))] if then.queue and not next_up.over else [])


def position_patch(moves: tuple[Move, ...]) -> int:
    assert isinstance(moves[0], Take)
    return moves[0].patch


def happened(position: Position, moves: tuple[Move, ...]) -> list[object]:
    events: list[object] = []
    for move in moves:
        events += position.events(move)
        position = position.play(move)
    return events


def said_is_over(messages: tuple[Message, ...]) -> bool:
    return any(message.text == "Then the game is over." for message in messages)


def args(messages: tuple[Message, ...], text: str, name: str) -> list[object]:
    """Return the values of the argument `name` in every message with this sentence."""
    return [dict(message.args)[name] for message in messages if message.text == text]


@pytest.mark.parametrize("seed", range(6))
def test_offers_say_what_can_be_bought(seed: int) -> None:
    for position in game(seed).positions[:-1]:
        if position.hand or position.single:
            continue
        near = [spot for spot, within in trial.offers(position) if within]
        assert near == [*(f"patch {patch}" for patch in position.queue[:3]), "advance"]
        for patch in position.queue:
            can = Take(patch) in position.moves()
            offer = speech.offer(position, f"patch {patch}")
            assert can == (offer.flaw is None and patch in position.queue[:3])
            assert can == english(offer.description).endswith("It can be bought.")
            short = PATCHES[patch].price - position.own.buttons
            if patch in position.queue[:3] and short > 0 and fits(patch, position.own.quilt):
                missing = f"{short} button is missing." if short == 1 else f"{short} buttons are missing."
                assert english(offer.description).endswith(missing)
            if can:
                assert trial.point(position, (), f"patch {patch}")[0] == f"patch {patch}"
                assert trial.moves(position, trial.point(position, (), f"patch {patch}"))


def test_previews_of_what_is_rare() -> None:
    tile = state(quilts=(cover("(0,0)-(6,6)") & ~cover("(3,3),(3,4)"), 0), market=(1,))
    picks = ("patch 1", "turned r0", "d4")
    moves = trial.moves(tile, picks)
    assert moves == (Take(1), Place(0, 30))
    assert any(message.text == "That makes 7 by 7: 7 points." for message in speech.tried(tile, picks, moves))
    full = state(pos=(25, 25), but=(5, 5), quilts=(all_but("(0,0),(0,1)"), 0), market=(1,), tile=1)
    picks = ("patch 1", "turned r0", "a1")
    messages = speech.tried(full, picks, trial.moves(full, picks))
    assert args(messages, "The single patch of space {space} is lost: the quilt is full.", "space") == [26]
    last = state(pos=(50, 53), inc=(6, 0))
    assert said_is_over(speech.tried(last, ("advance",), trial.moves(last, ("advance",))))
    assert facts.forecast(last, last.moves()[-1]).next == NOBODY


# The log and the players' counts -------------------------------------------------------------------------------

INCOME = "{player} gets {count} button of income."
AHEAD = "{player} goes ahead {count} space to {space} and gets as many buttons."
BUYS = "{player} buys patch {number}, {shape}, for {count} button."
SEWS = "{player} sews it on from {cell} and goes to space {space}."
WINS = "{player} wins the single patch of space {space}."


@pytest.mark.parametrize("seed", range(10))
def test_the_log_tells_what_happened(seed: int) -> None:
    match = game(seed)
    for before, move, then in zip(match.positions, match.moves, match.positions[1:], strict=False):
        seat, messages = before.turn, speech.tell(before, move)
        assert all(dict(message.args).get("player", PlayerName(seat)) == PlayerName(seat) for message in messages)
        mine, now = before.players[seat], then.players[seat]
        incomes = [
            event.amount for event in before.events(move) if isinstance(event, Gained) and event.resource == "income"
        ]
        assert sum(number(messages, INCOME, "count")) == sum(incomes)
        assert number(messages, WINS, "space") == ([then.single] if then.single and not before.single else [])
        assert any("bonus tile" in message.text for message in messages) == (then.tile != before.tile)
        assert any("Both players" in message.text for message in messages) == then.over
        if isinstance(move, Take):
            assert number(messages, BUYS, "number") == [move.patch]
            assert number(messages, BUYS, "count") == [mine.buttons - now.buttons]
        elif isinstance(move, Place):
            assert number(messages, SEWS, "space") == [now.space]
            assert args(messages, SEWS, "cell") == [NAMES[move.corner]]
        elif not isinstance(move, Single):
            assert number(messages, AHEAD, "space") == [now.space]
            assert (
                number(messages, AHEAD, "count")
                == [now.space - mine.space]
                == [now.buttons - mine.buttons - sum(incomes)]
            )


def number(messages: tuple[Message, ...], text: str, name: str) -> list[int]:
    return [value for value in args(messages, text, name) if isinstance(value, int)]


@pytest.mark.parametrize("seed", range(4))
def test_the_cards_count_what_there_is(seed: int) -> None:
    for position in game(seed).positions:
        for seat, card in enumerate(speech.more(position)):
            player = position.players[seat]
            counted = {fact.label.text: fact.value for fact in card}
            assert counted["Score" if position.over else "Score now"] == rules.score(position, seat)
            assert counted["Buttons"] == player.buttons
            assert counted["Income"] == player.income
            assert counted["Empty cells"] == 81 - player.quilt.bit_count()
            assert counted["Missing for 7 by 7"] == facts.left_for_square(player)[0]
            if position.over:
                assert not any(text.startswith(("Score ", "Space")) for text in counted), "nothing is ahead"
                continue
            assert counted["Space on the track"] == player.space
            assert counted["Score if both only go ahead"] == facts.if_both_pass(position)[seat]
            assert counted["Spaces to the next income"] == facts.next_income(player)
            assert counted["Spaces to the next single patch"] == facts.next_single(position, seat)
    outcome = game(seed).outcome()
    assert outcome is not None
    assert [card[0].value for card in speech.facts(game(seed).position)] == list(outcome.scores)
