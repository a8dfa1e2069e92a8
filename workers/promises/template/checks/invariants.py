"""Invariants of every position of Nim: `make soak` checks them in random games."""

from collections.abc import Sequence
from typing import Any

from workers.promises.template.game import HEAPS, State


class BrokenInvariant(Exception):
    """A position that the rules cannot lead to; the message states the fault."""


class Watch:
    """Checks one game from its first state on."""

    def __init__(self, state: State) -> None:
        self.stones = sum(HEAPS) + 1
        self.after(state, ())

    def after(self, state: State, facts: Sequence[Any]) -> None:
        """Check a state after an action; raises BrokenInvariant."""
        if not all(0 <= size <= most for size, most in zip(state.heaps, HEAPS, strict=True)):
            raise BrokenInvariant(f"there are no such heaps: {state.heaps}")
        if sum(state.heaps) >= self.stones:
            raise BrokenInvariant(f"{sum(state.heaps)} stones are left of {self.stones}")
        self.stones = sum(state.heaps)
