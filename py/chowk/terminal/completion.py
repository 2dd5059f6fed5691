"""Write scripts that complete the command line in a shell: bash, zsh or fish.

The scripts are generated from the argument parsers of the commands. A script contains all words that it offers, so it
need not start Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

HIDDEN: Final = argparse.SUPPRESS


class Argument(NamedTuple):
    """An option or a positional argument of a command.

    `names` are empty for a positional argument. `takes` is True if an option takes a value, and False for a flag.
    `choices` are the values that are allowed. Without choices, the value is a file if `is_file` is True, else any text.
    """

    names: tuple[str, ...]
    help: str
    takes: bool = False
    choices: tuple[str, ...] = ()
    is_file: bool = False


class Subcommand(NamedTuple):
    """A command with its options and its positional arguments in order."""

    name: str
    help: str
    options: tuple[Argument, ...]
    arguments: tuple[Argument, ...]


FILES: Final = frozenset({"source", "target", "position", "page", "keep", "resume"})
"""Names of the arguments that take the name of a file."""


def commands_of(parser: argparse.ArgumentParser) -> tuple[Subcommand, ...]:
    """Return the commands of a parser with subcommands."""
    return tuple(_commands(parser))


def _commands(parser: argparse.ArgumentParser) -> Iterator[Subcommand]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, part in action.choices.items():
                actions = [_option(option) for option in part._actions if option.help != HIDDEN]
                options = tuple(option for option in actions if option.names)
                yield Subcommand(name, helps[name], options, tuple(option for option in actions if not option.names))


def _option(action: argparse.Action) -> Argument:
    takes = action.nargs != 0
    choices = tuple(map(str, action.choices or ()))
    is_file = takes and not choices and (action.type is Path or action.dest in FILES)
    return Argument(tuple(action.option_strings), action.help or "", takes, choices, is_file)


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the completion script of a parser for a shell, one of `SHELLS`."""
    return SHELLS[shell](parser.prog, commands_of(parser))


def bash(program: str, commands: Sequence[Subcommand]) -> str:
    """Return the completion script of a program for bash 3.2 or newer."""
    first = " ".join([*(command.name for command in commands), "--help", "--version"])
    lines = [
        f"# Completion of {program} for bash: source this file, or write it to",
        f"# ~/.local/share/bash-completion/completions/{program}",
        f"_{program}() {{",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" place=0 at',
        "    COMPREPLY=()",
        '    if [ "$COMP_CWORD" -eq 1 ]; then',
        f"        COMPREPLY=($(compgen -W '{first}' -- \"$word\"))",
        "        return",
        "    fi",
        '    case "${COMP_WORDS[1]}" in',
    ]
    for command in commands:
        lines += [f"    {command.name})", '        case "$before" in']
        valued = [option for option in command.options if option.takes]
        for option in valued:
            lines.append(f"        {'|'.join(option.names)}) {_bash_values(option)}; return ;;")
        lines.append("        esac")
        names = [name for option in command.options for name in option.names]
        lines += [
            f'        case "$word" in -*) COMPREPLY=($(compgen -W \'{" ".join(names)}\' -- "$word")); return ;; esac',
            "        for ((at = 2; at < COMP_CWORD; at++)); do",
            '            case "${COMP_WORDS[at]}" in',
        ]
        if valued:
            lines.append(f"            {'|'.join(name for option in valued for name in option.names)}) ((at++)) ;;")
        lines += ["            -?*) ;;", "            *) ((place++)) ;;", "            esac", "        done"]
        lines.append('        case "$place" in')
        lines += [f"        {place}) {_bash_values(argument)} ;;" for place, argument in enumerate(command.arguments)]
        lines += ["        esac", "        ;;"]
    lines += ["    esac", "}", f"complete -o filenames -F _{program} {program}", ""]
    return "\n".join(lines)


def _bash_values(option: Argument) -> str:
    """Return the bash command that offers the possible values of an argument."""
    if option.choices:
        return f"COMPREPLY=($(compgen -W '{' '.join(option.choices)}' -- \"$word\"))"
    if option.is_file:
        return "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$word\"))"
    return ":"


def zsh(program: str, commands: Sequence[Subcommand]) -> str:
    """Return the completion script of a program for zsh."""
    lines = [
        f"#compdef {program}",
        f"# Completion of {program} for zsh: write this file to a folder of $fpath as _{program}.",
        f"_{program}() {{",
        "    local -a commands",
        "    commands=(",
        *(f"        {_quoted(f'{command.name}:{_plain(command.help)}')}" for command in commands),
        "    )",
        "    if ((CURRENT == 2)); then",
        "        _describe command commands",
        "        return",
        "    fi",
        "    local chosen=${words[2]}",
        "    shift words",
        "    ((CURRENT--))",
        '    case "$chosen" in',
    ]
    for command in commands:
        lines += [f"    {command.name})", "        _arguments \\"]
        for option in command.options:
            value = f":value:{_zsh_values(option)}" if option.takes else ""
            lines += [f"            {_quoted(f'{name}[{_plain(option.help)}]{value}')} \\" for name in option.names]
        for place, argument in enumerate(command.arguments, 1):
            lines.append(f"            {_quoted(f'{place}:{_plain(argument.help)}:{_zsh_values(argument)}')} \\")
        lines[-1] = lines[-1].removesuffix(" \\")
        lines.append("        ;;")
    lines += [
        "    esac",
        "}",
        f'if [ "$funcstack[1]" = "_{program}" ]; then _{program} "$@"; else compdef _{program} {program}; fi',
        "",
    ]
    return "\n".join(lines)


def _zsh_values(option: Argument) -> str:
    if option.choices:
        return f"({' '.join(option.choices)})"
    return "_files" if option.is_file else " "


def fish(program: str, commands: Sequence[Subcommand]) -> str:
    """Return the completion script of a program for fish."""
    lines = [
        f"# Completion of {program} for fish: write this file to ~/.config/fish/completions/{program}.fish",
        f"complete -c {program} -f",
        f"complete -c {program} -n __fish_use_subcommand -l version -d 'Show the version'",
    ]
    for command in commands:
        lines.append(
            f"complete -c {program} -n __fish_use_subcommand -a {command.name} -d {_quoted(_plain(command.help))}"
        )
        within = f"'__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            names = " ".join(
                f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
                for name in option.names
            )
            lines.append(
                f"complete -c {program} -n {within} {names} -d {_quoted(_plain(option.help))}{_fish_values(option)}"
            )
        for argument in command.arguments:
            if argument.choices:
                lines.append(f"complete -c {program} -n {within} -a '{' '.join(argument.choices)}'")
            elif argument.is_file:
                lines.append(f"complete -c {program} -n {within} -F")
    return "\n".join([*lines, ""])


def _fish_values(option: Argument) -> str:
    if not option.takes:
        return ""
    if option.choices:
        return f" -x -a '{' '.join(option.choices)}'"
    return " -r -F" if option.is_file else " -x"


def _plain(text: str) -> str:
    """Return a description without the characters that have a special meaning in zsh."""
    return text.translate(str.maketrans("[]:", "(),", "`"))


def _quoted(text: str) -> str:
    """Return a text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


SHELLS: Final[Mapping[str, Callable[[str, Sequence[Subcommand]], str]]] = MappingProxyType(
    {"bash": bash, "zsh": zsh, "fish": fish}
)
"""For each shell, the function that returns the completion script of a program."""
