"""The command for message catalogues (files of translated sentences): extract, merge, check and compile them.

It needs only Python. From py/:

    python -m tools.i18n.catalog template        print a template (.pot) of all sentences in the sources
    python -m tools.i18n.catalog update CODE...  merge the sentences into locale/CODE.po, which may be new
    python -m tools.i18n.catalog reword OLD NEW [FILES]  change an English sentence and keep its translations; a
                                                 sentence with a context is '[context] text', a plural 'one || many'
    python -m tools.i18n.catalog check [CODE...] list what is missing or wrong in these translations, or in all
    python -m tools.i18n.catalog coverage        print how much of each part is translated into each language
    python -m tools.i18n.catalog compile DIR     write the files that the page reads
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from chowk.i18n.i18n import LANGUAGES
from tools.i18n import glossary, patterns, po_catalog, reword, wording


def check(codes: Sequence[str] = ()) -> int:
    """Print the problems of these languages' translations, or of all translations. Return the number of problems.

    Raise `CatalogError` if a language has no catalogue.
    """
    there = sorted(path.stem for path in po_catalog.LOCALE.glob("*.po"))
    if missing := [code for code in codes if code not in there]:
        raise po_catalog.CatalogError(f"no translation {', '.join(missing)}; there are {', '.join(there)}")
    sources, lines = po_catalog.gathered(), []
    for path in sorted(po_catalog.LOCALE.glob("*.po")):
        code, catalog = path.stem, po_catalog.read_po(path.read_text("utf-8"))
        if codes and code not in codes:
            continue
        lines += [f"{path.name}: {line}" for line in po_catalog.problems(catalog, sources, LANGUAGES[code].plural)]
        lines += [f"{path.name}: {line}" for line in wording.faults(catalog, sources, code)]
        lines += [f"{path.name}: {line}" for line in glossary.departures(catalog, sources, code)]
        lines += [f"{path.name}: {line}" for line in glossary.misnamed(catalog, code)]
        lines += [f"{path.name}: {line}" for line in patterns.faults(catalog, sources, code)]
    print("\n".join(lines) or "every translation is complete")
    return len(lines)


def main(argv: Sequence[str]) -> int:
    """Run the command in `argv`. Return the exit status: 1 for any error or problem, 2 for wrong arguments."""
    try:
        return run(argv)
    except po_catalog.CatalogError as error:
        print(error, file=sys.stderr)
        return 1


def run(argv: Sequence[str]) -> int:
    """Run the command in `argv` and return the exit status, as `main` does.

    Raise `CatalogError` if a sentence or a translation is so wrong that the command cannot go on.
    """
    match argv:
        case ["template"]:
            print(po_catalog.template(), end="")
        case ["update", *codes] if codes:
            for code in codes:
                po_catalog.update(code)
        case ["reword", *request]:
            return reword.run(request)
        case ["check", *codes]:
            return 1 if check(codes) else 0
        case ["coverage"]:
            print(po_catalog.coverage())
        case ["compile", out]:
            po_catalog.compile_all(po_catalog.LOCALE, Path(out))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
