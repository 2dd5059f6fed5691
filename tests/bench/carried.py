"""Play whole correspondence games over unreliable mail: `python3 -m tests.bench carried --keep FILE`.

The mail loses, duplicates and reorders letters (messages with moves). Each finished game is written to the file with
its numbers of moves and letters. Games in the file are not played again: a long run can be interrupted and resumed, or
divided among processes (`--part 0/2`). A game counts if all devices reached the same moves, no device got a fork (a
letter whose moves differ from those it knows), and every roll is proved.
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
    options = parser.parse_args(arguments)
    part, parts = map(int, options.part.split("/"))
    path: Path = options.keep
    played = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {(row["game"], row["chairs"], row["strict"], row["number"]) for row in played}
    for number, game, chairs in product(range(options.first, options.games), GAMES, CHAIRS):
        key = (game, chairs, options.strict, number)
        if number % parts == part and key not in known:
            with path.open("a") as file:
                file.write(json.dumps(row := _played(game, chairs, number, strict=options.strict)) + "\n")
            played.append(row)
    counts = Counter((row["game"], row["chairs"], row["strict"], row["right"]) for row in played)
    for (game, chairs, strict, right), count in sorted(counts.items()):
        kind = "strict" if strict else "relaxed"
        print(f"{game} {chairs} {kind}: {count} games {'came to one end' if right else 'DID NOT COUNT'}")
    return int(any(not row["right"] for row in played))


def _played(game: str, chairs: int, number: int, *, strict: bool) -> dict[str, object]:
    devices = begun(terms(game, chairs, strict=strict), number)
    kinds = carried(devices, random.Random(number))
    match = devices[0].game.match
    same = len({device.game.match.moves for device in devices}) == 1
    right = same and not kinds["fork"] and first_false(proofs(match)) is None
    row = {"game": game, "chairs": chairs, "strict": strict, "number": number, "right": right, "moves": match.ply}
    return {**row, **{f"letters {kind}": count for kind, count in sorted(kinds.items())}}
