"""How a game that has begun goes on, and how it is scored. `act` is the one way in which it goes on.

What is returned is in wire form, put together in `presenters`; what may be read of a game is in `reading`.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from domain import replay
from domain.ruleset import check
from service.play import game_info, history, notices, outages, presenters, rating, records, responses, trace_links
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import deadline, time_of
from service.play.game import (
    Game,
    carry_out,
    check_begun,
    check_not_aborted,
    load,
    moment_in,
    read_stored,
    restored,
)
from service.play.includes import NOTHING, Includes
from service.play.jobs import tournament_result
from service.play.pending_jobs import (
    check_thinking,
    clock_entries,
    due,
    enqueue_safely,
    forget_clock,
    lease_end,
    next_job,
)
from service.play.responses import ResponseBuilder
from service.problems import (
    DecisionClosed,
    GameBusy,
    GameNotOver,
    IdempotencyKeyReused,
    SeatResigned,
    TimeExpired,
    WrongRuleset,
)
from service.store import Event, GameInfo, Idempotency, StoredGame, StoredResponse
from service.store.clock_list import TimedDecision
from service.store.clock_types import By
from service.telemetry import metrics, tracing

MOST_ATTEMPTS = 100
"""How often others may be faster before a request gives up; far more than ever answer the same question at once."""


@dataclass(frozen=True)
class ActResult:
    """The body of the response, and whether an earlier request had been answered with it already."""

    body: bytes
    replayed: bool = False


def act(  # noqa: PLR0913  # all that there is to say of an action
    bottega: Bottega,
    game_id: str,
    seat: int,
    decision: int,
    action: Any,
    *,
    ruleset: str | None = None,
    idempotency: Idempotency | None = None,
    dry_run: bool = False,
    parts: Includes = NOTHING,
    by: By | None = None,
    stored: StoredGame | None = None,
) -> ActResult:
    """Answer a seat's decision; the one way in which a game goes on. Returns the seat's new view, with `parts`.

    `by` says who decides, if it is not the seat's own player.

    `ruleset` is the one whose action it is, if the caller cannot be sure that it is the game's. `stored` is the game as
    it was a moment ago, with what was answered where there is a key. A dry run judges only and returns the present
    view. When somebody else acts at the same moment, the action is judged again after theirs.
    Raises IllegalAction, DecisionClosed, WrongRuleset, IdempotencyKeyReused, GameNotFound, RulesNotHosted, GameBusy,
    AiQueueFull, VersionNotReached, GameAborted, GameNotStarted, SeatResigned and TimeExpired.
    """
    for _ in range(MOST_ATTEMPTS):
        stored = stored or read_stored(bottega, game_id, answers=idempotency is not None)
        answered = bottega.store.stored_response(stored, idempotency)
        if answered is not None:
            return repeated(bottega, game_id, seat, answered, idempotency, parts)
        game, stored = restored(bottega, stored), None
        _check_ruleset(game, ruleset)
        check_not_aborted(game)
        check_begun(game)
        _check_decision(game, seat, decision)
        check(game.ruleset, game.position.state, seat, action)
        _check_turn(bottega, game, seat, by)
        answer = responses.begin(bottega, game, parts, seat, after=game.position.version, coming=0 if dry_run else 1)
        if dry_run:
            return ActResult(answer.body(game, seat))
        result = _carry_on(bottega, game, seat, action, idempotency, answer, by)
        if result is not None:
            return result
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def score(bottega: Bottega, game_id: str) -> None:
    """Score a finished game, list its record, rate it, and keep the result; raises GameNotOver and GameBusy.

    Whatever fails before the result is kept is tried again: until then the game is due.
    """
    game = load(bottega, game_id)
    outcome = game.outcome
    if outcome is None:
        raise GameNotOver("A game is scored once nobody is to act any more.")
    bottega.store.lists.finish(game.header, bottega.store.claims(game_id))
    rating.rate(bottega, game)
    if game.header.tournament is not None:  # should the job get lost that tells of it
        bottega.store.tournaments.due.bring_forward(game.header.tournament.tournament, lease_end(bottega))
    game = _with_record_hash(bottega, game)
    bottega.store.save_result(game_id, presenters.result(game, outcome))
    notices.tell_score(bottega, game)
    if game.header.tournament is not None:
        enqueue_safely(bottega, tournament_result(game_id))


def _with_record_hash(bottega: Bottega, game: Game) -> Game:
    """Publish the hash of the record of a finished game, unless that has been done; raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        if game.table.record_hash:
            return game
        seen = game.table
        game.table = msgspec.structs.replace(seen, record_hash=records.digest(bottega, game))
        if bottega.store.replace_info(game.header.game_id, seen, game.table):
            return game
        game = load(bottega, game.header.game_id)
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def default_turn(
    bottega: Bottega, game_id: str, seat: int, decision: int, by: By | None = None, game: Game | None = None
) -> None:
    """Answer a decision for an absent player by what the rules have for that.

    `game` is the game as it was a moment ago; it is carried on in place. Raises DecisionClosed, GameAborted,
    GameNotStarted, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id) if game is None else game
        check_not_aborted(game)
        if seat not in game.to_act:
            raise DecisionClosed("The decision has been answered.")
        _check_decision(game, seat, decision)
        _check_turn(bottega, game, seat, by)
        action = game.ruleset.default_action(game.position.state, seat)
        check(game.ruleset, game.position.state, seat, action)
        if _carry_on(bottega, game, seat, action, None, ResponseBuilder(NOTHING), by) is not None:
            return
        game = None
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _check_turn(bottega: Bottega, game: Game, seat: int, by: By | None) -> None:
    """Raise SeatResigned or TimeExpired where a seat may not act although its action is legal.

    Raises GameBusy where an outage took time that is still to be given back.

    Where a level takes over for good, whoever comes back is welcome at any time.
    """
    header, table = game.header, game.table
    if by is not None:
        return _check_stands_in(game, seat, by)
    if game.seats[seat].kind == "ai":
        return None
    if game_info.has_given_up(table, seat):
        raise SeatResigned("The seat is played on without its player.")
    if header.clock is None:
        return None
    up, here = deadline(header.clock, table.clocks[seat]), moment_in(bottega, header, table)
    if header.absence.on_timeout != "level" and up is not None and up <= here:
        if not header.virtual and outages.is_due(bottega, table.clocks[seat], here):
            raise GameBusy("The service was away and puts the clocks right.")
        raise TimeExpired("The service answers the decision.")
    return None


def _check_stands_in(game: Game, seat: int, by: By) -> None:
    """Raise DecisionClosed where a level would answer for a player who has come back meanwhile."""
    if by.kind == "level" and game_info.stand_in(game.table, seat, game.position.asked[seat]) is None:
        raise DecisionClosed("The seat's player has come back.")


def _carry_on(
    bottega: Bottega,
    game: Game,
    seat: int,
    action: Any,
    idempotency: Idempotency | None,
    answer: ResponseBuilder,
    by: By | None,
) -> ActResult | None:
    """Carry out a legal action, and write it; None if somebody else was faster."""
    seen = game.table
    event = _happen(bottega, game, seat, action, by)
    return commit(bottega, game, seen, event, idempotency, answer, seat)


def commit(
    bottega: Bottega,
    game: Game,
    seen: GameInfo,
    event: Event,
    idempotency: Idempotency | None,
    answer: ResponseBuilder,
    viewer: int,
) -> ActResult | None:
    """Write an event that has been carried out in `game`, whose table was as `seen` before, and answer the viewer.

    Hands out the job that it makes necessary; None if somebody else was faster. Raises IdempotencyKeyReused,
    AiQueueFull and VersionNotReached.
    """
    with tracing.span("commit", game_id=game.header.game_id, seat=event.seat, version=event.version):
        return _commit(bottega, game, seen, event, idempotency, answer, viewer)


def _commit(
    bottega: Bottega,
    game: Game,
    seen: GameInfo,
    event: Event,
    idempotency: Idempotency | None,
    answer: ResponseBuilder,
    viewer: int,
) -> ActResult | None:
    """Do so."""
    header, seat, by = game.header, event.seat, event.by
    is_own = by is None and event.change is None
    if game.seats[seat].kind != "ai" and is_own and event.undoes is None:
        check_thinking(bottega, game)
    body = answer.body(game, viewer, event) if is_own else b""
    trace_links.keep(bottega, header.game_id)
    outcome = bottega.store.commit(
        header.game_id,
        event,
        replay.encode(game.position),
        ruleset=header.ruleset,
        due=due(bottega, game),
        seen=seen,
        info=game.table,
        clocks=clock_entries(bottega, game),
        idempotency=idempotency,
        keep_seconds=bottega.settings.idempotency_seconds,
        old=game.old,
    )
    game.old = None
    if isinstance(outcome, StoredResponse):
        return repeated(bottega, header.game_id, viewer, outcome, idempotency, answer.parts)
    if outcome == "conflict":
        metrics.count_conflict()
        return None
    metrics.count_commit(header.ruleset, ends=event.over)
    if header.clock is not None and is_own and game.seats[seat].kind != "ai":
        forget_clock(bottega, TimedDecision(header.game_id, seat, event.decision))
    if event.change is not None:  # before the level acts: a feed takes nothing that is older than its latest notice
        notices.tell_replaced(bottega, game, seat)
    enqueue_safely(bottega, next_job(game))
    notices.tell_event(bottega, game)
    return ActResult(body)


def _happen(bottega: Bottega, game: Game, seat: int, action: Any, by: By | None) -> Event:
    """Carry out a legal action in place, at the table too, and return the event of it."""
    header, table = game.header, game.table
    at = written(time_of(moment_in(bottega, header, table)))
    carried_out = carry_out(game.ruleset, game.position, seat, action, game.seed, at)
    event = msgspec.structs.replace(
        carried_out,
        attempt=bottega.sources.attempt(),
        by=by,
        players=_recorded(bottega, game) if carried_out.over and header.rated else {},
    )
    game.table = game_info.after(header, table, event)
    return event


def _recorded(bottega: Bottega, game: Game) -> dict[int, str]:
    """Return by which aliases a record knows the players who have seats; of one who has been deleted there is none."""
    found = {seat: bottega.store.players.note_alias(player) for seat, player in game.players.items()}
    return {seat: alias for seat, alias in found.items() if alias}


def _check_ruleset(game: Game, ruleset: str | None) -> None:
    """Raise WrongRuleset for an action of another ruleset."""
    if ruleset not in (None, game.ruleset.name):
        raise WrongRuleset("The game is played by {ruleset}.", {"ruleset": game.ruleset.name})


def _check_decision(game: Game, seat: int, decision: int) -> None:
    """Raise DecisionClosed unless `decision` is the seat's open one.

    A seat that is not to act and quotes no decision of its own learns the reason from the rules instead.
    """
    own = game.position.asked[seat]
    if seat in game.to_act:
        if decision != own:
            raise DecisionClosed("The seat's open decision is another one.", decision=own)
    elif decision == own:
        raise DecisionClosed("The decision has been answered.")


def repeated(
    bottega: Bottega,
    game_id: str,
    seat: int,
    answered: StoredResponse,
    idempotency: Idempotency | None,
    parts: Includes,
) -> ActResult:
    """Answer a repeated request as before: with the view of that version. Raises IdempotencyKeyReused for another."""
    if idempotency is None or answered.mark != idempotency.mark:
        raise IdempotencyKeyReused("Another request of this seat was sent with this key.")
    game = history.game_at(bottega, game_id, answered.version)
    answer = responses.begin(bottega, game, parts, seat, after=answered.version - 1)
    return ActResult(answer.body(game, seat), replayed=True)
