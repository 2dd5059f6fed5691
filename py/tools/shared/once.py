"""Cache results that depend only on files, in `.cache/once`. The key is a hash of everything that a result depends on.

A build needs the same results as the build before it, unless a source was edited. The cache can be deleted at any
time.
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
"""The folder of cached results."""
MOST: Final = 64_000_000
"""Maximum size of all cached results of one kind, in bytes. The oldest results beyond it are deleted."""
SMALL: Final = 10_000
"""Maximum size in bytes of a small result. Caching a small result deletes no older results."""


def cached_result(kind: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
    """Return the cached result of `make`; call `make` and cache its result if it is not cached yet.

    The result may depend only on `inputs` and on `kind`, a short name of what is made. When all results of a kind
    together exceed `MOST` bytes, the oldest are deleted.
    """
    digest = hashlib.sha256(kind.encode())
    for entry in inputs:
        digest.update(hashlib.sha256(entry).digest())
    path = CACHE / f"{digest.hexdigest()[:32]}.{kind}"
    with suppress(FileNotFoundError):
        return path.read_bytes()
    data = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    partial_path = path.with_name(f"{path.name}.{os.getpid()}.part")
    partial_path.write_bytes(data)
    partial_path.replace(path)
    if len(data) > SMALL:
        _tidy(kind)
    return data


def _tidy(kind: str) -> None:
    """Delete the oldest results of a kind when the results of this kind exceed the maximum size."""
    total = 0
    with suppress(FileNotFoundError):  # another process may be doing the same
        for path in sorted(CACHE.glob(f"*.{kind}"), key=os.path.getmtime, reverse=True):
            total += path.stat().st_size
            if total > MOST:
                path.unlink()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lock a file for the `with` block, if the system supports that.

    Another process that wants to make the same file waits until the block ends.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f"{path.name}.lock").open("w") as lock:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def tree(*folders: Path) -> bytes:
    """Return a hash of the names and contents of all files below the folders, or below py/ if no folder is given."""
    digest = hashlib.sha256()
    for folder in folders or (PY,):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix()
                digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.digest()
