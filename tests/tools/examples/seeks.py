"""Examples of seeks: players find opponents for the same game."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from domain.ruleset import AnyRuleset
from service.matchmaking.seeks import MOST_WAITING
from tests.tools.examples.failures import LOST, failure, invented_key, without_database
from tests.tools.examples.harness import Exchange, Harness, Player, Request
from tests.tools.examples.requests import sample, unheard_of


def sought(ruleset: AnyRuleset, **terms: Any) -> dict[str, Any]:
    """Return the body of a seek: for as many or as few players as possible."""
    return {"ruleset": ruleset.name, "seats": [ruleset.min_seats, ruleset.max_seats], **terms}


def waiting(harness: Harness, ruleset: AnyRuleset) -> tuple[Player, Mapping[str, Any]]:
    """Let Ada create a seek; return her, and the seek."""
    ada = harness.player()
    return ada, harness.send(ada.asks("POST", "/v1/seeks", sought(ruleset))).body


def seated(harness: Harness, ruleset: AnyRuleset) -> tuple[Player, Mapping[str, Any]]:
    """Let Ada and other players create the same seek."""
    ada, own = waiting(harness, ruleset)
    for _ in range(1, ruleset.min_seats):
        harness.send(harness.player("Bruno").asks("POST", "/v1/seeks", sought(ruleset)))
    return ada, own


@sample("createSeek", 201, "Ada seeks a game and accepts several numbers of players.")
def create_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/seeks", sought(ruleset))


@sample("createSeek", 201, "Another player seeks the same game. The game is created.", called="matched", each=False)
def create_matched_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    waiting(harness, ruleset)
    body = sought(ruleset, seats=[ruleset.min_seats], expires_in=1200)
    return harness.player("Bruno").asks("POST", "/v1/seeks", body).with_headers(Idempotency_Key="a1f6c30e95d2")


@sample("createSeek", 201, "A rated game with a delay for spectators.", called="rated", each=False)
def create_rated_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    terms = {"rated": True, "spectators": {"kind": "delayed", "events": 4}}
    return harness.player().asks("POST", "/v1/seeks", sought(ruleset, **terms))


@sample("createSeek", 201, "A rated game with players of a similar rating.", called="rating_range", each=False)
def create_seek_with_a_range(harness: Harness, ruleset: AnyRuleset) -> Request:
    wanted = {"rated": True, "rating_range": {"below": 200, "above": 300}}
    return harness.player().asks("POST", "/v1/seeks", sought(ruleset, **wanted))


@sample("createSeek", 409, "Rejected by the rules: too many players.", called="rejected")
def create_too_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/seeks", sought(ruleset, seats=[ruleset.max_seats + 1]))


@sample("createSeek", 422, "Rejected by the rules: unknown set-up choice.", called="rejected")
def create_unheard_of(harness: Harness, ruleset: AnyRuleset) -> Request:
    return harness.player().asks("POST", "/v1/seeks", sought(ruleset, options=unheard_of(ruleset)))


@sample("listSeeks", 200, "Ada's seek, and the number of players for each kind of game.", each=False)
def list_seeks(harness: Harness, ruleset: AnyRuleset) -> Request:
    return waiting(harness, ruleset)[0].asks("GET", "/v1/seeks")


@sample(
    "listSeeks",
    200,
    "The number of waiting players for each kind of game, without names.",
    called="anybody",
    each=False,
)
def list_sought(harness: Harness, ruleset: AnyRuleset) -> Request:
    waiting(harness, ruleset)
    return Request("GET", "/v1/seeks")


@sample("getSeek", 200, "The seek waits.", each=False)
def get_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, own = waiting(harness, ruleset)
    return ada.asks("GET", f"/v1/seeks/{own['seek']}")


@sample("getSeek", 200, "The seek has been matched.", called="matched", each=False)
def get_matched_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, own = seated(harness, ruleset)
    return ada.asks("GET", f"/v1/seeks/{own['seek']}")


@sample("renewSeek", 200, "The request restarts the timer of the seek.", each=False)
def renew_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, own = waiting(harness, ruleset)
    harness.moments.now += timedelta(minutes=5)
    return ada.asks("POST", f"/v1/seeks/{own['seek']}/renew")


@sample("deleteSeek", 204, "Ada deletes the seek.", each=False)
def delete_seek(harness: Harness, ruleset: AnyRuleset) -> Request:
    return replace(get_seek(harness, ruleset), method="DELETE")


@failure("unknown_level", "The ruleset has no such AI level.", "createSeek")
def sought_with_an_unknown_level(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    absence = {"on_timeout": "level", "level": "grandmaster"}
    clock = {"kind": "per_decision", "seconds": 60}
    return harness.send(replace(request, body={**request.body, "clock": clock, "absence": absence}))


@failure("seek_not_found", "The player has no such seek.")
def lost_seek(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    end = "/renew" if request.path.endswith("/renew") else ""
    return harness.send(replace(request, path=f"/v1/seeks/sk_{LOST}{end}"))


@failure("seek_matched", "The seek has been matched in the meantime.")
def matched_seek(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(get_matched_seek(harness, ruleset), method="DELETE"))


@failure("too_many_seeks", "The player has the maximum number of seeks.")
def too_many_seeks(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    for hints in range(MOST_WAITING):
        harness.send(replace(request, body={**request.body, "hints": hints, "expires_in": 3600}))
    return harness.send(replace(request, body={**request.body, "rated": True}))


@failure(
    "game_busy", "Each write conflicted with another change of the player's seeks.", "createSeek renewSeek deleteSeek"
)
def seeking_all_the_time(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    """Store seeks in other bytes than the service writes, so that every update finds them changed."""
    harness.send(request if request.path == "/v1/seeks" else request.without("Authorization"))
    (key,) = harness.client.keys("bottega:{pl_*}:seeks")
    harness.client.set(key, json.dumps(json.loads(harness.client.get(key))))
    return harness.send(request)


for operation in ("listSeeks", "getSeek", "renewSeek", "deleteSeek"):
    failure("internal_error", "The Redis URL names a database that does not exist.", operation)(without_database)
failure("invalid_token", "The player key is unknown.", "listSeeks")(invented_key)
