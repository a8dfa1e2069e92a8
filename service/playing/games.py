"""Submit actions and score finished games. `act` is the only function that applies actions.

Responses are in wire form; `presenters` builds them. `queries` reads games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain import replay
from domain.ruleset import check
from service.game import game_info, history, outages, presenters
from service.game.clocks import deadline, time_of
from service.game.game import (
    MOST_ATTEMPTS,
    Game,
    carry_out,
    check_not_aborted,
    check_started,
    load,
    moment_in,
    read_stored,
    restored,
)
from service.game.includes import NOTHING, Includes
from service.installation import trace_links
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.leaderboards import rating
from service.playing import notices
from service.playing.pending_jobs import (
    check_ai_queue,
    clock_entries,
    due,
    enqueue_safely,
    next_job,
    remove_clock,
)
from service.problems import (
    DecisionClosed,
    GameBusy,
    GameNotOver,
    IdempotencyKeyReused,
    SeatResigned,
    TimeExpired,
    WrongRuleset,
    outpaced,
)
from service.reading import records, responses
from service.reading.responses import ResponseBuilder
from service.resources.clocks import By
from service.store import Commit, Event, GameInfo, Idempotency, StoredGame, StoredResponse
from service.store.clock_list import TimedDecision
from service.telemetry import metrics, tracing


@dataclass(frozen=True)
class ActResult:
    """The body of a response, and whether it repeats the response to an earlier request."""

    body: bytes
    replayed: bool = False


def act(  # noqa: PLR0913
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
    """Submit an action for a seat's decision, and return the seat's new view with `parts`.

    `by` names who decides in place of the seat's player.

    `ruleset` is the ruleset of the action, for callers that cannot be sure of the game's. `stored` is a recent copy of
    the game, with stored responses if there is an idempotency key. A dry run only checks the action and returns the
    current view. After a conflicting write, the action is checked again; with a kept copy GameBusy is raised, since the
    seat may have a new holder. Raises IllegalAction, DecisionClosed,
    WrongRuleset, IdempotencyKeyReused, GameNotFound, RulesNotHosted, GameBusy, AiQueueFull, VersionNotReached,
    GameNotStarted and TimeExpired.
    """
    for _ in range(MOST_ATTEMPTS):
        stored = stored or read_stored(bottega, game_id, with_responses=idempotency is not None)
        previous = bottega.store.stored_response(stored, idempotency)
        if previous is not None:
            return repeated(bottega, game_id, seat, previous, idempotency, parts)
        game, is_kept, stored = restored(bottega, stored), stored.is_kept, None
        check_ruleset(game, ruleset)
        if not game.info.aborted_at:
            check_started(game)
        _check_offered(game, seat, decision)
        check(game.ruleset, game.position.state, seat, action)
        check_turn(bottega, game, seat, by)
        response = responses.prepare(
            bottega, game, parts, seat, after=game.position.version, coming=0 if dry_run else 1
        )
        if dry_run:
            return ActResult(response.body(game, seat))
        result = _carry_on(bottega, game, seat, action, idempotency, response, by)
        if result is not None:
            return result
        if is_kept:
            raise outpaced(1)
    raise outpaced(MOST_ATTEMPTS)


def score(bottega: Bottega, game_id: str) -> None:
    """Score a finished game, list its record, rate it, and store the result. Raises GameNotOver and GameBusy.

    The game is due until the result is stored, so a failure before that is retried.
    """
    game = load(bottega, game_id)
    outcome = game.outcome
    if outcome is None:
        raise GameNotOver("Wait until the game has ended. Then the service scores it.")
    bottega.store.lists.finish(game.header, bottega.store.claims(game_id))
    rating.rate(bottega, game)
    jobs = [each.game_ends(bottega, game.header) for each in bottega.extensions]
    game = _with_record_hash(bottega, game)
    bottega.store.save_result(game_id, msgspec.json.encode(presenters.result(game, outcome)))
    notices.send_score(bottega, game)
    for job in jobs:
        enqueue_safely(bottega, job)


def _with_record_hash(bottega: Bottega, game: Game) -> Game:
    """Publish the hash of a finished game's record, unless it is published. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        if game.info.record_hash:
            return game
        seen = game.info
        game.info = msgspec.structs.replace(seen, record_hash=records.digest(bottega, game))
        if bottega.store.replace_info(game.header.game_id, seen, game.info):
            return game
        game = load(bottega, game.header.game_id)
    raise outpaced(MOST_ATTEMPTS)


def default_turn(
    bottega: Bottega, game_id: str, seat: int, decision: int, by: By | None = None, game: Game | None = None
) -> None:
    """Submit the default action of the rules for an absent player.

    `game` is a recent copy of the game, which is changed in place. Raises DecisionClosed, GameAborted, GameNotStarted,
    GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id) if game is None else game
        check_not_aborted(game)
        if seat not in game.to_act or decision != game.position.decisions[seat]:
            raise DecisionClosed("Read the pending decision with `queryView`. This decision is closed.")
        check_turn(bottega, game, seat, by)
        action = game.ruleset.default_action(game.position.state, seat)
        check(game.ruleset, game.position.state, seat, action)
        if _carry_on(bottega, game, seat, action, None, ResponseBuilder(NOTHING), by) is not None:
            return
        game = None
    raise outpaced(MOST_ATTEMPTS)


def check_turn(bottega: Bottega, game: Game, seat: int, by: By | None) -> None:
    """Raise SeatResigned or TimeExpired if a seat may not act although its action is legal.

    Raise GameBusy while an outage is not yet credited to the clocks. Where a level takes over permanently, the player
    can return at any time.
    """
    header, info = game.header, game.info
    if by is not None:
        return _check_stands_in(game, seat, by)
    if game.seats[seat].kind == "ai":
        return None
    if game_info.has_resigned(info, seat):
        raise SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")
    if header.clock is None:
        return None
    due_time, now = deadline(header.clock, info.clocks[seat]), moment_in(bottega, header, info)
    if header.absence.on_timeout != "level" and due_time is not None and due_time <= now:
        if not header.virtual and outages.is_due(bottega, info.clocks[seat], now):
            raise GameBusy("Retry the request in a moment. The service corrects the clocks after an outage.")
        raise TimeExpired("Wait for the service to act. The deadline of the decision has passed.")
    return None


def _check_stands_in(game: Game, seat: int, by: By) -> None:
    """Raise DecisionClosed if a level would act for a player who has returned."""
    if by.kind == "level" and game_info.stand_in(game.info, seat, game.position.decisions[seat]) is None:
        raise DecisionClosed("Stop the level's turn. The player has returned to the seat.")


def _carry_on(
    bottega: Bottega,
    game: Game,
    seat: int,
    action: Any,
    idempotency: Idempotency | None,
    response: ResponseBuilder,
    by: By | None,
) -> ActResult | None:
    """Apply a legal action and write it; None after a conflicting write."""
    seen = game.info
    event = happen(bottega, game, seat, action, by)
    return commit(bottega, game, seen, event, idempotency, response, seat)


def commit(
    bottega: Bottega,
    game: Game,
    seen: GameInfo,
    event: Event,
    idempotency: Idempotency | None,
    response: ResponseBuilder,
    viewer: int,
) -> ActResult | None:
    """Write an event already applied to `game`, and return the response; None after a conflicting write.

    `seen` is the game info before the event. The job that follows is enqueued. Raises IdempotencyKeyReused, AiQueueFull
    and VersionNotReached.
    """
    with tracing.span("commit", game_id=game.header.game_id, seat=event.seat, version=event.version):
        return _write(bottega, game, seen, event, idempotency, response, viewer)


def _write(
    bottega: Bottega,
    game: Game,
    seen: GameInfo,
    event: Event,
    idempotency: Idempotency | None,
    response: ResponseBuilder,
    viewer: int,
) -> ActResult | None:
    header, seat, by = game.header, event.seat, event.by
    is_own = by is None and event.change is None
    job = next_job(game)
    if game.seats[seat].kind != "ai" and is_own and event.undoes is None:
        check_ai_queue(bottega, job)
    body = response.body(game, viewer, event) if is_own else b""
    outcome = store(bottega, game, seen, [event], idempotency)
    if isinstance(outcome, StoredResponse):
        return repeated(bottega, header.game_id, viewer, outcome, idempotency, response.parts)
    if outcome == "conflict":
        return None
    if header.clock is not None and is_own and game.seats[seat].kind != "ai":
        remove_clock(bottega, TimedDecision(header.game_id, seat, event.decision))
    if event.change is not None:  # before the level acts: a feed accepts no notice older than its latest
        notices.send_takeover(bottega, game, seat)
    enqueue_safely(bottega, job)
    notices.send_event(bottega, game)
    return ActResult(body)


def store(
    bottega: Bottega, game: Game, seen: GameInfo, events: Sequence[Event], idempotency: Idempotency | None = None
) -> Commit:
    """Write successive events already applied to `game` in one step; `seen` is the game info before them."""
    header = game.header
    trace_links.store_link(bottega, header.game_id)
    outcome = bottega.store.commit(
        header.game_id,
        events,
        replay.encode(game.position),
        ruleset=header.ruleset,
        due=due(bottega, game),
        seen=seen,
        info=game.info,
        clocks=clock_entries(bottega, game),
        idempotency=idempotency,
        keep_seconds=bottega.settings.idempotency_seconds,
        source=game.source,
    )
    game.source = None
    if outcome == "conflict":
        metrics.count_conflict()
    if outcome == "committed":
        with follow_up("metrics", header.game_id):
            metrics.count_commit(header.ruleset, len(events), ends=events[-1].over)
    return outcome


def happen(bottega: Bottega, game: Game, seat: int, action: Any, by: By | None) -> Event:
    """Apply a legal action to the game in place, and return its event."""
    header, info = game.header, game.info
    at = written(time_of(moment_in(bottega, header, info)))
    carried_out = carry_out(game.ruleset, game.position, seat, action, game.seed, at)
    event = msgspec.structs.replace(
        carried_out,
        attempt=bottega.sources.attempt(),
        by=by,
        players=_recorded(bottega, game) if carried_out.over and header.rated else {},
    )
    return game_info.after_event(game, event)


def _recorded(bottega: Bottega, game: Game) -> dict[int, str]:
    """Return the aliases of players by seat, for the record. A deleted player has none."""
    found = {seat: bottega.store.players.note_alias(player) for seat, player in game.players.items()}
    return {seat: alias for seat, alias in found.items() if alias}


def check_ruleset(game: Game, ruleset: str | None) -> None:
    """Raise WrongRuleset unless `ruleset` is that of the game, or None."""
    if ruleset not in (None, game.ruleset.name):
        raise WrongRuleset("Send an action of {ruleset}, the ruleset of the game.", {"ruleset": game.ruleset.name})


def _check_offered(game: Game, seat: int, decision: int) -> None:
    """Raise DecisionClosed unless the player of a seat can make a decision, whatever has closed it.

    It may have been made or undone, the seat may have resigned, the game may have ended, been aborted, or be decided.
    If the seat need not act and never had such a decision, the rules reject the action instead.
    """
    pending, latest = game_info.offered(game, seat), game.position.decisions[seat]
    if pending == decision:
        return
    if pending is not None:
        raise DecisionClosed(
            "Answer the pending decision, given in `decision`. The sent one is closed.", decision=pending
        )
    must_act = seat in game.ruleset.to_act(game.position.state)
    if must_act or (latest >= 0 and decision < game.position.version):
        raise DecisionClosed("Read the pending decision with `queryView`. This decision is closed.")


def repeated(
    bottega: Bottega,
    game_id: str,
    seat: int,
    previous: StoredResponse,
    idempotency: Idempotency | None,
    parts: Includes,
) -> ActResult:
    """Return the response to a repeated request, at the version of the first one.

    Raises IdempotencyKeyReused for another request.
    """
    if idempotency is None or previous.mark != idempotency.mark:
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. This seat used the key for another request.")
    game = history.game_at(bottega, game_id, previous.version)
    response = responses.prepare(bottega, game, parts, seat, after=previous.version - 1)
    return ActResult(response.body(game, seat), replayed=True)
