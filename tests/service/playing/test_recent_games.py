"""Test actions on a copy that this process kept of a game, while another process changes the game."""

import pytest
from msgspec.structs import replace

from service.store.game_cache import MOST_GAMES, GameCache
from tests.service.helpers.client import round_trips
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.round_trips import Counted
from tests.service.helpers.client.service import HUMANS, RemoteGame
from tests.service.helpers.games.stored import replayed


@pytest.fixture
def here(start):
    """Return a game of two players whose seats must both seal a card, as one process knows it."""
    game = start().new_game()
    game.act(0)
    return game


@pytest.fixture
def elsewhere(start, here):
    """Return the same game in another process."""
    return RemoteGame(start(), here.game_id, here.tokens)


def post(game, seat, body, **headers):
    return game.post("/actions", seat, body, headers)


def test_the_next_action_after_a_read_or_a_write_needs_one_round_trip(here):
    round_trips.count(here.service.installation)
    here.view(0)  # opens the connections
    for seat in (0, 1):
        action, before = here.action_body(seat), Counted.trips
        assert post(here, seat, action).status_code == 200
        assert Counted.trips == before + 1


def test_an_action_counts_although_another_seat_has_acted_elsewhere(here, elsewhere):
    action = here.action_body(0)
    assert elsewhere.act(1).status_code == 200
    response = post(here, 0, action)
    assert (response.status_code, response.json["version"]) == (200, 3)
    assert [event["seat"] for event in here.events()] == [0, 1, 0]


def test_an_action_counts_although_the_copy_is_of_a_turn_before(start):
    here = start().new_game()
    elsewhere = RemoteGame(start(), here.game_id, here.tokens)
    here.view(1)
    assert elsewhere.act(0).status_code == 200
    assert post(here, 1, elsewhere.action_body(1)).status_code == 200


def test_a_key_that_was_used_for_another_action_is_rejected(start):
    game, key = start().new_game(), {"Idempotency-Key": "k"}
    action = game.action_body(0)
    assert post(game, 0, action, **key).status_code == 200
    for other in (action | {"decision": 99}, action | {"action": {"type": "set_stake", "stake": 2}}):
        check_problem(post(game, 0, other, **key), 409, "idempotency_key_reused")


def test_a_decision_made_elsewhere_is_closed(here, elsewhere):
    action = here.action_body(0)
    assert post(elsewhere, 0, action).status_code == 200
    check_problem(post(here, 0, action), 409, "decision_closed")
    assert len(here.events()) == 2


def test_an_action_sent_to_two_processes_with_one_key_is_applied_once(here, elsewhere):
    action, key = here.action_body(0), {"Idempotency-Key": "k"}
    elsewhere.view(0)
    responses = [post(each, 0, action, **key) for each in (here, elsewhere)]
    assert responses[0].data == responses[1].data
    assert responses[1].headers["Idempotent-Replayed"] == "true"


def test_a_token_that_was_replaced_elsewhere_is_rejected(start):
    seats = [HUMANS[0], {"kind": "open"}]
    service = start()
    created = service.create(seats)
    here = service.opened(created)
    here.act(0)
    action = here.action_body(0)
    other = start()
    path = f"/v1/games/{here.game_id}/seats/0/token"
    creator = {"Authorization": f"Bearer {created.json['creator_token']}"}
    new = other.client.post(path, headers=creator).json["token"]
    check_problem(post(here, 0, action), 401, "invalid_token")
    assert len(here.events()) == 1
    here.tokens[0] = new
    assert post(here, 0, action).status_code == 200


def test_an_action_is_rejected_in_a_game_that_was_aborted_elsewhere(here, elsewhere):
    action = here.action_body(0)
    for seat in (0, 1):
        assert elsewhere.post("/abort", seat).status_code == 200
    check_problem(post(here, 0, action), 409, "decision_closed")


def test_an_action_is_rejected_in_a_game_that_was_deleted_elsewhere(here, elsewhere):
    action = here.action_body(0)
    elsewhere.service.installation.store.remove(elsewhere.service.installation.store.header(here.game_id))
    check_problem(post(here, 0, action), 404, "game_not_found")
    assert not [key for key in here.stored if here.game_id.encode() in key and not key.endswith(b":deleted")]


def test_an_action_follows_the_event_that_replaced_another_one_after_data_loss(here, elsewhere):
    action, redis = here.action_body(0), elsewhere.service.installation.store.servers.client
    names = [f"bottega:{{{here.game_id}}}:{part}" for part in ("log", "state")]
    before = [redis.dump(name) for name in names]
    assert elsewhere.act(1).status_code == 200
    here.view(0)  # at version 2, which is then lost
    for name, value in zip(names, before, strict=True):
        redis.restore(name, 0, value, replace=True)
    again = elsewhere.action_body(1, elsewhere.get("/actions", 1).json["actions"][-1])
    assert post(elsewhere, 1, again).status_code == 200
    assert post(here, 0, action).status_code == 200
    assert here.events(1)[1]["action"] == again["action"]
    assert replayed(here.service, here) == here.service.installation.store.load(here.game_id).snapshot


@pytest.mark.parametrize("query", ["dry_run=true", "dry%5Frun=true", "include=actions&dry_run=true"])
def test_a_dry_run_checks_the_current_game(here, elsewhere, query):
    action = here.action_body(0)
    assert post(elsewhere, 0, action).status_code == 200
    check_problem(here.post(f"/actions?{query}", 0, action), 409, "decision_closed")


def test_requests_that_are_counted_later_are_counted_once(start):
    service = start(requests_per_minute=1000)
    game, sent = service.new_game(), 1
    limits = service.installation.allowances
    while waiting := game.view()["to_act"]:
        response = game.act(waiting[0])
        sent += 3
        assert f'"requests";r={1000 - sent};' in response.headers["RateLimit"]
    game.view()
    (counter,) = limits.client.keys("bottega:limits:requests:*")
    assert int(limits.client.get(counter)) == sent + 2


def test_near_its_limit_each_request_is_counted_at_once(start):
    service = start(requests_per_minute=50)
    game = service.new_game()
    response = game.act(0)
    (counter,) = service.installation.allowances.client.keys("bottega:limits:requests:*")
    assert int(service.installation.allowances.client.get(counter)) == 3
    assert '"requests";r=47;' in response.headers["RateLimit"]


def test_a_process_keeps_the_games_that_it_used_last(game):
    stored, cache = game.service.installation.store.load(game.game_id), GameCache()
    for number in range(MOST_GAMES + 2):
        cache.put(replace(stored, header=replace(stored.header, game_id=str(number or 1))))
    assert cache.take("1") is None
    assert cache.take("2").header.game_id == "2"
    assert cache.take("2") is None
