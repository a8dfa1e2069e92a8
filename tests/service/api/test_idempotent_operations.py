"""Test each changing operation with a repeated Idempotency-Key: the same response, and no second effect."""

import re

import pytest

from tests.service.examples import marks
from tests.service.helpers.client.contract import committed
from tests.service.helpers.client.service import Service
from tests.service.helpers.players.player import player

KEY = "0c6fd4b8-a1e9-4f0b-9d5e-6a1c3f0b9d5e"
CHANGING = ("post", "put", "patch", "delete")
CHANGES_NOTHING = {"createStreamTicket", "createMyStreamTicket", "createTournamentStreamTicket", "samplePositions"}
"""Operations whose results are signed or random and not stored; a ticket from the first response would have expired."""
FOLLOWS = re.compile("rq:|bottega:(limits|idempotency|due|clocks)|.*:(due|check|starts|presence|pin-tries:.*)$")
"""Keys of jobs, of idempotent requests, of presence and of counted tries, which change with a retry."""

OPERATIONS = {
    operation["operationId"]: operation
    for methods in committed()["paths"].values()
    for method, operation in methods.items()
    if method in CHANGING
}
CHANGED = sorted({*OPERATIONS} - CHANGES_NOTHING)


@pytest.mark.parametrize("name", CHANGED)
def test_every_operation_that_changes_something_documents_the_key(name):
    headers = [each["name"] for each in OPERATIONS[name]["parameters"] if each.get("in") == "header"]
    codes = [code for each in OPERATIONS[name]["responses"].values() for code in each.get("x-codes", ())]
    assert "Idempotency-Key" in headers
    assert "idempotency_key_reused" in codes or name == "submitActions"


def test_read_only_operations_document_no_key():
    for name in CHANGES_NOTHING:
        assert "Idempotency-Key" not in [each.get("name") for each in OPERATIONS[name].get("parameters", ())]


SUCCESSES = [each for each in marks.successes() if each[0] in CHANGED]


UNMARKED = {("submitActions", ""), ("undoAction", "asking")}
"""A retry marks the entries of a batch; a repeated consent request leaves the game unchanged."""


@pytest.mark.parametrize(("name", "called"), SUCCESSES)
def test_a_repeat_with_the_same_key_returns_the_same_and_has_no_second_effect(valid, name, called):
    request = valid(name, called).with_headers(Idempotency_Key=KEY)
    first = request.send()
    assert first.status_code < 300, first.text
    before = stored(request.redis)
    again = request.send()
    assert (again.status_code, again.get_json(silent=True)) == (first.status_code, expected(name, first))
    assert stored(request.redis) == before
    if (name, called) not in UNMARKED:
        assert "Idempotent-Replayed" not in first.headers
        assert again.headers["Idempotent-Replayed"] == "true"


READ = {methods["get"]["operationId"] for methods in committed()["paths"].values() if "get" in methods}
READS = [each for each in marks.successes() if each[0] in READ]
WORKED_OUT = {"getAnalysis", "getAnalysisImage", "getLeaderboard", "getNotificationSettings"}
"""Operations whose first request starts a computation, or creates a key, that changes only their own responses."""


@pytest.mark.parametrize(("name", "called"), READS)
def test_reading_changes_nothing(valid, name, called):
    request = valid(name, called)
    before = stored(request.redis)
    request.send().get_data()
    after = stored(request.redis)
    changed = {each for each in {*before, *after} if before.get(each) != after.get(each)}
    assert changed == set() or name in WORKED_OUT


def expected(name, first):
    """Return the expected body of the response to a retry: a batch marks the actions that were performed before."""
    body = first.get_json(silent=True)
    if name != "submitActions":
        return body
    return {"results": [each | ({"replayed": True} if each["status"] == 200 else {}) for each in body["results"]]}


BY_THE_LAYER = sorted(
    name for name in CHANGED if "request_in_progress" in str(OPERATIONS[name]["responses"].get("409", ""))
)


OWN = {
    "addEntrant",
    "blockPlayer",
    "createMyWebhook",
    "createNotificationTarget",
    "deleteMe",
    "unblockPlayer",
    "updateMe",
}
"""Operations for every player: they act for the other player too, and reveal nothing of the first response."""


@pytest.mark.parametrize("name", BY_THE_LAYER)
def test_another_caller_with_the_same_key_and_body_gets_no_part_of_the_response(valid, name):
    request = valid(name).with_headers(Idempotency_Key=KEY)
    assert request.send().status_code < 300
    eve = player(Service(request.app), "Eve")
    for auth in (f"Bearer {eve.key}", "Bearer nonsense", None):
        foreign = request.with_headers(Authorization=auth) if auth else request.without("Authorization")
        result = foreign.send()
        assert "Idempotent-Replayed" not in result.headers
        assert result.status_code >= 400 or name in OWN


def stored(client):
    """Return all stored data except the effects of retries and jobs."""
    names = [name for name in client.keys("*") if not FOLLOWS.match(name.decode())]
    return {name: client.dump(name) for name in names}
