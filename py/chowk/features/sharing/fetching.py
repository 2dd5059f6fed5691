"""Actions that first fetch the parcel (a group of modules) to which their module belongs."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from chowk.core import parcels
from chowk.session.command import LateAction


class FetchedAction(LateAction):
    """An action that first fetches its module's `parcel` (a group of modules). Its first argument is the host."""

    def __init__(self, parcel: str, module: str, name: str) -> None:
        super().__init__(module, name, ())
        self.parcel = parcel

    def __call__(self, *values: Any) -> None:
        """Run the action at once if the parcel is loaded, otherwise after it has arrived."""
        if parcels.is_unfetched(self.parcel):
            import_module("chowk.features.sharing.waiting").wait(values[0], partial(self, *values), (self.parcel,))
        else:
            self.action(*values)
