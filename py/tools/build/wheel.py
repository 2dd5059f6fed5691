"""Choose the files of the wheel, the package that `pip install` installs for Python programs.

The wheel has those packages of the page that other programs can use, the learnt data, and the compiled kernels. It also
has the library with its environments and its command line, which the page does not contain. `wheel_hook` hands all of
them to hatchling.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from chowk.engine.assets import KERNEL
from chowk.library.kernels import BATCH
from tools.build import kernel_assets
from tools.build.build_vendor import Say

PACKAGES: Final = ("core", "draw", "engine", "envs", "games", "library", "protocols", "terminal")
"""The packages of the wheel. They import no other packages of `chowk`, as `tests/unit/test_arrows.py` checks."""
TOP: Final = ("__init__.py", "__main__.py", "py.typed")
"""The wheel's files that lie beside its packages, in the folder `chowk`."""
SUFFIXES: Final = (".py", ".txt", ".bin")
"""The endings of the wheel's files: sources, tables as text, and learnt data."""
_ONLY_HERE: Final = re.compile(
    r"^chowk/((envs|library|protocols|terminal)/|__main__\.py$|games/\w+/(coding|library|engine/lookup\w*)\.py$|py\.typed$)"
)


def is_library(name: str) -> bool:
    """Return True if a file of the package is only for programs that import the wheel. The page must not contain it.

    `name` is its path below py/.
    """
    return _ONLY_HERE.search(name) is not None


def files(say: Say) -> dict[str, Path]:
    """Return the wheel's files: path in the wheel -> path here. Kernels are compiled unless they are cached."""
    base = kernel_assets.PY
    paths = [base / "chowk" / name for name in TOP]
    for package in PACKAGES:
        paths += [path for path in sorted((base / "chowk" / package).rglob("*")) if _is_wanted(path)]
    listed = {path.relative_to(base).as_posix(): path for path in paths}
    for game in filter(kernel_assets.is_used, kernel_assets.kernels()):
        compiled = kernel_assets.compiled(kernel_assets.module(game), say)
        listed[f"chowk/games/{game}/engine/{KERNEL}"] = compiled
    for game in kernel_assets.batches():
        listed[f"chowk/games/{game}/engine/{BATCH}"] = kernel_assets.compiled(kernel_assets.batch_module(game), say)
    return dict(sorted(listed.items()))


def _is_wanted(path: Path) -> bool:
    """Return True if a file belongs to the wheel.

    Sources of kernels do not belong to it. Data that a developer has to make first do not belong to it either, so that
    every build gives the same wheel.
    """
    if path.suffix not in SUFFIXES or "__pycache__" in path.parts or kernel_assets.is_kernel(path):
        return False
    optional = kernel_assets.optional_files(path.parents[1].name) if path.suffix == ".bin" else {}
    return path.name not in optional or not optional[path.name][1]
