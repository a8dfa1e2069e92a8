"""A client that follows a game by patches has the same view as one that reads it, also after an abort."""

from typing import Any, Final

import jsonpatch

from tests.pairs.playing import Play
from tests.pairs.scene import Scene
from tests.pairs.web import Person

NAME: Final = "patches lead to the view"
MOST_EVENTS = 200
"""Longer games are not followed."""
PAGE = 50


def check(play: Play) -> None:
    """Follow each finished game from its first view to its last one, as a spectator and as a seat."""
    scene = play.scene
    for game_id, truth in scene.truths.items():
        has_ended = truth.is_over or truth.aborted_at
        if game_id in scene.gone or not has_ended or truth.version > MOST_EVENTS:
            continue
        seated = [each for each in scene.persons if game_id in each.seats]
        for who in (None, *seated[:1]):
            _follow(scene, who, game_id)


def _follow(scene: Scene, who: Person | None, game_id: str) -> None:
    first = scene.web.send(who, "GET", f"/games/{game_id}/view?at=0")
    last = scene.web.send(who, "GET", f"/games/{game_id}/view")
    if first.status_code != 200 or last.status_code != 200:
        return
    shown, name = first.json, who.name if who else "nobody"
    for patch in _patches(scene, who, game_id):
        shown = jsonpatch.apply_patch(shown, patch)
    if shown != last.json:
        keys = [key for key in shown.keys() | last.json.keys() if shown.get(key) != last.json.get(key)]
        scene.journal.fault(NAME, f"{name} on {game_id} differs in {sorted(keys)}")


def _patches(scene: Scene, who: Person | None, game_id: str) -> list[Any]:
    """Return the patches of all events of a game, and that of its abort."""
    found, after = list[Any](), 0
    while True:
        path = f"/games/{game_id}/events?include=patches&limit={PAGE}&after={after}"
        page = scene.web.ok(who, "GET", path)
        found += [each["patch"] for each in page["events"]]
        if "aborted" in page:
            return [*found, page["aborted"]["patch"]]
        if len(page["events"]) < PAGE:
            return found
        after = page["events"][-1]["version"]
