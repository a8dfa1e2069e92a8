"""Report whether the process is alive and ready."""

import msgspec
from flask import Response

from service.api.authentication import bottega
from service.api.operations import Resource, json_response
from service.problems import ShuttingDown, StoreUnavailable
from service.resources.health import Health
from service.telemetry.build import build

blueprint = Resource("health", __name__, description="Liveness and readiness checks for operators.")

WELL = msgspec.json.encode(Health("ok", build()))


@blueprint.operation("GET", "/healthz", "checkHealth", responses={200: Health}, fails=False)
def check_health() -> Response:
    """Check whether the process is alive.

    Returns the status and the build: whether its rules are compiled. It does not call the store, so an outage of the
    store restarts no process.
    """
    return json_response(WELL)


@blueprint.operation(
    "GET", "/readyz", "checkReadiness", problems=(ShuttingDown, StoreUnavailable), responses={200: Health}
)
def check_readiness() -> Response:
    """Check whether requests can be served.

    Returns 200 if the process is not shutting down and the store accepts writes. Otherwise a load balancer should use
    another process.
    """
    if bottega().leaving.is_set():
        raise ShuttingDown("Send new requests to another process. This process is shutting down.")
    bottega().store.check()
    return json_response(WELL)
