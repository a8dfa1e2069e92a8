"""Open event streams and parse their messages."""

import json

FORMS = ("stream", "ndjson")
VIEWERS = (None, 0, 1)


def opened(table, form, seat=None, query="", **headers):
    """Open a stream and wait for its first chunk; return the response and its chunks."""
    response = table.get(f"/events/{form}{query}", seat, **headers)
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
