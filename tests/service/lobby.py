"""Games with open seats."""

OPEN, HUMAN = {"kind": "open"}, {"kind": "human", "name": "Ada"}


AI = {"kind": "ai", "level": "greedy"}
INVITED = {"kind": "open", "invited": True}


class Lobby:
    """A game with the requested terms."""

    def __init__(self, service, *seats, **terms):
        body = {"ruleset": "tiny", "options": {}, "seats": list(seats), **terms}
        created = service.client.post("/v1/games", json=body)
        assert created.status_code == 201, created.json
        self.service, self.table = service, service.opened(created)
        self.game_id, self.creator = created.json["game_id"], created.json["creator_token"]

    def ask(self, method, path="", token=None, body=None, **headers):
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        address = f"/v1/games/{self.game_id}{path}"
        return self.service.client.open(address, method=method, json=body, headers=headers)

    def host(self, method, path="", body=None):
        return self.ask(method, path, self.creator, body)

    def shown(self, token=None):
        return self.ask("GET", "", token).json

    def claim(self, seat, name=None, code=None, **headers):
        body = {key: value for key, value in (("name", name), ("code", code)) if value is not None}
        return self.ask("POST", f"/seats/{seat}/claim", None, body, **headers)

    def leave(self, seat, token):
        return self.ask("POST", f"/seats/{seat}/leave", token)


def waiting(service, *seats, **terms):
    return Lobby(service, *seats, starts="when_seated", **terms)


def queued(service):
    return sum(len(queue) for queue in service.bottega.queues.values())
