"""A seat of one's own at a table that is played apart: the secret of its dice, and the table until it is laid.

    {"schema": 1, "table": "9f0c...", "chair": 1, "chain": "...", "invitation": "#t=1....", "name": "Asha", ...}

A seat whose secret came by a link or a file says so, `"brought": true`.

It is kept apart from the game, under a key of its own: whoever has it plays in this seat and knows its rolls to come.
So no game that is shared, exported or linked to has it in it, but for what brings the seat itself to another device: a
link that goes on with `&s=1.` and a code of chair, secret and two bytes of SHA-256 over both, and a file that is asked
to hold seats.
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
HANDED: Final = 2
"""The form of a seat that was somebody's before."""
LINK: Final = 1
"""The version of links that bring a seat."""
_LINK: Final = re.compile(r"[#&]s=([0-9]{1,6})\.([\w-]{1,64})")


class OwnSeat(NamedTuple):
    """One's seat at a table: the secret chain, who had sat down when it was last heard of, and when that was.

    `request` is the letter by which a seat was asked for that was somebody's before; it is one's own once all agree.
    `brought` says that the secret came by a link or a file: whoever made that may have chosen it.
    """

    chain: Chain
    invitation: Invitation
    updated: str
    request: str = ""
    brought: bool = False

    @property
    def table(self) -> str:
        """The name of the table, which is that of its game, too."""
        return self.invitation.table


def write(seat: OwnSeat) -> str:
    """The seat as text, its secret in it."""
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
    """The seat that `write` wrote; raises `TextError` for anything else."""
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
    invitation = letters.read(letters.sought(fields["invitation"]))
    data, chair = decode(fields["chain"]), fields["chair"]
    marks = tuple(data[at : at + BYTES] for at in range(0, len(data), BYTES))
    if not isinstance(invitation, Invitation) or len(marks) != LENGTH // 32 + 1 or len(marks[-1]) != BYTES:
        raise _damaged()
    if type(chair) is not int or not 0 <= chair < len(invitation.guests):
        raise _damaged()
    guest, request = invitation.guests[chair], ""
    if fields["schema"] == HANDED:
        request = letters.sought(fields["request"])
        if not isinstance(letters.read(request), Letter):
            raise _damaged()
    elif guest is None or guest.commitment != marks[0]:
        raise _damaged()
    brought = fields.get("brought", False)
    if not isinstance(fields["updated"], str) or type(brought) is not bool:
        raise _damaged()
    return OwnSeat(Chain(chair, marks), invitation, fields["updated"], request, brought)


def link(own: Chain, letter: str) -> str:
    """The link that brings a seat to another device, its secret in it: a letter of the table, and what is one's own."""
    data = bytes([own.chair]) + own.marks[-1]
    return f"{letter}&s={LINK}.{code(data + _sum(data))}"


def read_link(text: str) -> Chain | None:
    """The chain of a link that brings a seat, None where it brings none; raises `TextError` for a damaged one."""
    found = _LINK.search(text)
    if found is None:
        return None
    if int(found[1]) > LINK:
        raise letters.newer()
    try:
        data = decode(found[2])
    except Unpackable as error:
        raise letters.damaged() from error
    if len(data) != BYTES + 3 or data[-2:] != _sum(data[:-2]) or data[0] > 3:
        raise letters.damaged()
    return chain(data[0], data[1:-2])


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:2]


def _damaged() -> TextError:
    return TextError(say("This saved seat in a game is damaged."))
