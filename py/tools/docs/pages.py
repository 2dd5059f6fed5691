"""Turn the project's documents into the pages of the documentation site, and generate its reference pages."""

from __future__ import annotations

import argparse
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.docs import diagrams
from tools.docs.navigation import ABOUT, COMMANDS, INDEX, ROOT, documents, parts

LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
"""Pattern of a link in Markdown: its label and its target."""
FENCE: Final = re.compile(
    r"(^(?P<fence>`{3,})(?P<kind>[^\n]*)\n(?P<text>.*?)^(?P=fence)[ ]*$)", re.MULTILINE | re.DOTALL
)
ATTACHED: Final = (".json",)
"""Endings of files that pages offer for download."""


def staged(root: Path = ROOT) -> dict[str, str]:
    """Return the text of each page of the site by its name."""
    pages = {
        name: adapted((root / document).read_text("utf-8"), document, root)
        for document, name in documents(root).items()
    }
    for part in parts(root):
        for name, document in part.pages.items():
            if not document:
                pages[name] = command_reference() if name == COMMANDS else reference(name)
    pages[INDEX] += "".join(contents(root))
    return pages


def contents(root: Path = ROOT) -> Iterator[str]:
    """Yield the tables of contents from which the site's navigation is made."""
    for part in parts(root):
        names = "\n".join(part.pages)
        yield f"\n```{{toctree}}\n:hidden:\n:caption: {part.title}\n\n{names}\n```\n"


def adapted(text: str, document: str, root: Path = ROOT) -> str:
    """Return a document as a page of the site. `document` is its path in the project.

    A link to a file becomes a link to a page of the site. If the site has no page for the file, only the label stays.
    """
    pieces, end = list[str](), 0
    for fence in FENCE.finditer(text):
        pieces += [_linked(text[end : fence.start()], document, root), _fenced(fence)]
        end = fence.end()
    return "".join((*pieces, _linked(text[end:], document, root)))


def _fenced(fence: re.Match[str]) -> str:
    if fence["kind"].strip() == "mermaid":
        return diagrams.described(fence["text"])
    # an unknown language name would be a warning
    kind = {"sh": "shell"}.get(fence["kind"].strip(), fence["kind"].strip())
    return f"{fence['fence']}{kind}\n{fence['text'].rstrip()}\n{fence['fence']}"


def _linked(text: str, document: str, root: Path) -> str:
    return LINK.sub(lambda link: _link(link[1], link[2], document, root), text)


def _link(label: str, target: str, document: str, root: Path) -> str:
    if "://" in target or target.startswith("#"):
        return f"[{label}]({target})"
    path, mark, anchor = target.partition("#")
    named = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
    known = documents(root)
    folder = posixpath.dirname(known[document])
    if named in ("docs/decisions", "decisions"):
        named = "docs/decisions/README.md"
    if named == ABOUT:
        return f"[{label}]({posixpath.relpath(INDEX, folder or '.')}.md)"
    if named in known:
        return f"[{label}]({posixpath.relpath(known[named], folder or '.')}.md{mark}{anchor})"
    if named.endswith(ATTACHED) and (root / named).is_file():
        return f"[{label}]({posixpath.relpath(posixpath.basename(named), folder or '.')})"
    return label


def attachments(root: Path = ROOT) -> dict[str, Path]:
    """Return the files that pages offer for download, by name."""
    return {path.name: path for path in sorted((root / "docs").glob("*")) if path.suffix in ATTACHED}


def reference(name: str) -> str:
    """Return the Markdown text of the reference page about a module. Sphinx fills the page from the docstrings."""
    module = f"chowk.{name.partition('/')[2]}"
    return (
        f"# {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n   :member-order: bysource\n"
        "   :undoc-members:\n```\n"
    )


def command_reference() -> str:
    """Return the reference page of the command line, made from the parsers of the commands."""
    from chowk.terminal import commands

    whole = commands.parser()
    lines = [
        "# Command line",
        "",
        "`chowk COMMAND`, or `python -m chowk COMMAND`. [The library](library.md#command-line) tells what the commands "
        "have in common.",
        "",
    ]
    action = next(action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
    os.environ["COLUMNS"] = "100"  # the width of usage lines, the same on every machine
    for name, part in action.choices.items():
        lines += [f"## chowk {name}", "", helps[name], "", "```text"]
        lines += [
            part.format_usage().rstrip().removeprefix("usage: "),
            "```",
            "",
            "| argument | meaning |",
            "|---|---|",
        ]
        lines += [f"| {_argument(argument)} | {_cell(argument.help or '')} |" for argument in part._actions]
        lines.append("")
    return "\n".join(lines)


def _argument(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    if not action.option_strings:
        return f"`{value}`"
    if action.choices:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    names = ", ".join(action.option_strings)
    return f"`{names}`" if action.nargs == 0 else f"`{names} {_cell(str(value))}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("%%", "%")


# Checks ---------------------------------------------------------------------------------------------------------------


def slug(heading: str) -> str:
    """Return the anchor of a heading: the name by which GitHub and the site link to it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Return the anchors of a page."""
    counts = dict[str, int]()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", FENCE.sub("", text), re.MULTILINE):
        counts[slug(heading)] = counts.get(slug(heading), 0) + 1
    return {name if not number else f"{name}-{number}" for name, count in counts.items() for number in range(count)}


def broken(pages: dict[str, str], files: dict[str, Path]) -> list[str]:
    """Return a line for each broken link in the pages: the site lacks the page, heading or file to which it leads."""
    wrong = []
    for name, text in pages.items():
        for link in LINK.finditer(re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))):
            if "://" in link[2]:
                continue
            path, _, anchor = link[2].partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else f"{name}.md"
            page = target.removesuffix(".md")
            if target not in files and (page not in pages or (anchor and anchor not in anchors(pages[page]))):
                wrong.append(f"{name}: {link[2]}")
    return wrong
