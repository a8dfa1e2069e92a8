"""Tournaments of marked tests: Carla organises; Ada, Bruno, Dario and Elena play."""

from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from service.tournaments import log, progress
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.store.tournaments import tournaments_in
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import Service
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import Player, player

SWISS = {"format": "swiss", "table_size": 2, "rounds": 2}
KNOCKOUT = {"format": "knockout", "table_size": 2}
REASON = {"reason": "The hall is closed until Monday."}
NAMES = ("Ada", "Bruno", "Dario", "Elena")


@dataclass(frozen=True)
class Cup:
    """A tournament of a few players."""

    service: Service
    organiser: Player
    players: list[Player]
    path: str

    @property
    def name(self) -> str:
        """Return the id of the tournament."""
        return self.path.rpartition("/")[2]

    def send_request(self, method: str, path: str = "", body: Any = None) -> TestResponse:
        """Send a request of the organiser."""
        return self.organiser.send(method, self.path + path, body)

    def get(self, path: str = "", **headers: str) -> TestResponse:
        """Send a request without credentials."""
        return self.service.client.get(f"/v1{self.path}{path}", headers=headers)

    def start(self) -> "Cup":
        """Start the tournament: the first round is created."""
        assert self.send_request("POST", "/start").status_code in (200, 202)
        return self

    def play(self) -> "Cup":
        """Play the latest round to its end, as absent players do, and advance."""
        for game in (game for table in self.get("/rounds").json["rounds"][-1]["tables"] for game in table["games"]):
            finish(self.service, game["game_id"])
        progress.drive(self.service.installation, self.name)
        return self

    def rule(self, table: int, *ranks: int) -> TestResponse:
        """Set the result of a match of the first round."""
        return self.send_request(
            "PUT", f"/rounds/1/tables/{table}/result", {"ranks": [*ranks], "reason": "The player left."}
        )


def organiser(service: Service) -> Player:
    """Create the player Carla, with an organiser's key."""
    return player(service, "Carla").with_scopes("play", "create", "organise")


def planned(*stages: Any, **terms: Any) -> dict[str, Any]:
    """Return the body that creates a tournament, by default a Swiss of pairs."""
    return {"name": "The Friday cup", "ruleset": ruleset(), "stages": [*stages] or [SWISS], **terms}


def cup(service: Service, *stages: Any, players: int = 4, **terms: Any) -> Cup:
    """Create a tournament of a few players."""
    carla = organiser(service)
    entered = [player(service, name) for name in NAMES[:players]]
    entrants = [{"player": each.id, "rating": 1500 - 100 * number} for number, each in enumerate(entered)]
    created = carla.post("/tournaments", planned(*stages, **terms, entrants=entrants))
    assert created.status_code == 201, created.text
    return Cup(service, carla, entered, created.headers["Location"].removeprefix("/v1"))


def large(service: Service, entries: int, **terms: Any) -> Cup:
    """Create a tournament whose round is still being created: an entrant with a removed level stops it after one game.

    The round is complete after this number of further `entries` in the log.
    """
    created = cup(service, **terms)
    running = log.load(service.installation, created.name)
    first = len(running.tournament.entrants)
    gone: Any = {"kind": "level", "level": "gone"}
    late = [
        log.new_entry(service.installation, Entered, entrant=first + number, name=f"Late {number}", **gone)
        for number in range(2)
    ]
    assert log.append(service.installation, running, late)
    noted = running.tournament.version + entries
    tournaments_in(service.installation.store).note_created_games(created.name, noted, 1)
    return created
