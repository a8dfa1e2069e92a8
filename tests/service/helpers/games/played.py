"""Clients and random players that play whole games."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from service.game.game import load
from service.lobby import creation
from service.players.tokens import make_token
from service.playing.pending_jobs import seat_to_play
from service.reading import queries
from service.store import SeatSetup
from tests.rulesets.games import QUICK, every_options
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.service import SECRET, Service
from tests.submitting import submit
from workers.jobs import context
from workers.jobs.turns import play_turns

AI: Final = "ai"
HUMAN: Final = "human"


class Past:
    """A random game of human players and AI levels, with every view that was served while it was played."""

    def __init__(self, service, ruleset, seats, number):
        self.service, self.ruleset, self.rng = service, HOSTED[ruleset], Random(number)
        context.use(service.installation)
        options = self.rng.choice(every_options(self.ruleset))
        setups = [self._setup(seat) for seat in range(seats)]
        created, _ = creation.create_game(service.installation, self.ruleset, options, setups)
        self.game_id = created.game_id
        self.viewers = [None, *(seat for seat, setup in enumerate(setups) if setup.kind == HUMAN)]
        self.served = [self.served_at() for _ in self._play()]

    def _setup(self, seat):
        """Choose the holder of a seat at random; seat 0 has a human player."""
        if seat and self.rng.random() < 0.5:
            return SeatSetup(AI, level=self.rng.choice(list(QUICK)))
        return SeatSetup(HUMAN)

    def _play(self) -> Iterator[None]:
        """Play the game to its end, reading the views at each version."""
        installation = self.service.installation
        while True:
            yield
            game = load(installation, self.game_id)
            if not game.to_act:
                return
            seat = self.rng.choice(list(game.to_act))
            if game.header.seats[seat].kind == AI and seat == seat_to_play(game):
                play_turns(self.game_id, game.position.version, seconds=0)
            else:
                action = self.rng.choice(list(game.ruleset.legal_actions(game.position.state, seat)))
                submit(installation, self.game_id, seat, game.position.decisions[seat], action)

    def served_at(self, version=None):
        """Return the view of a version, by default the current one, for each viewer: the bytes and the version."""
        installation, game_id = self.service.installation, self.game_id
        shown = [queries.view(installation, game_id, viewer, version) for viewer in self.viewers]
        return [(seen.body, seen.position.number) for seen in shown]

    def get(self, viewer, path):
        token = {} if viewer is None else {"Authorization": f"Bearer {make_token([SECRET], self.game_id, viewer)}"}
        return self.service.client.get(f"/v1/games/{self.game_id}{path}", headers=token)

    def look(self, viewer, at):
        """Return the view of an earlier version: the body, and the version in the ETag."""
        response = self.get(viewer, f"/view?at={at}")
        reader = "spectator" if viewer is None else f"s{viewer}"
        return response.data, int(re.fullmatch(rf'"v(\d+)(?:-[0-9a-f]+)?-{reader}"', response.headers["ETag"])[1])


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
