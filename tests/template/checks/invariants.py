"""Invariants of every position of The Reserve: `make soak` checks them in random games."""

from collections.abc import Sequence
from typing import Any

from tests.template.rules import State
from tests.template.wire import HEAP, HIGHEST_CARD


class BrokenInvariant(Exception):
    """A position that the rules cannot lead to; the message states the fault."""


class Watch:
    """Checks one game from its first state on."""

    def __init__(self, state: State) -> None:
        self.stones = HEAP + state.card
        check(state)

    def after(self, state: State, told: Sequence[Any]) -> None:
        """Check a state after an action; raises BrokenInvariant."""
        check(state)
        left = state.heap if state.opened else state.heap + state.card
        if not 0 <= left < self.stones:
            raise BrokenInvariant(f"{left} stones are left of {self.stones}")
        self.stones = left


def check(state: State) -> None:
    """Check a single state; raises BrokenInvariant."""
    if not 0 <= state.card <= HIGHEST_CARD or not 0 <= state.heap <= HEAP:
        raise BrokenInvariant(f"there is no such heap or card: {state}")
    if not state.heap and not state.opened:
        raise BrokenInvariant("the heap is empty and the card is face down")
