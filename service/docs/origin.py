"""Return the URL of this installation for the samples of a page, as its reader reaches it."""

from typing import Final

from flask import Request
from werkzeug.sansio.utils import get_host

from service.runtime.client_addresses import is_trusted, origin
from service.settings import Settings

WRITTEN: Final = "http://127.0.0.1:8000"
"""The URL in the texts, which `make run` serves."""
SCHEMES: Final = ("http", "https")


def origin_of(sent: Request, settings: Settings) -> str:
    """Return the public URL of the settings, or else the scheme and host of a request.

    A trusted proxy names those that its client sees in `X-Forwarded-Proto` and `X-Forwarded-Host`.
    """
    if settings.public_url:
        return settings.public_url
    proxied = _is_of_proxy(sent, settings)
    scheme = _last(sent, "X-Forwarded-Proto") if proxied else ""
    scheme = scheme if scheme in SCHEMES else sent.scheme
    named = _last(sent, "X-Forwarded-Host") if proxied else ""
    host = get_host(scheme, named or sent.headers.get("Host"))
    return f"{scheme}://{host}" if host else WRITTEN


def _is_of_proxy(sent: Request, settings: Settings) -> bool:
    """Whether a trusted proxy sends a request. The peer of a Unix socket has no IP address."""
    try:
        return is_trusted(origin(sent.environ.get("REMOTE_ADDR") or ""), settings.trusted_proxies)
    except ValueError:
        return False


def _last(sent: Request, header: str) -> str:
    """Return the last value of a header; a client may have forged the earlier ones."""
    return sent.headers.get(header, "").rpartition(",")[2].strip()
