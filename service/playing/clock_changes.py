"""Pause the clocks of a game by agreement, and give the other players time.

Each change is an event of the log, so that all see it, and all clocks follow from the log. While a game is paused, no
deadline passes. An action of a player resumes it.
"""

from collections.abc import Callable, Mapping

from msgspec import UNSET

from domain.seat_changes import CLOCK_CHANGES, SeatChange
from service import problems
from service.game import game_info, history, pauses
from service.game.game import Game, game_of, moment_in
from service.game.includes import NOTHING
from service.game.responses import ResponseBuilder
from service.installation.installation import Installation
from service.playing import games
from service.playing.games import ActResult
from service.playing.seat_changes import apply_change
from service.playing.seat_checks import check_can_play
from service.resources.absence import ClockAction, ClockChange
from service.store import Idempotency, StoredGame

MOST_CHANGES = 100
"""The maximum number of changes of the clocks by a seat in one game, to limit the size of the log."""


def change(
    installation: Installation, stored: StoredGame, seat: int, body: ClockChange, idempotency: Idempotency | None = None
) -> ActResult:
    """Change the clocks of a game as it was read, or request a pause, and return the seat's view.

    With an idempotency key, `stored` must have the stored responses. Raises ConflictingWrite if the game has changed
    since it was read, ClockChangeNotAllowed, GameAborted, GameFaulty, GameNotStarted, GameOver, SeatResigned,
    IdempotencyKeyReused and RulesNotHosted.
    """
    if (repeated := games.repeated_response(installation, stored, seat, idempotency)) is not None:
        return repeated
    game = game_of(installation, stored)
    check_can_play(game, seat)
    if game.header.clock is UNSET:
        raise problems.ClockChangeNotAllowed("Create the game with `clock`. This game has no clock.")
    found = _CHANGES[body.action](game, seat, body, moment_in(installation, game.header, game.info))
    if found is None:
        return ActResult(ResponseBuilder(NOTHING).body(game, seat))
    _check_count(installation, game, seat)
    event = apply_change(installation, game, seat, found)
    view = ResponseBuilder(NOTHING).body(game, seat)
    games.commit(installation, game, event, idempotency)
    return ActResult(view)


def _check_count(installation: Installation, game: Game, seat: int) -> None:
    """Raise ClockChangeNotAllowed if a seat has changed the clocks too often."""
    log = history.log(installation, game, 0, game.position.version)
    own = [each.change for each in log if each.seat == seat and each.change is not UNSET]
    if sum(each.kind in CLOCK_CHANGES for each in own) >= MOST_CHANGES:
        raise problems.ClockChangeNotAllowed(
            "Continue the game. A seat can change the clocks at most {times} times in one game.",
            {"times": MOST_CHANGES},
        )


def _pause(game: Game, seat: int, body: ClockChange, now: int) -> SeatChange | None:
    """Return the request for a pause, or its start if all agree; None if nothing changes."""
    info, hours = game.info, 0 if body.hours is UNSET else body.hours
    if pauses.is_paused(info, now):
        return None
    requested = pauses.requested(info, seat, hours)
    others = {each for each in game.human_seats if not game_info.has_resigned(info, each)} - {seat}
    if game.header.rated and not others:
        raise problems.ClockChangeNotAllowed("Continue the game. In a rated game another human player must agree.")
    if others <= {*requested.agreed}:
        return SeatChange("paused", hours=body.hours)
    return None if info.pause == requested else SeatChange("pause_requested", hours=body.hours)


def _decline(game: Game, seat: int, body: ClockChange, now: int) -> SeatChange | None:  # noqa: ARG001  # as the others
    """Return the decline of a requested pause; None without a request."""
    is_requested = game.info.pause is not UNSET and game.info.pause.since is UNSET
    return SeatChange("pause_declined") if is_requested else None


def _resume(game: Game, seat: int, body: ClockChange, now: int) -> SeatChange | None:  # noqa: ARG001  # as the others
    """Return the end of a pause, or else of the vacation of the seat in this game; None without both."""
    if pauses.is_paused(game.info, now):
        return SeatChange("resumed")
    own = pauses.vacation_of(game.info, seat)
    lasts = own is not None and own.since is not UNSET and now < own.until
    return SeatChange("vacation") if lasts else None


def _give_time(game: Game, seat: int, body: ClockChange, now: int) -> SeatChange | None:  # noqa: ARG001  # as the others
    """Return the given time. Raises ClockChangeNotAllowed in a game without time budgets."""
    if game.header.clock is UNSET or not game.header.clock.budget:
        raise problems.ClockChangeNotAllowed("Create the game with a time budget. Only budgets take given time.")
    return SeatChange("time_given", seconds=body.seconds)


_CHANGES: Mapping[ClockAction, Callable[[Game, int, ClockChange, int], SeatChange | None]] = {
    "pause": _pause,
    "decline": _decline,
    "resume": _resume,
    "give_time": _give_time,
}
