"""Test the tag of a page of events: what has changed since that page ends the wait of the next request."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.service.helpers.client import round_trips
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.round_trips import Counted
from tests.service.helpers.client.service import HUMANS, RemoteGame
from tests.service.helpers.games.lobby import OPEN
from tests.service.streams.test_surroundings import ALL, created
from tests.workers.waiting import until


def page(game, seat, query):
    """Return a page of events that a seat or spectator requests."""
    response = game.get(f"/events?{query}", seat)
    assert response.status_code == 200, response.json
    return response.json


def crowded(start, game):
    """Return a game in a process that rejects each request that must wait."""
    return RemoteGame(start(spectators=0), game.game_id, game.tokens)


def claim(game):
    return game.post("/seats/1/claim", None, {"name": "Bruno"})


def test_a_first_request_for_surroundings_does_not_wait(service, start):
    game = created(service, HUMANS[0], OPEN)
    first = page(crowded(start, game), 0, "include=seats&wait=30")
    assert first["surroundings"] == page(game, 0, "include=seats")["surroundings"]


def test_a_request_without_surroundings_and_without_a_tag_waits(service, start):
    game = created(service)
    check_problem(crowded(start, game).get("/events?wait=30", 0), 503, "too_many_spectators")


def test_a_start_between_two_requests_is_returned_by_the_next_at_once(service, start):
    game = created(service, HUMANS[0], OPEN, starts="when_seated")
    before = page(game, 0, "")
    waiting = f"/events?wait=30&state_tag={before['state_tag']}"
    check_problem(crowded(start, game).get(waiting, 0), 503, "too_many_spectators")
    claim(game)
    after = crowded(start, game).get(waiting, 0).json
    assert (before["status"], after["status"], after["events"]) == ("open", "running", [])


def test_a_change_between_two_requests_is_returned_by_the_next_at_once(service, start):
    game = created(service, HUMANS[0], OPEN)
    first = page(game, 0, "include=seats")
    waiting = f"/events?include=seats&wait=30&state_tag={first['state_tag']}"
    check_problem(crowded(start, game).get(waiting, 0), 503, "too_many_spectators")
    claim(game)
    changed = crowded(start, game).get(waiting, 0).json
    assert [each.get("name") for each in changed["surroundings"]["seats"]] == [None, "Bruno"]
    assert changed["state_tag"] == page(game, 0, "include=seats")["state_tag"]


def test_a_waiting_request_returns_after_a_change(service):
    game = created(service, HUMANS[0], OPEN)
    tag = page(game, None, "include=seats")["state_tag"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(page, game, None, f"include=seats&wait=30&state_tag={tag}")
        until(lambda: len(service.installation.hub) == 1, "the request waits")
        claim(game)
        found = waiting.result()
    assert (found["events"], found["surroundings"]["seats"][1]["name"]) == ([], "Bruno")


def test_an_event_does_not_change_the_tag_of_state(service):
    game = created(service, undo="consent", queued_actions=True)
    before = page(game, 0, ALL[1:])["state_tag"]
    game.act(0)
    after = page(game, 0, ALL[1:])
    assert (after["version"], after["surroundings"]["queue"]["version"]) == (1, 1)
    assert after["state_tag"] == before


def test_the_queue_of_a_seat_changes_no_tag_of_others(service):
    game = created(service, queued_actions=True)
    viewers = (0, 1, None)
    before = [page(game, each, "include=queue,seats")["state_tag"] for each in viewers]
    action = {"type": "seal_card", "card": game.view(1)["view"]["hand"][0]}
    body = {"ruleset": "tiny", "version": 0, "actions": [{"action": action}]}
    service.client.put(f"/v1/games/{game.game_id}/queue", json=body, headers=game.authorization(1))
    after = [page(game, each, "include=queue,seats")["state_tag"] for each in viewers]
    assert [now == then for now, then in zip(after, before, strict=True)] == [True, False, True]


def test_the_tag_of_other_surroundings_does_not_make_a_request_wait(service, start):
    game = created(service, undo="consent", queued_actions=True)
    requests = ((0, "seats"), (None, "seats,queue"), (0, "seats,queue"))
    fewer, spectators, own = (page(game, seat, f"include={parts}")["state_tag"] for seat, parts in requests)
    assert fewer == spectators != own
    waiting = f"/events?include=seats,queue&wait=30&state_tag={spectators}"
    assert crowded(start, game).get(waiting, 0).json["state_tag"] == own


@pytest.mark.parametrize("tag", ["", "0", "x" * 32, "0" * 33])
def test_a_tag_that_no_page_has_returned_is_rejected(service, tag):
    game = created(service)
    check_problem(game.get(f"/events?include=seats&state_tag={tag}"), 422, "invalid_request")


def test_a_request_that_does_not_wait_reads_the_surroundings_once(service):
    game = created(service, HUMANS[0], OPEN)
    tag = page(game, 0, "include=seats")["state_tag"]
    claim(game)
    round_trips.count(service.installation)
    page(game, 0, "include=seats")  # opens the connections
    found = []
    for query in ("", "&wait=30", f"&wait=30&state_tag={tag}"):
        before = Counted.trips
        page(game, 0, f"include=seats{query}")
        found.append(Counted.trips - before)
    assert found == [6, 6, 6]
