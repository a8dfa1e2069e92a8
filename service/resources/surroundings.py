"""The surroundings of a game: what players see of it beside its log, and what changes without an event."""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import PublishedType, Response
from service.resources.clocks import UndoOffer
from service.resources.queues import ActionQueue
from service.resources.seats import ListedSeat
from service.resources.types import GameId, SeatNumber

Surrounding = Literal["seats", "presence", "undo_offers", "queue", "rematch", "faulty"]
"""A part of a game that changes without an event, and the type of the message that has it."""
SURROUNDINGS: frozenset[Surrounding] = frozenset(get_args(Surrounding))


class ConnectedSeat(Response, frozen=True):
    """Whether the player of a seat is connected."""

    seat: SeatNumber
    connected: bool
    """True if the player is connected, as in `getPresence`."""


SeatsOfGame = Annotated[tuple[ListedSeat, ...], Meta(description="The seats in turn order, as in `listSeats`.")]
PresenceInGame = Annotated[
    tuple[ConnectedSeat, ...],
    Meta(description="Whether each human player is connected. Omitted in games without `presence`."),
]
UndoOffers = Annotated[
    tuple[Annotated[UndoOffer, PublishedType("UndoOffer")], ...],
    Meta(
        description="The undo request that awaits consent: one entry, or none. Other human players agree with "
        "`undoAction` and the `to` of the request. Only seats of games with `consent` see it."
    ),
]
IsFaulty = Annotated[
    bool,
    Meta(description="Whether the rules of the game have failed. No seat can act in it until the operator repairs it."),
]
RematchId = Annotated[GameId, Meta(description="The id of the rematch. Call `createRematch` for the caller's seat.")]


class GameSeats(Response, frozen=True):
    """Who has the seats of a game."""

    seats: SeatsOfGame


class PlayersPresence(Response, frozen=True):
    """Which players of a game are connected."""

    presence: PresenceInGame


class PendingUndoOffers(Response, frozen=True):
    """The undo request of a game that awaits consent."""

    undo_offers: UndoOffers


class CreatedRematch(Response, frozen=True):
    """The rematch of a finished game."""

    rematch: RematchId


class FaultyGame(Response, frozen=True):
    """Whether a game is stopped because its rules have failed."""

    faulty: IsFaulty


class SeatQueue(Response, frozen=True):
    """The action queue of the caller's seat."""

    queue: ActionQueue
    """The queue, as in `getActionQueue`."""


class Surroundings(Response, frozen=True):
    """The surroundings of a game: what changes without an event. Only the requested fields are present."""

    seats: SeatsOfGame | UnsetType = UNSET
    presence: PresenceInGame | UnsetType = UNSET
    undo_offers: UndoOffers | UnsetType = UNSET
    rematch: RematchId | UnsetType = UNSET
    faulty: IsFaulty | UnsetType = UNSET
    queue: ActionQueue | UnsetType = UNSET
    """The action queue of the caller's seat, as in `getActionQueue`. Only seats of games with queues see it."""
