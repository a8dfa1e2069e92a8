"""Build the bodies of responses from the fields that each may contain.

`service.contract.schemas` declares their schemas, and tests check every response against them. msgspec encodes them:
marshmallow takes two hundred times as long for a view.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from domain.ruleset import AnyRuleset, Outcome, SeatOutcome
from service.play import game_info
from service.play.clock_and_ids import written
from service.play.clocks import SECOND, deadlines, time_of
from service.play.game import Game
from service.resources.clocks import BudgetClock, Clock
from service.resources.seats import SeatToken
from service.store import NO_DELAY, Claims, Event, Header, Notice, SeatSetup, Status
from service.store.clock_types import SeatClock

Wire = dict[str, Any]
"""A part of a response; fields that do not apply are omitted."""


def created(header: Header, tokens: Sequence[SeatToken], creator_token: str, players: Claims) -> Wire:
    """Return a new game for its creator."""
    return {
        "ruleset": header.ruleset,
        "rules_version": header.rules_version,
        "game_id": header.game_id,
        "options": header.options,
        "seats": [seat | _holder(seat, players) for seat in seats(header.seats)],
        "tokens": tokens,
        "creator_token": creator_token,
        "commitment": header.dice_seed.commitment,
        "created_at": header.created_at,
        "hints": header.hints,
        **_marks(header),
        **_timing(header),
    }


def view(game: Game, seat: int | None) -> Wire:
    """Return what a seat or a spectator sees.

    Before the start a seat sees what a spectator sees, because its player may leave and another may take it.
    """
    outcome = game.outcome if game.has_started else None
    body: Wire = {
        **about(game),
        "rules_version": game.header.rules_version,
        "status": game.status,
        "to_act": game.to_act,
        **({} if seat is None else {"seat": seat}),
        **_decision(game, seat),
        "seats": seats(game.seats),
        **_marks(game.header),
        **_timing(game.header),
        **_clocks(game),
        "commitment": game.seed.commitment,
        "view": game.ruleset.view(game.position.state, seat if game.has_started else None),
    }
    if outcome is not None:
        body["outcome"] = [_seat_rank(each) for each in outcome.seats]
    return body


def next_decision(game: Game, seat: int | None) -> Wire | None:
    """Return the pending decision of a seat with its legal actions; None without one."""
    if seat is None or seat not in game.to_act:
        return None
    return {**_decision(game, seat), "actions": game.ruleset.legal_actions(game.position.state, seat)}


def summary(game: Game, claims: Claims, version: int, to_act: Sequence[int]) -> Wire:
    """Return the summary of a game at a version, with the seats that must act."""
    return {
        **about(game),
        "version": version,
        "rules_version": game.header.rules_version,
        "status": game.status,
        "to_act": to_act,
        "seats": listed_seats(game.seats, claims),
        "created_at": game.header.created_at,
        **_marks(game.header),
        **_timing(game.header),
        **_arranged(game),
    }


def _arranged(game: Game) -> Wire:
    """Return the fields of game info that are set."""
    header, table = game.header, game.table
    shown: Wire = {
        "name": table.name,
        "label": table.label,
        "metadata": table.metadata,
        "visibility": "" if header.visibility == "public" else header.visibility,
        "spectators": {} if header.spectators == NO_DELAY else header.spectators,
        "rematch": table.rematch,
        "rematch_of": header.rematch_of,
        "tournament": header.tournament,
        "record_hash": table.record_hash,
    }
    return {name: value for name, value in shown.items() if value}


def listed_seats(setups: Sequence[SeatSetup], claims: Claims) -> list[Wire]:
    """Return the seats, with whether open seats have been claimed or need a code."""
    shown = zip(seats(setups), setups, strict=True)
    return [seat | _holder(seat, claims) | _claimed(seat, setup, claims) for seat, setup in shown]


def legal_actions(game: Game, seat: int) -> bytes:
    """Return the legal actions of a seat."""
    actions = game.ruleset.legal_actions(game.position.state, seat) if game.has_started else ()
    return msgspec.json.encode({**about(game), **_decision(game, seat), "actions": actions})


def event_page(header: Header, version: int, events: Sequence[Wire], status: Status) -> bytes:
    """Return a page of a log."""
    return msgspec.json.encode({"game_id": header.game_id, "version": version, "status": status, "events": events})


def event(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> Wire:
    """Return an event with its action and facts as the viewer may see them."""
    return {
        "ruleset": ruleset.name,
        "id": str(entry.place),
        "version": entry.version,
        "seat": entry.seat,
        "at": entry.at,
        **(_done(ruleset, entry, viewer) if entry.change is None else {"change": entry.change}),
        "facts": [fact for fact, audience in entry.facts if audience is None or viewer in audience],
        "to_act": entry.to_act,
        "decisions": _decisions(entry.to_act, entry.asked),
        **({} if entry.by is None else {"by": entry.by}),
        **({} if entry.undoes is None else {"undoes": entry.undoes}),
    }


def _done(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> Wire:
    """Return the decision and the action of an event, as the viewer may see it."""
    action = msgspec.json.decode(entry.action, type=ruleset.action_type)
    return {"decision": entry.decision, "action": ruleset.observe(action, entry.seat, viewer)}


def notice(notice_id: str, entry: Notice, offered: Wire | None) -> Wire:
    """Return a notice in wire form, with the next decision if requested and pending."""
    shown = {"id": notice_id, **entry.shown}
    return shown if offered is None else {**shown, "next_decision": {"ruleset": entry.ruleset, **offered}}


def result(game: Game, outcome: Outcome) -> bytes:
    """Return the score sheet."""
    shown = {"seats": outcome.seats, "winners": outcome.winners, "record_hash": game.table.record_hash}
    return msgspec.json.encode({**about(game), **shown})


def terms(header: Header) -> Wire:
    """Return the terms of a game for its record, as plain JSON values."""
    place = {} if header.tournament is None else {"tournament": header.tournament}
    shown = {} if header.visibility == "public" else {"visibility": header.visibility}
    found: Wire = msgspec.to_builtins({**_marks(header), **shown, **_timing(header), **place})
    return found


def about(game: Game) -> Wire:
    """Return the common fields of responses: ruleset, game and version."""
    return {"ruleset": game.ruleset.name, "game_id": game.header.game_id, "version": game.position.version}


def undo_offer(game: Game) -> Wire:
    """Return the pending undo request; empty without one."""
    return {} if game.table.undo is None else {"undo_offer": game.table.undo}


def _marks(header: Header) -> Wire:
    """Return the fields `sandbox`, `rated` and `undo`, as far as they are set."""
    marks = {"sandbox": header.sandbox, "rated": header.rated, "undo": "" if header.undo == "none" else header.undo}
    return {name: value for name, value in marks.items() if value}


def _timing(header: Header) -> Wire:
    """Return the clock and the absence policy, as far as they have an effect."""
    clock = {} if header.clock is None else {"clock": header.clock}
    has_effect = header.clock is not None or header.absence.level is not UNSET
    absence = {"absence": header.absence} if has_effect else {}
    return {**clock, **absence, **({"virtual_clock": True} if header.virtual else {})}


def _clocks(game: Game) -> Wire:
    """Return the deadlines and budgets of the seats, at the version shown."""
    clock, table = game.header.clock, game.table
    if clock is None:
        return {}
    due_at = deadlines(clock, table.clocks)
    seats = game_info.timed_seats(game.header, table)
    return {"clocks": [_seat_clock(clock, table.clocks[seat], seat, due_at.get(seat)) for seat in seats]}


def _seat_clock(clock: Clock, own: SeatClock, seat: int, due_at: int | None) -> Wire:
    left = {"seconds_left": own.left / SECOND} if isinstance(clock, BudgetClock) else {}
    return {"seat": seat, **left, **({} if due_at is None else {"deadline": written(time_of(due_at))})}


def _seat_rank(each: SeatOutcome) -> Wire:
    reason = {} if each.reason is UNSET else {"reason": each.reason}
    return {"seat": each.seat, "rank": each.rank, "total": each.total, **reason}


def seats(setups: Sequence[SeatSetup]) -> list[Wire]:
    """Return the setup of each seat in wire form."""
    return [{"seat": seat, **_seat(setup)} for seat, setup in enumerate(setups)]


def _seat(setup: SeatSetup) -> Wire:
    """Return the setup of a seat, also for records."""
    details = {"level": setup.level, "name": setup.name}
    return {"kind": setup.kind, **{name: value for name, value in details.items() if value is not UNSET}}


def _claimed(seat: Wire, setup: SeatSetup, claims: Claims) -> Wire:
    """Return whether an open seat has been claimed and whether it needs a code."""
    if setup.kind != "open":
        return {}
    return {"claimed": seat["seat"] in claims, **({"invited": True} if setup.invited else {})}


def _holder(seat: Wire, claims: Claims) -> Wire:
    """Return the player of a seat, whether it is a bot, and the name at the seat."""
    holder = claims.get(seat["seat"])
    if holder is None:
        return {}
    name = {} if holder.name is None else {"name": holder.name}
    flag = {"bot": True} if holder.bot else {}
    return {**name, **({"player": holder.player} if holder.player else {}), **flag}


def _decisions(to_act: Sequence[int], asked: Sequence[int]) -> list[Wire]:
    """Return the pending decision of each seat that must act."""
    return [{"seat": seat, "decision": decision} for seat, decision in zip(to_act, asked, strict=True)]


def _decision(game: Game, seat: int | None) -> Wire:
    """Return the pending decision of a seat that must act."""
    return {"decision": game.position.asked[seat]} if seat is not None and seat in game.to_act else {}
