"""Seasons, their divisions and tables."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Query, Request, Response
from service.resources.game_places import TournamentId
from service.resources.types import Moment, PlayerId, SeasonId, Visibility
from service.seasons.rules.season import Outcome
from service.texts import UserText
from service.tournaments.resources.tournaments import CreatedAt, OrganiserId, TournamentSummary
from service.tournaments.rules.plan import LONGEST_DESCRIPTION, WholePoints
from service.tournaments.rules.types import (
    LONGEST_NAME,
    Board,
    EntrantName,
    EntrantNumber,
    Place,
    Reason,
    TeamName,
)

MOST_DIVISIONS, MOST_TOURNAMENTS, MOST_PLACES, MOST_RISERS, MOST_LISTED = 20, 100, 100, 100, 100

SeasonName = Annotated[str, UserText(LONGEST_NAME)]
Description = Annotated[str, UserText(LONGEST_DESCRIPTION)]
SeasonTournaments = Annotated[tuple[TournamentId, ...], Meta(max_length=MOST_TOURNAMENTS)]
PointsByPlace = Annotated[tuple[WholePoints, ...], Meta(max_length=MOST_PLACES)]
Best = Annotated[int, Meta(ge=0, le=MOST_TOURNAMENTS)]
Risers = Annotated[int, Meta(ge=0, le=MOST_RISERS)]
DivisionNumber = Annotated[
    int, Meta(ge=0, le=MOST_DIVISIONS - 1, description="The number of the division, from 0 for the highest.")
]
SeasonVisibility = Annotated[
    Visibility,
    Meta(
        description="Who can find and see the season. `unlisted`: only its organiser and the entrants of its "
        "tournaments find it in lists. `private`: only they see it. Default: `public`."
    ),
]


class DivisionRequest(Request, frozen=True):
    """A division of a season."""

    name: SeasonName
    """The display name of the division."""
    tournaments: SeasonTournaments = ()
    """The ids of its tournaments, in order. The caller organises each of them. Default: none."""
    place_points: PointsByPlace = ()
    """The points for the places of each tournament, from the first. Players who share places get the mean. Default: the
    points of the standings count, and the match points of teams that meet."""
    best: Best = 0
    """How many of a player's best results count. 0: all. Default: 0."""


Divisions = Annotated[tuple[DivisionRequest, ...], Meta(min_length=1, max_length=MOST_DIVISIONS)]


def _faults(divisions: Divisions) -> Iterator[tuple[str, str]]:
    names = [name for division in divisions for name in division.tournaments]
    if len({*names}) < len(names):
        yield "divisions", "A season has each tournament once."
    if len(names) > MOST_TOURNAMENTS:
        yield "divisions", f"A season has at most {MOST_TOURNAMENTS} tournaments."


class SeasonRequest(Request, frozen=True, kw_only=True):
    """A new season."""

    name: SeasonName
    """The display name of the season."""
    description: Description | UnsetType = UNSET
    """What the season is about. Default: nothing."""
    visibility: SeasonVisibility = "public"
    divisions: Divisions | UnsetType = UNSET
    """The divisions, highest first. Default: one division without tournaments, which has the name of the season."""
    risers: Risers = 0
    """How many players rise and fall at each border of two divisions, at most half of the smaller one. Default: 0."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return tournaments that are named twice, or are too many."""
        return _faults(self.divisions or ())


class MovedPlayer(Request, frozen=True):
    """A player whom the organiser places in a division of the next season, or a team by one of its members."""

    tournament: TournamentId
    entrant: EntrantNumber
    division: DivisionNumber


class SeasonConfirmation(Request, frozen=True):
    """The confirmation of who rises and falls."""

    changes: Annotated[tuple[MovedPlayer, ...], Meta(max_length=1000)] = ()
    """The players who play elsewhere than computed, each by one of its entrants. Default: none."""
    reason: Reason = ""
    """The reason for the changes, which all readers see. Default: none."""


class SeasonChange(Request, frozen=True):
    """New values of a season. Omitted values stay unchanged."""

    name: SeasonName | UnsetType = UNSET
    """The new display name."""
    description: Annotated[str, UserText(LONGEST_DESCRIPTION, shortest=0)] | UnsetType = UNSET
    """What the season is about. Empty: nothing."""
    visibility: SeasonVisibility | UnsetType = UNSET
    divisions: Divisions | UnsetType = UNSET
    """All divisions, highest first, in place of the earlier ones. It removes the confirmation."""
    risers: Risers | UnsetType = UNSET
    """How many players rise and fall at each border of two divisions. It removes the confirmation."""
    confirmation: SeasonConfirmation | UnsetType = UNSET
    """Confirms who rises, stays and falls, in place of an earlier confirmation."""

    excluded: ClassVar[Mapping[str, Any]] = {
        "anyOf": [{"required": ["confirmation", "divisions"]}, {"required": ["confirmation", "risers"]}]
    }

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return tournaments that are named twice, or are too many; and a confirmation of what changes."""
        yield from _faults(self.divisions or ())
        if self.confirmation and (self.divisions is not UNSET or self.risers is not UNSET):
            yield "confirmation", "Allowed without `divisions` and `risers` only."


class SeasonResult(Response, frozen=True):
    """The result of a player in a tournament. Where teams meet, the result of a team, by its first member."""

    tournament: TournamentId
    entrant: EntrantNumber
    place: Place
    """The place in the tournament, or the first one of those that the player shares."""
    points: float
    """The points for the season. Rounded to four decimal places."""
    counted: bool = True
    """False if better results count instead. Omitted otherwise."""


class SeasonStanding(Response, frozen=True, kw_only=True):
    """The standing of a player in a division, or of a team where teams meet."""

    place: Annotated[int, Meta(ge=1)]
    """The place, from 1, or the first one of those that the player shares."""
    place_to: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    """The last one of the places that the player shares. Omitted: the place is not shared."""
    name: EntrantName
    """The display name in the latest tournament of the player."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player. Omitted for guests, AI levels, teams and deleted players."""
    points: float
    """The sum of the points that count. Rounded to four decimal places."""
    board_points: float | UnsetType = UNSET
    """The points of the members of a team in the results that count. They rank teams with equal points. Rounded to four
    decimal places. Omitted for players."""
    outcome: Outcome | UnsetType = UNSET
    """Where the player plays in the next season, as computed from the table. `undecided`: players on both sides of
    the border share a place. Omitted until the season is over, and if `risers` is 0."""
    results: tuple[SeasonResult, ...]
    """The results of the player, in the order of the tournaments."""


class NextEntrant(Response, frozen=True, kw_only=True):
    """An entrant of the next season, as `addEntrants` takes it."""

    name: EntrantName
    """The display name."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player. Omitted for guests and AI levels."""
    level: str = ""
    """The AI level. Omitted for players."""
    team: TeamName = ""
    board: Board = 0


class SeasonDivision(Response, frozen=True, kw_only=True):
    """A division of a season, with its table."""

    name: SeasonName
    """The display name of the division."""
    place_points: PointsByPlace = ()
    """The points for the places of each tournament, from the first. Omitted: the points of the standings count."""
    best: Best = 0
    """How many of a player's best results count. Omitted: all."""
    tournaments: tuple[TournamentSummary, ...]
    """The tournaments that the caller can see, in order."""
    provisional: bool = False
    """True while a tournament in the table is running or paused. Omitted otherwise."""
    standings: tuple[SeasonStanding, ...]
    """The table of the tournaments that have started and were not cancelled, best first. Each caller gets the table of
    the tournaments that the caller can see."""
    next_entrants: tuple[NextEntrant, ...] | UnsetType = UNSET
    """The entrants of this division in the next season. Omitted until the organiser has confirmed them, and if the
    caller cannot see all tournaments."""


class Season(Response, frozen=True, kw_only=True):
    """A season with its tables."""

    season: SeasonId
    name: SeasonName
    """The display name of the season."""
    description: str = ""
    """What the season is about. Omitted: nothing."""
    visibility: SeasonVisibility
    organiser: OrganiserId
    created_at: CreatedAt
    status: Literal["running", "over", "confirmed"]
    """The status of the season. `over`: all its tournaments have ended. `confirmed`: the organiser has confirmed who
    rises and falls."""
    risers: Risers
    """How many players rise and fall at each border of two divisions, at most half of the smaller one."""
    confirmed_at: Moment | UnsetType = UNSET
    """When the organiser confirmed who rises and falls, in UTC (RFC 3339). Omitted before."""
    confirmation_reason: str = ""
    """The reason for changes at the confirmation. Omitted: none."""
    divisions: tuple[SeasonDivision, ...]
    """The divisions, highest first."""


class SeasonSummary(Response, frozen=True):
    """The summary of a season."""

    season: SeasonId
    name: SeasonName
    """The display name of the season."""
    organiser: OrganiserId
    created_at: CreatedAt


class SeasonList(Response, frozen=True):
    """Seasons, newest first."""

    seasons: tuple[SeasonSummary, ...]
    """The seasons, newest first."""


class SeasonsQuery(Query, frozen=True):
    """Query parameters of a list of seasons."""

    tournament: TournamentId | UnsetType = UNSET
    """Return only seasons that contain this tournament."""
    mine: bool = False
    """True: return the seasons that the caller has created, also unlisted and private ones. Default: false."""
    limit: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = 20
    """The maximum number of seasons."""
