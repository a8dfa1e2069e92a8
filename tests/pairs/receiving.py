"""Receivers of webhooks, push messages, e-mail and a chat service, and the worker that sends to them."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from msgspec import UNSET

from service.webhooks import deliveries
from tests.pairs.environment import Environment
from tests.service.helpers.players.issuer import AUDIENCE, Issuer, issuing
from tests.service.helpers.players.notifications import Browser, Mailbox
from tests.workers.receivers import Receiver, receiving
from workers.jobs import notifications
from workers.jobs.http_delivery import post


@dataclass
class Outside:
    """Everything outside the service."""

    hooks: Receiver
    """Receives webhooks, push messages and messages to the chat service."""
    mailbox: Mailbox
    issuer: Issuer
    smtp_port: int
    sent: list[tuple[float, str, str]] = field(default_factory=list)
    """Time, owner and id of the webhook or target of each attempt."""

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of an installation with these neighbours."""
        return {
            "smtp_url": f"mailto://127.0.0.1:{self.smtp_port}?from=bottega@example.org",
            "oidc_issuer": self.issuer.address,
            "oidc_audience": AUDIENCE,
            "notification_schemes": ("json",),
        }

    def sign(self, subject: str, now: float) -> str:
        """Sign an identity at a time of the journey."""
        return self.issuer.sign(subject, iat=int(now), exp=int(now) + 300 * 86400)

    def forget(self) -> None:
        """Drop what an earlier journey has sent."""
        self.hooks.got.clear()
        self.mailbox.got.clear()
        self.sent.clear()

    def posted(self, path: str) -> list[Any]:
        """Return the bodies that were posted to a path, in order."""
        return [json.loads(each.body) for each in self.hooks.got if each.target.startswith(path)]

    def url(self, path: str) -> str:
        return f"http://{self.hooks.address[0]}:{self.hooks.address[1]}{path}"

    def browser(self, path: str) -> Browser:
        return Browser(self.url(path))

    def worker(self, environment: Environment) -> Any:
        """Return the job that sends what is due to a webhook or target, at the time of the journey."""

        def deliver(owner: str, webhook_id: str) -> None:
            installation = environment.installation
            while (taken := deliveries.take(installation, owner, webhook_id, environment.clock.now)) is not None:
                now = environment.clock.now
                self.sent.append((now, owner, webhook_id))
                if taken.webhook.target is UNSET:
                    body = deliveries.body_of(installation, taken.deliveries[0])
                    headers, networks = deliveries.headers(taken, body, now), installation.settings.webhook_targets
                    attempt = post(taken.webhook.url, headers, body.encode(), networks)
                else:
                    attempt = notifications.send(installation, owner, taken, taken.webhook.target)
                deliveries.record_attempt(installation, owner, taken, attempt, now, 0.0)

        return deliver


@contextmanager
def outside() -> Iterator[Outside]:
    """Run the neighbours of an installation."""
    mailbox = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    server = Controller(mailbox, hostname="127.0.0.1", port=port)
    server.start()
    try:
        with receiving() as hooks, issuing() as issuer:
            yield Outside(hooks, mailbox, issuer, port)
    finally:
        server.stop()
