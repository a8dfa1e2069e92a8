"""Messages about events in tournaments: in webhooks and feeds."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import Response
from service.resources.game_places import MOST_GAMES, TableNumber, TournamentId
from service.resources.messages import Notice, NotificationEvent, WebhookMessage
from service.resources.types import MOST, GameId, PlainRuleset
from service.resources.webhooks import SecretRequest, Url
from service.tournaments.resources.rounds import TeamMatch
from service.tournaments.resources.standings import TeamStanding
from service.tournaments.rules.limits import MOST_ENTERED, MOST_TABLE
from service.tournaments.rules.types import EntrantName, Place, TournamentName

TournamentEventType = Annotated[
    str,
    whole_text(
        "^[a-z_]+$",
        description="The event in the tournament. About an entrant: `entered`, `withdrew`, `reentered`, "
        "`substituted`, `disqualified`, `penalised`, `vacation`, `vacation_ended` (also for opponents in open "
        "matches). About a match: `ruled` and `ruling_withdrawn` (the organiser has set or withdrawn its result), "
        "`next_game` (the next game of a series follows), `forfeited` (entrants have left a series). Only the entrants "
        "of the match and the referees receive steps of a claim: `claim_filed`, `claim_answered`, `claim_withdrawn`, "
        "`claim_upheld`, `claim_rejected`, `claim_appealed`. About the staff: `staff_changed`. About a round: `opened` "
        "(its games exist), `round_ends_soon` (for players with open matches), `taken_back`. For captains: "
        "`lineup_closes_soon` (no line-up is set yet), `lineup_set` (none was set in time, so that the members play by "
        "board). About the tournament: `started`, `postponed` (too few entrants at its start), `changed`, `paused`, "
        "`resumed`, `cancelled`, `ended`, `reopened`. A correction after the end that leaves a match to play causes "
        "`reopened`. Only webhooks of the tournament and its organiser receive `game_ended`. More values may be added.",
    ),
]
NOTIFIED: Mapping[str, NotificationEvent] = {
    "opened": "round_starts",
    "round_ends_soon": "clock_low",
    "lineup_closes_soon": "clock_low",
}
"""The events of notification targets by event in the tournament."""
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
        description="The number of the round that was opened, ends soon or was taken back, of the line-up, or of the "
        "match. Omitted otherwise.",
    ),
]
NoticeGame = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_GAMES - 1,
        description="The number of the game in the match that ended, was ruled or follows, from 0. Omitted otherwise.",
    ),
]
NoticeEntrants = Annotated[
    tuple[EntrantNumber, ...],
    Meta(
        min_length=0,
        max_length=MOST_TABLE,
        description="The entrants of the match, in the order of the table. With `ended`: the winner, or those "
        "who share the first place, or up to seven members of the winning team. With `opened`, in a message to the "
        "webhook of a player: the entrants at the player's table. Omitted otherwise.",
    ),
]
MOST_REPORTED = 16
"""The maximum number of entrants that a message describes."""
NoticeStandings = Annotated[
    tuple["NoticeStanding", ...],
    Meta(
        min_length=1,
        max_length=MOST_REPORTED,
        description="The names, points and places of the entrants that the message is about: of the match, in the "
        "order of `entrants`, or the one who entered, left or was penalised. With `ended`: the first three places, "
        "best first. With `opened`, in a message to a player: the match of the player. Omitted otherwise. Results that "
        "spectators cannot see yet do not count.",
    ),
]
NoticeTeams = Annotated[
    tuple[TeamStanding, ...],
    Meta(
        min_length=1,
        max_length=MOST_REPORTED,
        description="Where teams meet: the standings of the two teams of the match, or with `ended` the first three "
        "places of the teams, best first. Omitted otherwise.",
    ),
]
NoticeGames = Annotated[
    tuple[GameId, ...],
    Meta(
        min_length=1,
        max_length=MOST_GAMES,
        description="The ids of the games: the one that ended or was ruled, or all games of the match. Omitted if the "
        "message is about no match.",
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
OrganiserReason = Annotated[
    str,
    Meta(
        min_length=1,
        description="The reason that a player or the organiser gave for the event, as in the log. Omitted without one.",
    ),
]


class NoticeStanding(Response, frozen=True, kw_only=True):
    """An entrant in a message, with its standing when the message was written."""

    entrant: EntrantNumber
    """The number of the entrant."""
    name: EntrantName
    """The display name of the entrant."""
    match_points: float | UnsetType = UNSET
    """The points of the entrant in the match so far. Rounded to four decimal places. Omitted if the message is about no
    match."""
    points: float | UnsetType = UNSET
    """The points in the standings of the tournament. Rounded to four decimal places. Omitted before the start."""
    place: Place | UnsetType = UNSET
    """The place in the standings, from 1. Omitted before the start."""
    place_to: Place | UnsetType = UNSET
    """The last one of the places that the entrant shares. Omitted if the place is not shared, or is the last one."""


class TournamentNotice(Response, frozen=True, kw_only=True):
    """An event in a tournament."""

    ruleset: PlainRuleset
    tournament: TournamentId
    name: TournamentName
    tournament_event: TournamentEventType
    entrant: NoticeEntrant | UnsetType = UNSET
    round: NoticeRound | UnsetType = UNSET
    table: TableNumber | UnsetType = UNSET
    game: NoticeGame | UnsetType = UNSET
    entrants: NoticeEntrants | UnsetType = UNSET
    ranks: NoticeRanks | UnsetType = UNSET
    standings: NoticeStandings | UnsetType = UNSET
    team_match: TeamMatch | UnsetType = UNSET
    """The match of teams that the message is about. Omitted otherwise."""
    teams: NoticeTeams | UnsetType = UNSET
    game_ids: NoticeGames | UnsetType = UNSET
    link: str
    """The URL of the page of the game or match, else of the tournament. It is a path if the operator has set no public
    URL."""
    organiser_reason: OrganiserReason | UnsetType = UNSET


class TournamentMessage(WebhookMessage[TournamentNotice], frozen=True, tag="tournament"):
    """An event occurred in a tournament. The affected players and the organiser receive it."""

    @property
    def event(self) -> NotificationEvent | None:
        """Return the event of notification targets: the start of a round, or little time before its end."""
        return NOTIFIED.get(self.data.tournament_event)


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
    organiser_reason: OrganiserReason | UnsetType = UNSET


class TournamentWebhookRequest(SecretRequest, frozen=True, kw_only=True):
    """The webhook to add to a tournament."""

    url: Url
    event_types: Annotated[tuple[Literal["tournament"], ...], Meta(min_length=1, max_length=1)] = ()
    """The types of notices to send. Default: all types."""
