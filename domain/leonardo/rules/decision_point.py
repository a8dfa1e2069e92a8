"""The type of a decision point: legal actions, effect and rejection of one kind of decision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.ruleset import Emit, Rejection


@dataclass(frozen=True)
class DecisionPoint:
    """One kind of decision; its functions are as in `Ruleset`, for a seat with this decision pending."""

    legal: Callable[[Any, int], Sequence[Any]]
    apply: Callable[[Any, int, Any, Random, Emit | None], None]
    reject: Callable[[Any, int, Any], Rejection | None]
