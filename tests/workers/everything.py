"""An installation with games in play, finished and archived, a tournament, and all their tokens."""

from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.workers.ai_games import RULESET
from tests.workers.client import Client
from tests.workers.running import environ_for, run
from tests.workers.test_supervisor import create_ai_game, end_of
from tests.workers.waiting import until
from workers.command import keys

HUMANS = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
PLAN = {"name": "Cup", "ruleset": RULESET.name, "stages": [{"format": "swiss", "table_size": 2, "rounds": 2}]}


@dataclass
class Everything:
    """What an installation holds, by its URLs, and the tokens."""

    key: str
    game: str
    creator: str
    seats: dict[str, str]
    """The token of each seat; the number is a text, as in JSON."""
    finished: str
    archived: str
    tournament: str

    def seen(self, address: str) -> dict[str, Any]:
        """Return what each token sees, and what a caller without one sees."""
        paths = [f"/v1/games/{each}/record" for each in (self.finished, self.archived)]
        paths += [f"{self.tournament}{part}" for part in ("", "/standings", "/record", "/rounds")]
        with closing(Client(address)) as client:
            return {
                **{f"seat {name}": client.get(f"{self.game}/view", token) for name, token in self.seats.items()},
                **{path: client.get(path, self.key) for path in ("/v1/me", "/v1/me/games")},
                "creator": client.get(f"{self.game}/webhooks", self.creator),
                **{path: client.get(path) for path in paths},
            }

    def plays_on(self, address: str) -> bool:
        """Whether the next seat can act."""
        with closing(Client(address)) as client:
            before = client.get(f"{self.game}/view")
            seat = before["to_act"][0]
            legal = client.get(f"{self.game}/actions", self.seats[str(seat)])
            action = {"ruleset": RULESET.name, "decision": legal["decision"], "action": legal["actions"][0]}
            client.post(f"{self.game}/actions", action, self.seats[str(seat)])
            return client.get(f"{self.game}/view")["version"] > before["version"]


def filled(served, data) -> Everything:
    """Create everything in a running service with this data directory."""
    key = keys.create({"BOTTEGA_DATA": str(data)}, None, "Eva", ("play", "create", "organise"), None)["key"]
    with closing(Client(served.address)) as client:
        made = client.post("/v1/games", {"ruleset": RULESET.name, "options": {}, "seats": HUMANS}, key)
        seats = {str(each["seat"]): each["token"] for each in made["tokens"]}
        finished, archived = create_ai_game(served.address), create_ai_game(served.address)
        for game in (finished, archived):
            end_of(served.address, game)
        environ = environ_for(data)
        until(lambda: run("games", "archive", archived, environ=environ).returncode == 0, "it is archived")
        tournament = f"/v1/tournaments/{client.post('/v1/tournaments', PLAN, key)['tournament']}"
        for _ in range(2):
            client.post(f"{tournament}/entrants", {"level": "random"}, key)
        client.post(f"{tournament}/start", {}, key)
        until(lambda: client.get(tournament)["status"] == "over", "the tournament ends")
    everything = Everything(
        key, f"/v1/games/{made['game_id']}", made["creator_token"], seats, finished, archived, tournament
    )
    assert everything.plays_on(served.address)
    return everything
