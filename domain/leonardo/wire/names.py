"""Names in Maestro Leonardo; those of inventions come from the data file."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from domain.data_files import read_names
from domain.leonardo.wire.card_list import CARDS, Invention
from domain.names import Names, agreed

HIDDEN: Final = "0"
"""The number that replaces a hidden invention."""


def names_with(cards: Iterable[Invention]) -> Names:
    """Return the names of the inventions and of everything else."""
    known = read_names("domain.leonardo")
    inventions = known.things["invention"]
    inventions = {str(row.number): agreed(inventions[str(row.number)], en=row.english, it=row.italian) for row in cards}
    return replace(
        known, things={**known.things, "invention": {HIDDEN: known.things["invention"][HIDDEN], **inventions}}
    )


NAMES: Final = names_with(CARDS)
