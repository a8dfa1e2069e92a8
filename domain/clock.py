"""Define what every kind of clock decides.

A module `clock_<kind>.py` beside this one declares a kind: it has a subclass of `AnyClock` in `KIND`. Times are whole
microseconds, since 1970 for points in time.
"""

import msgspec

SECOND = 1_000_000
MINUTE, DAY, WEEK = 60 * SECOND, 24 * 60 * 60 * SECOND, 7 * 24 * 60 * 60 * SECOND
LATENCY = SECOND
"""The time of each decision that is free, for the network."""
MOST_SECONDS = 7 * 24 * 60 * 60


class AnyClock(
    msgspec.Struct, frozen=True, tag_field="kind", tag="any", forbid_unknown_fields=True, omit_defaults=True
):
    """The time control of human players. Without a budget, each decision has its own time."""

    @property
    def budget(self) -> int:
        """Return the time of each seat for all its decisions; 0 without a budget."""
        return 0

    @property
    def is_slow(self) -> bool:
        """Whether a seat has at least a day, so that players may want to queue actions."""
        raise NotImplementedError

    def deadline(self, since: int, left: int) -> int:
        """Return the deadline of a decision that is pending since a time, with what is left of the budget.

        `LATENCY` and outages are not part of it.
        """
        raise NotImplementedError

    def left_after(self, left: int, taken: int) -> int:  # noqa: ARG002  # there is no budget
        """Return what is left of the budget after a decision that took this time."""
        return left

    def left_after_undo(self, then: int, now: int, spent: int, actions: int) -> int:  # noqa: ARG002  # as above
        """Return what is left of the budget after an undo of some actions.

        It was `then` before these actions. It is `now` without the pending decision, which has `spent` its own time.
        """
        return 0

    def resumed(self, taken: int) -> int:
        """Return how much time a decision has used that is pending again after an undo, and took a time before."""
        return taken
