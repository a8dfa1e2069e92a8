"""Build the bodies of responses from the fields that each may contain.

`service.resources` declares them, and tests check every response against them. msgspec encodes them:
marshmallow takes two hundred times as long for a view.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.ruleset import AnyRuleset, Outcome, SeatOutcome
from service.game import game_info
from service.game.clocks import SECOND, deadlines, time_of
from service.game.game import Game
from service.installation.clock_and_ids import written
from service.resources.base import shown
from service.resources.clocks import Absence, BudgetClock, Clock, UndoOffer
from service.resources.creation import CreatedGame
from service.resources.events import Event as ShownEvent
from service.resources.events import NextDecision, PendingDecision
from service.resources.game_fields import Undo
from service.resources.games import GameView, LegalActions, Result, SeatClock, SeatRank
from service.resources.lists import GameSummary, SeatPresence
from service.resources.seats import ListedSeat, Seat, SeatToken
from service.resources.spectators import Spectators
from service.store import NO_DELAY, Claims, Event, Header, Holder, SeatSetup
from service.store import Spectators as StoredSpectators

Wire = dict[str, Any]
"""A part of a response; fields that do not apply are omitted."""
NOBODY = Holder()
NO_HOLDERS: Claims = {}


@dataclass(frozen=True)
class Extra:
    """Extra parts of a view."""

    offered: NextDecision | None = None
    """The pending decision of the seat, if its legal actions are requested."""
    undo_offer: UndoOffer | UnsetType = UNSET
    hints_left: int | UnsetType = UNSET
    events: tuple[ShownEvent, ...] | UnsetType = UNSET
    setup: tuple[Any, ...] | UnsetType = UNSET
    """The facts of the set-up."""


NOTHING = Extra()


def created(header: Header, tokens: Sequence[SeatToken], creator_token: str, players: Claims) -> CreatedGame:
    """Return a new game for its creator."""
    return shown(
        header,
        CreatedGame,
        seats=seats(header.seats, players),
        tokens=tuple(tokens),
        creator_token=creator_token,
        commitment=header.dice_seed.commitment,
        undo=undo_mode(header),
        clock=header.clock or UNSET,
        absence=absence(header),
        virtual_clock=header.virtual,
        queued_actions=header.queues,
    )


def view(game: Game, seat: int | None, extra: Extra = NOTHING) -> GameView:
    """Return what a seat or a spectator sees, with extra parts.

    Before the start a seat sees what a spectator sees, because its player may leave and another may take it.
    """
    header, outcome = game.header, game.outcome if game.has_started else None
    return GameView(
        ruleset=game.ruleset.name,
        game_id=header.game_id,
        version=game.position.version,
        rules_version=header.rules_version,
        status=game.status,
        to_act=game_info.asked(game),
        seat=UNSET if seat is None else seat,
        decision=_decision(game, seat),
        seats=seats(game.seats),
        sandbox=header.sandbox,
        rated=header.rated,
        undo=undo_mode(header),
        clock=header.clock or UNSET,
        absence=absence(header),
        virtual_clock=header.virtual,
        clocks=_clocks(game),
        commitment=game.seed.commitment,
        view=game.ruleset.view(game.position.state, seat if game.has_started else None),
        outcome=UNSET if outcome is None else tuple(map(_seat_rank, outcome.seats)),
        actions=UNSET if extra.offered is None else extra.offered.actions,
        previews=UNSET if extra.offered is None else extra.offered.previews,
        undo_offer=extra.undo_offer,
        hints_left=extra.hints_left,
        events=extra.events,
        setup=extra.setup,
    )


def next_decision(game: Game, seat: int | None) -> NextDecision | None:
    """Return the pending decision of a seat with its legal actions; None without one."""
    decision = game_info.offered(game, seat)
    if seat is None or decision is None:
        return None
    actions = game.ruleset.legal_actions(game.position.state, seat)
    return NextDecision(decision, tuple(actions), _previews(game, seat, actions))


def _previews(game: Game, seat: int, actions: Sequence[Any]) -> tuple[Any, ...] | UnsetType:
    """Return the previews of a seat's legal actions; UNSET without any."""
    found, empty = game.ruleset.previews(game.position.state, seat, actions), game.ruleset.preview_type()
    return tuple(found) if any(each != empty for each in found) else UNSET


def summary(
    game: Game,
    claims: Claims,
    version: int,
    to_act: Sequence[int],
    *,
    shows_undo: bool = False,
    presence: tuple[SeatPresence, ...] | UnsetType = UNSET,
) -> GameSummary:
    """Return the summary of a game at a version, with the seats that must act."""
    header, info = game.header, game.info
    return shown(
        header,
        GameSummary,
        ruleset=game.ruleset.name,
        version=version,
        status=game.status,
        to_act=tuple(to_act),
        seats=listed_seats(game.seats, claims),
        undo=undo_mode(header),
        clock=header.clock or UNSET,
        absence=absence(header),
        virtual_clock=header.virtual,
        queued_actions=header.queues,
        name=info.name,
        label=info.label,
        metadata=info.metadata or UNSET,
        spectators=spectators(header.spectators),
        rematch=info.rematch,
        tournament=header.tournament or UNSET,
        record_hash=info.record_hash,
        undo_offer=info.undo or UNSET if shows_undo else UNSET,
        presence=presence,
    )


def undo_mode(header: Header) -> Undo | UnsetType:
    """Return the undo mode of a game; UNSET without undo."""
    return UNSET if header.undo == "none" else header.undo


def spectators(stored: StoredSpectators) -> Spectators | UnsetType:
    """Return what spectators see of a running game; UNSET for everything at once."""
    if stored == NO_DELAY:
        return UNSET
    found: Spectators = msgspec.convert(msgspec.to_builtins(stored), Spectators)
    return found


def absence(header: Header) -> Absence | UnsetType:
    """Return the absence policy of a game; UNSET if it has no effect."""
    has_effect = header.clock is not None or header.absence.level is not UNSET
    return header.absence if has_effect else UNSET


def listed_seats(setups: Sequence[SeatSetup], claims: Claims) -> tuple[ListedSeat, ...]:
    """Return the seats, with whether open seats have been claimed or need a code."""
    return tuple(_listed_seat(seat, setup, claims.get(seat, NOBODY)) for seat, setup in enumerate(setups))


def _listed_seat(seat: int, setup: SeatSetup, holder: Holder) -> ListedSeat:
    is_open = setup.kind == "open"
    return ListedSeat(
        seat,
        setup.kind,
        setup.level,
        holder.name or setup.name,
        holder.player,
        holder.bot,
        setup.colour,
        holder.is_taken if is_open else UNSET,
        is_open and setup.invited,
    )


def legal_actions(game: Game, seat: int) -> LegalActions:
    """Return the legal actions of a seat."""
    is_offered = game_info.offered(game, seat) is not None
    actions = game.ruleset.legal_actions(game.position.state, seat) if is_offered else ()
    return LegalActions(
        ruleset=game.ruleset.name,
        game_id=game.header.game_id,
        version=game.position.version,
        decision=_decision(game, seat),
        actions=tuple(actions),
        previews=_previews(game, seat, actions),
    )


def event(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> ShownEvent:
    """Return an event with its action and facts as the viewer may see them."""
    acted = entry.change is None
    return ShownEvent(
        ruleset=ruleset.name,
        id=str(entry.position),
        version=entry.version,
        seat=entry.seat,
        at=entry.at,
        decision=entry.decision if acted else UNSET,
        action=_observed(ruleset, entry, viewer) if acted else UNSET,
        change=UNSET if entry.change is None else entry.change,
        facts=tuple(fact for fact, audience in entry.facts if audience is None or viewer in audience),
        to_act=entry.to_act,
        decisions=tuple(map(PendingDecision, entry.to_act, entry.decisions)),
        by=UNSET if entry.by is None else entry.by,
        undoes=UNSET if entry.undoes is None else entry.undoes,
    )


def _observed(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> Any:
    action = msgspec.json.decode(entry.action, type=ruleset.action_type)
    return ruleset.observe(action, entry.seat, viewer)


def result(game: Game, outcome: Outcome) -> Result:
    """Return the result with the score sheets."""
    return Result(
        outcome.seats,
        outcome.winners,
        game.ruleset.name,
        game.header.game_id,
        game.position.version,
        game.info.record_hash,
    )


def terms(header: Header) -> Wire:
    """Return the terms of a game for its record, as plain JSON values."""
    fields = {
        "sandbox": header.sandbox,
        "rated": header.rated,
        "undo": undo_mode(header),
        "visibility": "" if header.visibility == "public" else header.visibility,
        "clock": header.clock,
        "absence": absence(header),
        "virtual_clock": header.virtual,
        "tournament": header.tournament,
    }
    found: Wire = msgspec.to_builtins({name: value for name, value in fields.items() if value})
    return found


def _clocks(game: Game) -> tuple[SeatClock, ...] | UnsetType:
    """Return the deadlines and budgets of the seats, at the version shown; UNSET without a clock."""
    clock, info = game.header.clock, game.info
    if clock is None:
        return UNSET
    due_at = {} if game_info.is_decided(game) else deadlines(clock, info.clocks)
    seats = game_info.timed_seats(game.header, info)
    return tuple(_seat_clock(clock, info.clocks[seat].left, seat, due_at.get(seat)) for seat in seats)


def _seat_clock(clock: Clock, left: int, seat: int, due_at: int | None) -> SeatClock:
    seconds_left = left / SECOND if isinstance(clock, BudgetClock) else UNSET
    return SeatClock(seat, seconds_left, UNSET if due_at is None else written(time_of(due_at)))


def _seat_rank(each: SeatOutcome) -> SeatRank:
    return SeatRank(each.seat, each.rank, each.total, each.reason)


def seats(setups: Sequence[SeatSetup], holders: Claims = NO_HOLDERS) -> tuple[Seat, ...]:
    """Return the occupants of the seats; with their players if the holders are given."""
    return tuple(_seat(seat, setup, holders.get(seat, NOBODY)) for seat, setup in enumerate(setups))


def _seat(seat: int, setup: SeatSetup, holder: Holder) -> Seat:
    return Seat(seat, setup.kind, setup.level, holder.name or setup.name, holder.player, holder.bot, setup.colour)


def _decision(game: Game, seat: int | None) -> int | UnsetType:
    """Return the pending decision that the player of a seat can make; UNSET without one."""
    decision = game_info.offered(game, seat)
    return UNSET if decision is None else decision
