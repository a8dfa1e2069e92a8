"""Pools: games that are compared with each other. Those of one ruleset, one number of seats and the same options.

Who begins is no matter: that option is left out, whatever it says.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET

from domain.ruleset import AnyRuleset
from service.rating.scale import mu_of, sigma_of
from service.rating.skills import AI, Skill

DIGITS = 8
"""Of a pool's id, hexadecimal, that stand for its options."""


class Pool(msgspec.Struct, frozen=True):
    """Which games are rated together."""

    pool: str
    """Its id: the ruleset's name, the number of seats, and digits that stand for the options."""
    ruleset: str
    options: msgspec.Raw
    """All that matter, in wire form, at the values that they have even where nobody chose them."""
    seats: int


def pool_of(ruleset: AnyRuleset, options: Any, seats: int) -> Pool:
    """Return the pool of a game that is set up so."""
    matter = _chosen(ruleset, options)
    digits = sha256(msgspec.json.encode(matter, order="sorted")).hexdigest()[:DIGITS]
    shown = msgspec.Raw(msgspec.json.encode(_effective(ruleset, options), order="sorted"))
    return Pool(f"{ruleset.name}-{seats}-{digits}", ruleset.name, shown, seats)


def anchors(ruleset: AnyRuleset, pool: Pool) -> Mapping[str, Skill]:
    """Return the AI levels whose strength at such a table was measured; no game of the pool changes it.

    They were measured with the usual options: elsewhere a level is rated as players are.
    """
    if pool.pool != pool_of(ruleset, ruleset.options_type(), pool.seats).pool:
        return {}
    return {
        AI + each.level: Skill(mu_of(each.rating), sigma_of((each.high - each.low) / 2))
        for each in ruleset.ratings
        if each.seats == pool.seats
    }


def _chosen(ruleset: AnyRuleset, options: Any) -> Mapping[str, Any]:
    """Return what was chosen other than usual, as it is stored: a new option with a default makes no new pools."""
    told = msgspec.to_builtins(options)
    return {name: value for name, value in told.items() if name != ruleset.first_seat_option}


def _effective(ruleset: AnyRuleset, options: Any) -> Mapping[str, Any]:
    """Return all options that matter."""
    values = {field.encode_name: getattr(options, field.name) for field in msgspec.structs.fields(options)}
    return {name: value for name, value in values.items() if name != ruleset.first_seat_option and value is not UNSET}
