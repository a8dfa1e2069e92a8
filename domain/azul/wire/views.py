"""The shapes of what everybody may see (11.2.1). A field that does not apply is left out."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.azul.wire.actions import (
    ACTION_TYPES,
    ColourName,
    SeatNumber,
    Slot,
    SourceName,
    StarName,
    Tiles,
    Wilds,
)
from domain.azul.wire.constants import FACTORIES, MAX_SEATS, SIDES, SPACES
from domain.azul.wire.facts import RoundNumber
from domain.fields import numbers, several, words

PHASES = ("acquire", "place", "over")

Phase = Annotated[str, words(PHASES, "Drafting tiles, placing them, or the game is over.", named="phase")]
DecisionName = Annotated[str, words(ACTION_TYPES, "The kind of the open decision.", named="decision")]
SideName = Annotated[str, words(SIDES, "A with coloured stars, B the variant without.", named="side")]
Score = Annotated[int, numbers(1, 323, "Points.")]


class Source(msgspec.Struct, frozen=True):
    """A factory display or the table centre, with the tiles on it."""

    source: SourceName
    tiles: Tiles
    """What lies there."""


class Covered(msgspec.Struct, frozen=True):
    """A space of a board with the tile on it."""

    star: StarName
    slot: Slot
    colour: ColourName


class Seat(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    seat: SeatNumber
    score: Score
    """Final bonuses count once the game is over."""
    laps: Annotated[int, numbers(0, 4, "How often the score marker has gone round the track (2.3.4).")]
    track_space: Annotated[int, numbers(1, 80, "Where the score marker stands.")]
    hand: Tiles
    """Tiles drafted and not placed yet."""
    corners: Tiles
    """Kept for the next round."""
    passed: bool
    """Whether the player has passed in this round."""
    board: Annotated[tuple[Covered, ...], several(SPACES)]
    """The covered spaces, star by star."""


class Payment(msgspec.Struct, frozen=True):
    """A tile about to be placed, while `choose_payment` is open."""

    star: StarName
    slot: Slot
    colour: ColourName
    cost: Annotated[int, numbers(1, 6, "Tiles to pay, the placed one among them.")]
    min_wilds: Wilds
    max_wilds: Wilds


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as everybody sees it."""

    side: SideName
    round: RoundNumber
    phase: Phase
    wild: ColourName
    """The wild colour of the round."""
    starter: SeatNumber
    """The seat that began the round."""
    centre: Tiles
    """What lies in the table centre."""
    factories: Annotated[tuple[Source, ...], several(FACTORIES[MAX_SEATS])]
    """The displays, empty ones included."""
    supply: Tiles
    """What the ten spaces of the supply hold."""
    bag: Tiles
    """What the bag holds; nobody knows in which order it will come."""
    bag_total: Annotated[int, numbers(0, 132, "Tiles in the bag.")]
    tower: Tiles
    """What the tower holds: discarded tiles."""
    tower_total: Annotated[int, numbers(0, 132, "Tiles in the tower.")]
    seats: Annotated[tuple[Seat, ...], several(MAX_SEATS)]
    """Every player's side of the table, in turn order."""
    decision_kind: DecisionName | UnsetType = UNSET
    token: SeatNumber | UnsetType = UNSET
    """Who has the start player token; left out while it lies in the table centre."""
    payment: Payment | UnsetType = UNSET
    """While a placement waits to be paid for; left out otherwise."""
    bonus: Annotated[int, numbers(1, 3, "Tiles to take from the supply.")] | UnsetType = UNSET
    """While `choose_bonus` is open."""
    max_kept: Annotated[int, numbers(1, 4, "Tiles that may be kept.")] | UnsetType = UNSET
    """While `choose_keep` is open."""
