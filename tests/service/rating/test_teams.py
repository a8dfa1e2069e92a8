"""Test the ratings of games with teams."""

import pytest

from service.rating.recompute import rated_game
from service.rating.skills import RatedGame, Seated, Skill, fold

AT = "2026-01-01T12:00:00.000000Z"
PLAYERS = [f"pl_{name * 20}" for name in "abcd"]
SURE = Skill(25.0, 2.0, 50, AT, ("pl_x", "pl_y", "pl_z"))


def skills(ranks, teams, before=SURE):
    """Return the means after a game of players who were equal before."""
    game = RatedGame("g1", AT, tuple(map(Seated, PLAYERS, ranks, teams)))
    after = fold(game, dict.fromkeys(PLAYERS, before), {})
    return [after[who].mu for who in PLAYERS]


def test_the_players_of_a_team_earn_alike_and_the_winners_what_the_losers_lose():
    ann, bea, cid, dan = skills((1, 3, 1, 3), ("red", "blue", "red", "blue"))
    assert ann == cid > SURE.mu > bea == dan
    assert ann + bea == pytest.approx(2 * SURE.mu, abs=1e-5)


def test_a_draw_of_equal_teams_changes_no_mean():
    assert skills((1,) * 4, ("red", "blue", "red", "blue")) == pytest.approx([SURE.mu] * 4, abs=1e-5)


def test_a_player_who_resigned_does_not_earn_with_the_team():
    ann, bea, cid, dan = skills((1, 2, 4, 2), ("red", "blue", "red", "blue"))
    assert ann > SURE.mu > cid
    assert bea == dan


def test_a_team_that_beats_provisional_opponents_is_rated_at_most_as_high_as_1200():
    assert skills((1, 3, 1, 3), ("red", "blue", "red", "blue"), Skill())[0] < 35


@pytest.mark.parametrize(("teams", "is_rated"), [(("all", "all"), False), (("red", "blue"), True), (("", ""), True)])
def test_a_game_without_opponents_is_not_rated(teams, is_rated):
    seats = [{"kind": "human", "player": player} for player in PLAYERS[:2]]
    assert (rated_game("g1", AT, seats, (1, 1), teams, (0, 1)) is not None) == is_rated
