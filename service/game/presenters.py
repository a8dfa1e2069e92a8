"""Build the bodies of responses from the fields that each may contain.

`service.resources` declares them, and tests check every response against them. msgspec encodes them:
marshmallow takes two hundred times as long for a view.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.ai_players import character_of
from domain.clock import SECOND
from domain.ruleset import AnyRuleset, Outcome, SeatOutcome, SeatResult
from service.game import game_info, pauses
from service.game.clocks import deadlines, time_of
from service.game.game import Game, seats_of
from service.installation.clock_and_ids import written
from service.resources.base import shown
from service.resources.clocks import Absence, Clock, UndoOffer
from service.resources.creation import CreatedGame
from service.resources.events import Event as ShownEvent
from service.resources.events import NextDecision, PendingDecision
from service.resources.game_fields import Undo
from service.resources.game_terms import ListedTerms
from service.resources.games import GamePause, GameView, LegalActions, Result, SeatClock, SeatRank
from service.resources.lists import GameSummary, SeatPresence
from service.resources.records import RecordedTerms
from service.resources.seats import ListedSeat, Seat, SeatToken
from service.resources.spectators import Spectators
from service.store import NO_DELAY, Claims, Event, GameInfo, Header, Holder, SeatSetup, Status, StoredTerms
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
        terms_of(header),
        CreatedGame,
        ruleset=header.ruleset,
        rules_version=header.rules_version,
        game_id=header.game_id,
        options=header.options,
        seats=seats(header.seats, players),
        tokens=tuple(tokens),
        creator_token=creator_token,
        commitment=header.dice_seed.commitment,
        created_at=header.created_at,
        hints=header.hints,
    )


def view(game: Game, seat: int | None, extra: Extra = NOTHING) -> GameView:
    """Return what a seat or a spectator sees, with extra parts.

    Before the start a seat sees what a spectator sees, because its player may leave and another may take it.
    """
    header, outcome = game.header, game.outcome if game.has_started else None
    return shown(
        terms_of(header),
        GameView,
        ruleset=game.ruleset.name,
        game_id=header.game_id,
        version=game.position.version,
        rules_version=header.rules_version,
        status=game.status,
        to_act=game.to_act,
        seat=UNSET if seat is None else seat,
        decision=_decision(game, seat),
        seats=seats(game.seats),
        clocks=_clocks(game),
        pause=_pause(game.info),
        commitment=game.seed.commitment,
        view=game.ruleset.view(game.position.state, seat if game.has_started else None),
        teams=game.teams or UNSET,
        outcome=UNSET if outcome is None else tuple(map(_seat_rank, outcome.seats, outcome.results)),
        ended_by=game.ended_by,
        abort_reason=game.info.abort_reason if game.info.abort_reason and game.info.aborted_at else UNSET,
        faulty_since=faulty_since(game.info),
        irreproducible=bool(game.info.irreproducible),
        tournament=header.tournament,
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
    return replace(
        summary_without_rules(game.header, game.info, claims, version, game.status),
        to_act=tuple(to_act),
        ended_by=game.ended_by,
        undo_offer=game.info.undo or UNSET if shows_undo else UNSET,
        presence=presence,
    )


def summary_without_rules(header: Header, info: GameInfo, claims: Claims, version: int, status: Status) -> GameSummary:
    """Return the parts of a summary that need no rules. No seat can act."""
    return shown(
        terms_of(header),
        GameSummary,
        ruleset=header.ruleset,
        game_id=header.game_id,
        version=version,
        rules_version=header.rules_version,
        status=status,
        to_act=(),
        ended_by=UNSET,
        faulty_since=faulty_since(info),
        irreproducible=bool(info.irreproducible),
        seats=listed_seats(seats_of(header, info), claims, info.awaited),
        created_at=header.created_at,
        name=info.name,
        label=info.label,
        metadata=info.metadata or UNSET,
        rematch=info.rematch or UNSET,
        rematch_of=header.rematch_of or UNSET,
        tournament=header.tournament,
        record_hash=info.record_hash or UNSET,
        undo_offer=UNSET,
        presence=UNSET,
    )


def terms_of(header: Header) -> ListedTerms:
    """Return the terms of a game."""
    return shown(
        header,
        ListedTerms,
        undo=undo_mode(header),
        absence=_absence(header),
        virtual_clock=header.virtual,
        queued_actions=header.queues,
        spectators=spectators(header.spectators),
    )


def undo_mode(terms: StoredTerms) -> Undo | UnsetType:
    """Return the undo mode of a game; UNSET without undo."""
    return UNSET if terms.undo == "none" else terms.undo


def spectators(stored: StoredSpectators) -> Spectators | UnsetType:
    """Return what spectators see of a running game; UNSET for everything at once."""
    if stored == NO_DELAY:
        return UNSET
    found: Spectators = msgspec.convert(msgspec.to_builtins(stored), Spectators)
    return found


def _absence(header: Header) -> Absence | UnsetType:
    """Return the absence policy of a game; UNSET if it has no effect."""
    has_effect = header.clock is not UNSET or header.absence.level is not UNSET
    return header.absence if has_effect else UNSET


def listed_seats(setups: Sequence[SeatSetup], claims: Claims, awaited: Container[int] = ()) -> tuple[ListedSeat, ...]:
    """Return the seats, with whether open seats have been claimed or need a code, and whose players are awaited."""
    characters = _characters(setups)
    return tuple(
        _listed_seat(seat, setup, claims.get(seat, NOBODY), characters.get(seat, ""), is_awaited=seat in awaited)
        for seat, setup in enumerate(setups)
    )


def _characters(setups: Sequence[SeatSetup]) -> dict[int, str]:
    """Return the characters as which AI levels play, by seat. An AI seat with a name has none."""
    names = [setup.name for setup in setups if setup.name]
    unnamed = [seat for seat, setup in enumerate(setups) if setup.kind == "ai" and not setup.name]
    return {seat: character_of(seat, names) for seat in unnamed}


def _listed_seat(seat: int, setup: SeatSetup, holder: Holder, ai_player: str, *, is_awaited: bool) -> ListedSeat:
    is_open = setup.kind == "open"
    return ListedSeat(
        seat,
        setup.kind,
        setup.level,
        holder.name or setup.name,
        holder.player or UNSET,
        holder.bot,
        setup.colour,
        ai_player,
        holder.is_taken if is_open else UNSET,
        is_open and setup.invited,
        is_awaited,
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
    acted = entry.change is UNSET
    return ShownEvent(
        ruleset=ruleset.name,
        id=str(entry.position),
        version=entry.version,
        seat=entry.seat,
        at=entry.at,
        decision=entry.decision if acted else UNSET,
        action=_observed(ruleset, entry, viewer) if acted else UNSET,
        change=entry.change,
        facts=tuple(fact for fact, audience in entry.facts if audience is None or viewer in audience),
        to_act=entry.to_act,
        decisions=tuple(map(PendingDecision, entry.to_act, entry.decisions)),
        by=entry.by,
        undoes=entry.undoes,
    )


def _observed(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> Any:
    action = msgspec.json.decode(entry.action, type=ruleset.action_type)
    return ruleset.observe(action, entry.seat, viewer)


def result(game: Game, outcome: Outcome) -> Result:
    """Return the result with the score sheets."""
    return Result(
        tuple(
            msgspec.structs.replace(each, result=found)
            for each, found in zip(outcome.seats, outcome.results, strict=True)
        ),
        outcome.winners,
        ended_by=outcome.ended_by,
        ruleset=game.ruleset.name,
        game_id=game.header.game_id,
        version=game.position.version,
        record_hash=game.info.record_hash,
    )


def recorded_terms(header: Header, *, irreproducible: bool = False) -> Wire:
    """Return the terms of a game for its record, as plain JSON values."""
    visibility = UNSET if header.visibility == "public" else header.visibility
    terms = shown(
        terms_of(header),
        RecordedTerms,
        visibility=visibility,
        tournament=header.tournament,
        irreproducible=irreproducible,
    )
    found: Wire = msgspec.to_builtins(terms)
    return found


def _clocks(game: Game) -> tuple[SeatClock, ...] | UnsetType:
    """Return the deadlines and budgets of the seats, at the version shown; UNSET without a clock."""
    clock, info = game.header.clock, game.info
    if clock is UNSET:
        return UNSET
    due_at = deadlines(clock, pauses.clocks_after(info))
    seats = game_info.timed_seats(game.header, info)
    away = {each.seat: each.until for each in info.vacations if each.since is not UNSET}
    return tuple(
        replace(
            _seat_clock(clock, info.clocks[seat].left, seat, due_at.get(seat)),
            vacation_until=written(time_of(away[seat])) if seat in away else UNSET,
        )
        for seat in seats
    )


def _pause(info: GameInfo) -> GamePause | UnsetType:
    """Return the requested or agreed pause; UNSET without one, and in an aborted game."""
    pause = info.pause
    if pause is UNSET or info.aborted_at:
        return UNSET
    status: Literal["requested", "paused"] = "requested" if pause.since is UNSET else "paused"
    until = UNSET if pause.until is UNSET else written(time_of(pause.until))
    return GamePause(status, pause.seat, pause.agreed, pause.hours or UNSET, until)


def faulty_since(info: GameInfo) -> str | UnsetType:
    """Return when the rules of a game failed; UNSET if they have not."""
    return UNSET if info.fault is UNSET else info.fault.at


def _seat_clock(clock: Clock, left: int, seat: int, due_at: int | None) -> SeatClock:
    seconds_left = left / SECOND if clock.budget else UNSET
    return SeatClock(seat, seconds_left, UNSET if due_at is None else written(time_of(due_at)))


def _seat_rank(each: SeatOutcome, result: SeatResult) -> SeatRank:
    return SeatRank(each.seat, each.rank, result, each.total, each.reason, each.team)


def seats(setups: Sequence[SeatSetup], holders: Claims = NO_HOLDERS) -> tuple[Seat, ...]:
    """Return the occupants of the seats; with their players if the holders are given."""
    characters = _characters(setups)
    return tuple(
        _seat(seat, setup, holders.get(seat, NOBODY), characters.get(seat, "")) for seat, setup in enumerate(setups)
    )


def _seat(seat: int, setup: SeatSetup, holder: Holder, ai_player: str) -> Seat:
    name = holder.name or setup.name
    return Seat(seat, setup.kind, setup.level, name, holder.player or UNSET, holder.bot, setup.colour, ai_player)


def _decision(game: Game, seat: int | None) -> int | UnsetType:
    """Return the pending decision that the player of a seat can make; UNSET without one."""
    decision = game_info.offered(game, seat)
    return UNSET if decision is None else decision
