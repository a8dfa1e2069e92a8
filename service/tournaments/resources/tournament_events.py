"""The event log of a tournament."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, get_args

from msgspec import UNSET, Meta, UnsetType, defstruct

from domain.fields import whole_text
from service.resources.base import Headers, Query, Response, TaggedUnion
from service.resources.game_fields import GameAbsence, GameClock
from service.resources.game_places import TournamentId
from service.resources.types import MOST, MOST_WAIT_SECONDS, Count, Moment, PlayerId
from service.tournaments.resources.staff import NamedPlayer
from service.tournaments.resources.stages import TournamentTexts
from service.tournaments.resources.tournaments import Seating
from service.tournaments.rules.entrant_events import EnteredFields
from service.tournaments.rules.events import AnyEvent, DealCommitment
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.match_events import Finished
from service.tournaments.rules.plan_events import PlanChangeFields
from service.tournaments.rules.types import EntrantNumber, EntrantNumbers, Ranks, StoredReason, Totals, TournamentStatus

MOST_ENTRIES = 500
NUMBER = "^[0-9]{1,10}$"

EntryNumber = Annotated[int, Meta(ge=1, le=MOST)]
EntryNumberText = Annotated[str, whole_text(NUMBER)]


class PublishedEntry(LogEntry, Response, frozen=True, kw_only=True):
    """The fields that all entries have."""

    number: EntryNumber
    """The number of the entry, from 1 without gaps."""
    at: Moment
    """When the entry was added, in UTC (RFC 3339)."""
    by: PlayerId = ""
    """The player who caused the entry. Omitted: the service, or a deleted player."""
    reason: StoredReason = ""
    """The reason that the player gave. Omitted: none."""


class EnteredEntry(EnteredFields, PublishedEntry, frozen=True, kw_only=True, tag="entered"):
    """An entrant has joined."""

    player: PlayerId = ""
    """The id of the player. Omitted for an AI level, and once the player has been deleted."""
    points: float = 0
    """The initial points of a late entrant, rounded to four decimal places. Omitted: 0."""


class ReenteredEntry(PublishedEntry, frozen=True, kw_only=True, tag="reentered"):
    """An entrant who was withdrawn or disqualified takes part again."""

    entrant: EntrantNumber
    points: float = 0
    """The initial points of an entrant who joins a started stage for the first time, rounded to four decimal places.
    Omitted: 0."""


class ChangedPlan(PlanChangeFields, Response, frozen=True):
    """The changed values of a plan. Omitted values stayed unchanged."""

    texts: TournamentTexts | UnsetType = UNSET
    """The new texts of the organiser, in place of all earlier ones."""
    clock: GameClock | UnsetType = UNSET
    absence: GameAbsence | UnsetType = UNSET


class ChangedEntry(PublishedEntry, frozen=True, kw_only=True, tag="changed"):
    """The organiser has changed the plan."""

    change: ChangedPlan
    """The changed values of the plan."""


class FinishedEntry(Finished, PublishedEntry, frozen=True, kw_only=True, tag="finished"):
    """A game of a match has ended.

    `ranks`, `totals`, `no_shows` and `record` are omitted while another game with the same deal is running. `getRound`
    returns the results after that.
    """

    ranks: Ranks = ()
    """The ranks of the entrants, in the order of the table. Tied entrants share the better rank."""
    totals: Totals = ()
    """The scores of the entrants, in the order of the table."""
    no_shows: EntrantNumbers = ()
    """The entrants who missed a decision of the game and never acted. They earn no points and no win, and rank last. If
    no entrant acted, the game is a double loss. Omitted: none."""
    record: str = ""
    """The hash of the game's record. Omitted for an aborted game."""


class ReopenedEntry(PublishedEntry, frozen=True, kw_only=True, tag="reopened"):
    """The organiser corrects a tournament that is over, and a match is left to play.

    The end has published the deal secret, so later games have another one. It is secret until the tournament is over.
    """

    deal_commitment: DealCommitment


CHANGED_FORMS = (EnteredEntry, ReenteredEntry, ChangedEntry, FinishedEntry, ReopenedEntry)
"""The entries whose published fields differ from the stored ones."""


def tag_of(entry: type[LogEntry]) -> str:
    """Return the value of the field `type` of an entry."""
    return str(entry.__struct_config__.tag)


def forms(
    common: type[LogEntry], changed: Iterable[type[LogEntry]], further: Sequence[tuple[str, Any]] = ()
) -> Mapping[str, type[Any]]:
    """Return a struct for each type of entry: that of `changed`, or the stored one with more fields.

    These are the fields of `common`, which replace those of all entries, and the `further` ones, with their types.
    Example: `forms(PublishedEntry, [EnteredEntry])["paused"]` is a `Paused` with the fields of `PublishedEntry`.
    """
    derived = {tag_of(each): _derived(each, common, further) for each in get_args(AnyEvent)}
    return derived | {tag_of(each): each for each in changed}


def _derived(stored: type[LogEntry], common: type[LogEntry], further: Sequence[tuple[str, Any]]) -> type[Any]:
    return defstruct(
        stored.__name__,
        further,
        bases=(common, stored),
        tag=tag_of(stored),
        frozen=True,
        kw_only=True,
        module=__name__,
        namespace={"__doc__": stored.__doc__},
    )


PUBLISHED: Mapping[str, type[PublishedEntry]] = forms(PublishedEntry, CHANGED_FORMS)
"""The published entries by type."""
TournamentEvent = Annotated[
    PublishedEntry,
    TaggedUnion(
        "TournamentEvent",
        "An entry of a tournament's log. `type` names its kind. Ignore entries with an unknown `type`: later versions "
        "may add types.",
        tuple(PUBLISHED.values()),
    ),
]


class TournamentEventPage(Response, frozen=True):
    """A page of a tournament's log."""

    events: tuple[TournamentEvent, ...]
    """The entries, oldest first."""
    status: TournamentStatus
    after: EntryNumber | UnsetType = UNSET
    """The position after this page. Send it as `after` with the next request. Omitted if the page is empty."""
    seating: Seating | UnsetType = UNSET
    """The round that is being created, with its progress. Omitted if no round is being created."""
    players: tuple[NamedPlayer, ...] = ()
    """The players in the entries who are no entrants, such as the organiser. Omitted: none."""


class TournamentEventStreamQuery(Query, frozen=True):
    """Query parameters of a tournament stream."""

    after: Count = 0
    """Return entries with a higher number. Default: 0, all entries."""


class TournamentTicketQuery(TournamentEventStreamQuery, frozen=True):
    """Query parameters of a tournament stream, with a ticket instead of a key."""

    ticket: Annotated[str, Meta(min_length=1, max_length=255)] | UnsetType = UNSET
    """The ticket of `createTournamentStreamTicket`, for clients that cannot send a header."""


class TournamentEventQuery(TournamentEventStreamQuery, frozen=True):
    """Query parameters of a page of a tournament's log."""

    limit: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 100
    """The maximum number of entries on a page."""
    wait: Annotated[int, Meta(ge=0, le=MOST_WAIT_SECONDS)] = 0
    """How many seconds to wait for the next entry, or a change of `seating`, if there is none yet. Default: 0."""


class LastTournamentEvent(Headers, frozen=True, rename={"id": "Last-Event-ID"}):
    """The header that continues a tournament stream."""

    id: Annotated[str, whole_text(NUMBER, extra={"error": "Not the number of an entry."})] | UnsetType = UNSET
    """The `number` of the last entry that the client received. It overrides `after`."""


class TournamentTicket(Response, frozen=True):
    """A ticket that authorizes streams of a tournament, for a short time."""

    tournament: TournamentId
    ticket: str
    """The ticket. Send it as `ticket` to `streamTournamentEvents`."""
    expires_at: Moment
    """When the ticket expires, in UTC (RFC 3339)."""
