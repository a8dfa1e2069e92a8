"""AI turns and scoring: jobs that may come twice, late, or not at all."""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import msgspec
import pytest
import redis
from rq.job import Job

from domain import replay
from domain.levels import LEVELS
from domain.registry import RULESETS
from service import creation, store
from service.game import load
from service.owed import ai_to_act, owed_job
from service.problems import GameNotFound, UnknownLevel
from service.store import SeatSetup
from tests.workers.conftest import LEASE_SECONDS
from tests.workers.rulesets import FAST, NAME, SLOW
from tests.workers.waiting import until
from workers.scoring import score_game
from workers.sweeper import look_at, sweep
from workers.turns import play_turn

RULESET = RULESETS[NAME]
LONG_AFTER = 10 * LEASE_SECONDS


def create(bottega, *levels):
    """Create a game; None is the seat of a person."""
    seats = [SeatSetup("human") if level is None else SeatSetup("ai", level) for level in levels]
    created, _ = creation.create_game(bottega, bottega.rulesets[NAME], RULESET.options_type(), seats)
    return created["game_id"]


def ai_game(bottega, level=FAST):
    return create(bottega, *([level] * RULESET.min_seats))


def version(bottega, game_id):
    return load(bottega, game_id).position.version


def play_to_the_end(bottega, game_id):
    while (game := load(bottega, game_id)).to_act:
        play_turn(game_id, game.position.version)


def due_at(bottega, game_id):
    return dict(bottega.store.due(float("inf"), 1000)).get(game_id)


def now_of(bottega, game_id):
    """Give a time at which the game's job is overdue."""
    return due_at(bottega, game_id) + LONG_AFTER


def make_due(bottega, game_id, at):
    bottega.store.client.zadd(store.games._DUE, {game_id: at})


def waiting_jobs(bottega):
    return {name: queue.job_ids for name, queue in bottega.queues.items() if queue.job_ids}


def lose_all_jobs(bottega):
    for queue in bottega.queues.values():
        queue.empty()


def test_a_new_game_of_ai_players_has_its_first_turn_in_the_queue(bottega):
    game_id = ai_game(bottega)
    assert waiting_jobs(bottega) == {"ai": [f"ai-{game_id}-0"]}


def test_a_turn_answers_the_decision_that_was_open(bottega):
    game_id = ai_game(bottega)
    seat = ai_to_act(load(bottega, game_id))
    play_turn(game_id, 0)
    _, (event,) = bottega.store.events(game_id, 0, 10)
    assert (event.version, event.seat, event.decision) == (1, seat, 0)


def test_a_job_that_runs_twice_plays_one_turn(bottega):
    game_id = ai_game(bottega)
    play_turn(game_id, 0)
    play_turn(game_id, 0)
    assert version(bottega, game_id) == 1


def test_many_jobs_at_the_same_moment_play_one_turn(bottega):
    game_id = ai_game(bottega)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play_turn, [game_id] * 32, [0] * 32))
    assert version(bottega, game_id) == 1


def test_a_job_for_another_version_does_nothing(bottega):
    game_id = ai_game(bottega)
    play_turn(game_id, 1)
    assert version(bottega, game_id) == 0


def test_no_job_plays_for_a_person(bottega):
    game_id = create(bottega, *([None] * RULESET.min_seats))
    play_turn(game_id, 0)
    assert version(bottega, game_id) == 0
    assert waiting_jobs(bottega) == {}


def test_a_game_that_does_not_exist_is_an_error(bottega):
    with pytest.raises(GameNotFound):
        play_turn("a" * 20, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_its_turn(bottega, level):
    game_id = ai_game(bottega, level)
    play_turn(game_id, 0)
    assert version(bottega, game_id) == 1


def test_an_unknown_level_fails_loudly_and_keeps_the_game_due(bottega, caplog):
    game_id, client = ai_game(bottega), bottega.store.client
    (header,) = client.keys(f"*{game_id}}}:header")
    client.set(header, client.get(header).replace(b'"level":"%s"' % FAST.encode(), b'"level":"retired"'))
    with pytest.raises(UnknownLevel, match=r"^There is no AI level retired\.$"):
        play_turn(game_id, 0)
    sweep(bottega, now_of(bottega, game_id))
    assert due_at(bottega, game_id) is not None


def test_a_game_played_by_jobs_replays_to_its_snapshot(bottega):
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    game = load(bottega, game_id)
    _, log = bottega.store.events(game_id, 0, 100_000)
    actions = [(event.seat, msgspec.json.decode(event.action, type=RULESET.action_type)) for event in log]
    end = replay.replay(RULESET, RULESET.options_type(), RULESET.min_seats, game.seed, actions)
    assert replay.encode(end) == bottega.store.load(game_id).snapshot


def test_the_end_of_a_game_owes_its_scoring_and_the_score_settles_it(bottega):
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    assert owed_job(bottega, game_id).id == f"score-{game_id}"
    assert waiting_jobs(bottega)["scoring"] == [f"score-{game_id}"]
    score_game(game_id)
    assert owed_job(bottega, game_id) is None
    sweep(bottega, now_of(bottega, game_id))
    assert due_at(bottega, game_id) is None


def test_scoring_twice_keeps_the_first_result(bottega):
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    score_game(game_id)
    first = bottega.store.result(game_id)
    score_game(game_id)
    assert bottega.store.result(game_id) == first
    sheet = msgspec.json.decode(first)["seats"]
    assert [sum(row["amount"] for row in seat["rows"]) for seat in sheet] == [seat["total"] for seat in sheet]


def test_a_lost_job_is_handed_out_again_once_its_time_is_past(bottega):
    game_id = ai_game(bottega)
    lose_all_jobs(bottega)
    sweep(bottega, due_at(bottega, game_id) - 0.001)
    assert waiting_jobs(bottega) == {}
    sweep(bottega, due_at(bottega, game_id))
    assert waiting_jobs(bottega)["ai"] == [f"ai-{game_id}-0"]


def test_a_lost_scoring_is_handed_out_again(bottega):
    game_id = ai_game(bottega)
    play_to_the_end(bottega, game_id)
    lose_all_jobs(bottega)
    sweep(bottega, now_of(bottega, game_id))
    assert waiting_jobs(bottega) == {"scoring": [f"score-{game_id}"]}


def test_a_job_handed_out_again_is_looked_for_once_more_a_lease_later(bottega):
    game_id = ai_game(bottega)
    lose_all_jobs(bottega)
    now = now_of(bottega, game_id)
    sweep(bottega, now)
    assert due_at(bottega, game_id) == now + LEASE_SECONDS


def test_a_job_that_still_waits_in_its_queue_keeps_its_place(bottega):
    first, second = ai_game(bottega), ai_game(bottega)
    sweep(bottega, now_of(bottega, second))
    assert waiting_jobs(bottega)["ai"] == [f"ai-{first}-0", f"ai-{second}-0"]


def test_a_job_popped_by_a_worker_that_died_before_its_first_step_is_handed_out_again(bottega):
    game_id = ai_game(bottega)
    queue = bottega.queues["ai"]
    queue.connection.lpop(queue.key)
    assert Job.exists(f"ai-{game_id}-0", queue.connection)
    sweep(bottega, now_of(bottega, game_id))
    assert waiting_jobs(bottega)["ai"] == [f"ai-{game_id}-0"]


def test_a_game_that_waits_for_a_person_comes_off_the_due_list(bottega):
    game_id = create(bottega, *([None] * RULESET.min_seats))
    make_due(bottega, game_id, 1000)
    sweep(bottega, 1000)
    assert due_at(bottega, game_id) is None


def test_a_game_that_moves_on_while_the_list_is_read_is_left_alone(bottega):
    game_id = ai_game(bottega)
    lose_all_jobs(bottega)
    seen = due_at(bottega, game_id)
    make_due(bottega, game_id, seen + 1)
    look_at(bottega, game_id, seen, seen)
    assert due_at(bottega, game_id) == seen + 1
    assert waiting_jobs(bottega) == {}


def test_one_broken_game_does_not_stop_the_others_and_is_named_in_the_log(bottega, caplog):
    broken, sound = ai_game(bottega), ai_game(bottega)
    bottega.store.client.set(f"bottega:{{{broken}}}:state", b"no snapshot")
    lose_all_jobs(bottega)
    with caplog.at_level(logging.ERROR):
        sweep(bottega, now_of(bottega, sound))
    assert waiting_jobs(bottega)["ai"] == [f"ai-{sound}-0"]
    assert f"game {broken} cannot be helped and stays due" in caplog.messages
    assert due_at(bottega, broken) is not None


def test_a_store_that_is_away_does_not_end_the_sweeper(bottega, caplog, tmp_path):
    away = redis.Redis(unix_socket_path=str(tmp_path / "nobody"), retry=None)
    sweep(replace(bottega, store=type(bottega.store)(away)), 0)
    assert caplog.messages == ["the due list cannot be read"]


def test_a_worker_killed_in_mid_turn_leaves_no_game_waiting(bottega, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(bottega, SLOW)
    first = start_worker()
    until(lambda: read(tmp_path / "thinking") == str(first.pid), "the first worker thinks")
    first.kill()
    first.wait()
    assert waiting_jobs(bottega) == {}
    assert Job.exists(f"ai-{game_id}-0", bottega.queues["ai"].connection)

    (tmp_path / "hold").unlink()
    second = start_worker()
    start_worker("scoring")
    sweep(bottega, now_of(bottega, game_id))
    until(lambda: bottega.store.result(game_id), "the second worker plays the game to its score")
    assert read(tmp_path / "thinking") == str(second.pid)


def test_a_turn_thought_through_twice_is_played_once(bottega, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(bottega, SLOW)
    start_worker()
    start_worker("scoring")
    until(lambda: read(tmp_path / "thinking"), "the worker thinks")
    sweep(bottega, now_of(bottega, game_id))
    (tmp_path / "hold").unlink()
    until(lambda: bottega.store.result(game_id), "the game ends")
    log = bottega.store.events(game_id, 0, 100_000)[1]
    assert [event.version for event in log] == list(range(1, len(log) + 1))


def test_a_worker_finishes_its_turn_before_it_ends(bottega, start_worker, tmp_path):
    (tmp_path / "hold").touch()
    game_id = ai_game(bottega, SLOW)
    worker = start_worker()
    until(lambda: read(tmp_path / "thinking"), "the worker thinks")
    worker.terminate()
    (tmp_path / "hold").unlink()
    assert worker.wait(30) == 0
    assert version(bottega, game_id) >= 1


def test_an_idle_worker_ends_at_once(bottega, start_worker):
    queue = bottega.queues["ai"]
    worker = start_worker()
    until(lambda: b"idle" in {state(queue.connection, key) for key in queue.connection.smembers("rq:workers")}, "idle")
    worker.terminate()
    assert worker.wait(1.5) == 0


def state(connection, key):
    return connection.hget(key, "state")


def read(path):
    return path.read_text() if path.exists() else ""
