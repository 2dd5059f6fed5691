"""Make the fonts for the list of languages, in which each language has its own name: css/fonts/names-CODE.woff2.

Each font is a subset of the font of its script, so that a page need not fetch the whole fonts of other scripts. To
make the fonts again, install fontTools with Brotli (`pip install fonttools brotli`), and run `python -m
tools.i18n.names` in py/.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from chowk.i18n.i18n import LANGUAGES
from tools.i18n.po_catalog import TRANSLATED
from tools.i18n.wording import SCRIPTS

WEIGHT: Final = 550  # weight of button text
ROOT: Final = Path(__file__).resolve().parents[3]


def main() -> None:
    """Write a small font for each translated language, with the letters of the language's own name."""
    for code in TRANSLATED:
        script = SCRIPTS[code].lower()
        source = next((ROOT / "vendor").glob(f"noto-sans-{script}-*/noto-sans-{script}-{script}-wght-normal.woff2"))
        target = ROOT / "css/fonts" / f"names-{code}.woff2"
        text = f"--text={LANGUAGES[code].name}"
        with tempfile.TemporaryDirectory() as folder:
            plain = f"{folder}/plain.ttf"
            subprocess.run(["fonttools", "varLib.instancer", source, f"wght={WEIGHT}", "-q", "-o", plain], check=True)
            options = ["--flavor=woff2", "--no-hinting", f"--output-file={target}"]
            subprocess.run(["pyftsubset", plain, text, *options], check=True)


if __name__ == "__main__":
    main()
