"""Second versions of two rulesets, hosted beside the first ones."""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import msgspec

from domain.azul import RULESET as AZUL
from domain.azul.wire.facts import Fact
from domain.azul.wire.options import Options
from domain.ruleset import Emit
from tests.tiny import TINY, View

DEPRECATED, SUNSET = date(2026, 11, 1), date(2026, 12, 1)


class NewOptions(Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of the second version."""

    welcome: bool = True
    """Whether the set-up greets the players."""


class Welcomed(msgspec.Struct, frozen=True, tag_field="type", tag="welcomed"):
    """The players were greeted."""

    seats: int


class TurnEnded(msgspec.Struct, frozen=True, tag_field="type", tag="turn_ended"):
    """A seat has ended its turn."""

    seat: int


class NewView(View, frozen=True, omit_defaults=True):
    """The view of the second version."""

    leaders: tuple[int, ...] = ()
    """The seats with the most points."""


def _setup(options: NewOptions, seats: int, rng: Random, emit: Emit | None = None) -> Any:
    if emit and options.welcome:
        emit(Welcomed(seats), None)
    return AZUL.setup(options, seats, rng, emit)


def _apply(state: Any, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
    AZUL.apply(state, seat, action, rng, emit)
    if emit:
        emit(TurnEnded(seat), None)


def _view(state: Any, seat: int | None) -> NewView:
    seen = TINY.view(state, seat)
    leaders = tuple(each for each, points in enumerate(seen.points) if points == max(seen.points))
    return NewView(**msgspec.structs.asdict(seen), leaders=leaders)


TINY_2 = replace(TINY, name="tiny_v2", version_of="tiny", version=2, view_type=NewView, view=_view)
AZUL_2 = replace(
    AZUL,
    name="azul_v2",
    version_of="azul",
    version=2,
    options_type=NewOptions,
    setup=_setup,
    apply=_apply,
    fact_type=Fact | Welcomed | TurnEnded,
)
LATER = {each.name: each for each in (TINY_2, AZUL_2)}
SIDE_BY_SIDE = {
    each.name: each
    for each in (
        replace(TINY, deprecated=DEPRECATED, sunset=SUNSET),
        replace(AZUL, deprecated=DEPRECATED, sunset=SUNSET),
        *LATER.values(),
    )
}
"""Both versions of each."""
