"""Test seeks with a rating range: players are matched only if each accepts the ratings of all others."""

import msgspec
import pytest

from service.rating import BEGINNER, Skill
from service.rating.pools import pool_of
from service.rating.scale import mu_of, rating_of
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.seeks import look, new_seek, seek
from tests.tiny import TINY


def rated(service, rating, seats=2):
    """Create a player with a rating for games of this size."""
    who = player(service)
    pool = pool_of(TINY, TINY.options_type(), seats).pool
    alias = service.installation.store.players.note_alias(who.id)
    skill = msgspec.json.encode(Skill(mu_of(rating), 2.0, 9, "2026-01-01T00:00:00.000000Z"))
    service.installation.store.servers.client.hset(f"bottega:{{ratings:{pool}}}:skills", alias, skill)
    return who


@pytest.mark.parametrize(
    ("one", "other", "status"),
    [
        ({"below": 100}, {}, "matched"),
        ({"below": 99}, {}, "waiting"),
        ({}, {"above": 100}, "matched"),
        ({}, {"above": 99}, "waiting"),
        ({"above": 0}, {"below": 0}, "matched"),
        ({"below": 100, "above": 100}, {"below": 100, "above": 100}, "matched"),
    ],
)
def test_two_sit_down_together_who_admit_each_other(service, one, other, status):
    strong, weak = rated(service, 1300), rated(service, 1200)
    assert seek(strong, rating_range=one)["rating_range"] == one if one else seek(strong)
    assert seek(weak, rating_range=other)["status"] == status


def test_an_unrated_player_counts_as_a_beginner(service):
    weak, other = rated(service, 950), player(service)
    seek(weak, rating_range={"above": 40})
    assert seek(other)["status"] == "waiting"
    assert seek(player(service), rating_range={"below": 60})["status"] == "matched"


def test_in_a_larger_game_all_players_admit_each_other(service):
    humans = [rated(service, rating, seats=3) for rating in (1000, 1400, 1200, 1390)]
    waiting = [seek(who, [3], rating_range={"below": 210, "above": 210}) for who in humans]
    assert [look(who, each)["status"] for who, each in zip(humans, waiting, strict=True)] == [
        "waiting",
        *["matched"] * 3,
    ]


def test_a_repeated_seek_updates_the_range(service):
    strong, weak = rated(service, 1300), rated(service, 1200)
    first = seek(strong, rating_range={"below": 50})
    assert seek(weak)["status"] == "waiting"
    again = seek(strong, rating_range={"below": 150})
    assert (again["seek"], again["status"]) == (first["seek"], "matched")


def test_a_range_is_of_points_from_0(service):
    response = player(service).post("/seeks", new_seek(rating_range={"below": -1}))
    assert rejected(response) == (422, "invalid_request")


def listed_ratings(service):
    """Return the accepted ratings of the only listed kind of seeks, by number of seats."""
    (kind,) = service.client.get("/v1/seeks").json["waiting_seeks"]
    return {each["seats"]: each.get("ratings") for each in kind["table_sizes"]}


def test_the_list_shows_the_accepted_ratings_in_full_hundreds(service):
    ann, bea, cid = (player(service) for _ in range(3))
    beginner = rating_of(BEGINNER.mu)
    seek(ann, [4], rating_range={"below": 130, "above": 130})
    lowest, highest = (beginner - 130) // 100 * 100, -(-(beginner + 130) // 100) * 100
    assert listed_ratings(service) == {4: {"lowest": lowest, "highest": highest}}
    seek(bea, [3, 4], rating_range={"below": 330})
    assert listed_ratings(service) == {
        3: {"lowest": (beginner - 330) // 100 * 100},
        4: {"lowest": (beginner - 330) // 100 * 100},
    }
    seek(cid, [3])
    assert listed_ratings(service) == {3: None, 4: {"lowest": (beginner - 330) // 100 * 100}}
