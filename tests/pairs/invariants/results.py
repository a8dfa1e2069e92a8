"""Who gives up wins nothing: neither a game nor rating. The game ends with the last seat that could give up.

The seats that gave up follow from the log alone, so a rule that forgets one of them disagrees.
"""

from typing import Any, Final

from msgspec import UNSET

from tests.pairs.playing import Play
from tests.pairs.scene import Scene
from tests.pairs.truth import Truth, is_won

NAME: Final = "who gives up wins nothing"


def check(play: Play) -> None:
    """Compare the results and ratings of finished games with the seats that gave up."""
    scene = play.scene
    for game_id, truth in scene.truths.items():
        if game_id in scene.gone or not truth.is_over or truth.aborted_at:
            continue
        _check_ranks(scene, game_id, truth)
        _check_end(scene, game_id, truth)
        if truth.header.rated:
            _check_ratings(scene, game_id, truth)


def _check_ranks(scene: Scene, game_id: str, truth: Truth) -> None:
    """Check that no seat that resigned or forfeited is first, and that exactly these seats have a reason."""
    readers = (None, scene.creator, *scene.persons)
    responses = (scene.web.send(each, "GET", f"/games/{game_id}/result") for each in readers)
    found = next((each.json for each in responses if each.status_code == 200), None)
    if found is None:
        return
    seats, given_up = found["seats"], lost_seats(truth)
    if {number for number, each in enumerate(seats) if "reason" in each} != given_up:
        scene.journal.fault(NAME, f"seats {sorted(given_up)} of {game_id} gave up, and the result has {_ranks(seats)}")
    early = bool(truth.moments[-1].to_act)
    if ("ended_by" in found) is not early:
        scene.journal.fault(NAME, f"{game_id} was ended by {found.get('ended_by')}, early is {early}")
    if any(seats[seat]["rank"] == 1 for seat in given_up):
        scene.journal.fault(NAME, f"seats {sorted(given_up)} of {game_id} gave up and won: {_ranks(seats)}")


def _check_end(scene: Scene, game_id: str, truth: Truth) -> None:
    """Check that a game has no event after the one that left a single seat."""
    info = scene.environment.installation.store.info(game_id)
    has_level = bool(info.levels) or any(each.kind == "ai" for each in truth.header.seats)
    if is_won(truth.moments[:-1], len(truth.header.seats), has_level=has_level):
        scene.journal.fault(NAME, f"{game_id} went on after all seats but one had given up")


def _ranks(seats: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(each["rank"], each.get("reason", "")) for each in seats]


def lost_seats(truth: Truth) -> set[int]:
    """Return the seats that resigned or forfeited."""
    changes = [each.event.change for each in truth.moments]
    return {
        moment.event.seat
        for moment, change in zip(truth.moments, changes, strict=True)
        if change is not UNSET and change.kind in ("resigned", "forfeited")
    }


def absent_seats(truth: Truth) -> set[int]:
    """Return the seats for which a level decided after a missed deadline, or the service decided last."""
    late, last = set[int](), dict[int, str]()
    for event in (each.event for each in truth.moments if each.event.change is UNSET):
        last[event.seat] = event.by.reason if event.by else ""
        late |= {event.seat} if event.by and (event.by.kind, event.by.reason) == ("level", "time") else set()
    return late | {seat for seat, reason in last.items() if reason == "time"}


def _check_ratings(scene: Scene, game_id: str, truth: Truth) -> None:
    """Check that the only seat that gave up or was absent gained no rating."""
    behind = absent_seats(truth) | lost_seats(truth)
    for person in scene.persons:
        if behind != {person.seats.get(game_id)} or not person.id:
            continue
        changes = [each["change"] for each in _history(scene, person.id) if each["game_id"] == game_id]
        if any(each > 0 for each in changes):
            scene.journal.fault(NAME, f"{person.name} gave up {game_id} or was absent, and gained {changes} points")


def _history(scene: Scene, player: str) -> list[dict[str, Any]]:
    """Return all rated games of a player."""
    response = scene.web.send(None, "GET", f"/players/{player}/ratings")
    if response.status_code != 200:
        return []
    pools = [each["pool"]["pool"] for each in response.json["ratings"]]
    paths = [f"/ratings/{pool}/players/{player}/history?limit=100" for pool in pools]
    return [game for path in paths for game in scene.web.ok(None, "GET", path)["games"]]
