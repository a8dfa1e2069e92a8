"""Every waiting player got a notice, once: in the feed, by webhooks, and by the notification target."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from msgspec import UNSET

from tests.pairs.dimensions import NIGHTS, NONE
from tests.pairs.feeds import collect_notices
from tests.pairs.playing import Play
from tests.pairs.truth import Truth

NAME: Final = "every waiting player got a notice, once"
END = {"over", "scored", "aborted"}


def check(play: Play) -> None:
    """Compare notices with the turns of the log."""
    collect_notices(play.scene)
    for player, notices in play.scene.notices.items():
        for game_id, truth in play.scene.truths.items():
            own = [each for each in notices.values() if each.get("game_id") == game_id]
            _check_once(play, player, game_id, own)
            _check_sent(play, truth, player, game_id, own)
    _check_hook(play)
    _check_target(play)


def _check_once(play: Play, player: str, game_id: str, own: list[dict[str, Any]]) -> None:
    """Check that no decision, and no end of a game, was reported twice."""
    counted = Counter(
        (
            each["type"],
            each.get("seat"),
            each.get("decision"),
            each.get("version") if each["type"] == "clock_low" else 0,
        )
        for each in own
    )
    for key, number in counted.items():
        if number > 1 and key[0] in ("your_turn", "clock_low", *END):
            play.scene.journal.fault(NAME, f"{player} has {number} notices {key} of {game_id}")
    truth, breaks = play.scene.truths[game_id], breaks_of(play, game_id, own)
    turns = Counter(
        (each["seat"], first_of(truth, each["seat"], each["decision"], breaks))
        for each in own
        if each["type"] == "your_turn"
    )
    for (seat, first), number in turns.items():
        if number > 1:
            play.scene.journal.fault(NAME, f"seat {seat} of {game_id} has {number} notices of the turn of {first}")


def breaks_of(play: Play, game_id: str, own: Iterable[dict[str, Any]]) -> set[int]:
    """Return the decisions that begin a turn although their seat opened them, by an action or undo."""
    truth, acknowledged, queued = play.scene.truths[game_id], play.scene.journal.acknowledged, play.queued
    sent = {version for game, version, _, _ in acknowledged if game == game_id}
    may_agree = play.scene.row["undo"] == "consent"  # the log does not show whether others agreed
    events = [each.event for each in truth.moments]
    undone = {each.version for each in events if each.undoes is not UNSET}
    acted = {each.version for each in events if (game_id, each.seat) in queued and each.change is UNSET}
    # The service expects that a player whose queue acts, or does not fit, is absent.
    return (undone if may_agree else set()) | (acted - sent - undone) | {*_after_drops(truth, own)}


def _after_drops(truth: Truth, own: Iterable[dict[str, Any]]) -> Iterator[int]:
    """Yield the decisions that a queue should have answered and that its player got back."""
    for each in own:
        if each["type"] == "queue_dropped" and each["reason"] in ("illegal", "condition", "late"):
            yield truth.moments[each["version"] - 1].decisions[each["seat"]] if each["version"] else 0


def first_of(truth: Truth, seat: int, decision: int, breaks: Collection[int] = ()) -> int:
    """Return the first decision of a turn: the seat went on deciding, without one of the breaks."""
    while decision and decision <= truth.version and decision not in breaks:
        event = truth.moments[decision - 1].event
        if event.seat != seat or event.change is not UNSET or event.by is not UNSET:
            return decision
        decision = event.decision
    return decision


def _check_sent(play: Play, truth: Truth, player: str, game_id: str, own: list[dict[str, Any]]) -> None:
    """Check that the player of a seat had a notice of each turn in which the player acted or was late."""
    seats = [each.seats[game_id] for each in play.scene.persons if each.id == player and game_id in each.seats]
    is_new = play.scene.former or game_id in play.scene.newcomers
    if not seats or is_new or "second" in play.scene.journal.games[game_id]:
        return
    noticed = {
        first_of(truth, seats[0], each["decision"])
        for each in own
        if each["type"] in ("your_turn", "taken_over", "forfeited")
    }
    for version, decision in turns_of(truth, seats[0]):
        if first_of(truth, seats[0], decision) not in noticed and play.scene.row["queue"] == "no":
            play.scene.journal.fault(
                NAME, f"seat {seats[0]} of {game_id} got no notice of decision {decision} (event {version})"
            )
    if truth.is_over and game_id not in play.scene.gone and not END & {each["type"] for each in own}:
        play.scene.journal.fault(NAME, f"{player} got no notice of the end of {game_id}")


def turns_of(truth: Truth, seat: int) -> Iterator[tuple[int, int]]:
    """Yield version and decision of each action that a seat took itself, or for which it was late."""
    is_away = False
    for event in (each.event for each in truth.moments):
        if event.seat != seat or event.undoes is not UNSET:
            continue
        if event.change is not UNSET:
            is_away = event.change.kind != "returned"
        elif event.by is UNSET or (event.by.reason == "time" and not is_away):
            is_away = is_away and event.by is not UNSET
            yield event.version, event.decision


def _check_hook(play: Play) -> None:
    """Check that each message of the webhook was delivered once, and that private ones went to their player only."""
    scene = play.scene
    if scene.row["webhook"] == NONE:
        return
    got = [each for each in scene.outside.hooks.got if each.target.startswith(scene.hook_path)]
    # A merge moves the webhook of a player and forgets its deliveries: the heir gets a message again, with its id.
    times = 2 if scene.row["webhook"] == "player" and any(each.is_merged for each in scene.former) else 1
    doubled = [name for name, number in Counter(each.id for each in got).items() if number > times]
    if doubled and not scene.has_been_out:
        scene.journal.fault(NAME, f"{len(doubled)} deliveries of the webhook were sent more often than {times} times")
    bodies = scene.outside.posted(scene.hook_path)
    once = {each.id: body for each, body in zip(got, bodies, strict=True)}
    keys = Counter(
        (each["type"], data.get("game_id"), data.get("seat"), data.get("decision"))
        for each in once.values()
        for data in [each["data"]]
        if each["type"] in ("your_turn", "clock_low", *END)
    )
    for key, number in keys.items():
        if number > 1:
            scene.journal.fault(NAME, f"the webhook has {number} messages {key}")
    if (
        scene.row["webhook"] in ("game", "created")
        and not bodies
        and any(each.version for each in scene.truths.values())
    ):
        scene.journal.fault(NAME, f"the webhook of the {scene.row['webhook']} has no message")


def _check_target(play: Play) -> None:
    """Check that the target of the hero got messages if there were notices, and none during quiet hours."""
    scene = play.scene
    if scene.row["target"] == NONE:
        return
    times = [now for now, _, target in scene.outside.sent if target == scene.target and now > scene.target_since]
    own = [each for each in scene.notices.get(scene.hero.id, {}).values() if each["type"] == "your_turn"]
    if own and not times and not scene.former:
        scene.journal.fault(NAME, f"the hero has {len(own)} notices of turns, and the target got no message")
    for now in times if scene.row["quiet"] in NIGHTS else ():
        hours, _ = NIGHTS[scene.row["quiet"]]
        clock = f"{datetime.fromtimestamp(now, ZoneInfo(hours['time_zone'])):%H:%M}"
        if clock >= hours["start"] or clock < hours["end"]:
            scene.journal.fault(NAME, f"a message was sent at {clock}, in quiet hours")
