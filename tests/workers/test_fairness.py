"""Whose AI players think first: everybody gets a share, and what is quick does not wait for what is long."""

from contextlib import closing
from dataclasses import replace

import pytest
from rq import Queue

from domain.levels import LEVELS
from service.play import creation, games, jobs
from service.play.creation import Terms
from service.play.game import load
from service.play.jobs import SHARES, WORKERS, shares_of
from service.play.pending_jobs import shorter_queue_share
from service.problems import AiQueueFull
from service.store import SeatSetup
from tests.workers.ai_games import RULESET, version
from tests.workers.running import serving
from tests.workers.waiting import until
from workers.command.client import Client
from workers.processes.worker import Worker

FLOODER, OTHER, UNLUCKY = "203.0.113.8", "198.51.100.1", "198.51.100.22"
MOST = 3


def create(bottega, creator, level="expert", people=0):
    """Create a game of AI players on somebody's account, of which the first seats may be people's."""
    seats = [SeatSetup("human")] * people + [SeatSetup("ai", level)] * (RULESET.min_seats - people)
    terms = Terms(creator=creator)
    created, _ = creation.create_game(bottega, RULESET, RULESET.options_type(), seats, terms=terms)
    return created.game_id


def taken(bottega, kind, number):
    """Let a worker of this kind take jobs without doing them; return which, in order."""
    order, connection = WORKERS[kind], bottega.queues["scoring"].connection
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
    everybody = [shares_of(f"192.0.2.{number}") for number in range(256)]
    assert {first for first, _ in everybody} > set(range(SHARES // 2))
    assert {second for _, second in everybody} > set(range(SHARES // 2))


def test_who_has_one_share_in_common_with_a_flood_thinks_in_the_other(bottega):
    (taken, _), (met, free) = shares_of(FLOODER), shares_of(UNLUCKY)
    assert met == taken
    assert free not in shares_of(FLOODER)
    flood = [create(bottega, FLOODER) for _ in range(5)]
    assert load(bottega, create(bottega, UNLUCKY)).header.share == free
    assert {load(bottega, game).header.share for game in flood} == set(shares_of(FLOODER))


def test_while_the_queues_cannot_be_asked_games_are_created_in_the_first_share(bottega, redis_url):
    away = replace(bottega, queues=jobs.open_queues("unix:///nowhere"))
    assert shorter_queue_share(away, OTHER) == shares_of(OTHER)[0]


def test_the_turn_of_another_creator_comes_next_whatever_waits_already(bottega):
    flood = [create(bottega, FLOODER) for _ in range(5)]
    other = create(bottega, OTHER)
    order = taken(bottega, "thinking", 4)
    assert other in order[:3], "whoever creates games has two queues at the most"
    assert {game for game in order if game != other} == set(flood[:3])


def test_a_quick_turn_is_taken_by_a_worker_that_never_thinks_for_long(bottega):
    for _ in range(3):
        create(bottega, FLOODER)
    quick = create(bottega, FLOODER, "greedy")
    assert taken(bottega, "scoring", 1) == [quick]
    assert not {*jobs.SEARCH, jobs.HINTS, jobs.ANALYSIS} & {*WORKERS["scoring"].queues}


def test_every_queue_has_a_worker_and_turns_wait_by_whether_they_are_thought_about(bottega):
    assert {name for order in WORKERS.values() for name in order.queues} == set(bottega.queues)
    for level in LEVELS:
        game = load(bottega, create(bottega, OTHER, level))
        queues = jobs.SEARCH if level in ("normal", "hard", "expert") else jobs.QUICK
        assert game.header.game_id in str(bottega.queues[queues[game.header.share]].job_ids)


def test_a_hint_comes_first_but_not_all_hints_before_all_turns(bottega):
    turn = create(bottega, OTHER)
    for number in range(3):
        jobs.enqueue(bottega.queues, jobs.hint(f"h{number}", 0, 0, 0))
    assert taken(bottega, "thinking", 4) == ["h0", turn, "h1", "h2"]


@pytest.fixture
def bounded(bottega):
    return replace(bottega, settings=replace(bottega.settings, max_queued_turns=MOST))


def flood(bottega):
    """Create as many games as fill both shares of the flooder."""
    for _ in range(2 * MOST):
        create(bottega, FLOODER)


def drain(bottega):
    """Take away all turns that wait for the flooder."""
    for share in shares_of(FLOODER):
        bottega.queues[jobs.SEARCH[share]].empty()


def test_a_creator_for_whom_enough_ai_players_wait_gets_no_more_that_search(bounded):
    flood(bounded)
    with pytest.raises(AiQueueFull):
        create(bounded, FLOODER)
    assert create(bounded, OTHER)
    assert create(bounded, FLOODER, "greedy")
    assert [len(bounded.queues[jobs.SEARCH[share]]) for share in shares_of(FLOODER)] == [MOST, MOST]


def test_an_action_after_which_an_ai_player_must_think_waits_too_and_nothing_is_changed(bounded):
    game_id = begun_by_a_person(bounded)
    flood(bounded)
    before, game = bounded.store.load(game_id), load(bounded, game_id)
    answer = 0, game.position.asked[0], RULESET.legal_actions(game.position.state, 0)[0]
    with pytest.raises(AiQueueFull):
        games.act(bounded, game_id, *answer)
    assert bounded.store.load(game_id) == before
    drain(bounded)
    games.act(bounded, game_id, *answer)
    assert version(bounded, game_id) == 1


def begun_by_a_person(bottega):
    """Create a game in which a person is to act before AI players that search."""
    for _ in range(100):
        game_id = create(bottega, FLOODER, people=1)
        if load(bottega, game_id).to_act == (0,):
            return game_id
        drain(bottega)
    raise AssertionError("the person never begins")


def test_while_the_queues_cannot_be_asked_nobody_is_rejected(bounded):
    away = replace(bounded, queues=jobs.open_queues("unix:///nowhere"))
    assert create(away, FLOODER)


def test_a_flood_of_long_thinking_leaves_a_quick_game_of_the_same_address_its_pace(tmp_path):
    with serving(tmp_path) as served, closing(Client(served.address)) as client:
        for _ in range(8):
            client.post("/v1/games", {"ruleset": "azul", "seats": [{"kind": "ai", "level": "expert"}] * 4})
        seats = [{"kind": "ai", "level": "greedy"}, {"kind": "human"}]
        path = f"/v1/games/{client.post('/v1/games', {'ruleset': 'azul', 'seats': seats})['game_id']}/view"
        until(lambda: client.get(path)["to_act"] == [1], "the quick one has played")
        running = client.get("/v1/games?status=running")["games"]
    assert len(running) == 9
