"""What happens in the middle of a journey, each at a random moment: the features of its row beside the play itself."""

from collections.abc import Callable
from dataclasses import dataclass

import redis

from tests.pairs.accounts import delete, export, rotate
from tests.pairs.dimensions import NONE
from tests.pairs.endings import end
from tests.pairs.merging import merge
from tests.pairs.playing import Play, current, seated
from tests.pairs.scene import Scene
from tests.pairs.web import Person

SPAN = 14
"""Things happen in the first steps of a journey."""
PAUSED_MILLISECONDS = 150
MOST_TRIES = 5
EVAL = b"\r\nEVAL\r\n"


@dataclass(frozen=True)
class Happening:
    """Something that happens once, before a step."""

    step: int
    name: str
    do: Callable[[Play], None]


def planned(scene: Scene) -> list[Happening]:
    """Return what happens in a journey, in order."""
    row = scene.row
    possible: list[tuple[str, Callable[[Play], None], bool]] = [
        ("undo", undo, row["undo"] != NONE),
        ("undo", undo, row["undo"] != NONE),
        ("queue", queue, row["queue"] == "yes"),
        ("hint", hint, row["advice"] == "hints"),
        ("outage", outage, row["outage"] != NONE),
        ("outage", outage, row["outage"] != NONE),
        ("restart", restart, row["restart"] == "yes"),
        ("rotation", rotate, row["rotation"] != NONE),
        ("merge", merge, row["merge"] == "yes"),
        ("export", export, row["export"] == "yes"),
        ("deletion", delete, row["deletion"] in ("player", "creator", "game")),
        ("ending", end, row["ending"] != "played"),
    ]
    steps = [(scene.rng.randrange(1, SPAN), name, do) for name, do, happens in possible if happens]
    late = [
        (SPAN + scene.rng.randrange(4) if name in ("deletion", "ending") else step, name, do)
        for step, name, do in steps
    ]
    return [Happening(*each) for each in sorted(late, key=lambda each: each[0])]


def undo(play: Play) -> None:
    """Let people act until one of them can undo an action, with the consent of all others if that is needed."""
    scene = play.scene
    for _ in range(MOST_TRIES):
        play.turn()
        game_id = current(play)
        if game_id is None:
            return
        if any(_undone(scene, game_id, person) for person in seated(scene, game_id)):
            scene.environment.work()
            return


def _undone(scene: Scene, game_id: str, person: Person) -> bool:
    """Let a person undo an action; return whether that succeeds."""
    response = scene.web.send(person, "POST", f"/games/{game_id}/undo", {})
    if response.status_code != 200:
        return False
    offer = response.json.get("undo_offer")
    for other in seated(scene, game_id) if offer else []:
        if other is not person:
            scene.web.send(other, "POST", f"/games/{game_id}/undo", {"to": offer["to"]})
    return True


def queue(play: Play) -> None:
    """Queue two actions of a seat for its later decisions."""
    scene, game_id = play.scene, current(play)
    if game_id is None:
        return
    person = scene.rng.choice(seated(scene, game_id))
    view = scene.web.ok(person, "GET", f"/games/{game_id}/view")
    legal = scene.web.send(person, "GET", f"/games/{game_id}/actions")
    actions = legal.json.get("actions") if legal.status_code == 200 else None
    if actions:
        chosen = [{"action": scene.rng.choice(actions)} for _ in range(2)]
        body = {"ruleset": legal.json["ruleset"], "version": view["version"], "actions": chosen}
        play.queued.add((game_id, person.seats[game_id]))
        scene.web.send(person, "PUT", f"/games/{game_id}/queue", body)
        scene.environment.work()


def hint(play: Play) -> None:
    """Request a hint for a pending decision."""
    scene, game_id = play.scene, current(play)
    for person in seated(scene, game_id) if game_id else []:
        legal = scene.web.send(person, "GET", f"/games/{game_id}/actions")
        if legal.status_code == 200 and "decision" in legal.json:
            body = {"decision": legal.json["decision"]}
            for _ in range(2):
                scene.web.send(person, "POST", f"/games/{game_id}/hints", body)
                scene.environment.work()
            return


def outage(play: Play) -> None:
    """Let Redis pause, cut its connections, or lose a reply."""
    scene, kind = play.scene, play.scene.row["outage"]
    scene.has_been_out = True
    with redis.Redis.from_url(scene.environment.redis_url, retry=None) as client:
        if kind == "paused":
            client.client_pause(PAUSED_MILLISECONDS)
        elif kind == "cut":
            client.client_kill_filter(_type="normal", skipme=True)
            client.client_kill_filter(_type="pubsub")
        else:
            scene.environment.proxy.lose(EVAL, 1)
    play.turn()
    with redis.Redis.from_url(scene.environment.redis_url, retry=None) as client:
        client.ping()
    scene.environment.proxy.lose(b"", 0)
    scene.environment.settle()


def restart(play: Play) -> None:
    """Restart the service on the same data."""
    play.scene.environment.restart()
