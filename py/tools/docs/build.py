"""Build the documentation site: `python -m tools.docs.build OUT` in `py/`. It needs docs/requirements.txt.

Any warning, such as a broken reference, is an error. The site loads nothing from other hosts.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from chowk import VERSION
from tools.docs import pages
from tools.docs.navigation import INDEX

SETTINGS: Final[dict[str, Any]] = {
    "project": "Chowk",
    "version": VERSION,
    "release": VERSION,
    "root_doc": INDEX,
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "html_theme": "furo",
    "html_title": "Chowk",
    "html_copy_source": False,
    "html_show_sphinx": False,
    "html_show_copyright": False,
    "html_css_files": ["site.css"],
    "html_theme_options": {"top_of_page_buttons": []},
    "myst_heading_anchors": 6,
    "default_role": "code",
    "autodoc_mock_imports": ["gymnasium", "numpy", "pettingzoo", "pyspiel"],
    "autodoc_typehints": "signature",
    "autodoc_class_signature": "mixed",
    "add_module_names": False,
    "python_use_unqualified_type_names": True,
    "pygments_style": "default",
}
SHEET: Final = """
.content table { display: block; overflow-x: auto; }
.sidebar-brand-text { margin: .5rem 0; }
"""
"""Style rules in addition to those of the theme: wide tables scroll by themselves on narrow screens."""


def build(out: Path, sources: Path) -> int:
    """Write the sources of the pages into the folder `sources`, and the site into `out`. Return 0, or 1 for errors."""
    from sphinx.application import Sphinx

    for name, text in pages.staged().items():
        path = sources / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name, path in pages.attachments().items():
        shutil.copyfile(path, sources / name)
    (sources / "_static").mkdir()
    (sources / "_static/site.css").write_text(SHEET, "utf-8")
    settings = {**SETTINGS, "html_static_path": ["_static"]}
    with tempfile.TemporaryDirectory() as kept:
        site = Sphinx(sources, None, out, kept, "html", settings, freshenv=True, warningiserror=True)
        site.connect("autodoc-process-docstring", _without_field_numbers)
        site.build()
        (out / ".buildinfo").unlink(missing_ok=True)
        shutil.rmtree(out / "_sources", ignore_errors=True)
        return 1 if site.statuscode else 0


def _without_field_numbers(_: Any, kind: str, __: str, ___: Any, ____: Any, lines: list[str]) -> None:
    """Remove the sentence that Python writes for each field of a named tuple. Sphinx calls this with each docstring."""
    if kind in ("attribute", "property") and lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def main() -> int:
    """Build the site in the folder that the command line names. Return the exit status: 1 for errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the folder to write")
    out = parser.parse_args().out.resolve()
    with tempfile.TemporaryDirectory() as folder:
        return build(out, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
