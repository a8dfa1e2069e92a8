"""Time controls and absence policies of games, as clients choose them and records show them."""

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union

import msgspec
from msgspec import UNSET, Meta, UnsetType

import domain
from domain.clock import AnyClock
from domain.seat_control import LEVELS_PLAY

PREFIX: Final = "clock_"
"""The beginning of the names of modules that declare a kind of clock."""
FIRST: Final = ("per_decision", "budget", "days")
"""The kinds that the contract lists first. Further kinds follow in alphabetical order."""


def _place(kind: type[AnyClock]) -> tuple[Any, ...]:
    tag = str(kind.__struct_config__.tag)
    return (FIRST.index(tag), tag) if tag in FIRST else (len(FIRST), tag)


def _declared() -> tuple[type[AnyClock], ...]:
    """Return all kinds of clocks, in the order of the contract."""
    names = [each.name for each in pkgutil.iter_modules(domain.__path__) if each.name.startswith(PREFIX)]
    return tuple(sorted((import_module(f"domain.{name}").KIND for name in names), key=_place))


KINDS: Final = _declared()

if TYPE_CHECKING:
    Clock = AnyClock
else:
    Clock = Union[KINDS]  # noqa: UP007  # of a tuple
    """A clock of any kind."""

OnTime = Literal["default_action", "level_once", "level", "forfeit"]


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to a seat after its deadline or its resignation."""

    on_timeout: (
        Annotated[
            OnTime,
            Meta(
                description="`default_action`: the service submits the ruleset's default action. `level_once`: the AI "
                "level makes the late decision, and the player makes the next one. `level`: the AI level "
                "makes the late decision. If the next decision is late, too, the AI level makes it and all "
                "later ones. The player ends this by calling `returnToSeat`, or by submitting an action "
                "before the level does. `forfeit`: the seat has lost. If only one other seat "
                "is left, the game ends and that seat wins. Otherwise the level continues to play the seat, or default "
                "actions if no level is named. With `level_once`, `level` and `forfeit` the player "
                "gets a notice, `taken_over` or `forfeited`. Default: `forfeit` in rated games, "
                "`default_action` in all others."
            ),
        ]
        | UnsetType
    ) = UNSET
    level: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=64,
                description="An AI level of the ruleset, which also plays seats after a resignation. Required for "
                "`level_once` and `level`.",
            ),
        ]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError if a level is required and omitted."""
        if self.on_timeout in LEVELS_PLAY and self.level is UNSET:
            raise ValueError("A level is required.")
