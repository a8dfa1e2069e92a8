"""Check whether an event is legal in the current state of a tournament.

`service.tournaments.rules.verification` checks that automatic rounds are paired as the seed determines.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

from service.match_places import LEAST_TABLE, MOST_ENTERED
from service.tournaments.rules import no_shows
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.errors import Illegal, expect
from service.tournaments.rules.events import (
    AnyEvent,
    Cancelled,
    Changed,
    ChangedStage,
    CheckedIn,
    Disqualified,
    Ended,
    Entered,
    Finished,
    Opened,
    Paired,
    Paused,
    Penalised,
    PlanChange,
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
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import MOST_POINTS
from service.tournaments.rules.plan_change import changed
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.points import late_points
from service.tournaments.rules.result_dependencies import dependent_round
from service.tournaments.rules.state import (
    Entrant,
    MatchTable,
    Round,
    Tournament,
    is_in_stage,
    unseated,
    was_in_earlier_stage,
    with_ruling,
    without_ruling,
)
from service.tournaments.rules.types import CLOSED, GOING_ON, Status

__all__ = ["Illegal", "check", "expect"]

DIGEST = 64
"""Hexadecimal digits in the hash of a record."""


def check(tournament: Tournament, event: AnyEvent) -> None:  # noqa: C901, PLR0912  # one case for each kind of event
    """Check that an event is legal as the next one; raises Illegal."""
    expect(event.number == tournament.version + 1, "event numbers must have no gaps")
    match event:
        case Entered():
            _check_entered(tournament, event)
        case CheckedIn():
            _check_checked_in(tournament, event.entrant)
        case Withdrew():
            expect(tournament.status not in CLOSED, "the tournament is over")
            expect(not _entrant(tournament, event.entrant).withdrawn, "the entrant has already withdrawn")
            counted = no_shows.due_withdrawals(tournament).get(event.entrant, 0) if event.no_show_count else 0
            expect(counted == event.no_show_count, "the number of consecutive no-shows is wrong")
        case Disqualified():
            expect(tournament.status != "cancelled", "the tournament is cancelled")
            expect(not _entrant(tournament, event.entrant).disqualified, "the entrant is already disqualified")
        case Reentered():
            _check_reentered(tournament, event)
        case Penalised():
            _check_penalised(tournament, event)
        case Changed():
            check_change(tournament, event.change)
        case Postponed():
            expect(
                tournament.status == "registration" and bool(tournament.plan.starts_at),
                "the tournament has no automatic start",
            )
            expect(not tournament.postponed, "the start is already postponed")
        case Started():
            expect(tournament.status == "registration", "the tournament has already started")
        case StageBegan():
            _check_stage(tournament, event)
        case Paired():
            _check_paired(tournament, event)
        case Opened():
            expect(not _round(tournament, event.round).opened, "the round is already open")
        case Finished():
            _check_finished(tournament, event)
        case Ruled():
            _check_ruled(tournament, event)
        case RulingWithdrawn():
            _check_withdrawn(tournament, event)
        case Stopped():
            _check_stopped(tournament, event)
        case TakenBack():
            check_taken_back(tournament, event.round)
        case Reopened():
            _check_status(tournament, event)
            _check_secret(event)
        case Paused() | Resumed() | Cancelled() | Ended():
            _check_status(tournament, event)


def _entrant(tournament: Tournament, number: int) -> Entrant:
    expect(0 <= number < len(tournament.entrants), f"there is no entrant {number}")
    return tournament.entrants[number]


def _round(tournament: Tournament, number: int) -> Round:
    expect(1 <= number <= len(tournament.rounds), f"there is no round {number}")
    return tournament.round(number)


def _table(tournament: Tournament, number: int, table: int) -> MatchTable:
    tables = _round(tournament, number).tables
    expect(1 <= table <= len(tables), f"there is no table {table} in round {number}")
    return tables[table - 1]


# Entrants


def _check_entered(tournament: Tournament, event: Entered) -> None:
    """Check that an entrant can join; only late entrants can have initial points other than the default."""
    present = tournament.all_present
    players = {tournament.entrants[each].entered.player for each in present}
    expect(event.entrant == len(tournament.entrants), "entrant numbers must have no gaps")
    expect(len(present) < tournament.plan.max_entrants, "the tournament is full")
    expect(event.entrant < MOST_ENTERED, "the tournament has had too many entrants")
    expect(not event.player or event.player not in players, "the player is already registered")
    expect((event.kind == "level") == bool(event.level), "an AI level needs `level`, and a player has none")
    expect(_may_enter(tournament), "registration is closed")
    due = late_points(tournament) if tournament.has_started else 0
    expect(
        event.points == due or may_enter_late(tournament),
        f"an entrant who joins now has {due} initial points, in sixtieths",
    )


def _may_enter(tournament: Tournament) -> bool:
    is_open = not tournament.has_started and tournament.status in ("registration", "paused")
    return is_open or may_enter_late(tournament)


def may_enter_late(tournament: Tournament) -> bool:
    """Whether entrants can join the first stage while it is played."""
    in_first = len(tournament.stages) == 1 and traits_of(tournament.stage).is_open
    return tournament.plan.late_entries and in_first and tournament.status in GOING_ON


def _check_reentered(tournament: Tournament, event: Reentered) -> None:
    entrant = _entrant(tournament, event.entrant)
    expect(entrant.withdrawn, "the entrant has not withdrawn")
    check_reentry(tournament, entrant)
    players = {each.entered.player for each in tournament.entrants if not each.withdrawn}
    expect(not entrant.entered.player or entrant.entered.player not in players, "the player is already registered")
    expect(
        not event.points or not is_in_stage(tournament, event.entrant), "the entrant already has points in this stage"
    )


def check_reentry(tournament: Tournament, entrant: Entrant) -> None:
    """Check that a withdrawn entrant can take part again, or stands again in a finished tournament; raises Illegal.

    In a knock-out this is possible until the next round is paired. An entrant who is not in the stage enters late. An
    entrant who did not qualify for the stage is only disqualified no longer.
    """
    present = tournament.all_present
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    expect(len(present) < tournament.plan.max_entrants, "the tournament is full")
    if not tournament.stages:
        return
    if entrant.disqualified and was_in_earlier_stage(tournament, entrant.number):
        return
    expect(is_in_stage(tournament, entrant.number) or may_enter_late(tournament), "the entrant is not in this stage")
    has_missed = entrant.out_since < len(tournament.rounds)
    expect(not (traits_of(tournament.stage).is_knockout and has_missed), "a knock-out round has been paired since")


def _check_penalised(tournament: Tournament, event: Penalised) -> None:
    _entrant(tournament, event.entrant)
    expect(tournament.status != "cancelled" and bool(tournament.stages), "no stage is being played")
    expect(event.stage == tournament.stage_index, "another stage is being played")
    expect(is_in_stage(tournament, event.entrant), "the entrant is not in this stage")
    expect(0 <= event.penalty <= MOST_POINTS, f"a penalty is 0 to {MOST_POINTS} points")


# Changes of the plan


def check_change(tournament: Tournament, change: PlanChange) -> None:
    """Check that a plan can change in this way; raises Illegal, whose message begins with the path of the field."""
    present = len(tournament.all_present)
    expect(tournament.status not in CLOSED, "the tournament is over")
    is_enough = change.max_entrants is None or change.max_entrants >= max(LEAST_TABLE, present)
    expect(is_enough, f"max_entrants: {present} entrants are registered")
    expect(change.starts_at is None or not tournament.has_started, "starts_at: the tournament has started")
    numbers = [each.stage for each in change.stages]
    expect(len({*numbers}) == len(numbers), "stages: each stage can be listed once")
    for each in change.stages:
        _check_stage_change(tournament, each)
    check_plan(changed(tournament.plan, change))


def _check_stage_change(tournament: Tournament, change: ChangedStage) -> None:
    """Check that a stage can have new lengths: they must cover all rounds and matches already played."""
    expect(0 <= change.stage < len(tournament.plan.stages), f"stages: there is no stage {change.stage}")
    stage = tournament.plan.stages[change.stage]
    path = f"stages[{change.stage}]"
    expect(change.stage >= tournament.stage_index, f"{path}: the stage is over")
    is_arena = stage.format == "arena"
    expect(is_arena or (change.minutes is None and change.matches is None), f"{path}: the stage is not an arena")
    expect(stage.format == "swiss" or change.rounds is None, f"{path}.rounds: the stage is not a Swiss")
    seated = len(tournament.rounds_of(change.stage))
    expect(change.rounds is None or change.rounds >= max(1, seated), f"{path}.rounds: {seated} rounds are paired")


def _check_checked_in(tournament: Tournament, number: int) -> None:
    entrant = _entrant(tournament, number)
    expect(_may_enter(tournament) and not tournament.has_started, "check-in is closed")
    expect(not entrant.withdrawn and not entrant.checked_in, "the entrant has withdrawn or is already checked in")


def _check_present(tournament: Tournament, entrants: Sequence[int], among: Iterable[int]) -> None:
    """Check that entrants are present members of a stage, each named once."""
    expect(len({*entrants}) == len(entrants), "an entrant is listed twice")
    expect({*entrants} <= {*among}, "an entrant is not in this stage")
    expect(tournament.present(entrants) == [*entrants], "an entrant has withdrawn")


# Stages and rounds


def _check_stage(tournament: Tournament, event: StageBegan) -> None:
    expect(tournament.status == "running", "the tournament is not running")
    expect(event.stage == len(tournament.stages) < len(tournament.plan.stages), "another stage is next")
    expect(tournament.is_between_rounds, "a round is not closed")
    entrants = [each for group in event.groups for each in group]
    _check_present(tournament, entrants, range(len(tournament.entrants)))


def _check_paired(tournament: Tournament, event: Paired) -> None:
    """Check that a round can be paired in this way; the organiser can also do this during a pause."""
    going_on = GOING_ON if event.by else ("running",)
    expect(tournament.status in going_on and bool(tournament.stages), "the tournament is not running")
    expect(event.stage == tournament.stage_index, "another stage is being played")
    expect(event.round == len(tournament.rounds) + 1, "round numbers must have no gaps")
    has_rounds = traits_of(tournament.stage).has_rounds
    expect(not has_rounds or tournament.is_between_rounds, "the previous round is not closed")
    seated = [each for seating in event.tables for each in seating.entrants]
    among = [each for group in tournament.stages[-1] for each in group]
    named = [*seated, *event.byes, *event.sitting_out]
    _check_present(tournament, named, among)
    expect({*named} <= {*unseated(tournament)}, "an entrant has an open match at another table")
    expect(event.manual or not event.sitting_out, "only manual pairings can have `sitting_out`")
    taken = {*tournament.game_ids}
    for number, seating in enumerate(event.tables, 1):
        _check_seating(tournament, seating, number, taken)
        taken.update(seating.games)


def _check_seating(tournament: Tournament, seating: SeatedTable, number: int, taken: set[str]) -> None:
    """Check one table; its games must have new ids."""
    size, games = len(seating.entrants), len(seating.games)
    expect(seating.table == number, "table numbers must have no gaps")
    expect(size >= LEAST_TABLE and size in tournament.plan.points, f"a table cannot have {size} entrants")
    expect(games == tournament.plan.games, f"a match has {tournament.plan.games} games")
    expect(len({*seating.games}) == games and not taken & {*seating.games}, "a game id is used twice")
    expect(0 <= seating.group < len(tournament.stages[-1]), f"there is no group {seating.group}")


# Results


def _check_finished(tournament: Tournament, event: Finished) -> None:
    table = _table(tournament, event.round, event.table)
    games = table.seating.games
    expect(0 <= event.game < len(games), f"there is no game {event.game} at the table")
    expect(event.game_id == games[event.game], f"the game is {games[event.game]}")
    expect(event.game not in table.finished and event.game not in table.stopped, "the game has already ended")
    _check_ranks(event.ranks, table)
    expect(len(event.totals) == len(table.entrants), "each entrant needs a score")
    absent = tuple(each for each in table.entrants if each in event.no_shows)
    expect(event.no_shows == absent, "no-shows must be entrants of the table, in table order")
    if event.aborted:
        expect(not event.no_shows, "an aborted game has no no-shows")
        expect({*event.ranks} == {1} and not event.record, "an aborted game has no record, and all its ranks are 1")
    else:
        expect(len(event.record) == DIGEST, "a finished game needs the hash of its record")


def _check_ruled(tournament: Tournament, event: Ruled) -> None:
    """Check that a match can have this result, and that no paired round depends on the match."""
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    table = _table(tournament, event.round, event.table)
    _check_game(table, event.game)
    _check_ranks(event.ranks, table)
    expect(not event.double_loss or {*event.ranks} == {1}, "in a double loss all ranks are 1")
    check_independent(tournament, event.round, event.table, lambda found: with_ruling(found, event))


def check_independent(tournament: Tournament, number: int, table: int, change: Callable[[MatchTable], None]) -> None:
    """Check that no paired round depends on a result that changes; raises Illegal."""
    depends = dependent_round(tournament, number, table, change)
    expect(depends is None, f"round {depends} depends on this match")


def _check_withdrawn(tournament: Tournament, event: RulingWithdrawn) -> None:
    """Check that a ruling can be withdrawn: its stopped games are replayed, and no paired round depends on it."""
    expect(tournament.status != "cancelled", "the tournament is cancelled")
    table = _table(tournament, event.round, event.table)
    expect(bool(table.ruled) if event.game is None else event.game in table.ruled_games, "there is no such ruling")
    check_independent(tournament, event.round, event.table, lambda found: without_ruling(found, event.game))
    expect([each.game for each in event.replays] == to_replay(table, event.game), "the stopped games must be replayed")
    expect(not event.replays or tournament.status != "over", "the tournament is over")
    expect(not has_games_to_stop(tournament, event.round, event.table), "a game must still be stopped")
    fresh = {each.game_id for each in event.replays}
    expect(len(fresh) == len(event.replays) and not fresh & tournament.game_ids, "a game id is used twice")


def to_replay(table: MatchTable, game: int | None) -> list[int]:
    """List the games to replay once a ruling is withdrawn: the stopped games that no other ruling decides."""
    left = copy(table)
    left.ruled_games = {**table.ruled_games}
    without_ruling(left, game)
    return [each for each in sorted(table.stopped) if left.ruling(each) is None]


def has_games_to_stop(tournament: Tournament, number: int, table: int) -> bool:
    """Whether a match has a game that must still be stopped."""
    return any((each.round, each.table) == (number, table) for each in tournament.games_to_stop.values())


def _check_stopped(tournament: Tournament, event: Stopped) -> None:
    stopping = tournament.games_to_stop.get(event.game_id)
    place = (event.round, event.table, event.game)
    expect(stopping is not None and stopping[:3] == place, "this game need not be stopped")


def check_taken_back(tournament: Tournament, number: int) -> None:
    """Check that a round can be taken back: it must be the latest one and have no results."""
    expect(tournament.status in GOING_ON, f"the tournament is {tournament.status}")
    expect(_round(tournament, number).opened, "the games of the round do not all exist")
    expect(number == len(tournament.rounds), "a later round has been paired")
    tables = tournament.round(number).tables
    has_result = any(each.finished or each.results or each.stopped or each.replays for each in tables)
    expect(not has_result, "the round has results")


def _check_game(table: MatchTable, game: int | None) -> None:
    expect(game is None or 0 <= game < len(table.seating.games), f"there is no game {game} at the table")


def _check_ranks(ranks: Sequence[int], table: MatchTable) -> None:
    """Check that each entrant has a rank, which is one more than the number of better ranks."""
    expect(len(ranks) == len(table.entrants), "each entrant needs a rank")
    expect(all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), "the ranks are invalid")


# Status


def _check_status(tournament: Tournament, event: AnyEvent) -> None:
    expect(tournament.status in _FROM[type(event)], f"the tournament is {tournament.status}")
    if isinstance(event, Ended):
        expect(not any(each.counts for each in tournament.games_to_stop.values()), "a game must still be stopped")
        expect(len(tournament.stages) == len(tournament.plan.stages), "a further stage remains")
        expect(tournament.is_between_rounds, "a round is not closed")


def _check_secret(event: Reopened) -> None:
    """Check that a reopening commits to its deal secret."""
    is_secret = re.fullmatch(f"[0-9a-f]{{{DIGEST}}}", event.deal_secret) is not None
    expect(is_secret, f"a deal secret has {DIGEST} hexadecimal digits")
    expect(
        deal_commitment(bytes.fromhex(event.deal_secret)) == event.deal_commitment,
        "the deal secret does not match its commitment",
    )


_FROM: Mapping[type[AnyEvent], tuple[Status, ...]] = {
    Paused: ("registration", "running"),
    Resumed: ("paused",),
    Cancelled: ("registration", *GOING_ON),
    Ended: GOING_ON,
    Reopened: ("over",),
}
"""The statuses in which each event is legal."""
