"""Views of a game; all of it is public (11.2.1). Fields that do not apply are omitted."""

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

Phase = Annotated[
    str, words(PHASES, "The phase of the game: drafting tiles, placing tiles, or the game is over.", named="phase")
]
DecisionName = Annotated[str, words(ACTION_TYPES, "The kind of the pending decision.", named="decision")]
SideName = Annotated[str, words(SIDES, "The board side: A with coloured stars, B the variant without.", named="side")]
Score = Annotated[int, numbers(1, 323, "The score in points.")]


class Source(msgspec.Struct, frozen=True):
    """A factory display or the table centre with its tiles."""

    source: SourceName
    tiles: Tiles
    """The tiles at the source."""


class Covered(msgspec.Struct, frozen=True):
    """A covered space with its tile."""

    star: StarName
    slot: Slot
    colour: ColourName


class Seat(msgspec.Struct, frozen=True):
    """The public state of a player."""

    seat: SeatNumber
    score: Score
    """The score. Final bonuses are included once the game is over."""
    laps: Annotated[
        int, numbers(0, 4, "The number of times that the score marker has passed the end of the track (2.3.4).")
    ]
    track_space: Annotated[int, numbers(1, 80, "The space of the score marker on the track.")]
    hand: Tiles
    """The drafted tiles that have not been placed."""
    corners: Tiles
    """The tiles on the corners of the board, which the player keeps for the next round."""
    passed: bool
    """Whether the player has passed in this round."""
    board: Annotated[tuple[Covered, ...], several(SPACES)]
    """The covered spaces, by star."""


class Payment(msgspec.Struct, frozen=True):
    """A tile to be placed, while `choose_payment` is pending."""

    star: StarName
    slot: Slot
    colour: ColourName
    cost: Annotated[int, numbers(1, 6, "The number of tiles to pay, including the placed one.")]
    min_wilds: Wilds
    """The fewest wild tiles that the player can pay with."""
    max_wilds: Wilds
    """The most wild tiles that the player can pay with."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of the game, which all seats and spectators see."""

    side: SideName
    round: RoundNumber
    phase: Phase
    wild: ColourName
    """The wild colour of the round."""
    starter: SeatNumber
    """The seat that started the round."""
    centre: Tiles
    """The tiles in the table centre."""
    factories: Annotated[tuple[Source, ...], several(FACTORIES[MAX_SEATS])]
    """The factory displays, including empty ones."""
    supply: Tiles
    """The tiles in the ten spaces of the supply."""
    bag: Tiles
    """The tiles in the bag; their order is unknown."""
    bag_total: Annotated[int, numbers(0, 132, "The number of tiles in the bag.")]
    tower: Tiles
    """The discarded tiles in the tower."""
    tower_total: Annotated[int, numbers(0, 132, "The number of tiles in the tower.")]
    seats: Annotated[tuple[Seat, ...], several(MAX_SEATS)]
    """The public states of the players in turn order."""
    decision_kind: DecisionName | UnsetType = UNSET
    token: SeatNumber | UnsetType = UNSET
    """The seat with the start player token. Omitted while the token lies in the table centre."""
    payment: Payment | UnsetType = UNSET
    """The tile to be paid for. Omitted unless `choose_payment` is pending."""
    bonus: Annotated[int, numbers(1, 3, "The number of tiles to take from the supply.")] | UnsetType = UNSET
    """The number of tiles to take from the supply. Omitted unless `choose_bonus` is pending."""
    max_kept: Annotated[int, numbers(1, 4, "The maximum number of tiles to keep.")] | UnsetType = UNSET
    """The maximum number of tiles to keep. Omitted unless `choose_keep` is pending."""
