"""How a tournament stands: the fold of its log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from service.tournament.events import (
    AnyEvent,
    Cancelled,
    CheckedIn,
    Ended,
    Entered,
    Finished,
    Opened,
    Paired,
    Paused,
    Resumed,
    Ruled,
    Seating,
    StageBegan,
    Started,
    Withdrew,
)
from service.tournament.plan import Plan, Stage

Status = Literal["registration", "running", "paused", "over", "cancelled"]


@dataclass
class Entrant:
    """Somebody who takes part."""

    number: int
    entered: Entered
    checked_in: bool = False
    withdrawn: bool = False

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.entered.name


@dataclass
class Table:
    """A match: some entrants at one table, for one or more games."""

    seating: Seating
    finished: dict[int, Finished] = field(default_factory=dict)
    """By number of the game."""
    ruled: Ruled | None = None

    @property
    def number(self) -> int:
        """Return its number in the round."""
        return self.seating.table

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return who sits there, in the seat order of the first game."""
        return self.seating.entrants

    @property
    def is_closed(self) -> bool:
        """Whether it has a result."""
        return self.ruled is not None or len(self.finished) == len(self.seating.games)


@dataclass
class Round:
    """One round."""

    number: int
    """From 1, through all stages."""
    stage: int
    tables: list[Table]
    byes: tuple[int, ...]
    manual: bool = False
    opened: bool = False
    paired: int = 0
    """The number of the log entry that seated it: its deals follow from that."""
    sitting_out: tuple[int, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether each table has a result."""
        return self.opened and all(table.is_closed for table in self.tables)


@dataclass
class Tournament:
    """A tournament as it stands; changed by `apply` alone."""

    plan: Plan
    seed: bytes
    """Of all lots; public once it has started."""
    version: int = 0
    """How many entries its log has."""
    status: Status = "registration"
    entrants: list[Entrant] = field(default_factory=list)
    stages: list[list[list[int]]] = field(default_factory=list)
    """Of each stage that has begun, the entrants of each group, in the order of their seeding; late entrants last."""
    rounds: list[Round] = field(default_factory=list)

    @property
    def stage(self) -> Stage:
        """Return what is played now; the tournament has started."""
        return self.plan.stages[len(self.stages) - 1]

    @property
    def stage_rounds(self) -> list[Round]:
        """List the rounds of the stage that is played now."""
        return [each for each in self.rounds if each.stage == len(self.stages) - 1]

    @property
    def is_between_rounds(self) -> bool:
        """Whether every table of every round has a result."""
        return all(each.is_closed for each in self.rounds)

    def present(self, entrants: Iterable[int]) -> list[int]:
        """List those who have not withdrawn."""
        return [each for each in entrants if not self.entrants[each].withdrawn]

    def takes_part(self, entrant: int) -> bool:
        """Whether an entrant is there when registration is closed: AI levels are, whether or not others check in."""
        found = self.entrants[entrant]
        is_there = found.checked_in or found.entered.kind == "level" or not self.plan.check_in
        return is_there and not found.withdrawn

    def round(self, number: int) -> Round:
        """Return a round by its number."""
        return self.rounds[number - 1]


def fold(plan: Plan, seed: bytes, log: Iterable[AnyEvent]) -> Tournament:
    """Return how a tournament stands after all that has happened."""
    tournament = Tournament(plan, seed)
    for event in log:
        apply(tournament, event)
    return tournament


def matches(tournament: Tournament, stage: int | None = None) -> Iterator[Table]:
    """List the tables of all rounds, or those of one stage, in order."""
    for each in tournament.rounds:
        if stage is None or each.stage == stage:
            yield from each.tables


def sitting_nowhere(tournament: Tournament) -> list[int]:
    """List the entrants of the present stage who are at no table that is still played, by number."""
    tables = (table for each in tournament.rounds for table in each.tables if not table.is_closed)
    sitting = {entrant for table in tables for entrant in table.entrants}
    return tournament.present(sorted({each for group in tournament.stages[-1] for each in group} - sitting))


def apply(tournament: Tournament, event: AnyEvent) -> None:  # noqa: C901  # one case for each kind of event
    """Carry a tournament on by one event, in place; the event follows from `service.play` and is taken as it is."""
    tournament.version = event.number
    match event:
        case Entered():
            tournament.entrants.append(Entrant(event.entrant, event))
            _join_late(tournament, event.entrant)
        case CheckedIn():
            tournament.entrants[event.entrant].checked_in = True
        case Withdrew():
            tournament.entrants[event.entrant].withdrawn = True
        case Started():
            tournament.status = "running"
        case StageBegan():
            tournament.stages.append([[*group] for group in event.groups])
        case Paired():
            tables = [Table(each) for each in event.tables]
            played = Round(event.round, event.stage, tables, event.byes, event.manual, paired=event.number)
            played.sitting_out = event.sitting_out
            tournament.rounds.append(played)
        case Opened():
            tournament.round(event.round).opened = True
        case Finished():
            tournament.round(event.round).tables[event.table - 1].finished[event.game] = event
        case Ruled():
            tournament.round(event.round).tables[event.table - 1].ruled = event
        case Paused() | Resumed() | Cancelled() | Ended():
            tournament.status = _STATUS[type(event)]
            if isinstance(event, Cancelled):  # games of a round that is not opened need not be there
                tournament.rounds = [each for each in tournament.rounds if each.opened]


_STATUS: Mapping[type[AnyEvent], Status] = {
    Paused: "paused",
    Resumed: "running",
    Cancelled: "cancelled",
    Ended: "over",
}


def _join_late(tournament: Tournament, entrant: int) -> None:
    """Add whoever enters once the tournament has begun to the smallest group, the first of these."""
    if tournament.stages:
        min(tournament.stages[-1], key=len).append(entrant)
