"""The 25 inventions, read from the data file and checked against the limits of the rules (2.4).

An operator may replace the file (`domain.data_files`). A file that breaks 2.4 is rejected with the number of the row.
"""

from typing import Annotated, Final

import msgspec

from domain.data_files import BadTable, read_table
from domain.leonardo.wire.constants import (
    CARDS_PER_KIND,
    FIRST_MIDDLE_GOLD,
    INVENTIONS,
    KIND,
    MIDDLE_DRAW,
    OPENING,
    REMOVED_DRAW,
    TIERS,
    TRACK_END,
    TYPES,
)


class Provenance(msgspec.Struct, frozen=True):
    """The sources of the values of an invention."""

    number: str
    """The source of the number."""
    italian: str
    """The source of the Italian name."""
    english: str
    """The source of the English name."""
    type: str
    """The source of the type."""
    tier: str
    """The source of the tier."""
    weeks: str
    """The source of the weeks."""
    components: str
    """The source of the components."""
    first: str
    """The source of the first price."""
    later: str
    """The source of the later price."""


class Invention(msgspec.Struct, frozen=True, omit_defaults=True):
    """An invention card (2.1)."""

    number: Annotated[int, msgspec.Meta(ge=1, le=25)]
    """The printed number, which is the id."""
    english: str
    """The English name."""
    italian: str
    """The Italian name."""
    type: str
    """The type. Cards of three or more types bring a bonus (10.1.1)."""
    tier: str
    """The tier: the part of the deck that the card belongs to."""
    weeks: Annotated[int, msgspec.Meta(ge=1, le=TRACK_END)]
    """The required work in weeks."""
    components: dict[str, Annotated[int, msgspec.Meta(ge=1, le=CARDS_PER_KIND)]]
    """The required components by kind."""
    first: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """The first price in florins, for players who finish the invention in the round of the first finisher (2.1.3)."""
    later: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """The later price in florins, for players who finish the invention in a later round (2.1.3)."""
    provenance: Provenance
    """The sources of the values."""
    notes: tuple[str, ...] = ()
    """Notes on the sources of the values, in English."""


class DataFile(msgspec.Struct, frozen=True):
    """The data file: any list of inventions that satisfies 2.4."""

    inventions: tuple[Invention, ...]


def check_inventions(inventions: tuple[Invention, ...], origin: str) -> None:
    """Raise BadTable with the row that breaks 2.1 or 2.4; `origin` names the file."""
    if sorted(each.number for each in inventions) != list(INVENTIONS):
        raise BadTable(origin, "the inventions must be numbered 1 to 25, each once (1.1.5)")
    for each in inventions:
        _check_row(each, origin)
    _check_recipes_differ(inventions, origin)
    _check_piles(inventions, origin)


def _check_row(row: Invention, origin: str) -> None:
    """Raise BadTable if an invention breaks 2.1."""
    where = f"invention {row.number}"
    for kind in row.components:
        if kind not in KIND:
            raise BadTable(origin, f"{where}: there is no component {kind!r} (1.1.4)")
    if row.type not in TYPES:
        raise BadTable(origin, f"{where}: there is no type {row.type!r} (2.1.4)")
    if row.tier not in TIERS:
        raise BadTable(origin, f"{where}: there is no tier {row.tier!r} (2.1.2)")
    if TIERS.index(row.tier) + 1 != sum(row.components.values()):
        raise BadTable(
            origin, f"{where}: {row.tier} does not go with {sum(row.components.values())} components (2.1.2)"
        )
    if (row.tier == "gold") != (row.number >= FIRST_MIDDLE_GOLD):
        raise BadTable(origin, f"{where}: 16 to 25 are gold and no others (2.3.1)")


def _check_recipes_differ(inventions: tuple[Invention, ...], origin: str) -> None:
    """Raise BadTable if two inventions need equal components, since the cards must identify the invention (2.4.1)."""
    seen: dict[tuple[tuple[str, int], ...], int] = {}
    for row in inventions:
        recipe = tuple(sorted(row.components.items()))
        if recipe in seen:
            raise BadTable(origin, f"invention {row.number}: needs the same components as {seen[recipe]} (2.4.1)")
        seen[recipe] = row.number


def _check_piles(inventions: tuple[Invention, ...], origin: str) -> None:
    """Raise BadTable if a tier has too few cards for the deck (2.4.2)."""
    tiers = {row.number: row.tier for row in inventions}
    for tier, middle, removed in zip(TIERS, MIDDLE_DRAW, REMOVED_DRAW, strict=False):
        cards = sum(1 for each in tiers.values() if each == tier)
        opening = max(sum(1 for number in laid if tiers[number] == tier) for laid in OPENING.values())
        needed = middle + max(opening, removed)
        if cards < needed:
            raise BadTable(origin, f"{tier}: {cards} inventions, but the deck needs at least {needed} (2.4.2)")


def _load() -> tuple[Invention, ...]:
    """Return the checked inventions of the data file in the order of their numbers."""
    data, origin = read_table("leonardo", "inventions.json", DataFile)
    check_inventions(data.inventions, origin)
    return tuple(sorted(data.inventions, key=lambda row: row.number))


CARDS: Final = _load()
