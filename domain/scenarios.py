"""Scenarios: named positions of a ruleset, reached by a seed and a prefix of actions, each with an action to try there.

They stand in `scenarios.json` beside the ruleset's code, and are searched for anew by `make scenarios`.
"""

from importlib.resources import files
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.data_files import is_replaced


class SeatAction(msgspec.Struct, frozen=True):
    """An action of a seat, in wire form."""

    seat: int
    action: dict[str, Any]


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a game and an action to try there: a legal one, or one that is rejected."""

    name: str
    """A slug: an action type, a rejection code, or what there is to see."""
    title: str
    options: dict[str, Any]
    """The set-up choices, in wire form."""
    seats: int
    """How many."""
    seed: str
    """64 hexadecimal digits."""
    shows: SeatAction
    """What to try."""
    code: str | UnsetType = UNSET
    """What it is rejected with; absent for a legal action."""
    actions: tuple[SeatAction, ...] = ()
    """What leads from the set-up to the position."""


class RejectedCreation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that cannot be created: its set-up, or the first actions asked for, are rejected."""

    code: str
    options: dict[str, Any]
    seats: int
    actions: tuple[SeatAction, ...] = ()


class Catalogue(msgspec.Struct, frozen=True):
    """The scenarios of a ruleset: at least one for each action type, and one or a rejected creation for each code."""

    scenarios: tuple[Scenario, ...] = ()
    rejected_creations: tuple[RejectedCreation, ...] = ()


def read_catalogue(ruleset: str, package: str) -> Catalogue:
    """Read the scenarios of a ruleset; none where the operator replaced its data file, since they may not be legal."""
    file = files(package).joinpath("scenarios.json")
    if is_replaced(ruleset) or not file.is_file():
        return Catalogue()
    return msgspec.json.decode(file.read_bytes(), type=Catalogue)
