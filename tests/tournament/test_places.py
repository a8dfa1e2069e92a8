"""Test who takes free places of a stage, and who shares a place in the standings."""

import pytest
from msgspec import UNSET

from service.tournaments.rules import round_pairings
from service.tournaments.rules.entrant_events import Disqualified
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.standings import standings
from service.tournaments.rules.types import CLOSED
from tests.tournament.building import Log, a_plan
from tests.tournament.drawing import drawn, seat, started

GROUPS = (Stage("round_robin", groups=2, qualify=2), Stage("knockout"))


def places(log: Log) -> dict[int, tuple]:
    """Return by entrant the first and the last of its places."""
    return {each.entrant: (each.place, each.place_to) for each in standings(log.tournament)}


def alone(place: int) -> tuple:
    return place, UNSET


def after_groups(**stated) -> Log:
    """Return the log of two groups of four whose matches the lower numbers have won; entrant 0 then leaves."""
    log = Log(a_plan(*GROUPS, **stated)).enter(8).begin()
    log.stage(*round_pairings.next_groups(log.tournament))
    while found := drawn(log):
        seat(log, found)
    assert log.tournament.stages == [[[0, 3, 4, 7], [1, 2, 5, 6]]]
    return log.withdraw(0)


@pytest.mark.parametrize(
    ("replacement", "qualified"),
    [("group", {1, 2, 3, 4}), ("standings", {1, 2, 3, 5}), ("none", {1, 2, 3}), (UNSET, {1, 2, 3, 4})],
)
def test_the_plan_says_who_takes_the_place_of_a_qualified_entrant_who_left(replacement, qualified):
    (group,) = round_pairings.next_groups(after_groups(replacement=replacement, tie_breaks=("wins",)).tournament)
    assert set(group) == qualified


def test_the_best_seed_has_the_bye_of_a_bracket_with_a_free_place():
    log = after_groups(replacement="none")
    log.stage(*round_pairings.next_groups(log.tournament))
    assert drawn(log).byes == (log.tournament.stages[1][0][0],)


def test_losers_of_one_round_of_a_knock_out_share_their_places():
    log = started(Stage("knockout"), 8)
    while found := drawn(log):
        seat(log, found)
    assert places(log) == {
        0: alone(1),
        1: alone(2),
        **dict.fromkeys((2, 3), (3, 4)),
        **dict.fromkeys(range(4, 8), (5, 8)),
    }


def test_no_places_are_shared_by_an_earlier_plan():
    log = started(Stage("knockout"), 8, shared_places=UNSET)
    while found := drawn(log):
        seat(log, found)
    assert sorted(places(log).values()) == [alone(place) for place in range(1, 9)]


@pytest.mark.parametrize(("tie_breaks", "shared"), [(("wins",), (1, 2)), (("wins", "random"), UNSET)])
def test_equal_entrants_share_a_place_unless_the_plan_lists_the_random_order(tie_breaks, shared):
    log = started(Stage("swiss", rounds=1), 4, tie_breaks=tie_breaks)
    log.pair((0, 1), (2, 3)).finish(1, (2, 1)).finish(2, (2, 1))
    first = {places(log)[0], places(log)[2]}
    assert first == ({shared} if shared else {alone(1), alone(2)})


def test_entrants_who_never_played_share_the_last_place():
    log = started(Stage("swiss", rounds=1), 6, bye_points=12)
    log.pair((0, 1), (2, 3), byes=(4,), sitting_out=(5,))
    log.finish(1, (1, 2), no_shows=(0,)).finish(2, (1, 2)).end()
    assert {each: place for each, place in places(log).items() if each not in (1, 3)} == {
        2: alone(3),
        **dict.fromkeys((0, 4, 5), alone(6)),
    }


def test_nobody_is_first_if_nobody_played():
    log = started(Stage("knockout"), 2).withdraw(1).end()
    assert log.tournament.status in CLOSED
    assert places(log) == {0: alone(2), 1: alone(2)}


def test_a_disqualified_entrant_ranks_below_those_who_never_played():
    log = started(Stage("swiss", rounds=1), 4)
    log.pair((0, 1), byes=(2,), sitting_out=(3,)).finish(1, (2, 1))
    log.add(Disqualified, entrant=0)
    assert places(log.withdraw(3)) == {2: alone(1), 1: alone(2), 3: alone(3), 0: alone(4)}
