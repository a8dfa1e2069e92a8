"""Test which scope of a key each operation needs: it follows from whose thing the operation changes."""

from itertools import product
from typing import Any

import pytest

from service.players.keys import SCOPES
from tests.service.helpers.client.contract import committed
from tests.service.helpers.client.sample_requests import operations
from tests.service.helpers.players.player import Player, player
from tests.service.helpers.tournaments import found, organiser

SECURITY = {
    entry["operationId"]: [scheme for each in entry.get("security", []) for scheme in each or ["none"]]
    for path in committed()["paths"].values()
    for entry in path.values()
    if "operationId" in entry
}
"""The schemes of each operation; `none` if it needs no credential."""
KEYED = sorted(name for name, schemes in SECURITY.items() if "playerKey" in schemes)
OF_SEATS = {name for name in KEYED if SECURITY[name] == ["seatToken", "playerKey"]}
"""Operations of a seat: its own player needs `play`, and no scope suffices for another player's seat."""
SEEN_FROM_SEATS = {"listEvents", "queryView", "streamEvents", "streamEventsAsNdjson"}
"""Operations that show a game to anybody, but from an own seat with `play` only."""
OF_ENTRANTS = {"addEntrant", "checkInEntrant", "reenterEntrant", "withdrawEntrant"}
"""Operations of an entrant: its own player needs `play`, and the organiser needs `organise` for another player's."""
OF_CREATORS = {name for name in KEYED if "creatorToken" in SECURITY[name] and "none" not in SECURITY[name]}
"""Operations of a game's creator."""
ORGANISE = {
    name
    for name in KEYED
    if name in {"createTournament", "createSeason"}
    or (any(each in operations()[name].path for each in ("{tournament}", "{season}")) and "none" not in SECURITY[name])
} - {"createTournamentStreamTicket", "createClaim", "listClaims"}
PLAY = {
    *("listMyEvents", "streamMyEvents", "streamMyEventsAsNdjson", "createMyStreamTicket"),
    *("createMyWebhook", "deleteMyWebhook", "listMyDeliveries", "listMyWebhooks", "redeliverMyWebhook"),
    *("resumeMyWebhook", "rotateMyWebhookSecret"),
    *("createNotificationTarget", "deleteNotificationTarget", "sendTestNotification", "updateNotificationTarget"),
    *("createSeek", "deleteSeek", "getSeek", "listSeeks", "renewSeek"),
    *("blockPlayer", "unblockPlayer", "createClaim"),
}
MODERATE = {"banPlayer", "deletePlayer", "exportPlayer", "findPlayers", "inspectPlayer", "unbanPlayer"}
"""Operations of operators."""
OF_ALL_KEYS = {"deleteMe", "linkIdentity", "mergePlayer", "unlinkIdentity"}
"""Operations on the whole player: no single scope suffices."""
EVERY = frozenset(SCOPES)
NONE: frozenset[str] = frozenset()
SUFFICIENT: list[tuple[set[str], set[str] | frozenset[str], set[str] | frozenset[str]]] = [
    ({"createKey"}, {"play"}, {"play"}),  # a key creates keys with its own scopes only; the sample wants `play`
    (OF_ALL_KEYS, NONE, NONE),
    (OF_ENTRANTS | {"challengeEntrant", "chooseSeat"}, {"play", "organise"}, {"organise"}),  # who also organises
    (SEEN_FROM_SEATS, {"play"}, EVERY),
    (OF_SEATS, {"play"}, NONE),
    (OF_CREATORS | {"createGame"}, {"create"}, {"create"}),
    (ORGANISE, {"organise"}, {"organise"}),
    (PLAY, {"play"}, {"play"}),
    (MODERATE, {"moderate"}, {"moderate"}),
]
"""Operations, and the scopes of which one suffices for an own seat or entrant, and for that of another player.

The first entry counts. All other operations need no scope.
"""


def sufficient(name: str, *, own: bool) -> set[str] | frozenset[str]:
    """Return the scopes of which one suffices."""
    return next((mine if own else other for names, mine, other in SUFFICIENT if name in names), EVERY)


def scene(service, *, own: bool) -> tuple[Player, dict[str, Any]]:
    """Return a player who created a game, and organises a tournament and a season, with parameters of paths.

    Seat 0 and entrant 0 are the player's own, or those of another player.
    """
    who, other = organiser(service), player(service, "Ann")
    holder = who if own else other
    entrants = [{"player": each.id} for each in ([holder] if own else [other, player(service, "Bea")])]
    tournament = found(who, check_in=True, registration="open", entrants=entrants)
    game_id = who.create([{"kind": "human", "player": holder.id}, {"kind": "human"}]).json["game_id"]
    season = who.post("/seasons", {"name": "League"}).json["season"]
    hook = who.post("/me/webhooks", {"url": "https://example.com/hook"}).json["webhook_id"]
    missing = dict.fromkeys(("seek", "key", "identity", "target_id", "pool"), "0" * 20)
    numbers = {"entrant": 0, "round": 1, "table": 1, "seat": 0, "delivery_id": 1, "claim": 1}
    named = {
        "season": season,
        "tournament": tournament.rpartition("/")[2],
        "webhook_id": hook,
        "game_id": game_id,
        "player": who.id,
    }
    return who, missing | numbers | named


def is_sufficient(service, name: str, scope: str, *, own: bool) -> bool:
    """Whether a key with a single scope may send an operation, which may then fail for another reason."""
    who, parameters = scene(service, own=own)
    operation, key = operations()[name], who.with_scopes(scope)
    body = operation.body
    if name == "addEntrant":
        body = {} if own else {"player": player(service, "Cid").id}
    response = key.service.client.open(
        f"/v1{operation.url(parameters)}",
        method=operation.method,
        json=body,
        headers=key.authorization | {"Content-Type": "application/json"},
    )
    code = response.json.get("code") if response.is_json and response.status_code >= 400 else None
    return code not in ("insufficient_scope", "token_mismatch", "not_organiser")


@pytest.mark.parametrize("own", [True, False], ids=["own", "other's"])
@pytest.mark.parametrize("name", KEYED)
def test_each_operation_needs_the_scope_of_whose_thing_it_changes(service, name, own):
    if own and name in OF_CREATORS - {"createGame"}:
        own = False  # a creator with a seat has two rights
    passing = {scope for scope in SCOPES if is_sufficient(service, name, scope, own=own)}
    assert passing == sufficient(name, own=own)


@pytest.mark.parametrize(("name", "scope"), [*product(sorted(OF_ENTRANTS), SCOPES)])
def test_no_scope_lets_a_player_act_for_an_entrant_of_another(service, name, scope):
    _, parameters = scene(service, own=False)
    operation, eve = operations()[name], player(service, "Eve").with_scopes(scope)
    body = {"player": player(service, "Cid").id} if name == "addEntrant" else operation.body
    response = eve.send(operation.method, operation.url(parameters), body)
    assert response.json["code"] == "not_organiser"


@pytest.mark.parametrize(("name", "scope"), [*product(sorted(OF_ENTRANTS), SCOPES)])
def test_a_player_needs_the_scope_to_play_for_their_own_entrant(service, name, scope):
    who, ann = organiser(service), player(service, "Ann").with_scopes(scope)
    entrants = [] if name == "addEntrant" else [{"player": ann.id}]
    tournament = found(who, check_in=True, registration="open", entrants=entrants).rpartition("/")[2]
    operation = operations()[name]
    response = ann.send(operation.method, operation.url({"tournament": tournament, "entrant": 0}), {})
    assert (response.status_code < 300) is (scope == "play")
