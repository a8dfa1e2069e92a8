"""Undo actions of a seat, alone or with the consent of all other human players.

An undo is an event. A seat can undo alone under three conditions: no other seat has acted since, no random draw was
made, and its steps revealed nothing hidden. `domain.undo_rules` defines them. The conditions depend on public data
only, so the response reveals nothing hidden. Random draws depend on the steps that no undo has removed. After an undo
by consent the same steps repeat the same draws.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain import replay
from domain.undo_rules import is_revocable
from service.game import clocks, game_info, history
from service.game.clocks import Clocks, Undone, moment_of, time_of
from service.game.game import MOST_ATTEMPTS, Game, moment_in, read_stored, restored
from service.game.includes import NOTHING, Includes
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.playing import games
from service.playing.games import ActResult
from service.playing.pending_jobs import clock_entries, due
from service.playing.seat_checks import check_can_play
from service.problems import NothingToUndo, NoUndosLeft, UndoNotAllowed, UndoTooLate, outpaced
from service.reading.responses import ResponseBuilder
from service.resources.clocks import UndoOffer
from service.resources.games import UndoRequest
from service.store import Event, Idempotency, StoredGame

MOST_UNDONE = 100
"""The maximum number of undos of a seat in one game, to limit the size of the log."""


LATEST = UndoRequest()
"""A request to undo the latest action of the seat."""


class _Tagged(msgspec.Struct):
    """The type of a fact."""

    type: str


def undo(
    bottega: Bottega,
    game_id: str,
    seat: int,
    body: UndoRequest = LATEST,
    idempotency: Idempotency | None = None,
    *,
    stored: StoredGame | None = None,
) -> ActResult:
    """Undo an action of the seat, or request the consent of the others; return the seat's new view.

    A seat agrees to another seat's request by
    sending the same `to`. `stored` is a recent copy of the game, with stored responses if there is an idempotency key.
    Raises UndoNotAllowed, NothingToUndo, UndoTooLate, NoUndosLeft, GameOver, GameAborted, GameNotStarted, SeatResigned,
    IdempotencyKeyReused, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        stored = stored or read_stored(bottega, game_id, with_responses=idempotency is not None)
        previous = bottega.store.stored_response(stored, idempotency)
        if previous is not None:
            return games.repeated(bottega, game_id, seat, previous, idempotency, NOTHING)
        game, stored = restored(bottega, stored), None
        _check_playing(game, seat)
        result = _try(bottega, game, seat, None if body.to is UNSET else body.to, idempotency)
        if result is not None:
            return result
    raise outpaced(MOST_ATTEMPTS)


def _check_playing(game: Game, seat: int) -> None:
    """Raise UndoNotAllowed, GameAborted, SeatResigned, GameOver or GameNotStarted if the seat cannot undo now."""
    if game.header.undo == "none":
        raise UndoNotAllowed("Create the game with `undo`. This game was created without it.")
    check_can_play(game, seat)


def _try(bottega: Bottega, game: Game, seat: int, to: int | None, idempotency: Idempotency | None) -> ActResult | None:
    """Undo, or store the request; None after a conflicting write."""
    log = history.log(bottega, game, 0, game.position.version)
    wanted = _wanted(game, log, seat, to)
    alone = wanted.seat == seat and _may_alone(game, log, wanted.to, seat)
    must_agree = {seat for seat in game.human_seats if not game_info.has_resigned(game.info, seat)}
    if alone or (game.header.undo == "consent" and must_agree <= {*wanted.agreed}):
        seen = game.info
        event = _go_back(bottega, game, log, wanted)
        if not alone:  # the seats have waited for each other
            game.info = game_info.new_turn(game.info, wanted.seat)
        return games.commit(bottega, game, seen, event, idempotency, ResponseBuilder(NOTHING), seat)
    if game.header.undo != "consent":
        raise UndoTooLate(
            "Continue the game. Another seat has acted since, a random draw was made, or hidden information was shown."
        )
    return _request_undo(bottega, game, wanted, seat)


def _wanted(game: Game, log: Sequence[Event], seat: int, to: int | None) -> UndoOffer:
    """Return the undo request with the seats that agree to it. Raises NothingToUndo and NoUndosLeft."""
    offer = game.info.undo
    if offer is not None and offer.to == to:
        return replace(offer, agreed=tuple(sorted({*offer.agreed, seat})))
    own = _own_versions(game, log, seat)
    version = own[-1] if to is None and own else -1 if to is None else to + 1
    if version not in own:
        raise NothingToUndo("Send `to` as the version before one of the seat's own actions, or omit it.")
    if sum(event.undoes is not None and event.seat == seat for event in log) >= MOST_UNDONE:
        raise NoUndosLeft(
            "Continue the game. A seat can undo at most {times} times in one game.", {"times": MOST_UNDONE}
        )
    wanted = UndoOffer(seat, version - 1, (seat,))
    return offer if offer is not None and (offer.seat, offer.to) == (seat, wanted.to) else wanted


def _own_versions(game: Game, log: Sequence[Event], seat: int) -> list[int]:
    """List the versions of the seat's own actions that no undo has removed."""
    steps = history.steps_of(game.ruleset, log)
    own = (step.version for step in steps if step.seat == seat and step.version > game.header.sandbox_actions)
    return [version for version in own if log[version - 1].by is None]


def _may_alone(game: Game, log: Sequence[Event], to: int, seat: int) -> bool:
    """Whether no other seat has acted since a version, and nothing hidden was revealed."""
    since = log[to:]
    acted = [event for event in since if event.change is None]
    if game.ruleset.reveals_nothing is None or any(event.seat != seat or event.by for event in acted):
        return False
    past = history.opening(game)
    history.apply_events(past, log[:to])
    return all(_is_revocable(past, event) for event in since)


def _is_revocable(past: Game, event: Event) -> bool:
    """Apply an event to a game in place. Return whether the event's seat may undo it alone.

    A seat may always undo an event that is an undo itself, because it reveals nothing.
    """
    before = past.ruleset.clone(past.position.state)
    history.apply_events(past, (event,))
    if event.undoes is not None or event.change is not None:
        return True
    facts = [(msgspec.json.decode(fact, type=_Tagged).type, audience) for fact, audience in event.facts]
    action = history.read(past.ruleset, event)
    return is_revocable(past.ruleset, before, event.seat, action, past.position.state, facts)


def _request_undo(bottega: Bottega, game: Game, wanted: UndoOffer, seat: int) -> ActResult | None:
    """Store the undo request; None after a conflicting write."""
    seen, game.info = game.info, replace(game.info, undo=wanted)
    if game.info != seen:
        at, entries = due(bottega, game), clock_entries(bottega, game)
        if not bottega.store.replace_info(game.header.game_id, seen, game.info, due=at, clocks=entries, publish=True):
            return None
    return ActResult(ResponseBuilder(Includes(undo=True)).body(game, seat))


def _go_back(bottega: Bottega, game: Game, log: Sequence[Event], wanted: UndoOffer) -> Event:
    """Apply the undo to the game in place, and return its event."""
    header, info, position = game.header, game.info, game.position
    at, before = moment_in(bottega, header, info), info.clocks
    steps = history.steps_of(game.ruleset, log)
    undone = Counter(step.seat for step in steps if step.version > wanted.to)
    first = replay.undo_step(game.ruleset, position, steps, wanted.to, game.options, game.seed)
    to_act = tuple(game.ruleset.to_act(position.state))
    event = Event(
        position.version,
        wanted.seat,
        first.decision,
        log[wanted.to].action,
        (),
        written(time_of(at)),
        attempt=bottega.sources.attempt(),
        to_act=to_act,
        decisions=tuple(position.decisions[each] for each in to_act),
        undoes=wanted.to,
        clocks=_clocks(game, log, wanted.to, before, undone, at),
    )
    game.info = game_info.after(header, info, event)
    return event


def _clocks(game: Game, log: Sequence[Event], to: int, before: Clocks, undone: Counter[int], at: int) -> Clocks:
    """Return the clocks after an undo.

    `before` are the clocks before it, `undone` the numbers of undone actions by seat.
    """
    clock, position = game.header.clock, game.position
    if clock is None:
        return ()
    past = history.opening(game)
    history.apply_events(past, log[:to])
    then, to_act = past.info.clocks, set(past.to_act) & set(game_info.timed_seats(game.header, game.info))
    actions = (event for event in reversed(log[to:]) if event.undoes is None and event.change is None)
    took = {event.seat: moment_of(event.at) - (then[event.seat].since or moment_of(event.at)) for event in actions}
    return tuple(
        now
        if seat in to_act and position.decisions[seat] < position.version
        else clocks.clock_after_undo(
            clock, then[seat], now, Undone(undone[seat], took.get(seat, 0)), at, is_pending=seat in to_act
        )
        for seat, now in enumerate(before)
    )
