"""The 25 inventions: read from the data file, checked against what the rules assume of any table (2.4).

An operator may replace the file (`domain.data_files`); a table that breaks 2.4 is rejected with the row named.
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
    """Where each value of a row comes from."""

    number: str
    """Of the number."""
    italian: str
    """Of the Italian name."""
    english: str
    """Of the English name."""
    type: str
    """Of the type."""
    tier: str
    """Of the tier."""
    weeks: str
    """Of the work."""
    components: str
    """Of the components."""
    first: str
    """Of the first reward."""
    later: str
    """Of the later reward."""


class Invention(msgspec.Struct, frozen=True, omit_defaults=True):
    """One invention card (2.1)."""

    number: Annotated[int, msgspec.Meta(ge=1, le=25)]
    """As printed; its id."""
    english: str
    """In English."""
    italian: str
    """In Italian."""
    type: str
    """Five of different types bring a bonus."""
    tier: str
    """Which part of the deck it belongs to."""
    weeks: Annotated[int, msgspec.Meta(ge=1, le=TRACK_END)]
    """Work that it takes."""
    components: dict[str, Annotated[int, msgspec.Meta(ge=1, le=CARDS_PER_KIND)]]
    """Cards that it takes, by kind."""
    first: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """Florins for who finishes it first."""
    later: Annotated[int, msgspec.Meta(ge=0, le=100)]
    """Florins for who finishes it later."""
    provenance: Provenance
    """Where these values come from."""
    notes: tuple[str, ...] = ()


class DataFile(msgspec.Struct, frozen=True):
    """The data file: any table that satisfies 2.4."""

    inventions: tuple[Invention, ...]


def check_inventions(inventions: tuple[Invention, ...], origin: str) -> None:
    """Raise BadTable naming the row that breaks 2.1 or 2.4; `origin` names the file."""
    if sorted(each.number for each in inventions) != list(INVENTIONS):
        raise BadTable(origin, "the inventions must be numbered 1 to 25, each once (1.1.5)")
    for each in inventions:
        _check_row(each, origin)
    _check_recipes_differ(inventions, origin)
    _check_piles(inventions, origin)


def _check_row(row: Invention, origin: str) -> None:
    """Raise BadTable if one invention is not a card the rules know."""
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
    """Raise BadTable if two inventions need the same components, for the cards must name the invention (2.4.1)."""
    seen: dict[tuple[tuple[str, int], ...], int] = {}
    for row in inventions:
        recipe = tuple(sorted(row.components.items()))
        if recipe in seen:
            raise BadTable(origin, f"invention {row.number}: needs the same components as {seen[recipe]} (2.4.1)")
        seen[recipe] = row.number


def _check_piles(inventions: tuple[Invention, ...], origin: str) -> None:
    """Raise BadTable if a tier has too few cards to build the deck (2.4.2)."""
    tiers = {row.number: row.tier for row in inventions}
    for tier, middle, removed in zip(TIERS, MIDDLE_DRAW, REMOVED_DRAW, strict=False):
        cards = sum(1 for each in tiers.values() if each == tier)
        opening = max(sum(1 for number in laid if tiers[number] == tier) for laid in OPENING.values())
        needed = middle + max(opening, removed)
        if cards < needed:
            raise BadTable(origin, f"{tier}: {cards} inventions, but the deck needs at least {needed} (2.4.2)")


def _load() -> tuple[Invention, ...]:
    """Read and check the data file; inventions in the order of their numbers."""
    data, origin = read_table("leonardo", "inventions.json", DataFile)
    check_inventions(data.inventions, origin)
    return tuple(sorted(data.inventions, key=lambda row: row.number))


CARDS: Final = _load()
