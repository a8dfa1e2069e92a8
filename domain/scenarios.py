"""Read scenarios: named positions of a ruleset, reached by a seed and actions, each with an action to try.

They are in `scenarios.json` beside the ruleset's code; `make scenarios` searches for them again.
"""

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain.data_files import is_replaced
from domain.package_files import content, reading

FILE: Final = "scenarios.json"


class SeatAction(msgspec.Struct, frozen=True):
    """An action of a seat, in JSON form."""

    seat: int
    action: dict[str, Any]


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position of a game and an action to try: a legal one, or one that is rejected."""

    name: str
    """A slug: an action type, a rejection code, or a description of the position."""
    title: str
    options: dict[str, Any]
    """The set-up options, in JSON form."""
    seats: int
    """Number of seats."""
    seed: str
    """The seed: 64 hexadecimal digits."""
    shows: SeatAction
    """The action to try."""
    code: str | UnsetType = UNSET
    """The code of its rejection; omitted for a legal action."""
    actions: tuple[SeatAction, ...] = ()
    """The actions from the set-up to the position."""


class RejectedCreation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that cannot be created: its set-up or the requested first actions are rejected."""

    code: str
    options: dict[str, Any]
    seats: int
    actions: tuple[SeatAction, ...] = ()


class Catalogue(msgspec.Struct, frozen=True):
    """The scenarios of a ruleset.

    Each action type has a scenario. Each rejection code has a scenario, or a creation that is rejected with it.
    """

    scenarios: tuple[Scenario, ...] = ()
    rejected_creations: tuple[RejectedCreation, ...] = ()


def read_catalogue(ruleset: str, package: str) -> Catalogue:
    """Return the scenarios of a ruleset.

    Empty if the operator replaced the data file of the ruleset, since their actions may then be illegal.
    """
    found = content(package, FILE)
    if is_replaced(ruleset) or found is None:
        return Catalogue()
    with reading(FILE):
        return msgspec.json.decode(found, type=Catalogue)
