"""Test jobs that play several turns in one write: nothing is lost, doubled or hidden from those who watch."""

from dataclasses import replace

import msgspec
import pytest

from domain.registry import RULESETS
from service.game.game import load
from service.lobby import creation
from service.playing import service_turns
from service.playing.pending_jobs import seat_to_play
from service.resources.creation import Sandbox
from service.store import ConflictingWrite, SeatSetup
from service.store.log_entries import read_entry
from tests.workers.ai_games import (
    QUICK,
    RULESET,
    SEARCH,
    ai_game,
    create,
    lose_all_jobs,
    play_turn,
    version,
    waiting_jobs,
)
from tests.workers.rulesets import FAST, SEARCHING
from workers.jobs import context
from workers.jobs.turns import play_turns

PLENTY = 600.0


def flushes(installation):
    """Count the durable writes so far."""
    return installation.store.servers.client.info("commandstats").get("cmdstat_waitaof", {"calls": 0})["calls"]


def log_of(installation, game_id):
    return installation.store.events(game_id, 0, 100_000)[1]


def test_a_job_plays_a_whole_game_of_ai_players_in_few_writes(installation):
    game_id, before = ai_game(installation), flushes(installation)
    play_turns(game_id, 0, PLENTY)
    writes, events = flushes(installation) - before, version(installation, game_id)
    assert load(installation, game_id).status == "over"
    assert waiting_jobs(installation)["scoring"] == [f"score-{game_id}"]
    assert writes == -(-events // service_turns.MOST_EVENTS) < events / 10


def test_everyone_who_watches_receives_each_event_in_order(installation):
    game_id, listener = ai_game(installation), installation.store.listener()
    listener.open()
    listener.subscribe([game_id])
    assert listener.receive(5.0)[0] == "subscribed"
    play_turns(game_id, 0, PLENTY)
    received = [listener.receive(5.0) for _ in range(version(installation, game_id))]
    listener.close()
    assert {kind for kind, _, _ in received} == {"update"}
    assert [read_entry(entry) for _, _, entry in received] == log_of(installation, game_id)


@pytest.mark.parametrize("name", RULESETS)
def test_turns_played_together_are_the_same_as_turns_played_one_by_one(installation, name):
    ruleset, seats = RULESETS[name], [SeatSetup("ai", FAST)] * RULESETS[name].max_seats
    installation = replace(installation, rulesets=RULESETS, settings=replace(installation.settings, sandbox=True))
    context.use(installation)
    logs = []
    for seconds in (0, PLENTY):
        sandbox = Sandbox((7).to_bytes(32, "big").hex())
        created, _ = creation.create_game(installation, ruleset, ruleset.options_type(), seats, sandbox=sandbox)
        while load(installation, created.game_id).to_act:
            play_turns(created.game_id, version(installation, created.game_id), seconds)
        anonymous = [msgspec.structs.replace(each, at="", attempt="") for each in log_of(installation, created.game_id)]
        logs.append((anonymous, installation.store.load(created.game_id).snapshot))
    assert logs[0] == logs[1]


def test_a_job_stops_where_a_human_player_must_act(installation):
    game_id = create(installation, None, *([FAST] * (RULESET.min_seats - 1)))
    lose_all_jobs(installation)
    play_turns(game_id, 0, PLENTY)
    assert load(installation, game_id).to_act == (0,)
    assert waiting_jobs(installation) == {}


def test_a_job_without_time_plays_one_turn_and_enqueues_the_next(installation):
    game_id = ai_game(installation)
    play_turns(game_id, 0, 0.0)
    assert version(installation, game_id) == 1
    assert waiting_jobs(installation)[QUICK] == [f"ai-{game_id}-0", f"ai-{game_id}-1"]


def test_a_job_leaves_a_search_to_the_queue_of_searches(installation):
    game_id = create(installation, *([FAST, SEARCHING] * RULESET.min_seats)[: RULESET.min_seats])
    while seat_to_play(load(installation, game_id)) != 0:
        play_turn(game_id, version(installation, game_id))
    play_turns(game_id, version(installation, game_id), PLENTY)
    game = load(installation, game_id)
    assert game.seats[seat_to_play(game)].level == SEARCHING
    assert waiting_jobs(installation)[SEARCH][-1] == f"ai-{game_id}-{game.position.version}"


def test_turns_of_a_position_that_has_changed_are_not_written(installation):
    game_id = ai_game(installation)
    stale = load(installation, game_id)
    play_turn(game_id, 0)
    before = log_of(installation, game_id)

    def default_action(game, seat):
        return game.ruleset.default_action(game.position.state, seat)

    with pytest.raises(ConflictingWrite):
        service_turns.play(installation, stale, default_action, lambda: stale.position.version < 5)
    assert log_of(installation, game_id) == before
