"""Report whether the process is alive and ready."""

import msgspec
from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.operations import Resource, json_response
from service.resources.health import Health
from service.telemetry.build import build

blueprint = Resource("health", __name__, description="Liveness and readiness checks for operators.")

WELL = msgspec.json.encode(Health("ok", build()))


@blueprint.operation("GET", "/healthz", "checkHealth", responses={200: Health}, fails=False)
def check_health() -> Response:
    """Check whether the process is alive.

    Returns the status and the build: whether its rules are compiled. It does not call the store. So
    no supervisor restarts the process because of an outage of the store.
    """
    return json_response(WELL)


@blueprint.operation(
    "GET",
    "/readyz",
    "checkReadiness",
    problems=(problems.ShuttingDown, problems.StoreUnavailable),
    responses={200: Health},
)
def check_readiness() -> Response:
    """Check whether requests can be served.

    Returns 200 if the process is not shutting down and the store accepts writes. Otherwise a load balancer should use
    another process.
    """
    if installation().leaving.is_set():
        raise problems.ShuttingDown("Send new requests to another process. This process is shutting down.")
    installation().store.check()
    return json_response(WELL)
