"""Test the traces that a collector receives from a whole service."""

import json
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from service.telemetry import tracing
from tests.workers.client import Client
from tests.workers.running import serving
from tests.workers.waiting import until

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@contextmanager
def collector():
    """Run a receiver of OTLP over HTTP; yield its URL and the received bodies."""
    bodies = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", bodies
        server.shutdown()


class ExportedSpan:
    """A received span."""

    def __init__(self, service, span):
        self.service, self.name = service, span.name
        self.trace, self.id, self.parent = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
        self.links = [(link.trace_id.hex(), link.span_id.hex()) for link in span.links]
        self.facts = {each.key: each.value.string_value or each.value.int_value for each in span.attributes}
        self.events = len(span.events)


def read(bodies):
    return [
        ExportedSpan(
            next(each.value.string_value for each in part.resource.attributes if each.key == "service.name"), span
        )
        for body in bodies
        for part in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in part.scope_spans
        for span in scope.spans
    ]


def send(client, method, path, token, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    headers |= {"traceparent": f"00-{TRACE}-{SPAN}-01"} if method == "POST" else {}
    client.connection.request(method, path, body and json.dumps(body), headers)
    response = client.connection.getresponse()
    return response.status, json.loads(response.read())


def test_one_action_is_one_trace_up_to_the_ai_turn_and_the_next_view_is_linked(tmp_path):
    with collector() as (address, bodies):
        sent_to = {"BOTTEGA_TRACING": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "60000"}
        with serving(tmp_path, **sent_to) as served, closing(Client(served.address)) as client:
            seats = [{"kind": "human"}, {"kind": "ai", "level": "greedy"}]
            game = client.post("/v1/games", {"ruleset": "azul", "seats": seats})
            path, token = f"/v1/games/{game['game_id']}", game["tokens"][0]["token"]
            legal = until(lambda: turn(client, path, token), "the human player must act")
            response = {"ruleset": "azul", "decision": legal["decision"], "action": legal["actions"][0]}
            status, acted = send(client, "POST", f"{path}/actions", token, response)
            assert status == 200
            until(lambda: turn(client, path, token), "the AI has answered")
            send(client, "GET", f"{path}/view", token)
            assert send(client, "GET", f"/v1/games/{token}/view", token)[0] == 403
            assert [served.get(probe)[0] for probe in ("/healthz", "/readyz")] == [200, 200]
        whole = b"".join(bodies)
    spans = {each.id: each for each in read(bodies)}
    assert {"checkHealth", "checkReadiness"}.isdisjoint(each.name for each in spans.values())
    ours = [each for each in spans.values() if each.trace == TRACE]
    request = next(each for each in ours if each.name == "submitAction")
    assert (request.service, request.parent) == ("bottega-api", SPAN)
    assert (request.facts["http.response.status_code"], request.facts["bottega.game_id"]) == (200, game["game_id"])
    commit = next(each for each in ours if each.name == "commit" and each.parent == request.id)
    job = next(each for each in ours if each.name == "play_turns" and each.parent == commit.id)
    below = {each.name: each for each in ours if each.parent == job.id}
    assert sorted(below) == ["commit", "think"]
    assert below["commit"].facts["bottega.version"] > commit.facts["bottega.version"] == acted["version"]
    last = max((each for each in ours if each.name == "commit"), key=lambda each: each.facts["bottega.version"])
    view = next(each for each in spans.values() if each.name == "queryView" and each.links)
    assert view.trace != TRACE
    assert view.links == [(TRACE, last.id)]
    assert not any(each.events for each in spans.values())
    hidden = (
        token,
        token.rpartition(".")[2],
        json.dumps(response["action"], separators=(",", ":")),
        legal["actions"][0]["type"],
    )
    assert not any(secret.encode() in whole for secret in hidden)


def turn(client, path, token):
    """Return the legal actions of the human player, once it is the player's turn."""
    _, legal = send(client, "GET", f"{path}/actions", token)
    return legal if legal["actions"] else None


def test_without_tracing_no_tracing_module_is_loaded():
    program = "import sys, service.app, workers.processes.worker; sys.exit('service.telemetry.spans' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_span_that_is_not_exported_may_be_entered_anywhere():
    with tracing.span("commit", game_id="a", seat=1) as outer, tracing.span("think") as inner:
        tracing.note(status=200)
        tracing.link({"traceparent": f"00-{TRACE}-{SPAN}-01"}, "last event")
        assert outer is inner
        assert tracing.carried() == {}
