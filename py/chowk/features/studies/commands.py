"""Commands for studies. Their modules form a parcel: they are fetched together at first use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from chowk.core import parcels
from chowk.core.message import say, say_in
from chowk.features.analysis.commands import may_analyse
from chowk.features.sharing.fetching import FetchedAction
from chowk.session.command import Command
from chowk.session.table import Table
from chowk.ui.slots import Control

if TYPE_CHECKING:  # imported once a study is opened
    from chowk.features.studies.studies import StudiesHost


def _fetched(name: str, module: str = "studies") -> FetchedAction:
    """Return an action that fetches a module of this feature and then calls its function `name`."""
    return FetchedAction(parcels.STUDIES, f"features.studies.{module}", name)


def ready() -> bool:
    """Return True if the modules of this feature have been fetched."""
    return not parcels.is_unfetched(parcels.STUDIES)


def open_link(host: StudiesHost, fragment: str) -> bool:
    """Open the study in a URL fragment. Return False if the fragment is not a link to a study."""
    is_link = fragment.lstrip("#").startswith("y=")
    if is_link:
        _fetched("follow")(host, fragment)
    return is_link


def open_text(host: Any, text: str) -> bool:
    """Open the study in a text, which is a study's file or contains a link to a study.

    Return False for any other text.
    """
    if is_study(text):
        _fetched("take")(host, text)
    elif "#y=" in text:
        _fetched("follow")(host, text)
    else:
        return False
    return True


def is_study(text: str) -> bool:
    """Return True if a text begins like a study in a file."""
    return text.lstrip().startswith('{"chowk":"study"')


def _has_moves(table: Table | None) -> bool:
    return table is not None and table.kind not in ("lesson", "draft")


def _is_analysis(table: Table | None) -> bool:
    """Return True if a table's menu offers to add its moves to a study, as for an analysis or a shared game.

    The menu of the player's own game does not offer this, because that menu is long already.
    """
    return table is not None and _has_moves(table) and table.kind != "own"


def _may_add(host: Any) -> bool:
    return _has_moves(host.place.table) and may_analyse(host)


COMMANDS: Final[Mapping[str, Command[StudiesHost]]] = {
    "studies": Command(say("Studies"), _fetched("show")),
    "study-add": Command(say_in("the player does it", "Add to a study"), _fetched("collect"), _may_add),
    "study-file": Command(say_in("the page does it", "Open a file"), _fetched("take"), takes=(str,)),
    "study": Command(say("Study"), _fetched("act", "deeds"), takes=(str, str)),
}
"""The commands of this feature by name."""
CONTROLS: Final = (Control("menu", 85, "study-add", "add", _is_analysis),)
"""The controls that this feature adds to screens and sheets."""
