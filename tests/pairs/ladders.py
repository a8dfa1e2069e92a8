"""Play a ladder: people challenge each other, the organiser challenges for AI levels, and ends the ladder."""

from itertools import pairwise
from typing import Final

from tests.pairs.scene import Scene
from tests.pairs.tournaments import cancel
from tests.pairs.web import Person

TURNS: Final = 2
"""How often all challenge before the organiser ends the ladder."""
ACCEPTED: Final = ("challenge_not_allowed", "tournament_not_running", "not_organiser", "invalid_token", "key_expired")
"""The codes of challenges that come too late, or from players who have left."""


def play_on(scene: Scene) -> None:
    """Create the next matches of a ladder whose games have ended, or end it; nothing in other tournaments."""
    if scene.row["tournament"] != "ladder":
        return
    if scene.turns == TURNS:
        cancel(scene)
        return
    scene.turns += 1
    for person in scene.persons:
        _challenge(scene, person)
    _challenge_for_levels(scene)


def _challenge(scene: Scene, person: Person) -> None:
    """Let a person challenge the last one of those whom the ladder offers, and check that it keeps the offer."""
    seen = scene.web.send(person, "GET", scene.tournament)
    offered = seen.json.get("may_challenge", []) if seen.status_code == 200 else []
    if not offered:
        return
    sent = scene.web.send(person, "POST", f"{scene.tournament}/challenges", {"entrant": offered[-1]})
    if sent.status_code not in (200, 201) and sent.json["code"] not in ACCEPTED:
        scene.journal.fault("an offered challenge is possible", f"{person.name} got {sent.status_code} {sent.text}")


def _challenge_for_levels(scene: Scene) -> None:
    """Let the organiser challenge for each AI level the entrant above it; some of these challenges are rejected."""
    entrants = scene.web.ok(scene.creator, "GET", f"{scene.tournament}/entrants")["entrants"]
    levels = {each["entrant"] for each in entrants if each["kind"] == "level"}
    listed = scene.web.ok(scene.creator, "GET", f"{scene.tournament}/standings")["standings"]
    order = [each["entrant"] for each in listed]
    for above, entrant in pairwise(order):
        if entrant in levels:
            body = {"entrant": above, "challenger": entrant}
            scene.web.send(scene.creator, "POST", f"{scene.tournament}/challenges", body)
