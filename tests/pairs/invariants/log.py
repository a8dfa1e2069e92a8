"""Every acknowledged action is in the log exactly once, and nothing else was done for a person."""

from collections import Counter

from msgspec import UNSET

from tests.pairs.playing import SENT_ACTIONS, Play
from tests.pairs.truth import plain

NAME = "every acknowledged action is there once"


def check(play: Play) -> None:
    """Compare the acknowledged actions with the logs."""
    scene, journal = play.scene, play.scene.journal
    for game_id, version, seat, action in journal.acknowledged:
        truth = scene.truths.get(game_id)
        if truth is None:
            continue
        own = next((each for each in range(version, 0, -1) if _is_own(truth, each, seat)), 0)
        if not own or truth.action(own, seat) != plain(action):
            journal.fault(NAME, f"game {game_id}: the action of seat {seat} at version {version} is not in the log")
    for game_id, truth in scene.truths.items():
        if play.sent.get(game_id, 0) > SENT_ACTIONS or "second" in journal.games[game_id]:
            continue
        sent = Counter(seat for game, _, seat, _ in journal.acknowledged if game == game_id)
        persons = {each.seats[game_id] for each in (*scene.persons, *scene.former) if game_id in each.seats}
        done = Counter(each.event.seat for each in truth.moments if _is_of_person(each.event, persons))
        queued = scene.row["queue"] == "yes" or scene.tournament != ""
        if any(done[seat] < sent[seat] or (done[seat] > sent[seat] and not queued) for seat in persons):
            journal.fault(NAME, f"game {game_id}: people sent {dict(sent)} actions and the log has {dict(done)}")


def _is_own(truth, version: int, seat: int) -> bool:
    event = truth.moments[version - 1].event
    return event.seat == seat and event.change is UNSET and event.undoes is UNSET


def _is_of_person(event, persons: set[int]) -> bool:
    """Whether an event is an action of a person, not of a level or clock, and no undo."""
    return event.seat in persons and event.change is UNSET and event.undoes is UNSET and event.by is UNSET
