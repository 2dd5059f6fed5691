"""The seat of this device in a correspondence game: the secret of its dice, and the invitation until the game starts.

  {"schema": 1, "chair": 1, "chain": "...", "invitation": "#t=1....", "updated": "2026-11-21T12:00:00+00:00"}

A seat whose secret came to this device by a link or a file has `"brought": true`.

The secret is stored under a key of its own, separately from the game. Anyone who has it can play in this seat and knows
the seat's future rolls. Only two things outside the device contain it: a file that is exported with seats, and the link
that moves the seat to another device (`&s=1.` and a code of chair, secret and two bytes of SHA-256 over both).
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.hash_chain import BYTES, LENGTH, Chain, chain
from chowk.core.message import say
from chowk.core.packing import Unpackable, code, decode
from chowk.core.safe_json import read_object
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Letter

SCHEMA: Final = 1
"""Version number of the stored form of a seat that keeps its first secret."""
HANDED: Final = 2
"""Version number of the stored form of a seat that got a new secret, after another device was lost (handover)."""
LINK: Final = 1
"""Version of the links that move a seat to another device."""
_LINK: Final = re.compile(r"[#&]s=([0-9]{1,6})\.([\w-]{1,64})")


class OwnSeat(NamedTuple):
    """A seat of this device in a correspondence game, with its secret and the last known invitation.

    `chain` is the hash chain that follows from the secret. `updated` is the time of the last change, in ISO 8601 form.

    If this device asked for the seat of a lost device, `request` is the link with that request. The seat is handed over
    once all others agree. `brought` is True if the secret came by a link or a file. The author of that link or file may
    have chosen the secret, and thus may know the seat's rolls.
    """

    chain: Chain
    invitation: Invitation
    updated: str
    request: str = ""
    brought: bool = False

    @property
    def table(self) -> str:
        """The identifier of the correspondence game."""
        return self.invitation.table


def write(seat: OwnSeat) -> str:
    """Return a seat of this device, with its secret, as text."""
    fields: dict[str, Any] = {
        "schema": HANDED if seat.request else SCHEMA,
        "chair": seat.chain.chair,
        "chain": code(b"".join(seat.chain.marks)),
        "invitation": letters.invite(seat.invitation),
        "updated": seat.updated,
    }
    if seat.request:
        fields["request"] = seat.request
    if seat.brought:
        fields["brought"] = True
    return json.dumps(fields)


def read(text: str) -> OwnSeat:
    """Return the seat in a text that `write` wrote; raise `TextError` for any other text."""
    fields = read_object(text)
    if fields is None or type(fields.get("schema")) is not int:
        raise _damaged()
    if fields["schema"] > HANDED:
        raise TextError(say("This was saved by a newer version of Chowk. Reload the page to get it, then try again."))
    try:
        return _read(fields)
    except (KeyError, TypeError, AttributeError, IndexError, Unpackable) as error:
        raise _damaged() from error


def _read(fields: dict[str, Any]) -> OwnSeat:
    invitation = letters.read(letters.find_code(fields["invitation"]))
    data, chair = decode(fields["chain"]), fields["chair"]
    marks = tuple(data[offset : offset + BYTES] for offset in range(0, len(data), BYTES))
    if not isinstance(invitation, Invitation) or len(marks) != LENGTH // 32 + 1 or len(marks[-1]) != BYTES:
        raise _damaged()
    if type(chair) is not int or not 0 <= chair < len(invitation.joiners):
        raise _damaged()
    joiner, request = invitation.joiners[chair], ""
    if fields["schema"] == HANDED:
        request = letters.find_code(fields["request"])
        if not isinstance(letters.read(request), Letter):
            raise _damaged()
    elif joiner is None or joiner.commitment != marks[0]:
        raise _damaged()
    brought = fields.get("brought", False)
    if not isinstance(fields["updated"], str) or type(brought) is not bool:
        raise _damaged()
    return OwnSeat(Chain(chair, marks), invitation, fields["updated"], request, brought)


def link(own: Chain, letter: str) -> str:
    """Return a link that moves a seat with its secret to another device.

    It is `letter`, the link of the same game from `#` on, with the chair and the secret added.
    """
    data = bytes([own.chair]) + own.marks[-1]
    return f"{letter}&s={LINK}.{code(data + _sum(data))}"


def read_link(text: str) -> Chain | None:
    """Return the hash chain of the seat in a link that moves a seat, or None for any other link.

    Raises `TextError` if the link is damaged.
    """
    match = _LINK.search(text)
    if match is None:
        return None
    if int(match[1]) > LINK:
        raise letters.newer()
    try:
        data = decode(match[2])
    except Unpackable as error:
        raise letters.damaged() from error
    if len(data) != BYTES + 3 or data[-2:] != _sum(data[:-2]) or data[0] > 3:
        raise letters.damaged()
    return chain(data[0], data[1:-2])


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:2]


def _damaged() -> TextError:
    return TextError(say("This saved seat in a game is damaged."))
