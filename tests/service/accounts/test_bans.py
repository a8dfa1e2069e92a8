"""Test bans: which credentials they end, in each process at once, and who cannot come back."""

import json

import pytest

from service.accounts import banning
from service.accounts.banning import BanTerms, mailboxes
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, settings
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.operators import ban, operator, unban
from tests.service.helpers.players.player import Player, player, rejected
from tests.service.helpers.tournaments import organiser

UNTIL = "2126-12-24T18:00:00.000000Z"
BANNED = (403, "player_is_banned")


@pytest.fixture
def issuer():
    with issuing() as opened:
        yield opened


@pytest.fixture
def trusting(redis_url, issuer):
    with running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as service:
        yield service


@pytest.fixture
def ann(service):
    return player(service, "Ann")


def signed_in(service, issuer, subject="ann", **claims):
    who = Player(service, "", issuer.sign(subject, **claims))
    return Player(service, who.get("/me").json["player"], who.key)


def text_of(response):
    return response.json["detail"]


def test_each_key_of_a_banned_player_gets_the_reason_and_the_end(ann):
    other = ann.post("/me/keys", {}).json["key"]
    ban(ann, public_reason="You used a program.", reason="Report 17", until=UNTIL)
    for key in (ann.key, other):
        response = Player(ann.service, ann.id, key).get("/me")
        assert rejected(response) == BANNED
        assert (response.json["reason"], response.json["until"]) == ("You used a program.", UNTIL)
        assert text_of(response) == (
            "Wait until 2126-12-24 18:00 UTC. The player has been banned until then: You used a program."
        )
        assert "Report 17" not in response.text


def test_a_ban_without_an_end_and_a_reason_has_neither(ann):
    ban(ann)
    response = ann.get("/me")
    assert text_of(response) == "Contact the operator. The player has been banned."
    assert {"reason", "until"} & response.json.keys() == set()


@pytest.mark.parametrize("language", ["cs", "it", "ru"])
def test_a_ban_is_explained_in_the_language_of_the_player(ann, language):
    ban(ann, public_reason="17")
    detail = text_of(ann.send("GET", "/me", **{"Accept-Language": language}))
    assert detail.endswith(": 17")
    assert "operator" not in detail


def test_only_the_whole_key_of_a_banned_player_shows_the_ban(ann):
    ban(ann)
    guessed = f"{ann.key[:-43]}{'x' * 43}"
    assert rejected(Player(ann.service, ann.id, guessed).get("/me")) == (401, "invalid_token")


def test_each_process_rejects_the_tokens_of_a_banned_creator_at_once(ann, start):
    other, made = start(), ann.create(HUMANS).json
    tokens = [*(each["token"] for each in made["tokens"]), made["creator_token"]]

    def codes():
        sent = [{"Authorization": f"Bearer {token}"} for token in tokens]
        url = f"/v1/games/{made['game_id']}"
        seats = [other.client.get(f"{url}/actions", headers=each) for each in sent[:2]]
        creator = other.client.patch(url, headers=sent[2], json={"name": "Mine"})
        return [each.json.get("code", "") for each in (*seats, creator)]

    assert codes() == ["", "", ""]
    ban(ann)
    assert codes() == ["player_is_banned"] * 3


def test_an_identity_of_a_banned_player_signs_in_nobody(trusting, issuer):
    ann = signed_in(trusting, issuer)
    ban(ann)
    assert rejected(ann.get("/me")) == BANNED


def test_a_linked_identity_is_banned_with_the_player(trusting, issuer):
    ann = player(trusting, "Ann")
    assert ann.post("/me/identities", {"token": issuer.sign("work")}).status_code == 201
    ban(ann)
    assert rejected(Player(trusting, "", issuer.sign("work")).get("/me")) == BANNED


def test_the_identities_of_a_banned_player_stay_banned_after_a_deletion(trusting, issuer):
    ann = signed_in(trusting, issuer)
    ann.post("/me/identities", {"token": issuer.sign("work")})
    ban(ann, public_reason="No.")
    assert operator(trusting).send("DELETE", f"/operator/players/{ann.id}").status_code == 204
    redis = trusting.installation.store.servers.client
    redis.delete(*redis.keys("bottega:{tombstone:*"))  # as their expiry does
    for subject in ("ann", "work"):
        response = Player(trusting, "", issuer.sign(subject)).get("/me")
        assert (rejected(response), response.json["reason"]) == (BANNED, "No.")
    bea = player(trusting, "Bea")
    assert rejected(bea.post("/me/identities", {"token": issuer.sign("work")})) == BANNED


def test_a_deleted_player_who_was_banned_is_unbanned_by_the_former_id(trusting, issuer):
    ann = signed_in(trusting, issuer)
    ban(ann)
    operator(trusting).send("DELETE", f"/operator/players/{ann.id}")
    unban(ann)
    redis = trusting.installation.store.servers.client
    assert redis.keys("bottega:{ban:*") == []
    redis.delete(*redis.keys("bottega:{tombstone:*"))
    assert signed_in(trusting, issuer).get("/me").status_code == 200


def test_redis_has_neither_id_nor_subject_nor_address_of_a_banned_player_who_was_deleted(trusting, issuer):
    ann = signed_in(trusting, issuer, "subject-of-ann")
    ban(ann, emails=["ann@example.org"])
    operator(trusting).send("DELETE", f"/operator/players/{ann.id}")
    redis = trusting.installation.store.servers.client
    names = [name for part in ("{ban:*", "{decisions}*", "{marks}") for name in redis.keys(f"bottega:{part}")]
    assert len(names) == 4
    stored = [(name, redis.dump(name)) for name in names]
    sought = [ann.id.removeprefix("pl_"), "subject-of-ann", "ann@example.org", "Ann"]
    assert [each for each in sought if any(each.encode() in part for entry in stored for part in entry)] == []


def test_a_platform_cannot_act_for_a_banned_user_also_after_a_deletion(service):
    platform = organiser(service)
    user = platform.acting_for("user 7")
    ban(user)
    assert rejected(user.get("/me")) == BANNED
    operator(service).send("DELETE", f"/operator/players/{user.id}")
    redis = service.installation.store.servers.client
    redis.delete(*redis.keys("bottega:{tombstone:*"))
    assert rejected(user.get("/me")) == BANNED
    assert platform.acting_for("user 8").get("/me").status_code == 200


def test_a_verified_address_of_a_banned_player_signs_in_no_new_player(trusting, issuer):
    ann = player(trusting, "Ann")
    ban(ann, emails=["Ann.Bee+games@gmail.com"])
    verified = {"email": "annbee@googlemail.com", "email_verified": True}
    assert rejected(Player(trusting, "", issuer.sign("new", **verified)).get("/me")) == BANNED
    assert Player(trusting, "", issuer.sign("new", email="annbee@gmail.com")).get("/me").status_code == 200


def test_a_mailbox_of_a_banned_player_is_no_target_of_another_one(start):
    service = start(smtp_url="mailto://localhost", public_url="https://example.org", anonymous_mail=True)
    ann, bea = player(service, "Ann"), player(service, "Bea")
    ban(ann, emails=["ann@example.org"])
    target = {"email": "ann+new@example.org"}
    assert rejected(bea.post("/me/notification-targets", target)) == (409, "target_rejected")


def test_a_player_who_is_unbanned_needs_a_new_key_or_signs_in_again(trusting, issuer):
    ann = signed_in(trusting, issuer)
    key = ann.post("/me/keys", {}).json["key"]
    ban(ann)
    unban(ann)
    assert rejected(Player(trusting, ann.id, key).get("/me")) == (401, "invalid_token")
    assert ann.get("/me").json["player"] == ann.id
    assert ann.with_scopes("play").get("/me").status_code == 200


def test_a_banned_player_gets_no_key(ann):
    ban(ann)
    assert rejected(ann.with_scopes("play").get("/me")) == (401, "invalid_token")


def test_a_merge_frees_no_banned_player(service, ann):
    bea = player(service, "Bea")
    ban(ann)
    assert rejected(bea.post("/me/merge", {"credential": ann.key})) == BANNED
    assert rejected(ann.post("/me/merge", {"credential": bea.key})) == BANNED


def test_a_player_who_is_banned_while_a_merge_starts_is_not_merged(service, ann, monkeypatch):
    bea, begin = player(service, "Bea"), type(service.installation.store.merges).begin

    def ban_first(merges, other, remaining, is_gone):
        banning.ban(service.installation, other, BanTerms(by="command:tests"))
        return begin(merges, other, remaining, is_gone)

    with monkeypatch.context() as patch:
        patch.setattr(type(service.installation.store.merges), "begin", ban_first)
        assert rejected(bea.post("/me/merge", {"credential": ann.key})) == (409, "players_not_mergeable")
    assert rejected(ann.get("/me")) == BANNED


def test_a_player_who_is_becoming_a_part_of_another_one_is_not_banned(service, ann):
    service.installation.store.merges.begin(ann.id, player(service).id, lambda: False)
    response = operator(service).send("PUT", f"/operator/players/{ann.id}/ban", {})
    assert rejected(response) == (404, "player_not_found")
    assert ann.get("/me").status_code == 200


def test_the_bots_of_a_banned_player_are_banned_and_unbanned_with_the_owner(service, ann):
    created = ann.post("/players", {"bot": True}).json
    bot = Player(service, created["player"], created["key"])
    ban(ann)
    assert rejected(bot.get("/me")) == BANNED
    unban(ann)
    assert bot.with_scopes("play").get("/me").status_code == 200


def test_a_second_ban_changes_the_terms_and_keeps_the_addresses(service, ann):
    ban(ann, emails=["ann@example.org"], until=UNTIL)
    ban(ann, public_reason="For good.")
    assert {"until"} & ann.get("/me").json.keys() == set()
    redis = service.installation.store.servers.client
    assert [redis.ttl(name) for name in redis.keys("bottega:{ban:*")] == [-1, -1]


def test_a_ban_with_an_end_expires_in_redis(service, ann):
    ban(ann, until=UNTIL)
    redis = service.installation.store.servers.client
    names = [*redis.keys("bottega:{ban:*"), *redis.keys("*:ban"), *redis.keys("*:ended_keys")]
    assert len(names) == 3
    assert all(redis.ttl(name) > 0 for name in names)
    ban(ann, until="2026-01-01T00:00:00.000000Z")
    assert rejected(ann.get("/me")) == (401, "invalid_token")


def test_every_decision_is_stored_with_who_made_it_and_why(service, ann):
    ban(ann, reason="Report 17")
    unban(ann)
    assert ann.with_scopes("play", "create").send("DELETE", "/me").status_code == 204
    decisions = [*service.installation.store.decisions.all()]
    assert [(each.action, each.reason) for each in decisions] == [("ban", "Report 17"), ("unban", ""), ("delete", "")]
    assert decisions[0].by.startswith("rp_")
    assert decisions[2].by == "player"
    assert len({each.player for each in decisions}) == 1
    assert ann.id not in json.dumps([str(each) for each in decisions])


def test_only_confirmed_addresses_of_a_player_are_banned(service, ann):
    assert mailboxes(service.installation, ann.id) == []
