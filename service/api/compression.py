"""Compress responses in a format that the client accepts, and streams event by event.

Responses with a token are never compressed. If a secret and a text chosen by another user are compressed together, the
length reveals whether they are alike (BREACH). `deploy/NETWORK.md` describes the consequences.
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
"""Size in bytes from which an unchanging response is compressed once for all clients."""
MOST_KEPT = 256
FORMATS = ("br", "zstd", "gzip")
"""Supported formats; among those that the client accepts equally, the first one is used."""
CONFIGURATION: Mapping[str, Any] = {
    "COMPRESS_REGISTER": False,
    "COMPRESS_STREAMS": False,  # flask-compress would buffer events
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # done where the ETag is set
    "COMPRESS_MIN_SIZE": LEAST_BYTES,
    "COMPRESS_ALGORITHM": FORMATS,
    "COMPRESS_BR_LEVEL": 7,
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
"""Settings of flask-compress. A view of 5 kB takes 0.09 ms in brotli, 0.02 in zstd, 0.04 in gzip.

Its whole request takes 1 to 1.5 ms.
"""
WINDOW_BITS, MEMORY_LEVEL = 12, 4
"""A compressor of a stream takes 24 kB, with a window of 4 kB. The default one takes 256 kB and saves a tenth more."""
GZIP = 16
"""A flag for zlib's window bits: write the gzip format."""


class Kept:
    """A cache of compressed responses for flask-compress; it drops the least recently stored one."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return a response; None if it is not cached."""
        return self._answers.get(key)

    def set(self, key: str, value: bytes) -> None:
        """Store a response."""
        self._answers[key] = value
        self._answers.move_to_end(key)
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)


def register(app: Flask) -> None:
    """Compress the responses of an application."""
    app.config.from_mapping(CONFIGURATION)
    each_time, once = Compress(app), Compress(app)
    once.cache, once.cache_key = Kept(), _kept_as
    app.after_request(partial(_compress, each_time, once))


def _compress(each_time: Compress, once: Compress, response: Response) -> Response:
    """Compress a response if that is worth it and safe; runs after each request."""
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
    """Compress a response that is no stream, if that is worth it; makes its ETag weak."""
    etag, _ = response.get_etag()
    g.kept_as = etag
    response = (once if _stays(response) else each_time).after_request(response)
    if etag and "Content-Encoding" in response.headers:
        response.set_etag(etag, weak=True)
    _confirm_weakly(response)
    return response


def _confirm_weakly(response: Response) -> None:
    """Make the ETag of a 304 response weak if the client sent a weak one."""
    etag, _ = response.get_etag() if response.status_code == HTTPStatus.NOT_MODIFIED else (None, False)
    if etag and request.if_none_match.is_weak(etag):
        response.set_etag(etag, weak=True)


def _wants_compressed() -> bool:
    """Whether the client accepts any of the formats; flask-compress would accept `br;q=0`."""
    return "Accept-Encoding" in request.headers and any(request.accept_encodings[each] for each in FORMATS)


def _stays(response: Response) -> bool:
    """Whether a compressed response is worth caching: it is public, has an ETag, and is long."""
    return bool(
        response.cache_control.public and response.get_etag()[0] and (response.content_length or 0) > KEPT_BYTES
    )


def _kept_as(_: object) -> str:
    """Return the cache key of the response."""
    name: str = g.kept_as
    return name


def _compress_stream(response: Response) -> Response:
    """Compress a stream so that each chunk can be read at once."""
    accepted = request.accept_encodings
    if accepted["gzip"] and accepted["gzip"] >= accepted["identity"]:
        response.headers["Content-Encoding"] = "gzip"
        response.response = flushed(response.iter_encoded())
    return response


def flushed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Compress chunks with gzip; each can be read without the next one."""
    compressor = zlib.compressobj(wbits=WINDOW_BITS + GZIP, memLevel=MEMORY_LEVEL)
    for chunk in chunks:
        yield compressor.compress(chunk) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()
