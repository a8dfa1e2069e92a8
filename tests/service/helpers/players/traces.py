"""Find the id and the name of a player in Redis, in the archive and in responses."""

import json
from itertools import product

from tests.service.helpers.client.contract import contract
from tests.service.helpers.games.stored import READERS, texts_of
from tests.service.helpers.players.life import NAME

STREAMS = ("text/event-stream", "application/x-ndjson")


def operations_of():
    for path, methods in contract()["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "operationId" in operation:
                yield path, method, operation


def needles(life):
    return [life.ann.id, life.ann.id.removeprefix("pl_"), NAME, json.dumps(NAME)[1:-1].replace(" ", "%20")]


def found_in(life, where, text, searched=needles):
    return [f"{where}: {needle}" for needle in searched(life) if needle in text]


def in_redis(life, searched=needles):
    """List the Redis keys that contain the id or the name, except those of idempotent requests."""
    client, copy = (
        life.service.installation.store.servers.client,
        life.service.installation.settings.idempotency_seconds,
    )
    places = []
    for name in client.keys("*"):
        for part in (name, *READERS[client.type(name)](client, name)):
            faults = [fault for text in texts_of(part) for fault in found_in(life, name.decode(), text, searched)]
            is_guard = set(name.decode().split(":")) & {"deleted", "revoked"}
            places += [] if is_guard and 0 < client.ttl(name) <= copy else faults
    return places


def in_archive(life, searched=needles):
    """List the games whose copy in the archive contains the id or the name."""
    archived = life.service.installation.store.archived
    copies = {game_id: archived.find(game_id) for game_id in life.games if archived.has(game_id)}
    return [fault for game_id, copy in copies.items() for fault in found_in(life, game_id, str(copy), searched)]


def reads(life):
    """List all GET operations of the contract with all possible parameters."""
    hooks = [each.split("/webhooks/")[1] for each in life.hooks]
    pools = [each["pool"] for each in life.bea.get("/ratings").json["pools"]]
    known = {
        "game_id": life.games,
        "tournament": [each.rpartition("/")[2] for each in life.tournaments],
        "season": life.seasons,
        "webhook_id": hooks,
        "target_id": life.targets,
        "pool": pools,
        "player": [life.bea.id, life.ann.id],
        "seek": life.seeks,
        "seat": ["0", "1"],
        "round": ["1"],
        "ruleset": ["tiny"],
        "kind": ["card"],
        "icon": ["a"],
    }
    for path, method, operation in operations_of():
        if method == "get":
            names = [part[1:-1] for part in path.replace(":", "/").split("/") if part.startswith("{")]
            for chosen in product(*(known[name] for name in names)):
                yield path.format(**dict(zip(names, chosen, strict=True))), operation


def in_responses(life, *readers, sought=needles):
    """List the GET operations that show the id or the name to one of these callers, or without credentials."""
    places, answered = [], set()
    for path, operation in reads(life):
        content = operation["responses"].get("200", {}).get("content", {})
        if set(content) & {*STREAMS}:
            continue  # what they send is read in Redis, and in the log that they follow
        for authorization in ({}, *(each.authorization for each in readers)):
            outcome = life.service.client.get(path, headers=authorization)
            searched = found_in(life, "", path)
            shown = outcome.text if not searched else outcome.text.replace(life.ann.id, "")
            places += found_in(life, path, shown, sought)
            answered |= {operation["operationId"]} if outcome.status_code == 200 else set()
    return places, answered


def ids(life):
    """Return what may not be left of a merged player. Seats and entrants keep the name under which they were taken."""
    return [life.ann.id, life.ann.id.removeprefix("pl_")]
