"""Hooks for schemathesis: its requests are led to real games, with real tokens and, often, legal actions.

Without them nearly every request would end at an unknown game. Ids that schemathesis took from an answer, through a
link, are left alone, and so is whatever it spoils on purpose. Runs in the tools' own environment.
"""

import atexit
import json
import os
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import schemathesis

ADDRESS = os.environ["BOTTEGA_ADDRESS"]
COUNTS = Path(os.environ["BOTTEGA_COUNTS"])
SEATED = "Bearer of a seat"
"""Stands for the token of a seat until it is known which game is asked for."""
DECIDING = {"submitAction", "askForHint"}
STREAMS = {"streamEvents", "streamEventLines"}
LONG_WAITS = set(map(str, range(2, 31)))
SERVER_SENT_EVENT = {
    "type": "object",
    "required": ["data"],
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]+(-[0-9a-f]+)?$"},
        "event": {"type": "string", "enum": ["event", "over"]},
        "data": {"type": "string"},
    },
}
"""What schemathesis holds each event of a stream to; OpenAPI 3.0 describes the text as a whole."""
UNKNOWN_SHARE, FINISHED_SHARE, ACTING_SHARE, CLAIMED_SHARE, PLAIN_SHARE = 0.15, 0.3, 0.6, 0.5, 0.7
UNSEATED_SHARE = 0.1

TABLES = (({"kind": "human", "name": "Ada"}, {"kind": "human"}), ({"kind": "human", "name": "Ada"}, {"kind": "open"}))

rng = Random(2026)
counts = Counter()
tokens = {}
"""By game and seat."""


@dataclass(frozen=True)
class Pool:
    """Games to choose from."""

    rulesets: list
    running: list
    finished: list
    icons: list
    """What leads to each, by the names of path parameters."""

    @property
    def known(self):
        return {*self.running, *self.finished, *(game for game, _ in tokens)}


def ask(method, path, body=None, token=None):
    """Send a request of our own."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def create(ruleset, *seats):
    """Create a game, and remember the tokens."""
    return open_game(ruleset, *seats)["game_id"]


def open_game(ruleset, *seats):
    """Create a game, and remember the tokens of its seats."""
    created = ask("POST", "/v1/games", {"ruleset": ruleset, "seats": [*seats]})
    remember(created)
    return created


def remember(created):
    """Remember the tokens of a new game."""
    for each in created["tokens"]:
        tokens[created["game_id"], each["seat"]] = each["token"]


def make_pool():
    """Make running games of people, and games that AI players have finished and that have been scored."""
    rulesets = ask("GET", "/v1/rulesets")["rulesets"]
    names = [each["ruleset"] for each in rulesets]
    running = [create(name, *seats) for name in names for seats in TABLES for _ in range(3)]
    finished = [create(each["ruleset"], *[{"kind": "ai", "level": each["levels"][0]}] * 2) for each in rulesets]
    while not all(map(scored, finished)):
        time.sleep(0.1)
    return Pool(names, running, finished, [icon for name in names for icon in icons_of(name)])


def icons_of(ruleset):
    """List the icons of a ruleset."""
    looks = ask("GET", f"/v1/rulesets/{ruleset}")["looks"]
    return [{"ruleset": ruleset, "kind": each["kind"], "icon": f"{each['id']}.svg"} for each in looks]


def scored(game):
    """Whether a game is over and its score sheet there."""
    return ask("GET", f"/v1/games/{game}/view")["status"] == "over" and "winners" in ask(
        "GET", f"/v1/games/{game}/result"
    )


pool = make_pool()


@schemathesis.auth()
class SeatToken:
    """Says which requests are to carry a token."""

    def get(self, case, context):
        return SEATED

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": data}


TOO_LONG = {"description": "The web server's own answer, which the introduction lists for all operations."}
FIRST_ACTION = {
    "ruleset": "$response.body#/ruleset",
    "decision": "$response.body#/decision",
    "action": "$response.body#/actions/0",
}
"""The body with which the link from the legal actions is followed; the contract leaves it out for its readers' sake."""


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Describe single events instead of their stream, and let the first legal action be taken."""
    legal = raw_schema["paths"]["/v1/games/{game_id}/actions"]["get"]["responses"]["200"]
    legal["links"]["act"]["requestBody"] = FIRST_ACTION
    del raw_schema["paths"]["/v1/games"]["get"]["responses"]["200"][
        "links"
    ]  # they lead to a first game: there may be none
    for operation in (each for path in raw_schema["paths"].values() for each in path.values() if "responses" in each):
        operation["responses"]["414"] = TOO_LONG
        stream = operation["responses"].get("200", {}).get("content", {}).get("text/event-stream")
        if stream is not None:
            stream["schema"] = SERVER_SENT_EVENT


@schemathesis.hook
def before_call(context, case, kwargs):
    """Lead a request to a real game."""
    operation = case.operation.definition.raw["operationId"]
    if "game_id" in (case.path_parameters or {}):
        lead(case, operation)
    if operation == "getIcon" and not spoilt(case, "path") and rng.random() > UNKNOWN_SHARE:
        case.path_parameters.update(rng.choice(pool.icons))
    if str((case.query or {}).get("wait")) in LONG_WAITS:
        case.query["wait"] = "1"
    if operation == "createGame" and not spoilt(case, "body") and rng.random() < PLAIN_SHARE:
        case.body = {"ruleset": case.body["ruleset"], "seats": [*rng.choice(TABLES)]}
    if (case.headers or {}).get("Authorization") == SEATED:
        if operation == "deleteGame":
            come_as_creator(case)
        else:
            seat_down(case, operation)


def lead(case, operation):
    """Choose a game, unless it was taken from an answer or spoilt on purpose; a stream must be one that ends."""
    if spoilt(case, "path"):
        return
    path = case.path_parameters
    if operation in STREAMS and path["game_id"] in {game for game, _ in tokens}:
        path["game_id"] = rng.choice(pool.finished)
    elif operation == "claimSeat" and rng.random() < CLAIMED_SHARE:
        path.update(game_id=create(rng.choice(pool.rulesets), {"kind": "human"}, {"kind": "open"}), seat=1)
    elif path["game_id"] not in pool.known and rng.random() > UNKNOWN_SHARE:
        over = operation in STREAMS or rng.random() < FINISHED_SHARE
        path["game_id"] = rng.choice(pool.finished if over else pool.running)


def come_as_creator(case):
    """Create a game that is to be deleted, and bring its creator's token; one of the pool is left to the others."""
    created = open_game(rng.choice(pool.rulesets), {"kind": "human"}, {"kind": "open"})
    case.headers["Authorization"] = f"Bearer {created['creator_token']}"
    if not spoilt(case, "path") and rng.random() < CLAIMED_SHARE:
        case.path_parameters["game_id"] = created["game_id"]


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
    waiting = ask("GET", f"/v1/games/{game}/view")["to_act"]
    own = [seat for seat in waiting if (game, seat) in tokens]
    if own:
        token = tokens[game, own[0]]
        legal = ask("GET", f"/v1/games/{game}/actions", token=token)
        case.headers["Authorization"] = f"Bearer {token}"
        case.body = {"decision": legal["decision"]}
        if operation == "submitAction":
            case.body |= {"ruleset": legal["ruleset"], "action": rng.choice(legal["actions"])}


def spoilt(case, part):
    """Whether schemathesis means this part of a request to be wrong."""
    components = case.meta.components if case.meta else {}
    return any(location.value == part and component.mode.is_negative for location, component in components.items())


@schemathesis.hook
def after_call(context, case, response):
    """Count the answer, and remember the tokens that it gives."""
    operation = case.operation.definition.raw["operationId"]
    counts[operation, response.status_code] += 1
    if operation == "createGame" and response.status_code == 201:
        remember(response.json())
    if operation == "claimSeat" and response.status_code == 201:
        claimed = response.json()
        tokens[claimed["game_id"], claimed["seat"]] = claimed["token"]


@atexit.register
def tell():
    """Write down what was answered how often."""
    COUNTS.write_text(json.dumps([[operation, status, times] for (operation, status), times in counts.items()]))
