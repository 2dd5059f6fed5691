"""What is worked out from files alone, and so only once: kept in .cache/, under names that tell all that it is made of.

A build asks for the same as the build before it, unless somebody has edited what it comes from. What is kept can be
thrown away at any time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

PY: Final = Path(__file__).resolve().parents[2]
CACHE: Final = PY.parent / ".cache" / "once"
MOST: Final = 64_000_000
"""So many bytes of a kind are kept at most: every edit makes some anew."""
SMALL: Final = 10_000
"""What is no larger is not worth counting."""


def once(what: str, parts: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """What `make` gives, which must depend on nothing but these parts and on what `what` says."""
    whole = hashlib.sha256(what.encode())
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    path = CACHE / f"{whole.hexdigest()[:32]}.{what}"
    with suppress(FileNotFoundError):
        return path.read_bytes()
    data = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    part_of_it = path.with_name(f"{path.name}.{os.getpid()}.part")
    part_of_it.write_bytes(data)
    part_of_it.replace(path)
    if len(data) > SMALL:
        _tidy(what)
    return data


def _tidy(what: str) -> None:
    """Throws away what was made first of a kind, where all of it is too much."""
    whole = 0
    with suppress(FileNotFoundError):  # another process does the same
        for path in sorted(CACHE.glob(f"*.{what}"), key=os.path.getmtime, reverse=True):
            whole += path.stat().st_size
            if whole > MOST:
                path.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Has other processes that want to make the same file wait meanwhile, on systems where that is possible."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def tree(*folders: Path) -> bytes:
    """Stands for all files below these folders, their names and what is in them; without folders, below py/."""
    whole = hashlib.sha256()
    for folder in folders or (PY,):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix()
                whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.digest()
