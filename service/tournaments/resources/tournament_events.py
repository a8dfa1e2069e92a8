"""The event log of a tournament."""

from typing import Annotated

from msgspec import Meta

from domain.fields import whole_text
from service.match_places import RoundNumber, TableNumber, TournamentId
from service.resources.base import Headers, Query, Response
from service.resources.game_fields import GameAbsence, GameClock
from service.resources.types import MOST, MOST_WAIT_SECONDS, BotFlag, Count, Digits, Moment, PlayerId
from service.tournaments.rules.events import GameReplay, PlanChangeFields, SeatedTable
from service.tournaments.rules.plan import EntrantKind, WholePoints
from service.tournaments.rules.types import (
    GAME_ID,
    EntrantName,
    EntrantNumber,
    EntrantNumbers,
    MatchGameNumber,
    Ranks,
    StageNumber,
    StoredReason,
    Totals,
    TournamentStatus,
)

MOST_ENTRIES = 500
NUMBER = "^[0-9]{1,10}$"

DealCommitment = Annotated[
    Digits,
    Meta(
        description="The SHA-256 of the secret of all games that are created from a reopening on. Omitted in other "
        "entries."
    ),
]
EntryNumber = Annotated[int, Meta(ge=1, le=MOST)]
EntryNumberText = Annotated[str, whole_text(NUMBER)]


class ChangedPlan(PlanChangeFields, Response, frozen=True):
    """The changed values of a plan. Omitted values stayed unchanged."""

    clock: GameClock | None = None
    absence: GameAbsence | None = None


class EventFields(Response, frozen=True, kw_only=True):
    """The fields of a log entry, except points."""

    number: EntryNumber
    """The number of the entry, from 1 without gaps."""
    type: Annotated[str, whole_text("^[a-z_]+$")]
    """The type of the entry. About an entrant: `entered`, `checked_in`, `withdrew`, `reentered`, `disqualified`,
    `penalised`. About the plan: `changed`. `postponed`: too few entrants at the time of the start. `started`:
    registration is closed, and the seed is public. `stage_began`: a stage with its groups. `paired`: a round has been
    paired; its games are being created. `opened`: all games of the round exist. `taken_back`: the latest round was
    undone. `finished`: a game has ended. `stopped`: a game was stopped. `ruled`, `ruling_withdrawn`: the organiser has
    set or withdrawn a result. About the tournament: `paused`, `resumed`, `cancelled`, `ended`. `reopened`: a correction
    after the end left a match to play. More types may be added."""
    at: Moment
    """When the entry was added, in UTC (RFC 3339)."""
    by: PlayerId = ""
    """The id of the player who caused the entry. Omitted if it was the service or a deleted player."""
    reason: StoredReason = ""
    """The reason that the player gave. Omitted: none."""
    entrant: EntrantNumber | None = None
    """The number of the entrant. Omitted in entries about no entrant."""
    name: EntrantName = ""
    """The display name of an entrant who entered. It is `Deleted player` and a number once the player has been deleted.
    Omitted in other entries."""
    kind: EntrantKind | None = None
    """Whether the entrant who entered is a player or an AI level. Omitted in other entries."""
    player: PlayerId = ""
    """The id of the player who entered. Omitted in other entries, and once the player has been deleted."""
    bot: BotFlag = False
    level: str = ""
    """The AI level that entered. Omitted in other entries."""
    rating: Count = 0
    """The rating for seeding of an entrant who entered. Omitted: 0."""
    stage: StageNumber | None = None
    groups: (
        tuple[Annotated[EntrantNumbers, Meta(description="The entrants of a group, in seeding order.")], ...] | None
    ) = None
    """The groups of a stage that began. Omitted in other entries."""
    round: RoundNumber | None = None
    tables: tuple[SeatedTable, ...] | None = None
    """The tables of a round that was paired. Omitted in other entries."""
    byes: EntrantNumbers = ()
    """The entrants with a bye in a round that was paired. Omitted: none."""
    sitting_out: EntrantNumbers = ()
    """The entrants to whom the organiser gave neither a table nor a bye. Omitted: none."""
    manual: bool = False
    """True if the organiser chose the pairings. Omitted otherwise."""
    table: TableNumber | None = None
    game: MatchGameNumber | None = None
    """The number of the game in the match, from 0, if it ended, was stopped or received a ruling. Omitted in a ruling:
    all games of the match."""
    game_id: Annotated[str, whole_text(GAME_ID)] = ""
    """The id of a game that ended or was stopped. Omitted in other entries."""
    ranks: Ranks = ()
    """The ranks of the entrants, in the order of the table. Omitted while another game with the same deal is running;
    `getRound` returns them after that."""
    totals: Totals = ()
    """The scores of the entrants, in the order of the table. Omitted like `ranks`."""
    no_show_count: Count = 0
    """The number of no-shows in a row for which the service withdrew the entrant. Omitted in other entries."""
    no_shows: EntrantNumbers = ()
    """The entrants who missed a decision of the ended game and never acted. They earn no points and no win, and rank
    last. If no entrant acted, the game is a double loss. Omitted: none, or like `ranks`."""
    aborted: bool = False
    """True if all players resigned from the game. Omitted otherwise."""
    double_loss: bool = False
    """True if a ruling denies points to all entrants at the table. Omitted otherwise."""
    replays: tuple[GameReplay, ...] = ()
    """The games that replace stopped games after a ruling was withdrawn. Omitted: none."""
    penalty: WholePoints | None = None
    """The points of a penalty, in whole points; 0 removes it. Omitted in other entries."""
    deal_commitment: DealCommitment = ""
    record: str = ""
    """The hash of the game's record. Omitted like `ranks`."""


class TournamentEvent(EventFields, frozen=True):
    """An entry of a tournament's log. Ignore entries with an unknown `type`: later versions may add types."""

    points: float = 0
    """The initial points of a late entrant. Omitted in other entries. Rounded to four decimal places."""
    change: ChangedPlan | None = None
    """The changed values of the plan. Omitted in other entries."""


class TournamentEventPage(Response, frozen=True):
    """A page of a tournament's log."""

    events: tuple[TournamentEvent, ...]
    """The entries, oldest first."""
    status: TournamentStatus
    after: EntryNumber | None = None
    """The position after this page. Send it as `after` with the next request. Omitted if the page is empty."""


class TournamentEventStreamQuery(Query, frozen=True):
    """Query parameters of a tournament stream."""

    after: Count = 0
    """Return entries with a higher number. Default: 0, all entries."""


class TournamentTicketQuery(TournamentEventStreamQuery, frozen=True):
    """Query parameters of a tournament stream, with a ticket instead of a key."""

    ticket: Annotated[str, Meta(min_length=1, max_length=255)] = ""
    """The ticket of `createTournamentStreamTicket`, for clients that cannot send a header."""


class TournamentEventQuery(TournamentEventStreamQuery, frozen=True):
    """Query parameters of a page of a tournament's log."""

    limit: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)] = 100
    """The maximum number of entries on a page."""
    wait: Annotated[int, Meta(ge=0, le=MOST_WAIT_SECONDS)] = 0
    """How many seconds to wait for the next entry if there is none yet. Default: 0."""


class LastTournamentEvent(Headers, frozen=True, rename={"id": "Last-Event-ID"}):
    """The header that continues a tournament stream."""

    id: Annotated[str, whole_text(NUMBER, extra={"error": "Not the number of an entry."})] = ""
    """The `number` of the last entry that the client received. It overrides `after`."""


class TournamentTicket(Response, frozen=True):
    """A ticket that authorizes streams of a tournament, for a short time."""

    tournament: TournamentId
    ticket: str
    """The ticket. Send it as `ticket` to `streamTournamentEvents`."""
    expires_at: Moment
    """When the ticket expires, in UTC (RFC 3339)."""
