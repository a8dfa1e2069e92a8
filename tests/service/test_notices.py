"""Test notices: each turn and each end of a game is sent to the players once, whatever fails in between."""

import time
from random import Random
from typing import get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import replay
from service.contract.docstrings import field_docs
from service.game import game_info
from service.game.game import load
from service.installation import jobs
from service.lobby import creation, player_deletion, seating
from service.lobby.game_terms import CASUAL
from service.playing import abort, games, missed_decisions, notices, undo_requests
from service.resources.messages import DeletionReason, DropReason, Notice, NoticeReason, data_type, message_types
from service.store import START, LogPosition, SeatSetup, StoredNotice, feeds
from service.store.servers import Servers
from tests.rulesets.games import NAMES, PLAYED, play, redeals
from tests.service.contract import HOSTED
from tests.service.notices import (
    ADA,
    BEN,
    CAT,
    DAN,
    FUTURE,
    OPEN,
    act,
    game_in,
    known,
    muted,
    reported,
    timed_for,
    unmuted,
)
from tests.service.races import at_once
from workers.processes.sweeper import sweep


def claimed(service, *seated, seats=OPEN):
    """Create a game whose open seats are claimed by players, in order."""
    table = service.table(seats)
    for seat, player in enumerate(seated):
        seating.claim_seat(service.bottega, table.game_id, seat, caller=known(service.bottega, player))
    return table


def play_out(table):
    """Let all seats take the first legal action until the game ends."""
    while waiting := load(table.service.bottega, table.game_id).to_act:
        act(table, waiting[0])


def expected(service, table, player=ADA, since=0):
    """Return the notices of a game that a player must have received since a version, computed from the log."""
    bottega = service.bottega
    (seat,) = (seat for seat, each in load(bottega, table.game_id).players.items() if each == player)
    _, events = bottega.store.events(table.game_id, 0, 10_000)
    wanted = dict.fromkeys(each for event in events for each in zip(event.to_act, event.decisions, strict=True))
    own = {event.version for event in events if event.seat == seat and event.by is None and event.change is None}
    opened = [decision for other, decision in wanted if other == seat and decision not in own]
    turns = [("your_turn", decision, seat, decision) for decision in opened]
    first = [("your_turn", 0, seat, 0)] if seat == 0 else []
    over = [("over", events[-1].version, seat)] if events and events[-1].over else []
    return [("seated", since, seat), *first, *turns, *over]


def test_a_player_who_claims_a_seat_is_notified_of_it_and_of_the_decision(service):
    claimed(service, ADA, BEN)
    assert reported(service, ADA) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]
    assert reported(service, BEN) == [("seated", 0, 1)]


def test_a_player_seated_at_the_creation_is_notified(service):
    bottega = service.bottega
    known(bottega, ADA)
    terms = replace(CASUAL, players={0: ADA})
    tiny = bottega.rulesets["tiny"]
    creation.create_game(bottega, tiny, tiny.options_type(), [SeatSetup("human")] * 2, terms=terms)
    assert reported(service) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_a_player_is_notified_of_each_turn_and_of_the_end_once(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    for player in (ADA, BEN):
        assert reported(service, player) == expected(service, table, player)
    games.score(service.bottega, table.game_id)
    last = load(service.bottega, table.game_id).position.version
    assert [reported(service, player)[-1] for player in (ADA, BEN)] == [("scored", last, 0), ("scored", last, 1)]


def test_a_feed_has_notices_of_all_games_of_a_player_and_of_no_other(service):
    tables = [claimed(service, ADA) for _ in range(3)]
    claimed(service, BEN)
    entries = service.bottega.store.feeds.read(ADA, START, 100, time.time()).entries
    assert {notice.game_id for _, notice in entries} == {table.game_id for table in tables}


def test_sending_notices_again_adds_no_new_ones(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    games.score(service.bottega, table.game_id)
    before = reported(service)
    for _ in range(3):
        notices.send_missing(service.bottega, table.game_id)
        games.score(service.bottega, table.game_id)
    assert reported(service) == before


def test_concurrent_senders_send_each_notice_once(service):
    table = claimed(service, ADA, BEN)
    act(table, 0)
    before = reported(service)
    at_once([lambda: notices.send_missing(service.bottega, table.game_id)] * 16)
    assert reported(service) == before


@pytest.mark.parametrize("moment", range(1, 9))
def test_the_sweeper_sends_missing_notices(service, moment):
    table = claimed(service, ADA, BEN)
    for _ in range(moment - 1):
        waiting = load(service.bottega, table.game_id).to_act
        if waiting:
            act(table, waiting[0])
    waiting = load(service.bottega, table.game_id).to_act
    muted(service)
    if waiting:
        act(table, waiting[0])
    else:
        games.score(service.bottega, table.game_id)
    unmuted(service)
    for player in (ADA, BEN):
        found = [each for each in reported(service, player) if each[0] != "scored"]
        assert found == expected(service, table, player)


@pytest.mark.parametrize("moment", range(1, 9))
def test_a_missing_notice_is_still_sent_after_actions_of_others(service, moment):
    table = claimed(service, ADA, BEN, CAT, DAN, seats=[{"kind": "open"}] * 4)
    for number in range(moment + 1):
        waiting = load(service.bottega, table.game_id).to_act
        if number == moment - 1:
            muted(service)
        act(table, waiting[-1 if number < moment else 0])
        if number == moment - 1:
            service.bottega.store.feeds = service.bottega.store.feeds.true
    sweep(service.bottega, FUTURE)
    game = load(service.bottega, table.game_id)
    others = [seat for seat in game.to_act if game.info.own_turns.get(seat) != game.position.decisions[seat]]
    for seat in others:
        assert reported(service, game.players[seat])[-1][-1] == game.position.decisions[seat]


def test_the_sweeper_notifies_a_seat_whose_player_was_not_notified(service):
    muted(service)
    table = claimed(service, ADA)
    assert reported(service) == []
    unmuted(service)
    assert reported(service) == expected(service, table)


def test_the_sweeper_sends_the_missing_notice_of_a_score(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    muted(service)
    games.score(service.bottega, table.game_id)
    unmuted(service)
    assert [reported(service, player)[-1][0] for player in (ADA, BEN)] == ["scored", "scored"]


def test_a_game_whose_notices_were_all_sent_is_not_checked_again(service):
    table = claimed(service, ADA, BEN)
    sweep(service.bottega, FUTURE)
    act(table, 0)
    assert service.bottega.store.due.before(FUTURE, 10) != []
    sweep(service.bottega, FUTURE)
    assert service.bottega.store.due.before(FUTURE, 10) == []


def test_a_game_without_players_needs_no_check_and_no_additional_command(service):
    table = service.table()
    client = service.bottega.store.servers.client
    client.config_resetstat()
    table.act(0)
    calls = {name: each["calls"] for name, each in client.info("commandstats").items()}
    assert service.bottega.store.due.before(FUTURE, 10) == []
    assert not {"cmdstat_xadd", "cmdstat_zadd"} & set(calls)


def test_notices_cost_one_round_trip_for_a_turn_of_a_player_and_none_otherwise(service, monkeypatch):
    plain, reported = service.table(OPEN), claimed(service, ADA, BEN)
    trips, true = [], Servers.call

    def counted(self, about, *arguments, **named):
        trips.append(about)
        return true(self, about, *arguments, **named)

    monkeypatch.setattr(Servers, "call", counted)
    counts = []
    for table in (plain, reported):
        trips.clear()
        act(table, 0)
        counts.append(len(trips))
    assert counts[1] == counts[0] + 1


def test_a_player_who_takes_a_seat_during_the_game_is_notified_of_the_pending_turn(service):
    table = service.table(OPEN)
    other = claimed_token(table, 0)
    table.tokens[0] = other
    table.act(0)
    seating.claim_seat(service.bottega, table.game_id, 1, caller=known(service.bottega, ADA))
    assert reported(service) == [("seated", 1, 1), ("your_turn", 1, 1, 1)]


def claimed_token(table, seat):
    """Claim a seat as a guest."""
    return table.post(f"/seats/{seat}/claim").json["token"]


def test_commits_that_race_with_claims_leave_no_player_without_a_notice(service):
    for _ in range(8):
        table = service.table(OPEN)
        table.tokens[0] = claimed_token(table, 0)
        ada, body = known(service.bottega, ADA), table.action_body(0)
        at_once(
            [
                lambda: table.post("/actions", 0, body),  # noqa: B023
                lambda: seating.claim_seat(service.bottega, table.game_id, 1, caller=ada),  # noqa: B023
            ]
        )
        sweep(service.bottega, FUTURE)
        own = [each for each in entries_of(service, ADA) if each.game_id == table.game_id]
        assert [(each.type, each.decision) for each in own] == [("seated", UNSET), ("your_turn", 1)]


def entries_of(service, player):
    """Return the notices of a player's feed."""
    return [notice for _, notice in service.bottega.store.feeds.read(player, START, 10_000, time.time()).entries]


def turn(version, game_id="g" * 20, kind="your_turn"):
    """Return a notice."""
    decision = version if kind == "your_turn" else UNSET
    return StoredNotice(kind, "2026-01-01T00:00:00.000000Z", game_id, "tiny", version, 0, decision)


def test_the_notice_of_a_past_turn_is_omitted(service):
    store = service.bottega.store.feeds
    for version in (1, 9, 5, 9, 12):
        store.append({ADA: [turn(version)]}, time.time())
    assert [each.version for each in entries_of(service, ADA)] == [1, 9, 12]


def test_a_feed_keeps_its_last_notices_and_reports_deleted_ones(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store = service.bottega.store.feeds
    ids = []
    for number in range(8):
        store.append({ADA: [turn(number)]}, time.time())
        ids.append(store.read(ADA, START, 100, time.time()).entries[-1][0])
    kept = store.read(ADA, START, 100, time.time())
    assert [position for position, _ in kept.entries] == ids[3:]
    assert (kept.lost, store.read(ADA, ids[0], 100, time.time()).lost) == (None, ids[2])


def test_a_feed_keeps_its_notices_for_thirty_days(service):
    store, later = service.bottega.store.feeds, time.time() + 31 * 24 * 3600
    store.append({ADA: [turn(1)]}, time.time())
    store.append({ADA: [turn(2)]}, later)
    assert [each.version for each in entries_of(service, ADA)] == [2]


def test_ids_rise_although_the_clock_is_put_back(service):
    store, now = service.bottega.store.feeds, time.time()
    for version, moment in enumerate((now, now + 3600, now, now - 3600, now + 7200)):
        store.append({ADA: [turn(version)]}, moment)
    entries = store.read(ADA, START, 10, now).entries
    assert [each.version for _, each in entries] == [0, 1, 2, 3, 4]
    assert [position for position, _ in entries] == sorted({position for position, _ in entries})


def test_the_record_of_sent_notices_is_deleted_with_the_last_notices_of_the_game(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store, client = service.bottega.store.feeds, service.bottega.store.servers.client
    for number in range(30):
        game_id = f"{number:020}"
        store.append(
            {ADA: [turn(0, game_id), turn(1, game_id, "queue_dropped"), turn(3, game_id, "scored")]}, time.time()
        )
    assert len(client.hkeys(f"bottega:{{{ADA}}}:marks")) <= 5 + len(feeds.MARKED)


def test_a_client_ahead_after_data_loss_continues_with_the_notices_sent_again(service):
    store = service.bottega.store.feeds
    store.append({ADA: [turn(1)]}, time.time())
    (position, _), *_ = store.read(ADA, START, 10, time.time()).entries
    ahead = LogPosition(position.number + 60_000, "0")
    assert store.read(ADA, ahead, 10, time.time()).position == position


def test_a_client_that_returns_after_the_feed_has_expired_learns_of_deleted_notices(service):
    store = service.bottega.store.feeds
    old = LogPosition(1000, "0")
    assert store.read(ADA, old, 10, time.time()).lost > old
    assert store.read(ADA, START, 10, time.time()).lost is None


def test_the_feed_of_a_deleted_player_is_deleted(service):
    table = claimed(service, ADA, BEN)
    player_deletion.delete_caller(service.bottega, known(service.bottega, ADA))
    assert reported(service) == []
    while missed_decisions.play_out(service.bottega, table.game_id):
        pass
    assert reported(service) == []


def test_a_removed_game_leaves_only_its_notices(service):
    table = claimed(service, ADA)
    service.bottega.store.remove(load(service.bottega, table.game_id).header)
    assert service.bottega.store.servers.client.hkeys(f"bottega:{{{ADA}}}:marks") == [b"latest"]


@pytest.mark.parametrize("name", NAMES)
def test_notices_do_not_depend_on_what_the_player_cannot_know(name):
    ruleset = PLAYED[name]
    for seats in (ruleset.min_seats, ruleset.max_seats):
        game = play(name, seats, seats)
        position = replay.start(ruleset, game.options, seats, game.seed)
        for step in [*game.steps[:30], None]:
            for seat in range(seats):
                for state in redeals(ruleset, position.state, seat, "notices"):
                    assert notices_due(ruleset, position, position.state, seat) == notices_due(
                        ruleset, position, state, seat
                    )
            if step is not None:
                replay.step(ruleset, position, step.seat, step.action, game.seed)


def notices_due(ruleset, position, state, seat):
    """Return the notices due to the player of a seat in a state."""
    game = game_in(ruleset, position, state, seat)
    return (
        notices.expected_notices(game, seat, "now"),
        notices.concerned_seats(game),
        game_info.low_times(game.header, game.info, position.decisions),
    )


def deadlines(service, player):
    """Return the deadlines of the turns in a player's feed."""
    entries = service.bottega.store.feeds.read(player, START, 100, time.time()).entries
    return [each.deadline for _, each in entries if each.type == "your_turn"]


def test_no_player_is_notified_of_a_turn_before_the_clocks_have_started(sandbox):
    table = timed_for(sandbox, ADA)
    assert reported(sandbox) == [("seated", 0, 0)]
    seating.claim_seat(sandbox.bottega, table.game_id, 1, caller=known(sandbox.bottega, BEN))
    assert reported(sandbox) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_the_claim_of_the_last_seat_by_a_token_notifies_the_others(sandbox):
    table = timed_for(sandbox, ADA)
    seating.claim_seat(sandbox.bottega, table.game_id, 1)
    assert reported(sandbox)[-1] == ("your_turn", 0, 0, 0)


def test_the_notice_of_a_turn_has_its_deadline(sandbox):
    table = timed_for(sandbox, ADA, BEN)
    assert deadlines(sandbox, ADA) == [table.clocks()[0]["deadline"]]


def test_a_game_without_a_clock_has_no_deadlines(service):
    claimed(service, ADA, BEN)
    assert deadlines(service, ADA) == [UNSET]


def test_a_decision_completed_by_the_clock_is_notified_like_any_other(sandbox):
    table = timed_for(sandbox, ADA, BEN)
    table.wait(60)
    assert reported(sandbox) == expected(sandbox, table)
    assert reported(sandbox, BEN) == expected(sandbox, table, BEN)
    assert len(reported(sandbox, BEN)) > 1


def test_a_resigned_seat_gets_no_notices_of_turns(sandbox):
    table = timed_for(sandbox, ADA, BEN, absence={"on_timeout": "forfeit"})
    table.wait(60)
    sweep(sandbox.bottega, FUTURE)
    assert [each[0] for each in reported(sandbox)] == ["seated", "your_turn", "forfeited"]


def test_an_aborted_game_notifies_its_players_and_sends_nothing_later(service):
    table = claimed(service, ADA, BEN)
    for seat in (0, 1):
        abort.abort(service.bottega, table.game_id, seat, creator=False)
    sweep(service.bottega, FUTURE)
    assert [reported(service, player)[-1] for player in (ADA, BEN)] == [("aborted", 0, 0), ("aborted", 0, 1)]


def test_the_sweeper_notifies_the_players_if_the_aborting_process_died(service, monkeypatch):
    table = claimed(service, ADA, BEN)
    with monkeypatch.context() as patched:
        patched.setattr(notices, "send_now", lambda *_: None)
        for seat in (0, 1):
            abort.abort(service.bottega, table.game_id, seat, creator=False)
    assert reported(service)[-1][0] == "your_turn"
    sweep(service.bottega, FUTURE)
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
    table = service.table([{"kind": "human"}] * 4)
    for _ in range(4):
        table.act(table.view()["to_act"][0])
        last, open_now = table.events()[-1], load(service.bottega, table.game_id)
        wanted = open_now.position.decisions
        assert last["decisions"] == [{"seat": seat, "decision": wanted[seat]} for seat in open_now.to_act]


def test_jobs_still_wait_while_players_are_notified(service):
    table = claimed(service, ADA, seats=({"kind": "open"}, {"kind": "ai", "level": "easy"}))
    act(table, 0)
    assert [game_id for game_id, _ in service.bottega.store.due.before(FUTURE, 10)] == [table.game_id]
    assert sum(service.bottega.queues[queue].count for queue in [*jobs.QUICK, *jobs.SEARCH]) == 1


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
    ruleset = service.bottega.rulesets[name]
    terms = replace(CASUAL, players={seat: known(service.bottega, who).player for seat, who in enumerate((ADA, BEN))})
    seats = [SeatSetup("human")] * 2
    created, _ = creation.create_game(service.bottega, ruleset, ruleset.options_type(), seats, terms=terms)
    rng = Random(name)
    for _ in range(60):
        game = load(service.bottega, created.game_id)
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        action = rng.choice(game.ruleset.legal_actions(game.position.state, seat))
        games.act(service.bottega, created.game_id, seat, game.position.decisions[seat], action)
    sweep(service.bottega, FUTURE)
    for player, seat in ((ADA, 0), (BEN, 1)):
        found = [each[1] for each in reported(service, player) if each[0] == "your_turn"]
        assert found == begun(service, created.game_id, seat)


def begun(service, game_id, seat):
    """Return the decisions of a seat that its own actions did not open."""
    _, events = service.bottega.store.events(game_id, 0, 10_000)
    first = [0] if seat in replay_start(service, game_id) else []
    opened = [(event.seat, dict(zip(event.to_act, event.decisions, strict=True)), event.version) for event in events]
    return first + [version for actor, pending, version in opened if pending.get(seat) == version and actor != seat]


def replay_start(service, game_id):
    """Return the seats that must act first."""
    game = load(service.bottega, game_id)
    position = replay.start(game.ruleset, game.options, len(game.seats), game.seed)
    return game.ruleset.to_act(position.state)


def in_second_decision(service):
    """Let Ada make the first decision of her turn; return her game."""
    table = claimed(service, ADA, BEN)
    act(table, 0)
    assert 0 in load(service.bottega, table.game_id).to_act
    return table


def test_the_sweeper_sends_no_notice_within_a_turn(service):
    table = in_second_decision(service)
    make_all_due(service, table)
    sweep(service.bottega, FUTURE)
    assert reported(service) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def make_all_due(service, table):
    service.bottega.store.due.put(table.game_id, 1.0)


def test_an_undo_by_the_seat_itself_is_part_of_its_turn(service):
    bottega = service.bottega
    terms = replace(CASUAL, players={0: known(bottega, ADA).player, 1: known(bottega, BEN).player}, undo="own")
    tiny = bottega.rulesets["tiny"]
    created, _ = creation.create_game(bottega, tiny, tiny.options_type(), [SeatSetup("human")] * 2, terms=terms)
    game = load(bottega, created.game_id)
    action = tiny.legal_actions(game.position.state, 0)[0]
    games.act(bottega, created.game_id, 0, 0, action)
    undo_requests.undo(bottega, created.game_id, 0)
    sweep(bottega, FUTURE)
    assert [each for each in reported(service) if each[0] == "your_turn"] == [("your_turn", 0, 0, 0)]
