"""Test who has won, by ranks, teams and the results that the rules state."""

from random import Random

import msgspec
import pytest
from msgspec import UNSET

from domain.resignations import Resignation, outcome_of, placed
from domain.ruleset import Outcome, SeatOutcome
from tests.zoo import fireworks, odds_and_evens

TWO_TEAMS = ("red", "blue", "red", "blue")


def outcome(*ranks, teams=None, results=None):
    found = zip(ranks, teams or [UNSET] * len(ranks), results or [UNSET] * len(ranks), strict=True)
    return Outcome(
        tuple(SeatOutcome(seat, rank, 0, (), team=team, result=each) for seat, (rank, team, each) in enumerate(found))
    )


@pytest.mark.parametrize(
    ("ended", "results", "winners"),
    [
        (outcome(2, 1), ("lost", "won"), (1,)),
        (outcome(1, 1), ("drawn", "drawn"), (0, 1)),
        (outcome(1, 3, 1), ("drawn", "lost", "drawn"), (0, 2)),
        (outcome(1, 3, 1, 3, teams=TWO_TEAMS), ("won", "lost", "won", "lost"), (0, 2)),
        (outcome(1, 1, 1, 1, teams=TWO_TEAMS), ("drawn",) * 4, (0, 1, 2, 3)),
        (outcome(1, 1, teams=("all", "all")), ("won", "won"), (0, 1)),
        (outcome(1, 1, teams=("all", "all"), results=("lost", "lost")), ("lost", "lost"), ()),
        (outcome(1, 1, results=("lost", "lost")), ("lost", "lost"), ()),
        (outcome(1, 1, 3, results=("won", "won", "lost")), ("won", "won", "lost"), (0, 1)),
        (outcome(2, 2), ("lost", "lost"), ()),
    ],
)
def test_ranks_and_teams_say_who_has_won_unless_the_rules_say_it(ended, results, winners) -> None:
    assert (ended.results, ended.winners) == (results, winners)


def test_a_result_and_a_team_that_are_not_stated_are_omitted() -> None:
    assert msgspec.to_builtins(SeatOutcome(0, 1, 5, ())) == {
        "seat": 0,
        "rank": 1,
        "total": 5,
        "rows": (),
        "tie_breaks": (),
    }


def test_a_seat_that_resigned_has_lost_whatever_its_team_has_reached() -> None:
    ended = placed(outcome(1, 3, 1, 3, teams=TWO_TEAMS), [Resignation(2, "resigned")])
    assert ([each.rank for each in ended.seats], ended.results) == ([1, 2, 4, 2], ("won", "lost", "lost", "lost"))


def test_a_lost_cooperative_game_stays_lost_for_those_who_stayed() -> None:
    lost = outcome(1, 1, 1, teams=("all",) * 3, results=("lost",) * 3)
    assert placed(lost, [Resignation(1, "forfeit")]).results == ("lost",) * 3


def test_a_cooperative_game_is_lost_once_only_one_player_is_left() -> None:
    rules = fireworks.RULESET
    state = rules.setup(rules.options_type(), 2, Random(0))
    gone, teams = [Resignation(0, "resigned")], ("all", "all")
    assert outcome_of(rules, state, 2, gone, teams, decided=False) is None
    ended = outcome_of(rules, state, 2, gone, teams, decided=True)
    assert (ended.results, ended.winners, ended.ended_by) == (("lost", "lost"), (), "resignation")


def test_the_team_that_stays_wins() -> None:
    rules = odds_and_evens.RULESET
    state, teams = rules.setup(rules.options_type(), 4, Random(0)), rules.teams(rules.options_type(), 4)
    gone = [Resignation(1, "resigned"), Resignation(3, "forfeit")]
    ended = outcome_of(rules, state, 4, gone, teams, decided=True)
    assert [(each.rank, each.team) for each in ended.seats] == [(1, "evens"), (4, "odds"), (1, "evens"), (3, "odds")]
    assert ended.results == ("won", "lost", "won", "lost")
