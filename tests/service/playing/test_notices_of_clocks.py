"""Test notices about deadlines, resignations and aborted games, and the decisions that they name."""

import time
from random import Random
from typing import get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import replay
from service.contract.docstrings import field_docs
from service.game.game import load, read_stored
from service.installation import jobs
from service.lobby import creation, seating
from service.lobby.game_terms import CASUAL
from service.playing import abort, notices, undo_requests
from service.resources.messages import DeletionReason, DropReason, Notice, NoticeReason, data_type, message_types
from service.store import START, SeatSetup, StoredNotice
from tests.rulesets.games import NAMES, PLAYED, play
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.feeds import claimed, expected
from tests.service.helpers.players.notices import (
    ADA,
    BEN,
    FUTURE,
    act,
    known,
    reported,
    timed_for,
)
from tests.submitting import submit
from workers.processes.sweeper import sweep


def deadlines(service, player):
    """Return the deadlines of the turns in a player's feed."""
    entries = service.installation.store.feeds.read(player, START, 100, time.time()).entries
    return [each.deadline for _, each in entries if each.type == "your_turn"]


def test_no_player_is_notified_of_a_turn_before_the_clocks_have_started(sandbox):
    game = timed_for(sandbox, ADA)
    assert reported(sandbox) == [("seated", 0, 0)]
    seating.claim_seat(sandbox.installation, game.game_id, 1, caller=known(sandbox.installation, BEN))
    assert reported(sandbox) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_the_claim_of_the_last_seat_by_a_token_notifies_the_others(sandbox):
    game = timed_for(sandbox, ADA)
    seating.claim_seat(sandbox.installation, game.game_id, 1)
    assert reported(sandbox)[-1] == ("your_turn", 0, 0, 0)


def test_the_notice_of_a_turn_has_its_deadline(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    assert deadlines(sandbox, ADA) == [game.clocks()[0]["deadline"]]


def test_a_game_without_a_clock_has_no_deadlines(service):
    claimed(service, ADA, BEN)
    assert deadlines(service, ADA) == [UNSET]


def test_a_decision_completed_by_the_clock_is_notified_like_any_other(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    game.wait(60)
    assert reported(sandbox) == expected(sandbox, game)
    assert reported(sandbox, BEN) == expected(sandbox, game, BEN)
    assert len(reported(sandbox, BEN)) > 1


def test_a_resigned_seat_gets_no_notices_of_turns(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence={"on_timeout": "forfeit"})
    game.wait(60)
    sweep(sandbox.installation, FUTURE)
    assert [each[0] for each in reported(sandbox)] == ["seated", "your_turn", "forfeited"]


def test_an_aborted_game_notifies_its_players_and_sends_nothing_later(service):
    game = claimed(service, ADA, BEN)
    for seat in (0, 1):
        abort.abort(service.installation, game.game_id, seat, creator=False)
    sweep(service.installation, FUTURE)
    assert [reported(service, player)[-1] for player in (ADA, BEN)] == [("aborted", 0, 0), ("aborted", 0, 1)]


def test_the_sweeper_notifies_the_players_if_the_aborting_process_died(service, monkeypatch):
    game = claimed(service, ADA, BEN)
    with monkeypatch.context() as patched:
        patched.setattr(notices, "send_now", lambda *_: None)
        for seat in (0, 1):
            abort.abort(service.installation, game.game_id, seat, creator=False)
    assert reported(service)[-1][0] == "your_turn"
    sweep(service.installation, FUTURE)
    assert reported(service)[-1] == ("aborted", 0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_ids_of_decisions_follow_from_public_data(name):
    """The id depends on who acted and who had to act; it reveals no hidden information."""
    ruleset, rng = PLAYED[name], Random(name)
    game = play(name, ruleset.max_seats, rng.randrange(100))
    position = replay.start(ruleset, game.options, game.seats, game.seed)
    seen = dict.fromkeys(ruleset.to_act(position.state), 0)
    for version, step in enumerate(game.steps, 1):
        replay.step(ruleset, position, step.seat, step.action, game.seed)
        waiting = ruleset.to_act(position.state)
        seen = {seat: seen[seat] if seat in seen and seat != step.seat else version for seat in waiting}
        assert seen == {seat: position.decisions[seat] for seat in waiting}


def test_an_event_has_the_decision_of_each_seat_that_must_act(service):
    game = service.new_game([{"kind": "human"}] * 4)
    for _ in range(4):
        game.act(game.view()["to_act"][0])
        last, open_now = game.events()[-1], load(service.installation, game.game_id)
        pending = open_now.position.decisions
        assert last["decisions"] == [{"seat": seat, "decision": pending[seat]} for seat in open_now.to_act]


def test_jobs_still_wait_while_players_are_notified(service):
    game = claimed(service, ADA, seats=({"kind": "open"}, {"kind": "ai", "level": "easy"}))
    act(game, 0)
    assert [game_id for game_id, _ in service.installation.store.due.before(FUTURE, 10)] == [game.game_id]
    assert sum(service.installation.queues[queue].count for queue in [*jobs.QUICK, *jobs.SEARCH]) == 1


def test_each_type_of_message_is_a_type_of_notice():
    described = dict(field_docs(Notice))["type"]
    assert [kind for kind in message_types() if f"`{kind}`" not in described] == []


@pytest.mark.parametrize("kind", sorted({*message_types()} - {each.kind for each in StoredNotice.__subclasses__()}))
def test_a_stored_notice_has_all_data_of_its_message(kind):
    assert {*data_type(kind).__struct_fields__} <= {*StoredNotice.__struct_fields__}


def test_a_notice_has_the_reasons_of_all_messages():
    one_of = [get_args(get_args(each)[0]) for each in (DropReason, DeletionReason, NoticeReason)]
    assert {*one_of[0], *one_of[1]} == {*one_of[2]}


@pytest.mark.parametrize("name", HOSTED)
def test_a_turn_of_several_decisions_has_one_notice_in_every_game(service, name):
    ruleset = service.installation.rulesets[name]
    terms = replace(
        CASUAL, players={seat: known(service.installation, who).player for seat, who in enumerate((ADA, BEN))}
    )
    seats = [SeatSetup("human")] * 2
    created, _ = creation.create_game(service.installation, ruleset, ruleset.options_type(), seats, terms=terms)
    rng = Random(name)
    for _ in range(60):
        game = load(service.installation, created.game_id)
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        action = rng.choice(game.ruleset.legal_actions(game.position.state, seat))
        submit(service.installation, created.game_id, seat, game.position.decisions[seat], action)
    sweep(service.installation, FUTURE)
    for player, seat in ((ADA, 0), (BEN, 1)):
        found = [each[1] for each in reported(service, player) if each[0] == "your_turn"]
        assert found == begun(service, created.game_id, seat)


def begun(service, game_id, seat):
    """Return the decisions of a seat that its own actions did not open."""
    _, events = service.installation.store.events(game_id, 0, 10_000)
    first = [0] if seat in replay_start(service, game_id) else []
    opened = [(event.seat, dict(zip(event.to_act, event.decisions, strict=True)), event.version) for event in events]
    return first + [version for actor, pending, version in opened if pending.get(seat) == version and actor != seat]


def replay_start(service, game_id):
    """Return the seats that must act first."""
    game = load(service.installation, game_id)
    position = replay.start(game.ruleset, game.options, len(game.seats), game.seed)
    return game.ruleset.to_act(position.state)


def in_second_decision(service):
    """Let Ada make the first decision of her turn; return her game."""
    game = claimed(service, ADA, BEN)
    act(game, 0)
    assert 0 in load(service.installation, game.game_id).to_act
    return game


def test_the_sweeper_sends_no_notice_within_a_turn(service):
    game = in_second_decision(service)
    make_all_due(service, game)
    sweep(service.installation, FUTURE)
    assert reported(service) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def make_all_due(service, game):
    service.installation.store.due.put(game.game_id, 1.0)


def test_an_undo_by_the_seat_itself_is_part_of_its_turn(service):
    installation = service.installation
    terms = replace(
        CASUAL, players={0: known(installation, ADA).player, 1: known(installation, BEN).player}, undo="own"
    )
    tiny = installation.rulesets["tiny"]
    created, _ = creation.create_game(installation, tiny, tiny.options_type(), [SeatSetup("human")] * 2, terms=terms)
    game = load(installation, created.game_id)
    action = tiny.legal_actions(game.position.state, 0)[0]
    submit(installation, created.game_id, 0, 0, action)
    undo_requests.undo(installation, read_stored(installation, created.game_id), 0)
    sweep(installation, FUTURE)
    assert [each for each in reported(service) if each[0] == "your_turn"] == [("your_turn", 0, 0, 0)]
