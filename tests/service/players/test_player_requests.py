"""Requests of a player about the player: profile, keys, games, feed, identities, blocked players and targets."""

import pytest

from tests.service.examples.games import rules, unknown_options
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.issuer import signing
from tests.service.helpers.players.player import Player, player

KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""The keys of the example in RFC 8291."""
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
CHAT = {"url": "discord://123456789/fjsd8fh4hf7sdhf7", "events": ["your_turn"], "quiet_hours": NIGHT}
TARGETS = "/me/notification-targets"


def hosting(service):
    """Let Ada create a game with a seat for her; return her, and its id."""
    ada = player(service, "Ada")
    seats = [{"kind": "human", "player": ada.id}, *[{"kind": "human"}] * (rules().min_seats - 1)]
    return ada, ada.post("/games", {"ruleset": rules().name, "seats": seats}).json["game_id"]


@pytest.mark.example("createPlayer", "Create a player.")
def test_a_new_player_gets_a_key(service):
    key = {"Idempotency-Key": "6f1d0be2-a97c-4385-b6e1-904c7d25f8a3"}
    created = service.client.post("/v1/players", json={"name": "Ada"}, headers=key)
    assert (created.status_code, created.json["name"]) == (201, "Ada")


@pytest.mark.example("createPlayer", "A player creates a bot.", called="bot")
def test_a_player_creates_a_bot(service):
    assert player(service, "Ada").post("/players", {"name": "Adabot", "bot": True}).json["bot"] is True


@pytest.mark.example("getMe", "The player to whom the key belongs.")
def test_a_key_reads_its_player(service):
    ada = player(service, "Ada")
    assert ada.get("/me").json["player"] == ada.id


@pytest.mark.example("updateMe", "A player changes the display name.")
def test_a_player_changes_the_display_name(service):
    assert player(service, "Ada").send("PATCH", "/me", {"name": "Ada Lovelace"}).json["name"] == "Ada Lovelace"


@pytest.mark.example("deleteMe", "Delete a player.")
def test_a_deleted_player_has_no_key(service):
    ada = player(service, "Ada")
    assert ada.send("DELETE", "/me").status_code == 204
    assert ada.get("/me").status_code == 401


@pytest.mark.example("exportMe", "All data of a new player.")
def test_a_new_player_exports_a_profile(service):
    ada = player(service, "Ada")
    assert ada.get("/me/export").json["profile"]["player"] == ada.id


@pytest.mark.example("createMyStreamTicket", "A ticket, valid for 30 seconds.")
def test_a_player_gets_a_ticket(service):
    assert player(service, "Ada").post("/me/stream-ticket", {"expires_in": 30}).status_code == 201


@pytest.mark.example("listKeys", "A player with two keys.")
def test_a_player_lists_two_keys(service):
    ada = player(service, "Ada")
    ada.post("/me/keys", {"scopes": ["play"]})
    assert len(ada.get("/me/keys").json["keys"]) == 2


@pytest.mark.example("createKey", "A bot key, valid for one day.")
def test_a_player_creates_a_key_for_one_day(service):
    requested = {"scopes": ["play"], "expires_in": 24 * 60 * 60}
    created = player(service, "Ada").post("/me/keys", requested, **{"Idempotency-Key": "d2c94f70a83e4b16"})
    assert (created.status_code, created.json["scopes"]) == (201, ["play"])


@pytest.mark.example("deleteKey", "A player revokes a key.")
def test_a_revoked_key_opens_nothing(service):
    ada = player(service, "Ada")
    (only,) = ada.get("/me/keys").json["keys"]
    assert ada.send("DELETE", f"/me/keys/{only['key_id']}").status_code == 204
    assert ada.get("/me").status_code == 401


@pytest.mark.example("listMyGames", "The games in which the player must act.")
def test_a_player_lists_the_games_that_wait_for_an_action(service):
    ada, game_id = hosting(service)
    assert ada.games("?waiting=true") == [game_id]


@pytest.mark.example("listMyEvents", "Notices of the last turn, the end and the score of a game.")
def test_a_feed_ends_with_the_score_of_a_game(service):
    ada, game_id = hosting(service)
    finish_and_score(service, game_id)
    *_, fourth, turn, over, scored = ada.get("/me/events?limit=500").json["events"]
    assert ada.get(f"/me/events?after={fourth['id']}").json["events"] == [turn, over, scored]


@pytest.mark.example(
    "listMyEvents", "A pending turn, with the legal actions of the seat.", called="with_actions", each=True
)
def test_a_notice_of_a_turn_includes_the_legal_actions(service):
    notices = hosting(service)[0].get("/me/events?include=actions").json["events"]
    pending = [each["next_decision"]["actions"] for each in notices if each["type"] == "your_turn"]
    assert all(pending)


@pytest.mark.example("streamMyEvents", "A seat and a turn, as an `EventSource` receives them.")
def test_a_feed_is_streamed_until_the_process_stops(service):
    ada, _ = hosting(service)
    service.installation.hub.ended.set()
    assert "event: " in ada.send("GET", "/me/events/stream", **{"Last-Event-ID": "0"}).text


@pytest.mark.example("streamMyEvents", "The stream, opened with a ticket.", called="ticket")
def test_a_ticket_opens_the_stream_of_a_feed(service):
    ada, _ = hosting(service)
    ticket = ada.post("/me/stream-ticket", {}).json["ticket"]
    service.installation.hub.ended.set()
    assert "event: " in service.client.get(f"/v1/me/events/stream?ticket={ticket}").text


@pytest.mark.example("streamMyEventsAsNdjson", "A seat and a turn, with the legal actions of the seat.")
def test_a_feed_is_streamed_as_lines(service):
    ada, _ = hosting(service)
    service.installation.hub.ended.set()
    assert len(ada.get("/me/events/ndjson?include=actions").text.splitlines()) >= 2


def link(trusting, who):
    """Link an identity of the issuer to a player."""
    return who.post("/me/identities", {"token": signing(trusting, "ada")})


@pytest.mark.example("linkIdentity", "A player links an identity of the issuer.")
def test_a_player_links_an_identity(trusting):
    assert link(trusting, player(trusting, "Ada")).status_code == 201


@pytest.mark.example("listIdentities", "The identity of a player.")
def test_a_player_lists_a_linked_identity(trusting):
    ada = player(trusting, "Ada")
    link(trusting, ada)
    assert [each["subject"] for each in ada.get("/me/identities").json["identities"]] == ["ada"]


@pytest.mark.example("unlinkIdentity", "A player with a key unlinks an identity.")
def test_a_player_unlinks_an_identity(trusting):
    ada = player(trusting, "Ada")
    linked = link(trusting, ada).json["identity"]
    assert ada.send("DELETE", f"/me/identities/{linked}").status_code == 204


@pytest.mark.problem("last_identity", "The player has no key and no other identity.", "unlinkIdentity")
def test_a_player_without_a_key_keeps_the_last_identity(trusting):
    carla = Player(trusting, "", signing(trusting, "carla"))
    (only,) = carla.get("/me/identities").json["identities"]
    assert carla.send("DELETE", f"/me/identities/{only['identity']}").json["code"] == "last_identity"


@pytest.mark.example("mergePlayer", "A player merges another of their players.")
def test_a_player_merges_another_player(service):
    merged = player(service, "Ada").post("/me/merge", {"credential": player(service, "Ada's phone").key})
    assert merged.status_code == 200


def blocking(service):
    """Let Ada block Bruno; return both."""
    ada, bruno = player(service, "Ada"), player(service, "Bruno")
    assert ada.send("PUT", f"/me/blocked-players/{bruno.id}").status_code == 204
    return ada, bruno


@pytest.mark.example("blockPlayer", "Ada blocks another player.")
def test_a_player_blocks_another_player(service):
    blocking(service)


@pytest.mark.example("unblockPlayer", "Ada unblocks a player.")
def test_a_player_unblocks_a_player(service):
    ada, bruno = blocking(service)
    assert ada.send("DELETE", f"/me/blocked-players/{bruno.id}").status_code == 204


@pytest.mark.example("listBlockedPlayers", "The players whom Ada blocks.")
def test_a_player_lists_the_blocked_players(service):
    ada, bruno = blocking(service)
    assert [each["player"] for each in ada.get("/me/blocked-players").json["players"]] == [bruno.id]


def chat(service):
    """Create a target of Ada; return her, and its URL."""
    ada = player(service, "Ada")
    created = ada.post(TARGETS, CHAT)
    assert created.status_code == 201, created.text
    return ada, f"{TARGETS}/{created.json['target_id']}"


@pytest.mark.example("createNotificationTarget", "A player is notified of turns in a chat, but not at night.")
def test_a_player_is_notified_in_a_chat(service):
    chat(service)


@pytest.mark.example("createNotificationTarget", "A browser with a push subscription.", called="browser")
def test_a_player_is_notified_in_a_browser(service):
    subscription = {"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "keys": KEYS}
    created = player(service, "Ada").post(TARGETS, {"web_push": subscription, "language": "cs"})
    assert created.status_code == 201


@pytest.mark.example(
    "createNotificationTarget", "A destination that the player already has.", called="again", status=200
)
def test_a_destination_that_the_player_has_is_changed(service):
    ada, _ = chat(service)
    again = ada.post(TARGETS, {**CHAT, "digest_minutes": 60})
    assert (again.status_code, again.json["digest_minutes"]) == (200, 60)


@pytest.mark.example("getNotificationSettings", "The public key for push subscriptions, and the allowed services.")
def test_anybody_reads_the_settings_of_notifications(service):
    assert service.client.get("/v1/notification-settings").status_code == 200


@pytest.mark.example("listNotificationTargets", "The targets of a player.")
def test_a_player_lists_targets(service):
    ada, _ = chat(service)
    assert len(ada.get(TARGETS).json["targets"]) == 1


@pytest.mark.example("getNotificationTarget", "A target.")
def test_a_player_reads_a_target(service):
    ada, target = chat(service)
    assert ada.get(target).json["events"] == ["your_turn"]


@pytest.mark.example("updateNotificationTarget", "Collect the events of an hour.")
def test_a_player_collects_the_events_of_an_hour(service):
    ada, target = chat(service)
    assert ada.send("PATCH", target, {"digest_minutes": 60}).json["digest_minutes"] == 60


@pytest.mark.example("deleteNotificationTarget", "A player deletes a target.")
def test_a_player_deletes_a_target(service):
    ada, target = chat(service)
    assert ada.send("DELETE", target).status_code == 204


@pytest.mark.example("sendTestNotification", "Send a test message.")
def test_a_player_sends_a_test_message(service):
    ada, target = chat(service)
    assert ada.post(f"{target}/test").status_code == 200


def sought(**terms):
    """Return the body of a seek: for as many or as few players as possible."""
    return {"ruleset": rules().name, "seats": [rules().min_seats, rules().max_seats], **terms}


def seek(service):
    """Let Ada create a seek; return her, and its URL."""
    ada = player(service, "Ada")
    return ada, f"/seeks/{ada.post('/seeks', sought()).json['seek']}"


def matched(service):
    """Let other players create the same seek as Ada; return her, and the URL of her seek."""
    ada, own = seek(service)
    for _ in range(1, rules().min_seats):
        assert player(service, "Bruno").post("/seeks", sought()).status_code == 201
    return ada, own


@pytest.mark.example("createSeek", "Ada seeks a game and accepts several numbers of players.", each=True)
def test_a_seek_accepts_several_numbers_of_players(service):
    created = player(service, "Ada").post("/seeks", sought())
    assert (created.status_code, created.json["status"]) == (201, "waiting")


@pytest.mark.example("createSeek", "Another player seeks the same game. The game is created.", called="matched")
def test_the_last_seek_creates_the_game(service):
    seek(service)
    body = sought(seats=[rules().min_seats], expires_in=1200)
    created = player(service, "Bruno").post("/seeks", body, **{"Idempotency-Key": "a1f6c30e95d2"})
    assert (created.status_code, created.json["status"]) == (201, "matched")


@pytest.mark.example("createSeek", "A rated game with a delay for spectators.", called="rated")
def test_a_seek_is_for_a_rated_game(service):
    terms = {"rated": True, "spectators": {"kind": "delayed", "events": 4}}
    assert player(service, "Ada").post("/seeks", sought(**terms)).status_code == 201


@pytest.mark.example("createSeek", "A rated game with players of a similar rating.", called="rating_range")
def test_a_seek_is_for_players_of_a_similar_rating(service):
    requested = {"rated": True, "rating_range": {"below": 200, "above": 300}}
    assert player(service, "Ada").post("/seeks", sought(**requested)).status_code == 201


@pytest.mark.example("createSeek", "Rejected by the rules: too many players.", called="rejected", status=409, each=True)
def test_the_rules_reject_a_seek_for_too_many_players(service):
    rejection = player(service, "Ada").post("/seeks", sought(seats=[rules().max_seats + 1]))
    assert rejection.status_code == 409
    assert rejection.json["paragraph"]


@pytest.mark.example(
    "createSeek", "Rejected by the rules: unknown set-up choice.", called="rejected", status=422, each=True
)
def test_the_rules_reject_a_seek_with_an_unknown_choice(service):
    rejection = player(service, "Ada").post("/seeks", sought(options=unknown_options(rules())))
    assert rejection.status_code == 422
    assert rejection.json["paragraph"]


@pytest.mark.example("listSeeks", "Ada's seek, and the number of players for each kind of game.")
def test_a_player_lists_seeks(service):
    ada, _ = seek(service)
    assert len(ada.get("/seeks").json["seeks"]) == 1


@pytest.mark.example(
    "listSeeks", "The number of waiting players for each kind of game, without names.", called="anybody"
)
def test_anybody_sees_how_many_players_seek_a_game(service):
    seek(service)
    assert service.client.get("/v1/seeks").status_code == 200


@pytest.mark.example("getSeek", "The seek waits.")
def test_a_seek_waits(service):
    ada, own = seek(service)
    assert ada.get(own).json["status"] == "waiting"


@pytest.mark.example("getSeek", "The seek has been matched.", called="matched")
def test_a_matched_seek_names_its_game(service):
    ada, own = matched(service)
    assert ada.get(own).json["status"] == "matched"


@pytest.mark.example("renewSeek", "The request restarts the timer of the seek.")
def test_a_player_renews_a_seek(service):
    ada, own = seek(service)
    service.pass_time(minutes=5)
    assert ada.post(f"{own}/renew").status_code == 200


@pytest.mark.example("deleteSeek", "Ada deletes the seek.")
def test_a_player_deletes_a_seek(service):
    ada, own = seek(service)
    assert ada.send("DELETE", own).status_code == 204


@pytest.mark.problem("seek_matched", "The seek has been matched in the meantime.", "deleteSeek")
def test_a_matched_seek_is_not_deleted(service):
    ada, own = matched(service)
    assert ada.send("DELETE", own).json["code"] == "seek_matched"
