"""Test that a later state of a tournament is that of its whole log, and leaves the earlier state as it is."""

from random import Random

import pytest

from service.tournaments.rules import round_pairings
from service.tournaments.rules.entrant_events import Entered, Withdrew
from service.tournaments.rules.events import Cancelled
from service.tournaments.rules.folding import fold
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.formats.ladder import computed_places, places_of
from service.tournaments.rules.later import later
from service.tournaments.rules.lineup_events import LineupClosesSoon
from service.tournaments.rules.plan import Challenges, Series, Stage
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import open_tables_of
from service.tournaments.rules.summary import visible_version
from service.tournaments.rules.vacation_events import VacationSet
from tests.tournament.building import Log, a_plan
from tests.tournament.playing import play
from tests.tournament.test_claims import filed
from tests.tournament.test_corrections import any_correction, step
from tests.tournament.test_every_plan import NEEDED
from tests.tournament.test_team_knockouts import GROUPS, play_random
from tests.tournament.test_team_matches import teams_meet

SEEDS = range(8)
MOST_STEPS = 120


def checked(log: Log, rng: Random) -> None:
    """Continue a tournament by random parts of its log; compare each state with that of the whole log so far."""
    plan, seed = log.plan, log.tournament.seed
    states, at = [fold(plan, seed, [])], 0
    while at < len(log.events):
        end = at + rng.choice((1, 1, 2, 5, 20))
        states.append(later(states[-1], log.events[at:end]))
        at = end
    for state in states:
        whole = fold(plan, seed, log.events[: state.version])
        assert state == whole
        assert standings(state) == standings(whole)
        assert visible_version(state) == visible_version(whole)
        if state.status != "cancelled":
            assert state.open_tables == open_tables_of(state.rounds)
        if state.stages and state.places is not None:
            assert places_of(state) == computed_places(whole)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
def test_a_later_state_of_a_ladder_by_rating_is_the_state_of_the_whole_log(seed):
    rng = Random(seed)
    stage = Stage("ladder", challenges=Challenges(rematch_hours=0, by="rating", rating_difference=300))
    checked(play(a_plan(stage, late_entries=True, games=2), 7, rng), rng)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", FORMATS)
def test_a_later_state_is_the_state_of_the_whole_log(form, seed):
    rng = Random(seed)
    size = 2 if FORMATS[form].needs_pairs else rng.choice((2, 3, 4))
    stage = Stage(form, table_size=size, challenges=Challenges(rematch_hours=0), **NEEDED.get(form, {}))
    checked(play(a_plan(stage, late_entries=FORMATS[form].is_open, no_show_limit=2), rng.choice((7, 12)), rng), rng)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
def test_a_later_state_of_series_is_the_state_of_the_whole_log(seed):
    rng = Random(seed)
    stages = (
        Stage("swiss", rounds=3, qualify=4, series=Series("fixed", 2)),
        Stage("knockout", series=Series("best_of", 3)),
    )
    checked(play(a_plan(*stages), 8, rng), rng)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", ["swiss", "knockout", "double_knockout"])
def test_a_later_state_after_corrections_is_the_state_of_the_whole_log(form, seed):
    rng, log = Random(seed), Log(a_plan(Stage(form, rounds=4 if form == "swiss" else 0), games=2)).enter(8).begin()
    for _ in range(MOST_STEPS):
        is_corrected = bool(log.tournament.rounds) and rng.random() < 0.2 and any_correction(log, rng)
        if is_corrected and rng.random() < 0.5:
            log.stop()
        if not is_corrected and step(log, rng):
            break
    log.stop().add(Cancelled)
    checked(log, rng)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", SEEDS)
def test_a_later_state_of_a_knockout_of_teams_is_the_state_of_the_whole_log(seed):
    rng, log = Random(seed), teams_meet(GROUPS, Stage("knockout"), teams=[*"AABBCCDD"])
    play_random(log, rng, leaving=0.3)
    log.stage(*round_pairings.next_groups(log.tournament))
    log.add(LineupClosesSoon, round=len(log.tournament.rounds) + 1, until="2026-02-01T00:00:00Z")
    play_random(log, rng)
    checked(log.end(), rng)


def test_a_later_state_after_vacations_leaves_the_earlier_one_as_it_is():
    plan, one = a_plan(vacation_days=9), {"entrant": 0, "name": "Anna", "kind": "player", "player": "pl_1"}
    log = Log(plan).enter(0)
    log.add(Entered, **one)
    log.add(VacationSet, entrant=0, until="2026-01-02T00:00:00Z")
    log.add(VacationSet, entrant=0)
    log.add(VacationSet, entrant=0, until="2026-01-03T00:00:00Z")
    log.add(Withdrew, entrant=0)
    for seed in SEEDS:
        checked(log, Random(seed))


def test_a_later_state_after_steps_of_a_claim_leaves_the_earlier_one_as_it_is():
    checked(filed(("answered", 1), ("rejected",), ("appealed", 0), ("upheld",)), Random(1))
