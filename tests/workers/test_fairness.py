"""Whose AI players think first: everybody gets a share, and what is quick does not wait for what is long."""

from contextlib import closing
from dataclasses import replace

import pytest
from rq import Queue

from domain.levels import LEVELS
from service.play import creation, games, jobs
from service.play.creation import Terms
from service.play.game import load
from service.play.jobs import SHARES, WORKERS, share_of
from service.problems import TooMuchThinking
from service.store import SeatSetup
from tests.workers.ai_games import RULESET, version
from tests.workers.running import serving
from tests.workers.waiting import until
from workers.command.client import Client
from workers.processes.worker import Worker

FLOODER, OTHER = "203.0.113.8", "198.51.100.1"
MOST = 3


def create(bottega, creator, level="expert", people=0):
    """Create a game of AI players on somebody's account, of which the first seats may be people's."""
    seats = [SeatSetup("human")] * people + [SeatSetup("ai", level)] * (RULESET.min_seats - people)
    terms = Terms(creator=creator)
    created, _ = creation.create_game(bottega, RULESET, RULESET.options_type(), seats, terms=terms)
    return created["game_id"]


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
    assert share_of(FLOODER) != share_of(OTHER)
    assert {share_of(f"192.0.2.{number}") for number in range(256)} > set(range(SHARES // 2))


def test_the_turn_of_another_creator_comes_next_whatever_waits_already(bottega):
    flood = [create(bottega, FLOODER) for _ in range(5)]
    other = create(bottega, OTHER)
    order = taken(bottega, "thinking", 3)
    assert other in order[:2]
    assert [game for game in order if game != other] == flood[:2]


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
        share = share_of(OTHER)
        searches = level in ("normal", "hard", "expert")
        assert game.header.game_id in str(bottega.queues[(jobs.SEARCH if searches else jobs.QUICK)[share]].job_ids)


def test_a_hint_comes_first_but_not_all_hints_before_all_turns(bottega):
    turn = create(bottega, OTHER)
    for number in range(3):
        jobs.enqueue(bottega.queues, jobs.hint(f"h{number}", 0, 0, 0))
    assert taken(bottega, "thinking", 4) == ["h0", turn, "h1", "h2"]


@pytest.fixture
def bounded(bottega):
    return replace(bottega, settings=replace(bottega.settings, waiting_turns=MOST))


def test_a_creator_for_whom_enough_ai_players_wait_gets_no_more_that_search(bounded):
    for _ in range(MOST):
        create(bounded, FLOODER)
    with pytest.raises(TooMuchThinking):
        create(bounded, FLOODER)
    assert create(bounded, OTHER)
    assert create(bounded, FLOODER, "greedy")
    assert len(bounded.queues[jobs.SEARCH[share_of(FLOODER)]]) == MOST


def test_an_action_after_which_an_ai_player_must_think_waits_too_and_nothing_is_changed(bounded):
    game_id = begun_by_a_person(bounded)
    for _ in range(MOST):
        create(bounded, FLOODER)
    before, game = bounded.store.load(game_id), load(bounded, game_id)
    answer = 0, game.position.asked[0], RULESET.legal_actions(game.position.state, 0)[0]
    with pytest.raises(TooMuchThinking):
        games.act(bounded, game_id, *answer)
    assert bounded.store.load(game_id) == before
    bounded.queues[jobs.SEARCH[share_of(FLOODER)]].empty()
    games.act(bounded, game_id, *answer)
    assert version(bounded, game_id) == 1


def begun_by_a_person(bottega):
    """Create a game in which a person is to act before AI players that search."""
    for _ in range(100):
        game_id = create(bottega, FLOODER, people=1)
        if load(bottega, game_id).to_act == (0,):
            return game_id
        bottega.queues[jobs.SEARCH[share_of(FLOODER)]].empty()
    raise AssertionError("the person never begins")


def test_while_the_queues_cannot_be_asked_nobody_is_refused(bounded):
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
