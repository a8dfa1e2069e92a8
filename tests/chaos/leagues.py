"""A platform that runs a league of teams through the API alone, as the guides describe it.

It creates the players, the tournaments of the divisions, their webhooks and the season. It confirms who rises.
The players are bots: each follows its own feed. The captain of a team sets its line-ups. One captain is always late.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.request import urlopen

from tests.chaos.bots import Bot, Notice
from tests.workers.waiting import until

DIVISIONS: Mapping[str, Sequence[str]] = {
    "First division": ("Rooks", "Bishops", "Knights", "Queens"),
    "Second division": ("Foxes", "Badgers", "Otters", "Herons"),
}
BOARDS, MEMBERS, EVENTS, RISERS = 2, 3, 2, 1
LATE = "Knights"
"""The team whose captain sets each line-up after its round was created."""
RULESET = "riddle"
CLOCK = {"kind": "per_decision", "seconds": 600}
"""Longer than all processes are down together, so that each decision is one of its player."""
SILENCE_SECONDS = 600.0
STANDSTILL_SECONDS = 300.0
"""How long tournaments may go on without any event."""
LOOK_SECONDS = 0.2

Json = dict[str, Any]


@dataclass
class Member(Bot):
    """A player of a team. The first member is the captain, and names who plays on each `opened` round's successor."""

    team: str = ""
    board: int = 0
    silence: float = SILENCE_SECONDS
    rejected_lineups: list[str] = field(default_factory=list)
    """The problem codes of line-ups that came too late."""

    def join(self) -> None:
        """Create the player, and let every organiser enter it."""
        _, created = self.post("/v1/players", {"name": f"{self.team} {self.board}"})
        self.player, self.key = created["player"], created["key"]
        self.desk.insist("PATCH", "/v1/me", {"seated_by": "everybody"}, self.key)

    def _take(self, notice: Notice) -> None:
        super()._take(notice)
        if self.board == 1 and notice.get("tournament_event") == "opened":
            self.line_up(notice["tournament"], notice["round"] + (self.team != LATE))

    def choose(self, turn: Notice) -> Any:
        """Choose an action that wins most Keys; games are then a sixth as long as random ones."""
        previews = turn.get("previews") or [{}] * len(turn["actions"])
        won = [(len(each.get("symbols", ())), self.rng.random()) for each in previews]
        return turn["actions"][won.index(max(won))]

    def line_up(self, tournament: str, number: int) -> None:
        """Set the line-up of a round, in random order."""
        listed = self.desk.insist("GET", f"/v1/tournaments/{tournament}/entrants", token=self.key)[1]
        own = [each["entrant"] for each in listed["entrants"] if each.get("team") == self.team]
        self.rng.shuffle(own)
        body = {"round": number, "entrants": own[:BOARDS]}
        status, set_up = self.desk.insist("PUT", f"/v1/tournaments/{tournament}/lineup", body, self.key)
        if status != 200:
            self.rejected_lineups.append(set_up["code"])


@dataclass
class Platform:
    """The server of the league, with an organiser's key."""

    desk: Bot
    hooks: str
    """The URL that receives the webhooks."""
    rng: Random
    members: list[Member] = field(default_factory=list)
    secrets: dict[str, str] = field(default_factory=dict)
    """The secrets of the webhooks, by tournament."""
    divisions: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in DIVISIONS})
    """The tournaments of the divisions, in order."""
    season: str = ""
    started: int = 0
    """How many events have started."""

    def recruit(self) -> None:
        """Create all players."""
        for team in (each for teams in DIVISIONS.values() for each in teams):
            for board in range(1, MEMBERS + 1):
                rng = Random(self.rng.random())
                self.members.append(Member(self.desk.address, rng, team=team, board=board))
                self.members[-1].join()

    def close(self) -> None:
        """Close all connections for requests."""
        for each in (self.desk, *self.members):
            each.desk.close()

    def read(self, path: str) -> Any:
        """Return the body of a GET request."""
        return self.desk.desk.insist("GET", path, token=self.desk.key)[1]

    def change(self, path: str, body: Json) -> Any:
        """Send a change, and return the response."""
        status, changed = self.desk.desk.insist("PATCH", path, body, self.desk.key)
        assert status == 200, changed
        return changed

    def post(self, path: str, body: Json) -> Any:
        """Post a body, and return the response."""
        status, created = self.desk.post(path, body)
        assert status in (200, 201, 202), created
        return created

    def found_tournament(self, division: str, entrants: Sequence[Json]) -> str:
        """Create a tournament of a division with a webhook, and add its entrants."""
        created = self.post("/v1/tournaments", plan_of(division))["tournament"]
        path = f"/v1/tournaments/{created}"
        self.secrets[created] = self.post(f"{path}/webhooks", {"url": self.hooks})["secret"]
        lines = self.post(f"{path}/entrants:batch", {"entrants": [*entrants]})["lines"]
        assert [each["status"] for each in lines] == [201] * len(entrants), lines
        return str(created)

    def entrants_of(self, division: str) -> list[Json]:
        """Return the members of the teams of a division, as `addEntrants` takes them."""
        return [
            {"player": each.player, "name": f"{each.team} {each.board}", "team": each.team, "board": each.board}
            for each in self.members
            if each.team in DIVISIONS[division]
        ]

    def start(self, tournaments: Sequence[str]) -> None:
        """Let the captains set their first line-ups, and start tournaments."""
        for name in tournaments:
            for each in self._captains(name):
                captain = Member(each.address, each.rng, each.player, each.key, team=each.team)
                captain.line_up(name, 1)
                captain.desk.close()
            self.post(f"/v1/tournaments/{name}/start", {})

    def _captains(self, tournament: str) -> Iterator[Member]:
        entered = {each["player"] for each in self.read(f"/v1/tournaments/{tournament}/entrants")["entrants"]}
        return (each for each in self.members if each.board == 1 and each.team != LATE and each.player in entered)

    def play_event(self, is_broken: Callable[[], bool]) -> None:
        """Run the next tournament of each division to its end; both are in the season while they run."""
        names = {division: self.found_tournament(division, self.entrants_of(division)) for division in DIVISIONS}
        for division, name in names.items():
            self.divisions[division].append(name)
        self._enlist()
        self.start([*names.values()])
        self.started += 1
        self._wait_for([*names.values()], is_broken)

    def _enlist(self) -> None:
        divisions = [{"name": name, "tournaments": tournaments} for name, tournaments in self.divisions.items()]
        if self.season:
            self.change(f"/v1/seasons/{self.season}", {"divisions": divisions})
            return
        body = {"name": "Autumn league", "risers": RISERS, "divisions": divisions}
        self.season = self.post("/v1/seasons", body)["season"]

    def _wait_for(self, names: Sequence[str], is_broken: Callable[[], bool]) -> None:
        """Wait until tournaments are over; fail if nothing happens in them for a long time."""
        versions: list[int] = []
        moved = time.monotonic()
        while True:
            found = [self.read(f"/v1/tournaments/{name}") for name in names]
            if all(each["status"] == "over" for each in found) or is_broken():
                return
            if versions != [each["version"] for each in found]:
                versions, moved = [each["version"] for each in found], time.monotonic()
            assert time.monotonic() < moved + STANDSTILL_SECONDS, f"the tournaments stand still: {found}"
            time.sleep(LOOK_SECONDS)

    def confirm(self) -> list[Json]:
        """Confirm who rises and falls; teams that share a place at a border stay. Return the divisions."""
        divisions = self.read(f"/v1/seasons/{self.season}")["divisions"]
        changes = [
            {**{name: row["results"][0][name] for name in ("tournament", "entrant")}, "division": number}
            for number, division in enumerate(divisions)
            for row in division["standings"]
            if row["outcome"] == "undecided"
        ]
        body = {"changes": changes, "reason": "Teams that are level stay."}
        return list(self.change(f"/v1/seasons/{self.season}", {"confirmation": body})["divisions"])


def plan_of(division: str) -> Json:
    """Return the plan of a tournament of a division."""
    return {
        "name": division,
        "ruleset": RULESET,
        "stages": [{"format": "round_robin", "table_size": 2}],
        "team_matches": {"boards": BOARDS},
        "tie_breaks": ["head_to_head", "opponents", "difference", "wins"],
        "clock": CLOCK,
    }


def public(address: str, path: str) -> bytes:
    """Return a public page unchanged, as a reader without a key gets it."""
    with urlopen(address + path, timeout=100) as response:
        return bytes(response.read())


def record_of(address: str, tournament: str) -> bytes:
    """Return the record of a tournament, once it exists."""
    return until(lambda: public(address, f"/v1/tournaments/{tournament}/record"), "the record exists")


def games_of(address: str, record: bytes) -> dict[str, bytes]:
    """Return the records of all games of a tournament, by id."""
    ended = [each["game_id"] for each in json.loads(record)["log"] if each["type"] == "finished"]
    return {game_id: public(address, f"/v1/games/{game_id}/record") for game_id in ended}
