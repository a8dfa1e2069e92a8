"""Submit actions and score finished games. Only `perform` applies actions to stored games.

`act` submits the action of a request, in this order: find a repeated request, check, perform, commit. `service_turns`
plays the turns of the service. Responses are in wire form; `presenters` builds them. `queries` reads games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.actions import check
from service import problems
from service.game import game_info, history, outages, pauses, presenters, responses
from service.game.clocks import deadline, time_of
from service.game.game import (
    Game,
    apply_action,
    check_not_aborted,
    check_not_faulty,
    check_started,
    game_of,
    load,
    moment_in,
)
from service.game.includes import NOTHING, Includes
from service.installation import trace_links
from service.installation.after_commit import follow_up
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import notices
from service.playing.pending_jobs import (
    check_ai_queue,
    clock_entries,
    due,
    enqueue_safely,
    next_job,
    remove_clock,
    remove_clocks,
)
from service.resources.clocks import By
from service.store import Commit, ConflictingWrite, Event, Idempotency, StoredGame
from service.store.clock_list import TimedDecision
from service.telemetry import metrics, tracing


@dataclass(frozen=True)
class SubmittedAction:
    """An action that a seat submits for a decision, and the requested response."""

    seat: int
    decision: int
    action: Any
    ruleset: str | None = None
    """The ruleset of the action; None for a caller that knows the ruleset of the game."""
    idempotency: Idempotency | None = None
    dry_run: bool = False
    """Whether the action is only checked."""
    parts: Includes = NOTHING
    """The parts of the response besides the view."""


@dataclass(frozen=True)
class ActResult:
    """The body of a response, and whether it repeats the response to an earlier request."""

    body: bytes
    replayed: bool = False


def act(installation: Installation, stored: StoredGame, submitted: SubmittedAction) -> ActResult:
    """Submit an action in a game as it was read, and return the seat's new view with the requested parts.

    With an idempotency key, `stored` must have the stored responses. A dry run returns the current view. Raises
    ConflictingWrite if the game has changed since it was read, IllegalAction, DecisionClosed, WrongRuleset,
    IdempotencyKeyReused, RulesNotHosted, GameBusy, AiQueueFull, VersionNotReached, GameNotStarted and TimeExpired.
    """
    seat, parts, request = submitted.seat, submitted.parts, submitted.idempotency
    if (repeated := repeated_response(installation, stored, seat, request, parts)) is not None:
        return repeated
    game = game_of(installation, stored)
    _check_action(installation, game, submitted)
    version, own_events = game.position.version, 0 if submitted.dry_run else 1
    response = responses.prepare(installation, game, parts, seat, after=version, own_events=own_events)
    if submitted.dry_run:
        return ActResult(response.body(game, seat))
    event = perform(installation, game, seat, submitted.action)
    body = response.body(game, seat, event)
    commit(installation, game, event, request)
    return ActResult(body)


def _check_action(installation: Installation, game: Game, submitted: SubmittedAction) -> None:
    """Raise the problem of an action that the seat may not submit now."""
    check_ruleset(game, submitted.ruleset)
    check_not_faulty(game)
    if not game.info.aborted_at:
        check_started(game)
    _check_offered(game, submitted.seat, submitted.decision)
    check(game.ruleset, game.position.state, submitted.seat, submitted.action)
    check_turn(installation, game, submitted.seat)


def score(installation: Installation, game_id: str) -> None:
    """List a finished game, let all subjects note its end, and store the result.

    Raises GameNotOver, GameFaulty and GameBusy.

    The game is due until the result is stored, so a failure before that is retried.
    """
    game = load(installation, game_id)
    if game.is_decided:
        game = retry_conflicts(partial(_ended_in_log, installation, game_id))
    check_not_faulty(game)
    outcome = game.outcome
    if outcome is None:
        raise problems.GameNotOver("Wait until the game has ended. Then the service scores it.")
    installation.store.lists.finish(game.header, installation.store.claims(game_id))
    jobs = [each.game_ends(installation, game.header) for each in installation.subjects]
    game.info = installation.store.info(game_id)  # with the hash of the record
    installation.store.results.save(game_id, msgspec.json.encode(presenters.result(game, outcome)))
    notices.send_score(installation, game)
    for job in jobs:
        enqueue_safely(installation, job)


def _ended_in_log(installation: Installation, game_id: str) -> Game:
    """Return a game that resignations have ended, with a log that says so.

    Older services played such a game on. If that was interrupted, one more default action ends it.
    """
    game, last = load(installation, game_id), installation.store.last_event(game_id)
    if not game.is_decided or (last is not None and last.over):
        return game
    seat = game.ruleset.to_act(game.position.state)[0]
    who = game_info.stand_in(game.info, seat, game.position.decisions[seat])
    by = By("clock", "decided" if who is None else who.reason)
    action = game.ruleset.default_action(game.position.state, seat)
    commit(installation, game, perform(installation, game, seat, action, by))
    return game


def default_turn(installation: Installation, game_id: str, seat: int, decision: int, by: By | None = None) -> None:
    """Submit the default action of the rules for a seat; `by` says why its player does not decide.

    Raises DecisionClosed, GameAborted, GameNotFound, RulesNotHosted and GameBusy.
    """
    retry_conflicts(partial(_default_turn, installation, game_id, seat, decision, by))


def _default_turn(installation: Installation, game_id: str, seat: int, decision: int, by: By | None) -> None:
    game = load(installation, game_id)
    check_not_aborted(game)
    if seat not in game.to_act or decision != game.position.decisions[seat]:
        raise problems.DecisionClosed("Read the pending decision with `queryView`. This decision is closed.")
    action = game.ruleset.default_action(game.position.state, seat)
    check(game.ruleset, game.position.state, seat, action)
    commit(installation, game, perform(installation, game, seat, action, by))


def check_turn(installation: Installation, game: Game, seat: int) -> None:
    """Raise SeatResigned or TimeExpired if a seat may not act although its action is legal.

    Raise GameBusy while an outage is not yet credited to the clocks. Where a level takes over permanently, the player
    can return at any time.
    """
    header, info = game.header, game.info
    if game.seats[seat].kind == "ai":
        return
    if game_info.has_resigned(info, seat):
        raise problems.SeatResigned("Follow the game with `queryView`. The seat has resigned or forfeited.")
    if header.clock is UNSET:
        return
    due_time, now = deadline(header.clock, pauses.clocks_after(info)[seat]), moment_in(installation, header, info)
    if header.absence.on_timeout != "level" and due_time is not None and due_time <= now:
        if not header.virtual and outages.is_due(installation, info.clocks[seat], now):
            raise problems.GameBusy("Retry the request in a moment. The service corrects the clocks after an outage.")
        raise problems.TimeExpired("Wait for the service to act. The deadline of the decision has passed.")


def perform(installation: Installation, game: Game, seat: int, action: Any, by: By | None = None) -> Event:
    """Apply a legal action to the game in place, and return its event. `by` says who decides in place of the player."""
    header, info = game.header, game.info
    at = written(time_of(moment_in(installation, header, info)))
    event = apply_action(game.ruleset, game.position, seat, action, game.seed, at)
    return settled(installation, game, msgspec.structs.replace(event, by=by or UNSET))


def settled(installation: Installation, game: Game, event: Event) -> Event:
    """Put the game info after an event into the game, and return the event as it must be written."""
    event = game_info.after_event(game, event)
    players = _recorded(installation, game) if event.over and game.header.rated else {}
    return msgspec.structs.replace(event, attempt=installation.sources.attempt(), players=players)


def commit(installation: Installation, game: Game, event: Event, idempotency: Idempotency | None = None) -> None:
    """Write an event that was applied to `game`, enqueue the job that follows, and send the notices.

    Raises ConflictingWrite, and AiQueueFull if a search would have to wait for too many others.
    """
    header, seat = game.header, event.seat
    is_own = event.by is UNSET and event.change is UNSET and game.seats[seat].kind != "ai"
    job = next_job(game)
    with tracing.span("commit", game_id=header.game_id, seat=seat, version=event.version):
        if is_own and event.undoes is UNSET:
            check_ai_queue(installation, job)
        write_events(installation, game, [event], idempotency)
        if event.over:
            remove_clocks(installation, game, game.as_read.info)
        elif header.clock is not UNSET and is_own:
            remove_clock(installation, TimedDecision(header.game_id, seat, event.decision))
        # before the level acts: a feed accepts no notice older than its latest
        if event.change is not UNSET and not event.change.is_of_clocks:
            notices.send_takeover(installation, game, seat)
        enqueue_safely(installation, job)
        notices.send_event(installation, game)


def write_events(
    installation: Installation, game: Game, events: Sequence[Event], idempotency: Idempotency | None = None
) -> None:
    """Write successive events that were applied to a game as it was read, in one step. Raises ConflictingWrite."""
    header = game.header
    change = Commit(
        before=game.as_read,
        events=events,
        snapshot=replay.encode(game.position),
        info=game.info,
        due=due(installation, game, len(events)),
        clocks=clock_entries(installation, game),
        idempotency=idempotency,
        response_seconds=installation.settings.idempotency_seconds,
    )
    trace_links.store_link(installation, header.game_id)
    try:
        installation.store.commit(change)
    except ConflictingWrite:
        metrics.count_conflict()
        raise
    with follow_up("metrics", header.game_id):
        metrics.count_commit(header.ruleset, len(events), ends=events[-1].over)


def _recorded(installation: Installation, game: Game) -> dict[int, str]:
    """Return the aliases of players by seat, for the record. A deleted player and a substitute have none."""
    whole = {seat: player for seat, player in game.players.items() if seat not in game.info.substituted}
    found = {seat: installation.store.players.note_alias(player) for seat, player in whole.items()}
    return {seat: alias for seat, alias in found.items() if alias}


def check_ruleset(game: Game, ruleset: str | None) -> None:
    """Raise WrongRuleset unless `ruleset` is that of the game, or None."""
    if ruleset not in (None, game.ruleset.name):
        raise problems.WrongRuleset(
            "Send an action of {ruleset}, the ruleset of the game.", {"ruleset": game.ruleset.name}
        )


def _check_offered(game: Game, seat: int, decision: int) -> None:
    """Raise DecisionClosed unless the player of a seat can make a decision.

    It may have been made or undone, the seat may have resigned, the game may have ended, been aborted, or be decided.
    If the seat need not act and never had such a decision, the rules reject the action instead.
    """
    pending, latest = game_info.offered(game, seat), game.position.decisions[seat]
    if pending == decision:
        return
    if pending is not None:
        raise problems.DecisionClosed(
            "Answer the pending decision, given in `decision`. The sent one is closed.", decision=pending
        )
    must_act = seat in game.ruleset.to_act(game.position.state)
    if must_act or (latest >= 0 and decision < game.position.version):
        raise problems.DecisionClosed("Read the pending decision with `queryView`. This decision is closed.")


def repeated_response(
    installation: Installation, stored: StoredGame, seat: int, request: Idempotency | None, parts: Includes = NOTHING
) -> ActResult | None:
    """Return the response to an earlier request with this key, at the version that it showed; None without one.

    Raises IdempotencyKeyReused for another request.
    """
    previous = installation.store.stored_response(stored, request)
    if previous is None or request is None:
        return None
    if previous.mark != request.mark:
        raise problems.IdempotencyKeyReused("Send a new `Idempotency-Key`. This seat used the key for another request.")
    game = history.game_at(installation, stored.header.game_id, previous.version)
    response = responses.prepare(installation, game, parts, seat, after=previous.version - 1)
    return ActResult(response.body(game, seat), replayed=True)
