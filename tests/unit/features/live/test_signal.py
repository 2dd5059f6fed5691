"""Test the signals by which two browsers connect: short, complete, and checked before use."""

from __future__ import annotations

import ipaddress
import random

import pytest

from chowk.core.errors import TextError
from chowk.core.packing import Packer, code
from chowk.features.live import signalling

PRINT = ":".join(f"{byte:02X}" for byte in range(7, 39))
LOCAL = "3b1a5f0e-1c2d-4e3f-8a9b-0c1d2e3f4a5b.local"


def sdp(name: str = "wVg+", password: str = "n1QkQe0w/Z4Yl3uXrJ8o2S5d", *addresses: str) -> str:
    candidates = [
        f"a=candidate:{place} 1 udp 2113937151 {address} 5{place}001 typ host generation 0 ufrag x network-cost 999"
        for place, address in enumerate(addresses)
    ]
    return "\r\n".join(
        [
            "v=0",
            "o=- 46117 2 IN IP4 127.0.0.1",
            "s=-",
            "t=0 0",
            "a=group:BUNDLE 0",
            "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
            "c=IN IP4 0.0.0.0",
            *candidates,
            f"a=ice-ufrag:{name}",
            f"a=ice-pwd:{password}",
            "a=ice-options:trickle",
            f"a=fingerprint:sha-256 {PRINT}",
            "a=setup:actpass",
            "a=mid:0",
            "a=sctp-port:5000",
            "",
        ]
    )


def test_an_offer_takes_about_eighty_letters_and_an_answer_with_two_addresses_about_130() -> None:
    offer = signalling.written(signalling.read_description(sdp()))
    answer = signalling.written(
        signalling.read_description(sdp("abcd", "n1QkQe0w/Z4Yl3uXrJ8o2S5d", LOCAL, LOCAL.replace("3b", "4c")), offer)
    )
    assert len(offer) <= 82
    assert len(answer) <= 138


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("wVg+", "n1QkQe0w/Z4Yl3uXrJ8o2S5d"),
        ("0f3a9b1c", "00112233445566778899aabbccddeeff"),
        ("a/b", "x" * 22),
    ],
)
def test_what_is_read_is_what_was_written_by_every_kind_of_browser(name: str, password: str) -> None:
    offer = signalling.read_description(sdp(name, password, LOCAL))
    assert offer.addresses == ()
    offer_text = signalling.written(offer)
    assert signalling.read(signalling.find_code(f"https://x.invalid/#t=1.abc&{offer_text}")) == offer
    answer = signalling.read_description(
        sdp(name, password, LOCAL, "192.168.1.20", "fe80::1:20", "fd00:db8::"), offer_text
    )
    again = signalling.read(signalling.find_code(f"Here: #{signalling.written(answer)}"))
    assert again == answer
    assert again.to == signalling.mark(offer_text)
    assert [kind for kind, *_ in again.addresses] == [0, 1, 2, 2]
    rebuilt = signalling.description(again)
    assert f"a=ice-ufrag:{name}\r\na=ice-pwd:{password}\r\n" in rebuilt
    assert f"a=fingerprint:sha-256 {PRINT}\r\n" in rebuilt
    assert f" {LOCAL} 50001 typ host\r\n" in rebuilt
    assert " 192.168.1.20 51001 typ host\r\n" in rebuilt
    assert " fe80:0000:0000:0000:0000:0000:0001:0020 52001 typ host\r\n" in rebuilt
    assert "a=setup:active" in rebuilt
    assert "a=setup:actpass" in signalling.description(offer)
    assert signalling.read_description(rebuilt, offer_text) == answer


def test_addresses_beyond_the_own_network_are_left_out() -> None:
    lines = [
        "a=candidate:1 1 tcp 1518280447 192.168.1.2 9 typ host tcptype active",
        "a=candidate:1 1 udp 1518280447 203.0.113.7 3478 typ srflx raddr 0.0.0.0 rport 0",
        "a=candidate:1 2 udp 1518280447 192.168.1.2 3478 typ host",
        "a=candidate:1 1 udp 1518280447 192.168.1.299 3478 typ host",
        "a=candidate:1 1 udp 1518280447 192.168.1.2 99999 typ host",
        "a=candidate:1 1 udp",
    ]
    assert signalling.read_description(sdp() + "\r\n".join(lines), "l=1.x").addresses == ()


NEAR = (
    LOCAL, "10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.0", "192.168.255.255",
    "169.254.0.1", "169.254.255.255", "fe80::1", "febf:ffff::1", "fc00::1", "fdff:ffff::2", "::ffff:c0a8:0101",
)  # fmt: skip
FAR = (
    "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "169.253.255.255",
    "169.255.0.0", "8.8.8.8", "203.0.113.7", "100.64.0.1", "127.0.0.1", "0.0.0.0", "224.0.0.251", "255.255.255.255",
    "2001:db8::1", "2a02::1", "fec0::1", "fbff::1", "fe7f::1", "ff02::fb", "::1", "::",
    "::ffff:0808:0808", "64:ff9b::1",
)  # fmt: skip


def answer_naming(*addresses: str) -> signalling.Signal:
    """Return an answer with the given addresses, as a modified page sends it."""
    parsed = []
    for address in addresses:
        kind = 0 if address == LOCAL else 2 if ":" in address else 1
        value = bytes.fromhex(LOCAL[:-6].replace("-", "")) if not kind else ipaddress.ip_address(address).packed
        parsed.append(signalling.Address(kind, value, 50000))
    sent = signalling.Signal("wVg+", "n1QkQe0w/Z4Yl3uXrJ8o2S5d", bytes(range(32)), tuple(parsed), b"ab")
    return signalling.read(signalling.written(sent))


@pytest.mark.parametrize("address", NEAR)
def test_tm_15_an_address_of_the_own_network_is_kept(address: str) -> None:
    answer = answer_naming(address)
    assert signalling.nearby(answer) == answer
    assert len(signalling.read_description(sdp("abcd", "x" * 22, address), "l=1.x").addresses) == 1


@pytest.mark.parametrize("address", FAR)
def test_tm_15_an_address_beyond_the_own_network_is_never_asked_for_a_connection(address: str) -> None:
    with pytest.raises(TextError, match="outside this network"):
        signalling.nearby(answer_naming(address))
    mixed = signalling.nearby(answer_naming(address, "192.168.1.20"))
    assert [address.value for address in mixed.addresses] == [bytes((192, 168, 1, 20))]
    assert signalling.read_description(sdp("abcd", "x" * 22, address), "l=1.x").addresses == (), (
        "nor is one's own given away"
    )


def test_tm_15_an_answer_without_any_address_is_as_good_as_before() -> None:
    assert signalling.nearby(answer_naming()) == answer_naming()


def test_a_browser_that_lacks_something_says_so() -> None:
    for missing in ("ice-ufrag", "ice-pwd", "fingerprint"):
        with pytest.raises(TextError, match="cannot play live"):
            signalling.read_description("\n".join(line for line in sdp().splitlines() if missing not in line))
    with pytest.raises(TextError, match="cannot play live"):
        signalling.written(signalling.read_description(sdp("a b")))


def test_ten_thousand_altered_codes_raise_one_exception_or_are_codes() -> None:
    draw = random.Random(5)
    offer = signalling.written(signalling.read_description(sdp()))
    answer = signalling.written(
        signalling.read_description(sdp("abcd", "n1QkQe0w/Z4Yl3uXrJ8o2S5d", LOCAL, "10.0.0.1"), offer)
    )
    refused = 0
    for _ in range(10_000):
        letters = list(answer)
        for _ in range(draw.randint(1, 3)):
            letters[draw.randrange(4, len(letters))] = draw.choice("ABCxyz019-_ \r\n%")
        text = signalling.find_code("".join(letters))
        try:
            again = signalling.read(text)
        except TextError:
            refused += 1
        else:
            assert again == signalling.read(answer) or "\n" not in again.name + again.password
    assert refused > 9_900
    with pytest.raises(TextError, match="newer version"):
        signalling.read(answer.replace("l=1.", "l=2."))


def test_nothing_gets_into_a_description_that_is_no_name() -> None:
    """A signal with a line break in a name is refused, although its checksum is correct."""
    forged = signalling.Signal("ab", "cd", bytes(32))
    text = signalling.written(forged)
    assert signalling.read(text) == forged
    packer = Packer()
    packer.put(0, 2)
    for word in (b"a\r\nb", b"cd"):
        packer.put(2, 3)
        packer.put_count(len(word))
        for byte in word:
            packer.put(byte, 256)
    packer.put(1, 1 << 256)
    data = packer.packed()
    with pytest.raises(TextError, match="damaged"):
        signalling.read(f"l=1.{code(data + signalling._sum(data))}")
