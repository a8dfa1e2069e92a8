"""Test a slow tournament in a whole service whose processes are killed: vacation, substitute, pause, end, record."""

import json
from datetime import datetime, timedelta

import pytest

from domain.registry import RULESETS
from service.tournaments.rules.verification import verify
from tests.workers.running import environ_for, serving
from tests.workers.test_corrections import Organiser, kill
from tests.workers.waiting import until
from workers.command import keys

WEEK = 7 * 86_400
PLAN = {
    "name": "League",
    "ruleset": "riddle",
    "stages": [{"format": "round_robin", "table_size": 2}],
    "games": 4,
    "clock": {"kind": "per_decision", "seconds": WEEK},
    "vacation_days": 100,
}


class Member(Organiser):
    """A player with a key, who sends each request again until it has a response."""

    def __init__(self, service, name):
        self.service = service
        environ = environ_for(service.errors.parent / "data")
        created = keys.create(environ, None, name, ("play", "create", "organise"), None)
        self.key, self.player = created["key"], created["player"]

    def clocks(self, game):
        """Return the ends of the vacations in a game."""
        return [
            each["vacation_until"] for each in self.send(f"/games/{game}/view")["clocks"] if "vacation_until" in each
        ]


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """Return a service of its own, whose processes the test kills."""
    with serving(tmp_path_factory.mktemp("killed")) as served:
        yield served


def test_a_league_goes_through_a_vacation_a_substitute_and_a_pause_though_processes_are_killed(killed):
    olga, ada, bea, gina = (Member(killed, name) for name in ("Olga", "Ada", "Bea", "Gina"))
    entrants = [{"player": each.player} for each in (ada, bea)]
    path = f"/tournaments/{olga.send('/tournaments', {**PLAN, 'entrants': entrants})['tournament']}"
    olga.send(f"{path}/start", {})
    until(lambda: olga.send(f"{path}/rounds")["rounds"], "the round is paired")
    games = [each["game_id"] for each in olga.send(f"{path}/rounds")["rounds"][0]["tables"][0]["games"]]
    days = olga.send(f"{path}/entrants")["entrants"][0]["vacation_days_left"]
    away = ada.send(f"{path}/entrants/0/withdraw", {"vacation_until": soon(olga, path)})
    kill(killed.web_workers())
    until(lambda: all(olga.clocks(each) == [away["vacation_until"]] for each in games), "all clocks stand still")
    ada.send(f"{path}/entrants/0/reenter", {})
    kill(killed.named("sweeper"))
    until(lambda: not any(olga.clocks(each) for each in games), "all clocks run")
    left = olga.send(f"{path}/entrants")["entrants"][0]["vacation_days_left"]
    assert days - 1 < left <= days
    olga.send(f"{path}/entrants/0/reenter", {"player": gina.player, "reason": "Ada is ill."})
    kill(killed.web_workers())
    until(lambda: len(gina.send("/me/games")["games"]) == len(games), "the substitute has all games")
    assert ada.send("/me/games")["games"] == []
    for each in (gina, bea):
        paused = each.send(f"/games/{games[0]}/clocks", {"action": "pause"})["pause"]
    assert paused["status"] == "paused"
    assert "pause" not in bea.send(f"/games/{games[0]}/clocks", {"action": "resume"})
    steps = [each["pause"] for each in gina.send("/me/events")["events"] if each["type"] == "pause"]
    assert steps == ["paused", "resumed"]
    for each in games:
        bea.send(f"/games/{each}/resign", {})
    until(lambda: olga.send(path)["status"] == "over", "the tournament is over")
    records = {each: olga.text(f"/games/{each}/record") for each in games}
    record = verify(olga.text(f"{path}/record"), records, RULESETS)
    types = [each["type"] for each in record["log"]]
    assert [types.count(each) for each in ("vacation", "substituted", "finished")] == [2, 1, len(games)]
    changed = [each["change"]["kind"] for each in json.loads(records[games[0]])["events"] if "change" in each]
    assert changed == ["vacation", "vacation", "pause_requested", "paused", "resumed", "resigned"]


def soon(who, path):
    """Return the time a month after the creation of a tournament, by the clock of the service."""
    created = datetime.fromisoformat(who.send(path)["created_at"])
    return f"{created + timedelta(days=30):%Y-%m-%dT%H:%M:%S.%fZ}"
