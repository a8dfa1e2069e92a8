"""The 25 inventions: read from the data file, checked against what the rules assume of any table (2.4).

An operator may replace the file (`domain.data`); a table that breaks 2.4 is refused with the row named.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from domain.data import BadTable, read_table
from domain.leonardo.tables import (
    CARDS_PER_KIND,
    FIRST_MIDDLE_GOLD,
    INVENTIONS,
    KIND,
    KINDS,
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

# By invention number, with a blank at 0 so that a number is its own index.
RECIPE: Final = ((0,) * 5, *(tuple(row.components.get(kind, 0) for kind in KINDS) for row in CARDS))
WEEKS: Final = (0, *(row.weeks for row in CARDS))
TYPE: Final = (-1, *(TYPES.index(row.type) for row in CARDS))
TIER: Final = (-1, *(TIERS.index(row.tier) for row in CARDS))
FIRST_PRICE: Final = (0, *(row.first for row in CARDS))
LATER_PRICE: Final = (0, *(row.later for row in CARDS))
BY_TIER: Final = tuple(tuple(number for number in INVENTIONS if TIER[number] == tier) for tier in range(4))


MOST_NEEDED: Final = tuple(max(recipe[kind] for recipe in RECIPE) for kind in range(len(KINDS)))

ALL_INVENTIONS: Final = sum(1 << number for number in INVENTIONS)
"""All inventions as a bit mask: bit n for invention n."""
LARGE_BITS: Final = 26
Plan = tuple[int, int]
"""What the two labs of a player hold together: a bit mask, and the index 26 * small + large, by invention, 0 for none.
The mask has bit n for invention n in the small lab and bit `LARGE_BITS` + n for n in the large one, so that one `&`
tells whether any of them is barred."""


def covers(components: Sequence[int], *recipes: Sequence[int]) -> bool:
    """Say whether components, by kind, suffice for all these recipes together."""
    return all(have >= sum(needs) for have, *needs in zip(components, *recipes, strict=True))


CARD_BITS: Final = 6
"""Bits for each kind where components are packed into one number: five, and a guard bit above them.

Subtracting a need clears the guard bit of each kind that falls short, so one comparison serves for all kinds. Two
recipes need at most 24 of a kind (2.4.1).
"""
CARD_MASK: Final = 0b11111
_GUARDS: Final = sum(0b100000 << CARD_BITS * kind for kind in range(len(KINDS)))


def packed(components: Sequence[int]) -> int:
    """Pack components by kind into one number."""
    return sum([cards << CARD_BITS * kind for kind, cards in enumerate(components)])


_ALL_PLANS: Final = tuple(
    (
        (1 << small | 1 << (LARGE_BITS + large), LARGE_BITS * small + large),
        packed(RECIPE[small]) + packed(RECIPE[large]),
    )
    for small in (0, *INVENTIONS)
    for large in (0, *INVENTIONS)
    if small != large or not small
)


_PLANS_OF: Final = tuple(
    tuple(
        (plan, need)
        for plan, need in _ALL_PLANS
        if (labs & 1 or plan[1] < LARGE_BITS) and (labs & 2 or plan[1] % LARGE_BITS == 0)
    )
    for labs in range(4)
)


def plans(components: Sequence[int], labs: int = 0b11) -> tuple[Plan, ...]:
    """List what two labs can hold of these components: nothing, one invention, or two different ones.

    `labs` says which of them may hold any: bit 0 the small one, bit 1 the large one.
    """
    counted = tuple([min(have, 2 * most) for have, most in zip(components, MOST_NEEDED, strict=True)])
    return _plans(counted, labs)


@lru_cache(maxsize=1 << 14)
def _plans(components: tuple[int, ...], labs: int) -> tuple[Plan, ...]:
    """Give `plans`, remembered: no component is counted beyond what two recipes can need."""
    have = packed(components) | _GUARDS
    return tuple([plan for plan, need in _PLANS_OF[labs] if have - need & _GUARDS == _GUARDS])


def buildable_mask(components: Sequence[int]) -> int:
    """Give the inventions whose recipe these components (by kind) cover, as a bit mask: bit n for invention n."""
    return _buildable_mask(tuple([min(most, have) for have, most in zip(components, MOST_NEEDED, strict=True)]))


@lru_cache(maxsize=1 << 12)
def _buildable_mask(components: tuple[int, ...]) -> int:
    """Give `buildable_mask`, remembered: no component is counted beyond what any recipe needs."""
    return sum(1 << number for number in INVENTIONS if covers(components, RECIPE[number]))
