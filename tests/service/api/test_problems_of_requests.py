"""Each operation reports the problems of requests: a valid request is changed, or another service receives it."""

import json
from dataclasses import replace
from typing import Any

import flask
import pytest

from domain.package import FUNCTIONS
from domain.registry import PUBLISHED
from service.api import request_metrics
from service.api.idempotent_requests import read_idempotent_request
from service.installation import idempotent_requests
from service.players import tokens
from service.runtime.request_limit import too_long
from service.settings import Settings
from tests.service.examples.games import LOST, game
from tests.service.helpers.client.responses import reports
from tests.service.helpers.client.running import lasting
from tests.service.helpers.client.service import SECRET
from tests.service.helpers.players.operators import ban
from tests.service.helpers.players.player import player

KEY = "0c6fd4b8-a1e9-4f0b-9d27-5e83b1c6a4f0"
CHANGED = {"If-Match": '"0123456789abcdef0123456789abcdef"'}
NOWHERE = "unix:///nowhere/redis.sock"
UNKNOWN_KEY = f"Bearer bk_{'0' * 28}_{'invented' * 5}key"
OF_TOURNAMENTS = (
    *("getTournament", "listEntrants", "listRounds", "getRound", "getTournamentRecord", "listTournamentEvents"),
    *("streamTournamentEvents", "getStandings", "getStandingsCsv", "getStandingsTrf", "getCrosstable"),
    *("getCrosstableImage", "getBracket", "getBracketImage", "getTournamentCalendar"),
)
"""Requests for public data of tournaments."""
OF_GAMES = (*("getAnalysis", "getAnalysisImage", "getGame", "getPresence", "getRecord", "getResult", "listSeats"),)
"""Requests for data of games that need no token unless the game is private."""
WITHOUT_GAMES = (
    *("blockPlayer", "checkReadiness", "createKey", "createMyStreamTicket", "createMyWebhook"),
    *("createNotificationTarget", "createPlayer", "createStreamTicket", "deleteKey", "deleteMe", "deleteMyWebhook"),
    *("deleteNotificationTarget", "deleteSeek", "exportMe", "getLeaderboard", "getMe", "getNotificationSettings"),
    *(
        "getNotificationTarget",
        "getPlayer",
        "getPlayerCalendar",
        "getRatingHistoryImage",
        "getSeek",
        "linkIdentity",
        "listBlockedPlayers",
    ),
    *("listGames", "listIdentities", "listKeys", "listMyDeliveries", "listMyEvents", "listMyGames", "listMyWebhooks"),
    *("listNotificationTargets", "listPlayerRatings", "listRatingHistory", "listRatingPools", "listRecords"),
    *("listSeeks", "listTournaments", "mergePlayer", "redeliverMyWebhook", "renewSeek", "resumeMyWebhook"),
    *("rotateMyWebhookSecret", "sendTestNotification", "streamMyEvents", "streamMyEventsAsNdjson", "unblockPlayer"),
    *("unlinkIdentity", "updateMe", "updateNotificationTarget"),
    *("banPlayer", "deletePlayer", "exportPlayer", "findPlayers", "inspectPlayer", "unbanPlayer"),
)
"""Requests that read no game or tournament, or leave out one that is damaged."""
NO_DATABASE = "The Redis URL names a database that does not exist."


@pytest.mark.problem("invalid_json", "The body ends too early.")
def test_a_body_that_ends_too_early_is_rejected(valid, operation):
    cut = valid(operation).with_headers(Content_Type="application/json").to(body=None, text='{"ruleset": ')
    reports(cut.send(), "invalid_json")


@pytest.mark.problem("unsupported_content_coding", "The body is compressed.")
def test_a_compressed_body_is_rejected(valid, operation):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    reports(valid(operation).with_headers(**headers).to(body=None, text="{}").send(), "unsupported_content_coding")


@pytest.mark.problem("unsupported_media_type", "The `Content-Type` is text.")
def test_a_body_of_text_is_rejected(valid, operation):
    reports(valid(operation).with_headers(Content_Type="text/plain").send(), "unsupported_media_type")


@pytest.mark.problem("content_too_large", "The body is larger than the limit of this installation.")
def test_a_body_over_the_limit_is_rejected(valid, start, operation):
    reports(valid(operation).send(start(body_limit=8)), "content_too_large")


@pytest.mark.problem("invalid_request", "The query has an unknown parameter.")
def test_an_unknown_parameter_is_rejected(valid, operation):
    reports(valid(operation).with_query("colour=red").send(), "invalid_request")


@pytest.mark.problem("invalid_request", "The body has no `seats`, and an unknown field.", "createGame")
def test_a_game_without_seats_is_rejected(valid):
    body = {"ruleset": next(iter(PUBLISHED)), "options": {}, "players": 2}
    reports(valid("createGame").to(body=body).send(), "invalid_request")


@pytest.mark.problem("invalid_request", "The decision is not a number.", "submitAction")
def test_an_action_for_no_decision_is_rejected(valid):
    reports(valid("submitAction").with_fields(decision="first").send(), "invalid_request")


@pytest.mark.problem("invalid_request", "The body has an unknown field.", "claimSeat")
def test_a_claim_with_an_unknown_field_is_rejected(valid):
    reports(valid("claimSeat").to(body={"nmae": "Bruno"}).send(), "invalid_request")


@pytest.mark.problem("invalid_request", "The batch is empty.", "submitActions")
def test_an_empty_batch_is_rejected(valid):
    reports(valid("submitActions").to(body={"actions": []}).send(), "invalid_request")


@pytest.mark.problem("invalid_request", "The action names an unknown kind of decision.", "queueActions")
def test_a_queued_action_for_an_unknown_kind_of_decision_is_rejected(valid):
    request = valid("queueActions")
    actions = [{**request.body["actions"][0], "condition": {"decision_kind": "dance"}}]
    reports(request.with_fields(actions=actions).send(), "invalid_request")


@pytest.mark.problem("token_required", "The request names a platform's user and carries no key.")
def test_a_request_for_a_user_requires_a_key(valid, operation):
    request = valid(operation).without("Authorization").with_headers(Bottega_Player="user-17")
    reports(request.send(), "token_required")


@pytest.mark.problem("invalid_token", "The token is unknown.")
def test_an_unknown_token_is_rejected(valid, operation):
    request = valid(operation).with_headers(Authorization=f"Bearer {LOST}.0.invented")
    reports(request.send(), "invalid_token")


@pytest.mark.problem(
    "invalid_token",
    "The player key is unknown.",
    *("createGame", "claimSeat", "createPlayer", "getPlayer", "getPlayerCalendar", "listSeeks", "listTournaments"),
    *("getSeason", "listSeasons"),
    "signInGuest",
    *OF_TOURNAMENTS,
)
def test_an_unknown_key_is_rejected(valid, operation):
    reports(valid(operation).with_headers(Authorization=UNKNOWN_KEY).send(), "invalid_token")


@pytest.mark.problem("invalid_token", "The `Authorization` header has another scheme than `Bearer`.", "submitActions")
def test_another_scheme_is_rejected(valid):
    request = valid("submitActions").with_headers(Authorization="Basic YWRhOnNlY3JldA==")
    reports(request.send(), "invalid_token")


@pytest.mark.problem("invalid_token", "The game is private, and the token is unknown.", *OF_GAMES)
def test_an_unknown_token_does_not_open_a_private_game(valid, service, operation):
    private = valid(operation).of(game(service, visibility="private").game_id)
    reports(private.with_headers(Authorization=f"Bearer {LOST}.0.invented").send(), "invalid_token")


@pytest.mark.problem("token_mismatch", "The token belongs to a seat of another game.")
def test_a_token_of_another_game_is_rejected(valid, service, operation):
    request = valid(operation).with_headers(Authorization=f"Bearer {game(service).game.tokens[0]}")
    reports(request.send(), "token_mismatch")


@pytest.mark.problem("insufficient_scope", "The key lacks the scope to act for other players.")
def test_a_key_without_the_scope_cannot_act_for_a_user(valid, service, operation):
    acting = {"Authorization": f"Bearer {player(service, 'Bruno').key}", "Bottega-Player": "user-17"}
    reports(valid(operation).with_headers(**acting).send(), "insufficient_scope")


@pytest.mark.problem("player_is_banned", "The operator has banned the player of the key.")
def test_a_key_of_a_banned_player_is_rejected(valid, service, operation):
    request, bruno = valid(operation), player(service, "Bruno")
    ban(bruno, public_reason="You left 20 games.", until="2027-01-31T12:00:00.000000Z")
    reports(request.with_headers(Authorization=f"Bearer {bruno.key}").send(), "player_is_banned")


@pytest.mark.problem("issuer_unavailable", "The issuer of signed identities does not respond.")
def test_an_identity_is_not_checked_without_its_issuer(valid, start, operation):
    trusting = start(oidc_issuer="http://127.0.0.1:1", oidc_audience="bottega")
    signed = valid(operation).with_headers(Authorization="Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmVk")
    reports(signed.send(trusting), "issuer_unavailable")


@pytest.mark.problem("precondition_failed", "The resource has changed since the client read it.")
def test_a_change_of_an_older_resource_is_rejected(valid, operation):
    reports(valid(operation).with_headers(**CHANGED).send(), "precondition_failed")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with another body.")
def test_a_key_of_another_body_is_rejected(valid, operation):
    keyed = valid(operation).with_headers(Idempotency_Key=KEY, Content_Type="application/json")
    keyed.send()
    reports(keyed.to(body=None, text="[]").send(), "idempotency_key_reused")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with other seats.", "createGame")
@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with other seats.", "createSeek")
def test_a_key_of_other_seats_is_rejected(valid):
    for operation in ("createGame", "createSeek"):
        keyed = valid(operation).with_headers(Idempotency_Key=KEY)
        keyed.send()
        reports(keyed.with_fields(seats=keyed.body["seats"][::-1]).send(), "idempotency_key_reused")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with another decision.", "submitAction")
def test_a_key_of_another_decision_is_rejected(valid):
    request = valid("submitAction")
    request.send()
    later = request.with_fields(decision=request.body["decision"] + 1)
    reports(later.send(), "idempotency_key_reused")


@pytest.mark.problem(
    "idempotency_key_reused", "The `Idempotency-Key` was used with another name.", "claimSeat", "createPlayer"
)
def test_a_key_of_another_name_is_rejected(valid, operation):
    request = valid(operation)
    request.to(body={"name": "Carla"}).send()
    reports(request.send(), "idempotency_key_reused")


@pytest.mark.problem(
    "idempotency_key_reused", "The `Idempotency-Key` was used to create another player key.", "createKey"
)
def test_a_key_of_another_player_key_is_rejected(valid):
    request = valid("createKey")
    request.to(body={"scopes": ["play"]}).send()
    reports(request.send(), "idempotency_key_reused")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with another version.", "undoAction")
def test_a_key_of_another_undo_is_rejected(valid):
    request = valid("undoAction")
    request.send()
    reports(request.to(body={}).send(), "idempotency_key_reused")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with another change.", "changeClocks")
def test_a_key_of_another_change_of_the_clocks_is_rejected(valid):
    request = valid("changeClocks").with_headers(Idempotency_Key=KEY)
    request.send()
    reports(request.to(body={"action": "decline"}).send(), "idempotency_key_reused")


@pytest.mark.problem("idempotency_key_reused", "The `Idempotency-Key` was used with another plan.", "createTournament")
def test_a_key_of_another_plan_is_rejected(valid):
    keyed = valid("createTournament").with_headers(Idempotency_Key=KEY)
    keyed.send()
    reports(keyed.with_fields(name="The Monday cup").send(), "idempotency_key_reused")


@pytest.mark.problem("request_in_progress", "The first request with the `Idempotency-Key` is still running.")
def test_a_retry_waits_for_the_first_request(valid, operation):
    keyed = valid(operation).with_headers(Idempotency_Key=KEY)
    body = {} if keyed.body is None else {"json": keyed.body}
    with keyed.app.test_request_context(keyed.path, method=keyed.method, headers=dict(keyed.headers), **body):
        first = read_idempotent_request(request_metrics.operation_at(flask.request.endpoint))
        idempotent_requests.start(keyed.installation, first.by_caller)
    reports(keyed.send(), "request_in_progress")


@pytest.mark.problem("too_many_requests", "The IP address or the player has reached the limit of requests per minute.")
def test_a_request_over_the_limit_is_rejected(valid, start, operation):
    request, limited = valid(operation), start(requests_per_minute=1, key_requests_per_minute=1)
    request.to(method="GET", path="/v1/rulesets", body=None).send(limited)
    reports(request.send(limited), "too_many_requests")


@pytest.mark.problem("store_unavailable", "Redis does not respond.")
def test_a_request_without_redis_is_rejected(valid, start, operation):
    reports(valid(operation).send(start(NOWHERE)), "store_unavailable")


ENDLESS = lasting(dict(PUBLISHED))


def interrupt():
    """Raise what the web server raises in a request that holds its process for too long."""
    raise too_long(Settings.request_seconds)


@pytest.mark.problem(
    "computation_too_long", "The rules of the game, or the request itself, need too much processor time."
)
def test_a_request_that_needs_too_much_time_is_stopped(valid, start, operation):
    request, endless = valid(operation), start(rulesets=ENDLESS)
    before = endless.app.before_request_funcs[None]
    if interrupt not in before:
        before.append(interrupt)
    reports(request.send(endless), "computation_too_long")


FAULTY = dict.fromkeys(("reject_setup", "setup", "names", "catalogue", "appearances")) | {"board": object()}
BROKEN = lasting({name: replace(each, **FAULTY) for name, each in PUBLISHED.items()})
"""Rulesets whose functions all raise an error."""


@pytest.mark.problem("internal_error", "The service cannot read its stored data, or a ruleset fails.")
def test_damaged_data_or_rules_are_reported(valid, start, operation):
    request = valid(operation)
    for key in request.redis.keys("*"):
        if request.redis.type(key) == b"string":
            request.redis.set(key, b"damaged")
    reports(request.send(start(rulesets=BROKEN)), "internal_error")


@pytest.mark.problem(
    "internal_error",
    NO_DATABASE,
    *WITHOUT_GAMES,
)
def test_a_redis_url_without_its_database_is_reported(valid, start, redis_url, operation):
    reports(valid(operation).send(start(f"{redis_url}?db=9999")), "internal_error")


SPEECHLESS = lasting({name: replace(each, unknown_type_code="unheard_of") for name, each in PUBLISHED.items()})


@pytest.mark.problem("internal_error", "The ruleset fails on an action that it cannot read.", "submitActions")
def test_a_ruleset_that_fails_on_an_action_is_reported(valid, start):
    request = valid("submitActions")
    text = json.dumps({"actions": [{**request.body["actions"][0], "action": {"type": "fly"}}]})
    unread = request.with_headers(Content_Type="application/json").to(body=None, text=text)
    reports(unread.send(start(rulesets=SPEECHLESS)), "internal_error")


@pytest.mark.problem("game_not_found", "No game has this id.")
def test_a_game_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation).of(LOST)
    if "Authorization" in request.headers:
        token = tokens.make_token([SECRET], LOST, 0)
        request = request.with_headers(Authorization=f"Bearer {token}")
    reports(request.send(), "game_not_found")


@pytest.mark.problem("game_not_found", "No game has this id.", "advanceClock")
def test_the_clock_of_a_game_that_does_not_exist_is_not_found(valid):
    token = tokens.make_creator_token([SECRET], LOST)
    request = valid("advanceClock").of(LOST).with_headers(Authorization=f"Bearer {token}")
    reports(request.send(), "game_not_found")


@pytest.mark.problem(
    "game_not_found",
    "The game has been deleted.",
    *("getSeatToken", "rotateSeatToken", "deleteGame", "updateGame", "startGame", "createInvitation"),
    *("createWebhook", "listWebhooks", "deleteWebhook", "rotateWebhookSecret", "resumeWebhook"),
    *("listDeliveries", "redeliverWebhook"),
)
def test_a_deleted_game_is_not_found(valid, operation):
    request = valid(operation)
    deletion = request.to(method="DELETE", path=f"/v1/games/{request.owner}", body=None)
    assert deletion.send().status_code == 204
    reports(request.send(), "game_not_found")


@pytest.mark.problem("tournament_not_found", "No tournament has this id.")
def test_a_tournament_that_does_not_exist_is_not_found(valid, operation):
    reports(valid(operation).of(f"tn_{LOST}").send(), "tournament_not_found")


def webhook_in(request):
    """Return the id of the webhook in a request."""
    return next(part for part in request.path.partition("?")[0].split("/") if part.startswith("wh_"))


@pytest.mark.problem("webhook_not_found", "No webhook has this id.")
def test_a_webhook_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    lost = request.to(path=request.path.replace(webhook_in(request), f"wh_{LOST}"))
    reports(lost.send(), "webhook_not_found")


NEWER = lasting({name: replace(each, version=each.version + 1, plays_since=None) for name, each in PUBLISHED.items()})


@pytest.mark.problem("rules_not_hosted", "The service hosts newer rules than the game was created under.")
def test_a_game_of_older_rules_is_not_played(valid, start, operation):
    reports(valid(operation).send(start(rulesets=NEWER)), "rules_not_hosted")


@pytest.mark.problem("rules_not_hosted", "The service hosts newer rules than the game was created under.", "getResult")
def test_a_running_game_of_older_rules_has_no_result(valid, service, start):
    request = valid("getResult").of(game(service).game_id)
    reports(request.send(start(rulesets=NEWER)), "rules_not_hosted")


def fail(*_arguments, **_named):
    raise LookupError


FUNCTIONS_THAT_FAIL: dict[str, Any] = dict.fromkeys(set(FUNCTIONS) - {"reject_setup", "reveals_nothing"}, fail)
FAILING = lasting({name: replace(each, **FUNCTIONS_THAT_FAIL) for name, each in PUBLISHED.items()})


@pytest.mark.problem("game_faulty", "The rules of the game fail.")
def test_a_game_whose_rules_fail_is_stopped(valid, start, operation):
    reports(valid(operation).send(start(rulesets=FAILING)), "game_faulty")


@pytest.mark.problem("game_faulty", "The rules of the game fail.", "getResult")
def test_a_running_game_whose_rules_fail_has_no_result(valid, service, start):
    request = valid("getResult").of(game(service).game_id)
    reports(request.send(start(rulesets=FAILING)), "game_faulty")
