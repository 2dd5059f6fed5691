"""Icons of the controls: line drawings of 24 by 24 units, in the colour of the surrounding text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from chowk.ui.nodes import Node, el

_LINES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "about": '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.5v.2"/>',
        "add": '<path d="M12 5v14M5 12h14"/>',
        "analyse": '<circle cx="10.5" cy="10.5" r="6"/><path d="m15 15 5 5M10.5 8v5M8 10.5h5"/>',
        "back": '<path d="M14.5 5.5 8 12l6.5 6.5"/>',
        "bars": '<path d="M5 20v-6M12 20V4M19 20v-9"/>',
        "board": '<rect x="4" y="4" width="16" height="16" rx="2.5"/><path d="M4 12h16M12 4v16"/>',
        "check": '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
        "close": '<path d="m6 6 12 12M18 6 6 18"/>',
        "computer": '<rect x="4" y="5" width="16" height="11" rx="2"/><path d="M9 20h6M12 16v4"/>',
        "copy": '<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5"/>'
        '<path d="M5.5 15.5A2 2 0 0 1 4 13.6V6.5A2.5 2.5 0 0 1 6.5 4h7.1a2 2 0 0 1 1.9 1.5"/>',
        "dark": '<path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z"/>',
        "delete": '<path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5"/>',
        "dice": '<rect x="4.5" y="4.5" width="15" height="15" rx="3.5"/>'
        '<path d="M9 9h.2M15 9h.2M12 12h.2M9 15h.2M15 15h.2"/>',
        "download": '<path d="M12 4v11M7.5 10.8 12 15.3l4.5-4.5M5 19.5h14"/>',
        "down": '<path d="M12 5v13M6.5 12.5 12 18l5.5-5.5"/>',
        "draw": '<path d="M5 9.5h14M5 14.5h14"/>',
        "edit": '<path d="m4.5 19.5 1-4.5L16 4.5l3.5 3.5L9 18.5zM13 7.5l3.5 3.5"/>',
        "fill": '<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15"/>',
        "forward": '<path d="M9.5 5.5 16 12l-6.5 6.5"/>',
        "hand": '<path d="M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3"/>',
        "hidden": '<path d="M4.5 4.5l15 15M9 6a9.6 9.6 0 0 1 12 6 10 10 0 0 1-2.6 4"/>'
        '<path d="M6.3 8A10 10 0 0 0 3 12a9.6 9.6 0 0 0 12 6"/>',
        "hint": '<path d="M9 17.5c0-2.3-3-3.6-3-7.5a6 6 0 0 1 12 0c0 3.9-3 5.2-3 7.5zM9.7 20.7h4.6"/>',
        "home": '<path d="m4 11.5 8-7 8 7M6.5 9.5V19.5h11V9.5M10.3 19.5v-5.5h3.4v5.5"/>',
        "keys": '<rect x="3" y="6" width="18" height="12" rx="2.5"/>'
        '<path d="M7 10h.2M10.3 10h.2M13.6 10h.2M17 10h.2M8.5 14h7"/>',
        "latest": '<path d="m6 6 7.5 6L6 18zM17.5 6v12"/>',
        "learn": '<path d="m2.5 9.5 9.5-4 9.5 4-9.5 4z"/>'
        '<path d="M6.5 11.5v4.3c0 1.4 2.5 2.7 5.5 2.7s5.5-1.3 5.5-2.7v-4.3M21.5 9.5v5.5"/>',
        "kept": '<path d="M4 10.5h16v9H4zM4 10.5l2.5-6h11l2.5 6M9.5 14.5h5"/>',
        "light": '<circle cx="12" cy="12" r="4"/>'
        '<path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1'
        'M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1"/>',
        "mirror": '<path d="M12 3.5v17" stroke-dasharray="2.5 2.5"/><path d="M9 7.5 3.5 17H9zM15 7.5 20.5 17H15z"/>',
        "question": '<path d="M8.5 9.2a3.6 3.6 0 1 1 5.4 3.1c-1.3.8-1.9 1.4-1.9 2.9M12 18.8v.2"/>',
        "rotate": '<path d="M19 12a7 7 0 1 1-2.2-5.1M17.3 3v4.2h-4.2"/>',
        "tick": '<path d="m4.5 12.8 5 5 10-11"/>',
        "menu": '<path d="M5.5 12h.2M12 12h.2M18.5 12h.2"/>',
        "moves": '<path d="M9.5 6.5H20M9.5 12H20M9.5 17.5H20M4.5 6.5h.6M4.5 12h.6M4.5 17.5h.6"/>',
        "muted": '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5"/>',
        "people": '<circle cx="8.5" cy="8.5" r="3"/><circle cx="16.5" cy="9.5" r="2.5"/>'
        '<path d="M2.5 19.5c0-4 2.5-6 6-6s6 2 6 6M16.5 14.5c3 0 5 1.7 5 5"/>',
        "pair": '<path d="M3.5 6h7v12h-7zM13.5 6h7v12h-7z"/>',
        "pause": '<path d="M8.5 6v12M15.5 6v12"/>',
        "play": '<path d="M8 5.5v13l10-6.5z"/>',
        "camera": '<path d="M4 8h3.5L9 5.5h6L16.5 8H20v11H4z"/><circle cx="12" cy="13" r="3.5"/>',
        "qr": '<path d="M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM7.5 7.5h.1M16.5 7.5h.1M7.5 16.5h.1'
        'M13.8 13.8h2.4v2.4M19.2 13.8v.1M19.2 16.8v2.4h-2.4M13.8 19.2h.1"/>',
        "raise": '<path d="M6 4.5h12M12 20V8.5M6.5 14 12 8.5l5.5 5.5"/>',
        "redo": '<path d="m15.5 5 4 4-4 4M19 9h-8.5a5.5 5.5 0 0 0 0 11H14"/>',
        "resign": '<path d="M6.5 20.5V4M6.5 5c4-2.5 7 2.5 11.5 0v8.5c-4.5 2.5-7.5-2.5-11.5 0"/>',
        "rules": '<path d="M12 6.5C9.5 4.8 6.5 4.5 4 5v13'
        'c2.5-.5 5.5-.2 8 1.5 2.5-1.7 5.5-2 8-1.5V5c-2.5-.5-5.5-.2-8 1.5zV19"/>',
        "seen": '<path d="M3 12a9.6 9.6 0 0 1 18 0 9.6 9.6 0 0 1-18 0"/><circle cx="12" cy="12" r="2.7"/>',
        "settings": '<path d="M4 7.5h8.5M17.5 7.5H20M4 16.5h2.5M11.5 16.5H20"/>'
        '<circle cx="15" cy="7.5" r="2.5"/><circle cx="9" cy="16.5" r="2.5"/>',
        "sound": '<path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.3 9a4.3 4.3 0 0 1 0 6M18 6.3a8 8 0 0 1 0 11.4"/>',
        "puzzle": '<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="4.2"/><path d="M12 12h.1"/>',
        "print": '<path d="M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z"/>',
        "send": '<path d="m4 11.5 16-7-5.5 16-3.5-6.5zM11 14l9-9.5"/>',
        "share": '<path d="M12 15V4M8 7.5 12 3.5l4 4M7.5 11H5v9.5h14V11h-2.5"/>',
        "swap": '<path d="M8 19.5V5M4.5 8.5 8 5l3.5 3.5M16 4.5V19M12.5 15.5 16 19l3.5-3.5"/>',
        "text": '<path d="M6 3.5h8.5L19 8v12.5H6zM14 4v4.5h4.5M9 12.5h7M9 16h7"/>',
        "up": '<path d="M12 19V6M6.5 11.5 12 6l5.5 5.5"/>',
        "undo": '<path d="M8.5 5l-4 4 4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H10"/>',
    }
)

MARK: Final = (
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
    '<path class="arms" d="M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z"/>'
    '<path class="threads" d="M12 1.5v7M12 15.5v7M1.5 12h7M15.5 12h7M8.5 5h7M8.5 19h7M5 8.5v7M19 8.5v7"/>'
    '<path class="heart" d="M8.5 8.5h7v7h-7z"/></svg>'
)
"""The logo: the cross-shaped cloth board of pachisi. It looks like a crossroads, which is the meaning of "chowk"."""


@cache
def icon(name: str) -> Node:
    """Draw an icon for a control. Screen readers ignore it."""
    return el("span", class_=f"icon icon-{name}", aria_hidden="true", html=_svg(_LINES[name]))


def mark() -> Node:
    """Draw the logo. Screen readers ignore it."""
    return el("span", class_="mark", aria_hidden="true", html=MARK)


def _svg(lines: str) -> str:
    return f'<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">{lines}</svg>'
