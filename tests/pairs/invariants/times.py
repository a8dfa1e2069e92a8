"""Every deadline that was shown was kept, and every game ends."""

from datetime import datetime

from msgspec import UNSET

from tests.pairs.playing import Play
from tests.pairs.truth import Truth

NAME = "every deadline is kept"
EARLY_SECONDS = 0.001


def check(play: Play) -> None:
    """Check that no decision was taken away before the latest deadline shown for it, and that all games have ended."""
    for game_id, truth in play.scene.truths.items():
        _check_defaults(play, game_id, truth)
        purpose = play.scene.journal.games[game_id]
        if game_id not in play.scene.gone and not truth.is_over and not truth.aborted_at and "second" not in purpose:
            play.scene.journal.fault("every game ends", f"game {game_id} goes on at version {truth.version}")


def _check_defaults(play: Play, game_id: str, truth: Truth) -> None:
    shown = play.scene.journal.deadlines
    for moment in truth.moments:
        event = moment.event
        by_time = event.by is not UNSET and event.by.reason == "time" and event.by.kind == "clock"
        lost = event.change is not UNSET and event.change.kind in ("taken_over", "forfeited")
        due = shown.get((game_id, event.seat, event.decision), ())
        if (by_time or lost) and due:
            at = datetime.fromisoformat(event.at).timestamp()
            if at < min(due) - EARLY_SECONDS:
                play.scene.journal.fault(
                    NAME, f"seat {event.seat} of {game_id} lost decision {event.decision} {min(due) - at:.1f} s early"
                )
