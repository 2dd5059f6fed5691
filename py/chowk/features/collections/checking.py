"""The check of a collection: it reviews one game after another, and reports on each player.

Of each game, only sums over the choices of each player are stored, under a digest of the game. A report adds up the
sums of a player's games.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from chowk import games
from chowk.core.errors import TextError
from chowk.core.safe_json import read_object
from chowk.features.collections.archive import DRAWN, FIRST, UNKNOWN, Archive, day_text
from chowk.features.collections.exporting import match_of
from chowk.games.verdicts import ChoiceLoss, Grade, Verdicts, accuracy_of

if TYPE_CHECKING:  # in the parcel of puzzles
    from chowk.games.api.mistake import MistakeThemes

SCHEMA: Final = 1
MOST: Final = 5_000
"""Maximum number of games whose results are kept for a collection."""
LONGEST: Final = 8_000_000
"""Maximum length of the kept results, unpacked, in bytes."""
MISSED: Final = 3
"""Maximum number of mistakes kept for each player of a game: the costliest ones.

It is also the maximum number of decisions of each player that are searched a second time.
"""
OTHER: Final = "other"
"""Theme of mistakes that fit no other theme. Same as in `games.api.mistake`, which may not be loaded."""
PARTS: Final = 3
"""Number of equal parts into which a game is divided. The accuracy is computed for each part."""
GRADES: Final[tuple[Grade, ...]] = ("best", "good", "slip", "mistake")
SEATS: Final = ("one", "two", "three", "four")
MOST_PLAYERS: Final = 100
MOST_OPENINGS: Final = 5
LEAST_GAMES: Final = 2
"""Minimum number of a player's games with an opening, for the report to list the opening."""
WORST: Final = 20
"""Maximum number of mistakes that are added to a player's practice. The costliest mistakes are taken."""
EVEN: Final = 0.5
_LARGEST: Final = 1e6


class Missed(NamedTuple):
    """A mistake: its ply, a better move, and its theme.

    `lead` is the player's lead with the best move, and `cost` the cost of the move made, both in the game's unit.
    `depth` is the search depth. `exact` is True if the values are proven.
    """

    ply: int
    better: str
    lead: float
    cost: float
    depth: int
    exact: bool
    theme: str


class SeatResult(NamedTuple):
    """The results of a game's review for one player.

    A game is divided into `PARTS` equal parts. For each part, `losses` and `stakes` hold the sums of `loss` and `stake`
    (`verdicts.ChoiceLoss`) over the player's choices. `grades` are the numbers of moves with each grade, in the order
    of `GRADES`. `themes` counts, by theme, the inaccuracies and mistakes for which a better move is known.
    """

    losses: tuple[float, ...] = (0.0,) * PARTS
    stakes: tuple[float, ...] = (0.0,) * PARTS
    grades: tuple[int, ...] = (0,) * len(GRADES)
    themes: Mapping[str, int] = {}
    missed: tuple[Missed, ...] = ()


Results = dict[str, tuple[SeatResult, ...]]
"""The results of each checked game, by its `digest`: a result for each player in seat order. A game that cannot be
reviewed has an empty tuple."""


def digest(archive: Archive, number: int) -> str:
    """Return a checksum of a game's name, first position and moves, as text. Equal games share it."""
    game = archive.games[archive.columns["game"][number]]
    content = f"{game} {archive.text_of('setup', number)} ".encode() + archive.codes(number)
    return f"{zlib.crc32(content):08x}{zlib.crc32(content[::-1], 1):08x}"


def verdicts_of(archive: Archive, number: int) -> Verdicts | None:
    """Return a new review of a game, in which no move has been searched yet, or None if it cannot be reviewed."""
    try:
        match, _ = match_of(archive, number)
    except (ValueError, KeyError, IndexError, TextError):
        return None
    game = games.load(match.ruleset.name)
    return Verdicts(game, match, MISSED) if game.scale is not None and match.ply else None


def results_of(verdicts: Verdicts) -> tuple[SeatResult, ...]:
    """Return the results of each player in seat order, from a finished review."""
    declared = games.sign(verdicts.game.name).mistakes
    themes = declared() if declared is not None else None
    return tuple(_result(verdicts, seat, themes) for seat in range(verdicts.seats))


def _result(verdicts: Verdicts, seat: int, themes: MistakeThemes | None) -> SeatResult:
    match, notation = verdicts.match, verdicts.match.ruleset.notation
    losses, stakes = [0.0] * PARTS, [0.0] * PARTS
    for ply, loss, stake in verdicts.losses(seat):
        losses[PARTS * ply // match.ply] += loss
        stakes[PARTS * ply // match.ply] += stake
    grades = verdicts.grades(seat)
    counts, missed = Counter[str](), list[Missed]()
    for ply in filter(verdicts.wrong, range(match.ply)):
        judged, better, cost = verdicts.judged[ply], verdicts.better(ply), verdicts.cost(ply)
        if match.position_after(ply).turn != seat or not better or cost is None:
            continue
        position, theme = match.position_after(ply), OTHER
        if themes is not None:
            theme = themes.theme(position, match.moves[ply], notation.read_move(position, better))
        counts[theme] += 1
        if verdicts.grade(ply) == "mistake" and judged.lead is not None:
            missed.append(Missed(ply, better, judged.lead, cost, judged.depth, judged.exact, theme))
    missed.sort(key=lambda mistake: -mistake.cost)
    return SeatResult(
        tuple(losses), tuple(stakes), tuple(grades[grade] for grade in GRADES), dict(counts), tuple(missed[:MISSED])
    )


# As bytes -------------------------------------------------------------------------------------------------------------


def write(results: Results) -> bytes:
    """Return the results of the check of a collection as bytes, which `read` reads."""
    fields = {name: [_fields(result) for result in seats] for name, seats in results.items()}
    text = json.dumps({"schema": SCHEMA, "games": fields}, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 6)


def _fields(result: SeatResult) -> list[Any]:
    rounded = [[round(value, 4) for value in values] for values in (result.losses, result.stakes)]
    missed = [
        [*mistake._replace(lead=round(mistake.lead, 3), cost=round(mistake.cost, 3))] for mistake in result.missed
    ]
    return [*rounded, [*result.grades], result.themes, missed]


def read(data: bytes | None) -> Results:
    """Decode stored results, which `write` has encoded, without the damaged ones. No results if `data` is None."""
    if not data:
        return {}
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data, LONGEST).decode()
    except (zlib.error, UnicodeDecodeError):
        return {}
    fields = read_object(text) or {}
    entries = fields.get("games")
    if not unpacking.eof or fields.get("schema") != SCHEMA or not isinstance(entries, dict):
        return {}
    results: Results = {}
    for name, seats in [*entries.items()][:MOST]:
        try:
            results[name] = tuple(_read_seat(values) for values in seats[: len(SEATS)])
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
    return results


def _read_seat(values: Any) -> SeatResult:
    losses, stakes, grades, themes, missed = values
    if not (len(losses) == len(stakes) == PARTS and len(grades) == len(GRADES)):
        raise ValueError(values)
    return SeatResult(
        tuple(map(_amount, losses)),
        tuple(map(_amount, stakes)),
        tuple(map(_count, grades)),
        {_text(theme): _count(count) for theme, count in [*themes.items()][:40]},
        tuple(_read_missed(*fields) for fields in missed[:MISSED]),
    )


def _read_missed(ply: Any, better: Any, lead: Any, cost: Any, depth: Any, exact: Any, theme: Any) -> Missed:
    sign = -1 if lead < 0 else 1
    return Missed(_count(ply), _text(better), sign * _amount(abs(lead)), _amount(cost), _count(depth), exact is True,
                  _text(theme))  # fmt: skip


def _amount(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= _LARGEST:
        raise ValueError(value)
    return float(value)


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10_000:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100:
        raise ValueError(value)
    return value


# By player ------------------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A game of a player: its number in the collection, the player's seat, and the seat's result of the check.

    The result is None if the game is not checked.
    """

    number: int
    seat: int
    result: SeatResult | None


def _results(archive: Archive, numbers: Sequence[int], results: Results) -> Iterator[tuple[int, Sequence[SeatResult]]]:
    """Yield each of the games `numbers` with its results by seat. They are empty for a game that is not checked."""
    for number in numbers:
        yield number, results.get(digest(archive, number), ()) if results else ()


def _names(archive: Archive) -> list[Sequence[int]]:
    """Return the columns of the players' names by seat. The third and fourth are left out if no game fills them."""
    columns = [archive.columns[seat] for seat in SEATS]
    return [column for place, column in enumerate(columns) if place < 2 or any(column)]


def played_by(archive: Archive, numbers: Sequence[int], results: Results, game: str, name: str) -> list[Played]:
    """Return the games of the player `name`, with the results of the check.

    Of the games with these `numbers`, only those of the kind `game`, such as `reversi`, are returned.
    """
    if name not in archive.texts or game not in archive.games:
        return []
    text, kind, columns = archive.texts.index(name), archive.games.index(game), _names(archive)
    own = [number for number in numbers if archive.columns["game"][number] == kind
           and any(column[number] == text for column in columns)]  # fmt: skip
    return [
        Played(number, seat, seats[seat] if seat < len(seats) else None)
        for number, seats in _results(archive, own, results)
        for seat, column in enumerate(columns)
        if column[number] == text
    ]


def accuracy(results: Iterable[SeatResult], part: int | None = None) -> int | None:
    """Return a player's accuracy from 0 to 100, given the results of some games; None if too little is known.

    If `part` is given, only that part of each game counts (see `PARTS`).
    """
    parts = range(PARTS) if part is None else (part,)
    return accuracy_of(
        ChoiceLoss(0, result.losses[place], result.stakes[place]) for result in results for place in parts
    )


def players(archive: Archive, numbers: Sequence[int], results: Results) -> list[list[Any]]:
    """Return a row for each player: game, name, number of games, number of checked games, and accuracy.

    Players with more checked games come first; among equals, those with more games. There are at most `MOST_PLAYERS`
    rows. Players without a name are left out, unless no player has a name.
    """
    counts, checked = Counter[tuple[int, int]](), defaultdict[tuple[int, int], list[SeatResult]](list)
    columns, kinds = _names(archive), archive.columns["game"]
    for number, seats in _results(archive, numbers, results):
        for seat, column in enumerate(columns):
            player = kinds[number], column[number]
            counts[player] += 1
            if seat < len(seats):
                checked[player].append(seats[seat])
    named = [player for player in counts if player[1]] or [*counts]
    first = sorted(named, key=lambda player: (-len(checked.get(player, ())), -counts[player], archive.texts[player[1]]))
    return [
        [archive.games[game], archive.texts[name], counts[game, name], len(checked.get((game, name), ())),
         accuracy(checked.get((game, name), ()))]
        for game, name in first[:MOST_PLAYERS]
    ]  # fmt: skip


def report(archive: Archive, own: Sequence[Played]) -> dict[str, Any]:
    """Return the report on a player, with the fields of a `collections.Report` except the game and the name.

    `own` are the player's games.
    """
    known = [game.result for game in own if game.result is not None]
    themes = Counter[str]()
    for result in known:
        themes.update(result.themes)
    well, badly = openings(archive, own)
    return {
        "games": len(own),
        "checked": len(known),
        "accuracy": accuracy(known),
        "parts": [accuracy(known, part) for part in range(PARTS)],
        "grades": [sum(result.grades[grade] for result in known) for grade in range(len(GRADES))],
        "themes": themes.most_common(),
        "well": well,
        "badly": badly,
        "missed": sum(len(result.missed) for result in known),
    }


def openings(
    archive: Archive, own: Sequence[Played]
) -> tuple[list[tuple[str, int, float]], list[tuple[str, int, float]]]:
    """Return the openings in which a player scores more than half of the points, and those with less than half.

    `own` are the player's games. Each row is a name, a number of games, and the fraction of the points. Only games of
    two players with a known result count, and only openings with at least `LEAST_GAMES` such games. Each of the two
    lists has at most `MOST_OPENINGS` rows.
    """
    points: dict[str, list[float]] = {}
    for number, seat, _ in own:
        winner, opening = archive.columns["winner"][number], archive.text_of("opening", number)
        if opening and winner < UNKNOWN and len(archive.players(number)) <= 2:
            won = EVEN if winner == DRAWN else float((winner == FIRST) == (seat == 0))
            points.setdefault(opening, []).append(won)
    rows = [(name, len(won), sum(won) / len(won)) for name, won in points.items() if len(won) >= LEAST_GAMES]
    well = sorted((row for row in rows if row[2] > EVEN), key=lambda row: (-row[2], -row[1], row[0]))
    badly = sorted((row for row in rows if row[2] < EVEN), key=lambda row: (row[2], -row[1], row[0]))
    return well[:MOST_OPENINGS], badly[:MOST_OPENINGS]


def worst(archive: Archive, own: Sequence[Played]) -> list[dict[str, Any]]:
    """Return the costliest mistakes of a player for practice, at most `WORST` of them.

    Each has the fields of a `Missed`, the position, the move made, and facts about the game.

    `own` are the player's games.
    """
    found = [(mistake, game) for game in own if game.result is not None for mistake in game.result.missed]
    found.sort(key=lambda pair: -pair[0].cost)
    return [fields for mistake, game in found[:WORST] if (fields := _position(archive, mistake, game)) is not None]


def _position(archive: Archive, mistake: Missed, game: Played) -> dict[str, Any] | None:
    try:
        match, _ = match_of(archive, game.number)
    except (ValueError, KeyError, IndexError, TextError):
        return None
    if mistake.ply >= match.ply:
        return None
    others = [name for seat, name in enumerate(archive.players(game.number)) if seat != game.seat]
    return {
        **mistake._asdict(),
        "setup": match.ruleset.notation.write_position(match.position_after(mistake.ply)),
        "played": match.written()[mistake.ply],
        "day": day_text(archive.columns["date"][game.number]),
        "against": others[0] if len(others) == 1 else "",
        "place": archive.places([game.number])[0],
    }
