"""Test jobs and the due list: each pending task of a game has a job or an entry."""

import time
from functools import partial

import msgspec
import pytest

from service import problems
from service.game import log_positions
from service.installation import jobs
from service.installation.jobs import QUICK
from service.installation.shares import shares_of
from service.playing import games
from service.playing.pending_jobs import pending_job
from service.store import Commit, ConflictingWrite, Event
from tests.service.helpers.client.service import HUMANS

AI = {"kind": "ai", "level": "random"}
FUTURE = 2**40


def handed_out(service):
    """List the waiting jobs: queue, id, function and arguments."""
    return [
        (name, job.id, job.func_name, list(job.args))
        for name, queue in service.installation.queues.items()
        for job in queue.jobs
    ]


def due(service):
    return [game_id for game_id, _ in service.installation.store.due.before(FUTURE, 100)]


def test_the_first_turn_of_an_ai_player_is_enqueued_and_due(service):
    game = service.new_game([AI, HUMANS[0]])
    turn = (
        QUICK[shares_of("127.0.0.1")[0]],
        f"ai-{game.game_id}-0",
        "workers.jobs.turns.play_turns",
        [game.game_id, 0],
    )
    assert handed_out(service) == [turn]
    assert due(service) == [game.game_id]


def test_a_game_is_due_a_lease_after_its_job_was_enqueued(service):
    before = time.time()
    service.new_game([AI, AI])
    ((_, at),) = service.installation.store.due.before(FUTURE, 1)
    assert before + 5 <= at <= time.time() + 5
    assert service.installation.store.due.before(before, 1) == []


def test_a_game_between_human_players_has_no_pending_job(game):
    game.act(0)
    assert (handed_out(game.service), due(game.service)) == ([], [])
    assert pending_job(game.service.installation, game.game_id) is None


def test_the_action_of_a_human_player_enqueues_the_turn_of_the_ai(service):
    game = service.new_game([HUMANS[0], AI])
    assert (handed_out(service), due(service)) == ([], [])
    game.act(0)
    assert [job[1] for job in handed_out(service)] == [f"ai-{game.game_id}-1"]
    assert due(service) == [game.game_id]


def test_a_log_read_just_before_the_last_event_does_not_call_the_game_over(game):
    game.play_to_the_end()
    installation = game.service.installation
    version, entries = installation.store.events(game.game_id, 0, 1000)
    status = partial(log_positions.status, installation, installation.store.header(game.game_id), with_abort=True)
    assert status(version, entries) == status(version, []) == ("over", "")
    assert status(version - 1, entries[:-1]) == status(version - 1, []) == ("running", "")


def test_a_finished_game_hands_out_its_scoring(game):
    game.play_to_the_end()
    job = ("scoring", f"score-{game.game_id}", "workers.jobs.scoring.score_game", [game.game_id])
    assert handed_out(game.service) == [job]
    assert due(game.service) == [game.game_id]


def test_a_scored_game_has_no_pending_job_and_is_scored_once(game):
    game.play_to_the_end()
    assert pending_job(game.service.installation, game.game_id).id == f"score-{game.game_id}"
    for _ in range(2):
        games.score(game.service.installation, game.game_id)
    assert pending_job(game.service.installation, game.game_id) is None


def test_a_running_game_is_not_scored(game):
    with pytest.raises(problems.GameNotOver):
        games.score(game.service.installation, game.game_id)


def test_a_job_is_enqueued_once_even_if_it_is_pending_several_times(service):
    game = service.new_game([AI, AI])
    for _ in range(3):
        jobs.enqueue(service.installation.queues, pending_job(service.installation, game.game_id))
    assert len(handed_out(service)) == 1


def test_a_game_is_due_even_if_the_process_ends_before_its_commit(service):
    game = service.new_game()
    event = Event(9, 0, 0, msgspec.Raw(b"{}"), (), "2026-01-01T00:00:00.000000Z", attempt="00000000")
    before = service.installation.store.load(game.game_id)
    with pytest.raises(ConflictingWrite):
        service.installation.store.commit(
            Commit(before=before, events=[event], snapshot=b"", info=before.info, due=5.0)
        )
    assert service.installation.store.due.before(FUTURE, 10) == [(game.game_id, 5.0)]


def test_a_due_entry_that_was_renewed_since_is_neither_settled_nor_put_off(service):
    store = service.installation.store
    store.servers.client.zadd("bottega:due", {"game": 7.25})
    assert (store.due.settle("game", 6.0), store.due.postpone("game", 6.0, 99.0)) == (False, False)
    assert store.due.before(FUTURE, 10) == [("game", 7.25)]


def test_an_unchanged_due_entry_is_postponed_and_settled(service):
    store = service.installation.store
    store.servers.client.zadd("bottega:due", {"game": 1763730000.123456})
    assert store.due.postpone("game", 1763730000.123456, 1763730015.654321)
    assert store.due.before(FUTURE, 10) == [("game", 1763730015.654321)]
    assert store.due.settle("game", 1763730015.654321)
    assert not store.due.settle("game", 1763730015.654321)
    assert store.due.before(FUTURE, 10) == []


def test_an_absent_player_is_played_for_by_default(game):
    games.default_turn(game.service.installation, game.game_id, 0, 0)
    assert game.events()[0]["action"] == {"type": "set_stake", "stake": 1}
    with pytest.raises(problems.DecisionClosed):
        games.default_turn(game.service.installation, game.game_id, 0, 0)


def test_a_default_action_taken_long_ago_is_not_taken_again(game):
    game.play_to_the_end()
    with pytest.raises(problems.DecisionClosed):
        games.default_turn(game.service.installation, game.game_id, 0, 0)
