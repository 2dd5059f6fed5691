"""Pack the built site into a single HTML file that opens from a disk and needs neither a server nor a network.

A browser lets such a page read no other files. Every file is therefore inside the page, compressed and as text, and
`single.js` serves them.

Some parts are left out: the service worker and the manifest (the page cannot be installed), the saved state of Python
for quicker starts (there is no cache for it), and the optional files of opponents, which play without them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from tools.build.build_vendor import BuildError

LOADER = Path(__file__).with_name("single.js")
"""The JavaScript file that unpacks the single page and serves the files in it."""
TYPES = {
    ".js": "text/javascript",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
"""Media types by file suffix."""
LEFT_OUT = (
    *("sw.js", "index.html", "manifest", "icons/", "py/extras/", "py/translate/"),
    *(f"py/boot/{name}" for name in ("image.js", "bring.js", "guard.js", "language.js", "look.js", "visit.js")),
)
"""Prefixes of the site's files that the single page does not contain."""
DOUBLED = ("asm.packed", "page.packed")  # also in the site in plain form
PACKED = (".packed", ".woff2")
POLICY = (
    "default-src 'none'; script-src {scripts} blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src blob: data:; "
    "img-src data: blob:; style-src {styles}; font-src blob:; media-src blob:; base-uri 'none'; "
    "form-action 'none'"
)
"""The page's content security policy."""
# Places in PyScript's core where it imports the interpreter's module, and where it resolves relative addresses. Each
# occurs twice: in the code for the page and in the text of the worker.
FITTED = {
    r"\bmodule:import\((\w+)\)": r"module:import(globalThis.chowkFiles.find(\1)??\1)",
    r"=location\.href\)(=>new URL\(\w+,\w+\.replace\()": r"=globalThis.chowkFiles.base)\1",
}
STATIC = re.compile(r"""((?:\bfrom|\bimport)\s*)(["'])(\.[\w./-]+)(?:\?v=\w+)?\2""")
"""Pattern of a static JavaScript import: its beginning, the quotation mark, and the relative address."""
DYNAMIC = re.compile(r"""(\bimport\()(["'])(\.[\w./-]+)(?:\?v=\w+)?\2""")
"""Pattern of a dynamic JavaScript import: its beginning, the quotation mark, and the relative address."""


def single(files: Mapping[str, bytes]) -> bytes:
    """Return the HTML page that contains the whole site; `files` is path -> content."""
    return Single(files).page().encode()


class Single:
    """Converter of a built site to one HTML page."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.site = files
        others = (".css", *DOUBLED)
        kept = {name: data for name, data in files.items() if not (name.startswith(LEFT_OUT) or name.endswith(others))}
        self.modules = {name: self.module(name) for name in kept if name.endswith(".js")}
        self.files = {**kept, **{name: text.encode() for name, text in self.modules.items()}}

    def page(self) -> str:
        """Return the HTML page, with styles and scripts inline and the other files as inert text."""
        text = self.site["index.html"].decode()
        text = re.sub(r' integrity="[^"]*"', "", text)  # the files are in the page itself
        before, later, after = re.split(r'(<template id="later">.*?</template>)', text, flags=re.DOTALL)
        named = re.findall(r'<script type="module" src="([^"]*)"></script>', before + after + later)
        starts = [path_of(address) for address in named]
        text = re.sub(r'\s*<link rel="(?:modulepreload|preload|manifest|apple-touch-icon)"[^>]*>', "", text)
        text = re.sub(r'\s*<script type="module"[^>]*></script>', "", text)
        styles: list[str] = []

        def style(link: re.Match[str]) -> str:
            styles.append(self.style(path_of(link[1])))
            waits = ' media="not all"' if "packed:" in styles[-1] else ""  # until the loader has set the addresses
            return f"<style{waits}>{styles[-1]}</style>"

        text = re.sub(r'<link rel="stylesheet" href="([^"]*)">', style, text)
        text = re.sub(r'(<link rel="icon"[^>]* href=")[^"]*', lambda link: link[1] + self.icon(), text)
        text = text.replace('name="chowk-offline" content="on"', 'name="chowk-offline" content="file"')
        plain = r'<script src="([^"]*)"></script>'
        first = [self.site[path_of(address)].decode() for address in re.findall(plain, text)]
        scripts = iter(first)
        text = re.sub(plain, lambda _: f"<script>{next(scripts)}</script>", text)
        loader = self.loader(starts)
        policy = POLICY.format(scripts=hashes(*first, loader), styles=hashes(*styles))
        text = re.sub(r'(Content-Security-Policy" content=")[^"]*', lambda tag: tag[1] + policy, text)
        packed = {name: self.text(name) for name in self.files}
        inert = [f'<script type="text/plain" id="file:{name}">{data}</script>\n' for name, data in packed.items()]
        return text.replace("</body>", f"{''.join(inert)}<script>{loader}</script>\n</body>")

    def loader(self, starts: list[str]) -> str:
        """Return the script that unpacks the page. `starts` are the modules to start, in order."""
        table = {name: [TYPES.get(Path(name).suffix, ""), not name.endswith(PACKED)] for name in self.files}
        text = LOADER.read_text()
        for name, value in {"FILES": table, "MODULES": self.ordered(), "START": starts}.items():
            text = re.sub(rf"const {name} = [\[{{][\]}}];", f"const {name} = {json.dumps(value)};", text, count=1)
        return text

    def text(self, name: str) -> str:
        """Return a file's compressed content as base64 text, which is written into the page."""
        data = self.files[name]
        packed = data if name.endswith(PACKED) else gzip.compress(data, 9, mtime=0)
        return base64.b64encode(packed).decode()

    def style(self, name: str) -> str:
        """Return a style sheet in which each font has a `packed:` address, which the loader replaces."""

        def address(match: re.Match[str]) -> str:
            return f'url("packed:{posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))}")'

        return re.sub(r'url\("(\.[^"?]*)(?:\?v=\w+)?"\)', address, self.site[name].decode())

    def icon(self) -> str:
        """Return the page's icon as a data URL."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.site['icons/icon.svg']).decode()}"

    def module(self, name: str) -> str:
        """Return a JavaScript module adapted to the single page.

        Its imports have addresses of the form `packed:PATH`. The module's own address (`import.meta.url`) becomes its
        path in the site.
        """
        text = re.sub(r'const PACKED = "[^"]*";', 'const PACKED = "";', self.site[name].decode())
        if name.startswith("vendor/pyodide"):
            return text
        if name.startswith("vendor/pyscript"):
            text = self.core(name, text) if "/core-" in name else text
            return STATIC.sub(lambda match: self.neighbour(name, match), text)
        text = DYNAMIC.sub(lambda match: self.neighbour(name, match), text)
        text = STATIC.sub(lambda match: self.neighbour(name, match), text)
        text = re.sub(r'\bimport\((RUNTIME \+ "[\w.]+")\)', r"import(globalThis.chowkFiles.find(\1))", text)
        return text.replace("import.meta.url", f"(globalThis.chowkFiles.base + {json.dumps(name)})")

    def core(self, name: str, text: str) -> str:
        """Return PyScript's core, adapted so that it finds its own parts and the interpreter in the single page."""
        for pattern, replacement in FITTED.items():
            text, count = re.subn(pattern, replacement, text)
            if count != 2:
                raise BuildError("PyScript's core is not as it was: the one file cannot be made with it.")
        text = text.replace("import.meta", f"({{url:globalThis.chowkFiles.base+{json.dumps(name)}}})")
        return DYNAMIC.sub(lambda match: self.later(name, match), text)

    def neighbour(self, name: str, match: re.Match[str]) -> str:
        """Return a JavaScript import with a new address: `packed:` and the path of the imported module.

        `match` is a match of `STATIC` or `DYNAMIC` in the module `name`. If the single page lacks the imported module,
        return the import unchanged.
        """
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[3]))
        included = path in self.site and not path.startswith(LEFT_OUT)
        return f"{match[1]}{match[2]}packed:{path}{match[2]}" if included else match[0]

    def later(self, name: str, match: re.Match[str]) -> str:
        """Return a dynamic import that finds its module only when the import runs. Modules can thus import each other.

        `name` is the module that contains the import, and `match` the match of `DYNAMIC`. If the page lacks the
        imported module, return the import unchanged.
        """
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[3]))
        return f"import(globalThis.chowkFiles.find({json.dumps(path)})" if path in self.site else match[0]

    def ordered(self) -> list[str]:
        """Return the names of the JavaScript modules, each after the modules that it imports."""
        visited: dict[str, None] = {}

        def visit(name: str) -> None:
            for imported in re.findall(r"""["']packed:([\w./-]+)["']""", self.modules[name]):
                if imported not in visited:
                    visit(imported)
            visited[name] = None

        for name in sorted(self.modules):
            visit(name)
        return list(visited)


def path_of(address: str) -> str:
    """Return the path of a file below the site's folder. `address` is the address that the page uses."""
    return address.removeprefix("./").partition("?")[0]


def hashes(*texts: str) -> str:
    """Return the hashes of inline scripts or styles in the form of a content security policy."""
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
