"""Define the clock with a time budget for the whole game."""

from typing import Annotated

from msgspec import Meta

from domain.clock import DAY, LATENCY, MOST_SECONDS, SECOND, AnyClock


class BudgetClock(AnyClock, frozen=True, tag="budget"):
    """A time budget for the whole game."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS, description="Seconds of each seat for all its decisions.")]
    increment: Annotated[int, Meta(ge=0, le=3600, description="Seconds added after each decision.")] = 0
    delay: Annotated[int, Meta(ge=0, le=3600, description="Seconds of each decision that do not count.")] = 0

    @property
    def budget(self) -> int:
        """Return the time of each seat for all its decisions."""
        return self.seconds * SECOND

    @property
    def is_slow(self) -> bool:
        """Whether a seat has at least a day for the game."""
        return self.budget >= DAY

    @property
    def free(self) -> int:
        """Return the time of each decision that does not count."""
        return self.delay * SECOND + LATENCY

    def deadline(self, since: int, left: int) -> int:
        """Return when the budget of a decision that is pending since a time is used up."""
        return since + self.delay * SECOND + left

    def left_after(self, left: int, taken: int) -> int:
        """Return the budget after a decision that took this time."""
        return max(0, left - max(0, taken - self.free)) + self.increment * SECOND

    def left_after_undo(self, then: int, now: int, spent: int, actions: int) -> int:
        """Return the budget after an undo: spent time stays spent, and increments of undone actions are removed."""
        left = now - max(0, spent - self.free)
        return min(then, max(0, left - actions * self.increment * SECOND))

    def resumed(self, taken: int) -> int:
        """Return how much time a decision has used that is pending again: what it took from the budget stays spent."""
        return min(taken, self.free)


KIND = BudgetClock
