"""The ids of requests: a client may give one, and finds it in the answer; logs and jobs name it."""

import re
from random import getrandbits

from service.telemetry.logs import tells_secret

HEADER = "X-Request-Id"
TOLD = "The id of this request in the logs: the one that was sent in this header, or a new one."

_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id_of(sent: str | None) -> str:
    """Return the id that was sent, or a new one where that is none, has another form, or may be somebody's secret."""
    return sent if sent and _FORM.fullmatch(sent) and not tells_secret(sent) else new_request_id()


def new_request_id() -> str:
    """Return an id that no other request has; it opens nothing, so that it may be guessed."""
    return f"{getrandbits(64):016x}"  # the module's own dice: they are thrown anew in each process that is forked
