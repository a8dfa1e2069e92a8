"""A client that plays all seats of a game with their tokens."""

from random import Random

from tests.service.table import Service

RICHEST = {"leonardo": {"setup": "expert", "codex_1": True, "codex_2": True}}
"""The options of a ruleset that cover most of its rules."""


class Client:
    """A script that plays the seats of one game with their tokens."""

    def __init__(self, service: Service, ruleset: str, options: dict, seats: int, seed: int = 1, **terms) -> None:
        self.http, self.rng = service.client, Random(seed)
        body = {"ruleset": ruleset, "options": options, "seats": [{"kind": "human"}] * seats, **terms}
        created = self.http.post("/v1/games", json=body).json
        self.ruleset = created["ruleset"]
        self.path = f"/v1/games/{created['game_id']}"
        self.game_id = created["game_id"]
        self.authorization = {each["seat"]: {"Authorization": f"Bearer {each['token']}"} for each in created["tokens"]}

    def get(self, path: str, seat: int | None = None):
        return self.http.get(self.path + path, headers=self.authorization.get(seat))

    def action_body(self, seat: int) -> dict:
        legal = self.get("/actions", seat).json
        return {"ruleset": self.ruleset, "decision": legal["decision"], "action": self.rng.choice(legal["actions"])}

    def act(self, seat: int) -> dict:
        response = self.http.post(f"{self.path}/actions", json=self.action_body(seat), headers=self.authorization[seat])
        assert response.status_code == 200, response.text
        return response.json

    def play(self) -> dict:
        view = self.get("/view").json
        while view["to_act"]:
            view = self.act(self.rng.choice(view["to_act"]))
        return view
