"""Answers are compressed as the client asks for it, streams event by event; what carries a token never is.

Where a secret and a text of a stranger's choice are compressed together, the length tells whether they are alike
(BREACH). `deploy/NETWORK.md` says what follows from that.
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, g, request
from flask_compress import Compress

from service.api.caching import add_vary

LEAST_BYTES = 500
KEPT_BYTES = 8_000
"""So long an answer that stays the same is compressed once for all who ask for it."""
MOST_KEPT = 256
FORMATS = ("br", "zstd", "gzip")
"""The best first: of those that a client likes equally it gets this one."""
CONFIGURATION: Mapping[str, Any] = {
    "COMPRESS_REGISTER": False,
    "COMPRESS_STREAMS": False,  # flask-compress holds events back until it has many
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # whoever sets an ETag has done it, and needs no body for it
    "COMPRESS_MIN_SIZE": LEAST_BYTES,
    "COMPRESS_ALGORITHM": FORMATS,
    "COMPRESS_BR_LEVEL": 5,
    "COMPRESS_ZSTD_LEVEL": 3,
    "COMPRESS_LEVEL": 6,
    "COMPRESS_MIMETYPES": [
        "application/json",
        "application/manifest+json",
        "application/problem+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    ],
}
"""A view of 5 kB takes 0.08 ms in brotli, 0.02 in zstd, 0.04 in gzip, of the 1 to 1.5 ms of its request."""
WINDOW_BITS, MEMORY_LEVEL = 12, 4
"""A compressor of 24 kB for each stream, which remembers the last 4 kB; the usual one takes 256 kB to save a tenth."""
GZIP = 16
"""Added to the window: what zlib writes has the frame of gzip."""


class Kept:
    """The answers that were compressed last, for those that stay the same; a cache of flask-compress."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return an answer; None if it is not kept."""
        return self._answers.get(key)

    def set(self, key: str, value: bytes) -> None:
        """Keep an answer, in the place of the one that nobody has asked for longest."""
        self._answers[key] = value
        self._answers.move_to_end(key)
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)


def register(app: Flask) -> None:
    """Compress the answers of an application."""
    app.config.from_mapping(CONFIGURATION)
    each_time, once = Compress(app), Compress(app)
    once.cache, once.cache_key = Kept(), _kept_as
    app.after_request(partial(_compress, each_time, once))


def _compress(each_time: Compress, once: Compress, response: Response) -> Response:
    """Compress an answer if that is worth it and gives nothing away; runs after each request."""
    if "no-transform" in response.headers.get("Cache-Control", ""):
        return response
    add_vary(response, "Accept-Encoding")
    if response.is_streamed:
        return _compress_stream(response)
    if _wants_compressed():
        return _compress_whole(each_time, once, response)
    _confirm_weakly(response)
    return response


def _compress_whole(each_time: Compress, once: Compress, response: Response) -> Response:
    """Compress an answer that is no stream, if that is worth it; its ETag is weak then."""
    etag, _ = response.get_etag()
    g.kept_as = etag
    response = (once if _stays(response) else each_time).after_request(response)
    if etag and "Content-Encoding" in response.headers:
        response.set_etag(etag, weak=True)
    _confirm_weakly(response)
    return response


def _confirm_weakly(response: Response) -> None:
    """Confirm to a reader what it has as it names it: weakly, where that is other bytes than those of the ETag."""
    etag, _ = response.get_etag() if response.status_code == HTTPStatus.NOT_MODIFIED else (None, False)
    if etag and request.if_none_match.is_weak(etag):
        response.set_etag(etag, weak=True)


def _wants_compressed() -> bool:
    """Whether the client takes any of the formats; flask-compress takes `br;q=0` for a wish."""
    return "Accept-Encoding" in request.headers and any(request.accept_encodings[each] for each in FORMATS)


def _stays(response: Response) -> bool:
    """Whether an answer is the same for all who name it by its ETag, and long."""
    return bool(
        response.cache_control.public and response.get_etag()[0] and (response.content_length or 0) > KEPT_BYTES
    )


def _kept_as(_: object) -> str:
    """Name what is compressed."""
    name: str = g.kept_as
    return name


def _compress_stream(response: Response) -> Response:
    """Compress a stream so that each of its chunks can be read as soon as it comes."""
    accepted = request.accept_encodings
    if accepted["gzip"] and accepted["gzip"] >= accepted["identity"]:
        response.headers["Content-Encoding"] = "gzip"
        response.response = flushed(response.iter_encoded())
    return response


def flushed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Compress chunks one by one with gzip: each can be read without the next."""
    compressor = zlib.compressobj(wbits=WINDOW_BITS + GZIP, memLevel=MEMORY_LEVEL)
    for chunk in chunks:
        yield compressor.compress(chunk) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()
