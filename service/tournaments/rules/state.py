"""The state of a tournament: its entrants, rounds and matches."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from msgspec import UNSET, UnsetType

from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.entrant_events import Entered, Penalised
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.plan import Plan, Stage
from service.tournaments.rules.staff_events import StaffRight
from service.tournaments.rules.types import ConflictReason, Status
from service.tournaments.rules.vacation_days import Vacations

ClaimStatus = Literal["open", "decided", "appealed", "closed"]
Labels = Mapping[int, frozenset[str]]
"""The labels of entrants. Two entrants with a common label should not meet. Others have no labels."""


@dataclass
class Entrant:
    """An entrant and its changing status."""

    number: int
    entered: Entered
    checked_in: bool = False
    withdrawn: bool = False
    disqualified: bool = False
    """A disqualified entrant is also withdrawn."""
    withdrawn_by: str = ""
    """Id of the player who last withdrew the entrant."""
    out_since: int = 0
    """Number of rounds paired before the entrant's last withdrawal."""
    back_since: int = 0
    """Number of rounds paired before the entrant's last re-entry."""
    late_points: int = 0
    """Initial points of a late entrant, in sixtieths."""
    returned: list[int] = field(default_factory=list)
    """Numbers of the log entries with which the entrant returned to the stage that it had left."""
    penalties: dict[int, Penalised] = field(default_factory=dict)
    """The penalties by stage, from 0."""
    team: str = ""
    """The name of the team; empty without one."""
    board: int = 0
    """The board in the team, from 1; 0 without one."""
    captain: bool = False
    """Whether the organiser named the entrant as captain of the team."""
    former: tuple[str, ...] = ()
    """The ids of the players whom a substitute has replaced."""
    vacations: Vacations = field(default_factory=Vacations)

    @property
    def name(self) -> str:
        """Return the display name."""
        return self.entered.name


@dataclass
class Round:
    """One round of a tournament."""

    number: int
    """The number of the round, from 1 across all stages."""
    stage: int
    tables: list[MatchTable]
    byes: tuple[int, ...]
    manual: bool = False
    opened: bool = False
    opened_at: str = ""
    """When all its games existed for the first time, in UTC (RFC 3339); empty before."""
    paired: int = 0
    """Number of the log entry that paired the round."""
    sitting_out: tuple[int, ...] = ()
    conflicts: tuple["Conflict", ...] = ()
    """The entrants who meet although they should not."""
    reminded: str = ""
    """The end of the round of which its players were reminded last, in UTC (RFC 3339); empty before."""
    challenger: int | UnsetType = UNSET
    """The entrant of a ladder who challenged the other one; absent if the round is no challenge."""
    corrected: bool = False
    """Whether the round was taken back because of a corrected result: matches that stay the same continue."""

    @property
    def is_closed(self) -> bool:
        """Whether all tables have results."""
        return self.opened and all(table.is_closed for table in self.tables)


class Conflict(NamedTuple):
    """Two entrants who meet although they should not."""

    table: int
    entrants: tuple[int, int]
    reason: ConflictReason


class Apart(NamedTuple):
    """Who should not meet."""

    labels: Labels
    rounds: int
    """The number of rounds from now on in which this holds; 0: all."""


class Places(NamedTuple):
    """The entrants of a ladder in order, whether they have left or not."""

    before: list[int]
    """The order before its latest change."""
    now: list[int]
    ratings: Mapping[int, int] = {}
    """The rating of each entrant; empty if places alone order the ladder."""


class StoppingGame(NamedTuple):
    """A game that no longer counts and may still be running."""

    round: Round
    match: MatchTable
    game: int
    """The number of the game in the match, from 0."""
    reason: str = ""
    """Why the game is stopped, in the organiser's words."""
    counts: bool = True
    """Whether the match has its result if the game ended before it could be stopped."""


@dataclass
class Claim:
    """A claim of an entrant about a match."""

    number: int
    """The number of the claim, from 1."""
    entrants: tuple[int, ...]
    """The entrants of the match, in the order of the table."""
    steps: list[ClaimStepAdded]
    """The steps in order; the first one filed the claim. `round` and `table` are the numbers of that time."""


@dataclass
class Tournament:
    """The state of a tournament; only `folding.apply` changes it."""

    plan: Plan
    seed: bytes
    """Source of all random choices; public once the tournament has started."""
    version: int = 0
    """Number of log entries."""
    status: Status = "registration"
    has_started: bool = False
    """Whether registration is closed; `status` does not show this while paused."""
    postponed: bool = False
    """Whether the start waits for more entrants."""
    held_since: datetime | None = None
    """Since when a pause holds the ends of rounds back; None while none does."""
    ends_moved: timedelta = timedelta()
    """How much later than planned the rounds end, because of pauses since their ends were stated."""
    games_to_stop: dict[str, StoppingGame] = field(default_factory=dict)
    """Games that must still be stopped, by id."""
    later_deal_secrets: dict[int, bytes] = field(default_factory=dict)
    """The deal secrets of reopenings, by number of their log entry."""
    game_ids: set[str] = field(default_factory=set)
    """Ids of all games ever created."""
    entrants: list[Entrant] = field(default_factory=list)
    stages: list[list[list[int]]] = field(default_factory=list)
    """Entrants by started stage and group, in seeding order; late entrants are last."""
    apart: list[Apart] = field(default_factory=list)
    """Who should not meet, by stage, as it was when the stage started. A schedule does not change after that."""
    rounds: list[Round] = field(default_factory=list)
    taken_back: list[Round] = field(default_factory=list)
    """The rounds that were taken back, in this order. Their finished games can be verified."""
    lineups: dict[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)
    """The line-ups that were set, by number of the round and team (`apart.team_of`)."""
    lineups_reminded: tuple[int, str] = (0, "")
    """The round and the deadline of line-ups of which captains were reminded last."""
    staff: dict[str, StaffRight] = field(default_factory=dict)
    """Who may do what for the organiser, by player id; a deleted player has an alias."""
    claims: list[Claim] = field(default_factory=list)
    ranked: dict[int, list[int]] = field(default_factory=dict)
    """The order of the entrants by stage, best first, if they are teams (`team_pairing`); else `standings` has it."""
    withdrawn: int = 0
    """How many entrants have withdrawn."""
    games_follow: bool = False
    """Whether the log has vacations or substitutes, which the running games must follow."""
    numbers: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The entrants for whom a player plays or has played, by player id."""
    names: dict[str, int] = field(default_factory=dict)
    """How many entrants have a name, in the form in which names are compared."""
    open_tables: dict[int, set[int]] = field(default_factory=dict)
    """The tables of matches with something left to do, by round: those without a result, and those with games that
    neither ended nor were stopped. A round whose games may not all exist is always in it."""
    uncreated: dict[int, int] = field(default_factory=dict)
    """The number of the last log entry before the one that caused games, by round whose games may not all exist."""
    places: "Places | None" = field(default=None, compare=False)
    """The places in a ladder; None if they must be computed from the results, and in other formats."""
    derived: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Values computed from this state, by what they are."""

    @property
    def stage(self) -> Stage:
        """Return the current stage; the tournament must have started."""
        return self.plan.stages[self.stage_index]

    @property
    def stage_index(self) -> int:
        """Return the index of the current stage, from 0; -1 before the first one."""
        return len(self.stages) - 1

    @property
    def stage_rounds(self) -> list[Round]:
        """List the rounds of the current stage."""
        return self.rounds_of(self.stage_index)

    def rounds_of(self, stage: int) -> list[Round]:
        """List the rounds of a stage."""
        return [each for each in self.rounds if each.stage == stage]

    @property
    def open_rounds(self) -> list[Round]:
        """List the rounds of `open_tables` in order; all others are closed."""
        if self.status == "cancelled":  # some rounds were dropped, so that numbers are no places in the list
            return [each for each in self.rounds if each.number in self.open_tables]
        return [self.rounds[number - 1] for number in sorted(self.open_tables)]

    def open_matches(self, played: Round) -> list[MatchTable]:
        """List the matches of a round with something left to do, in order."""
        return [played.tables[number - 1] for number in sorted(self.open_tables.get(played.number, ()))]

    @property
    def is_between_rounds(self) -> bool:
        """Whether all tables of all rounds have results."""
        return all(each.is_closed for each in self.open_rounds)

    def present(self, entrants: Iterable[int]) -> list[int]:
        """List the given entrants who have not withdrawn."""
        return [each for each in entrants if not self.entrants[each].withdrawn]

    @property
    def present_count(self) -> int:
        """Return how many entrants have not withdrawn."""
        return len(self.entrants) - self.withdrawn

    def entrants_of(self, player: str) -> list[Entrant]:
        """List the entrants for whom a player plays now, withdrawn ones included."""
        found = (self.entrants[each] for each in self.numbers.get(player, ()))
        return [each for each in found if each.entered.player == player]

    @property
    def all_present(self) -> list[int]:
        """List the numbers of all entrants who have not withdrawn."""
        return self.present(range(len(self.entrants)))

    def takes_part(self, entrant: int) -> bool:
        """Whether an entrant participates when registration closes; AI levels need no check-in."""
        found = self.entrants[entrant]
        is_there = found.checked_in or found.entered.kind == "level" or not self.plan.check_in
        return is_there and not found.withdrawn

    def round(self, number: int) -> Round:
        """Return a round by its number, from 1."""
        return self.rounds[number - 1]

    @property
    def all_rounds(self) -> list[Round]:
        """List all rounds ever paired, those that were taken back first."""
        return [*self.taken_back, *self.rounds]

    def round_at(self, number: int, entry: int) -> Round:
        """Return the round that had a number when a log entry was added; there must have been one."""
        present = [*self.taken_back, *self.rounds[number - 1 : number]]
        found = (each for each in present if each.number == number and each.paired < entry)
        return max(found, key=lambda each: each.paired)


def open_tables_of(rounds: Iterable[Round]) -> dict[int, set[int]]:
    """Return the `open_tables` of some rounds."""
    found = {each.number: (each, open_tables(each)) for each in rounds}
    return {number: tables for number, (played, tables) in found.items() if tables or not played.opened}


def open_tables(played: Round) -> set[int]:
    """Return the tables of a round whose matches are not settled."""
    return {table.number for table in played.tables if not table.is_settled}


def matches(tournament: Tournament, stage: int | None = None) -> Iterator[MatchTable]:
    """List the match tables of all rounds, or of one stage, in order."""
    for each in tournament.rounds if stage is None else tournament.rounds_of(stage):
        yield from each.tables


def leavers(tournament: Tournament, table: MatchTable) -> tuple[int, ...]:
    """Return the entrants of a match who have withdrawn, in the order of the table."""
    return tuple(each for each in table.entrants if tournament.entrants[each].withdrawn)


def can_continue(tournament: Tournament, table: MatchTable) -> bool:
    """Whether at least two entrants of a match have stayed, so that it can have another game."""
    return len(table.entrants) - len(leavers(tournament, table)) >= LEAST_TABLE


def unseated(tournament: Tournament) -> list[int]:
    """List the present entrants of the current stage without an open table, by number."""
    tables = (table for each in tournament.open_rounds for table in each.tables if not table.is_closed)
    sitting = {entrant for table in tables for entrant in table.entrants}
    return tournament.present(sorted({each for group in tournament.stages[-1] for each in group} - sitting))


def is_in_stage(tournament: Tournament, entrant: int) -> bool:
    """Whether an entrant is in a group of the current stage."""
    return any(entrant in group for groups in tournament.stages[-1:] for group in groups)


def was_in_earlier_stage(tournament: Tournament, entrant: int) -> bool:
    """Whether an entrant was in an earlier stage, and did not qualify for the current one."""
    earlier = any(entrant in group for groups in tournament.stages[:-1] for group in groups)
    return earlier and not is_in_stage(tournament, entrant)
