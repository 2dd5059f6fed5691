"""Builds the static site from the sources and the runtime: what `serve.py` serves and what a web host is given.

The site needs no server of its own: every address in it is relative, so that it works below any path.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from tools import build_vendor, skeleton
from tools.build_vendor import BuildError, Say

ROOT = Path(__file__).resolve().parents[2]
STATIC = ("css", "fonts", "img")  # folders that travel as they are
BOOT = "py/boot"
FILES = "files.json"  # what the site holds, with hashes: read by the next build and by whoever wants to check
EPOCH = (2020, 1, 1, 0, 0, 0)  # archives carry no date, so that equal sources give equal bytes

__all__ = ["ROOT", "BuildError", "build"]


def build(site: Path, say: Say = print, *, live: bool = False) -> str:
    """Write the site into `site`, touching only what changed. The content hash of the whole."""
    vendor = build_vendor.fetch(ROOT, say)
    files = dict(contents(vendor))
    write(site, files)
    total = sum(len(data) for data in files.values())
    version = hash_of(files)
    say(f"site: {len(files)} files, {total / 1e6:.1f} MB, version {version} in {site}")
    return version


def contents(vendor: Path) -> Iterator[tuple[str, bytes]]:
    """Every file of the site: its path and its bytes."""
    for name in build_vendor.wanted():
        yield f"vendor/{name}", (vendor / name).read_bytes()
    for folder in STATIC:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file():
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    for path in sorted((ROOT / BOOT).glob("*.mjs")):
        yield f"{BOOT}/{path.name}", versioned(path.read_text()).encode()
    for name in ("py/main.py", "py/worker.py"):
        yield name, (ROOT / name).read_bytes()
    yield "py/chowk.zip", archive(app_files())
    yield "index.html", page()


def app_files() -> dict[str, bytes]:
    """The package as it goes into the archive: path below py/ -> bytes."""
    base = ROOT / "py"
    return {
        path.relative_to(base).as_posix(): path.read_bytes()
        for path in sorted((base / "chowk").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".po", ".pot")
    }


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip whose bytes depend on nothing but its contents."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, data in sorted(files.items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(info, data)
    return stream.getvalue()


def versioned(text: str) -> str:
    """Put the runtime's versions into the addresses that name it: a newer runtime is never mixed with an older."""
    for package in build_vendor.table().values():
        to = package["to"]
        text = text.replace(f"vendor/{to.rsplit('-', 1)[0]}/", f"vendor/{to}/")
    return text


def page() -> bytes:
    """index.html with PyScript's configuration and the home page, as it is before Python, written into it."""
    config = tomllib.loads((ROOT / "pyscript.toml").read_text())
    inline = json.dumps(config).replace("&", "&amp;").replace('"', "&quot;")
    text = versioned((ROOT / "index.html").read_text()).replace("./pyscript.toml", inline)
    text = text.replace("<title>Chowk</title>", f"<title>{escape(skeleton.title())}</title>")
    return text.replace('<div id="app"></div>', f'<div id="app">{skeleton.skeleton()}</div>').encode()


def hash_of(files: Mapping[str, bytes]) -> str:
    """One short name for all of these bytes."""
    whole = hashlib.sha256()
    for name, data in sorted(files.items()):
        whole.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()[:12]


def write(site: Path, files: Mapping[str, bytes]) -> None:
    """Make the folder hold exactly these files, of all that a build ever put there; others' files stay."""
    listing = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    before = listed(site)
    for name in before.keys() - listing.keys():
        with contextlib.suppress(FileNotFoundError):
            (site / name).unlink()
    for name, data in files.items():
        if before.get(name) != listing[name] or not (site / name).is_file():
            replace(site / name, data)
    if before != listing:
        replace(site / FILES, (json.dumps(listing, indent=0) + "\n").encode())


def listed(site: Path) -> dict[str, str]:
    """What the last build put there."""
    try:
        loaded: dict[str, str] = json.loads((site / FILES).read_text())
    except (OSError, ValueError):
        return {}
    return loaded


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a server may be reading it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.replace(path)
