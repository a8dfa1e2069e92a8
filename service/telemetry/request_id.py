"""Choose the id of a request: the client's or a new one. The response, logs and jobs contain it."""

import re
from random import getrandbits

from service.telemetry.logs import has_secret

HEADER = "X-Request-Id"
DESCRIPTION = "The id of this request in the logs."

_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id_of(sent: str | None) -> str:
    """Return the client's id, or a new one if that is missing, has another form, or may be a secret."""
    return sent if sent and _FORM.fullmatch(sent) and not has_secret(sent) else new_request_id()


def new_request_id() -> str:
    """Return a new request id, which need not be secret."""
    return f"{getrandbits(64):016x}"  # the module's generator is seeded again in each forked process
