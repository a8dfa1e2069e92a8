"""Presenters: put the bodies of responses together, by listing what each may tell.

Their shapes are declared in `service.contract.schemas`, by the same names, and tests hold every answer to them. They
are encoded straight away: marshmallow would take two hundred times as long over a view.
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
from service.store import NO_DELAY, Claims, Event, Header, Notice, SeatSetup, Status
from service.store.clock_types import BudgetClock, Clock, SeatClock

Wire = dict[str, Any]
"""A part of an answer; what does not apply is absent."""


def created(header: Header, tokens: Sequence[Wire], creator_token: str, players: Claims) -> Wire:
    """Describe a new game to whoever created it."""
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
    """Show what a seat, or an spectator, may see.

    Before the game has begun nobody sees more than an spectator: seats may be left, and taken by others.
    """
    outcome = game.outcome if game.has_begun else None
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
        "view": game.ruleset.view(game.position.state, seat if game.has_begun else None),
    }
    if outcome is not None:
        body["outcome"] = [_seat_rank(each) for each in outcome.seats]
    return body


def next_decision(game: Game, seat: int | None) -> Wire | None:
    """Name the open decision of a seat, with all that may answer it; None while the seat is not to act."""
    if seat is None or seat not in game.to_act:
        return None
    return {**_decision(game, seat), "actions": game.ruleset.legal_actions(game.position.state, seat)}


def summary(game: Game, claims: Claims, version: int, to_act: Sequence[int]) -> Wire:
    """Summarise a game for whoever may know this version, and who is to act then."""
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
    """Tell what is arranged around a game, as far as anything is."""
    header, table = game.header, game.table
    told: Wire = {
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
    return {name: value for name, value in told.items() if value}


def listed_seats(setups: Sequence[SeatSetup], claims: Claims) -> list[Wire]:
    """Return who sits where, and which of the open seats have been claimed, or are given by a code."""
    shown = zip(seats(setups), setups, strict=True)
    return [seat | _holder(seat, claims) | _claimed(seat, setup, claims) for seat, setup in shown]


def legal_actions(game: Game, seat: int) -> bytes:
    """List what a seat may do now."""
    actions = game.ruleset.legal_actions(game.position.state, seat) if game.has_begun else ()
    return msgspec.json.encode({**about(game), **_decision(game, seat), "actions": actions})


def event_page(header: Header, version: int, events: Sequence[Wire], status: Status) -> bytes:
    """Show a stretch of a log."""
    return msgspec.json.encode({"game_id": header.game_id, "version": version, "status": status, "events": events})


def event(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> Wire:
    """Show an event: its action as the viewer may read it, and the facts that the viewer may know."""
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
    """Show which decision was answered, and how, as the viewer may read it."""
    action = msgspec.json.decode(entry.action, type=ruleset.action_type)
    return {"decision": entry.decision, "action": ruleset.observe(action, entry.seat, viewer)}


def notice(notice_id: str, told: Notice, offered: Wire | None) -> Wire:
    """Show a notice to its player, with what may be done now, if that is asked for and there is anything."""
    shown = {"id": notice_id, **told.shown}
    return shown if offered is None else {**shown, "next_decision": {"ruleset": told.ruleset, **offered}}


def result(game: Game, outcome: Outcome) -> bytes:
    """Show the score sheet."""
    shown = {"seats": outcome.seats, "winners": outcome.winners, "record_hash": game.table.record_hash}
    return msgspec.json.encode({**about(game), **shown})


def terms(header: Header) -> Wire:
    """Return how a game counts and what its players may do, as its record has it: plain values, as JSON gives them."""
    place = {} if header.tournament is None else {"tournament": header.tournament}
    shown = {} if header.visibility == "public" else {"visibility": header.visibility}
    found: Wire = msgspec.to_builtins({**_marks(header), **shown, **_timing(header), **place})
    return found


def about(game: Game) -> Wire:
    """Name the game and the version that a body speaks of."""
    return {"ruleset": game.ruleset.name, "game_id": game.header.game_id, "version": game.position.version}


def undo_offer(game: Game) -> Wire:
    """Tell what somebody would take back, if the others agree; nothing if nobody would."""
    return {} if game.table.undo is None else {"undo_offer": game.table.undo}


def _marks(header: Header) -> Wire:
    """Mark a game whose creator chose dice or first actions, one whose result counts, and one that can go back."""
    marks = {"sandbox": header.sandbox, "rated": header.rated, "undo": "" if header.undo == "none" else header.undo}
    return {name: value for name, value in marks.items() if value}


def _timing(header: Header) -> Wire:
    """Tell how long each seat may take, and what becomes of one that takes longer, where anything is said of it."""
    clock = {} if header.clock is None else {"clock": header.clock}
    has_effect = header.clock is not None or header.absence.level is not UNSET
    absence = {"absence": header.absence} if has_effect else {}
    return {**clock, **absence, **({"virtual_clock": True} if header.virtual else {})}


def _clocks(game: Game) -> Wire:
    """Tell when each seat's time is up and what is left of its budget, as of the version that is shown."""
    clock, table = game.header.clock, game.table
    if clock is None:
        return {}
    up = deadlines(clock, table.clocks)
    seats = game_info.timed_seats(game.header, table)
    return {"clocks": [_seat_clock(clock, table.clocks[seat], seat, up.get(seat)) for seat in seats]}


def _seat_clock(clock: Clock, own: SeatClock, seat: int, up: int | None) -> Wire:
    """Tell of one clock."""
    left = {"seconds_left": own.left / SECOND} if isinstance(clock, BudgetClock) else {}
    return {"seat": seat, **left, **({} if up is None else {"deadline": written(time_of(up))})}


def _seat_rank(each: SeatOutcome) -> Wire:
    """Tell how a seat ended."""
    reason = {} if each.reason is UNSET else {"reason": each.reason}
    return {"seat": each.seat, "rank": each.rank, "total": each.total, **reason}


def seats(setups: Sequence[SeatSetup]) -> list[Wire]:
    """Return who sits where."""
    return [{"seat": seat, **_seat(setup)} for seat, setup in enumerate(setups)]


def _seat(setup: SeatSetup) -> Wire:
    """Show who sits at a seat, as records do too."""
    told = {"level": setup.level, "name": setup.name}
    return {"kind": setup.kind, **{name: value for name, value in told.items() if value is not UNSET}}


def _claimed(seat: Wire, setup: SeatSetup, claims: Claims) -> Wire:
    """Tell of an open seat whether it has been claimed, and whether a code is asked for."""
    if setup.kind != "open":
        return {}
    return {"claimed": seat["seat"] in claims, **({"invited": True} if setup.invited else {})}


def _holder(seat: Wire, claims: Claims) -> Wire:
    """Return which player has a seat, whether it is a bot, and the name that was given with the seat."""
    holder = claims.get(seat["seat"])
    if holder is None:
        return {}
    name = {} if holder.name is None else {"name": holder.name}
    flag = {"bot": True} if holder.bot else {}
    return {**name, **({"player": holder.player} if holder.player else {}), **flag}


def _decisions(to_act: Sequence[int], asked: Sequence[int]) -> list[Wire]:
    """Name the open decision of each seat that is to act."""
    return [{"seat": seat, "decision": decision} for seat, decision in zip(to_act, asked, strict=True)]


def _decision(game: Game, seat: int | None) -> Wire:
    """Name the open decision of a seat that is to act."""
    return {"decision": game.position.asked[seat]} if seat is not None and seat in game.to_act else {}
