"""One way to cause each problem: a valid request is changed, or the service that receives it.

Most ways work for every operation with the problem; those of a single operation name it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import flask
from flask import Flask

from domain.ruleset import AnyRuleset
from domain.undo_rules import undo_modes
from service.api import request_metrics
from service.api.idempotent_requests import read_idempotent_request
from service.game.deals import SharedDeal
from service.game.game import load
from service.installation import idempotent_requests
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.players import callers, tokens
from service.players.credentials import Credential
from service.playing import abort
from service.resources.tickets import NewTicket
from service.runtime.request_limit import too_long
from service.settings import Settings
from service.store import SeatSetup
from service.store.players import MOST_KEYS
from service.streams import tickets
from service.webhooks import webhooks
from tests.tools.examples.harness import Exchange, Harness, Request, Table

Break = Callable[[Harness, AnyRuleset, Request], Exchange]

MINUTE = {"kind": "per_decision", "seconds": 60}
NOWHERE = "unix:///nowhere/redis.sock"
EXPERT = {"kind": "ai", "level": "expert"}
LOST = "00000000000000000000"
"""The id of a game that does not exist."""


@dataclass(frozen=True)
class Failure:
    """A way to cause a problem."""

    summary: str
    """The cause of the problem."""
    break_request: Break


FAILURES: dict[tuple[str, str | None], Failure] = {}


def failure(code: str, summary: str, operations: str = "") -> Callable[[Break], Break]:
    """Register a way to cause a problem: for some operations, or for every operation without its own.

    `operations` has their ids, with spaces between them.
    """

    def enter(break_request: Break) -> Break:
        for operation in operations.split() or [None]:
            FAILURES[code, operation] = Failure(summary, break_request)
        return break_request

    return enter


@failure("invalid_json", "The body ends too early.")
def cut_off(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    headers = {**request.headers, "Content-Type": "application/json"}
    return harness.send(replace(request, headers=headers, body=None, text='{"ruleset": '))


@failure("invalid_request", "The body has no `seats`, and an unknown field.", "createGame")
def no_seats(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={"ruleset": ruleset.name, "options": {}, "players": 2}))


@failure("token_required", "The request names a platform's user and carries no key.")
def no_token(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request.without("Authorization").with_headers(**{"Bottega-Player": "user-17"}))


@failure("token_mismatch", "The token belongs to a seat of another game.")
def foreign_token(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request.with_headers(Authorization=f"Bearer {harness.table(ruleset).tokens[0]}"))


@failure("invalid_token", "The player key is unknown.", "createGame claimSeat createPlayer getPlayer")
def invented_key(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request.with_headers(Authorization=f"Bearer bk_{'0' * 28}_{'invented' * 5}key"))


@failure("insufficient_scope", "The key lacks the scope to act for other players.")
def acting_without_scope(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    acting = {"Authorization": f"Bearer {harness.player('Bruno').key}", "Bottega-Player": "user-17"}
    return harness.send(request.with_headers(**acting))


@failure("invalid_token", "The `Authorization` header has another scheme than `Bearer`.", "submitActions")
def another_scheme(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request.with_headers(Authorization="Basic YWRhOnNlY3JldA=="))


@failure("issuer_unavailable", "The issuer of signed identities does not respond.")
def silent_issuer(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    trusting = {"oidc_issuer": "http://127.0.0.1:1", "oidc_audience": "bottega"}
    app = harness.application("trusting", harness.rulesets, **trusting)
    return harness.send(request.with_headers(Authorization="Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmVk"), app)


@failure("token_required", "Seating players requires a player key.", "createGame")
def players_seated_by_nobody(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    seats = [{"kind": "human", "player": harness.player().id}, *request.body["seats"][1:]]
    return harness.send(replace(request, body={**request.body, "seats": seats}))


@failure("unknown_player", "No player has this id.")
def unknown_player(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    seats = [{"kind": "human", "player": f"pl_{LOST}"}, *request.body["seats"][1:]]
    return harness.send(harness.player().asks("POST", request.path, {**request.body, "seats": seats}))


@failure("already_seated", "The request seats a player twice.", "createGame")
def player_seated_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    player = harness.player()
    seats = [{"kind": "human", "player": player.id}] * ruleset.min_seats
    return harness.send(player.asks("POST", request.path, {**request.body, "seats": seats}))


@failure("already_seated", "The player already has a seat in this game.", "claimSeat")
def second_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    host = harness.player()
    body = {"ruleset": ruleset.name, "seats": [{"kind": "human", "player": host.id}, {"kind": "open"}]}
    game_id = harness.send(host.asks("POST", "/v1/games", body)).body["game_id"]
    return harness.send(host.asks("POST", f"/v1/games/{game_id}/seats/1/claim", {}))


@failure("unknown_colour", "The ruleset has no such colour.", "createGame")
def unknown_colour(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    seats = [{"kind": "human", "colour": "mauve"}, *request.body["seats"][1:]]
    return harness.send(replace(request, body={**request.body, "seats": seats}))


@failure("unknown_colour", "The ruleset has no such colour.", "claimSeat")
def claimed_in_an_unknown_colour(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={"colour": "mauve"}))


@failure("colour_taken", "Two seats request the same colour.", "createGame")
def same_colours(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    coloured = with_colours(harness)
    seats = [{"kind": "human", "colour": coloured.seat_colours[0]}] * coloured.min_seats
    return harness.send(replace(request, body={"ruleset": coloured.name, "seats": seats}))


@failure("colour_taken", "The player of another seat has the colour.", "claimSeat")
def colour_of_another_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    coloured = with_colours(harness)
    seats = [{"kind": "human", "colour": coloured.seat_colours[0]}, {"kind": "open"}]
    game_id = harness.send(replace(request, path="/v1/games", body={"ruleset": coloured.name, "seats": seats})).body[
        "game_id"
    ]
    claimed = replace(request, path=f"/v1/games/{game_id}/seats/1/claim", body={"colour": coloured.seat_colours[0]})
    return harness.send(claimed)


def with_colours(harness: Harness) -> AnyRuleset:
    """Return a ruleset whose players can choose colours."""
    return next(each for each in harness.rulesets.values() if each.seat_colours)


@failure("same_owner", "The request seats a bot and its owner in one rated game.", "createGame")
def bot_against_owner(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    owner, bot = harness.with_bot()
    seats = [{"kind": "human", "player": owner.id}, {"kind": "human", "player": bot.id}]
    level = {"kind": "ai", "level": "random"}
    seats += [level] * (ruleset.min_seats - 2)
    return harness.send(owner.asks("POST", request.path, {"ruleset": ruleset.name, "seats": seats, "rated": True}))


@failure("same_owner", "The owner of the bot already has a seat in the rated game.", "claimSeat")
def bot_claims_a_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    owner, bot = harness.with_bot()
    seats = [{"kind": "human", "player": owner.id}, *[{"kind": "open"}] * (ruleset.min_seats - 1)]
    body = {"ruleset": ruleset.name, "seats": seats, "rated": True}
    game_id = harness.send(owner.asks("POST", "/v1/games", body)).body["game_id"]
    return harness.send(bot.asks("POST", f"/v1/games/{game_id}/seats/1/claim", {}))


@failure("no_seat_token", "The seat belongs to a player.")
def token_of_a_players_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    host, game_id = harness.host(ruleset)
    return harness.send(host.asks(request.method, f"/v1/games/{game_id}/seats/0/token"))


@failure("game_busy", "Each write conflicted with another change of the seat.", "claimSeat")
def seat_changing(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return _of_a_changing_seat(harness, request, "\n\n\n01")


@failure("game_busy", "Each write conflicted with another change of the seat.", "rotateSeatToken")
def token_changing(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return _of_a_changing_seat(harness, request, f"{'0' * 64}\n\n\n01")


def _of_a_changing_seat(harness: Harness, request: Request, kept: str) -> Exchange:
    """Change how a seat is read while a request that changes the seat is handled."""
    for key in _keys(harness, b"hash", ":seats"):
        harness.client.hset(key, "1", kept)
    return harness.send(request)


@failure("key_not_found", "The key has been revoked.")
def revoked_key(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=f"{request.path[:-8]}00000000"))


@failure("too_many_keys", "The player has 100 keys, the maximum.")
def too_many_keys(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    lasting = replace(request.without("Idempotency-Key"), body={"scopes": ["play"]})
    for _ in range(MOST_KEYS - 1):
        harness.send(lasting)
    return harness.send(lasting)


@failure("invalid_ticket", "The ticket is unknown.")
def invented_ticket(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(with_ticket(request, f"{LOST}.0.1.invented"))


@failure("ticket_expired", "The ticket has expired.")
def old_ticket(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    game_id = request.path.split("/")[3]
    ticket = tickets.issue(harness.bottega, tickets.GAME, game_id, Credential(None, game_id, 0), NewTicket(1))[0]
    return harness.send(with_ticket(request, ticket))


@failure("ticket_expired", "The ticket has expired.", "streamMyEvents streamMyEventsAsNdjson")
def old_ticket_of_a_feed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    caller = callers.identify(harness.bottega, request.headers["Authorization"].partition(" ")[2])
    ticket = tickets.issue(harness.bottega, tickets.FEED, "", Credential(caller), NewTicket(1))[0]
    return harness.send(with_ticket(request, ticket))


@failure("ticket_mismatch", "The ticket is for a stream of another game.")
def foreign_ticket(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    game_id = harness.table(ruleset).game_id
    ticket = tickets.issue(harness.bottega, tickets.GAME, game_id, Credential(None, game_id, 0), NewTicket())[0]
    return harness.send(with_ticket(request, ticket))


def with_ticket(request: Request, ticket: str) -> Request:
    """Open a stream with a ticket."""
    return replace(request, path=f"{request.path.partition('?')[0]}?ticket={ticket}")


@failure("game_not_found", "No game has this id.")
def lost_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    head, rest = request.path[: len("/v1/games/")], request.path[len("/v1/games/") + len(LOST) :]
    broken = replace(request, path=head + LOST + rest)
    if "Authorization" in request.headers:
        token = tokens.make_token(harness.settings.secrets, LOST, 0)
        broken = broken.with_headers(Authorization=f"Bearer {token}")
    return harness.send(broken)


@failure("game_not_found", "The game has been deleted.", "getSeatToken rotateSeatToken")
def deleted_game_of_a_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(replace(request, method="DELETE", path=request.path.partition("/seats")[0]))
    return harness.send(request)


@failure("game_not_found", "The game has been deleted.", "deleteGame")
def deleted_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request)
    return harness.send(request)


@failure(
    "game_not_found",
    "The game has been deleted.",
    "createWebhook listWebhooks deleteWebhook rotateWebhookSecret resumeWebhook listDeliveries redeliverWebhook",
)
def webhook_of_deleted_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(Request("DELETE", "/".join(request.path.split("/")[:4]), request.headers))
    return harness.send(request)


@failure("webhook_not_found", "No webhook has this id.")
def lost_webhook(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace(_webhook_id(request), f"wh_{LOST}")))


def _webhook_id(request: Request) -> str:
    """Return the id of the webhook in a request."""
    return next(part for part in request.path.partition("?")[0].split("/") if part.startswith("wh_"))


@failure("delivery_not_found", "No delivery has this id.")
def lost_delivery(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace(request.path.split("/")[-2], f"msg_{'0' * 32}")))


@failure("too_many_webhooks", "The maximum number of webhooks is reached.")
def one_webhook_too_many(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    for _ in range(webhooks.MOST_WEBHOOKS):
        harness.send(request)
    return harness.send(request)


@failure("webhook_disabled", "The receiver has failed for days.")
def failing_webhook(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    webhook_id = _webhook_id(request)
    webhooks.switch(harness.bottega, harness.owner_of(webhook_id), webhook_id, "failing")
    return harness.send(request)


@failure("game_busy", "Each write conflicted with another change of the game.", "createWebhook")
def contested_table(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.client.set(f"bottega:{{{request.path.split('/')[3]}}}:info", b'{"webhooks": false}')
    return harness.send(request)


@failure(
    "game_busy",
    "Each write conflicted with another change of the webhook.",
    "rotateWebhookSecret rotateMyWebhookSecret rotateTournamentWebhookSecret "
    "resumeWebhook resumeMyWebhook resumeTournamentWebhook",
)
def contested_webhook(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    webhook_id = _webhook_id(request)
    name = f"bottega:{{{harness.owner_of(webhook_id)}}}:webhooks"
    harness.client.hset(name, webhook_id, harness.client.hget(name, webhook_id) + b" ")
    return harness.send(request)


@failure("rated_game_protected", "The game is rated.")
def rated_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.deletion(ruleset, rated=True))


@failure("seat_not_found", "The game has two seats, 0 and 1.")
def no_such_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace("/seats/1", "/seats/2")))


@failure("seat_taken", "Somebody was faster.")
def taken_seat(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request.without("Idempotency-Key"))
    return harness.send(request)


@failure("ruleset_not_found", "The ruleset is unknown.")
def unknown_ruleset(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace(ruleset.name, "chess")))


@failure("icon_not_found", "The ruleset has no such item.")
def unknown_icon(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=f"/v1/rulesets/{ruleset.name}/icons/colour/of-money.svg"))


@failure("unknown_level", "The ruleset has no such AI level.")
def unknown_level(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    seats = [*request.body["seats"][1:], {"kind": "ai", "level": "grandmaster"}]
    return harness.send(replace(request, body={**request.body, "seats": seats}))


@failure("unknown_scenario", "The ruleset has no scenario of this name.")
def unknown_scenario(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body=_at_scenario(request, "checkmate")))


@failure("scenario_seats", "The scenario has fewer seats.")
def too_many_for_the_scenario(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    scenario = ruleset.catalogue.scenarios[0]
    seats = [{"kind": "human"}] * (scenario.seats + 1)
    return harness.send(replace(request, body={**_at_scenario(request, scenario.name), "seats": seats}))


@failure("scenario_alone", "The scenario has a fixed seed.")
def scenario_with_a_seed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    body = _at_scenario(request, ruleset.catalogue.scenarios[0].name)
    return harness.send(replace(request, body={**body, "sandbox": {**body["sandbox"], "seed": "5eed" * 16}}))


def _at_scenario(request: Request, name: str) -> dict[str, Any]:
    """Let a game start at a scenario, which has its own options."""
    body = {member: value for member, value in request.body.items() if member != "options"}
    return {**body, "sandbox": {"scenario": name}}


@failure("sandbox_disabled", "This installation has no sandbox.")
def no_sandbox(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    productive = harness.application("productive", harness.rulesets, sandbox=False)
    return harness.send(replace(request, body={**request.body, "sandbox": {}}), productive)


@failure("sampling_disabled", "The game is rated.")
def worlds_in_rated_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset, rated=True).post("/position-samples", 0, request.body))


@failure(
    "idempotency_key_reused",
    "The `Idempotency-Key` was used with another request.",
    "createGame createSeek submitAction",
)
def reused_key(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    keyed = request.with_headers(Idempotency_Key="0c6fd4b8-a1e9-4f0b-9d27-5e83b1c6a4f0")
    harness.send(keyed)
    return harness.send(replace(keyed, body=_changed(request.body)))


@failure("idempotency_key_reused", "The `Idempotency-Key` was used with another body.")
def key_of_another_body(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    keyed = request.with_headers(Idempotency_Key="0c6fd4b8a1e94f0b", Content_Type="application/json")
    harness.send(keyed)
    return harness.send(replace(keyed, body=None, text="[]"))


@failure("request_in_progress", "The first request with the `Idempotency-Key` is still running.")
def first_in_progress(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    keyed = request.with_headers(Idempotency_Key="0c6fd4b8a1e94f0b")
    body: dict[str, Any] = {} if keyed.body is None else {"json": keyed.body}
    with harness.app.test_request_context(keyed.path, method=keyed.method, headers=dict(keyed.headers), **body):
        idempotent = read_idempotent_request(request_metrics.operation_at(flask.request.endpoint))
        assert idempotent is not None, request
        idempotent_requests.start(harness.bottega, idempotent.by_caller)
    return harness.send(keyed)


@failure("unsupported_content_coding", "The body is compressed.")
def compressed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    headers = {**request.headers, "Content-Type": "application/json", "Content-Encoding": "gzip"}
    return harness.send(replace(request, headers=headers, body=None, text="{}"))


@failure("idempotency_key_reused", "The `Idempotency-Key` was used with another name.", "claimSeat createPlayer")
def key_of_another_name(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(replace(request, body={"name": "Carla"}))
    return harness.send(request)


@failure("idempotency_key_reused", "The `Idempotency-Key` was used to create another player key.", "createKey")
def key_of_another_key(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(replace(request, body={"scopes": ["play"]}))
    return harness.send(request)


@failure("decision_closed", "The decision is closed.")
def answered_decision(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    again = request.without("Idempotency-Key")
    harness.send(again)
    return harness.send(again)


@failure("decision_closed", "The seat's pending decision is a different one.", "createHint")
def another_decision(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body=_changed(request.body)))


@failure("wrong_ruleset", "The action belongs to another ruleset.")
def another_game_entirely(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    other = next(each for each in harness.rulesets.values() if each is not ruleset)
    return harness.send(replace(request, body=harness.table(other).next_action().body))


@failure("rules_not_hosted", "The service hosts newer rules than the game was created under.")
def newer_rules(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    newer = {name: replace(each, version=each.version + 1, plays_since=None) for name, each in harness.rulesets.items()}
    return harness.send(request, harness.application("newer", newer))


@failure("rules_not_hosted", "The service hosts newer rules than the game was created under.", "getResult")
def newer_rules_of_running_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return newer_rules(harness, ruleset, _of_running_game(harness, ruleset, request))


@failure("game_not_over", "The game is still running.")
def running_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(_of_running_game(harness, ruleset, request))


@failure("deal_in_progress", "Another tournament game with the same deal has not finished.")
def dealt_alike(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    games = [harness.bottega.sources.game_id() for _ in range(2)]
    terms = Terms(game_id=games[0], deal=SharedDeal("dl_" + games[0], harness.bottega.sources.seed(), games))
    seats = [SeatSetup("human")] * ruleset.min_seats
    creation.create_game(harness.bottega, ruleset, ruleset.options_type(), seats, terms=terms)
    table = Table(harness, ruleset, games[0], {}).finish()
    return harness.send(_of_game(request, table.game_id))


@failure("game_aborted", "The game was aborted at the request of all players.")
def aborted_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return _aborted(harness, _of_running_game(harness, ruleset, request))


@failure(
    "game_aborted",
    "The game was aborted at the request of all players.",
    "submitAction undoAction queueActions resignSeat returnToSeat",
)
def aborted_own_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return _aborted(harness, request)


def _aborted(harness: Harness, request: Request) -> Exchange:
    """Send a request about an aborted game."""
    game_id = request.path.split("/")[3]
    for seat in range(len(load(harness.bottega, game_id).header.seats)):
        abort.abort(harness.bottega, game_id, seat, creator=False)
    return harness.send(request)


@failure("undo_not_allowed", "The game does not allow undo.")
def nothing_goes_back(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset).post("/undo", 0, {}))


@failure("undo_mode_unavailable", "The ruleset has no action that a seat can undo alone.")
def no_undo_alone(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    other = next(each for each in harness.rulesets.values() if "own" not in undo_modes(each))
    seats = [other.min_seats] if request.path.endswith("/seeks") else [{"kind": "human"}] * other.min_seats
    return harness.send(replace(request, body={"ruleset": other.name, "seats": seats, "undo": "own"}))


@failure("nothing_to_undo", "The seat has not acted yet.")
def nothing_done(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset, undo="consent").post("/undo", 0, {}))


@failure("undo_too_late", "Another seat has acted since.")
def others_have_acted(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(harness.largest, undo="own")
    seat = table.waiting()[0]
    while seat in table.waiting():
        table.play(1)
    return harness.send(table.play(1).post("/undo", seat, {}))


@failure("no_undos_left", "The seat has no undo left.")
def taken_back_too_often(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(harness.largest, undo="own")
    seat = table.waiting()[0]
    while True:
        exchange = harness.send(table.play(1).post("/undo", seat, {}))
        if exchange.response.status_code == 409:
            return exchange


@failure("idempotency_key_reused", "The `Idempotency-Key` was used with another version.", "undoAction")
def key_of_another_undo(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request)
    return harness.send(replace(request, body={}))


@failure("seat_resigned", "The seat has resigned.")
def resigned(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(replace(request, path=f"{request.path.rpartition('/')[0]}/resign", body=None))
    return harness.send(request)


@failure("time_expired", "The action arrives a minute after the deadline.")
def too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    request = harness.table(ruleset, clock=MINUTE).next_action()
    harness.moments.now += timedelta(minutes=2)
    return harness.send(request)


@failure("game_over", "The game has finished.")
def finished_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset).finish().post(f"/{request.path.rpartition('/')[2]}", 0))


@failure("game_over", "The game has finished.", "undoAction")
def finished_game_with_undo(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(harness.shortest, undo="consent").finish().post("/undo", 0, {}))


@failure("abort_too_late", "Everybody has acted.")
def everybody_has_acted(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset)
    while True:
        exchange = harness.send(table.play(1).as_creator("/abort"))
        if exchange.response.status_code == 409:
            return exchange
        table = harness.table(ruleset).play(table.version() + 1)


@failure("clock_not_virtual", "The game uses real time.")
def real_clock(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(harness.table(ruleset, clock=MINUTE).as_creator("/clock", request.body))


@failure("game_not_found", "No game has this id.", "advanceClock")
def lost_clock(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    token = tokens.make_creator_token(harness.settings.secrets, LOST)
    moved = replace(request, path=f"/v1/games/{LOST}/clock")
    return harness.send(moved.with_headers(Authorization=f"Bearer {token}"))


@failure(
    "game_busy",
    "Each write conflicted with another change of the game.",
    "undoAction resignSeat abortGame advanceClock",
)
def overtaken_at_the_table(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    name = f"bottega:{{{request.path.split('/')[3]}}}:info"
    harness.client.set(name, b" " + (harness.client.get(name) or b"{}"))
    return harness.send(request)


@failure("game_busy", "Each write conflicted with another change of the game.", "returnToSeat")
def overtaken_while_returning(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Let the AI level continue, in a game that is stored in other bytes than the service writes."""
    name = f"bottega:{{{request.path.split('/')[3]}}}:info"
    table = json.loads(harness.client.get(name))
    table["stand_ins"] = [{part: each[part] for part in each if part != "decision"} for each in table["stand_ins"]]
    harness.client.set(name, json.dumps(table))
    return harness.send(request)


@failure("game_busy", "Each write conflicted with another change of the player's game.", "deleteMe")
def overtaken_while_leaving(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    host, game_id = harness.host(ruleset)
    name = f"bottega:{{{game_id}}}:info"
    harness.client.set(name, b" " + (harness.client.get(name) or b"{}"))
    return harness.send(host.asks("DELETE", "/v1/me"))


@failure("game_busy", "Each write conflicted with another action in the game.")
def overtaken(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    table = harness.table(ruleset).play(1)
    request = table.next_action()
    for key in _keys(harness, b"list", table.game_id):
        harness.client.delete(key)
    return harness.send(request)


@failure("too_many_spectators", "This process has reached its maximum of game streams.")
def crowded(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request, harness.application("crowded", harness.rulesets, spectators=0))


@failure("too_many_spectators", "This process has reached its maximum of waiting requests for events.", "listEvents")
def crowded_while_waiting(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return crowded(harness, ruleset, harness.table(ruleset).get("/events?wait=30", 0))


@failure("too_many_spectators", "This process has reached its maximum of waiting requests for notices.", "listMyEvents")
def crowded_while_waiting_for_notices(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return crowded(harness, ruleset, harness.player().asks("GET", "/v1/me/events?wait=30"))


@failure("notices_deleted", "Notices after the client's position have been deleted.")
def reader_behind(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    for key in harness.client.keys("bottega:*:marks"):
        harness.client.hset(key, "lost", harness.client.hget(key, "latest"))
    behind = replace(request, path=f"{request.path.partition('?')[0]}?after=1")
    return harness.send(behind.without("Last-Event-ID"))


@failure("too_many_requests", "The IP address or the player has reached the limit of requests per minute.")
def one_too_many(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    limits = {"requests_per_minute": 1, "key_requests_per_minute": 1}
    limited = harness.application("limited", harness.rulesets, **limits)
    limited.extensions["bottega"].allowances.limits.clear()
    harness.send(replace(request, method="GET", path="/v1/rulesets", body=None), limited)
    return harness.send(request, limited)


@failure("ai_queue_full", "The caller's games have reached the limit of queued AI turns.")
def all_thinking(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    games_of_experts = replace(request, body={"ruleset": ruleset.name, "seats": [EXPERT] * ruleset.min_seats})
    for _share in range(2):
        harness.send(games_of_experts)
    return harness.send(games_of_experts, harness.application("thoughtful", harness.rulesets, max_queued_turns=1))


@failure("ai_queue_full", "An AI player acts next, and the limit of queued AI turns is reached.", "submitAction")
def all_thinking_already(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    app = harness.application("thoughtful", harness.rulesets, max_queued_turns=1)
    for _share in range(2):
        harness.table(ruleset, *[EXPERT] * ruleset.min_seats)
    while True:
        table = harness.table(ruleset, {"kind": "human"}, *[EXPERT] * (ruleset.min_seats - 1))
        if table.waiting()[0] == 0 and (rejected := harness.send(table.next_action(), app)).response.status_code == 429:
            return rejected


@failure("rules_version_not_hosted", "The client requires newer rules.")
def newer_client(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "rules_version": ruleset.version + 1}))


@failure("rules_version_sunset", "The sunset date of the requested version has passed.")
def past_its_sunset(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    past = date(2026, 11, 1)
    old = {name: replace(each, deprecated=past, sunset=past) for name, each in harness.rulesets.items()}
    later = [replace(each, name=f"{name}_v2", version_of=name, version=2) for name, each in harness.rulesets.items()]
    app = harness.application("past its sunset", {**old, **{each.name: each for each in later}})
    named = {**request.body, "rules_version": ruleset.version} if request.body else request.body
    return harness.send(replace(request, body=named), app)


@failure("shutting_down", "The process is shutting down.")
def about_to_end(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    app = harness.application("about to end", harness.rulesets)
    app.extensions["bottega"].leaving.set()
    return harness.send(request, app)


@failure("internal_error", "The service cannot read its stored data, or a ruleset fails.")
def broken(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    for key in _keys(harness, b"string"):
        harness.client.set(key, b"damaged")
    exchange = harness.send(request, _broken_app(harness))
    if exchange.response.status_code == 500:
        return exchange
    return without_database(harness, ruleset, request)  # a list leaves out what is damaged


@failure("internal_error", "The service cannot read its stored data.", "getResult")
def broken_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return broken(harness, ruleset, _of_running_game(harness, ruleset, request))


@failure("internal_error", "The ruleset fails on an action that it cannot read.", "submitActions")
def broken_rejections(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    rulesets = {name: replace(each, unknown_type_code="unheard_of") for name, each in harness.rulesets.items()}
    first, *_ = request.body["actions"]
    text = json.dumps({"actions": [{**first, "action": {"type": "fly"}}]})
    unread = replace(request.with_headers(Content_Type="application/json"), body=None, text=text)
    return harness.send(unread, harness.application("speechless", rulesets))


@failure(
    "internal_error",
    "The Redis URL names a database that does not exist.",
    "checkReadiness createStreamTicket deleteMe listKeys createKey createMyStreamTicket deleteKey "
    "createPlayer listMyEvents streamMyEvents streamMyEventsAsNdjson createMyWebhook listMyWebhooks "
    "deleteMyWebhook rotateMyWebhookSecret resumeMyWebhook listMyDeliveries redeliverMyWebhook",
)
def without_database(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    address = f"{harness.settings.redis_url}?db=9999"
    return harness.send(request, harness.application("without database", harness.rulesets, redis_url=address))


@failure("computation_too_long", "The rules of the game, or the request itself, need too much processor time.")
def without_end(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    app = harness.application("without end", harness.rulesets)
    before = app.before_request_funcs[None]
    if _interrupt not in before:
        before.append(_interrupt)
    return harness.send(request, app)


def _interrupt() -> None:
    """Raise what the web server raises in a request that holds its process for too long."""
    raise too_long(Settings.request_seconds)


def _broken_app(harness: Harness) -> Flask:
    """Return an application that hosts rulesets whose functions all raise an error."""
    nothing: Mapping[str, Any] = dict.fromkeys(("reject_setup", "setup", "names", "catalogue", "appearances"))
    return harness.application("broken", {name: replace(each, **nothing) for name, each in harness.rulesets.items()})


def _keys(harness: Harness, kind: bytes, part: str = "") -> list[bytes]:
    """List the Redis keys of a kind whose name contains a text."""
    return [key for key in harness.client.keys(f"*{part}*") if harness.client.type(key) == kind]


def _changed(body: Any) -> Any:
    """Return a request with other content."""
    return {**body, "decision": body["decision"] + 1} if "decision" in body else {**body, "seats": body["seats"][::-1]}


def _of_running_game(harness: Harness, ruleset: AnyRuleset, request: Request) -> Request:
    """Send the same request about a game that has just started."""
    return _of_game(request, harness.table(ruleset).game_id)


def _of_game(request: Request, game_id: str) -> Request:
    """Send the same request about another game."""
    head, rest = request.path[: len("/v1/games/")], request.path[len("/v1/games/") + len(LOST) :]
    return replace(request, path=head + game_id + rest)
