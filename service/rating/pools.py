"""Pools of comparable games: the same ruleset, number of seats and options, except who moves first."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET

from domain.ruleset import AnyRuleset
from service.rating.scale import mu_of, sigma_of
from service.rating.skills import AI, Skill

DIGITS = 8
"""Hexadecimal digits of a pool id that stand for the options."""


class Pool(msgspec.Struct, frozen=True):
    """A set of games that are rated together."""

    pool: str
    """The id: the ruleset's name, the number of seats, and a hash of the options."""
    ruleset: str
    options: msgspec.Raw
    """All relevant options in wire form, with their defaults."""
    seats: int


def pool_of(ruleset: AnyRuleset, options: Any, seats: int) -> Pool:
    """Return the pool of a game with these options and this number of seats."""
    matter = _chosen(ruleset, options)
    digits = sha256(msgspec.json.encode(matter, order="sorted")).hexdigest()[:DIGITS]
    shown = msgspec.Raw(msgspec.json.encode(_effective(ruleset, options), order="sorted"))
    return Pool(f"{ruleset.name}-{seats}-{digits}", ruleset.name, shown, seats)


def anchors(ruleset: AnyRuleset, pool: Pool) -> Mapping[str, Skill]:
    """Return the AI levels with a measured strength in a pool; games do not change it.

    Levels were measured with default options. In other pools, they are rated like players.
    """
    if pool.pool != pool_of(ruleset, ruleset.options_type(), pool.seats).pool:
        return {}
    return {
        AI + each.level: Skill(mu_of(each.rating), sigma_of((each.high - each.low) / 2))
        for each in ruleset.ratings
        if each.seats == pool.seats
    }


def _chosen(ruleset: AnyRuleset, options: Any) -> Mapping[str, Any]:
    """Return the options as they are stored, without defaults: a new option with a default creates no new pools."""
    chosen = msgspec.to_builtins(options)
    return {name: value for name, value in chosen.items() if name != ruleset.first_seat_option}


def _effective(ruleset: AnyRuleset, options: Any) -> Mapping[str, Any]:
    """Return all relevant options, with their defaults."""
    values = {field.encode_name: getattr(options, field.name) for field in msgspec.structs.fields(options)}
    return {name: value for name, value in values.items() if name != ruleset.first_seat_option and value is not UNSET}
