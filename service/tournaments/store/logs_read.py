"""Hold the tournaments that this process has read, so that the next load reads and applies only what is new.

A log only grows. A load requests the entries from the last known one on. If Redis still has that entry at its place,
the state continues with the new ones. A state never changes, so that several requests can use it at the same time.
Redis counts the changes of players. After one, the tournament is read as a whole.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from service.store.servers import Servers
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.folding import fold
from service.tournaments.rules.later import later
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.summary import visible_version
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournament_players import TournamentPlayers, named_in, shown

MOST_TOURNAMENTS = 256
"""The maximum number of tournaments that a process holds for one Redis."""
MOST_BYTES = 8_000_000
"""The maximum size of the logs that a process holds for one Redis, in bytes of JSON. It always holds the latest one."""
_EVENT: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class KnownTournament(NamedTuple):
    """A tournament as it was read; nothing in it may be changed in place."""

    header: TournamentHeader
    events: list[AnyEvent]
    players: TournamentPlayers
    tournament: Tournament
    visible: Tournament
    """The state up to the first round whose games do not all exist."""
    last: bytes
    """The last log entry as it is stored."""
    changes: bytes | None
    """The number of changes of players; None before the first one."""
    size: int
    """The size of the log, in bytes of JSON."""

    @property
    def version(self) -> int:
        """Return the number of log entries."""
        return len(self.events)

    def decoded(self, entries: Iterable[bytes]) -> list[AnyEvent]:
        """Return stored entries, with aliases of players."""
        return [*map(_EVENT.decode, entries)]

    def continued(
        self, new: Sequence[AnyEvent], entries: Sequence[bytes], players: TournamentPlayers
    ) -> "KnownTournament":
        """Return the tournament after new entries, decoded and as they are stored, with new players by alias."""
        by_alias = {**self.players, **players} if players else self.players
        events = [*self.events, *(shown(each, by_alias) for each in new)]
        return self.after(events, later(self.tournament, events[self.version :]), by_alias, entries)

    def appended(
        self, events: list[AnyEvent], tournament: Tournament, players: TournamentPlayers, entries: Sequence[bytes]
    ) -> "KnownTournament | None":
        """Return the tournament after an append; None if a later load would show other entries than these."""
        new = [shown(each, players) for each in self.decoded(entries)]
        return self.after(events, tournament, players, entries) if new == events[self.version :] else None

    def after(
        self, events: list[AnyEvent], tournament: Tournament, players: TournamentPlayers, entries: Sequence[bytes]
    ) -> "KnownTournament":
        """Return the tournament with a longer log and its state. `entries`: the new ones, as they are stored."""
        return KnownTournament(
            self.header,
            events,
            players,
            tournament,
            visible_state(tournament, self.visible, events),
            entries[-1],
            self.changes,
            self.size + sum(map(len, entries)),
        )


def first_read(
    header: TournamentHeader, entries: Sequence[bytes], players: TournamentPlayers, changes: bytes | None
) -> KnownTournament:
    """Return a tournament that was read as a whole."""
    events = [shown(_EVENT.decode(each), players) for each in entries]
    seed = bytes.fromhex(header.seed)
    tournament = fold(header.plan, seed, events)
    visible = visible_state(tournament, Tournament(header.plan, seed), events)
    last = entries[-1] if entries else b""
    return KnownTournament(header, events, players, tournament, visible, last, changes, sum(map(len, entries)))


def visible_state(tournament: Tournament, before: Tournament, events: Sequence[AnyEvent]) -> Tournament:
    """Return the state of a tournament up to the first round whose games do not all exist; `before`: an earlier one."""
    version = visible_version(tournament)
    if version == tournament.version:
        return tournament
    return before if version == before.version else later(before, events[before.version : version])


def newly_named(events: Iterable[AnyEvent], players: TournamentPlayers) -> list[str]:
    """Return the aliases in events that are not known."""
    return [each for each in named_in(events) if each not in players]


class KnownTournaments:
    """The tournaments of one Redis that were read last."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, KnownTournament] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, name: str) -> KnownTournament | None:
        """Return a known tournament; None for an unknown one."""
        with self._lock:
            return self._known.get(name)

    def hold(self, name: str, known: KnownTournament) -> None:
        """Hold a tournament, and drop those that were not read for the longest time."""
        with self._lock:
            before = self._known.pop(name, None)
            self._known[name] = known
            self._size += known.size - (before.size if before else 0)
            while len(self._known) > 1 and (len(self._known) > MOST_TOURNAMENTS or self._size > MOST_BYTES):
                self._size -= self._known.popitem(last=False)[1].size


_OF_SERVERS: WeakKeyDictionary[Servers, KnownTournaments] = WeakKeyDictionary()


def known_tournaments(servers: Servers) -> KnownTournaments:
    """Return the tournaments that this process has read from a Redis."""
    return _OF_SERVERS.setdefault(servers, KnownTournaments())
