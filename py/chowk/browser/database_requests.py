"""Functions that make requests to the browser's IndexedDB and wait for the results, in the page and in the worker."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from pyodide.ffi import JsException, create_proxy

from chowk.storage.device import NEWER_FORM

NEWER: Final = "VersionError"
"""Name of the browser's error for a database that a newer version of the page has upgraded."""


def make_request(method: Any, *args: Any) -> Any:
    """Make a request to an object store by calling its method, and return the request.

    Raise `OSError` if the browser refuses.
    """
    try:
        return method(*args)
    except JsException as error:
        raise OSError(str(error)) from error


async def result_of(request: Any) -> Any:
    """Wait for the end of a request and return its result; raise `OSError` if it failed."""
    future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(request.result)

    def fail(event: Any) -> None:
        event.preventDefault()
        if not future.done():
            future.set_exception(refused(request.error))

    with event_handlers(request, onsuccess=succeed, onerror=fail):
        return await future


async def committed(transaction: Any) -> None:
    """Wait until a transaction is on the disk; raise `OSError` if it failed.

    Browsers report a full disk only at the end of a transaction.
    """
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def succeed(_: Any) -> None:
        if not future.done():
            future.set_result(None)

    def fail(_: Any) -> None:
        if not future.done():
            future.set_exception(refused(transaction.error))

    with event_handlers(transaction, oncomplete=succeed, onabort=fail):
        await future


def refused(error: Any) -> OSError:
    """Return the `OSError` for an error of the database."""
    name = str(getattr(error, "name", "")) if error else ""
    return OSError({"QuotaExceededError": errno.ENOSPC, NEWER: NEWER_FORM}.get(name, errno.EIO), str(error))


@contextmanager
def event_handlers(target: Any, **heard: Callable[[Any], None]) -> Iterator[None]:
    """Set event handlers, such as `onsuccess`, on an object for the duration of the `with` block."""
    proxies = {name: create_proxy(function) for name, function in heard.items()}
    for name, proxy in proxies.items():
        setattr(target, name, proxy)
    try:
        yield
    finally:
        for name, proxy in proxies.items():
            setattr(target, name, None)
            proxy.destroy()
