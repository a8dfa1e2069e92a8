"""Streams that are opened with each kind of credential, and read until they end."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from service.store import StoredNotice
from tests.service.helpers.client.contract import committed
from tests.service.helpers.client.service import RemoteGame, Service
from tests.service.helpers.players.issuer import Issuer
from tests.service.helpers.players.operators import ban
from tests.service.helpers.players.player import Player, player


def made_with(who: Player, **body: Any) -> Player:
    """Create a key with the key of a player."""
    created = who.post("/me/keys", body)
    assert created.status_code == 201, created.text
    return replace(who, key=created.json["key"])


def key_id(who: Player) -> str:
    return who.key.split("_")[1]


def revoke(who: Player, by: Player) -> None:
    assert by.send("DELETE", f"/me/keys/{key_id(who)}").status_code == 204


NOTICES = 987654
"""The decision of a notice that can no longer be read."""


def _is_stream(operation: Any) -> bool:
    content = operation["responses"].get("200", {}).get("content", {})
    return bool({"text/event-stream", "application/x-ndjson"} & content.keys())


STREAMS = {
    operation["operationId"]: path
    for path, item in committed()["paths"].items()
    for method, operation in item.items()
    if method == "get" and _is_stream(operation)
}
"""Every operation of the contract whose response is a stream, with its path."""
SEAT_STREAMS = [name for name, path in STREAMS.items() if path.startswith("/v1/games/")]


@dataclass
class Reader:
    """Reads a stream in a thread until it ends."""

    response: Any

    def __post_init__(self) -> None:
        assert self.response.status_code == 200, self.response.text
        self.read: list[bytes] = []
        self.thread = threading.Thread(target=lambda: self.read.extend(self.response.iter_encoded()), daemon=True)
        self.thread.start()

    def has_ended(self) -> bool:
        """Whether the stream ends within 12 seconds; a silent one would go on with a keep-alive after 15."""
        self.thread.join(12)
        return not self.thread.is_alive()


@dataclass
class Scene:
    """A player with a seat in a game and a private tournament, who uses a narrow key."""

    ada: Player
    reader: Player
    game: RemoteGame
    tournament: str

    def open(self, stream: str, shown: str) -> Reader:
        """Open a stream with the key, or with a ticket that was created with it."""
        return Reader(self.send_request(stream, self.ticket(stream) if shown == "ticket" else None))

    def send_request(self, stream: str, ticket: str | None) -> Any:
        path = self.path(stream)
        if ticket is None:
            return self.ada.service.client.get(path, headers=self.reader.authorization)
        return self.ada.service.client.get(f"{path}?ticket={ticket}")

    def ticket(self, stream: str) -> str:
        at = self.path(stream).partition("/events")[0].removeprefix("/v1")
        created = self.reader.post(f"{at}/stream-ticket", {})
        assert created.status_code == 201, created.text
        return str(created.json["ticket"])

    def path(self, stream: str) -> str:
        return STREAMS[stream].format(game_id=self.game.game_id, tournament=self.tournament)

    def happen(self) -> None:
        """Cause an event in the game and in the feed."""
        assert self.game.act(0).status_code == 200
        now = time.time()
        turn = StoredNotice(
            "your_turn", "2026-01-01T00:00:00.000000Z", "g" * 20, "tiny", time.monotonic_ns(), 0, NOTICES
        )
        self.ada.service.installation.store.feeds.append({self.ada.id: [turn]}, now)


SCOPES = ("play", "create", "organise", "admin")
USER = "a user"


@dataclass(frozen=True)
class Held:
    """A credential of a player."""

    who: Player
    """Sends the credential that opens streams."""
    strong: Player
    """Sends a credential of the same player that may do everything."""
    platform: Player | None = None
    """The platform that acts for the player, with a key that may revoke its others."""


def key_of(service: Service, _: Issuer) -> Held:
    ada = player(service, "Ada")
    return Held(made_with(ada), ada.with_scopes(*SCOPES))


def platform_of(service: Service, _: Issuer) -> Held:
    platform = player(service, "Platform")
    user = platform.with_scopes("play", "create", "organise").acting_for(USER)
    return Held(user, user, platform.with_scopes(*SCOPES))


def users_key_of(service: Service, issuer: Issuer) -> Held:
    held = platform_of(service, issuer)
    return replace(held, who=replace(made_with(held.strong), user=""))


def identity_of(service: Service, issuer: Issuer) -> Held:
    ann = Player(service, "", issuer.sign("ann"))
    ann = replace(ann, id=ann.get("/me").json["player"])
    assert ann.post("/me/identities", {"token": issuer.sign("another")}).status_code == 201
    return Held(ann, ann)


def is_revoked(held: Held) -> None:
    revoke(held.who, by=held.strong)


def loses_its_platform(held: Held) -> None:
    assert held.platform is not None
    revoke(replace(held.strong, user=""), by=held.platform)


def is_unlinked(held: Held) -> None:
    linked = {each["subject"]: each["identity"] for each in held.who.get("/me/identities").json["identities"]}
    assert held.who.send("DELETE", f"/me/identities/{linked['ann']}").status_code == 204


def loses_its_player(held: Held) -> None:
    assert held.strong.send("DELETE", "/me").status_code == 204


def is_merged(held: Held) -> None:
    credential = made_with(held.strong).key if held.strong.user else held.strong.key
    remaining = player(held.who.service, "The one who stays")
    assert remaining.post("/me/merge", {"credential": credential}).status_code == 200


def is_banned(held: Held) -> None:
    ban(held.strong)


KINDS: Mapping[Callable[[Service, Issuer], Held], tuple[Callable[[Held], None], ...]] = {
    key_of: (is_revoked, loses_its_player, is_merged, is_banned),
    platform_of: (loses_its_platform, loses_its_player, is_merged, is_banned),
    users_key_of: (is_revoked, loses_its_platform, loses_its_player, is_merged, is_banned),
    identity_of: (is_unlinked, loses_its_player, is_merged, is_banned),
}
"""Every kind of credential of a player, with what ends it. Tests of expiry stand alone: they wait for it."""
