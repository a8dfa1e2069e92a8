"""Test notices: each turn and each end of a game is sent to the players once, whatever fails in between."""

import time
from dataclasses import replace
from random import Random

import pytest
import redis
from msgspec import UNSET, Raw

from domain import replay
from domain.replay import GamePosition
from service.play import abort, creation, game_info, games, jobs, missed_decisions, notices, player_deletion, seating
from service.play.callers import DELEGATED_SCOPES, Caller
from service.play.creation import CASUAL
from service.play.game import Game, load
from service.resources.clocks import PerDecisionClock
from service.store import BEGINNING, DEFAULT_INFO, FeedPosition, Header, Holder, SeatSetup, StoredNotice, feeds
from service.store.players import Profile
from service.store.servers import Servers
from tests.rulesets.games import NAMES, PLAYED, play, redeals
from tests.service.test_races import at_once
from tests.service.timed import TimedTable
from workers.processes.sweeper import sweep

ADA, BEN, CAT, DAN = ("pl_" + letter * 20 for letter in "abcd")
OPEN = ({"kind": "open"}, {"kind": "open"})
LONG_AGO = "2026-01-01T00:00:00.000000Z"
FUTURE = 1e10
"""A time at which every game on the due list has come due."""


def known(bottega, player):
    """Take a player in."""
    bottega.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
    return Caller(player, DELEGATED_SCOPES)


def claimed(service, *seated, seats=OPEN):
    """Open a table whose open seats players claim, in order."""
    table = service.table(seats)
    for seat, player in enumerate(seated):
        seating.claim_seat(service.bottega, table.game_id, seat, caller=known(service.bottega, player))
    return table


def act(table, seat):
    """Take the first legal action of a seat."""
    game = load(table.service.bottega, table.game_id)
    action = game.ruleset.legal_actions(game.position.state, seat)[0]
    games.act(table.service.bottega, table.game_id, seat, game.position.asked[seat], action)


def play_out(table):
    """Let everybody take the first legal action until the game is over."""
    while waiting := load(table.service.bottega, table.game_id).to_act:
        act(table, waiting[0])


def told(service, player=ADA, after=BEGINNING):
    """Return what stands in a player's feed: type, version and seat, and the decision of a turn."""
    entries = service.bottega.store.feeds.read(player, after, 10_000, time.time()).entries
    ids = [spot for spot, _ in entries]
    assert ids == sorted(set(ids))
    return [
        (each.type, each.version, each.seat, *(() if each.decision is UNSET else (each.decision,)))
        for _, each in entries
    ]


def expected(service, table, player=ADA, since=0):
    """Return the notices that a player must have received of a game since a version, computed from the log."""
    bottega = service.bottega
    (seat,) = (seat for seat, each in load(bottega, table.game_id).players.items() if each == player)
    _, events = bottega.store.events(table.game_id, 0, 10_000)
    asked = dict.fromkeys(each for event in events for each in zip(event.to_act, event.asked, strict=True))
    turns = [("your_turn", decision, seat, decision) for other, decision in asked if other == seat]
    first = [("your_turn", 0, seat, 0)] if seat == 0 else []
    over = [("over", events[-1].version, seat)] if events and events[-1].over else []
    return [("seated", since, seat), *first, *turns, *over]


def test_whoever_claims_a_seat_is_told_so_and_what_it_is_to_decide(service):
    claimed(service, ADA, BEN)
    assert told(service, ADA) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]
    assert told(service, BEN) == [("seated", 0, 1)]


def test_whoever_has_a_seat_from_the_beginning_is_told_so(service):
    bottega = service.bottega
    known(bottega, ADA)
    terms = replace(CASUAL, players={0: ADA})
    tiny = bottega.rulesets["tiny"]
    creation.create_game(bottega, tiny, tiny.options_type(), [SeatSetup("human")] * 2, terms=terms)
    assert told(service) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_a_player_is_told_of_each_turn_and_of_the_end_once(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    for player in (ADA, BEN):
        assert told(service, player) == expected(service, table, player)
    games.score(service.bottega, table.game_id)
    last = load(service.bottega, table.game_id).position.version
    assert [told(service, player)[-1] for player in (ADA, BEN)] == [("scored", last, 0), ("scored", last, 1)]


def test_a_feed_holds_all_games_of_a_player_and_no_other(service):
    tables = [claimed(service, ADA) for _ in range(3)]
    claimed(service, BEN)
    entries = service.bottega.store.feeds.read(ADA, BEGINNING, 100, time.time()).entries
    assert {notice.game_id for _, notice in entries} == {table.game_id for table in tables}


def test_telling_again_tells_nothing_new(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    games.score(service.bottega, table.game_id)
    before = told(service)
    for _ in range(3):
        notices.send_owed(service.bottega, table.game_id)
        games.score(service.bottega, table.game_id)
    assert told(service) == before


def test_many_who_tell_at_once_tell_once(service):
    table = claimed(service, ADA, BEN)
    act(table, 0)
    before = told(service)
    at_once([lambda: notices.send_owed(service.bottega, table.game_id)] * 16)
    assert told(service) == before


class Mute:
    """Feeds that lose notices, as if the process died between commit and append."""

    def __init__(self, true):
        self.true = true

    def __getattr__(self, name):
        return getattr(self.true, name)

    def append(self, *_):
        raise redis.ConnectionError


def muted(service):
    """Drop all notices until `unmuted`."""
    service.bottega.store.feeds = Mute(service.bottega.store.feeds)


def unmuted(service):
    """Let the sweeper look at all games that it will ever look at."""
    service.bottega.store.feeds = service.bottega.store.feeds.true
    sweep(service.bottega, FUTURE)


@pytest.mark.parametrize("moment", range(1, 9))
def test_what_was_not_told_is_told_by_the_sweeper(service, moment):
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
        found = [each for each in told(service, player) if each[0] != "scored"]
        assert found == expected(service, table, player)


@pytest.mark.parametrize("moment", range(1, 9))
def test_what_was_not_told_is_not_forgotten_over_what_others_do_meanwhile(service, moment):
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
    for seat in game.to_act:
        assert told(service, game.players[seat])[-1][-1] == game.position.asked[seat]


def test_a_seat_whose_player_was_not_told_is_told_by_the_sweeper(service):
    muted(service)
    table = claimed(service, ADA)
    assert told(service) == []
    unmuted(service)
    assert told(service) == expected(service, table)


def test_a_score_that_was_not_told_is_told_by_the_sweeper(service):
    table = claimed(service, ADA, BEN)
    play_out(table)
    muted(service)
    games.score(service.bottega, table.game_id)
    unmuted(service)
    assert [told(service, player)[-1][0] for player in (ADA, BEN)] == ["scored", "scored"]


def test_once_all_has_been_told_nobody_looks_at_the_game(service):
    table = claimed(service, ADA, BEN)
    sweep(service.bottega, FUTURE)
    act(table, 0)
    assert service.bottega.store.due.before(FUTURE, 10) != []
    sweep(service.bottega, FUTURE)
    assert service.bottega.store.due.before(FUTURE, 10) == []


def test_a_game_without_players_is_not_looked_at_and_costs_no_command_more(service):
    table = service.table()
    client = service.bottega.store.servers.client
    client.config_resetstat()
    table.act(0)
    calls = {name: each["calls"] for name, each in client.info("commandstats").items()}
    assert service.bottega.store.due.before(FUTURE, 10) == []
    assert not {"cmdstat_xadd", "cmdstat_zadd"} & set(calls)


def test_telling_costs_one_round_trip_where_a_player_is_asked_and_none_elsewhere(service, monkeypatch):
    plain, told = service.table(OPEN), claimed(service, ADA, BEN)
    trips, true = [], Servers.call

    def counted(self, about, *arguments, **named):
        trips.append(about)
        return true(self, about, *arguments, **named)

    monkeypatch.setattr(Servers, "call", counted)
    counts = []
    for table in (plain, told):
        trips.clear()
        act(table, 0)
        counts.append(len(trips))
    assert counts[1] == counts[0] + 1


def test_a_player_who_takes_a_seat_in_the_middle_is_told_of_the_turn_that_waits(service):
    table = service.table(OPEN)
    other = claimed_token(table, 0)
    table.tokens[0] = other
    table.act(0)
    seating.claim_seat(service.bottega, table.game_id, 1, caller=known(service.bottega, ADA))
    assert told(service) == [("seated", 1, 1), ("your_turn", 1, 1, 1)]


def claimed_token(table, seat):
    """Claim a seat without being a player."""
    return table.post(f"/seats/{seat}/claim").json["token"]


def test_commits_that_race_with_claims_leave_nobody_untold(service):
    for _ in range(8):
        table = service.table(OPEN)
        table.tokens[0] = claimed_token(table, 0)
        ada, body = known(service.bottega, ADA), table.answer(0)
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
    return [notice for _, notice in service.bottega.store.feeds.read(player, BEGINNING, 10_000, time.time()).entries]


def turn(version, game_id="g" * 20, kind="your_turn"):
    """Make a notice."""
    decision = version if kind == "your_turn" else UNSET
    return StoredNotice(kind, "2026-01-01T00:00:00.000000Z", game_id, "tiny", version, 0, decision)


def test_a_turn_that_is_told_too_late_is_left_out(service):
    store = service.bottega.store.feeds
    for version in (1, 9, 5, 9, 12):
        store.append({ADA: [turn(version)]}, time.time())
    assert [each.version for each in entries_of(service, ADA)] == [1, 9, 12]


def test_a_feed_keeps_its_last_notices_and_says_which_are_gone(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store = service.bottega.store.feeds
    ids = []
    for number in range(8):
        store.append({ADA: [turn(number)]}, time.time())
        ids.append(store.read(ADA, BEGINNING, 100, time.time()).entries[-1][0])
    kept = store.read(ADA, BEGINNING, 100, time.time())
    assert [spot for spot, _ in kept.entries] == ids[3:]
    assert kept.lost == ids[2]


def test_a_feed_keeps_its_notices_for_thirty_days(service):
    store, later = service.bottega.store.feeds, time.time() + 31 * 24 * 3600
    store.append({ADA: [turn(1)]}, time.time())
    store.append({ADA: [turn(2)]}, later)
    assert [each.version for each in entries_of(service, ADA)] == [2]


def test_ids_rise_although_the_clock_is_put_back(service):
    store, now = service.bottega.store.feeds, time.time()
    for version, moment in enumerate((now, now + 3600, now, now - 3600, now + 7200)):
        store.append({ADA: [turn(version)]}, moment)
    entries = store.read(ADA, BEGINNING, 10, now).entries
    assert [each.version for _, each in entries] == [0, 1, 2, 3, 4]
    assert [spot for spot, _ in entries] == sorted({spot for spot, _ in entries})


def test_what_games_have_been_told_is_forgotten_with_their_last_notices(service, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 5)
    store, client = service.bottega.store.feeds, service.bottega.store.servers.client
    for number in range(30):
        game_id = f"{number:020}"
        store.append({ADA: [turn(0, game_id), turn(3, game_id, "scored")]}, time.time())
    assert len(client.hkeys(f"bottega:{{{ADA}}}:told")) <= 5 + len(feeds.MARKED)


def test_whoever_has_read_what_was_lost_goes_on_with_what_is_told_again(service):
    store = service.bottega.store.feeds
    store.append({ADA: [turn(1)]}, time.time())
    (spot, _), *_ = store.read(ADA, BEGINNING, 10, time.time()).entries
    ahead = FeedPosition(spot.milliseconds + 60_000, 0)
    assert store.read(ADA, ahead, 10, time.time()).position == spot


def test_whoever_comes_back_after_the_feed_has_expired_is_told_that_some_may_be_gone(service):
    store = service.bottega.store.feeds
    old = FeedPosition(1000, 0)
    assert store.read(ADA, old, 10, time.time()).lost > old
    assert store.read(ADA, BEGINNING, 10, time.time()).lost == BEGINNING


def test_a_player_who_leaves_takes_the_feed_along(service):
    table = claimed(service, ADA, BEN)
    player_deletion.delete_caller(service.bottega, known(service.bottega, ADA))
    assert told(service) == []
    while missed_decisions.play_out(service.bottega, table.game_id):
        pass
    assert told(service) == []


def test_a_game_that_is_removed_leaves_nothing_behind_but_its_notices(service):
    table = claimed(service, ADA)
    service.bottega.store.remove(load(service.bottega, table.game_id).header)
    assert service.bottega.store.servers.client.hkeys(f"bottega:{{{ADA}}}:told") == [b"latest"]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_player_does_not_know_makes_no_difference_to_what_is_told(name):
    ruleset = PLAYED[name]
    for seats in (ruleset.min_seats, ruleset.max_seats):
        game = play(name, seats, seats)
        position = replay.start(ruleset, game.options, seats, game.seed)
        for step in [*game.steps[:30], None]:
            for seat in range(seats):
                for state in redeals(ruleset, position.state, seat, "notices"):
                    assert owed(ruleset, position, position.state, seat) == owed(ruleset, position, state, seat)
            if step is not None:
                replay.step(ruleset, position, step.seat, step.action, game.seed)


def owed(ruleset, position, state, seat):
    """Return all that is owed to the player of a seat in a state."""
    seats = (SeatSetup("human"),) * len(position.asked)
    header = Header(
        "g" * 20, ruleset.name, ruleset.version, Raw(b"{}"), seats, "", LONG_AGO, clock=PerDecisionClock(seconds=60)
    )
    table = game_info.new_game_info(header, DEFAULT_INFO, ruleset.to_act(state))
    game = Game(
        header, ruleset, GamePosition(position.version, position.asked, state), table, {seat: Holder(player=ADA)}
    )
    return (
        notices.owed_notices(game, seat, "now"),
        notices.concerned_seats(game),
        game_info.low_times(header, table, position.asked),
    )


def timed_for(sandbox, *seated, **terms):
    """Open a table with a virtual clock whose open seats players claim, in order."""
    table = TimedTable(sandbox, seats=OPEN, **terms)
    for seat, player in enumerate(seated):
        seating.claim_seat(sandbox.bottega, table.game_id, seat, caller=known(sandbox.bottega, player))
    return table


def deadlines(service, player):
    """Return until when the turns in a player's feed can be answered."""
    entries = service.bottega.store.feeds.read(player, BEGINNING, 100, time.time()).entries
    return [each.deadline for _, each in entries if each.type == "your_turn"]


def test_nobody_is_told_to_act_before_the_clocks_have_begun(sandbox):
    table = timed_for(sandbox, ADA)
    assert told(sandbox) == [("seated", 0, 0)]
    seating.claim_seat(sandbox.bottega, table.game_id, 1, caller=known(sandbox.bottega, BEN))
    assert told(sandbox) == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_whoever_takes_the_last_seat_by_a_token_has_the_others_told(sandbox):
    table = timed_for(sandbox, ADA)
    seating.claim_seat(sandbox.bottega, table.game_id, 1)
    assert told(sandbox)[-1] == ("your_turn", 0, 0, 0)


def test_a_turn_tells_when_its_time_is_up(sandbox):
    table = timed_for(sandbox, ADA, BEN)
    assert deadlines(sandbox, ADA) == [table.clocks()[0]["deadline"]]


def test_a_game_without_a_clock_tells_no_time(service):
    claimed(service, ADA, BEN)
    assert deadlines(service, ADA) == [UNSET]


def test_a_decision_that_the_clock_answers_is_told_like_any_other(sandbox):
    table = timed_for(sandbox, ADA, BEN)
    table.wait(60)
    assert told(sandbox) == expected(sandbox, table)
    assert told(sandbox, BEN) == expected(sandbox, table, BEN)
    assert len(told(sandbox, BEN)) > 1


def test_a_seat_that_has_given_up_is_told_of_no_turn(sandbox):
    table = timed_for(sandbox, ADA, BEN, absence={"on_timeout": "forfeit"})
    table.wait(60)
    sweep(sandbox.bottega, FUTURE)
    assert [each[0] for each in told(sandbox)] == ["seated", "your_turn", "forfeited"]


def test_an_aborted_game_tells_its_players_and_nothing_after(service):
    table = claimed(service, ADA, BEN)
    for seat in (0, 1):
        abort.abort(service.bottega, table.game_id, seat, creator=False)
    sweep(service.bottega, FUTURE)
    assert [told(service, player)[-1] for player in (ADA, BEN)] == [("aborted", 0, 0), ("aborted", 0, 1)]


def test_whoever_aborted_a_game_and_died_has_its_players_told_by_the_sweeper(service, monkeypatch):
    table = claimed(service, ADA, BEN)
    with monkeypatch.context() as patched:
        patched.setattr(notices, "send_now", lambda *_: None)
        for seat in (0, 1):
            abort.abort(service.bottega, table.game_id, seat, creator=False)
    assert told(service)[-1][0] == "your_turn"
    sweep(service.bottega, FUTURE)
    assert told(service)[-1] == ("aborted", 0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_ids_of_decisions_follow_from_what_everybody_sees(name):
    """The id depends on who acted and who had to act; it reveals no hidden information."""
    ruleset, rng = PLAYED[name], Random(name)
    game = play(name, ruleset.max_seats, rng.randrange(100))
    position = replay.start(ruleset, game.options, game.seats, game.seed)
    seen = dict.fromkeys(ruleset.to_act(position.state), 0)
    for version, step in enumerate(game.steps, 1):
        replay.step(ruleset, position, step.seat, step.action, game.seed)
        waiting = ruleset.to_act(position.state)
        seen = {seat: seen[seat] if seat in seen and seat != step.seat else version for seat in waiting}
        assert seen == {seat: position.asked[seat] for seat in waiting}


def test_an_event_tells_the_decision_of_each_seat_that_is_to_act(service):
    table = service.table([{"kind": "human"}] * 4)
    for _ in range(4):
        table.act(table.view()["to_act"][0])
        last, open_now = table.events()[-1], load(service.bottega, table.game_id)
        asked = open_now.position.asked
        assert last["decisions"] == [{"seat": seat, "decision": asked[seat]} for seat in open_now.to_act]


def test_jobs_still_wait_where_players_are_told(service):
    table = claimed(service, ADA, seats=({"kind": "open"}, {"kind": "ai", "level": "easy"}))
    act(table, 0)
    assert [game_id for game_id, _ in service.bottega.store.due.before(FUTURE, 10)] == [table.game_id]
    assert sum(service.bottega.queues[queue].count for queue in [*jobs.QUICK, *jobs.SEARCH]) == 1
