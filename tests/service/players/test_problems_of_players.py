"""Each operation of players reports the problems of players, keys, feeds, seeks, webhooks, targets and ratings."""

import json
from dataclasses import replace as changed

import msgspec
import pytest

from service.matchmaking.seeks import MOST_WAITING
from service.players import callers
from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams import tickets
from service.webhooks import webhooks
from service.webhooks.destinations import MOST_TARGETS
from tests.service.examples.games import LOST, MINUTE, is_overtaken, rules
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.issuer import signing
from tests.service.helpers.players.player import agree, player

INVITATION = "Creating a player requires an invitation from the operator."
INTERNAL = {"url": "https://169.254.169.254/latest"}
SINCE = "2026-01-01T00:00:00.000000Z"
IDENTITIES = "/me/identities"


def spaced(request, pattern):
    """Store a value in other bytes than the service writes, so that every update finds it changed."""
    (key,) = request.redis.keys(pattern)
    request.redis.set(key, request.redis.get(key) + b" ")


@pytest.mark.problem("token_required", "The request names no owner of the bot.", "createPlayer")
def test_a_bot_requires_an_owner(valid):
    reports(valid("createPlayer").to(body={"bot": True}).send(), "token_required")


@pytest.mark.problem("sign_up_disabled", "Only the operator creates player keys in this installation.", "createPlayer")
def test_a_closed_installation_creates_no_players(valid, start):
    reports(valid("createPlayer").send(start(players="closed")), "sign_up_disabled")


@pytest.mark.problem("invitation_required", INVITATION, "createPlayer")
def test_a_player_is_created_by_invitation(valid, start):
    reports(valid("createPlayer").send(start(players="invitation")), "invitation_required")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the player.", "updateMe")
def test_a_profile_that_is_always_overtaken_is_not_changed(valid):
    request = valid("updateMe")
    spaced(request, "bottega:{pl_*}:profile")
    reports(request.send(), "game_busy")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of the player's game.", "deleteMe")
def test_a_player_of_a_game_that_is_always_overtaken_is_not_deleted(service):
    ada = player(service, "Ada")
    game_id = ada.create([{"kind": "human", "player": ada.id}, {"kind": "human"}]).json["game_id"]
    is_overtaken(service, game_id)
    reports(ada.send("DELETE", "/me"), "game_busy")


@pytest.mark.problem("notices_deleted", "Notices after the client's position have been deleted.")
def test_a_feed_does_not_continue_after_deleted_notices(valid, operation):
    request = valid(operation)
    for key in request.redis.keys("bottega:*:marks"):
        request.redis.hset(key, "lost", request.redis.hget(key, "latest"))
    reports(request.without("Last-Event-ID").with_query("after=1").send(), "notices_deleted")


@pytest.mark.problem("ticket_expired", "The ticket has expired.", "streamMyEvents", "streamMyEventsAsNdjson")
def test_an_expired_ticket_opens_no_feed(valid, operation):
    request = valid(operation)
    caller = callers.identify(request.installation, request.headers["Authorization"].partition(" ")[2])
    ticket = tickets.issue(request.installation, tickets.FEED, "", Credential(caller), TicketRequest(1))[0]
    request.installation.sources.now()
    reports(request.without("Authorization").with_query(f"ticket={ticket}").send(), "ticket_expired")


@pytest.mark.problem(
    "too_many_spectators", "This process has reached its maximum of waiting requests for notices.", "listMyEvents"
)
def test_a_process_with_too_many_waiting_requests_reads_no_feed(service, start):
    crowded = changed(player(service, "Ada"), service=start(spectators=0))
    reports(crowded.get("/me/events?wait=30"), "too_many_spectators")


@pytest.mark.problem(
    "too_many_spectators", "This process has reached its maximum of waiting requests for seeks.", "listSeeks"
)
def test_a_process_with_too_many_waiting_requests_waits_for_no_seeks(service, start):
    crowded = start(spectators=0).client
    known = {"If-None-Match": crowded.get("/v1/seeks").headers["ETag"]}
    reports(crowded.get("/v1/seeks?wait=30", headers=known), "too_many_spectators")


@pytest.mark.problem("identity_in_use", "The identity signs in another player.", "linkIdentity")
def test_an_identity_of_another_player_is_not_linked(valid, trusting):
    request = valid("linkIdentity")
    player(trusting, "Bruno").post(IDENTITIES, {"token": signing(trusting, "ada")})
    reports(request.send(), "identity_in_use")


@pytest.mark.problem("identity_not_found", "The player has no such identity.", "unlinkIdentity")
def test_an_unknown_identity_is_not_unlinked(valid):
    reports(valid("unlinkIdentity").to(path=f"/v1{IDENTITIES}/id_{LOST}").send(), "identity_not_found")


@pytest.mark.problem("players_not_mergeable", "Both players have a seat in the same game.", "mergePlayer")
def test_players_of_the_same_game_are_not_merged(service):
    ada, phone = player(service, "Ada"), player(service, "Ada's phone")
    agree(service, phone.id)
    ada.create([{"kind": "human", "player": each.id} for each in (ada, phone)])
    reports(ada.post("/me/merge", {"credential": phone.key}), "players_not_mergeable")


@pytest.mark.problem("game_busy", "Each write conflicted with another change of a bot.", "mergePlayer")
def test_a_player_whose_bot_is_always_overtaken_is_not_merged(valid, service):
    request = valid("mergePlayer")
    headers = {"Authorization": f"Bearer {request.body['credential']}"}
    bot = service.client.post("/v1/players", json={"name": "Adabot", "bot": True}, headers=headers).json["player"]
    spaced(request, f"bottega:{{{bot}}}:profile")
    reports(request.send(), "game_busy")


@pytest.mark.problem(
    "game_busy", "Each write conflicted with another change of the player's seeks.", "blockPlayer", "unblockPlayer"
)
def test_a_player_whose_seeks_are_always_overtaken_blocks_nobody(valid, service, operation):
    request = valid(operation)
    body = {"ruleset": rules().name, "seats": [rules().min_seats]}
    service.client.post("/v1/seeks", json=body, headers=dict(request.headers))
    spaced(request, "bottega:{pl_*}:seeks")
    reports(request.send(), "game_busy")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "createSeek")
def test_a_seek_with_an_unknown_level_is_rejected(valid):
    absence = {"on_timeout": "level", "level": "grandmaster"}
    reports(valid("createSeek").with_fields(clock=MINUTE, absence=absence).send(), "unknown_level")


@pytest.mark.problem("seek_not_found", "The player has no such seek.")
def test_a_seek_that_does_not_exist_is_not_found(valid, operation):
    reports(valid(operation).of(f"sk_{LOST}").send(), "seek_not_found")


@pytest.mark.problem("too_many_seeks", "The player has the maximum number of seeks.", "createSeek")
def test_the_seeks_of_a_player_are_limited(valid):
    request = valid("createSeek")
    for hints in range(MOST_WAITING):
        assert request.with_fields(hints=hints, expires_in=3600).send().status_code == 201
    reports(request.with_fields(rated=True).send(), "too_many_seeks")


@pytest.mark.problem(
    "game_busy",
    "Each write conflicted with another change of the player's seeks.",
    *("createSeek", "renewSeek", "deleteSeek"),
)
def test_seeks_that_are_always_overtaken_are_not_changed(valid, operation):
    request = valid(operation)
    if operation == "createSeek":
        request.with_fields(hints=5).send()
    (key,) = request.redis.keys("bottega:{pl_*}:seeks")
    request.redis.set(key, json.dumps(json.loads(request.redis.get(key))))
    reports(request.send(), "game_busy")


@pytest.mark.problem("pool_not_found", "The pool has no rated games yet.")
def test_a_pool_without_rated_games_is_not_found(valid, operation):
    reports(valid(operation).of(f"{rules().name}-2-00000000").send(), "pool_not_found")


@pytest.mark.problem("player_not_found", "No player has this id.")
def test_a_player_who_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    who = request.path.partition("/players/")[2].partition("/")[0]
    reports(request.to(path=request.path.replace(who, f"pl_{LOST}")).send(), "player_not_found")


@pytest.mark.problem("target_rejected", "The webhook URL is in the service's internal network.")
def test_a_receiver_in_the_internal_network_is_rejected(valid, operation):
    reports(valid(operation).to(body=INTERNAL).send(), "target_rejected")


@pytest.mark.problem("delivery_not_found", "No delivery has this id.")
def test_a_delivery_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    delivery = request.path.split("/")[-2]
    reports(request.to(path=request.path.replace(delivery, f"msg_{'0' * 32}")).send(), "delivery_not_found")


@pytest.mark.problem("too_many_webhooks", "The maximum number of webhooks is reached.")
def test_the_webhooks_of_an_owner_are_limited(valid, operation):
    request = valid(operation)
    for _ in range(webhooks.MOST_WEBHOOKS):
        assert request.send().status_code == 201
    reports(request.send(), "too_many_webhooks")


def owner_of(request, webhook_id):
    """Return the owner of a webhook or of a target."""
    stored = next(key for key in request.redis.keys("*}:webhooks") if request.redis.hexists(key, webhook_id))
    return stored.decode().partition("{")[2].partition("}")[0]


def id_in(request):
    """Return the id of the webhook or target in the path of a request."""
    return next(part for part in request.path.partition("?")[0].split("/") if part.startswith(("wh_", "nt_")))


@pytest.mark.problem("webhook_disabled", "The receiver has failed for days.")
def test_a_disabled_webhook_redelivers_nothing(valid, operation):
    request = valid(operation)
    webhook_id = id_in(request)
    webhooks.switch(request.installation, owner_of(request, webhook_id), webhook_id, "failing")
    reports(request.send(), "webhook_disabled")


def is_changing(request, webhook_id):
    """Store a webhook or a target in other bytes than the service writes."""
    name = f"bottega:{{{owner_of(request, webhook_id)}}}:webhooks"
    request.redis.hset(name, webhook_id, request.redis.hget(name, webhook_id) + b" ")


@pytest.mark.problem(
    "game_busy",
    "Each write conflicted with another change of the webhook.",
    *("rotateWebhookSecret", "rotateMyWebhookSecret", "rotateTournamentWebhookSecret"),
    *("resumeWebhook", "resumeMyWebhook", "resumeTournamentWebhook"),
)
def test_a_webhook_that_is_always_overtaken_is_not_changed(valid, operation):
    request = valid(operation)
    is_changing(request, id_in(request))
    reports(request.send(), "game_busy")


@pytest.mark.problem("notification_target_not_found", "No target has this id.")
def test_a_target_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    lost = request.to(path=request.path.replace(id_in(request), f"nt_{LOST}"))
    reports(lost.send(), "notification_target_not_found")


@pytest.mark.problem(
    "too_many_notification_targets", "The maximum number of targets is reached.", "createNotificationTarget"
)
def test_the_targets_of_a_player_are_limited(valid):
    request = valid("createNotificationTarget")
    for number in range(MOST_TARGETS):
        assert request.to(body={"url": f"ntfys://topic-{number}"}).send().status_code == 201
    reports(request.send(), "too_many_notification_targets")


@pytest.mark.problem(
    "target_rejected", "The recipient of the e-mail address has not confirmed it.", "sendTestNotification"
)
def test_an_unconfirmed_target_gets_no_test_message(valid):
    request = valid("sendTestNotification")
    target_id, store = id_in(request), request.installation.store.webhooks
    owner = owner_of(request, target_id)
    seen = store.get(owner, target_id)
    terms = msgspec.structs.replace(seen.target, unconfirmed=True)
    store.change(owner, seen, msgspec.structs.replace(seen, target=terms))
    reports(request.send(), "target_rejected")


def contested(request, target_id):
    """Disable a target, so that each request changes it, and store it in other bytes than the service writes."""
    webhooks.switch_any(request.installation, owner_of(request, target_id), target_id, "failing")
    is_changing(request, target_id)


@pytest.mark.problem(
    "game_busy",
    "Each write conflicted with another change of the target.",
    *("updateNotificationTarget", "sendTestNotification"),
)
def test_a_target_that_is_always_overtaken_is_not_changed(valid, operation):
    request = valid(operation)
    contested(request, id_in(request))
    reports(request.send(), "game_busy")


@pytest.mark.problem(
    "game_busy", "Each write conflicted with another change of the target.", "createNotificationTarget"
)
def test_a_destination_that_is_always_overtaken_is_not_registered_again(valid):
    request = valid("createNotificationTarget")
    contested(request, request.send().json["target_id"])
    reports(request.send(), "game_busy")


@pytest.mark.problem(
    "too_many_confirmations", "The mailbox has got all confirmation mails of the day.", "createNotificationTarget"
)
def test_a_mailbox_gets_a_limited_number_of_confirmations(valid, start):
    smtp = {"smtp_url": "mailto://127.0.0.1:1?from=bottega@example.org", "public_url": "https://play.example.org"}
    mailing = start(anonymous_mail=True, confirmations_per_mailbox=1, **smtp)
    request = valid("createNotificationTarget")
    request.to(body={"email": "ada@example.org"}).send(mailing)
    reports(request.to(body={"email": "ada+games@example.org"}).send(mailing), "too_many_confirmations")
