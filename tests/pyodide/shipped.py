"""Examine the archives of a built site inside the page's Python. Write the results to /job/results.json."""

from __future__ import annotations

import importlib
import json
import sys
import traceback
import zipfile
from pathlib import Path
from typing import Any

JOB = Path("/job")
IN_PAGES_ONLY = ("chowk.browser", "pyscript")
"""Prefixes of modules that are not imported here, because they need a document or PyScript."""


def modules(archive: Path) -> list[str]:
    """Return the names of the modules in an archive."""
    with zipfile.ZipFile(archive, metadata_encoding="utf-8") as zipped:
        names = [name.removesuffix(".pyc") for name in zipped.namelist() if name.endswith(".pyc")]
    return [name.removesuffix("/__init__").replace("/", ".") for name in names]


def imported(names: list[str]) -> dict[str, str]:
    """Import modules. Return, by the name of the module, the traceback if the import failed, otherwise ""."""
    tracebacks = {}
    for name in names:
        try:
            importlib.import_module(name)
            tracebacks[name] = ""
        except ImportError:
            tracebacks[name] = traceback.format_exc()
    return tracebacks


def failing() -> str:
    """Make code of the app raise an error, and return its traceback."""
    from chowk.i18n.i18n import words

    try:
        words("nonesuch")
    except LookupError:
        return traceback.format_exc()
    return ""


def misread() -> str:
    """Make code of the standard library raise an error, and return its traceback."""
    try:
        json.loads("{")
    except ValueError:
        return traceback.format_exc()
    return ""


def annotated(*values: Any) -> dict[str, list[str]]:
    """Map the full name of each of `values` (functions or classes) to the names annotated in it, such as parameters.

    Of these names, only the first two in alphabetical order are kept.
    """
    return {f"{shape.__module__}.{shape.__name__}": sorted(shape.__annotations__)[:2] for shape in values}


def main() -> None:
    """Examine the archives and write the results."""
    sys.path.insert(0, str(JOB / "chowk.zip"))
    names = [*modules(JOB / "stdlib.zip"), *modules(JOB / "chowk.zip")]
    tracebacks = imported([name for name in names if not name.startswith(IN_PAGES_ONLY)])
    from pyodide.code import CodeRunner

    from chowk.core.message import Message, say
    from chowk.i18n.i18n import words

    results = {
        "imported": [name for name, failure in tracebacks.items() if not failure],
        "failed": {name: failure for name, failure in tracebacks.items() if failure},
        "annotated": annotated(say, Message),
        "variables": {
            function.__name__: [function.__code__.co_varnames, function.__code__.co_cellvars]
            for function in (words, json.dumps, CodeRunner.run)
        },
        "error": failing(),
        "error in the library": misread(),
    }
    (JOB / "results.json").write_text(json.dumps(results))


main()
