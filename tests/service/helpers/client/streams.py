"""Open event streams, create tickets for them, and parse their messages."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

FORMS = ("stream", "ndjson")
VIEWERS = (None, 0, 1)


def opened(game, form, seat=None, query="", **headers):
    """Open a stream and wait for its first chunk; return the response and its chunks."""
    response = game.get(f"/events/{form}{query}", seat, **headers)
    assert response.status_code == 200, response.text
    chunks = response.iter_encoded()
    assert next(chunks) == {"stream": b"retry: 1000\n\n", "ndjson": b"\n"}[form]
    return response, (chunk for chunk in chunks if chunk not in (b"\n", b":\n\n"))


def messages(chunks):
    """Parse server-sent events: id, type and data of each."""
    blocks = b"".join(chunks).decode().split("\n\n")
    assert blocks.pop() == ""
    fields = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [(int(each["id"].partition("-")[0]), each["event"], json.loads(each["data"])) for each in fields]


NEWER = b"another secret of at least 32 characters"


def ticket_of(game, seat, **body):
    """Create a ticket and return it."""
    response = game.post("/stream-ticket", seat, body)
    assert response.status_code == 201
    return response.json["ticket"]


def past(service, **ago):
    """Set the time of the service back, and return the dependencies of its use cases."""
    now = datetime.now(UTC) - timedelta(**ago)
    return replace(service.installation, sources=replace(service.installation.sources, now=lambda: now))
