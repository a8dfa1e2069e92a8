"""Check events of stages, rounds and their pairings."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from service.tournaments.rules.continuing import continuing_matches
from service.tournaments.rules.errors import expect
from service.tournaments.rules.events import Paired, SeatedTable, StageBegan, TakenBack
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.challenges import check_challenge
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.series import games_at_once, series_of
from service.tournaments.rules.state import Round, Tournament, unseated
from service.tournaments.rules.types import GOING_ON, Status


def check_stage(tournament: Tournament, event: StageBegan) -> None:
    """Check that the next stage can start with these groups."""
    expect(tournament.status in _going_on(event), "the tournament is not running")
    expect(event.stage == len(tournament.stages) < len(tournament.plan.stages), "another stage is next")
    expect(tournament.is_between_rounds, "a round is not closed")
    entrants = [each for group in event.groups for each in group]
    _check_present(tournament, entrants, range(len(tournament.entrants)))


def _check_present(tournament: Tournament, entrants: Sequence[int], among: Iterable[int]) -> None:
    """Check that entrants are present members of a stage, each named once."""
    expect(len({*entrants}) == len(entrants), "an entrant is listed twice")
    expect({*entrants} <= {*among}, "an entrant is not in this stage")
    expect(tournament.present(entrants) == [*entrants], "an entrant has withdrawn")


def _going_on(event: StageBegan | Paired) -> tuple[Status, ...]:
    """Return the statuses in which a stage or round can start; the organiser can also start one during a pause."""
    return GOING_ON if event.by else ("running",)


def check_paired(tournament: Tournament, event: Paired) -> None:
    """Check that a round can be paired in this way."""
    expect(tournament.status in _going_on(event) and bool(tournament.stages), "the tournament is not running")
    expect(event.stage == tournament.stage_index, "another stage is being played")
    expect(event.round == len(tournament.rounds) + 1, "round numbers must have no gaps")
    has_rounds = traits_of(tournament.stage).has_rounds
    expect(not has_rounds or tournament.is_between_rounds, "the previous round is not closed")
    seated = [each for seating in event.tables for each in seating.entrants]
    among = [each for group in tournament.stages[-1] for each in group]
    named = [*seated, *event.byes, *event.sitting_out]
    _check_present(tournament, named, among)
    _check_free(tournament, event, named)
    expect(event.manual or not event.sitting_out, "only manual pairings can have `sitting_out`")
    continued = _continued(tournament, event)
    taken, due = tournament.game_ids - continued, games_at_once(series_of(tournament.plan, tournament.stage_index))
    for number, seating in enumerate(event.tables, 1):
        expect({*seating.games} <= continued or len(seating.games) == due, f"a match has {due} games")
        _check_seating(tournament, seating, number, taken)
        taken.update(seating.games)


def _check_free(tournament: Tournament, event: Paired, named: Sequence[int]) -> None:
    """Check that the entrants of a round have no open match, or that it is a legal challenge."""
    by_challenge = traits_of(tournament.stage).by_challenge
    if event.challenger is UNSET:
        expect(event.manual or not by_challenge, "a round of a ladder is a challenge, or paired manually")
        expect({*named} <= {*unseated(tournament)}, "an entrant has an open match at another table")
        return
    seated = [each for seating in event.tables for each in seating.entrants]
    is_pair = len(event.tables) == 1 and len(seated) == len(named) == LEAST_TABLE and event.challenger in seated
    expect(by_challenge and not event.manual, "only entrants of a ladder challenge each other")
    expect(tournament.status == "running", "the tournament is not running")
    expect(is_pair, "a challenge has one table with the challenger and the opponent")
    challenged = next(each for each in seated if each != event.challenger)
    check_challenge(tournament, event.challenger, challenged, event.at)


def _continued(tournament: Tournament, event: Paired) -> set[str]:
    """Return the ids of the games of matches that continue after a correction."""
    continuing = {table.seating for table in continuing_matches(tournament, event.round)}
    return {game for each in event.tables if each in continuing for game in each.games}


def _check_seating(tournament: Tournament, seating: SeatedTable, number: int, taken: set[str]) -> None:
    """Check one table; its games must have new ids, unless the match continues."""
    size, games = len(seating.entrants), len(seating.games)
    expect(seating.table == number, "table numbers must have no gaps")
    expect(size >= LEAST_TABLE and size in tournament.plan.points, f"a table cannot have {size} entrants")
    expect(len({*seating.games}) == games and not taken & {*seating.games}, "a game id is used twice")
    expect(0 <= seating.group < len(tournament.stages[-1]), f"there is no group {seating.group}")


def check_opened(tournament: Tournament, number: int) -> None:
    """Check that the games of a round can be open for the first time, or again after a replay."""
    expect(not existing_round(tournament, number).opened, "the round is already open")


def check_ends_soon(tournament: Tournament, number: int) -> None:
    """Check that players can be reminded of the end of a round: it is open."""
    played = existing_round(tournament, number)
    expect(tournament.status == "running", "the tournament is not running")
    expect(played.opened and not played.is_closed, "the round is not open")


def check_taken_back(tournament: Tournament, event: TakenBack) -> None:
    """Check that a round can be taken back: it must be the latest one, and have no results unless it is forced."""
    expect(tournament.status in GOING_ON, f"the tournament is {tournament.status}")
    expect(existing_round(tournament, event.round).opened, "the games of the round do not all exist")
    expect(event.round == len(tournament.rounds), "a later round has been paired")
    expect(event.forced or not event.corrected, "only a forced round can be corrected")
    expect(not event.forced or bool(event.reason), "a forced round needs a reason")
    tables = () if event.forced else tournament.round(event.round).tables
    has_result = any(each.finished or each.results or each.stopped or each.replays for each in tables)
    expect(not has_result, "the round has results")


def existing_round(tournament: Tournament, number: int) -> Round:
    """Return a round by its number, from 1; raises Illegal if there is none."""
    expect(1 <= number <= len(tournament.rounds), f"there is no round {number}")
    return tournament.round(number)


def existing_table(tournament: Tournament, number: int, table: int) -> MatchTable:
    """Return a table of a round, both from 1; raises Illegal if there is none."""
    tables = existing_round(tournament, number).tables
    expect(1 <= table <= len(tables), f"there is no table {table} in round {number}")
    return tables[table - 1]
