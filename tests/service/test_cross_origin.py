"""Test cross-origin requests: allowed origins, preflight responses and exposed headers."""

import json

import pytest

from tests.service.contract import contract
from tests.service.running import running
from tests.service.table import settings

PAGE = "https://games.example"
ASKS = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
NAMED = (PAGE, "http://[::1]:5173")
CONTRACT = contract()
OPERATIONS = [
    (path, method.upper(), operation)
    for path, methods in CONTRACT["paths"].items()
    for method, operation in methods.items()
    if method in ("get", "post", "put", "patch", "delete")
]
TRACES = ("baggage", "traceparent", "tracestate")
SAFE = {"Cache-Control", "Content-Language", "Content-Length", "Content-Type", "Expires", "Last-Modified", "Pragma"}
"""Response headers that any page can read."""


def headers_of(path, operation):
    """Return the names of all headers of an operation in the contract."""
    shared = CONTRACT["paths"][path].get("parameters", []) + operation.get("parameters", [])
    found = [CONTRACT["components"]["parameters"].get(each.get("$ref", "").rpartition("/")[2], each) for each in shared]
    return sorted(each["name"].lower() for each in found if each["in"] == "header")


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
def test_a_page_of_any_origin_reads_a_view(table, headers):
    view = table.get("/view", 0, **headers)
    assert view.status_code == 200
    assert allowed(view) == ["*"]
    assert "Origin" not in view.vary
    assert "Access-Control-Allow-Credentials" not in view.headers


@pytest.mark.parametrize(
    ("path", "method", "operation"), [pytest.param(*each, id=each[2]["operationId"]) for each in OPERATIONS]
)
def test_a_page_may_send_each_operation_with_every_header_that_it_documents(service, path, method, operation):
    headers = sorted({*headers_of(path, operation), *TRACES, "authorization", "content-type", "x-request-id"})
    asks = ASKS | {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": ",".join(headers)}
    reported = service.client.options(path.replace("{", "").replace("}", ""), headers=asks)
    assert (reported.status_code, reported.data, allowed(reported)) == (204, b"", ["*"])
    assert method in reported.headers["Access-Control-Allow-Methods"].split(", ")
    assert reported.headers["Access-Control-Allow-Headers"].split(", ") == headers
    assert reported.headers["Access-Control-Max-Age"] == "86400"
    assert "Access-Control-Allow-Credentials" not in reported.headers


def test_a_page_may_read_every_header_that_the_contract_documents(service):
    read = {each.lower() for each in exposed(service)}
    documented = {
        name.lower()
        for _, _, operation in OPERATIONS
        for response in operation["responses"].values()
        for name in response.get("headers", {})
    }
    assert {"etag", "idempotent-replayed", "location"} <= documented
    assert documented - read <= {each.lower() for each in SAFE}


def exposed(service):
    """Return the response headers that a page of another origin can read."""
    headers = service.client.get("/v1/rulesets", headers={"Origin": PAGE}).headers
    return headers["Access-Control-Expose-Headers"].split(", ")


def test_only_the_methods_of_the_contract_are_allowed(service):
    reported = service.client.options("/v1/games", headers=ASKS).headers["Access-Control-Allow-Methods"]
    assert set(reported.split(", ")) == {method for _, method, _ in OPERATIONS} | {"HEAD"}


def test_a_page_may_not_send_headers_that_this_service_does_not_read(service):
    reported = service.client.options("/v1/games", headers=ASKS | {"Access-Control-Request-Headers": "cookie"})
    assert "Access-Control-Allow-Headers" not in reported.headers


def test_a_page_may_read_the_headers_that_it_needs_to_continue(table):
    read = table.get("/view", 0).headers["Access-Control-Expose-Headers"].split(", ")
    needed = {"ETag", "Location", "Retry-After", "Idempotent-Replayed", "RateLimit", "RateLimit-Policy"}
    assert needed | {"Content-Language", "X-Request-Id"} <= set(read)


def test_files_of_the_web_client_do_not_list_readable_headers(service):
    headers = service.client.get("/table/main.js", headers={"Origin": PAGE}).headers
    assert "Access-Control-Allow-Origin" in headers
    assert "Access-Control-Expose-Headers" not in headers


def test_a_preflight_request_counts_neither_as_a_request_nor_as_a_rejection(strict):
    for _ in range(3):
        assert strict.client.options("/v1/games", headers=ASKS).status_code == 204
    assert strict.client.get("/v1/rulesets").status_code == 200


def test_a_page_reads_why_it_is_rejected(service, strict, table):
    client = service.client
    strict.client.get("/v1/rulesets")
    rejected = [
        client.get("/v1/games/00000000000000000000/view"),
        client.get("/v2"),
        client.put("/v1/games"),
        client.post("/v1/games", data="{}", content_type="text/plain"),
        table.get("/actions"),
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
        service.bottega.hub.close()
        assert (answer.status_code, allowed(answer)) == (503, ["*"])


def test_a_page_cannot_send_a_simple_request_that_changes_a_game(table):
    body = json.dumps(table.action_body(table.view()["to_act"][0]))
    for unasked in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = table.post("/actions", 0, headers={"Content-Type": unasked, "Origin": PAGE}, body=body)
        assert response.json["code"] == "unsupported_media_type"


@pytest.mark.parametrize("origin", [*NAMED, "HTTPS://games.example"])
def test_pages_of_the_origins_that_are_named_may_call(narrowed, origin):
    response = narrowed.client.get("/v1/rulesets", headers={"Origin": origin})
    assert allowed(response) == [origin]
    reported = narrowed.client.options("/v1/games", headers=ASKS | {"Origin": origin})
    assert (reported.status_code, allowed(reported)) == (204, [origin])


@pytest.mark.parametrize(
    "origin", ["https://games.example.org", "http://games.example", "https://xgames.example", "null", None]
)
def test_pages_of_other_origins_may_read_no_private_data(narrowed, origin):
    headers = {} if origin is None else {"Origin": origin}
    assert allowed(narrowed.client.get("/v1/rulesets", headers=headers)) == []
    assert allowed(narrowed.client.options("/v1/games", headers=ASKS | headers | {"Origin": origin or ""})) == []


@pytest.mark.parametrize("origin", [PAGE, "https://elsewhere.example", None])
def test_with_named_origins_caches_separate_the_responses_by_origin(narrowed, origin):
    headers = {} if origin is None else {"Origin": origin}
    for path in ("/v1/rulesets", "/v1/nowhere"):
        response = narrowed.client.get(path, headers=headers)
        assert {"Origin", "Accept-Language"} <= set(response.vary)
