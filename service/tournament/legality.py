"""What may happen in a tournament as it stands: each event is checked before it is taken as it is.

That a round is seated as the lots have it is not checked here, but by `service.tournament.verification`.
"""

from collections.abc import Iterable, Mapping, Sequence

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
from service.tournament.plan import LEAST_TABLE
from service.tournament.points import late_points
from service.tournament.state import Entrant, Round, Status, Table, Tournament, sitting_nowhere

DIGEST = 64
"""How many digits the hash of a record has."""
LATE_FORMATS = ("swiss", "arena")
"""Of a first stage that may be entered late."""
_CLOSED: tuple[Status, ...] = ("over", "cancelled")
_GOING_ON: tuple[Status, ...] = ("running", "paused")


class Illegal(Exception):
    """An event that cannot happen now; the message says why."""


def expect(is_so: bool, otherwise: str) -> None:  # noqa: FBT001  # the condition is what it is about
    """Raise Illegal unless something is so."""
    if not is_so:
        raise Illegal(otherwise)


def check(tournament: Tournament, event: AnyEvent) -> None:  # noqa: C901  # one case for each kind of event
    """Check that an event may happen next; raises Illegal."""
    expect(event.number == tournament.version + 1, "the numbers of events have no gaps")
    match event:
        case Entered():
            _check_entered(tournament, event)
        case CheckedIn():
            _check_checked_in(tournament, event.entrant)
        case Withdrew():
            expect(tournament.status not in _CLOSED, "the tournament is over")
            expect(not _entrant(tournament, event.entrant).withdrawn, "the entrant has withdrawn before")
        case Started():
            expect(tournament.status == "registration", "the tournament has started before")
        case StageBegan():
            _check_stage(tournament, event)
        case Paired():
            _check_paired(tournament, event)
        case Opened():
            expect(not _round(tournament, event.round).opened, "the round has been opened before")
        case Finished():
            _check_finished(tournament, event)
        case Ruled():
            _check_ranks(event.ranks, _table(tournament, event.round, event.table))
        case Paused() | Resumed() | Cancelled() | Ended():
            _check_status(tournament, event)


def _entrant(tournament: Tournament, number: int) -> Entrant:
    expect(0 <= number < len(tournament.entrants), f"there is no entrant {number}")
    return tournament.entrants[number]


def _round(tournament: Tournament, number: int) -> Round:
    expect(1 <= number <= len(tournament.rounds), f"there is no round {number}")
    return tournament.round(number)


def _table(tournament: Tournament, number: int, table: int) -> Table:
    tables = _round(tournament, number).tables
    expect(1 <= table <= len(tables), f"there is no table {table} in round {number}")
    return tables[table - 1]


# Who takes part


def _check_entered(tournament: Tournament, event: Entered) -> None:
    """Check that somebody may enter; the organiser may give other points than are due to whoever comes late."""
    present = tournament.present(range(len(tournament.entrants)))
    players = {tournament.entrants[each].entered.player for each in present}
    expect(event.entrant == len(tournament.entrants), "the numbers of entrants have no gaps")
    expect(len(present) < tournament.plan.most_entrants, "the tournament is full")
    expect(not event.player or event.player not in players, "the player has entered before")
    expect((event.kind == "level") == bool(event.level), "a level has a name, and nobody else has one")
    expect(tournament.status == "registration" or _may_enter_late(tournament), "registration is closed")
    due = late_points(tournament)
    expect(event.points == due or _may_enter_late(tournament), f"whoever enters now begins with {due}")


def _may_enter_late(tournament: Tournament) -> bool:
    in_first = len(tournament.stages) == 1 and tournament.plan.stages[0].format in LATE_FORMATS
    return tournament.plan.late_entries and in_first and tournament.status in _GOING_ON


def _check_checked_in(tournament: Tournament, number: int) -> None:
    entrant = _entrant(tournament, number)
    expect(tournament.status == "registration", "nobody checks in now")
    expect(not entrant.withdrawn and not entrant.checked_in, "the entrant has withdrawn or is there already")


def _check_present(tournament: Tournament, entrants: Sequence[int], among: Iterable[int]) -> None:
    """Check that entrants are some of a stage, each once, who have not withdrawn."""
    expect(len({*entrants}) == len(entrants), "an entrant is named twice")
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
    """Check that a round is seated with what there is; the organiser may do so in a pause."""
    going_on = _GOING_ON if event.by else ("running",)
    expect(tournament.status in going_on and bool(tournament.stages), "the tournament is not running")
    expect(event.stage == len(tournament.stages) - 1, "another stage is played")
    expect(event.round == len(tournament.rounds) + 1, "the numbers of rounds have no gaps")
    is_arena = tournament.stage.format == "arena"
    expect(is_arena or tournament.is_between_rounds, "the round before is not closed")
    seated = [each for seating in event.tables for each in seating.entrants]
    among = [each for group in tournament.stages[-1] for each in group]
    named = [*seated, *event.byes, *event.sitting_out]
    _check_present(tournament, named, among)
    expect({*named} <= {*sitting_nowhere(tournament)}, "an entrant sits at another table")
    expect(event.manual or not event.sitting_out, "nobody sits out of a round that is drawn")
    taken = {game for played in tournament.rounds for table in played.tables for game in table.seating.games}
    for number, seating in enumerate(event.tables, 1):
        _check_seating(tournament, seating, number, taken)
        taken.update(seating.games)


def _check_seating(tournament: Tournament, seating: Seating, number: int, taken: set[str]) -> None:
    """Check one table, whose games have ids of their own."""
    size, games = len(seating.entrants), len(seating.games)
    expect(seating.table == number, "the numbers of tables have no gaps")
    expect(size >= LEAST_TABLE and size in tournament.plan.points, f"no table has {size} entrants")
    expect(games == tournament.plan.games, f"a match has {tournament.plan.games} games")
    expect(len({*seating.games}) == games and not taken & {*seating.games}, "a game is named twice")
    expect(0 <= seating.group < len(tournament.stages[-1]), f"there is no group {seating.group}")


# Results


def _check_finished(tournament: Tournament, event: Finished) -> None:
    table = _table(tournament, event.round, event.table)
    games = table.seating.games
    expect(0 <= event.game < len(games), f"there is no game {event.game} at the table")
    expect(event.game_id == games[event.game], f"the game is {games[event.game]}")
    expect(event.game not in table.finished, "the game has ended before")
    _check_ranks(event.ranks, table)
    expect(len(event.totals) == len(table.entrants), "each entrant has a score")
    if event.aborted:
        expect({*event.ranks} == {1} and not event.record, "of an aborted game all are first, and it has no record")
    else:
        expect(len(event.record) == DIGEST, "a game that was played has a record")


def _check_ranks(ranks: Sequence[int], table: Table) -> None:
    """Check that there is a rank for each, and that each rank is one more than there are better ones."""
    expect(len(ranks) == len(table.entrants), "each entrant has a rank")
    expect(all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), "these are no ranks")


# How it stands


def _check_status(tournament: Tournament, event: AnyEvent) -> None:
    expect(tournament.status in _FROM[type(event)], f"the tournament is {tournament.status}")
    if isinstance(event, Ended):
        expect(len(tournament.stages) == len(tournament.plan.stages), "a stage is still to come")
        expect(tournament.is_between_rounds, "a round is not closed")


_FROM: Mapping[type[AnyEvent], tuple[Status, ...]] = {
    Paused: ("running",),
    Resumed: ("paused",),
    Cancelled: ("registration", *_GOING_ON),
    Ended: _GOING_ON,
}
"""How a tournament stands when this may happen."""
