"""Test seeks: matching players are seated in one game, each of them once, despite all faults."""

import json
import time
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from service.game.game import load
from service.lobby import creation
from service.matchmaking import matchmaking, seeks
from tests.service.contract import HOSTED
from tests.service.lists import finish_and_score, ids
from tests.service.notices import FUTURE, reported
from tests.service.players import player, rejected
from tests.service.races import at_once
from tests.service.seeks import due, look, seated_in, seek, wanted
from workers.processes.sweeper import sweep, sweep_matches

DAY = 24 * 60 * 60


def renew(who, sought):
    """Renew a seek; return its state."""
    response = who.post(f"/seeks/{sought['seek']}/renew")
    assert response.status_code == 200, response.text
    return response.json


def people(service, count=2):
    return [player(service, f"Player {number}") for number in range(count)]


def status(who, sought):
    return look(who, sought)["status"]


def test_the_first_seek_waits(service):
    ann, _ = people(service)
    sought = seek(ann)
    assert sought["status"] == "waiting"
    assert not {"game_id", "seat"} & set(sought)
    assert (ids(service), due(service)) == ([], [])


def test_two_equal_seeks_are_matched_into_one_game(service):
    ann, bea = people(service)
    first, second = seek(ann), seek(bea)
    assert second["status"] == "matched"
    seen = look(ann, first)
    assert (seen["status"], seen["game_id"]) == ("matched", second["game_id"])
    assert {seen["seat"]: ann.id, second["seat"]: bea.id} == seated_in(service, second["game_id"])
    assert ann.games() == bea.games() == ids(service) == [second["game_id"]]
    assert due(service) == []


def test_the_game_is_running_and_has_no_host(service):
    ann, bea = people(service)
    seek(ann)
    game_id = seek(bea)["game_id"]
    assert ann.get(f"/games/{game_id}").json["status"] == "running"
    assert service.bottega.store.header(game_id).creator == ""
    assert rejected(ann.send("DELETE", f"/games/{game_id}")) == (403, "token_mismatch")


def test_omitted_options_equal_the_explicit_defaults(service):
    ann, bea = people(service)
    seek(ann)
    assert seek(bea, options={"hand": HOSTED["tiny"].options_type().hand}, hints=10)["status"] == "matched"


@pytest.mark.parametrize(
    "other", [{"options": {"hand": 5}}, {"rated": True}, {"hints": 3}, {"visibility": "private"}, {"seats": [3]}]
)
def test_a_seek_with_other_terms_waits(service, other):
    ann, bea = people(service)
    seek(ann)
    assert seek(bea, **other)["status"] == "waiting"


def test_a_game_is_played_on_the_requested_terms(service):
    rated = {"rated": True, "spectators": {"kind": "delayed", "events": 2}}
    unlisted = {"visibility": "unlisted", "spectators": {"kind": "off"}}
    ann, bea = people(service)
    for terms in (rated, unlisted):
        _play_on(terms, ann, bea)


def _play_on(terms, ann, bea):
    assert {name: seek(ann, **terms)[name] for name in terms} == terms
    shown = ann.get(f"/games/{seek(bea, **terms)['game_id']}").json
    assert {name: shown[name] for name in terms} == terms


def test_the_largest_complete_size_of_several_is_played(service):
    ann, bea, cid = people(service, 3)
    assert seek(ann, [3])["status"] == "waiting"
    assert seek(bea, [4, 3])["status"] == "waiting"
    assert len(seated_in(service, seek(cid, [2, 3, 4])["game_id"])) == 3


def test_a_seek_for_several_sizes_is_matched_with_the_first_complete_one(service):
    ann, bea = people(service)
    seek(ann, [2, 4])
    assert len(seated_in(service, seek(bea, [2, 3])["game_id"])) == 2


def test_a_player_is_not_matched_with_another_seek_of_theirs(service):
    ann, _ = people(service)
    first = ann.post("/seeks", wanted())
    again = ann.post("/seeks", wanted())
    assert (again.json["seek"], again.json["status"]) == (first.json["seek"], "waiting")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers


def test_a_repeated_seek_changes_its_sizes(service):
    ann, bea = people(service)
    sought = seek(ann, [4])
    seek(bea, [2])
    assert seek(ann, [2])["status"] == "matched"
    assert look(ann, sought)["seats"] == [2]


def test_a_player_with_two_seeks_is_seated_by_each(service):
    ann, bea = people(service)
    for hand in (3, 4):
        seek(ann, options={"hand": hand})
    games = {seek(bea, options={"hand": hand})["game_id"] for hand in (3, 4)}
    assert {each["game_id"] for each in ann.get("/seeks").json["seeks"]} == games
    assert len(games) == 2


def test_seats_do_not_follow_the_order_of_the_seeks(service):
    ann, bea = people(service)
    first = Counter()
    for _ in range(24):
        seek(ann)
        first[seek(bea)["seat"]] += 1
    assert set(first) == {0, 1}


def test_the_feed_has_the_seat_and_its_seek(service):
    ann, bea = people(service)
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    seat = look(ann, sought)["seat"]
    assert reported(service, ann.id)[0] == ("seated", 0, seat)
    notice = ann.get("/me/events").json["events"][0]
    assert (notice["type"], notice["game_id"], notice["seek"]) == ("seated", game_id, sought["seek"])
    to_act = next(who for who in (ann, bea) if who.id == seated_in(service, game_id)[0])
    assert reported(service, to_act.id)[1] == ("your_turn", 0, 0, 0)


def test_a_webhook_gets_the_seat_and_its_seek(service):
    ann, bea = people(service)
    hook = ann.post("/me/webhooks", {"url": "https://example.org/hooks", "event_types": ["seated"]}).json["webhook_id"]
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    (logged,) = service.bottega.store.webhooks.log(ann.id, hook, None, 10)
    data = json.loads(logged.delivery.body)["data"]
    assert (data["game_id"], data["seek"]) == (game_id, sought["seek"])


def test_a_rematch_names_no_seek(service):
    ann, bea = people(service)
    seek(ann)
    game_id = seek(bea)["game_id"]
    finish_and_score(service, game_id)
    new = ann.post(f"/games/{game_id}/rematch").json["game_id"]
    reported_by = [notice for notice in ann.get("/me/events").json["events"] if notice["game_id"] == new]
    assert reported_by
    assert not any("seek" in notice for notice in reported_by)


def test_a_seek_expires_unless_it_is_renewed(service):
    ann, bea = people(service)
    sought = seek(ann)
    service.pass_time(seconds=590)
    assert renew(ann, sought)["status"] == "waiting"
    service.pass_time(seconds=590)
    assert renew(ann, sought)["status"] == "waiting"
    service.pass_time(seconds=601)
    assert renew(ann, sought)["status"] == "expired"
    assert seek(bea)["status"] == "waiting"


def test_looking_at_a_seek_does_not_keep_it_waiting(service):
    ann, bea = people(service)
    sought = seek(ann)
    service.pass_time(seconds=590)
    assert look(ann, sought) == sought
    assert ann.get("/seeks").json["seeks"] == [sought]
    service.pass_time(seconds=11)
    assert status(ann, sought) == "expired"
    assert seek(bea)["status"] == "waiting"


def test_a_repeat_with_its_key_shows_the_seek_and_does_not_keep_it_waiting(service):
    ann, _ = people(service)
    first = ann.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"})
    service.pass_time(seconds=590)
    again = ann.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"})
    assert (again.status_code, again.json) == (201, first.json)


def test_no_other_player_renews_a_seek(service):
    ann, bea = people(service)
    sought = seek(ann)
    assert rejected(bea.post(f"/seeks/{sought['seek']}/renew")) == (404, "seek_not_found")


def test_a_repeat_renews_a_seek(service):
    ann, bea = people(service)
    seek(ann, expires_in=60)
    service.pass_time(seconds=50)
    seek(ann, expires_in=60)
    service.pass_time(seconds=50)
    assert seek(bea)["status"] == "matched"


def test_a_seek_after_expiry_is_a_new_one(service):
    ann, _ = people(service)
    first = seek(ann, expires_in=30)
    service.pass_time(seconds=31)
    assert seek(ann)["seek"] != first["seek"]
    assert status(ann, first) == "expired"


def test_an_ended_seek_is_deleted_after_a_day(service):
    ann, _ = people(service)
    sought = seek(ann)
    service.pass_time(seconds=DAY + 1000)
    seek(ann, options={"hand": 5})
    assert rejected(ann.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")


def test_a_withdrawn_seek_leads_to_no_game(service):
    ann, bea = people(service)
    sought = seek(ann)
    assert ann.send("DELETE", f"/seeks/{sought['seek']}").status_code == 204
    assert seek(bea)["status"] == "waiting"
    assert rejected(ann.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert rejected(ann.send("DELETE", f"/seeks/{sought['seek']}")) == (404, "seek_not_found")


def test_a_matched_seek_cannot_be_withdrawn(service):
    ann, bea = people(service)
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    response = ann.send("DELETE", f"/seeks/{sought['seek']}")
    assert (rejected(response), response.json["game_id"]) == ((409, "seek_matched"), game_id)
    assert status(ann, sought) == "matched"


def test_the_seek_of_another_player_is_not_found(service):
    ann, bea = people(service)
    sought = seek(ann)
    assert rejected(bea.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert rejected(bea.send("DELETE", f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert status(ann, sought) == "waiting"


def test_the_number_of_seeks_of_a_player_is_limited(service):
    ann, _ = people(service)
    for hints in range(seeks.MOST_WAITING):
        seek(ann, hints=hints)
    assert rejected(ann.post("/seeks", wanted(hints=99))) == (409, "too_many_seeks")
    assert seek(ann, hints=0)["status"] == "waiting"


def test_a_seek_against_the_rules_is_rejected(service):
    ann, _ = people(service)
    assert rejected(ann.post("/seeks", wanted([2, 5])))[0] == 409
    assert rejected(ann.post("/seeks", wanted(options={"hand": 9})))[0] == 422
    assert rejected(ann.post("/seeks", wanted(rules_version=99))) == (409, "rules_version_not_hosted")
    assert rejected(ann.post("/seeks", wanted(rated=True, hints=1))) == (409, "hints_disabled")
    assert rejected(ann.post("/seeks", wanted(rating_range=[-100, 100]))) == (422, "invalid_request")
    assert ann.get("/seeks").json["seeks"] == []


def test_a_key_without_the_scope_to_play_cannot_seek(service):
    ann, _ = people(service)
    other = ann.with_scopes("create")
    for response in (other.post("/seeks", wanted()), other.get("/seeks"), other.get("/seeks/sk_" + "0" * 20)):
        assert rejected(response) == (403, "insufficient_scope")


def test_the_users_of_a_platform_are_seated_like_all_others(service):
    platform = player(service).with_scopes("organise", "play")
    ann, bea = platform.acting_for("ann"), platform.acting_for("bea")
    seek(ann)
    assert set(seated_in(service, seek(bea)["game_id"]).values()) == {ann.id, bea.id}


def test_the_number_of_waiting_players_is_public_and_their_identity_is_not(service):
    ann, bea, cid = people(service, 3)
    mine = [seek(ann, [3, 4]), seek(bea, [4])]
    shown = service.client.get("/v1/seeks")
    assert "seeks" not in shown.json
    (kind,) = shown.json["waiting_seeks"]
    assert kind["table_sizes"] == [{"seats": 3, "waiting": 1}, {"seats": 4, "waiting": 2}]
    assert (kind["ruleset"], kind["options"]) == ("tiny", mine[0]["options"])
    secrets = [*(each["seek"] for each in mine), *(who.id for who in (ann, bea)), "Player 0", "Player 1"]
    assert not any(secret in response.text for secret in secrets for response in (shown, cid.get("/seeks")))


def test_ended_seeks_are_not_listed(service):
    ann, bea = people(service)
    seek(ann, [4])
    seek(ann)
    seek(bea)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []
    seek(ann, [4], expires_in=30)
    service.pass_time(seconds=31)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []


def test_a_seek_returns_the_same_for_any_other_seeks(service):
    ann, bea, cid = people(service, 3)
    sought = seek(ann, [4])
    alone = look(ann, sought)
    seek(bea, [4])
    seek(cid, [4])
    assert look(ann, sought) == alone


def test_a_repeat_with_the_same_key_never_makes_a_second_seek(service):
    ann, bea = people(service)
    key = {"Idempotency-Key": "a key"}
    first = ann.post("/seeks", wanted(), **key).json
    game_id = seek(bea)["game_id"]
    again = ann.post("/seeks", wanted(), **key)
    assert (again.json["seek"], again.json["game_id"]) == (first["seek"], game_id)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert rejected(ann.post("/seeks", wanted([3]), **key)) == (409, "idempotency_key_reused")
    assert len(ids(service)) == 1


def test_a_deleted_player_has_no_seeks(service):
    ann, bea = people(service)
    seek(ann)
    assert ann.send("DELETE", "/me").status_code == 204
    assert seek(bea)["status"] == "waiting"
    assert service.bottega.store.seeks.of(ann.id) == ()


def broken_off(service, monkeypatch, where, name):
    """Let two players seek, and kill the matching process at this point; return them and their seeks."""
    ann, bea = people(service)
    first = seek(ann)
    with monkeypatch.context() as patch:
        patch.setattr(where, name, lambda *_, **__: 1 // 0)
        assert bea.post("/seeks", wanted()).json["status"] == "waiting"
    (second,) = service.bottega.store.seeks.of(bea.id)
    return (ann, first), (bea, {"seek": second.seek})


POINTS = [(matchmaking, "seat"), (creation, "create_game"), (creation, "store_game"), (matchmaking, "_note_game")]
"""Points where the matching process may be killed: before the game exists, or before all players have notices."""


@pytest.mark.parametrize(("where", "name"), POINTS)
def test_a_game_that_was_matched_and_not_created_is_created_by_the_sweeper(service, monkeypatch, where, name):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, where, name)
    sweep_matches(service.bottega, FUTURE)
    sweep(service.bottega, FUTURE)
    (game_id,) = ids(service)
    assert due(service) == []
    assert look(ann, first)["game_id"] == look(bea, second)["game_id"] == game_id
    assert set(seated_in(service, game_id).values()) == {ann.id, bea.id}
    assert [reported(service, who.id)[0][0] for who in (ann, bea)] == ["seated", "seated"]


def test_a_process_without_the_secret_creates_a_matched_game(service, monkeypatch):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, matchmaking, "seat")
    without = replace(service.bottega, settings=replace(service.bottega.settings, secrets=()))
    sweep_matches(without, FUTURE)
    (game_id,) = ids(service)
    assert due(service) == []
    assert look(ann, first)["game_id"] == look(bea, second)["game_id"] == game_id
    assert set(seated_in(service, game_id).values()) == {ann.id, bea.id}


@pytest.mark.parametrize(("where", "name"), POINTS)
def test_a_renewal_creates_a_game_that_was_matched_but_not_created(service, monkeypatch, where, name):
    (ann, first), (bea, second) = broken_off(service, monkeypatch, where, name)
    found = at_once([lambda: renew(ann, first), lambda: renew(bea, second)] * 8)
    assert [each["game_id"] for each in found] == ids(service) * 16
    sweep_matches(service.bottega, FUTURE)
    assert (len(ids(service)), due(service)) == (1, [])


def test_a_retry_of_a_failed_request_leads_to_one_game(service, monkeypatch):
    _, (bea, second) = broken_off(service, monkeypatch, creation, "store_game")
    assert seek(bea)["seek"] == second["seek"]
    assert len(ids(service)) == 1


def test_a_failed_match_cannot_be_withdrawn(service, monkeypatch):
    (ann, first), _ = broken_off(service, monkeypatch, creation, "store_game")
    assert rejected(ann.send("DELETE", f"/seeks/{first['seek']}")) == (409, "seek_matched")


def test_a_seek_known_to_its_player_only_waits_once_it_is_renewed(service, monkeypatch):
    ann, bea = people(service)
    with monkeypatch.context() as patch:
        patch.setattr(seeks, "_enter", lambda *_: 1 // 0)
        assert ann.post("/seeks", wanted()).status_code == 500
    (sought,) = ann.get("/seeks").json["seeks"]
    assert renew(ann, sought)["status"] == "waiting"
    assert seek(bea)["status"] == "matched"


def test_a_repeat_with_its_key_enters_a_seek_known_to_its_player_only(service, monkeypatch):
    ann, bea = people(service)
    with monkeypatch.context() as patch:
        patch.setattr(seeks, "_enter", lambda *_: 1 // 0)
        assert ann.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"}).status_code == 500
    assert ann.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"}).json["status"] == "waiting"
    assert seek(bea)["status"] == "matched"


def test_a_repeat_with_its_key_creates_a_game_that_was_matched_but_not_created(service, monkeypatch):
    ann, bea = people(service)
    seek(ann)
    with monkeypatch.context() as patch:
        patch.setattr(matchmaking, "seat", lambda *_: 1 // 0)
        assert bea.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"}).json["status"] == "waiting"
    again = bea.post("/seeks", wanted(), **{"Idempotency-Key": "a seek"}).json
    assert [again["game_id"]] == ids(service)


def test_a_player_deleted_between_match_and_game_leaves_a_seat_without_a_holder(service, monkeypatch):
    (ann, _), (bea, second) = broken_off(service, monkeypatch, matchmaking, "seat")
    assert ann.send("DELETE", "/me").status_code == 204
    found = renew(bea, second)
    assert seated_in(service, found["game_id"])[found["seat"]] == bea.id
    assert ann.id not in bea.get(f"/games/{found['game_id']}").text


def test_a_match_under_rules_that_are_no_longer_hosted_is_dropped(service, monkeypatch):
    (ann, first), _ = broken_off(service, monkeypatch, matchmaking, "seat")
    newer = {**HOSTED, "tiny": replace(HOSTED["tiny"], version=HOSTED["tiny"].version + 1)}
    sweep_matches(replace(service.bottega, rulesets=newer), FUTURE)
    assert (ids(service), due(service)) == ([], [])
    assert rejected(ann.post(f"/seeks/{first['seek']}/renew")) == (404, "seek_not_found")


def test_a_sweep_without_matches_removes_due_entries_from_the_list(service, monkeypatch):
    ann, _ = people(service)
    with monkeypatch.context() as patch:
        patch.setattr(type(service.bottega.store.seeks.due), "settle", lambda *_: None)
        seek(ann)
    assert len(due(service)) == 1
    sweep_matches(service.bottega, FUTURE)
    assert due(service) == []


def check_tables(service, strangers, sought):
    """Check that each player has one seat, all games are full, and no matching players wait."""
    found = [look(who, each) for who, each in zip(strangers, sought, strict=True)]
    games = {}
    for who, each in zip(strangers, found, strict=True):
        if each["status"] == "matched":
            games.setdefault(each["game_id"], {})[each["seat"]] = who.id
    assert {game_id: seated_in(service, game_id) for game_id in games} == games
    for game_id, seated in games.items():
        assert sorted(seated) == list(range(len(load(service.bottega, game_id).seats)))
    assert sorted(ids(service, limit=100)) == sorted(games)
    waiting = Counter(size for each in found if each["status"] == "waiting" for size in each["seats"])
    assert all(count < size for size, count in waiting.items())
    assert due(service) == []
    return found


@pytest.mark.parametrize("seed", range(3))
def test_sixty_four_simultaneous_seekers_are_seated_once_each_at_full_tables(service, seed):
    rng, strangers = Random(seed), people(service, 64)
    sizes = [rng.sample([2, 3, 4, 5], rng.choice([1, 1, 2])) for _ in strangers]
    bodies = [{"ruleset": "leonardo", "seats": each} for each in sizes]
    responses = at_once(
        [lambda who=who, body=body: who.post("/seeks", body) for who, body in zip(strangers, bodies, strict=True)]
    )
    assert {response.status_code for response in responses} == {201}
    found = check_tables(service, strangers, [response.json for response in responses])
    tables = [(len(load(service.bottega, each["game_id"]).seats), each) for each in found if "game_id" in each]
    assert all(size in each["seats"] for size, each in tables)


@pytest.mark.parametrize("seed", range(6))
def test_no_player_is_seated_twice_by_any_order_of_seeks_renewals_and_failures(service, monkeypatch, seed):
    rng, strangers, sought = Random(seed), people(service, 8), []
    seat, dying = matchmaking.seat, []

    def seat_unless_killed(*arguments):
        return 1 // 0 if dying else seat(*arguments)

    monkeypatch.setattr(matchmaking, "seat", seat_unless_killed)
    for step in range(80):
        who = rng.choice(strangers)
        dying[:] = [True] if rng.random() < 0.3 else []
        match rng.choice(["seek", "seek", "seek", "look", "delete", "list", "sweep", "time"]):
            case "seek":
                wish = wanted(rng.sample([2, 3, 4], rng.choice([1, 2])), options={"hand": rng.choice([2, 3])})
                who.post("/seeks", wish, **({"Idempotency-Key": f"key {step}"} if rng.random() < 0.5 else {}))
            case "look" if sought:
                who, each = rng.choice(sought)
                who.get(f"/seeks/{each}")
            case "delete" if sought:
                who, each = rng.choice(sought)
                who.send("DELETE", f"/seeks/{each}")
            case "list":
                who.get("/seeks")
            case "sweep":
                sweep_matches(service.bottega, FUTURE)
            case "time":
                service.pass_time(seconds=800)
        known = {each for _, each in sought}
        kept = [(other, each.seek) for other in strangers for each in service.bottega.store.seeks.of(other.id)]
        sought += [each for each in kept if each[1] not in known]
    dying.clear()
    sweep_matches(service.bottega, FUTURE)
    responses = [(who, who.get(f"/seeks/{each}")) for who, each in sought]
    found = [(who, response.json) for who, response in responses if response.status_code == 200]
    seats = Counter((each["game_id"], who.id) for who, each in found if each["status"] == "matched")
    assert set(seats.values()) == {1}
    assert set(seats) == {
        (game_id, holder) for game_id in ids(service, limit=100) for holder in seated_in(service, game_id).values()
    }
    assert due(service) == []


def test_a_player_with_many_simultaneous_seeks_has_one_seek_and_one_seat(service):
    ann, bea = people(service)
    for hand in (2, 3, 4, 5):
        wish, key = wanted(options={"hand": hand}), {"Idempotency-Key": f"key {hand}"}
        calls = [lambda wish=wish, key=key: ann.post("/seeks", wish, **key)] * 24
        responses = at_once([*calls, lambda wish=wish: bea.post("/seeks", wish)])
        assert {response.status_code for response in responses} == {201}
        assert len({response.json["seek"] for response in responses[:-1]}) == 1
    assert len(ids(service)) == 4


def test_seeking_and_withdrawing_at_once_leaves_no_data(service):
    strangers = people(service, 16)

    def hesitate(who):
        sought = seek(who, [3])
        return who.send("DELETE", f"/seeks/{sought['seek']}").status_code, sought

    came = at_once([lambda who=who: hesitate(who) for who in strangers])
    assert {code for code, _ in came} <= {204, 409}
    for (code, sought), who in zip(came, strangers, strict=True):
        assert (code == 204) == (who.get(f"/seeks/{sought['seek']}").status_code == 404)
    assert 3 * len(ids(service)) == [code for code, _ in came].count(409)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []


def test_simultaneous_sweepers_create_one_game(service, monkeypatch):
    for _ in range(4):
        before = len(ids(service, limit=100))
        broken_off(service, monkeypatch, matchmaking, "seat")
        at_once([lambda: sweep_matches(service.bottega, time.time() + 100)] * 8)
        sweep_matches(service.bottega, FUTURE)
        assert (len(ids(service, limit=100)), due(service)) == (before + 1, [])


def test_the_data_of_seeks_expires_automatically(service):
    ann, bea = people(service)
    seek(ann)
    seek(bea)
    seek(ann, [4])
    client = service.bottega.store.servers.client
    lasting = [each for each in client.keys("*seeks*") if client.ttl(each) < 0]
    assert lasting == []
