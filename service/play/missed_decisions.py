"""Absent players: what becomes of a decision whose time is up, and of a seat that gives up or comes back.

The rules play on as if nothing had happened: an absent player's seat is played by default actions or by a level.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from domain.seat_changes import ChangeKind, SeatChange
from service.play import clocks, game_info, games, notices, outages
from service.play.bottega import Bottega
from service.play.clocks import SECOND, deadline
from service.play.game import Game, check_begun, check_not_aborted, load, moment_in, restored
from service.play.game_info_updates import rearrange
from service.play.seat_changes import change_seat
from service.problems import (
    DecisionClosed,
    GameAborted,
    GameNotFound,
    GameOver,
    RulesNotHosted,
    SeatResigned,
)
from service.store import GameInfo, GameUnreadable
from service.store.clock_list import TimedDecision
from service.store.clock_types import By

TIMED_OUT = By("clock", "time")
PLAYED_OUT = By("clock", "decided")


def load_all(bottega: Bottega, asked: Sequence[TimedDecision]) -> dict[str, Game]:
    """Read the games of decisions in one round trip to each server; those are left out that cannot be read."""
    game_ids = list({each.game_id for each in asked})
    found = {}
    for game_id, listed in zip(game_ids, bottega.store.read_listed(game_ids, live=True), strict=True):
        with suppress(RulesNotHosted, GameUnreadable):  # whoever looks at it alone learns why
            if listed is not None:
                found[game_id] = restored(bottega, listed)
    return found


def run_out(bottega: Bottega, asked: TimedDecision, now: float = 0.0, game: Game | None = None) -> float | None:
    """Do what is to be done about a decision if its time is up, or low; return when to look again, None if never.

    `game` is the game as it was a moment ago; it is carried on in place. Whatever comes second finds the decision
    answered. Raises RulesNotHosted, GameBusy and one of OUTAGES.
    """
    try:
        game = load(bottega, asked.game_id) if game is None else game
    except GameNotFound:
        return None
    if not game.has_begun or game.position.version < asked.decision:
        return now + bottega.settings.lease_seconds  # announced, and not yet committed
    up = _up(game, asked)
    when = up if up is None or asked.kind == "up" else clocks.low(_since(game, asked), up)
    if up is None or when is None:
        return None
    here = moment_in(bottega, game.header, game.table)
    if when > here:
        return None if game.header.virtual else when / SECOND
    if asked.kind == "low":
        if up > here:
            notices.tell_low(bottega, game, asked.seat)
        return None
    later = None if game.header.virtual else _give_back(bottega, asked, game, here)
    if later is None:
        _act(bottega, asked, game)
    return later


def _give_back(bottega: Bottega, asked: TimedDecision, game: Game, here: int) -> float | None:
    """Give the clocks of a game back what outages took; return when the time of a decision is up then, None if now.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """
    away = outages.since(bottega, _since(game, asked))
    if not away:
        return None

    def later(now: Game) -> GameInfo | None:
        given = clocks.given_back(now.table.clocks, away, here)
        return None if given == now.table.clocks else replace(now.table, clocks=given)

    up = _up(rearrange(bottega, asked.game_id, later, told=True), asked)
    return up / SECOND if up is not None and up > here else None


def ask_anew(bottega: Bottega, game_id: str) -> None:
    """Have the clocks of a game run from now on that a clock started which was ahead, and has been put right since.

    Raises GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """

    def anew(game: Game) -> GameInfo | None:
        running = clocks.none_ahead(game.table.clocks, moment_in(bottega, game.header, game.table))
        return None if running == game.table.clocks else replace(game.table, clocks=running)

    rearrange(bottega, game_id, anew, told=True)


def _act(bottega: Bottega, asked: TimedDecision, game: Game) -> None:
    """Do what the game has for a decision whose time is up."""
    if game.header.absence.on_timeout == "default_action":
        with suppress(DecisionClosed, GameAborted):
            games.default_turn(bottega, asked.game_id, asked.seat, asked.decision, TIMED_OUT, game)
    else:
        change_seat(
            bottega, asked.game_id, asked.seat, lambda now: _taken_over(now, asked) if _up(now, asked) else None
        )


def _up(game: Game, asked: TimedDecision) -> int | None:
    """Return when the time of a decision is up; None if its player need not answer it any more."""
    if asked.seat not in game.to_act or game_info.is_decided(game.header, game.table):
        return None
    if game_info.stand_in(game.table, asked.seat, asked.decision) is not None:
        return None
    return game_info.running(game.header, game.table, game.position.asked).get(asked._replace(kind="up"))


def _since(game: Game, asked: TimedDecision) -> int:
    """Return since when a clock has run."""
    return game.table.clocks[asked.seat].since or 0


def _taken_over(game: Game, asked: TimedDecision) -> SeatChange:
    """Return who plays in place of the player whose time is up.

    With `level` that is for one decision: only if the time of the next one is up too, the level plays on.
    """
    policy = game.header.absence
    if policy.on_timeout == "forfeit":
        return _given_up(game, "forfeited")
    plays_on = policy.on_timeout == "level" and game_info.was_late(game.table, asked.seat)
    return SeatChange("taken_over", policy.level, UNSET if plays_on else asked.decision)


def _given_up(game: Game, kind: ChangeKind) -> SeatChange:
    """Return how a seat gives up: it is played on by the game's level, or else by default actions."""
    return SeatChange(kind, game.header.absence.level)


def resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Give the game up for a seat; nothing happens if it has already.

    Raises GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """

    def resigned(game: Game) -> SeatChange | None:
        _check_playing(game)
        if game_info.has_given_up(game.table, seat):
            return None
        if game_info.is_decided(game.header, game.table):
            raise GameOver("All seats but one have given up.")
        return _given_up(game, "resigned")

    change_seat(bottega, game_id, seat, resigned)


def come_back(bottega: Bottega, game_id: str, seat: int) -> None:
    """Have a seat's player play it again: from its next decision on if the time of this one is up.

    With `level` a return also resets the count of late decisions, while the level thinks and after its answer.
    Raises SeatResigned, GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """

    def returned(game: Game) -> SeatChange | None:
        _check_playing(game)
        if game_info.has_given_up(game.table, seat):
            raise SeatResigned("The seat is played on without its player.")
        decision = game.position.asked[seat]
        own = game_info.stand_in(game.table, seat, decision)
        if own is None:
            return SeatChange("returned") if game_info.was_late(game.table, seat) else None
        if own.returned or (own.decision is not None and game.header.absence.on_timeout != "level"):
            return None
        return SeatChange("returned", decision=decision if _is_late(bottega, game, seat) else UNSET)

    change_seat(bottega, game_id, seat, returned)


def _is_late(bottega: Bottega, game: Game, seat: int) -> bool:
    """Whether the time of a seat's open decision is up."""
    header, clocks = game.header, game.table.clocks
    up = None if header.clock is None else deadline(header.clock, clocks[seat])
    return seat in game.to_act and up is not None and up <= moment_in(bottega, header, game.table)


def _check_playing(game: Game) -> None:
    """Raise GameAborted, GameOver or GameNotStarted unless the game is being played."""
    check_not_aborted(game)
    if game.status == "over":
        raise GameOver("Nobody is to act any more.")
    check_begun(game)


def play_out(bottega: Bottega, game_id: str) -> bool:
    """Take one default action in a game that all seats but one have given up; False if it is over, or not decided.

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
