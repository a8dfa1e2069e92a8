"""What actions and facts move on the board, so that clients can animate them.

Each type of an action or fact declares its effects in the class attribute `effects`, as paths in the view. An effect
contains nothing but what the action or fact says already: a seat learns nothing new from it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal, get_args

import msgspec

from domain.ruleset import AnyRuleset


class BoardEffect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Things that an action or fact moves from one place of the view to another.

    A path consists of names joined by `/`. A name in braces is a field of the action or fact:

    - `seats/{seat}/hand`: the entry of a list whose field `seat` has the same value.
    - `own/{seat}/hand`: the object `own` if its field `seat` has the same value.
    - `stock/{component}`: the value with that key.
    - `areas/{area=place}`: the entry whose field `area` has the value of the field `place`.
    - `board/{star}{slot}`: the entry in which both fields are equal.
    - `{deck}_discard`: part of a name.
    - `*`: the entry of a list that contains what moves.
    - `main_deck?`: a place that hides or only counts what it contains.

    Things move from the first path of `from` at which the view before contains them to the first path of `to` at which
    the view after contains them. A place with `?` contains anything. If no path contains them, the view does not show
    the place. In an action without a field `seat`, it is the seat that acts. An effect whose paths use an omitted field
    does not apply.
    """

    part: Literal["action", "fact"]
    """The part that has the effect."""
    type: str
    """The type of the action or fact."""
    what: str
    """The field that names what moves: an id, a list of ids, or numbers by id. With `/`: the kind and id of the name of
    one thing."""
    origin: tuple[str, ...] = msgspec.field(name="from", default=())
    """The paths of the place that the things leave. Omitted: a place that the view does not show."""
    to: tuple[str, ...] = ()
    """The paths of the place that receives the things. Omitted: a place that the view does not show."""


class Move(msgspec.Struct, frozen=True):
    """An effect as a type declares it; see BoardEffect. Paths are separated by blanks."""

    what: str
    origin: str = ""
    to: str = ""


@cache
def effects(ruleset: AnyRuleset) -> tuple[BoardEffect, ...]:
    """Return the effects of the actions and facts of a ruleset, in the order of their types."""
    return (*_declared("action", ruleset.observed_type), *_declared("fact", ruleset.fact_type))


def _declared(part: Literal["action", "fact"], union: Any) -> Iterator[BoardEffect]:
    members: Iterable[Any] = get_args(union) or (union,)
    for member in members:
        for move in getattr(member, "effects", ()):
            tag = str(member.__struct_config__.tag)
            yield BoardEffect(part, tag, move.what, tuple(move.origin.split()), tuple(move.to.split()))
