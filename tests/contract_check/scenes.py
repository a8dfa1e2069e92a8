"""Create the objects that requests refer to: players and their keys, seeks, webhooks and games.

Each function creates a real object and its credentials. Objects that a request uses up are created again each time.
Runs in the tools' own environment.
"""

from dataclasses import dataclass, field
from functools import cache, partial

from tests.contract_check.pool import ADA, HUMAN, OPEN, ask, pool, result, rng, to_act, wait_until

RECEIVER = "http://127.0.0.1:9/"
"""The URL of webhooks: no server listens there. The service is configured to allow it."""


@dataclass(frozen=True)
class Scene:
    """Something real."""

    bearers: dict
    """What opens it, by the names of the contract's security schemes."""
    path: dict = field(default_factory=dict)
    """By the names of path parameters; an operation has some of them."""
    body: dict = field(default_factory=dict)
    """What is sent instead of what was made up, by the names of members."""
    whole: bool = False
    """Whether nothing else is sent."""


def player():
    """Make a player; return its id and its key."""
    made = ask("POST", "/v1/players", {"name": "Ada"})
    return made["player"], made["key"]


host = cache(player)


def new(**body):
    """Make a player who has nothing yet."""
    return Scene({"playerKey": player()[1]}, body=body)


def having(parameter, address, body, member):
    """Make a player who has made something; `member` of the answer is what a path parameter names it by."""
    key = player()[1]
    return Scene({"playerKey": key}, {parameter: ask("POST", address, body, key)[member]})


def fleeting():
    """Make a player's key that expires soon: a stream that it, or its ticket, opens ends within 15 seconds."""
    return Scene({"playerKey": ask("POST", "/v1/me/keys", {"expires_in": 10}, player()[1])["key"]})


def hosted(path=None, body=None, ruleset=None, **terms):
    """Let a player create a game: its first seat has a token, the second is the player's own, the third is open."""
    own, key = host()
    seats = [ADA, {"kind": "human", "player": own}, OPEN]
    terms = {
        "ruleset": ruleset or rng.choice(pool.rulesets),
        "presence": True,
        "sandbox": {"clock": "virtual"},
        **terms,
    }
    created = ask("POST", "/v1/games", {"seats": seats, **terms}, key)
    bearers = {"creatorToken": created["creator_token"], "playerKey": key, "seatToken": created["tokens"][0]["token"]}
    return Scene(bearers, {"game_id": created["game_id"], "seat": 0, **(path or {})}, body or {})


def waiting():
    """Make a game that waits for its players, or for a level instead of them."""
    ruleset = rng.choice(pool.rulesets)
    return hosted(None, {"level": pool.levels[ruleset]}, ruleset, starts="when_seated")


def invitation():
    """Create a game with an open seat, and a player to invite to it."""
    return hosted({"seat": 2}, {"player": player()[0]})


def acted():
    """Make a game in which a seat has just acted, and may ask the others to go back to before that."""
    ruleset = rng.choice(pool.rulesets)
    created = ask("POST", "/v1/games", {"ruleset": ruleset, "seats": [HUMAN, HUMAN], "undo": "consent"})
    game = created["game_id"]
    token = created["tokens"][to_act(game)[0]]["token"]
    ask("POST", f"/v1/games/{game}/actions", result(game, token), token)
    return Scene({"seatToken": token}, {"game_id": game}, {"to": 0})


def with_webhook():
    """Make a game that waits, with a webhook."""
    scene = waiting()
    webhooks = f"/v1/games/{scene.path['game_id']}/webhooks"
    added = ask("POST", webhooks, {"url": RECEIVER}, scene.bearers["playerKey"])
    return Scene(scene.bearers, {**scene.path, "webhook_id": added["webhook_id"]}, scene.body)


@cache
def told_of_game():
    """Create a game whose webhook has a delivery of a turn."""
    scene = with_webhook()
    game, key = f"/v1/games/{scene.path['game_id']}", scene.bearers["playerKey"]
    ask("POST", f"{game}/start", scene.body, key)
    delivery = first_delivery(f"{game}/webhooks/{scene.path['webhook_id']}", key)
    return Scene(scene.bearers, {**scene.path, "delivery_id": delivery})


@cache
def reported():
    """Create a player with a notice and a delivery of a game with the player's seat."""
    key = host()[1]
    webhook = ask("POST", "/v1/me/webhooks", {"url": RECEIVER}, key)["webhook_id"]
    hosted()
    delivery = first_delivery(f"/v1/me/webhooks/{webhook}", key)
    return Scene({"playerKey": key}, {"webhook_id": webhook, "delivery_id": delivery})


def first_delivery(webhook, key):
    """Wait until something was to be sent to a webhook; return its id."""
    address = f"{webhook}/deliveries"
    wait_until(lambda: ask("GET", address, token=key)["deliveries"])
    return ask("GET", address, token=key)["deliveries"][-1]["delivery_id"]


webhook = partial(having, "webhook_id", "/v1/me/webhooks", {"url": RECEIVER}, "webhook_id")
second_key = partial(having, "key", "/v1/me/keys", {}, "key_id")
seek = partial(having, "seek", "/v1/seeks", {"ruleset": pool.rulesets[0], "seats": [4]}, "seek")
ABOUT = (
    (hosted, "updateGame deleteGame getPresence getSeatToken advanceClock rotateSeatToken"),
    (waiting, "leaveSeat startGame"),
    (invitation, "createInvitation"),
    (acted, "undoAction"),
    (with_webhook, "deleteWebhook"),
    (told_of_game, "listDeliveries listWebhooks redeliverWebhook resumeWebhook rotateWebhookSecret"),
    (reported, "getMe listKeys listMyEvents listMyGames listSeeks streamMyEvents updateMe"),
    (reported, "listMyDeliveries listMyWebhooks redeliverMyWebhook resumeMyWebhook rotateMyWebhookSecret"),
    (new, "createSeek deleteMe"),
    (fleeting, "createMyStreamTicket streamMyEventsAsNdjson"),
    (seek, "deleteSeek getSeek renewSeek"),
    (second_key, "deleteKey"),
    (webhook, "deleteMyWebhook"),
    (partial(new, scopes=["play"]), "createKey"),
    (partial(new, url=RECEIVER), "createMyWebhook"),
    (partial(hosted, body={"url": RECEIVER}), "createWebhook"),
)
SCENES = {operation: scene for scene, operations in ABOUT for operation in operations.split()}
"""What an operation is about, by its name; `contests` has those of tournaments and ratings."""
