"""Messages about events in tournaments: in webhooks and feeds."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.match_places import MOST_ENTERED, MOST_GAMES, MOST_TABLE, TableNumber, TournamentId
from service.resources.base import Response
from service.resources.messages import Notice, NotificationEvent, WebhookMessage
from service.resources.types import MOST, PlainRuleset
from service.resources.webhooks import NewSecret, Url

TournamentEventType = Annotated[
    str,
    whole_text(
        "^[a-z_]+$",
        description="The event in the tournament. About an entrant: `entered`, `withdrew`, `reentered`, "
        "`disqualified`, `penalised`. About a match: `ruled` and `ruling_withdrawn` (the organiser has set or "
        "withdrawn its result). About the tournament: `started`, `postponed` (too few entrants at its start), "
        "`changed`, `opened` (the games of a round exist), `taken_back` (a round), `paused`, `resumed`, "
        "`cancelled`, `ended`, `reopened`. A correction after the end that leaves a match to play causes `reopened`. "
        "Only webhooks of the tournament and its organiser receive `game_ended`. More values may be added.",
    ),
]
EntrantNumber = Annotated[int, Meta(ge=0, le=MOST_ENTERED - 1)]
Rank = Annotated[int, Meta(ge=1, le=MOST_TABLE)]
NoticeEntrant = Annotated[
    EntrantNumber,
    Meta(
        description="The number of the entrant who entered, withdrew, re-entered, was disqualified or penalised. "
        "Omitted otherwise."
    ),
]
NoticeRound = Annotated[
    int,
    Meta(
        ge=1,
        le=MOST,
        description="The number of the round that was opened or taken back, or of the match's round. Omitted "
        "otherwise.",
    ),
]
NoticeGame = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_GAMES - 1,
        description="The number of the game in the match that ended or was ruled, from 0. Omitted otherwise.",
    ),
]
NoticeEntrants = Annotated[
    tuple[EntrantNumber, ...],
    Meta(
        min_length=0,
        max_length=MOST_TABLE,
        description="The entrants of the match, in the order of the table. With `ended`: the winner. Omitted "
        "otherwise.",
    ),
]
NoticeRanks = Annotated[
    tuple[Rank, ...],
    Meta(
        min_length=2,
        max_length=MOST_TABLE,
        description="The ranks of `entrants` in the game or match, from 1; equal ranks are ties. Omitted otherwise, "
        "and while another game with the same deal is running.",
    ),
]


class TournamentNotice(Response, frozen=True, kw_only=True):
    """An event in a tournament."""

    ruleset: PlainRuleset
    tournament: TournamentId
    tournament_event: TournamentEventType
    entrant: NoticeEntrant | UnsetType = UNSET
    round: NoticeRound | UnsetType = UNSET
    table: TableNumber | UnsetType = UNSET
    game: NoticeGame | UnsetType = UNSET
    entrants: NoticeEntrants | UnsetType = UNSET
    ranks: NoticeRanks | UnsetType = UNSET


class TournamentMessage(WebhookMessage[TournamentNotice], frozen=True, tag="tournament"):
    """An event occurred in a tournament. The affected players and the organiser receive it."""

    @property
    def event(self) -> NotificationEvent | None:
        """Return the event of notification targets: the start of a round, and no other event."""
        return "round_starts" if self.data.tournament_event == "opened" else None


class TournamentFeedNotice(Notice, frozen=True, kw_only=True):
    """A notice to a player about a tournament."""

    tournament: TournamentId
    """The id of the tournament. Omitted if the notice is about none."""
    tournament_event: TournamentEventType
    entrant: NoticeEntrant | UnsetType = UNSET
    round: NoticeRound | UnsetType = UNSET
    table: TableNumber | UnsetType = UNSET
    game: NoticeGame | UnsetType = UNSET
    entrants: NoticeEntrants | UnsetType = UNSET
    ranks: NoticeRanks | UnsetType = UNSET


class NewTournamentWebhook(NewSecret, frozen=True, kw_only=True):
    """The webhook to add to a tournament."""

    url: Url
    event_types: Annotated[tuple[Literal["tournament"], ...], Meta(min_length=1, max_length=1)] = ()
    """The types of notices to send. Default: all types."""
