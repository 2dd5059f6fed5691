"""The documents of the documentation site, in the order of its navigation."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[3]


class Part(NamedTuple):
    """A part of the navigation: its title, and its pages (name in the site -> path of the document)."""

    title: str
    pages: dict[str, str]


COMMANDS: Final = "command-line"
"""Name of the page about the commands, which is made from their parsers."""
INDEX: Final = "index"
"""Name of the first page."""
FRONT: Final = "docs/index.md"
"""Document of the first page."""
ABOUT: Final = "README.md"
"""Document for visitors of the sources. In the site, links to it lead to the first page."""


def parts(root: Path = ROOT) -> list[Part]:
    """Return the parts of the navigation. The tutorials, decisions and packages are those in the project's folders."""
    decisions = sorted(path.stem for path in (root / "docs/decisions").glob("0*.md"))
    return [
        Part(
            "The library",
            {
                "library": "docs/library.md",
                COMMANDS: "",
                "protocols": "docs/protocols.md",
                "environments": "docs/environments.md",
                "levels": "docs/levels.md",
            },
        ),
        Part("Tutorials", {f"tutorials/{name}": f"docs/tutorials/{name}.md" for name in tutorials(root)}),
        Part("Reference", {f"api/{name}": "" for name in packages(root)}),
        Part(
            "The page",
            _pages(
                *(
                    "overview",
                    "startup",
                    "table",
                    "practice",
                    "people",
                    "collections",
                    "studies",
                    "storage",
                    "correspondence",
                ),
                *("commands", "hosting"),
            ),
        ),
        Part("Opponents", {**_pages("engine", "kernels", "training"), "figures": "tests/bench/FIGURES.md"}),
        Part(
            "Contributing",
            {
                "contributing": "CONTRIBUTING.md",
                **_pages("adding-a-game", "translating"),
                "speaking": "SPEAKING.md",
                "changelog": "CHANGELOG.md",
            },
        ),
        Part(
            "Decisions",
            {"decisions/all": "docs/decisions/README.md"}
            | {f"decisions/{name}": f"docs/decisions/{name}.md" for name in decisions},
        ),
    ]


def _pages(*names: str) -> dict[str, str]:
    return {name: f"docs/{name}.md" for name in names}


def tutorials(root: Path = ROOT) -> list[str]:
    """Return the names of the tutorials: first those named after a game, in the home page's order, then any others."""
    from chowk.library import games

    existing = {path.stem for path in (root / "docs/tutorials").glob("*.md")}
    return [name for name in games() if name in existing] + sorted(existing - set(games()))


PUBLIC: Final = ("library", "envs", "protocols")
"""The packages whose modules the reference describes, if they exist. Of the library, only `__all__` is public."""


def packages(root: Path = ROOT) -> list[str]:
    """Return the names of the modules that the reference describes, without `chowk.` in front."""
    names = list[str]()
    for package in PUBLIC:
        folder = root / "py/chowk" / package
        if not folder.is_dir():
            continue
        names.append(package)
        if package != "library":
            modules = (path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py"))
            names += sorted(".".join((package, *parts)) for parts in modules if not parts[-1].startswith("_"))
    return names


def documents(root: Path = ROOT) -> dict[str, str]:
    """Return the page of each document: path in the project -> name in the site."""
    listed = {document: name for part in parts(root) for name, document in part.pages.items() if document}
    return {FRONT: INDEX, **listed}
