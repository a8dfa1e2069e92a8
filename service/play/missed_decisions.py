"""Handle timeouts, resignations and the return of players.

The rules do not know absence: default actions or an AI level play the seat of an absent player.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from domain.seat_changes import ChangeKind, SeatChange
from service.play import clocks, game_info, games, notices, outages
from service.play.bottega import Bottega
from service.play.clocks import SECOND, deadline
from service.play.game import Game, check_not_aborted, check_started, load, moment_in, restored
from service.play.game_info_updates import update_game_info
from service.play.seat_changes import change_seat
from service.problems import (
    DecisionClosed,
    GameAborted,
    GameNotFound,
    GameOver,
    RulesNotHosted,
    SeatResigned,
)
from service.resources.clocks import By
from service.store import GameInfo, GameUnreadable
from service.store.clock_list import TimedDecision

TIMED_OUT = By("clock", "time")
PLAYED_OUT = By("clock", "decided")


def load_all(bottega: Bottega, asked: Sequence[TimedDecision]) -> dict[str, Game]:
    """Return the games of decisions by id, read in one round trip to each server, without unreadable games."""
    game_ids = list({each.game_id for each in asked})
    found = {}
    for game_id, listed in zip(game_ids, bottega.store.read_listed(game_ids, live=True), strict=True):
        with suppress(RulesNotHosted, GameUnreadable):  # handling the single game reports the reason
            if listed is not None:
                found[game_id] = restored(bottega, listed)
    return found


def handle_deadline(bottega: Bottega, asked: TimedDecision, now: float = 0.0, game: Game | None = None) -> float | None:
    """Handle a decision whose deadline has passed or is near; return when to check again, None if never.

    `game` is a recent copy of the game, which is changed in place. A second call finds the decision closed. Raises
    RulesNotHosted, GameBusy and one of OUTAGES.
    """
    try:
        game = load(bottega, asked.game_id) if game is None else game
    except GameNotFound:
        return None
    if not game.has_started or game.position.version < asked.decision:
        return now + bottega.settings.lease_seconds  # listed, but not yet committed
    due_at = _deadline_of(game, asked)
    when = due_at if due_at is None or asked.kind == "up" else clocks.low_time(_since(game, asked), due_at)
    if due_at is None or when is None:
        return None
    game_time = moment_in(bottega, game.header, game.table)
    if when > game_time:
        return None if game.header.virtual else when / SECOND
    if asked.kind == "low":
        if due_at > game_time:
            notices.send_clock_low(bottega, game, asked.seat)
        return None
    later = None if game.header.virtual else _credit_outages(bottega, asked, game, game_time)
    if later is None:
        _act(bottega, asked, game)
    return later


def _credit_outages(bottega: Bottega, asked: TimedDecision, game: Game, game_time: int) -> float | None:
    """Credit outages to the clocks of a game; return the new deadline of a decision, None if it has passed.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """
    away = outages.since(bottega, _since(game, asked))
    if not away:
        return None

    def credited(current: Game) -> GameInfo | None:
        credit = clocks.credit_outages(current.table.clocks, away, game_time)
        return None if credit == current.table.clocks else replace(current.table, clocks=credit)

    due_at = _deadline_of(update_game_info(bottega, asked.game_id, credited, announce=True), asked)
    return due_at / SECOND if due_at is not None and due_at > game_time else None


def restart_future_clocks(bottega: Bottega, game_id: str) -> None:
    """Restart clocks whose start is in the future, because the machine's clock was ahead and has been corrected.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """

    def restarted(game: Game) -> GameInfo | None:
        running = clocks.limit_starts(game.table.clocks, moment_in(bottega, game.header, game.table))
        return None if running == game.table.clocks else replace(game.table, clocks=running)

    update_game_info(bottega, game_id, restarted, announce=True)


def _act(bottega: Bottega, asked: TimedDecision, game: Game) -> None:
    """Apply the absence policy of the game to a decision whose deadline has passed."""
    if game.header.absence.on_timeout == "default_action":
        with suppress(DecisionClosed, GameAborted):
            games.default_turn(bottega, asked.game_id, asked.seat, asked.decision, TIMED_OUT, game)
    else:
        change_seat(
            bottega,
            asked.game_id,
            asked.seat,
            lambda current: _taken_over(current, asked) if _deadline_of(current, asked) else None,
        )


def _deadline_of(game: Game, asked: TimedDecision) -> int | None:
    """Return the deadline of a decision; None if its player need not decide any more."""
    if asked.seat not in game.to_act or game_info.is_decided(game.header, game.table):
        return None
    if game_info.stand_in(game.table, asked.seat, asked.decision) is not None:
        return None
    return game_info.deadlines(game.header, game.table, game.position.asked).get(asked._replace(kind="up"))


def _since(game: Game, asked: TimedDecision) -> int:
    return game.table.clocks[asked.seat].since or 0


def _taken_over(game: Game, asked: TimedDecision) -> SeatChange:
    """Return the change of who plays a seat whose deadline has passed.

    With `level`, an AI level first takes over one decision. It keeps the seat if the next deadline passes too.
    """
    policy = game.header.absence
    if policy.on_timeout == "forfeit":
        return _given_up(game, "forfeited")
    plays_on = policy.on_timeout == "level" and game_info.was_late(game.table, asked.seat)
    return SeatChange("taken_over", policy.level, UNSET if plays_on else asked.decision)


def _given_up(game: Game, kind: ChangeKind) -> SeatChange:
    """Return the change of a seat that resigns or forfeits: the game's AI level or default actions play it."""
    return SeatChange(kind, game.header.absence.level)


def resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Resign a seat. Idempotent.

    Raises GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """

    def resigned(game: Game) -> SeatChange | None:
        _check_playing(game)
        if game_info.has_resigned(game.table, seat):
            return None
        if game_info.is_decided(game.header, game.table):
            raise GameOver("Wait for the result. All seats but one have resigned.")
        return _given_up(game, "resigned")

    change_seat(bottega, game_id, seat, resigned)


def return_to_seat(bottega: Bottega, game_id: str, seat: int) -> None:
    """Let a seat's player play it again; after the next decision if the deadline of the pending one has passed.

    With `level`, returning also resets the count of missed decisions, while the level searches and after its action.
    Raises SeatResigned, GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """

    def returned(game: Game) -> SeatChange | None:
        _check_playing(game)
        if game_info.has_resigned(game.table, seat):
            raise SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")
        decision = game.position.asked[seat]
        own = game_info.stand_in(game.table, seat, decision)
        if own is None:
            return SeatChange("returned") if game_info.was_late(game.table, seat) else None
        if own.returned or (own.decision is not None and game.header.absence.on_timeout != "level"):
            return None
        return SeatChange("returned", decision=decision if _is_late(bottega, game, seat) else UNSET)

    change_seat(bottega, game_id, seat, returned)


def _is_late(bottega: Bottega, game: Game, seat: int) -> bool:
    """Whether the deadline of a seat's pending decision has passed."""
    header, clocks = game.header, game.table.clocks
    due_at = None if header.clock is None else deadline(header.clock, clocks[seat])
    return seat in game.to_act and due_at is not None and due_at <= moment_in(bottega, header, game.table)


def _check_playing(game: Game) -> None:
    """Raise GameAborted, GameOver or GameNotStarted unless the game is running."""
    check_not_aborted(game)
    if game.status == "over":
        raise GameOver("Read the result with `getResult`. No seat has a pending decision.")
    check_started(game)


def play_out(bottega: Bottega, game_id: str) -> bool:
    """Submit one default action in a game that resignations have decided; False if there is nothing to submit.

    Raises GameNotFound, RulesNotHosted and GameBusy.
    """
    game = load(bottega, game_id)
    if not game.to_act or not game_info.is_decided(game.header, game.table):
        return False
    seat = game.to_act[0]
    decision = game.position.asked[seat]
    who = game_info.stand_in(game.table, seat, decision)
    by = PLAYED_OUT if who is None else By("clock", who.reason)
    with suppress(DecisionClosed):
        games.default_turn(bottega, game_id, seat, decision, by)
    return True
