"""The log of a tournament: read whole, and appended to if nobody else was faster."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec

from service.play.bottega import Bottega
from service.play.callers import Caller, need
from service.play.clock_and_ids import GAME_ID_LETTERS
from service.play.game import timestamp
from service.play.games import MOST_ATTEMPTS
from service.problems import NotOrganiser, TournamentBusy, TournamentNotFound
from service.store.tournament_players import NOBODY, People, aliases, hidden
from service.store.tournaments import TournamentHeader
from service.tournament.events import AnyEvent, LogEntry
from service.tournament.missing_games import entry_of, to_create
from service.tournament.state import Tournament, fold
from service.tournament.summary import TournamentSummary, brief, seen_version

PREFIX = "tn_"
ID_LENGTH = 20

E = TypeVar("E", bound=LogEntry)


class SeatingProgress(NamedTuple):
    """How far the creation of a round has come."""

    round: int
    games_created: int
    games: int
    """Of the whole round."""


@dataclass
class LoadedTournament:
    """A tournament as it was read: what it was founded with, its log, and how it stands; carried on in place."""

    founded: TournamentHeader
    log: list[AnyEvent]
    tournament: Tournament
    people: People = field(default_factory=dict)
    """Who is who, by alias."""
    seating: SeatingProgress | None = None
    """Of the first round that may not be seen yet; None while no round is being created, or nobody has asked."""

    @property
    def kept_log(self) -> list[AnyEvent]:
        """Return the log as it is kept: players by their aliases, without names."""
        known = aliases(self.people)
        return [hidden(event, known) for event in self.log]

    @property
    def name(self) -> str:
        """Return its id."""
        return self.founded.tournament


Decide = Callable[[LoadedTournament], Sequence[AnyEvent]]
"""Says what is to be appended; raises if that may not be."""


def is_tournament_id(text: str) -> bool:
    """Whether a text has the form of a tournament's id; others shall not become part of a key."""
    letters = text.removeprefix(PREFIX)
    return len(letters) == ID_LENGTH == len(text) - len(PREFIX) and all(each in GAME_ID_LETTERS for each in letters)


def load(bottega: Bottega, name: str) -> LoadedTournament:
    """Read a tournament; raises TournamentNotFound."""
    found = bottega.store.tournaments.load(name) if is_tournament_id(name) else None
    if found is None:
        raise TournamentNotFound("There is no tournament with this id.")
    return folded(*found)


def load_seen(bottega: Bottega, name: str) -> LoadedTournament:
    """Read a tournament as it may be seen: without a round, and what comes after it, whose games are not all there.

    The plan is the newest in any case: a client that changes it must have read what it replaces. Raises
    TournamentNotFound.
    """
    running = load(bottega, name)
    seen = _seen(running)
    seen.tournament.plan = running.tournament.plan
    coming = next((each for each in running.tournament.rounds if not each.opened), None)
    if coming is not None:
        games = len(to_create(coming))
        created = bottega.store.tournaments.created_games(name, entry_of(coming))
        seen.seating = SeatingProgress(coming.number, min(created, games), games)
    return seen


def folded(founded: TournamentHeader, log: list[AnyEvent], people: People = NOBODY) -> LoadedTournament:
    """Return a tournament as it stands after a log."""
    return LoadedTournament(founded, log, fold(founded.plan, bytes.fromhex(founded.seed), log), people)


def briefly(running: LoadedTournament) -> TournamentSummary:
    """Say in brief how a tournament stands, as far as it may be seen."""
    return brief(_seen(running).tournament)


def _seen(running: LoadedTournament) -> LoadedTournament:
    """Leave out what may not be seen yet."""
    version = seen_version(running.log)
    return running if version == len(running.log) else folded(running.founded, running.log[:version], running.people)


def load_own(bottega: Bottega, name: str, caller: Caller) -> LoadedTournament:
    """Read a tournament for its organiser. Raises TournamentNotFound, NotOrganiser and InsufficientScope."""
    running = load(bottega, name)
    check_organiser(running, caller)
    return running


def check_organiser(running: LoadedTournament, caller: Caller) -> None:
    """Raise NotOrganiser or InsufficientScope unless the caller has created the tournament."""
    if not is_organiser(running, caller):
        raise NotOrganiser("Another player has created this tournament.")
    need(caller, "organise")


def is_organiser(running: LoadedTournament, caller: Caller | None) -> bool:
    """Whether the caller has created the tournament."""
    return caller is not None and caller.player == running.founded.organiser


def note(bottega: Bottega, kind: type[E], /, *, by: str = "", reason: str = "", **told: Any) -> E:
    """Write an entry of now; it gets its number when it is appended."""
    return kind(number=0, at=timestamp(bottega), by=by, reason=reason, **told)


def numbered(events: Iterable[AnyEvent], after: int) -> list[AnyEvent]:
    """Give entries their numbers, which follow those of a log of so many."""
    return [msgspec.structs.replace(event, number=number) for number, event in enumerate(events, after + 1)]


def change(bottega: Bottega, name: str, decide: Decide) -> LoadedTournament:
    """Append what `decide` says to the log, and return the tournament as it stands then.

    When somebody else was faster it is decided anew. Raises whatever `decide` does, TournamentNotFound and
    TournamentBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        running = load(bottega, name)
        if append(bottega, running, decide(running)):
            return running
    raise TournamentBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def append(bottega: Bottega, running: LoadedTournament, events: Sequence[AnyEvent]) -> bool:
    """Append to the log, and carry the tournament on in place; False if somebody else was faster."""
    if not events:
        return True
    seen = running.tournament.version
    entries = numbered(events, seen)
    grown = folded(running.founded, [*running.log, *entries])
    people = bottega.store.tournaments.append(running.name, seen, entries, briefly(grown), running.people)
    if people is None:
        return False
    running.log, running.tournament, running.people = grown.log, grown.tournament, people
    return True
