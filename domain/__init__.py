"""Rules of board games as pure functions: no I/O, no clock, no global randomness.

Programs outside this project import what `domain.public` lists: `from domain import RULESETS, read_state`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from domain.public import (
        RULESETS,
        IllegalAction,
        Outcome,
        Ruleset,
        check,
        play_out,
        read_action,
        read_state,
        write_action,
    )

__all__ = [
    "RULESETS",
    "IllegalAction",
    "Outcome",
    "Ruleset",
    "check",
    "play_out",
    "read_action",
    "read_state",
    "write_action",
]


def __getattr__(name: str) -> Any:
    """Import `domain.public` on first use of one of its names, since other modules of `domain` need no ruleset."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from domain import public  # noqa: PLC0415

    return getattr(public, name)
