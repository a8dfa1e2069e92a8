"""Players for the tests: each with a key, over HTTP."""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.players import callers, keys, tokens
from service.players.callers import Caller
from service.store import StoredKey
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import HUMANS, RemoteGame, Service

LONG_AGO = "2026-01-01T00:00:00.000000Z"


@dataclass(frozen=True)
class Player:
    """A player with a key."""

    service: Service
    id: str
    key: str
    user: str = ""
    """The user of a platform for whom the key acts."""

    @property
    def authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} | ({"Bottega-Player": self.user} if self.user else {})

    @property
    def caller(self) -> Caller:
        return callers.identify(self.service.installation, self.key, self.user or None)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        sent = self.authorization | ({} if method == "GET" else {"Content-Type": "application/json"}) | headers
        return self.service.client.open(f"/v1{path}", method=method, json=body, headers=sent)

    def get(self, path: str) -> TestResponse:
        return self.send("GET", path)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        return self.send("POST", path, body, **headers)

    def create(self, seats=HUMANS, **terms: Any) -> TestResponse:
        """Create a game. The players whom it names agree to be seated at once."""
        for each in seats:
            agree(self.service, each.get("player", ""))
        return self.post("/games", {"ruleset": ruleset(), "options": {}, "seats": list(seats), **terms})

    def new_game(self, seats=HUMANS) -> RemoteGame:
        return self.service.opened(self.create(seats))

    def claim(self, game_id: str, seat: int, body: Any = None, **headers: str) -> TestResponse:
        return self.post(f"/games/{game_id}/seats/{seat}/claim", body or {}, **headers)

    def games(self, query: str = "") -> list[str]:
        return [game["game_id"] for game in self.get(f"/me/games{query}").json["games"]]

    def with_scopes(self, *scopes: str, test: bool = False) -> "Player":
        """Create a key for the player, as the operator does."""
        key_id = self.id.removeprefix("pl_") + self.service.installation.sources.letters(8)
        key = keys.written(key_id, tokens.digest(key_id)[:32].encode())
        self.service.installation.store.players.add_key(
            self.id, key_id, StoredKey(tokens.digest(key), scopes, LONG_AGO, test=test)
        )
        return Player(self.service, self.id, key)

    def acting_for(self, user: str) -> "Player":
        reported = Player(self.service, "", self.key, user)
        return Player(self.service, reported.get("/me").json["player"], self.key, user)


def player(service: Service, name: str | None = None) -> Player:
    """Create a player."""
    created = service.client.post("/v1/players", json={"name": name} if name else {})
    assert created.status_code == 201, created.text
    return Player(service, created.json["player"], created.json["key"])


def agree(service: Service, player: str) -> None:
    """Let a player be seated at once by everybody."""
    profile = service.installation.store.players.profile(player)
    if profile is not None:
        service.installation.store.players.replace_profile(player, profile, replace(profile, seated_by="everybody"))


def rejected(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.json["code"]
