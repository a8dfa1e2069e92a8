"""Test each changing operation with a repeated Idempotency-Key: the same response, and no second effect."""

import re
from dataclasses import replace

import pytest

from domain.registry import RULESETS
from tests.service.contract import committed
from tests.tools.examples import recorder  # noqa: F401  # enters all samples
from tests.tools.examples.harness import harness
from tests.tools.examples.requests import SAMPLES

KEY = "0c6fd4b8-a1e9-4f0b-9d5e-6a1c3f0b9d5e"
CHANGING = ("post", "put", "patch", "delete")
CHANGES_NOTHING = {"createStreamTicket", "createMyStreamTicket", "createTournamentStreamTicket", "samplePositions"}
"""Operations whose results are signed or random and not stored; a ticket from the first response would have expired."""
FOLLOWS = re.compile("rq:|bottega:(limits|idempotency|due|clocks)|.*:(due|check|starts|presence)$")
"""Keys of jobs, of idempotent requests and of presence, which change with a retry."""

OPERATIONS = {
    operation["operationId"]: operation
    for methods in committed()["paths"].values()
    for method, operation in methods.items()
    if method in CHANGING
}
CHANGED = sorted({*OPERATIONS} - CHANGES_NOTHING)


@pytest.fixture(scope="module")
def opened(_redis):
    with harness(_redis, RULESETS) as ready:
        yield ready


@pytest.mark.parametrize("name", CHANGED)
def test_every_operation_that_changes_something_documents_the_key(name):
    headers = [each["name"] for each in OPERATIONS[name]["parameters"] if each.get("in") == "header"]
    codes = [code for each in OPERATIONS[name]["responses"].values() for code in each.get("x-codes", ())]
    assert "Idempotency-Key" in headers
    assert "idempotency_key_reused" in codes or name == "submitActions"


def test_read_only_operations_document_no_key():
    for name in CHANGES_NOTHING:
        assert "Idempotency-Key" not in [each.get("name") for each in OPERATIONS[name].get("parameters", ())]


SUCCESSES = [each for each in SAMPLES if each.operation in CHANGED and 200 <= each.status < 300]


UNMARKED = {("submitActions", ""), ("undoAction", "asking")}
"""A retry marks the entries of a batch; a repeated consent request leaves the game unchanged."""


@pytest.mark.parametrize("sample", [pytest.param(each, id=f"{each.operation}-{each.called}") for each in SUCCESSES])
def test_a_repeat_with_the_same_key_returns_the_same_and_has_no_second_effect(opened, sample):
    opened.begin(f"repeated {sample.operation} {sample.called}")
    request = sample.make(opened, next(iter(RULESETS.values()))).with_headers(Idempotency_Key=KEY)
    first = opened.send(request)
    assert first.response.status_code == sample.status, first.response.text
    before = stored(opened.client)
    again = opened.send(request)
    assert (again.response.status_code, again.body) == (sample.status, expected(sample, first.body))
    assert stored(opened.client) == before
    if (sample.operation, sample.called) not in UNMARKED:
        assert "Idempotent-Replayed" not in first.response.headers
        assert again.response.headers["Idempotent-Replayed"] == "true"


READS = [
    each
    for each in SAMPLES
    for methods in committed()["paths"].values()
    if methods.get("get", {}).get("operationId") == each.operation and each.status < 400
]
WORKED_OUT = {"getAnalysis", "getAnalysisImage", "getLeaderboard", "getNotificationSettings"}
"""Operations whose first request starts a computation, or creates a key, that changes only their own responses."""


@pytest.mark.parametrize("sample", [pytest.param(each, id=f"{each.operation}-{each.called}") for each in READS])
def test_reading_changes_nothing(opened, sample):
    opened.begin(f"read {sample.operation} {sample.called}")
    request = sample.make(opened, next(iter(RULESETS.values())))
    before = stored(opened.client)
    opened.send(request)
    after = stored(opened.client)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed == set() or sample.operation in WORKED_OUT


def expected(sample, body):
    """Return the expected response to a retry: a batch marks the actions that were performed before."""
    if sample.operation != "submitActions":
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
def test_another_caller_with_the_same_key_and_body_gets_no_part_of_the_response(opened, name):
    opened.begin(f"another {name}")
    sample = next(each for each in SUCCESSES if each.operation == name)
    request = sample.make(opened, next(iter(RULESETS.values()))).with_headers(Idempotency_Key=KEY)
    assert opened.send(request).response.status_code == sample.status
    stranger = opened.player("Eve")
    for auth in (f"Bearer {stranger.key}", "Bearer nonsense", None):
        headers = {name: value for name, value in request.headers.items() if name != "Authorization"}
        result = opened.send(replace(request, headers=headers | ({"Authorization": auth} if auth else {})))
        assert "Idempotent-Replayed" not in result.response.headers
        assert result.response.status_code >= 400 or name in OWN


def stored(client):
    """Return all stored data except the effects of retries and jobs."""
    names = [name for name in client.keys("*") if not FOLLOWS.match(name.decode())]
    return {name: client.dump(name) for name in names}
