"""Taking back: a seat goes back to before an action of its own, alone or with the consent of all others.

It is an event like any other. A seat may do it alone as long as nobody else has acted since, nothing was drawn, and
nobody has learnt anything hidden by its steps: see `domain.undo_rules`. All of that is public, so the answer reveals
nothing either. The dice go by the steps that stand: after an undo by consent the same steps meet the same dice.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from domain import replay
from domain.undo_rules import is_revocable
from service.play import clocks, game_info, games, history
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import Clocks, Undone, moment_of, time_of
from service.play.game import Game, check_begun, check_not_aborted, moment_in, read_stored, restored
from service.play.games import MOST_ATTEMPTS, ActResult
from service.play.includes import NOTHING, Includes
from service.play.pending_jobs import clock_entries, due
from service.play.responses import ResponseBuilder
from service.problems import (
    GameBusy,
    GameOver,
    NothingToUndo,
    NoUndosLeft,
    SeatResigned,
    UndoOff,
    UndoTooLate,
)
from service.store import Event, Idempotency, StoredGame
from service.store.clock_types import UndoOffer

MOST_UNDONE = 100
"""How often a seat takes something back in one game: so that no log grows for ever."""


class _Tagged(msgspec.Struct):
    """A fact, as far as it matters here."""

    type: str


def undo(
    bottega: Bottega,
    game_id: str,
    seat: int,
    to: int | None = None,
    idempotency: Idempotency | None = None,
    *,
    stored: StoredGame | None = None,
) -> ActResult:
    """Go back to before an action of the seat's own, or ask the others for it; return the seat's view then.

    `to` is the version to go back to: that before the action; before its latest if None. Whoever names the version that
    another seat has asked for agrees to that. `stored` is the game as it was a moment ago, with what was answered where
    there is a key. Raises UndoOff, NothingToUndo, UndoTooLate, NoUndosLeft, GameOver,
    GameAborted, GameNotStarted, SeatResigned, IdempotencyKeyReused, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        stored = stored or read_stored(bottega, game_id, answers=idempotency is not None)
        answered = bottega.store.stored_response(stored, idempotency)
        if answered is not None:
            return games.repeated(bottega, game_id, seat, answered, idempotency, NOTHING)
        game, stored = restored(bottega, stored), None
        _check_playing(game, seat)
        result = _try(bottega, game, seat, to, idempotency)
        if result is not None:
            return result
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _check_playing(game: Game, seat: int) -> None:
    """Raise what stands in the way of taking anything back."""
    if game.header.undo == "none":
        raise UndoOff("Whoever creates a game may allow it by `undo`.")
    check_not_aborted(game)
    if game_info.has_given_up(game.table, seat):
        raise SeatResigned("The seat is played on without its player.")
    if game.status == "over" or game_info.is_decided(game.header, game.table):
        raise GameOver("Nobody is to act any more.")
    check_begun(game)


def _try(bottega: Bottega, game: Game, seat: int, to: int | None, idempotency: Idempotency | None) -> ActResult | None:
    """Go back, or ask for it, unless the game changes at this very moment."""
    log = history.log(bottega, game, 0, game.position.version)
    wanted = _wanted(game, log, seat, to)
    alone = wanted.seat == seat and _may_alone(game, log, wanted.to, seat)
    if alone or (game.header.undo == "consent" and _people(game) <= {*wanted.agreed}):
        seen = game.table
        event = _go_back(bottega, game, log, wanted)
        return games.commit(bottega, game, seen, event, idempotency, ResponseBuilder(NOTHING), seat)
    if game.header.undo != "consent":
        raise UndoTooLate("Somebody else has acted since, something was drawn, or something hidden was shown.")
    return _ask(bottega, game, wanted, seat)


def _wanted(game: Game, log: Sequence[Event], seat: int, to: int | None) -> UndoOffer:
    """Return what a seat wants, with those who have agreed to it; raises NothingToUndo and NoUndosLeft."""
    offer = game.table.undo
    if offer is not None and offer.to == to:
        return replace(offer, agreed=tuple(sorted({*offer.agreed, seat})))
    own = _own_versions(game, log, seat)
    version = own[-1] if to is None and own else -1 if to is None else to + 1
    if version not in own:
        raise NothingToUndo("No action of the seat's own that stands comes next there.")
    if sum(event.undoes is not None and event.seat == seat for event in log) >= MOST_UNDONE:
        raise NoUndosLeft("A seat takes back {times} times in one game.", {"times": MOST_UNDONE})
    wanted = UndoOffer(seat, version - 1, (seat,))
    return offer if offer is not None and (offer.seat, offer.to) == (seat, wanted.to) else wanted


def _own_versions(game: Game, log: Sequence[Event], seat: int) -> list[int]:
    """List the versions of all that a seat has decided itself and that stands."""
    steps = history.steps_of(game.ruleset, log)
    own = (step.version for step in steps if step.seat == seat and step.version > game.header.sandbox_actions)
    return [version for version in own if log[version - 1].by is None]


def _may_alone(game: Game, log: Sequence[Event], to: int, seat: int) -> bool:
    """Return whether nobody else has acted since a version, and nobody has learnt anything."""
    since = log[to:]
    acted = [event for event in since if event.change is None]
    if game.ruleset.reveals_nothing is None or any(event.seat != seat or event.by for event in acted):
        return False
    past = history.opening(game)
    history.play_on(past, log[:to])
    return all(_is_revocable(past, event) for event in since)


def _is_revocable(past: Game, event: Event) -> bool:
    """Carry out an event, in place, and return whether its seat may take it back alone; going back reveals nothing."""
    before = past.ruleset.clone(past.position.state)
    history.play_on(past, (event,))
    if event.undoes is not None or event.change is not None:
        return True
    told = [(msgspec.json.decode(fact, type=_Tagged).type, audience) for fact, audience in event.facts]
    action = history.read(past.ruleset, event)
    return is_revocable(past.ruleset, before, event.seat, action, past.position.state, told)


def _people(game: Game) -> set[int]:
    """Name the seats whose people must agree: of those who are there, and have not given up."""
    seats = ((seat, setup.kind) for seat, setup in enumerate(game.seats))
    there = {seat for seat, kind in seats if kind != "ai" and seat in game.claims}
    return {seat for seat in there if not game_info.has_given_up(game.table, seat)}


def _ask(bottega: Bottega, game: Game, wanted: UndoOffer, seat: int) -> ActResult | None:
    """Ask all others to agree; None if the game has changed meanwhile."""
    seen, game.table = game.table, replace(game.table, undo=wanted)
    if game.table != seen:
        at, entries = due(bottega, game), clock_entries(bottega, game)
        if not bottega.store.replace_info(game.header.game_id, seen, game.table, due=at, clocks=entries, publish=True):
            return None
    return ActResult(ResponseBuilder(Includes(undo=True)).body(game, seat))


def _go_back(bottega: Bottega, game: Game, log: Sequence[Event], wanted: UndoOffer) -> Event:
    """Go back in place, at the table too, and return the event of it."""
    header, table, position = game.header, game.table, game.position
    at, before = moment_in(bottega, header, table), table.clocks
    steps = history.steps_of(game.ruleset, log)
    undone = Counter(step.seat for step in steps if step.version > wanted.to)
    first = replay.go_back(game.ruleset, position, steps, wanted.to, game.options, game.seed)
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
        asked=tuple(position.asked[each] for each in to_act),
        undoes=wanted.to,
        clocks=_clocks(game, log, wanted.to, before, undone, at),
    )
    game.table = game_info.after(header, table, event)
    return event


def _clocks(game: Game, log: Sequence[Event], to: int, before: Clocks, undone: Counter[int], at: int) -> Clocks:
    """Return the clocks after going back; `before` is how they were then, `undone` how many answers are taken back."""
    clock, position = game.header.clock, game.position
    if clock is None:
        return ()
    past = history.opening(game)
    history.play_on(past, log[:to])
    then, to_act = past.table.clocks, set(past.to_act) & set(game_info.timed_seats(game.header, game.table))
    answers = (event for event in reversed(log[to:]) if event.undoes is None and event.change is None)
    took = {event.seat: moment_of(event.at) - (then[event.seat].since or moment_of(event.at)) for event in answers}
    return tuple(
        now
        if seat in to_act and position.asked[seat] < position.version
        else clocks.taken_back(
            clock, then[seat], now, Undone(undone[seat], took.get(seat, 0)), at, is_asked=seat in to_act
        )
        for seat, now in enumerate(before)
    )
