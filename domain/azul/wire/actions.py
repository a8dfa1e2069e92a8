"""The actions of a seat: one type for each way to answer a decision (12.1), its tag the name there.

Words and numbers decode whatever they are, while the published schema lists what is allowed: so the rules can name the
exact reason of a rejection. A colour left out of `Tiles` counts 0: two spellings of the same multiset are equal
(1.3.3).
"""

from typing import Annotated, Any, ClassVar, Final

import msgspec

from domain.azul.wire.constants import COLOURS, MAX_SEATS, SOURCES, STARS, TILES_PER_COLOUR
from domain.fields import numbers, seat_number, words

ColourName = Annotated[str, words(COLOURS, "A colour of tiles.", named="colour")]
SourceName = Annotated[str, words(SOURCES, "A factory display, or the table centre.", named="source")]
StarName = Annotated[str, words(STARS, "A star: its place on the board, the middle one c.", named="star")]
Slot = Annotated[
    int, numbers(0, 5, "A space of a star: where its outer tip points, clockwise from straight up.", named="slot")
]
Wilds = Annotated[int, numbers(0, 5, "How many wilds replace tiles of the colour placed.")]
SeatNumber = Annotated[int, seat_number(MAX_SEATS)]
Count = Annotated[int, numbers(0, TILES_PER_COLOUR, "A number of tiles.")]


class Tiles(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """Tiles by colour."""

    keyed_by: ClassVar[str] = "colour"

    purple: Count = 0
    green: Count = 0
    orange: Count = 0
    yellow: Count = 0
    blue: Count = 0
    red: Count = 0


def numbers_of(tiles: Tiles) -> tuple[int, ...]:
    """Return the number of tiles of each colour as it came over the wire: any whole number."""
    return (tiles.purple, tiles.green, tiles.orange, tiles.yellow, tiles.blue, tiles.red)


class _Action(
    msgspec.Struct, frozen=True, cache_hash=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True
):
    """What all actions share: immutable, tagged by `type`, no surplus parameter; hashed once for look-ups."""


class DraftTiles(_Action, frozen=True, tag="draft_tiles"):
    """Take all tiles of a colour from a source, and with them one wild if it has any (5.2)."""

    source: SourceName
    colour: ColourName


class PlaceTile(_Action, frozen=True, tag="place_tile"):
    """Put a tile of a colour onto an empty space; `choose_payment` follows where there is a choice (6.2, 12.3.1)."""

    star: StarName
    slot: Slot
    colour: ColourName


class ChoosePayment(_Action, frozen=True, tag="choose_payment"):
    """Say how many of the tiles paid are wilds (6.3.4)."""

    wilds: Wilds


class ChooseBonus(_Action, frozen=True, tag="choose_bonus"):
    """Take the reward of completed decorations from the supply (6.6)."""

    tiles: Tiles
    """As many as `bonus` of the view says, of those in the supply."""


class PassRound(_Action, frozen=True, tag="pass_round"):
    """Take no more turns in this round; `choose_keep` follows where there is a choice (6.8, 12.3.1)."""


class ChooseKeep(_Action, frozen=True, tag="choose_keep"):
    """Keep up to four tiles for the next round; the others are lost at a point each (6.8.2)."""

    keep: Tiles
    """As many as `max_kept` of the view at most, of the own hand."""


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
"""By kind of decision, the types of the actions that answer it."""
