"""Test that no operation reveals a private tournament or player: a stranger gets what a missing one gets."""

from typing import Any

import pytest

from tests.service.helpers.client.sample_requests import operations
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import Player, player
from tests.service.helpers.tournaments import found, new_players, organiser

MISSING = {"tournament": f"tn_{'0' * 20}", "player": f"pl_{'0' * 20}"}
CHANGING = ("RateLimit", "Date", "Bottega-Time", "X-Request-Id")
"""Beginnings of the names of headers that differ between equal requests."""


NAMING = {"blockPlayer"}
"""Operations that name a player on purpose, as a seat of `createGame` does: an unknown player is a problem."""


def operations_of(kind: str) -> list[str]:
    return [name for name, each in operations().items() if f"{{{kind}}}" in each.path and name not in NAMING]


def private_tournament(service, **terms: Any) -> dict[str, Any]:
    """Start a private tournament with a webhook; return the parameters of its paths."""
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)]
    address = found(who, {"format": "knockout"}, visibility="private", entrants=entrants, **terms)
    hook = who.post(f"{address}/webhooks", {"url": "https://example.com/hook"}).json["webhook_id"]
    assert who.post(f"{address}/start").status_code == 200
    return {"tournament": address.rpartition("/")[2], "webhook_id": hook}


def private_player(service) -> dict[str, Any]:
    """Return the parameters of paths of a player without public games, in an existing pool."""
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    finish_and_score(service, ann.create(seats, rated=True).json["game_id"])
    (pool,) = (each["pool"] for each in ann.get("/ratings").json["pools"])
    return {"player": player(service, "Cid").id, "pool": pool}


PARAMETERS = {"entrant": 0, "round": 1, "table": 1, "delivery_id": 1, "claim": 1}


def sent(who: Player, name: str, method: str, parameters: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
    """Return the status, body and lasting headers of a response."""
    operation = operations()[name]
    authorization = who.authorization if who.key else {}
    response = who.service.client.open(
        f"/v1{operation.url(parameters)}",
        method=method,
        json=operation.body if method == operation.method else None,
        headers=authorization | {"Content-Type": "application/json"},
    )
    headers = {key: value for key, value in response.headers.items() if not key.startswith(CHANGING)}
    return response.status_code, response.data, headers


def compare(service, kind: str, name: str, private: dict[str, Any]) -> None:
    """Compare the responses to strangers about a private thing with those about a missing one."""
    private = PARAMETERS | private
    missing = private | {kind: MISSING[kind]}
    method = operations()[name].method
    stranger = player(service, "Eve").with_scopes("play", "create", "organise")
    for who in (stranger, Player(service, "", "")):
        for each in [method, "OPTIONS", *(["HEAD"] if who.key and method == "GET" else [])]:
            status, body, headers = sent(who, name, each, private)
            expected = sent(who, name, each, missing)
            shown = body.replace(str(private[kind]).encode(), MISSING[kind].encode())
            assert (status, shown, headers) == expected, (name, each)


@pytest.mark.parametrize("registration", ["organiser", "code"])
@pytest.mark.parametrize("name", operations_of("tournament"))
def test_a_private_tournament_looks_missing_to_a_stranger(service, name, registration):
    compare(service, "tournament", name, private_tournament(service, registration=registration))


@pytest.mark.parametrize("name", operations_of("player"))
def test_a_private_player_looks_missing_to_a_stranger(service, name):
    compare(service, "player", name, private_player(service))


def test_a_player_with_the_code_enters_a_private_tournament(service):
    who, eve = organiser(service), player(service, "Eve")
    address = found(who, visibility="private", registration="code")
    assert eve.post(f"{address}/entrants", {"code": "0" * 12}).status_code == 404
    assert eve.get(address).status_code == 404
    assert eve.post(f"{address}/entrants", {"code": who.get(address).json["code"]}).status_code == 201
    assert eve.get(address).status_code == 200
