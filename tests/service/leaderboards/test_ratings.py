"""Test served ratings: each finished game counts once, in the order of their ends."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from domain.clock_per_decision import PerDecisionClock
from service import problems
from service.game.deals import SharedDeal
from service.game.game import load
from service.installation import conflicts
from service.installation.clock_and_ids import written
from service.leaderboards import rating
from service.playing import abort, games, missed_decisions
from service.playing.missed_decisions import TIMED_OUT
from service.rating.pools import anchors
from service.rating.recompute import leaderboard, recompute
from service.rating.scale import rating_of, uncertainty_of
from service.rating.skills import RatedGame, Seated
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.rated import POOL, RATED, created, hosting, play_at_random
from tests.service.helpers.players.player import Player, player, rejected
from tests.submitting import submit
from tests.tiny import TINY


@pytest.fixture
def rated(redis_url):
    """Run the service with measured levels of the tiny ruleset, on a Redis that does not wait for the disk."""
    with running(settings(redis_url, durability="memory")) as service:
        yield hosting(service, RATED)


def at(moment):
    return {"now": lambda: moment}


def played(service, *who, **terms):
    """Play a rated game to its end by default actions, and score it."""
    game_id = created(service, *who, **terms)
    finish_and_score(service, game_id)
    return game_id


def get(service, path, **query):
    response = service.client.get(f"/v1{path}", query_string=query)
    assert response.status_code == 200, response.text
    return response.json


def pool_ids(service):
    return [each["pool"] for each in get(service, "/ratings", limit=100)["pools"]]


def board(service, pool, limit=100):
    """Read a leaderboard to its end."""
    read = get(service, f"/ratings/{pool}", limit=limit)
    yield from read["entries"]
    while "next_cursor" in read:
        read = get(service, f"/ratings/{pool}", limit=limit, cursor=read["next_cursor"])
        yield from read["entries"]


def reported(entries):
    """Return the entries of a leaderboard in the form of the recomputation."""
    names = ("rank", "rating", "uncertainty", "games")
    return [(*(each[name] for name in names), each.get("alias") or f"ai_{each['level']}") for each in entries]


def recomputed(service, now):
    """Return all leaderboards, computed from the exported records alone."""
    records, query = [], {}
    while (read := get(service, "/records", limit=20, **query))["records"]:
        records += read["records"]
        query = {"cursor": read["next_cursor"]}
    pools = recompute(records, service.installation.rulesets)
    return {
        pool: [(e.rank, e.rating, e.uncertainty, e.games, e.who) for e in leaderboard(skills, now)]
        for pool, skills in pools.items()
    }


def alias(service, one):
    """Return the alias of a player in records and ratings."""
    return one if isinstance(one, str) else service.installation.store.players.note_alias(one.id)


def skill(service, one, pool=POOL.pool):
    return service.installation.store.ratings.skill(pool, alias(service, one))


def test_served_ratings_equal_those_of_the_exported_records_to_the_digit(rated):
    rng = Random(25)
    humans = [player(rated, f"Player {number}") for number in range(4)]
    game = [2] * 120 + [3] * 4
    ids = [created(rated, *rng.sample([*humans, "greedy", "random"], seats)) for seats in game]
    for game_id in ids:
        play_at_random(rated, game_id, rng)
    rng.shuffle(ids)
    for game_id in ids:
        games.score(rated.installation, game_id)
    now = written(datetime.now(UTC))
    served = {pool: reported(board(rated, pool, limit=2)) for pool in pool_ids(rated)}
    assert served == recomputed(rated, now)
    assert len(served[POOL.pool]) == 4
    assert [each["level"] for each in get(rated, f"/ratings/{POOL.pool}")["anchors"]] == ["greedy", "random"]


def test_a_player_finds_their_ratings_and_the_history_of_these(rated):
    ann, bea = player(rated, "Ann"), player(rated)
    first, second = played(rated, ann, bea), played(rated, bea, ann)
    (own,) = get(rated, f"/players/{ann.id}/ratings")["ratings"]
    assert (own["pool"], own["games"], own["provisional"]) == (get(rated, "/ratings")["pools"][0], 2, True)
    path = f"/ratings/{POOL.pool}/players/{ann.id}/history"
    latest = get(rated, path, limit=1)
    oldest = get(rated, path, cursor=latest["next_cursor"])
    changes = latest["games"] + oldest["games"]
    assert [each["game_id"] for each in changes] == [second, first]
    assert changes[0]["rating"] == own["rating"] == 1000 + sum(each["change"] for each in changes)
    assert "next_cursor" not in oldest
    picture = rated.client.get(f"/v1{path}/image")
    assert (picture.status_code, picture.content_type) == (200, "image/svg+xml")
    assert "Ann" in picture.text


@pytest.mark.parametrize("terms", [{"rated": False}, {"rated": False, "visibility": "unlisted"}], ids=str)
def test_a_game_that_does_not_count_leaves_no_trace(rated, terms):
    ann, bea = player(rated), player(rated)
    assert ann.send("PATCH", "/me", {"public": True}).status_code == 200
    played(rated, ann, bea, **terms)
    assert (pool_ids(rated), get(rated, f"/players/{ann.id}/ratings")["ratings"]) == ([], [])


def test_new_players_who_resign_before_they_act_raise_no_other_player(rated):
    farmer = player(rated, "Farmer")
    for number in range(30):
        game_id = created(rated, farmer, player(rated))
        if number % 2:
            act(rated, game_id, 0)
        missed_decisions.resign(rated.installation, game_id, 1)
        games.score(rated.installation, game_id)
    assert (pool_ids(rated), recomputed(rated, written(datetime.now(UTC)))) == ([], {})
    assert len(get(rated, "/records", limit=20)["records"]) == 20


def test_a_game_in_which_the_clock_decides_all_for_a_player_changes_no_rating(rated):
    ann, bea = player(rated), player(rated)
    game_id = created(rated, ann, bea, clock=PerDecisionClock(30))
    act(rated, game_id, 0)
    finish_and_score(rated, game_id, TIMED_OUT)
    assert pool_ids(rated) == []
    game_id = created(rated, ann, bea, clock=PerDecisionClock(30))
    for seat in (0, 1):
        act(rated, game_id, seat)
    finish_and_score(rated, game_id, TIMED_OUT)
    assert [skill(rated, each).games for each in (ann, bea)] == [1, 1]
    assert sent_skills(rated) == recomputed_skills(rated)


def act(service, game_id, seat):
    """Let a seat act itself in its turn; others act before by default actions."""
    while (waiting := (game := load(service.installation, game_id)).to_act)[0] != seat:
        games.default_turn(service.installation, game_id, waiting[0], game.position.decisions[waiting[0]], TIMED_OUT)
    action = game.ruleset.legal_actions(game.position.state, seat)[0]
    submit(service.installation, game_id, seat, game.position.decisions[seat], action)


REQUESTS: dict[str, dict[str, Any]] = {
    "/games": {"ruleset": "tiny", "seats": [{"kind": "human"}] * 2},
    "/seeks": {"ruleset": "tiny", "seats": [2]},
    "/tournaments": {
        "name": "Cup",
        "ruleset": "tiny",
        "stages": [{"format": "swiss", "table_size": 2, "rounds": 2}],
    },
}


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
@pytest.mark.parametrize("path", REQUESTS)
def test_a_rated_game_must_be_public(rated, path, visibility):
    who = player(rated).with_scopes("play", "create", "organise")
    body = REQUESTS[path] | {"visibility": visibility}
    assert rejected(who.post(path, body | {"rated": True})) == (409, "rated_not_public")
    for unrated in (body, body | {"rated": False}):
        response = who.post(path, unrated)
        assert (response.status_code, response.json.get("rated", False)) == (201, False)
    public = who.post(path, REQUESTS[path] | {"rated": True, "visibility": "public"})
    assert public.status_code == 201


def test_seats_with_tokens_only_are_left_out(rated):
    ann, bea = player(rated), player(rated)
    played(rated, ann, "")
    assert pool_ids(rated) == []
    played(rated, ann, "", bea)
    assert [get(rated, f"/players/{each.id}/ratings")["ratings"][0]["games"] for each in (ann, bea)] == [1, 1]


def test_a_game_counts_once_however_often_it_is_scored(rated):
    ann, bea = player(rated), player(rated)
    game_id = played(rated, ann, bea)
    before = skill(rated, ann)
    games.score(rated.installation, game_id)
    rating.rate_ended(rated.installation, load(rated.installation, game_id).header)
    assert skill(rated, ann) == before


def test_games_that_are_scored_at_the_same_time_are_rated_in_the_order_of_their_ends(rated):
    humans = [player(rated), player(rated), player(rated)]
    ids = [created(rated, *(humans[number % 3], humans[(number + 1) % 3])) for number in range(12)]
    for game_id in ids:
        play_at_random(rated, game_id, Random(game_id))
    with ThreadPoolExecutor(4) as pool:
        [*pool.map(lambda game_id: games.score(rated.installation, game_id), [*ids, *ids])]
    assert sent_skills(rated) == recomputed_skills(rated)
    assert sum(each.games for each in sent_skills(rated).values()) == 2 * len(ids)


def test_a_game_is_due_until_it_has_been_rated(rated, monkeypatch):
    game_id = created(rated, player(rated), player(rated))
    play_at_random(rated, game_id, Random(game_id))
    monkeypatch.setattr(conflicts, "MOST_ATTEMPTS", 0)
    with pytest.raises(problems.GameBusy):
        games.score(rated.installation, game_id)
    assert rated.installation.store.results.of(game_id) is None


def test_the_next_game_after_a_new_measurement_of_a_level_rates_all_games_again(rated):
    ann, bea = player(rated), player(rated)
    played(rated, ann, "greedy")
    hosting(rated, TINY)
    played(rated, ann, bea)
    assert sent_skills(rated) == recomputed_skills(rated)
    assert skill(rated, "ai_greedy").games == 1
    hosting(rated, RATED)
    played(rated, ann, bea)
    assert sent_skills(rated) == recomputed_skills(rated)
    assert skill(rated, "ai_greedy") is None


def sent_skills(service):
    store = service.installation.store.ratings
    return {who: store.skill(POOL.pool, who) for who in store.rated_players(POOL.pool)}


def recomputed_skills(service):
    records = get(service, "/records", limit=20)["records"]
    return recompute(records, service.installation.rulesets)[POOL.pool]


def made_sure(service, *humans):
    """Let two players meet each other and two others until they are listed: the first wins two of three games."""
    others = player(service), player(service)
    pairs = [humans if number % 3 else humans[::-1] for number in range(40)]
    pairs += [(each, "ai_greedy") if number % 2 else ("ai_greedy", each) for number in range(40) for each in others]
    pairs += [(each, other) for other in others for each in humans]
    pairs += [humans]
    for number, (first, second) in enumerate(pairs):
        game = RatedGame(
            f"{number:020}",
            written(datetime.now(UTC)),
            (Seated(alias(service, first), 1), Seated(alias(service, second), 2)),
        )
        rating.add(service.installation, POOL, game, anchors(RATED, POOL))


def test_a_deleted_player_is_no_longer_listed(rated):
    ann, bea = player(rated, "Ann"), player(rated, "Bea")
    made_sure(rated, ann, bea)
    assert [(each["rank"], each["name"]) for each in board(rated, POOL.pool)] == [(1, "Ann"), (2, "Bea")]
    assert ann.send("DELETE", "/me").status_code == 204
    assert [(each["rank"], each["player"]) for each in board(rated, POOL.pool)] == [(1, bea.id)]
    assert rejected(rated.client.get(f"/v1/players/{ann.id}/ratings")) == (404, "player_not_found")


def test_the_leaderboard_shows_which_player_is_a_bot_and_its_owner(rated):
    ann = player(rated, "Ann")
    made = ann.post("/players", {"name": "Bot", "bot": True}).json
    made_sure(rated, ann, Player(rated, made["player"], made["key"]))
    listed = [{name: each.get(name) for name in ("name", "bot", "owner")} for each in board(rated, POOL.pool)]
    assert listed == [{"name": "Ann", "bot": None, "owner": None}, {"name": "Bot", "bot": True, "owner": ann.id}]


def test_others_keep_their_ratings_when_a_player_is_deleted(rated):
    ann, bea, cid = (player(rated) for _ in range(3))
    played(rated, ann, bea)
    before = sent_skills(rated)
    assert ann.send("DELETE", "/me").status_code == 204
    assert sent_skills(rated) == before == recomputed_skills(rated)
    played(rated, bea, cid)
    assert sent_skills(rated) == recomputed_skills(rated)


def test_a_game_of_a_deal_is_rated_once_all_of_them_have_ended(rated):
    deal = SharedDeal("dl_" + "d" * 20, bytes(32), ["a" * 20, "b" * 20, "c" * 20])
    ann, bea = player(rated), player(rated)
    first, second, third = (created(rated, ann, bea, deal=deal, game_id=game_id) for game_id in deal.games)
    finish_and_score(rated, first)
    finish_and_score(rated, second)
    assert pool_ids(rated) == []
    abort.abort(rated.installation, third, None, creator=True)
    assert sent_skills(rated) == recomputed_skills(rated)
    assert skill(rated, ann).games == 2


def test_a_player_who_has_not_played_for_long_is_no_longer_listed(rated):
    ann, bea = player(rated), player(rated)
    made_sure(rated, ann, bea)
    hosting(rated, RATED, **at(datetime.now(UTC) + timedelta(days=91)))
    assert [*board(rated, POOL.pool)] == []
    (own,) = get(rated, f"/players/{ann.id}/ratings")["ratings"]
    assert (own["rating"], own["games"]) == (rating_of(skill(rated, ann).mu), 43)
    assert own["uncertainty"] > uncertainty_of(skill(rated, ann).sigma)


def test_pools_are_listed_page_by_page_and_by_ruleset(rated):
    ann, bea = player(rated), player(rated)
    for hand in (2, 3, 4):
        played(rated, ann, bea, options=TINY.options_type(hand=hand))
    first = get(rated, "/ratings", limit=2)
    rest = get(rated, "/ratings", limit=2, cursor=first["next_cursor"], ruleset="tiny")
    assert len({each["pool"] for each in first["pools"] + rest["pools"]}) == 3
    assert "next_cursor" not in rest
    assert get(rated, "/ratings", ruleset="azul")["pools"] == []


@pytest.mark.parametrize("pool", ["azul-2-00000000", "no pool", "{x}", "azul-2-0000000g"])
def test_a_pool_without_games_has_no_leaderboard(rated, pool):
    assert rejected(rated.client.get(f"/v1/ratings/{pool}")) == (404, "pool_not_found")
