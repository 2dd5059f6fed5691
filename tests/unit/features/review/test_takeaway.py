"""Test two sentences for a person who lost, on the result sheet: one thing that went well, and one thing to try."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from chowk import games
from chowk.app import pages
from chowk.app.app import App
from chowk.core import parcels
from chowk.core.message import english
from chowk.features.review.review import Review
from chowk.features.review.takeaway import takeaway
from chowk.games.verdicts import Judged
from chowk.session.table import Table
from chowk.storage.plan import Plan, SeatPlan
from tests.fakes import FakeWorld, app_in
from tools.shared.html import to_html

PERSON, BOT = SeatPlan(), SeatPlan("bot", 0)


def played(seats: tuple[SeatPlan, ...] = (PERSON, BOT), loser: int = 0) -> Review:
    """Return the review of a game of checkers that the seat `loser` resigned. No move is judged yet."""
    game = games.load("checkers")
    match, draw = game.match(3), random.Random(4)
    for _ in range(12):
        match.play(draw.choice(match.position.moves()))
    match.resign(loser)
    return Review(Table(game, Plan("checkers", seats), match, "1", ""))


def judge(review: Review, ply: int, cost: float, stake: float, *, known: bool = False, plain: str = "") -> None:
    """Set the judgement of a move in a review. If `cost` is above 0, the judgement has another move as the best one.

    `stake` is the winning chance that a random move loses on average. `known` is True if the move is in the opening
    book. `plain` is the best move if it is obvious, else an empty text.
    """
    position, notation = review.match.position_after(ply), review.match.ruleset.notation
    others = [notation.write_move(position, move) for move in position.moves()]
    best = next(move for move in others if (move == review.moves[ply]) == (not cost))
    review.judged[ply] = Judged(best, 0.0, 20, cost=cost or None, deep=True, stake=stake, plain=plain, known=known)


def takeaway_texts(review: Review, seat: int = 0) -> list[str]:
    return [english(message) for message in takeaway(review, seat)]


def described(ply: int, text: str | None) -> str:
    """Return the expected description of the move `text` at a ply. Fail if `text` is None.

    At an even ply, the description of "11-15" is "seat 0: 11 to 15.".
    """
    assert text is not None
    start, _, end = text.partition("-")
    return f"seat {ply % 2}: {start} to {end}."


def test_the_best_move_with_the_most_at_stake_went_well() -> None:
    review = played()
    choices = [ply for ply in range(0, 12, 2) if review.choice(ply)]
    assert takeaway_texts(review) == [], "nothing is known"
    judge(review, choices[0], 0.0, 0.001)
    assert takeaway_texts(review) == [], "nothing was at stake"
    judge(review, choices[1], 0.0, 0.2)
    judge(review, choices[2], 0.0, 0.3)
    judge(review, choices[3], 0.0, 0.9, plain=review.moves[choices[3]])
    judge(review, choices[4], 0.0, 0.9, known=True)
    assert takeaway_texts(review) == [
        f"Went well, move {choices[2] + 1}: {described(choices[2], review.moves[choices[2]])}"
    ]
    assert takeaway_texts(review, 1) == [], "these are moves of the other player"


def test_the_theme_that_cost_most_is_told_with_its_costliest_move(monkeypatch: pytest.MonkeyPatch) -> None:
    review = played()
    scale, sign = review.scale, games.sign("checkers")
    assert sign.mistakes is not None
    themes = sign.mistakes()
    wrong = [ply for ply in range(0, 12, 2) if review.choice(ply)][:3]
    named = dict(zip((review.match.position_after(ply) for ply in wrong), ("pieces", "king", "king"), strict=True))
    changed = themes._replace(theme=lambda position, _move, _best: named[position])
    monkeypatch.setattr(games, "sign", lambda _: SimpleNamespace(mistakes=lambda: changed))
    # One mistake costs most alone, but two of another theme cost more together.
    for ply, share in zip(wrong, (3.0, 1.5, 2.5), strict=True):
        judge(review, ply, share * scale.mistake * scale.won, 0.1)
    line = f"To try at move {wrong[2] + 1}: {described(wrong[2], review.better(wrong[2]))}"
    assert takeaway_texts(review) == ["What cost most: Kings allowed.", line]
    named[review.match.position_after(wrong[1])] = named[review.match.position_after(wrong[2])] = "other"
    assert takeaway_texts(review) == [line], "others have no name"
    monkeypatch.setattr(games, "sign", lambda _: SimpleNamespace(mistakes=None))
    line = f"To try at move {wrong[0] + 1}: {described(wrong[0], review.better(wrong[0]))}"
    assert takeaway_texts(review) == [line], "no themes are declared"


async def shown(review: Review) -> str:
    app: App = app_in(FakeWorld())
    await app.start()
    app.sit_down(review.table)
    app.pause()
    app.review = review
    review._closer = set()
    for ply in review.unsearched:
        review.judged[ply] = Judged("")
    app.place.open_sheet("result")
    return to_html(pages.page(app, app.words))


@pytest.mark.parametrize(
    ("seats", "loser", "says"),
    [((PERSON, BOT), 0, True), ((PERSON, BOT), 1, False), ((PERSON, PERSON), 0, False), ((BOT, PERSON), 0, False)],
)
async def test_only_a_person_who_lost_to_others_is_told(seats: tuple[SeatPlan, ...], loser: int, says: bool) -> None:
    review = played(seats, loser)
    ply = next(ply for ply in range(0, 12, 2) if review.choice(ply))
    judge(review, ply, 0.0, 0.5)
    page = await shown(review)
    assert ("Went well, move" in page) == says


async def test_the_space_is_reserved_until_the_words_have_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    review = played()
    judge(review, next(ply for ply in range(0, 12, 2) if review.choice(ply)), 0.0, 0.5)
    known = await shown(review)
    monkeypatch.setattr(parcels, "is_unfetched", lambda parcel: parcel == parcels.PRACTICE)
    awaited = await shown(review)
    assert "Went well" in known
    assert "Went well" not in awaited
    assert known.count('class="decided"') == awaited.count('class="decided"')
