"""Test the order of AI jobs: every account gets a share, and fast jobs do not wait for slow ones."""

from contextlib import closing
from dataclasses import replace

import pytest
from rq import Queue

from domain.levels import LEVELS
from service import problems
from service.game.game import load
from service.installation import jobs
from service.installation.jobs import SHARES, WORKERS
from service.installation.shares import choose, shares_of
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.store import SeatSetup
from tests.submitting import submit
from tests.workers.ai_games import RULESET, version
from tests.workers.client import Client
from tests.workers.running import serving
from tests.workers.waiting import until
from workers.processes.worker import Worker

FLOODER, OTHER, UNLUCKY = "203.0.113.8", "198.51.100.1", "198.51.100.22"
MOST = 3


def create(installation, creator, level="expert", players=0):
    """Create a game of AI players for an account, whose first seats may have human players."""
    seats = [SeatSetup("human")] * players + [SeatSetup("ai", level)] * (RULESET.min_seats - players)
    terms = Terms(client=creator)
    created, _ = creation.create_game(installation, RULESET, RULESET.options_type(), seats, terms=terms)
    return created.game_id


def taken(installation, kind, number):
    """Let a worker of this kind take jobs without running them; return them in order."""
    order, connection = WORKERS[kind], installation.queues["scoring"].connection
    worker = Worker(order.queues, connection=connection, serializer="json")
    worker.order = order
    found = []
    for _ in range(number):
        job, queue = Queue.dequeue_any(worker._ordered_queues, None, connection=connection, serializer="json")
        found.append(job.id.split("-")[1])
        worker.reorder_queues(queue)
    return found


def test_creators_have_shares_of_their_own_as_far_as_there_are_shares():
    assert set(shares_of(FLOODER)).isdisjoint(shares_of(OTHER))
    all_players = [shares_of(f"192.0.2.{number}") for number in range(256)]
    assert {first for first, _ in all_players} > set(range(SHARES // 2))
    assert {second for _, second in all_players} > set(range(SHARES // 2))


def test_who_has_one_share_in_common_with_a_flood_thinks_in_the_other(installation):
    (taken, _), (met, free) = shares_of(FLOODER), shares_of(UNLUCKY)
    assert met == taken
    assert free not in shares_of(FLOODER)
    flood = [create(installation, FLOODER) for _ in range(5)]
    assert load(installation, create(installation, UNLUCKY)).header.share == free
    assert {load(installation, game).header.share for game in flood} == set(shares_of(FLOODER))


def test_games_are_created_in_the_first_share_while_the_queues_are_unavailable(installation, redis_url):
    away = replace(installation, queues=jobs.open_queues("unix:///nowhere"))
    assert choose(away, OTHER) == shares_of(OTHER)[0]


def test_the_turn_of_another_creator_is_next_whatever_waits_already(installation):
    flood = [create(installation, FLOODER) for _ in range(5)]
    other = create(installation, OTHER)
    order = taken(installation, "thinking", 4)
    assert other in order[:3], "a creator of games has at most two queues"
    assert {game for game in order if game != other} == set(flood[:3])


def test_a_worker_without_long_searches_takes_a_quick_turn(installation):
    for _ in range(3):
        create(installation, FLOODER)
    quick = create(installation, FLOODER, "greedy")
    assert taken(installation, "scoring", 1) == [quick]
    assert not {*jobs.SEARCH, *jobs.HINTS, *jobs.ANALYSIS} & {*WORKERS["scoring"].queues}


def test_every_queue_has_a_worker_and_turns_wait_by_whether_they_are_thought_about(installation):
    assert {name for order in WORKERS.values() for name in order.queues} == set(installation.queues)
    for level in LEVELS:
        game = load(installation, create(installation, OTHER, level))
        queues = jobs.SEARCH if level in ("normal", "hard", "expert") else jobs.QUICK
        assert game.header.game_id in str(installation.queues[queues[game.header.share]].job_ids)


def test_a_hint_is_first_but_not_all_hints_before_all_turns(installation):
    turn = create(installation, OTHER)
    for number in range(3):
        jobs.enqueue(installation.queues, jobs.hint(f"h{number}", 0, 0, 0, number))
    assert taken(installation, "thinking", 4) == ["h0", turn, "h1", "h2"]


@pytest.fixture
def bounded(installation):
    return replace(installation, settings=replace(installation.settings, max_queued_turns=MOST))


def flood(installation):
    """Create games until both shares of one account are full."""
    for _ in range(2 * MOST):
        create(installation, FLOODER)


def drain(installation):
    """Remove all waiting turns of that account."""
    for share in shares_of(FLOODER):
        installation.queues[jobs.SEARCH[share]].empty()


def test_a_creator_with_enough_waiting_ai_turns_gets_no_more_that_search(bounded):
    flood(bounded)
    with pytest.raises(problems.AiQueueFull):
        create(bounded, FLOODER)
    assert create(bounded, OTHER)
    assert create(bounded, FLOODER, "greedy")
    assert [len(bounded.queues[jobs.SEARCH[share]]) for share in shares_of(FLOODER)] == [MOST, MOST]


def test_an_action_that_requires_an_ai_search_waits_too_and_nothing_is_changed(bounded):
    game_id = started_by_a_human(bounded)
    flood(bounded)
    before, game = bounded.store.load(game_id), load(bounded, game_id)
    response = 0, game.position.decisions[0], RULESET.legal_actions(game.position.state, 0)[0]
    with pytest.raises(problems.AiQueueFull):
        submit(bounded, game_id, *response)
    assert bounded.store.load(game_id) == before
    drain(bounded)
    submit(bounded, game_id, *response)
    assert version(bounded, game_id) == 1


def started_by_a_human(installation):
    """Create a game in which a human player must act before AI players that search."""
    for _ in range(100):
        game_id = create(installation, FLOODER, players=1)
        if load(installation, game_id).to_act == (0,):
            return game_id
        drain(installation)
    raise AssertionError("the human player never starts")


def test_no_game_is_rejected_while_the_queues_are_unavailable(bounded):
    away = replace(bounded, queues=jobs.open_queues("unix:///nowhere"))
    assert create(away, FLOODER)


def test_a_flood_of_long_searches_does_not_slow_a_quick_game_of_the_same_ip_address(tmp_path):
    with serving(tmp_path) as served, closing(Client(served.address)) as client:
        for _ in range(8):
            client.post("/v1/games", {"ruleset": "azul", "seats": [{"kind": "ai", "level": "expert"}] * 4})
        seats = [{"kind": "ai", "level": "greedy"}, {"kind": "human"}]
        path = f"/v1/games/{client.post('/v1/games', {'ruleset': 'azul', 'seats': seats})['game_id']}/view"
        until(lambda: client.get(path)["to_act"] == [1], "the quick one has played")
        running = client.get("/v1/games?status=running")["games"]
    assert len(running) == 9
