"""Create the resources that requests refer to: players and their keys, seeks, webhooks and games.

Each function creates a real resource and its credentials. Resources that a request uses up are created again each time.
Runs in the environment of the tools.
"""

import os
from dataclasses import dataclass, field
from functools import cache, partial

from tests.tools.contract_check.pool import ADA, HUMAN, OPEN, pool, result, rng, send_request, to_act, wait_until

IDENTITIES = os.environ["BOTTEGA_IDENTITIES"].split()
TO_LINK, TO_UNLINK = IDENTITIES[::2], IDENTITIES[1::2]
"""Signed identities, each for one request."""
RECEIVER = "http://127.0.0.1:9/"
CHAT = "discord://123456789/abcdef"
"""The URL of webhooks: no server listens there. The service is configured to allow it."""


@dataclass(frozen=True)
class Scene:
    """A real resource for a request."""

    bearers: dict
    """The credentials, by the names of the contract's security schemes."""
    path: dict = field(default_factory=dict)
    """The values of path parameters by name; an operation has some of them."""
    body: dict = field(default_factory=dict)
    """The fields that replace generated ones in the body."""
    whole: bool = False
    """Whether `body` replaces the generated body completely."""


def player():
    """Create a player; return its id and its key."""
    made = send_request("POST", "/v1/players", {"name": "Ada"})
    return made["player"], made["key"]


organiser = cache(player)


def new(**body):
    """Create a player without games or other resources."""
    return Scene({"playerKey": player()[1]}, body=body)


def having(parameter, address, body, member):
    """Create a player with one resource; `member` is the field of the response that holds its path parameter."""
    key = player()[1]
    return Scene({"playerKey": key}, {parameter: send_request("POST", address, body, key)[member]})


def fleeting():
    """Create a player's key that expires soon: a stream opened with it, or with its ticket, ends within 15 seconds."""
    return Scene({"playerKey": send_request("POST", "/v1/me/keys", {"expires_in": 10}, player()[1])["key"]})


def linking():
    """Create a player who links an identity that no other player has."""
    return new(**({"token": TO_LINK.pop()} if TO_LINK else {}))


def merging():
    """Create a player, and another one to merge."""
    return new(credential=player()[1])


def linked():
    """Create a player with an identity."""
    if not TO_UNLINK:
        return new()
    return having("identity", "/v1/me/identities", {"token": TO_UNLINK.pop()}, "identity")


def hosted(path=None, body=None, ruleset=None, **terms):
    """Let a player create a game: its first seat has a token, the second is the player's own, the third is open."""
    own, key = organiser()
    seats = [ADA, {"kind": "human", "player": own}, OPEN]
    terms = {
        "ruleset": ruleset or rng.choice(pool.rulesets),
        "presence": True,
        "sandbox": {"clock": "virtual"},
        **terms,
    }
    created = send_request("POST", "/v1/games", {"seats": seats, **terms}, key)
    bearers = {"creatorToken": created["creator_token"], "playerKey": key, "seatToken": created["tokens"][0]["token"]}
    return Scene(bearers, {"game_id": created["game_id"], "seat": 0, **(path or {})}, body or {})


def waiting():
    """Create a game that waits for its players; open seats can be filled with an AI level."""
    ruleset = rng.choice(pool.rulesets)
    return hosted(None, {"level": pool.levels[ruleset]}, ruleset, starts="when_seated")


def invitation():
    """Create a game with an open seat, and a player to invite to it."""
    return hosted({"seat": 2}, {"player": player()[0]})


def acted():
    """Create a game in which a seat has just acted, and may request an undo."""
    ruleset = rng.choice(pool.rulesets)
    created = send_request("POST", "/v1/games", {"ruleset": ruleset, "seats": [HUMAN, HUMAN], "undo": "consent"})
    game = created["game_id"]
    token = created["tokens"][to_act(game)[0]]["token"]
    send_request("POST", f"/v1/games/{game}/actions", result(game, token), token)
    return Scene({"seatToken": token}, {"game_id": game}, {"to": 0})


def with_webhook():
    """Create a game that has not started, with a webhook."""
    scene = waiting()
    webhooks = f"/v1/games/{scene.path['game_id']}/webhooks"
    added = send_request("POST", webhooks, {"url": RECEIVER}, scene.bearers["playerKey"])
    return Scene(scene.bearers, {**scene.path, "webhook_id": added["webhook_id"]}, scene.body)


@cache
def notices_of_game():
    """Create a game whose webhook has a delivery of a turn."""
    scene = with_webhook()
    game, key = f"/v1/games/{scene.path['game_id']}", scene.bearers["playerKey"]
    send_request("POST", f"{game}/start", scene.body, key)
    delivery = first_delivery(f"{game}/webhooks/{scene.path['webhook_id']}", key)
    return Scene(scene.bearers, {**scene.path, "delivery_id": delivery})


@cache
def reported():
    """Create a player with a notice and a delivery of a game with the player's seat."""
    key = organiser()[1]
    webhook = send_request("POST", "/v1/me/webhooks", {"url": RECEIVER}, key)["webhook_id"]
    hosted()
    delivery = first_delivery(f"/v1/me/webhooks/{webhook}", key)
    return Scene({"playerKey": key}, {"webhook_id": webhook, "delivery_id": delivery})


def first_delivery(webhook, key):
    """Wait for the first delivery of a webhook; return its id."""
    address = f"{webhook}/deliveries"
    wait_until(lambda: send_request("GET", address, token=key)["deliveries"])
    return send_request("GET", address, token=key)["deliveries"][-1]["delivery_id"]


webhook = partial(having, "webhook_id", "/v1/me/webhooks", {"url": RECEIVER}, "webhook_id")
target = partial(having, "target_id", "/v1/me/notification-targets", {"url": CHAT}, "target_id")
second_key = partial(having, "key", "/v1/me/keys", {}, "key_id")
seek = partial(having, "seek", "/v1/seeks", {"ruleset": pool.rulesets[0], "seats": [4]}, "seek")
ABOUT = (
    (hosted, "updateGame deleteGame getPresence getSeatToken advanceClock rotateSeatToken"),
    (waiting, "leaveSeat startGame"),
    (invitation, "createInvitation"),
    (acted, "changeClocks undoAction declineUndo"),
    (with_webhook, "deleteWebhook"),
    (notices_of_game, "listDeliveries listWebhooks redeliverWebhook resumeWebhook rotateWebhookSecret"),
    (reported, "exportMe getMe listIdentities listKeys listMyEvents"),
    (reported, "listMyGames listSeeks streamMyEvents updateMe"),
    (reported, "listMyDeliveries listMyWebhooks redeliverMyWebhook resumeMyWebhook rotateMyWebhookSecret"),
    (new, "createSeek deleteMe"),
    (fleeting, "createMyStreamTicket streamMyEventsAsNdjson"),
    (linking, "linkIdentity"),
    (merging, "mergePlayer"),
    (linked, "unlinkIdentity"),
    (seek, "deleteSeek getSeek renewSeek"),
    (second_key, "deleteKey"),
    (webhook, "deleteMyWebhook"),
    (target, "deleteNotificationTarget getNotificationTarget listNotificationTargets"),
    (target, "sendTestNotification updateNotificationTarget"),
    (partial(new, scopes=["play"]), "createKey"),
    (partial(new, url=CHAT), "createNotificationTarget"),
    (partial(new, url=RECEIVER), "createMyWebhook"),
    (partial(hosted, body={"url": RECEIVER}), "createWebhook"),
)
SCENES = {operation: scene for scene, operations in ABOUT for operation in operations.split()}
"""The function that prepares each operation, by the operation's name; see also `contests`."""
