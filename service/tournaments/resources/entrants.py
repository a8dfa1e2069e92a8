"""Entrants of tournaments."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import Encoded, Independent, Request, Response, unless_exactly_one
from service.resources.game_places import RoundNumber, TournamentId
from service.resources.problems import Problem
from service.resources.types import BotFlag, LevelName, Moment, PlayerId
from service.tournaments.rules.plan import MOST_POINTS, EntrantKind, WholePoints
from service.tournaments.rules.types import (
    STATED_MOMENT,
    Board,
    EntrantName,
    EntrantNumber,
    EntrantNumbers,
    Reason,
    StageNumber,
    StoredReason,
    TeamName,
    TournamentVersion,
)

LONGEST_CODE = 255
Pin = Annotated[str, whole_text("^[0-9]{6}$")]
MOST_LINES = 200
"""Most entrants in one list."""
Rating = Annotated[int, Meta(ge=0, le=10_000)]


class EntrantRequest(Request, frozen=True):
    """A player or an AI level to enter."""

    name: EntrantName = ""
    """The display name of the entrant. Another entrant with this name is `already_entered`. Default: the name of the
    player or AI level. If another entrant has this name, a number follows it."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player. Send either `player` or `level`."""
    level: LevelName | UnsetType = UNSET
    """The name of one of the ruleset's AI levels. Send either `level` or `player`."""
    rating: Rating = 0
    """The rating for seeding; the highest is seeded first. Default: 0."""
    team: TeamName = ""
    board: Board = 0

    excluded: ClassVar[Mapping[str, Any]] = unless_exactly_one("player", "level")

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of an entrant with a player and a level, or with neither."""
        if bool(self.player) == bool(self.level):
            yield "", "Either `player` or `level` is needed."


class EntrantBody(EntrantRequest, frozen=True):
    """The entrant to add: the caller, or a player or AI level that the organiser enters. The body may be omitted."""

    code: Annotated[str, Meta(min_length=1, max_length=LONGEST_CODE)] | UnsetType = UNSET
    """The code that the organiser has passed on. Required if `registration` is `code`."""
    points: WholePoints | UnsetType = UNSET
    """The initial points of a late entrant; only the organiser may set them. Default: `late_points` for each missed
    game."""
    reason: Reason = ""
    """The reason, for the public log. Omitted: none."""

    excluded: ClassVar[Mapping[str, Any]] = {"required": ["player", "level"]}

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of an entrant with a player and a level."""
        if self.player and self.level:
            yield "", "Send either `player` or `level`, or neither for the caller."


class ListedEntrant(EntrantRequest, frozen=True):
    """A line of a list of entrants: a player, an AI level, or a guest with neither, who has a `name`."""

    new_pin: bool = False
    """True to replace the PIN of the guest with this `name` instead of adding an entrant. Default: false."""

    excluded: ClassVar[Mapping[str, Any]] = {"required": ["player", "level"]}

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of a line with a player and a level, or of a guest without a name."""
        if self.player and self.level:
            yield "", "Send either `player` or `level`, or neither for a guest."
        if not (self.player or self.level or self.name):
            yield "name", "A guest needs a `name`."
        if self.new_pin and (self.player or self.level):
            yield "new_pin", "Only a guest has a PIN."


class EntrantListRequest(Request, frozen=True):
    """Entrants to add, in the order of their numbers."""

    entrants: Annotated[
        tuple[Annotated[ListedEntrant | Exception, Independent(ListedEntrant)], ...],
        Meta(min_length=1, max_length=MOST_LINES),
    ]
    """The entrants. Each is added or rejected independently."""


class EntrantPenalty(Response, frozen=True):
    """The points that an entrant loses in a stage."""

    stage: StageNumber
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    """The number of points lost, a whole number."""
    reason: StoredReason
    """The reason that the organiser gave."""


class Entrant(Response, frozen=True, kw_only=True):
    """An entrant of a tournament."""

    entrant: EntrantNumber
    name: EntrantName
    """The display name of the entrant."""
    kind: EntrantKind
    """Whether the entrant is a player or an AI level."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player. Omitted for AI levels and for deleted players."""
    bot: BotFlag = False
    deleted: bool = False
    """True if the player has been deleted (`deleteMe`). The name is then `Deleted player` and a number, and the entrant
    has withdrawn. Omitted otherwise."""
    level: str = ""
    """The AI level. Omitted for players."""
    rating: Rating
    """The rating for seeding; 0 if none was set."""
    points: float
    """The initial points of a late entrant; 0 for all others. Rounded to four decimal places."""
    checked_in: bool
    """Whether the entrant has checked in (`checkInEntrant`)."""
    withdrawn: bool
    """Whether the entrant has withdrawn and plays no further rounds."""
    disqualified: bool = False
    """True if the organiser disqualified the entrant, who ranks below all others of the stage. Omitted otherwise."""
    penalties: tuple[EntrantPenalty, ...] = ()
    """The point penalties by stage. Omitted: none."""
    guest: bool = False
    """True for a guest, whom the organiser has entered by name, and who signs in with a PIN. Omitted otherwise."""
    pin: Pin | UnsetType = UNSET
    """The PIN of the guest. The organiser gets it from `listEntrants` and `addEntrants`. Omitted for all others."""
    entered_at: Moment
    """When the entrant entered, in UTC (RFC 3339)."""
    team: TeamName = ""
    board: Board = 0
    captain: bool = False
    """True if the organiser named the entrant as captain of the team. Omitted otherwise."""
    vacation_until: Moment | UnsetType = UNSET
    """When the vacation of the entrant ends, in UTC (RFC 3339). It can lie in the past. Omitted without a vacation."""
    vacation_days_left: float | UnsetType = UNSET
    """The vacation days that are left after `vacation_until`, rounded to four decimal places. Omitted without
    `vacation_days` of the tournament."""


class Lineup(Response, frozen=True):
    """The line-up of a team for the next round. Other teams see it once the round is created."""

    round: RoundNumber
    team: TeamName
    entrants: EntrantNumbers
    """The present members by board, from board 1. Those after the last board replace members who leave."""
    closes_at: Moment | UnsetType = UNSET
    """Until when captains can set it, in UTC (RFC 3339). Omitted: until the round is created."""


class LineupRequest(Request, frozen=True):
    """The line-up of a team for the next round."""

    round: RoundNumber
    entrants: Annotated[EntrantNumbers, Meta(min_length=1)]
    """Members of one team by board, from board 1. Members who are left out follow in the order of their boards."""


class EntrantList(Response, frozen=True):
    """All entrants of a tournament, including withdrawn ones."""

    tournament: TournamentId
    version: TournamentVersion
    entrants: tuple[Entrant, ...]
    """The entrants in the order of entry."""
    lineups: tuple[Lineup, ...] = ()
    """The line-ups of the next round that the caller may set (`setLineup`). Omitted: none."""


class EntrantLine(Response, frozen=True):
    """The result of a line: the entrant, or a problem."""

    status: Annotated[int, Meta(ge=200, le=599)]
    """The HTTP status that `addEntrant` would return, or 200 for a new PIN."""
    entrant: Entrant | UnsetType = UNSET
    """The new entrant, or the guest with a new PIN; present if the status is 200 or 201."""
    problem: Annotated[msgspec.Raw, Encoded(Problem)] | UnsetType = UNSET
    """Why no entrant was added; present with any other status."""


class EntrantReport(Response, frozen=True):
    """The results of a list of entrants."""

    lines: tuple[EntrantLine, ...]
    """The results of the lines, in the order of the request."""


class GuestPin(Request, frozen=True):
    """The PIN with which a guest signs in."""

    pin: Pin
    """The PIN, from the organiser."""


class Withdrawal(Request, frozen=True):
    """The reason for a withdrawal, or a vacation. The body may be omitted."""

    reason: Reason = ""
    """The reason, for the public log. Omitted: none."""
    vacation_until: Annotated[str, whole_text(STATED_MOMENT)] | UnsetType = UNSET
    """When a vacation ends, in UTC (RFC 3339). The vacation days of the entrant must last until then. It replaces an
    earlier end. Omitted: the entrant withdraws."""

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of a time that does not exist."""
        try:
            _ = self.vacation_until and datetime.fromisoformat(self.vacation_until)
        except ValueError:
            yield "vacation_until", "Not a time."


class Disqualification(Request, frozen=True):
    """The reason for a disqualification."""

    reason: Reason
    """The reason, for the public log."""


class PenaltyRequest(Request, frozen=True):
    """The penalty of an entrant."""

    points: WholePoints
    """The points lost in the current stage, in whole points. They replace an earlier penalty. 0: no penalty."""
    reason: Reason
    """The reason, for the public log."""


class Reentry(Request, frozen=True):
    """How an entrant takes part again. The body may be omitted."""

    player: PlayerId | UnsetType = UNSET
    """The id of another player who plays for the entrant. Omitted: the same player."""
    takes_over: bool = True
    """Whether this player also takes over the running games. False: the former player finishes them. Default: true."""
    reason: Reason = ""
    """The reason, for the public log. Omitted: none."""
