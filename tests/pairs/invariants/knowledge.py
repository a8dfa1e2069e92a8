"""No caller learned more than the rules allow, or anything that differs from the rules.

Each view and event that was received is compared with the game replayed by the rules alone. What spectators received
must also be old enough.
"""

from datetime import datetime

from tests.pairs.playing import Play
from tests.pairs.truth import Truth
from tests.pairs.web import Shown

NAME = "no caller learned more than the rules allow"


def check(play: Play) -> None:
    """Compare everything that was shown with the truth."""
    scene = play.scene
    for shown in scene.journal.views:
        truth = scene.truths.get(shown.game_id)
        if truth is None or shown.version > truth.version:
            continue
        if shown.data["view"] not in [truth.view(shown.version, seat) for seat in _viewers(shown)]:
            scene.journal.fault(NAME, f"{_name(shown)}: the view is not that of seat {shown.seat}")
        _check_delay(play, truth, shown)
    for shown in scene.journal.events:
        truth = scene.truths.get(shown.game_id)
        if truth is None or shown.version > truth.version:
            continue
        allowed = [(truth.action(shown.version, seat), truth.facts(shown.version, seat)) for seat in _viewers(shown)]
        if (shown.data.get("action"), shown.data.get("facts", [])) not in allowed:
            scene.journal.fault(NAME, f"{_name(shown)}: the event is not that of seat {shown.seat}")
        _check_delay(play, truth, shown)


def _viewers(shown: Shown) -> tuple[int | None, ...]:
    """Return the seats as one of which the caller was shown it; None is a spectator."""
    return (shown.seat, None) if shown.leaving else (shown.seat,)


def _name(shown: Shown) -> str:
    return f"{shown.source} at version {shown.version} of {shown.game_id}"


def _check_delay(play: Play, truth: Truth, shown: Shown) -> None:
    """Check that a spectator received something only when it was allowed."""
    kind = play.scene.row["spectators"]
    if shown.inside or shown.over or shown.head < 0 or "second" in play.scene.journal.games[shown.game_id]:
        return
    journal = play.scene.journal
    if play.scene.row["visibility"] == "private" or kind == "off":
        journal.fault(NAME, f"{_name(shown)}: a spectator was shown a {kind} game")
    elif kind == "delayed_events" and shown.version > max(0, shown.head - 3):
        journal.fault(NAME, f"{_name(shown)}: a spectator was shown it at version {shown.head}")
    elif kind == "delayed_seconds" and shown.version:
        at = datetime.fromisoformat(truth.moments[shown.version - 1].event.at).timestamp()
        if not truth.header.virtual and at + 45 > shown.now + 0.5:
            journal.fault(NAME, f"{_name(shown)}: a spectator was shown it after {shown.now - at:.1f} s")
