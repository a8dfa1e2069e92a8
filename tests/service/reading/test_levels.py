"""Test which AI levels the rulesets offer for each number of seats."""

import pytest

from domain.levels import LEVELS
from tests.service.helpers.client.contract import HOSTED

SIZES = [(name, seats) for name, each in HOSTED.items() for seats in range(each.min_seats, each.max_seats + 1)]


def offered(service, ruleset):
    """Return the levels by number of seats in the description of a ruleset."""
    return service.client.get(f"/v1/rulesets/{ruleset}").json["levels_by_seats"]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_ruleset_offers_levels_for_each_of_its_numbers_of_seats(service, ruleset):
    listed = next(each for each in service.client.get("/v1/rulesets").json["rulesets"] if each["ruleset"] == ruleset)
    assert [(ruleset, each["seats"]) for each in listed["levels_by_seats"]] == [
        each for each in SIZES if each[0] == ruleset
    ]
    assert listed["levels_by_seats"] == offered(service, ruleset)


@pytest.mark.parametrize(("ruleset", "seats"), SIZES)
def test_the_levels_offered_are_those_whose_ratings_say_that_they_differ(service, ruleset, seats):
    ratings = [each for each in HOSTED[ruleset].ratings if each.seats == seats]
    differing = [each.level for each in ratings if each.differs]
    (found,) = (each for each in offered(service, ruleset) if each["seats"] == seats)
    assert found == {"seats": seats, "levels": differing or list(LEVELS), "measured": bool(differing)}


@pytest.mark.parametrize(("ruleset", "seats"), SIZES)
def test_every_level_is_accepted_with_every_number_of_seats(service, ruleset, seats):
    for level in LEVELS:
        ai_players = [{"kind": "ai", "level": level}] * (seats - 1)
        body = {"ruleset": ruleset, "seats": [{"kind": "human", "name": "Ada"}, *ai_players]}
        assert service.client.post("/v1/games", json=body).status_code == 201
