"""The letters of the languages' own names, which stand side by side where one is chosen: css/fonts/names-CODE.woff2.

Each is cut from the font of its script, so that a page fetches no other script's font whole. Made again by
`python -m tools.i18n.names` in py/, wherever fontTools is installed with Brotli (`pip install fonttools brotli`).
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from chowk.i18n.i18n import LANGUAGES
from tools.i18n.catalog import TRANSLATED
from tools.i18n.wording import SCRIPTS

WEIGHT: Final = 550  # of a button
ROOT: Final = Path(__file__).resolve().parents[3]


def main() -> None:
    """Writes one small font for each language that has a translation."""
    for code in TRANSLATED:
        script = SCRIPTS[code].lower()
        source = next((ROOT / "vendor").glob(f"noto-sans-{script}-*/noto-sans-{script}-{script}-wght-normal.woff2"))
        made = ROOT / "css/fonts" / f"names-{code}.woff2"
        text = f"--text={LANGUAGES[code].name}"
        with tempfile.TemporaryDirectory() as folder:
            plain = f"{folder}/plain.ttf"
            subprocess.run(["fonttools", "varLib.instancer", source, f"wght={WEIGHT}", "-q", "-o", plain], check=True)
            options = ["--flavor=woff2", "--no-hinting", f"--output-file={made}"]
            subprocess.run(["pyftsubset", plain, text, *options], check=True)


if __name__ == "__main__":
    main()
