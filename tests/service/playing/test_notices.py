"""Test notices: what the feed of a player receives, once each and in order."""

import time

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from service.game.game import load
from service.lobby import creation, seating
from service.lobby.game_terms import CASUAL
from service.playing import games, notices
from service.store import START, SeatSetup
from service.store.servers import Servers
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.feeds import claimed, entries_of, expected, play_out
from tests.service.helpers.players.notices import (
    ADA,
    BEN,
    CAT,
    DAN,
    FUTURE,
    OPEN,
    act,
    known,
    muted,
    reported,
    unmuted,
)
from workers.processes.sweeper import sweep


def test_a_player_who_claims_a_seat_is_notified_of_it_and_of_the_decision(service):
    claimed(service, ADA, BEN)
    assert reported(service, ADA) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]
    assert reported(service, BEN) == [("seated", 0, 1)]


def test_a_player_seated_at_the_creation_is_notified(service):
    installation = service.installation
    known(installation, ADA)
    terms = replace(CASUAL, players={0: ADA})
    tiny = installation.rulesets["tiny"]
    creation.create_game(installation, tiny, tiny.options_type(), [SeatSetup("human")] * 2, terms=terms)
    assert reported(service) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_a_player_is_notified_of_each_turn_and_of_the_end_once(service):
    game = claimed(service, ADA, BEN)
    play_out(game)
    for player in (ADA, BEN):
        assert reported(service, player) == expected(service, game, player)
    games.score(service.installation, game.game_id)
    last = load(service.installation, game.game_id).position.version
    assert [reported(service, player)[-1] for player in (ADA, BEN)] == [("scored", last, 0), ("scored", last, 1)]


def test_a_feed_has_notices_of_all_games_of_a_player_and_of_no_other(service):
    games = [claimed(service, ADA) for _ in range(3)]
    claimed(service, BEN)
    entries = service.installation.store.feeds.read(ADA, START, 100, time.time()).entries
    assert {notice.game_id for _, notice in entries} == {game.game_id for game in games}


def test_sending_notices_again_adds_no_new_ones(service):
    game = claimed(service, ADA, BEN)
    play_out(game)
    games.score(service.installation, game.game_id)
    before = reported(service)
    for _ in range(3):
        notices.send_missing(service.installation, game.game_id)
        games.score(service.installation, game.game_id)
    assert reported(service) == before


def test_concurrent_senders_send_each_notice_once(service):
    game = claimed(service, ADA, BEN)
    act(game, 0)
    before = reported(service)
    at_once([lambda: notices.send_missing(service.installation, game.game_id)] * 16)
    assert reported(service) == before


@pytest.mark.parametrize("moment", range(1, 9))
def test_the_sweeper_sends_missing_notices(service, moment):
    game = claimed(service, ADA, BEN)
    for _ in range(moment - 1):
        waiting = load(service.installation, game.game_id).to_act
        if waiting:
            act(game, waiting[0])
    waiting = load(service.installation, game.game_id).to_act
    muted(service)
    if waiting:
        act(game, waiting[0])
    else:
        games.score(service.installation, game.game_id)
    unmuted(service)
    for player in (ADA, BEN):
        found = [each for each in reported(service, player) if each[0] != "scored"]
        assert found == expected(service, game, player)


@pytest.mark.parametrize("moment", range(1, 9))
def test_a_missing_notice_is_still_sent_after_actions_of_others(service, moment):
    game = claimed(service, ADA, BEN, CAT, DAN, seats=[{"kind": "open"}] * 4)
    for number in range(moment + 1):
        waiting = load(service.installation, game.game_id).to_act
        if number == moment - 1:
            muted(service)
        act(game, waiting[-1 if number < moment else 0])
        if number == moment - 1:
            service.installation.store.feeds = service.installation.store.feeds.true
    sweep(service.installation, FUTURE)
    loaded = load(service.installation, game.game_id)
    others = [seat for seat in loaded.to_act if loaded.info.own_turns.get(seat) != loaded.position.decisions[seat]]
    for seat in others:
        assert reported(service, loaded.players[seat])[-1][-1] == loaded.position.decisions[seat]


def test_the_sweeper_notifies_a_seat_whose_player_was_not_notified(service):
    muted(service)
    game = claimed(service, ADA)
    assert reported(service) == []
    unmuted(service)
    assert reported(service) == expected(service, game)


def test_the_sweeper_sends_the_missing_notice_of_a_score(service):
    game = claimed(service, ADA, BEN)
    play_out(game)
    muted(service)
    games.score(service.installation, game.game_id)
    unmuted(service)
    assert [reported(service, player)[-1][0] for player in (ADA, BEN)] == ["scored", "scored"]


def test_a_game_whose_notices_were_all_sent_is_not_checked_again(service):
    game = claimed(service, ADA, BEN)
    sweep(service.installation, FUTURE)
    act(game, 0)
    assert service.installation.store.due.before(FUTURE, 10) != []
    sweep(service.installation, FUTURE)
    assert service.installation.store.due.before(FUTURE, 10) == []


def test_a_game_without_players_needs_no_check_and_no_additional_command(service):
    game = service.new_game()
    client = service.installation.store.servers.client
    client.config_resetstat()
    game.act(0)
    calls = {name: each["calls"] for name, each in client.info("commandstats").items()}
    assert service.installation.store.due.before(FUTURE, 10) == []
    assert not {"cmdstat_xadd", "cmdstat_zadd"} & set(calls)


def test_notices_cost_one_round_trip_for_a_turn_of_a_player_and_none_otherwise(service, monkeypatch):
    plain, reported = service.new_game(OPEN), claimed(service, ADA, BEN)
    trips, true = [], Servers.call

    def counted(self, about, *arguments, **named):
        trips.append(about)
        return true(self, about, *arguments, **named)

    monkeypatch.setattr(Servers, "call", counted)
    counts = []
    for game in (plain, reported):
        trips.clear()
        act(game, 0)
        counts.append(len(trips))
    assert counts[1] == counts[0] + 1


def test_a_player_who_takes_a_seat_during_the_game_is_notified_of_the_pending_turn(service):
    game = service.new_game(OPEN)
    other = claimed_token(game, 0)
    game.tokens[0] = other
    game.act(0)
    seating.claim_seat(service.installation, game.game_id, 1, caller=known(service.installation, ADA))
    assert reported(service) == [("seated", 1, 1), ("your_turn", 1, 1, 1)]


def claimed_token(game, seat):
    """Claim a seat as a guest."""
    return game.post(f"/seats/{seat}/claim").json["token"]


def test_commits_that_race_with_claims_leave_no_player_without_a_notice(service):
    for _ in range(8):
        game = service.new_game(OPEN)
        game.tokens[0] = claimed_token(game, 0)
        ada, body = known(service.installation, ADA), game.action_body(0)
        at_once(
            [
                lambda: game.post("/actions", 0, body),  # noqa: B023
                lambda: seating.claim_seat(service.installation, game.game_id, 1, caller=ada),  # noqa: B023
            ]
        )
        sweep(service.installation, FUTURE)
        own = [each for each in entries_of(service, ADA) if each.game_id == game.game_id]
        assert [(each.type, each.decision) for each in own] == [("seated", UNSET), ("your_turn", 1)]
