"""Test cross-origin requests: allowed origins, preflight responses and exposed headers."""

import json

import pytest

from tests.service.helpers.client.contract import contract
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings

PAGE = "https://games.example"
SENDS = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
NAMED = (PAGE, "http://[::1]:5173")
CONTRACT = contract()
OPERATIONS = [
    (path, method.upper(), operation)
    for path, methods in CONTRACT["paths"].items()
    for method, operation in methods.items()
    if method in ("get", "post", "put", "patch", "delete")
]
TRACES = (
    "baggage",
    "sentry-trace",
    "traceparent",
    "tracestate",
    "x-datadog-origin",
    "x-datadog-parent-id",
    "x-datadog-sampling-priority",
    "x-datadog-trace-id",
)
"""Headers that OpenTelemetry, Sentry and Datadog add to the requests of a page."""


def headers_of(path, operation):
    """Return the names of all headers of an operation in the contract."""
    shared = CONTRACT["paths"][path].get("parameters", []) + operation.get("parameters", [])
    return sorted(each["name"].lower() for each in shared if each["in"] == "header")


def hosted(redis_url, **changes):
    """Run the application with these settings, and check each response against the contract."""
    with running(settings(redis_url, **changes)) as service:
        yield service


@pytest.fixture
def narrowed(redis_url):
    """Allow the pages of two origins only."""
    yield from hosted(redis_url, origins=NAMED)


@pytest.fixture
def strict(redis_url):
    """Allow one request per minute."""
    yield from hosted(redis_url, requests_per_minute=1, rejections_per_minute=1)


def allowed(response):
    """Return all origin headers of a response."""
    return response.headers.getlist("Access-Control-Allow-Origin")


@pytest.mark.parametrize("headers", [{}, {"Origin": PAGE}, {"Origin": "null"}])
def test_a_page_of_any_origin_reads_a_view(game, headers):
    view = game.get("/view", 0, **headers)
    assert view.status_code == 200
    assert allowed(view) == ["*"]
    assert "Origin" not in view.vary
    assert "Access-Control-Allow-Credentials" not in view.headers


@pytest.mark.parametrize(
    ("path", "method", "operation"), [pytest.param(*each, id=each[2]["operationId"]) for each in OPERATIONS]
)
def test_a_page_may_send_each_operation_with_every_header_that_it_documents(service, path, method, operation):
    headers = sorted({*headers_of(path, operation), *TRACES, "authorization", "content-type", "x-request-id"})
    sends = SENDS | {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ",".join(headers)}
    reported = service.client.options(path.replace("{", "").replace("}", ""), headers=sends)
    assert (reported.status_code, reported.data, allowed(reported)) == (204, b"", ["*"])
    assert method in reported.headers["Access-Control-Allow-Methods"].split(", ")
    assert reported.headers["Access-Control-Allow-Headers"].split(", ") == headers
    assert reported.headers["Access-Control-Max-Age"] == "86400"
    assert "Access-Control-Allow-Credentials" not in reported.headers


def test_only_the_methods_of_the_contract_are_allowed(service):
    reported = service.client.options("/v1/games", headers=SENDS).headers["Access-Control-Allow-Methods"]
    assert set(reported.split(", ")) == {method for _, method, _ in OPERATIONS} | {"HEAD"}


def test_a_page_may_not_send_headers_that_this_service_does_not_read(service):
    reported = service.client.options("/v1/games", headers=SENDS | {"Access-Control-Request-Headers": "cookie"})
    assert "Access-Control-Allow-Headers" not in reported.headers


@pytest.mark.parametrize("hosting", ["service", "narrowed"])
def test_a_page_may_read_every_header(hosting, request):
    client = request.getfixturevalue(hosting).client
    sent = client.get("/v1/rulesets", headers={"Origin": PAGE}).headers
    assert sent["Access-Control-Expose-Headers"] == "*"  # without credentials it means all: there are no cookies
    assert "Access-Control-Allow-Credentials" not in sent


def test_files_of_the_web_client_have_no_readable_headers(service):
    headers = service.client.get("/table/serviceworker.js", headers={"Origin": PAGE}).headers
    assert "Access-Control-Allow-Origin" in headers
    assert "Access-Control-Expose-Headers" not in headers


def test_a_preflight_request_counts_neither_as_a_request_nor_as_a_rejection(strict):
    for _ in range(3):
        assert strict.client.options("/v1/games", headers=SENDS).status_code == 204
    assert strict.client.get("/v1/rulesets").status_code == 200


def test_a_page_reads_why_it_is_rejected(service, strict, game):
    client = service.client
    strict.client.get("/v1/rulesets")
    rejected = [
        client.get("/v1/games/00000000000000000000/view"),
        client.get("/v2"),
        client.put("/v1/games"),
        client.post("/v1/games", data="{}", content_type="text/plain"),
        game.get("/actions"),
        strict.client.get("/v1/rulesets"),
    ]
    assert [(each.status_code, each.json["code"]) for each in rejected] == [
        (404, "game_not_found"),
        (404, "not_found"),
        (405, "method_not_allowed"),
        (415, "unsupported_media_type"),
        (401, "token_required"),
        (429, "too_many_requests"),
    ]
    assert [allowed(each) for each in rejected] == [["*"]] * len(rejected)


def test_a_page_reads_that_something_went_wrong(redis_url):
    with running(settings("unix:///nowhere/redis.sock", rq_url=redis_url)) as service:
        answer = service.client.get("/v1/games")
        service.installation.hub.close()
        assert (answer.status_code, allowed(answer)) == (503, ["*"])


def test_a_page_cannot_send_a_simple_request_that_changes_a_game(game):
    body = json.dumps(game.action_body(game.view()["to_act"][0]))
    for unasked in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = game.post("/actions", 0, headers={"Content-Type": unasked, "Origin": PAGE}, body=body)
        assert response.json["code"] == "unsupported_media_type"


@pytest.mark.parametrize("origin", [*NAMED, "HTTPS://games.example"])
def test_pages_of_the_origins_that_are_named_may_call(narrowed, origin):
    response = narrowed.client.get("/v1/rulesets", headers={"Origin": origin})
    assert allowed(response) == [origin]
    reported = narrowed.client.options("/v1/games", headers=SENDS | {"Origin": origin})
    assert (reported.status_code, allowed(reported)) == (204, [origin])


@pytest.mark.parametrize(
    "origin", ["https://games.example.org", "http://games.example", "https://xgames.example", "null", None]
)
def test_pages_of_other_origins_may_read_no_private_data(narrowed, origin):
    headers = {} if origin is None else {"Origin": origin}
    assert allowed(narrowed.client.get("/v1/rulesets", headers=headers)) == []
    assert allowed(narrowed.client.options("/v1/games", headers=SENDS | headers | {"Origin": origin or ""})) == []


@pytest.mark.parametrize("origin", [PAGE, "https://elsewhere.example", None])
def test_with_named_origins_caches_separate_the_responses_by_origin(narrowed, origin):
    headers = {} if origin is None else {"Origin": origin}
    for path in ("/v1/rulesets", "/v1/nowhere"):
        response = narrowed.client.get(path, headers=headers)
        assert {"Origin", "Accept-Language"} <= set(response.vary)
