"""Simulate players of correspondence games: each device knows only the letters that it received.

The simulated mail may lose and reorder letters.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from chowk import games
from chowk.core import fair_dice
from chowk.core.fair_dice import Ring, SharedDice
from chowk.core.hash_chain import Chain, chain
from chowk.core.position import CHANCE
from chowk.features.correspondence import reconcile
from chowk.features.correspondence.reconcile import Here, Opened
from chowk.storage import turn_link as letters
from chowk.storage.turn_link import Invitation, Joiner, Letter, Terms

NAMES = ("Asha", "Bela", "Chand", "Devi")
_CHAINS: dict[tuple[int, bytes], Chain] = {}


def chain_of(chair: int, secret: bytes) -> Chain:
    """Return the hash chain of a seat's secret. The result is cached, because computing it takes long."""
    return _CHAINS.setdefault((chair, secret), chain(chair, secret))


@lru_cache(maxsize=256)
def read(text: str) -> Letter:
    """Return the letter (message with moves) that a link contains.

    The result is cached, because reading is slow, and the devices of a game all read the same link.
    """
    letter = letters.read(letters.find_code(text))
    assert isinstance(letter, Letter)
    return letter


def secret(number: int) -> bytes:
    """Return a secret of 16 bytes. The same number always gives the same secret."""
    return random.Random(f"secret {number}").randbytes(16)


class Device:
    """The device of one player in a correspondence game."""

    def __init__(self, own: Chain, invitation: Invitation) -> None:
        self.own = own
        self.invitation = invitation
        self.here: Here | None = None

    @property
    def game(self) -> Here:
        """The state of the game as this device knows it."""
        assert self.here is not None, "the table is laid"
        return self.here

    @property
    def dice(self) -> SharedDice:
        """The dice of the game. Every roll follows from secrets of all players."""
        assert isinstance(self.game.match.dice, SharedDice)
        return self.game.match.dice

    def lay(self) -> None:
        """Start the game, as the inviter does when all guests have joined, and roll for who starts."""
        ring = reconcile.initial_ring(self.invitation, self.own)
        self._take(Opened("longer", letters.new_match(self.invitation.terms, ring), ring), 0)
        self.go_on(random.Random(0), opening=True)

    def _take(self, opened: Opened, sent: int) -> None:
        assert opened.match is not None
        assert opened.ring is not None
        names = tuple(joiner.name for joiner in self.invitation.joiners if joiner)
        if len(names) < self.invitation.terms.chairs:
            names = NAMES[: self.invitation.terms.chairs]
        assert isinstance(opened.match.dice, SharedDice)
        opened.match.dice.ring = opened.ring
        self.here = Here(self.invitation.terms, names, opened.ring, opened.match, self.own.chair, sent, opened.wish)

    def open(self, text: str) -> Opened:
        """Read a letter, and adopt its game if the protocol says so. Return the result of opening it."""
        letter = read(text)
        work = (
            reconcile.first(letter, self.own, self.invitation)
            if self.here is None
            else reconcile.open_(letter, self.here)
        )
        opened = reconcile.finished(work)
        if opened.kind in ("longer", "other device"):
            assert opened.match is not None
            self._take(opened, opened.match.ply)
        if opened.kind == "asked":
            assert opened.wish is not None
            self.here = self.game._replace(wish=opened.wish)
            if opened.wish.kind == "seat":
                assert opened.ring is not None
                self._show(opened.ring)
        return opened

    def _show(self, ring: Ring) -> None:
        self.dice.ring = ring
        self.here = self.game._replace(ring=ring)

    def wishes(self, kind: str) -> None:
        """Make a request to all other players: `draw` for a draw, or `back` to take back this player's last turn."""
        match, yes = self.game.match, frozenset({self.own.chair})
        to = (letters.back_to(match, self.game.ring.seat(self.own.chair)) or 0) if kind == "back" else 0
        self.here = self.game._replace(wish=letters.Wish(kind, match.ply, yes, to))

    def agrees(self) -> None:
        """Agree to the request of another player that is pending in the game."""
        here, wish = self.game, self.game.wish
        assert wish is not None
        yes = wish.yes | {self.own.chair}
        if wish.kind == "seat":
            self._show(here.ring.with_next(self.own.chair))
            wish = wish._replace(yes=yes)
            handed = reconcile.after_handover(here.match, self.game.ring, wish)
            if handed is not None:
                self._show(handed)
            self.here = self.game._replace(wish=wish if handed is None else None)
            return
        if wish.kind == "draw":
            self.here = here._replace(wish=wish._replace(yes=yes))
            if yes >= letters.agreeing(here.match):
                here.match.agree()
                self.here = here._replace(wish=None)
            return
        match = here.match.until(wish.to)
        ring = here.ring._replace(extra=letters.back_at(here.match, wish.to, self.own.chair))
        match.dice = SharedDice(ring)
        self.here = here._replace(ring=ring, match=match, wish=None)

    @property
    def due(self) -> bool:
        """True if this device has to act next."""
        return self.dice.acting_chair(self.game.match) == self.own.chair

    def go_on(self, draw: random.Random, opening: bool = False) -> None:
        """Play everything that this device can play now: its whole turn, and moves without a choice.

        If `opening`, play only the rolls for who starts, and moves without a choice.
        """
        match = self.game.match
        while match.outcome() is None:
            position = match.position
            throwing = match.throwing
            forced = None if position.turn == CHANCE else match.ruleset.rules.forced(position)
            if self.dice.awaits_reveal(match) or not (throwing or forced is not None or (self.due and not opening)):
                return
            if position.turn == CHANCE:
                match.play(match.roll())
            else:
                match.play(forced if forced is not None else draw.choice(position.moves()))

    def send(self) -> str:
        """Return the next letter of this device. It reveals the player's dice secrets for the moves played."""
        here = self.game
        ring = fair_dice.revealed(here.ring, self.dice, here.match)
        self.here = here._replace(ring=ring, sent=here.match.ply)
        self.dice.ring = ring
        stands = here.wish is not None and here.wish.ply == here.match.ply and here.match.outcome() is None
        wish = here.wish if stands else None
        return letters.write(here.terms, here.names, ring, here.match, wish)


def terms(game: str, chairs: int, *, strict: bool = False, aids: bool = False, **options: str) -> Terms:
    """Return the terms of a correspondence game for `chairs` players, with the default rules except for `options`.

    `strict` and `aids` are as in `Terms`.
    """
    usual = {option.name: option.default for option in games.load(game).rules.OPTIONS}
    return Terms(game, chairs, {**usual, **options}, games.sign(game).lot, strict, aids)


def table(what: Terms, number: int = 0) -> list[Device]:
    """Return the devices of a new correspondence game that all guests have joined by links.

    `number` tells games with the same terms apart.
    """
    own = [chain_of(chair, secret(4 * number + chair)) for chair in range(what.chairs)]
    invitation = Invitation(what, (Joiner(NAMES[0], own[0].commitment), *([None] * (what.chairs - 1))))
    devices = [Device(own[0], invitation)]
    for chair in range(1, what.chairs):
        message = letters.read(letters.find_code(letters.invite(devices[0].invitation)))
        assert isinstance(message, Invitation)
        joined = reconcile.sit(message, chair, Joiner(NAMES[chair], own[chair].commitment))
        back = letters.read(letters.find_code(letters.invite(joined)))
        assert isinstance(back, Invitation)
        devices[0].invitation = reconcile.gather(devices[0].invitation, back).invitation
        devices.append(Device(own[chair], joined))
    devices[0].lay()
    return devices


def begun(what: Terms, number: int = 0) -> list[Device]:
    """Return the devices of a correspondence game whose players have all opened the first link."""
    devices = table(what, number)
    text = devices[0].send()
    for device in devices[1:]:
        device.open(text)
    return devices


def ring_of(devices: list[Device]) -> Ring:
    """Return the ring (the dice secrets of all players revealed so far) as the first device knows it."""
    return devices[0].game.ring


def play(devices: list[Device], draw: random.Random, turns: int = 10**6) -> list[str]:
    """Play at most `turns` turns with reliable mail. Return the links that were sent."""
    sent = []
    for _ in range(turns):
        due = next((device for device in devices if device.due), None)
        if due is None:
            break
        due.go_on(draw)
        sent.append(due.send())
        for other in devices:
            if other is not due:
                other.open(sent[-1])
    return sent


def carried(devices: list[Device], draw: random.Random, most: int = 10**5) -> Counter[str]:
    """Play to the end with mail that loses, doubles and reorders links. Fail after `most` steps.

    Return how many times opening a link had each kind of result.
    """
    flying: list[tuple[int, str]] = []
    kinds: Counter[str] = Counter()
    for _ in range(most):
        if all(device.here is not None and device.game.match.outcome() is not None for device in devices):
            return kinds
        for device in devices:
            if device.here is not None and device.due:
                device.go_on(draw)
                _post(flying, devices, device, draw)
        if not flying:  # all links were lost, so the waiting player sends again
            for device in devices:
                if device.here is not None and draw.random() < 0.5:
                    _post(flying, devices, device, draw)
            continue
        to, text = flying.pop(draw.randrange(len(flying)))
        kinds[devices[to].open(text).kind] += 1
    raise AssertionError("the game does not come to its end")


def _post(flying: list[tuple[int, str]], devices: list[Device], sender: Device, draw: random.Random) -> None:
    text = sender.send()
    for to, device in enumerate(devices):
        if device is not sender and draw.random() > 0.3:
            flying += [(to, text)] * (2 if draw.random() < 0.2 else 1)
