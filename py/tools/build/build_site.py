"""Build the static site from the sources and the runtime: for `serve.py` and for web hosts.

The site needs no server of its own. Every address in it is relative, so it works below any path. The address of a file
of the site contains the file's hash (`./css/base.css?v=1a2b3c4d`), so that a browser never mixes two versions. The page
refers to every other file, directly or through other files.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import posixpath
import re
import struct
import subprocess
import sys
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import Any, AnyStr

from chowk.core.parcels import (
    COLLECTIONS,
    COURSES,
    EDITOR,
    LIVE,
    PEOPLE,
    PRACTICE,
    READERS,
    STUDIES,
    TABLE,
    puzzles,
)
from chowk.i18n.i18n import APART, KEYS, MORE, PART
from tools.build import (
    build_icons,
    build_runtime,
    build_single,
    build_translate,
    build_vendor,
    kernel_assets,
    release,
    wheel,
)
from tools.build.build_python import Forge
from tools.build.build_vendor import BuildError, Say
from tools.i18n import po_catalog as catalog
from tools.i18n.po_catalog import Key
from tools.shared.once import cached_result

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(__file__).parent
STATIC = ("css", "img")  # folders that are copied unchanged
SHEET = "css/chowk.css"  # the style sheet that imports all others but two as layers; in the site it contains them
IMPORTED = re.compile(r'@import url\("\./([\w.]+)"\) layer\((\w+)\);')
PACKED = ".packed"
"""Suffix of gzipped files. It is not `.gz`, because some hosts send `.gz` files so that browsers unpack them."""
WHOLE_PAGE = f"py/page{PACKED}"  # copy of the page for the service worker: some hosts change the pages that they send
GZIP = b"\x1f\x8b"  # first bytes of a packed file; unpacked content never begins with them
LOCALE = "chowk/locale/"
DESK = "py/translate/"  # folder of the translators' desk, a page for editing translations
BRIDGE = "chowk/browser/debug_bridge.py"  # only for tests
UNREAD = (  # modules that are imported only by tests and this build, or for types
    "chowk/core/perft.py",
    "chowk/engine/asking.py",
    "chowk/engine/kernel/types.py",
    "chowk/i18n/startup.py",
    "chowk/ui/viewer.py",
)
UNASKED = ("fs.py", "media.py", "web.py")  # parts of PyScript that the app does not use, so nothing imports them
EXTRAS = "py/extras/"  # optional files of opponents, fetched on request
SKINS = "py/skins/"  # other looks of boards and pieces, fetched when chosen
SKIN = re.compile(r"/skins/(?!__)(\w+)\.pyc?$")
PARCELS = "py/parcels/"  # other separately loaded parts of the app
FOREIGN = re.compile(  # readers of foreign formats and files: fetched when one is first opened
    r"^chowk/(features/sharing/(collection|collection_view|decoding|files|foreign_texts|saved_games_view)|"
    r"core/json_record|storage/exchange|games/\w+/(pdn|pdn_games|transcript|boards|ggf|score_sheet|sgf|trees|wthor))\.pyc?$"
)
TODAY = "daily|fsrs|glicko|mistake_store|progress|today_view"  # what the home page shows of puzzles, from the start on
PRACTISING = re.compile(  # modules for puzzles and for the player's mistakes: fetched when they are first needed
    rf"^chowk/(features/practice/(?!__init__|commands|modes|(?:{TODAY})\.)\w+|features/review/(mistake_drill|takeaway)|"
    r"features/analysis/ending_notes|games/api/(endings|puzzle)|"
    r"games/\w+/ui/(endings|(mistake|puzzle)_themes))\.pyc?$"
)
COURSE = re.compile(  # courses and their modules: fetched when one is first opened
    r"^chowk/(features/courses/(courses|view)|games/\w+/ui/course)\.pyc?$"
)
HOUSEHOLD = re.compile(  # people and the ladder of opponents: fetched with the first table, or once somebody has a name
    r"^chowk/(features/people/(?!__init__|commands)\w+|ui/sheets/statistics|games/\w+/ui/taught)\.pyc?$"
)
COLLECTED = re.compile(  # collections of games: fetched when they are first opened
    r"^chowk/(features/collections/(?!__init__|commands)\w+|browser/collection_\w+|games/api/(archived|search)|"
    r"games/\w+/(archived|replaying|search))\.pyc?$"
)
STUDIED = re.compile(  # studies: fetched when they are first opened
    r"^chowk/features/studies/(?!__init__|commands)\w+\.pyc?$"
)
EDITING = re.compile(  # the position editor: fetched when it is first opened
    r"^chowk/(features/position_editor/(editor|pattern|view)|games/\w+/ui/draft)\.pyc?$"
)
CONNECTING = re.compile(  # live play: fetched when devices are first connected
    r"^chowk/(features/live/(?!__init__|commands|connections)\w+|browser/peer_connection)\.pyc?$"
)
PUZZLES = re.compile(r"^chowk/games/(\w+)/puzzles\.txt$")  # fetched when a game's puzzles are first opened
READER = "vendor/qr-"  # reads QR codes if the browser cannot: fetched when a camera is first used
STARTING = ("vendor/pyodide-", "vendor/pyscript-")  # run at every start
PROGRAM = b"pyodide.asm.mjs"  # the name by which Pyodide imports its program
CLASSIC = ("guard", "language", "look", "visit")  # classic scripts of py/boot
GUARD = "py/boot/guard.js"  # the first script, which handles damaged files
ARCHIVES = (f"py/chowk{PACKED}", f"py/stdlib{PACKED}")  # loaded at every start
NOT_SHIPPED = {".pyc", ".po", ".pot", ".toml", ".bin"}  # data files are fetched with their game
HOME = "/chowk.zip"  # path of the app in the page's Python; py/boot/python.js writes it
FILES = "files.json"  # the site's files with hashes: read by the next build, and useful for checks
MARK = "// made by serve.py of Chowk"  # first entry of that file; it marks a folder that a build may change
SINGLE = b'name="chowk-offline" content="file"'  # marks a single-file build
OWN_FOLDERS = frozenset((".ci", ".git", ".github", ".venv", "css", "img", "node_modules", "py", "tests", "vendor"))
NAMED = 3  # maximum number of files that a message lists
HINT = b"//# allFunctionsCalledOnLoad\n"  # lets supporting browsers compile the whole script in the background
NOTICE = b"// Pyodide (see licences/pyodide.txt), without names that this page does not use.\n"
LARGE = 3_000_000  # bytes
KEPT = 6  # results of this compression level or higher are cached
EPOCH = (2020, 1, 1, 0, 0, 0)  # a fixed date, so that equal sources give equal bytes

DESCRIBE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from chowk.i18n import startup
from chowk.i18n.i18n import shipped
from tools.build import skeleton
texts = startup.texts(shipped)
home = {code: {"title": skeleton.title(code), "home": skeleton.texts(code)} for code in texts}
print(json.dumps({"home": skeleton.skeleton(), "texts": texts, "homes": home, "about": startup.about(shipped),
                  "titles": startup.game_titles(), "letters": skeleton.letters()}))
"""

__all__ = ["ROOT", "BuildError", "build", "single"]


def build(
    site: Path,
    say: Say = print,
    *,
    live: bool = False,
    tested: bool = False,
    release: bool = False,
    force: bool = False,
) -> str:
    """Write the site into the folder `site`, changing only files that differ. Return the hash of the site's content.

    `live` is for serving while sources are edited: files that changed since the last whole build are shipped as
    source. `tested` includes the test bridge, which no published page has. A `release` fails if a translation that
    must be complete lacks a sentence. `force` is as in `write`.
    """
    refuse_project(site)
    if not live:
        look_over_translations(say, release)
    files = Site(build_vendor.fetch(ROOT, say), say, live, tested).files
    write(site, files, say, force=force)
    version = hash_of(files)
    for line in sizes(files):
        say(line)
    say(f"site: {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB, version {version}, in {site}")
    return version


def compile_ahead(say: Say = print) -> None:
    """Compile all sources of the page and cache the bytecode, so that the next build of a live site can ship it.

    A live site is served during editing. It ships as source what has not been compiled yet. In a fresh checkout that is
    everything: compiling takes some ten seconds, too long to wait for the first view.
    """
    site = Site(build_vendor.fetch(ROOT, say), say, live=True)
    site.forge.app(site.sources, HOME, True)


def sizes(files: Mapping[str, bytes]) -> list[str]:
    """Return lines with the compressed sizes of the large files, and the totals for games and for optional files."""
    start = {name: len(data) for name, data in files.items() if name in ARCHIVES}
    words = {name: len(data) for name, data in files.items() if name.startswith("py/words/")}
    games = {name: len(data) for name, data in files.items() if name.startswith("py/supplies/")}
    extras = {name: len(data) for name, data in files.items() if name.startswith(EXTRAS)}
    skins = {name: len(data) for name, data in files.items() if name.startswith((SKINS, PARCELS))}
    lines = [f"  {size:>10,}  {name}" for name, size in {**start, **words, **skins, **games, **extras}.items()]
    return [
        *lines,
        f"  {sum(games.values()):>10,}  of that comes with games, each with its own",
        f"  {sum(extras.values()):>10,}  comes when it is wanted",
    ]


def look_over_translations(say: Say, release: bool) -> None:
    """Report the sentences that each translation lacks. Called before each build.

    For a release, raise `BuildError` if a translation that must be complete lacks sentences.
    """
    lacking, complete = catalog.lacking(), catalog.complete()
    lines = [
        f"translations: {code} lacks {len(keys)} sentences, such as {keys[0].text!r}" for code, keys in lacking.items()
    ]
    for line in lines:
        say(f"{line}; the page says them in English")
    if release and (short := [code for code in lacking if complete[code]]):
        raise BuildError(
            f"No release: {', '.join(short)} must be complete. `python -m tools.i18n.catalog check` in py/ lists "
            "what is missing; py/chowk/locale/status.toml says which languages are complete."
        )


def single(page: Path, say: Say = print, *, release: bool = False, force: bool = False) -> int:
    """Write the whole site into one HTML file; return its size in bytes. `release` is as in `build`.

    Raise `BuildError` if the path is inside one of the project's folders, or if a file is there that is not such a
    page. With `force`, overwrite that file, unless it belongs to the project.
    """
    refuse_file(page, force)
    look_over_translations(say, release)
    text = build_single.single(Site(build_vendor.fetch(ROOT, say), say, live=False).files)
    replace(page, text)
    say(f"one file: {len(text) / 1e6:.1f} MB, {page}")
    return len(text)


def refuse_file(page: Path, force: bool) -> None:
    """Raise `BuildError` if the site in one HTML file must not be written to this path.

    The path must not be a folder, nor lie in one of the project's folders (`OWN_FOLDERS`). At the top of the project,
    it may be a new file or a single-file site of an earlier build, but no other file. Outside the project, another file
    is replaced only with `force`.
    """
    place = page.resolve()
    if place.is_dir():
        raise BuildError(f"{page} is a folder. Name a file, such as chowk.html.")
    if place.parent != ROOT:
        refuse_project(place)
    is_theirs = place.exists() and SINGLE not in place.read_bytes()
    if is_theirs and place.parent == ROOT:
        raise BuildError(f"{page} is a part of this project. Choose another name, such as chowk.html.")
    if is_theirs and not force:
        raise BuildError(
            f"{page} is there, and was not made by this. Nothing was written. Choose another name, or add --force, "
            "which would overwrite it."
        )


class Site:
    """The site as bytes, built from the sources: `files` is path -> content.

    `vendor` is the folder of the runtime; `live` and `tested` are as in `build`.
    """

    def __init__(self, vendor: Path, say: Say, live: bool, tested: bool = False) -> None:
        self.say = say
        self.live = live
        self.tested = tested
        self.forge = Forge(ROOT, say)
        self.app = app_files()
        self.files: dict[str, bytes] = {}
        self.packed: dict[str, str] = {}
        self.add_runtime(vendor)
        self.add_supplies()
        self.add_words()
        self.add_desk()
        self.add_python()
        self.add_static()
        self.add_icons()
        self.add_texts()
        self.add_keeper()

    def add_runtime(self, vendor: Path) -> None:
        """Add Pyodide, PyScript and the fonts, with their licences. The reduced standard library is added later."""
        self.folders = {
            to.rsplit("-", 1)[0]: to for to in (str(package["to"]) for package in build_vendor.table().values())
        }
        for name in build_vendor.files_to_copy():
            if name.endswith("/LICENSE"):
                self.files[f"licences/{name.rsplit('-', 1)[0]}.txt"] = (vendor / name).read_bytes()
            elif not name.endswith(".zip"):
                file = served(name)
                hint = HINT if file.endswith(".js") and f"vendor/{name}".startswith(STARTING) else b""
                data = (vendor / name).read_bytes()
                self.files[f"vendor/{file}"] = hint + (data.replace(PROGRAM, served(PROGRAM)) if hint else data)
        try:
            self.trim_runtime(f"vendor/{self.folders['pyodide']}/")
        except BuildError as error:
            self.say(f"{error}\nThe site is built with it as it is: it works, and takes longer to start.")
        if not self.live and not self.tested:  # tests delay and change the plain file, which most hosts send
            self.add_packed(f"vendor/{self.folders['pyodide']}/pyodide.asm.wasm")

    def add_packed(self, name: str) -> None:
        """Add a compressed copy of Pyodide's WebAssembly, for web hosts that do not compress. The copy is cached.

        `name` is the path of the WebAssembly in the site.
        """
        path = self.forge.cache / f"{self.forge.key(self.files[name])}.wasm.gz"
        if not path.is_file():
            replace(path, packed(self.files[name], 9))
        self.packed[name] = f"{name.removesuffix('.wasm')}{PACKED}"
        self.files[self.packed[name]] = path.read_bytes()

    def starting(self) -> list[str]:
        """Return the names of Pyodide's and PyScript's JavaScript files that run at every start."""
        return sorted(name for name in self.files if name.startswith(STARTING) and name.endswith(".js"))

    def trim_runtime(self, folder: str) -> None:
        """Trim Pyodide, and add a hash to its folder's name, since a browser may have cached the untrimmed files."""
        before = {name: self.files[name] for name in self.files if name.startswith(folder)}
        program, wasm = f"{folder}{served(PROGRAM).decode()}", f"{folder}pyodide.asm.wasm"
        users = [self.files[name] for name in self.starting() if name != program]
        users += [path.read_bytes() for path in (ROOT / "py/boot").glob("*.js") if path.stem not in CLASSIC]
        less = trimmed(before[program], before[wasm], tuple(users))
        after = {program: less.program.replace(HINT, HINT + NOTICE, 1), wasm: less.wasm}
        fresh = f"{folder.removesuffix('/')}-{short_hash(b''.join(after.values()))[:8]}/"
        for name, data in before.items():
            del self.files[name]
            self.files[name.replace(folder, fresh)] = after.get(name, data)
        self.folders["pyodide"] = fresh.split("/")[1]

    def add_supplies(self) -> None:
        """Add the opponents' compiled kernels and learnt data as separate files, fetched with their game.

        Also add the opponents' optional files. The names contain the files' hashes, so that a browser with a cached
        copy sends no request.
        """
        self.supplies: dict[str, dict[str, tuple[str, str]]] = {}
        for game, files in kernel_assets.supplies(self.say).items():
            for name, data in files.items():
                digest = hashlib.sha256(data).hexdigest()
                file = f"{game}/{name}.{digest[:16]}{PACKED}"
                self.files[f"py/supplies/{file}"] = self.smallest(data)
                self.supplies.setdefault(game, {})[name] = (file, digest)
        self.extras: dict[str, dict[str, tuple[str, str, int, int]]] = {}
        for game, optional in kernel_assets.extras().items():
            for name, (data, memory) in optional.items():
                digest = hashlib.sha256(data).hexdigest()
                path = f"{EXTRAS}{game}/{name}.{digest[:16]}{PACKED}"
                # Large files are compressed already, and Zopfli would take hours.
                self.files[path] = self.smallest(data) if len(data) < LARGE else packed(data, 1)
                self.extras.setdefault(game, {})[name] = (path, digest, len(self.files[path]), memory)

    def add_words(self) -> None:
        """Add each language's translations as a separate file, since a player needs at most one language."""
        laid = translations()
        self.words = {code: f"py/words/{code}{PACKED}" for code in laid}
        for code, file in laid.items():
            self.files[self.words[code]] = packed(file, 1) if self.live else self.smallest(file)

    def add_desk(self) -> None:
        """Add the files of the translators' desk, a page for editing translations. Only `?translate` fetches them.

        Each file's name contains its hash.
        """
        code = package_files(build_translate.is_code)
        content = {"desk.zip": archive(code), **build_translate.files()}
        self.desk: dict[str, tuple[str, str]] = {}
        for name, data in content.items():
            digest = hashlib.sha256(data).hexdigest()
            file = f"{DESK}{name}.{digest[:16]}{PACKED}"
            self.files[file] = packed(data, 1 if self.live else 9)
            self.desk[name] = (f"../{file.removeprefix('py/')}", digest)

    def add_python(self) -> None:
        """Add the worker's entry file and, compressed, the app and the standard library.

        The entry file of the page itself is not added, because it is inline in index.html.
        """
        entries = [(ROOT / name).read_bytes() for name in ("py/main.py", "py/worker.py")]
        table = json.dumps(self.supplies, sort_keys=True).encode()
        app = {name: data for name, data in self.app.items() if not name.startswith(LOCALE)}
        extras = json.dumps(self.extras, sort_keys=True).encode()
        tables = {
            "chowk/supplies.json": table,
            "chowk/extras.json": extras,
            "chowk/translate.json": json.dumps(self.desk).encode(),
            f"{LOCALE}{APART}.txt": " ".join(self.words).encode(),
        }
        self.sources = {**app, **tables, **self.pyscript()}
        for name in UNREAD:
            del self.sources[name]
        if not self.tested:
            del self.sources[BRIDGE]
        python = [*entries, *(data for name, data in self.sources.items() if name.endswith(".py"))]
        compiled, library = self.prepared(self.sources, python)
        self.add_parcels(compiled)
        self.files["py/worker.py"] = entries[1]
        for name, content in (("chowk", archive(compiled)), ("stdlib", gzip.decompress(library))):
            self.files[f"py/{name}{PACKED}"] = packed(content, 1) if self.live else self.smallest(unsummed(content))

    def add_parcels(self, compiled: dict[str, bytes]) -> None:
        """Move parts out of `compiled` that are fetched only when needed, such as skins, readers of files, and puzzles.

        `compiled` maps the paths of the app's files to their contents. Each part becomes a separate file of the site,
        with the sentences that only this part shows. A table of these files is added to `compiled`.
        """
        parcels: dict[tuple[str, str], dict[str, bytes]] = {}
        for name in list(compiled):
            if match := SKIN.search(name):
                parcels.setdefault((SKINS, match[1]), {})[name] = compiled.pop(name)
            elif parcel := parcel_of(name):
                parcels.setdefault((PARCELS, parcel), {})[name] = compiled.pop(name)
        for parcel, words in words_of_parcels().items():
            parcels[PARCELS, parcel][f"chowk/{MORE}"] = words
        table: dict[str, tuple[str, str]] = {}
        for (folder, parcel), files in parcels.items():
            data = archive(files)
            digest = hashlib.sha256(data).hexdigest()
            path = f"{folder}{parcel}.{digest[:16]}{PACKED}"
            self.files[path] = self.smallest(data)
            table[parcel] = (path, digest)
        compiled[f"chowk/{TABLE}"] = json.dumps(table, sort_keys=True).encode()

    def smallest(self, data: bytes) -> bytes:
        """Return compressed data: as small as possible, or compressed faster for a page that is tested or edited."""
        refuse_packed(data)
        return packed(data, 9) if self.live or self.tested else self.forge.packed(data)

    def pyscript(self) -> dict[str, bytes]:
        """Return the sources of PyScript's own Python files by path, without those that the app does not import.

        PyScript's core contains these sources as text and would compile them at every start. The site therefore ships
        bytecode that the build compiles from them.
        """
        core = next(data for name, data in self.files.items() if re.search(r"/pyscript-[^/]*/core-", name)).decode()
        match = re.search(r'\{pyscript:(\{(?:"[\w.]+":"(?:[^"\\]|\\.)*",?)+\})\}', core)
        files: dict[str, str] = json.loads(match[1]) if match else {}
        return {f"pyscript/{name}": text.encode() for name, text in files.items() if name not in UNASKED}

    def prepared(self, app: Mapping[str, bytes], sources: list[bytes]) -> tuple[dict[str, bytes], bytes]:
        """Return the app's files and the standard library, compiled if Node is installed and otherwise as sources.

        `sources` are all Python sources of the page. The library has the modules that they import.
        """
        try:
            library = self.forge.library(sources)
            return self.forge.app(app, HOME, not self.live), library
        except BuildError as error:
            self.say(f"{error}\nThe site is built without compiling Python: it works, and takes longer to start.")
            return dict(app), packed(self.forge.plain_library(), 9)

    def add_static(self) -> None:
        """Add the files that the site contains unchanged, such as pictures and licences."""
        for folder in STATIC:
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file():
                    self.files[path.relative_to(ROOT).as_posix()] = path.read_bytes()
        for path in (ROOT / "LICENSE", *sorted((ROOT / "py/boot/licences").glob("*.txt"))):
            name = "chowk.txt" if path.name == "LICENSE" else path.name
            self.files[f"licences/{name}"] = path.read_bytes()

    def add_icons(self) -> None:
        """Add the app's icons. They are drawn once and then cached."""
        path = self.forge.cache / f"{self.forge.key((ROOT / 'py/tools/build/build_icons.py').read_bytes())}.icons.zip"
        if not path.is_file():
            self.say("icons: drawing")
            replace(path, archive(dict(build_icons.icons())))
        with zipfile.ZipFile(path) as drawn:
            self.files.update({f"icons/{name}": drawn.read(name) for name in drawn.namelist()})

    def add_texts(self) -> None:
        """Add the files that contain addresses of other files: style sheets, modules, then the page."""
        texts = {f"py/boot/{path.name}": path.read_text() for path in sorted((ROOT / "py/boot").glob("*.js"))}
        texts |= self.sheets()
        description = self.described_by_app()
        texts |= {manifest_of(code): self.manifest(code, about) for code, about in description["about"].items()}
        texts["index.html"] = self.page(description)
        for name in texts:
            self.files.pop(name, None)
        for name in texts:
            self.stamp(name, texts)
        if not self.live:
            self.packed["index.html"] = WHOLE_PAGE
            self.files[WHOLE_PAGE] = self.smallest(self.files["index.html"])

    def sheets(self) -> dict[str, str]:
        """Return the style sheets: name -> text.

        Nearly all are merged into one, because each request would delay the first paint.
        """
        texts = {name: self.files.pop(name).decode() for name in list(self.files) if name.endswith(".css")}

        def layer(rule: re.Match[str]) -> str:
            return f"@layer {rule[2]} {{\n{texts.pop(f'css/{rule[1]}')}}}\n"

        return {SHEET: IMPORTED.sub(layer, texts.pop(SHEET))} | texts

    def stamp(self, name: str, texts: Mapping[str, str]) -> None:
        """Add a text file to the site. Each address in it gets the hash of the file to which it leads.

        If that file is in `texts` and not in the site yet, add it first, because its hash must be known.
        """
        if name in self.files:
            return

        def address(match: re.Match[str]) -> str:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2]))
            if path in texts:
                self.stamp(path, texts)
            if path not in self.files or path.startswith("vendor/"):
                return match[0]
            return f"{match[1]}{match[2]}?v={short_hash(self.files[path])}{match[3]}"

        text = self.versioned(texts[name])
        text = text.replace("const BYTES = {};", f"const BYTES = {json.dumps(self.downloads())};")
        addresses = {code: f"../{path.removeprefix('py/')}" for code, path in self.words.items()}
        for to in self.packed.values():
            text = text.replace('const PACKED = "";', f'const PACKED = "../../{to}";')
        text = text.replace("const WORDS = {};", f"const WORDS = {json.dumps(addresses)};")
        text = text.replace("const HASHES = {};", f"const HASHES = {json.dumps(self.hashes())};")
        text = re.sub(r"""("|'|&quot;|\()((?:\.\.?/)[\w./-]+)("|'|&quot;|\))""", address, text)
        self.files[name] = (self.sealed(text) if name == "index.html" else text).encode()

    def sealed(self, text: str) -> str:
        """Return the page with an integrity hash for every script, so that browsers reject changed scripts.

        The guard, which is the script that handles damaged files, gets no hash. A live site (served during editing) has
        no hashes at all.
        """

        def seal(match: re.Match[str]) -> str:
            path = match[2].partition("?")[0].removeprefix("./")
            return match[0] if path == GUARD else f'{match[1]}{match[2]}" integrity="{integrity(self.files[path])}"'

        addressed = (
            r'(<(?:script (?:type="module" )?src|link rel="(?:modulepreload|preload" as="script)" href)=")([^"]*)"'
        )
        return text if self.live else re.sub(addressed, seal, text)

    def hashes(self) -> dict[str, str]:
        """Return the hashes by which browsers check archives and translations, by file name.

        Each file has two: of its packed and of its unpacked content, since a host may unpack it.
        """
        paths = [] if self.live else [*ARCHIVES, *self.words.values()]
        return {posixpath.basename(path): either(self.files[path]) for path in paths}

    def versioned(self, text: str) -> str:
        """Return the text with version numbers in the names of the runtime's folders, such as `vendor/pyodide/`.

        For example, `pyodide` becomes `pyodide-` and its version.
        """
        for plain, folder in self.folders.items():
            text = text.replace(f"vendor/{plain}/", f"vendor/{folder}/")
        return text

    def add_keeper(self) -> None:
        """Add the service worker, with the list of all other files."""
        listing = {name: listed_as(name, data) for name, data in sorted(self.files.items())}
        for name in (*self.packed.values(), *(name for name in self.files if name.startswith(DESK))):
            del listing[name]  # a packed copy of another file, or a file that the translators' desk caches itself
        extras = {name: listing.pop(name) for name in list(listing) if name.startswith((EXTRAS, READER))}
        text = (ROOT / "sw.js").read_text()
        damaged = {code: escape(texts["damaged"]) for code, texts in self.described_by_app()["texts"].items()}
        values = {"VERSION": release.version(ROOT), "HASH": hash_of(self.files), "FILES": listing}
        values |= {"EXTRAS": extras, "PACKED": self.packed, "DAMAGED": damaged}
        for name, value in values.items():
            head, _, tail = text.partition(f"\nconst {name} = ")
            text = f"{head}\nconst {name} = {json.dumps(value, ensure_ascii=False)};{tail.partition(';')[2]}"
        self.files["sw.js"] = text.encode()

    def manifest(self, code: str, about: Mapping[str, str]) -> str:
        """Return the web app manifest in a language. `about` has the translated entries."""
        plain = json.loads((ROOT / "manifest.webmanifest").read_text())
        return json.dumps({**plain, **about, "lang": code}, ensure_ascii=False, indent=2) + "\n"

    def page(self, description: Mapping[str, Any]) -> str:
        """Return index.html with the parts that it needs before Python runs: home page, messages and settings."""
        config = tomllib.loads((ROOT / "pyscript.toml").read_text())
        texts = {
            code: sentences | description["homes"][code] | {"manifest": f"./{manifest_of(code)}"}
            for code, sentences in description["texts"].items()
        }
        text = (ROOT / "index.html").read_text()
        for place, filling in {
            "./pyscript.toml": escape(json.dumps(config)),
            "./py/main.py": "\n" + (ROOT / "py/main.py").read_text(),
            "<title>Chowk</title>": f"<title>{escape(texts['en']['title'])}</title>",
            '<template id="later">': f'<template id="later">\n{self.preloads()}',
            'name="description" content=""': f'name="description" content="{escape(described(description))}"',
            '<div id="app"></div>': f'<div id="app">{description["home"]}</div>',
            'data-letters=""': f'data-letters="{description["letters"]}"',
            "{/* boot texts */}": json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c"),
            "<html ": "<html data-tested " if self.tested else "<html ",
            'name="chowk-offline" content="on"': f'name="chowk-offline" content="{"off" if self.live else "on"}"',
        }.items():
            if place not in text:
                raise BuildError(f"index.html lacks {place}")
            text = text.replace(place, filling)
        return text

    def preloads(self) -> str:
        """Return `<link>` elements that make the browser load modules together instead of one after another.

        After the first paint, boot.js inserts them together with the scripts that import the modules. The browser gives
        the modules a lower priority than the visible page.
        """
        names = [
            *self.starting(),
            *(f"py/boot/{name}.js" for name in ("before", "beside", "compiled", "passing", "runtime")),
        ]
        return "\n".join(f'    <link rel="modulepreload" href="./{name}" fetchpriority="low">' for name in names)

    def described_by_app(self) -> dict[str, Any]:
        """Return the markup of the app's home page, and the texts that the build writes into the site's files.

        `DESCRIBE` lists them by name. A new process makes them, because this process may have imported older sources.
        """
        makers = [(ROOT / "py/tools" / name).read_bytes() for name in ("build/skeleton.py", "shared/html.py")]
        app = archive(self.app)
        path = self.forge.cache / f"{self.forge.key(*makers, DESCRIBE.encode(), app)}.home.json"
        if not path.is_file():
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "chowk.zip").write_bytes(app)
                command = [sys.executable, "-c", DESCRIBE, f"{folder}/chowk.zip"]
                process = subprocess.run(command, cwd=ROOT / "py", capture_output=True, check=False)
            if process.returncode:
                raise BuildError(f"The home page could not be made:\n{process.stderr.decode().strip()}")
            replace(path, process.stdout)
        description: dict[str, Any] = json.loads(path.read_text())
        return description

    def downloads(self) -> dict[str, int]:
        """Return the large files that a start downloads, for its progress bar: file name -> size in bytes."""
        large = ("pyodide.asm.wasm", *ARCHIVES)
        return {path.rsplit("/", 1)[1]: len(data) for path, data in self.files.items() if path.endswith(large)}


def described(description: Mapping[str, Any]) -> str:
    """Return the page's description for search engines, followed by the titles of the games."""
    return f"{description['about']['en']['description'].rstrip('.')}: {', '.join(description['titles'])}."


def app_files() -> dict[str, bytes]:
    """Return the app's files for the archive, with translations compiled: path below py/ -> bytes."""
    files = package_files(lambda path: not build_translate.is_code(path))
    return files | {f"{LOCALE}{name}": data for name, data in catalogues().items()}


def package_files(is_wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the shipped sources and other files of the package: path below py/ -> bytes.

    `is_wanted` is given each path, and returns True if that file is included.
    """
    base = ROOT / "py"
    return {
        name: path.read_bytes()
        for path in sorted((base / "chowk").rglob("*"))
        if path.suffix not in NOT_SHIPPED and is_wanted(name := path.relative_to(base).as_posix())
        if path.is_file() and "__pycache__" not in path.parts
        if not kernel_assets.is_kernel(path) and not wheel.is_library(name)
    }


def parcel_of(name: str) -> str:
    """Return the name of the parcel that contains a file of the app, or an empty text if no parcel does.

    A parcel is a part of the app that is fetched only when needed. The files outside parcels are loaded by every page,
    except those of skins: skins are fetched separately, too, but are not parcels.
    """
    if FOREIGN.search(name):
        return READERS
    if PRACTISING.search(name):
        return PRACTICE
    if COURSE.search(name):
        return COURSES
    if EDITING.search(name):
        return EDITOR
    if CONNECTING.search(name):
        return LIVE
    if HOUSEHOLD.search(name):
        return PEOPLE
    if COLLECTED.search(name):
        return COLLECTIONS
    if STUDIED.search(name):
        return STUDIES
    match = PUZZLES.search(name)
    return puzzles(match[1]) if match else ""


def translations() -> dict[str, bytes]:
    """Return the catalogue file of each language by code, in the form that `chowk.i18n.i18n.add_catalogue` reads.

    Sentences that only parcels (parts that are fetched only when needed) show are left out.
    """
    later = frozenset[Key]().union(*catalog.of_parcels(parcel_of, ROOT / "py/chowk").values())
    keys, texts = compiled_words(lambda key: key not in later)
    return {code: keys + PART + text for code, text in texts.items()}


def words_of_parcels() -> dict[str, bytes]:
    """Return a file of translations for each parcel (part of the app that is fetched only when needed), by name.

    A parcel's file contains the sentences that no other part shows, in the form that `chowk.i18n.i18n.add_sentences`
    reads.
    """
    files = {}
    for parcel, sentences in catalog.of_parcels(parcel_of, ROOT / "py/chowk").items():
        keys, texts = compiled_words(sentences.__contains__)
        files[parcel] = PART.join([keys, *(part for code in texts for part in (code.encode(), texts[code]))])
    return files


def compiled_words(is_needed: Callable[[Key], bool]) -> tuple[bytes, dict[str, bytes]]:
    """Return the translations of the sentences that `is_needed` selects, as a pair.

    The pair holds the file with the keys of these sentences, and for each language code the file with their
    translations.
    """
    texts = {name.removesuffix(".txt"): data for name, data in catalogues(is_needed).items()}
    return texts.pop(KEYS), texts


def catalogues(is_needed: Callable[[Key], bool] = lambda _: True) -> dict[str, bytes]:
    """Return the translations, in all languages, of the sentences that `is_needed` selects: file name -> bytes.

    CHOWK_PSEUDO=1 adds the pseudo-languages, for tests of the page.
    """
    return catalog.compiled(ROOT / "py/chowk", bool(os.environ.get("CHOWK_PSEUDO")), is_needed)


def manifest_of(code: str) -> str:
    """Return the file name of the web app manifest in a language."""
    return "manifest.webmanifest" if code == "en" else f"manifest.{code}.webmanifest"


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return an uncompressed zip archive that is always the same for the same files.

    The zip is later compressed as a whole. That is smaller, above all with similar files side by side, such as the
    rules of two games. The browser decompresses the zip before Python reads it.
    """

    def likeness(name: str) -> tuple[str, ...]:
        folder, file = posixpath.split(name)
        part = re.sub("(?<=/games/)[^/]+/?", "", folder)  # the folder within the folder of any game
        return posixpath.splitext(file)[1], part, file, folder

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as zipped:
        for name in sorted(files, key=likeness):
            zipped.writestr(zipfile.ZipInfo(name, EPOCH), files[name])
    return stream.getvalue()


def unsummed(archived: bytes) -> bytes:
    """Return a zip archive with zeros for the checksums, and for the sizes in the header before each file.

    The archive's central directory repeats these sizes. Python's importer does not read the numbers that become zero.
    In an archive of many files they take much space, because they cannot be compressed. The hash of the whole archive
    protects against damage.
    """
    content = bytearray(archived)
    with zipfile.ZipFile(io.BytesIO(archived)) as zipped:
        entry = zipped.start_dir
        for info in zipped.infolist():
            header = info.header_offset
            content[header + 14 : header + 26] = bytes(12)
            content[entry + 16 : entry + 20] = bytes(4)
            entry += 46 + sum(struct.unpack_from("<HHH", archived, entry + 28))
    return bytes(content)


@lru_cache(maxsize=2)
def trimmed(program: bytes, wasm: bytes, users: tuple[bytes, ...]) -> build_runtime.Trimmed:
    """Return Pyodide without unused functions (`build_runtime`), from the cache if its inputs have not changed."""
    makers = tuple((FOLDER / f"{name}.py").read_bytes() for name in ("build_runtime", "build_site"))

    def make() -> bytes:
        less = build_runtime.trimmed(program, wasm, users)
        return len(less.program).to_bytes(8) + less.program + less.wasm

    stored = cached_result("runtime", (program, wasm, *users, *makers), make)
    program_end = 8 + int.from_bytes(stored[:8])
    return build_runtime.Trimmed(stored[8:program_end], stored[program_end:])


def refuse_packed(data: bytes) -> None:
    """Raise `ValueError` if data that will be compressed already begin like a gzip file.

    A web host may unpack a compressed file before it sends it. The page therefore unpacks a file only if its first
    bytes are those of gzip, and would unpack such data twice.
    """
    if data.startswith(GZIP):
        raise ValueError("This begins as packed bytes do.")


@lru_cache(maxsize=32)
def packed(data: bytes, level: int) -> bytes:
    """Return data compressed by gzip, without a date. If `level` is `KEPT` or more, which is slow, cache the result."""
    refuse_packed(data)
    compress = partial(gzip.compress, data, level, mtime=0)
    if level < KEPT:
        return compress()
    return cached_result("gz", (data, f"{level} by zlib {zlib.ZLIB_RUNTIME_VERSION}".encode()), compress)


def integrity(data: bytes) -> str:
    """Return the SHA-256 by which a browser checks a file, in the form of an `integrity` attribute."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


@lru_cache(maxsize=32)
def either(packed: bytes) -> str:
    """Return the integrity hashes of a packed file and of its content, since a host may unpack the file.

    Results are kept in memory, because the same files are asked for again for every text of the site.
    """
    return f"{integrity(packed)} {integrity(gzip.decompress(packed))}"


def listed_as(name: str, data: bytes) -> list[str | int]:
    """Return the service worker's entry for a file: its hash and its size in bytes.

    For a packed file, the hash of the unpacked content follows.
    """
    inside = [short_hash(gzip.decompress(data))] if name.endswith(PACKED) else []
    return [short_hash(data), len(data), *inside]


def served(name: AnyStr) -> AnyStr:
    """Return a vendor's file name as the site uses it, with `.js` in place of `.mjs`.

    All hosts send `.js` as a script, but not all do so for `.mjs`.
    """
    return name.replace(b".mjs", b".js") if isinstance(name, bytes) else name.replace(".mjs", ".js")


def short_hash(data: bytes) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]


def hash_of(files: Mapping[str, bytes]) -> str:
    """Return a short hash of all files together: 12 hexadecimal digits."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def write(site: Path, files: Mapping[str, bytes], say: Say = print, *, force: bool = False) -> None:
    """Write the site's files into a folder, and remove files of earlier builds that are no longer part of the site.

    Raise `BuildError` for a folder of the project, and for a folder that is neither empty nor a built site. Also raise
    it if a file that no build wrote has the name of a file of the site; with `force`, overwrite such files and report
    it. All other files that no build wrote stay. So do files of earlier builds that somebody has changed.
    """
    refuse_project(site)
    before = listed(site)
    listing = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    theirs = [name for name in listing if name not in (before or {}) and is_other(site / name, listing[name])]
    if before is None and not force and site.is_dir() and any(site.iterdir()):
        raise BuildError(f"{site} is not empty, and no site that was built lies in it. {consequence(theirs)}")
    if theirs and not force:
        raise BuildError(f"In {site} lie files that no build put there. {consequence(theirs)}")
    outside = [name for name in {*listing, *(before or {})} if not is_inside(site, name)]
    if outside:
        raise BuildError(f"{site / min(outside)} lies outside {site}, by a link. Nothing was written.")
    if theirs:
        say(f"overwritten: {some(theirs)}")
    replace_files(site, files, listing, before or {})


def replace_files(
    site: Path, files: Mapping[str, bytes], listing: Mapping[str, str], before: Mapping[str, str]
) -> None:
    """Write the files that differ from the earlier build, and remove files that are no longer listed.

    `listing` has the SHA-256 of each of the `files`, and `before` those of the earlier build. First, write a list of
    both the old and the new files into the folder, so that the list is complete even after an interruption.
    """
    if listing == before and all((site / name).is_file() for name in listing):
        return
    both = {name: before.get(name, "") for name in sorted({*before, *listing})}
    replace(site / FILES, mark(both))
    for name in before.keys() - listing.keys():
        path = site / name
        if path.is_file() and not path.is_symlink() and hash_in(path) == before[name]:
            path.unlink()
            remove_empty(path.parent, site)
    for name, data in files.items():
        if before.get(name) != listing[name] or not (site / name).is_file():
            replace(site / name, data)
    replace(site / FILES, mark(listing))


def remove_empty(folder: Path, site: Path) -> None:
    """Remove a folder of a site and its parents while they are empty."""
    while folder != site and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def refuse_project(path: Path) -> None:
    """Raise `BuildError` for the project's folder, its source folders, and folders around it."""
    place = path.resolve()
    inner = place.relative_to(ROOT).parts[:1] if place.is_relative_to(ROOT) else ("",)
    if ROOT.is_relative_to(place) or (inner and inner[0] in OWN_FOLDERS):
        raise BuildError(f"{path} is a part of this project, or holds it. Choose another place, such as `site`.")


def is_inside(site: Path, name: str) -> bool:
    """Return whether a file would lie inside the site's folder after symbolic links are resolved."""
    return (site / name).parent.resolve().is_relative_to(site.resolve())


def is_other(path: Path, digest: str) -> bool:
    """Return whether a path exists and is anything but the file with this SHA-256."""
    return path.is_dir() or path.is_symlink() or (path.exists() and hash_in(path) != digest)


def consequence(theirs: Sequence[str]) -> str:
    """Return the end of an error message about a folder to which nothing was written.

    It says which files the option --force would overwrite: `theirs`, which have the names of files of the site, but
    were written by no build.
    """
    would = f"overwrite {some(theirs)}" if theirs else "overwrite none of the files in it"
    return f"Nothing was written. Choose another folder, or add --force, which would {would}."


def some(names: Sequence[str]) -> str:
    """Return the first `NAMED` names in alphabetical order, and the number of the other names, as text."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(sorted(names)[:NAMED])}{more}"


def mark(listing: Mapping[str, str]) -> bytes:
    """Return the list of a site's files with their SHA-256 as JSON. An entry `MARK` shows that a build wrote it."""
    return (json.dumps({MARK: release.version(ROOT), **listing}, indent=0) + "\n").encode()


def listed(site: Path) -> dict[str, str] | None:
    """Return the files that builds wrote into a folder, with their SHA-256, or None if no build wrote the folder."""
    try:
        loaded: object = json.loads((site / FILES).read_text())
    except (OSError, ValueError):
        return None
    if not isinstance(loaded, dict):
        return None
    marked = loaded.pop(MARK, None)
    if not all(is_plain(name) and isinstance(digest, str) for name, digest in loaded.items()):
        return None
    # Early builds left no mark. Recognise them by their page and service worker, unchanged since.
    recognised = ("index.html", "sw.js")
    if marked is None and not all(name in loaded and not is_other(site / name, loaded[name]) for name in recognised):
        return None
    return loaded


def is_plain(name: str) -> bool:
    """Return whether a name is a relative path without `..` and the like, and valid on every system."""
    return not re.search(r"[\\:\0]", name) and all(component not in ("", ".", "..") for component in name.split("/"))


def hash_in(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def replace(path: Path, data: bytes) -> None:
    """Write a file atomically, since a server may be reading it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial_path = path.with_name(f"{path.name}.{os.getpid()}.part")
    partial_path.write_bytes(data)
    partial_path.replace(path)
