"""Test set results, penalties and cancelled rounds: what counts after them, and what is not allowed."""

from fractions import Fraction
from hashlib import sha256
from random import Random

import pytest

from domain.record import write
from domain.verification import RecordMismatch
from service.tournaments.rules import bracket_image
from service.tournaments.rules.bracket import bracket
from service.tournaments.rules.deals import deal_secret, secret_at
from service.tournaments.rules.entrant_events import Disqualified, Entered, Penalised, Reentered
from service.tournaments.rules.events import (
    Opened,
    Paired,
    Paused,
    Postponed,
    Reopened,
    Resumed,
    SeatedTable,
    TakenBack,
)
from service.tournaments.rules.match_events import GameReplay, Ruled, RulingWithdrawn, Stopped
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.plan_events import Changed, ChangedStage, PlanChange
from service.tournaments.rules.points import match_points
from service.tournaments.rules.report_file import to_trf
from service.tournaments.rules.round_pairings import next_groups, next_round, stage_is_over
from service.tournaments.rules.standings import standings
from service.tournaments.rules.summary import visible_version
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan, scored
from tests.tournament.playing import SECRET, play, recorded, seat

KNOCKOUT = Stage(format="knockout")
REASON = {"by": "pl_1", "reason": "Seen by all."}


def semi_finals(**changes) -> Log:
    """Play both semi-finals of four: 0 beats 3, and 1 beats 2."""
    return scored(Log(a_plan(KNOCKOUT, **changes)).enter(4).start(), {(0, 3): (5, 1), (1, 2): (5, 1)})


def ruled(number: int, table: int, ranks: tuple[int, ...], **changes) -> dict:
    return {"round": number, "table": table, "ranks": ranks, **REASON, **changes}


def champion(log: Log) -> int:
    return standings(log.tournament)[0].entrant


def test_a_semi_final_is_not_overruled_once_the_final_is_seated():
    log = semi_finals().pair((0, 1))
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == "round 2 depends on this match"


def test_a_ruling_that_advances_the_same_entrant_is_legal_at_any_time():
    log = semi_finals().pair((0, 1))
    assert log.may(Ruled, **ruled(1, 1, (1, 2))) == ""


def test_a_semi_final_is_overruled_once_the_final_was_withdrawn_and_is_seated_again():
    log = semi_finals().pair((0, 1))
    log.add(TakenBack, round=2, **REASON)
    log.stop()
    assert (log.tournament.status, len(log.tournament.rounds)) == ("paused", 1)
    log.rule(1, (2, 1), of=1)
    log.add(Resumed)
    assert {*next_round(log.tournament).tables[0].entrants} == {3, 1}


def test_a_round_with_a_result_cannot_be_withdrawn():
    log = semi_finals().pair((0, 1)).finish(1, (3, 2))
    assert log.may(TakenBack, round=2) == "the round has results"
    assert log.may(TakenBack, round=1) == "a later round has been paired"


def test_a_result_that_decides_who_qualifies_is_not_overruled_once_the_next_stage_has_a_round():
    log = Log(a_plan(Stage(format="swiss", rounds=1, qualify=2), KNOCKOUT)).enter(4).start()
    scored(log, {(0, 1): (5, 1), (2, 3): (5, 1)}).stage(*next_groups(log.tournament)).pair((0, 2))
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == "round 2 depends on this match"
    log.add(TakenBack, round=2)
    log.stop()
    assert len(log.tournament.stages) == 1
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == ""


def test_a_stage_without_a_round_starts_again_after_a_ruling_in_the_stage_before():
    log = Log(a_plan(Stage(format="swiss", rounds=1, qualify=2), KNOCKOUT)).enter(4).start()
    scored(log, {(0, 1): (5, 1), (2, 3): (5, 1)}).stage(*next_groups(log.tournament)).rule(1, (2, 1), of=1)
    assert len(log.tournament.stages) == 1
    assert {*next_groups(log.tournament)[0]} == {1, 2}


def test_rounds_of_a_swiss_stay_valid_when_an_earlier_result_is_overruled():
    log = scored(Log(a_plan()).enter(4).start(), {(0, 1): (5, 1), (2, 3): (5, 1)}).pair((0, 2), (1, 3))
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == ""


def test_no_deal_is_repeated_when_a_round_is_withdrawn():
    log = semi_finals().pair((0, 1))
    first = log.tournament.rounds[-1].paired
    log.add(TakenBack, round=2)
    log.stop().pair((0, 1))
    again = log.tournament.rounds[-1].paired
    assert (again > first, log.tournament.rounds[-1].number) == (True, 2)
    assert deal_secret(SECRET, log.tournament.plan, first, 1, 0) != deal_secret(
        SECRET, log.tournament.plan, again, 1, 0
    )


def test_a_ruling_stops_the_games_that_it_decides_and_no_other():
    log = Log(a_plan(games=3)).enter(2).start().pair((0, 1)).finish(1, (5, 1))
    _, second, third = log.tournament.rounds[0].tables[0].seating.games
    log.rule(1, (2, 1), game=1)
    assert [*log.tournament.games_to_stop] == [second]
    assert log.may(Stopped, round=1, table=1, game=2, game_id=third) == "this game need not be stopped"
    assert match_points(log.tournament.plan, log.tournament.rounds[0].tables[0]) == (720, 720)


def test_a_withdrawn_ruling_keeps_played_games_and_replays_stopped_ones():
    log = Log(a_plan(games=2)).enter(2).start().pair((0, 1)).finish(1, (5, 1)).rule(1, (2, 1)).stop()
    fresh = "9" * 20
    bare = {"round": 1, "table": 1, **REASON}
    assert log.may(RulingWithdrawn, **bare) == "the stopped games must be replayed"
    log.add(RulingWithdrawn, replays=(GameReplay(1, fresh),), **bare)
    table = log.tournament.rounds[0].tables[0]
    assert (table.is_closed, table.seating.games[1], table.replays) == (False, fresh, {1: len(log.events)})
    assert match_points(log.tournament.plan, table) == (720, 0)
    assert visible_version(log.tournament) == len(log.events) - 1
    log.add(Opened, round=1)
    assert visible_version(log.tournament) == len(log.events)


def test_the_latest_ruling_counts_for_a_game_and_for_the_match():
    log = Log(a_plan(games=2)).enter(2).start().pair((0, 1)).rule(1, (1, 2)).rule(1, (2, 1), game=0)
    table = log.tournament.rounds[0].tables[0]
    assert match_points(log.tournament.plan, table) == (720, 720)
    log.rule(1, (1, 2))
    assert match_points(log.tournament.plan, table) == (1440, 0)


def test_no_entrant_wins_or_advances_from_a_double_loss():
    log = semi_finals().rule(1, (1, 1), double_loss=True)
    first = log.tournament.rounds[0].tables[0]
    assert match_points(log.tournament.plan, first) == (0, 0)
    assert stage_is_over(log.tournament)
    assert champion(log) == 1
    assert [each.wins for each in standings(log.tournament) if each.entrant in {0, 3}] == [0, 0]


@pytest.mark.parametrize("format_", ["knockout", "double_knockout"])
@pytest.mark.parametrize("entrants", [2, 3, 4, 6, 8])
def test_a_knockout_ends_with_any_double_losses(format_, entrants):
    rng = Random(entrants)
    log = Log(a_plan(Stage(format=format_))).enter(entrants).start()
    for _ in range(20):
        drawn = next_round(log.tournament)
        if drawn is None:
            break
        log.pair(*((each.entrants, each.group, each.bracket) for each in drawn.tables), byes=drawn.byes)
        for table in range(1, len(drawn.tables) + 1):
            log.finish(table, (3, 1))
            if rng.random() < 0.4:
                log.rule(table, (1, 1), double_loss=True)
    assert next_round(log.tournament) is None
    lost = {
        each
        for played in log.tournament.rounds
        for table in played.tables
        if table.is_lost_by_all
        for each in table.entrants
    }
    winner = champion(log)
    assert bracket_image.draw(log.tournament, bracket(log.tournament)).startswith("<svg")
    assert winner not in lost or lost >= {*standings_of_last(log)}


def standings_of_last(log: Log) -> tuple[int, ...]:
    return log.tournament.rounds[-1].tables[-1].entrants


def test_a_double_loss_is_no_draw_in_the_report_file():
    log = Log(a_plan()).enter(2).start().pair((0, 1)).rule(1, (1, 1), double_loss=True)
    lines = [line for line in to_trf(log.tournament).splitlines() if line.startswith("001")]
    assert {line.rstrip()[-1] for line in lines} == {"0"}


def test_a_stage_that_a_corrected_ruling_leaves_unfinished_cannot_be_corrected_once_the_next_one_has_a_round():
    log = Log(a_plan(Stage(format="knockout", qualify=1), Stage(format="swiss", rounds=1))).enter(4).start()
    scored(log, {(0, 3): (5, 1), (1, 2): (5, 1)}).rule(1, (1, 1), double_loss=True)
    log.stage((1, 2)).pair((1, 2))
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == "round 2 depends on this match"
    log.add(TakenBack, round=2)
    assert log.may(Ruled, **ruled(1, 1, (2, 1))) == ""


def reopening(secret: str = "5" * 64, commitment: str = "") -> dict[str, str]:
    return {"deal_secret": secret, "deal_commitment": commitment or sha256(bytes.fromhex(secret)).hexdigest()}


def reopened() -> Log:
    """Return a knock-out that ended with a double loss in a semi-final, whose correction reopened it."""
    log = Log(a_plan(KNOCKOUT)).enter(4).begin()
    log.stage(*next_groups(log.tournament))
    seat(log, next_round(log.tournament))
    log.finish(1, (5, 1)).finish(2, (5, 1)).rule(1, (1, 1), double_loss=True).end()
    log.add(Reopened, **reopening())
    return log.rule(1, (1, 2))


def test_a_tournament_reopened_for_its_final_is_verified():
    log = reopened()
    assert log.tournament.status == "running"
    seat(log, next_round(log.tournament))
    record = recorded(log.finish(1, (5, 1)).end())
    assert verify(write(record)) == record


def test_a_reopened_tournament_does_not_end_before_its_final():
    with pytest.raises(RecordMismatch, match="the stage is not over"):
        verify(write(recorded(reopened().end())))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (reopening(), ""),
        (reopening(commitment="6" * 64), "the deal secret does not match its commitment"),
        ({"deal_secret": "no", "deal_commitment": "6" * 64}, "a deal secret has 64 hexadecimal digits"),
    ],
)
def test_a_tournament_is_reopened_with_a_new_deal_secret_and_its_commitment(changes, said):
    assert semi_finals().rule(1, (1, 1), double_loss=True).end().may(Reopened, **changes) == said


def test_only_a_tournament_that_is_over_is_reopened():
    assert semi_finals().may(Reopened, **reopening()) == "the tournament is running"


def test_the_deals_of_each_part_of_a_reopened_tournament_have_their_own_secret():
    later = {40: b"second", 70: b"third"}
    assert [secret_at(b"first", later, entry) for entry in (3, 41, 69, 80)] == [
        b"first",
        b"second",
        b"second",
        b"third",
    ]


def test_a_double_loss_has_no_ranks():
    log = semi_finals()
    assert log.may(Ruled, **ruled(1, 1, (1, 2), double_loss=True)) == "in a double loss all ranks are 1"


def test_a_penalty_subtracts_points_of_the_stage_down_to_zero():
    log = scored(Log(a_plan()).enter(2).start(), {(0, 1): (5, 1)})
    log.add(Penalised, entrant=0, stage=0, penalty=5, **REASON)
    assert [(each.entrant, each.points, each.penalty) for each in standings(log.tournament)] == [(0, 420, 5), (1, 0, 0)]
    log.add(Penalised, entrant=0, stage=0, penalty=999, **REASON)
    assert {each.points for each in standings(log.tournament)} == {0}
    log.add(Penalised, entrant=0, stage=0, penalty=0, **REASON)
    assert standings(log.tournament)[0].points == 720
    assert log.may(Penalised, entrant=0, stage=1, penalty=1) == "another stage is being played"


def test_a_disqualified_entrant_is_last_and_in_no_further_round():
    log = scored(Log(a_plan()).enter(4).start(), {(0, 1): (5, 1), (2, 3): (5, 1)})
    log.add(Disqualified, entrant=0, **REASON)
    last = standings(log.tournament)[-1]
    assert (last.entrant, last.place, last.points, last.withdrawn, last.disqualified) == (0, 4, 720, True, True)
    seated = {each for table in next_round(log.tournament).tables for each in table.entrants}
    assert 0 not in seated
    log.add(Reentered, entrant=0)
    assert standings(log.tournament)[-1].entrant in {1, 3}


def test_a_withdrawn_entrant_frees_the_place_and_returns_under_its_number():
    log = Log(a_plan(max_entrants=2)).enter(2)
    late = {"entrant": 2, "name": "Cy", "kind": "level", "level": "easy"}
    assert log.may(Entered, **late) == "the tournament is full"
    log.withdraw(1)
    assert log.may(Entered, **late) == ""
    log.add(Reentered, entrant=1)
    assert log.may(Entered, **late) == "the tournament is full"
    assert log.tournament.present(range(2)) == [0, 1]
    assert log.may(Reentered, entrant=1) == "the entrant has not withdrawn"


def test_an_entrant_who_left_a_knockout_may_return_until_the_next_round_is_seated():
    log = semi_finals().withdraw(0)
    assert log.may(Reentered, entrant=0) == ""
    log.add(Paired, round=2, stage=0, tables=(SeatedTable(1, (1, 2), ("9" * 20,)),), manual=True, **REASON)
    assert log.may(Reentered, entrant=0) == "a knock-out round has been paired since"


def test_a_swiss_is_extended_and_shortened_as_far_as_it_is_not_played():
    log = scored(Log(a_plan()).enter(4).start(), {(0, 1): (5, 1), (2, 3): (5, 1)})
    log.add(Changed, change=PlanChange(stages=(ChangedStage(0, rounds=1),)), **REASON)
    assert stage_is_over(log.tournament)
    log.add(Changed, change=PlanChange(stages=(ChangedStage(0, rounds=2),)), **REASON)
    assert not stage_is_over(log.tournament)
    log.pair((0, 2), (1, 3))
    short = PlanChange(stages=(ChangedStage(0, rounds=1),))
    assert log.may(Changed, change=short) == "stages[0].rounds: 2 rounds are paired"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (PlanChange(max_entrants=3), "max_entrants: 4 entrants are registered"),
        (PlanChange(starts_at="2030-01-01T00:00:00Z"), "starts_at: the tournament has started"),
        (PlanChange(stages=(ChangedStage(1, rounds=2),)), "stages: there is no stage 1"),
        (PlanChange(stages=(ChangedStage(0, minutes=2),)), "stages[0]: the stage is not an arena"),
        (
            PlanChange(stages=(ChangedStage(0, rounds=2), ChangedStage(0, rounds=3))),
            "stages: each stage can be listed once",
        ),
        (PlanChange(name="Autumn", stages=(ChangedStage(0, rounds=9),)), ""),
    ],
)
def test_a_plan_changes_only_in_unplayed_stages(change, said):
    assert Log(a_plan()).enter(4).start().may(Changed, change=change) == said


def test_a_pause_before_the_start_ends_in_registration_and_a_later_one_in_rounds():
    log = Log(a_plan()).enter(2)
    log.add(Paused)
    log.add(Resumed)
    assert (log.tournament.status, log.tournament.has_started) == ("registration", False)
    log.start()
    log.add(Paused)
    log.add(Resumed)
    assert (log.tournament.status, log.tournament.has_started) == ("running", True)


def test_a_start_is_postponed_once_until_it_has_another_time():
    log = Log(a_plan(starts_at="2026-01-01T00:00:00Z"))
    log.add(Postponed)
    assert log.may(Postponed) == "the start is already postponed"
    log.add(Changed, change=PlanChange(starts_at="2026-02-01T00:00:00Z"))
    assert log.may(Postponed) == ""


def test_a_changed_plan_is_in_the_record_and_verified():
    log = Log(a_plan()).enter(2).begin()
    log.stage(*next_groups(log.tournament)).pair(next_round(log.tournament).tables[0].entrants).finish(1, (5, 1))
    log.add(Changed, change=PlanChange(name="Autumn", stages=(ChangedStage(0, rounds=1),)), **REASON)
    record = recorded(log.end())
    assert (record["plan"]["name"], log.tournament.plan.name) == ("Spring", "Autumn")
    assert verify(write(record)) == record


@pytest.mark.parametrize("seed", range(40))
def test_random_tournaments_with_rulings_and_penalties_are_drawn_again(seed):
    rng = Random(seed)
    stages: list[tuple[Stage, ...]] = [
        (Stage(format="swiss", rounds=4),),
        (KNOCKOUT,),
        (Stage(format="double_knockout"),),
    ]
    stages.append((Stage(format="round_robin", groups=2, qualify=2), KNOCKOUT))
    log = play(a_plan(*stages[seed % 4], games=1 + seed % 2), 5 + seed % 4, rng)
    record = recorded(log)
    assert verify(write(record)) == record
    assert all(Fraction(each["points"]) >= 0 for each in record["standings"])
