"""Every waiting player got a notice, once: in the feed, by webhooks, and by the notification target."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from service.store.feeds import KEPT_MILLISECONDS
from tests.pairs.dimensions import NONE
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
    _check_quiet_hours(play)


def _check_once(play: Play, player: str, game_id: str, own: list[dict[str, Any]]) -> None:
    """Check that no decision, and no end of a game, was reported twice."""
    counted = Counter((each["type"], each.get("seat"), each.get("decision"), _version(each)) for each in own)
    for key, number in counted.items():
        if number > 1 and key[0] in ("your_turn", "clock_low", *END):
            play.scene.journal.fault(NAME, f"{player} has {number} notices {key} of {game_id}")
    truth = play.scene.truths[game_id]
    turns = Counter(
        (each["seat"], first_of(truth, each["seat"], each["decision"], undo_breaks=True))
        for each in own
        if each["type"] == "your_turn"
    )
    for (seat, first), number in turns.items():
        if number > 1:
            play.scene.journal.fault(NAME, f"seat {seat} of {game_id} has {number} notices of the turn of {first}")


def _version(notice: dict[str, Any]) -> Any:
    """Return what else distinguishes a notice. After a month a feed forgets what it had, so a notice may come again."""
    month = int(notice["id"].partition("-")[0]) // KEPT_MILLISECONDS
    return notice.get("version") if notice["type"] == "clock_low" else month


def first_of(truth: Truth, seat: int, decision: int, *, undo_breaks: bool = False) -> int:
    """Return the first decision of a turn: the seat went on deciding without a break.

    With `undo_breaks`, an undo begins a turn: whether it needs a notice is left open.
    """
    while decision and decision <= truth.version:
        event = truth.moments[decision - 1].event
        if event.seat != seat or event.change is not None or event.by is not None:
            return decision
        if undo_breaks and event.undoes is not None:
            return decision
        decision = event.decision
    return decision


def _check_sent(play: Play, truth: Truth, player: str, game_id: str, own: list[dict[str, Any]]) -> None:
    """Check that the player of a seat had a notice of each turn in which the player acted or was late."""
    seats = [each.seats[game_id] for each in play.scene.people if each.id == player and game_id in each.seats]
    if not seats or play.scene.former or "second" in play.scene.journal.games[game_id]:
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
        if event.seat != seat or event.undoes is not None:
            continue
        if event.change is not None:
            is_away = event.change.kind != "returned"
        elif event.by is None or (event.by.reason == "time" and not is_away):
            is_away = is_away and event.by is not None
            yield event.version, event.decision


def _check_hook(play: Play) -> None:
    """Check that each message of the webhook was delivered once, and that private ones went to their player only."""
    scene = play.scene
    if scene.row["webhook"] == NONE:
        return
    got = [each for each in scene.outside.hooks.got if each.target.startswith(scene.hook_path)]
    doubled = [name for name, number in Counter(each.id for each in got).items() if number > 1]
    if doubled and not (scene.has_been_out or scene.former):  # an heir gets the notices again, with the same ids
        scene.journal.fault(NAME, f"{len(doubled)} deliveries of the webhook were sent twice")
    bodies = scene.outside.posted(scene.hook_path)
    keys = Counter(
        (each["type"], data.get("game_id"), data.get("seat"), data.get("decision"))
        for each in bodies
        for data in [each["data"]]
        if each["type"] in ("your_turn", "clock_low", *END)
    )
    for key, number in keys.items():
        if number > 1 and not (scene.former and key[0] in END):
            scene.journal.fault(NAME, f"the webhook has {number} messages {key}")
    if (
        scene.row["webhook"] in ("game", "created")
        and not bodies
        and any(each.version for each in scene.truths.values())
    ):
        scene.journal.fault(NAME, f"the webhook of the {scene.row['webhook']} has no message")


def _check_quiet_hours(play: Play) -> None:
    """Check that no message reached the target of the hero during quiet hours, and that some arrived."""
    scene = play.scene
    if scene.row["target"] == NONE:
        return
    times = [now for now, _, target in scene.outside.sent if target == scene.target and now > scene.target_since]
    if scene.row["quiet"] == "night":
        for now in times:
            hour = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo("Europe/Prague")).hour
            if hour >= 22 or hour < 7:
                scene.journal.fault(NAME, f"a message was sent at {hour} h, in quiet hours")
