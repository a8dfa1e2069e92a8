"""Handle timeouts, resignations and the return of players.

The rules do not know absence: default actions or an AI level play the seat of an absent player.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from domain.clock import SECOND
from domain.seat_changes import SeatChange
from service import problems
from service.game import clocks, game_info, outages, pauses
from service.game.clocks import deadline
from service.game.game import Game, check_not_aborted, check_not_faulty, check_started, game_of, load, moment_in
from service.installation.installation import Installation
from service.playing import faulty_games, games, notices
from service.playing.game_info_updates import update_game_info
from service.playing.seat_changes import change_seat
from service.resources.clocks import By
from service.store import GameInfo, GameUnreadable
from service.store.clock_list import TimedDecision

TIMED_OUT = By("clock", "time")


def load_all(installation: Installation, timed: Sequence[TimedDecision]) -> dict[str, Game]:
    """Return the games of decisions by id, read in one round trip to each server, without unreadable games."""
    game_ids = list({each.game_id for each in timed})
    found = {}
    for game_id, listed in zip(game_ids, installation.store.listed.read_many(game_ids, live=True), strict=True):
        with suppress(problems.RulesNotHosted, GameUnreadable):  # handling the single game reports the reason
            if listed is not None:
                found[game_id] = game_of(installation, listed)
    return found


def handle_deadline(
    installation: Installation, timed: TimedDecision, now: float = 0.0, game: Game | None = None
) -> float | None:
    """Handle a decision whose deadline has passed or is near; return when to check again, None if never.

    `game` is a recent copy of the game. A second call finds the decision closed. Raises
    RulesNotHosted, GameBusy and one of OUTAGES.
    """
    try:
        game = load(installation, timed.game_id) if game is None else game
    except problems.GameNotFound:
        return None
    if _is_early(game, timed):
        return now + installation.settings.lease_seconds
    due_at = _deadline_of(game, timed)
    when = due_at if due_at is None or timed.kind == "up" else clocks.low_time(_since(game, timed), due_at)
    if due_at is None or when is None:
        return None
    game_time = moment_in(installation, game.header, game.info)
    if when > game_time:
        return None if game.header.virtual else when / SECOND
    if timed.kind == "low":
        if due_at > game_time:
            notices.send_clock_low(installation, game, timed.seat)
        return None
    later = None if game.header.virtual else _credit_outages(installation, timed, game, game_time)
    if later is None:
        _act(installation, timed, game)
    return later


def _is_early(game: Game, timed: TimedDecision) -> bool:
    """Whether a decision is listed, but not yet committed, or its game stands still until a player acts."""
    if not game.has_started or game.position.version < timed.decision:
        return True
    return pauses.stands_still(game.info) and bool(game.to_act)


def _credit_outages(installation: Installation, timed: TimedDecision, game: Game, game_time: int) -> float | None:
    """Credit outages to the clocks of a game; return the new deadline of a decision, None if it has passed.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """
    away = outages.since(installation, _since(game, timed))
    if not away:
        return None

    def credited(current: Game) -> GameInfo | None:
        credit = clocks.credit_outages(current.info.clocks, away, game_time)
        return None if credit == current.info.clocks else replace(current.info, clocks=credit)

    due_at = _deadline_of(update_game_info(installation, timed.game_id, credited, announce=True), timed)
    return due_at / SECOND if due_at is not None and due_at > game_time else None


def restart_future_clocks(installation: Installation, game_id: str) -> None:
    """Restart clocks whose start is in the future, because the machine's clock was ahead and has been corrected.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """

    def restarted(game: Game) -> GameInfo | None:
        running = clocks.limit_starts(game.info.clocks, moment_in(installation, game.header, game.info))
        return None if running == game.info.clocks else replace(game.info, clocks=running)

    update_game_info(installation, game_id, restarted, announce=True)


def _act(installation: Installation, timed: TimedDecision, game: Game) -> None:
    """Apply the absence policy of the game to a decision whose deadline has passed."""
    if game.header.absence.on_timeout == "default_action":
        with suppress(problems.DecisionClosed, problems.GameAborted):
            games.default_turn(installation, timed.game_id, timed.seat, timed.decision, TIMED_OUT)
    else:
        change_seat(
            installation,
            timed.game_id,
            timed.seat,
            lambda current: _taken_over(current, timed) if _deadline_of(current, timed) else None,
        )


def _deadline_of(game: Game, timed: TimedDecision) -> int | None:
    """Return the deadline of a decision; None if its player need not decide any more."""
    if timed.seat not in game.to_act:
        return None
    if game_info.stand_in(game.info, timed.seat, timed.decision) is not None:
        return None
    return game_info.deadlines(game.header, game.info, game.position.decisions).get(timed._replace(kind="up"))


def _since(game: Game, timed: TimedDecision) -> int:
    return game.info.clocks[timed.seat].since or 0


def _taken_over(game: Game, timed: TimedDecision) -> SeatChange:
    """Return the change of who plays a seat whose deadline has passed.

    With `level`, an AI level first makes one decision. It keeps the seat if the next deadline passes too.
    """
    policy = game.header.absence
    if policy.on_timeout == "forfeit":
        return SeatChange("forfeited", policy.level)
    plays_on = policy.on_timeout == "level" and game_info.was_late(game.info, timed.seat)
    return SeatChange("taken_over", policy.level, UNSET if plays_on else timed.decision)


def resign(installation: Installation, game_id: str, seat: int) -> None:
    """Resign a seat. Idempotent, also if the resignation has ended the game.

    Raises GameOver, GameNotStarted, GameAborted, GameFaulty, GameNotFound, RulesNotHosted and GameBusy.
    """

    def resigned(game: Game) -> SeatChange | None:
        check_not_aborted(game)
        if game_info.has_resigned(game.info, seat):
            return None
        _check_playing(game)
        return SeatChange("resigned", game.header.absence.level)

    faulty_games.or_stop(installation, game_id, lambda: change_seat(installation, game_id, seat, resigned))


def resign_if_running(installation: Installation, game_id: str, seat: int) -> None:
    """Resign a seat, so that its game can end; does nothing in a game that does not run. Raises GameBusy."""
    with suppress(
        problems.GameAborted,
        problems.GameFaulty,
        problems.GameNotFound,
        problems.GameNotStarted,
        problems.GameOver,
        problems.RulesNotHosted,
    ):
        resign(installation, game_id, seat)


def forfeit_if_to_act(installation: Installation, game_id: str, seat: int) -> bool:
    """Let a seat lose that has a pending decision after the end of its round; return whether it has one.

    Raises GameBusy.
    """

    def forfeited(game: Game) -> SeatChange | None:
        is_to_act = game_info.offered(game, seat) is not None
        return SeatChange("forfeited", game.header.absence.level) if is_to_act else None

    with suppress(problems.GameFaulty, problems.GameNotFound, problems.RulesNotHosted):
        game = faulty_games.or_stop(installation, game_id, lambda: change_seat(installation, game_id, seat, forfeited))
        return game_info.has_resigned(game.info, seat)
    return False


def return_to_seat(installation: Installation, game_id: str, seat: int) -> None:
    """Let a seat's player play it again: at once, or after the pending decision if its deadline has passed.

    With `level`, a return also resets the count of missed decisions: while the level searches, and after its action.
    Raises SeatResigned, GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """

    def returned(game: Game) -> SeatChange | None:
        check_not_aborted(game)
        if game_info.has_resigned(game.info, seat):
            raise problems.SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")
        _check_playing(game)
        decision = game.position.decisions[seat]
        own = game_info.stand_in(game.info, seat, decision)
        if own is None:
            return SeatChange("returned") if game_info.was_late(game.info, seat) else None
        if own.returned or (own.decision is not UNSET and game.header.absence.on_timeout != "level"):
            return None
        return SeatChange("returned", decision=decision if _is_late(installation, game, seat) else UNSET)

    change_seat(installation, game_id, seat, returned)


def _is_late(installation: Installation, game: Game, seat: int) -> bool:
    """Whether the deadline of a seat's pending decision has passed."""
    header, clocks = game.header, pauses.clocks_after(game.info)
    due_at = None if header.clock is UNSET else deadline(header.clock, clocks[seat])
    return seat in game.to_act and due_at is not None and due_at <= moment_in(installation, header, game.info)


def _check_playing(game: Game) -> None:
    """Raise GameAborted, GameFaulty, GameOver or GameNotStarted unless the game is running."""
    check_not_aborted(game)
    check_not_faulty(game)
    if game.status == "over":
        raise problems.GameOver("Read the result with `getResult`. No seat has a pending decision.")
    check_started(game)
