"""What a seat may take back alone: steps by which nobody has learnt anything hidden or drawn.

The rule is a property, which `tests/rulesets/test_taking_back.py` checks for every ruleset. Everything hidden is dealt
again before the step. Then each seat and each spectator sees the same step.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal

from domain.ruleset import AnyRuleset, Audience, chance_tags

UndoMode = Literal["none", "own", "consent"]
"""What a seat may take back: nothing, what it may take back alone, or with consent anything."""
ALL_MODES: Final[tuple[UndoMode, ...]] = ("none", "own", "consent")
WITHOUT_OWN: Final[tuple[UndoMode, ...]] = ("none", "consent")


def undo_modes(ruleset: AnyRuleset) -> tuple[UndoMode, ...]:
    """Return the modes that games of a ruleset may have; `own` only where an action can be taken back alone."""
    return WITHOUT_OWN if ruleset.reveals_nothing is None else ALL_MODES


def is_revocable(
    ruleset: AnyRuleset, before: Any, seat: int, action: Any, after: Any, told: Iterable[tuple[str, Audience]]
) -> bool:
    """Return whether a seat may take a step back alone; `told` has the tag and the audience of each fact."""
    if ruleset.reveals_nothing is None:
        return False
    chance = chance_tags(ruleset)
    if any(audience is not None or tag in chance for tag, audience in told):
        return False
    return ruleset.reveals_nothing(before, seat, action, after)
