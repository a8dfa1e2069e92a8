"""Presenters: put the bodies of responses together, by listing what each may tell.

Their shapes are declared in `service.contract.schemas`, by the same names, and tests hold every answer to them. They
are encoded straight away: marshmallow would take two hundred times as long over a view.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.chance import commitment
from domain.ruleset import AnyRuleset, Outcome
from service.play.game import Game
from service.store import Claims, Event, Header

Wire = dict[str, Any]
"""A part of an answer; what does not apply is absent."""

Patch = Sequence[Wire]
"""Operations of RFC 6902 that turn one JSON value into another."""


def created(header: Header, tokens: Sequence[Wire], creator_token: str) -> Wire:
    """Describe a new game to whoever created it."""
    return {
        "ruleset": header.ruleset,
        "rules_version": header.rules_version,
        "game_id": header.game_id,
        "options": header.options,
        "seats": seats(header),
        "tokens": tokens,
        "creator_token": creator_token,
        "commitment": commitment(header.dice_seed),
        "created_at": header.created_at,
        "hints": header.hints,
        **_marks(header),
    }


def view(game: Game, seat: int | None) -> bytes:
    """Show what a seat, or an onlooker, may see."""
    outcome = game.ruleset.outcome(game.position.state)
    body: Wire = {
        **about(game),
        "rules_version": game.header.rules_version,
        "status": "running" if outcome is None else "over",
        "to_act": game.to_act,
        **({} if seat is None else {"seat": seat}),
        **_decision(game, seat),
        "seats": seats(game.header),
        **_marks(game.header),
        "commitment": commitment(game.seed),
        "view": game.ruleset.view(game.position.state, seat),
    }
    if outcome is not None:
        body["outcome"] = [{"seat": each.seat, "rank": each.rank, "total": each.total} for each in outcome.seats]
    return msgspec.json.encode(body)


def summary(game: Game, claims: Claims) -> Wire:
    """Summarise a game for everybody."""
    return {
        **about(game),
        "rules_version": game.header.rules_version,
        "status": game.status,
        "to_act": game.to_act,
        "seats": listed_seats(game.header, claims),
        "created_at": game.header.created_at,
        **_marks(game.header),
    }


def listed_seats(header: Header, claims: Claims) -> list[Wire]:
    """Return who sits where, and which of the open seats have been claimed."""
    return [_claimed(seat, claims) if seat["kind"] == "open" else seat for seat in seats(header)]


def legal_actions(game: Game, seat: int) -> bytes:
    """List what a seat may do now."""
    actions = game.ruleset.legal_actions(game.position.state, seat)
    return msgspec.json.encode({**about(game), **_decision(game, seat), "actions": actions})


def event_page(
    ruleset: AnyRuleset,
    header: Header,
    version: int,
    events: Sequence[Event],
    viewer: int | None,
    patches: Sequence[Patch] | None = None,
    *,
    over: bool,
) -> bytes:
    """Show a stretch of a log as a seat, or an onlooker, may read it; with each event's patch, if they are given."""
    readable = [_event(ruleset, event, viewer) for event in events]
    for event, patch in zip(readable, patches or (), strict=patches is not None):
        event["patch"] = patch
    status = "over" if over else "running"
    return msgspec.json.encode({"game_id": header.game_id, "version": version, "status": status, "events": readable})


def event(ruleset: AnyRuleset, entry: Event, viewer: int | None) -> bytes:
    """Show one event as a seat, or an onlooker, may read it, in one line."""
    return msgspec.json.encode(_event(ruleset, entry, viewer))


def result(game: Game, outcome: Outcome) -> bytes:
    """Show the score sheet."""
    return msgspec.json.encode({**about(game), "seats": outcome.seats, "winners": outcome.winners})


def about(game: Game) -> Wire:
    """Name the game and the version that a body speaks of."""
    return {"ruleset": game.ruleset.name, "game_id": game.header.game_id, "version": game.position.version}


def _marks(header: Header) -> Wire:
    """Mark a game whose creator chose dice or first actions, and one whose result counts."""
    return {**({"sandbox": True} if header.sandbox else {}), **({"rated": True} if header.rated else {})}


def seats(header: Header) -> list[Wire]:
    """Return who sits where."""
    return [{"seat": seat, **msgspec.to_builtins(setup)} for seat, setup in enumerate(header.seats)]


def _claimed(seat: Wire, claims: Claims) -> Wire:
    """Tell of an open seat whether it has been claimed; whoever did may have brought a name."""
    name = claims.get(seat["seat"])
    return {**seat, **({} if name is None else {"name": name}), "claimed": seat["seat"] in claims}


def _decision(game: Game, seat: int | None) -> Wire:
    """Name the open decision of a seat that is to act."""
    return {"decision": game.position.asked[seat]} if seat is not None and seat in game.to_act else {}


def _event(ruleset: AnyRuleset, event: Event, viewer: int | None) -> Wire:
    """Show an event: its action as the viewer may read it, and the facts that the viewer may know."""
    action = msgspec.json.decode(event.action, type=ruleset.action_type)
    return {
        "ruleset": ruleset.name,
        "id": str(event.place),
        "version": event.version,
        "seat": event.seat,
        "decision": event.decision,
        "at": event.at,
        "action": ruleset.observe(action, event.seat, viewer),
        "facts": [fact for fact, audience in event.facts if audience is None or viewer in audience],
    }
