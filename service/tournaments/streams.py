"""Follow the log of a tournament by long polling and as a stream."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller
from service.players.credentials import Credential
from service.store import LogPosition
from service.streams.streams import Log, Message, Page, poll
from service.streams.tickets import Purpose
from service.tournaments import queries
from service.tournaments.resources.staff import NamedPlayer
from service.tournaments.resources.stream_messages import EndedTournament
from service.tournaments.resources.tournament_events import TournamentEvent, TournamentEventPage
from service.tournaments.resources.tournaments import Seating
from service.tournaments.rules.types import CLOSED

TOURNAMENT_TICKET = Purpose(
    b"bottega tournament ticket",
    "tournament",
    mismatch=lambda: problems.TicketMismatch(
        "Create a ticket for this tournament. This ticket is for another tournament."
    ),
)


class TournamentLog(Log[TournamentEvent]):
    """The log of a tournament as a caller may see it."""

    def __init__(self, installation: Installation, name: str, caller: Caller | None) -> None:
        super().__init__(installation, Credential(caller), name)
        self._name, self._caller = name, caller
        self._first: Seating | UnsetType | None = None
        """The progress of the round that is being created, as first read; None before that."""
        self.players: tuple[NamedPlayer, ...] = ()

    def read(self, position: LogPosition, limit: int) -> Page[TournamentEvent]:
        """Return up to `limit` entries after a position. Raises TournamentNotFound."""
        player = self._caller and self._caller.player
        found = self.installation.hub.reads.read(
            (self._name, player, position, limit),
            lambda: queries.log(self.installation, self._name, self._caller, position.number, limit),
        )
        self.status, self.seating, self.players = found.status, found.seating, found.players
        self._first = self.seating if self._first is None else self._first
        is_last = found.status in CLOSED and len(found.events) < limit
        return Page(found.events, LogPosition(found.after or position.number), is_last)

    def has_progressed(self) -> bool:
        """Whether the progress of the round that is being created has changed since the first read."""
        return self.seating != self._first

    def messages(self, page: Page[TournamentEvent]) -> Iterator[Message]:
        """Yield a message for each entry, and for the end."""
        for entry in page.entries:
            yield Message(str(entry.number), "event", msgspec.json.encode(entry))
        if page.is_last:
            yield Message(str(page.position), "over", msgspec.json.encode(EndedTournament(self.status)))


def page(
    installation: Installation, name: str, caller: Caller | None, after: LogPosition, limit: int, seconds: float
) -> TournamentEventPage:
    """Return log entries after a position; if there are none, wait up to `seconds` for one.

    It also returns after a change of the round that is being created.
    Raises TournamentNotFound and TooManySpectators, and InvalidToken if the caller's key ended while waiting.
    """
    log = TournamentLog(installation, name, caller)
    found = poll(log, after, limit, seconds, log.has_progressed)
    last = found.position.number if found.entries else UNSET
    return TournamentEventPage(tuple(found.entries), log.status, last, log.seating, log.players)
