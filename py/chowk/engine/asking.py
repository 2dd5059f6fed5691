"""The interface of an engine that answers requests as text: the page's worker, or a `Desk` in the same process.

`chowk.engine.protocol` defines requests, replies and the `Desk`.
"""

from __future__ import annotations

from typing import Protocol


class EnginePort(Protocol):
    """An engine that answers requests."""

    async def ask(self, request: str) -> str:
        """Return the reply to a request; raise `OSError` if there is none."""

    def drop(self, ticket: int) -> None:
        """Cancel the request with this ticket, the number that identifies it (`Request.ticket`)."""
