"""Test that what follows a commit never fails the request that caused it, and is done later."""

from functools import partial
from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace
from rq import Queue

from service.game.game import load
from service.installation import failed_jobs
from service.lobby import seat_removal
from service.matchmaking import matchmaking
from service.matchmaking.subject import SEEKS
from service.telemetry import metrics
from service.telemetry.families import Step
from service.tournaments import progress
from service.tournaments.subject import TOURNAMENTS
from tests.service.helpers.players.notices import FUTURE, reported
from tests.service.helpers.players.notifications import DISCORD, PATH
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, new_players, organiser
from workers.processes.pace import LONGEST_PAUSE_SECONDS
from workers.processes.sweeper import sweep, sweep_of

NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
CLOCK = {"kind": "per_decision", "seconds": 100}


class Broken:
    """A part of the service of which one method fails."""

    def __init__(self, true, method):
        self.true, self.method = true, method

    def __getattr__(self, name):
        return fail if name == self.method else getattr(self.true, name)


def fail(*_arguments, **_named):
    raise ZeroDivisionError


def store_part(monkeypatch, service, part, method):
    monkeypatch.setattr(service.installation.store, part, Broken(getattr(service.installation.store, part), method))


def game_of_two(service, **terms):
    """Create a game of two players; return both and the game."""
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}]
    return ann, bea, ann.create(seats, **terms).json["game_id"]


def action(service, who, game_id):
    game = load(service.installation, game_id)
    seat = game.to_act[0]
    legal = game.ruleset.legal_actions(game.position.state, seat)[0]
    body = {"ruleset": "tiny", "decision": game.position.decisions[seat], "action": msgspec.to_builtins(legal)}
    return who.post(f"/games/{game_id}/actions", body)


def acting(service, monkeypatch, harm, **terms):
    """Submit an action whose follow-up is broken."""
    ann, bea, game_id = game_of_two(service, **terms)
    harm()
    response = action(service, ann, game_id)
    assert response.status_code == 200
    assert load(service.installation, game_id).position.version == 1
    monkeypatch.undo()
    sweep(service.installation, FUTURE)
    assert "your_turn" in [each[0] for each in reported(service, bea.id)]


def notices(service, monkeypatch):
    acting(service, monkeypatch, partial(store_part, monkeypatch, service, "feeds", "append"))


def webhooks(service, monkeypatch):
    acting(service, monkeypatch, partial(store_part, monkeypatch, service, "webhooks", "notify"))


def job(service, monkeypatch):
    ann = player(service, "Ann")
    monkeypatch.setattr(Queue, "enqueue_call", fail)
    response = ann.create([{"kind": "human", "player": ann.id}, {"kind": "ai", "level": "random"}])
    assert response.status_code == 201
    game_id = response.json["game_id"]
    assert action(service, ann, game_id).status_code == 200
    monkeypatch.undo()
    sweep(service.installation, FUTURE)
    assert [queue.job_ids for queue in service.installation.queues.values() if queue.job_ids] == [[f"ai-{game_id}-1"]]


def clocks(service, monkeypatch):
    acting(service, monkeypatch, partial(store_part, monkeypatch, service, "clocks", "remove"), clock=CLOCK)


def measured(service, monkeypatch):
    acting(service, monkeypatch, partial(monkeypatch.setattr, metrics, "count_commit", fail))


def lists(service, monkeypatch):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    created = ann.create([{"kind": "human", "player": ann.id}, {"kind": "open"}], clock=CLOCK).json
    store_part(monkeypatch, service, "lists", "mark_started")
    assert bea.claim(created["game_id"], 1).status_code in (200, 201)
    assert load(service.installation, created["game_id"]).has_started


def end(service, monkeypatch):
    ann, bea, game_id = game_of_two(service)
    store_part(monkeypatch, service, "lists", "abort")
    assert ann.post(f"/games/{game_id}/abort").json["status"] == "aborted"
    monkeypatch.undo()
    sweep(service.installation, FUTURE)
    assert "aborted" in [each[0] for each in reported(service, bea.id)]
    assert not service.installation.store.due.holds(game_id)


def removal(service, monkeypatch):
    monkeypatch.setattr(seat_removal, "is_deleted", fail)
    ann = player(service, "Ann")
    response = ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}])
    assert (response.status_code, [each["seat"] for each in response.json["tokens"]]) == (201, [1])


def tournament(service, monkeypatch):
    who = organiser(service)
    url = found(who)
    for each in new_players(service):
        who.post(f"{url}/entrants", {"player": each.id})
    monkeypatch.setattr(progress, "drive", fail)
    assert who.post(f"{url}/start", {}).json["status"] == "running"
    monkeypatch.undo()
    sweep_of(TOURNAMENTS.due)(service.installation, FUTURE)
    assert [each["round"] for each in who.get(f"{url}/rounds").json["rounds"]] == [1]


def match(service, monkeypatch):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    sought = {"ruleset": "tiny", "seats": [2]}
    ann.post("/seeks", sought)
    monkeypatch.setattr(matchmaking, "seat", fail)
    assert bea.post("/seeks", sought).json["status"] == "waiting"
    monkeypatch.undo()
    sweep_of(SEEKS.due)(service.installation, FUTURE)
    assert [each["status"] for each in bea.get("/seeks").json["seeks"]] == ["matched"]


SCENES = {
    "notices": notices,
    "webhooks": webhooks,
    "job": job,
    "clocks": clocks,
    "lists": lists,
    "end": end,
    "removal": removal,
    "tournament": tournament,
    "match": match,
    "metrics": measured,
}
"""For each step after a commit, a request whose step fails."""


def test_each_step_after_a_commit_has_a_scene():
    assert set(SCENES) == set(get_args(Step))


@pytest.mark.parametrize("step", get_args(Step))
def test_a_request_succeeds_although_a_step_after_its_commit_fails(service, monkeypatch, step):
    SCENES[step](service, monkeypatch)


def with_poisoned_target(service, who):
    """Add a notification target of a player that was stored with wrong quiet hours."""
    target = who.post(PATH, {"url": DISCORD, "quiet_hours": NIGHT}).json["target_id"]
    stored = service.installation.store.webhooks.get(who.id, target)
    hours = replace(stored.target.quiet_hours, time_zone="No/Where")
    wrong = replace(stored, target=replace(stored.target, quiet_hours=hours))
    assert service.installation.store.webhooks.change(who.id, stored, wrong)
    return target


def test_a_player_whose_notices_fail_disturbs_nobody(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    with_poisoned_target(service, bea)
    hook = ann.post("/me/webhooks", {"url": "https://example.org/ann"}).json["webhook_id"]
    created = ann.create([{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}, {"kind": "human"}])
    assert (created.status_code, len(created.json["tokens"])) == (201, 1)
    game_id = created.json["game_id"]
    assert action(service, ann, game_id).status_code == 200
    delivered = [each["type"] for each in ann.get(f"/me/webhooks/{hook}/deliveries").json["deliveries"]]
    assert "seated" in delivered
    assert [each[0] for each in reported(service, bea.id)] == ["seated", "your_turn"]


def test_notices_that_keep_failing_are_stopped_and_do_not_fill_the_due_list(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    with_poisoned_target(service, bea)
    seats = [{"kind": "human", "player": ann.id}, {"kind": "human", "player": bea.id}]
    game_id = ann.create(seats).json["game_id"]
    action(service, ann, game_id)
    tries = service.installation.settings.job_tries
    checked = [sweep_later(service.installation, game_id, number) for number in range(tries + 1)]
    assert checked == [True] * tries + [False]
    (failed,) = service.installation.store.failed_jobs.of(game_id).values()
    assert (failed.job, failed.tries) == ("send_notices", tries)
    assert failed_jobs.has_stopped(service.installation, failed)


def sweep_later(installation, game_id, number):
    """Let the sweeper check all games; return whether this one is checked again later."""
    sweep(installation, FUTURE + number * LONGEST_PAUSE_SECONDS)
    return installation.store.due.holds(game_id)
