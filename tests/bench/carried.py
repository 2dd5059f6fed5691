"""Play whole correspondence games over unreliable mail: `python3 -m tests.bench carried --keep FILE`.

The mail loses, duplicates and reorders letters (messages with moves). Each finished game is written to the file with
its numbers of moves and letters. Games in the file are not played again: a long run can be interrupted and resumed, or
divided among processes (`--part 0/2`). A game counts if all devices reached the same moves, no device saw a fork, and
every roll is proved.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Final

from chowk.core.dice import first_false, proofs
from tests.unit.features.correspondence.players import begun, carried, terms

GAMES: Final = ("parcheesi", "kilkenny")
CHAIRS: Final = (2, 3, 4)


def main(arguments: Sequence[str]) -> int:
    """Play the games that the file lacks, print a summary, and return 1 if any game did not count."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.bench carried", description=__doc__)
    parser.add_argument("--keep", type=Path, required=True, help="the file of played games")
    parser.add_argument("--games", type=int, default=1000, help="number of games for each game and number of seats")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first game, if the earlier ones were played elsewhere"
    )
    parser.add_argument("--strict", action="store_true", help="play at strict tables")
    parser.add_argument("--part", default="0/1", help="the part of the games to play, and the number of parts")
    given = parser.parse_args(arguments)
    part, parts = map(int, given.part.split("/"))
    path: Path = given.keep
    played = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {(one["game"], one["chairs"], one["strict"], one["number"]) for one in played}
    for number, game, chairs in product(range(given.first, given.games), GAMES, CHAIRS):
        key = (game, chairs, given.strict, number)
        if number % parts == part and key not in known:
            with path.open("a") as file:
                file.write(json.dumps(one := _played(game, chairs, number, strict=given.strict)) + "\n")
            played.append(one)
    counts = Counter((one["game"], one["chairs"], one["strict"], one["right"]) for one in played)
    for (game, chairs, strict, right), count in sorted(counts.items()):
        kind = "strict" if strict else "relaxed"
        print(f"{game} {chairs} {kind}: {count} games {'came to one end' if right else 'DID NOT COUNT'}")
    return int(any(not one["right"] for one in played))


def _played(game: str, chairs: int, number: int, *, strict: bool) -> dict[str, object]:
    devices = begun(terms(game, chairs, strict=strict), number)
    kinds = carried(devices, random.Random(number))
    match = devices[0].game.match
    same = len({device.game.match.moves for device in devices}) == 1
    right = same and not kinds["fork"] and first_false(proofs(match)) is None
    told = {"game": game, "chairs": chairs, "strict": strict, "number": number, "right": right, "moves": match.ply}
    return {**told, **{f"letters {kind}": count for kind, count in sorted(kinds.items())}}
