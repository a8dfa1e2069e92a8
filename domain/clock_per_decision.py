"""Define the clock with the same time for each decision."""

from typing import Annotated

from msgspec import Meta

from domain.clock import DAY, MOST_SECONDS, SECOND, AnyClock


class PerDecisionClock(AnyClock, frozen=True, tag="per_decision"):
    """The same time for each decision."""

    seconds: Annotated[int, Meta(ge=1, le=MOST_SECONDS, description="Seconds for each decision.")]

    @property
    def is_slow(self) -> bool:
        """Whether a decision has at least a day."""
        return self.seconds * SECOND >= DAY

    def deadline(self, since: int, left: int) -> int:  # noqa: ARG002  # there is no budget
        """Return the deadline of a decision that is pending since a time."""
        return since + self.seconds * SECOND


KIND = PerDecisionClock
