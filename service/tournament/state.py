"""How a tournament stands: the fold of its log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from service.tournament.events import (
    AnyEvent,
    Cancelled,
    Changed,
    CheckedIn,
    Disqualified,
    Ended,
    Entered,
    Finished,
    Opened,
    Paired,
    Paused,
    Penalised,
    Postponed,
    Reentered,
    Resumed,
    Ruled,
    RulingWithdrawn,
    Seating,
    StageBegan,
    Started,
    Stopped,
    TakenBack,
    Withdrew,
)
from service.tournament.plan import Plan, Stage
from service.tournament.plan_change import changed

Status = Literal["registration", "running", "paused", "over", "cancelled"]


@dataclass
class Entrant:
    """Somebody who takes part."""

    number: int
    entered: Entered
    checked_in: bool = False
    withdrawn: bool = False
    disqualified: bool = False
    """Whether the organiser has put it out; it has then withdrawn as well."""
    withdrawn_by: str = ""
    """The id of the player who withdrew it last."""
    out_since: int = 0
    """How many rounds had been seated when it withdrew last."""
    back_since: int = 0
    """How many rounds had been seated when it took part again last."""
    late_points: int = 0
    """What it began with, in sixtieths, if it came late."""
    penalties: dict[int, Penalised] = field(default_factory=dict)
    """By stage."""

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.entered.name


class Result(NamedTuple):
    """How one game of a match counts."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...] | None
    """The scores; None where none count: of a ruling, and of a game that all gave up."""
    is_won: bool
    """Whether a first place is a win."""
    is_lost: bool
    """Whether it is a double loss: nobody earns anything."""
    unpaid: tuple[int, ...] = ()
    """The places at the table that earn nothing, since their entrants never acted."""


class StoppingGame(NamedTuple):
    """A game that counts no more and may still be played."""

    round: int
    table: int
    game: int
    counts: bool
    """Whether its result is noted if it has ended before it was stopped."""


def _without(finished: Finished, entrants: tuple[int, ...]) -> Result:
    """Return how a game counts in which some never acted: they share the last place, the others move up.

    It is a double loss if nobody acted. Scores count for nobody.
    """
    unpaid = tuple(place for place, each in enumerate(entrants) if each in finished.no_shows)
    kept = [rank for place, rank in enumerate(finished.ranks) if place not in unpaid]
    ranks = tuple(
        len(kept) + 1 if place in unpaid else 1 + sum(each < rank for each in kept)
        for place, rank in enumerate(finished.ranks)
    )
    is_lost = not kept
    return Result(ranks, None, not (is_lost or finished.aborted), is_lost, unpaid)


@dataclass
class MatchTable:
    """A match: some entrants at one table, for one or more games."""

    seating: Seating
    finished: dict[int, Finished] = field(default_factory=dict)
    """By number of the game."""
    stopped: set[int] = field(default_factory=set)
    """The games that were stopped and are not replayed."""
    replays: dict[int, int] = field(default_factory=dict)
    """The number of the log entry that seated each game again that is replayed, by number of the game."""
    ruled: Ruled | None = None
    """The ruling on the whole match."""
    ruled_games: dict[int, Ruled] = field(default_factory=dict)
    """Later rulings on single games, by number of the game."""

    @property
    def number(self) -> int:
        """Return its number in the round."""
        return self.seating.table

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return who sits there, in the seat order of the first game."""
        return self.seating.entrants

    def ruling(self, game: int) -> Ruled | None:
        """Return the ruling that decides a game; None where what was played counts."""
        return self.ruled_games.get(game, self.ruled)

    @property
    def results(self) -> list[Result]:
        """List how each game counts that has a result, in order."""
        return [each for game in range(len(self.seating.games)) if (each := self._result(game)) is not None]

    def _result(self, game: int) -> Result | None:
        ruling, finished = self.ruling(game), self.finished.get(game)
        if ruling is not None:
            return Result(ruling.ranks, None, not ruling.double_loss, ruling.double_loss)
        if finished is None:
            return None
        if finished.no_shows:
            return _without(finished, self.entrants)
        return Result(finished.ranks, None if finished.aborted else finished.totals, not finished.aborted, False)

    @property
    def is_closed(self) -> bool:
        """Whether it has a result."""
        return len(self.results) == len(self.seating.games)

    @property
    def is_lost_by_all(self) -> bool:
        """Whether each game of the match is a double loss: nobody goes on from it."""
        results = self.results
        return bool(results) and all(each.is_lost for each in results)


@dataclass
class Round:
    """One round."""

    number: int
    """From 1, through all stages."""
    stage: int
    tables: list[MatchTable]
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
    has_started: bool = False
    """Whether registration is closed; in a pause `status` does not show it."""
    postponed: bool = False
    """Whether its start waits for more entrants."""
    unsettled: dict[str, StoppingGame] = field(default_factory=dict)
    """The games that are still to be stopped, by id."""
    game_ids: set[str] = field(default_factory=set)
    """The ids of all games there have been."""
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


def matches(tournament: Tournament, stage: int | None = None) -> Iterator[MatchTable]:
    """List the tables of all rounds, or those of one stage, in order."""
    for each in tournament.rounds:
        if stage is None or each.stage == stage:
            yield from each.tables


def sitting_nowhere(tournament: Tournament) -> list[int]:
    """List the entrants of the present stage who are at no table that is still played, by number."""
    tables = (table for each in tournament.rounds for table in each.tables if not table.is_closed)
    sitting = {entrant for table in tables for entrant in table.entrants}
    return tournament.present(sorted({each for group in tournament.stages[-1] for each in group} - sitting))


def apply(tournament: Tournament, event: AnyEvent) -> None:  # noqa: C901, PLR0912  # one case for each kind of event
    """Carry a tournament on by one event, in place; the event follows from `service.play` and is taken as it is."""
    tournament.version = event.number
    match event:
        case Entered():
            tournament.entrants.append(Entrant(event.entrant, event, late_points=event.points))
            _join_late(tournament, event.entrant)
        case CheckedIn():
            tournament.entrants[event.entrant].checked_in = True
        case Withdrew() | Disqualified():
            _leave(tournament, event)
        case Reentered():
            _come_back(tournament, event)
        case Penalised():
            tournament.entrants[event.entrant].penalties[event.stage] = event
        case Changed():
            tournament.plan = changed(tournament.plan, event.change)
            tournament.postponed = tournament.postponed and event.change.starts_at is None
        case Postponed():
            tournament.postponed = True
        case Started():
            tournament.status, tournament.has_started = "running", True
        case StageBegan():
            tournament.stages.append([[*group] for group in event.groups])
        case Paired():
            _seat(tournament, event)
        case Opened():
            tournament.round(event.round).opened = True
        case Finished():
            tournament.round(event.round).tables[event.table - 1].finished[event.game] = event
            tournament.unsettled.pop(event.game_id, None)
        case Ruled():
            _rule(tournament, event)
        case RulingWithdrawn():
            _withdraw_ruling(tournament, event)
        case Stopped():
            if tournament.unsettled.pop(event.game_id).counts:
                tournament.round(event.round).tables[event.table - 1].stopped.add(event.game)
        case TakenBack():
            _take_back(tournament, event)
        case Resumed():
            tournament.status = "running" if tournament.has_started else "registration"
        case Paused() | Cancelled() | Ended():
            tournament.status = _STATUS[type(event)]
            if isinstance(event, Cancelled):  # games of a round that is not opened need not be there
                tournament.rounds = [each for each in tournament.rounds if each.opened or _is_replayed(each)]


_STATUS: Mapping[type[AnyEvent], Status] = {
    Paused: "paused",
    Cancelled: "cancelled",
    Ended: "over",
}


# Who takes part


def _join_late(tournament: Tournament, entrant: int) -> None:
    """Add an entrant who enters once the tournament has begun to the smallest group, the first of these."""
    if tournament.stages:
        min(tournament.stages[-1], key=len).append(entrant)


def _leave(tournament: Tournament, event: Withdrew | Disqualified) -> None:
    """Take an entrant out of all rounds that are still to be seated."""
    entrant = tournament.entrants[event.entrant]
    entrant.out_since = entrant.out_since if entrant.withdrawn else len(tournament.rounds)
    entrant.withdrawn, entrant.checked_in, entrant.withdrawn_by = True, False, event.by
    entrant.disqualified = entrant.disqualified or isinstance(event, Disqualified)


def _come_back(tournament: Tournament, event: Reentered) -> None:
    """Have an entrant take part again; one that was in no stage joins the one that is played."""
    entrant = tournament.entrants[event.entrant]
    entrant.withdrawn = entrant.disqualified = False
    entrant.back_since = len(tournament.rounds)
    if not is_in_stage(tournament, event.entrant):
        entrant.late_points = event.points
        _join_late(tournament, event.entrant)


def is_in_stage(tournament: Tournament, entrant: int) -> bool:
    """Whether an entrant is in a group of the stage that is played now."""
    return any(entrant in group for groups in tournament.stages[-1:] for group in groups)


# Rounds and rulings


def _seat(tournament: Tournament, event: Paired) -> None:
    """Seat a round."""
    tables = [MatchTable(each) for each in event.tables]
    tournament.game_ids.update(game for each in event.tables for game in each.games)
    played = Round(event.round, event.stage, tables, event.byes, event.manual, paired=event.number)
    played.sitting_out = event.sitting_out
    tournament.rounds.append(played)


def _rule(tournament: Tournament, event: Ruled) -> None:
    """Have a ruling count in place of what was played; games that are still played are to be stopped."""
    table = tournament.round(event.round).tables[event.table - 1]
    with_ruling(table, event)
    _unsettle(tournament, event.round, table, [*_games(table, event.game)], counts=True)
    _redo_stage(tournament, tournament.round(event.round).stage)


def _is_replayed(played: Round) -> bool:
    """Whether games of a round are replayed, which had been opened before."""
    return any(table.replays for table in played.tables)


def with_ruling(table: MatchTable, event: Ruled) -> None:
    """Put a ruling in force at a table: one on the match replaces those on its games."""
    if event.game is None:
        table.ruled, table.ruled_games = event, {}
    else:
        table.ruled_games[event.game] = event


def without_ruling(table: MatchTable, game: int | None) -> None:
    """Withdraw a ruling at a table: on the match, or on one of its games."""
    if game is None:
        table.ruled = None
    else:
        del table.ruled_games[game]


def _withdraw_ruling(tournament: Tournament, event: RulingWithdrawn) -> None:
    """Have games that have ended count again, and seat the replays of those that were stopped."""
    played = tournament.round(event.round)
    table = played.tables[event.table - 1]
    without_ruling(table, event.game)
    games = [*table.seating.games]
    for each in event.replays:
        games[each.game] = each.game_id
        table.stopped.discard(each.game)
        table.replays[each.game] = event.number
        tournament.game_ids.add(each.game_id)
    table.seating = msgspec.structs.replace(table.seating, games=tuple(games))
    played.opened = played.opened and not event.replays
    _redo_stage(tournament, played.stage)


def _take_back(tournament: Tournament, event: TakenBack) -> None:
    """Take back the latest round, and with the first round of a later stage this stage; pause the tournament."""
    played = tournament.rounds.pop()
    for table in played.tables:
        _unsettle(tournament, event.round, table, range(len(table.seating.games)), counts=False)
    tournament.status = "paused"
    if played.stage > 0 and not tournament.stage_rounds:
        tournament.stages.pop()


def _games(table: MatchTable, game: int | None) -> Iterable[int]:
    """List the numbers of all games of a match, or of one."""
    return range(len(table.seating.games)) if game is None else (game,)


def _unsettle(tournament: Tournament, number: int, table: MatchTable, games: Iterable[int], *, counts: bool) -> None:
    """Note which games are to be stopped: those that have not ended."""
    for game in games:
        if game not in table.finished and game not in table.stopped:
            tournament.unsettled[table.seating.games[game]] = StoppingGame(number, table.number, game, counts)


def _redo_stage(tournament: Tournament, stage: int) -> None:
    """Have the next stage begin again where a result of the stage before changes, and no round of it is seated."""
    if stage == len(tournament.stages) - 2 and not tournament.stage_rounds:
        tournament.stages.pop()
