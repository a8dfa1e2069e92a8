"""Decide which steps a seat may undo alone: those that reveal no hidden information and draw nothing at random.

`tests/rulesets/test_taking_back.py` checks the property for every ruleset. It deals all hidden information again before
the step. Then each seat and each spectator must see the same step.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal, get_args

from domain.ruleset import AnyRuleset, Audience, chance_tags

UndoMode = Literal["none", "own", "consent"]
"""`own`: a seat may undo steps that reveal nothing. `consent`: also others if the players agree."""
ALL_MODES: Final[tuple[UndoMode, ...]] = get_args(UndoMode)
WITHOUT_OWN: Final[tuple[UndoMode, ...]] = ("none", "consent")


def undo_modes(ruleset: AnyRuleset) -> tuple[UndoMode, ...]:
    """Return the undo modes for games of a ruleset; `own` only if some actions can be undone alone."""
    return WITHOUT_OWN if ruleset.reveals_nothing is None else ALL_MODES


def is_revocable(
    ruleset: AnyRuleset, before: Any, seat: int, action: Any, after: Any, facts: Iterable[tuple[str, Audience]]
) -> bool:
    """Return whether a seat may undo a step alone; `facts` has the tag and the audience of each fact."""
    if ruleset.reveals_nothing is None:
        return False
    chance = chance_tags(ruleset)
    if any(audience is not None or tag in chance for tag, audience in facts):
        return False
    return ruleset.reveals_nothing(before, seat, action, after)
