"""Hooks for schemathesis: its requests are led to real games, players and what they have, with real tokens and keys.

Without them nearly every request would end at an unknown game. Ids that schemathesis took from an answer, through a
link, are left alone, and so is whatever it spoils on purpose. Runs in the tools' own environment.
"""

import atexit
import json
import os
from collections import Counter
from pathlib import Path
from urllib.error import HTTPError

import schemathesis

from tests.contract_check.contests import CONTESTS
from tests.contract_check.pool import HUMAN, OPEN, TABLES, create, pool, remember, result, rng, to_act, tokens
from tests.contract_check.scenes import SCENES

COUNTS = Path(os.environ["BOTTEGA_COUNTS"])
BEARER = "Bearer of somebody"
"""Placeholder for credentials until the request is known."""
DECIDING = {"submitAction", "createHint"}
STREAMS = {"streamEvents", "streamEventsAsNdjson"}
LOST = "0" * 20
"""The id of no game."""
FEEDS = {"streamMyEvents", "streamMyEventsAsNdjson"}
ENOUGH = {"streamMyEventsAsNdjson": 2}
"""How often to follow what has no end: it takes 15 seconds each time until the key is found expired."""
HANDS_OUT = ("createGame", "createPlayer", "claimSeat")
"""What hands out tokens to callers without a key."""
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
"""What schemathesis holds each event of a stream to; OpenAPI 3.0 describes the text as a whole."""
UNKNOWN_SHARE, FINISHED_SHARE, ACTING_SHARE, CLAIMED_SHARE, PLAIN_SHARE = 0.15, 0.3, 0.6, 0.5, 0.7
UNSEATED_SHARE, REAL_SHARE, ALONE_SHARE = 0.1, 0.6, 0.8

NAMED = {"createSeek": "seek", "createKey": "key_id"}
"""What others of a player's operations are led by, of those that make something."""

ALL_SCENES = {**SCENES, **CONTESTS}

counts = Counter()
owners = {}
"""What opens the things that schemathesis has made: by their ids, then by the names of security schemes."""


@schemathesis.auth()
class Bearer:
    """Says which requests are to carry a token or a key."""

    def get(self, case, context):
        return BEARER

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": data}


TOO_LONG = {"description": "The web server's own answer, which the introduction lists for all operations."}
FIRST_ACTION = {
    "ruleset": "$response.body#/ruleset",
    "decision": "$response.body#/decision",
    "action": "$response.body#/actions/0",
}
"""The body with which the link from the legal actions is followed; the contract leaves it out for its readers' sake."""
EMPTY = (("/v1/games", "get"), ("/v1/me/games", "get"), ("/v1/seeks/{seek}", "get"), ("/v1/seeks/{seek}/renew", "post"))
"""Whose links lead to a game that may not be there."""


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Describe single events instead of their stream, and let the first legal action be taken."""
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
    """Lead a request to something real."""
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
    """Return what opens a thing whose id was taken from an answer."""
    found = (owners[each] for each in map(str, (case.path_parameters or {}).values()) if each in owners)
    return fitting(case, next(found, {}))


def staged(case, operation):
    """Often have a request be about something real, made for it; return what opens that."""
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
    """Return those bearers that the contract names for an operation."""
    named = {name for each in case.operation.definition.raw["security"] for name in each}
    return {name: credentials for name, credentials in bearers.items() if name in named}


def come_as(case, credentials):
    """Return credentials, mostly of the caller; a platform's user is another player."""
    case.headers["Authorization"] = f"Bearer {credentials}"
    if not spoilt(case, "header") and rng.random() < ALONE_SHARE:
        case.headers.pop("Bottega-Player", None)


def lead(case, operation):
    """Choose a game, unless it was taken from an answer or spoilt on purpose; a stream must be one that ends."""
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
    """Bring the token of a seat of this game; often of the one that is to act."""
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
    """Let a seat that is to act do something legal, or ask what it should do."""
    try:
        own = [seat for seat in to_act(game) if (game, seat) in tokens]
        legal = result(game, tokens[game, own[0]]) if own else None
    except HTTPError:
        return  # the game has been deleted since, or the seat handed on
    if legal:
        case.headers["Authorization"] = f"Bearer {tokens[game, own[0]]}"
        case.body = legal if operation == "submitAction" else {"decision": legal["decision"]}


def spoilt(case, part):
    """Whether schemathesis means this part of a request to be wrong."""
    components = case.meta.components if case.meta else {}
    return any(location.value == part and component.mode.is_negative for location, component in components.items())


@schemathesis.hook
def after_call(context, case, response):
    """Count the answer, and remember what it gives and who may come back for it."""
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
def tell():
    """Write down what was answered how often."""
    COUNTS.write_text(json.dumps([[operation, status, times] for (operation, status), times in counts.items()]))
