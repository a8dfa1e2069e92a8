"""Return the paths of icons in URLs. Each contains the hash of all drawings, so that a new drawing has a new URL.

All icons of a ruleset share the hash. With a hash of its own in each URL, the compressed details of a ruleset would
be a tenth longer.
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from domain.ruleset import AnyRuleset

SUFFIX: Final = ".svg"
MARK_LENGTH: Final = 12
"""Length of the hash that identifies drawings in a URL, in characters."""
MOST_MARKS: Final = 1024
"""The number of drawings whose hashes a process keeps."""


@lru_cache(MOST_MARKS)
def mark_of(drawing: bytes) -> str:
    """Return the hash of a drawing, for its URL."""
    return hashlib.sha256(drawing).hexdigest()[:MARK_LENGTH]


@lru_cache(MOST_MARKS)
def mark_of_icons(ruleset: AnyRuleset) -> str:
    """Return the hash of all icons of a ruleset with their kinds and ids, for their URLs."""
    icons = ruleset.appearances.icons
    parts = (part for (kind, each), icon in icons.items() for part in (f"{kind}/{each}".encode(), icon))
    return mark_of(b"\n".join(parts))


def icon_paths(ruleset: AnyRuleset) -> Callable[[str, str], str]:
    """Return a function that returns the path of the icon of a kind and id, without the prefix of the installation."""
    folder, query = f"/v1/rulesets/{ruleset.name}/icons", f"{SUFFIX}?v={mark_of_icons(ruleset)}"
    return lambda kind, each: f"{folder}/{kind}/{quote(each)}{query}"
