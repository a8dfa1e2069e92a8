"""Actions: one type for each kind of decision (12.1), with its name as the tag.

Words and numbers decode with any value, while the published schema lists what is allowed. The rules can therefore name
the exact reason of a rejection. A colour omitted from `Tiles` counts 0, so equal multisets compare equal (1.3.3).
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec

from domain.azul.wire.constants import COLOURS, MAX_SEATS, SOURCES, STARS, TILES_PER_COLOUR
from domain.fields import numbers, seat_number, words

ColourName = Annotated[str, words(COLOURS, "The colour of tiles.", named="colour")]
SourceName = Annotated[str, words(SOURCES, "The id of a factory display or of the table centre.", named="source")]
StarName = Annotated[str, words(STARS, "The id of a star on the board; `c` is the star in the middle.", named="star")]
Slot = Annotated[
    int,
    numbers(0, 5, "The space of a star, by the direction of its outer tip, clockwise from straight up.", named="slot"),
]
Wilds = Annotated[int, numbers(0, 5, "The number of wild tiles that replace tiles of the placed colour.")]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Count = Annotated[int, numbers(0, TILES_PER_COLOUR, "The number of tiles.")]


class Tiles(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """The number of tiles of each colour. Omitted: 0."""

    keyed_by: ClassVar[str] = "colour"

    purple: Count = 0
    green: Count = 0
    orange: Count = 0
    yellow: Count = 0
    blue: Count = 0
    red: Count = 0


def numbers_of(tiles: Tiles) -> tuple[int, ...]:
    """Return the decoded number of tiles of each colour, which may be any integer."""
    return (tiles.purple, tiles.green, tiles.orange, tiles.yellow, tiles.blue, tiles.red)


class _Action(
    msgspec.Struct, frozen=True, cache_hash=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True
):
    """The base of all actions: immutable, tagged by `type`, without unknown fields. The hash is stored for lookups."""


class DraftTiles(_Action, frozen=True, tag="draft_tiles"):
    """Take all tiles of a colour from a source, with one wild tile if the source has any (5.2)."""

    source: SourceName
    colour: ColourName


class PlaceTile(_Action, frozen=True, tag="place_tile"):
    """Place a tile on an empty space (6.2). If the payment is a choice, `choose_payment` follows (12.3.1)."""

    star: StarName
    slot: Slot
    colour: ColourName


class ChoosePayment(_Action, frozen=True, tag="choose_payment"):
    """Choose how many wild tiles to pay with (6.3.4)."""

    wilds: Wilds


class ChooseBonus(_Action, frozen=True, tag="choose_bonus"):
    """Take tiles from the supply as the reward for completed decorations (6.6)."""

    tiles: Tiles
    """The tiles to take from the supply: `bonus` of the view, in total."""


class PassRound(_Action, frozen=True, tag="pass_round"):
    """Pass for the rest of this round (6.8). If the kept tiles are a choice, `choose_keep` follows (12.3.1)."""


class ChooseKeep(_Action, frozen=True, tag="choose_keep"):
    """Keep up to four tiles for the next round; each discarded tile costs a point (6.8.2)."""

    keep: Tiles
    """The tiles of the hand to keep: at most `max_kept` of the view."""


Action = DraftTiles | PlaceTile | ChoosePayment | ChooseBonus | PassRound | ChooseKeep

DRAFT_TILES: Final = "draft_tiles"
PLACE_OR_PASS: Final = "place_or_pass"  # noqa: S105  # a kind of decision
CHOOSE_PAYMENT: Final = "choose_payment"
CHOOSE_BONUS: Final = "choose_bonus"
CHOOSE_KEEP: Final = "choose_keep"

ACTION_TYPES: Final[dict[str, tuple[type[Any], ...]]] = {
    DRAFT_TILES: (DraftTiles,),
    PLACE_OR_PASS: (PlaceTile, PassRound),
    CHOOSE_PAYMENT: (ChoosePayment,),
    CHOOSE_BONUS: (ChooseBonus,),
    CHOOSE_KEEP: (ChooseKeep,),
}
"""The action types for each kind of decision."""
