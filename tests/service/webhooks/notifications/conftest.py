"""Fixtures of the tests of notifications: a service that may send to a receiver of this machine, and two players."""

import socket

import pytest
from aiosmtpd.controller import Controller

from tests.service.helpers.players.notifications import (
    HERE,
    PLAY,
    Mailbox,
)
from tests.service.helpers.players.player import player
from tests.workers.receivers import receiving


@pytest.fixture
def service(start):
    return start(webhook_targets=HERE, public_url=PLAY)


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def ada(service):
    return player(service, "Ada")


@pytest.fixture
def ben(service):
    return player(service, "Ben")


@pytest.fixture
def mail(start):
    """Return a service with a mail server, and the mailbox."""
    mailbox = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    server = Controller(mailbox, hostname="127.0.0.1", port=port)
    server.start()
    smtp_url = f"mailto://127.0.0.1:{port}?from=bottega@example.org"
    yield start(public_url=PLAY, smtp_url=smtp_url, anonymous_mail=True), mailbox
    server.stop()
