"""Play random games through the use cases, and store everything served in the meantime."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from service.game.game import load
from service.lobby import creation
from service.players.tokens import make_token
from service.playing import games
from service.playing.pending_jobs import seat_to_play
from service.reading import queries
from service.store import SeatSetup
from tests.rulesets.games import QUICK, every_options
from tests.service.contract import HOSTED
from tests.service.table import SECRET
from workers.jobs import context
from workers.jobs.turns import play_turns

AI: Final = "ai"
HUMAN: Final = "human"


class Past:
    """A random game of human players and AI levels, with every view that was served while it was played."""

    def __init__(self, service, ruleset, seats, number):
        self.service, self.ruleset, self.rng = service, HOSTED[ruleset], Random(number)
        context.use(service.bottega)
        options = self.rng.choice(every_options(self.ruleset))
        setups = [self._setup(seat) for seat in range(seats)]
        created, _ = creation.create_game(service.bottega, self.ruleset, options, setups)
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
        bottega = self.service.bottega
        while True:
            yield
            game = load(bottega, self.game_id)
            if not game.to_act:
                return
            seat = self.rng.choice(list(game.to_act))
            if game.header.seats[seat].kind == AI and seat == seat_to_play(game):
                play_turns(self.game_id, game.position.version, seconds=0)
            else:
                action = self.rng.choice(list(game.ruleset.legal_actions(game.position.state, seat)))
                games.act(bottega, self.game_id, seat, game.position.decisions[seat], action)

    def served_at(self, version=None):
        """Return the view of a version, by default the current one, for each viewer: the bytes and the version."""
        bottega, game_id = self.service.bottega, self.game_id
        shown = [queries.view(bottega, game_id, viewer, version) for viewer in self.viewers]
        return [(seen.body, seen.position.number) for seen in shown]

    def get(self, viewer, path):
        token = {} if viewer is None else {"Authorization": f"Bearer {make_token([SECRET], self.game_id, viewer)}"}
        return self.service.client.get(f"/v1/games/{self.game_id}{path}", headers=token)

    def look(self, viewer, at):
        """Return the view of an earlier version: the body, and the version in the ETag."""
        response = self.get(viewer, f"/view?at={at}")
        reader = "spectator" if viewer is None else f"s{viewer}"
        return response.data, int(re.fullmatch(rf'"v(\d+)(?:-[0-9a-f]+)?-{reader}"', response.headers["ETag"])[1])
