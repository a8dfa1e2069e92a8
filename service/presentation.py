"""What the API answers, as plain values: each answer is put together in one place, by listing what it tells."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from domain.replay import Position
from domain.ruleset import AnyRuleset
from service.store import Entry, Game, Header, SeatEntry


def timestamp(at: float) -> str:
    """Write a Unix time as RFC 3339 in UTC, to the millisecond."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def created(header: Header, tokens: dict[int, str]) -> dict[str, Any]:
    """Tell of a new game, with the tokens of the seats that have one."""
    seats = [{**seat, "token": tokens[seat["seat"]]} if seat["seat"] in tokens else seat for seat in _seats(header)]
    return {
        "ruleset": header.ruleset,
        "rules_version": header.rules_version,
        "game_id": header.game_id,
        "created_at": header.created_at,
        "options": header.options,
        "seats": seats,
    }


def _seats(header: Header) -> list[dict[str, Any]]:
    """Tell who sits where."""
    return [{"seat": number, **_entry(entry)} for number, entry in enumerate(header.seats)]


def _entry(entry: SeatEntry) -> dict[str, Any]:
    """Tell who sits at one seat."""
    return dict(msgspec.to_builtins(entry))


def game_view(game: Game, ruleset: AnyRuleset, position: Position[Any], seat: int | None) -> dict[str, Any]:
    """Show a game to a seat, or to an onlooker."""
    to_act = list(ruleset.to_act(position.state))
    answer: dict[str, Any] = {
        "ruleset": ruleset.name,
        "rules_version": game.header.rules_version,
        "game_id": game.header.game_id,
        "version": position.version,
        "status": "running" if to_act else "over",
        "to_act": to_act,
        "seats": _seats(game.header),
        "view": ruleset.view(position.state, seat),
    }
    if seat is not None:
        answer["seat"] = seat
    if seat in to_act:
        answer["decision"] = position.asked[seat]
    outcome = ruleset.outcome(position.state)
    if outcome is not None:
        answer["outcome"] = [{"seat": each.seat, "rank": each.rank, "total": each.total} for each in outcome.seats]
    return answer


def legal_actions(game: Game, ruleset: AnyRuleset, position: Position[Any], seat: int) -> dict[str, Any]:
    """List what a seat may do now."""
    answer: dict[str, Any] = {
        "ruleset": ruleset.name,
        "game_id": game.header.game_id,
        "version": position.version,
        "seat": seat,
        "actions": ruleset.legal_actions(position.state, seat),
    }
    if seat in ruleset.to_act(position.state):
        answer["decision"] = position.asked[seat]
    return answer


def event(entry: Entry, ruleset: AnyRuleset, viewer: int | None) -> dict[str, Any]:
    """Tell an event as a seat, or an onlooker, may read it."""
    action = msgspec.convert(entry.action, ruleset.action_type)
    return {
        "ruleset": ruleset.name,
        "version": entry.version,
        "seat": entry.seat,
        "decision": entry.decision,
        "at": entry.at,
        "action": ruleset.observe(action, entry.seat, viewer),
        "facts": [fact for fact, audience in entry.facts if audience is None or viewer in audience],
    }


def summary(ruleset: AnyRuleset) -> dict[str, Any]:
    """Tell what a list of rulesets needs."""
    return {
        "ruleset": ruleset.name,
        "title": ruleset.title,
        "rules_version": ruleset.version,
        "min_seats": ruleset.min_seats,
        "max_seats": ruleset.max_seats,
        "levels": list(ruleset.policies),
    }


def description(ruleset: AnyRuleset) -> dict[str, Any]:
    """Tell everything of a ruleset that a front end needs to know beforehand."""
    return {
        **summary(ruleset),
        "options": ruleset.options_type(),
        "action_types": action_types(ruleset),
        "refusals": ruleset.refusals,
        "rulings": ruleset.rulings,
        "tables": ruleset.tables,
    }


def action_types(ruleset: AnyRuleset) -> list[str]:
    """List the tags of a ruleset's actions."""
    members = getattr(ruleset.action_type, "__args__", (ruleset.action_type,))
    return [str(member.__struct_config__.tag) for member in members]
