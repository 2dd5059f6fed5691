"""List every reader of untrusted input, with sample texts and a check of its guarantees for accepted texts."""

from __future__ import annotations

import io
import json
import random
import unicodedata
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pytest

import serve
from chowk import games
from chowk.app import history
from chowk.app.opened import Open
from chowk.core import chance, json_record, record, variations
from chowk.core.errors import TextError
from chowk.core.match import Match
from chowk.core.message import english, say
from chowk.core.packing import code, decode
from chowk.core.position import CHANCE
from chowk.core.sanitize import NAME_LENGTH, STACKED, named, replace_invisible
from chowk.core.time_control import PACES, Spent, Timing
from chowk.core.variations import Variations
from chowk.engine.protocol import Reply, Request, read_reply, read_request
from chowk.features.analysis.analysis import read_kept
from chowk.features.collections import listing, sought
from chowk.features.correspondence import reconcile
from chowk.features.correspondence.view import pending
from chowk.features.live import signalling
from chowk.features.sharing import collection, foreign_texts, game_link, parse
from chowk.features.sharing.decoding import decoded
from chowk.features.translation import po
from chowk.features.translation.desk import TranslatorsDesk
from chowk.features.translation.desk_view import Notice, page
from chowk.games.checkers import notation as checkers
from chowk.games.reversi import notation as reversi
from chowk.games.reversi import wthor
from chowk.library import files as library_files
from chowk.protocols.nboard import NBoardEngine
from chowk.storage import exchange, saves, seat_keys, statistics, tree_link
from chowk.storage import greeting as greetings
from chowk.storage import turn_link as letters
from chowk.storage.greeting import Greeting
from chowk.storage.plan import Plan, SeatPlan, checked, usual_plan
from chowk.storage.queue import _unwritten
from chowk.storage.settings import SETTING_VALUES, Settings
from chowk.storage.turn_link import Invitation, Joiner, Wish
from chowk.ui.screens.home import home, read_note
from tests.fakes import FakeWorld, app_in
from tests.fuzzing import damage
from tests.fuzzing.damage import Damage
from tests.unit.features.correspondence.players import Device, begun, chain_of, play, secret, terms
from tests.unit.features.correspondence.test_handover import asks, handed, lost

FEW: Final = 3
"""Maximum number of games in one file that are checked."""
PLIES: Final = (0, 2, 7)
"""Lengths of the sample games, in plies. They are short because long games are slow to replay."""


FILTERS: Final = "player:asha!20rao;since:1999;result:draw;least:20;order:players"
"""Filters for the list of games of a collection, in the form that they have in an address."""
SOUGHT: Final = (
    "checkers~rk.2_wk.1_wm.1~1.B_5.~on",
    "reversi~corner.20~a1.black_b2.~on",
    "reversi~~a1.",
    "patchwork~a.1",
)
"""Sample conditions of board searches, as they are in an address."""


class Reader(NamedTuple):
    """A reader of texts that is fuzzed: its function, its sample texts, and a function that damages texts.

    `read` raises `TextError` for a text that it refuses, and `AssertionError` if the result of a text that it accepted
    breaks a guarantee.
    """

    read: Callable[[str], Any]
    samples: Callable[[], Sequence[str]]
    damage: Damage


def _read_filters(text: str) -> None:
    """Check that the filters of a collection's list stay the same when they are written and read again.

    Any text can be read as filters.
    """
    filters = listing.read(text)
    assert listing.read(filters.write()) == filters
    assert not set(filters.write()) & set("%&=# ")


def _read_sought(text: str) -> None:
    """Check that the conditions of a board search stay the same when they are written and read again.

    No text is refused. Reading a text that does not name a searchable game returns None, which is not checked.
    """
    wanted = sought.read(text)
    if wanted is not None:
        assert sought.read(wanted.write()) == wanted
        assert not set(wanted.write()) & set("%&=# ")
        assert wanted.conditions is None or len(wanted.conditions.pattern) <= 64


def complaint(read: Callable[[str], Any], text: str) -> str:
    """Return the message of the `TextError` that a reader raises for a text, or "" if the reader accepts the text.

    Check that the message is readable. Do not catch other errors.
    """
    try:
        read(text)
    except TextError as error:
        refusal = error
    else:
        return ""
    assert english(refusal.why), "a complaint without words"
    assert len(str(refusal)) < 400, "the complaint repeats too much"
    assert min(refusal.line, refusal.column) >= 0, "a place outside the text"
    return refusal.why.text


# Sample texts -------------------------------------------------------------------------------------------------------


@cache
def _matches(name: str) -> tuple[Match[Any, Any], ...]:
    return tuple(_begun(name, seats, plies) for seats in games.sign(name).seats for plies in PLIES)


def _begun(name: str, seats: int, plies: int) -> Match[Any, Any]:
    """Return a match with the first `plies` plies of a game whose moves are random, but always the same."""
    match = games.load(name).match(plies, seats)
    while match.ply < plies and match.outcome() is None:
        moves = match.position.moves()
        chancy = match.position.turn == CHANCE
        match.play(match.roll() if chancy else moves[chance.below(len(moves), plies, -1 - match.ply)])
    return match


@cache
def _positions(name: str) -> tuple[Any, ...]:
    positions = [match.position_after(ply) for match in _matches(name) for ply in range(0, match.ply + 1, 3)]
    return tuple(position for position in positions if position.moves())


def _every(kind: Callable[[str], Iterable[str]]) -> list[str]:
    return [text for name in games.ready() for text in kind(name)]


def _position_texts(name: str) -> list[str]:
    return [games.load(name).notation.write_position(position) for position in _positions(name)]


def _move_texts(name: str) -> list[str]:
    write = games.load(name).notation.write_move
    return sorted({write(position, move) for position in _positions(name) for move in position.moves()[:20]})


def _game_texts(name: str) -> list[str]:
    notation = games.load(name).notation
    headers = {"Date": "2026.11.21", "Event": 'a "name" \\'}
    matches = (*_matches(name), *_given_up(name))
    return [notation.write_game(match, form.name, headers) for match in matches for form in notation.FORMATS]


def _foreign_texts(name: str) -> list[str]:
    texts = _game_texts(name)
    if name == "checkers":
        texts += [
            '[Event "x"]\n[Result "1-0"]\n1. 11-15 {a} 23-19 (23-18 $2 8-11; all\n) 2. 8-11! 22-17 1-0\n',
            '[FEN "W:WK18,24:B1-3,K10"]\n*\n[GameType "21"] 1. 9-14 *\n[Ballot "3"] 9-13 21-17 5-9 *',
            "B:W18,24,K10:B12,16,K22. quiet=12 repetition=off",
        ]
    texts += [row["text"] for row in _golden() if row["game"] == name]
    return [text for text in texts if text.strip()]


@cache
def _golden() -> tuple[dict[str, Any], ...]:
    """Return the entries of tests/data/texts.json that hold games, as other programs write them."""
    table = json.loads((Path(__file__).parents[1] / "data" / "texts.json").read_text("ascii"))
    return tuple(row for row in table if "games" in row)


def _records(name: str) -> list[str]:
    return [record.write(match, {"Date": "2026.11.21"}) for match in (*_matches(name), *_given_up(name))]


@cache
def _given_up(name: str) -> tuple[Match[Any, Any], ...]:
    """Return three matches that ended before the rules ended them: by resignation, by an agreed draw, and on time."""
    matches = [_begun(name, games.sign(name).seats[-1], 2) for _ in range(3)]
    matches[0].resign(1)
    matches[1].agree()
    matches[2].overstep(0)
    return tuple(matches)


def _saves(name: str) -> list[str]:
    return [
        saves.write_save(
            saves.Save(f"{number:016x}", _plan(match), match, CREATED, CREATED, True, 300, timing=_timing(match))
        )
        for number, match in enumerate(_matches(name))
    ]


def _timing(match: Match[Any, Any]) -> Timing | None:
    """Return invented clock times for a match of two players, or None for a match with more players."""
    times = tuple(
        None if position.turn == CHANCE else Spent(max(0, position.turn), 1500) for position in match.positions[:-1]
    )
    return Timing(PACES[-1], times, 1, 700) if match.position.seats == 2 else None


def _plan(match: Match[Any, Any]) -> Plan:
    name, seats = match.ruleset.name, match.position.seats
    people = (SeatPlan("person", 0, "Ada"),) * (seats - 1)
    return usual_plan(name)._replace(seats=(SeatPlan("bot", 2), *people), pace=PACES[-1] if seats == 2 else None)


def _pdn_trees() -> list[str]:
    game, tree = games.load("checkers"), _trees()[games.ready().index("checkers")]
    match: Match[Any, Any] = Match(game.ruleset, game.notation.read_position(tree.start))
    for move in tree.moves(tree.end(0)):
        match.push(move)
    foreign = [row["text"] for row in _golden() if row["game"] == "checkers" and set(row["text"]) & {*"({"}]
    return [
        checkers.write_variations(tree, match, {}),
        "1. 11-15! (1. 9-14 {a} (1. 9-13 ?) $1) 1... 23-19 0-1",
        *foreign,
    ]


def _reversi_trees() -> list[str]:
    """Return texts with games of Reversi in the Smart Game Format and in GGF, with variations and comments."""
    tree = _trees()[games.ready().index("reversi")]
    match = variations.main_line(tree, games.load("reversi").ruleset)
    foreign = [row["text"] for row in _golden() if row["game"] == "reversi" and "(;" in row["text"]]
    return [reversi.write_variations(tree, match, tree.headers), *foreign]


def _wthor_files() -> list[str]:
    """Return one file in the format WTHOR as text, with a character for each byte."""
    match = _begun("reversi", 2, 99)
    return [
        wthor.write([(match, {"Black": "Asha", "Event": "x"})] * 3, 2001, wthor.WthorDay(2026, 11, 28)).games.decode(
            "latin-1"
        )
    ]


def _tree_links() -> list[str]:
    with patch.object(tree_link, "_sum", lambda *_: b"sum"):
        named = [*zip(games.ready(), _trees(), strict=True)]
        return [
            tree_link.find_code(tree_link.write(*analysis, quiet=quiet))
            for quiet in (False, True)
            for analysis in named
        ]


def _links(name: str) -> list[str]:
    return [
        game_link.find_code(game_link.write(match, _plan(match), None)) for match in (*_matches(name), *_given_up(name))
    ]


def _results() -> statistics.Results:
    return {
        f"{number:016x}": statistics.Result(name, 2, number, 1, False, 3, False, 60, CREATED)
        for number, name in enumerate(games.ready())
    }


@cache
def _trees() -> tuple[Variations, ...]:
    trees = []
    headers = {"Black": "Asha", "Event": "Tour", "Date": "2026.11.21", "Ended": "resigned 1"}
    for name in games.ready():
        match = _matches(name)[-1]
        tree, node = Variations(match.ruleset.notation.write_position(match.position_after(0)), match.seed), 0
        for move in match.written()[:2]:
            tree, node = tree.played(node, move)
        other = match.ruleset.notation.write_move(match.position_after(0), match.position_after(0).moves()[-1])
        tree, beside = tree.played(0, other)
        tree = tree.commented(0, "from the start").commented(node, "a comment").marked(beside, "!?")
        tree = tree._replace(headers=headers)
        plain = name == games.ready()[0]
        trees.append(tree if plain else tree.sketched(node, "d3").sketched(node, "a 1>f5").sketched(0, "c4>d3"))
    return tuple(trees)


def _files() -> list[str]:
    bundles = [saves.read_save(_saves(name)[place], games.find_ruleset) for name in games.ready() for place in (0, 2)]
    return [
        exchange.write(bundles[start : start + 2], ["unread"], _results(), CREATED)
        for start in range(0, len(bundles), 2)
    ]


def _seats() -> list[str]:
    own = chain_of(0, secret(0))
    joiners = (Joiner("Asha", own.commitment), None)
    invitations = [Invitation(terms(name, 2), joiners) for name in games.ready()]
    texts = [
        seat_keys.write(seat_keys.OwnSeat(own, chain, CREATED, brought=number == 1))
        for number, chain in enumerate(invitations)
    ]
    asking, request = _asking()
    return [
        *texts,
        seat_keys.write(seat_keys.OwnSeat(asking.own, asking.invitation, CREATED, letters.find_code(request))),
    ]


def _seat_links() -> list[str]:
    """Return links that hand over a seat to another device, one for each of four seats.

    They have the checksum that `_read_seat_link` accepts.
    """
    with patch.object(seat_keys, "_sum", lambda _: b"ok"):
        letter = letters.find_code(_tables()[0][0])
        return [seat_keys.link(chain_of(chair, secret(chair)), f"#{letter}") for chair in range(4)]


@cache
def _asking() -> tuple[Device, str]:
    """Return a new device, and the letter in which it asks the other players of a game by mail for a seat."""
    due, waiting = lost("parcheesi", 3)
    return asks(waiting[0].send(), due.own.chair)


@cache
def _tables() -> tuple[tuple[str, Device], ...]:
    """Return letters (messages of games by mail) of every kind, each with a device that is to receive it."""
    letters_and_devices = []
    for number, (name, chairs, turns) in enumerate((("reversi", 2, 5), ("kilkenny", 3, 6), ("parcheesi", 2, 4))):
        devices = begun(terms(name, chairs, strict=name == "kilkenny"), number)
        waits = devices[0]
        letters_and_devices += [(letters.invite(waits.invitation), waits)]
        letters_and_devices += [(sent, waits) for sent in play(devices, random.Random(number), turns)]
        ring, match, wishes = waits.game.ring, waits.game.match, list[Wish]()
        if chairs == 2:
            wishes.append(Wish("draw", match.ply, frozenset({waits.own.chair})))
        if name == "reversi":
            back = letters.back_to(match, ring.seat(waits.own.chair)) or 0
            wishes.append(Wish("back", match.ply, frozenset({waits.own.chair}), back))
        letters_and_devices += [
            (letters.write(waits.game.terms, waits.game.names, ring, match, wish), waits) for wish in wishes
        ]
    for name in ("reversi", "checkers"):
        letters_and_devices += _taken_back(name)
    for name, chairs in (("patchwork", 2), ("parcheesi", 4)):
        devices = begun(terms(name, chairs, aids=name == "patchwork"), chairs)
        letters_and_devices += [(letters.invite(devices[0].invitation), devices[0])]
        letters_and_devices += [(sent, devices[0]) for sent in play(devices, random.Random(3), 3)[1:]]
    mover = next(device for device in devices if device.due)
    mover.game.match.resign(mover.game.ring.seat(mover.own.chair))
    letters_and_devices.append((mover.send(), devices[0]))
    _, fresh, others, text = handed("parcheesi", 3)
    fresh.open(text)
    _, waiting = lost("parcheesi", 3)
    return (*letters_and_devices, (text, fresh), (text, others[0]), (_asking()[1], waiting[0]))


def _taken_back(name: str) -> list[tuple[str, Device]]:
    """Return letters (messages of games by mail) of the game `name`, each with the device that is to receive it.

    The first agrees to take a turn back. After some moves, the last three offer a draw, refuse it, and agree to it.
    """
    devices = begun(terms(name, 2), 9)
    play(devices, random.Random(9), 5)
    asking_device = next(device for device in devices if device.due)
    other = next(device for device in devices if device is not asking_device)
    other.wishes("back")
    asking_device.open(other.send())
    asking_device.agrees()
    texts = [asking_device.send()]
    other.open(texts[0])
    texts += play(devices, random.Random(10), 3)
    first, two = devices
    first.wishes("draw")
    texts.append(first.send())
    two.open(texts[-1])
    wish = two.game.wish
    assert wish is not None
    here = two.game
    texts.append(letters.write(here.terms, here.names, here.ring, here.match, wish._replace(no=True)))
    two.agrees()
    texts.append(two.send())
    return [(text, first) for text in texts]


def _letters() -> list[str]:
    """Return the letters (messages of games by mail) of `_tables`, with the checksum that `_read_letter` accepts."""
    codes = (letters.find_code(text) for text, _ in _tables())
    return [f"{text.rpartition('.')[0]}.{_summed(text)}" for text in codes]


def _summed(text: str) -> str:
    """Return the code of a letter (a message of a game by mail) with the checksum that `_read_letter` accepts.

    `text` is a link with the code, or the code itself.
    """
    return code(decode(text.rpartition(".")[2])[:-4] + b"okok")


def _drafts() -> list[str]:
    desk = _desk()
    for entry in desk.entries:
        desk.change(entry.key, 0, "x {a}")
    return [desk.kept()]


def _signals() -> list[str]:
    offer = signalling.Signal("wVg+", "n1QkQe0w/Z4Yl3uXrJ8o2S5d", bytes(range(7, 39)))
    addresses = (signalling.Address(0, bytes(range(16)), 50001), signalling.Address(1, bytes(4), 9))
    return [signalling.written(offer), signalling.written(offer._replace(addresses=addresses, to=b"ab"))]


def _kept_analyses() -> list[str]:
    named = [*zip(games.ready(), _trees(), strict=True)]
    return [f"{name}\n{tree.write(quiet=quiet)}" for quiet in (False, True) for name, tree in named]


def _analyses() -> list[str]:
    named = zip(games.ready(), _trees(), strict=True)
    return [variations.write_text(tree, name, {"Event": "x"}) for name, tree in named]


def _requests() -> list[str]:
    return [
        Request(1, name, text, 0, 7, 10, (text,)).text() for name in games.ready() for text in _position_texts(name)[:2]
    ]


def _entries() -> list[str]:
    things = (Open("table", "00ff"), Open("past"), Open("sheet", "share"))
    return [
        history.Entry(things, fresh, (("game", "reversi"), ("seats", 2))).write()
        for fresh in ("", _saves("reversi")[1])
    ]


def _notes() -> list[str]:
    save = _saves("reversi")[1]
    return [json.dumps([["game.00ff", [None, save], save], ["settings", [None], "{}"], ["plan.reversi", [], None]])]


def _noted() -> list[str]:
    card = ["00ff", 1.0, "Reversi", "Hina against Orca", "Your turn", "12 moves"]
    return [json.dumps({"lang": "en", "head": "Continue", "cards": [card, [*card, 1]], "over": "3 finished games"})]


def _stores() -> list[str]:
    texts = {
        saves.SETTINGS_KEY: saves.write_settings(Settings()),
        saves.STATISTICS_KEY: statistics.write(_results()),
        **{f"{saves.PLAN_KEY}{name}": saves.write_plan(usual_plan(name)) for name in games.ready()},
        **{f"{saves.LESSON_KEY}{name}": "3" for name in games.taught()},
    }
    return [
        json.dumps({**texts, f"{saves.GAME_KEY}{number}": text})
        for number, text in enumerate(_every(lambda name: _saves(name)[1:3]))
    ]


REQUESTS: Final = (
    "GET /chowk/base.css?v=1234 HTTP/1.1\r\nHost: localhost:8000\r\n\r\n",
    "GET /chowk/ HTTP/1.1\r\nHost: localhost:8000\r\n\r\n",
    "GET /chowk/vendor/pyodide/a.js?v=00 HTTP/1.1\r\nHost: 127.0.0.1\r\nIf-None-Match: a\r\n\r\n",
    "HEAD /chowk/css/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET http://localhost/chowk/py/chowk.packed?v=1#x HTTP/1.0\r\nHost: [::1]:80\r\n\r\n",
)
SERVED: Final = Path(serve.__file__).resolve().parent / "css"
CREATED: Final = "2026-11-21T12:00:00+00:00"


# Readers with their guarantees --------------------------------------------------------------------------------------


def _seen(tree: Variations) -> None:
    """Check that no comment in a tree of variations contains invisible control characters."""
    assert all(node.comment == replace_invisible(node.comment) for node in tree.nodes.values()), (
        "signs that nobody sees"
    )


def _played(plan: Plan) -> None:
    """Check that a plan (the set-up of a game) can be played, and that its names contain no invisible characters."""
    assert all(seat.name == named(seat.name) for seat in plan.seats), "signs that nobody sees"
    assert games.load(plan.game).match(0, len(plan.seats), **plan.options).ply == 0


def _read_position(name: str, text: str) -> None:
    notation = games.load(name).notation
    position = notation.read_position(text)
    assert notation.read_position(notation.write_position(position)) == position
    moves = position.moves()
    assert bool(moves) == (position.outcome() is None)
    if moves:
        assert notation.read_move(position, notation.write_move(position, moves[-1])) == moves[-1]


def _read_move(name: str, text: str) -> None:
    for position in _positions(name)[:: max(1, len(_positions(name)) // 3)]:
        try:
            move = games.load(name).notation.read_move(position, text)
        except TextError as error:
            refusal = error
        else:
            assert move in position.moves()
            return
    raise refusal


def _read_games(name: str, text: str) -> None:
    game = games.load(name)
    assert 0 <= game.resembles(text) <= 1
    records = game.notation.read_games(text)
    assert records, "no game and no complaint"
    for written_game in islice(records, FEW):
        assert len(foreign_texts.replayed(written_game).moves) == len(written_game.moves)


def _read_comments(name: str, text: str) -> None:
    """Check that a game read with its comments has the same moves as without them."""
    game = games.load(name)
    assert game.read_variations is not None
    tree = game.read_variations(text)
    _seen(tree)
    written_game = game.notation.read_games(text)[0]
    assert tree.moves(tree.end(0)) == written_game.moves
    assert len(tree.nodes) == len(written_game.moves) + 1


def _commented(name: str) -> list[str]:
    return [text.replace("\n1. ", "\n{at {the} start} 1. {and} ") for text in _game_texts(name)]


def _read_variations(text: str) -> None:
    tree, node = variations.read(text)
    _seen(tree)
    again, there = variations.read(tree.write(node))
    assert again.moves(there) == tree.moves(node)
    assert len(again.nodes) == len(tree.nodes)


def _read_analysis(text: str) -> None:
    name, tree = variations.read_text(text, games.find_ruleset)
    _seen(tree)
    again = variations.read_text(variations.write_text(tree, name), games.find_ruleset)[1]
    assert len(again.nodes) == len(tree.nodes)
    assert again.moves(again.end(0)) == tree.moves(tree.end(0))


def _read_text(text: str) -> None:
    own = parse.read_own(text)
    games_read = foreign_texts.read_text(text)
    assert games_read.games > 0
    assert own is None or own.match.written() == games_read.match.written()
    _played(checked(games_read.plan))


def _read_collection(text: str) -> None:
    """Check that the games found in a file are in order and do not overlap, and that complaints name their lines.

    The line of a complaint about a game must lie within that game.
    """
    texts = collection.read_several(text)
    if texts is None:
        raise TextError(say("There is no text yet. Paste a game first."))
    while texts.extend():
        pass
    ends = [0, *(span.end for span in texts.spans)]
    assert all(end <= span.start < span.end for end, span in zip(ends, texts.spans, strict=False))
    for number in range(min(FEW, len(texts.spans))):
        texts.look_into(number)
        span, complaint = texts.spans[number], texts.rows[number].complaint
        last = span.line + texts.piece(number).count("\n") + 1
        assert complaint is None or span.line <= complaint.line <= last, "a place outside the game"


def _collections() -> list[str]:
    texts = [_every(_foreign_texts), _every(_records), ["f5d6c3\nf5f6e6f4\nc4c3\n"]]
    return ["\n".join(some[start::3]) for some in texts[:2] for start in range(3)] + texts[2]


def _read_record(text: str) -> None:
    match, _ = record.read(text, games.find_ruleset)
    again, _ = record.read(record.write(match), games.find_ruleset)
    assert (again.position, again.moves, again.outcome()) == (match.position, match.moves, match.outcome())


def _read_json(text: str) -> None:
    found = json_record.read(text, games.find_ruleset)
    _seen(found.tree)
    again = json_record.read(json_record.write(found.match, found.players, {}, found.tree), games.find_ruleset)
    assert (again.match.positions, again.match.outcome()) == (found.match.positions, found.match.outcome())
    assert " ".join(variations.body(again.tree)) == " ".join(variations.body(found.tree))
    assert foreign_texts.read_text(text).match.moves == found.match.moves


def _jsons() -> list[str]:
    matches = [match for name in games.ready() for match in (*_matches(name), *_given_up(name))]
    rulesets = [games.load(name).ruleset for name in games.ready()]
    trees = [(variations.main_line(tree, rules), tree) for tree, rules in zip(_trees(), rulesets, strict=True)]
    return [
        *(json_record.write(match, ("Asha", "Zoë"), {"Event": "x"}) for match in matches),
        *(json_record.write(match, (), {}, tree) for match, tree in trees),
    ]


def _read_save(text: str) -> None:
    save = saves.read_save(text, games.find_ruleset)
    again = saves.read_save(saves.write_save(save), games.find_ruleset)
    assert (again.match.moves, again.plan, again[3:]) == (save.match.moves, save.plan, save[3:])


def _read_plan(text: str) -> None:
    plan = saves.plan_from(text)
    assert saves.plan_from(saves.write_plan(plan)) == plan
    _played(checked(plan))


def _read_own_seat(text: str) -> None:
    seat = seat_keys.read(text)
    assert 0 <= seat.chain.chair < seat.invitation.terms.chairs, "a seat that the table does not have"
    assert seat_keys.read(seat_keys.write(seat)) == seat


def _ended(work: Generator[None, None, Match[Any, Any]]) -> Match[Any, Any]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            match: Match[Any, Any] = end.value
            return match


def _read_letter(text: str) -> None:
    """Read a letter (a message of a game by mail), and check that it does not change a stored game.

    Accept any checksum, because a sender can compute the right one.
    """
    with patch.object(letters, "_sum", lambda *_: b"ok"):
        letter = letters.read(text)
        if isinstance(letter, Invitation):
            assert letters.read(letters.find_code(letters.invite(letter))) == letter
            _gathered(letter)
            return
        ring = letters.ring_of(letter)
        match = _ended(letters.replay(letter, ring))
        again = letters.read(letters.find_code(letters.write(letter.terms, letter.names, ring, match, letter.wish)))
        assert isinstance(again, letters.Letter)
        assert (again[:8], again.plies) == (letter[:8], letter.plies)
        for device in {id(device): device for _, device in _tables()}.values():
            here = device.game
            moves = here.match.moves
            with suppress(TextError):
                reconcile.finished(reconcile.open_(letter, here))
            assert (device.game, here.match.moves) == (here, moves), "a letter changes what is kept before it is taken"
            with suppress(TextError):
                reconcile.finished(reconcile.first(letter, device.own, device.invitation))
        asking, request = _asking()
        with suppress(TextError):
            request_letter = letters.read(letters.find_code(request.rpartition(".")[0] + "." + _summed(request)))
            assert isinstance(request_letter, letters.Letter)
            reconcile.finished(reconcile.claimed(letter, asking.own, request_letter))


def _gathered(invitation: Invitation) -> None:
    """Check that an invitation takes no seat away from a known guest, and that a new guest can take each free seat."""
    for waits in {id(waits_table): waits_table for _, waits_table in _tables()}.values():
        with suppress(TextError):
            gathered = reconcile.gather(waits.invitation, invitation).invitation
            pairs = zip(waits.invitation.joiners, gathered.joiners, strict=True)
            assert all(known in (None, guest) for known, guest in pairs), "somebody lost a chair"
    for chair in invitation.free:
        assert reconcile.sit(invitation, chair, Joiner("Zia", b"z" * 16)).joiners[chair] is not None


def _read_seat_link(text: str) -> None:
    """Read a link that hands over a seat, and accept any checksum, because a sender can compute the right one."""
    with patch.object(seat_keys, "_sum", lambda _: b"ok"):
        own = seat_keys.read_link(text)
        if own is None:
            raise TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))
        assert own.is_consistent, "what is no chain"
        assert seat_keys.read_link(seat_keys.link(own, "#t=1.x")) == own


def _greetings() -> list[str]:
    """Return links that contain their sender's face (a drawing of an animal) and reaction (a preset message)."""
    return [f"#t=1.abc{greetings.write(Greeting(chair, 5 * chair + 1, chair))}" for chair in range(4)]


def _read_greeting(text: str) -> None:
    """Read the face and the reaction in a link; a text without them counts as refused."""
    greeting = greetings.read(text)
    if greeting is None:
        raise TextError(say("This link is damaged: some of it is missing or was changed. Ask for it again."))
    assert greeting.face <= greetings.FACES
    assert greeting.reaction <= greetings.REACTIONS
    assert greetings.read(f"#t=1.abc{greetings.write(greeting)}") == greeting


NOTES: Final[dict[str, Any]] = {
    "terms_in": {},
    "terms": [],
    "room": {"c\x04{a} b": 9},
    "words": {"hi": {}},
    "avoid": {"hi": {"x": "not so"}},
    "exempt": {"hi": []},
}


def _desk() -> TranslatorsDesk:
    return TranslatorsDesk("hi", CATALOGUE, NOTES)


def _read_drafts(text: str) -> None:
    desk = _desk()
    desk.take(text)
    again = _desk()
    again.take(desk.kept())
    assert again.drafts == desk.drafts
    page(desk, ["hi"], Notice(), True)
    assert desk.kept().encode(), "half a character cannot be put into a page"
    assert po.read(desk.file())


def _read_settings(text: str) -> None:
    settings = saves.read_settings(text)
    assert all(getattr(settings, name) in values for name, values in SETTING_VALUES.items())
    assert saves.read_settings(saves.write_settings(settings)) == settings


def _read_statistics(text: str) -> None:
    results = statistics.read(text)
    assert statistics.read(statistics.write(results)) == results
    for name in games.ready():
        for row in statistics.rows(results.values(), name, int):
            assert abs(row.alone.seconds) <= statistics.MOST * len(results)


def _read_file(text: str) -> None:
    bundle = exchange.read(text)
    assert len(bundle.entries) <= exchange.MOST, "so many games are looked at for hours"
    arrivals = [exchange.arrive(entry, {}) for entry in bundle.entries[:FEW]]
    assert all((arrival.save is None) == (arrival.why is not None) for arrival in arrivals)
    again = exchange.read(exchange.write(exchange.to_add(arrivals), [], bundle.results, CREATED))
    assert again.results == bundle.results


def _read_link(text: str) -> None:
    arrived = game_link.read(text)
    again = game_link.read(game_link.find_code(game_link.write(arrived.match, arrived.plan, arrived.shown_ply)))
    assert (again.match.moves, again.plan.seats) == (arrived.match.moves, arrived.plan.seats)
    assert again.match.outcome() == arrived.match.outcome()


def _read_pdn_tree(text: str) -> None:
    tree = checkers.read_variations(text)
    assert variations.read_text(variations.write_text(tree, "checkers"), games.find_ruleset)[1].write() == tree.write()


def _read_reversi_tree(text: str) -> None:
    """Check that a game read with its variations has the same main line as without them, and can be written."""
    tree = reversi.read_variations(text)
    _seen(tree)
    assert tree.moves(tree.end(0)) == reversi.read_games(text)[0].moves
    match = variations.main_line(tree, games.load("reversi").ruleset)
    again = reversi.read_variations(reversi.write_variations(tree, match, {}))
    assert " ".join(variations.body(again)) == " ".join(variations.body(tree))


def _read_wthor(text: str) -> None:
    """Read a text as the bytes of a WTHOR file, and check that each of its games is read or refused."""
    data = text.encode("latin-1", "replace")
    found = wthor.text_of(data)
    if found is None:
        raise TextError(say("This file cannot be read."))
    listed = collection.Collection(found)
    while listed.extend():
        pass
    assert len(listed.spans) == min(int.from_bytes(data[4:8], "little"), (len(data) - 16) // 68, collection.MOST)
    for number in range(min(FEW, len(listed.spans))):
        listed.look_into(number)
    assert all(len(name) <= wthor.PLAYER for name in wthor.names_of(data, wthor.PLAYER))


def _game_files() -> list[str]:
    """Return files of two short games, in several formats."""
    checkers_game, reversi_game, kilkenny_game = (_begun(name, 2, 3) for name in ("checkers", "reversi", "kilkenny"))
    turns = games.load("kilkenny").notation.write_game(kilkenny_game, "turns", {"Event": "x"})
    sgf = reversi.write_game(reversi_game, "sgf", {})
    return [
        checkers.write_game(checkers_game, "pdn", {"Event": "x"}) * 2,
        f"{sgf}\n{sgf.replace(')', 'BL[9.5])')}",
        "f5d6c3\nf5f6\n",
        f"{turns}\n{turns}",
        f"{record.write(reversi_game)}\n{record.write(kilkenny_game)}",
        json_record.write(checkers_game) * 2,
    ]


def _read_game_file(text: str) -> None:
    """Check that each game of a file is read or refused, and that the games read can be written in one file."""
    found = library_files.read_games(text)
    assert [game.number for game in found] == [*range(1, len(found) + 1)]
    assert all((game.board is None) == (game.error is not None) for game in found)
    if len(found) == 1 and found[0].error is not None:
        raise found[0].error
    first = found[:FEW]
    again = library_files.read_games(library_files.write_games(first, library_files.JSON).files[""] or "{}")
    assert [game.board for game in again if game.board] == [game.board for game in first if game.board]


def _read_session(text: str) -> None:
    """Send the lines of a text as commands to the Reversi engine for the program NBoard, and check the answers.

    Commands that search are left out, because they need a kernel.
    """
    answers = list[str]()
    engine = NBoardEngine(answers.append)
    for line in text.splitlines():
        if line.split()[:1] not in (["go"], ["hint"], ["analyze"]):
            engine.take(line)
    assert all(answer.isprintable() for answer in answers), "an answer is one line"
    if wrong := [answer for answer in answers if answer.startswith("status")]:
        raise TextError(say("{why}.", why=wrong[0][:200]))


def _sessions() -> list[str]:
    game = reversi.write_game(_begun("reversi", 2, 7), "ggf", {}).strip()
    return [
        f"nboard 2\nset depth 6\nset game {game}\nping 1\nmove {move}/1.00/0.5\nlearn\nquit\n"
        for move in _begun("reversi", 2, 7).options()[:2]
    ]


def _read_bytes(text: str) -> None:
    """Decode the bytes of `text`, in Latin-1 and then in UTF-8, as one file of unknown encoding.

    Check that the result has at most as many characters as the file has bytes, and at least a quarter of that.
    """
    data = text.encode("latin-1", "ignore") + text.encode("utf-8", "ignore")
    result = decoded(data)
    assert len(data) // 4 <= len(result.text) <= len(data)


def _read_tree_link(text: str) -> None:
    """Read a link to an analysis, and accept any checksum, because a sender can compute the right one."""
    with patch.object(tree_link, "_sum", lambda *_: b"sum"):
        analysis = tree_link.read(text)
        _seen(analysis.tree)
        assert tree_link.read(tree_link.find_code(tree_link.write(*analysis))) == analysis


def _read_entry(text: str) -> None:
    entry = history.read(text)
    if entry is not None:
        assert all(isinstance(layer.name, str) for layer in entry.layers)
        assert history.read(entry.write()) is not None


def _read_stored_settings(text: str) -> None:
    """Merge a change of settings with the stored settings `text` of another page. Check that the change survives.

    Nothing is checked if a newer version has stored the settings.
    """
    mine = Settings(theme="dark")
    if not saves.is_newer(saves.SETTINGS_KEY, text):
        merged = saves.merged_settings(saves.write_settings(mine), text, saves.write_settings(Settings()))
        assert saves.read_settings(merged).theme == "dark"


def _read_name(text: str) -> None:
    """Clean a text for use as a name, and check the result.

    It is short, cleaning it again changes nothing, and no character has too many combining marks.
    """
    name = named(text)
    assert named(name) == name
    assert len(name) <= NAME_LENGTH
    marks = "".join(
        "m" if unicodedata.category(sign).startswith("M") and sign not in "\ufe0e\ufe0f" else "." for sign in name
    )
    assert "m" * (STACKED + 1) not in marks
    assert not marks.startswith("m")


def _names() -> list[str]:
    return ["Asha", "ਗੁਰਪ੍ਰੀਤ", "क़ूँ", "👩\u200d👧 ❤\ufe0f", "Z\u0353\u0353\u0353\u0353\u0353", "\u202eA\u034fB\u200b"]


def _read_note(text: str) -> None:
    for key, change in _unwritten(text, {"game.00ff": "other", "settings": "{}"}):
        assert isinstance(key, str)
        assert change is None or isinstance(change, str)


def _read_noted(text: str) -> None:
    """Read a text as the stored summary of saved games, and check that the home page lists exactly its games.

    The list is not checked if the text is no valid summary, or if the summary is not in English.
    """
    note = read_note(text)
    if note is not None:
        app = app_in(FakeWorld({f"{saves.GAME_KEY}00ff": "unread"}))
        app.window.noted = note
        app.kept.saves.leave("00ff", "unread")
        drawn = home(app, app.words, pending)
        if note.language == "en":
            assert [node.key for node in drawn.walk() if node.attrs.get("class") == "kept-game"] == [
                card.name for card in note.cards
            ]


def _read_store(text: str) -> None:
    """Take a text as the data stored on a device, and check that each saved game is read or reported as broken."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = {saves.SETTINGS_KEY: text}
    if not isinstance(fields, dict):
        return
    texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()}
    kept_data = app_in(FakeWorld(texts)).kept
    with pytest.raises(StopIteration):  # it finishes without waiting
        kept_data.read_all().send(None)
    names = {key for key in texts if key.startswith(saves.GAME_KEY)}
    assert len(kept_data.saves) + len(names & kept_data.broken.keys()) <= len(names)
    assert all(plan.game in games.ready() for plan in kept_data.plans.values())


def answered(text: str) -> str:
    """Send an HTTP request to the development server and return the first line of its answer.

    Check that the request leads to no file outside the site.
    """
    answer = io.BytesIO()

    class Wire:
        def makefile(self, *_: object) -> io.BytesIO:
            return io.BytesIO(text.encode("utf-8", "surrogatepass"))

        def sendall(self, data: bytes) -> None:
            answer.write(data)

        def settimeout(self, seconds: float) -> None:
            pass

    handler = serve.Handler(Wire(), ("127.0.0.1", 1), None, base="/chowk/", directory=str(SERVED))
    assert Path(handler.translate_path(handler.path)).is_relative_to(SERVED), "it leads out of the site"
    return answer.getvalue().partition(b"\r\n")[0].decode("utf-8", "replace")


def _ask(text: str) -> None:
    status = answered(text)
    assert not status.startswith("HTTP/1.1 5") or status.split()[1] in ("501", "505"), status


def _of_each(kind: str, read: Callable[[str, str], None], samples: Callable[[str], Sequence[str]]) -> dict[str, Reader]:
    return {
        f"{kind}-{name}": Reader(partial(read, name), cache(partial(samples, name)), damage.text)
        for name in games.ready()
        if kind != "games" or games.load(name).notation.FORMATS
    }


CATALOGUE: Final = (
    'msgid ""\nmsgstr ""\n"Language: hi\\n"\n\n# not yet edited\n#: chowk/ui/screens/home.py\nmsgctxt "c"\n'
    'msgid "{a} b"\nmsgstr "x {a}"\n\n#, fuzzy\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] "e"\n'
    'msgstr[1] ""\n"m\\n"\n"n"\n'
)


def _read_catalogue(text: str) -> None:
    try:
        entries = po.read(text)
    except po.PoError as error:
        raise TextError(say("{why}.", why=str(error))) from None
    assert po.written(text, {entry.key: po.Change(entry.strings, not entry.unedited) for entry in entries[:1]})


def readers() -> dict[str, Reader]:
    """Return every reader of untrusted input by its name."""
    text, tree = damage.text, damage.tree
    return {
        **_of_each("position", _read_position, _position_texts),
        **_of_each("move", _read_move, _move_texts),
        **_of_each("games", _read_games, _foreign_texts),
        **{
            f"comments-{name}": Reader(partial(_read_comments, name), cache(partial(_commented, name)), text)
            for name in ("kilkenny", "parcheesi", "patchwork")
        },
        "text": Reader(_read_text, cache(lambda: _every(_foreign_texts) + _every(_records)), text),
        "collection": Reader(_read_collection, cache(_collections), text),
        "record": Reader(_read_record, cache(lambda: _every(_records)), text),
        "variations": Reader(_read_variations, cache(lambda: [tree.write() for tree in _trees()]), tree),
        "analysis": Reader(_read_analysis, cache(_analyses), text),
        "seat-link": Reader(_read_seat_link, cache(_seat_links), text),
        "letter": Reader(_read_letter, cache(_letters), damage.letter),
        "greeting": Reader(_read_greeting, _greetings, text),
        "drafts": Reader(_read_drafts, cache(_drafts), tree),
        "signal": Reader(signalling.read, _signals, text),
        "own-seat": Reader(_read_own_seat, cache(_seats), tree),
        "kept-analysis": Reader(partial(read_kept, "1"), cache(_kept_analyses), text),
        "json-record": Reader(_read_json, cache(_jsons), tree),
        "save": Reader(_read_save, cache(lambda: _every(_saves)), tree),
        "set-up": Reader(
            _read_plan, cache(lambda: [saves.write_plan(usual_plan(name)) for name in games.ready()]), tree
        ),
        "stored-settings": Reader(_read_stored_settings, lambda: [saves.write_settings(Settings())], tree),
        "filters": Reader(_read_filters, lambda: [FILTERS, "order:date;down:on", ""], text),
        "sought": Reader(_read_sought, lambda: [*SOUGHT, ""], text),
        "name": Reader(_read_name, _names, text),
        "settings": Reader(_read_settings, lambda: [saves.write_settings(Settings())], tree),
        "statistics": Reader(_read_statistics, lambda: [statistics.write(_results())], tree),
        "file": Reader(_read_file, cache(_files), tree),
        "bytes": Reader(_read_bytes, lambda: [row["text"] for row in _golden()], text),
        "pdn-tree": Reader(_read_pdn_tree, _pdn_trees, text),
        "reversi-tree": Reader(_read_reversi_tree, _reversi_trees, text),
        "wthor": Reader(_read_wthor, cache(_wthor_files), text),
        "game-file": Reader(_read_game_file, cache(_game_files), text),
        "nboard": Reader(_read_session, cache(_sessions), text),
        "tree-link": Reader(_read_tree_link, cache(_tree_links), damage.tree_link),
        "link": Reader(_read_link, cache(lambda: _every(_links)), damage.link),
        "request": Reader(read_request, cache(_requests), tree),
        "reply": Reader(read_reply, lambda: [Reply(1, "d3", 0.5, 3).text(), Reply(2, error="no").text()], tree),
        "entry": Reader(_read_entry, cache(_entries), tree),
        "note": Reader(_read_note, cache(_notes), tree),
        "noted": Reader(_read_noted, cache(_noted), tree),
        "store": Reader(_read_store, cache(_stores), tree),
        "server": Reader(_ask, lambda: REQUESTS, text),
        "catalogue": Reader(_read_catalogue, lambda: [CATALOGUE], text),
    }
