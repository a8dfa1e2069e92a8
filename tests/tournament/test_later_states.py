"""Test that a later state of a tournament is that of its whole log, and leaves the earlier state as it is."""

from random import Random

import pytest

from service.tournaments.rules.folding import fold
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.formats.ladder import computed_places, places_of
from service.tournaments.rules.later import later
from service.tournaments.rules.plan import Challenges, Stage
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import open_tables_of
from service.tournaments.rules.summary import visible_version
from tests.tournament.building import Log, a_plan
from tests.tournament.playing import play
from tests.tournament.test_every_plan import NEEDED

SEEDS = range(6)


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
