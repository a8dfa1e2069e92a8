"""Send messages with Apprise: to chat and push services, and to the mail server of the operator.

The plugins of Apprise send HTTP requests with the package requests, to URLs that players chose. During a message to a
player's service, an adapter of requests checks these URLs like those of webhooks. It connects to checked IP addresses
only. Other users of requests in this process are not affected, such as the exporter of traces.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import httpcore
import requests
from requests import sessions
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse

from service.runtime.retry_after import seconds_to_wait
from service.runtime.webhook_targets import Rejected
from service.setting_values import Network
from service.settings import Settings
from service.webhooks import chat_services
from service.webhooks.chat_services import Room
from service.webhooks.deliveries import Attempt
from workers.jobs.http_delivery import exchange

MOST_READ = 256 * 1024
"""The maximum number of bytes read from the response body of a service."""


@dataclass
class Exchanges:
    """The requests of one message: where they may go, and the result of the last one."""

    allowed: Sequence[Network]
    status: int = 0
    error: str = ""
    wait: float = 0.0


_checked: ContextVar[Exchanges | None] = ContextVar("checked", default=None)


class CheckedAdapter(HTTPAdapter):
    """Sends requests as usual, but those of a message to a player's service only to checked IP addresses."""

    def send(self, request: requests.PreparedRequest, *arguments: Any, **named: Any) -> requests.Response:
        """Send a request; raises requests.ConnectionError if it is not allowed or fails."""
        exchanges = _checked.get()
        if exchanges is None:
            return super().send(request, *arguments, **named)
        sent: Any = request.body or b""  # plugins send texts and bytes only
        if isinstance(sent, str):
            sent = sent.encode()
        try:
            headers: dict[str, Any] = {**request.headers, "accept-encoding": "identity"}
            reply = exchange(
                request.method or "", request.url or "", headers, sent, exchanges.allowed, most_read=MOST_READ
            )
        except Rejected as rejected:
            exchanges.status, exchanges.error = 0, f"not sent: {rejected}"
            raise requests.ConnectionError from None
        except (OSError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as failure:
            exchanges.status, exchanges.error = 0, f"no response: {type(failure).__name__}"
            raise requests.ConnectionError from None
        exchanges.status, exchanges.error = reply.status, f"the response was {reply.status}"
        exchanges.wait = seconds_to_wait(reply.header(b"retry-after"), time.time())
        found = {name.decode("latin-1"): value.decode("latin-1") for name, value in reply.headers}
        raw = HTTPResponse(BytesIO(reply.body), found, reply.status, preload_content=False)
        return self.build_response(request, raw)


setattr(sessions, "HTTPAdapter", CheckedAdapter)  # noqa: B010  # plugins open sessions without a parameter for it


@contextmanager
def _checking(settings: Settings) -> Iterator[Exchanges]:
    exchanges = Exchanges(settings.webhook_targets)
    mark = _checked.set(exchanges)
    try:
        yield exchanges
    finally:
        _checked.reset(mark)


def send(url: str, write: Callable[[Room], tuple[str, str]], settings: Settings) -> Attempt:
    """Send a message to a chat or push service of a player; return the attempt, also after any error.

    `write` returns title and body of a message that is not longer than the service allows.
    """
    started = time.monotonic()
    with _checking(settings) as exchanges:
        try:
            plugin = chat_services.plugin_of(url, settings)
            title, body = write(chat_services.room_of(plugin))
            is_sent = plugin.notify(title=title, body=body)
        except chat_services.NotAllowed:
            exchanges.error, is_sent = "not sent: the operator no longer allows this service", False
        except Exception as failure:  # noqa: BLE001  # any error of a plugin is a failed attempt
            exchanges.error, is_sent = f"not sent: {type(failure).__name__}", False
    duration = int(1000 * (time.monotonic() - started))
    if is_sent:
        return Attempt(exchanges.status, "", duration)
    return Attempt(exchanges.status, exchanges.error or "the service rejected the message", duration, exchanges.wait)


def mail(address: str, headers: Mapping[str, str], title: str, body: str, settings: Settings) -> Attempt:
    """Send an e-mail by the operator's mail server; return the attempt, also after any error.

    Apprise must not parse the e-mail address: it reads a name and another e-mail address in `o'brien@example.org`.
    """
    from apprise import Apprise  # noqa: PLC0415  # takes half a second
    from apprise.plugins.email import NotifyEmail  # noqa: PLC0415

    started = time.monotonic()
    parse: Any = NotifyEmail.parse_url
    try:
        plugin: Any = Apprise.instantiate(
            {**parse(settings.smtp_url), "targets": [], "headers": dict(headers), "format": "text"},
            suppress_exceptions=False,
        )
        plugin.targets = [(False, address)]
        is_sent = plugin.notify(title=title, body=body)
        error = "" if is_sent else "the mail server did not accept the message"
    except Exception as failure:  # noqa: BLE001  # any error of the plugin is a failed attempt
        error = f"not sent: {type(failure).__name__}"
    return Attempt(0, error, int(1000 * (time.monotonic() - started)))
