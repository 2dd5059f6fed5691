"""Turn Mermaid diagrams into lists and tables.

Mermaid would need a program of 3.6 MB in the reader's browser. A list of arrows says the same, can be searched, and is
read aloud.
"""

from __future__ import annotations

import re
from typing import Final

MESSAGE: Final = re.compile(r"^(\w+)\s*(--?>>)\s*(\w+)\s*:\s*(.+)$")
PARTICIPANT: Final = re.compile(r"^participant (\w+) as (.+)$")
ARROW: Final = re.compile(r"\s*(?:-->|-\.->|---|==>)\s*")
NODE: Final = re.compile(r"^(\w+)(?:\[\"?(.*?)\"?\])?$")


def described(text: str) -> str:
    """Return a diagram as Markdown: a sequence diagram as a table of messages, a flowchart as a list of arrows.

    Return a diagram of another kind unchanged, as a block of plain text.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines[0] == "sequenceDiagram":
        return _messages(lines[1:])
    if lines[0].startswith("flowchart"):
        return _arrows(lines[1:])
    return f"```text\n{text}```"


def _messages(lines: list[str]) -> str:
    names = {match[1]: match[2] for line in lines if (match := PARTICIPANT.match(line))}
    rows = ["| | from | to | what |", "|---|---|---|---|"]
    messages = [match for line in lines if (match := MESSAGE.match(line))]
    for number, match in enumerate(messages, 1):
        source, _, target, text = match.groups()
        text = text.replace("|", "\\|")
        rows.append(f"| {number} | {names.get(source, source)} | {names.get(target, target)} | {text} |")
    return "\n".join(rows)


def _arrows(lines: list[str]) -> str:
    names, chains = dict[str, str](), list[list[str]]()
    for line in lines:
        chain = []
        for node in map(NODE.match, ARROW.split(line)):
            if node is not None:
                names[node[1]] = node[2] or names.get(node[1], node[1])
                chain.append(node[1])
        chains.append(chain)
    return "\n".join(f"* {' → '.join(names[name] for name in chain)}" for chain in chains if chain)
