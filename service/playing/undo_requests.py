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
from service import problems
from service.game import clocks, game_info, history, pauses
from service.game.clocks import Clocks, Undone, moment_of, time_of
from service.game.game import Game, game_of, moment_in
from service.game.includes import NOTHING, Includes
from service.game.responses import ResponseBuilder
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing import games
from service.playing.game_info_updates import update_game_info
from service.playing.games import ActResult
from service.playing.pending_jobs import clock_entries, due
from service.playing.seat_checks import check_can_play
from service.resources.clocks import UndoOffer
from service.resources.games import UndoRequest
from service.store import ConflictingWrite, Event, GameInfo, Header, Idempotency, StoredGame

MOST_UNDONE = 100
"""The maximum number of undos of a seat in one game, to limit the size of the log."""


LATEST = UndoRequest()
"""A request to undo the latest action of the seat."""


class _Tagged(msgspec.Struct):
    """The type of a fact."""

    type: str


def undo(
    installation: Installation,
    stored: StoredGame,
    seat: int,
    body: UndoRequest = LATEST,
    idempotency: Idempotency | None = None,
) -> ActResult:
    """Undo an action of the seat in a game as it was read, or request the consent of the others; return the new view.

    A seat agrees to the request of another seat by sending the same `to`. With an idempotency key, `stored` must have
    the stored responses. Raises ConflictingWrite if the game has changed since it was read, UndoNotAllowed,
    NothingToUndo, UndoTooLate, NoUndosLeft, GameOver, GameAborted, GameNotStarted, SeatResigned, IdempotencyKeyReused
    and RulesNotHosted.
    """
    if (repeated := games.repeated_response(installation, stored, seat, idempotency)) is not None:
        return repeated
    game = game_of(installation, stored)
    _check_playing(game, seat)
    log = history.log(installation, game, 0, game.position.version)
    offer = _offer(game, log, seat, None if body.to is UNSET else body.to)
    alone = offer.seat == seat and _may_alone(game, log, offer.to, seat)
    if not alone and not _is_agreed(game, offer):
        return _request_consent(installation, game, offer, seat)
    event = _go_back(installation, game, log, offer)
    if not alone:  # the seats have waited for each other
        game.info = game_info.new_turn(game.info, offer.seat)
    view = ResponseBuilder(NOTHING).body(game, seat)
    games.commit(installation, game, event, idempotency)
    return ActResult(view)


def decline(installation: Installation, game_id: str, seat: int) -> None:
    """Withdraw the pending undo request of a game for all seats; do nothing without one.

    Raises GameAborted, GameBusy, GameNotFound, GameNotStarted, GameOver, RulesNotHosted, SeatResigned and
    UndoNotAllowed.
    """

    def declined(game: Game) -> GameInfo | None:
        _check_playing(game, seat)
        return None if game.info.undo is UNSET else replace(game.info, undo=UNSET)

    update_game_info(installation, game_id, declined, announce=True)


def _check_playing(game: Game, seat: int) -> None:
    """Raise UndoNotAllowed, GameAborted, SeatResigned, GameOver or GameNotStarted if the seat cannot undo now."""
    if game.header.undo == "none":
        raise problems.UndoNotAllowed("Create the game with `undo`. This game was created without it.")
    check_can_play(game, seat)


def _is_agreed(game: Game, offer: UndoOffer) -> bool:
    """Whether all human players agree to an undo request. Raises UndoTooLate in a game without undo by consent."""
    if game.header.undo != "consent":
        raise problems.UndoTooLate(
            "Continue the game. Another seat has acted since, a random draw was made, or hidden information was shown."
        )
    return {seat for seat in game.human_seats if not game_info.has_resigned(game.info, seat)} <= {*offer.agreed}


def _offer(game: Game, log: Sequence[Event], seat: int, to: int | None) -> UndoOffer:
    """Return the undo request with the seats that agree to it. Raises NothingToUndo and NoUndosLeft."""
    pending = game.info.undo
    if pending is not UNSET and pending.to == to:
        return replace(pending, agreed=tuple(sorted({*pending.agreed, seat})))
    own = _own_versions(game, log, seat)
    version = own[-1] if to is None and own else -1 if to is None else to + 1
    if version not in own:
        raise problems.NothingToUndo("Send `to` as the version before one of the seat's own actions, or omit it.")
    if sum(event.undoes is not UNSET and event.seat == seat for event in log) >= MOST_UNDONE:
        raise problems.NoUndosLeft(
            "Continue the game. A seat can undo at most {times} times in one game.", {"times": MOST_UNDONE}
        )
    new = UndoOffer(seat, version - 1, (seat,))
    return pending if pending is not UNSET and (pending.seat, pending.to) == (seat, new.to) else new


def _own_versions(game: Game, log: Sequence[Event], seat: int) -> list[int]:
    """List the versions of the seat's own actions that no undo has removed."""
    steps = history.steps_of(game.ruleset, log)
    own = (step.version for step in steps if step.seat == seat and step.version > game.header.sandbox_actions)
    return [version for version in own if log[version - 1].by is UNSET]


def _may_alone(game: Game, log: Sequence[Event], to: int, seat: int) -> bool:
    """Whether no other seat has acted since a version, and nothing hidden was revealed."""
    since = log[to:]
    acted = [event for event in since if event.change is UNSET]
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
    if event.undoes is not UNSET or event.change is not UNSET:
        return True
    facts = [(msgspec.json.decode(fact, type=_Tagged).type, audience) for fact, audience in event.facts]
    action = history.read(past.ruleset, event)
    return is_revocable(past.ruleset, before, event.seat, action, past.position.state, facts)


def _request_consent(installation: Installation, game: Game, offer: UndoOffer, seat: int) -> ActResult:
    """Store the undo request, and return the view. Raises ConflictingWrite."""
    seen, game.info = game.info, replace(game.info, undo=offer)
    if game.info != seen:
        at, entries = due(installation, game), clock_entries(installation, game)
        if not installation.store.replace_info(
            game.header.game_id, seen, game.info, due=at, clocks=entries, publish=True
        ):
            raise ConflictingWrite
    return ActResult(ResponseBuilder(Includes(undo=True)).body(game, seat))


def _go_back(installation: Installation, game: Game, log: Sequence[Event], offer: UndoOffer) -> Event:
    """Apply the undo to the game in place, and return its event."""
    header, info, position = game.header, game.info, game.position
    at = moment_in(installation, header, info)
    before = pauses.resumed(info, at).clocks
    steps = history.steps_of(game.ruleset, log)
    undone = Counter(step.seat for step in steps if step.version > offer.to)
    first = replay.undo_step(game.ruleset, position, steps, offer.to, game.options, game.seed)
    to_act = tuple(game.ruleset.to_act(position.state))
    event = Event(
        position.version,
        offer.seat,
        first.decision,
        log[offer.to].action,
        (),
        written(time_of(at)),
        attempt=installation.sources.attempt(),
        to_act=to_act,
        decisions=tuple(position.decisions[each] for each in to_act),
        undoes=offer.to,
        clocks=_clocks(game, log, offer.to, before, undone, at),
    )
    game.info = game_info.after(header, info, event)
    return event


def _clocks(game: Game, log: Sequence[Event], to: int, before: Clocks, undone: Counter[int], at: int) -> Clocks:
    """Return the clocks after an undo.

    `before` are the clocks before it, `undone` the numbers of undone actions by seat.
    """
    clock, position = game.header.clock, game.position
    if clock is UNSET:
        return ()
    past = history.opening(game)
    history.apply_events(past, log[:to])
    then, to_act = past.info.clocks, set(past.to_act) & set(game_info.timed_seats(game.header, game.info))
    took = _times(game.header, past.info, log[to:])
    return tuple(
        now
        if seat in to_act and position.decisions[seat] < position.version
        else clocks.clock_after_undo(
            clock, then[seat], now, Undone(undone[seat], took.get(seat, 0)), at, is_pending=seat in to_act
        )
        for seat, now in enumerate(before)
    )


def _times(header: Header, info: GameInfo, log: Sequence[Event]) -> dict[int, int]:
    """Return the time that the first action of each seat in a log took, without pauses."""
    found: dict[int, int] = {}
    for event in log:
        own = pauses.before_event(header, info, event).clocks[event.seat]
        if event.change is UNSET and event.undoes is UNSET and event.seat not in found:
            found[event.seat] = 0 if own.since is UNSET else moment_of(event.at) - own.since - own.paused
        info = game_info.after(header, info, event)
    return found
