"""The commands of `chowk`, their arguments, their messages and their exit status.

The status is 0 if all went well, 1 if a command failed (or a puzzle was not solved at once), 2 for wrong arguments, 130
after an interruption, and 141 if the program that reads the output ended first.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from chowk import VERSION
from chowk.core.message import english
from chowk.core.perft import divide
from chowk.games import sign
from chowk.library import Board, Engine, EngineError, Limit, TextError, games, house_rules, kernels, write_games
from chowk.protocols import gtp, hub, line_protocol, nboard
from chowk.terminal import completion, game_files, match_command, review, serving, solve
from chowk.terminal.game_files import STANDARD
from chowk.terminal.play import TerminalGame
from chowk.terminal.screen import CommandError, Screen, wants_colour

ENGINES: Final[Mapping[str, Callable[[str | int | None], int]]] = {
    "nboard": lambda _: nboard.main(),
    "gtp": gtp.main,
    "hub": hub.main,
    "chowk": line_protocol.main,
}
"""For each protocol, the function that runs an engine at the given level and returns the exit status."""
INTERRUPTED: Final = 130
UNREAD: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit status."""
    options = parser().parse_args(argv)
    screen = Screen(options.json, wants_colour(options.colour))
    try:
        run: Callable[[argparse.Namespace, Screen], int] = options.run
        return run(options, screen)
    except BrokenPipeError:  # the reader of the output has ended, as in `chowk games | head -1`
        # At its end Python writes what is left of the output, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except (CommandError, EngineError, ValueError, OSError) as error:
        screen.give({"error": str(error), **_place(error)})
        print(f"chowk: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED


def _place(error: object) -> dict[str, int]:
    return {"line": error.line, "column": error.column} if isinstance(error, TextError) and error.line else {}


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    whole = argparse.ArgumentParser(prog="chowk", description="Board games: play, analyse, count, convert, compare.")
    whole.add_argument("--version", action="version", version=f"chowk {VERSION}")
    commands = whole.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace, Screen], int], help_: str) -> argparse.ArgumentParser:
        part = commands.add_parser(name, help=help_, description=help_)
        part.set_defaults(run=run)
        part.add_argument("--json", action="store_true", help="print JSON, for programs")
        part.add_argument("--colour", choices=("auto", "always", "never"), default="auto", help="colours of diagrams")
        return part

    command("games", list_games, "List the games, their levels and their house rules.")

    play = command("play", play_game, "Play a game in the terminal.")
    _add_game(play)
    play.add_argument("--level", help="the opponents' level, by name or number; the weakest if it is left out")
    play.add_argument(
        "--seat", type=int, default=0, help="your seat, from 0 (default 0); -1 lets people play all seats"
    )
    play.add_argument("--seats", type=int, help="the number of players")
    play.add_argument("--seed", type=int, help="the seed of the dice")
    play.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    play.add_argument("--resume", type=Path, metavar="FILE", help="go on with a game that `save` wrote")

    analyse = command("analyse", analyse_position, "Evaluate every move of a position.")
    analyse.add_argument("position", help="a position as text, a file with a game, or - for standard input")
    analyse.add_argument("--game", help="the game, if the position does not name it")
    analyse.add_argument("--depth", type=int, help="search this many moves ahead")
    analyse.add_argument("--time", type=float, help="search for this many seconds")
    analyse.add_argument("--nodes", type=int, help="search this many positions")
    analyse.add_argument("--multipv", type=int, help="show only this many moves, the best")

    reviewed = command("review", review_games, "Review games: accuracy, mistakes, better moves, the turning point.")
    reviewed.add_argument("source", help="a file of games, or - for standard input")
    reviewed.add_argument("--game", default="", choices=games(), help="the game, if the file does not name it")
    reviewed.add_argument("--seconds", type=float, help="stop the review of each game after this time")

    perft = command("perft", count_moves, "Count the sequences of moves, to check a move generator.")
    _add_game(perft)
    perft.add_argument("depth", type=int, help="the number of moves")
    perft.add_argument("--position", help="the position to begin with, as text")
    perft.add_argument("--seed", type=int, default=0, help="the seed of what is drawn before the start (default 0)")
    perft.add_argument("--divide", action="store_true", help="count after each first move")

    convert = command("convert", convert_games, "Convert a file of games into another format.")
    convert.add_argument("source", help="a file of games, or - for standard input")
    convert.add_argument("target", help="the file to write, or - for standard output")
    convert.add_argument("--game", default="", choices=games(), help="the game, if the file does not name it")
    convert.add_argument(
        "--to", help="record, json, or a format of the game such as pdn; by the target's ending if left out"
    )
    convert.add_argument("--encoding", default="", help="the encoding of a text that is not in UTF-8")

    match_command.add_arguments(
        command("match", match_command.play_match, "Let two levels or engines play against each other.")
    )

    engine = command("engine", play_as_engine, "Play in another program, as its engine, on standard input and output.")
    engine.add_argument("protocol", choices=tuple(ENGINES), help="the protocol that the program speaks")
    engine.add_argument("--level", help="the level, by name or number; the strongest if it is left out")

    puzzle = command("puzzle", solve_puzzle, "Solve a puzzle.")
    _add_game(puzzle)
    puzzle.add_argument("--key", default="", help="the key of the puzzle; otherwise one is drawn")
    puzzle.add_argument("--theme", default="", help="the theme of the puzzle")
    puzzle.add_argument("--seed", type=int, help="the seed by which a puzzle is drawn")

    serve = command("serve", serve_page, "Serve the built page, so that browsers of this machine can open it.")
    serve.add_argument("page", type=Path, help="the folder of a built page, or a zip archive of it")
    serve.add_argument("--port", type=int, default=8000, help="the port (default 8000; 0 takes any)")
    serve.add_argument("--no-browser", action="store_true", help="do not open the page")

    completed = command("completion", write_completion, "Write the script by which a shell completes this command.")
    completed.add_argument("shell", choices=completion.SHELLS, metavar="SHELL", help="one of bash, zsh, fish")
    return whole


def _add_game(part: argparse.ArgumentParser) -> None:
    part.add_argument("game", choices=games(), metavar="GAME", help=f"one of {', '.join(games())}")


def list_games(_: argparse.Namespace, screen: Screen) -> int:
    """List the games with their numbers of players, levels and house rules. Return the exit status, 0."""
    for name in games():
        levels, rules = Engine.levels(name), house_rules(name)
        title, seats = english(sign(name).title), sign(name).seats
        screen.show(f"{name}: {title}, for {', '.join(map(str, seats))}")
        for level in levels:
            screen.show(f"  {level.number}  {level.name}: {level.description}")
        for rule, values in rules.items():
            screen.show(f"  {rule}={'|'.join(values)}")
        screen.give({"game": name, "title": title, "seats": seats, "levels": [level._asdict() for level in levels],
                     "rules": rules})  # fmt: skip
    return 0


def play_as_engine(options: argparse.Namespace, _: Screen) -> int:
    """Answer the commands of another program on standard input. Return the exit status, 0."""
    kernels.provide()
    if options.protocol == "nboard" and options.level is not None:
        raise CommandError("boards choose the strength of an NBoard engine by its depth, not by a level")
    level = options.level
    return ENGINES[options.protocol](int(level) if level is not None and level.isdecimal() else level)


def play_game(options: argparse.Namespace, screen: Screen) -> int:
    """Play a game in the terminal. Return the exit status, 0."""
    rules = dict(rule.partition("=")[::2] for rule in options.rule)
    if options.resume is not None:
        board = Board.from_record(options.resume.read_text("utf-8"))
        if board.game != options.game:
            raise CommandError(f"{options.resume} is a game of {board.game}")
    else:
        board = Board(options.game, seats=options.seats, seed=options.seed, **rules)
    if not -1 <= options.seat < board.seats:
        raise CommandError(f"there are the seats 0 to {board.seats - 1}")
    people = frozenset(range(board.seats) if options.seat < 0 else [options.seat])
    level = Engine.levels(board.game)[0].name if options.level is None else options.level
    level = int(level) if level.isascii() and level.isdigit() else level
    return TerminalGame(board, Engine(board.game, level), people, screen).run()


def analyse_position(options: argparse.Namespace, screen: Screen) -> int:
    """Evaluate every move of a position, or of the last position of a game in a file. Return the exit status, 0."""
    board = position_of(options.position, options.game or "")
    limit = Limit(options.time, options.depth, options.nodes)
    lines = Engine(board.game).analyse(board, limit, options.multipv)
    screen.board(board)
    for line in lines:
        chance = "" if line.win_chance is None else f"{line.win_chance:6.1%}"
        score = "" if line.score is None else f"{line.score:+8.2f}"
        screen.show(f"{score} {chance}  depth {line.depth}{' proven' if line.exact else ''}  {' '.join(line.texts)}")
    values = [{"moves": line.texts, "score": line.score, "win_chance": line.win_chance, "depth": line.depth,
               "exact": line.exact} for line in lines]  # fmt: skip
    screen.give({"game": board.game, "position": board.to_text(), "lines": values})
    return 0


def position_of(text: str, game: str) -> Board:
    """Return the board that an argument of the command line means.

    It is the first game of a file, if `text` is the name of a file, or `-` for standard input. Otherwise `text` is a
    position of `game` or, if `game` is empty, a game as text.
    """
    if text == STANDARD or (len(text) < 256 and Path(text).is_file()):
        first = game_files.open_games(text, game)[0]
    elif game:
        return Board(game, text, seed=0)
    else:
        first = game_files.read_games(text)[0]
    if first.board is None:
        raise first.error or CommandError("there is no game")
    return first.board


def count_moves(options: argparse.Namespace, screen: Screen) -> int:
    """Count the sequences of moves of a certain length from a position. Return the exit status, 0."""
    if options.depth < 0:
        raise CommandError("the depth is a number of moves")
    board = Board(options.game, options.position, seed=options.seed)
    result: dict[str, Any] = {"game": board.game, "position": board.to_text(), "depth": options.depth}
    if options.divide and options.depth:
        counts = {board.text(move): count for move, count in divide(board.position, options.depth).items()}
        for text, count in counts.items():
            screen.show(f"{text}: {count}")
        result |= {"moves": counts, "count": sum(counts.values())}
    else:
        result["count"] = board.perft(options.depth)
    screen.show(str(result["count"]))
    screen.give(result)
    return 0


def convert_games(options: argparse.Namespace, screen: Screen) -> int:
    """Convert a file of games to another format. Leave out games with errors, and report them.

    Return the exit status: 1 if a game was left out, otherwise 0.
    """
    form = options.to or game_files.form_of(options.target)
    collection = game_files.open_games(options.source, options.game, options.encoding)
    written = write_games(collection, form)
    reasons: dict[int, Any] = {game.number: game.error for game in collection if game.error is not None}
    reasons |= written.left_out
    for number in sorted(reasons):
        screen.note(f"game {number} was left out: {reasons[number]}")
    count = len(collection) - len(reasons)
    names = game_files.save(options.target, written.files)
    if options.target != STANDARD:
        screen.show(f"{count} games written, {len(reasons)} left out")
        failed = [
            {"game": number, "error": str(reasons[number]), **_place(reasons[number])} for number in sorted(reasons)
        ]
        screen.give({"written": count, "format": form, "files": names, "left_out": failed})
    return 1 if reasons else 0


def review_games(options: argparse.Namespace, screen: Screen) -> int:
    """Review the games of a file one after the other. Return the exit status: 1 if a game was left out, else 0."""
    return review.review(game_files.open_games(options.source, options.game), options.seconds, screen)


def serve_page(options: argparse.Namespace, screen: Screen) -> int:
    """Serve the built page until the user interrupts the command. Return the exit status."""
    return serving.serve(options.page, options.port, not options.no_browser, screen)


def write_completion(options: argparse.Namespace, screen: Screen) -> int:
    """Write the completion script of a shell. Return the exit status, 0."""
    text = completion.script(options.shell, parser())
    screen.show(text.rstrip("\n"))
    screen.give({"shell": options.shell, "script": text})
    return 0


def solve_puzzle(options: argparse.Namespace, screen: Screen) -> int:
    """Let the player solve a puzzle. If the output is JSON, print a puzzle with its solutions instead.

    Return the exit status: 1 if the player tried a wrong move or gave up, otherwise 0.
    """
    puzzle = solve.chosen(options.game, options.key, options.theme, options.seed)
    screen.give(solve.as_object(options.game, puzzle))
    return 0 if screen.as_json else solve.solve(options.game, puzzle, screen)
