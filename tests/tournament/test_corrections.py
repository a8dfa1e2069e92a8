"""Test forced corrections: which games they stop, which matches continue, and that records still verify."""

from random import Random

import pytest

from domain.record import write
from service.tournaments.rules import round_pairings
from service.tournaments.rules.continuing import games_of_continuing
from service.tournaments.rules.entrant_events import Reentered
from service.tournaments.rules.events import Cancelled, Paired, SeatedTable, TakenBack
from service.tournaments.rules.match_events import Finished, Ruled, Stopped
from service.tournaments.rules.match_table import with_ruling
from service.tournaments.rules.missing_games import to_create
from service.tournaments.rules.plan import Series, Stage
from service.tournaments.rules.result_dependencies import round_to_pair_again
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan, scored
from tests.tournament.playing import recorded, seat

KNOCKOUT = Stage(format="knockout")
CAUSE = {"by": "pl_1", "reason": "The score sheet was wrong."}
FORCED = {"forced": True, "corrected": True, **CAUSE}


def quarter_finals(**changes) -> Log:
    """Play the quarter-finals of eight, which the first of each pair wins, and the semi-final of 1 and 2."""
    log = Log(a_plan(KNOCKOUT, **changes)).enter(8).start()
    scored(log, {(0, 7): (5, 1), (3, 4): (5, 1), (1, 6): (5, 1), (2, 5): (5, 1)})
    seat(log, round_pairings.next_round(log.tournament))
    return log.finish(2, (5, 1))


def tables(log: Log) -> list[tuple[int, ...]]:
    return [each.entrants for each in log.tournament.rounds[-1].tables]


def games(log: Log) -> list[tuple[str, ...]]:
    return [each.seating.games for each in log.tournament.rounds[-1].tables]


def correct(log: Log, number: int, table: int, ranks: tuple[int, ...]) -> bool:
    """Correct a result with `force`, as the service does; return whether a round was taken back."""
    ruling = Ruled(number=0, at="", round=number, table=table, ranks=ranks, by="pl_1", reason=CAUSE["reason"])
    first = round_to_pair_again(log.tournament, number, table, lambda found: with_ruling(found, ruling))
    for each in range(len(log.tournament.rounds), (first or len(log.tournament.rounds) + 1) - 1, -1):
        assert log.may(TakenBack, round=each, **FORCED) == ""
        log.add(TakenBack, round=each, **FORCED)
    assert log.may(Ruled, round=number, table=table, ranks=ranks, **CAUSE) == ""
    log.rule(table, ranks, of=number)
    if first is not None and log.tournament.is_between_rounds:
        _seat_again(log)
    return first is not None


def _seat_again(log: Log) -> None:
    if round_pairings.stage_is_over(log.tournament) and len(log.tournament.stages) < len(log.plan.stages):
        log.stage(*round_pairings.next_groups(log.tournament))
    drawn = round_pairings.next_round(log.tournament)
    if drawn is not None:
        seat(log, drawn)


def test_a_correction_stops_the_match_that_depends_on_it_and_the_other_one_keeps_its_result():
    log = quarter_finals()
    before, seated = games(log), tables(log)
    assert correct(log, 1, 1, (2, 1))
    assert [{*each} for each in tables(log)] == [{7, 3}, {*seated[1]}]
    assert (games(log)[1], games(log)[0] == before[0]) == (before[1], False)
    assert [*log.tournament.games_to_stop] == [*before[0]]
    assert [each.is_closed for each in log.tournament.rounds[-1].tables] == [False, True]
    assert to_create(log.tournament.rounds[-1]) == [(log.tournament.rounds[-1].tables[0], 0)]


def test_a_correction_of_a_quarter_final_stops_the_final_and_one_semi_final():
    log = quarter_finals().finish(1, (5, 1))
    seat(log, round_pairings.next_round(log.tournament))
    semi_finals, final = log.tournament.rounds[1].tables, games(log)[0]
    correct(log, 1, 2, (2, 1))
    assert (len(log.tournament.rounds), log.tournament.status) == (2, "running")
    assert [*log.tournament.games_to_stop] == [*final]
    assert log.tournament.rounds[1].tables[1] is semi_finals[1]
    assert games(log)[0] != semi_finals[0].seating.games


def test_a_match_that_no_correction_changes_continues_through_two_of_them():
    log = quarter_finals().finish(1, (5, 1))
    before = games(log)
    correct(log, 1, 1, (2, 1))
    assert games(log)[0] != before[0]
    log.stop()
    correct(log, 1, 1, (1, 2))
    assert games(log)[0] not in before
    assert games(log)[1] == before[1]


def test_all_matches_of_a_round_with_one_deal_are_played_again():
    log = quarter_finals(deal="round")
    before = games(log)
    correct(log, 1, 1, (2, 1))
    assert {*before}.isdisjoint(games(log))


def test_a_deleted_round_has_new_games_even_where_its_pairing_is_the_same():
    log = quarter_finals()
    before = games(log)
    log.add(TakenBack, round=2, forced=True, **CAUSE)
    assert (log.tournament.status, games_of_continuing(log.tournament, 2)) == ("paused", {})
    log.stop()
    seat(log, round_pairings.next_round(log.tournament))
    assert {*before}.isdisjoint(games(log))


def test_a_forced_round_needs_a_reason():
    log = quarter_finals()
    assert log.may(TakenBack, round=2, forced=True) == "a forced round needs a reason"
    assert log.may(TakenBack, round=2, corrected=True, **CAUSE) == "only a forced round can be corrected"
    assert log.may(TakenBack, round=1, forced=True, **CAUSE) == "a later round has been paired"
    assert log.may(TakenBack, round=2, **CAUSE) == "the round has results"


def test_a_match_whose_game_was_stopped_does_not_continue():
    log = quarter_finals()
    old = log.tournament.rounds[-1].tables[0].seating
    log.add(TakenBack, round=2, **FORCED)
    log.stop()
    again = {"round": 2, "stage": 0, "tables": (SeatedTable(1, old.entrants, old.games),), "manual": True}
    assert log.may(Paired, **again) == "a game id is used twice"


def test_a_game_of_a_stopped_match_that_ended_meanwhile_keeps_its_result_in_the_round_that_was_taken_back():
    log = quarter_finals()
    (stopping,) = games(log)[0]
    correct(log, 1, 1, (2, 1))
    ended = {"game_id": stopping, "ranks": (1, 2), "totals": (3, 2), "record": "0" * 64}
    assert log.may(Finished, round=2, table=2, game=0, **ended) == "the game has another place"
    assert log.may(Finished, round=2, table=1, game=0, **ended) == ""
    log.add(Finished, round=2, table=1, game=0, **ended)
    assert (log.tournament.games_to_stop, log.tournament.rounds[-1].tables[0].finished) == ({}, {})
    assert log.tournament.taken_back[0].tables[0].finished[0].totals == (3, 2)
    assert log.may(Stopped, round=2, table=1, game=0, game_id=stopping) == "this game need not be stopped"


def test_a_match_that_continues_has_the_deal_of_its_first_pairing():
    log = quarter_finals()
    first = log.tournament.rounds[-1].paired
    correct(log, 1, 1, (2, 1))
    again = log.tournament.rounds[-1]
    assert [each.paired for each in again.tables] == [again.paired, first]


def test_a_match_that_continues_counts_once_its_round_could_not_be_created_and_the_tournament_is_cancelled():
    log = quarter_finals()
    log.add(TakenBack, round=2, **FORCED)
    log.rule(1, (2, 1), of=1)
    drawn = round_pairings.next_round(log.tournament)
    continuing = games_of_continuing(log.tournament, 2)
    seated = tuple(
        SeatedTable(number, each.entrants, continuing.get((number, each.entrants, 0, ""), (f"{number}" * 20,)))
        for number, each in enumerate(drawn.tables, 1)
    )
    log.add(Paired, round=2, stage=0, tables=seated)
    log.add(Cancelled)
    assert [each.is_closed for each in log.tournament.rounds[-1].tables] == [False, True]


def test_an_entrant_who_left_during_a_round_that_was_taken_back_has_missed_the_round_that_replaces_it():
    log = quarter_finals()
    log.withdraw(1)
    assert log.may(Reentered, entrant=1) == ""
    correct(log, 1, 1, (2, 1))
    assert log.may(Reentered, entrant=1) == "a knock-out round has been paired since"


def swiss() -> Log:
    """Play the first round of a Swiss of eight, and pair the second one."""
    log = Log(a_plan()).enter(8).start()
    seat(log, round_pairings.next_round(log.tournament))
    for table in range(1, 5):
        log.finish(table, (5, 1))
    seat(log, round_pairings.next_round(log.tournament))
    return log


def test_the_round_of_a_swiss_that_is_played_is_paired_again():
    log = swiss()
    before = {*tables(log)}
    assert correct(log, 1, 1, (2, 1))
    assert (len(log.tournament.rounds), {*tables(log)} == before) == (2, False)
    assert not correct(log, 1, 1, (2, 1))


def test_a_round_of_a_swiss_that_has_ended_stays():
    log = swiss()
    for table in range(1, 5):
        log.finish(table, (5, 1))
    assert not correct(log, 1, 1, (2, 1))


def test_manual_pairings_of_a_swiss_stay():
    log = Log(a_plan()).enter(4).start()
    scored(log, {(0, 1): (5, 1), (2, 3): (5, 1)}).pair((0, 2), (1, 3), manual=True)
    assert not correct(log, 1, 1, (2, 1))


def test_a_series_that_no_correction_changes_continues_with_its_announced_game():
    stage = Stage(format="knockout", series=Series("best_of", 3))
    log = Log(a_plan(stage)).enter(8).start()
    seat(log, round_pairings.next_round(log.tournament))
    for table in range(1, 5):
        log.finish(table, (5, 1)).next_game(table).finish(table, (5, 1), 1)
    seat(log, round_pairings.next_round(log.tournament))
    log.finish(2, (5, 1)).announce(2)
    before = games(log)
    correct(log, 1, 1, (2, 1))
    other = log.tournament.rounds[-1].tables[1]
    assert (games(log)[0] == before[0], games(log)[1], other.pending, other.score) == (False, before[1], {1}, (60, 0))
    log.open_game(2).finish(2, (5, 1), 1)
    assert other.is_closed


def test_a_corrected_group_result_changes_who_is_in_the_knockout():
    groups = Stage(format="round_robin", groups=2, qualify=1)
    log = Log(a_plan(groups, KNOCKOUT)).enter(4).start((0, 2), (1, 3))
    log.pair(((0, 2), 0, ""), ((1, 3), 1, "")).finish(1, (5, 1)).finish(2, (5, 1))
    log.stage(*round_pairings.next_groups(log.tournament))
    seat(log, round_pairings.next_round(log.tournament))
    log.finish(1, (5, 1))
    assert correct(log, 1, 1, (2, 1))
    assert ([{*each} for each in tables(log)], len(log.tournament.stages)) == ([{1, 2}], 2)


FORMATS = {
    "swiss": [Stage(format="swiss", rounds=4)],
    "swiss in fours": [Stage(format="swiss", rounds=3, table_size=4)],
    "knockout": [KNOCKOUT],
    "knockout in fours": [Stage(format="knockout", table_size=4, advance=2)],
    "double knockout": [Stage(format="double_knockout")],
    "groups and knockout": [Stage(format="round_robin", groups=2, qualify=2), KNOCKOUT],
    "swiss and knockout": [Stage(format="swiss", rounds=2, qualify=4), KNOCKOUT],
}


@pytest.mark.parametrize("stages", FORMATS.values(), ids=FORMATS)
@pytest.mark.parametrize("entrants", [4, 7, 9, 12])
def test_records_with_random_corrections_verify(stages, entrants):
    rng = Random(entrants)
    log = Log(a_plan(*stages, games=2 if entrants == 7 else 1)).enter(entrants).begin()
    corrections = 8
    while not step(log, rng):
        if corrections and log.tournament.rounds and rng.random() < 0.3:
            corrections -= any_correction(log, rng)
        log.stop()
    assert corrections < 8
    assert verify(write(recorded(log.end())))["hash"]


def step(log: Log, rng: Random) -> bool:
    """Finish a game, pair a round or start a stage; return whether the last stage is over."""
    tournament = log.tournament
    left = [(played, each) for played in tournament.rounds for each in played.tables if not each.is_closed]
    if left:
        played, table = rng.choice(left)
        game = next(each for each in range(log.plan.games) if each not in table.finished and not table.ruling(each))
        log.finish(table.number, tuple(rng.choices(range(9), k=len(table.entrants))), game, of=played.number)
    elif not tournament.stages:
        log.stage(*round_pairings.next_groups(tournament))
    elif round_pairings.stage_is_over(tournament):
        if len(tournament.stages) == len(log.plan.stages):
            return True
        log.stage(*round_pairings.next_groups(tournament))
    else:
        seat(log, round_pairings.next_round(tournament))
    return False


def any_correction(log: Log, rng: Random) -> bool:
    """Correct the result of a random match with a result; return whether there was one."""
    played = rng.choice(log.tournament.rounds)
    closed = [each for each in played.tables if each.is_closed]
    if not closed:
        return False
    table = rng.choice(closed)
    ranks = [*range(1, len(table.entrants) + 1)]
    rng.shuffle(ranks)
    correct(log, played.number, table.number, tuple(ranks))
    return True
