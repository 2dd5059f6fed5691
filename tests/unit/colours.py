"""Compute with colours for tests: contrast (WCAG 2), difference (CIEDE2000) and simulated colour blindness.

Colour blindness follows Machado et al. (2009) at full severity. CIEDE2000 follows Sharma, Wu and Dalal (2005), and is
checked against the pairs in their paper.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from chowk.draw.theme import Colour, channels, decoded, encoded, hexed, luminance

Lab = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear sRGB.
DEFICITS: Final = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def contrast(colour: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blended(over: Colour, alpha: float, under: Colour) -> Colour:
    """Return the colour that a browser shows for `over`, with opacity `alpha`, on top of `under`."""
    mixed = (alpha * a + (1 - alpha) * b for a, b in zip(channels(over), channels(under), strict=True))
    return hexed(*mixed)


def seen(colour: Colour, deficit: str) -> Colour:
    """Return a colour as a person with a colour deficit sees it. For `normal`, return it unchanged."""
    if deficit == "normal":
        return colour
    linear = [decoded(part) for part in channels(colour)]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in DEFICITS[deficit])
    return hexed(*(encoded(min(1.0, max(0.0, part))) for part in mixed))


def lab(colour: Colour) -> Lab:
    """Convert a colour to CIE L*a*b* under D65."""
    red, green, blue = map(decoded, channels(colour))
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(colour: Lab, other: Lab) -> float:
    """Return the CIEDE2000 difference of two colours."""
    (l1, a1, b1), (l2, a2, b2) = colour, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rc = 2 * sqrt(cm**7 / (cm**7 + 25.0**7))
    rt = -sin(radians(60 * exp(-(((hm - 275) / 25) ** 2)))) * rc
    dl, dc, dh = dl / sl, dc / sc, dh / sh
    return sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)
