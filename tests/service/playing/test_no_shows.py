"""Test players who never act: they earn nothing, and the last of them to time out has not won."""

from typing import get_args

import pytest

from domain.verification import verify as verify_game
from service.game.game import load
from service.resources.clocks import OnTime
from service.tournaments import progress
from service.tournaments.rules.verification import verify
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.games.clocks import TimedGame, work
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import act, by_table, entries, games_of, rounds, started_with_keys
from workers.processes.clock_keeper import resolve_deadlines

CLOCK = {"kind": "per_decision", "seconds": 60}
LEVEL = {"on_timeout": "level", "level": "random"}
ONCE = {"on_timeout": "level_once", "level": "random"}
DEFAULT = {"on_timeout": "default_action"}
FORFEIT = {"on_timeout": "forfeit"}
ROUND_ROBIN = {"format": "round_robin", "rounds": 1}


def play(service, keys, game_ids, there=()):
    """Play games in parallel to their ends: present players act, the clocks of all others run out."""
    while [each for each in game_ids if advances(service, keys, each, there)]:
        service.pass_time(seconds=62)
        resolve_deadlines(service.installation, service.installation.sources.now().timestamp())


def advances(service, keys, game_id, there):
    """Let present players act until a game waits for another player; False if it has ended."""
    work(service, RemoteGame(service, game_id, {}))
    while to_act := (game := load(service.installation, game_id)).to_act:
        acting = [seat for seat in to_act if game.players.get(seat) in there]
        if not acting:
            return True
        own = RemoteGame(service, game_id, {seat: keys[game.players[seat]] for seat in acting})
        assert own.act(acting[0]).status_code == 200
        work(service, RemoteGame(service, game_id, {}))
    return False


def played(service, absence, there_of=lambda ids: (), *stages, **terms):
    """Start a tournament of four and play its first round; `there_of` selects the players who act."""
    who, address, keys = started_with_keys(service, *(stages or [ROUND_ROBIN]), clock=CLOCK, absence=absence, **terms)
    there = there_of([*keys])
    play(service, keys, games_of(who, address), there)
    progress.drive(service.installation, address.rpartition("/")[2])
    return who, address


def points(table):
    return [each["points"] for each in table["entrants"]]


def ended(who, address):
    return [each for each in entries(who, address) if each["type"] == "finished"]


@pytest.mark.parametrize("absence", [FORFEIT, LEVEL, ONCE, DEFAULT])
def test_two_players_who_never_act_earn_no_points(service, absence):
    who, address = played(service, absence)
    assert [points(each) for each in by_table(who, address)] == [[0, 0], [0, 0]]
    assert sorted(entrant for each in ended(who, address) for entrant in each["no_shows"]) == [0, 1, 2, 3]
    standings = who.get(f"{address}/standings").json["standings"]
    assert [(each["points"], each["wins"]) for each in standings] == [(0, 0)] * 4


@pytest.mark.parametrize("absence", [FORFEIT, LEVEL, ONCE, DEFAULT])
def test_a_player_who_acts_beats_one_who_never_does_with_any_scores(service, absence):
    who, address = played(service, absence, lambda ids: ids[:1])
    tables = by_table(who, address)
    won = {each["entrant"]: each["points"] for table in tables for each in table["entrants"]}
    assert won == {0: 12, 1: 0, 2: 0, 3: 0}
    assert sorted(len(each["no_shows"]) for each in ended(who, address)) == [1, 2]


def test_the_last_player_of_a_forfeited_game_must_act_and_has_won_then(service):
    who, address, keys = started_with_keys(service, ROUND_ROBIN, clock=CLOCK, absence=FORFEIT)
    game_id = games_of(who, address)[0]
    game = RemoteGame(service, game_id, {})
    first = load(service.installation, game_id).to_act[0]
    service.pass_time(seconds=62)
    resolve_deadlines(service.installation, service.installation.sources.now().timestamp())
    work(service, game)
    loaded = load(service.installation, game_id)
    assert (loaded.status, [each.seat for each in loaded.info.resigned], loaded.to_act) == (
        "running",
        [first],
        (1 - first,),
    )
    act(service, keys, game_id)
    work(service, game)
    result = who.get(f"/games/{game_id}/result").json["seats"]
    assert [each["rank"] for each in result] == [2 if seat == first else 1 for seat in (0, 1)]
    verify_game(who.get(f"/games/{game_id}/record").data, HOSTED)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert sorted(points(by_table(who, address)[0])) == [0, 12]


@pytest.mark.parametrize("seats", [2, 3])
def test_no_seat_wins_a_game_in_which_all_forfeit(sandbox, seats):
    game = TimedGame(sandbox, absence=FORFEIT, seats=[{"kind": "human"}] * seats)
    while game.view()["status"] == "running":
        game.wait(62)
        resolve_deadlines(sandbox.installation, sandbox.installation.sources.now().timestamp())
        work(sandbox, game.game)
    shown = [{"seat": seat, "rank": seats, "reason": "forfeit"} for seat in range(seats)]
    outcome = [{name: each[name] for name in ("seat", "rank", "reason")} for each in game.view()["outcome"]]
    result, record = game.get("/result").json, game.get("/record")
    assert (outcome, result["winners"], record.json["result"]["winners"]) == (shown, [], [])
    assert [each["rank"] for each in result["seats"]] == [seats] * seats
    verify_game(record.data, HOSTED)


def test_no_seat_wins_if_the_last_one_resigns_before_it_has_acted(sandbox):
    game = TimedGame(sandbox, absence=FORFEIT)
    game.wait(62)
    resolve_deadlines(sandbox.installation, sandbox.installation.sources.now().timestamp())
    work(sandbox, game.game)
    (last,) = game.view()["to_act"]
    assert game.post("/resign", last).status_code == 200
    work(sandbox, game.game)
    result = game.get("/result").json
    assert (result["winners"], [each["rank"] for each in result["seats"]]) == ([], [2, 2])
    assert {each["reason"] for each in result["seats"]} == {"forfeit", "resigned"}
    verify_game(game.get("/record").data, HOSTED)


def test_a_player_whose_opponent_resigns_before_the_first_turn_earns_the_win(service):
    who, address, keys = started_with_keys(service, ROUND_ROBIN, clock=CLOCK, absence=FORFEIT)
    game_id = games_of(who, address)[0]
    game = load(service.installation, game_id)
    RemoteGame(service, game_id, {seat: keys[each] for seat, each in game.players.items()}).post(
        "/resign", game.to_act[0]
    )
    work(service, RemoteGame(service, game_id, {}))
    progress.drive(service.installation, address.rpartition("/")[2])
    assert sorted(points(by_table(who, address)[0])) == [0, 12]


def test_a_tournament_with_no_shows_is_verified_with_the_records_of_its_games(service):
    who, address = played(service, LEVEL, lambda ids: ids[:1])
    games = {each["game_id"]: who.get(f"/games/{each['game_id']}/record").data for each in ended(who, address)}
    record = who.get(f"{address}/record").data
    verify(record, games, HOSTED)


def test_in_a_larger_game_players_who_never_act_earn_nothing(service):
    stage = {"format": "swiss", "table_size": 4, "rounds": 1}
    who, address = played(service, LEVEL, lambda ids: ids[:2], stage)
    won = {each["entrant"]: each["points"] for each in by_table(who, address)[0]["entrants"]}
    assert (sorted([won[0], won[1]]) in ([8, 12], [10, 10]), won[2], won[3]) == (True, 0, 0)


@pytest.mark.parametrize("absence", [FORFEIT, LEVEL])
def test_players_who_never_act_do_not_advance_in_a_knock_out(service, absence):
    who, address = played(service, absence, lambda ids: ids[:1], {"format": "knockout"})
    assert who.get(address).json["status"] == "over"
    standings = who.get(f"{address}/standings").json["standings"]
    assert (standings[0]["entrant"], len(by_table(who, address))) == (0, 2)


@pytest.mark.parametrize(("rated", "expected"), [(True, FORFEIT), (False, DEFAULT)])
def test_an_omitted_absence_is_forfeit_where_the_game_is_rated(service, rated, expected):
    ann = player(service, "Ann").with_scopes("play", "create", "organise")
    terms = {"ruleset": "tiny", "rated": rated, "clock": CLOCK}
    game = ann.post("/games", {**terms, "seats": [{"kind": "open"}] * 2}).json["game_id"]
    seek = ann.post("/seeks", {**terms, "seats": [2]}).json["seek"]
    cup = ann.post("/tournaments", {**terms, "name": "Cup", "stages": [ROUND_ROBIN]}).json["tournament"]
    read = [f"/games/{game}", f"/seeks/{seek}", f"/tournaments/{cup}"]
    assert [ann.get(each).json.get("absence", DEFAULT) for each in read] == [expected] * 3


def test_a_rated_tournament_that_gets_its_clock_later_forfeits_late_games(service):
    ann = player(service, "Ann").with_scopes("play", "create", "organise")
    cup = ann.post("/tournaments", {"name": "Cup", "ruleset": "tiny", "stages": [ROUND_ROBIN]})
    changed = ann.send("PATCH", f"/tournaments/{cup.json['tournament']}", {"clock": CLOCK, "reason": "Faster."})
    assert changed.json["absence"] == FORFEIT


@pytest.mark.parametrize("given", [{}, {"level": "random"}])
@pytest.mark.parametrize(("rated", "expected"), [(True, FORFEIT), (False, DEFAULT)])
def test_an_absence_without_on_time_has_that_of_an_omitted_one(service, rated, expected, given):
    ann = player(service, "Ann").with_scopes("play", "create", "organise")
    terms = {"ruleset": "tiny", "rated": rated, "clock": CLOCK}
    partly = {**terms, "absence": given}
    game = ann.post("/games", {**partly, "seats": [{"kind": "open"}] * 2}).json["game_id"]
    seek = ann.post("/seeks", {**partly, "seats": [2]}).json["seek"]
    cup = ann.post("/tournaments", {**partly, "name": "Cup", "stages": [ROUND_ROBIN]}).json["tournament"]
    changed = ann.post("/tournaments", {**terms, "name": "Cup", "stages": [ROUND_ROBIN], "absence": ONCE})
    changed = changed.json["tournament"]
    assert ann.send("PATCH", f"/tournaments/{changed}", {"absence": given, "reason": "Rules."}).status_code == 200
    read = [f"/games/{game}", f"/seeks/{seek}", f"/tournaments/{cup}", f"/tournaments/{changed}"]
    assert [ann.get(each).json.get("absence", DEFAULT) for each in read] == [{**expected, **given}] * 4


@pytest.mark.parametrize("chosen", [DEFAULT, ONCE, LEVEL])
def test_a_rated_game_keeps_the_requested_absence_policy(service, chosen):
    ann = player(service, "Ann").with_scopes("play", "create")
    body = {"ruleset": "tiny", "rated": True, "clock": CLOCK, "absence": chosen, "seats": [{"kind": "open"}] * 2}
    assert ann.get(f"/games/{ann.post('/games', body).json['game_id']}").json["absence"] == chosen


FIVE = {"format": "swiss", "table_size": 2, "rounds": 5}


def played_on(service, limit, there_of=lambda ids: (), most=5):
    """Play rounds of a Swiss of four; return its organiser and its URL."""
    chosen = {} if limit is None else {"no_show_limit": limit}
    who, address, keys = started_with_keys(service, FIVE, clock=CLOCK, absence=FORFEIT, **chosen)
    there = there_of([*keys])
    for number in range(1, most + 1):
        if len(rounds(who, address)) == number:
            play(service, keys, games_of(who, address), there)
            progress.drive(service.installation, address.rpartition("/")[2])
    return who, address


def withdrawn(who, address):
    return {
        each["entrant"]: (each["no_show_count"], each["reason"])
        for each in entries(who, address)
        if each["type"] == "withdrew"
    }


@pytest.mark.parametrize(("limit", "count"), [(None, 2), (1, 1), (3, 3)])
def test_an_entrant_is_withdrawn_after_a_number_of_no_shows_in_a_row(service, limit, count):
    who, address = played_on(service, limit, lambda ids: ids[:3])
    reason = f"Did not act in {count} matches in a row."
    assert withdrawn(who, address) == {3: (count, reason)}
    assert who.get(address).json["no_show_limit"] == (2 if limit is None else limit)
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def test_no_player_is_withdrawn_without_a_limit(service):
    who, address = played_on(service, 0, lambda ids: ids[:3])
    assert withdrawn(who, address) == {}
    assert len(rounds(who, address)) == 5


def test_a_tournament_without_any_action_finishes(service):
    who, address = played_on(service, None)
    assert [*withdrawn(who, address)] == [0, 1, 2, 3]
    assert (who.get(address).json["status"], len(rounds(who, address))) == ("over", 2)


def test_an_entrant_who_is_back_starts_with_no_no_shows(service):
    who, address = played_on(service, 1, lambda ids: ids[:3], most=1)
    assert who.post(f"{address}/entrants/3/reenter", {"reason": "Was ill."}).status_code == 200
    progress.drive(service.installation, address.rpartition("/")[2])
    assert [each["entrant"] for each in who.get(f"{address}/entrants").json["entrants"] if each.get("withdrawn")] == []


def test_the_limit_can_change_during_the_tournament(service):
    who, address = played_on(service, 0, lambda ids: ids[:3], most=2)
    assert who.send("PATCH", address, {"no_show_limit": 2, "reason": "Too many."}).json["no_show_limit"] == 2
    progress.drive(service.installation, address.rpartition("/")[2])
    assert withdrawn(who, address) == {3: (2, "Did not act in 2 matches in a row.")}


@pytest.mark.parametrize("policy", get_args(OnTime))
def test_what_the_service_plays_for_an_absent_player_wins_no_rating(service, policy):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    absence = {"on_timeout": policy, "level": "random"}
    game_id = ann.create(seats, rated=True, clock=CLOCK, absence=absence).json["game_id"]
    keys = {ann.id: ann.key, bea.id: bea.key}
    acts = {ann.id: 1, bea.id: 1000}
    while to_act := (loaded := load(service.installation, game_id)).to_act:
        present = [seat for seat in to_act if acts[loaded.players[seat]] > 0]
        if present:
            acts[loaded.players[present[0]]] -= 1
            game = RemoteGame(service, game_id, {present[0]: keys[loaded.players[present[0]]]})
            assert game.act(present[0]).status_code == 200
        else:
            service.pass_time(seconds=62)
            resolve_deadlines(service.installation, service.installation.sources.now().timestamp())
        work(service, RemoteGame(service, game_id, {}))
    ratings = [ann.get(f"/players/{each.id}/ratings").json["ratings"][0]["rating"] for each in (ann, bea)]
    assert ratings[0] < 1000 < ratings[1]
