"""Play the strongest checkers opponent against another program, on three-move openings, from both sides.

    python3 py/training/checkers/rival_checkers.py "./rival" --its 1 --ours 2 --games 40 --keep rival.jsonl

The other program reads lines: 0 or 1 for the side to move (1 is White), 32 characters for the squares in order (`b`
and `w` men, `B` and `W` kings, `.` empty), its seconds, and 1 at the start of a game, else 0. It answers with the
squares after its move, the seconds it took, and any further words. Both clocks count processor time, so that other
work on the machine weakens neither side.

A game ends by the rules, as soon as the endgame tables have its result, or once our search sees a forced end for
either side, including an end in the tables. Each game is saved in the file with its moves, and with the depth and the
value of each of our searches. Saved games are not played again.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))
from chowk.engine import assets
from chowk.engine.search_budget import Clock
from chowk.games.checkers import rules
from chowk.games.checkers.engine import bots, reader
from chowk.games.checkers.engine import kernel as words
from tools.build import kernel_provider
from training.checkers import play_checkers
from training.shared import contest, rival

STRIDE: Final = 101
"""Distance in the list of openings from one game to the next. It makes the first games as varied as all games."""


def board(position: rules.Position) -> str:
    """Return the squares of a position as text, one character each."""
    squares = []
    for bit in rules.BIT[1:]:
        letter = "b" if position.black & bit else "w" if position.white & bit else "."
        squares.append(letter.upper() if position.kings & bit else letter)
    return "".join(squares)


def ended(position: rules.Position, times: int) -> float | None:
    """Return Black's score if the game is over or its result is known from the endgame tables, else None.

    `times` is the number of times that the position has occurred.
    """
    outcome = position.outcome() or rules.ended(position, times)
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == rules.BLACK)
    if (position.black | position.white).bit_count() <= reader.FIVE:
        result = play_checkers.call_kernel(assets.kernel("checkers"), position, "result_now")
        return 0.5 if result == words.DRAW else float((result == words.WIN_KEPT) == (position.turn == rules.BLACK))
    return None


def game(command: str, start: rules.Position, ours: int, seconds: Sequence[float]) -> dict[str, Any]:
    """Play a game between the other program and our opponent, and return its record.

    `command` starts the other program. `ours` is our side. `seconds` holds the seconds per move of the other program,
    and then ours.
    """
    moves, looks = list[rules.Move](), list[tuple[int, float]]()
    past, times, position, first = list[rules.Position](), Counter[Hashable](), start, True
    with rival.speaking(command) as program:
        while True:
            times[position.key] += 1
            share = ended(position, times[position.key])
            if share is not None:
                own = 1 - share if ours else share
                return {"own": own, "ours": ours, "moves": moves, "looks": looks}
            if position.turn == ours:
                thoughts = bots.think(position, past, 6, 1, Clock(seconds[1], time.process_time))
                *_, thought = thoughts
                move = thought.move
                looks.append((thought.depth, thought.score or 0.0))
                if abs(thought.score or 0.0) >= words.TABLE_WIN // 2:
                    own = float((thought.score or 0.0) > 0)
                    return {"own": own, "ours": ours, "moves": [*moves, move], "looks": looks}
            else:
                question = f"{position.turn} {board(position)} {seconds[0]} {int(first)}"
                after = {board(position.play(move)): move for move in position.moves()}
                (move, _), first = rival.ask(program, question, after), False
            past.append(position)
            moves.append(move)
            position = position.play(move)


def main(argv: Sequence[str]) -> None:
    """Run the command: play the contest, and print our score and search depth."""
    parser = rival.options(__doc__)
    parser.add_argument("--its", type=float, default=1.0, help="the other program's seconds a move (default 1)")
    options = parser.parse_args(argv)
    kernel_provider.provide()
    for _ in reader.prepare(assets.kernel("checkers"), reader.FIVE):
        pass
    deck = [ballot for ballot in rules.BALLOTS if ballot.deck]

    def play(number: int) -> dict[str, Any]:
        start = rules.START
        for move in deck[number // 2 * STRIDE % len(deck)].moves:
            start = start.play(move)
        assets.kernel("checkers").call("forget")
        return game(options.rival, start, number % 2, (options.its, options.ours))

    games = rival.played(options.games, options.minutes, options.keep, play)
    print(contest.summary([record["own"] for record in games]))
    depths = [depth for record in games for depth, _ in record["looks"] if depth]
    print(f"looked {median(depths)} plies ahead in the median, {min(depths)} at least")


if __name__ == "__main__":
    main(sys.argv[1:])
