"""Whether the service is well."""

from flask import Response

from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.health import Health
from service.problems import ShuttingDown, StoreUnavailable
from service.telemetry.build import build

blueprint = Resource("health", __name__, description="For those who operate the service.")

WELL = f'{{"status":"ok","build":"{build()}"}}'.encode()


@blueprint.operation("GET", "/healthz", "checkHealth", responses={200: Health}, fails=False)
def check_health() -> Response:
    """Tell whether this process answers, and whether its rules are compiled.

    Asks nothing of the store, so that an orchestrator restarts no process for the store's sake.
    """
    return json_response(WELL)


@blueprint.operation(
    "GET", "/readyz", "checkReadiness", problems=(ShuttingDown, StoreUnavailable), responses={200: Health}
)
def check_readiness() -> Response:
    """Tell whether requests can be served.

    They can when this process answers, is not about to end, and the store takes what is written; else a load balancer
    should look elsewhere.
    """
    if bottega().leaving.is_set():
        raise ShuttingDown("It answers what it is asked until then; send what comes next elsewhere.")
    bottega().store.check()
    return json_response(WELL)
