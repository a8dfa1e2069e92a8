"""Stream tickets, and a service whose clock is set back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

NEWER = b"another secret of at least 32 characters"
FORMS = ("stream", "ndjson")


def ticket_of(table, seat, **body):
    """Create a ticket and return it."""
    response = table.post("/stream-ticket", seat, body)
    assert response.status_code == 201
    return response.json["ticket"]


def past(service, **ago):
    """Set the time of the service back, and return the dependencies of its use cases."""
    now = datetime.now(UTC) - timedelta(**ago)
    return replace(service.bottega, sources=replace(service.bottega.sources, now=lambda: now))
