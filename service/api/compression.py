"""Compress responses in a format that the client accepts, and streams event by event.

Responses with a token are never compressed. If a secret and a text chosen by another user are compressed together, the
length reveals whether they are alike (BREACH). `deploy/NETWORK.md` describes the consequences.
"""

import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Flask, Response, g, request
from flask_compress import Compress

from service.api.caching import add_vary

LEAST_BYTES = 500
CACHED_BYTES = 8_000
"""Size in bytes from which an unchanging response is compressed once for all clients."""
MOST_CACHED = 256
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
ONCE: Mapping[str, Any] = {**CONFIGURATION, "COMPRESS_BR_LEVEL": 10}
"""Settings for responses that are compressed once: the web client takes 0.1 s in place of 0.01, and 5 % fewer bytes."""
LARGE_BYTES = 300_000
LARGE: Mapping[str, Any] = {**CONFIGURATION, "COMPRESS_BR_LEVEL": 9}
"""Settings for such responses from this size. Level 10 takes 0.3 s for the contract (1.1 MB), level 9 takes 0.03 s.

The process serves no other request in the meantime.
"""
WINDOW_BITS, MEMORY_LEVEL = 12, 4
"""A compressor of a stream takes 24 kB, with a window of 4 kB. The default one takes 256 kB and saves a tenth more."""
GZIP = 16
"""A flag for zlib's window bits: write the gzip format."""


class ResponseCache:
    """A cache of compressed responses for flask-compress; it drops the least recently stored one."""

    def __init__(self) -> None:
        self._responses: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return a response; None if it is not cached."""
        return self._responses.get(key)

    def set(self, key: str, value: bytes) -> None:
        """Store a response."""
        self._responses[key] = value
        self._responses.move_to_end(key)
        if len(self._responses) > MOST_CACHED:
            self._responses.popitem(last=False)


class Compressors(NamedTuple):
    """The compressor of each kind of response."""

    each_time: Compress
    once: Compress
    """For responses that all clients share."""
    large: Compress
    """For large responses that all clients share."""

    def of(self, response: Response) -> Compress:
        """Return the compressor of a response."""
        if not _stays(response):
            return self.each_time
        return self.large if (response.content_length or 0) > LARGE_BYTES else self.once


def register(app: Flask) -> None:
    """Compress the responses of an application."""
    compressors = Compressors(*map(_compressor, (CONFIGURATION, ONCE, LARGE)))
    for each in (compressors.once, compressors.large):
        each.cache, each.cache_key = ResponseCache(), _cache_key
    app.after_request(partial(_compress, compressors))


def _compressor(settings: Mapping[str, Any]) -> Compress:
    """Return a compressor with its own settings. It reads them from an application, which serves nothing else."""
    holder = Flask(__name__, static_folder=None)
    holder.config.from_mapping(settings)
    return Compress(holder)


def _compress(compressors: Compressors, response: Response) -> Response:
    """Compress a response if that is worth it and safe; runs after each request."""
    if "no-transform" in response.headers.get("Cache-Control", ""):
        return response
    add_vary(response, "Accept-Encoding")
    if response.is_streamed:
        return _compress_stream(response)
    if _wants_compressed():
        return _compress_whole(compressors, response)
    _confirm_weakly(response)
    return response


def _compress_whole(compressors: Compressors, response: Response) -> Response:
    """Compress a response that is no stream, if that is worth it; makes its ETag weak."""
    etag, _ = response.get_etag()
    g.cache_key = etag
    response = compressors.of(response).after_request(response)
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
        response.cache_control.public and response.get_etag()[0] and (response.content_length or 0) > CACHED_BYTES
    )


def _cache_key(_: object) -> str:
    """Return the cache key of the response."""
    name: str = g.cache_key
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
