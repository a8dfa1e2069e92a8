"""Hooks for schemathesis: its requests refer to real games, players and tournaments, with real tokens and keys.

Without these hooks nearly every request would end at an unknown game. Ids that schemathesis took from a response,
through a link, stay unchanged, and so do deliberately invalid values. Runs in the environment of the tools.
"""

import atexit
import json
import os
from collections import Counter
from pathlib import Path
from urllib.error import HTTPError

import schemathesis

from tests.tools.contract_check.contests import CONTESTS
from tests.tools.contract_check.pool import HUMAN, OPEN, TABLES, create, pool, remember, result, rng, to_act, tokens
from tests.tools.contract_check.scenes import SCENES

COUNTS = Path(os.environ["BOTTEGA_COUNTS"])
BEARER = "Bearer of somebody"
"""Placeholder for credentials until the request is known."""
DECIDING = {"submitAction", "createHint"}
STREAMS = {"streamEvents", "streamEventsAsNdjson"}
LOST = "0" * 20
"""An id that no game has."""
FEEDS = {"streamMyEvents", "streamMyEventsAsNdjson"}
ENOUGH = {"streamMyEventsAsNdjson": 2}
"""Maximum requests to endless streams: each takes 15 seconds until the key expires."""
HANDS_OUT = ("createGame", "createPlayer", "claimSeat")
"""Operations that issue tokens to callers without a key."""
LONG_WAITS = set(map(str, range(2, 31)))
SERVER_SENT_EVENT = {
    "type": "object",
    "required": ["data"],
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]+(-[0-9a-f]+)?$"},
        "event": {"type": "string", "enum": ["event", "over", "notice"]},
        "data": {"type": "string"},
    },
}
"""The schema of each event of a stream; OpenAPI 3.0 describes the text as a whole."""
UNKNOWN_SHARE, FINISHED_SHARE, ACTING_SHARE, CLAIMED_SHARE, PLAIN_SHARE = 0.15, 0.3, 0.6, 0.5, 0.7
UNSEATED_SHARE, REAL_SHARE, ALONE_SHARE = 0.1, 0.6, 0.8

NAMED = {"createSeek": "seek", "createKey": "key_id"}
"""The path parameters that other operations of a player need, by the operation that creates the resource."""

ALL_SCENES = {**SCENES, **CONTESTS}

counts = Counter()
owners = {}
"""The credentials of the resources that schemathesis has created: by id, then by security scheme."""


@schemathesis.auth()
class Bearer:
    """Sets the credentials of requests."""

    def get(self, case, context):
        return BEARER

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": data}


TOO_LONG = {"description": "The web server rejects a long URL of any operation: see the guide on requests."}
FIRST_ACTION = {
    "ruleset": "$response.body#/ruleset",
    "decision": "$response.body#/decision",
    "action": "$response.body#/actions/0",
}
"""The body for the link from the legal actions; the contract omits it to stay readable."""
EMPTY = (("/v1/games", "get"), ("/v1/me/games", "get"), ("/v1/seeks/{seek}", "get"), ("/v1/seeks/{seek}/renew", "post"))
"""Operations whose links lead to a game that may not exist."""


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Describe single events instead of their stream, and let the first legal action be submitted."""
    legal = raw_schema["paths"]["/v1/games/{game_id}/actions"]["get"]["responses"]["200"]
    legal["links"]["act"]["requestBody"] = FIRST_ACTION
    for path, method in EMPTY:
        del raw_schema["paths"][path][method]["responses"]["200"]["links"]
    for operation in (each for path in raw_schema["paths"].values() for each in path.values() if "responses" in each):
        operation["responses"]["414"] = TOO_LONG
        stream = operation["responses"].get("200", {}).get("content", {}).get("text/event-stream")
        if stream is not None:
            stream["schema"] = SERVER_SENT_EVENT


@schemathesis.hook
def before_call(context, case, kwargs):
    """Let a request refer to a real resource."""
    operation = case.operation.definition.raw["operationId"]
    if str((case.query or {}).get("wait")) in LONG_WAITS:
        case.query["wait"] = "1"
    key = (case.headers or {}).get("Idempotency-Key", "")
    if key != key.strip() and not spoilt(case, "header"):
        del case.headers["Idempotency-Key"]  # HTTP takes blanks at the ends away, and the rest may be too short
    if key and operation in HANDS_OUT and not spoilt(case, "header"):
        case.headers["Idempotency-Key"] = f"{rng.getrandbits(128):032x}"  # without a player's key it must be random
    if operation == "getIcon" and not spoilt(case, "path") and rng.random() > UNKNOWN_SHARE:
        case.path_parameters.update(rng.choice(pool.icons))
    if operation == "createGame" and not spoilt(case, "body") and rng.random() < PLAIN_SHARE:
        case.body = {"ruleset": case.body["ruleset"], "seats": [*rng.choice(TABLES)]}
    bearers = {} if spoilt(case, "path") else owned(case) or staged(case, operation)
    if not bearers and "game_id" in (case.path_parameters or {}):
        lead(case, operation)
    if (case.headers or {}).get("Authorization") == BEARER:
        if bearers:
            come_as(case, rng.choice([*bearers.values()]))
        else:
            seat_down(case, operation)


def owned(case):
    """Return the credentials of the resource whose id was taken from a response."""
    found = (owners[each] for each in map(str, (case.path_parameters or {}).values()) if each in owners)
    return fitting(case, next(found, {}))


def staged(case, operation):
    """Often create a resource for the request; return its credentials."""
    enough = counts[operation, 200] >= ENOUGH.get(operation, float("inf"))
    if operation not in ALL_SCENES or enough or rng.random() > REAL_SHARE:
        return {}
    scene = ALL_SCENES[operation]()
    path = case.path_parameters or {}
    path.update({name: value for name, value in scene.path.items() if name in path})
    if (scene.body or scene.whole) and isinstance(case.body, dict) and not spoilt(case, "body"):
        case.body = {**({} if scene.whole else case.body), **scene.body}
    if operation in FEEDS and not spoilt(case, "query"):
        case.query = {name: value for name, value in (case.query or {}).items() if name == "include"}
    return fitting(case, scene.bearers)


def fitting(case, bearers):
    """Return those credentials that the contract names for an operation."""
    named = {name for each in case.operation.definition.raw["security"] for name in each}
    return {name: credentials for name, credentials in bearers.items() if name in named}


def come_as(case, credentials):
    """Return credentials, mostly of the caller; a platform's user is another player."""
    case.headers["Authorization"] = f"Bearer {credentials}"
    if not spoilt(case, "header") and rng.random() < ALONE_SHARE:
        case.headers.pop("Bottega-Player", None)


def lead(case, operation):
    """Choose a game, unless it was taken from a response or is invalid on purpose; a stream must be one that ends."""
    if spoilt(case, "path"):
        return
    path = case.path_parameters
    if operation in STREAMS:
        path["game_id"] = rng.choice(pool.finished) if rng.random() > UNKNOWN_SHARE else LOST
    elif operation == "claimSeat" and rng.random() < CLAIMED_SHARE:
        path.update(game_id=create(rng.choice(pool.rulesets), HUMAN, OPEN), seat=1)
    elif path["game_id"] not in pool.known and rng.random() > UNKNOWN_SHARE:
        over = operation not in DECIDING and rng.random() < FINISHED_SHARE
        path["game_id"] = rng.choice(pool.finished if over else pool.running)


def seat_down(case, operation):
    """Send the token of a seat of this game; often of the seat that must act."""
    game = (case.path_parameters or {}).get("game_id")
    seats = [seat for each, seat in tokens if each == game]
    if not seats or (operation not in ("submitAction", "listLegalActions") and rng.random() < UNSEATED_SHARE):
        del case.headers["Authorization"]
        return
    seat = rng.choice(seats)
    case.headers["Authorization"] = f"Bearer {tokens[game, seat]}"
    if operation in DECIDING and not spoilt(case, "body") and rng.random() < ACTING_SHARE:
        decide(case, operation, game)


def decide(case, operation, game):
    """Submit a legal action for a seat that must act, or request a hint for it."""
    try:
        own = [seat for seat in to_act(game) if (game, seat) in tokens]
        legal = result(game, tokens[game, own[0]]) if own else None
    except HTTPError:
        return  # the game has been deleted since, or the seat handed on
    if legal:
        case.headers["Authorization"] = f"Bearer {tokens[game, own[0]]}"
        case.body = legal if operation == "submitAction" else {"decision": legal["decision"]}


def spoilt(case, part):
    """Whether schemathesis made this part of a request invalid on purpose."""
    components = case.meta.components if case.meta else {}
    return any(location.value == part and component.mode.is_negative for location, component in components.items())


@schemathesis.hook
def after_call(context, case, response):
    """Count the response, and store its ids and credentials."""
    operation = case.operation.definition.raw["operationId"]
    counts[operation, response.status_code] += 1
    if response.status_code != 201:
        return
    made = response.json()
    if operation == "createGame":
        remember(made)
        owners[made["game_id"]] = {"creatorToken": made["creator_token"]}
    if operation == "claimSeat" and "token" in made:
        tokens[made["game_id"], made["seat"]] = made["token"]
    if operation in NAMED:
        owners[made[NAMED[operation]]] = {"playerKey": case.headers["Authorization"].removeprefix("Bearer ")}


@atexit.register
def report():
    """Write the count of each status to a file."""
    COUNTS.write_text(json.dumps([[operation, status, times] for (operation, status), times in counts.items()]))
