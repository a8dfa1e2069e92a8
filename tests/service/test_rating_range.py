"""Test seeks with a rating range: players are matched only if each accepts the ratings of all others."""

import msgspec
import pytest

from service.rating import Skill
from service.rating.pools import pool_of
from service.rating.scale import mu_of
from tests.service.players import player, rejected
from tests.service.seeks import look, seek, wanted
from tests.tiny import TINY


def rated(service, rating, seats=2):
    """Create a player with a rating for games of this size."""
    who = player(service)
    pool = pool_of(TINY, TINY.options_type(), seats).pool
    alias = service.bottega.store.players.note_alias(who.id)
    skill = msgspec.json.encode(Skill(mu_of(rating), 2.0, 9, "2026-01-01T00:00:00.000000Z"))
    service.bottega.store.servers.client.hset(f"bottega:{{ratings:{pool}}}:skills", alias, skill)
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


def test_at_a_larger_table_all_players_admit_each_other(service):
    people = [rated(service, rating, seats=3) for rating in (1000, 1400, 1200, 1390)]
    waiting = [seek(who, [3], rating_range={"below": 210, "above": 210}) for who in people]
    assert [look(who, each)["status"] for who, each in zip(people, waiting, strict=True)] == [
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
    response = player(service).post("/seeks", wanted(rating_range={"below": -1}))
    assert rejected(response) == (422, "invalid_request")
