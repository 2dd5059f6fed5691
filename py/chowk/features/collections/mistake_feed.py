"""Add the mistakes that the check of a collection found to those that the player practises."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Mapping, Sequence
from typing import Any

from chowk.core.message import say, say_many
from chowk.core.sanitize import named
from chowk.features.collections.collections import CollectionsHost
from chowk.features.practice import mistake_store as store
from chowk.features.practice import mistakes
from chowk.features.practice.mistake_store import Card, Mistake, Source, Verdict
from chowk.features.practice.practice import today_of
from chowk.i18n.toast import Toast


def add_mistakes(host: CollectionsHost, game: str, worst: Sequence[Mapping[str, Any]]) -> None:
    """Add mistakes in the game `game`, and show the player how many are new.

    `worst` are the mistakes as `checking.worst` returns them.
    """
    known, today = mistakes.mistakes_of(host.kept, game), today_of(host)
    new = [
        Mistake(
            fields["setup"],
            fields["played"],
            fields["theme"],
            Verdict((fields["better"],), fields["lead"], fields["depth"], fields["cost"], fields["exact"]),
            Source(
                fields["source"] or f"{crc32(fields['setup'].encode()):x}",
                fields["ply"],
                store.day(fields["day"], today),
                named(fields["against"]),
            ),
            Card(today),
        )
        for fields in worst
    ]
    after = store.added(known, new)
    count = len({mistake.key for mistake in after} - {mistake.key for mistake in known})
    if count:
        mistakes.keep(host.kept, game, lambda known: store.added(known, new))
    sentence = say_many("{count} mistake was added.", "{count} mistakes were added.", count)
    text = sentence if count else say("All of them are there already.")
    host.voice.toast = Toast(text, "mistakes", say("My mistakes"), arg=game)
    host.page.render()
