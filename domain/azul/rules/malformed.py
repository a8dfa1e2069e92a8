"""Whether an action is well formed, regardless of the state (13.1.4)."""

from typing import Any, Final

import msgspec

from domain.azul.wire.actions import Tiles, numbers_of
from domain.azul.wire.constants import COLOUR, MAX_COST, SLOTS, SOURCE, STAR
from domain.ruleset import Rejection

WORDS: Final = {"source": SOURCE, "colour": COLOUR, "star": STAR}
NUMBERS: Final = {"slot": range(SLOTS), "wilds": range(MAX_COST)}


def malformed(action: Any) -> Rejection | None:
    """Reject the first parameter with an unknown word, a number out of range, or a negative count."""
    for name, value in msgspec.structs.asdict(action).items():
        if not _well_formed(name, value):
            return Rejection("bad_parameter", "13.1.4", {"parameter": name}, malformed=True)
    return None


def _well_formed(name: str, value: Any) -> bool:
    """Whether a parameter has a published value; tile counts have no upper limit."""
    if isinstance(value, Tiles):
        return min(numbers_of(value)) >= 0
    return value in (WORDS[name] if name in WORDS else NUMBERS[name])
