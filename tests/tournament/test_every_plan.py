"""Test that every plan in the ranges of the contract can be played to its end."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.record import write
from service.resources.game_places import MOST_GAMES
from service.tournaments.rules.bracket import bracket
from service.tournaments.rules.bracket_image import draw as draw_bracket
from service.tournaments.rules.crosstable import crosstable
from service.tournaments.rules.crosstable_image import draw as draw_crosstable
from service.tournaments.rules.exports import to_csv
from service.tournaments.rules.format_traits import FORMATS, traits_of
from service.tournaments.rules.plan import USUAL_TIE_BREAKS, Plan, Stage
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.point_scales import scale
from service.tournaments.rules.report_file import NotSwissPairs, to_trf
from service.tournaments.rules.seats import seat_order
from service.tournaments.rules.standings import standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import PAIRED, Log, a_plan
from tests.tournament.playing import play, recorded

GAMES = (1, 2, 3, 5, 7, MOST_GAMES)
NEEDED: dict[str, dict[str, Any]] = {"swiss": {"rounds": 3}, "round_robin": {"rounds": 3}, "arena": {"matches": 4}}
SIZES = {form: (2,) if traits.needs_pairs else (2, 3, 4, 5, 7) for form, traits in FORMATS.items()}
ENTRANTS = (2, 7, 11)
EVERY = [
    (form, size, games, ENTRANTS[(size + number) % len(ENTRANTS)])
    for form in FORMATS
    for size, (number, games) in product(SIZES[form], enumerate(GAMES))
]
"""Every format with every table size and number of games. Each of them meets every number of entrants."""
SEED = some.integers(0, 2**32 - 1)


def shown(log: Log) -> list[str]:
    """Return everything shown of a tournament: standings, crosstables, brackets, CSV, and the report file."""
    tournament = log.tournament
    found = [to_csv(tournament, standings(tournament))]
    for number, stage in enumerate(tournament.plan.stages[: len(tournament.stages)]):
        for group in range(len(tournament.stages[number])):
            found.append(to_csv(tournament, standings(tournament, number, group)))
            found.append(draw_crosstable(tournament, crosstable(tournament, number, group)))
            found += reported(log, number, group)
        if traits_of(stage).is_knockout:
            found.append(draw_bracket(tournament, bracket(tournament, number)))
    return found


def reported(log: Log, stage: int, group: int) -> list[str]:
    try:
        return [to_trf(log.tournament, stage, group)]
    except NotSwissPairs:
        return []


def check_whole(log: Log, entrants: int) -> None:
    """Check that a tournament has finished, that its record is valid, and that everything can be shown."""
    assert log.tournament.status == "over"
    assert log.tournament.is_between_rounds
    assert len(standings(log.tournament)) >= entrants
    verify(write(recorded(log)))
    assert all(shown(log))


@pytest.mark.parametrize(("form", "size", "games", "entrants"), EVERY)
def test_each_format_is_played_to_its_end_with_each_table_size_and_number_of_games(form, size, games, entrants):
    plan = a_plan(Stage(form, size, **NEEDED.get(form, {})), games=games)
    check_whole(play(plan, entrants, Random(games)), entrants)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_no_order_of_seats_is_repeated_before_all_have_occurred(size):
    orders = [seat_order(range(size), game) for game in range(240)]
    all_orders = len({*orders})
    assert all_orders == {2: 2, 3: 6, 4: 24, 5: 120}[size]
    assert orders[:all_orders] * (240 // all_orders) == orders
    for place in range(size):
        assert {order.index(place) for order in orders[:size]} == set(range(size))


@some.composite
def stages(draw: some.DrawFn, number: int, count: int, *, late: bool) -> Stage:
    """Generate a stage that the contract allows."""
    form = draw(some.sampled_from([each for each in PAIRED if FORMATS[each].is_open or not late or number > 0]))
    size = draw(some.sampled_from(SIZES[form]))
    stated: dict[str, Any] = {"format": form, "table_size": size}
    if FORMATS[form].has_groups:
        stated["rounds"] = draw(some.integers(int(form == "swiss"), 4))
        stated["groups"] = 1 if late and number == 0 else draw(some.sampled_from((1, 1, 2, 3, 512)))
    if form == "knockout":
        stated["advance"] = draw(some.integers(1, max(1, size - 2)))
    if form == "arena":
        stated |= draw(
            some.sampled_from(({"minutes": 5}, {"matches": 1}, {"matches": 3}, {"minutes": 1, "matches": 2}))
        )
    return Stage(**stated, qualify=draw(some.sampled_from((1, 2, 3, 6, 1024))) if number + 1 < count else 0)


@some.composite
def plans(draw: some.DrawFn) -> Plan:
    """Generate a plan that the contract allows, over all its ranges."""
    count, late = draw(some.integers(1, 3)), draw(some.booleans())
    most = draw(some.sampled_from((1, 12, 1000)))
    named = draw(some.sets(some.integers(2, 5)))
    return a_plan(
        *(draw(stages(number, count, late=late)) for number in range(count)),
        games=draw(some.sampled_from(GAMES)),
        points=scale(
            {size: tuple(draw(some.lists(some.integers(0, most), min_size=size, max_size=size))) for size in named}
        ),
        bye_points=draw(some.integers(0, most)),
        late_entries=late,
        late_points=draw(some.integers(0, most)),
        tie_breaks=tuple(draw(some.lists(some.sampled_from(USUAL_TIE_BREAKS), min_size=1, unique=True))),
        check_in=draw(some.booleans()),
    )


@settings(max_examples=120)
@given(plan=plans(), entrants=some.integers(2, 23), seed=SEED)
def test_each_plan_is_played_to_its_end_and_verified(plan, entrants, seed):
    check_plan(plan)
    check_whole(play(plan, entrants, Random(seed)), entrants)


@settings(max_examples=40)
@given(plan=plans(), entrants=some.integers(2, 23), seed=SEED)
def test_each_plan_finishes_although_nearly_all_withdraw(plan, entrants, seed):
    check_whole(play(plan, entrants, Random(seed), leaving=0.9), entrants)
