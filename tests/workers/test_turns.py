"""Test AI turns and scoring with jobs that run twice, late, or not at all."""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import msgspec
import pytest
from rq.job import Job

from domain import replay
from domain.levels import LEVELS
from service import problems
from service.game.game import load
from service.playing.pending_jobs import pending_job, seat_to_play
from service.store import OUTAGES, open_store
from tests.workers.ai_games import (
    QUICK,
    RULESET,
    ai_game,
    create,
    due_at,
    lose_all_jobs,
    make_due,
    now_of,
    play_to_the_end,
    play_turn,
    version,
    waiting_jobs,
)
from tests.workers.conftest import LEASE_SECONDS
from tests.workers.rulesets import FAST
from workers.jobs.scoring import score_game
from workers.processes.sweeper import sweep


def test_a_new_game_of_ai_players_has_its_first_turn_in_the_queue(installation):
    game_id = ai_game(installation)
    assert waiting_jobs(installation) == {QUICK: [f"ai-{game_id}-0"]}


def test_a_turn_completes_the_pending_decision(installation):
    game_id = ai_game(installation)
    seat = seat_to_play(load(installation, game_id))
    play_turn(game_id, 0)
    _, (event,) = installation.store.events(game_id, 0, 10)
    assert (event.version, event.seat, event.decision) == (1, seat, 0)


def test_a_job_that_runs_twice_plays_one_turn(installation):
    game_id = ai_game(installation)
    play_turn(game_id, 0)
    play_turn(game_id, 0)
    assert version(installation, game_id) == 1


def test_many_jobs_at_the_same_moment_play_one_turn(installation):
    game_id = ai_game(installation)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play_turn, [game_id] * 32, [0] * 32))
    assert version(installation, game_id) == 1


def test_a_job_for_another_version_does_nothing(installation):
    game_id = ai_game(installation)
    play_turn(game_id, 1)
    assert version(installation, game_id) == 0


def test_no_job_plays_for_a_human_player(installation):
    game_id = create(installation, *([None] * RULESET.min_seats))
    play_turn(game_id, 0)
    assert version(installation, game_id) == 0
    assert waiting_jobs(installation) == {}


def test_a_game_that_does_not_exist_is_an_error(installation):
    with pytest.raises(problems.GameNotFound):
        play_turn("a" * 20, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_its_turn(installation, level):
    game_id = ai_game(installation, level)
    play_turn(game_id, 0)
    assert version(installation, game_id) == 1


def test_an_unknown_level_fails_loudly_and_the_game_stays_due(installation, caplog):
    game_id, client = ai_game(installation), installation.store.servers.client
    (header,) = client.keys(f"*{game_id}}}:header")
    client.set(header, client.get(header).replace(b'"level":"%s"' % FAST.encode(), b'"level":"retired"'))
    with pytest.raises(problems.UnknownLevel, match=r"There is no level retired\.$"):
        play_turn(game_id, 0)
    sweep(installation, now_of(installation, game_id))
    assert due_at(installation, game_id) is not None


def test_a_game_played_by_jobs_replays_to_its_snapshot(installation):
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    game = load(installation, game_id)
    _, log = installation.store.events(game_id, 0, 100_000)
    actions = [(event.seat, msgspec.json.decode(event.action, type=RULESET.action_type)) for event in log]
    end = replay.replay(RULESET, RULESET.options_type(), RULESET.min_seats, game.seed, actions)
    assert replay.encode(end) == installation.store.load(game_id).snapshot


def test_the_end_of_a_game_requires_its_scoring_and_the_score_settles_it(installation):
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    assert pending_job(installation, game_id).id == f"score-{game_id}"
    assert waiting_jobs(installation)["scoring"] == [f"score-{game_id}"]
    score_game(game_id)
    assert pending_job(installation, game_id) is None
    sweep(installation, now_of(installation, game_id))
    assert due_at(installation, game_id) is None


def test_a_second_scoring_keeps_the_first_result(installation):
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    score_game(game_id)
    first = installation.store.results.of(game_id)
    score_game(game_id)
    assert installation.store.results.of(game_id) == first
    sheet = msgspec.json.decode(first)["seats"]
    assert [sum(row["amount"] for row in seat["rows"]) for seat in sheet] == [seat["total"] for seat in sheet]


def test_a_lost_job_is_enqueued_again_once_its_time_has_passed(installation):
    game_id = ai_game(installation)
    lose_all_jobs(installation)
    sweep(installation, due_at(installation, game_id) - 0.001)
    assert waiting_jobs(installation) == {}
    sweep(installation, due_at(installation, game_id))
    assert waiting_jobs(installation)[QUICK] == [f"ai-{game_id}-0"]


def test_a_lost_scoring_is_enqueued_again(installation):
    game_id = ai_game(installation)
    play_to_the_end(installation, game_id)
    lose_all_jobs(installation)
    sweep(installation, now_of(installation, game_id))
    assert waiting_jobs(installation) == {"scoring": [f"score-{game_id}"]}


def test_a_job_enqueued_again_is_checked_once_more_a_lease_later(installation):
    game_id = ai_game(installation)
    lose_all_jobs(installation)
    now = due_at(installation, game_id)
    sweep(installation, now)
    assert due_at(installation, game_id) == now + LEASE_SECONDS


def test_a_job_that_gets_lost_repeatedly_is_enqueued_ever_less_often(installation):
    game_id, pauses = ai_game(installation), []
    for _ in range(30):
        lose_all_jobs(installation)
        now = due_at(installation, game_id)
        sweep(installation, now)
        assert waiting_jobs(installation) == {QUICK: [f"ai-{game_id}-0"]}
        pauses.append(due_at(installation, game_id) - now)
    assert (pauses[0], pauses[-1]) == (LEASE_SECONDS, 300)
    assert pauses == sorted(pauses)


def test_a_waiting_job_keeps_its_place_in_the_queue(installation):
    first, second = ai_game(installation), ai_game(installation)
    sweep(installation, now_of(installation, second))
    assert waiting_jobs(installation)[QUICK] == [f"ai-{first}-0", f"ai-{second}-0"]


def test_a_job_taken_by_a_worker_that_died_before_its_first_step_is_enqueued_again(installation):
    game_id = ai_game(installation)
    queue = installation.queues[QUICK]
    queue.connection.lpop(queue.key)
    assert Job.exists(f"ai-{game_id}-0", queue.connection)
    sweep(installation, now_of(installation, game_id))
    assert waiting_jobs(installation)[QUICK] == [f"ai-{game_id}-0"]


def test_a_game_that_waits_for_a_human_player_leaves_the_due_list(installation):
    game_id = create(installation, *([None] * RULESET.min_seats))
    make_due(installation, game_id, 1000)
    sweep(installation, 1000)
    assert due_at(installation, game_id) is None


def test_a_game_that_changes_while_the_list_is_read_is_not_settled(installation):
    game_id = ai_game(installation)
    lose_all_jobs(installation)
    seen = due_at(installation, game_id)
    make_due(installation, game_id, seen + 1)
    sweep.check(installation, game_id, seen, seen)
    assert due_at(installation, game_id) == seen + 1
    assert waiting_jobs(installation) == {}


def test_one_broken_game_does_not_stop_the_others_and_is_named_in_the_log(installation, caplog):
    broken, sound = ai_game(installation), ai_game(installation)
    installation.store.servers.client.set(f"bottega:{{{broken}}}:state", b"no snapshot")
    lose_all_jobs(installation)
    with caplog.at_level(logging.ERROR):
        sweep(installation, now_of(installation, sound))
    assert waiting_jobs(installation)[QUICK] == [f"ai-{sound}-0"]
    assert f"game {broken} failed and stays due" in caplog.messages
    assert due_at(installation, broken) is not None


def test_an_unavailable_store_ends_a_sweep_so_that_the_sweeper_waits(installation, tmp_path):
    away = open_store(f"unix://{tmp_path}/nobody")
    with pytest.raises(OUTAGES):
        sweep(replace(installation, store=away), 0)


def test_a_game_of_rules_that_are_not_hosted_is_left_to_other_sweepers_before_it_is_postponed(installation):
    game_id = ai_game(installation)
    due, elsewhere = due_at(installation, game_id), replace(installation, rulesets={})
    for seconds in (0, 1, 2):
        sweep(elsewhere, due + seconds)
        assert due_at(installation, game_id) == due
    sweep(elsewhere, due + 3)
    assert due_at(installation, game_id) >= due + 3 + LEASE_SECONDS
