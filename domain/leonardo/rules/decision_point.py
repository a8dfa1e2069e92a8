"""A ruleset's decision points: what each kind of decision may be answered, what an answer does, why one is rejected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.ruleset import Emit, Rejection


@dataclass(frozen=True)
class DecisionPoint:
    """One kind of decision; the functions are those of `Ruleset`, for a seat that owes this decision."""

    legal: Callable[[Any, int], Sequence[Any]]
    apply: Callable[[Any, int, Any, Random, Emit | None], None]
    reject: Callable[[Any, int, Any], Rejection | None]
