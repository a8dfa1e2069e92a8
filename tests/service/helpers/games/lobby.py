"""Games with open seats, and games that share a deal."""

from service.game.deals import SharedDeal
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.store import SeatSetup
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import RemoteGame
from tests.tiny import TINY

DEAL = SharedDeal("dl_" + "d" * 20, bytes(range(32)), [letter * 20 for letter in "abc"])


def dealt(service, number, **terms):
    """Create a game of the deal."""
    chosen = Terms(game_id=DEAL.games[number], deal=DEAL, **terms)
    seats = [SeatSetup("human")] * 2
    created, _ = creation.create_game(service.installation, TINY, TINY.options_type(), seats, terms=chosen)
    return RemoteGame(service, created.game_id, {each.seat: each.token for each in created.tokens})


OPEN, HUMAN = {"kind": "open"}, {"kind": "human", "name": "Ada"}
AI = {"kind": "ai", "level": "greedy"}
INVITED = {"kind": "open", "invited": True}


class Lobby:
    """A game with the requested terms."""

    def __init__(self, service, *seats, **terms):
        body = {"ruleset": ruleset(), "options": {}, "seats": list(seats), **terms}
        created = service.client.post("/v1/games", json=body)
        assert created.status_code == 201, created.json
        self.service, self.game = service, service.opened(created)
        self.game_id, self.creator = created.json["game_id"], created.json["creator_token"]

    def send_request(self, method, path="", token=None, body=None, **headers):
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        address = f"/v1/games/{self.game_id}{path}"
        return self.service.client.open(address, method=method, json=body, headers=headers)

    def host(self, method, path="", body=None):
        return self.send_request(method, path, self.creator, body)

    def shown(self, token=None):
        return self.send_request("GET", "", token).json

    def claim(self, seat, name=None, code=None, **headers):
        body = {key: value for key, value in (("name", name), ("code", code)) if value is not None}
        return self.send_request("POST", f"/seats/{seat}/claim", None, body, **headers)

    def leave(self, seat, token):
        return self.send_request("POST", f"/seats/{seat}/leave", token)


def waiting(service, *seats, **terms):
    return Lobby(service, *seats, starts="when_seated", **terms)


def queued(service):
    return sum(len(queue) for queue in service.installation.queues.values())


WAITING = {"starts": "when_seated"}
