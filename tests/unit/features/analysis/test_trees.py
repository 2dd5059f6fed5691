"""Test analyses in links: all lines are read back as written, and damage is detected."""

from __future__ import annotations

import random
import re

import pytest

from chowk import games
from chowk.app import commands
from chowk.core.errors import TextError
from chowk.core.variations import MARKS, Variations
from chowk.features.sharing import send
from chowk.storage import tree_link
from tests.fakes import FakeWorld, app_in


def some_tree(name: str, seed: int, moves: int, drawn: bool = False) -> tuple[Variations, int]:
    """Return a tree of `moves` random moves with some marks and comments, and the number of one of its nodes.

    If `drawn`, it also has drawings.
    """
    game, draw = games.load(name), random.Random(f"{name} {seed}")
    start = game.match(seed, draw.choice(game.sign.seats)).position
    tree, positions, node = Variations(game.notation.write_position(start), seed), {0: start}, 0
    for _ in range(moves):
        node = draw.choice([node, node, node, *positions])
        if positions[node].moves():
            move = draw.choice(positions[node].moves())
            tree, after = tree.played(node, game.notation.write_move(positions[node], move))
            positions[after], node = positions[node].play(move), after
        if draw.random() < 0.2:
            tree = tree.marked(node, draw.choice(list(MARKS))).commented(node, "ಆಟ “d3” $1 ;")
            if drawn:
                spots = [cell.spot for row in game.view.cells() for cell in row]
                tree = tree.sketched(node, draw.choice(spots)).sketched(node, ">".join(draw.sample(spots, 2)))
    return tree, node


@pytest.mark.parametrize("name", games.ready())
def test_an_analysis_comes_out_of_its_link_as_it_went_in(name: str) -> None:
    for seed in range(3):
        tree, node = some_tree(name, seed, 40)
        link = tree_link.write(name, tree, node)
        assert re.fullmatch(r"#a=1\.[A-Za-z0-9_-]+", link)
        analysis = tree_link.read(tree_link.find_code(f"See https://x.example/{link}."))
        assert analysis.name == name
        assert analysis.tree.write(analysis.node).split('"at"')[0] == tree.write(node).split('"at"')[0]
        assert analysis.tree.write(analysis.node) == tree.write(node)
        assert analysis.tree.moves(analysis.node) == tree.moves(node)


@pytest.mark.parametrize("name", games.ready())
def test_drawings_travel_in_links_of_a_later_version(name: str) -> None:
    tree, node = some_tree(name, 5, 40, drawn=True)
    link = tree_link.write(name, tree, node)
    assert link.startswith("#a=2.")
    analysis = tree_link.read(tree_link.find_code(f"See https://x.example/{link}."))
    assert analysis.tree.write(analysis.node) == tree.write(node)
    with pytest.raises(TextError, match="damaged"):
        tree_link.read(tree_link.find_code(link).replace("a=2", "a=1"))


def test_a_damaged_link_is_known_and_one_too_long_is_not_written() -> None:
    tree, _ = some_tree("reversi", 1, 10)
    link = tree_link.find_code(tree_link.write("reversi", tree))
    for place in range(4, len(link)):
        other = "A" if link[place] != "A" else "B"
        with pytest.raises(TextError, match="damaged"):
            tree_link.read(link[:place] + other + link[place + 1 :])
    with pytest.raises(TextError, match="newer"):
        tree_link.read(link.replace("a=1", "a=4"))
    with pytest.raises(TextError, match="too long"):
        tree_link.write("patchwork", some_tree("patchwork", 1, 900)[0].commented(0, "ಆ" * 500))


@pytest.mark.parametrize("name", games.ready())
def test_a_link_that_hides_values_is_refused_by_older_pages_and_cannot_be_relabelled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drawn in (False, True):
        tree, node = some_tree(name, 6, 30, drawn)
        link = tree_link.find_code(tree_link.write(name, tree, node, quiet=True))
        assert link.startswith("a=3.")
        analysis = tree_link.read(link)
        assert analysis.quiet
        assert analysis.tree.write(analysis.node) == tree.write(node)
        assert not tree_link.read(tree_link.find_code(tree_link.write(name, tree, node))).quiet
        for number in "12":
            with pytest.raises(TextError, match="damaged"):
                tree_link.read(link.replace("a=3", f"a={number}"))
        with monkeypatch.context() as older:
            older.setattr(tree_link, "QUIET", 2)  # earlier pages know no greater version
            with pytest.raises(TextError, match="newer version"):
                tree_link.read(link)


async def test_an_analysis_is_shared_as_a_link_that_opens_it_again() -> None:
    app = app_in(FakeWorld())
    await app.start()
    commands.do(app, "analyse", "checkers")
    for move in ("11-15", "23-18"):
        commands.do(app, "study-play", move)
    commands.do(app, "study-mark", "?!")
    assert app.table is not None
    address = send.address(app, app.table)
    other = app_in(FakeWorld())
    await other.start()
    send.follow(other, address.partition("#")[2])
    assert other.place.where == "analysis"
    assert other.table is not None
    assert other.table.match.written() == ["11-15", "23-18"]
    assert list(other.kept.analyses.values()) == list(app.kept.analyses.values())
    assert send.address(other, other.table) == address
