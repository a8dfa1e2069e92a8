"""The state of a tournament, folded from its event log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from service.tournaments.rules.events import (
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
    Reopened,
    Resumed,
    Ruled,
    RulingWithdrawn,
    SeatedTable,
    StageBegan,
    Started,
    Stopped,
    TakenBack,
    Withdrew,
)
from service.tournaments.rules.plan import Plan, Stage
from service.tournaments.rules.plan_change import changed
from service.tournaments.rules.types import Status


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
    penalties: dict[int, Penalised] = field(default_factory=dict)
    """The penalties by stage, from 0."""

    @property
    def name(self) -> str:
        """Return the display name."""
        return self.entered.name


class Result(NamedTuple):
    """The counted result of one game of a match."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...] | None
    """The scores; None if scores do not count: after a ruling, and in an aborted game."""
    is_won: bool
    """Whether first places count as wins."""
    is_lost: bool
    """Whether the game is a double loss, without points for any entrant."""
    unpaid: tuple[int, ...] = ()
    """Positions at the table that earn nothing because their entrants never acted."""


class StoppingGame(NamedTuple):
    """A game that no longer counts and may still be running."""

    round: int
    table: int
    game: int
    counts: bool
    """Whether its result counts if it ended before it could be stopped."""


def _with_no_shows(finished: Finished, entrants: tuple[int, ...]) -> Result:
    """Return the result of a game in which some entrants never acted: they share the last place, the others move up.

    It is a double loss if no entrant acted. Scores do not count.
    """
    unpaid = tuple(place for place, each in enumerate(entrants) if each in finished.no_shows)
    left = [rank for place, rank in enumerate(finished.ranks) if place not in unpaid]
    ranks = tuple(
        len(left) + 1 if place in unpaid else 1 + sum(each < rank for each in left)
        for place, rank in enumerate(finished.ranks)
    )
    is_lost = not left
    return Result(ranks, None, not (is_lost or finished.aborted), is_lost, unpaid)


@dataclass
class MatchTable:
    """A match: the entrants at one table, with one or more games."""

    seating: SeatedTable
    finished: dict[int, Finished] = field(default_factory=dict)
    """The finished games by number."""
    stopped: set[int] = field(default_factory=set)
    """Games that were stopped and are not replayed."""
    replays: dict[int, int] = field(default_factory=dict)
    """The number of the log entry that created each replay, by number of the replayed game."""
    ruled: Ruled | None = None
    """The ruling on the whole match."""
    ruled_games: dict[int, Ruled] = field(default_factory=dict)
    """Later rulings on single games, by game number."""
    hidden: set[int] = field(default_factory=set)
    """Finished games whose results do not count here, because another game of their deal is running."""

    @property
    def number(self) -> int:
        """Return the number of the table in the round."""
        return self.seating.table

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return the entrants in seat order of the first game."""
        return self.seating.entrants

    def ruling(self, game: int) -> Ruled | None:
        """Return the ruling that decides a game, or None if the played result counts."""
        return self.ruled_games.get(game, self.ruled)

    @property
    def results(self) -> list[Result]:
        """Return the results of all decided games, in order."""
        return [each for game in range(len(self.seating.games)) if (each := self._result(game)) is not None]

    def _result(self, game: int) -> Result | None:
        ruling, finished = self.ruling(game), self.finished.get(game)
        if ruling is not None:
            return Result(ruling.ranks, None, not ruling.double_loss, ruling.double_loss)
        if finished is None or game in self.hidden:
            return None
        if finished.no_shows:
            return _with_no_shows(finished, self.entrants)
        return Result(finished.ranks, None if finished.aborted else finished.totals, not finished.aborted, False)

    @property
    def is_closed(self) -> bool:
        """Whether all games have results."""
        return len(self.results) == len(self.seating.games)

    @property
    def is_lost_by_all(self) -> bool:
        """Whether all games are double losses, so that no entrant advances."""
        results = self.results
        return bool(results) and all(each.is_lost for each in results)


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
    paired: int = 0
    """Number of the log entry that paired the round, on which its deals depend."""
    sitting_out: tuple[int, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether all tables have results."""
        return self.opened and all(table.is_closed for table in self.tables)


@dataclass
class Tournament:
    """The state of a tournament; only `apply` changes it."""

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
    games_to_stop: dict[str, StoppingGame] = field(default_factory=dict)
    """Games that must still be stopped, by id."""
    later_deal_secrets: dict[int, bytes] = field(default_factory=dict)
    """The deal secrets of reopenings, by number of their log entry."""
    game_ids: set[str] = field(default_factory=set)
    """Ids of all games ever created."""
    entrants: list[Entrant] = field(default_factory=list)
    stages: list[list[list[int]]] = field(default_factory=list)
    """Entrants by started stage and group, in seeding order; late entrants are last."""
    rounds: list[Round] = field(default_factory=list)

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
    def is_between_rounds(self) -> bool:
        """Whether all tables of all rounds have results."""
        return all(each.is_closed for each in self.rounds)

    def present(self, entrants: Iterable[int]) -> list[int]:
        """List the given entrants who have not withdrawn."""
        return [each for each in entrants if not self.entrants[each].withdrawn]

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


def fold(plan: Plan, seed: bytes, log: Iterable[AnyEvent]) -> Tournament:
    """Return the state of a tournament after all events of a log."""
    tournament = Tournament(plan, seed)
    for event in log:
        apply(tournament, event)
    return tournament


def matches(tournament: Tournament, stage: int | None = None) -> Iterator[MatchTable]:
    """List the match tables of all rounds, or of one stage, in order."""
    for each in tournament.rounds if stage is None else tournament.rounds_of(stage):
        yield from each.tables


def unseated(tournament: Tournament) -> list[int]:
    """List the present entrants of the current stage without an open table, by number."""
    tables = (table for each in tournament.rounds for table in each.tables if not table.is_closed)
    sitting = {entrant for table in tables for entrant in table.entrants}
    return tournament.present(sorted({each for group in tournament.stages[-1] for each in group} - sitting))


def apply(tournament: Tournament, event: AnyEvent) -> None:  # noqa: C901, PLR0912  # one case for each kind of event
    """Apply one event in place, without checking it."""
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
            _reenter(tournament, event)
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
            tournament.games_to_stop.pop(event.game_id, None)
        case Ruled():
            _rule(tournament, event)
        case RulingWithdrawn():
            _withdraw_ruling(tournament, event)
        case Stopped():
            if tournament.games_to_stop.pop(event.game_id).counts:
                tournament.round(event.round).tables[event.table - 1].stopped.add(event.game)
        case TakenBack():
            _take_back(tournament, event)
        case Resumed():
            tournament.status = "running" if tournament.has_started else "registration"
        case Reopened():
            tournament.status = "running"
            tournament.later_deal_secrets[event.number] = bytes.fromhex(event.deal_secret)
        case Paused() | Cancelled() | Ended():
            tournament.status = _STATUS[type(event)]
            if isinstance(event, Cancelled):  # games of an unopened round may not exist
                tournament.rounds = [each for each in tournament.rounds if each.opened or _is_replayed(each)]


_STATUS: Mapping[type[AnyEvent], Status] = {
    Paused: "paused",
    Cancelled: "cancelled",
    Ended: "over",
}


# Entrants


def _join_late(tournament: Tournament, entrant: int) -> None:
    """Add a late entrant to the smallest group of the current stage."""
    if tournament.stages:
        min(tournament.stages[-1], key=len).append(entrant)


def _leave(tournament: Tournament, event: Withdrew | Disqualified) -> None:
    entrant = tournament.entrants[event.entrant]
    entrant.out_since = entrant.out_since if entrant.withdrawn else len(tournament.rounds)
    entrant.withdrawn, entrant.checked_in, entrant.withdrawn_by = True, False, event.by
    entrant.disqualified = entrant.disqualified or isinstance(event, Disqualified)


def _reenter(tournament: Tournament, event: Reentered) -> None:
    """Let an entrant take part again; it joins the current stage if it was in no stage."""
    entrant = tournament.entrants[event.entrant]
    entrant.withdrawn = entrant.disqualified = False
    entrant.back_since = len(tournament.rounds)
    if not (is_in_stage(tournament, event.entrant) or was_in_earlier_stage(tournament, event.entrant)):
        entrant.late_points = event.points
        _join_late(tournament, event.entrant)


def is_in_stage(tournament: Tournament, entrant: int) -> bool:
    """Whether an entrant is in a group of the current stage."""
    return any(entrant in group for groups in tournament.stages[-1:] for group in groups)


def was_in_earlier_stage(tournament: Tournament, entrant: int) -> bool:
    """Whether an entrant was in an earlier stage, and did not qualify for the current one."""
    earlier = any(entrant in group for groups in tournament.stages[:-1] for group in groups)
    return earlier and not is_in_stage(tournament, entrant)


# Rounds and rulings


def _seat(tournament: Tournament, event: Paired) -> None:
    tables = [MatchTable(each) for each in event.tables]
    tournament.game_ids.update(game for each in event.tables for game in each.games)
    played = Round(event.round, event.stage, tables, event.byes, event.manual, paired=event.number)
    played.sitting_out = event.sitting_out
    tournament.rounds.append(played)


def _rule(tournament: Tournament, event: Ruled) -> None:
    """Apply a ruling, and mark running games of the match as games to stop."""
    table = tournament.round(event.round).tables[event.table - 1]
    with_ruling(table, event)
    _to_stop(tournament, event.round, table, [*_games(table, event.game)], counts=True)
    _redo_stage(tournament, tournament.round(event.round).stage)


def _is_replayed(played: Round) -> bool:
    """Whether a round that was opened before has games to replay."""
    return any(table.replays for table in played.tables)


def with_ruling(table: MatchTable, event: Ruled) -> None:
    """Put a ruling in force at a table; a ruling on the match replaces those on its games."""
    if event.game is None:
        table.ruled, table.ruled_games = event, {}
    else:
        table.ruled_games[event.game] = event


def without_ruling(table: MatchTable, game: int | None) -> None:
    """Remove the ruling on a match, or on one of its games."""
    if game is None:
        table.ruled = None
    else:
        del table.ruled_games[game]


def _withdraw_ruling(tournament: Tournament, event: RulingWithdrawn) -> None:
    """Count finished games again, and add replays of the stopped ones."""
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
    """Remove the latest round, and its stage if it was the first round of a later stage; pause the tournament."""
    played = tournament.rounds.pop()
    for table in played.tables:
        _to_stop(tournament, event.round, table, range(len(table.seating.games)), counts=False)
    tournament.status = "paused"
    if played.stage > 0 and not tournament.stage_rounds:
        tournament.stages.pop()


def _games(table: MatchTable, game: int | None) -> Iterable[int]:
    return range(len(table.seating.games)) if game is None else (game,)


def _to_stop(tournament: Tournament, number: int, table: MatchTable, games: Iterable[int], *, counts: bool) -> None:
    """Mark the games that have not ended as games to stop."""
    for game in games:
        if game not in table.finished and game not in table.stopped:
            tournament.games_to_stop[table.seating.games[game]] = StoppingGame(number, table.number, game, counts)


def _redo_stage(tournament: Tournament, stage: int) -> None:
    """Restart the next stage after a changed result in this stage, unless the next stage already has a round."""
    if stage == len(tournament.stages) - 2 and not tournament.stage_rounds:
        tournament.stages.pop()
