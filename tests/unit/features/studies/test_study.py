"""Test studies as values and as texts: round trips in every game, bounds, and damaged, foreign and newer texts."""

from __future__ import annotations

import json
import zlib
from random import Random
from typing import Any

import pytest

from chowk import games
from chowk.core import chance
from chowk.core.errors import TextError
from chowk.core.message import english
from chowk.core.packing import code
from chowk.core.variations import Variations
from chowk.features.studies import study as model
from chowk.features.studies.study import Chapter, Study

INPUTS = 400
"""Number of damaged texts that the reader gets."""


def chapter(name: str, plies: int = 8, seed: int = 5) -> Chapter:
    """Return a chapter with a line of random moves, a branch at its start, a comment, a mark and a ring."""
    match: Any = games.load(name).match(seed)
    for ply in range(plies):
        moves = match.position.moves()
        match.play(moves[chance.below(len(moves), seed, ply)])
    tree, node = Variations(match.ruleset.notation.write_position(match.position_after(0))), 0
    for move in match.written():
        tree, node = tree.played(node, move)
    other = next((text for text in _options(match) if text != tree.nodes[1].move), "")
    if other:
        tree, branch = tree.played(0, other)
        tree = tree.commented(branch, "Not this: it loses.")
    tree = tree.commented(0, "The start").marked(node, "!?").sketched(node, "d3>e4")
    return Chapter(name, f"{name} one", tree, node)


def _options(match: Any) -> list[str]:
    start, write = match.position_after(0), match.ruleset.notation.write_move
    return [write(start, move) for move in start.moves()]


def refusal(text: str) -> str:
    with pytest.raises(TextError) as caught:
        model.read(text)
    return english(caught.value.why)


def study() -> Study:
    return Study("All games", tuple(chapter(name) for name in games.ready()))


def test_a_study_of_every_game_survives_as_text_and_as_a_link() -> None:
    whole = study()
    text = model.write(whole)
    again = model.read(text)
    assert model.write(again) == text
    assert [(one.game, one.name) for one in again.chapters] == [(one.game, one.name) for one in whole.chapters]
    for before, after in zip(whole.chapters, again.chapters, strict=True):
        assert after.tree.moves(after.node) == before.tree.moves(before.node)
        assert {node.comment for node in after.tree.nodes.values()} == {
            node.comment for node in before.tree.nodes.values()
        }
        assert after.tree.nodes[after.node].drawings == ("d3>e4",)
    link = model.write_link(whole)
    assert len(link) <= model.LONGEST_LINK + len("#y=1.")
    assert model.write(model.read_link(model.find_code(f"See https://example.org/{link} now"))) == text
    assert model.summary(text) == ("All games", len(games.ready()))


def test_chapters_are_moved_replaced_and_deleted() -> None:
    first, second, third = chapters = tuple(chapter("reversi", 2)._replace(name=name) for name in "abc")
    whole = Study("x", chapters)
    assert whole.moved(0, 1).chapters == (second, first, third)
    assert whole.moved(0, -1) == whole.moved(2, 1) == whole.moved(7, -1) == whole
    assert whole.without(1).chapters == (first, third)
    assert whole.with_chapter(1, third).chapters == (first, third, third)
    assert whole.moves == 3 * 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "This file is empty."),
        ("{", "This is not a study that Chowk wrote."),
        ('{"chowk":"games","form":1}', "This is not a study that Chowk wrote."),
        ('{"chowk":"study","form":"1"}', "This is not a study that Chowk wrote."),
        ("[" * 9000, "This is not a study that Chowk wrote."),
        ('{"chowk":"study","form":2}',
         "This file was written by a newer version of Chowk. Reload the page to get it, then try again."),
        ('{"chowk":"study","form":1,"name":"x"}', "This file is damaged."),
        ('{"chowk":"study","form":1,"name":"x","chapters":[3]}', "This file is damaged."),
        ('{"chowk":"study","form":1,"name":"x","chapters":[{"game":"go","name":"","tree":{}}]}',
         "This file is damaged."),
    ],
)  # fmt: skip
def test_other_texts_are_refused_with_a_reason(text: str, why: str) -> None:
    assert refusal(text) == why


def test_an_illegal_move_and_too_many_chapters_or_moves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = json.loads(model.write(study()))
    fields["chapters"][0]["tree"]["nodes"][1][1] = "zz"
    assert refusal(json.dumps(fields)) == "This file is damaged."
    text = model.write(Study("x", (chapter("reversi", 4),) * 2))
    monkeypatch.setattr(model, "MOST_MOVES", 9)
    assert refusal(text) == "This file is damaged."
    monkeypatch.setattr(model, "MOST_CHAPTERS", 1)
    assert refusal(text) == "This file is damaged."


def test_a_link_that_is_long_cut_changed_or_newer_is_refused() -> None:
    long = Study("x", tuple(chapter("reversi", 50, seed) for seed in range(40)))
    with pytest.raises(TextError, match="too long for a link"):
        model.write_link(long)
    link = model.write_link(Study("x", (chapter("checkers"),))).lstrip("#")
    for wrong in (link[:-1], link[:-9], link[:20] + "A" + link[21:], "y=1.", f"y=1.{'A' * 5000}"):
        with pytest.raises(TextError, match="damaged"):
            model.read_link(wrong)
    with pytest.raises(TextError, match="newer version"):
        model.read_link(link.replace("y=1.", "y=2."))
    bomb = code(zlib.compress(b" " * 60_000_000, 9))
    with pytest.raises(TextError, match="damaged"):
        model.read_link(f"y=1.{bomb[: model.LONGEST_LINK]}")


def test_damaged_texts_are_read_or_refused() -> None:
    random = Random(5)
    texts = [model.write(Study("x", (chapter(name, 4),))) for name in games.ready()]
    for number in range(INPUTS):
        text = texts[number % len(texts)]
        first, last = sorted(random.randrange(len(text)) for _ in range(2))
        piece = random.choice(("", text[first:last][:40], '"', "-1", "[]", "9" * 30, "{}", "null", "\\ud800"))
        damaged = text[:first] + piece + text[last if random.random() < 0.5 else first + 1 :]
        try:
            again = model.read(damaged)
        except TextError:
            continue
        assert model.read(model.write(again)) == again


def test_a_link_with_a_study_of_a_newer_form_says_so() -> None:
    text = json.dumps({**json.loads(model.write(study())), "form": model.FORM + 1})
    with pytest.raises(TextError) as caught:
        model.read_link(f"y={model.LINK}.{code(zlib.compress(text.encode(), 9))}")
    assert "This link was made by a newer version" in english(caught.value.why)
