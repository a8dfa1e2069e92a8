"""The health of the service."""

from typing import Literal

from service.resources.base import Response


class Health(Response, frozen=True):
    """The health of the service."""

    status: Literal["ok"]
    """Always `ok`; otherwise the response is a problem."""
    build: Literal["plain", "compiled"]
    """Whether the rules run as plain Python or compiled. The results are equal; the speed differs."""
