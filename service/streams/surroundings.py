"""The surroundings of a game as a seat or spectator sees them: what changes without an event.

Updates of the game and signs of presence wake the streams, which then compare. Each part is the one that the operation
for it returns to the same caller.
"""

from math import inf
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.game.game import Game, game_of
from service.game.presenters import listed_seats
from service.installation.entity_tags import tag_of
from service.installation.installation import Installation
from service.players import presence
from service.playing.action_queues import shown_queue
from service.resources.queues import ActionQueue
from service.resources.surroundings import (
    ConnectedSeat,
    CreatedRematch,
    FaultyGame,
    GameSeats,
    PendingUndoOffers,
    PlayersPresence,
    SeatQueue,
    Surrounding,
    Surroundings,
)
from service.store import OUTAGES, Header, Status
from service.store.presence import CONNECTED_SECONDS

FORMS: dict[Surrounding, type[msgspec.Struct]] = {
    "seats": GameSeats,
    "presence": PlayersPresence,
    "undo_offers": PendingUndoOffers,
    "queue": SeatQueue,
    "faulty": FaultyGame,
    "rematch": CreatedRematch,
}
"""The data of the message for each part, in the order of the messages."""

Signs = dict[int, float]
"""The Unix time of the last sign of presence, by seat."""


class GameSurroundings:
    """The requested parts of a game's surroundings that a viewer may see, and those that the viewer has received."""

    def __init__(
        self, installation: Installation, header: Header, viewer: int | None, requested: frozenset[Surrounding]
    ) -> None:
        """Read nothing yet; `viewer` is a seat, or None for spectators."""
        self._installation, self._game_id, self._viewer = installation, header.game_id, viewer
        self.parts = tuple(part for part in FORMS if part in requested and _is_visible(header, viewer, part))
        self._sent: dict[Surrounding, Any] = {}
        self.changes_at = inf
        """The Unix time at which the next player counts as absent without another sign."""

    @property
    def has_rematch(self) -> bool:
        """Whether the viewer has received the rematch."""
        return "rematch" in self._sent

    def read_all(self) -> Surroundings:
        """Return all parts. Raises GameNotFound, RulesNotHosted and one of OUTAGES."""
        game, signs = self._installation.hub.reads.read(("surroundings", self._game_id), self._read)
        now = self._installation.sources.now().timestamp()
        ends = [last + CONNECTED_SECONDS for last in signs.values() if presence.is_connected(last, now)]
        self.changes_at = min(ends, default=inf) if "presence" in self.parts else inf
        found = {part: self._part(part, game, signs, now) for part in self.parts}
        return Surroundings(**found)

    def changes(self) -> list[tuple[Surrounding, bytes]]:
        """Return each part that has changed since the previous call as JSON; none while Redis is away."""
        if not self.parts:
            return []
        try:
            now = self.read_all()
        except (*OUTAGES, problems.ProblemError):
            return []
        found = {part: getattr(now, part) for part in self.parts}
        new = {part: value for part, value in found.items() if _essence(value) != self._sent.get(part, UNSET)}
        self._sent |= {part: _essence(value) for part, value in new.items()}
        return [(part, msgspec.json.encode(FORMS[part](value))) for part, value in new.items()]

    def _read(self) -> tuple[Game, Signs]:
        """Return the game and the signs of presence. All viewers share them."""
        listed = self._installation.store.listed.read(self._game_id)
        if listed is None:
            raise problems.GameNotFound("There is no game with this id.")
        game = game_of(self._installation, listed)
        return game, presence.last_signs(self._installation, game) if game.header.presence else {}

    def _part(self, part: Surrounding, game: Game, signs: Signs, now: float) -> Any:
        """Return a part that the viewer may see; UNSET without a rematch."""
        match part:
            case "seats":
                return listed_seats(game.seats, game.claims, game.info.awaited)
            case "presence":
                connected = {seat: presence.is_connected(signs.get(seat), now) for seat in game.human_seats}
                return tuple(ConnectedSeat(seat, each) for seat, each in connected.items())
            case "undo_offers":
                return () if game.info.undo is UNSET else (game.info.undo,)
            case "queue":
                return UNSET if self._viewer is None else shown_queue(game, self._viewer)
            case "faulty":
                return game.is_faulty
            case "rematch":
                return game.info.rematch if game.info.rematch_created else UNSET


def _is_visible(header: Header, viewer: int | None, part: Surrounding) -> bool:
    """Whether a viewer may see a part, and the game has it."""
    match part:
        case "presence":
            return header.presence
        case "undo_offers":
            return viewer is not None and header.undo == "consent"
        case "queue":
            return viewer is not None and header.queues
        case _:
            return True


def tag_of_state(status: Status, found: Surroundings | UnsetType) -> str:
    """Return the tag of the status and surroundings of a game as a viewer sees them. Equal ones have the same tag."""
    essence = None if found is UNSET else msgspec.structs.replace(found, queue=_essence(found.queue))
    return tag_of([status, essence])


def _essence(value: Any) -> Any:
    """Return what a change is compared by: the version of a queue changes with each event."""
    return msgspec.structs.replace(value, version=0) if isinstance(value, ActionQueue) else value
