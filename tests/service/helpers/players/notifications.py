"""Notification targets for the tests: browsers, receivers, and what they get."""

import json
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from ipaddress import ip_network

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.game.game import load
from service.store import TargetTerms
from service.webhooks import deliveries
from service.webhooks.web_push import CURVE, encoded
from tests.service.helpers.players.notices import act
from workers.jobs import notifications

HERE = (ip_network("127.0.0.2/32"),)
PLAY = "https://play.example.org"
PATH = "/me/notification-targets"
DISCORD = "https://discord.com/api/webhooks/1234567890/abcdefghijklmnopqrstuvwxyz"
FUTURE = 1e10
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
NAMED = ({"kind": "open"}, {"kind": "open"})


@dataclass
class Browser:
    """A browser with a push subscription at a receiver."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = bytes(range(16))

    @property
    def subscription(self):
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": encoded(point), "auth": encoded(self.auth)}}

    def read(self, sent):
        """Decrypt a push message as the browser does."""
        body = sent.body.encode(errors="surrogateescape")
        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"))


class Mailbox:
    """Stores the messages that a mail server receives."""

    def __init__(self):
        self.got = []

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802  # as aiosmtpd calls it
        self.got.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 OK"


def created(player, **body):
    """Create a target; return it."""
    response = player.post(PATH, body)
    assert response.status_code == 201, response.text
    return response.json


def known(player, **body):
    """Register a destination again; return its target."""
    response = player.post(PATH, body)
    assert response.status_code == 200, response.text
    return response.json


def sent(player, target, now=FUTURE):
    """Send the messages that are due to a target, as a worker does; return the results of the attempts."""
    installation, results = player.service.installation, []
    while taken := deliveries.take(installation, player.id, target["target_id"], now):
        assert taken.webhook.target
        results.append(notifications.send(installation, player.id, taken, taken.webhook.target))
        deliveries.record_attempt(installation, player.id, taken, results[-1], now, 0.0)
        now += 0.001
    return [each.error for each in results]


def game_of(*players, **terms):
    """Create a game whose open seats the players claim, in order."""
    game = players[0].service.opened(players[0].create(NAMED, starts="when_seated", **terms))
    for seat, each in enumerate(players):
        claimed = each.claim(game.game_id, seat)
        assert claimed.status_code in (200, 201), claimed.text
    return game


def target_terms(**terms):
    return TargetTerms("service", "discord", ("your_turn",), "en", "token", **terms)


def play_out(game):
    while waiting := load(game.service.installation, game.game_id).to_act:
        act(game, waiting[0])
