"""The events of a tournament: the entries of its log, as they are stored.

The contract publishes each of them: `service.tournaments.resources.tournament_events` for the log, and
`tournament_records` beside it for records.

Each entry has a `number`, counted from 1 without gaps. Entrants are numbered from 0 in the order of entry. Rounds are
numbered from 1 across all stages, tables from 1 in each round, and games from 0 in each match.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.resources.game_places import MOST_GAMES, RoundNumber, TableNumber
from service.resources.types import Digits
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.entrant_events import (
    CheckedIn,
    Disqualified,
    Entered,
    Penalised,
    Reentered,
    Substituted,
    Withdrew,
)
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.match_events import (
    Finished,
    Forfeited,
    GameOpened,
    NextGame,
    PlayedGameId,
    Ruled,
    RulingWithdrawn,
    SeatChosen,
    Stopped,
)
from service.tournaments.rules.plan_events import Changed
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.types import EntrantNumber, EntrantNumbers, GroupNumber, StageNumber, TableBracket
from service.tournaments.rules.vacation_events import VacationSet

DealCommitment = Annotated[
    Digits, Meta(description="The SHA-256 of the secret of all games that are created from the reopening on.")
]


class Postponed(LogEntry, frozen=True, tag="postponed"):
    """The start is postponed until enough entrants have registered."""


class Started(LogEntry, frozen=True, tag="started"):
    """Registration is closed, and the seed is public."""


class StageBegan(LogEntry, frozen=True, tag="stage_began"):
    """A stage has started with these entrants."""

    stage: StageNumber
    groups: tuple[Annotated[EntrantNumbers, Meta(description="The entrants of a group, in seeding order.")], ...]
    """The groups of the stage."""


class SeatedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a round."""

    table: TableNumber
    entrants: EntrantNumbers
    """The entrants in the seat order of the first game."""
    games: Annotated[tuple[PlayedGameId, ...], Meta(min_length=1, max_length=MOST_GAMES)]
    """The ids of the games that exist from the start of the match."""
    group: GroupNumber = 0
    """The group of the stage, from 0. Omitted: group 0."""
    bracket: TableBracket = ""


class Paired(LogEntry, frozen=True, tag="paired"):
    """A round has been paired. Its games do not exist yet.

    In a round that is paired again after a correction, a match that stays the same has its old games.
    """

    round: RoundNumber
    stage: StageNumber
    tables: tuple[SeatedTable, ...]
    """The tables of the round."""
    byes: EntrantNumbers = ()
    """The entrants with a bye. Omitted: none."""
    sitting_out: EntrantNumbers = ()
    """The entrants to whom the organiser gave neither a table nor a bye. They win nothing in the round. Omitted: none.
    """
    manual: bool = False
    """True if the organiser chose the pairings. Omitted otherwise."""
    challenger: EntrantNumber | UnsetType = UNSET
    """The entrant of a ladder who challenged the other one at the table. Omitted if the round is no challenge."""


class Opened(LogEntry, frozen=True, tag="opened"):
    """All games of a round exist, and the round is visible."""

    round: RoundNumber


class RoundEndsSoon(LogEntry, frozen=True, tag="round_ends_soon"):
    """The time until which a round is open is near. The players with open matches get a notice."""

    round: RoundNumber
    until: str
    """Until when the round is open, in UTC (RFC 3339)."""


class TakenBack(LogEntry, frozen=True, tag="taken_back"):
    """The latest round has been undone. The next round gets the same number.

    If it was the first round of a later stage, the stage is removed as well. Running games of the round are stopped.
    Finished games keep their records and ratings, but do not count in the tournament.
    """

    round: RoundNumber
    forced: bool = False
    """True if the organiser has undone the round with `force`: it may have started. Omitted otherwise."""
    corrected: bool = False
    """True if a corrected result has undone the round. It is then paired again, and a match with the same entrants at
    the same table continues. Omitted: the tournament is paused."""


class Paused(LogEntry, frozen=True, tag="paused"):
    """No further round is paired."""


class Resumed(LogEntry, frozen=True, tag="resumed"):
    """Rounds are paired again."""


class Cancelled(LogEntry, frozen=True, tag="cancelled"):
    """The tournament has been cancelled; running games continue."""


class Ended(LogEntry, frozen=True, tag="ended"):
    """The last round of the last stage is closed."""


class Reopened(LogEntry, frozen=True, tag="reopened"):
    """The organiser corrects a tournament that is over, and a match is left to play.

    The end has published the deal secret, so later games have another one. It is secret until the tournament is over.
    """

    deal_commitment: DealCommitment
    deal_secret: Digits
    """The secret of all games that are created from the reopening on."""


AnyEvent = (
    Entered
    | CheckedIn
    | Withdrew
    | Reentered
    | Substituted
    | Disqualified
    | Penalised
    | Changed
    | Postponed
    | Started
    | StageBegan
    | Paired
    | Opened
    | RoundEndsSoon
    | Finished
    | NextGame
    | SeatChosen
    | GameOpened
    | Forfeited
    | Ruled
    | RulingWithdrawn
    | Stopped
    | TakenBack
    | Paused
    | Resumed
    | Cancelled
    | Ended
    | Reopened
    | StaffChanged
    | LineupSet
    | LineupClosesSoon
    | ClaimStepAdded
    | VacationSet
)
