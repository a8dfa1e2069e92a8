"""What an action would take, pay and score (12.1), as arguments for its sentence."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.azul.wire.actions import ColourName, Count, Tiles
from domain.azul.wire.facts import Lost
from domain.fields import numbers

Wilds = Annotated[
    int,
    numbers(
        1,
        5,
        "The number of wild tiles. Draft: 1, if one is taken with the others. Placement: if this many must be paid.",
    ),
]
Price = Annotated[int, numbers(1, 5, "Placement: the number of tiles to pay, if their colours are still a choice.")]
Points = Annotated[int, numbers(1, 6, "Placement and payment: the number of points to score.")]
Bonus = Annotated[int, numbers(1, 3, "Placement and payment: the number of tiles to get from the supply.")]


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action would take, pay and score. Fields that do not apply are omitted."""

    number: Count | UnsetType = UNSET
    """Draft: the number of tiles of the chosen colour to take."""
    wilds: Wilds | UnsetType = UNSET
    lost: Lost | UnsetType = UNSET
    """The number of points to lose. Draft: present exactly if the player also takes the start player token. Other
    actions: omitted for 0."""
    colour: ColourName | UnsetType = UNSET
    """Payment: the colour of the tile to place."""
    discarded: Tiles | UnsetType = UNSET
    """Placement and payment: the tiles to pay, without the placed tile. Omitted if the payment is still a choice."""
    price: Price | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    bonus: Bonus | UnsetType = UNSET
