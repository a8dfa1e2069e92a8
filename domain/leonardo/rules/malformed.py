"""Whether an action is well formed, regardless of the state, checked first (14.1.2, 14.1.5)."""

from typing import Any, Final

from msgspec import UNSET

from domain.leonardo.wire.actions import (
    DECISION,
    AreaTurn,
    ChooseFavour,
    CouncilBuy,
    CouncilMove,
    CouncilSpace,
    DeclareWork,
    Place,
)
from domain.leonardo.wire.constants import FAVOUR_COMPONENTS, FAVOURS
from domain.ruleset import Rejection

CHOICES: Final[dict[type[Any], tuple[str, tuple[str, ...]]]] = {
    Place: ("piece", ("apprentices", "master", "pass")),
    AreaTurn: ("choice", ("act", "withdraw")),
}
"""Fields with a fixed set of values that have no rejection code of their own."""


def malformed(action: Any) -> Rejection | None:
    """Reject an unknown word without its own code, and missing or additional parameters (13.1.4)."""
    if type(action) in CHOICES:
        name, words = CHOICES[type(action)]
        if getattr(action, name) not in words:
            return _malformed(action, name, malformed=True)
    if isinstance(action, DeclareWork):
        return _malformed(action, "interrupt") if len(set(action.interrupt)) < len(action.interrupt) else None
    for name, due in _due(action).items():
        if due != (getattr(action, name) is not UNSET):
            return _malformed(action, name)
    return _bad_flag(action)


def _due(action: Any) -> dict[str, bool]:
    """Return which optional parameters must be present (true) or omitted (false); others have no entry."""
    if isinstance(action, ChooseFavour) and action.favour in FAVOURS:
        return {"components": action.favour in FAVOUR_COMPONENTS, "lab": action.favour == "d4"}
    if isinstance(action, Place):
        return {"place": action.piece != "pass", "count": action.piece == "apprentices"}
    if isinstance(action, CouncilSpace):
        return {"space": action.withdraw is UNSET}
    if isinstance(action, CouncilMove | CouncilBuy):
        fields = ("owner", "source", "target") if isinstance(action, CouncilMove) else ("component",)
        return dict.fromkeys(fields, action.decline is UNSET)
    if isinstance(action, AreaTurn) and action.choice == "withdraw":
        return {"improvement": False}
    return {}


def _bad_flag(action: Any) -> Rejection | None:
    """Reject `withdraw` and `decline` with another value than true."""
    for name in ("withdraw", "decline"):
        if getattr(action, name, UNSET) is False:
            return _malformed(action, name, malformed=True)
    return None


def _malformed(action: Any, parameter: str, *, malformed: bool = False) -> Rejection:
    """Return the rejection of a parameter."""
    return Rejection(
        "malformed_action", "13.1.4", {"action": DECISION[type(action)], "parameter": parameter}, malformed
    )
