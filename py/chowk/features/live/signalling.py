"""Encode the WebRTC signalling of two browsers in a short code of letters that begins with `l=1.`.

Everything that is the same for each data channel is left out of the session description (RFC 8866). The code packs, in
this order:

* a flag for an answer, followed by two bytes of SHA-256 of the offer's code;
* the connection's name and password (RFC 8445);
* the fingerprint of its certificate;
* the device's addresses in its own network;
* two bytes of SHA-256 over all of the above.

An offer needs no addresses, because the offering device contacts the addresses of the answer. Nothing in a code is
trusted: any error raises `TextError`.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Final, NamedTuple

from chowk.core.errors import TextError
from chowk.core.message import say
from chowk.core.packing import Packer, Unpackable, Unpacker, code, decode
from chowk.features.live.connections import LINK

VERSION: Final = 1
MOST: Final = 8
"""Maximum number of addresses in an answer."""

_LINE: Final = re.compile(r"a=(ice-ufrag|ice-pwd|fingerprint:sha-256|fingerprint|candidate):?(.*)")
_WORD: Final = re.compile(r"[A-Za-z0-9+/]{1,256}")
_LOCAL: Final = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local")
_PRINT: Final = 32


class Address(NamedTuple):
    """Address and port of a device. Kind 0 is a local name of 16 bytes, kind 1 is IPv4, kind 2 is IPv6."""

    kind: int
    value: bytes
    port: int


class Signal(NamedTuple):
    """The data by which two devices connect: the offer of one device, or another device's answer to it.

    In an answer, `to` is the checksum of the offer's code; in an offer it is empty.
    """

    name: str
    password: str
    fingerprint: bytes
    addresses: tuple[Address, ...] = ()
    to: bytes = b""


def written(signal: Signal) -> str:
    """Return an offer or an answer as a part of a link's fragment: `l=1.` and a code."""
    packer = Packer()
    packer.put(int(bool(signal.to)), 2)
    for byte in signal.to:
        packer.put(byte, 256)
    _put_word(packer, signal.name)
    _put_word(packer, signal.password)
    packer.put(int.from_bytes(signal.fingerprint, "big"), 1 << 8 * _PRINT)
    if signal.to:
        packer.put(len(signal.addresses), MOST + 1)
        for kind, value, port in signal.addresses:
            packer.put(kind, 3)
            packer.put(int.from_bytes(value, "big"), 1 << 8 * len(value))
            packer.put(port, 1 << 16)
    data = packer.packed()
    return f"l={VERSION}.{code(data + _sum(data))}"


def find_code(text: str) -> str:
    """Return the part of a text that encodes an offer or an answer, or an empty text if there is no such part."""
    match = LINK.search(text)
    return match[0].lstrip("#& \t\r\n") if match else ""


def read(text: str) -> Signal:
    """Decode an offer or an answer from the text that `find_code` returned; raise `TextError` if it is damaged."""
    match = LINK.fullmatch(text)
    if match is None:
        raise _damaged()
    if int(match[1]) > VERSION:
        raise TextError(
            say("This link was made by a newer version of Chowk. Reload the page to get it, then try again.")
        )
    try:
        data = decode(match[2])
        if data[-2:] != _sum(data[:-2]):
            raise _damaged()
        return _unpacked(Unpacker(data[:-2]))
    except (Unpackable, ValueError) as error:
        raise _damaged() from error


def _unpacked(packed: Unpacker) -> Signal:
    to = bytes((packed.take(256), packed.take(256))) if packed.take(2) else b""
    name, password = _word(packed), _word(packed)
    fingerprint = packed.take(1 << 8 * _PRINT).to_bytes(_PRINT, "big")
    addresses = []
    for _ in range(packed.take(MOST + 1) if to else 0):
        kind = packed.take(3)
        size = 4 if kind == 1 else 16
        addresses.append(Address(kind, packed.take(1 << 8 * size).to_bytes(size, "big"), packed.take(1 << 16)))
    packed.end()
    return Signal(name, password, fingerprint, tuple(addresses), to)


def nearby(answer: Signal) -> Signal:
    """Return an answer with only those of its addresses that are in this device's own network.

    The answer may come from a stranger, and accepting it sends packets to each of its addresses. Raise `TextError` if
    all addresses lie outside the network.
    """
    near_addresses = tuple(address for address in answer.addresses if _is_near(address))
    if answer.addresses and not near_addresses:
        raise TextError(
            say(
                "This answer names only addresses outside this network, so it was not used. Bring both devices into "
                "one network, such as one Wi-Fi, and show a new code."
            )
        )
    return answer._replace(addresses=near_addresses)


def _is_near(address: Address) -> bool:
    """Return True if an address is in the device's own network.

    Such addresses are local names (RFC 6762), private addresses (RFC 1918, RFC 4193) and link-local addresses
    (RFC 3927, RFC 4291). An IPv4-mapped IPv6 address counts as its IPv4 address.
    """
    if address.kind == 0:
        return True
    value = address.value
    if address.kind == 2:
        if value[:12] != _MAPPED:
            return value[0] & 0xFE == 0xFC or (value[0] == 0xFE and value[1] & 0xC0 == 0x80)
        value = value[12:]
    first, second = value[0], value[1]
    private = first == 10 or (first == 172 and 16 <= second < 32) or (first, second) == (192, 168)
    return private or (first, second) == (169, 254)


_MAPPED: Final = bytes(10) + b"\xff\xff"
"""Prefix of an IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2)."""


def mark(offer: str) -> bytes:
    """Return the checksum of an offer. The answer to the offer contains this checksum."""
    return _sum(offer.encode())


def _sum(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:2]


def _damaged() -> TextError:
    return TextError(say("This code is damaged: some of it is missing or was changed. Show it again."))


# One browser writes names and passwords in base64, another in hexadecimal digits.


def _put_word(packer: Packer, word: str) -> None:
    for form, (to, back) in enumerate(_FORMS):
        data = to(word)
        if data is not None and back(data) == word:
            packer.put(form, len(_FORMS))
            packer.put_count(len(data))
            for byte in data:
                packer.put(byte, 256)
            return
    raise TextError(say("This browser cannot play live with another device."))


def _word(packed: Unpacker) -> str:
    _, back = _FORMS[packed.take(len(_FORMS))]
    word = back(bytes(packed.take(256) for _ in range(packed.take_count(256))))
    if not _WORD.fullmatch(word):
        raise Unpackable("other letters")
    return word


def _of_hex(word: str) -> bytes | None:
    return bytes.fromhex(word) if re.fullmatch("([0-9a-f]{2})+", word) else None


def _of_base64(word: str) -> bytes | None:
    return base64.b64decode(word) if len(word) % 4 == 0 and _WORD.fullmatch(word) else None


def _of_letters(word: str) -> bytes | None:
    return word.encode() if _WORD.fullmatch(word) else None


def _to_hex(data: bytes) -> str:
    return data.hex()


def _to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _to_letters(data: bytes) -> str:
    return data.decode("latin-1")


_FORMS: Final = ((_of_base64, _to_base64), (_of_hex, _to_hex), (_of_letters, _to_letters))


# Session descriptions -------------------------------------------------------------------------------------------------


def read_description(sdp: str, answering: str = "") -> Signal:
    """Parse a browser's session description. For an answer, `answering` is the code of the offer.

    Raise `TextError` if the description is incomplete.
    """
    fields: dict[str, str] = {}
    addresses = []
    for line in sdp.splitlines():
        part = _LINE.fullmatch(line.strip())
        if part is None:
            continue
        if part[1] == "candidate":
            addresses += [address for address in [_address(part[2].split())] if address is not None]
        else:
            fields.setdefault(part[1], part[2].strip())
    try:
        fingerprint = bytes.fromhex(fields["fingerprint:sha-256"].replace(":", ""))
        name, password = fields["ice-ufrag"], fields["ice-pwd"]
    except (KeyError, ValueError) as error:
        raise TextError(say("This browser cannot play live with another device.")) from error
    local = tuple(dict.fromkeys(addresses))[:MOST] if answering else ()
    return Signal(name, password, fingerprint, local, mark(answering) if answering else b"")


def _address(words: list[str]) -> Address | None:
    """Return the address of a UDP host candidate, if the address lies in the device's own network, else None.

    `words` are the words of the candidate's line in a session description.
    """
    host = _host(words)
    return host if host is not None and _is_near(host) else None


def _host(words: list[str]) -> Address | None:
    """Return the address of a UDP host candidate, or None for any other candidate."""
    if len(words) < 8 or words[1] != "1" or words[2].lower() != "udp" or words[6:8] != ["typ", "host"]:
        return None
    value, port = words[4].lower(), int(words[5]) if words[5].isdigit() else 0
    if not 0 < port < 1 << 16:
        return None
    if local := _LOCAL.fullmatch(value):
        return Address(0, bytes.fromhex("".join(local.groups())), port)
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3}){3}", value) and all(int(part) < 256 for part in value.split(".")):
        return Address(1, bytes(map(int, value.split("."))), port)
    six = _six(value)
    return Address(2, six, port) if six is not None else None


def _six(text: str) -> bytes | None:
    """Return the 16 bytes of a written IPv6 address (RFC 4291), or None for any other text."""
    if text.count("::") > 1 or not re.fullmatch("[0-9a-f:]{2,39}", text):
        return None
    first, gap, last = text.partition("::")
    head, tail = ([part for part in half.split(":") if part] for half in (first, last))
    parts = [*head, *(["0"] * (8 - len(head) - len(tail)) if gap else []), *tail]
    if len(parts) != 8 or any(len(part) > 4 for part in parts):
        return None
    return b"".join(int(part, 16).to_bytes(2, "big") for part in parts)


def description(signal: Signal) -> str:
    """Return another device's offer or answer as a session description for the browser, with one data channel."""
    lines = [
        "v=0",
        "o=- 1 1 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        f"a=ice-ufrag:{signal.name}",
        f"a=ice-pwd:{signal.password}",
        "a=fingerprint:sha-256 " + signal.fingerprint.hex(":").upper(),
        f"a=setup:{'active' if signal.to else 'actpass'}",
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:65536",
        *(_candidate(number, address) for number, address in enumerate(signal.addresses, 1)),
    ]
    return "\r\n".join([*lines, ""])


def _candidate(number: int, address: Address) -> str:
    value = address.value
    if address.kind == 0:
        digits = value.hex()
        text = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])) + ".local"
    elif address.kind == 1:
        text = ".".join(map(str, value))
    else:
        text = value.hex(":", 2)
    return f"a=candidate:{number} 1 udp {2122260224 - number} {text} {address.port} typ host"
