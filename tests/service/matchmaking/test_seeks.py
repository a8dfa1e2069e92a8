"""Test seeks: they match players who request the same game."""

import json
from collections import Counter

import pytest

from service.matchmaking import seeks
from service.matchmaking.store import seeks_in
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.lists import finish_and_score, ids
from tests.service.helpers.players.notices import reported
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.seeks import due, look, new_seek, seated_in, seek
from tests.service.matchmaking.seekers import new_players, renew

DAY = 24 * 60 * 60


def status(who, sought):
    return look(who, sought)["status"]


def test_the_first_seek_waits(service):
    ann, _ = new_players(service)
    sought = seek(ann)
    assert sought["status"] == "waiting"
    assert not {"game_id", "seat"} & set(sought)
    assert (ids(service), due(service)) == ([], [])


def test_two_equal_seeks_are_matched_into_one_game(service):
    ann, bea = new_players(service)
    first, second = seek(ann), seek(bea)
    assert second["status"] == "matched"
    seen = look(ann, first)
    assert (seen["status"], seen["game_id"]) == ("matched", second["game_id"])
    assert {seen["seat"]: ann.id, second["seat"]: bea.id} == seated_in(service, second["game_id"])
    assert ann.games() == bea.games() == ids(service) == [second["game_id"]]
    assert due(service) == []


def test_the_game_is_running_and_has_no_creator(service):
    ann, bea = new_players(service)
    seek(ann)
    game_id = seek(bea)["game_id"]
    assert ann.get(f"/games/{game_id}").json["status"] == "running"
    assert service.installation.store.header(game_id).creator == ""
    assert rejected(ann.send("DELETE", f"/games/{game_id}")) == (403, "token_mismatch")


def test_omitted_options_equal_the_explicit_defaults(service):
    ann, bea = new_players(service)
    seek(ann)
    assert seek(bea, options={"hand": HOSTED["tiny"].options_type().hand}, hints=10)["status"] == "matched"


@pytest.mark.parametrize(
    "other", [{"options": {"hand": 5}}, {"rated": True}, {"hints": 3}, {"visibility": "private"}, {"seats": [3]}]
)
def test_a_seek_with_other_terms_waits(service, other):
    ann, bea = new_players(service)
    seek(ann)
    assert seek(bea, **other)["status"] == "waiting"


def test_a_game_is_played_on_the_requested_terms(service):
    rated = {"rated": True, "spectators": {"kind": "delayed", "events": 2}}
    unlisted = {"visibility": "unlisted", "spectators": {"kind": "off"}}
    ann, bea = new_players(service)
    for terms in (rated, unlisted):
        _play_on(terms, ann, bea)


def _play_on(terms, ann, bea):
    assert {name: seek(ann, **terms)[name] for name in terms} == terms
    shown = ann.get(f"/games/{seek(bea, **terms)['game_id']}").json
    assert {name: shown[name] for name in terms} == terms


def test_the_largest_complete_size_of_several_is_played(service):
    ann, bea, cid = new_players(service, 3)
    assert seek(ann, [3])["status"] == "waiting"
    assert seek(bea, [4, 3])["status"] == "waiting"
    assert len(seated_in(service, seek(cid, [2, 3, 4])["game_id"])) == 3


def test_a_seek_for_several_sizes_is_matched_with_the_first_complete_one(service):
    ann, bea = new_players(service)
    seek(ann, [2, 4])
    assert len(seated_in(service, seek(bea, [2, 3])["game_id"])) == 2


def test_a_player_is_not_matched_with_another_seek_of_theirs(service):
    ann, _ = new_players(service)
    first = ann.post("/seeks", new_seek())
    again = ann.post("/seeks", new_seek())
    assert (again.json["seek"], again.json["status"]) == (first.json["seek"], "waiting")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers


def test_a_repeated_seek_changes_its_sizes(service):
    ann, bea = new_players(service)
    sought = seek(ann, [4])
    seek(bea, [2])
    assert seek(ann, [2])["status"] == "matched"
    assert look(ann, sought)["seats"] == [2]


def test_a_player_with_two_seeks_is_seated_by_each(service):
    ann, bea = new_players(service)
    for hand in (3, 4):
        seek(ann, options={"hand": hand})
    games = {seek(bea, options={"hand": hand})["game_id"] for hand in (3, 4)}
    assert {each["game_id"] for each in ann.get("/seeks").json["seeks"]} == games
    assert len(games) == 2


def test_seats_do_not_follow_the_order_of_the_seeks(service):
    ann, bea = new_players(service)
    first = Counter()
    for _ in range(24):
        seek(ann)
        first[seek(bea)["seat"]] += 1
    assert set(first) == {0, 1}


def test_the_feed_has_the_seat_and_its_seek(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    seat = look(ann, sought)["seat"]
    assert reported(service, ann.id)[0] == ("seated", 0, seat)
    notice = ann.get("/me/events").json["events"][0]
    assert (notice["type"], notice["game_id"], notice["seek"]) == ("seated", game_id, sought["seek"])
    to_act = next(who for who in (ann, bea) if who.id == seated_in(service, game_id)[0])
    assert reported(service, to_act.id)[1] == ("your_turn", 0, 0, 0)


def test_a_webhook_gets_the_seat_and_its_seek(service):
    ann, bea = new_players(service)
    hook = ann.post("/me/webhooks", {"url": "https://example.org/hooks", "event_types": ["seated"]}).json["webhook_id"]
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    (logged,) = service.installation.store.webhooks.log(ann.id, hook, None, 10)
    data = json.loads(logged.delivery.body)["data"]
    assert (data["game_id"], data["seek"]) == (game_id, sought["seek"])


def test_a_rematch_names_no_seek(service):
    ann, bea = new_players(service)
    seek(ann)
    game_id = seek(bea)["game_id"]
    finish_and_score(service, game_id)
    new = ann.post(f"/games/{game_id}/rematch").json["game_id"]
    reported_by = [notice for notice in ann.get("/me/events").json["events"] if notice["game_id"] == new]
    assert reported_by
    assert not any("seek" in notice for notice in reported_by)


def test_a_seek_expires_unless_it_is_renewed(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    service.pass_time(seconds=590)
    assert renew(ann, sought)["status"] == "waiting"
    service.pass_time(seconds=590)
    assert renew(ann, sought)["status"] == "waiting"
    service.pass_time(seconds=601)
    assert renew(ann, sought)["status"] == "expired"
    assert seek(bea)["status"] == "waiting"


def test_looking_at_a_seek_does_not_keep_it_waiting(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    service.pass_time(seconds=590)
    assert look(ann, sought) == sought
    assert ann.get("/seeks").json["seeks"] == [sought]
    service.pass_time(seconds=11)
    assert status(ann, sought) == "expired"
    assert seek(bea)["status"] == "waiting"


def test_a_repeat_with_its_key_shows_the_seek_and_does_not_keep_it_waiting(service):
    ann, _ = new_players(service)
    first = ann.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"})
    service.pass_time(seconds=590)
    again = ann.post("/seeks", new_seek(), **{"Idempotency-Key": "a seek"})
    assert (again.status_code, again.json) == (201, first.json)


def test_no_other_player_renews_a_seek(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    assert rejected(bea.post(f"/seeks/{sought['seek']}/renew")) == (404, "seek_not_found")


def test_a_repeat_renews_a_seek(service):
    ann, bea = new_players(service)
    seek(ann, expires_in=60)
    service.pass_time(seconds=50)
    seek(ann, expires_in=60)
    service.pass_time(seconds=50)
    assert seek(bea)["status"] == "matched"


def test_a_seek_after_expiry_is_a_new_one(service):
    ann, _ = new_players(service)
    first = seek(ann, expires_in=30)
    service.pass_time(seconds=31)
    assert seek(ann)["seek"] != first["seek"]
    assert status(ann, first) == "expired"


def test_an_ended_seek_is_deleted_after_a_day(service):
    ann, _ = new_players(service)
    sought = seek(ann)
    service.pass_time(seconds=DAY + 1000)
    seek(ann, options={"hand": 5})
    assert rejected(ann.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")


def test_a_withdrawn_seek_leads_to_no_game(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    assert ann.send("DELETE", f"/seeks/{sought['seek']}").status_code == 204
    assert seek(bea)["status"] == "waiting"
    assert rejected(ann.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert rejected(ann.send("DELETE", f"/seeks/{sought['seek']}")) == (404, "seek_not_found")


def test_a_matched_seek_cannot_be_withdrawn(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    game_id = seek(bea)["game_id"]
    response = ann.send("DELETE", f"/seeks/{sought['seek']}")
    assert (rejected(response), response.json["game_id"]) == ((409, "seek_matched"), game_id)
    assert status(ann, sought) == "matched"


def test_the_seek_of_another_player_is_not_found(service):
    ann, bea = new_players(service)
    sought = seek(ann)
    assert rejected(bea.get(f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert rejected(bea.send("DELETE", f"/seeks/{sought['seek']}")) == (404, "seek_not_found")
    assert status(ann, sought) == "waiting"


def test_the_number_of_seeks_of_a_player_is_limited(service):
    ann, _ = new_players(service)
    for hints in range(seeks.MOST_WAITING):
        seek(ann, hints=hints)
    assert rejected(ann.post("/seeks", new_seek(hints=99))) == (409, "too_many_seeks")
    assert seek(ann, hints=0)["status"] == "waiting"


def test_a_seek_against_the_rules_is_rejected(service):
    ann, _ = new_players(service)
    assert rejected(ann.post("/seeks", new_seek([2, 5])))[0] == 409
    assert rejected(ann.post("/seeks", new_seek(options={"hand": 9})))[0] == 422
    assert rejected(ann.post("/seeks", new_seek(rules_version=99))) == (409, "rules_version_not_hosted")
    assert rejected(ann.post("/seeks", new_seek(rated=True, hints=1))) == (409, "hints_disabled")
    assert rejected(ann.post("/seeks", new_seek(rating_range=[-100, 100]))) == (422, "invalid_request")
    assert ann.get("/seeks").json["seeks"] == []


def test_a_key_without_the_scope_to_play_cannot_seek(service):
    ann, _ = new_players(service)
    other = ann.with_scopes("create")
    for response in (other.post("/seeks", new_seek()), other.get("/seeks"), other.get("/seeks/sk_" + "0" * 20)):
        assert rejected(response) == (403, "insufficient_scope")


def test_the_users_of_a_platform_are_seated_like_all_others(service):
    platform = player(service).with_scopes("organise", "play")
    ann, bea = platform.acting_for("ann"), platform.acting_for("bea")
    seek(ann)
    assert set(seated_in(service, seek(bea)["game_id"]).values()) == {ann.id, bea.id}


def test_the_number_of_waiting_players_is_public_and_their_identity_is_not(service):
    ann, bea, cid = new_players(service, 3)
    mine = [seek(ann, [3, 4]), seek(bea, [4])]
    shown = service.client.get("/v1/seeks")
    assert "seeks" not in shown.json
    (kind,) = shown.json["waiting_seeks"]
    assert kind["table_sizes"] == [{"seats": 3, "waiting": 1}, {"seats": 4, "waiting": 2}]
    assert (kind["ruleset"], kind["options"]) == ("tiny", mine[0]["options"])
    secrets = [*(each["seek"] for each in mine), *(who.id for who in (ann, bea)), "Player 0", "Player 1"]
    assert not any(secret in response.text for secret in secrets for response in (shown, cid.get("/seeks")))


def test_ended_seeks_are_not_listed(service):
    ann, bea = new_players(service)
    seek(ann, [4])
    seek(ann)
    seek(bea)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []
    seek(ann, [4], expires_in=30)
    service.pass_time(seconds=31)
    assert service.client.get("/v1/seeks").json["waiting_seeks"] == []


def test_a_seek_returns_the_same_for_any_other_seeks(service):
    ann, bea, cid = new_players(service, 3)
    sought = seek(ann, [4])
    alone = look(ann, sought)
    seek(bea, [4])
    seek(cid, [4])
    assert look(ann, sought) == alone


def test_a_repeat_with_the_same_key_never_makes_a_second_seek(service):
    ann, bea = new_players(service)
    key = {"Idempotency-Key": "a key"}
    first = ann.post("/seeks", new_seek(), **key).json
    game_id = seek(bea)["game_id"]
    again = ann.post("/seeks", new_seek(), **key)
    assert (again.json["seek"], again.json["game_id"]) == (first["seek"], game_id)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert rejected(ann.post("/seeks", new_seek([3]), **key)) == (409, "idempotency_key_reused")
    assert len(ids(service)) == 1


def test_a_deleted_player_has_no_seeks(service):
    ann, bea = new_players(service)
    seek(ann)
    assert ann.send("DELETE", "/me").status_code == 204
    assert seek(bea)["status"] == "waiting"
    assert seeks_in(service.installation.store).of(ann.id) == ()
