"""Load and append to the log of a tournament, with optimistic locking."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from service import problems
from service.game.game import timestamp
from service.installation.clock_and_ids import is_id
from service.installation.conflicts import retry_or_raise
from service.installation.installation import Installation
from service.store import ConflictingWrite
from service.tournaments import problems as tournament_problems
from service.tournaments.resources.rounds import GameStatus
from service.tournaments.resources.tournaments import Seating
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.folding import fold
from service.tournaments.rules.later import later
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.summary import summarise
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.logs_read import KnownTournament, visible_state
from service.tournaments.store.tournament_players import NO_PLAYERS, TournamentPlayers, aliases, hidden
from service.tournaments.store.tournaments import tournaments_in

PREFIX = "tn_"

E = TypeVar("E", bound=LogEntry)


@dataclass
class LoadedTournament:
    """A tournament as it was loaded, with its log and state; `append` replaces them.

    Other requests share the log and the state: never change them in place.
    """

    header: TournamentHeader
    log: list[AnyEvent]
    tournament: Tournament
    players: TournamentPlayers = field(default_factory=dict)
    """Players by alias."""
    seating: Seating | None = None
    """Progress of the first round whose games do not all exist; None if there is none, or it was not loaded."""
    left: Mapping[str, GameStatus] = field(default_factory=dict)
    """The status of games that were running at the cancellation, by id; empty if it was not loaded."""
    hidden: frozenset[str] = frozenset()
    """Ids of finished games whose results are hidden; empty if they were not hidden."""
    staff_names: Mapping[str, str] = field(default_factory=dict)
    """The display names of the staff by player id; empty if they were not loaded."""
    following: str = ""
    """The id of the next tournament of the series; empty if there is none, or it was not loaded."""
    known: KnownTournament | None = None
    """What the process holds of the tournament; None if its log continues with entries that are not stored."""

    @property
    def stored_log(self) -> list[AnyEvent]:
        """Return the log as it is stored: with aliases of players, without names."""
        known = aliases(self.players)
        return [hidden(event, known) for event in self.log]

    @property
    def name(self) -> str:
        """Return the tournament id."""
        return self.header.tournament


Decide = Callable[[LoadedTournament], Sequence[AnyEvent]]
"""Returns the events to append; raises a problem if they are not allowed."""


def is_tournament_id(text: str) -> bool:
    """Whether a text has the form of a tournament id; other texts must not become part of a Redis key."""
    return is_id(text, PREFIX)


def missing() -> tournament_problems.TournamentNotFound:
    """Return the problem of a tournament that does not exist, or that is private and hidden from the caller."""
    return tournament_problems.TournamentNotFound("There is no tournament with this id.")


def load(installation: Installation, name: str) -> LoadedTournament:
    """Load a tournament; raises TournamentNotFound."""
    found = tournaments_in(installation.store).load(name) if is_tournament_id(name) else None
    if found is None:
        raise missing()
    return LoadedTournament(found.header, found.events, found.tournament, found.players, known=found)


def folded(header: TournamentHeader, log: list[AnyEvent], players: TournamentPlayers = NO_PLAYERS) -> LoadedTournament:
    """Return a tournament after all events of a log."""
    return LoadedTournament(header, log, fold(header.plan, bytes.fromhex(header.seed), log), players)


def continued(running: LoadedTournament, events: Iterable[AnyEvent]) -> LoadedTournament:
    """Return a tournament after further events, which are not stored; numbers them."""
    entries = numbered(events, running.tournament.version)
    tournament = later(running.tournament, entries)
    return LoadedTournament(running.header, [*running.log, *entries], tournament, running.players)


def visible(running: LoadedTournament) -> LoadedTournament:
    """Return a tournament up to the first round whose games do not all exist; its state is shared as well."""
    tournament = _visible(running)
    log = running.log if tournament is running.tournament else running.log[: tournament.version]
    return LoadedTournament(running.header, log, tournament, running.players)


def _visible(running: LoadedTournament) -> Tournament:
    before = running.known.visible if running.known else Tournament(running.header.plan, running.tournament.seed)
    return visible_state(running.tournament, before, running.log)


def new_entry(installation: Installation, kind: type[E], /, *, by: str = "", reason: str = "", **values: Any) -> E:
    """Return a new log entry with the current time; `append` sets its number."""
    return kind(number=0, at=timestamp(installation), by=by, reason=reason, **values)


def numbered(events: Iterable[AnyEvent], after: int) -> list[AnyEvent]:
    """Return entries with numbers that continue a log of `after` entries."""
    return [msgspec.structs.replace(event, number=number) for number, event in enumerate(events, after + 1)]


def change(installation: Installation, name: str, decide: Decide) -> LoadedTournament:
    """Append the events that `decide` returns, and return the updated tournament.

    After a conflicting write, it loads the tournament and decides again. Raises the problems of `decide`,
    TournamentNotFound and TournamentBusy.
    """

    def attempt() -> LoadedTournament:
        running = load(installation, name)
        if not append(installation, running, decide(running)):
            raise ConflictingWrite
        return running

    return retry_or_raise(problems.TournamentBusy, attempt)


def append(installation: Installation, running: LoadedTournament, events: Sequence[AnyEvent]) -> bool:
    """Append events and update the tournament; return False after a conflicting write."""
    if not events:
        return True
    store, before = tournaments_in(installation.store), running.tournament.version
    grown = continued(running, events)
    entries = grown.log[len(running.log) :]
    grown.known = running.known
    appended = store.append(running.name, before, entries, summarise(_visible(grown)), running.players)
    if appended is None:
        return False
    players, stored = appended
    running.log, running.tournament, running.players = grown.log, grown.tournament, players
    running.known = running.known and running.known.appended(grown.log, grown.tournament, players, stored)
    if running.known:
        store.hold(running.known)
    return True
