"""Draw the picture of a game: the icons that its introduction names, in one SVG document."""

import re
from collections.abc import Sequence

SIZE = 64
"""Width and height of a picture, in its own units. They are those of an icon."""
ALONE = (8, 8, 48)
"""Left, top and size of an only icon."""
PLACES = ((13, 13, 38), (4, 4, 24), (36, 4, 24), (4, 36, 24), (36, 36, 24))
"""Left, top and size of several icons. The first one is in the middle, in front of the others."""
ROOT = re.compile(rb"<svg\b")


def picture(icons: Sequence[bytes]) -> bytes:
    """Return a picture that consists of SVG icons of 64 by 64 units; the first five of them are drawn."""
    places = [ALONE] if len(icons) == 1 else PLACES
    placed = [_placed(icon, *place) for icon, place in zip(icons, places, strict=False)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">'.encode()
    return head + b"".join(reversed(placed)) + b"</svg>\n"


def _placed(icon: bytes, left: int, top: int, size: int) -> bytes:
    """Return the root element of an icon with its place in the picture."""
    start = ROOT.search(icon)
    if start is None:
        return b""
    place = f'<svg x="{left}" y="{top}" width="{size}" height="{size}"'.encode()
    return place + b" " + icon[start.end() :].strip()
